r"""What a class says on finitely many points: restriction, shattering, VC dimension, growth.

On n points a class is a table of different rows, one labelling each, with entries in {0, 1}.  A
set B of columns is *shattered* if all :math:`2^{|B|}` rows occur there; the VC dimension is the
size of the largest such B.  Rows are searched as whole numbers, bit j for the label of point j,
and all sets of one size at once; there are at most 62 points, and not too many sets.

:Source: chapter 07.  V. N. Vapnik and A. Ya. Chervonenkis, 1971.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.classes import answers
from lecture_code.core.enumeration import choose, few
from lecture_code.core.types import BITS, Class, Inputs, Integers

MOST_POINTS = 62  # bits of one number
BLOCK = 1 << 21  # labellings x sets held at a time


def vc_dimension(table: ArrayLike) -> int:
    r"""Return the size of the largest shattered set of columns.

    .. math:: \operatorname{VCdim}(\mathcal H) = \max\{|C| : \mathcal H \text{ shatters } C\}

    A class on all points of a finite domain has this VC dimension; for the restriction to some of
    the points it is a lower bound.

    >>> vc_dimension([[0, 0], [1, 0], [1, 1]])
    1

    :Implements: def-vc-dimension.
    """
    bits, d = as_table(table), 0
    # subsets of shattered sets are shattered, so the first size without one ends the search
    while d < bits.shape[1] and len(shattered_sets(bits, d + 1)):
        d += 1
    return d


def restriction(H: Class, C: Inputs) -> Integers:
    r"""Return the labellings of the points C by the members of a finite class with labels {0, 1}.

    .. math:: \mathcal H_C = \{(h(c_1), \dots, h(c_n)) : h \in \mathcal H\}

    Each labelling occurs once, in lexicographic order.

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
    """Return the shattered sets of a given size, (s, size), each as the indices of its points.

    The empty set is always shattered.

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


def growth(table: ArrayLike, m: int) -> int:
    r"""Return the largest number of labellings of any m of the points of a finite domain.

    .. math:: \Pi_{\mathcal H}(m) = \max_{|C| = m} |\mathcal H_C|

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
    r"""Return the bound of Sauer, Shelah and Perles on the number of labellings of m points.

    .. math:: \sum_{i=0}^{d} \binom mi

    >>> sauer(3, 2), sauer(3, 5)
    (7, 8)

    :Implements: thm-sauer.
    """
    m, d = validate.whole(m, "m", at_least=0), validate.whole(d, "d", at_least=0)
    d = min(m, d)
    few(d * min(m, d * m.bit_length()), "m and d", "digits", each=1 / 64)
    total, term = 0, 1
    for i in range(d + 1):
        total, term = total + term, term * (m - i) // (i + 1)
    return total


def as_table(table: ArrayLike, name: str = "table") -> Integers:
    """Return labellings with entries 0 and 1 as a table of different rows in lexicographic order.

    >>> as_table([[1, 1], [0, 1], [1, 1]])
    array([[0, 1],
           [1, 1]])
    """
    bits = validate.array(table, name, "(k, n)")
    if not np.isin(bits, BITS).all():
        raise ValueError(f"{name} must hold only the labels (0, 1); got {bits.max():g}")
    if bits.shape[1] > MOST_POINTS:
        raise ValueError(f"{name} must have at most {MOST_POINTS} columns; got {bits.shape[1]}")
    return np.unique(bits.astype(np.int64), axis=0)


def encode(table: ArrayLike) -> Integers:
    r"""Return each labelling as a whole number, :math:`\sum_j y_j 2^j`, sorted and different.

    >>> encode([[0, 1], [1, 1], [0, 1]])
    array([2, 3])
    """
    bits = as_table(table)
    return np.unique(bits @ (1 << np.arange(bits.shape[1], dtype=np.int64)))


def decode(codes: ArrayLike, n: int) -> Integers:
    """Return the table of n columns with these codes, whole numbers below 2^n.

    >>> decode([2, 3], 2)
    array([[0, 1],
           [1, 1]])
    """
    n, numbers = validate.whole(n, "n"), _whole(codes)
    if n > MOST_POINTS or numbers.max() >> n:
        raise ValueError(f"codes must be numbers from 0 to 2^n - 1, n at most 62; got n = {n}")
    return as_table(numbers[:, None] >> np.arange(n) & 1)


def _whole(codes: ArrayLike) -> Integers:
    given = np.asarray(codes)
    checked = validate.array(codes, "codes", at_least=0, whole=True)
    if given.dtype.kind not in "iu" and (checked >= 2**53).any():  # might have been rounded
        raise ValueError(f"codes must be integers where they reach 2^53; got {checked.max():g}")
    if (given >= 2**63).any():
        raise ValueError(f"codes must be below 2^63; got {given.max()}")
    return np.ravel(given).astype(np.int64)


def _sets(bits: Integers, size: int) -> Iterator[Integers]:
    """Yield all sets of columns of one size in blocks."""
    count = choose(bits.shape[1], size)
    few(count, "table", f"sets of {size} points", each=max(16, len(bits) / 8))
    every = combinations(range(bits.shape[1]), size)
    while some := list(islice(every, max(1, BLOCK // len(bits)))):
        yield np.array(some, dtype=np.int64).reshape(len(some), size)
