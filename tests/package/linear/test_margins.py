"""Margins by definition, and the shortest separator with the proof of its length."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import minimize, nnls

from lecture_code.linear.margins import (
    distances,
    functional_margin,
    geometric_margin,
    minimum_norm_separator,
    radius,
    signed_margin,
)
from lecture_code.linear.separability import Inseparable, homogenise, separating_halfspace
from lecture_code.solvers.max_margin import max_margin


def assert_optimal(best, X, y, tolerance=1e-9):
    """Evaluate the KKT conditions, which prove the optimum."""
    margins = y * (X @ best.w)
    assert margins.min() >= 1 - tolerance
    assert best.alpha.min() >= 0
    assert (best.alpha * y) @ X == pytest.approx(best.w, rel=1e-8, abs=1e-8 * best.B)
    assert best.alpha.sum() == pytest.approx(best.B**2, rel=1e-9)
    assert np.abs(margins[best.support] - 1).max() <= 1e-7
    assert best.support.tolist() == np.flatnonzero(best.alpha).tolist()
    assert len(best.support) <= X.shape[1]
    assert best.B * best.gamma == pytest.approx(1, rel=1e-12)
    assert np.linalg.norm(best.w) == pytest.approx(best.B)
    assert geometric_margin(best.w, X, y) == pytest.approx(best.gamma, rel=1e-8)


def families(rng, count):
    for k in range(count):
        m, d = rng.integers(1, 9), rng.integers(1, 4)
        X = rng.standard_normal((m, d)) if k % 2 else rng.integers(-3, 4, size=(m, d)) + 0.0
        X = homogenise(X) if k % 3 == 0 else X
        X = np.r_[X, X[: m // 2], 2 * X[:1]] if k % 5 == 0 else X
        yield X, np.where(X @ rng.standard_normal(X.shape[1]) > 0, 1.0, -1.0)


def test_it_proves_that_it_is_the_shortest_or_that_there_is_none():
    separable = 0
    for X, y in families(np.random.default_rng(1), 250):
        if separating_halfspace(X, y).separable:
            separable += 1
            assert_optimal(minimum_norm_separator(X, y), X, y)
        else:
            with pytest.raises(Inseparable) as caught:
                minimum_norm_separator(X, y)
            assert np.abs((caught.value.certificate * y) @ X).max() <= 1e-12
    assert separable >= 150


def test_an_independent_solver_finds_the_same():
    rng = np.random.default_rng(2)
    for _ in range(5):
        X = rng.standard_normal((25, 3))
        y = np.sign(X @ [1.0, 2.0, -1.0])
        best = minimum_norm_separator(X, y)
        peer = minimize(
            lambda w: w @ w,
            1.5 * best.w,
            jac=lambda w: 2 * w,
            constraints={"type": "ineq", "fun": lambda w, X=X, y=y: y * (X @ w) - 1},
            method="SLSQP",
            options={"ftol": 1e-14, "maxiter": 500},
        )
        assert peer.fun == pytest.approx(best.B**2, rel=1e-6)


@pytest.mark.parametrize("d", [1, 3, 7, 12, 18])
def test_exponential_family(d):
    Z = np.eye(d) - np.tril(np.ones((d, d)), -1)
    y = (-1.0) ** np.arange(1, d + 1)
    best = minimum_norm_separator(y[:, None] * Z, y)
    np.testing.assert_allclose(best.w, 2.0 ** np.arange(d), rtol=1e-9)
    assert pytest.approx((4**d - 1) / 3, rel=1e-12) == best.B**2
    assert len(best.support) == d


@pytest.mark.parametrize(
    ("X", "y", "w", "alpha"),
    [
        ([[2.0]], [1], [0.5], [0.25]),
        ([[1, 0], [-3, 1], [5, 5]], [1, 1, 1], [1, 4], [13, 4, 0]),
        ([[0, 2], [0, -2]], [1, -1], [0, 0.5], None),
        ([[3, 4], [6, 8]], [1, 1], [3 / 25, 4 / 25], [1 / 25, 0]),
    ],
)
def test_solutions_found_by_hand(X, y, w, alpha):
    best = minimum_norm_separator(X, y)
    np.testing.assert_allclose(best.w, w, rtol=1e-12, atol=1e-15)
    if alpha is not None:
        np.testing.assert_allclose(best.alpha, alpha, rtol=1e-9, atol=1e-15)
    assert best(X).tolist() == y


@pytest.mark.parametrize(("m", "d"), [(999, 3), (1001, 3), (5000, 20), (20000, 10)])
def test_large_samples_by_constraint_generation(m, d):
    rng = np.random.default_rng(m)
    X, u = rng.standard_normal((m, d)), rng.standard_normal(d)
    y = np.sign(X @ u)
    X += 0.1 * y[:, None] * u / np.linalg.norm(u)
    assert_optimal(minimum_norm_separator(X, y), X, y)
    y[:5] *= -1
    with pytest.raises(Inseparable):
        minimum_norm_separator(X, y)


def test_the_size_of_the_data_does_not_matter():
    rng = np.random.default_rng(3)
    X = rng.standard_normal((40, 3))
    y = np.sign(X @ [1.0, 2.0, -1.0])
    best = minimum_norm_separator(X, y)
    for scale in (1e-100, 1e-8, 1e8, 1e100):
        scaled = minimum_norm_separator(scale * X, y)
        np.testing.assert_allclose(scaled.w * scale, best.w, rtol=1e-9)
        assert scaled.support.tolist() == best.support.tolist()


@pytest.mark.parametrize("offset", [1e2, 1e4, 1e6])
def test_far_from_the_origin_it_is_right_or_refuses(offset):
    rng = np.random.default_rng(4)
    for _ in range(20):
        P = rng.standard_normal((20, 2))
        y = np.where(P @ [1.0, 1.0] > 0, 1.0, -1.0)
        X = homogenise(P + offset)
        try:
            best = minimum_norm_separator(X, y)
        except RuntimeError as error:
            assert "could not be computed" in str(error)  # noqa: PT017
            assert offset > 1e2
        else:
            assert functional_margin(best.w, X, y) >= 1 - 1e-9
            assert best.alpha.sum() == pytest.approx(best.B**2, rel=1e-8)


def test_a_margin_below_rounding_is_refused():
    d = 60
    Z = np.eye(d) - np.tril(np.ones((d, d)), -1)
    try:
        best = minimum_norm_separator(Z, np.ones(d))
    except RuntimeError:
        return
    assert pytest.approx((4.0**d - 1) / 3, rel=1e-6) == best.B**2


def test_a_zero_example_is_inseparable():
    with pytest.raises(Inseparable) as caught:
        minimum_norm_separator([[1, 0], [0, 0]], [1, -1])
    assert caught.value.certificate.tolist() == [0, 1]
    with pytest.raises(Inseparable):
        minimum_norm_separator([[0.0]], [1])


def test_the_solver_alone_says_none_for_inseparable_data():
    for X in ([[1.0, 0.0], [-1.0, 0.0]], [[1.0, 0.0], [-1.0, 1.0], [0.0, -1.0]]):
        assert max_margin(np.array(X), np.ones(len(X)), bias=False) is None


def test_short_examples_that_nearly_depend_on_each_other_are_served(monkeypatch):
    """Without the guess: "as good as dependent" is a matter of the example's own length."""
    monkeypatch.setattr("lecture_code.solvers.max_margin._guess", lambda *_: [])
    X = np.array([[1.0, 0.0], [-1e-5, 5e-7]])
    w, _, alpha = max_margin(X, np.ones(2), bias=False)
    assert np.allclose(X @ w, 1, rtol=1e-9)
    assert (alpha > 0).all()


