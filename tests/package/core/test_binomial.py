"""Binomial probabilities of large samples; ties of shares that are no floats."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.core.binomial import binomial, least_heads, most_heads


def test_bad_parameters_are_named():
    for n, p, name in ((2.5, 0.5, "n"), (-1, 0.5, "n"), (3, 1.5, "p"), (3, "0.5", "p")):
        with pytest.raises(ValueError, match=f"^{name} must"):
            binomial(n, p)


def test_a_small_tail_is_not_rounded_away_and_large_n_keep_their_digits():
    assert binomial(60, 0.5).sf(59) == pytest.approx(0.5**60, rel=1e-12)
    n, p = 1541096362225563, 1.0477878413173978e-18  # as Poisson: n p e^(-n p)
    assert binomial(n, p).pmf(1) == pytest.approx(n * p * math.exp(-n * p), rel=1e-9)


@given(n=st.integers(1, 10**5), share=st.fractions(-1, 2, max_denominator=1000))
def test_a_share_that_is_no_float_is_still_a_tie(n, share):
    for rounded in (float(share), float(share + 7) - 7):
        assert most_heads(rounded, n) == min(max(math.floor(share * n), -1), n)
        assert least_heads(rounded, n) == min(max(math.ceil(share * n), 0), n + 1)


def test_a_huge_share_is_more_than_all_heads():
    assert (most_heads(1e308, 10), least_heads(1e308, 10)) == (10, 11)
    assert (most_heads(-1e308, 10), least_heads(-1e308, 10)) == (-1, 0)


def test_arrays_are_broadcast():
    assert least_heads([0.1, 0.2], [[10], [20]]).tolist() == [[1, 2], [2, 4]]
