"""Elimination in rational numbers: hand-solved systems, and the solver as an independent oracle."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from lecture_code.chapters import c05_fourier_motzkin
from lecture_code.chapters.c05_fourier_motzkin import fourier_motzkin

SMALL = st.integers(-3, 3)


def test_a_triangle_solved_by_hand():
    # w_1 + w_2 >= 1, w_1 <= 0, w_2 <= 0: add the three.
    answer = fourier_motzkin([[1, 1], [-1, 0], [0, -1]], [1, 0, 0])
    assert (answer.feasible, answer.w) == (False, None)
    assert answer.multipliers == (1, 1, 1)


def test_a_solution_by_hand():
    # 2 <= w_1 <= 3 and w_2 >= w_1 + 1.
    answer = fourier_motzkin([[1, 0], [-1, 0], [-1, 1]], [2, -3, 1])
    assert answer.feasible
    assert answer.w == (2, 3)


def test_rows_without_unknowns():
    assert fourier_motzkin([[0.0]], [0.0]).w == (0,)
    assert fourier_motzkin([[0.0]], [-1.0]).w == (0,)
    assert fourier_motzkin([[0.0], [1.0]], [1.0, 0.0]).multipliers == (1, 0)


def test_borders_are_exact():
    third = [[3.0, 0.0], [-3.0, 0.0], [0.0, 1.0]]
    assert fourier_motzkin(third, [1, -1, 0]).w[0] == Fraction(1, 3)
    assert not fourier_motzkin(third, [1, -1 + 2.0**-52, 0]).feasible


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_exactly_one_answer_and_the_solver_agrees(data):
    n, d = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 3))
    A = [[data.draw(SMALL) for _ in range(d)] for _ in range(n)]
    v = [data.draw(SMALL) for _ in range(n)]
    answer = fourier_motzkin(A, v)
    assert (answer.w is None) is not (answer.multipliers is None)
    status = linprog(np.zeros(d), A_ub=-np.array(A), b_ub=-np.array(v), bounds=(None, None)).status
    assert answer.feasible is (status == 0)
    if answer.feasible:
        rows = [sum(a * x for a, x in zip(row, answer.w, strict=True)) for row in A]
        assert all(r >= b for r, b in zip(rows, v, strict=True))
    else:
        weights = answer.multipliers
        assert min(weights) >= 0
        assert not np.dot(weights, np.array(A, dtype=object)).any()
        assert np.dot(weights, np.array(v, dtype=object)) > 0


def test_too_many_rows(monkeypatch):
    monkeypatch.setattr(c05_fourier_motzkin, "MOST_ROWS", 3)
    A = np.array([[1.0, 1], [2, 1], [-1, -1], [-2, -1]])
    with pytest.raises(RuntimeError, match="system must be smaller"):
        fourier_motzkin(A, np.zeros(4))
