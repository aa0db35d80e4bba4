"""Bernstein polynomials against exact binomial means, and their exponentials and neurons."""

from fractions import Fraction
from math import comb, e

import numpy as np
import pytest
from scipy.stats import binom

from lecture_code.chapters.c13_approximation import (
    bernstein_polynomial,
    ridge_coefficients,
    ridge_network,
)


def bump(X):
    return np.abs(X[:, 0] - 0.3) - (X**2).sum(axis=1)


def test_the_polynomial_is_a_binomial_mean():
    u = Fraction(1, 3)
    exact = sum(
        comb(5, k) * u**k * (1 - u) ** (5 - k) * abs(Fraction(k, 5) - Fraction(1, 2))
        for k in range(6)
    )
    assert bernstein_polynomial(lambda U: np.abs(U[:, 0] - 0.5), 5, [[1 / 3]]) == pytest.approx(
        float(exact)
    )
    U = np.random.default_rng(0).uniform(size=(6, 2))
    k = np.arange(5)
    square = np.array([[bump(np.array([[i / 4, j / 4]]))[0] for j in k] for i in k])
    means = [binom.pmf(k, 4, a) @ square @ binom.pmf(k, 4, b) for a, b in U]
    assert np.allclose(bernstein_polynomial(bump, 4, U), means)


def test_affine_functions_are_kept():
    U = np.random.default_rng(1).uniform(size=(9, 3))
    assert np.allclose(bernstein_polynomial(lambda U: U @ [1, -2, 3] + 1, 3, U), U @ [1, -2, 3] + 1)


@pytest.mark.parametrize(("n", "d"), [(1, 1), (4, 1), (3, 2), (2, 3)])
def test_the_exponentials_are_the_polynomial(n, d):
    X = np.random.default_rng(2).uniform(size=(20, d))
    k, c = ridge_coefficients(bump, n, d)
    there = bernstein_polynomial(lambda U: bump(np.log1p((e - 1) * U)), n, np.expm1(X) / (e - 1))
    assert k.shape == ((n + 1) ** d, d)
    assert np.allclose(np.exp(X @ k.T) @ c, there, atol=1e-10)


def test_the_network_is_close_to_the_exponentials():
    X = np.random.default_rng(3).uniform(size=(50, 2))
    k, c = ridge_coefficients(bump, 2, 2)
    g = ridge_network(bump, 2, 2, N=400)
    assert g.sizes == (2, 8 * 400, 1)
    assert np.abs(g(X)[:, 0] - np.exp(X @ k.T) @ c).max() < 1e-2


def test_the_network_of_the_exponential_is_its_broken_line():
    """B_1 keeps u, which is (e^x - 1)/(e - 1): one exponential, and its line through six points."""
    x, t = np.linspace(0, 1, 31), np.linspace(0, 1, 6)
    g = ridge_network(lambda X: 2 * np.expm1(X[:, 0]) - 5, 1, 1, N=5)
    assert np.allclose(g(x[:, None])[:, 0], 2 * np.interp(x, t, np.exp(t)) - 7)
