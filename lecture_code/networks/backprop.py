r"""Backpropagation: all partial derivatives of the risk of a network in one sweep back.

With :math:`\delta^{(t)}=\nabla_{\mathbf a^{(t)}}\ell`, the derivative of the loss of one example by
the weighted sums of layer t, and :math:`\bar w^{(t)}`, the matrix :math:`w^{(t)}` without row 0,

.. math:: \delta^{(T)} = \nabla_{\mathbf v^{(T)}}\ell\odot\sigma_T'(\mathbf a^{(T)}),\qquad
          \delta^{(t)} = \sigma'(\mathbf a^{(t)})\odot\bar w^{(t+1)}\delta^{(t+1)},\qquad
          \nabla_{w^{(t)}}\ell = \mathbf v^{(t-1)}(\delta^{(t)})^\top .

In code a point is a row, and the products are those of m examples at once.

:Source: chapter 13, backpropagation.  D. E. Rumelhart, G. E. Hinton and R. J. Williams, 1986.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.records import Record
from lecture_code.core.types import Array
from lecture_code.networks.losses import OutputLoss
from lecture_code.networks.network import (
    Activation,
    Network,
    Numbers,
    Sizes,
    as_sizes,
    with_bias_unit,
)


def backpropagate(network: Network, X: ArrayLike, y: ArrayLike, loss: OutputLoss) -> Backward:
    r"""Return the risk of a network, its gradient, and the errors that were propagated back.

    .. math:: L_S = \frac1m\sum_{i=1}^m\ell(h(x_i),y_i),\qquad
              \nabla_{w^{(t)}}L_S = \frac1m\sum_{i=1}^m\mathbf v_i^{(t-1)}(\delta_i^{(t)})^\top

    The points are real or complex, the labels of the kind of the loss.  At a kink the activation
    counts as flat.

    >>> from lecture_code.networks.network import RELU
    >>> from lecture_code.networks.losses import SQUARED
    >>> net = Network(([[1.0], [2.0]], [[0.0], [3.0]]), RELU)  # 3 max(0, 1 + 2 x)
    >>> sweep = backpropagate(net, [[1.0]], [8.0], SQUARED)
    >>> sweep.risk, [g.ravel().tolist() for g in sweep.gradients]
    (1.0, [[6.0, 6.0], [2.0, 6.0]])

    :Implements: alg-backpropagation, thm-backpropagation.
    """
    X = validate.array(X, "X", f"(m, {network.sizes[0]})", complex=True)
    Y = loss.targets(y, len(X), network.sizes[-1])
    v, deltas, gradients = sweep(network.weights, network.activation, network.output, X, Y, loss)
    risk = loss.value(v, Y).mean().item()
    return Backward(risk, tuple(gradients), tuple(len(X) * delta for delta in deltas))


def sweep(
    weights: Sequence[Numbers],
    sigma: Activation,
    output: Activation,
    X: Numbers,
    Y: Array,
    loss: OutputLoss,
    masks: Sequence[Array] = (),
) -> tuple[Numbers, list[Numbers], list[Numbers]]:
    r"""Return the outputs, the errors and the gradients of the risk: the box, for m rows at once.

    ``Y`` are targets that the loss made, ``(m, d_T)``; the ``masks``, ``(m, d_t)`` for t < T, are
    factors of what the hidden neurons return.  The errors are :math:`\delta_i^{(t)}/m`.

    :Implements: alg-backpropagation.
    """
    T, w = len(weights), dict(enumerate(weights, 1))
    kept = dict(enumerate(masks or np.ones(T - 1), 1))  # dropout, or nothing
    a, delta = {}, {}
    v = {0: with_bias_unit(X)}  # 1.
    for t in range(1, T):  # 2.
        a[t] = v[t - 1] @ w[t]
        v[t] = with_bias_unit(kept[t] * sigma(a[t]))
    a[T] = v[T - 1] @ w[T]
    v[T] = output(a[T])
    delta[T] = output.derivative(a[T]) * loss.slope(v[T], Y) / len(X)  # 3.
    for t in range(T - 1, 0, -1):  # 4.
        delta[t] = kept[t] * sigma.derivative(a[t]) * (delta[t + 1] @ w[t + 1][1:].T)
    layers = range(1, T + 1)
    return v[T], [delta[t] for t in layers], [v[t - 1].T @ delta[t] for t in layers]


@dataclass(frozen=True, slots=True, eq=False)
class Backward(Record):
    """What one sweep forward and one back find of a network on a sample."""

    #: The mean loss, complex for complex weights.
    risk: Any
    #: The derivatives of the risk by the weights, in their shapes.
    gradients: tuple[Numbers, ...] = field(repr=False)
    #: The :math:`\delta^{(t)}` of each example, ``(m, d_t)``.
    deltas: tuple[Numbers, ...] = field(repr=False)


def flatten(matrices: Sequence[ArrayLike]) -> Numbers:
    """Return the entries of all matrices in one vector, layer by layer and row by row.

    >>> flatten([[[1.0, 2.0], [3.0, 4.0]], [[5.0]]])
    array([1., 2., 3., 4., 5.])

    :Source: chapter 13, training.
    """
    given = list(matrices)
    if not given:
        raise ValueError("matrices must hold at least one matrix; got none")
    for t, w in enumerate(given):
        validate.array(w, f"matrices[{t}]", complex=True)
    return np.concatenate([np.asarray(w).ravel() for w in given])


def unflatten(w: Numbers, sizes: Sizes) -> tuple[Numbers, ...]:
    """Return the weight matrices of a network of these sizes as views of the vector ``w``.

    >>> [a.tolist() for a in unflatten(np.arange(4.0), (1, 1, 1))]
    [[[0.0], [1.0]], [[2.0], [3.0]]]

    :Source: chapter 13, training.
    """
    w, d = validate.array(w, "w", "(n,)", complex=True), as_sizes(sizes)
    shapes = [(a + 1, b) for a, b in zip(d, d[1:], strict=False)]
    ends = np.cumsum([0] + [a * b for a, b in shapes])
    if w.shape != (ends[-1],):
        raise ValueError(
            f"w must have {ends[-1]} entries, one for each weight of {tuple(d)}; "
            f"got shape {w.shape}"
        )
    parts = zip(ends, ends[1:], shapes, strict=False)
    return tuple(w[start:end].reshape(shape) for start, end, shape in parts)


def operations(sizes: Sizes) -> tuple[int, int]:
    r"""Return the numbers of arithmetic operations of the sweeps forward and back, per example.

    With :math:`N=\sum_{t=1}^Td^{(t-1)}d^{(t)}` edges that leave no bias unit and
    :math:`n=d^{(1)}+\dots+d^{(T)}` neurons,

    .. math:: c_\to = 2N+n,\qquad c_\leftarrow = 3N-2d^{(0)}d^{(1)}+n+d^{(T)} .

    An addition, a multiplication and a value of σ or σ' count 1 each; the loss and its gradient
    at the output are not counted.

    >>> operations((2, 2, 1))
    (15, 14)

    :Implements: thm-backprop-cost.
    """
    d = as_sizes(sizes)
    edges = sum(a * b for a, b in zip(d, d[1:], strict=False))
    neurons = sum(d[1:])
    return 2 * edges + neurons, 3 * edges - 2 * d[0] * d[1] + neurons + d[-1]
