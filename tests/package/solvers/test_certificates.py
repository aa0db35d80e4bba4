"""What proves that a sample is separable, or is not, and what only nearly does."""

import numpy as np

from lecture_code.solvers.certificates import (
    margin_error,
    proves_inseparable,
    separates,
)


def test_a_near_miss_proves_nothing():
    # Separable, by (0.5e-12, 1), although half the sum of the rows is almost zero.
    Z = np.array([[1.0, 0.0], [-1.0, 1e-12]])
    assert proves_inseparable(Z, np.array([0.5, 0.5])) is None
    assert separates(np.array([0.5e-12, 1.0]), Z, np.ones(2))


def test_a_near_miss_below_rounding_proves_nothing():
    Z = np.array([[1.0, 0.0], [-1.0, 1e-17], [1.0, 1e-17]])
    assert proves_inseparable(Z, np.array([0.25, 0.5, 0.25])) is None
    assert separates(np.array([0.5e-17, 1.0]), Z, np.ones(3))


def test_a_rough_solution_is_refined():
    Z = np.array([[1.0, 0.0], [-1.0, 1.0], [0.0, -1.0]])
    rough = np.ones(3) / 3 + [0, 3e-9, -3e-9]
    np.testing.assert_allclose(proves_inseparable(Z, rough), np.ones(3) / 3, atol=1e-15)


def test_dependent_rows_are_decided_in_rationals():
    Z = np.array([[1.0, 2.0, 0.0], [-2.0, -4.0, 0.0]])
    np.testing.assert_allclose(proves_inseparable(Z, np.array([2.0, 1.0])), [2 / 3, 1 / 3])
    several = np.array([[1.0, 0.0], [-1.0, 0.0], [-2.0, 0.0]])
    weights = proves_inseparable(several, np.array([0.5, 0.25, 0.125]))
    assert (weights @ several).tolist() == [0, 0]


def test_weights_of_the_wrong_sign_prove_nothing():
    Z = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    assert proves_inseparable(Z, np.ones(3)) is None
    assert proves_inseparable(Z[:2], np.zeros(2) + 0.5) is None
    assert proves_inseparable(np.empty((0, 2)), np.empty(0)) is None


def test_a_margin_within_its_rounding_error_proves_nothing():
    X, w = np.array([[1.0, 1e16, -1e16]]), np.array([1.0, 1.0, 1.0])
    assert margin_error(w, X)[0] > 1
    assert not separates(w, X, np.ones(1))
    assert not separates(np.array([1.0, np.nan]), np.eye(2), np.ones(2))
