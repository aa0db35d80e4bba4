"""The validators: what they let through unchanged, and what each refusal says."""

import datetime
from fractions import Fraction

import numpy as np
import pytest

from lecture_code.core import types, validate


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
        ("1", "array of real numbers"),
        (["1", "2"], "array of real numbers"),
        ([b"1"], "array of real numbers"),
        (np.array([1, "2"], dtype=object), "array of real numbers"),
        (np.array(["2020-01-01"], dtype="datetime64[D]"), "array of real numbers"),
        (np.array([1], dtype="timedelta64[D]"), "array of real numbers"),
        ([datetime.date(2020, 1, 1)], "array of real numbers"),
        (np.ma.masked_array([1.0, 2.0], mask=[0, 1]), "no masked entry"),
        ([np.ma.masked_array([1.0, 2.0], mask=[0, 1])], "no masked entry"),
        ([1.0, np.ma.masked], "no masked entry"),
    ],
)
def test_bad_numbers_are_refused(value, said):
    with pytest.raises(ValueError, match="^scores must .*" + said):
        validate.array(value, "scores")


@pytest.mark.parametrize(
    "value",
    [
        [1, 2], (1, 2), np.array([1, 2], dtype="int8"), np.array([1, 2], dtype=">f4"),
        np.ma.masked_array([1, 2]), [Fraction(1), Fraction(2)], np.array([9, 1, 9, 2])[1::2],
        np.array([1, 2], dtype=object), np.array([1, 2], dtype=np.longdouble),
    ],
    ids=range(9),
)  # fmt: skip
def test_numbers_of_every_form_pass(value):
    assert validate.array(value, "a").tolist() == [1.0, 2.0]
    assert validate.array([True, False], "a").tolist() == [1.0, 0.0]


def test_an_array_has_the_shape_asked_for():
    assert validate.array(3, "a").shape == ()
    assert validate.array([], "a").shape == (0,)
    assert validate.array(np.ones((4, 3, 2)), "a", "(..., 2)").shape == (4, 3, 2)
    with pytest.raises(ValueError, match="a must not be empty"):
        validate.array([], "a", "(m,)")
    with pytest.raises(ValueError, match=r"a must have shape \(d,\); got shape \(1, 1\)"):
        validate.array([[1]], "a", "(d,)")
    for bad in (1.0, [1.0], [[1.0, 2.0, 3.0]]):
        with pytest.raises(ValueError, match=r"^W must have shape \(\.\.\., 2\)"):
            validate.array(bad, "W", "(..., 2)")
    with pytest.raises(ValueError, match=r"^X must have shape \(m, d\) or \(m,\); got shape \(\)"):
        validate.points(3, line=True)


def test_limits_of_arrays():
    assert validate.array([0.5], "q", at_least=0, at_most=1).tolist() == [0.5]
    with pytest.raises(ValueError, match="^q must be finite, at least 0 and at most 1; got 1.5"):
        validate.array([0.5, 1.5], "q", at_least=0, at_most=1)
    with pytest.raises(ValueError, match="^q must be finite, above 0; got 0.0"):
        validate.array(0, "q", above=0)
    with pytest.raises(ValueError, match=r"^q must hold whole numbers; got 0.5 at index \(1,\)"):
        validate.array([1, 0.5], "q", whole=True)
    with pytest.raises(ValueError, match="^q must not be empty"):
        validate.array([], "q", above=0)


@pytest.mark.parametrize(
    ("value", "limits", "said"),
    [
        (-1, {"at_least": 0}, "a finite number, at least 0; got -1"),
        (2, {"at_least": 0, "at_most": 1}, "a finite number, at least 0 and at most 1; got 2"),
        (0, {"above": 0, "below": 1}, "a finite number, above 0 and below 1; got 0"),
        (np.nan, {}, "a finite number; got nan"),
        (np.inf, {"above": 0}, "a finite number, above 0; got inf"),
        ("1", {}, "a finite number; got '1'"),
        (None, {}, "a finite number; got None"),
        (1j, {}, "a finite number; got 1j"),
        ([1.0], {}, r"a finite number; got \[1.0\]"),
        (10**400, {}, "a finite number; got 1000"),
        (np.ma.masked, {}, "a finite number; got masked"),
        (np.timedelta64(5, "D"), {}, "a finite number; got "),
        (np.datetime64("2020"), {}, "a finite number; got "),
    ],
    ids=range(13),
)
def test_numbers_out_of_bounds_are_refused(value, limits, said):
    with pytest.raises(ValueError, match=f"^a must be {said}"):
        validate.number(value, "a", **limits)


def test_numbers_become_floats():
    numbers = [validate.number(v, "a") for v in (2, Fraction(1, 2), np.float32(3))]
    assert numbers == [2.0, 0.5, 3.0]
    assert {type(v) for v in numbers} == {float}


@pytest.mark.parametrize("value", [0, 2.0, True, "1", None, np.timedelta64(5, "D"), 11])
def test_what_is_no_whole_number_is_refused(value):
    with pytest.raises(ValueError, match="^m must be an integer, at least 1 and at most 10; got "):
        validate.whole(value, "m", at_most=10)
    assert validate.whole(np.uint8(7), "m") == 7


@pytest.mark.parametrize("m", [1, 3])
@pytest.mark.parametrize("d", [1, 4])
def test_points_pass_unchanged_as_floats(m, d):
    X = validate.points(np.arange(m * d, dtype=np.int32).reshape(m, d))
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
        validate.points(X, "Z")


