r"""Layered feed-forward networks, and the functions that their neurons apply.

Layer 0 is the input, layer T the output.  :math:`w^{(t)}`, of shape
:math:`(d^{(t-1)}+1)\times d^{(t)}`, holds the weights into layer t; its row 0 belongs to the bias
unit, which returns 1.  With :math:`\mathbf v^{(0)}=(1,x)`,

.. math:: \mathbf a^{(t)} = (w^{(t)})^\top\mathbf v^{(t-1)},\qquad
          \mathbf v^{(t)} = (1,\sigma(\mathbf a^{(t)}))\ (t<T),\qquad
          \mathbf v^{(T)} = \sigma_T(\mathbf a^{(T)}).

In code a point is a row, so that :math:`\mathbf a^{(t)}` for m points is ``V @ w``, (m, d_t).

An activation σ is one of

.. math:: \operatorname{sign}(a),\quad \frac1{1+e^{-a}},\quad \tanh a,\quad \max\{0,a\},\quad a.

All of them take complex numbers, because the complex step of chapter 13 does: sigmoid, tanh and
identity are analytic there; sign and ReLU go by the real part, on either side of 0.

:Source: chapter 13, neural networks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lecture_code.core import validate
from lecture_code.core.records import Record
from lecture_code.core.types import Booleans

#: An array of real numbers, or of complex ones for the complex step.
Numbers: TypeAlias = NDArray[Any]
#: The numbers of neurons ``(d_0, ..., d_T)`` of at least two layers, without the bias units.
Sizes: TypeAlias = Sequence[int]


def forward(network: Network, X: ArrayLike) -> list[Numbers]:
    r"""Return what all neurons return: the list of :math:`\mathbf v^{(0)},\dots,\mathbf v^{(T)}`.

    Entry t < T has shape (m, d_t + 1), its first column is 1; the last one has shape (m, d_T).

    >>> net = Network(([[1.0], [2.0]], [[0.0], [3.0]]), IDENTITY)
    >>> [v.tolist() for v in forward(net, [[5.0]])]
    [[[1.0, 5.0]], [[1.0, 11.0]], [[33.0]]]

    :Implements: def-layered, alg-forward, prop-matrix-forward.
    """
    X = validate.array(X, "X", f"(m, {network.sizes[0]})", complex=True)
    v = [with_bias_unit(X)]  # 1.
    for w in network.weights[:-1]:  # 2.
        v.append(with_bias_unit(network.activation(v[-1] @ w)))
    return [*v, network.output(v[-1] @ network.weights[-1])]


def with_bias_unit(v: Numbers) -> Numbers:
    """Return the values of a layer, (m, d), with those of the bias unit before, (m, d + 1)."""
    full = np.empty((len(v), v.shape[1] + 1), dtype=v.dtype)
    full[:, 0], full[:, 1:] = 1, v
    return full


@dataclass(frozen=True, slots=True, eq=False)
class Activation:
    r"""An activation σ with its name and its derivative; call it on an array of any shape.

    Where σ jumps or has a kink, at :math:`a=0`, ``derivative`` returns 0.

    >>> RELU([-1.0, 0.0, 2.0]), RELU.derivative([-1.0, 0.0, 2.0])
    (array([0., 0., 2.]), array([0., 0., 1.]))
    >>> SIGMOID
    Activation(name='sigmoid')

    :Implements: def-activations.
    """

    name: str
    #: σ on arrays of floats, real or complex.
    value: Callable[[Numbers], Numbers] = field(repr=False)
    #: Its derivative there.
    slope: Callable[[Numbers], Numbers] = field(repr=False)

    def __call__(self, a: ArrayLike) -> Numbers:
        r"""Return σ(a), entry by entry, in the shape of ``a``."""
        return self.value(_floats(a))

    def derivative(self, a: ArrayLike) -> Numbers:
        r"""Return σ'(a), entry by entry, in the shape of ``a``; 0 where there is none."""
        return self.slope(_floats(a))


def _floats(a: ArrayLike) -> Numbers:
    if type(a) is np.ndarray and a.dtype.kind in "fc":  # in the loops of training
        return a
    return validate.array(a, "a", complex=True)


def _sign(a: Numbers) -> Numbers:
    return np.asarray(np.sign(a.real))


def _flat(a: Numbers) -> Numbers:
    return np.zeros_like(a.real)


def _falling(a: Numbers) -> tuple[Booleans, Numbers]:
    """Return where Re a >= 0, and e^-a there and e^a elsewhere: this never overflows."""
    right = a.real >= 0
    return right, np.exp(np.where(right, -a, a))


def _sigmoid(a: Numbers) -> Numbers:
    right, e = _falling(a)
    return np.asarray(np.where(right, 1, e) / (1 + e))


def _sigmoid_slope(a: Numbers) -> Numbers:
    _, e = _falling(a)
    return np.asarray(e / (1 + e) ** 2)


def _tanh_slope(a: Numbers) -> Numbers:
    return 4 * _sigmoid_slope(2 * a)  # exact far out, too


