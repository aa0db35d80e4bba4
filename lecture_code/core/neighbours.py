r"""Nearest neighbours: predict what the k nearest examples say.

.. math:: N_k(x) = \text{the } k \text{ indices with the smallest } \lVert x_i - x\rVert,
          \text{ of equals the smaller index}

:Source: chapter 04, nearest neighbours; T. Cover and P. Hart, 1967.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from lecture_code.core import validate
from lecture_code.core.records import Record
from lecture_code.core.scale import squares, unit
from lecture_code.core.types import Array, Inputs, Integers, Reals

CELLS = 1 << 20  # distances held at a time


def nearest_neighbour(X: Inputs, y: Reals, *, k: int = 1) -> Neighbours:
    r"""Return the k-nearest-neighbour classifier of a sample: a learner without training.

    The labels may be those of any classes; of equal votes the smallest label wins.

    >>> nearest_neighbour([0, 1, 5], [0, 0, 1], k=1)([2, 4])
    array([0., 1.])

    :Implements: def-knn.
    """
    return Neighbours(*_sample(X, y, k))


@dataclass(frozen=True, slots=True, eq=False)
class Neighbours(Record):
    """A sample that answers for itself: by the vote, or by the mean, of the k nearest examples."""

    k: int
    X: Array = field(repr=False)
    y: Array = field(repr=False)

    def mean(self, Q: Inputs) -> Array:
        """Return the mean label of the k nearest examples of each query."""
        means: Array = self.y[neighbours(self.X, Q, self.k)].mean(axis=1)
        return means

    def __call__(self, Q: Inputs) -> Array:
        """Return the majority label of the k nearest examples of each query."""
        said = self.y[neighbours(self.X, Q, self.k)]  # (q, k)
        labels = np.unique(self.y)
        votes = np.stack([(said == label).sum(axis=1) for label in labels], axis=1)
        majority: Array = labels[votes.argmax(axis=1)]  # of equals the smallest label
        return majority


@dataclass(frozen=True, slots=True, eq=False)
class NeighbourMean(Neighbours):
    """The regressor: called on queries, it returns the mean of the k nearest labels."""

    def __call__(self, Q: Inputs) -> Array:
        """Return the mean label of the k nearest examples of each query."""
        return self.mean(Q)


def neighbour_mean(X: Inputs, y: Reals, *, k: int = 1) -> NeighbourMean:
    r"""Return the k-nearest-neighbour regressor :math:`\hat y(x) = \frac1k\sum_{i\in N_k(x)} y_i`.

    >>> neighbour_mean([0, 1, 5], [0, 2, 7], k=2)([0, 4])
    array([1. , 4.5])

    :Implements: prop-knn.
    """
    return NeighbourMean(*_sample(X, y, k))


def neighbours(X: Inputs, Q: Inputs, k: int = 1) -> Integers:
    r"""Return the indices of the k nearest of the points X to each of q queries Q, ``(q, k)``.

    The nearest come first, and of points at equal distance that of the smaller index.

    >>> neighbours([0.0, 2.0, 5.0], [1.0, 4.0], 2)
    array([[0, 1],
           [2, 1]])

    :Implements: def-knn.
    """
    X, Q = _space(X, "X"), _space(Q, "Q")
    m, d = X.shape
    if Q.shape[1] != d:
        raise ValueError(f"Q must have {d} columns, as X; got {Q.shape[1]}")
    k = validate.whole(k, "k", at_most=m)
    step = max(1, CELLS // m)
    blocks = [Q[start : start + step] for start in range(0, len(Q), step)]
    return np.vstack([_nearest(X, block, k) for block in blocks])


def _nearest(X: Array, Q: Array, k: int) -> Integers:
    """Return the indices of the k nearest points to each query of a block."""
    apart = squares(Q, X, unit(X, Q))  # (q, m)
    # argmin and a stable sort: of equals the smaller index comes first
    order = apart.argsort(axis=1, kind="stable") if k > 1 else apart.argmin(axis=1)[:, None]
    nearest: Integers = order[:, :k]
    return nearest


def _space(X: Inputs, name: str) -> Array:
    """Return points as an (m, d) array, those of the line as (m, 1)."""
    points = validate.points(X, name, line=True)
    return points[:, None] if points.ndim == 1 else points


def _sample(X: Inputs, y: Reals, k: int) -> tuple[int, Array, Array]:
    """Return the checked fields of a record."""
    X = validate.points(X, line=True)
    y = validate.labels(y, len(X), None)
    return validate.whole(k, "k", at_most=len(X)), X, y
