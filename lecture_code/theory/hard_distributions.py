r"""Distributions on which learning is hard, exactly: coins that hardly lean, rare points.

**Coins.**  On d shattered points the distribution is uniform, and the label at point i is
:math:`b_i` with probability :math:`(1+\alpha)/2`.  A hypothesis that is wrong about k of the
:math:`b_i` has the excess risk :math:`\alpha k/d`.  A learner is a guess for each coin, and nothing
beats the majority.

**Rare points.**  How many of n points has a sample not seen?  With u points unseen the next draw
shows a new one with probability :math:`\beta u/n`.  Only positive numbers are added, so nothing
cancels, in contrast to inclusion and exclusion.

:Source: chapter 07, what no learner can beat, and many rare points.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import minimize_scalar

from lecture_code.core import validate
from lecture_code.core.binomial import binomial
from lecture_code.core.enumeration import few
from lecture_code.core.types import Array


def coin_error(n: ArrayLike, alpha: ArrayLike) -> Array:
    r"""Return how often n flips mislead about a coin, at best.

    .. math:: e_\alpha(n) = \mathbb P\bigl[K>\tfrac n2\bigr] + \tfrac12\,\mathbb P\bigl[K=\tfrac n2
              \bigr], \qquad K\sim\mathrm{Bin}\bigl(n, \tfrac{1-\alpha}2\bigr)

    It is the error of the majority, ties by a fair coin, and the least error of any guess if both
    preferences are equally likely.  Arrays are broadcast.

    >>> coin_error([0, 1, 2, 3], 0.5)
    array([0.5    , 0.25   , 0.25   , 0.15625])

    :Implements: thm-minimax-lower.
    """
    flips = validate.array(n, "n", at_least=0, whole=True)
    p = (1 - validate.array(alpha, "alpha", at_least=0, at_most=1)) / 2
    half = np.maximum((flips + 1) // 2, 1)  # 2j flips tell no more than 2j - 1
    return np.where(flips == 0, 0.5, binomial(2 * half - 1, p).sf(half - 1))


def coin_excess(d: int, m: int, alpha: float) -> float:
    r"""Return the least average excess risk of a learner from m examples, d coins of bias α.

    .. math:: \alpha\,\mathbb E\,e_\alpha(N), \qquad N\sim\mathrm{Bin}(m, \tfrac1d)

    The average is over all preferences :math:`b\in\{0,1\}^d`; the majority at each point attains it
    for every b.

    >>> coin_excess(1, 3, 0.5)
    0.078125
    """
    d, m = validate.whole(d, "d"), validate.whole(m, "m")
    alpha = validate.number(alpha, "alpha", at_least=0, at_most=1)
    few(m, "m", "numbers", each=8)
    n = np.arange(m + 1)
    weights = binomial(m, 1 / d).pmf(n)
    return float(alpha * (weights @ coin_error(n, alpha)) / weights.sum())


def worst_coins(d: int, m: int) -> tuple[float, float]:
    r"""Return the bias of the coins that are worst for m examples, and the excess risk there.

    .. math:: \max_{0\le\alpha\le1}\ \alpha\,\mathbb E\,e_\alpha(N)

    The bias is exact to about 1e-8.

    >>> alpha, excess = worst_coins(1, 1)  # alpha (1 - alpha) / 2
    >>> round(alpha, 6), round(excess, 6)
    (0.5, 0.125)
    """
    grid = np.linspace(0, 1, 33)
    at = int(np.argmax([coin_excess(d, m, a) for a in grid]))
    low, high = grid[max(at - 1, 0)], grid[min(at + 1, 32)]
    found = minimize_scalar(  # type: ignore[no-untyped-call]
        lambda a: -coin_excess(d, m, float(a)), bounds=(low, high), method="bounded",
        options={"xatol": 1e-9},
    )  # fmt: skip
    best = max((float(found.x), float(grid[at])), key=lambda a: coin_excess(d, m, a))
    return best, coin_excess(d, m, best)


def unseen_distribution(n: int, m: int, *, mass: float = 1.0) -> Array:
    r"""Return the distribution of the number of light points that m draws do not show.

    .. math:: \bigl(\mathbb P[U = u]\bigr)_{u=0,\dots,n}

    A draw hits the n light points with probability β, the ``mass`` in (0, 1], each of them equally,
    and a heavy point otherwise.  The relative error is about m roundings.

    >>> unseen_distribution(4, 2)
    array([0.  , 0.  , 0.75, 0.25, 0.  ])

    :Implements: thm-lower-realizable.
    """
    n, m = validate.whole(n, "n"), validate.whole(m, "m", at_least=0)
    few(n * (m + 1), "n and m", "numbers", each=1 / 32)
    mass = validate.number(mass, "mass", above=0, at_most=1)
    return next(islice(_chain(n, mass), m, None))


def draws_until(n: int, unseen: int, delta: float) -> int:
    r"""Return how many uniform draws it takes until so many unseen points are improbable.

    .. math:: \min\{m:\ \mathbb P[U_m \ge \text{unseen}] \le \delta\}

    >>> draws_until(2, 1, 0.3)  # 2 (1/2)^m <= 0.3
    3

    :Implements: prop-bad-erm.
    """
    n = validate.whole(n, "n")
    unseen = validate.whole(unseen, "unseen", at_most=n)
    delta = validate.number(delta, "delta", above=0, below=1)
    few(int(n * n * math.log(n / delta)), "n", "numbers", each=1 / 32)
    return next(m for m, p in enumerate(_chain(n, 1.0)) if p[unseen:].sum() <= delta)


def _chain(n: int, mass: float) -> Iterator[Array]:
    """Yield the distribution of the number of unseen points after 0, 1, 2, ... draws."""
    p = np.zeros(n + 1)
    p[n] = 1.0
    shows = mass * np.arange(n + 1) / n  # with u unseen, a new point
    while True:
        yield p
        p = p * (1 - shows) + np.append((p * shows)[1:], 0.0)
