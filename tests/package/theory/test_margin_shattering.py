"""Shattering with a margin: bases and simplices attain the bounds, and nothing beats them."""

import numpy as np
import pytest

from lecture_code.theory.margin_shattering import shattering_margin, simplex


def least_ratio(k, *, bias):
    """Return the least R^2/gamma^2 of the theorem."""
    return k if not bias else (k - 1) * (1 - 1 / k**2) if k % 2 else k - 1


def test_orthogonal_points():
    for k in range(1, 7):
        assert shattering_margin(3 * np.eye(k)) == pytest.approx(3 / np.sqrt(k))


@pytest.mark.parametrize("k", [2, 3, 4, 5, 6])
def test_the_simplex_with_a_bias(k):
    X = simplex(k)
    R = np.sqrt(k * (k - 1))
    assert np.linalg.norm(X, axis=1) == pytest.approx(R)
    assert X.sum(axis=0) == pytest.approx(0, abs=1e-12)
    assert (R / shattering_margin(X, bias=True)) ** 2 == pytest.approx(least_ratio(k, bias=True))
    assert shattering_margin(X) == 0


@pytest.mark.parametrize("bias", [False, True])
def test_nobody_beats_the_bound(bias):
    rng = np.random.default_rng(4)
    for _ in range(60):
        k = int(rng.integers(2, 6))
        X = rng.normal(size=(k, 5)) + rng.normal(size=5) * rng.integers(0, 2)
        gamma = shattering_margin(X, bias=bias)
        R2 = (X**2).sum(axis=1).max()
        assert gamma**2 * least_ratio(k, bias=bias) * (1 - 1e-9) <= R2


def test_three_points_on_a_line_are_not_shattered():
    assert shattering_margin([[0.0], [1], [2]], bias=True) == 0
    assert shattering_margin([[0.0], [1]], bias=True) == pytest.approx(0.5)


def test_vapniks_form():
    for k in range(2, 40):
        assert k <= np.ceil(least_ratio(k, bias=True) - 1e-12) + 1
