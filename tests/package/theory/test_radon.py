"""Radon partitions: the common point, by the definition and by a linear program."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from lecture_code.theory.halfspaces import radon_partition
from lecture_code.theory.vc import sine_labels, sine_parameter

sets = st.integers(1, 4).flatmap(
    lambda d: st.lists(
        st.lists(st.integers(-3, 3), min_size=d, max_size=d), min_size=d + 2, max_size=d + 2
    )
)


@given(sets)
def test_the_two_hulls_meet_in_the_point(X):
    found = radon_partition(X)
    assert len(found.positive) >= 1
    assert len(found.negative) >= 1
    assert sum(found.alpha) == 0
    total = sum(a for a in found.alpha if a > 0)
    for group in (found.positive, found.negative):
        weights = [Fraction(abs(found.alpha[i]), total) for i in group]
        assert sum(weights) == 1
        there = [sum(w * X[i][j] for w, i in zip(weights, group, strict=True))
                 for j in range(len(X[0]))]  # fmt: skip
        assert tuple(there) == found.exact


@given(sets)
def test_a_linear_program_finds_no_line_between_the_groups(X):
    found, points = radon_partition(X), np.array(X, float)
    label = np.zeros(len(points))
    label[found.positive], label[found.negative] = 1, -1
    rows = -label[:, None] * np.c_[np.ones(len(points)), points]
    used = label != 0
    answer = linprog(
        np.zeros(rows.shape[1]), rows[used], -np.ones(used.sum()), bounds=[(None, None)]
    )
    assert answer.status == 2  # infeasible


def test_by_hand():
    cross = radon_partition([[0, 0], [1, 1], [1, 0], [0, 1]])
    assert {tuple(cross.positive), tuple(cross.negative)} == {(0, 1), (2, 3)}
    assert cross.exact == (Fraction(1, 2), Fraction(1, 2))
    twice = radon_partition([[5, 5], [5, 5], [0, 1], [7, 3]])
    assert twice.point.tolist() == [5, 5]
    line = radon_partition([[0.1], [0.2], [0.30000000000000004]])
    assert line.point.tolist() == [0.2]


def test_another_number_of_points_is_refused():
    with pytest.raises(ValueError, match="X must hold d \\+ 2 = 4 points; got 3"):
        radon_partition([[0, 0], [1, 0], [0, 1]])


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


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sine_parameter([]), "y must hold at least one label"),
        (lambda: sine_parameter([0, 2]), "each 0 or 1; got"),
        (lambda: sine_labels(-1, 3), "N must be an integer, at least 0"),
        (lambda: sine_labels(1, 0), "n must be an integer, at least 1"),
    ],
)
def test_bad_labels_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
