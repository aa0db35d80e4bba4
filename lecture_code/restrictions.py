r"""Infinite classes on finitely many points: every labelling they give, by their breakpoints.

A class such as the intervals is infinite, yet on n points only finitely many members differ.
Each function returns the restriction as a table, one labelling a row, in lexicographic order.
Points may repeat: equal points then have equal labels.

Source: chapter 07, examples.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.notation import Integers, as_points, as_vector, positive_integer
from lecture_code.vc_dimension import MOST_POINTS, as_table, decode, encode

MOST_LABELLINGS = 1_000_000


def thresholds_on(x: ArrayLike) -> Integers:
    r"""Return all labellings by :math:`h_a(x) = 1[x \le a]`, a real.

    ``x``: (n,), n <= 62.  Raises ValueError on points that are not finite, or on too many.

    >>> thresholds_on([3, 1, 3])
    array([[0, 0, 0],
           [0, 1, 0],
           [1, 1, 1]])

    Implements: prop-thresholds.
    Source: chapter 07, thresholds.
    """
    points = as_vector(x, name="x")
    steps = np.r_[-np.inf, np.unique(points)]
    return as_table(points <= steps[:, None], "x")


def stumps_on(x: ArrayLike) -> Integers:
    r"""Return all labellings by :math:`1[x \le a]` and by :math:`1[x > a]`, a real.

    ``x``: (n,), n <= 62.  Raises ValueError as ``thresholds_on``.

    >>> len(stumps_on([1, 2, 3]))
    6

    Implements: prop-interval-unions.
    Source: chapter 07, decision stumps.
    """
    table = thresholds_on(x)
    return as_table(np.vstack([table, 1 - table]))


def intervals_on(x: ArrayLike) -> Integers:
    r"""Return all labellings by :math:`1[a \le x \le b]`, the empty set included.

    Open intervals give the same ones.  ``x``: (n,), n <= 62.  Raises ValueError as
    ``thresholds_on``.

    >>> intervals_on([1, 2, 3])[:, 1].sum(), len(intervals_on([1, 2, 3]))
    (np.int64(4), 7)

    Implements: prop-intervals.
    Source: chapter 07, intervals.
    """
    points = as_vector(x, name="x")
    ends = np.unique(points)
    a, b = np.triu_indices(len(ends))
    rows = (points >= ends[a, None]) & (points <= ends[b, None])
    return as_table(np.vstack([np.zeros((1, len(points)), dtype=bool), rows]), "x")


def interval_unions_on(x: ArrayLike, k: int) -> Integers:
    r"""Return all labellings by unions of at most k closed intervals.

    On the sorted points a labelling has as many runs of ones as intervals are needed; it is
    fixed by the at most 2k places where it changes.  ``x``: (n,), n <= 62; ``k``: at least 1.
    Raises ValueError as ``thresholds_on``, or if there are more than a million labellings.

    >>> len(interval_unions_on([1, 2, 3, 4, 5], 2))
    31

    Implements: prop-interval-unions.
    Source: chapter 07, unions of intervals.
    """
    points, k = as_vector(x, name="x"), positive_integer(k, "k")
    ends, place = np.unique(points, return_inverse=True)
    n = len(ends)
    count = sum(math.comb(n, size) for size in range(min(2 * k, n) + 1))
    if count > MOST_LABELLINGS:
        raise ValueError(f"k must give at most {MOST_LABELLINGS} labellings; got {count}")
    rows = {
        tuple(np.searchsorted(changes, np.arange(n), side="right") % 2)
        for size in range(min(2 * k, n) + 1)
        for changes in combinations(range(n), size)
    }
    return as_table(np.array(sorted(rows), dtype=np.int64)[:, place.reshape(-1)], "x")


def rectangles_on(X: ArrayLike) -> Integers:
    r"""Return all labellings by boxes with sides parallel to the axes, the empty one included.

    A box is an interval in each coordinate, so the labellings are bitwise products of those of
    the intervals.  ``X``: (n, d), n <= 62.  Raises ValueError as ``thresholds_on``.

    >>> len(rectangles_on([[1, 0], [-1, 0], [0, 1], [0, -1]]))
    16

    Implements: prop-rectangles-vc.
    Source: chapter 07, rectangles.
    """
    points = as_points(X)
    if len(points) > MOST_POINTS:
        raise ValueError(f"X must hold at most {MOST_POINTS} points; got {len(points)}")
    codes = np.array([(1 << len(points)) - 1])
    for coordinate in points.T:
        codes = np.unique(codes[:, None] & encode(intervals_on(coordinate)))
    return decode(codes, len(points))


def combine(table: ArrayLike, k: int, how: Literal["union", "intersection"]) -> Integers:
    r"""Return the labellings by unions, or intersections, of k members of a class.

    .. math:: \{h_1 \vee \dots \vee h_k\}, \qquad \{h_1 \wedge \dots \wedge h_k\}

    The members need not differ.  ``table``: (q, n), the restriction of the class; ``k``: at
    least 1; ``how``: "union" or "intersection".  Raises ValueError on anything else.

    >>> len(combine(intervals_on([1, 2, 3]), 2, "union"))
    8

    Implements: prop-unions.
    Source: chapter 07, combinations of classes.
    """
    bits, k = as_table(table), positive_integer(k, "k")
    if how not in ("union", "intersection"):
        raise ValueError(f"how must be 'union' or 'intersection'; got {how!r}")
    codes = members = encode(bits)
    for _ in range(k - 1):
        pairs = codes[:, None] | members if how == "union" else codes[:, None] & members
        codes = np.unique(pairs)
    return decode(codes, bits.shape[1])
