r"""Losses at the output of a network, each with its gradient there.

A network with d outputs answers a point by the vector :math:`v\in\mathbb R^d`, and the label is a
target y of the same kind.  Each loss knows :math:`\ell(v,y)` and :math:`\nabla_v\ell(v,y)`:

.. math:: \lVert v-y\rVert^2,\quad \log(1+e^{-yv}),\quad \max\{0,1-yv\},\quad
          \log\sum_je^{v_j}-v_y .

All of them take complex v, because the complex step of chapter 13 does; the hinge goes by the real
part, and its gradient is 0 at its kink.

:Source: chapter 13, backpropagation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.types import Array
from lecture_code.networks.network import SIGMOID, Numbers


@dataclass(frozen=True, slots=True, eq=False)
class OutputLoss:
    r"""A loss of the outputs of a network: ``loss(v, y)`` -> (m,), ``loss.gradient(v, y)``.

    Here ``v`` are (m, d) outputs and ``y`` m labels, of the kind that ``targets`` accepts: for
    SQUARED real numbers, (m,) if d = 1, else (m, d); for LOGISTIC and HINGE -1 and +1, with d = 1;
    for SOFTMAX classes 0, ..., d - 1.

    >>> LOGISTIC([[0.0], [-1000.0]], [1, 1]).round(4), LOGISTIC.gradient([[0.0]], [1])
    (array([6.931e-01, 1.000e+03]), array([[-0.5]]))
    >>> SOFTMAX
    OutputLoss(name='softmax')

    :Implements: def-output-loss, prop-output-gradients.
    """

    name: str
    #: ``targets(y, m, d)`` are the labels as an array (m, d).
    targets: Callable[[ArrayLike, int, int], Array] = field(repr=False)
    #: The (m,) losses of outputs and such targets.
    value: Callable[[Numbers, Array], Numbers] = field(repr=False)
    #: The (m, d) gradients of the losses.
    slope: Callable[[Numbers, Array], Numbers] = field(repr=False)
    #: The (m,) labels that the outputs predict; numbers (m, d) for SQUARED with d > 1.
    decide: Callable[[Array], Array] = field(repr=False)

    def __call__(self, v: ArrayLike, y: ArrayLike) -> Numbers:
        r"""Return the (m,) losses :math:`\ell(v_i,y_i)`."""
        return self.value(*self._matched(v, y))

    def gradient(self, v: ArrayLike, y: ArrayLike) -> Numbers:
        r"""Return the (m, d) gradients :math:`\nabla_v\ell(v_i,y_i)`."""
        return self.slope(*self._matched(v, y))

    def _matched(self, v: ArrayLike, y: ArrayLike) -> tuple[Numbers, Array]:
        outputs = validate.array(v, "v", "(m, d)", complex=True)
        return outputs, self.targets(y, *outputs.shape)


def softmax(v: ArrayLike) -> Numbers:
    r"""Return the softmax of each row of ``v``, (m, d), real or complex.

    .. math:: p_j = \frac{e^{v_j}}{\sum_ie^{v_i}}

    >>> softmax([[0.0, np.log(3.0)], [1000.0, 1000.0]])
    array([[0.25, 0.75],
           [0.5 , 0.5 ]])

    :Implements: def-softmax.
    """
    return _softmax(validate.array(v, "v", "(m, d)", complex=True))


def _softmax(v: Numbers) -> Numbers:
    # Without the largest entry of its row the quotient is the same, and nothing overflows.
    # The reductions by their ufuncs: for a batch of training, .max and .sum take twice as long.
    p: Numbers = np.exp(v - np.maximum.reduce(v.real, axis=1, keepdims=True))
    p /= np.add.reduce(p, axis=1, keepdims=True)
    return p


def _reals(y: ArrayLike, m: int, d: int) -> Array:
    truth = validate.array(y, "y")
    if truth.ndim == 1 and d == 1:
        return validate.labels(truth, m, None)[:, None]
    return validate.array(truth, "y", f"({m}, {d})")


def _signs(y: ArrayLike, m: int, d: int) -> Array:
    if d != 1:
        raise ValueError(f"v must have one column if y has the labels -1 and +1; got {d}")
    return validate.labels(y, m)[:, None]


def _classes(y: ArrayLike, m: int, d: int) -> Array:
    """Return the unit vectors of the classes."""
    units: Array = np.eye(d)[validate.labels(y, m, range(d)).astype(int)]
    return units


def _squared(v: Numbers, y: Array) -> Numbers:
    return np.asarray(((v - y) ** 2).sum(axis=1))


def _squared_slope(v: Numbers, y: Array) -> Numbers:
    return 2 * (v - y)


def _logistic(v: Numbers, y: Array) -> Numbers:
    u = y * v
    right = u.real >= 0
    e = np.exp(np.where(right, -u, u))  # never overflows
    return np.asarray((np.log1p(e) - np.where(right, 0, u))[:, 0])


def _logistic_slope(v: Numbers, y: Array) -> Numbers:
    return np.asarray(-y * SIGMOID(-y * v))


def _hinge(v: Numbers, y: Array) -> Numbers:
    return np.where((y * v).real < 1, 1 - y * v, 0)[:, 0]


def _hinge_slope(v: Numbers, y: Array) -> Numbers:
    return np.where((y * v).real < 1, -y, 0.0)


def _softmax_loss(v: Numbers, y: Array) -> Numbers:
    top = v.real.max(axis=1, keepdims=True)
    return np.asarray(np.log(np.exp(v - top).sum(axis=1)) + top[:, 0] - (v * y).sum(axis=1))


def _softmax_slope(v: Numbers, y: Array) -> Numbers:
    return _softmax(v) - y


def _itself(v: Array) -> Array:
    return v[:, 0] if v.shape[1] == 1 else v


def _sign(v: Array) -> Array:
    return np.asarray(np.sign(v[:, 0]))


def _largest(v: Array) -> Array:
    return np.asarray(v.argmax(axis=1), dtype=np.float64)


SQUARED = OutputLoss("squared", _reals, _squared, _squared_slope, _itself)
LOGISTIC = OutputLoss("logistic", _signs, _logistic, _logistic_slope, _sign)
HINGE = OutputLoss("hinge", _signs, _hinge, _hinge_slope, _sign)
SOFTMAX = OutputLoss("softmax", _classes, _softmax_loss, _softmax_slope, _largest)
