"""The soft SVM against hand-solved cases, a general solver, scikit-learn and its own dual."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import minimize
from sklearn.svm import SVC, LinearSVC

from lecture_code.core.losses import best_biases, hinge
from lecture_code.linear.margins import minimum_norm_separator
from lecture_code.svm.hard import hard_svm
from lecture_code.svm.soft import soft_svm


def literal(X, y, lam, bias):
    """Return the problem with its slack variables, given to a general solver."""
    m, d = X.shape
    rows = np.c_[y[:, None] * X, y * bias, np.eye(m)]
    start = np.r_[np.zeros(d + 1), np.full(m, 1.0)]
    found = minimize(
        lambda v: lam * v[:d] @ v[:d] + v[d + 1 :].mean(),
        start,
        bounds=[(None, None)] * (d + 1) + [(0, None)] * m,
        constraints={"type": "ineq", "fun": lambda v: rows @ v - 1},
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 1000},
    )
    return found.x[:d], found.fun


def sample(seed, m=12, d=2):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(m, d))
    y = np.where(X[:, 0] + 0.8 * rng.normal(size=m) > 0.2, 1.0, -1.0)
    y[:2] = 1, -1
    return X, y


def test_two_opposite_points_by_hand():
    for lam in (0.01, 0.3, 0.5, 2.0):
        for bias in (False, True):
            run = soft_svm([[1.0], [-1.0]], [1, -1], lam=lam, bias=bias)
            assert run.w == pytest.approx([min(1, 1 / (2 * lam))], rel=1e-8)
            assert run.b == pytest.approx(0, abs=1e-8)


@pytest.mark.parametrize("lam", [0.01, 0.2, 3.0])
@pytest.mark.parametrize("bias", [False, True])
def test_it_is_what_a_general_solver_finds(lam, bias):
    for seed in range(4):
        X, y = sample(seed)
        run, (w, value) = soft_svm(X, y, lam=lam, bias=bias), literal(X, y, lam, bias)
        assert run.objective == pytest.approx(value, rel=1e-6)
        assert run.objective <= value * (1 + 1e-9)
        assert run.w == pytest.approx(w, abs=1e-3)


@given(
    arrays(float, (6, 2), elements=st.integers(-4, 4)),
    arrays(float, 6, elements=st.sampled_from([-1, 1])),
    st.sampled_from([1e-6, 1e-3, 0.1, 1.0, 50.0]),
    st.booleans(),
)
@settings(max_examples=200, deadline=None)
def test_every_answer_carries_its_proof(X, y, lam, bias):
    run = soft_svm(X, y, lam=lam, bias=bias)
    m, margins = len(y), y * (X @ run.w + run.b)
    assert run.alpha.min() >= 0
    assert run.alpha.max() <= 1 / m
    if bias:
        assert run.alpha @ y == pytest.approx(0, abs=1e-12)
    pull = (run.alpha * y) @ X
    dual = run.alpha.sum() - pull @ pull / (4 * lam)
    assert run.objective == pytest.approx(lam * run.w @ run.w + hinge(margins, 1).mean())
    assert run.objective - dual <= 1e-9 * run.objective + 1e-15
    # The gap identity of thm-soft-dual: it bounds the distance of w.
    assert lam * ((run.w - pull / (2 * lam)) ** 2).sum() <= 1e-9 * run.objective + 1e-15


def test_small_lambda_gives_the_hard_svm():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(30, 3))
    y = np.sign(X @ [1.0, 2, -1])
    hard = minimum_norm_separator(X, y)
    lam = 1 / (2 * 30 * hard.alpha.max())
    assert soft_svm(X, y, lam=lam, bias=False).w == pytest.approx(hard.w, rel=1e-6)
    above = soft_svm(X, y, lam=1.5 * lam, bias=False)
    assert above.slack.max() > 1e-3


def test_large_lambda_gives_the_mean():
    X, y = sample(5)
    lam = (X**2).sum(axis=1).max() / 2
    run = soft_svm(X, y, lam=lam, bias=False)
    assert run.w == pytest.approx((y[:, None] * X).mean(axis=0) / (2 * lam))
    assert run.alpha == pytest.approx(np.full(len(y), 1 / len(y)))


@pytest.mark.parametrize("C", [1e-3, 1.0, 100.0])
def test_scikit_learn_agrees(C):
    X, y = sample(7, m=80, d=3)
    lam = 1 / (2 * C * len(y))
    peer = SVC(kernel="linear", C=C, tol=1e-8).fit(X, y)
    run = soft_svm(X, y, lam=lam)
    assert run.w == pytest.approx(peer.coef_[0], abs=1e-4 * (1 + np.abs(run.w).max()))
    liblinear = LinearSVC(loss="hinge", C=C, tol=1e-8, max_iter=1_000_000).fit(X, y)
    lifted = soft_svm(np.c_[X, np.ones(len(y))], y, lam=lam, bias=False)
    theirs = np.r_[liblinear.coef_[0], liblinear.intercept_]
    assert lifted.w == pytest.approx(theirs, abs=1e-3 * (1 + np.abs(theirs).max()))


def test_far_points_huge_scales_and_duplicates():
    X, y = sample(8, m=40)
    plain = soft_svm(X, y, lam=0.1)
    moved = soft_svm(X * 1e6 + 1e8, y, lam=0.1 * 1e12)
    assert moved.w * 1e6 == pytest.approx(plain.w, rel=1e-5)
    twice = soft_svm(np.r_[X, X], np.r_[y, y], lam=0.1)
    assert twice.w == pytest.approx(plain.w, rel=1e-6)
    flat = soft_svm(np.c_[X, X[:, :1], np.zeros(40)], y, lam=0.1)
    assert flat.gap <= 1e-9 * flat.objective


def test_one_label_and_zero_points():
    run = soft_svm([[1.0], [3.0]], [-1, -1], lam=1.0)
    assert (run.w.tolist(), run.b, run.objective, run.interval) == ([0.0], -1, 0, (-np.inf, -1))
    assert soft_svm([[0.0], [0.0]], [1, -1], lam=1.0, bias=False).objective == 1
    assert soft_svm([[0.0], [0.0]], [1, -1], lam=1.0).interval == (-1, 1)


def test_best_biases_by_trying_many():
    rng = np.random.default_rng(9)
    tried = np.linspace(-6, 6, 2401)
    for _ in range(50):
        s, y = rng.integers(-2, 3, 5).astype(float), rng.choice([-1.0, 1.0], 5)
        values = hinge(s + tried[:, None], y).mean(axis=1)
        good = tried[values <= values.min() + 1e-12]
        low, high = best_biases(s, y)
        assert good.min() == pytest.approx(max(low, -6))
        assert good.max() == pytest.approx(min(high, 6))


def test_multipliers_that_are_all_at_the_ends_of_the_box():
    X = [[2, -2], [2, -2], [-2, -2], [0, 2]]  # the same point with both labels: w = 0 is best
    run = soft_svm(X, [1, -1, 1, 1], lam=0.5)
    assert run.objective == pytest.approx(0.5, rel=1e-9)
    assert run.alpha.tolist() == [0.25, 0.25, 0, 0]


def test_a_sample_on_which_corrected_steps_run_in_a_circle():
    X, y = [[1, 0], [0, -2], [2, -1], [2, 2]], [-1, 1, -1, -1]
    run = soft_svm(X, y, lam=1 / 30)
    # The hard SVM: (0, -2) is nearest to (3, -1)/2, at a distance whose square is 9/2.
    assert run.w == pytest.approx([-2 / 3, -2 / 3], abs=1e-6)
    assert run.objective == pytest.approx(8 / 9 / 30, rel=1e-8)


def test_multipliers_that_are_all_tiny_are_kept():
    X, y = [[2.0, 0, -2], [-1, -3, -1], [0, 2, 3]], [-1, -1, 1]
    run = soft_svm(X, y, lam=1e-6)
    assert run.w == pytest.approx(hard_svm(X, y).w, rel=1e-6)
    assert 0 < run.alpha.max() * 3 < 1e-6


@pytest.mark.parametrize("lam", 10.0 ** -np.arange(3, 10))
def test_a_huge_C_where_the_gap_falls_with_the_value_for_many_steps(lam):
    # The hard SVM is half of (1, -1): both labels are at margin 1, and (-2, 3) lies beyond.
    run = soft_svm([[0, 0], [2, -2], [-2, 3]], [-1, 1, -1], lam=lam)
    assert run.objective == pytest.approx(lam / 2, rel=2e-9)
    assert run.w == pytest.approx([0.5, -0.5], abs=1e-4)
    assert run.alpha == pytest.approx([lam / 2, lam / 2, 0], rel=1e-4, abs=lam * 1e-4)


@pytest.mark.parametrize("lam", [1e-6, 1e-8])
def test_a_multiplier_far_smaller_than_another_counts(lam):
    # The point 0 loses 1 whatever w is, the other one calls for w = -1.
    run = soft_svm([[0.0], [-1.0]], [-1, 1], lam=lam, bias=False)
    assert run.w == pytest.approx([-1], abs=1e-4)
    assert run.objective == pytest.approx(0.5 + lam, rel=1e-9)
    assert run.alpha == pytest.approx([0.5, 2 * lam], rel=1e-3)


def test_a_huge_C_whose_newton_matrix_is_singular_in_floats():
    # (-3, 2) lies between two points of the other label: w = 0 loses 2/7, and no w less.
    X = [[-3, 2], [3, 0], [-2, -1], [-3, 0], [-3, 3], [0, 2], [-2, 0]]
    run = soft_svm(X, [-1, 1, 1, 1, 1, 1, 1], lam=1e-6)
    assert run.objective == pytest.approx(2 / 7, rel=2e-9)
