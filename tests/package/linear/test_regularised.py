"""Regularised loss minimisation: ridge by hand, certificates, stacks; exactly on the line."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize, minimize_scalar
from sklearn.linear_model import LogisticRegression, Ridge

from lecture_code.core.enumeration import count_vectors
from lecture_code.linear.regression import ridge_path
from lecture_code.linear.regularised import hinge_line, hinge_losses, ridge_system, rlm
from lecture_code.linear.smooth_losses import SMOOTH


def sample(seed, m=12, d=3):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(m, d)), np.where(rng.random(m) < 0.5, -1.0, 1.0)


def test_ridge_by_hand():
    # lam w^2 + ((w - 1)^2 + (w - 3)^2)/4 has the derivative 2 lam w + w - 2
    assert ridge_system([[1], [1]], [1, 3], lam=0.5) == pytest.approx([1.0])
    assert rlm([[1], [1]], [1, 3], lam=0.5, loss="half squared").w == pytest.approx([1.0])


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([1e-3, 0.1, 10.0]))
def test_three_ways_to_ridge(seed, lam):
    X, y = sample(seed)
    w = ridge_system(X, y, lam=lam)
    assert w == pytest.approx(rlm(X, y, lam=lam, loss="half squared").w, abs=1e-9)
    assert w == pytest.approx(ridge_path(X, y, [2 * lam * len(y)])[0], abs=1e-9)
    assert w == pytest.approx(Ridge(alpha=2 * lam * len(y), fit_intercept=False).fit(X, y).coef_)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(list(SMOOTH)), st.sampled_from([1e-3, 0.1, 10]))
def test_no_other_optimiser_finds_less(seed, loss, lam):
    X, y = sample(seed)

    def objective(w):
        return lam * w @ w + SMOOTH[loss].value(X @ w, y).mean()

    fit = rlm(X, y, lam=lam, loss=loss)
    other = minimize(objective, np.zeros(3), tol=1e-12)
    assert objective(fit.w) <= other.fun + 1e-12
    assert np.linalg.norm(fit.w - other.x) <= 1e-2


def test_logistic_agrees_with_scikit_learn():
    X, y = sample(5, 40, 4)
    other = LogisticRegression(C=1 / (2 * 0.05 * 40), fit_intercept=False, tol=1e-10).fit(X, y)
    assert rlm(X, y, lam=0.05).w == pytest.approx(other.coef_[0], abs=1e-5)


def test_a_stack_is_solved_like_its_samples():
    pairs = [sample(seed) for seed in range(4)]
    X, y = (np.array(part) for part in zip(*pairs, strict=True))
    lams = np.array([1e-4, 0.01, 0.3, 5.0])
    stack = rlm(X, y, lam=lams).w
    alone = [rlm(*pair, lam=lam).w for pair, lam in zip(pairs, lams, strict=True)]
    assert stack == pytest.approx(np.array(alone), abs=1e-9)


@pytest.mark.parametrize("loss", ["logistic", "half squared hinge"])
def test_separable_with_a_small_penalty(loss):
    X, y = np.array([[1.0, 0.0], [2.0, 1.0], [-1.0, 0.3]]), np.array([1.0, 1.0, -1.0])
    fit = rlm(X, y, lam=1e-8, loss=loss)
    assert (y * fit(X) > 0).all()


@pytest.mark.parametrize("name", list(SMOOTH))
def test_derivatives_by_differences(name):
    loss, s, h = SMOOTH[name], np.array([-3.0, -0.2, 0.4, 0.9, 2.0]), 1e-5
    for y in (-np.ones(5), np.ones(5)):
        slope = (loss.value(s + h, y) - loss.value(s - h, y)) / (2 * h)
        bend = (loss.slope(s + h, y) - loss.slope(s - h, y)) / (2 * h)
        assert loss.slope(s, y) == pytest.approx(slope, abs=1e-6)
        assert loss.curvature(s, y) == pytest.approx(bend, abs=1e-6)
        assert (loss.curvature(s, y) <= loss.beta + 1e-12).all()


@pytest.mark.parametrize("part", ["value", "slope", "curvature"])
@pytest.mark.parametrize("name", list(SMOOTH))
def test_labels_fit_the_scores(name, part):
    function, y = getattr(SMOOTH[name], part), np.array([1.0, -1.0, 1.0])
    scores = np.arange(6.0).reshape(2, 3)
    rows = [function(row, y).tolist() for row in scores]
    assert function(scores, y).tolist() == rows  # of two vectors, a row each
    with pytest.raises(ValueError, match="y must have one label per score"):
        function(np.ones((3, 1)), y)
    with pytest.raises(ValueError, match="y must have one label per score"):
        function(np.ones(3), y[:, None])


def test_rank_deficient_ridge_and_a_lost_penalty():
    X, y = np.ones((3, 2)), np.array([1.0, 2.0, 3.0])
    assert ridge_system(X, y, lam=1e-6) == pytest.approx([1.0, 1.0], abs=1e-4)
    with pytest.raises(RuntimeError, match="lost in the rounding"):
        ridge_system(X, y, lam=1e-30)


numbers = st.sampled_from([-2.0, -1.0, -0.5, 0.0, 0.25, 1.0, 3.0])


def objective(w, a, b, c, lam):
    return lam * w * w + c @ np.maximum(0, b - a * w) / c.sum()


def test_by_hand():
    # lam w^2 + max(0, 1 - w): slope 2 lam w - 1 below 1, so w = 1/(2 lam) or the kink
    assert hinge_line([1], [1], [[3]], lam=1)[0] == 0.5
    assert hinge_line([1], [1], [[3]], lam=0.1)[0] == 1.0
    # constant loss only
    assert hinge_line([0], [1], [[2]], lam=1)[0] == 0.0
    # negative heights: max(0, -1 - w) starts at w = -1
    assert hinge_line([1], [-1], [[2]], lam=1)[0] == 0.0


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(numbers, numbers, st.integers(0, 3)), min_size=1, max_size=6),
    st.sampled_from([0.01, 0.3, 2.0]),
)
def test_no_point_is_better(atoms, lam):
    a, b, c = (np.array(part, dtype=float) for part in zip(*atoms, strict=True))
    c[0] += 1
    w = hinge_line(a, b, c[None], lam=lam)[0]
    here = objective(w, a, b, c, lam)
    other = minimize_scalar(objective, args=(a, b, c, lam), bracket=(-1, 1), tol=1e-12)
    assert here <= other.fun + 1e-9
    for step in (1e-6, -1e-6, 0.1, -0.1):
        assert here <= objective(w + step, a, b, c, lam)


def test_all_counts_at_once():
    counts = count_vectors(3, 5)
    a, b = np.array([1.0, -1.0, 0.5]), np.ones(3)
    together = hinge_line(a, b, counts, lam=0.1)
    assert together == pytest.approx([hinge_line(a, b, c[None], lam=0.1)[0] for c in counts])


def test_losses():
    assert hinge_losses(0.5, [1, 2], [1, 1]).tolist() == [0.5, 0.0]


@pytest.mark.parametrize("scale", [1e-10, 1e5, 1e10, 1e14])
def test_the_certificate_is_relative_to_the_minimiser(scale):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 1))
    y = np.sign(X[:, 0] + rng.normal(size=30))
    w = rlm(X, y, lam=0.1).w
    assert rlm(X * scale, y, lam=0.1 * scale**2).w * scale == pytest.approx(w, rel=1e-9)


@pytest.mark.parametrize("loss", ["logistic", "half squared", "half squared hinge"])
def test_a_tiny_lam_is_no_reason_to_give_up(loss):
    X = np.array([[1.0, 2], [2, 1], [-1, 1], [1, -1], [-2, -1], [1, 1]])
    y = np.array([1.0, 1, -1, -1, 1, -1])
    small, tiny = (rlm(X, y, lam=lam, loss=loss).w for lam in (1e-10, 1e-30))
    assert small == pytest.approx(tiny, rel=1e-7)


def test_a_minimiser_that_is_0_is_found():
    assert rlm([[1.0, 0.1], [-1.0, -0.1]], [1, 1], lam=1e-10).w == pytest.approx([0, 0], abs=1e-9)
