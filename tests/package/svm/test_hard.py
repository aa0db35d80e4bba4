"""Hard SVM against the distance of the hulls, its own proof, and scikit-learn."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog, nnls
from sklearn.svm import SVC

from lecture_code.data import synthetic
from lecture_code.linear.margins import minimum_norm_separator
from lecture_code.linear.separability import Inseparable
from lecture_code.svm.hard import hard_svm


def hull_distance(X, y):
    """Return the distance of the two hulls, by non-negative least squares with heavy rows."""
    size = np.abs(X - X[0]).max()
    A = (X - X[0]) / size
    P, N = A[y > 0], A[y < 0]
    heavy = 1e4 * np.vstack([np.sort(y)[::-1] > 0, np.sort(y)[::-1] < 0])
    u = nnls(np.vstack([np.c_[P.T, -N.T], heavy]), np.r_[np.zeros(A.shape[1]), 1e4, 1e4])[0]
    p, q = u[: len(P)], u[len(P) :]
    return np.linalg.norm(p / p.sum() @ P - q / q.sum() @ N) * size


def separable(X, y):
    size = np.abs(X - X[0]).max() or 1.0
    rows = -y[:, None] * np.c_[(X - X[0]) / size, np.ones(len(X))]
    free = [(None, None)] * rows.shape[1]
    return linprog(np.zeros(rows.shape[1]), rows, -np.ones(len(X)), bounds=free).status == 0


def assert_optimal(best, X, y, raw=1e-7):
    """Evaluate the conditions that prove the optimum, in coordinates where they are well posed."""
    A, w = X - X[0], best.w
    margins = y * (A @ w + best.b + X[0] @ w)
    assert margins.min() >= 1 - raw
    assert best.alpha.min() >= 0
    square = w @ w
    assert abs(best.alpha @ y) <= 1e-9 * best.alpha.sum()
    assert np.linalg.norm((best.alpha * y) @ A - w) <= 1e-8 * np.linalg.norm(w)
    assert best.alpha.sum() == pytest.approx(square, rel=1e-8)
    assert best.gamma == pytest.approx(square**-0.5, rel=1e-12)
    assert best.support.tolist() == np.flatnonzero(best.alpha).tolist()
    assert len(best.support) <= X.shape[1] + 1
    assert np.abs(margins[best.support] - 1).max() <= raw


def samples(rng, count):
    """Yield Gaussian points, integer grids with duplicates, shifted and scaled ones."""
    for k in range(count):
        m, d = rng.integers(2, 12), rng.integers(1, 5)
        X = rng.standard_normal((m, d))
        if k % 5 in (1, 2):
            X = rng.integers(-3, 4, size=(m, d)) + 0.0
        if k % 5 == 2:
            X = np.r_[X, X[: m // 2]]
        u, b = rng.standard_normal(d), rng.standard_normal()
        y = np.where(X @ u + b > 0, 1.0, -1.0)
        if k % 7 == 0:
            y[rng.integers(len(y))] *= -1
        X = 1e4 * X + 1e5 if k % 5 == 3 else X + 1e5 if k % 5 == 4 else X
        if abs(y.sum()) < len(y):
            yield X, y


def test_optimum_and_hulls_on_many_families():
    count = [0, 0]
    for X, y in samples(np.random.default_rng(1), 600):
        assert separable(X, y) == is_separated(X, y)
        if not is_separated(X, y):
            count[0] += 1
            continue
        best = hard_svm(X, y)
        assert_optimal(best, X, y)
        assert 2 * best.gamma == pytest.approx(hull_distance(X, y), rel=1e-5)
        count[1] += 1
    assert min(count) > 20


def is_separated(X, y):
    try:
        hard_svm(X, y)
    except Inseparable as error:
        a = error.certificate
        assert a.min() >= 0
        assert a.sum() == pytest.approx(1)
        assert abs(a @ y) < 1e-9
        assert np.abs((a * y) @ (X - X[0])).max() <= 1e-9 * np.abs(X - X[0]).max()
        return False
    return True


@pytest.mark.parametrize(("m", "d"), [(3000, 2), (3000, 10), (20_000, 5)])
def test_large_samples_go_through_working_sets(m, d):
    rng = np.random.default_rng(m + d)
    X, u = rng.standard_normal((m, d)), rng.standard_normal(d)
    y = np.where(X @ u > 0.3, 1.0, -1.0)
    X += 0.1 * y[:, None] * u
    best = hard_svm(X, y)
    assert_optimal(best, X, y)
    kept = best.support
    assert hard_svm(X[kept], y[kept]).gamma == pytest.approx(best.gamma, rel=1e-10)


def test_few_of_one_label_in_a_large_sample():
    rng = np.random.default_rng(5)
    X = rng.standard_normal((5000, 3))
    y = np.where(np.arange(5000) == 4321, 1.0, -1.0)
    X[4321] = 9
    assert_optimal(hard_svm(X, y), X, y)
    X[4321] = 0
    with pytest.raises(Inseparable):
        hard_svm(X, y)


def test_scikit_learn_agrees():
    rng = np.random.default_rng(7)
    X = rng.standard_normal((60, 3))
    y = np.where(X[:, 0] > 0.2, 1.0, -1.0)
    X[:, 0] += 0.5 * y
    best, peer = hard_svm(X, y), SVC(C=1e8, kernel="linear", tol=1e-10).fit(X, y)
    np.testing.assert_allclose(best.w, peer.coef_[0], rtol=1e-4)
    assert best.b == pytest.approx(peer.intercept_[0], rel=1e-4)
    assert np.array_equal(best(X), y)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([1e-3, 1.0, 1e5]), st.floats(-1e4, 1e4))
def test_scale_and_shift(seed, scale, shift):
    rng = np.random.default_rng(seed)
    X = rng.integers(-4, 5, size=(8, 2)) + 0.0
    y = np.where(X @ [1.0, 2.0] > 0.5, 1.0, -1.0)
    if abs(y.sum()) < 8:
        first = hard_svm(X, y)
        second = hard_svm(scale * (X + shift), y)
        assert second.gamma == pytest.approx(scale * first.gamma, rel=1e-6)
        np.testing.assert_allclose(scale * second.w, first.w, atol=1e-5)


def test_without_a_bias_it_is_the_shortest_separator():
    X, y = synthetic.exponential_family(6)
    best, shortest = hard_svm(X, y, bias=False), minimum_norm_separator(X, y)
    assert np.array_equal(best.w, shortest.w)
    assert best.b == 0
    assert best.gamma == pytest.approx((3 / (4**6 - 1)) ** 0.5)


def test_by_hand():
    best = hard_svm([[0.0, 0.0], [2.0, 0.0], [5.0, 7.0]], [-1, 1, 1])
    assert best.w.tolist() == pytest.approx([1, 0])
    assert best.b == pytest.approx(-1)
    assert best.alpha.tolist() == pytest.approx([0.5, 0.5, 0])
    assert best([[1.5, 3.0], [1.0, 0.0]]).tolist() == [1, 0]


def test_it_raises_rather_than_be_wrong():
    raised = 0
    for seed in range(12):
        X = 1e9 + 1e-5 * np.random.default_rng(seed).standard_normal((6, 2))
        y = np.where(X[:, 0] > np.median(X[:, 0]), 1.0, -1.0)
        try:
            assert (y * hard_svm(X, y).score(X)).min() >= 1 - 1e-6
        except RuntimeError:
            raised += 1
            with pytest.raises(RuntimeError, match="shift the points"):
                hard_svm(X, y)
        assert_optimal(hard_svm(X - X[0], y), X - X[0], y)
    assert raised > 0


def test_dependent_points_of_an_inseparable_sample_get_their_certificate():
    # Two diagonals of a plane quadrilateral cross: dependent up to rounding, so no start for QR.
    X = [[-2, -1, 0], [-2, -2, 2], [2, -2, -1], [1, -1, 2], [-2, -1, 1], [-2, -2, -1]]
    y = np.array([1, 1, 1, 1, -1, -1])
    with pytest.raises(Inseparable) as caught:
        hard_svm(X, y)
    alpha = caught.value.certificate
    assert alpha.min() >= 0
    assert alpha.sum() == pytest.approx(1)
    assert np.abs((alpha * y) @ np.c_[np.ones(6), X]).max() < 1e-12
