"""Synthetic samples: the numbers of updates, margins and distributions they are made for."""

import math

import numpy as np
import pytest
from scipy.stats import kstest

from lecture_code.data import synthetic


def updates_until_consistent(X, y, choose):
    """Return the number of updates of the perceptron, and its last vector."""
    w, updates = np.zeros(X.shape[1]), 0
    while (wrong := np.flatnonzero(y * (X @ w) <= 0)).size:
        i = choose(wrong, y * (X @ w))
        w, updates = w + y[i] * X[i], updates + 1
    return updates, w


def cyclic_updates(X, y):
    """Return the number of updates of the perceptron that reads the examples in turn."""
    w, updates, clean = np.zeros(X.shape[1]), 0, 0
    while clean < len(X):
        for x, label in zip(X, y, strict=True):
            if label * (x @ w) <= 0:
                w, updates, clean = w + label * x, updates + 1, 0
            else:
                clean += 1
    return updates


@pytest.mark.parametrize("d", [1, 2, 3, 4, 5, 6])
def test_whatever_the_rule_the_exponential_family_costs_the_same(d):
    X, y = synthetic.exponential_family(d)
    rng = np.random.default_rng(d)
    rules = [
        lambda wrong, margins: wrong[0],
        lambda wrong, margins: wrong[-1],
        lambda wrong, margins: wrong[np.argmin(margins[wrong])],
        lambda wrong, margins: rng.choice(wrong),
    ]
    for rule in rules:
        updates, w = updates_until_consistent(X, y, rule)
        assert updates == (4**d - 1) // 3
        assert w.tolist() == [2**j for j in range(d)]
    assert cyclic_updates(X, y) == (4**d - 1) // 3


@pytest.mark.parametrize("d", [1, 5, 12])
def test_the_powers_of_two_are_the_shortest_separator_of_the_exponential_family(d):
    X, y = synthetic.exponential_family(d)
    w = 2.0 ** np.arange(d)
    assert y.tolist() == [(-1) ** k for k in range(1, d + 1)]
    assert np.isin(X, [-1, 0, 1]).all()
    assert (y * (X @ w) == 1).all()
    multipliers = np.linalg.solve((y[:, None] * X).T, w)  # w = sum of alpha_k z_k
    assert (multipliers > 0.5).all()  # so w meets the conditions of Karush, Kuhn and Tucker
    assert (np.linalg.norm(X, axis=1) ** 2).max() == pytest.approx(d)


@pytest.mark.parametrize("K", [1, 3, 10, 30])
def test_the_stretched_pair_costs_the_square_of_its_stretch(K):
    X, y = synthetic.stretched_pair(K)
    assert cyclic_updates(X, y) == K**2 + 2 * K + 2
    assert (X @ [1, K + 1]).tolist() == [1, 1]
    assert y.tolist() == [1, 1]


def test_a_stretch_may_be_any_positive_number():
    assert synthetic.stretched_pair(0.5)[0].tolist() == [[1, 0], [-0.5, 1]]


@pytest.mark.parametrize("m", [1, 2, 7])
def test_orthonormal_examples_are_learnt_one_by_one(m):
    X, y = synthetic.orthonormal(m)
    assert np.array_equal(X, np.eye(m))
    assert cyclic_updates(X, y) == m == round(np.linalg.norm(np.ones(m)) ** 2)


@pytest.mark.parametrize("d", [1, 2, 3, 20])
@pytest.mark.parametrize("margin", [0.01, 0.3, 0.9])
def test_separable_points_keep_the_margin_inside_the_ball(d, margin):
    X, y, u = synthetic.separable(500, d, margin=margin, rng=np.random.default_rng(d))
    assert (X.shape, y.shape, u.shape) == ((500, d), (500,), (d,))
    assert np.linalg.norm(u) == pytest.approx(1)
    assert (y * (X @ u)).min() >= margin * (1 - 1e-12)
    assert np.linalg.norm(X, axis=1).max() <= 1 + 1e-12
    assert abs(y.sum()) < 5 * math.sqrt(500)


