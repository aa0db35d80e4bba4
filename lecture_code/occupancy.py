r"""How many of n points a sample has not seen: the exact law, for thousands of draws.

One draw at a time: with u points unseen the next draw shows a new one with probability
:math:`\beta u/n`.  Only positive numbers are added, so nothing cancels, in contrast to
inclusion and exclusion.  Source: chapter 07, many rare points.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from lecture_code.arguments import as_real
from lecture_code.notation import Array, in_unit_interval, positive_integer

MOST_DRAWS = 1_000_000


def _chain(n: int, mass: float) -> Iterator[Array]:
    if not 0 < as_real(mass, "mass", "a number in (0, 1]") <= 1:
        raise ValueError(f"mass must lie in (0, 1]; got {mass!r}")
    law = np.zeros(n + 1)
    law[n] = 1.0
    shows = mass * np.arange(n + 1) / n  # with u unseen, a new point
    while True:
        yield law
        law = law * (1 - shows) + np.append((law * shows)[1:], 0.0)


def unseen_law(n: int, m: int, *, mass: float = 1.0) -> Array:
    r"""Return the law of the number of light points that m draws do not show.

    .. math:: \bigl(\mathbb P[U = u]\bigr)_{u=0,\dots,n}

    A draw hits the n light points with probability β, each of them equally, and a heavy point
    otherwise.  ``n``: at least 1; ``m``: draws, at least 0; ``mass``: β in (0, 1].  Returns
    (n + 1,) floats with a relative error of about m roundings.  Raises ValueError outside.

    >>> unseen_law(4, 2)
    array([0.  , 0.  , 0.75, 0.25, 0.  ])

    Implements: thm-lower-realizable.
    Source: chapter 07, many rare points.
    """
    n, m = positive_integer(n, "n"), positive_integer(m, "m", least=0)
    for step, law in enumerate(_chain(n, mass)):
        if step == m:
            return law
    raise AssertionError("the chain has no end")


def draws_until(n: int, unseen: int, delta: float, *, mass: float = 1.0) -> int:
    r"""Return how many draws it takes until so many unseen points are improbable.

    .. math:: \min\{m:\ \mathbb P[U_m \ge \text{unseen}] \le \delta\}

    ``n``, ``mass``: as for ``unseen_law``; ``unseen``: from 1 to n; ``delta``: in (0, 1).  Raises
    ValueError outside, and if a million draws are not enough.

    >>> draws_until(1, 1, 0.3, mass=0.5)  # (1/2)^m <= 0.3
    2

    Implements: prop-bad-erm.
    Source: chapter 07, who pays for the logarithm.
    """
    n, unseen = positive_integer(n, "n"), positive_integer(unseen, "unseen")
    delta = in_unit_interval(delta, "delta")
    if unseen > n:
        raise ValueError(f"unseen must be at most n = {n}; got {unseen}")
    # Even that every draw misses has a larger probability: none of the points is seen then.
    rare = 0 < as_real(mass, "mass", "a number in (0, 1]") < 1
    if rare and math.log(delta) < MOST_DRAWS * math.log1p(-mass):
        raise ValueError(f"mass must be large enough for {MOST_DRAWS} draws; got {mass!r}")
    for m, law in enumerate(_chain(n, mass)):
        if law[unseen:].sum() <= delta:
            return m
        if m >= MOST_DRAWS:
            raise ValueError(f"mass must be large enough for {MOST_DRAWS} draws; got {mass!r}")
    raise AssertionError("the chain has no end")
