"""Broken lines of ReLU networks against interpolation, hand-made folds and a literal count."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import expit

from lecture_code.networks.network import RELU, SIGMOID, Network
from lecture_code.networks.relu import (
    broken_line,
    relu_interpolant,
    sawtooth,
    sigmoid_staircase,
)


def literal_values(network, x):
    """The network at a Fraction, neuron by neuron."""
    v = [Fraction(x)]
    for t, w in enumerate(network.weights, start=1):
        columns = [[Fraction(c) for c in column] for column in w.T]
        v = [c[0] + sum(a * b for a, b in zip(c[1:], v, strict=True)) for c in columns]
        if t < network.depth:
            v = [max(a, Fraction(0)) for a in v]
    return v[0]


@given(st.integers(0, 10**6), st.integers(1, 12))
@settings(max_examples=40, deadline=None)
def test_the_interpolant_is_the_broken_line(seed, n):
    rng = np.random.default_rng(seed)
    t = np.cumsum(rng.uniform(0.1, 1, n + 1))
    y = rng.normal(size=n + 1)
    x = np.linspace(t[0], t[-1], 50)
    g = relu_interpolant(t, y)
    assert np.allclose(g(x[:, None])[:, 0], np.interp(x, t, y))
    assert g.sizes == (1, n, 1)


@given(st.integers(0, 10**6), st.lists(st.integers(1, 3), min_size=1, max_size=3))
@settings(max_examples=40, deadline=None)
def test_the_pieces_are_those_of_the_network(seed, widths):
    rng = np.random.default_rng(seed)
    sizes = [1, *widths, 1]
    shapes = zip(sizes, sizes[1:], strict=False)
    net = Network(tuple(rng.integers(-3, 4, (a + 1, b)) for a, b in shapes), RELU)
    line = broken_line(net, -4, 4)
    assert line.pieces <= np.prod(np.array(widths) + 1)
    assert [literal_values(net, x) for x in line.x] == list(line.y)
    ends = list(zip(line.x, line.x[1:], strict=False))
    for i, (p, q) in enumerate(ends):  # affine between neighbours, at three points within
        for share in (Fraction(1, 5), Fraction(1, 2), Fraction(6, 7)):
            value = (1 - share) * line.y[i] + share * line.y[i + 1]
            assert literal_values(net, p + share * (q - p)) == value
    slopes = [(b - a) / (q - p) for a, b, (p, q) in zip(line.y, line.y[1:], ends, strict=False)]
    assert all(a != b for a, b in zip(slopes, slopes[1:], strict=False))


def test_the_sawtooth_by_hand():
    assert [str(y) for y in broken_line(sawtooth(3)).y] == list("010101010")
    assert sawtooth(3)([[1 / 3], [0.05]]).ravel() == pytest.approx([2 / 3, 0.4])
    x = np.linspace(0, 1, 97)
    for k in range(1, 7):
        tent = x
        for _ in range(k):
            tent = 1 - np.abs(2 * tent - 1)
        assert np.allclose(sawtooth(k)(x[:, None])[:, 0], tent, atol=1e-12)


def test_the_staircase_is_a_sum_of_steps():
    y = np.array([1.0, 3, 2, 2.5])
    x = np.linspace(-0.2, 1.3, 40)
    steps = sum((y[j] - y[j - 1]) * expit(20 * (x - (2 * j - 1) / 6)) for j in (1, 2, 3))
    assert np.allclose(sigmoid_staircase(y, steepness=20.0)(x[:, None])[:, 0], 1 + steps)


def test_bad_input():
    with pytest.raises(ValueError, match="t must"):
        relu_interpolant([0, 1, 1], [0, 0, 0])
    with pytest.raises(ValueError, match="values"):
        relu_interpolant([0, 1], [0])
    with pytest.raises(ValueError, match="values"):
        sigmoid_staircase([1.0], steepness=1.0)
    with pytest.raises(ValueError, match="steepness"):
        sigmoid_staircase([1.0, 2.0], steepness=0.0)
    with pytest.raises(ValueError, match="k must"):
        sawtooth(0)
    with pytest.raises(ValueError, match="low"):
        broken_line(sawtooth(1), 1, 1)
    with pytest.raises(ValueError, match="finite"):
        broken_line(sawtooth(1), 0.0, float("inf"))
    with pytest.raises(ValueError, match="at most"):
        broken_line(sawtooth(13))
    other = Network(([[0.0], [1.0]], [[0.0], [1.0]]), SIGMOID)
    with pytest.raises(ValueError, match="ReLU network"):
        broken_line(other)
