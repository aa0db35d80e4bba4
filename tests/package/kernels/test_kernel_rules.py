"""Kernels by their rules: values by hand, and the Gaussian kernel as one of them."""

import numpy as np
import pytest

from lecture_code.kernels.kernel import (
    Gaussian,
    Linear,
    Polynomial,
    exponential,
    multiplied,
    normalised,
    pulled_back,
)


def test_the_gaussian_kernel_is_a_normalised_exponential():
    X = np.random.default_rng(1).normal(size=(6, 3))
    K = normalised(exponential(lambda X, Z: 4 * Linear()(X, Z)))
    assert np.allclose(K(X, X[:4]), Gaussian(0.5)(X, X[:4]))


def test_values_by_hand():
    X, Z = [[1.0, 2.0]], [[3.0, 0.0], [0.0, 1.0]]
    assert multiplied(Linear(), Polynomial(1))(X, Z).tolist() == [[12.0, 6.0]]
    assert pulled_back(Linear(), lambda X: X[:, :1])(X, Z).tolist() == [[3.0, 0.0]]


def test_bad_input():
    with pytest.raises(ValueError, match="kernels"):
        multiplied()
    with pytest.raises(ValueError, match="row of Z"):
        normalised(Linear())([[1.0]], [[0.0]])
