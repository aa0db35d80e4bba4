"""ReLU networks on the line and through any points; the risk of shortest solutions."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lecture_code.networks.relu import (
    broken_line,
    interpolating_network,
    relu_interpolant,
    sawtooth,
    shortest_excess,
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


@given(st.integers(1, 30), st.integers(1, 4), st.integers(0, 2**32 - 1))
def test_any_labels_are_fitted(m, d, seed):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(m, d)), rng.choice([-1.0, 1.0], m)
    f = interpolating_network(X, y, rng=rng)
    assert f.sizes == (d, m, 1)
    assert f(X).ravel() == pytest.approx(y, abs=1e-6)


def test_the_network_is_the_broken_line():
    x, y = np.array([0.0, 1.0, 3.0, 4.0]), np.array([1.0, -1.0, 2.0, 0.0])
    f = interpolating_network(x[:, None], y, rng=np.random.default_rng(3))
    inside = np.linspace(0, 4, 41)
    assert f(inside[:, None]).ravel() == pytest.approx(np.interp(inside, x, y))


def test_the_excess_by_hand():
    assert shortest_excess(12, 1, signal=9, noise=5) == pytest.approx(0.5)
    assert shortest_excess(1, 3, signal=3, noise=2) == pytest.approx(4)
    for p in (4, 5, 6):
        assert math.isinf(shortest_excess(5, p, signal=1, noise=1))
    assert shortest_excess(5, 10**7, signal=2, noise=1) == pytest.approx(2, abs=1e-5)


@pytest.mark.parametrize(("m", "p"), [(30, 8), (8, 30)])
def test_the_excess_by_simulation(m, p):
    """Far from m = p the fourth moments exist: four standard errors are enough for one seed."""
    rng = np.random.default_rng(5)
    X, w = rng.normal(size=(4000, m, p)), np.ones(p)
    y = X @ w + 0.7 * rng.normal(size=(4000, m))
    excess = ((np.linalg.pinv(X) @ y[..., None])[..., 0] - w) ** 2
    runs = excess.sum(axis=1)
    goal = shortest_excess(m, p, signal=p, noise=0.49)
    assert abs(runs.mean() - goal) <= 4 * runs.std() / math.sqrt(4000)
