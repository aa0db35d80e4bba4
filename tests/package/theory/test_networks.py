"""Labellings of threshold networks: counted, bounded, built; norm bounds of ReLU networks."""

import math
from itertools import product
from math import e, log2

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lecture_code.networks.network import RELU, Network, preactivations, random_network
from lecture_code.theory.labellings import intervals_on
from lecture_code.theory.networks import (
    network_vc_bound,
    path_norm,
    relu_complexity,
    sandwich_network,
    two_layer_labellings,
)
from lecture_code.theory.vc import shatters


def literal(X, trials, rng):
    """Labellings by random threshold networks 2-2-1."""
    seen = set()
    for _ in range(trials):
        inner, outer = rng.normal(size=(3, 2)), rng.normal(size=3)
        hidden = np.where(np.c_[np.ones(len(X)), X] @ inner > 0, 1, -1)
        seen.add(tuple((np.c_[np.ones(len(X)), hidden] @ outer > 0).astype(int).tolist()))
    return seen


def test_two_hidden_neurons_as_in_the_ledger():
    convex = [[i, i * i] for i in range(7)]
    counts = [len(two_layer_labellings(convex[:m], 2)) for m in (5, 6, 7)]
    assert counts == [32, 62, 114]


def test_every_labelling_that_is_drawn_is_listed():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(4, 2))
    found = {tuple(row) for row in two_layer_labellings(X, 2).tolist()}
    assert literal(X, 3000, rng) <= found
    assert shatters(two_layer_labellings(X, 2))


def test_on_a_line_two_thresholds_make_intervals_and_their_complements():
    x = np.arange(6.0)
    inside = {tuple(row) for row in intervals_on(x).tolist()}
    outside = {tuple(1 - bit for bit in row) for row in inside}
    found = {tuple(row) for row in two_layer_labellings(x[:, None], 2).tolist()}
    assert found == inside | outside


@given(st.integers(1, 60))
def test_no_more_points_are_shattered(edges):
    bound = network_vc_bound(edges)
    assert bound > edges * log2(e * bound)


@given(st.integers(0, 10**6), st.integers(1, 3), st.integers(1, 4))
@settings(max_examples=40, deadline=None)
def test_the_sandwich_fits_every_labelling(seed, d, groups):
    rng = np.random.default_rng(seed)
    t = rng.choice(np.arange(-12, 13), 2 * groups * d, replace=False)
    X = t[:, None] ** np.arange(1, d + 1)
    y = rng.choice([-1.0, 1.0], len(X))
    net = sandwich_network(X, y)
    assert (net(X)[:, 0] == y).all()
    assert net.sizes[1] == max(2, 2 * -(-min((y > 0).sum(), (y < 0).sum()) // d))
    assert all((a != 0).all() for a in preactivations(net, X))


def test_a_sandwich_by_hand():
    """The line through the two points of the rarer label is y = 2x; one neuron on either side."""
    net = sandwich_network([[0, 0], [1, 1], [2, 4], [3, 9], [-1, 1]], [1, -1, 1, -1, -1])
    assert net.sizes == (2, 2, 1)
    sums = preactivations(net, [[0, 0], [1, 1], [2, 4], [3, 9], [-1, 1]])[0]
    distance = np.array([0, -1, 0, 3, 3])  # of y - 2x
    assert (sums.sum(axis=1) > 0).all()  # opposite normals: their sum is the same everywhere
    assert np.ptp(sums.sum(axis=1)) == 0
    assert [(row > 0).all() for row in sums] == [True, False, True, False, False]
    assert np.allclose(np.abs(sums[:, 0] - sums[:, 1]), 4 * np.abs(distance))


def test_four_points_all_labellings():
    X = [[0, 0], [4, 1], [1, 3], [2, 2]]
    for y in product((-1.0, 1.0), repeat=4):
        net = sandwich_network(X, y)
        assert net.sizes == (2, 2, 1)
        assert net(X)[:, 0].tolist() == list(y)


POINTS = arrays(np.int64, st.tuples(st.integers(1, 5), st.just(2)), elements=st.integers(-4, 4))


def around(X, directions=4000):
    """Return the same by trying many directions: at most the truth, and nearly the truth."""
    turn = np.linspace(0, 2 * np.pi, directions, endpoint=False)
    kinks = np.stack([-X[:, 1], X[:, 0]], axis=1) / np.linalg.norm(X, axis=1)[:, None]
    tried = np.concatenate([np.stack([np.cos(turn), np.sin(turn)], axis=1), kinks, -kinks])
    awake = np.maximum(0, tried @ X.T)
    best = [np.abs(awake @ np.array(s)).max() for s in product([-1, 1], repeat=len(X))]
    return np.mean(best) / len(X)


@given(POINTS.filter(lambda X: X.any(axis=1).all()))
def test_the_exact_complexity_is_that_of_many_directions(X):
    exact = relu_complexity(X)
    assert exact == pytest.approx(around(X), rel=1e-5)
    assert around(X) <= exact + 1e-12
    root = math.sqrt((X**2).sum())
    assert root / (2 * math.sqrt(2)) <= exact * len(X) + 1e-9
    assert exact * len(X) <= 2 * root + 1e-9


def test_by_hand():
    assert relu_complexity([[3.0, 4.0]]) == pytest.approx(5)
    assert relu_complexity([[1, 0], [-1, 0]]) == pytest.approx(0.5)  # only one of them is awake
    assert relu_complexity([[1, 0], [1, 0]]) == pytest.approx(0.5)  # (2 + 0) / 2 / 2


def test_the_path_norm_does_not_see_a_shift_of_scale_between_the_layers():
    net = random_network((3, 5, 1), RELU, rng=np.random.default_rng(0))
    inner, outer = net.weights
    scale = np.array([1.0, 2, 3, 4, 5])
    moved = np.vstack([outer[:1], outer[1:] / scale[:, None]])
    other = Network((inner * scale, moved), RELU)
    assert path_norm(other) == pytest.approx(path_norm(net))
    X = np.random.default_rng(1).normal(size=(50, 3))
    assert other(X) == pytest.approx(net(X))
    assert (np.abs(net(X)).ravel() <= path_norm(net) * np.sqrt(1 + (X**2).sum(axis=1))).all()
