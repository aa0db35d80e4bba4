"""The hypotheses point by point and on their border."""

import copy
import dataclasses
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.core.bayes import bayes_predictor
from lecture_code.core.classes import thresholds
from lecture_code.core.closure import Disc
from lecture_code.core.distributions import uniform_on
from lecture_code.core.hypotheses import (
    Constant,
    Halfspace,
    Interval,
    Rectangle,
    Table,
    Threshold,
    memorise,
)
from lecture_code.core.losses import weighted_zero_one
from lecture_code.core.neighbours import nearest_neighbour, neighbour_mean
from lecture_code.core.risk import erm, true_risk

numbers = st.integers(-4, 4).map(lambda k: k / 2)
EVERY = [
    Threshold(1),
    Interval(0, 1),
    Rectangle([0], [1]),
    Halfspace([1.0], b=-1),
    Constant(1),
]


@given(st.lists(numbers, min_size=1), numbers)
def test_a_threshold_says_one_up_to_a(x, a):
    expected = [1 if v <= a else 0 for v in x]
    assert Threshold(a)(x).tolist() == expected
    assert Threshold(a)(np.array(x)[:, None]).tolist() == expected


@given(st.lists(numbers, min_size=1), numbers, numbers)
def test_an_interval_is_closed_and_a_difference_of_thresholds(x, a, b):
    a, b = min(a, b), max(a, b)
    inside = Interval(a, b)(x)
    assert inside.tolist() == [1 if a <= v <= b else 0 for v in x]
    left_of_a = 1 - Threshold(-a)(-np.array(x))
    assert (inside == Threshold(b)(x) - left_of_a).all()


@given(st.data(), st.integers(1, 4))
def test_a_rectangle_is_a_product_of_intervals(data, d):
    points = st.lists(numbers, min_size=d, max_size=d)
    X = np.array(data.draw(st.lists(points, min_size=1, max_size=6)))
    corners = np.sort([data.draw(points), data.draw(points)], axis=0)
    sides = [Interval(*corners[:, j])(X[:, j]) for j in range(d)]
    assert (Rectangle(*corners)(X) == np.prod(sides, axis=0)).all()


@given(st.data(), st.integers(1, 4), numbers)
def test_a_halfspace_is_the_sign_of_its_score(data, d, b):
    points = st.lists(numbers, min_size=d, max_size=d)
    X, w = data.draw(st.lists(points, min_size=1, max_size=6)), data.draw(points)
    score = [sum(wj * xj for wj, xj in zip(w, x, strict=True)) + b for x in X]
    h = Halfspace(w, b)
    assert h.score(X).tolist() == score
    assert h(X).tolist() == [(s > 0) - (s < 0) for s in score]


@given(st.data(), st.integers(1, 3), st.integers(1, 9))
def test_a_halfspace_does_not_change_when_rescaled(data, d, c):
    points = st.lists(numbers, min_size=d, max_size=d)
    X, w = data.draw(st.lists(points, min_size=1, max_size=6)), np.array(data.draw(points))
    assert (Halfspace(c * w)(X) == Halfspace(w)(X)).all()
    assert (Halfspace(-w)(X) == -Halfspace(w)(X)).all()


def test_a_homogeneous_halfspace_calls_the_origin_nobodys():
    assert Halfspace([1.0, 2.0])([[0, 0]]).tolist() == [0]


def test_a_constant_ignores_the_points():
    assert Constant(-1)([[1, 2], [3, 4]]).tolist() == [-1, -1]
    assert Constant(1)([5, 6, 7]).tolist() == [1, 1, 1]


@pytest.mark.parametrize("h", EVERY, ids=lambda h: type(h).__name__)
def test_predictors_return_one_float_label_a_point_and_do_not_touch_them(h):
    X = np.array([[0.0], [2.0], [1.0]])
    labels = h(X)
    assert (labels.shape, labels.dtype) == ((3,), np.float64)
    assert X.tolist() == [[0.0], [2.0], [1.0]]


@pytest.mark.parametrize("h", EVERY, ids=lambda h: type(h).__name__)
def test_hypotheses_are_frozen(h):
    name = dataclasses.fields(h)[0].name
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(h, name, 3)


def test_a_hypothesis_keeps_its_own_copy_of_its_parameters():
    w, low = np.array([1.0, 2.0]), np.array([0.0, 0.0])
    h, box = Halfspace(w), Rectangle(low, [1, 1])
    w[0] = low[0] = 9
    assert h.w.tolist() == [1, 2]
    assert box.low.tolist() == [0, 0]
    with pytest.raises(ValueError, match="read-only"):
        h.w[0] = 5


@pytest.mark.parametrize("h", EVERY, ids=lambda h: type(h).__name__)
@pytest.mark.parametrize("X", [[[np.nan]], [[np.inf]], np.empty((0, 1)), [[["a"]]], 3.0])
def test_bad_points_are_turned_away(h, X):
    with pytest.raises(ValueError, match="^X must"):
        h(X)


@pytest.mark.parametrize("h", EVERY[:4], ids=lambda h: type(h).__name__)
def test_points_of_another_dimension_are_turned_away(h):
    with pytest.raises(ValueError, match=r"^X must (hold points of the line|have shape \(m, 1\))"):
        h([[1.0, 2.0]])


X, y = [0.0, 1.0, 2.0], [1, 0, 0]
PREDICTORS = [
    *EVERY,
    Disc(1.0),
    Table([0, 1], [1, 0], default=2),
    memorise(X, y),
    nearest_neighbour(X, y, k=2),
    neighbour_mean(X, y, k=2),
    erm(thresholds(X), X, y),
    bayes_predictor(uniform_on(X, y), loss=weighted_zero_one(2, 3)),
]


@pytest.mark.parametrize(
    "through", [copy.copy, copy.deepcopy, lambda h: pickle.loads(pickle.dumps(h))]
)
@pytest.mark.parametrize("h", PREDICTORS, ids=lambda h: type(h).__name__)
def test_predictors_distributions_and_losses_survive_a_copy_and_a_process(h, through):
    again, loss = through(h), weighted_zero_one(2, 3)
    assert repr(again) == repr(h)
    points = np.array(X)[:, None] if isinstance(h, (Disc, Halfspace, Rectangle)) else np.array(X)
    assert again(points).tolist() == h(points).tolist()
    D = uniform_on(points, y)
    assert true_risk(again, through(D), through(loss)) == true_risk(h, D, loss)


@pytest.mark.parametrize("make", [Rectangle, Table, Halfspace, uniform_on, nearest_neighbour])
def test_records_own_their_arrays(make):
    one, other = np.array([1.0, 2.0]), np.array([2.0, 3.0])
    record = make(one) if make is Halfspace else make(one, other)
    held = [getattr(record, field.name) for field in dataclasses.fields(record)]
    arrays = [value for value in held if isinstance(value, np.ndarray)]
    before = [array.tolist() for array in arrays]
    one[:] = other[:] = 9
    assert before == [array.tolist() for array in arrays]
    assert not any(array.flags.writeable for array in arrays)
