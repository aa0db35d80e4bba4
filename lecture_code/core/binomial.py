r"""The binomial distribution: how many of n flips of a coin of mean p are heads.

Its probabilities, its tails on both sides, and one rule for ties: a share of heads k/n and a number
that agree up to 1e-9 are equal, since few shares are floats.

Every parameter may be an array; arrays are broadcast.

:Source: chapter 03, exact tails; chapter 08, validation set.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc, betaincc, gammaln, xlog1py, xlogy

from lecture_code.core import validate
from lecture_code.core.types import Array

TIE = 1e-9  # shares that agree up to this are equal


def binomial_pmf(k: ArrayLike, n: ArrayLike, p: ArrayLike) -> Any:
    r"""Return the probability of k heads in n flips of a coin.

    .. math:: \binom nk p^k(1-p)^{n-k}

    >>> binomial_pmf([0, 1, 2], 2, 0.5).round(12)
    array([0.25, 0.5 , 0.25])

    :Source: chapter 08, validation set.
    """
    flips, heads = _heads_of_flips(n, k)
    chance = validate.array(p, "p", at_least=0, at_most=1)
    return np.exp(log_choose(flips, heads) + xlogy(heads, chance) + xlog1py(flips - heads, -chance))


def at_most(k: ArrayLike, n: ArrayLike, p: ArrayLike) -> Array:
    r"""Return the probability of at most k heads in n flips of a coin.

    .. math:: \mathbb P[K\le k], \qquad K\sim\mathrm{Bin}(n, p),\ k\in\mathbb Z

    >>> at_most([-1, 0, 1, 2], 2, 0.5)
    array([0.  , 0.25, 0.75, 1.  ])

    :Source: chapter 03, exact tails.
    """
    heads, flips, chance = _tail_of(k, n, p)
    inside = np.clip(heads, 0, flips - 1)
    tail = betaincc(inside + 1, flips - inside, chance)
    return np.where(heads < 0, 0.0, np.where(heads >= flips, 1.0, tail))


def at_least(k: ArrayLike, n: ArrayLike, p: ArrayLike) -> Array:
    r"""Return the probability of at least k heads in n flips of a coin.

    .. math:: \mathbb P[K\ge k], \qquad K\sim\mathrm{Bin}(n, p),\ k\in\mathbb Z

    Not one minus the other tail, which would round a small probability away.

    >>> at_least([0, 1, 2, 3], 2, 0.5)
    array([1.  , 0.75, 0.25, 0.  ])

    :Source: chapter 03, exact tails.
    """
    heads, flips, chance = _tail_of(k, n, p)
    inside = np.clip(heads, 1, flips)
    tail = betainc(inside, flips - inside + 1, chance)
    return np.where(heads < 1, 1.0, np.where(heads > flips, 0.0, tail))


def most_heads(share: ArrayLike, n: ArrayLike) -> Array:
    r"""Return the largest k with :math:`k/n\le` share, -1 to n; a tie is no excess.

    >>> float(most_heads(0.1 + 0.2, 10)), float(most_heads(0.29, 10))
    (3.0, 2.0)

    :Source: chapter 03, exact tails.
    """
    flips = validate.array(n, "n", at_least=1, whole=True)
    heads = np.floor(flips * np.clip(validate.array(share, "share") + TIE, -1, 2))
    return np.clip(heads, -1, flips)


def least_heads(share: ArrayLike, n: ArrayLike) -> Array:
    r"""Return the least k with :math:`k/n\ge` share, 0 to n + 1; a tie is enough.

    >>> float(least_heads(0.1 + 0.2, 10)), float(least_heads(0.31, 10))
    (3.0, 4.0)

    :Source: chapter 03, exact tails.
    """
    flips = validate.array(n, "n", at_least=1, whole=True)
    heads = np.ceil(flips * np.clip(validate.array(share, "share") - TIE, -1, 2))
    return np.clip(heads, 0, flips + 1)


def log_choose(n: ArrayLike, k: ArrayLike) -> Any:
    r"""Return the logarithm of a binomial coefficient, :math:`\log\binom nk`.

    >>> np.exp(log_choose(4, [0, 1, 2])).round(12)
    array([1., 4., 6.])

    :Source: chapter 08, compression.
    """
    flips, heads = _heads_of_flips(n, k)
    return gammaln(flips + 1) - gammaln(heads + 1) - gammaln(flips - heads + 1)


def _heads_of_flips(n: ArrayLike, k: ArrayLike) -> tuple[Array, Array]:
    flips = validate.array(n, "n", at_least=0, whole=True)
    heads = validate.array(k, "k", at_least=0, whole=True)
    if not (heads <= flips).all():
        raise ValueError(f"k must be at most n everywhere; got {k!r:.60} and {n!r:.60}")
    return flips, heads


def _tail_of(k: ArrayLike, n: ArrayLike, p: ArrayLike) -> tuple[Array, Array, Array]:
    heads = validate.array(k, "k", whole=True)
    flips = validate.array(n, "n", at_least=0, whole=True)
    return heads, flips, validate.array(p, "p", at_least=0, at_most=1)
