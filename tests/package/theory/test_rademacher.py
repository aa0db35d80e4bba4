"""Rademacher complexity against closed forms, and floats against whole numbers."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.theory import rademacher as rad

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
    assert len(np.unique(rad.all_signs(7), axis=0)) == 128


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: rad.all_signs(21), "at most 20"),
        (lambda: rad.rademacher(np.zeros((2, 21))), "at most 20"),
        (lambda: rad.rademacher([1, 2]), "values must have shape"),
        (lambda: rad.rademacher([[math.nan]]), "values must be finite"),
        (lambda: rad.prefix_rademacher(0), "m must be an integer"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()
