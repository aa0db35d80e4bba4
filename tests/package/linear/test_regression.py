"""Least squares and least absolute errors against exact fractions, enumeration and scipy."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import lstsq
from sklearn.linear_model import LinearRegression, QuantileRegressor, Ridge

from lecture_code.linear.regression import (
    least_absolute,
    least_squares,
    normal_equations,
    qr_least_squares,
    ridge_path,
    rotate,
)


def exact_solution(X, y):
    """Solve the normal equations in fractions by Gauss and Jordan."""
    X = [[Fraction(float(v)) for v in row] for row in X]
    y, d = [Fraction(float(v)) for v in y], len(X[0])
    rows = [
        [sum(x[j] * x[k] for x in X) for k in range(d)]
        + [sum(x[j] * v for x, v in zip(X, y, strict=True))]
        for j in range(d)
    ]
    for k in range(d):
        top = next(r for r in range(k, d) if rows[r][k])
        rows[k], rows[top] = rows[top], rows[k]
        rows[k] = [v / rows[k][k] for v in rows[k]]
        for r in set(range(d)) - {k}:
            rows[r] = [a - rows[r][k] * b for a, b in zip(rows[r], rows[k], strict=True)]
    return np.array([float(row[-1]) for row in rows])


def test_three_ways_solve_the_same_integers_exactly():
    rng = np.random.default_rng(0)
    for _ in range(30):
        m, d = int(rng.integers(4, 9)), int(rng.integers(1, 4))
        X, y = rng.integers(-4, 5, size=(m, d)).astype(float), rng.integers(-9, 9, size=m)
        if np.linalg.matrix_rank(X) < d:
            continue
        expected = exact_solution(X, y)
        for w in (normal_equations(X, y), qr_least_squares(X, y), least_squares(X, y).w):
            assert w == pytest.approx(expected, rel=1e-8, abs=1e-9)


def test_scikit_learn_and_numpy_fit_the_same():
    rng = np.random.default_rng(11)
    for m, d in [(6, 2), (30, 4), (200, 7)]:
        X, y = rng.standard_normal((m, d)), rng.standard_normal(m)
        peer = LinearRegression(fit_intercept=False).fit(X, y).coef_
        for w in (least_squares(X, y).w, normal_equations(X, y), qr_least_squares(X, y)):
            np.testing.assert_allclose(w, peer, rtol=1e-8, atol=1e-10)
        R, rotated = rotate(X, y)
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
    R, rotated = rotate(X, y)
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


def through_d_points(X, y):
    """Return the least absolute error of all vectors that meet d of the examples."""
    d = X.shape[1]
    fits = [
        np.linalg.solve(X[list(S)], y[list(S)])
        for S in combinations(range(len(X)), d)
        if abs(np.linalg.det(X[list(S)])) > 1e-9
    ]
    return min(np.abs(X @ w - y).sum() for w in fits)


def test_least_absolute_against_all_vertices():
    rng = np.random.default_rng(2)
    for k in range(40):
        X = rng.normal(size=(8, 2)) if k % 2 else rng.integers(-3, 4, size=(8, 2)) + 0.0
        if np.linalg.matrix_rank(X) < 2:
            continue
        y = rng.normal(size=8) * 10.0 ** rng.integers(-8, 9)
        reached = np.abs(X @ least_absolute(X, y).w - y).sum()
        assert reached == pytest.approx(through_d_points(X, y), rel=1e-6)


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


@pytest.mark.parametrize("solve", [normal_equations, qr_least_squares])
def test_dependent_columns_are_turned_away(solve):
    with pytest.raises(ValueError, match="independent columns"):
        solve([[1, 1], [1, 1], [2, 2]], [1, 2, 3])


def test_too_few_rows_are_turned_away():
    with pytest.raises(ValueError, match="independent columns"):
        qr_least_squares([[1.0, 2.0]], [1.0])


@pytest.mark.parametrize("solve", [normal_equations, qr_least_squares, least_squares])
@pytest.mark.parametrize(
    ("X", "y", "complaint"),
    [([[1.0]], [1, 2], "y must have"), ([[np.nan]], [1], "X must be finite"), ([], [], "X must")],
)
def test_bad_samples_are_turned_away(solve, X, y, complaint):
    with pytest.raises(ValueError, match=complaint):
        solve(X, y)


@pytest.mark.parametrize("lams", [[0.0], [1.0, -1.0], [np.nan]])
def test_bad_lambdas_are_turned_away(lams):
    with pytest.raises(ValueError, match="lams"):
        ridge_path([[1.0]], [1.0], lams)
