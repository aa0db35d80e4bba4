"""Kernel ridge against ridge on the images, its own objective, and scikit-learn."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.kernel_ridge import KernelRidge

from lecture_code.kernels.kernel import Gaussian, Induced, Linear, Polynomial
from lecture_code.kernels.learners import kernel_ridge, kernel_ridge_path
from lecture_code.linear.regression import ridge_path


def powers(X):
    """The powers 1, x, x^2, x^3 of points of the line."""
    return np.hstack([X**0, X, X**2, X**3])


@given(st.integers(0, 10**6), st.integers(1, 9), st.sampled_from([0.01, 0.3, 5.0]))
@settings(max_examples=40, deadline=None)
def test_it_is_ridge_on_the_images(seed, m, lam):
    rng = np.random.default_rng(seed)
    X, y, new = rng.normal(size=(m, 1)), rng.normal(size=m), rng.normal(size=(5, 1))
    run = kernel_ridge(X, y, K=Induced(powers), lam=lam)
    w = ridge_path(powers(X), y, [lam * m])[0]
    assert np.allclose(run(new), powers(new) @ w, atol=1e-7)
    assert np.isclose(run.h.norm, np.linalg.norm(w), rtol=1e-6)
    least = lam * w @ w + ((powers(X) @ w - y) ** 2).mean()
    assert np.isclose(run.objective, least, rtol=1e-6)
    for _ in range(20):
        v = w + 0.1 * rng.normal(size=4)
        assert lam * v @ v + ((powers(X) @ v - y) ** 2).mean() >= run.objective - 1e-9


@given(st.integers(0, 10**6), st.sampled_from([Linear(), Polynomial(3), Gaussian(0.4)]))
@settings(max_examples=30, deadline=None)
def test_the_path_is_one_solution_for_each_lambda(seed, K):
    rng = np.random.default_rng(seed)
    X, y, lams = rng.normal(size=(7, 2)), rng.normal(size=7), [0.01, 0.1, 3.0]
    path = kernel_ridge_path(X, y, lams, K=K)
    one = [kernel_ridge(X, y, K=K, lam=lam).h.alpha for lam in lams]
    assert np.allclose(path, one, rtol=1e-6, atol=1e-8)


def test_scikit_learn_finds_the_same():
    rng = np.random.default_rng(1)
    X, y, new = rng.normal(size=(20, 3)), rng.normal(size=20), rng.normal(size=(9, 3))
    run = kernel_ridge(X, y, K=Gaussian(0.7), lam=0.02)
    theirs = KernelRidge(alpha=0.02 * 20, kernel="rbf", gamma=1 / (2 * 0.7**2)).fit(X, y)
    assert np.allclose(run(new), theirs.predict(new))


def test_bad_input():
    def no_kernel(X, Z):
        return -((X - Z.T) ** 2)

    with pytest.raises(ValueError, match="K must be a kernel"):
        kernel_ridge([[0.0], [9.0]], [1.0, 2.0], K=no_kernel, lam=0.1)
    with pytest.raises(ValueError, match="eigenvalue"):
        kernel_ridge_path([[0.0], [9.0]], [1.0, 2.0], [0.1], K=no_kernel)
    with pytest.raises(ValueError, match="lam must"):
        kernel_ridge([[0.0]], [1.0], K=Linear(), lam=0.0)
    with pytest.raises(ValueError, match="lams must"):
        kernel_ridge_path([[0.0]], [1.0], [1.0, -1.0], K=Linear())


def test_scikit_learn_along_the_path():
    rng, lams = np.random.default_rng(2), [0.001, 0.1, 2.0]
    X, y = rng.normal(size=(12, 2)), rng.normal(size=12)
    path = kernel_ridge_path(X, y, lams, K=Polynomial(2))
    for lam, alpha in zip(lams, path, strict=True):
        theirs = KernelRidge(alpha=lam * 12, kernel="polynomial", gamma=1, degree=2).fit(X, y)
        assert np.allclose(alpha, theirs.dual_coef_, rtol=1e-5)
