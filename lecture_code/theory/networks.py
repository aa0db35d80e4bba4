r"""The capacity of networks: labellings of thresholds, and norms of ReLUs.

**How many labellings a network of thresholds has, from above, from below, and exactly.**  A neuron
here returns +1 where its weighted sum is positive and -1 elsewhere.  A neuron with k incoming edges
is a halfspace of k dimensions, and the labellings multiply from neuron to neuron:

.. math:: \Pi_{\mathcal H}(m)\le\prod_v\sum_{i\le k_v}\binom mi\le(em)^{|E|},\qquad
          \operatorname{VCdim}(\mathcal H)<2|E|\log_2(2e|E|).

**What a two-layer network costs in examples: the lengths of its weights, not their number.**

.. math:: f(x) = \sum_j u_j\max\{0, \langle v_j, x\rangle\}, \qquad
          \sum_j \lvert u_j\rvert\,\lVert v_j\rVert \le B

On points of length at most R these functions have Rademacher complexity at most
:math:`2BR/\sqrt m`, however many neurons there are.  A bias unit is the coordinate 1 of x.

:Source: chapter 13, the capacity of networks.  E. B. Baum and D. Haussler, Neural Computation 1
    (1989); E. B. Baum, Journal of Complexity 4 (1988).
"""

from __future__ import annotations

import math
from itertools import combinations_with_replacement, count, product

import numpy as np

from lecture_code.core import validate
from lecture_code.core.enumeration import all_signs, choose, few
from lecture_code.core.scale import in_units, lengths
from lecture_code.core.types import Array, Integers, Points, Signs
from lecture_code.networks.network import SIGN, Network
from lecture_code.solvers.rational import kernel_vector
from lecture_code.theory.halfspaces import halfspaces_on
from lecture_code.theory.vc import decode, encode


def network_vc_bound(edges: int) -> float:
    r"""Return :math:`2|E|\log_2(2e|E|)`, which exceeds the VC dimension of a threshold network.

    >>> round(network_vc_bound(9), 1)
    101.0

    :Implements: cor-network-vc.
    """
    E = validate.whole(edges, "edges")
    return float(2 * E * math.log2(2 * math.e * E))


def two_layer_labellings(X: Points, n: int) -> Integers:
    r"""Return all labellings of points by n hidden threshold neurons and one at the output.

    Every choice of n <= 4 labellings by halfspaces, combined by every threshold function of n bits;
    both in bits, with 1 for +1, one labelling a row, in lexicographic order.

    >>> [len(two_layer_labellings([[0], [1], [2], [3]], n)) for n in (1, 2, 3)]
    [8, 14, 16]

    :Implements: prop-network-circle.
    """
    X, n = validate.points(X), validate.whole(n, "n", at_most=4)  # the gates of 5 bits are many
    hidden = halfspaces_on(X, bias=True)
    # threshold functions stay such when a bit is negated or bits are exchanged, so of a labelling
    # and its opposite one is enough, and so is one order of the n neurons
    hidden = hidden[hidden[:, 0] == 0]
    few(choose(len(hidden) + n - 1, n), "X and n", "choices of hidden labellings", each=512)
    chosen = np.array(list(combinations_with_replacement(range(len(hidden)), n)))
    pattern = sum((hidden[chosen[:, i]] << i for i in range(n)), np.int64(0))  # (c, m)
    corners = np.array(list(product((0, 1), repeat=n)))[:, ::-1]  # row i: the bits of i
    gates = halfspaces_on(corners, bias=True)
    codes = [np.unique(encode(gate[pattern])) for gate in gates]
    return decode(np.unique(np.concatenate(codes)), len(X))


def sandwich_network(X: Points, y: Signs) -> Network:
    r"""Return a sign network of depth 2 that labels points of integers in general position.

    The points of the rarer label, k of them, are cut into groups of d; each group lies between two
    parallel hyperplanes, one neuron each, that have no other point between them.  That makes
    :math:`2\lceil k/d\rceil` hidden neurons, and two if k = 0.  Integers for which the floats of
    the network would be rounded are refused.

    >>> net = sandwich_network([[0, 0], [1, 1], [2, 4], [3, 9]], [1, -1, 1, -1])
    >>> net([[0, 0], [1, 1], [2, 4], [3, 9]]).ravel(), net.sizes
    (array([ 1., -1.,  1., -1.]), (2, 2, 1))

    :Implements: thm-network-lower.
    """
    X, y = validate.sample(X, y)
    if (np.rint(X) != X).any():
        raise ValueError("X must hold integers, so that nothing is rounded")
    m, d = X.shape
    rare = 1.0 if (y > 0).sum() <= m / 2 else -1.0
    members = np.flatnonzero(y == rare)
    planes = [_plane(X, members[i : i + d]) for i in range(0, len(members), d)]
    if not planes:  # a plane that meets no point
        planes = [np.r_[1.0, np.zeros(d)]]
    inner = np.array([s for plane in planes for s in (2 * plane, -2 * plane)]).T
    inner[0] += 1  # 1 + 2s and 1 - 2s are both positive only where the integer s is 0
    outer = rare * np.r_[-1.0, np.ones(inner.shape[1])]
    network = Network((inner, outer[:, None]), SIGN, SIGN)
    if (network(X)[:, 0] != y).any():
        raise ValueError("X must hold smaller integers: the weighted sums would be rounded")
    return network


