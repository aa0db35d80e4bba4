"""Smooth convex losses of a score, with their first two derivatives.

:Source: chapter 09, smooth losses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from scipy.special import expit

from lecture_code.core.types import Array


@dataclass(frozen=True, slots=True, eq=False)
class SmoothLoss:
    """A convex loss φ(s, y) of a score with its first two derivatives in s.

    The scores may be those of many vectors, a row each; the labels are one for each column.

    >>> SMOOTH["half squared"].value(np.array([3.0]), np.array([1.0]))
    array([2.])

    :Source: chapter 09, smooth losses.
    """

    name: str
    value: Callable[[Array, Array], Array] = field(repr=False)
    slope: Callable[[Array, Array], Array] = field(repr=False)
    curvature: Callable[[Array, Array], Array] = field(repr=False)
    #: The largest second derivative; the loss of ⟨w, x⟩ is then β‖x‖²-smooth in w.
    beta: float


def _difference(s: Array, y: Array) -> Array:
    _check_labels(s, y)
    return s - y


def _margin(s: Array, y: Array) -> Array:
    _check_labels(s, y)
    return y * s


def _check_labels(s: Array, y: Array) -> None:
    """Refuse labels that make a table of the scores, as (m,) would of (m, 1)."""
    if np.shape(y) not in ((), np.shape(s), np.shape(s)[-1:]):
        raise ValueError(f"y must have one label per score, {np.shape(s)}; got shape {np.shape(y)}")


# Functions of the module, so that the losses can be sent to another process.


def _squared(s: Array, y: Array) -> Array:
    return 0.5 * _difference(s, y) ** 2


def _squared_curvature(s: Array, y: Array) -> Array:
    return np.ones_like(_difference(s, y))


def _logistic(s: Array, y: Array) -> Array:
    return np.logaddexp(0, -_margin(s, y))


def _logistic_slope(s: Array, y: Array) -> Array:
    return np.asarray(-y * expit(-_margin(s, y)))


def _logistic_curvature(s: Array, y: Array) -> Array:
    p = expit(_margin(s, y))
    return np.asarray(y**2 * p * (1 - p))


def _squared_hinge(s: Array, y: Array) -> Array:
    return np.asarray(0.5 * np.maximum(0, 1 - _margin(s, y)) ** 2)


def _squared_hinge_slope(s: Array, y: Array) -> Array:
    return np.asarray(-y * np.maximum(0, 1 - _margin(s, y)))


def _squared_hinge_curvature(s: Array, y: Array) -> Array:
    return np.asarray((_margin(s, y) < 1) * y**2)


#: Smooth losses by name.  The last two are for labels in {-1, +1}.
SMOOTH = {
    loss.name: loss
    for loss in (
        SmoothLoss("half squared", _squared, _difference, _squared_curvature, beta=1.0),
        SmoothLoss("logistic", _logistic, _logistic_slope, _logistic_curvature, beta=0.25),
        SmoothLoss(
            "half squared hinge",
            _squared_hinge,
            _squared_hinge_slope,
            _squared_hinge_curvature,
            beta=1.0,
        ),
    )
}
