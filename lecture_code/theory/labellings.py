r"""Every labelling that an infinite class gives to finitely many points.

A class such as the intervals is infinite, yet on n points only finitely many members differ.  Each
function returns the restriction as a table, one labelling a row, in lexicographic order, for at
most 62 points.  Points may repeat: equal points then have equal labels.

**One parameter that can label everything: the sine, rounded upwards.**

.. math:: h_\theta(x) = \lceil\tfrac12\sin(\theta x)\rceil

On the points :math:`x_j = 2^{-j}` the binary digits of :math:`\theta/\pi` are read one by one.
With :math:`\theta = \pi N`, N an integer, the sine is positive at :math:`2^{-j}` if and only if
:math:`0 < N \bmod 2^{j+1} < 2^j`; no rounding is involved, however many points there are.

:Source: chapter 07.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import combinations
from operator import xor
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.enumeration import choose, few
from lecture_code.core.types import Array, Integers, Points, Reals
from lecture_code.theory.vc import MOST_POINTS, as_table, decode, encode


def thresholds_on(x: Reals) -> Integers:
    r"""Return all labellings by :math:`h_a(x) = 1[x \le a]`, a real.

    >>> thresholds_on([3, 1, 3])
    array([[0, 0, 0],
           [0, 1, 0],
           [1, 1, 1]])

    :Implements: prop-thresholds.
    """
    x = _few_points(x)
    steps = np.r_[-np.inf, np.unique(x)]
    return as_table(x <= steps[:, None], "x")


def stumps_on(x: Reals) -> Integers:
    r"""Return all labellings by :math:`1[x \le a]` and by :math:`1[x > a]`, a real.

    >>> len(stumps_on([1, 2, 3]))
    6

    :Implements: prop-interval-unions.
    """
    table = thresholds_on(x)
    return as_table(np.vstack([table, 1 - table]))


def intervals_on(x: Reals) -> Integers:
    r"""Return all labellings by :math:`1[a \le x \le b]`, the empty set included.

    Open intervals give the same ones.

    >>> intervals_on([1, 2, 3])[:, 1].sum(), len(intervals_on([1, 2, 3]))
    (np.int64(4), 7)

    :Implements: prop-intervals.
    """
    x = _few_points(x)
    ends = np.unique(x)
    a, b = np.triu_indices(len(ends))
    rows = (x >= ends[a, None]) & (x <= ends[b, None])
    return as_table(np.vstack([np.zeros((1, len(x)), dtype=bool), rows]), "x")


def interval_unions_on(x: Reals, k: int) -> Integers:
    r"""Return all labellings by unions of at most k closed intervals.

    On the sorted points a labelling has as many runs of ones as intervals are needed; it is
    fixed by the at most 2k places where it changes.

    >>> len(interval_unions_on([1, 2, 3, 4, 5], 2))
    31

    :Implements: prop-interval-unions.
    """
    x, k = _few_points(x), validate.whole(k, "k")
    ends, place = np.unique(x, return_inverse=True)
    n = len(ends)
    sizes = range(min(2 * k, n) + 1)
    few(choose(n, *sizes), "k", "labellings", each=max(n, 32))
    beyond = [(1 << n) - (1 << i) for i in range(n)]  # the points from i on change their label
    codes = {reduce(xor, places, 0) for size in sizes for places in combinations(beyond, size)}
    return as_table(decode(sorted(codes), n)[:, place.reshape(-1)], "x")


def rectangles_on(X: Points) -> Integers:
    r"""Return all labellings by boxes with sides parallel to the axes, the empty one included.

    A box is an interval in each coordinate, so the labellings are bitwise products of those of
    the intervals.

    >>> len(rectangles_on([[1, 0], [-1, 0], [0, 1], [0, -1]]))
    16

    :Implements: prop-rectangles-vc.
    """
    X = validate.points(X)
    if len(X) > MOST_POINTS:
        raise ValueError(f"X must hold at most {MOST_POINTS} points; got {len(X)}")
    codes = np.array([(1 << len(X)) - 1])
    for coordinate in X.T:
        codes = _all_pairs(np.bitwise_and, codes, encode(intervals_on(coordinate)))
    return decode(codes, len(X))


def combine(table: ArrayLike, k: int, how: Literal["union", "intersection"]) -> Integers:
    r"""Return the labellings by unions, or intersections, of k members of a class.

    .. math:: \{h_1 \vee \dots \vee h_k\}, \qquad \{h_1 \wedge \dots \wedge h_k\}

    The members need not differ.

    >>> len(combine(intervals_on([1, 2, 3]), 2, "union"))
    8

    :Implements: prop-unions.
    """
    bits, k = as_table(table), validate.whole(k, "k")
    if how not in ("union", "intersection"):
        raise ValueError(f"how must be 'union' or 'intersection'; got {how!r:.80}")
    codes = members = encode(bits)
    join = np.bitwise_or if how == "union" else np.bitwise_and
    for _ in range(k - 1):
        before, codes = len(codes), _all_pairs(join, codes, members)
        if len(codes) == before:  # more members give no other labelling
            break
    return decode(codes, bits.shape[1])


def _all_pairs(join: np.ufunc, codes: Integers, members: Integers) -> Integers:
    """Return what two numbers give, one of each kind: each answer once."""
    few(len(codes) * len(members), "the class", "pairs of labellings")
    return np.unique(join(codes[:, None], members))


def _few_points(x: Reals) -> Array:
    """Return points of the line, at most 62 of them."""
    given = validate.vector(x, name="x")
    if len(given) > MOST_POINTS:
        raise ValueError(f"x must hold at most {MOST_POINTS} points; got {len(given)}")
    return given


def sine_parameter(y: Sequence[int]) -> int:
    r"""Return N such that the sine with :math:`\theta = \pi N` gives :math:`2^{-j}` the label y_j.

    .. math:: N = 1 + \sum_{i=1}^n (1 - y_i)\, 2^i

    >>> sine_parameter([1, 0, 1])
    5

    :Implements: prop-sine.
    """
    labels = list(y)
    if not labels or any(np.ndim(label) or label not in (0, 1) for label in labels):
        raise ValueError(f"y must hold at least one label, each 0 or 1; got {labels!r:.60}")
    return 1 + sum((1 - int(label)) << i for i, label in enumerate(labels, start=1))


def sine_labels(N: int, n: int) -> list[int]:
    r"""Return the labels of :math:`2^{-1}, \dots, 2^{-n}` by the sine with :math:`\theta = \pi N`.

    .. math:: \lceil\tfrac12\sin(\pi N 2^{-j})\rceil = 1 \iff 0 < N \bmod 2^{j+1} < 2^j

    >>> sine_labels(5, 3)
    [1, 0, 1]

    :Implements: prop-sine.
    """
    N, n = validate.whole(N, "N", at_least=0), validate.whole(n, "n")
    return [int(0 < N % (1 << (j + 1)) < 1 << j) for j in range(1, n + 1)]
