"""Monomials against the ordered products of the definition, itertools and scikit-learn."""

from collections import Counter
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.preprocessing import PolynomialFeatures

from lecture_code.kernels.features import exponents, monomials, multiplicities, polynomial_features


@given(st.integers(1, 4), st.integers(1, 4))
@settings(max_examples=16, deadline=None)
def test_multiplicities_count_the_ordered_products(d, k):
    seen = Counter(
        tuple(J.count(j) for j in range(1, d + 1)) for J in product(range(d + 1), repeat=k)
    )
    rows = [tuple(a) for a in exponents(d, k).tolist()]
    assert len(rows) == len(set(rows)) == comb(d + k, k)
    assert dict(zip(rows, multiplicities(d, k), strict=True)) == seen


def test_the_order_is_that_of_scikit_learn():
    X = np.random.default_rng(3).normal(size=(5, 3))
    assert np.allclose(monomials(X, 4), PolynomialFeatures(4).fit_transform(X))


def test_bad_input():
    for call in (lambda: exponents(0, 1), lambda: exponents(1, 0), lambda: exponents(100, 10)):
        with pytest.raises(ValueError, match="must"):
            call()
    with pytest.raises(ValueError, match="k must"):
        monomials([[1.0]], 0)
    with pytest.raises(ValueError, match="X must"):
        polynomial_features([1.0], 2)
