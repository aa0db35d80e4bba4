"""Kernels against their formulas, their explicit maps, scikit-learn, and exact integers."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel

from lecture_code.kernels.kernel import (
    EmbeddedPredictor,
    Gaussian,
    KernelPredictor,
    Linear,
    Polynomial,
    embedded,
    gram,
)
from lecture_code.linear.perceptron import batch_perceptron

KERNELS = [Linear(), Polynomial(1), Polynomial(3), Gaussian(0.5), Gaussian(5.0)]


def words(degree):
    """All products of `degree` coordinates of (1, x)."""

    def psi(X):
        X = np.hstack([np.ones((len(X), 1)), X])
        J = product(range(X.shape[1]), repeat=degree)
        return np.column_stack([X[:, list(j)].prod(axis=1) for j in J])

    return psi


@given(st.integers(0, 10**6), st.floats(0.05, 50))
@settings(max_examples=30, deadline=None)
def test_scikit_learn_has_the_same_values(seed, sigma):
    rng = np.random.default_rng(seed)
    X, Z = rng.normal(size=(6, 3)), rng.normal(size=(4, 3))
    theirs = rbf_kernel(X, Z, gamma=1 / (2 * sigma**2))
    assert np.allclose(Gaussian(sigma)(X, Z), theirs, atol=1e-14)
    theirs = polynomial_kernel(X, Z, degree=3, gamma=1, coef0=1)
    assert np.allclose(Polynomial(3)(X, Z), theirs)


def test_the_gaussian_kernel_far_from_the_origin():
    X = np.array([[1e8], [1e8 + 1]])
    assert Gaussian(0.5)(X, X).tolist() == [[1, np.exp(-2)], [np.exp(-2), 1]]


@pytest.mark.parametrize("K", KERNELS, ids=repr)
def test_a_gram_matrix_is_symmetric_and_positive(K):
    X = np.random.default_rng(0).normal(size=(7, 3))
    G = gram(K, X.tolist())
    assert (G == G.T).all()
    assert np.linalg.eigvalsh(G).min() >= -1e-9 * G.max()
    assert np.allclose(G, K(X, X))


def test_a_negative_square_is_no_norm():
    h = KernelPredictor([1.0, 1.0], [[0.0], [1.0]], lambda X, Z: -((X[:, None] - Z) ** 2).sum(-1))
    with pytest.raises(ValueError, match="K must be a kernel"):
        h.norm  # noqa: B018


def test_a_vector_of_norm_zero():
    h = KernelPredictor([0.1, 0.2, -0.1], [[0.1, 0.3], [0.0, 0.0], [0.1, 0.3]], Linear())
    assert h.norm == pytest.approx(0, abs=1e-9)


def test_map_then_train_is_the_pipeline_by_hand():
    X = np.array([[-2.0], [-1.5], [-0.5], [0.0], [0.7], [1.4], [3.0]])
    y = np.where(np.abs(X[:, 0]) > 1, 1, -1)
    psi = words(2)
    h = embedded(psi, batch_perceptron)(X, y)
    assert isinstance(h, EmbeddedPredictor)
    assert (h.h.w == batch_perceptron(psi(X), y).w).all()
    assert (h(X) == y).all()


def test_bad_input():
    for wrong, message in ((0, "degree"), (1.5, "degree")):
        with pytest.raises(ValueError, match=message):
            Polynomial(wrong)
    for wrong in (0.0, -1.0, np.inf, np.nan):
        with pytest.raises(ValueError, match="sigma"):
            Gaussian(wrong)
    for K in KERNELS:
        with pytest.raises(ValueError, match="Z must have points of 2"):
            K([[1, 2]], [[1]])
        with pytest.raises(ValueError, match="X must be finite"):
            K([[np.nan]], [[1]])
    with pytest.raises(ValueError, match="symmetric; got"):
        gram(lambda X, Z: X @ (2 * Z).T + X, [[1.0], [2.0]])
    with pytest.raises(ValueError, match="shape"):
        gram(lambda X, Z: X, [[1.0], [2.0]])
    with pytest.raises(ValueError, match="alpha must have 2 entries"):
        KernelPredictor([1.0], [[1.0], [2.0]], Linear())
    with pytest.raises(ValueError, match="labels"):
        embedded(words(1), batch_perceptron)([[1.0]], [0])


def test_a_parabola_by_hand():
    train = embedded(lambda X: np.hstack([X**0, X, X**2]), batch_perceptron)
    h = train([[-2], [0], [2]], [1, -1, 1])  # (1, -2, 4), then the middle twice: (-1, -2, 4)
    assert h.h.w.tolist() == [-1, -2, 4]
    assert h([[0.5], [-1]]).tolist() == [-1, 1]
