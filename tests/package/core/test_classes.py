"""Finite classes and tables against brute force and cases solved by hand."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier

from lecture_code.core.classes import (
    all_functions,
    answers,
    errors,
    intervals,
    singletons,
    thresholds,
)
from lecture_code.core.hypotheses import Constant, Table, memorise
from lecture_code.core.risk import empirical_risk, erm

POINTS = [0.5, -1.0, 3.0, 2.0]


def rows(H, X):
    return {tuple(row) for row in answers(H, X).astype(int).tolist()}


@pytest.mark.parametrize("make", [thresholds, intervals, singletons, all_functions])
def test_no_behaviour_occurs_twice(make):
    H = make(POINTS)
    assert len(rows(H, POINTS)) == len(H)


def test_the_classes_hold_the_behaviours_their_names_promise():
    x = sorted(POINTS)
    every = set(itertools.product((0, 1), repeat=4))
    starts = {row for row in every if list(row) == sorted(row, reverse=True)}
    runs = {row for row in every if "01" not in "".join(map(str, row)).lstrip("0")}
    assert rows(thresholds(POINTS), x) == starts
    assert rows(intervals(POINTS), x) == runs
    assert rows(singletons(POINTS), x) == {row for row in every if sum(row) <= 1}
    assert rows(all_functions(POINTS), x) == every


def test_function_number_f_has_the_bits_of_f():
    table = answers(all_functions([7, 8, 9]), [7, 8, 9])
    assert (table @ [1, 2, 4]).tolist() == list(range(8))


def test_all_functions_live_in_space_too():
    X = [[0, 0], [0, 1], [1, 0]]
    assert len(rows(all_functions(X), X)) == 8


def test_errors_count_differences():
    assert errors([Constant(1)], [1, 2], [0, 1]).tolist() == [[True, False]]


def test_a_table_cannot_be_changed_and_knows_minus_zero():
    h = Table([0.0, 1.0], [1, 0])
    assert h([-0.0, 2.0]).tolist() == [1, 0]
    with pytest.raises(ValueError, match="read-only"):
        h.labels[0] = 0


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 1)), min_size=1, max_size=12))
def test_the_memoriser_errs_least_of_all_functions(sample):
    X, y = np.array(sample, dtype=float).T
    best = min(empirical_risk(h, X, y) for h in all_functions(range(5)))
    for default in (0, 1):
        h = memorise(X, y, default=default)
        assert empirical_risk(h, X, y) == best
        assert h([9.0]).tolist() == [default]


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 1)), min_size=1, max_size=12))
def test_the_memoriser_is_a_full_decision_tree(sample):
    # A tree grown to the end votes in each point; it gives a tied vote, as we do, the label 0.
    X, y = np.array(sample, dtype=float).T
    tree = DecisionTreeClassifier(random_state=0).fit(X[:, None], y)
    assert memorise(X, y)(X).tolist() == tree.predict(X[:, None]).tolist()
    rate = tree.score(X[:, None], y)
    assert erm(all_functions(range(5)), X, y).risk == pytest.approx(1 - rate)


def test_a_tied_vote_goes_to_the_default():
    assert memorise([1, 1], [0, 1], default=1)([1]).tolist() == [1]
    assert memorise([[1, 2], [1, 2]], [0, 1])([[1, 2]]).tolist() == [0]
