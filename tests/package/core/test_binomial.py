"""Binomial probabilities against sums of whole numbers; ties of shares that are no floats."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from lecture_code.core.binomial import (
    at_least,
    at_most,
    binomial_pmf,
    least_heads,
    log_choose,
    most_heads,
)

flips = st.integers(0, 30)
chances = st.fractions(0, 1, max_denominator=20)


def weight(k, n, p):
    return math.comb(n, k) * p**k * (1 - p) ** (n - k)


@given(n=flips, p=chances)
def test_the_law_and_its_tails_are_sums_of_whole_numbers(n, p):
    pmf = [weight(k, n, p) for k in range(n + 1)]
    assert binomial_pmf(np.arange(n + 1), n, float(p)) == pytest.approx([*map(float, pmf)])
    for k in range(-1, n + 3):
        below = float(sum(pmf[: max(k + 1, 0)], Fraction(0)))
        above = float(sum(pmf[max(k, 0) :], Fraction(0)))
        assert float(at_most(k, n, float(p))) == pytest.approx(below, rel=1e-10)
        assert float(at_least(k, n, float(p))) == pytest.approx(above, rel=1e-10)


@pytest.mark.parametrize("p", [0, 0.3, 1])
def test_probabilities_of_heads(p):
    assert binomial_pmf(np.arange(8), 7, p) == pytest.approx(binom.pmf(np.arange(8), 7, p))


def test_coefficients():
    found = [float(log_choose(40, k)) for k in range(41)]
    assert found == pytest.approx([math.log(math.comb(40, k)) for k in range(41)], abs=1e-12)


def test_a_small_tail_is_not_rounded_away():
    assert float(at_least(60, 60, 0.5)) == pytest.approx(0.5**60, rel=1e-12)
    assert float(at_most(0, 60, 0.5)) == pytest.approx(0.5**60, rel=1e-12)


@given(n=st.integers(1, 10**5), share=st.fractions(-1, 2, max_denominator=1000))
def test_a_share_that_is_no_float_is_still_a_tie(n, share):
    for rounded in (float(share), float(share + 7) - 7):
        assert most_heads(rounded, n) == min(max(math.floor(share * n), -1), n)
        assert least_heads(rounded, n) == min(max(math.ceil(share * n), 0), n + 1)


def test_a_huge_share_is_more_than_all_heads():
    assert (most_heads(1e308, 10), least_heads(1e308, 10)) == (10, 11)
    assert (most_heads(-1e308, 10), least_heads(-1e308, 10)) == (-1, 0)


def test_arrays_are_broadcast():
    assert at_most([[0], [1]], 3, [0.2, 0.5]).shape == (2, 2)
    assert least_heads([0.1, 0.2], [[10], [20]]).tolist() == [[1, 2], [2, 4]]
