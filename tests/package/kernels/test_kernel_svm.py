"""The kernel SVM against the soft SVM on explicit features, and scikit-learn."""

import numpy as np
import pytest
from sklearn.svm import SVC

from lecture_code.kernels.kernel import Gaussian, Polynomial
from lecture_code.kernels.svm import kernel_svm
from lecture_code.svm.soft import soft_svm

rng = np.random.default_rng(0)
X = rng.normal(size=(40, 2))
y = np.where((X**2).sum(axis=1) + 0.3 * rng.normal(size=40) > 1.5, 1.0, -1.0)


def features(X):
    r = 2**0.5
    a, b = X.T
    return np.c_[np.ones(len(X)), r * a, r * b, a**2, b**2, r * a * b]


@pytest.mark.parametrize("lam", [0.001, 0.05, 1.0])
def test_explicit_features_give_the_same_machine(lam):
    ours = kernel_svm(X, y, Polynomial(2), lam=lam, tol=1e-8)
    theirs = soft_svm(features(X), y, lam=lam)
    new = rng.normal(size=(50, 2))
    assert ours.run.objective == pytest.approx(theirs.objective, rel=1e-6)
    assert ours.run.norm == pytest.approx(np.linalg.norm(theirs.w), rel=1e-4)
    assert ours.run.norm == pytest.approx(ours.sum.norm, rel=1e-9)
    gap = ours.run.b - theirs.b
    assert np.allclose(ours.score(new) - gap, theirs.score(features(new)), atol=1e-3)


def test_scikit_learn_agrees():
    ours = kernel_svm(X, y, Gaussian(0.7), lam=0.01, tol=1e-7)
    svc = SVC(C=1 / (2 * 0.01 * 40), gamma=1 / (2 * 0.7**2), tol=1e-7).fit(X, y)
    new = rng.normal(size=(50, 2))
    assert np.allclose(ours.score(new), svc.decision_function(new), atol=1e-4)
    assert ours.support.tolist() == sorted(svc.support_.tolist())
    assert np.array_equal(ours(new), svc.predict(new))


def test_one_label():
    run = kernel_svm(X[:3], [-1, -1, -1], Gaussian(1.0), lam=0.1)
    assert run([[0.0, 0], [3, 3]]).tolist() == [-1, -1]
    assert run.sum is None


def test_bad_input():
    with pytest.raises(ValueError, match="y must"):
        kernel_svm(X, y[:-1], Gaussian(1.0), lam=0.1)
    with pytest.raises(ValueError, match="lam"):
        kernel_svm(X, y, Gaussian(1.0), lam=-0.1)
    with pytest.raises(ValueError, match="K"):
        kernel_svm(X, y, lambda A, B: np.ones(3), lam=0.1)
