"""Logistic regression against scipy and scikit-learn, and what it says without a minimum."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression

from lecture_code.data.datasets import breast_cancer, pair, standardise
from lecture_code.linear.logistic import (
    NoMinimum,
    logistic_regression,
    minimum_attained,
)
from lecture_code.linear.separability import homogenise


def noisy_sample(rng, m=60, d=3):
    X = rng.normal(size=(m, d))
    return X, np.where(X[:, 0] + rng.logistic(size=m) > 0, 1.0, -1.0)


def test_it_agrees_with_scipy_and_sklearn():
    rng = np.random.default_rng(0)
    for _ in range(10):
        X, y = noisy_sample(rng)
        run = logistic_regression(X, y)
        found = minimize(lambda w, X=X, y=y: np.logaddexp(0, -y * (X @ w)).mean(), np.zeros(3))
        assert run.risk <= found.fun + 1e-12
        peer = LogisticRegression(C=np.inf, fit_intercept=False, tol=1e-10, max_iter=10_000)
        assert run.w == pytest.approx(peer.fit(X, y).coef_[0], rel=1e-4, abs=1e-5)
        assert run.gradient < 1e-10
        assert (np.diff(run.risks) < 1e-14).all()
        assert run.trace[-1] == pytest.approx(run.w)
        assert len(run.trace) == run.updates + 1


def test_one_column_is_a_frequency():
    run = logistic_regression(np.ones((10, 1)), [1] * 7 + [-1] * 3)
    assert run.probability([[1.0]]) == pytest.approx([0.7])
    assert run([[1.0], [-1.0]]).tolist() == [1, -1]


def test_scale_changes_nothing_but_the_weights():
    X, y = noisy_sample(np.random.default_rng(1))
    once = logistic_regression(X, y)
    scaled = logistic_regression(X * [1e8, 1, 1e-8], y)
    assert scaled.w * [1e8, 1, 1e-8] == pytest.approx(once.w, rel=1e-8)
    assert logistic_regression(X * 1e-150, y).w * 1e-150 == pytest.approx(once.w, rel=1e-8)


def test_dependent_columns_give_the_shortest_minimiser():
    X, y = noisy_sample(np.random.default_rng(2))
    twice = logistic_regression(np.hstack([X, X]), y)
    assert twice.w == pytest.approx(np.tile(logistic_regression(X, y).w, 2) / 2, rel=1e-8)
    assert logistic_regression(np.zeros((3, 2)), [1, 1, -1]).w.tolist() == [0, 0]


def test_a_step_too_far_is_halved():
    rng = np.random.default_rng(3)
    for _ in range(50):
        X = rng.standard_cauchy(size=(12, 2))
        y = rng.choice([-1.0, 1.0], size=12)
        if minimum_attained(X, y).attained:
            run = logistic_regression(X, y)
            assert (np.diff(run.risks) < 1e-14).all()
            assert run.gradient <= 1e-7 * np.abs(X).max()


def test_a_far_point_on_its_right_side_is_no_obstacle():
    X = np.array([[1.0, 0], [1, 1], [1, 2], [1, 3], [1, 500]])
    run = logistic_regression(X, [-1, 1, -1, 1, 1])
    assert run.gradient < 1e-9


@given(st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_newton_arrives_or_says_why_not(seed):
    rng = np.random.default_rng(seed)
    m, d = int(rng.integers(1, 12)), int(rng.integers(1, 4))
    X, y = rng.integers(-3, 4, size=(m, d)).astype(float), rng.choice([-1.0, 1.0], size=m)
    answer = minimum_attained(X, y)
    if answer.attained:
        assert logistic_regression(X, y).gradient < 1e-8
    else:
        with pytest.raises(NoMinimum) as caught:
            logistic_regression(X, y)
        assert (caught.value.escaping == answer.escaping).all()
        assert (y * (X @ caught.value.direction)).min() >= -1e-9


def test_real_data_on_both_sides_of_the_border():
    X, y = pair(breast_cancer(), "malignant", "benign")
    run = logistic_regression(homogenise(standardise(X[:, :10])), y)
    assert run.gradient < 1e-10
    with pytest.raises(NoMinimum, match="569 of the 569"):
        logistic_regression(homogenise(standardise(X)), y)


def test_too_few_updates_are_said():
    X, y = noisy_sample(np.random.default_rng(6))
    with pytest.raises(RuntimeError, match="within 1 updates"):
        logistic_regression(X, y, max_updates=1)


def test_the_certificate_is_at_least_one_for_an_example_at_zero_too():
    answer = minimum_attained([[0, 0], [1, 0], [1, 0]], [1, 1, -1])
    assert answer.attained
    assert (answer.certificate >= 1).all()


def test_a_tolerance_within_the_rounding_is_not_a_minimum_far_away():
    X, y = noisy_sample(np.random.default_rng(7))
    assert np.abs(logistic_regression(X, y).w).max() < 10
    with pytest.raises(RuntimeError, match=r"tol = 1e-18 within \d+ updates: .* rounding"):
        logistic_regression(X, y, tol=1e-18)
