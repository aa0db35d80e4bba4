"""The kernel perceptron against the explicit one, in integers, and its mistake bound."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lecture_code.kernels.kernel import Gaussian, Induced, Linear, Polynomial
from lecture_code.kernels.learners import kernel_perceptron
from lecture_code.linear.perceptron import batch_perceptron, mistake_bound


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
    with pytest.raises(ValueError, match="t must lie between"):
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


def test_bad_input():
    with pytest.raises(ValueError, match="max_updates"):
        kernel_perceptron([[1.0]], [1], K=Linear(), max_updates=-1)
    with pytest.raises(ValueError, match="labels"):
        kernel_perceptron([[1.0]], [0], K=Linear())


def test_four_corners_by_hand():
    corners = [[1, 1], [1, -1], [-1, -1], [-1, 1]]  # K is 9 with itself, 1 with all others
    run = kernel_perceptron(corners, [1, -1, 1, -1], K=Polynomial(2))
    assert run.chosen.tolist() == [0, 1, 2, 3]
    assert run.h.alpha.tolist() == [1, -1, 1, -1]
    assert run.score(corners).tolist() == [8, -8, 8, -8]