def test_lawson_and_hanson_find_the_same():
    # C. L. Lawson and R. J. Hanson, Solving Least Squares Problems (1974), chapter 23: problem LDP
    # by nonnegative least squares; w = -r_1..d / r_{d+1} for its residual r.
    for X, y in families(np.random.default_rng(6), 60):
        Z = y[:, None] * X
        E, f = np.c_[Z, np.ones(len(Z))].T, np.r_[np.zeros(Z.shape[1]), 1.0]
        r = E @ nnls(E, f)[0] - f
        found = max_margin(X, y, bias=False) if X.any(axis=1).all() else None
        if found is None:
            assert np.linalg.norm(r) <= 1e-9
        else:
            np.testing.assert_allclose(found[0], -r[:-1] / r[-1], rtol=1e-7, atol=1e-8)


def test_margins_by_definition():
    rng = np.random.default_rng(5)
    X, y, w = rng.standard_normal((30, 4)), rng.choice([-1.0, 1.0], 30), rng.standard_normal(4)
    margins = [
        label * sum(a * b for a, b in zip(w, x, strict=True)) for x, label in zip(X, y, strict=True)
    ]
    assert functional_margin(w, X, y) == pytest.approx(min(margins))
    assert geometric_margin(w, X, y) == pytest.approx(min(margins) / np.sqrt((w**2).sum()))
    assert geometric_margin(7 * w, X, y) == pytest.approx(geometric_margin(w, X, y))
    assert radius(X) == pytest.approx(max(np.sqrt((x**2).sum()) for x in X))
    assert functional_margin([0, 0, 0, 0], X, y) == 0


def test_distances_and_margin():
    X, y, w = [[3.0, 4.0], [0.0, 1.0]], [1, -1], [0.0, 2.0]
    assert distances(w, -4, X).tolist() == [2, 1]
    assert signed_margin(w, -4, X, y) == 1
    assert signed_margin(w, 0, X, y) == -1
    for function in (lambda: distances([0, 0], 1, X), lambda: signed_margin([0, 0], 1, X, y)):
        with pytest.raises(ValueError, match="w must not be the zero vector"):
            function()


def test_the_label_counts_in_the_margin():
    assert functional_margin([1.0], [[1.0], [-1.0]], [1, -1]) == 1
    assert functional_margin([1.0], [[1.0], [-1.0]], [1, 1]) == -1


grids = arrays(
    np.int64, st.tuples(st.integers(1, 8), st.integers(1, 3)), elements=st.integers(-3, 3)
)


@given(X=grids, seed=st.integers(0, 999))
def test_symmetries(X, seed):
    rng = np.random.default_rng(seed)
    y = np.where(X @ rng.standard_normal(X.shape[1]) > 0, 1, -1)
    assume(separating_halfspace(X, y).separable)
    order, signs = rng.permutation(len(X)), rng.choice([-1, 1], len(X))
    Q = np.linalg.qr(rng.standard_normal((X.shape[1], X.shape[1])))[0]
    best = minimum_norm_separator(X, y)
    assert_optimal(best, X.astype(float), y)
    for points, labels, w in [
        (X[order], y[order], best.w),
        (signs[:, None] * X, signs * y, best.w),
        (X, -y, -best.w),
        (4 * X, y, best.w / 4),
        (X @ Q, y, best.w @ Q),
        (np.r_[X, 3 * X], np.r_[y, y], best.w),
    ]:
        np.testing.assert_allclose(minimum_norm_separator(points, labels).w, w, atol=1e-9)
    for w in rng.standard_normal((20, X.shape[1])):
        assert geometric_margin(w, X, y) <= best.gamma * (1 + 1e-12)
