r"""Margins, and the shortest vector that separates with margin 1.

For a vector ``w`` and a sample with labels -1 and +1 the *functional margin* is
:math:`\gamma(w) = \min_i y_i \langle w, x_i \rangle`, the *geometric margin*
:math:`\gamma(w) / \lVert w \rVert`; with a bias it is the signed margin, the least of the
*distances* from the hyperplane if it separates.  For a separable sample

.. math:: B = \min \{ \lVert w \rVert : y_i \langle w, x_i \rangle \ge 1 \text{ for all } i \}
            = 1 / \gamma^*,

where :math:`\gamma^*` is the largest geometric margin: scale a separator to functional margin 1,
and its length is one over its geometric margin.

The minimum is computed and proved by the dual active-set method of
:mod:`~lecture_code.solvers.widest_street`.

:Source: chapters 06 and 11.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core.predictors import LinearPredictor
from lecture_code.core.types import Array, Integers
from lecture_code.core.validate import as_points, as_sample, as_vector, bounded
from lecture_code.linear.separability import Inseparable, separating_halfspace
from lecture_code.solvers.widest_street import widest_street


@dataclass(frozen=True, slots=True, eq=False)
class MinimumNorm(LinearPredictor):
    r"""The shortest ``w`` with :math:`y_i \langle w, x_i \rangle \ge 1` for all ``i``.

    It is a predictor as well: ``answer(X_new)`` are signs.

    Attributes
    ----------
    w : array (d,)
    B : float
        The length of ``w``.
    gamma : float
        The largest geometric margin, :math:`1/B`.
    alpha : array (m,)
        The multipliers: :math:`w = \sum_i \alpha_i y_i x_i`, :math:`\alpha \ge 0`, and
        :math:`\sum_i \alpha_i = B^2`.
    support : integers
        The indices with :math:`\alpha_i > 0`, whose margin is exactly 1.
    """

    w: Array
    B: float
    gamma: float
    alpha: Array = field(repr=False)
    support: Integers


def functional_margin(w: ArrayLike, X: ArrayLike, y: ArrayLike) -> float:
    r"""Return :math:`\gamma(w) = \min_i y_i \langle w, x_i \rangle`; above 0 if ``w`` separates.

    Parameters
    ----------
    w : array (d,)
        The weights.
    X : array (m, d)
        One example a row.
    y : array (m,)
        Labels -1 and +1.

    Returns
    -------
    float

    Examples
    --------
    >>> functional_margin([3, 4], [[1, 0], [0, -1]], [1, -1])
    3.0

    :Implements: def-margin.
    """
    X, y = as_sample(X, y)
    return float((y * (X @ as_vector(w, X.shape[1]))).min())


def geometric_margin(w: ArrayLike, X: ArrayLike, y: ArrayLike) -> float:
    r"""Return :math:`\gamma(w) / \lVert w \rVert`, the distance of the closest example if positive.

    Parameters
    ----------
    w : array (d,)
        The weights.
    X : array (m, d)
        One example a row.
    y : array (m,)
        Labels -1 and +1.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If ``w`` is 0.

    Examples
    --------
    >>> geometric_margin([3, 4], [[1, 0], [0, -1]], [1, -1])
    0.6

    :Implements: def-margin.
    """
    return signed_margin(w, 0, X, y)


def distances(w: ArrayLike, b: float, X: ArrayLike) -> Array:
    r"""Return the distance of each row of ``X`` from the hyperplane of ``w``, ``b``.

    .. math:: d(x, L) = \frac{|\langle w, x \rangle + b|}{\lVert w \rVert}, \qquad
              L = \{v : \langle w, v \rangle + b = 0\}.

    Parameters
    ----------
    w : array (d,)
        Not 0.
    b : float
        The bias.
    X : array (m, d)
        One point a row.

    Returns
    -------
    array (m,)

    Raises
    ------
    ValueError
        If ``w`` is 0.

    Examples
    --------
    >>> distances([3, 4], -5, [[3, 4], [0, 0]]).tolist()
    [4.0, 1.0]

    :Implements: thm-distance.
    """
    return np.abs(_with_sides(w, b, as_points(X)))


def signed_margin(w: ArrayLike, b: float, X: ArrayLike, y: ArrayLike) -> float:
    r"""Return :math:`\min_i y_i (\langle w, x_i \rangle + b) / \lVert w \rVert`.

    If ``w``, ``b`` separate the sample this is their margin, the distance of the nearest example;
    if they do not, it is at most 0.

    Parameters
    ----------
    w : array (d,)
        Not 0.
    b : float
        The bias.
    X : array (m, d)
        One example a row.
    y : array (m,)
        Labels -1 and +1.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If ``w`` is 0.

    Examples
    --------
    >>> signed_margin([3, 4], -5, [[3, 4], [0, 0]], [1, -1])
    1.0

    :Implements: def-margin-bias, def-hard-svm.
    """
    X, y = as_sample(X, y)
    return float((y * _with_sides(w, b, X)).min())


def _with_sides(w: ArrayLike, b: float, X: Array) -> Array:
    """Return the distance of each row from the hyperplane, below 0 on its negative side."""
    w = as_vector(w, X.shape[1])
    if not w.any():
        raise ValueError("w must not be the zero vector: it has no hyperplane")
    return np.asarray((X @ w + bounded(b, "b")) / np.linalg.norm(w))


def radius(X: ArrayLike) -> float:
    r"""Return :math:`R = \max_i \lVert x_i \rVert`.

    Parameters
    ----------
    X : array (m, d)
        One point a row.

    Returns
    -------
    float

    Examples
    --------
    >>> radius([[3, 4], [1, 0]])
    5.0

    :Implements: def-margin.
    """
    return float(np.linalg.norm(as_points(X), axis=1).max())


def minimum_norm_separator(X: ArrayLike, y: ArrayLike) -> MinimumNorm:
    r"""Return the shortest vector that separates with margin 1, and its multipliers.

    .. math:: \min \lVert w \rVert \quad\text{subject to}\quad y_i \langle w, x_i \rangle \ge 1.

    There is no bias.  The answer is checked before it is returned: margins, multipliers,
    :math:`w = \sum_i \alpha_i y_i x_i` and the duality gap, to a relative 1e-9.

    Parameters
    ----------
    X : array (m, d)
        One example a row.
    y : array (m,)
        Labels -1 and +1.

    Returns
    -------
    MinimumNorm

    Raises
    ------
    Inseparable
        With a certificate, if no vector separates.
    RuntimeError
        If the answer cannot be computed to that accuracy.

    Examples
    --------
    >>> best = minimum_norm_separator([[1, 0], [-3, 1], [5, 5]], [1, 1, 1])
    >>> best.w.round(9), round(best.B**2, 9), best.support
    (array([1., 4.]), 17.0, array([0, 1]))

    :Implements: def-margin, prop-shortest.
    """
    X, y = as_sample(X, y)
    found = widest_street(X, y, bias=False) if X.any(axis=1).all() else None
    if found is None:
        answer = separating_halfspace(X, y)
        if answer.certificate is not None:
            raise Inseparable(answer.certificate)
        raise RuntimeError("the shortest separator could not be computed: its margin is too small")
    w, _, alpha = found
    B = float(np.linalg.norm(w))
    return MinimumNorm(w, B, 1 / B, alpha, np.flatnonzero(alpha))