def _plane(X: Array, group: Integers) -> Array:
    """Return integers (c, a) with c + <a, x> = 0 for the points of the group and no others."""
    m, d = X.shape
    if d == 1:
        return np.array([-X[group[0], 0], 1.0])
    rows = [[1, *(int(e) for e in x)] for x in X[group]]
    for start in count(2):
        fill = [[1, *((start + i) ** j for j in range(1, d + 1))] for i in range(d - len(group))]
        plane = kernel_vector(rows + fill)
        assert plane is not None
        scores = [plane[0] + sum(a * int(e) for a, e in zip(plane[1:], x, strict=True)) for x in X]
        if {i for i in range(m) if scores[i] == 0} == set(group.tolist()):
            return np.array(plane, dtype=float)
        if not fill or start > 10 * m + 100:
            raise ValueError("X must be in general position: no d + 1 points on a hyperplane")
    raise AssertionError


def path_norm(network: Network) -> float:
    r"""Return the path norm of a ReLU network of depth 2 with one output.

    .. math:: \lvert u_0\rvert + \sum_j \lvert u_j\rvert\,\lVert v_j\rVert

    with the weights :math:`v_j` into hidden neuron j, its bias included; the bias :math:`u_0` of
    the output counts as a neuron that sees the bias unit alone.  The output is the identity.

    >>> from lecture_code.networks.network import RELU
    >>> path_norm(Network(([[0.0, 0.0], [3.0, -3.0]], [[1.0], [2.0], [2.0]]), RELU))  # 1 + 6 |x|
    13.0

    :Implements: def-path-norm.
    """
    if network.depth != 2 or network.sizes[-1] != 1:
        raise ValueError(f"network must have depth 2 and one output; got sizes {network.sizes}")
    names = network.activation.name, network.output.name
    if names != ("relu", "identity"):
        raise ValueError(f"network must have the activation relu and output identity; got {names}")
    inner, outer = network.weights
    sizes = lengths(inner.T)
    return float(abs(outer[0, 0]) + np.abs(outer[1:, 0]) @ sizes)


def relu_complexity(X: Points) -> float:
    r"""Return the Rademacher complexity of the two-layer networks with B = 1, exactly, in a plane.

    .. math:: \frac1m\,\mathbb E_\sigma\max_{\lVert v\rVert=1}
              \Bigl\lvert\sum_i\sigma_i\max\{0,\langle v,x_i\rangle\}\Bigr\rvert

    Between two directions orthogonal to points the sum is one linear function of v, so its maximum
    is at an end of the arc, or where v points along that function.

    >>> round(relu_complexity([[1.0, 0.0], [0.0, 1.0]]), 6)  # (root 2 + 1) / 4
    0.603553

    :Implements: thm-path-norm.
    """
    X = validate.points(X)
    m = len(X)
    if X.shape[1] != 2 or m > 14 or not X.any(axis=1).all():
        raise ValueError(f"X must be at most 14 points of a plane, none 0; got {X.shape}")
    X, size = in_units(X)
    normal = np.stack([-X[:, 1], X[:, 0]], axis=1)
    corners = np.concatenate([normal, -normal])
    corners = corners[np.argsort(np.arctan2(corners[:, 1], corners[:, 0]))]
    corners /= np.linalg.norm(corners, axis=1)[:, None]
    left, right = corners, np.roll(corners, -1, axis=0)
    inside = left + right
    flat = np.linalg.norm(inside, axis=1) < 1e-9  # half a circle: turn by a quarter, from the left
    inside[flat] = np.stack([-left[flat, 1], left[flat, 0]], axis=1)
    active = inside @ X.T > 0  # (arcs, m): who is awake on the arc
    sums = np.einsum("sm,am,md->sad", all_signs(m), active.astype(float), X)
    ends = np.maximum(np.abs((sums * left).sum(axis=2)), np.abs((sums * right).sum(axis=2)))
    turn, back = _cross(left, sums), _cross(sums, right)
    along = (turn * back >= 0) & (np.abs(turn) + np.abs(back) > 0)  # s or -s on the arc
    best: Array = np.where(along, np.linalg.norm(sums, axis=2), ends).max(axis=1)
    return float(best.mean()) / m * size


def _cross(a: Array, b: Array) -> Array:
    product: Array = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return product
