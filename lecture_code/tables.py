r"""Predictors given by a table, and the learner that only fills one in.

On a finite domain every function is a table, so the class of *all* functions can be written down.
The memoriser repeats what it saw and says ``default`` elsewhere: it never errs on a sample without
contradictions, and knows nothing about the rest.  Source: chapters 01 and 04.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lecture_code.notation import BITS, Array, as_inputs, as_labels


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    r"""The predictor that looks its answer up.

    .. math:: h(x) = \begin{cases} labels_i & \text{if } x = points_i \\
              default & \text{otherwise} \end{cases}

    ``points``: distinct, (n,) on the line or (n, d); ``labels``: (n,) finite numbers;
    ``default``: a finite number.  Called on ``X`` of shape (m,) or (m, d), it returns (m,)
    labels.  Raises ValueError on repeated points, unequal lengths or non-finite entries.

    >>> Table([1, 2], [1, 1])([1, 2, 3])
    array([1., 1., 0.])

    Source: chapter 01, overfitting.
    """

    points: Array
    labels: Array
    default: float = 0.0
    known: dict[bytes, float] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        points = as_inputs(self.points, "points").copy()
        labels = as_labels(self.labels, len(points), None, "labels").copy()
        default = float(as_labels([self.default], 1, None, "default")[0])
        known = dict(zip(_keys(points), labels.tolist(), strict=True))
        if len(known) < len(points):
            raise ValueError(f"points must be distinct; got {len(points) - len(known)} repeated")
        for name, value in (("points", points), ("labels", labels)):
            value.setflags(write=False)
            object.__setattr__(self, name, value)
        object.__setattr__(self, "default", default)
        object.__setattr__(self, "known", known)

    def __call__(self, X: ArrayLike) -> Array:
        points = as_inputs(X)
        if points.shape[1:] != self.points.shape[1:]:
            raise ValueError(f"X must hold points like {self.points[0]}; got shape {points.shape}")
        return np.array([self.known.get(key, self.default) for key in _keys(points)])


def memorise(X: ArrayLike, y: ArrayLike, *, default: float = 0.0) -> Table:
    r"""Return the table of what was seen: the majority label of each point, else ``default``.

    .. math:: h_S(x) = \begin{cases} 1 & \text{if } \#\{i : x_i = x,\ y_i = 1\} >
              \#\{i : x_i = x,\ y_i = 0\} \\ 0 & \text{if it is } < \\
              default & \text{if they are equal, as for every } x \text{ unseen} \end{cases}

    ``X``: (m,) or (m, d); ``y``: (m,) in {0, 1}; ``default``: 0 or 1.  Among all functions it
    errs least on the sample.  Raises ValueError on bad X, other labels or another default.

    >>> h = memorise([5, 5, 5, 7], [1, 1, 0, 0], default=1)
    >>> h([5, 7, 9])
    array([1., 0., 1.])

    Implements: prop-memoriser, prop-swapped.
    Source: chapters 01 and 04, the memoriser.
    """
    points = as_inputs(X)
    bits = as_labels(y, len(points), BITS)
    answer = float(as_labels([default], 1, BITS, "default")[0])
    seen, which = np.unique(points, axis=0, return_inverse=True)
    votes = np.bincount(which.reshape(-1), weights=2 * bits - 1)
    labels = np.where(votes == 0, answer, (votes > 0).astype(float))
    return Table(seen, labels, answer)


def _keys(points: NDArray[np.float64]) -> list[bytes]:
    """Return each point as bytes, so that equal points have equal keys (0.0 and -0.0 too)."""
    return [row.tobytes() for row in points + 0.0]
