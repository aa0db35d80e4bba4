r"""Feed-forward networks, and the functions that their neurons apply.

**Activation functions: what a neuron does with the weighted sum that comes in.**  A neuron returns
:math:`\sigma(a)`, where :math:`a` is the weighted sum of what its predecessors return.  Here are
the four activations of the notes and the identity, each with its derivative:

.. math:: \operatorname{sign}(a),\quad \frac1{1+e^{-a}},\quad \tanh a,\quad \max\{0,a\},\quad a.

All of them take complex numbers, because the complex step of chapter 13 does: sigmoid, tanh and
identity are analytic there; sign and ReLU go by the real part, on either side of 0.

**Layered feed-forward networks, in the notation of the notes.**  Layer 0 is the input, layer T the
output.  :math:`w^{(t)}`, of shape :math:`(d^{(t-1)}+1)\times d^{(t)}`, holds the weights into layer
t; its row 0 belongs to the constant neuron, which returns 1.  With :math:`\mathbf v^{(0)}=(1,x)`,

.. math:: \mathbf a^{(t)} = (w^{(t)})^\top\mathbf v^{(t-1)},\qquad
          \mathbf v^{(t)} = (1,\sigma(\mathbf a^{(t)}))\ (t<T),\qquad
          \mathbf v^{(T)} = \sigma_T(\mathbf a^{(T)}).

In code a point is a row, so that :math:`\mathbf a^{(t)}` for m points is ``V @ w``, (m, d_t).

:Source: chapter 13, neural networks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lecture_code.core import validate


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
    #: σ and its derivative, on arrays of real or complex floats.
    value: Callable[[NDArray[Any]], NDArray[Any]] = field(repr=False)
    #: σ and its derivative, on arrays of real or complex floats.
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


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    r"""A layered network: weight matrices, the activation inside, and that of the output layer.

    Called on ``X``, (m, d_0), it returns the outputs, (m, d_T).

    >>> from lecture_code.networks.network import RELU
    >>> size = Network(([[0.0, 0.0], [1.0, -1.0]], [[0.0], [1.0], [1.0]]), RELU)  # |x|
    >>> size([[-3.0], [2.0]]).ravel(), size.sizes, size.edges, size.depth
    (array([3., 2.]), (1, 2, 1), 7, 2)

    :Implements: def-layered, prop-matrix-forward.
    """

    #: The t-th of shape (d_{t-1} + 1, d_t), real, or complex for the complex step.
    weights: tuple[NDArray[Any], ...] = field(repr=False)
    #: σ of layers 1, ..., T - 1.
    activation: Activation
    #: σ of layer T.
    output: Activation = IDENTITY

    def __post_init__(self) -> None:
        object.__setattr__(self, "weights", _matrices(self.weights))

    def __call__(self, X: ArrayLike) -> NDArray[Any]:
        """Return the outputs (m, d_T) for the rows of ``X`` (m, d_0)."""
        return forward(self, X)[-1]

    @property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of neurons (d_0, ..., d_T), without the constant ones."""
        return (len(self.weights[0]) - 1, *(w.shape[1] for w in self.weights))

    @property
    def edges(self) -> int:
        """The number of weights, which is the number of edges."""
        return sum(w.size for w in self.weights)

    @property
    def depth(self) -> int:
        """The number T of layers after the input."""
        return len(self.weights)


