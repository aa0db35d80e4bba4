"""Polynomials: the basis, least squares, projections, risks; closed forms and numpy's fits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.polynomial.legendre import leggauss

from lecture_code.linear.polynomials import (
    PolynomialFit,
    basis,
    best_polynomial,
    fit_polynomial,
    fit_polynomials,
    regression_risk,
)

GRID = np.linspace(-1, 1, 41)


def test_the_basis_is_orthonormal():
    x, w = leggauss(40)
    V = basis(x, 12)
    assert np.allclose(V.T @ (w[:, None] * V) / 2, np.eye(13), atol=1e-12)


@given(st.integers(0, 10**6), st.integers(0, 5))
def test_least_squares_is_numpys(seed, degree):
    rng = np.random.default_rng(seed)
    x, y = rng.uniform(-1, 1, (3, 12)), rng.normal(size=(3, 12))
    many = fit_polynomials(x, y, degree)
    for row, target, c in zip(x, y, many, strict=True):
        h = fit_polynomial(row, target, degree=degree)
        gradient = basis(row, degree).T @ (h(row) - target)
        assert np.abs(gradient).max() < 1e-9
        assert np.allclose(h.c, c, rtol=1e-6, atol=1e-8 * np.abs(c).max())
        peer = np.polynomial.Polynomial.fit(row, target, degree)
        assert np.allclose(h(row), peer(row), atol=1e-8)


def test_a_polynomial_is_recovered_and_has_no_risk():
    def f(x):
        return 1 - 2 * x + 3 * x**3

    h = fit_polynomial(GRID, f(GRID), degree=3)
    assert regression_risk(h, f, 0.0) == pytest.approx(0, abs=1e-20)
    assert np.allclose(best_polynomial(f, 3).c, h.c)


def test_risks_by_hand():
    def cube(x):
        return x**3

    assert regression_risk(best_polynomial(cube, 2), cube, 0.5) == pytest.approx(0.25 + 4 / 175)
    assert regression_risk(PolynomialFit([0.0]), lambda x: x, 0.0) == pytest.approx(1 / 3)


@given(st.lists(st.floats(-3, 3), min_size=1, max_size=8), st.floats(0, 2))
def test_risks_are_sums_of_squares(c, sigma):
    target = PolynomialFit([1.0, -1.0, 0.5])
    padded = np.zeros(10)
    padded[: len(c)] += c
    padded[:3] -= target.c
    risk = regression_risk(PolynomialFit(c), target, sigma)
    assert risk == pytest.approx(sigma**2 + (padded**2).sum(), abs=1e-9)
