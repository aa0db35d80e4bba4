"""Infinite classes on finitely many points against brute force, and the sine against floats."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.core.classes import intervals, thresholds
from lecture_code.core.hypotheses import Interval
from lecture_code.theory.labellings import (
    combine,
    interval_unions_on,
    intervals_on,
    rectangles_on,
    sine_labels,
    sine_parameter,
    stumps_on,
    thresholds_on,
)
from lecture_code.theory.vc import restriction, vc_dimension

points = st.lists(st.integers(-3, 3), min_size=1, max_size=6)


def rows(table):
    return {tuple(row) for row in np.asarray(table).tolist()}


@given(points)
def test_the_line_against_the_finite_classes_also_with_repeated_points(x):
    assert rows(thresholds_on(x)) == rows(restriction(thresholds(sorted(set(x))), x))
    assert rows(intervals_on(x)) == rows(restriction(intervals(sorted(set(x))), x))
    literal = rows(thresholds_on(x)) | {tuple(1 - b for b in r) for r in rows(thresholds_on(x))}
    assert rows(stumps_on(x)) == literal


@given(points, st.integers(1, 3))
def test_unions_of_intervals_are_unions_of_intervals(x, k):
    assert rows(interval_unions_on(x, k)) == rows(combine(intervals_on(x), k, "union"))


def test_counts_and_dimensions_by_hand():
    assert len(thresholds_on(range(20))) == 21
    assert len(intervals_on(range(20))) == 20 * 21 // 2 + 1
    assert len(stumps_on(range(20))) == 40
    assert vc_dimension(stumps_on(range(6))) == 2
    for k in (1, 2, 3):
        assert vc_dimension(interval_unions_on(range(2 * k + 2), k)) == 2 * k
    cross = np.vstack([np.eye(3), -np.eye(3)])
    assert vc_dimension(rectangles_on(cross)) == 6
    assert len(thresholds_on(range(62))) == 63


def test_intersections_are_complements_of_unions():
    table = intervals_on(range(5))
    assert rows(combine(1 - table, 2, "intersection")) == rows(1 - combine(table, 2, "union"))
    assert rows(combine(table, 3, "intersection")) == rows(table)


def test_an_interval_of_the_book_is_an_interval_of_the_table():
    x = [0.5, 2.0, 1.0]
    assert tuple(Interval(0.7, 2.0)(x).astype(int)) in rows(intervals_on(x))


@given(st.lists(st.integers(0, 1), min_size=1, max_size=300))
def test_the_sine_reads_the_labels_back(y):
    assert sine_labels(sine_parameter(y), len(y)) == y


@given(st.integers(0, 2**20), st.integers(1, 20))
def test_the_integers_agree_with_the_float_sine(N, n):
    x = 0.5 ** np.arange(1, n + 1)
    sine = np.sin(np.pi * N * x)
    sure = np.abs(sine) > 1e-6
    assert (np.ceil(0.5 * sine)[sure] == np.array(sine_labels(N, n))[sure]).all()
    assert (np.array(sine_labels(N, n))[~sure] == 0).all()  # the sine is exactly 0 there
