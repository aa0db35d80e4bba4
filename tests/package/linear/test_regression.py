"""Least squares, least absolute errors, ridge and leaving one out against scipy and the like."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import lstsq
from sklearn.linear_model import LinearRegression, QuantileRegressor, Ridge
from sklearn.model_selection import LeaveOneOut as Splitter
from sklearn.model_selection import cross_val_predict
from strategies import solve

from lecture_code.linear.regression import (
    _rotate,
    least_absolute,
    least_squares,
    leave_one_out,
    normal_equations,
    qr_least_squares,
    ridge_path,
)


def test_scikit_learn_and_numpy_fit_the_same():
    rng = np.random.default_rng(11)
    for m, d in [(6, 2), (30, 4), (200, 7)]:
        X, y = rng.standard_normal((m, d)), rng.standard_normal(m)
        peer = LinearRegression(fit_intercept=False).fit(X, y).coef_
        for w in (least_squares(X, y).w, normal_equations(X, y), qr_least_squares(X, y)):
            np.testing.assert_allclose(w, peer, rtol=1e-8, atol=1e-10)
        R, rotated = _rotate(X, y)
        Q, upper = np.linalg.qr(X)
        np.testing.assert_allclose(abs(R), abs(upper), atol=1e-10)
        np.testing.assert_allclose(abs(rotated), abs(Q.T @ y), atol=1e-10)
        np.testing.assert_allclose(np.linalg.solve(R, rotated), peer, rtol=1e-8, atol=1e-10)


def test_scikit_learn_finds_the_same_least_absolute_errors():
    rng = np.random.default_rng(12)
    for m, d in [(7, 1), (15, 2), (40, 3)]:
        X, y = rng.standard_normal((m, d)), rng.standard_normal(m)
        peer = QuantileRegressor(quantile=0.5, alpha=0, fit_intercept=False).fit(X, y)
        np.testing.assert_allclose(least_absolute(X, y).w, peer.coef_, atol=1e-7)


def test_blocks_rotate_as_one_matrix():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(5000, 3)), rng.normal(size=5000)
    R, rotated = _rotate(X, y)
    assert (R.T @ R).ravel() == pytest.approx((X.T @ X).ravel())
    assert R.T @ rotated == pytest.approx(X.T @ y)


@given(st.integers(0, 10**6), st.integers(1, 6), st.integers(1, 6), st.integers(-150, 150))
@settings(max_examples=60, deadline=None)
def test_dependent_columns_give_the_shortest_minimiser(seed, m, d, power):
    rng = np.random.default_rng(seed)
    X = rng.integers(-2, 3, size=(m, d)) * 10.0**power
    y = rng.integers(-5, 6, size=m).astype(float)
    fit = least_squares(X, y)
    expected = lstsq(X / 10.0**power, y)[0] / 10.0**power
    assert fit.w == pytest.approx(expected, rel=1e-7, abs=1e-9 * 10.0**-power)
    assert fit.rank == np.linalg.matrix_rank(X / 10.0**power)


def test_no_points_but_zero_ask_for_nothing():
    assert least_squares(np.zeros((3, 2)), [1, 2, 3]).w.tolist() == [0, 0]
    assert np.isnan(least_squares(np.zeros((3, 2)), [1, 2, 3]).condition)


def test_least_absolute_on_dependent_columns_and_zeros():
    X = np.array([[1.0, 1, 0]] * 3)
    assert X[0] @ least_absolute(X, [1, 2, 9]).w == pytest.approx(2)
    assert np.abs(X @ least_absolute(X, [0, 0, 0]).w).max() == 0


@pytest.mark.parametrize(("m", "d"), [(30, 4), (4, 7)])
def test_ridge_path_is_ridge_for_each_lambda(m, d):
    rng = np.random.default_rng(3)
    X, y, lams = rng.normal(size=(m, d)), rng.normal(size=m), [1e-3, 0.1, 1, 50]
    for lam, w in zip(lams, ridge_path(X, y, lams), strict=True):
        assert w == pytest.approx(np.linalg.solve(X.T @ X + lam * np.eye(d), X.T @ y))
        assert w == pytest.approx(Ridge(alpha=lam, fit_intercept=False).fit(X, y).coef_)


def test_ridge_path_of_extreme_sizes():
    X, y = np.array([[1e180, 0], [0, 1e-180]]), np.array([1.0, 1.0])
    w = ridge_path(X, y, [1e-300, 1.0])
    assert np.isfinite(w).all()
    assert w[:, 0] == pytest.approx(1e-180)
    assert ridge_path([[0.0]], [1.0], [2.0]).tolist() == [[0.0]]


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
def test_more_columns_than_rows_are_fine_with_a_penalty(seed, power):
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


def left_out(X, y, lam):
    """Return the leave-one-out errors of ridge regression in rational numbers."""
    X, y = [list(map(Fraction, row)) for row in np.asarray(X, float)], list(map(Fraction, y))
    errors, d = [], range(len(X[0]))
    for i, (x, t) in enumerate(zip(X, y, strict=True)):
        rows, rest = X[:i] + X[i + 1 :], y[:i] + y[i + 1 :]
        A = [[sum(r[a] * r[b] for r in rows) + Fraction(lam) * (a == b) for b in d] for a in d]
        w = solve(A, [sum(r[a] * s for r, s in zip(rows, rest, strict=True)) for a in d])
        errors.append(float(t - sum(a * b for a, b in zip(x, w, strict=True))))
    return errors


WIDE = np.random.default_rng(0).normal(size=(5, 8))


@pytest.mark.parametrize(
    ("X", "lam"),
    [
        (np.eye(3) * 1e6, 1.0),
        (WIDE, 1e-10),
        (WIDE.T, 1e-10),
        ([[1e6, 0], [0, 1], [0, 2]], 1.0),
        ([[1e10, 1], [1, 1], [1, 2], [1, 3]], 1e-3),
        ([[1, 1e9], [1, 1], [1, 2], [1, 4]], 0.0),
        ([[2.0]], 1.0),
    ],
)
def test_leave_one_out_loses_no_digits_at_large_leverage(X, lam):
    y = np.resize([1.0, 2, 4, 3, 7], len(X))
    assert leave_one_out(X, y, lam=lam).residuals == pytest.approx(left_out(X, y, lam), rel=1e-7)
