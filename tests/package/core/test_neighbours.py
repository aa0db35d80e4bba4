"""Nearest neighbours against sorted(), with exact ties, and scikit-learn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from lecture_code.core import neighbours as module
from lecture_code.core.neighbours import nearest_neighbour, neighbour_mean, neighbours


def sorted_by_distance(X, Q, k):
    d = ((Q[:, None] - X) ** 2).sum(axis=2)
    return np.array([sorted(range(len(X)), key=lambda i: (row[i], i))[:k] for row in d])


@given(st.integers(0, 10**6), st.integers(1, 30), st.integers(1, 4), st.data())
def test_integer_points_with_many_ties(seed, m, d, data):
    rng, k = np.random.default_rng(seed), data.draw(st.integers(1, m))
    X, Q = rng.integers(-1, 2, (m, d)).astype(float), rng.integers(-1, 2, (7, d)).astype(float)
    assert (neighbours(X, Q, k) == sorted_by_distance(X, Q, k)).all()


@pytest.mark.parametrize("k", [1, 3])
def test_queries_in_several_blocks(monkeypatch, k):
    rng = np.random.default_rng(2)
    X, Q = rng.integers(0, 9, (60, 2)).astype(float), rng.integers(0, 9, (50, 2)).astype(float)
    for cells in (1, 7 * 60):  # one query at a time; seven, and one in the end
        monkeypatch.setattr(module, "CELLS", cells)
        assert (neighbours(X, Q, k) == sorted_by_distance(X, Q, k)).all()


def test_far_from_the_origin_rounding_does_no_harm():
    rng = np.random.default_rng(1)
    X, Q = rng.integers(0, 50, (200, 5)) + 2.0**40, rng.integers(0, 50, (40, 5)) + 2.0**40
    assert (neighbours(X, Q, 4) == sorted_by_distance(X, Q, 4)).all()


@pytest.mark.parametrize(("m", "d", "k"), [(50, 3, 1), (300, 20, 7), (2000, 2, 15)])
def test_the_same_as_scikit_learn(m, d, k):
    rng = np.random.default_rng(m)
    X, Q = rng.normal(size=(m, d)), rng.normal(size=(100, d))
    y, z = rng.integers(0, 3, m).astype(float), rng.normal(size=m)
    peer = KNeighborsClassifier(k).fit(X, y).predict(Q)
    assert (nearest_neighbour(X, y, k=k)(Q) == peer).all()
    assert np.allclose(neighbour_mean(X, z, k=k)(Q), KNeighborsRegressor(k).fit(X, z).predict(Q))


def test_solved_by_hand():
    h = nearest_neighbour([0, 1, 2, 9], [1, 0, 1, 0], k=2)
    assert h([0.9, 8.0]).tolist() == [0, 0]  # one vote each: the smaller label
    assert h.mean([0.9, 8.0]).tolist() == [0.5, 0.5]
    assert neighbours([0, 2], [1], 2).tolist() == [[0, 1]]


def test_one_neighbour_never_errs_on_different_points():
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(100, 4)), rng.integers(0, 2, 100).astype(float)
    assert (nearest_neighbour(X, y)(X) == y).all()
