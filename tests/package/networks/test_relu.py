"""ReLU networks on the line against interpolation and hand-made folds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lecture_code.networks.network import SIGMOID, Network
from lecture_code.networks.relu import (
    broken_line,
    relu_interpolant,
    sawtooth,
    sigmoid_staircase,
)


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


def test_the_sawtooth_by_hand():
    assert [str(y) for y in broken_line(sawtooth(3)).y] == list("010101010")
    assert sawtooth(3)([[1 / 3], [0.05]]).ravel() == pytest.approx([2 / 3, 0.4])
    x = np.linspace(0, 1, 97)
    for k in range(1, 7):
        tent = x
        for _ in range(k):
            tent = 1 - np.abs(2 * tent - 1)
        assert np.allclose(sawtooth(k)(x[:, None])[:, 0], tent, atol=1e-12)


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
