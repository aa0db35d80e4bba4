r"""Activation functions: what a neuron does with the weighted sum that comes in.

A neuron returns :math:`\sigma(a)`, where :math:`a` is the weighted sum of what its predecessors
return.  Here are the four activations of the notes and the identity, each with its derivative:

.. math:: \operatorname{sign}(a),\quad \frac1{1+e^{-a}},\quad \tanh a,\quad \max\{0,a\},\quad a.

All of them take complex numbers, because the complex step of chapter 13 does: sigmoid, tanh and
identity are analytic there; sign and ReLU go by the real part, on either side of 0.

Source: chapter 13, a neuron.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Activation:
    r"""An activation σ with its name and its derivative; call it on an array of any shape.

    Where σ jumps or has a kink, at :math:`a=0`, ``derivative`` returns 0.

    >>> RELU([-1.0, 0.0, 2.0]), RELU.derivative([-1.0, 0.0, 2.0])
    (array([0., 0., 2.]), array([0., 0., 1.]))
    >>> SIGMOID
    Activation(name='sigmoid')

    Implements: def-activations.
    Source: chapter 13, a neuron.
    """

    name: str
    value: Callable[[NDArray[Any]], NDArray[Any]] = field(repr=False)
    slope: Callable[[NDArray[Any]], NDArray[Any]] = field(repr=False)

    def __call__(self, a: ArrayLike) -> NDArray[Any]:
        r"""Return σ(a), entry by entry, in the shape of ``a``."""
        return self.value(_floats(a))

    def derivative(self, a: ArrayLike) -> NDArray[Any]:
        r"""Return σ'(a), entry by entry, in the shape of ``a``; 0 where there is none."""
        return self.slope(_floats(a))


def _floats(a: ArrayLike) -> NDArray[Any]:
    array = np.asarray(a)
    return array if array.dtype.kind in "fc" else array.astype(np.float64)


def _falling(a: NDArray[Any]) -> tuple[NDArray[np.bool_], NDArray[Any]]:
    """Return where Re a >= 0, and e^-a there and e^a elsewhere: this never overflows."""
    right = a.real >= 0
    return right, np.exp(np.where(right, -a, a))


def _sigmoid(a: NDArray[Any]) -> NDArray[Any]:
    right, e = _falling(a)
    return np.asarray(np.where(right, 1, e) / (1 + e))


def _sigmoid_slope(a: NDArray[Any]) -> NDArray[Any]:
    _, e = _falling(a)
    return np.asarray(e / (1 + e) ** 2)


SIGN = Activation("sign", lambda a: np.sign(a.real), lambda a: np.zeros_like(a.real))
SIGMOID = Activation("sigmoid", _sigmoid, _sigmoid_slope)
TANH = Activation("tanh", np.tanh, lambda a: 4 * _sigmoid_slope(2 * a))  # exact far out, too
RELU = Activation(
    "relu",
    lambda a: np.maximum(a, 0) if a.dtype.kind == "f" else np.where(a.real > 0, a, 0),
    lambda a: (a.real > 0).astype(a.real.dtype),
)
IDENTITY = Activation("identity", lambda a: a, lambda a: np.ones_like(a.real))

#: The activations by name.
ACTIVATIONS = {s.name: s for s in (SIGN, SIGMOID, TANH, RELU, IDENTITY)}
