r"""The largest stretch without a sample point: exact laws of gaps between uniform points.

Where a consistent hypothesis may place its borders anywhere in a gap, the largest gap is its worst
risk.  The sums alternate, with terms far larger than their total; so they are added as whole
numbers, and nothing is lost.

:Source: chapter 07, a rate that is too good to be true.
"""

from __future__ import annotations

import math
from fractions import Fraction
from numbers import Rational

from lecture_code.core import validate

FINEST = 10**6  # a float is replaced by the nearest fraction with a denominator up to this


def _fraction(x: float | Fraction) -> Fraction:
    if not (isinstance(x, (int, float, Rational)) and math.isfinite(float(x)) and x >= 0):
        raise ValueError(f"x must be a finite number, at least 0; got {x!r}")
    return Fraction(x).limit_denominator(FINEST)


def _largest_spacing(m: int, x: float | Fraction) -> Fraction:
    m, share = validate.whole(m, "m"), _fraction(x)
    if share >= 1:
        return Fraction(1)
    p, q = share.numerator, share.denominator
    most = m if p == 0 else min(m, (q - 1) // p)
    total = sum((-1) ** j * math.comb(m, j) * (q - j * p) ** (m - 1) for j in range(most + 1))
    return Fraction(total, q ** (m - 1))


def largest_spacing_cdf(m: int, x: float | Fraction) -> float:
    r"""Return the probability that m uniform points on a circle of length 1 leave no gap above x.

    .. math:: \mathbb P[\max\le x] = \sum_{j=0}^m (-1)^j\binom mj\,(1-jx)_+^{m-1}

    with :math:`t_+=\max(t,0)`; for m = 1 the only gap is the whole circle.

    Parameters
    ----------
    m : int
        Number of points, at least 1.
    x : number
        At least 0.  It is replaced by the nearest fraction with a denominator up to a million.

    >>> largest_spacing_cdf(2, Fraction(3, 4))  # the other point lies in the middle half
    0.5

    :Implements: prop-printed-rate.
    :Source: chapter 07, the circle in space; L. Holst, Journal of Applied Probability 17 (1980).
    """
    return float(_largest_spacing(m, x))


def largest_spacing_sf(m: int, x: float | Fraction) -> float:
    r"""Return the probability that m uniform points on a circle leave a gap above x.

    .. math:: \mathbb P[\max>x] = \sum_{j=1}^m (-1)^{j-1}\binom mj\,(1-jx)_+^{m-1}

    exact also where it is tiny.

    Parameters
    ----------
    m : int
        Number of points, at least 1.
    x : number
        At least 0.  It is replaced by the nearest fraction with a denominator up to a million.

    >>> largest_spacing_sf(2, Fraction(3, 4))
    0.5

    :Source: chapter 07, the circle in space.
    """
    return float(1 - _largest_spacing(m, x))


def largest_of_two_cdf(m: int, x: float | Fraction) -> float:
    r"""Return the probability that both end gaps of m uniform points of [0, 1] are at most x.

    .. math:: \mathbb P[\max(G_1,G_2)\le x] = 1-2(1-x)_+^m+(1-2x)_+^m

    :math:`G_1` is the smallest point, :math:`1-G_2` the largest.

    Parameters
    ----------
    m : int
        Number of points, at least 1.
    x : number
        At least 0.  It is replaced by the nearest fraction with a denominator up to a million.

    >>> largest_of_two_cdf(1, Fraction(3, 4))
    0.5

    :Implements: prop-printed-rate.
    """
    m, share = validate.whole(m, "m"), _fraction(x)
    one, two = max(1 - share, Fraction(0)), max(1 - 2 * share, Fraction(0))
    p, q = share.numerator, share.denominator
    if m * q.bit_length() > 1 << 22:  # too long to be worth its digits
        return 1 - 2 * float(one) ** m + float(two) ** m
    high, low = max(q - p, 0) ** m, max(q - 2 * p, 0) ** m
    return float(Fraction(q**m - 2 * high + low, q**m))
