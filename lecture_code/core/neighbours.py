r"""Nearest neighbours: predict what the k nearest examples say.

.. math:: N_k(x) = \text{the } k \text{ indices with the smallest } \lVert x_i - x\rVert,
          \text{ of equals the smaller index}

The classifier takes the majority label of :math:`N_k(x)`, of equals the smallest label; the
regressor takes the mean.

:Source: chapter 04, nearest neighbours; T. Cover and P. Hart, 1967.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial.distance import cdist

from lecture_code.core import validate
from lecture_code.core.types import Array, Inputs, Integers

CELLS = 1 << 20  # distances held at a time


def _space(X: ArrayLike, name: str) -> Array:
    points = validate.points(X, name, line=True)
    return points[:, None] if points.ndim == 1 else points


def neighbours(X: Inputs, Q: ArrayLike, k: int = 1) -> Integers:
    r"""Return the indices of the k nearest of the points X to each query, nearest first.

    Points at equal distance come in the order of their indices.

    Parameters
    ----------
    Q : array (q, d) or (q,)
    k : int
        1 to m.

    Returns
    -------
    array (q, k)

    >>> neighbours([0.0, 2.0, 5.0], [1.0, 4.0], 2)
    array([[0, 1],
           [2, 1]])

    :Implements: def-knn.
    """
    points, queries = _space(X, "X"), _space(Q, "Q")
    m, d = points.shape
    if queries.shape[1] != d:
        raise ValueError(f"Q must have {d} columns, as X; got {queries.shape[1]}")
    if validate.whole(k, "k") > m:
        raise ValueError(f"k must be at most the number of examples, {m}; got {k}")
    step = max(1, CELLS // m)
    blocks = [queries[start : start + step] for start in range(0, len(queries), step)]
    return np.vstack([_nearest(points, block, k) for block in blocks])


def _nearest(X: Array, Q: Array, k: int) -> Integers:
    D = cdist(Q, X, "sqeuclidean")  # (q, m)
    # argmin and a stable sort: of equals the smaller index comes first
    order: Integers = D.argsort(axis=1, kind="stable") if k > 1 else D.argmin(axis=1)[:, None]
    return order[:, :k]


@dataclass(frozen=True, slots=True, eq=False)
class Neighbours:
    """A sample that answers for itself: by the vote, or by the mean, of the k nearest examples.

    Called on (q, d) or (q,) it returns the (q,) majority labels; ``mean`` returns the (q,) mean
    labels.
    """

    #: 1 to m.
    k: int
    #: ``(m, d) or (m,)``.
    X: Array = field(repr=False)
    #: ``(m,)``.
    y: Array = field(repr=False)

    def mean(self, Q: ArrayLike) -> Array:
        """Return the mean label of the k nearest examples of each query, (q,)."""
        means: Array = self.y[neighbours(self.X, Q, self.k)].mean(axis=1)
        return means

    def __call__(self, Q: ArrayLike) -> Array:
        """Return the majority label of the k nearest examples of each query, (q,)."""
        said = self.y[neighbours(self.X, Q, self.k)]  # (q, k)
        labels = np.unique(self.y)
        votes = np.stack([(said == label).sum(axis=1) for label in labels], axis=1)
        majority: Array = labels[votes.argmax(axis=1)]  # of equals the smallest label
        return majority


@dataclass(frozen=True, slots=True, eq=False)
class NeighbourMean(Neighbours):
    """The regressor: called on queries, it returns the mean of the k nearest labels."""

    def __call__(self, Q: ArrayLike) -> Array:
        """Return the mean label of the k nearest examples of each query, (q,)."""
        return self.mean(Q)


def nearest_neighbour(X: Inputs, y: ArrayLike, *, k: int = 1) -> Neighbours:
    r"""Return the k-nearest-neighbour classifier of a sample: a learner without training.

    Parameters
    ----------
    y : array (m,)
        Labels of any classes.
    k : int
        1 to m.

    >>> nearest_neighbour([0, 1, 5], [0, 0, 1], k=1)([2, 4])
    array([0., 1.])

    :Implements: def-knn.
    """
    return Neighbours(*_sample(X, y, k))


def neighbour_mean(X: Inputs, y: ArrayLike, *, k: int = 1) -> NeighbourMean:
    r"""Return the k-nearest-neighbour regressor :math:`\hat y(x) = \frac1k\sum_{i\in N_k(x)} y_i`.

    Parameters
    ----------
    y : array (m,)
        Labels are real numbers.
    k : int
        1 to m.

    >>> neighbour_mean([0, 1, 5], [0, 2, 7], k=2)([0, 4])
    array([1. , 4.5])

    :Implements: prop-knn.
    """
    return NeighbourMean(*_sample(X, y, k))


def _sample(X: ArrayLike, y: ArrayLike, k: int) -> tuple[int, Array, Array]:
    points = validate.points(X, line=True).copy()
    labels = validate.labels(y, len(points), None).copy()
    if validate.whole(k, "k") > len(points):
        raise ValueError(f"k must be at most the number of examples, {len(points)}; got {k}")
    points.setflags(write=False)
    labels.setflags(write=False)
    return k, points, labels
