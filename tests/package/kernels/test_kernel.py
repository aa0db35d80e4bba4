"""Kernels against their formulas, scikit-learn and each other; kernels made by rules."""

import copy
import pickle
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
    exponential,
    gram,
    multiplied,
    normalised,
    pulled_back,
)
from lecture_code.kernels.learners import kernel_perceptron, kernel_ridge
from lecture_code.kernels.pegasos import kernel_sgd
from lecture_code.kernels.svm import kernel_svm
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


def test_a_parabola_by_hand():
    train = embedded(lambda X: np.hstack([X**0, X, X**2]), batch_perceptron)
    h = train([[-2], [0], [2]], [1, -1, 1])  # (1, -2, 4), then the middle twice: (-1, -2, 4)
    assert h.h.w.tolist() == [-1, -2, 4]
    assert h([[0.5], [-1]]).tolist() == [-1, 1]


def test_the_gaussian_kernel_is_a_normalised_exponential():
    X = np.random.default_rng(1).normal(size=(6, 3))
    K = normalised(exponential(lambda X, Z: 4 * Linear()(X, Z)))
    assert np.allclose(K(X, X[:4]), Gaussian(0.5)(X, X[:4]))


def test_values_by_hand():
    X, Z = [[1.0, 2.0]], [[3.0, 0.0], [0.0, 1.0]]
    assert multiplied(Linear(), Polynomial(1))(X, Z).tolist() == [[12.0, 6.0]]
    assert pulled_back(Linear(), lambda X: X[:, :1])(X, Z).tolist() == [[3.0, 0.0]]


X, Y = np.array([[-2.0, 0.0], [0.0, 1.0], [2.0, 1.0]]), np.array([1.0, -1.0, 1.0])
MADE = {
    "perceptron": lambda K: kernel_perceptron(X, Y, K=K),
    "ridge": lambda K: kernel_ridge(X, Y, K=K, lam=0.1),
    "sgd": lambda K: kernel_sgd(X, Y, T=9, K=K, lam=0.1, rng=np.random.default_rng(0)),
    "svm": lambda K: kernel_svm(X, Y, K=K, lam=0.1),
    "embedded": lambda K: embedded(np.abs, batch_perceptron)(X, Y),
}
RULES = [
    multiplied(Linear(), Polynomial(2)),
    exponential(Linear()),
    pulled_back(Linear(), np.abs),
    normalised(Gaussian(0.5)),
]


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda h: pickle.loads(pickle.dumps(h))]
)
@pytest.mark.parametrize("name", MADE)
def test_predictors_and_kernels_survive_a_copy(name, again):
    for K in [*KERNELS, *RULES]:
        h = MADE[name](K)
        other = again(h)
        assert repr(other) == repr(h)
        assert other(X).tolist() == h(X).tolist()
        assert again(K)(X, X).tolist() == K(X, X).tolist()


def test_a_predictor_owns_its_arrays():
    points, alpha = X.copy(), np.ones(3)
    h = KernelPredictor(alpha, points, Gaussian(1.0))
    scores = h.score(X)
    points[:], alpha[:] = 7, 7
    assert h.score(X).tolist() == scores.tolist()
    with pytest.raises(ValueError, match="read-only"):
        h.alpha[0] = 7


def test_a_learner_on_images_cannot_write_on_them():
    def centred(X, y):
        X -= X.mean(axis=0)

    with pytest.raises(ValueError, match="read-only"):
        embedded(np.abs, centred)(X, Y)
