"""Features of the Gaussian and the polynomial kernel, and random ones, against the kernels."""

from collections import Counter
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import kstest
from sklearn.preprocessing import PolynomialFeatures

from lecture_code.kernels.features import (
    RandomFeatures,
    exponents,
    gaussian_features,
    monomials,
    multiplicities,
    random_features,
)
from lecture_code.kernels.kernel import Gaussian


def test_far_from_the_origin():
    far = [[30.0], [-30.0]]  # the powers overflow, the features do not
    features = gaussian_features(far, sigma=1.0, N=2000)
    assert np.allclose(features @ features.T, Gaussian(1.0)(far, far))
    assert gaussian_features([[0.0, 2.0]], sigma=1.0, N=1)[0, 0] == pytest.approx(np.exp(-2))


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


def test_the_kernel_is_the_mean_of_cosines():
    rng = np.random.default_rng(0)
    X, Z = rng.normal(size=(4, 3)), rng.normal(size=(5, 3))
    features = random_features(3, 7, sigma=0.5, rng=rng)
    cosines = np.cos((X[:, None] - Z) @ features.omega.T).mean(axis=-1)
    assert np.allclose(features.kernel(X, Z), cosines)
    assert np.allclose((features(X) ** 2).sum(axis=1), 1)


def test_bad_input():
    rng = np.random.default_rng(3)
    for wrong in ({"d": 0}, {"D": 0}, {"sigma": -1.0}, {"rng": 3}):
        given = {"d": 1, "D": 2, "sigma": 1.0, "rng": rng} | wrong
        with pytest.raises(ValueError, match=next(iter(wrong))):
            random_features(given.pop("d"), given.pop("D"), **given)
    with pytest.raises(ValueError, match="omega"):
        RandomFeatures([1.0])


def test_the_frequencies_are_normal():
    omega = random_features(2, 500, sigma=4.0, rng=np.random.default_rng(3)).omega
    assert kstest(omega.ravel(), "norm", args=(0, 0.25)).pvalue > 1e-6
    assert kstest(omega.ravel(), "norm", args=(0, 4.0)).pvalue < 1e-6  # as if multiplied by sigma
    assert kstest(omega.ravel(), "norm", args=(0, 0.5)).pvalue < 1e-6  # as if sigma were a variance
