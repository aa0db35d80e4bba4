r"""Count the heads of n flips of a coin of mean p: scipy's distribution, and one rule for ties.

Few shares of heads are floats, so a share k/n and a number that agree up to 1e-9 are equal; for
more than a million flips, up to a thousandth of 1/n, or the rounding of the number.

:Source: chapter 03, exact tails; chapter 08, validation set.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from lecture_code.core import validate
from lecture_code.core.types import Array, Numbers

TIE = 1e-9  # shares that agree up to this are equal
MOST_FLIPS = 2**53  # beyond, neighbouring integers are the same float


def binomial(n: Numbers, p: Numbers) -> Any:
    r"""Return scipy's :math:`\mathrm{Bin}(n, p)`, with ``pmf(k)``, ``cdf(k)`` and ``sf(k)``.

    The probability of at least k heads is ``sf(k - 1)``: one minus the other tail would round a
    small one away.

    >>> binomial(2, 0.5).cdf([-1, 0, 1, 2])
    array([0.  , 0.25, 0.75, 1.  ])

    :Source: chapter 03, exact tails.
    """
    stats: Any = import_module("scipy.stats")  # late: its import takes most of a second
    flips = validate.array(n, "n", at_least=0, at_most=MOST_FLIPS, whole=True)
    return stats.binom(flips, validate.array(p, "p", at_least=0, at_most=1))


def most_heads(share: Numbers, n: Numbers) -> Array:
    r"""Return the largest k with :math:`k/n\le` share, -1 to n; a tie is no excess.

    >>> float(most_heads(0.1 + 0.2, 10)), float(most_heads(0.29, 10))
    (3.0, 2.0)

    :Source: chapter 03, exact tails.
    """
    flips = validate.array(n, "n", at_least=1, at_most=MOST_FLIPS, whole=True)
    heads = np.floor(flips * np.clip(validate.array(share, "share") + _tie(flips), -1, 2))
    return np.clip(heads, -1, flips)


def least_heads(share: Numbers, n: Numbers) -> Array:
    r"""Return the least k with :math:`k/n\ge` share, 0 to n + 1; a tie is enough.

    >>> float(least_heads(0.1 + 0.2, 10)), float(least_heads(0.31, 10))
    (3.0, 4.0)

    :Source: chapter 03, exact tails.
    """
    flips = validate.array(n, "n", at_least=1, at_most=MOST_FLIPS, whole=True)
    heads = np.ceil(flips * np.clip(validate.array(share, "share") - _tie(flips), -1, 2))
    return np.clip(heads, 0, flips + 1)


def _tie(flips: Array) -> Array:
    """Return by how much shares of so many flips may differ and count as equal."""
    return np.minimum(TIE, np.maximum(1e-3 / flips, 4e-16))
