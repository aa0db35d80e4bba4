"""Bounds above exact tails, tails against sums of whole numbers, and the order of the bounds."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.theory import concentration as con

P, EPS = np.meshgrid(np.linspace(0.05, 0.95, 19), np.linspace(0.02, 0.6, 30), indexing="ij")


def exact(m, p, keep):
    """Sum the binomial weights of the counts to keep, in whole numbers."""
    weights = (math.comb(m, k) * p**k * (1 - p) ** (m - k) for k in range(m + 1) if keep(k))
    return sum(weights, Fraction(0))


@given(
    m=st.integers(1, 40),
    p=st.fractions(0, 1, max_denominator=20),
    eps=st.fractions(-1, 1, max_denominator=40),
)
def test_binomial_tails_are_the_sums_of_their_terms(m, p, eps):
    above = exact(m, p, lambda k: Fraction(k, m) >= p + eps)
    below = exact(m, p, lambda k: Fraction(k, m) <= p - eps)
    assert con.binomial_above(m, float(p), float(eps)) == pytest.approx(float(above), rel=1e-10)
    assert con.binomial_below(m, float(p), float(eps)) == pytest.approx(float(below), rel=1e-10)


@given(m=st.integers(1, 60), p=st.floats(0, 1), eps=st.floats(0.001, 1))
def test_the_lower_tail_is_the_upper_tail_of_the_turned_coin(m, p, eps):
    assert con.binomial_below(m, p, eps) == pytest.approx(
        con.binomial_above(m, 1 - p, eps), rel=1e-6
    )


@pytest.mark.parametrize("m", [1, 5, 20, 100])
def test_exact_is_below_chernoff_is_below_hoeffding_and_bernstein(m):
    tail, chernoff = con.binomial_above(m, P, EPS), con.chernoff(m, EPS, P)
    assert (tail <= chernoff * (1 + 1e-9)).all()
    assert (chernoff <= con.hoeffding(m, EPS) * (1 + 1e-12)).all()
    reach = con.bernstein(m, EPS, P * (1 - P), reach=1 - P)
    assert (chernoff <= reach * (1 + 1e-12)).all()
    assert (tail + con.binomial_below(m, P, EPS) <= con.chebyshev(m, EPS, P * (1 - P))).all()


def test_cases_solved_by_hand():
    assert con.hoeffding(50, 0.1) == pytest.approx(math.exp(-1))
    assert con.hoeffding(50, 1.0, width=10.0) == pytest.approx(math.exp(-1))
    assert con.chebyshev(4, 0.5, 0.25) == 0.25
    assert con.bernstein(6, 1.0, 0.5, reach=1.5) == pytest.approx(math.exp(-3))
    assert con.kl(1, 0.25) == pytest.approx(math.log(4))
    assert con.kl(0, 0.25) == pytest.approx(math.log(4 / 3))
    assert con.kl(0.5, 0) == math.inf
    assert con.chernoff(3, 0.75, 0.25) == pytest.approx(1 / 64)
    assert con.chernoff(3, 0.8, 0.25) == 0
    assert con.binomial_above(3, 0.5, 0.5) == 0.125
    assert con.binomial_above(1, 0.0, 0.5) == 0
    assert con.binomial_below(1, 1.0, 0.5) == 0


def test_arrays_broadcast_and_numbers_stay_numbers():
    assert isinstance(con.hoeffding(3, 0.1), float)
    assert con.chernoff([[1], [2]], 0.1, [0.1, 0.2, 0.3]).shape == (2, 3)