def _relu(a: Numbers) -> Numbers:
    return np.maximum(a, 0) if a.dtype.kind == "f" else np.where(a.real > 0, a, 0)


def _relu_slope(a: Numbers) -> Numbers:
    return (a.real > 0).astype(a.real.dtype)


def _identity(a: Numbers) -> Numbers:
    return a


def _one(a: Numbers) -> Numbers:
    return np.ones_like(a.real)


SIGN = Activation("sign", _sign, _flat)
SIGMOID = Activation("sigmoid", _sigmoid, _sigmoid_slope)
TANH = Activation("tanh", np.tanh, _tanh_slope)
RELU = Activation("relu", _relu, _relu_slope)
IDENTITY = Activation("identity", _identity, _one)

#: The activations by name.
ACTIVATIONS = {s.name: s for s in (SIGN, SIGMOID, TANH, RELU, IDENTITY)}


@dataclass(frozen=True, slots=True, eq=False)
class Network(Record):
    r"""A layered network: weight matrices, the activation inside, and that of the output layer.

    Called on ``X``, (m, d_0), it returns the outputs, (m, d_T).

    >>> from lecture_code.networks.network import RELU
    >>> size = Network(([[0.0, 0.0], [1.0, -1.0]], [[0.0], [1.0], [1.0]]), RELU)  # |x|
    >>> size([[-3.0], [2.0]]).ravel(), size.sizes, size.edges, size.depth
    (array([3., 2.]), (1, 2, 1), 7, 2)

    :Implements: def-layered, prop-matrix-forward.
    """

    #: The t-th of shape (d_{t-1} + 1, d_t), real, or complex for the complex step.
    weights: tuple[Numbers, ...] = field(repr=False)
    #: σ of layers 1, ..., T - 1.
    activation: Activation
    #: σ of layer T.
    output: Activation = IDENTITY

    def __post_init__(self) -> None:
        object.__setattr__(self, "weights", _matrices(self.weights))
        Record.__post_init__(self)

    def __call__(self, X: ArrayLike) -> Numbers:
        """Return the outputs (m, d_T) for the rows of ``X`` (m, d_0)."""
        return forward(self, X)[-1]

    @property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of neurons (d_0, ..., d_T), without the bias units."""
        return (len(self.weights[0]) - 1, *(w.shape[1] for w in self.weights))

    @property
    def edges(self) -> int:
        """The number of weights, which is the number of edges."""
        return sum(w.size for w in self.weights)

    @property
    def depth(self) -> int:
        """The number T of layers after the input."""
        return len(self.weights)


def _matrices(weights: Sequence[ArrayLike]) -> tuple[Numbers, ...]:
    matrices: list[Numbers] = []
    for t, given in enumerate(weights):
        name = f"weights[{t}]"
        w = validate.array(given, name, "(d + 1, n)", complex=True)
        if matrices and len(w) != matrices[-1].shape[1] + 1:
            raise ValueError(
                f"{name} must have {matrices[-1].shape[1] + 1} rows, one for the bias unit of "
                f"layer {t} and one for each neuron; got shape {w.shape}"
            )
        if len(w) < 2:
            raise ValueError(f"{name} must have at least 2 rows; got shape {w.shape}")
        matrices.append(w)
    if not matrices:
        raise ValueError("weights must hold at least one matrix; got none")
    return tuple(matrices)


def preactivations(network: Network, X: ArrayLike) -> list[Numbers]:
    r"""Return the weighted sums :math:`\mathbf a^{(1)},\dots,\mathbf a^{(T)}`, (m, d_t) each.

    >>> net = Network(([[1.0], [2.0]], [[0.0], [3.0]]), IDENTITY)
    >>> [a.tolist() for a in preactivations(net, [[5.0]])]
    [[[11.0]], [[33.0]]]

    :Implements: prop-matrix-forward.
    """
    return [v @ w for v, w in zip(forward(network, X), network.weights, strict=False)]


def random_network(
    sizes: Sizes,
    activation: Activation,
    output: Activation = IDENTITY,
    *,
    rng: np.random.Generator,
) -> Network:
    r"""Return a network whose weights, also those of bias units, are independent standard normal.

    >>> random_network((2, 3, 1), IDENTITY, rng=np.random.default_rng(0)).edges
    13

    :Source: chapter 13, layers and matrices.
    """
    d, rng = as_sizes(sizes), validate.generator(rng)
    shapes = [(below + 1, here) for below, here in zip(d, d[1:], strict=False)]
    return Network(tuple(rng.normal(size=shape) for shape in shapes), activation, output)


def as_sizes(sizes: Sizes) -> list[int]:
    """Return the sizes (d_0, ..., d_T) of the layers of a network as a list.

    >>> as_sizes((2, 3, 1))
    [2, 3, 1]

    :Source: chapter 13, layers and matrices.
    """
    d = [validate.whole(size, "sizes") for size in sizes]
    if len(d) < 2:
        raise ValueError(f"sizes must name the input and at least one more layer; got {sizes!r}")
    return d
