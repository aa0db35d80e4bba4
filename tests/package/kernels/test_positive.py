"""Certificates of positive semidefinite matrices against eigenvalues, and spectral features."""

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from lecture_code.kernels.positive import eliminate, finite_features, quadratic_form


@given(st.integers(0, 10**6), st.integers(1, 6), st.integers(1, 6))
@settings(max_examples=60, deadline=None)
def test_grams_of_integer_vectors_are_accepted(seed, m, d):
    X = np.random.default_rng(seed).integers(-2, 3, (m, d))
    found = eliminate(X @ X.T)
    assert found.positive
    assert min(found.pivots) >= 0
    assert sum(p > 0 for p in found.pivots) == np.linalg.matrix_rank(X)


def test_zero_pivots_by_hand():
    assert eliminate([[0, 1], [1, 5]]).direction is not None
    assert quadratic_form([[0, 1], [1, 5]], eliminate([[0, 1], [1, 5]]).direction) < 0
    assert eliminate([[0, 0], [0, 5]]).pivots == (0, 5)
    assert eliminate([[-1.0]]).direction == (1,)
    assert eliminate([[1, 1], [1, 1]]).pivots == (1, 0)


def test_the_product_of_the_pivots_is_the_determinant():
    gcd = np.gcd.outer(np.arange(1, 8), np.arange(1, 8))
    assert np.prod(eliminate(gcd).pivots) == 1 * 1 * 2 * 2 * 4 * 2 * 6  # Smith: the totients


def test_features_have_the_inner_products():
    G = np.minimum.outer(np.arange(5.0), np.arange(5.0))
    Psi = finite_features(G)
    assert Psi.shape == (5, 4)
    assert np.allclose(Psi @ Psi.T, G)
    assert finite_features([[0.0]]).tolist() == [[0.0]]


def test_the_form_is_exact():
    assert quadratic_form([[Fraction(1, 3)]], [3]) == 3
