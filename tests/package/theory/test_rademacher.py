"""Rademacher complexity by closed forms and in floats; balls of kernel predictors by hand."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.theory import rademacher as rad
from lecture_code.theory.rademacher import ball_complexity, signed_lengths, trace_bounds

tables = st.integers(1, 5).flatmap(
    lambda m: st.lists(st.lists(st.integers(-3, 3), min_size=m, max_size=m), min_size=1, max_size=5)
)


@given(values=tables)
def test_floats_give_the_same_as_whole_numbers(values):
    exact = rad.rademacher(values)
    assert rad.rademacher(np.array(values, float)) == pytest.approx(float(exact))


@pytest.mark.parametrize("m", range(1, 11))
def test_thresholds_by_reflection(m):
    prefixes = np.tril(np.ones((m + 1, m), int), -1)
    assert rad.prefix_rademacher(m) == rad.rademacher(prefixes)


def test_cases_solved_by_hand():
    cube = np.array(list(product([0, 1], repeat=6)))
    assert rad.rademacher(cube) == Fraction(1, 2)
    assert rad.rademacher([[1, 1, 1]]) == 0
    assert rad.rademacher([[1], [-1]]) == 1
    assert rad.massart(2 * cube - 1) == pytest.approx(math.sqrt(2 * 6 * math.log(2) / 6))
    assert rad.massart([[1, 1], [1, 1]]) == 0  # one function, written twice


def test_by_hand():
    assert ball_complexity(np.ones((2, 2)), B=3) == pytest.approx(1.5)
    assert ball_complexity(4 * np.eye(9)) == pytest.approx(2 / 3)
    assert trace_bounds(4 * np.eye(9)) == pytest.approx((2 / 3 / math.sqrt(2), 2 / 3))
    assert signed_lengths(np.ones((3, 3))).max() == 3
