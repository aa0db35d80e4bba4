"""SMO against the interior point in the feature space, libsvm, its own proof.

Then the machine made of it against the soft SVM on explicit features, and scikit-learn.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.svm import SVC

from lecture_code.data.datasets import digits, pair
from lecture_code.kernels.kernel import Gaussian, Linear, Polynomial, gram
from lecture_code.kernels.svm import kernel_svm, smo, violation
from lecture_code.svm.soft import soft_svm


def world(seed, m=9, d=2):
    rng = np.random.default_rng(seed)
    y = rng.choice([-1.0, 1.0], m)
    y[:2] = 1, -1
    return rng.normal(size=(m, d)), y


KERNELS = [Linear(), Polynomial(2), Gaussian(0.8)]


@given(st.integers(0, 10**6), st.sampled_from([1e-2, 0.3]), st.sampled_from([1e-1, 1e-5]))
@settings(max_examples=40, deadline=None)
def test_the_objective_is_that_of_the_interior_point(seed, lam, tol):
    X, y = world(seed, m=14)
    run, exact = smo(gram(Linear(), X), y, lam=lam, tol=tol), soft_svm(X, y, lam=lam)
    assert -1e-7 <= run.objective - exact.objective <= run.gap + 1e-7
    assert run.gap <= tol / 2 + 1e-9
    assert run.violation <= tol
    assert (run.alpha >= 0).all()
    assert (run.alpha <= (1 + 1e-12) / len(y)).all()
    assert abs(run.alpha @ y) < 1e-12
    assert abs(lam * (run.norm - np.linalg.norm(exact.w)) ** 2) <= run.gap + 1e-7


@pytest.mark.parametrize("K", KERNELS)
def test_libsvm_agrees(K):
    X, y = world(5, m=60)
    G, lam = gram(K, X), 0.01
    run = smo(G, y, lam=lam, tol=1e-6)
    svc = SVC(kernel="precomputed", C=1 / (2 * lam * 60), tol=1e-6).fit(G, y)
    assert np.allclose(run.scores, svc.decision_function(G), atol=1e-4)


def test_by_hand():
    run = smo([[1, -1], [-1, 1]], [1, -1], lam=0.2)
    assert run.alpha.tolist() == [0.2, 0.2]
    assert (run.objective, run.b, run.steps, run.norm) == (pytest.approx(0.2), 0, 1, 1.0)
    assert violation([0.4, 0.4], [1, -1], run.scores * 0) == 0


def test_the_violation_is_the_largest_over_all_pairs():
    rng = np.random.default_rng(11)
    for _ in range(200):
        m = rng.integers(1, 6)
        share, y, u = rng.choice([0, 0.5, 1], m), rng.choice([-1, 1], m), rng.normal(size=m)
        weight, low, high = share * y, np.minimum(y, 0), np.maximum(y, 0)
        moves = [
            u[i] - u[j]
            for i in range(m)
            for j in range(m)
            if weight[i] < high[i] and weight[j] > low[j]
        ]
        assert violation(share, y, u) == max([0.0, *moves])


def test_one_label_needs_no_vector():
    for s in (1, -1):
        run = smo(np.eye(3), [s] * 3, lam=1.0)
        assert (run.b, run.objective, run.gap, run.steps) == (s, 0, 0, 0)
        assert run.alpha.tolist() == [0, 0, 0]


def test_twice_the_same_point_with_both_labels():
    run = smo(np.ones((4, 4)), [1, 1, -1, 1], lam=0.1)
    assert run.objective == pytest.approx(0.5)
    assert run.norm == 0


def test_a_constant_added_to_the_kernel_changes_nothing():
    X, y = world(8, m=20)
    G = gram(Gaussian(1.0), X)
    one, two = (smo(G + c, y, lam=0.02, tol=1e-8) for c in (0, 5))
    assert np.allclose(one.scores, two.scores, atol=1e-6)


def test_bad_input():
    good = np.eye(2)
    for G, y, wrong in [
        (np.ones((2, 3)), [1, -1], "G must be square"),
        ([[1, 2], [0, 1]], [1, -1], "G must be symmetric"),
        (good, [1, 0], "y must"),
        (good, [1, -1, 1], "y must"),
        ([[np.nan, 0], [0, 1]], [1, -1], "G must be finite"),
    ]:
        with pytest.raises(ValueError, match=wrong):
            smo(G, y, lam=1.0)
    for wrong in ({"lam": 0.0}, {"tol": -1.0}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            smo(good, [1, -1], **{"lam": 1.0} | wrong)


@pytest.mark.parametrize(("i", "j"), [(0, 599), (299, 300), (599, 290), (598, 599)])
def test_a_large_matrix_is_symmetric_in_every_corner(i, j):
    G = np.eye(600)
    G[i, j] = 1e-3
    with pytest.raises(ValueError, match="G must be symmetric"):
        smo(G, np.resize([1, -1], 600), lam=1.0)


def test_it_raises_rather_than_stop_early(monkeypatch):
    X, y = world(3, m=30)
    monkeypatch.setattr("lecture_code.kernels.svm.MOST_STEPS", 5)
    with pytest.raises(RuntimeError, match="after 5 steps"):
        smo(gram(Gaussian(1.0), X), y, lam=1e-3)


def test_a_kernel_that_is_zero_at_all_points():
    run = smo(np.zeros((3, 3)), [1, -1, 1], lam=1.0)  # without a vector the bias is all
    assert run.objective == pytest.approx(2 / 3)
    assert (run.norm, run.b) == (0, 1)


def test_steps_that_rounding_has_led_astray_go_on():
    """After 20,000 steps the kept u has drifted by more than tol: two rounds or three."""
    for seed in (1, 2, 3):
        X, y = world(seed, m=40)
        run = smo(gram(Gaussian(2**-0.25), X), y, lam=1e-5, tol=1e-11)
        assert run.violation <= 1e-11


rng = np.random.default_rng(0)
X = rng.normal(size=(40, 2))
y = np.where((X**2).sum(axis=1) + 0.3 * rng.normal(size=40) > 1.5, 1.0, -1.0)


def features(X):
    r = 2**0.5
    a, b = X.T
    return np.c_[np.ones(len(X)), r * a, r * b, a**2, b**2, r * a * b]


@pytest.mark.parametrize("lam", [0.001, 0.05, 1.0])
def test_explicit_features_give_the_same_machine(lam):
    ours = kernel_svm(X, y, K=Polynomial(2), lam=lam, tol=1e-8)
    theirs = soft_svm(features(X), y, lam=lam)
    new = rng.normal(size=(50, 2))
    assert ours.run.objective == pytest.approx(theirs.objective, rel=1e-6)
    assert ours.run.norm == pytest.approx(np.linalg.norm(theirs.w), rel=1e-4)
    assert ours.run.norm == pytest.approx(ours.sum.norm, rel=1e-9)
    gap = ours.run.b - theirs.b
    assert np.allclose(ours.score(new) - gap, theirs.score(features(new)), atol=1e-3)


def test_the_machine_of_scikit_learn_agrees():
    ours = kernel_svm(X, y, K=Gaussian(0.7), lam=0.01, tol=1e-7)
    svc = SVC(C=1 / (2 * 0.01 * 40), gamma=1 / (2 * 0.7**2), tol=1e-7).fit(X, y)
    new = rng.normal(size=(50, 2))
    assert np.allclose(ours.score(new), svc.decision_function(new), atol=1e-4)
    assert ours.support.tolist() == sorted(svc.support_.tolist())
    assert np.array_equal(ours(new), svc.predict(new))


def test_a_machine_of_one_label():
    run = kernel_svm(X[:3], [-1, -1, -1], K=Gaussian(1.0), lam=0.1)
    assert run([[0.0, 0], [3, 3]]).tolist() == [-1, -1]
    assert run.sum is None


def test_bad_input_of_the_machine():
    with pytest.raises(ValueError, match="y must"):
        kernel_svm(X, y[:-1], K=Gaussian(1.0), lam=0.1)
    with pytest.raises(ValueError, match="lam"):
        kernel_svm(X, y, K=Gaussian(1.0), lam=-0.1)
    with pytest.raises(ValueError, match="K"):
        kernel_svm(X, y, K=lambda A, B: np.ones(3), lam=0.1)


IMAGES = np.random.default_rng(0).integers(0, 256, (20, 64))
LARGE = {
    "degree 5": lambda: (*(part[:100] for part in pair(digits(), 3, 8)), Polynomial(5), 0.01),
    "degree 4": lambda: (*(part[:100] for part in pair(digits(), 3, 8)), Polynomial(4), 0.01),
    "two points": lambda: ([[0.0], [1e6]], [-1, 1], Linear(), 1e-3),
    "images": lambda: (IMAGES, np.resize([1, -1], 20), Polynomial(3), 0.01),
    "a column": lambda: (np.c_[IMAGES[:, :2] / 99, np.full(20, 99999.0)],
                         np.sign(IMAGES[:, 0] - 128.5), Linear(), 0.01),
}  # fmt: skip


@pytest.mark.parametrize("name", LARGE)
def test_large_kernel_values_are_solved_as_by_scikit_learn(name):
    X, y, K, lam = LARGE[name]()
    h = kernel_svm(X, y, K=K, lam=lam)
    C = 1 / (2 * lam * len(y))
    peer = SVC(C=C, kernel="precomputed", tol=1e-3).fit(gram(K, X), y)
    scores = peer.decision_function(gram(K, X))
    c = np.zeros(len(y))
    c[peer.support_] = peer.dual_coef_[0]
    theirs = lam * c @ gram(K, X) @ c + np.maximum(0, 1 - y * scores).mean()
    assert h.run.objective <= theirs + 1e-3
    assert (h(X) == y).all()


def test_what_rounding_forbids_is_refused_soon():
    X = np.array([[0.0, 0], [1, 0], [0, 1], [2, 2], [3, 2], [2, 3]]) + 1e6
    with pytest.raises(RuntimeError, match="SMO was not finished after .* steps: violation"):
        kernel_svm(X, [-1, -1, -1, 1, 1, 1], K=Linear(), lam=0.01, tol=1e-6)
