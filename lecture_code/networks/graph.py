r"""Feed-forward networks as weighted graphs: what is evaluated, and in which order.

A network is an acyclic graph :math:`G=(V,E)` with a weight on every edge.  A neuron :math:`v`
without incoming edges is an input or, if it is not among the inputs, a bias unit, with the value 1;
every other neuron returns

.. math:: o_v = \sigma\Bigl(\sum_{(u,v)\in E} w(u,v)\,o_u\Bigr).

:Source: chapter 13, the graph.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from lecture_code.core import validate
from lecture_code.core.types import Points
from lecture_code.networks.network import IDENTITY, Activation, Network, Numbers

# An edge (u, v) from u to v.
Edge: TypeAlias = tuple[Hashable, Hashable]


@dataclass(frozen=True, slots=True, eq=False)
class GraphNetwork:
    r"""A feed-forward network on an acyclic graph; called on X, it returns the values of its sinks.

    >>> net = GraphNetwork({("x", "h"): 2.0, ("x", "y"): 1.0, ("h", "y"): 3.0}, ("x",), IDENTITY)
    >>> net([[5.0]]), net.order
    (array([[35.]]), ('x', 'h', 'y'))

    :Implements: def-feedforward, alg-evaluate.
    """

    weights: Mapping[Edge, float] = field(repr=False)
    #: The input neurons, in the order of the coordinates of x, all without incoming edges.
    inputs: Sequence[Hashable]
    #: σ of the neurons inside.
    activation: Activation
    #: σ of the neurons that have no successor.
    output: Activation = IDENTITY
    #: A topological order: the neurons get their values in it, each after all its predecessors.
    order: tuple[Hashable, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        weights, inputs = dict(self.weights), tuple(self.inputs)
        order = topological_order(weights)
        into = {v for _, v in weights}
        if odd := [x for x in inputs if x in into or x not in order]:
            raise ValueError(
                f"inputs must be nodes of the graph without incoming edges; got {odd[0]!r}"
            )
        if len(set(inputs)) < len(inputs):
            raise ValueError(f"inputs must be different nodes; got {inputs!r}")
        validate.array(list(weights.values()), "weights", "(n,)")
        for name, value in (("weights", weights), ("inputs", inputs), ("order", order)):
            object.__setattr__(self, name, value)

    def values(self, X: Points) -> dict[Hashable, Numbers]:
        """Return what every neuron returns, (m,), for the points ``X``, (m, number of inputs)."""
        points = validate.points(X, d=len(self.inputs))
        incoming: dict[Hashable, list[tuple[Hashable, float]]] = {v: [] for v in self.order}
        for (u, v), weight in self.weights.items():
            incoming[v].append((u, weight))
        sources = {u for u, _ in self.weights}
        o = dict(zip(self.inputs, points.T, strict=True))  # 1.
        o |= {v: np.ones(len(points)) for v in self.order if v not in o and not incoming[v]}
        for v in self.order:  # 2.
            if v not in o:
                sigma = self.activation if v in sources else self.output
                o[v] = sigma(sum(weight * o[u] for u, weight in incoming[v]))
        return o

    def __call__(self, X: Points) -> Numbers:
        """Return the outputs for the rows of ``X``, a column for each node without a successor."""
        o, sources = self.values(X), {u for u, _ in self.weights}
        return np.column_stack([o[v] for v in self.order if v not in sources])


def topological_order(edges: Iterable[Edge]) -> tuple[Hashable, ...]:
    """Return the nodes in an order in which every edge leads from an earlier to a later one.

    If there is none, the ValueError names a cycle.

    >>> topological_order([("b", "c"), ("a", "b"), ("a", "c")])
    ('a', 'b', 'c')
    >>> topological_order([("a", "b"), ("b", "c"), ("c", "a")])
    Traceback (most recent call last):
    ValueError: edges must not form a cycle; got 'a' -> 'b' -> 'c' -> 'a'

    :Implements: prop-topological.
    """
    edges = _pairs(edges)
    nodes = list(dict.fromkeys(node for edge in edges for node in edge))
    after: dict[Hashable, list[Hashable]] = {node: [] for node in nodes}
    missing = dict.fromkeys(nodes, 0)  # edges that still come in
    for u, v in edges:
        after[u].append(v)
        missing[v] += 1
    order = [node for node in nodes if not missing[node]]
    for u in order:  # grows as it is walked through
        for v in after[u]:
            missing[v] -= 1
            if not missing[v]:
                order.append(v)
    if len(order) < len(nodes):
        raise ValueError(f"edges must not form a cycle; got {_cycle(edges, set(order))}")
    return tuple(order)


def _pairs(edges: Iterable[Edge]) -> list[Edge]:
    pairs = list(edges)
    odd = [pair for pair in pairs if not isinstance(pair, (tuple, list)) or len(pair) != 2]
    if odd:
        raise ValueError(f"edges must be pairs of nodes; got {odd[0]!r:.80}")
    return pairs


def _cycle(edges: list[Edge], done: set[Hashable]) -> str:
    before = {v: u for u, v in edges if u not in done}  # what is left has a predecessor left
    walk = [next(v for v in before)]
    while walk[-1] not in walk[:-1]:
        walk.append(before[walk[-1]])
    loop = walk[walk.index(walk[-1]) :][::-1]
    assert all(pair in edges for pair in pairwise(loop))
    first = loop.index(next(u for u, _ in edges if u in loop))
    return " -> ".join(repr(v) for v in [*loop[first:-1], *loop[: first + 1]])


def graph_of(network: Network) -> GraphNetwork:
    r"""Return a layered network as a graph with the nodes (t, i); (t, 0) are the bias units.

    The edge from (t - 1, r) to (t, j) has the weight :math:`w_{rj}^{(t)}`.

    >>> net = graph_of(Network(([[1.0], [2.0]],), IDENTITY))
    >>> net.weights
    {((0, 0), (1, 1)): 1.0, ((0, 1), (1, 1)): 2.0}

    :Implements: prop-matrix-forward.
    """
    weights: dict[Edge, float] = {
        ((t - 1, r), (t, j + 1)): float(w[r, j])
        for t, w in enumerate(network.weights, start=1)
        for j in range(w.shape[1])
        for r in range(len(w))
    }
    inputs = tuple((0, i + 1) for i in range(network.sizes[0]))
    return GraphNetwork(weights, inputs, network.activation, network.output)
