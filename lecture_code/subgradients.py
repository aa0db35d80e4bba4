r"""Subgradients of the losses of linear predictors, example by example.

A vector v is a subgradient of f at w if :math:`f(u) \ge f(w) + \langle v, u - w \rangle` for all u.
At a kink there are many; these functions return one.

Source: chapter 10.  R. T. Rockafellar, Convex Analysis (1970).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lecture_code.notation import SIGNS, Array, as_sample

#: Maps vectors (..., d) and indices of examples (...) to subgradients (..., d).
Direction: TypeAlias = Callable[[Array, NDArray[Any]], Array]


def _indices(i: NDArray[Any], m: int) -> NDArray[Any]:
    i = np.asarray(i)
    if i.dtype.kind not in "iu" or (i.size and (i.min() < 0 or i.max() >= m)):
        raise ValueError(f"i must hold draws, indices of examples from 0 to {m - 1}; got {i!r:.80}")
    return i


def hinge_direction(X: ArrayLike, y: ArrayLike) -> Direction:
    r"""Return a subgradient of :math:`w \mapsto \max(0, 1 - y_i \langle w, x_i \rangle)`.

    .. math:: v(w, i) = -y_i x_i \text{ if } y_i \langle w, x_i \rangle < 1, \text{ else } 0.

    ``X`` is ``(m, d)``, ``y`` holds -1 and +1; the answer maps ``(..., d)`` and indices ``(...)``
    to ``(..., d)``.  Raises ValueError for bad input.

    >>> hinge_direction([[2.0]], [1])(np.array([0.0]), np.array(0))
    array([-2.])

    Implements: prop-subgradient-rules.
    Source: chapter 10, subgradients.
    """
    X, y = as_sample(X, y, SIGNS)
    Z = y[:, None] * X

    def direction(w: Array, i: NDArray[Any]) -> Array:
        z = Z[_indices(i, len(Z))]
        return np.asarray(np.where((w * z).sum(axis=-1, keepdims=True) < 1, -z, 0.0))

    return direction


def absolute_direction(X: ArrayLike, y: ArrayLike) -> Direction:
    r"""Return a subgradient of :math:`w \mapsto \lvert \langle w, x_i \rangle - y_i \rvert`.

    .. math:: v(w, i) = \operatorname{sign}(\langle w, x_i \rangle - y_i)\, x_i .

    ``X`` is ``(m, d)``, ``y`` is ``(m,)``, real; the answer is as for :func:`hinge_direction`.

    >>> absolute_direction([[2.0]], [3.0])(np.array([0.0]), np.array(0))
    array([-2.])

    Implements: prop-subgradient-rules.
    Source: chapter 10, subgradients.
    """
    X, y = as_sample(X, y, labels=None)

    def direction(w: Array, i: NDArray[Any]) -> Array:
        i = _indices(i, len(X))
        residual = (w * X[i]).sum(axis=-1) - y[i]
        return np.asarray(np.sign(residual)[..., None] * X[i])

    return direction
