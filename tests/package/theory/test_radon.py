"""Radon points by hand, and the labels that a sine reads back."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.theory.halfspaces import radon_partition
from lecture_code.theory.vc import sine_labels, sine_parameter


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
