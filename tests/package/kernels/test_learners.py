"""Kernel ridge and the kernel perceptron against the explicit ones, and scikit-learn."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.kernel_ridge import KernelRidge

from lecture_code.kernels.kernel import Gaussian, Induced, Linear, Polynomial
from lecture_code.kernels.learners import kernel_perceptron, kernel_ridge, kernel_ridge_path
from lecture_code.linear.perceptron import batch_perceptron, mistake_bound
from lecture_code.linear.regression import ridge_path


def powers(X):
    """Return the powers 1, x, x^2, x^3 of points of the line."""
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


def test_scikit_learn_along_the_path():
    rng, lams = np.random.default_rng(2), [0.001, 0.1, 2.0]
    X, y = rng.normal(size=(12, 2)), rng.normal(size=12)
    path = kernel_ridge_path(X, y, lams, K=Polynomial(2))
    for lam, alpha in zip(lams, path, strict=True):
        theirs = KernelRidge(alpha=lam * 12, kernel="polynomial", gamma=1, degree=2).fit(X, y)
        assert np.allclose(alpha, theirs.dual_coef_, rtol=1e-5)


def quadratic(X):
    """All products of two coordinates of (1, x)."""
    X = np.hstack([np.ones((len(X), 1)), X])
    return np.column_stack([X[:, i] * X[:, j] for i, j in product(range(X.shape[1]), repeat=2)])


@given(st.integers(0, 10**6), st.integers(2, 9))
@settings(max_examples=40, deadline=None)
def test_the_same_mistakes_as_on_the_images(seed, m):
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-3, 4, (m, 2)), rng.choice([-1, 1], m)
    run = kernel_perceptron(X, y, K=Polynomial(2), max_updates=200)
    explicit = batch_perceptron(quadratic(X), y, max_updates=200)
    assert run.chosen.tolist() == explicit.chosen.tolist()
    assert run.converged == explicit.converged
    assert (run.h.alpha @ quadratic(X) == explicit.w).all()
    if run.converged:
        assert (run(X) == y).all()
        assert run.updates <= mistake_bound(quadratic(X), y) * (1 + 1e-9)


def test_the_linear_kernel_is_the_perceptron_of_chapter_06():
    X, y = [[1, 0], [-3, 1]], [1, 1]
    run = kernel_perceptron(X, y, K=Linear())
    assert run.updates == 17
    assert (run.h.alpha @ np.array(X)).tolist() == [1, 4]


def test_a_predictor_after_each_update():
    X, y = np.array([[-2.0], [0], [2]]), np.array([1, -1, 1])
    run = kernel_perceptron(X, y, K=Polynomial(2))
    assert run.after(0).alpha.tolist() == [0, 0, 0]
    assert run.after(1).alpha.tolist() == [1, 0, 0]
    assert run.after(run.updates).alpha.tolist() == run.h.alpha.tolist()
    for t in range(run.updates):
        i = run.chosen[t]
        assert y[i] * run.after(t).score(X)[i] <= 0
    with pytest.raises(ValueError, match="t must be an integer, at least 0 and at most 3"):
        run.after(run.updates + 1)


def test_gaussian_images_of_different_points_are_separable():
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(30, 2)), rng.choice([-1.0, 1.0], 30)
    run = kernel_perceptron(X, y, K=Gaussian(0.2))
    assert run.converged
    assert (run(X) == y).all()


def test_an_inseparable_sample_ends():
    run = kernel_perceptron([[1.0], [1.0]], [1, -1], K=Induced(lambda X: X), max_updates=7)
    assert (run.updates, run.converged) == (7, False)


def test_four_corners_by_hand():
    corners = [[1, 1], [1, -1], [-1, -1], [-1, 1]]  # K is 9 with itself, 1 with all others
    run = kernel_perceptron(corners, [1, -1, 1, -1], K=Polynomial(2))
    assert run.chosen.tolist() == [0, 1, 2, 3]
    assert run.h.alpha.tolist() == [1, -1, 1, -1]
    assert run.score(corners).tolist() == [8, -8, 8, -8]
