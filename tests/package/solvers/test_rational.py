"""Fractions: kernel vectors, ranks, and that nothing is rounded."""

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.solvers.rational import fractions_of, integers_along, kernel_vector, pivots


def grid(d, most):
    return st.lists(st.lists(st.integers(-2, 2), min_size=d, max_size=d), min_size=1, max_size=most)


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
