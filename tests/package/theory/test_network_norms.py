"""Norm bounds for two-layer networks: by hand, by a fine circle of directions, their properties."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lecture_code.networks.network import IDENTITY, RELU, SIGMOID, Network, random_network
from lecture_code.theory.networks import path_margin_bound, path_norm, relu_complexity

POINTS = arrays(np.int64, st.tuples(st.integers(1, 5), st.just(2)), elements=st.integers(-4, 4))


def around(X, directions=4000):
    """The same by trying many directions: at most the truth, and nearly the truth."""
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
    assert path_margin_bound(400, math.exp(-2), B=3, R=2, gamma=4) == pytest.approx(0.35)


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


def test_bad_input():
    rng = np.random.default_rng(0)
    for net in (
        random_network((2, 1), RELU, rng=rng),
        random_network((2, 3, 2), RELU, rng=rng),
        random_network((2, 3, 1), SIGMOID, rng=rng),
        random_network((2, 3, 1), RELU, RELU, rng=rng),
        random_network((2, 3, 1), IDENTITY, rng=rng),
    ):
        with pytest.raises(ValueError, match="network"):
            path_norm(net)
    for X in ([[1.0, 2.0, 3.0]], [[0.0, 0.0]], np.ones((15, 2))):
        with pytest.raises(ValueError, match="X"):
            relu_complexity(X)
    for wrong in ("B", "R", "gamma"):
        with pytest.raises(ValueError, match=wrong):
            path_margin_bound(10, 0.1, **({"B": 1, "R": 1, "gamma": 1} | {wrong: 0}))
    with pytest.raises(ValueError, match="delta"):
        path_margin_bound(10, 0, B=1, R=1, gamma=1)
