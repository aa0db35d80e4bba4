"""The features of the Gaussian kernel against the kernel itself, and the bound on the rest."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lecture_code.kernels.features import (
    gaussian_features,
    polynomial_weights,
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


def test_bad_input():
    with pytest.raises(ValueError, match="sigma"):
        gaussian_features([[1.0]], sigma=0.0, N=2)
    with pytest.raises(ValueError, match="N must"):
        truncated_gaussian([[1.0]], [[1.0]], sigma=1.0, N=-1)
    with pytest.raises(ValueError, match="Z must"):
        truncation_bound([[1.0]], [[1.0, 2.0]], sigma=1.0, N=1)
    with pytest.raises(ValueError, match="a must"):
        polynomial_weights([], sigma=1.0)


def test_far_from_the_origin():
    far = [[30.0], [-30.0]]  # the powers overflow, the features do not
    features = gaussian_features(far, sigma=1.0, N=2000)
    assert np.allclose(features @ features.T, Gaussian(1.0)(far, far))
    kernel = truncated_gaussian(far, far, sigma=1.0, N=2000)
    assert np.allclose(kernel.diagonal(), 1)
    assert gaussian_features([[0.0, 2.0]], sigma=1.0, N=1)[0, 0] == pytest.approx(np.exp(-2))
    assert truncation_bound([[0.0]], [[5.0]], sigma=1.0, N=0).tolist() == [[0.0]]
