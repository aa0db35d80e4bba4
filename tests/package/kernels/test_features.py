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
    features_needed,
    gaussian_features,
    monomials,
    multiplicities,
    random_features,
    truncated_gaussian,
    truncation_bound,
)
from lecture_code.kernels.kernel import Gaussian


@given(st.integers(0, 10**6), st.integers(1, 3), st.sampled_from([0.5, 1.0, 2.0]))
@settings(max_examples=40, deadline=None)
def test_the_rest_is_within_its_bound(seed, d, sigma):
    rng = np.random.default_rng(seed)
    X, Z = rng.normal(size=(2, 4, d))
    K = Gaussian(sigma)(X, Z)
    for N in (0, 1, 3, 8):
        part = truncated_gaussian(X, Z, sigma=sigma, N=N)
        assert (abs(K - part) <= truncation_bound(X, Z, sigma=sigma, N=N) + 1e-13).all()
        if N:
            P, Q = (gaussian_features(A, sigma=sigma, N=N) for A in (X, Z))
            assert np.allclose(P @ Q.T, part)


def test_the_errors_of_the_ledger():
    x, z = [[0.8]], [[1.0]]
    errors = [
        abs(Gaussian(1.0)(x, z) - truncated_gaussian(x, z, sigma=1.0, N=N))[0, 0] for N in (2, 20)
    ]
    assert 1e-3 < errors[0] < 0.1
    assert errors[1] < 1e-15


def test_far_from_the_origin():
    far = [[30.0], [-30.0]]  # the powers overflow, the features do not
    features = gaussian_features(far, sigma=1.0, N=2000)
    assert np.allclose(features @ features.T, Gaussian(1.0)(far, far))
    kernel = truncated_gaussian(far, far, sigma=1.0, N=2000)
    assert np.allclose(kernel.diagonal(), 1)
    assert gaussian_features([[0.0, 2.0]], sigma=1.0, N=1)[0, 0] == pytest.approx(np.exp(-2))
    assert truncation_bound([[0.0]], [[5.0]], sigma=1.0, N=0).tolist() == [[0.0]]


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


def test_no_more_features_than_the_union_bound_asks_for():
    assert features_needed(2, eps=0.5, delta=0.5) == int(np.ceil(8 * np.log(4)))


def test_bad_input():
    rng = np.random.default_rng(3)
    for wrong in ({"d": 0}, {"D": 0}, {"sigma": -1.0}, {"rng": 3}):
        given = {"d": 1, "D": 2, "sigma": 1.0, "rng": rng} | wrong
        with pytest.raises(ValueError, match=next(iter(wrong))):
            random_features(given.pop("d"), given.pop("D"), **given)
    with pytest.raises(ValueError, match="m must"):
        features_needed(1, eps=0.1, delta=0.1)
    with pytest.raises(ValueError, match="eps"):
        features_needed(2, eps=1.0, delta=0.1)
    with pytest.raises(ValueError, match="omega"):
        RandomFeatures([1.0])


def test_the_frequencies_are_normal():
    omega = random_features(2, 500, sigma=4.0, rng=np.random.default_rng(3)).omega
    assert kstest(omega.ravel(), "norm", args=(0, 0.25)).pvalue > 1e-6
    assert kstest(omega.ravel(), "norm", args=(0, 4.0)).pvalue < 1e-6  # as if multiplied by sigma
    assert kstest(omega.ravel(), "norm", args=(0, 0.5)).pvalue < 1e-6  # as if sigma were a variance
