r"""Nearest neighbours: predict what the k nearest examples say.

.. math:: N_k(x) = \text{the } k \text{ indices with the smallest } \lVert x_i - x\rVert,
          \text{ of equals the smaller index}

The classifier takes the majority label of :math:`N_k(x)`, of equals the smallest label; the
regressor takes the mean.  Squared distances are screened by :math:`\lVert x_i\rVert^2 -
2\langle x_i, x\rangle`, one matrix product a block; wherever rounding could matter, the candidates
are compared once more by :math:`\lVert x_i - x\rVert^2` itself.
Source: chapter 04, nearest neighbours; T. Cover and P. Hart, 1967.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial import KDTree

from lecture_code.notation import Array, Integers, as_inputs, as_labels, positive_integer

CELLS = 1 << 18  # distances held at a time: they stay in the cache
FEW_DIMENSIONS, MANY_POINTS = 3, 1000  # where a tree beats a matrix product


def _space(X: ArrayLike, name: str) -> Array:
    points = as_inputs(X, name)
    return points[:, None] if points.ndim == 1 else points


def neighbours(X: ArrayLike, Q: ArrayLike, k: int = 1) -> Integers:
    r"""Return the indices of the k nearest of the points X to each query, nearest first.

    ``X``: (m, d) or (m,); ``Q``: (q, d) or (q,); ``k``: 1 to m.  Points at equal distance come in
    the order of their indices.  Returns (q, k).  Raises ValueError on other shapes or k.

    >>> neighbours([0.0, 2.0, 5.0], [1.0, 4.0], 2)
    array([[0, 1],
           [2, 1]])

    Implements: def-knn.
    Source: chapter 04, nearest neighbours.
    """
    points, queries = _space(X, "X"), _space(Q, "Q")
    m, d = points.shape
    if queries.shape[1] != d:
        raise ValueError(f"Q must have {d} columns, as X; got {queries.shape[1]}")
    if positive_integer(k, "k") > m:
        raise ValueError(f"k must be at most the number of examples, {m}; got {k}")
    centre = points.mean(axis=0)  # small numbers, small roundings
    P, q = points - centre, queries - centre
    if d <= FEW_DIMENSIONS and m >= MANY_POINTS:
        return _by_tree(points, queries, k)
    squares = np.einsum("ij,ij->i", P, P)
    rounding = 8 * (d + 4) * np.finfo(float).eps
    chosen = np.empty((len(q), k), dtype=np.int64)
    step, PT = max(16, CELLS // m), np.ascontiguousarray(-2 * P.T)
    for start in range(0, len(q), step):
        block, asked = q[start : start + step], queries[start : start + step]
        D = block @ PT  # (b, d) @ (d, m)
        D += squares
        worst = _enough(D, k)
        worst += rounding * (squares.max() + np.einsum("ij,ij->i", block, block))
        row, near = np.divmod(np.flatnonzero(worst[:, None] >= D), m)
        chosen[start : start + step] = _nearest(points, asked, row, near, k)
    return chosen


def _enough(D: Array, k: int) -> Array:
    """Return a number for each row that at least k entries do not exceed, not many more."""
    m, groups = D.shape[1], max(256, 4 * k)
    if k > 1 and m > 8 * groups:
        # k groups have a minimum up to the k-th smallest of the minima.  A group takes every
        # so-manieth point: neighbours that were listed together are in different ones.
        D = D[:, : m // groups * groups].reshape(len(D), -1, groups).min(axis=1)
    least: Array = np.partition(D, k - 1, axis=1)[:, k - 1] if k > 1 else D.min(axis=1)
    return least


def _nearest(P: Array, q: Array, row: Integers, near: Integers, k: int) -> Integers:
    """Return the k nearest of each row's candidates, given by rows and in the order of indices."""
    ends = np.bincount(row, minlength=len(q)).cumsum()
    if ends[-1] == len(q):  # k = 1, and no doubt anywhere
        return near[:, None]
    distance = np.empty(len(near))
    for start in range(0, len(near), CELLS // 8):
        some = slice(start, start + CELLS // 8)
        distance[some] = ((P[near[some]] - q[row[some]]) ** 2).sum(axis=1)
    order = np.lexsort((distance, row))  # of equals the smaller index, which comes first
    first = np.r_[0, ends[:-1]][:, None] + np.arange(k)
    return np.asarray(near[order][first], dtype=np.int64)


def _ordered(P: Array, q: Array, candidates: Integers) -> Integers:
    """Return each row of candidates, given in the order of their indices, by distance."""
    distance = ((P[candidates] - q[:, None]) ** 2).sum(axis=2)
    return np.take_along_axis(candidates, distance.argsort(axis=1, kind="stable"), axis=1)


def _by_tree(P: Array, q: Array, k: int) -> Integers:
    """Return the neighbours found by a k-d tree; a query with a tie at the end is redone."""
    more = min(k + 1, len(P))
    tree: Any = KDTree
    distance, found = tree(P).query(q, k=range(1, more + 1))
    kept = np.sort(found[:, :k], axis=1)
    chosen = _ordered(P, q, kept)
    for i in np.flatnonzero(distance[:, -1] <= distance[:, k - 1] * (1 + 1e-12)):
        if more > k:
            chosen[i] = _ordered(P, q[i : i + 1], np.arange(len(P))[None])[0, :k]
    return chosen


@dataclass(frozen=True, slots=True, eq=False)
class Neighbours:
    """A sample that answers for itself: by the vote, or by the mean, of the k nearest examples.

    ``X``: (m, d) or (m,); ``y``: (m,); ``k``: 1 to m.  Called on (q, d) or (q,) it returns the
    (q,) majority labels; ``mean`` returns the (q,) mean labels.
    """

    k: int
    X: Array = field(repr=False)
    y: Array = field(repr=False)

    def mean(self, Q: ArrayLike) -> Array:
        """Return the mean label of the k nearest examples of each query, (q,)."""
        means: Array = self.y[neighbours(self.X, Q, self.k)].mean(axis=1)
        return means

    def __call__(self, Q: ArrayLike) -> Array:
        said = self.y[neighbours(self.X, Q, self.k)]  # (q, k)
        labels = np.unique(self.y)
        votes = np.stack([(said == label).sum(axis=1) for label in labels], axis=1)
        majority: Array = labels[votes.argmax(axis=1)]  # of equals the smallest label
        return majority


@dataclass(frozen=True, slots=True, eq=False)
class NeighbourMean(Neighbours):
    """The regressor: called on queries, it returns the mean of the k nearest labels."""

    def __call__(self, Q: ArrayLike) -> Array:
        return self.mean(Q)


def nearest_neighbour(X: ArrayLike, y: ArrayLike, *, k: int = 1) -> Neighbours:
    r"""Return the k-nearest-neighbour classifier of a sample: a learner without training.

    ``X``: (m, d) or (m,); ``y``: (m,) labels of any classes; ``k``: 1 to m.  Raises ValueError on
    bad X or y or another k.

    >>> nearest_neighbour([0, 1, 5], [0, 0, 1], k=1)([2, 4])
    array([0., 1.])

    Implements: def-knn.
    Source: chapter 04, nearest neighbours.
    """
    return Neighbours(*_sample(X, y, k))


def neighbour_mean(X: ArrayLike, y: ArrayLike, *, k: int = 1) -> NeighbourMean:
    r"""Return the k-nearest-neighbour regressor :math:`\hat y(x) = \frac1k\sum_{i\in N_k(x)} y_i`.

    Parameters and errors as in ``nearest_neighbour``; labels are real numbers.

    >>> neighbour_mean([0, 1, 5], [0, 2, 7], k=2)([0, 4])
    array([1. , 4.5])

    Implements: prop-knn.
    Source: chapter 04, bias and variance of nearest neighbours.
    """
    return NeighbourMean(*_sample(X, y, k))


def _sample(X: ArrayLike, y: ArrayLike, k: int) -> tuple[int, Array, Array]:
    points = as_inputs(X).copy()
    labels = as_labels(y, len(points), None).copy()
    if positive_integer(k, "k") > len(points):
        raise ValueError(f"k must be at most the number of examples, {len(points)}; got {k}")
    points.setflags(write=False)
    labels.setflags(write=False)
    return k, points, labels