def test_inputs_are_points_of_space_or_of_the_line():
    assert validate.points([1, 2, 3], line=True).shape == (3,)
    assert validate.points([[1, 2, 3]], line=True).shape == (1, 3)
    for bad in (3.0, [], [[[1.0]]], [np.nan]):
        with pytest.raises(ValueError, match="^x must"):
            validate.points(bad, "x", line=True)


def test_labels_of_each_convention():
    assert validate.labels([1, -1], 2).tolist() == [1, -1]
    assert validate.labels([1, 0], 2, types.BITS).tolist() == [1, 0]
    assert validate.labels([0.3, 7], 2, None).tolist() == [0.3, 7]


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
        validate.labels(y, m, allowed)


def test_a_sample_needs_as_many_labels_as_points():
    X, y = validate.sample([[1, 2], [3, 4]], [1, -1])
    assert (X.shape, y.shape) == ((2, 2), (2,))
    with pytest.raises(ValueError, match="^y must have one label per point, 2 in all; got 1"):
        validate.sample([[1, 2], [3, 4]], [1])
    with pytest.raises(ValueError, match="^X must"):
        validate.sample([1, 2], [1, -1])


def test_vectors_have_the_dimension_asked_for():
    assert validate.vector([1, 2]).tolist() == [1.0, 2.0]
    with pytest.raises(ValueError, match=r"^u must have shape \(3,\); got shape \(2,\)"):
        validate.vector([1, 2], 3, "u")
    for bad in ([], [[1.0]], [np.inf], "w"):
        with pytest.raises(ValueError, match="^w must"):
            validate.vector(bad)


def test_rational_probabilities_stay_exact_and_others_become_floats():
    exact = validate.probabilities([Fraction(1, 3), Fraction(2, 3), 0])
    assert exact.tolist() == [Fraction(1, 3), Fraction(2, 3), 0]
    assert all(type(entry) is Fraction for entry in exact)
    mixed = validate.probabilities([Fraction(1, 4), 0.75])
    assert mixed.dtype == np.float64
    assert mixed.tolist() == [0.25, 0.75]
    assert validate.probabilities(np.full(10, 0.1)).sum() == pytest.approx(1)


@pytest.mark.parametrize(
    ("p", "said"),
    [
        ([0.5, 0.6], "sum to 1; got the sum 1.1"),
        ([0.5, 0.5 + 1e-8], "sum to 1; got the sum 1.00000001"),
        ([Fraction(1, 3), Fraction(1, 3)], "sum to 1; got the sum 2/3"),
        ([Fraction(1, 3), Fraction(2, 3) + Fraction(1, 10**12)], "sum to 1"),
        ([1.5, -0.5], r"no negative number; got -0.5 at index \(1,\)"),
        ([], "not be empty"),
        ([[1.0]], r"shape \(n,\)"),
        ([np.nan, 1.0], "finite; got nan"),
        (["all"], "real numbers"),
    ],
)
def test_bad_probabilities_are_turned_away(p, said):
    with pytest.raises(ValueError, match="^q must .*" + said):
        validate.probabilities(p, "q")


def test_only_a_generator_is_a_source_of_randomness():
    rng = np.random.default_rng(0)
    assert validate.generator(rng) is rng
    for bad in (None, 0, np.random, np.random.default_rng):
        with pytest.raises(ValueError, match="^rng must be a numpy Generator"):
            validate.generator(bad)


def semidefinite(G, name="G"):
    return validate.symmetric(G, name, semidefinite=validate.ROUNDING)


@pytest.mark.parametrize("size", [1.0, 1e-300, 2.0**1020])
def test_a_matrix_is_symmetric_up_to_rounding(size):
    G = size * np.array([[1, 2, 0], [2, 5, 3], [0, 3, 9]])
    assert validate.symmetric(G) is G
    near, off = G.copy(), G.copy()
    near[0, 1], off[2, 1] = size * (2 + 1e-10), size * 3.001
    assert (even := validate.symmetric(near))[0, 1] == even[1, 0]
    assert abs(even / size - G / size).max() < 1e-10
    with pytest.raises(ValueError, match=r"Q must be symmetric; got .* at index \(1, 2\) and "):
        validate.symmetric(off, "Q")
    for bad in (G[:2], [1, 2], np.ones((0, 0))):
        with pytest.raises(ValueError, match="^G must "):
            validate.symmetric(bad)


def test_a_large_entry_excuses_no_small_ones():
    G = np.diag([1e12, 1.0, 1.0])
    G[1, 2] = 0.9
    with pytest.raises(ValueError, match=r"^G must be symmetric; got 0.9 at index \(1, 2\)"):
        validate.symmetric(G)
    G = np.diag([1.0, -5e-10])
    assert semidefinite(G) is G
    with pytest.raises(ValueError, match="^G must be positive semidefinite"):
        validate.symmetric(G, semidefinite=1e-10)


def test_eigenvalues_are_at_least_zero_up_to_rounding():
    for low in (0, -1e-11):
        G = 1e3 * np.diag([1.0, low, 4.0])
        assert semidefinite(G) is G
    with pytest.raises(ValueError, match="^Q must be positive semidefinite; got the eigenvalue -0"):
        semidefinite(1e3 * np.diag([1.0, -1e-6, 4.0]), "Q")
    with pytest.raises(ValueError, match="^G must be symmetric"):
        semidefinite([[1, 2], [0, 1]])
