r"""Margins, and the shortest vector that separates with margin 1.

For a separable sample with labels -1 and +1

.. math:: B = \min \{ \lVert w \rVert : y_i \langle w, x_i \rangle \ge 1 \text{ for all } i \}
            = 1 / \gamma^*,

where :math:`\gamma^*` is the largest geometric margin: scale a separator to functional margin 1,
and its length is one over its geometric margin.  The minimum is computed and proved by the dual
active-set method of :mod:`~lecture_code.solvers.max_margin`.

:Source: chapters 06 and 11.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from lecture_code.core import validate
from lecture_code.core.predictors import LinearPredictor
from lecture_code.core.scale import length, lengths, power_of_two, served
from lecture_code.core.types import Array, Integers, Points, Signs, Vector
from lecture_code.linear.separability import Inseparable, separating_halfspace
from lecture_code.solvers.max_margin import max_margin


def functional_margin(w: Vector, X: Points, y: Signs) -> float:
    r"""Return :math:`\gamma(w) = \min_i y_i \langle w, x_i \rangle`; above 0 if ``w`` separates.

    >>> functional_margin([3, 4], [[1, 0], [0, -1]], [1, -1])
    3.0

    :Implements: def-margin.
    """
    X, y = validate.sample(X, y)
    w = validate.vector(w, X.shape[1])
    served(w, X, "w and X")
    return float((y * (X @ w)).min())


def geometric_margin(w: Vector, X: Points, y: Signs) -> float:
    r"""Return :math:`\gamma(w) / \lVert w \rVert`, the distance of the closest example if positive.

    >>> geometric_margin([3, 4], [[1, 0], [0, -1]], [1, -1])
    0.6

    :Implements: def-margin.
    """
    return signed_margin(w, 0, X, y)


def distances(w: Vector, b: float, X: Points) -> Array:
    r"""Return the distance of each row of ``X`` from the hyperplane of ``w``, ``b``.

    .. math:: d(x, L) = \frac{|\langle w, x \rangle + b|}{\lVert w \rVert}, \qquad
              L = \{v : \langle w, v \rangle + b = 0\}

    >>> distances([3, 4], -5, [[3, 4], [0, 0]])
    array([4., 1.])

    :Implements: thm-distance.
    """
    return np.abs(_with_sides(w, b, validate.points(X)))


def signed_margin(w: Vector, b: float, X: Points, y: Signs) -> float:
    r"""Return :math:`\min_i y_i (\langle w, x_i \rangle + b) / \lVert w \rVert`.

    If ``w``, ``b`` separate the sample, this is their margin, the distance of the nearest example;
    if they do not, it is at most 0.

    >>> signed_margin([3, 4], -5, [[3, 4], [0, 0]], [1, -1])
    1.0

    :Implements: def-margin-bias, def-hard-svm.
    """
    X, y = validate.sample(X, y)
    return float((y * _with_sides(w, b, X)).min())


def _with_sides(w: Vector, b: float, X: Array) -> Array:
    """Return the distance of each row from the hyperplane, below 0 on its negative side."""
    w = validate.vector(w, X.shape[1])
    if not w.any():
        raise ValueError("w must not be the zero vector: it has no hyperplane")
    size = power_of_two(np.abs(w).max()).item()  # no product overflows or vanishes
    shift = validate.number(b, "b") / size
    return np.asarray((X @ (w / size) + shift) / np.linalg.norm(w / size))


def radius(X: Points) -> float:
    r"""Return :math:`R = \max_i \lVert x_i \rVert`.

    >>> radius([[3, 4], [1, 0]])
    5.0

    :Implements: def-margin.
    """
    return float(lengths(validate.points(X)).max())


@dataclass(frozen=True, slots=True, eq=False)
class MinimumNorm(LinearPredictor):
    r"""The shortest ``w`` with :math:`y_i \langle w, x_i \rangle \ge 1` for all ``i``."""

    w: Array
    #: The length of ``w``.
    B: float
    #: The largest geometric margin, :math:`1/B`.
    gamma: float
    #: The multipliers: :math:`w = \sum_i \alpha_i y_i x_i`, :math:`\alpha \ge 0`, and
    #: :math:`\sum_i \alpha_i = B^2`.
    alpha: Array = field(repr=False)
    #: The indices with :math:`\alpha_i > 0`, whose margin is exactly 1.
    support: Integers


def minimum_norm_separator(X: Points, y: Signs) -> MinimumNorm:
    r"""Return the shortest vector that separates with margin 1, and its multipliers.

    .. math:: \min \lVert w \rVert \quad\text{subject to}\quad y_i \langle w, x_i \rangle \ge 1

    There is no bias.  Margins, multipliers, :math:`w = \sum_i \alpha_i y_i x_i` and the duality gap
    are checked to a relative 1e-9.  Raises Inseparable with a certificate if no vector separates,
    RuntimeError if the answer cannot be computed to that accuracy.

    >>> best = minimum_norm_separator([[1, 0], [-3, 1], [5, 5]], [1, 1, 1])
    >>> best.w.round(9), round(best.B**2, 9), best.support
    (array([1., 4.]), 17.0, array([0, 1]))

    :Implements: def-margin, prop-shortest.
    """
    X, y = validate.sample(X, y)
    found = max_margin(X, y, bias=False) if X.any(axis=1).all() else None
    if found is None:
        answer = separating_halfspace(X, y)
        if answer.certificate is not None:
            raise Inseparable(answer.certificate)
        raise RuntimeError("the shortest separator could not be computed: its margin is too small")
    w, _, alpha = found
    B = length(w)
    return MinimumNorm(w, B, 1 / B, alpha, np.flatnonzero(alpha))