def forward(network: Network, X: ArrayLike) -> list[NDArray[Any]]:
    r"""Return what all neurons return: the list of :math:`\mathbf v^{(0)},\dots,\mathbf v^{(T)}`.

    Parameters
    ----------
    X : array (m, d_0)

    Returns
    -------
    T + 1 arrays
        Entry t < T has shape (m, d_t + 1), its first column is 1.  The last one has shape (m, d_T).

    >>> net = Network(([[1.0], [2.0]], [[0.0], [3.0]]), IDENTITY)
    >>> [v.tolist() for v in forward(net, [[5.0]])]
    [[[1.0, 5.0]], [[1.0, 11.0]], [[33.0]]]

    :Implements: def-layered, alg-forward, prop-matrix-forward.
    """
    X = validate.array(X, "X", "(m, d)", complex=True)
    if X.shape[1] != network.sizes[0]:
        raise ValueError(f"X must have shape (m, {network.sizes[0]}); got shape {X.shape}")
    v = [with_constant(X)]  # 1.
    for w in network.weights[:-1]:  # 2.
        v.append(with_constant(network.activation(v[-1] @ w)))
    return [*v, network.output(v[-1] @ network.weights[-1])]


def preactivations(network: Network, X: ArrayLike) -> list[NDArray[Any]]:
    r"""Return the weighted sums :math:`\mathbf a^{(1)},\dots,\mathbf a^{(T)}` (entry t - 1 is a^t).

    Parameters
    ----------
    X : array (m, d_0)

    Returns
    -------
    T arrays
        Entry t - 1 has shape (m, d_t).

    >>> net = Network(([[1.0], [2.0]], [[0.0], [3.0]]), IDENTITY)
    >>> [a.tolist() for a in preactivations(net, [[5.0]])]
    [[[11.0]], [[33.0]]]

    :Implements: prop-matrix-forward.
    """
    return [v @ w for v, w in zip(forward(network, X), network.weights, strict=False)]


def random_network(
    sizes: Sequence[int],
    activation: Activation,
    output: Activation = IDENTITY,
    *,
    rng: np.random.Generator,
) -> Network:
    r"""Return a network of the given sizes whose weights are independent standard normal numbers.

    Parameters
    ----------
    sizes : integers
        (d_0, ..., d_T), at least two of them.
    rng : Generator
        Draws the weights, those of the constant neurons too.

    >>> random_network((2, 3, 1), IDENTITY, rng=np.random.default_rng(0)).edges
    13

    :Source: chapter 13, layers and matrices.
    """
    d, rng = as_sizes(sizes), validate.generator(rng)
    shapes = [(below + 1, here) for below, here in zip(d, d[1:], strict=False)]
    return Network(tuple(rng.normal(size=shape) for shape in shapes), activation, output)


def as_sizes(sizes: Sequence[int]) -> list[int]:
    """Return the sizes (d_0, ..., d_T) of the layers of a network as a list.

    Raises
    ------
    ValueError
        For fewer than two of them, or if one is no positive integer.

    >>> as_sizes((2, 3, 1))
    [2, 3, 1]

    :Source: chapter 13, layers and matrices.
    """
    d = [validate.whole(size, "sizes") for size in list(sizes)]
    if len(d) < 2:
        raise ValueError(f"sizes must name the input and at least one more layer; got {sizes!r}")
    return d


def with_constant(v: NDArray[Any]) -> NDArray[Any]:
    """Return the values of a layer, (m, d), with those of the constant neuron, (m, d + 1)."""
    full = np.empty((len(v), v.shape[1] + 1), dtype=v.dtype)
    full[:, 0], full[:, 1:] = 1, v
    return full


def _matrices(weights: Sequence[ArrayLike]) -> tuple[NDArray[Any], ...]:
    matrices: list[NDArray[Any]] = []
    for t, given in enumerate(list(weights), start=1):
        name = f"weights[{t - 1}]"
        w = validate.array(given, name, "(d + 1, n)", complex=True)
        if matrices and len(w) != matrices[-1].shape[1] + 1:
            raise ValueError(
                f"{name} must have {matrices[-1].shape[1] + 1} rows, one for each neuron of "
                f"layer {t - 1} and one for the constant; got shape {w.shape}"
            )
        if len(w) < 2:
            raise ValueError(f"{name} must have at least 2 rows; got shape {w.shape}")
        matrices.append(w)
    if not matrices:
        raise ValueError("weights must hold at least one matrix; got none")
    return tuple(matrices)
