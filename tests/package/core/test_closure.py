"""The smallest box and disc around what is inside."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.neighbors import NearestNeighbors
from sklearn.preprocessing import MinMaxScaler

from lecture_code.core.closure import Disc, smallest_disc, smallest_rectangle
from lecture_code.core.hypotheses import Constant, Rectangle
from lecture_code.core.risk import empirical_risk

points = st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1, max_size=12)
corner = st.tuples(st.integers(-4, 0), st.integers(0, 4))


@given(points, corner, corner)
def test_the_box_is_consistent_and_inside_every_consistent_box(X, first, second):
    target = Rectangle([first[0], second[0]], [first[1], second[1]])
    X = np.array(X, dtype=float)
    y = target(X)
    box = smallest_rectangle(X, y)
    assert empirical_risk(box, X, y) == 0
    grid = np.stack(np.meshgrid(np.arange(-5, 6), np.arange(-5, 6)), -1).reshape(-1, 2)
    assert (box(grid) <= target(grid)).all()
    if y.any():
        for side in range(2):  # a smaller box loses a positive example
            assert box.low[side] in X[y == 1, side]
            assert box.high[side] in X[y == 1, side]


@given(points, st.integers(0, 5))
def test_the_disc_is_consistent_and_no_larger_than_the_target(X, r):
    X = np.array(X, dtype=float)
    y = Disc(r)(X)
    disc = smallest_disc(X, y)
    assert empirical_risk(disc, X, y) == 0
    if y.any():
        assert disc.r <= r
        assert disc.r in np.linalg.norm(X, axis=1)


@given(points, st.data())
def test_scikit_learn_finds_the_same_extremes(X, data):
    X = np.array(X, dtype=float)
    y = np.array(data.draw(st.lists(st.integers(0, 1), min_size=len(X), max_size=len(X))))
    assume(y.any())
    box, disc = smallest_rectangle(X, y), smallest_disc(X, y)
    peer = MinMaxScaler().fit(X[y == 1])
    assert (box.low.tolist(), box.high.tolist()) == (
        peer.data_min_.tolist(),
        peer.data_max_.tolist(),
    )
    farthest = NearestNeighbors(n_neighbors=int(y.sum())).fit(X[y == 1])
    assert disc.r == pytest.approx(farthest.kneighbors([[0, 0]])[0].max())


def test_without_a_positive_example_nothing_is_accepted():
    for learner in (smallest_rectangle, smallest_disc):
        h = learner([[0, 0], [1, 1]], [0, 0])
        assert isinstance(h, Constant)
        assert h([[0, 0]]).tolist() == [0]