@pytest.mark.parametrize("d", [1, 2, 3, 6])
def test_separable_points_are_uniform_where_they_may_lie(d):
    margin, m = 0.25, 4000
    X, y, u = synthetic.separable(m, d, margin=margin, rng=np.random.default_rng(10 + d))
    cube = np.random.default_rng(20 + d).standard_normal((400_000, d))
    cube *= (np.random.default_rng(30 + d).random(len(cube)) ** (1 / d))[:, None]
    ball = cube / np.maximum(np.linalg.norm(cube, axis=1), 1e-300)[:, None]
    ball *= (np.random.default_rng(40 + d).random(len(cube)) ** (1 / d))[:, None]
    kept = ball[np.abs(ball @ u) >= margin]  # the definition: draw and reject
    assert kstest(X @ u, kept @ u).pvalue > 1e-4
    assert kstest((X**2).sum(axis=1), (kept**2).sum(axis=1)).pvalue > 1e-4
    e = np.eye(d)[0]
    assert kstest(X @ e, kept @ e).pvalue > 1e-4
    assert (y == np.sign(X @ u)).all()


def test_flipped_labels_are_as_many_as_asked_for():
    for flip in (0, 0.2, 0.5):
        X, y, u = synthetic.noisy(4000, 3, flip=flip, rng=np.random.default_rng(1))
        wrong = (y * (X @ u) < 0).mean()
        assert abs(wrong - flip) <= 5 * math.sqrt(flip * (1 - flip) / 4000)
        assert np.linalg.norm(X, axis=1).max() <= 1 + 1e-12
        assert kstest(np.linalg.norm(X, axis=1) ** 3, "uniform").pvalue > 1e-4


def test_noise_is_independent_of_the_point():
    X, y, u = synthetic.noisy(20_000, 2, flip=0.3, rng=np.random.default_rng(2))
    wrong, close = y * (X @ u) < 0, np.abs(X @ u) < 0.3
    assert abs(wrong[close].mean() - wrong[~close].mean()) < 0.04


def test_integer_samples_fill_the_grid_evenly():
    X, y = synthetic.integer_sample(7000, 2, 3, rng=np.random.default_rng(3))
    counts = [np.equal(X, k).mean() for k in range(-3, 4)]
    assert sum(counts) == pytest.approx(1)
    assert counts == pytest.approx([1 / 7] * 7, abs=0.02)
    assert set(y) == {-1, 1}
    assert abs(y.mean()) < 5 / math.sqrt(7000)


@pytest.mark.parametrize(("m", "d", "K"), [(1, 1, 1), (50, 2, 1), (200, 5, 9)])
def test_integer_separable_samples_are_off_the_hyperplane(m, d, K):
    for seed in range(5):
        X, y, w = synthetic.integer_separable(m, d, K, rng=np.random.default_rng(seed))
        assert (X.shape, y.shape, w.shape) == ((m, d), (m,), (d,))
        assert (y * (X @ w)).min() >= 1
        assert w.any()
        assert max(np.abs(X).max(), np.abs(w).max()) <= K
        assert np.array_equal(X, np.round(X))
        assert np.array_equal(w, np.round(w))


@pytest.mark.parametrize(
    "draw",
    [
        lambda rng: synthetic.separable(9, 4, margin=0.1, rng=rng),
        lambda rng: synthetic.noisy(9, 4, flip=0.3, rng=rng),
        lambda rng: synthetic.integer_sample(9, 4, 5, rng=rng),
        lambda rng: synthetic.integer_separable(9, 4, 5, rng=rng),
    ],
)
def test_the_same_seed_draws_the_same_sample(draw):
    one, two = draw(np.random.default_rng(0)), draw(np.random.default_rng(0))
    other = draw(np.random.default_rng(1))
    assert all((a == b).all() for a, b in zip(one, two, strict=True))
    assert (one[0] != other[0]).any()
