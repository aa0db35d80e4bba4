r"""What a two-layer network costs in examples: the lengths of its weights, not their number.

.. math:: f(x) = \sum_j u_j\max\{0, \langle v_j, x\rangle\}, \qquad
          \sum_j \lvert u_j\rvert\,\lVert v_j\rVert \le B

On points of length at most R these functions have Rademacher complexity at most
:math:`2BR/\sqrt m`, however many neurons there are.  A constant neuron is the coordinate 1 of x.
Source: chapter 13, what theory says about networks.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.arguments import of_kind
from lecture_code.neural_network import Network
from lecture_code.notation import Array, as_points, in_unit_interval, positive, positive_integer
from lecture_code.rademacher import all_signs


def path_norm(network: Network) -> float:
    r"""Return the path norm of a ReLU network of depth 2 with one output.

    .. math:: \lvert u_0\rvert + \sum_j \lvert u_j\rvert\,\lVert v_j\rVert

    with the weights :math:`v_j` into hidden neuron j, that of the constant included; the constant
    of the output, :math:`u_0`, is a neuron that only looks at the constant.  Raises ValueError for
    another depth, activation or output.

    >>> from lecture_code.activations import RELU
    >>> path_norm(Network(([[0.0, 0.0], [3.0, -3.0]], [[1.0], [2.0], [2.0]]), RELU))  # 1 + 6 |x|
    13.0

    Implements: def-path-norm.
    Source: chapter 13, what theory says about networks.
    """
    if of_kind(network, Network, "network").depth != 2 or network.sizes[-1] != 1:
        raise ValueError(f"network must have depth 2 and one output; got sizes {network.sizes}")
    names = network.activation.name, network.output.name
    if names != ("relu", "identity"):
        raise ValueError(f"network must have the activation relu and output identity; got {names}")
    inner, outer = network.weights
    lengths = np.linalg.norm(inner, axis=0)
    return float(abs(outer[0, 0]) + np.abs(outer[1:, 0]) @ lengths)


def relu_complexity(X: ArrayLike) -> float:
    r"""Return the Rademacher complexity of the two-layer networks with B = 1, exactly, in a plane.

    .. math:: \frac1m\,\mathbb E_\sigma\max_{\lVert v\rVert=1}
              \Bigl\lvert\sum_i\sigma_i\max\{0,\langle v,x_i\rangle\}\Bigr\rvert

    ``X``: (m, 2), m at most 14, no point 0.  Between two directions orthogonal to points the sum
    is one linear function of v, so its maximum is at an end of the arc, or where v points along
    that function.  Raises ValueError on bad input.

    >>> round(relu_complexity([[1.0, 0.0], [0.0, 1.0]]), 6)  # (root 2 + 1) / 4
    0.603553

    Implements: thm-path-norm.
    Source: chapter 13, what theory says about networks.
    """
    points = as_points(X)
    m = len(points)
    if points.shape[1] != 2 or m > 14 or not points.any(axis=1).all():
        raise ValueError(f"X must be at most 14 points of a plane, none 0; got {points.shape}")
    normal = np.stack([-points[:, 1], points[:, 0]], axis=1)
    corners = np.concatenate([normal, -normal])
    corners = corners[np.argsort(np.arctan2(corners[:, 1], corners[:, 0]))]
    corners /= np.linalg.norm(corners, axis=1)[:, None]
    left, right = corners, np.roll(corners, -1, axis=0)
    inside = left + right
    flat = np.linalg.norm(inside, axis=1) < 1e-9  # half a circle: turn by a quarter, from the left
    inside[flat] = np.stack([-left[flat, 1], left[flat, 0]], axis=1)
    active = inside @ points.T > 0  # (arcs, m): who is awake on the arc
    sums = np.einsum("sm,am,md->sad", all_signs(m), active.astype(float), points)
    ends = np.maximum(np.abs((sums * left).sum(axis=2)), np.abs((sums * right).sum(axis=2)))
    turn, back = _cross(left, sums), _cross(sums, right)
    along = (turn * back >= 0) & (np.abs(turn) + np.abs(back) > 0)  # s or -s on the arc
    best: Array = np.where(along, np.linalg.norm(sums, axis=2), ends).max(axis=1)
    return float(best.mean()) / m


def path_margin_bound(m: int, delta: float, *, B: float, R: float, gamma: float) -> float:
    r"""Return what the true risk can exceed the mean ramp loss by, for all networks of norm ≤ B.

    .. math:: \frac{4BR}{\gamma\sqrt m} + \sqrt{\frac{\log(1/\delta)}{2m}}

    ``m``: examples; ``delta``: the probability that may go wrong; ``B``: bound on the path norm;
    ``R``: bound on the lengths of the points; ``gamma``: the margin.  Raises ValueError outside.

    >>> round(path_margin_bound(10_000, 0.05, B=2, R=1, gamma=0.5), 4)
    0.1722

    Implements: cor-path-margin.
    Source: chapter 13, what theory says about networks.
    """
    m, delta = positive_integer(m, "m"), in_unit_interval(delta, "delta")
    middle = 4 * positive(B, "B") * positive(R, "R") / (positive(gamma, "gamma") * math.sqrt(m))
    return middle + math.sqrt(math.log(1 / delta) / (2 * m))


def _cross(a: Array, b: Array) -> Array:
    product: Array = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return product
