"""Leave-one-out from one fit, against leaving out; dependent columns; bad input."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import Ridge
from sklearn.model_selection import LeaveOneOut as Splitter
from sklearn.model_selection import cross_val_predict

from lecture_code.linear.regression import leave_one_out


def literal(X, y, lam):
    """Leave each example out, fit the others, predict."""
    errors = []
    for i in range(len(y)):
        A, b = np.delete(X, i, axis=0), np.delete(y, i)
        w = np.linalg.solve(A.T @ A + lam * np.eye(A.shape[1]), A.T @ b)
        errors.append(y[i] - X[i] @ w)
    return np.array(errors)


@pytest.mark.parametrize("lam", [0.0, 0.1, 10.0])
def test_it_is_leaving_out(lam):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(15, 4)), rng.normal(size=15)
    run = leave_one_out(X, y, lam=lam)
    assert run.residuals == pytest.approx(literal(X, y, lam), rel=1e-10)
    assert run.risk == pytest.approx((literal(X, y, lam) ** 2).mean())
    assert run.training == pytest.approx(((X @ run.w - y) ** 2).mean())


def test_scikit_learn_agrees():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(20, 6)), rng.normal(size=20)
    peer = cross_val_predict(Ridge(alpha=2.0, fit_intercept=False), X, y, cv=Splitter())
    assert y - peer == pytest.approx(leave_one_out(X, y, lam=2.0).residuals)


@settings(max_examples=50)
@given(st.integers(0, 1000), st.floats(-6, 6))
def test_more_columns_than_rows_are_fine_with_a_rope(seed, power):
    rng = np.random.default_rng(seed)
    X, y, lam = rng.normal(size=(5, 9)), rng.normal(size=5), 10**power
    run = leave_one_out(X, y, lam=lam)
    assert run.residuals == pytest.approx(literal(X, y, lam), rel=1e-5, abs=1e-8)
    assert (run.leverage < 1).all()


def test_leverages_sum_to_the_dimension():
    X = np.random.default_rng(2).normal(size=(30, 7))
    assert leave_one_out(X, X[:, 0]).leverage.sum() == pytest.approx(7)


def test_badly_scaled_columns():
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(12, 3)), rng.normal(size=12)
    scaled = X * [1e-4, 1.0, 1e4]
    assert leave_one_out(scaled, y).residuals == pytest.approx(leave_one_out(X, y).residuals)


@pytest.mark.parametrize(
    ("X", "lam", "said"),
    [
        ([[1, 1], [2, 2], [3, 3]], 0.0, "X must have independent"),
        ([[1, 2]], 0.0, "X must have independent"),
        ([[1, 0], [1, 0], [0, 1]], 0.0, "example 2"),
        ([[1], [2]], -1.0, "lam must"),
        ([[1], [2]], float("nan"), "lam must"),
    ],
)
def test_bad_input_is_named(X, lam, said):
    with pytest.raises(ValueError, match=said):
        leave_one_out(X, np.zeros(len(X)), lam=lam)
