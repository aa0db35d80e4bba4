r"""How many labellings of m points are separable: Cover's count.

**Theorem (Cover 1965).**  Of the :math:`2^m` labellings of m points in :math:`\mathbb R^d` at most

.. math:: C(m, d) = 2 \sum_{k=0}^{d-1} \binom{m-1}{k}

are separable by a hyperplane through the origin, and exactly so many if the points are in general
position: any ``d`` of them (all, if ``m < d``) are linearly independent.

Source: chapter 05, counting.  T. M. Cover, IEEE Transactions on Electronic Computers 14 (1965).
"""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.certificates import separates
from lecture_code.halfspaces import separating_halfspace
from lecture_code.notation import Array, as_points, positive_integer

LIMIT = 10**5  # subsets that are looked at, one by one


def cover_count(m: int, d: int) -> int:
    r"""Return :math:`2\sum_{k<d}\binom{m-1}k`, the separable labellings in general position.

    ``m``, ``d``: numbers of points and of dimensions, at least 1.

    >>> [cover_count(m, 3) for m in range(1, 8)]
    [2, 4, 8, 14, 22, 32, 44]

    Implements: thm-cover.
    Source: chapter 05, Cover's theorem.
    """
    m, d = positive_integer(m, "m"), positive_integer(d, "d")
    return 2 * sum(math.comb(m - 1, k) for k in range(d))


def separable_labellings(X: ArrayLike) -> Array:
    r"""Return all labellings of the points that some halfspace through the origin gives them.

    ``X`` is ``(m, d)``; the answer is ``(n, m)`` with entries -1 and +1, one labelling a row.
    Point by point each labelling is continued by either label, and what is not separable is
    dropped, by proof.  Raises ValueError for bad input.

    >>> separable_labellings([[1.0], [2.0]])
    array([[-1., -1.],
           [ 1.,  1.]])

    Implements: thm-cover.
    Source: chapter 05, the proof of Cover's theorem.
    """
    X = as_points(X)
    if not X.any(axis=1).all():
        return np.empty((0, len(X)))
    # By symmetry the first label may be +1: all others are the negatives of these.
    found = [(np.ones(1), X[0])]
    for m in range(2, len(X) + 1):
        longer = []
        for labels, w in found:
            side = np.sign(w @ X[m - 1])
            for last in (-1.0, 1.0):
                y = np.append(labels, last)
                if last == side and separates(X[:m], y, w):
                    longer.append((y, w))
                elif (answer := separating_halfspace(X[:m], y)).separable:
                    longer.append((y, answer.w))
        found = longer
    half = np.array([labels for labels, _ in found])
    every = np.vstack([half, -half])
    return every[np.lexsort(every.T[::-1])]


def in_general_position(X: ArrayLike) -> bool:
    r"""Say whether any ``d`` of the points, or all if there are fewer, are linearly independent.

    ``X`` is ``(m, d)``.  Ranks are numerical: points that are dependent up to rounding count as
    dependent.  Raises ValueError for bad input and for more than 100,000 subsets.

    >>> in_general_position([[1, 0], [0, 1], [1, 1]]), in_general_position([[1, 2], [2, 4]])
    (True, False)

    Implements: thm-cover.
    Source: chapter 05, general position.
    """
    X = as_points(X)
    m, d = X.shape
    k = min(m, d)
    if math.comb(m, k) > LIMIT:
        raise ValueError(f"X must have at most {LIMIT} subsets of {k} points; got m = {m}, d = {d}")
    size = np.linalg.norm(X, axis=1)
    if not size.all():
        return False
    subsets = np.array(list(combinations(range(m), k)))
    return bool((np.linalg.matrix_rank((X / size[:, None])[subsets]) == k).all())
