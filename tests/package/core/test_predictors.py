"""The validators: what they let through unchanged, and what each refusal says."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.core import predictors, types, validate


@pytest.mark.parametrize("m", [1, 3])
@pytest.mark.parametrize("d", [1, 4])
def test_points_pass_unchanged_as_floats(m, d):
    X = validate.as_points(np.arange(m * d, dtype=np.int32).reshape(m, d))
    assert X.dtype == np.float64
    assert X.tolist() == np.arange(m * d).reshape(m, d).tolist()


@pytest.mark.parametrize(
    ("X", "said"),
    [
        ([1.0, 2.0], r"shape \(m, d\); got shape \(2,\)"),
        ([[[1.0]]], r"got shape \(1, 1, 1\)"),
        (np.empty((0, 3)), r"not be empty; got shape \(0, 3\)"),
        (np.empty((3, 0)), r"not be empty; got shape \(3, 0\)"),
        ([[0.0, np.nan]], r"finite; got nan at index \(0, 1\)"),
        ([[0.0], [-np.inf]], r"finite; got -inf at index \(1, 0\)"),
        ([["a"]], "real numbers"),
        ([[1, 2], [3]], "real numbers"),
        ([[1j]], "real numbers"),
        (None, r"finite|real numbers|shape"),
    ],
)
def test_bad_points_are_turned_away_by_name(X, said):
    with pytest.raises(ValueError, match="^Z must .*" + said):
        validate.as_points(X, "Z")


def test_inputs_are_points_of_space_or_of_the_line():
    assert validate.as_inputs([1, 2, 3]).shape == (3,)
    assert validate.as_inputs([[1, 2, 3]]).shape == (1, 3)
    for bad in (3.0, [], [[[1.0]]], [np.nan]):
        with pytest.raises(ValueError, match="^x must"):
            validate.as_inputs(bad, "x")


def test_labels_of_each_convention():
    assert validate.as_labels([1, -1], 2).tolist() == [1, -1]
    assert validate.as_labels([1, 0], 2, types.BITS).tolist() == [1, 0]
    assert validate.as_labels([0.3, 7], 2, None).tolist() == [0.3, 7]


@pytest.mark.parametrize(
    ("y", "m", "allowed", "said"),
    [
        ([1, 0], 2, (-1, 1), r"labels \(-1, 1\); got 0 at index 1"),
        ([1, -1], 2, (0, 1), r"labels \(0, 1\); got -1 at index 1"),
        ([1, 1, 1], 2, (-1, 1), "one label per point, 2 in all; got 3"),
        ([[1], [1]], 2, (-1, 1), r"shape \(m,\); got shape \(2, 1\)"),
        ([1, np.nan], 2, None, r"finite; got nan at index \(1,\)"),
        ([1, np.inf], 2, (-1, 1), "finite; got inf"),
        ([], 0, (-1, 1), "not be empty"),
    ],
)
def test_bad_labels_are_turned_away(y, m, allowed, said):
    with pytest.raises(ValueError, match="^y must .*" + said):
        validate.as_labels(y, m, allowed)


def test_a_sample_needs_as_many_labels_as_points():
    X, y = validate.as_sample([[1, 2], [3, 4]], [1, -1])
    assert (X.shape, y.shape) == ((2, 2), (2,))
    with pytest.raises(ValueError, match="^y must have one label per point, 2 in all; got 1"):
        validate.as_sample([[1, 2], [3, 4]], [1])
    with pytest.raises(ValueError, match="^X must"):
        validate.as_sample([1, 2], [1, -1])


def test_vectors_have_the_dimension_asked_for():
    assert validate.as_vector([1, 2]).tolist() == [1.0, 2.0]
    with pytest.raises(ValueError, match="^u must have 3 entries; got 2"):
        validate.as_vector([1, 2], 3, "u")
    for bad in ([], [[1.0]], [np.inf], "w"):
        with pytest.raises(ValueError, match="^w must"):
            validate.as_vector(bad)


@pytest.mark.parametrize("value", [0, 1, -0.1, 1.5, np.nan, np.inf, "half", None])
def test_the_open_unit_interval(value):
    with pytest.raises(ValueError, match="^eps must .*strictly between 0 and 1"):
        validate.in_unit_interval(value, "eps")
    assert validate.in_unit_interval(0.25, "eps") == 0.25


@pytest.mark.parametrize("value", [0, -1.0, np.nan, np.inf, "one", None])
def test_positive_numbers(value):
    with pytest.raises(ValueError, match="^lam must be a finite number above 0; got"):
        validate.positive(value, "lam")
    assert validate.positive(1e-300, "lam") == 1e-300


@pytest.mark.parametrize("value", [0, -2, 2.0, True, np.True_, np.nan, "3", None])
def test_positive_integers(value):
    with pytest.raises(ValueError, match="^m must be an integer, at least 1; got"):
        validate.positive_integer(value, "m")


def test_integers_of_numpy_become_python_integers_and_the_least_can_be_moved():
    assert type(validate.positive_integer(np.int64(3), "m")) is int
    assert validate.positive_integer(0, "m", least=0) == 0
    with pytest.raises(ValueError, match="at least 5; got 4"):
        validate.positive_integer(4, "m", least=5)


def test_rational_probabilities_stay_exact_and_others_become_floats():
    exact = validate.probability_vector([Fraction(1, 3), Fraction(2, 3), 0])
    assert exact.tolist() == [Fraction(1, 3), Fraction(2, 3), 0]
    assert all(type(entry) is Fraction for entry in exact)
    mixed = validate.probability_vector([Fraction(1, 4), 0.75])
    assert mixed.dtype == np.float64
    assert mixed.tolist() == [0.25, 0.75]
    assert validate.probability_vector(np.full(10, 0.1)).sum() == pytest.approx(1)


@pytest.mark.parametrize(
    ("p", "said"),
    [
        ([0.5, 0.6], "sum to 1; got the sum 1.1"),
        ([0.5, 0.5 + 1e-8], "sum to 1; got the sum 1.00000001"),
        ([Fraction(1, 3), Fraction(1, 3)], "sum to 1; got the sum 2/3"),
        ([Fraction(1, 3), Fraction(2, 3) + Fraction(1, 10**12)], "sum to 1"),
        ([1.5, -0.5], "no negative number; got -0.5 at index 1"),
        ([], "not be empty"),
        ([[1.0]], r"shape \(n,\)"),
        ([np.nan, 1.0], "finite; got nan"),
        (["all"], "real numbers"),
    ],
)
def test_bad_probabilities_are_turned_away(p, said):
    with pytest.raises(ValueError, match="^q must .*" + said):
        validate.probability_vector(p, "q")


def test_only_a_generator_is_a_source_of_randomness():
    rng = np.random.default_rng(0)
    assert validate.as_generator(rng) is rng
    for bad in (None, 0, np.random, np.random.default_rng):
        with pytest.raises(ValueError, match="^rng must be a numpy Generator"):
            validate.as_generator(bad)


def test_the_sign_of_zero_is_nobodys_label():
    assert predictors.sign([-1e-300, -0.0, 0.0, 1e-300]).tolist() == [-1, 0, 0, 1]


@given(st.floats(-1e6, 1e6), st.sampled_from([-1.0, 1.0]))
def test_a_wrong_sign_is_a_margin_of_at_most_zero(score, y):
    assert (predictors.sign([score])[0] != y) == (y * score <= 0)


@given(st.lists(st.sampled_from([0, 1]), min_size=1))
def test_signs_and_bits_translate_back_and_forth(b):
    y = predictors.to_signs(b)
    assert set(y) <= {-1.0, 1.0}
    assert predictors.to_bits(y).tolist() == b


@pytest.mark.parametrize("bad", [[2], [-1], [], [np.nan], [[0]]])
def test_only_bits_become_signs(bad):
    with pytest.raises(ValueError, match="^b must"):
        predictors.to_signs(bad)


@pytest.mark.parametrize("bad", [[2], [0], [], [np.nan], [[1]]])
def test_only_signs_become_bits(bad):
    with pytest.raises(ValueError, match="^y must"):
        predictors.to_bits(bad)
