"""Restriction, shattering, dimension and growth by definition; infinite classes by brute force."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.core.classes import all_functions, intervals, singletons, thresholds
from lecture_code.core.hypotheses import Constant
from lecture_code.theory.vc import (
    as_table,
    decode,
    encode,
    growth,
    restriction,
    sauer,
    shattered_sets,
    shatters,
    vc_dimension,
)

tables = st.integers(1, 5).flatmap(
    lambda n: st.lists(
        st.lists(st.integers(0, 1), min_size=n, max_size=n), min_size=1, max_size=2**n
    )
)


def literal_shattered(rows):
    """All shattered sets, read off the definition."""
    n = len(rows[0])
    return {
        B
        for k in range(n + 1)
        for B in itertools.combinations(range(n), k)
        if len({tuple(row[j] for j in B) for row in rows}) == 2**k
    }


@given(tables)
def test_shattered_sets_and_dimension_follow_the_definition(rows):
    n = len(rows[0])
    found = {tuple(B) for k in range(n + 1) for B in shattered_sets(rows, k).tolist()}
    assert found == literal_shattered(rows)
    assert vc_dimension(rows) == max(map(len, found))


@given(tables)
def test_codes_keep_everything(rows):
    table = as_table(rows)
    assert np.array_equal(decode(encode(table), table.shape[1]), table)
    assert len(table) == len({tuple(row) for row in rows})


def test_cases_solved_by_hand():
    assert vc_dimension(restriction([Constant(0)], [1, 2])) == 0
    assert vc_dimension(restriction(singletons([1, 2, 3]), [1, 2, 3])) == 1
    assert vc_dimension(restriction(thresholds(range(6)), range(6))) == 1
    assert vc_dimension(restriction(intervals(range(6)), range(6))) == 2
    cube = restriction(all_functions(range(4)), range(4))
    assert vc_dimension(cube) == 4
    assert shatters(cube)
    assert not shatters(cube[1:])


@pytest.mark.parametrize("n", range(1, 9))
def test_sets_of_at_most_d_points_attain_sauer(n):
    for d in range(n + 1):
        rows = [row for row in itertools.product((0, 1), repeat=n) if sum(row) <= d]
        assert len(rows) == sauer(n, d) == growth(rows, n)
        assert vc_dimension(rows) == d


def test_sixty_two_columns_fit_into_a_number():
    table = np.vstack([np.zeros(62), np.ones(62), np.eye(62)]).astype(int)
    assert np.array_equal(decode(encode(table), 62), as_table(table))
    assert vc_dimension(table) == 2  # all ones shatters a pair
    assert len(shattered_sets(np.eye(60), 6)) == 0  # too few rows: no search at all
