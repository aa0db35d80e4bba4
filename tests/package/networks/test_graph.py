"""Graphs of networks: orders against the standard library, networks by hand."""

from graphlib import CycleError, TopologicalSorter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lecture_code.networks.graph import GraphNetwork, graph_of, topological_order
from lecture_code.networks.network import RELU, SIGN, Network

pairs = st.tuples(st.integers(0, 6), st.integers(0, 6))


@given(st.lists(pairs, min_size=1, max_size=14))
@settings(max_examples=150, deadline=None)
def test_an_order_is_found_exactly_if_there_is_one(edges):
    before = {}
    for u, v in edges:
        before.setdefault(v, set()).add(u)
    try:
        list(TopologicalSorter(before).static_order())
    except CycleError:
        with pytest.raises(ValueError, match="cycle; got"):
            topological_order(edges)
    else:
        place = {node: i for i, node in enumerate(topological_order(edges))}
        assert all(place[u] < place[v] for u, v in edges)
        assert set(place) == {node for edge in edges for node in edge}


def test_the_graph_of_two_layers_by_hand():
    graph = graph_of(Network(([[1.0, 2], [3, 4]], [[5.0], [6], [7]]), RELU, SIGN))
    assert graph.weights == {
        ((0, 0), (1, 1)): 1,
        ((0, 1), (1, 1)): 3,
        ((0, 0), (1, 2)): 2,
        ((0, 1), (1, 2)): 4,
        ((1, 0), (2, 1)): 5,
        ((1, 1), (2, 1)): 6,
        ((1, 2), (2, 1)): 7,
    }
    assert graph.inputs == ((0, 1),)
    assert (graph.activation, graph.output) == (RELU, SIGN)


def test_a_shortcut_by_hand():
    edges = {("x", "h"): 1.0, ("one", "h"): -1.0, ("h", "y"): -2.0, ("x", "y"): 1.0}
    tent = GraphNetwork(edges, ("x",), RELU)
    assert tent([[0.25], [1.0], [2.0]]).ravel().tolist() == [0.25, 1, 0]
    assert tent.values([[2.0]])["one"].tolist() == [1]
