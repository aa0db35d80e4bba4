"""Largest gaps: by hand, in decimals of 600 digits, by an independent recursion, by simulation."""

from decimal import Decimal, localcontext
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.chapters.c07_spacings import (
    largest_of_two_cdf,
    largest_spacing_cdf,
    largest_spacing_sf,
)
from lecture_code.checks import check, frequency


def in_decimals(m, x):
    with localcontext() as context:
        context.prec = 600
        x = Decimal(x.numerator) / x.denominator
        terms = [(-1) ** j * comb(m, j) * (1 - j * x) ** (m - 1) for j in range(m + 1) if j * x < 1]
        return float(sum(terms))


@pytest.mark.parametrize(("m", "x"), [(1000, "0.004"), (300, "0.02"), (50, "0.5"), (7, "0.15")])
def test_against_decimals(m, x):
    x = Fraction(x)
    assert largest_spacing_cdf(m, x) == pytest.approx(in_decimals(m, x), rel=1e-12)


@given(st.fractions(0, 1, max_denominator=50))
def test_three_points_by_hand(x):
    """The gaps are uniform on a triangle: all below x is a triangle, or one with corners cut."""
    by_hand = 0 if x < Fraction(1, 3) else (3 * x - 1) ** 2 if 2 * x <= 1 else 1 - 3 * (1 - x) ** 2
    assert largest_spacing_cdf(3, x) == pytest.approx(float(by_hand))


@given(st.integers(2, 60), st.fractions(0, 1, max_denominator=40))
def test_it_is_a_distribution_function(m, x):
    assert 0 <= largest_spacing_cdf(m, x) <= largest_spacing_cdf(m, x + Fraction(1, 100)) <= 1
    assert 0 <= largest_of_two_cdf(m, x) <= largest_of_two_cdf(m, x + Fraction(1, 100)) <= 1
    if x * m < 1:
        assert largest_spacing_cdf(m, x) == 0


@pytest.mark.parametrize("m", [2, 30])
def test_simulation(m):
    rng = np.random.default_rng(7)
    points = np.sort(rng.uniform(size=(30_000, m)), axis=1)
    gaps = np.diff(points, axis=1, append=points[:, :1] + 1)
    for x, got, law in (
        (2 / m, gaps.max(axis=1), largest_spacing_cdf),
        (1.5 / m, np.maximum(points[:, 0], 1 - points[:, -1]), largest_of_two_cdf),
    ):
        seen = frequency(int((got <= x).sum()), 30_000)
        check("gaps", seen, "==", law(m, x), within=0.03, note=f"m = {m}")


def test_tiny_tails_are_exact():
    assert largest_spacing_sf(50, Fraction(3, 5)) == pytest.approx(50 * 0.4**49)
    assert largest_spacing_sf(1000, 0.0755) < 1e-28


def test_one_point():
    assert largest_spacing_cdf(1, 0.999) == 0
    assert largest_spacing_cdf(1, 1) == 1


def test_two_gaps_of_very_many_points():
    assert largest_of_two_cdf(10**6, 3.3e-6) == pytest.approx((1 - np.exp(-3.3)) ** 2, rel=1e-4)
