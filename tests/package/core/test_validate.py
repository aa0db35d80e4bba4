"""The validators of single arguments: what they let through unchanged, what each refusal says."""

from fractions import Fraction

import numpy as np
import pytest

from lecture_code.core import validate


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([1, np.nan], r"finite; got nan at index \(1,\)"),
        ([[-np.inf]], r"finite; got -inf at index \(0, 0\)"),
        ([1j], "array of real numbers"),
        (["a"], "array of real numbers"),
        ([[1, 2], [3]], "array of real numbers"),
        ([10**400], "array of real numbers"),
        (None, "finite|array of real numbers"),
    ],
)
def test_bad_numbers_are_turned_away(value, said):
    with pytest.raises(ValueError, match="^scores must be .*" + said):
        validate.as_numbers(value, "scores")


def test_numbers_of_any_shape_pass():
    assert validate.as_numbers(3, "a").shape == ()
    assert validate.as_numbers([], "a").shape == (0,)
    with pytest.raises(ValueError, match="a must not be empty"):
        validate.as_numbers([], "a", 1)
    with pytest.raises(ValueError, match=r"a must have shape \(d,\); got shape \(1, 1\)"):
        validate.as_numbers([[1]], "a", 1, "(d,)")


def test_rows_have_the_dimension_asked_for():
    assert validate.as_rows(np.ones((4, 3, 2)), 2).shape == (4, 3, 2)
    for bad in (1.0, [1.0], [[1.0, 2.0, 3.0]]):
        with pytest.raises(ValueError, match=r"^W must have shape \(\.\.\., 2\)"):
            validate.as_rows(bad, 2, "W")


def test_integers_stay_exact_beyond_the_floats():
    large = 2**62 + 1
    assert validate.as_integers([large], "codes", 0).tolist() == [large]
    assert validate.as_integers([2.0, 0.0], "codes", 0).tolist() == [2, 0]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([3, -1], r"integers of at least 0; got -1 at index \(1,\)"),
        ([0.5], r"integers of at least 0; got 0.5"),
        ([[1]], r"shape \(n,\); got shape \(1, 1\)"),
        ([np.nan], "finite"),
    ],
)
def test_bad_integers_are_turned_away(value, said):
    with pytest.raises(ValueError, match="^draws must .*" + said):
        validate.as_integers(value, "draws", 0)


def test_floats_that_may_have_been_rounded_are_no_integers():
    assert validate.as_integers([2.0**53 - 1], "codes", 0).tolist() == [2**53 - 1]
    with pytest.raises(ValueError, match="^codes must hold integers of at least 0; got 9.0072e"):
        validate.as_integers([2.0**53], "codes", 0)


def test_a_bounded_number_stays_what_it_is():
    assert type(validate.bounded(Fraction(1, 3), "a", 0, 1)) is Fraction
    assert validate.bounded(-2.5, "a") == -2.5


@pytest.mark.parametrize(
    ("value", "limits", "said"),
    [
        (-1, (0,), "a finite number, at least 0; got -1"),
        (2, (0, 1), "a number from 0 to 1; got 2"),
        (np.nan, (), "a finite number; got nan"),
        (np.inf, (0,), "a finite number, at least 0; got inf"),
        ("1", (), "a finite number; got '1'"),
        (None, (0, 1), "a number from 0 to 1; got None"),
        (1j, (), "a finite number; got 1j"),
        ([1.0], (), r"a finite number; got \[1.0\]"),
        (10**400, (), "a finite number; got 1000"),
        (-(10**400), (0,), "a finite number, at least 0; got -1000"),
    ],
    ids=range(10),
)
def test_numbers_out_of_bounds_are_turned_away(value, limits, said):
    with pytest.raises(ValueError, match=f"^a must be {said}"):
        validate.bounded(value, "a", *limits)


def test_functions_records_and_sequences():
    assert validate.as_function(len, "h") is len
    assert validate.of_kind(3, int, "n") == 3
    assert validate.as_list((1, 2), "sizes") == [1, 2]
    with pytest.raises(ValueError, match="^h must be a function; got 3"):
        validate.as_function(3, "h")
    with pytest.raises(ValueError, match="^law must be of the class Fraction; got None"):
        validate.of_kind(None, Fraction, "law")
    with pytest.raises(ValueError, match="^sizes must be a sequence; got None"):
        validate.as_list(None, "sizes")
