r"""What a class says on finitely many points: restriction, shattering, VC dimension, growth.

On n points a class is a table of different rows, one labelling each, with entries in {0, 1}.  A
set B of columns is *shattered* if all :math:`2^{|B|}` rows occur there; the VC dimension is the
size of the largest such B.  Rows are searched as whole numbers, bit j for the label of point j,
and all sets of one size at once.

**Infinite classes on finitely many points: every labelling they give, by their breakpoints.**  A
class such as the intervals is infinite, yet on n points only finitely many members differ.  Each
function returns the restriction as a table, one labelling a row, in lexicographic order.  Points
may repeat: equal points then have equal labels.

**One parameter that can label everything: the sine, rounded upwards.**

.. math:: h_\theta(x) = \lceil\tfrac12\sin(\theta x)\rceil

On the points :math:`x_j = 2^{-j}` the binary digits of :math:`\theta/\pi` are read one by one.
With :math:`\theta = \pi N`, N an integer, the sine is positive at :math:`2^{-j}` if and only if
:math:`0 < N \bmod 2^{j+1} < 2^j`; no rounding is involved, however many points there are.

:Source: chapter 07.  V. N. Vapnik and A. Ya. Chervonenkis, 1971.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.classes import answers
from lecture_code.core.types import BITS, Integers, Predictor

MOST_POINTS = 62  # bits of one number
BLOCK = 1 << 21  # labellings x sets held at a time
MOST_SETS = 2_000_000


def as_table(table: ArrayLike, name: str = "table") -> Integers:
    """Return labellings as a table of different rows in lexicographic order.

    Parameters
    ----------
    table : array (k, n)
        Of 0 and 1, repeated rows allowed, n <= 62.
    name : str
        What an error calls the table.

    Returns
    -------
    array (k', n) of int

    Raises
    ------
    ValueError
        On another shape, on other entries or on too many points.

    >>> as_table([[1, 1], [0, 1], [1, 1]])
    array([[0, 1],
           [1, 1]])

    :Source: chapter 07, restriction.
    """
    bits = validate.points(table, name)
    if not np.isin(bits, BITS).all():
        raise ValueError(f"{name} must hold only the labels (0, 1); got {bits.max():g}")
    if bits.shape[1] > MOST_POINTS:
        raise ValueError(f"{name} must have at most {MOST_POINTS} columns; got {bits.shape[1]}")
    return np.unique(bits.astype(np.int64), axis=0)


def encode(table: ArrayLike) -> Integers:
    r"""Return each labelling as a whole number, :math:`\sum_j y_j 2^j`, sorted and different.

    Parameters
    ----------
    table : array (k, n)
        As for ``as_table``.

    Returns
    -------
    array (k',) of int

    >>> encode([[0, 1], [1, 1], [0, 1]])
    array([2, 3])

    :Source: chapter 07, restriction.
    """
    bits = as_table(table)
    return np.unique(bits @ (1 << np.arange(bits.shape[1])))


def _whole(codes: ArrayLike) -> Integers:
    given = np.asarray(codes)
    checked = validate.array(codes, "codes", at_least=0, whole=True)
    if given.dtype.kind not in "iu" and (checked >= 2**53).any():  # might have been rounded
        raise ValueError(f"codes must be integers where they reach 2^53; got {checked.max():g}")
    if (given >= 2**63).any():
        raise ValueError(f"codes must be below 2^63; got {given.max()}")
    return np.ravel(given).astype(np.int64)


def decode(codes: ArrayLike, n: int) -> Integers:
    """Return the table of n columns with these codes: the inverse of ``encode``.

    Parameters
    ----------
    codes : array (k,)
        Whole numbers below 2^n.
    n : int
        1 to 62.

    Returns
    -------
    array (k', n) of int

    >>> decode([2, 3], 2)
    array([[0, 1],
           [1, 1]])

    :Source: chapter 07, restriction.
    """
    n, numbers = validate.whole(n, "n"), _whole(codes)
    if n > MOST_POINTS or len(numbers) == 0 or numbers.min() < 0 or numbers.max() >> n:
        raise ValueError(f"codes must be numbers from 0 to 2^n - 1, n at most 62; got n = {n}")
    return as_table(numbers[:, None] >> np.arange(n) & 1)


def restriction(H: Sequence[Predictor], C: ArrayLike) -> Integers:
    r"""Return the labellings of the points C by the members of a finite class.

    .. math:: \mathcal H_C = \{(h(c_1), \dots, h(c_n)) : h \in \mathcal H\}

    Parameters
    ----------
    H : list of predictors
        With labels in {0, 1}.

    Returns
    -------
    array (k, n)
        Each labelling once, in lexicographic order.

    >>> from lecture_code.core.classes import thresholds
    >>> restriction(thresholds([1, 2, 3]), [1, 2])
    array([[0, 0],
           [1, 0],
           [1, 1]])

    :Implements: def-restriction.
    """
    return as_table(answers(H, validate.points(C, "C", line=True)), "h(C)")


def shatters(table: ArrayLike) -> bool:
    r"""Return whether the table holds every labelling of its points.

    .. math:: |\mathcal H_C| = 2^{|C|}

    >>> shatters([[0, 0], [0, 1], [1, 0], [1, 1]]), shatters([[0, 0], [1, 0], [1, 1]])
    (True, False)

    :Implements: def-shattering.
    """
    bits = as_table(table)
    return bool(len(bits) == 2 ** bits.shape[1])


def shattered_sets(table: ArrayLike, size: int) -> Integers:
    """Return the shattered sets of a given size, each as the indices of its points.

    The empty set is always shattered.

    Returns
    -------
    array (s, size)

    Raises
    ------
    ValueError
        If there are more than two million sets of this size, and at least 2^size different rows.

    >>> shattered_sets([[0, 0, 0], [1, 0, 0], [0, 0, 1], [1, 0, 1]], 2)
    array([[0, 2]])

    :Implements: def-shattering.
    """
    bits, size = as_table(table), validate.whole(size, "size", at_least=0)
    found = [np.empty((0, size), dtype=np.int64)]
    if len(bits) >= 1 << size:
        for sets in _sets(bits, size):
            codes = sum((bits[:, sets[:, j]] << j for j in range(size)), np.zeros((1, 1), int))
            seen = np.zeros((len(sets), 1 << size), dtype=bool)  # set x labelling of the set
            seen[np.arange(len(sets)), codes] = True
            found.append(sets[seen.all(axis=1)])
    return np.concatenate(found)


def vc_dimension(table: ArrayLike) -> int:
    r"""Return the size of the largest shattered set of columns.

    .. math:: \operatorname{VCdim}(\mathcal H) = \max\{|C| : \mathcal H \text{ shatters } C\}

    Parameters
    ----------
    table : array (k, n)
        The class on all points of a finite domain, or its restriction to some of them.

    Returns
    -------
    int
        A lower bound if the table is a restriction to some of the points.

    Raises
    ------
    ValueError
        As ``shattered_sets`` does.

    >>> vc_dimension([[0, 0], [1, 0], [1, 1]])
    1

    :Implements: def-vc-dimension.
    """
    bits, d = as_table(table), 0
    # subsets of shattered sets are shattered, so the first size without one ends the search
    while d < bits.shape[1] and len(shattered_sets(bits, d + 1)):
        d += 1
    return d


def growth(table: ArrayLike, m: int) -> int:
    r"""Return the largest number of labellings of any m of the points.

    .. math:: \Pi_{\mathcal H}(m) = \max_{|C| = m} |\mathcal H_C|

    Parameters
    ----------
    table : array (k, n)
        The class on a finite domain.
    m : int
        0 to n.

    Raises
    ------
    ValueError
        If there are more than two million sets of m points.

    >>> growth([[0, 0, 0], [1, 0, 0], [0, 0, 1], [1, 0, 1]], 2)
    4

    :Implements: def-growth.
    """
    bits, m = as_table(table), validate.whole(m, "m", at_least=0)
    if m > bits.shape[1]:
        raise ValueError(f"m must be at most {bits.shape[1]}, the number of points; got {m}")
    most = 1
    for sets in _sets(bits, m) if m else ():
        codes = sum((bits[:, sets[:, j]] << j for j in range(m)), np.zeros((1, 1), int))
        steps = np.diff(np.sort(codes, axis=0), axis=0) != 0
        most = max(most, 1 + int(steps.sum(axis=0).max()))
    return most


def sauer(m: int, d: int) -> int:
    r"""Return the bound of Sauer, Shelah and Perles on the number of labellings.

    .. math:: \sum_{i=0}^{d} \binom mi

    Parameters
    ----------
    m : int
        Number of points, at least 0.
    d : int
        VC dimension, at least 0.

    >>> sauer(3, 2), sauer(3, 5)
    (7, 8)

    :Implements: thm-sauer.
    """
    m, d = validate.whole(m, "m", at_least=0), validate.whole(d, "d", at_least=0)
    return sum(math.comb(m, i) for i in range(d + 1))


def _sets(bits: Integers, size: int) -> Iterator[Integers]:
    """Yield all sets of columns of one size in blocks."""
    count = math.comb(bits.shape[1], size)
    if count > MOST_SETS:
        raise ValueError(f"table must have at most {MOST_SETS} sets of {size} points; got {count}")
    every = combinations(range(bits.shape[1]), size)
    while some := list(islice(every, max(1, BLOCK // len(bits)))):
        yield np.array(some, dtype=np.int64).reshape(len(some), size)


MOST_LABELLINGS = 1_000_000


def thresholds_on(x: ArrayLike) -> Integers:
    r"""Return all labellings by :math:`h_a(x) = 1[x \le a]`, a real.

    Returns
    -------
    array (k, n)

    Raises
    ------
    ValueError
        On points that are not finite, or on too many.

    >>> thresholds_on([3, 1, 3])
    array([[0, 0, 0],
           [0, 1, 0],
           [1, 1, 1]])

    :Implements: prop-thresholds.
    """
    points = validate.vector(x, name="x")
    steps = np.r_[-np.inf, np.unique(points)]
    return as_table(points <= steps[:, None], "x")


def stumps_on(x: ArrayLike) -> Integers:
    r"""Return all labellings by :math:`1[x \le a]` and by :math:`1[x > a]`, a real.

    Returns
    -------
    array (k, n)

    >>> len(stumps_on([1, 2, 3]))
    6

    :Implements: prop-interval-unions.
    """
    table = thresholds_on(x)
    return as_table(np.vstack([table, 1 - table]))


def intervals_on(x: ArrayLike) -> Integers:
    r"""Return all labellings by :math:`1[a \le x \le b]`, the empty set included.

    Open intervals give the same ones.

    Returns
    -------
    array (k, n)

    >>> intervals_on([1, 2, 3])[:, 1].sum(), len(intervals_on([1, 2, 3]))
    (np.int64(4), 7)

    :Implements: prop-intervals.
    """
    points = validate.vector(x, name="x")
    ends = np.unique(points)
    a, b = np.triu_indices(len(ends))
    rows = (points >= ends[a, None]) & (points <= ends[b, None])
    return as_table(np.vstack([np.zeros((1, len(points)), dtype=bool), rows]), "x")


def interval_unions_on(x: ArrayLike, k: int) -> Integers:
    r"""Return all labellings by unions of at most k closed intervals.

    On the sorted points a labelling has as many runs of ones as intervals are needed; it is
    fixed by the at most 2k places where it changes.

    Returns
    -------
    array (q, n)

    Raises
    ------
    ValueError
        If there are more than a million labellings.

    >>> len(interval_unions_on([1, 2, 3, 4, 5], 2))
    31

    :Implements: prop-interval-unions.
    """
    points, k = validate.vector(x, name="x"), validate.whole(k, "k")
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
    the intervals.

    Returns
    -------
    array (k, n)

    >>> len(rectangles_on([[1, 0], [-1, 0], [0, 1], [0, -1]]))
    16

    :Implements: prop-rectangles-vc.
    """
    points = validate.points(X)
    if len(points) > MOST_POINTS:
        raise ValueError(f"X must hold at most {MOST_POINTS} points; got {len(points)}")
    codes = np.array([(1 << len(points)) - 1])
    for coordinate in points.T:
        codes = np.unique(codes[:, None] & encode(intervals_on(coordinate)))
    return decode(codes, len(points))


def combine(table: ArrayLike, k: int, how: Literal["union", "intersection"]) -> Integers:
    r"""Return the labellings by unions, or intersections, of k members of a class.

    .. math:: \{h_1 \vee \dots \vee h_k\}, \qquad \{h_1 \wedge \dots \wedge h_k\}

    The members need not differ.

    Parameters
    ----------
    how : str
        "union" or "intersection".

    Returns
    -------
    array (q', n)

    >>> len(combine(intervals_on([1, 2, 3]), 2, "union"))
    8

    :Implements: prop-unions.
    """
    bits, k = as_table(table), validate.whole(k, "k")
    if how not in ("union", "intersection"):
        raise ValueError(f"how must be 'union' or 'intersection'; got {how!r:.80}")
    codes = members = encode(bits)
    for _ in range(k - 1):
        pairs = codes[:, None] | members if how == "union" else codes[:, None] & members
        codes = np.unique(pairs)
    return decode(codes, bits.shape[1])


def sine_parameter(y: Sequence[int]) -> int:
    r"""Return N such that the sine with :math:`\theta = \pi N` gives :math:`2^{-j}` the label y_j.

    .. math:: N = 1 + \sum_{i=1}^n (1 - y_i)\, 2^i

    Parameters
    ----------
    y : n labels
        In {0, 1}, that of :math:`2^{-1}` first, n >= 1.

    Returns
    -------
    int
        Of any size.

    Raises
    ------
    ValueError
        On other labels, or none.

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
