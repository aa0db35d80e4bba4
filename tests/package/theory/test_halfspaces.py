"""Labellings by halfspaces: Cover's count, a linear program for each labelling, odd positions."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from lecture_code.solvers.rational import fractions_of, integers_along, kernel_vector, pivots
from lecture_code.theory.halfspaces import cover_count, halfspaces_on


def rows(table):
    return {tuple(row) for row in np.asarray(table).tolist()}


def by_linear_programs(X, strict):
    """Is there a w with <w, x> >= 1 for the ones and <= 0 (or -1) for the others?"""
    X = np.asarray(X, float)
    found = set()
    for label in itertools.product((0, 1), repeat=len(X)):
        s = np.where(label, -1.0, 1.0)
        bound = np.where(label, -1.0, -1.0 if strict else 0.0)
        free = [(None, None)] * X.shape[1]
        if linprog(np.zeros(X.shape[1]), s[:, None] * X, bound, bounds=free).status == 0:
            found.add(label)
    return found


def grid(d, most):
    return st.lists(st.lists(st.integers(-2, 2), min_size=d, max_size=d), min_size=1, max_size=most)


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 3).flatmap(lambda d: grid(d, 5)), st.booleans())
def test_every_position_on_a_small_grid_agrees_with_linear_programs(X, strict):
    assert rows(halfspaces_on(X, strict=strict)) == by_linear_programs(X, strict)


@settings(max_examples=15, deadline=None)
@given(grid(2, 6))
def test_with_a_bias_ties_change_nothing(X):
    lifted = np.c_[np.ones(len(X)), X]
    table = rows(halfspaces_on(X, bias=True))
    assert table == by_linear_programs(lifted, True)
    assert table == rows(halfspaces_on(X, bias=True, strict=True))


@pytest.mark.parametrize(("n", "d"), [(1, 1), (3, 2), (8, 3), (10, 2), (12, 4), (9, 5), (40, 3)])
def test_cover_count_in_general_position(n, d):
    X = np.random.default_rng(n + d).standard_normal((n, d))
    strict = halfspaces_on(X, strict=True)
    assert len(strict) == cover_count(n, d)
    assert len(halfspaces_on(X)) - len(strict) == (0 if (strict == 0).all(axis=1).any() else 1)


def test_scale_does_not_matter():
    X = np.random.default_rng(0).standard_normal((9, 3))
    assert rows(halfspaces_on(X * 1e9 ** np.arange(-4, 5)[:, None])) == rows(halfspaces_on(X))
    assert rows(halfspaces_on(X * [1e-8, 1, 1e8])) == rows(halfspaces_on(X * [1, 1, 1]))


def test_dependence_that_rounding_hides_is_seen():
    third = np.array([[1.0, 1 / 3], [3.0, 1.0], [1.0, 0.3333333333333334]])
    table = rows(halfspaces_on(third, strict=True))  # three different directions, in a hair
    assert len(table) == cover_count(3, 2)
    assert len(rows(halfspaces_on([[1, 2], [2, 4], [3, 6]], strict=True))) == 2


def test_odd_positions_by_hand():
    assert rows(halfspaces_on([[1.0], [-1.0]])) == {(0, 0), (0, 1), (1, 0)}
    assert rows(halfspaces_on([[1.0], [-1.0]], strict=True)) == {(0, 1), (1, 0)}
    assert rows(halfspaces_on([[0.0, 0.0]])) == {(0,)}
    assert halfspaces_on([[0.0, 0.0], [1.0, 0.0]], strict=True).shape == (0, 2)
    assert rows(halfspaces_on([[0, 0]], bias=True)) == {(0,), (1,)}
    square = [[0, 0], [1, 0], [0, 1], [1, 1]]
    assert len(halfspaces_on(square, bias=True)) == 14


@given(grid(3, 5))
def test_kernel_vectors_and_ranks(X):
    columns, reduced = pivots(X)
    assert len(columns) == len(reduced) == np.linalg.matrix_rank(np.array(X, float))
    v = kernel_vector(X)
    assert (v is None) == (len(columns) == 3)
    if v is not None:
        assert any(v)
        assert (np.array(X) @ v == 0).all()


def test_fractions_are_exact():
    assert fractions_of([[0.1]]) == [[Fraction(0.1)]]
    assert fractions_of(np.array([[0.1]])) != [[Fraction(1, 10)]]
    assert integers_along([Fraction(0), Fraction(0)]) == [0, 0]
    assert integers_along([4, -6]) == [2, -3]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: halfspaces_on([1, 2]), r"shape \(m, d\)"),
        (lambda: halfspaces_on(np.ones((63, 2))), "X must hold at most 62 points; got 63"),
        (lambda: halfspaces_on(np.ones((62, 6))), "at most 100000 edges"),
        (lambda: halfspaces_on(np.random.default_rng(0).integers(0, 2, (60, 4))), "5000 edges"),
        (lambda: cover_count(0, 2), "m must be an integer, at least 1"),
        (lambda: fractions_of([["a"]]), "X must be an array of real numbers"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
