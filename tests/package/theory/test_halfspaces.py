"""Labellings by halfspaces: a linear program for each, odd positions; Cover, Radon, margins."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import linprog, nnls
from scipy.stats import binom

from lecture_code.theory.halfspaces import (
    cover_count,
    halfspaces_on,
    in_general_position,
    radon_partition,
    separable_labellings,
)


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


def test_by_hand():
    cross = radon_partition([[0, 0], [1, 1], [1, 0], [0, 1]])
    assert {tuple(cross.positive), tuple(cross.negative)} == {(0, 1), (2, 3)}
    assert cross.exact == (Fraction(1, 2), Fraction(1, 2))
    twice = radon_partition([[5, 5], [5, 5], [0, 1], [7, 3]])
    assert twice.point.tolist() == [5, 5]
    line = radon_partition([[0.1], [0.2], [0.30000000000000004]])
    assert line.point.tolist() == [0.2]


def brute(X):
    """Count the labellings whose folded hull misses the origin."""
    m, d = X.shape
    count = 0
    for y in itertools.product([-1.0, 1.0], repeat=m):
        Z = np.array(y)[:, None] * X
        count += nnls(np.vstack([Z.T, np.ones(m)]), np.r_[np.zeros(d), 1.0])[1] > 1e-9
    return count


@pytest.mark.parametrize(("m", "d"), [(1, 1), (5, 1), (3, 4), (6, 2), (7, 3), (6, 4)])
def test_general_position(m, d):
    X = np.random.default_rng(m + 10 * d).standard_normal((m, d))
    found = separable_labellings(X)
    assert len(found) == cover_count(m, d) == brute(X)
    assert len(np.unique(found, axis=0)) == len(found)
    assert sorted(map(tuple, found)) == sorted(map(tuple, -found))


@settings(max_examples=40, deadline=None)
@given(arrays(np.float64, st.tuples(st.integers(1, 6), st.integers(1, 3)),
              elements=st.integers(-2, 2).map(float)))  # fmt: skip
def test_any_position(X):
    found = len(separable_labellings(X))
    assert found == brute(X)
    assert found <= cover_count(*X.shape)
    if in_general_position(X):
        assert found == cover_count(*X.shape)


def test_the_count_is_a_binomial_tail():
    for m, d in itertools.product(range(1, 12), range(1, 6)):
        assert cover_count(m, d) / 2**m == pytest.approx(binom.cdf(d - 1, m - 1, 0.5))
    assert cover_count(10, 5) == 2**9  # twice as many points as dimensions: one half


def test_general_position_by_hand():
    assert in_general_position([[1, 0, 0], [0, 1, 0]])
    assert not in_general_position([[1, 0, 0], [2, 0, 0]])
    assert not in_general_position([[0.0], [1.0]])
    assert not in_general_position([[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1]])
    assert in_general_position(1e-9 * np.array([[1, 0], [0, 1], [1, 3]]))
