"""Networks through any points, and the risk of shortest solutions: by hand and by simulation."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.networks.relu import interpolating_network, shortest_excess


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


def test_equal_points_and_equal_projections():
    rng = np.random.default_rng(0)
    with pytest.raises(ValueError, match="distinct points"):
        interpolating_network([[1.0], [1.0]], [1, -1], rng=rng)
    with pytest.raises(ValueError, match="projections"):
        interpolating_network([[1.0], [1.0 + 1e-15]], [1, -1], rng=rng)


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


def test_bad_numbers():
    for word, wrong in {"m must": (0, 1, 1, 1), "p must": (1, 0, 1, 1), "signal": (1, 1, 0, 1),
                        "noise": (1, 1, 1, 0)}.items():  # fmt: skip
        with pytest.raises(ValueError, match=word):
            shortest_excess(wrong[0], wrong[1], signal=wrong[2], noise=wrong[3])
