"""The rules for new kernels against values by hand and eigenvalues."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lecture_code.kernels.kernel import (
    Gaussian,
    Linear,
    Polynomial,
    exponential,
    multiplied,
    normalised,
    pulled_back,
)


@given(st.integers(0, 10**6), st.integers(2, 8))
@settings(max_examples=30, deadline=None)
def test_all_rules_keep_the_eigenvalues_above_zero(seed, m):
    X = np.random.default_rng(seed).normal(size=(m, 2))
    one, two = Polynomial(2), Gaussian(0.5)
    made = [multiplied(one, two), exponential(Linear())]
    made += [pulled_back(two, np.sin), normalised(one)]
    for K in made:
        values = np.linalg.eigvalsh(K(X, X))
        assert values[0] >= -1e-9 * values[-1]


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
