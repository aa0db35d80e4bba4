r"""What networks of ReLUs can represent: sawteeth, and functions through given points.

**Broken lines.**  A ReLU network of one variable is a broken line.  One of depth 2 with the hidden
units :math:`\max\{0,x-t_j\}` draws any broken line through given points; a deep one folds the line
again and again.  ``broken_line`` goes through the layers of a network with Fractions, so that its
corners and their number are certain.

**Fitting everything.**  With p Gaussian features and m examples with noise of variance s², the
shortest solution of least squares has the mean excess risk

.. math:: \frac{s^2p}{m-p-1}\ (p\le m-2), \qquad
          \Bigl(1-\frac mp\Bigr)\lVert w\rVert^2 + \frac{s^2m}{p-m-1}\ (p\ge m+2),

and infinity between: it explodes where the features just suffice to fit, and descends again.

:Source: chapter 13, what networks can approximate, and what theory says about them.  M. Telgarsky,
    COLT 2016.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from lecture_code.core import validate
from lecture_code.core.enumeration import few
from lecture_code.core.types import Array, Points, Reals, Vector
from lecture_code.networks.network import IDENTITY, RELU, SIGMOID, Network
from lecture_code.solvers.rational import fractions_of


@dataclass(frozen=True, slots=True, eq=False)
class BrokenLine:
    """A continuous piecewise linear function on an interval, by its corners."""

    #: The two ends and the corners between them, increasing.
    x: tuple[Fraction, ...] = field(repr=False)
    #: The values there.
    y: tuple[Fraction, ...] = field(repr=False)

    @property
    def pieces(self) -> int:
        """The number of pieces, the least possible."""
        return len(self.x) - 1


def broken_line(network: Network, low: float = 0.0, high: float = 1.0) -> BrokenLine:
    r"""Return the exact corners of a ReLU network with one input and one output on an interval.

    Layer by layer: where a weighted sum changes its sign between two neighbouring points, the
    point where it is 0 joins them.  Too many points are refused.

    >>> line = broken_line(sawtooth(2))
    >>> line.pieces, [str(x) for x in line.x]
    (4, ['0', '1/4', '1/2', '3/4', '1'])

    :Implements: alg-pieces, prop-pieces-depth.
    """
    kinds = (network.activation.name, network.output.name)
    if network.sizes[0] != 1 or network.sizes[-1] != 1 or kinds != (RELU.name, IDENTITY.name):
        raise ValueError(
            "network must be a ReLU network with one input and one linear output; got sizes "
            f"{network.sizes}, {kinds[0]} and {kinds[1]}"
        )
    validate.number(low, "low"), validate.number(high, "high")
    P = [Fraction(low), Fraction(high)]  # 1.
    if not P[0] < P[1]:
        raise ValueError(f"low must be below high; got {low!r} and {high!r}")
    v = [P]  # a row for each neuron of the layer: what it returns at the points
    for w in network.weights[:-1]:  # 2.
        P, a = _with_zeros(P, _sums(w, v))
        v = [[max(entry, Fraction(0)) for entry in row] for row in a]
    return _without_flat_corners(P, _sums(network.weights[-1], v)[0])  # 3.


def _sums(w: Array, v: list[list[Fraction]]) -> list[list[Fraction]]:
    """Return the weighted sums of the next layer at the points, a row for each neuron."""
    sums = []
    for constant, *column in zip(*fractions_of(w), strict=True):
        used = [(c, row) for c, row in zip(column, v, strict=True) if c]
        sums.append([constant + sum(c * row[i] for c, row in used) for i in range(len(v[0]))])
    return sums


def _with_zeros(
    x: list[Fraction], rows: list[list[Fraction]]
) -> tuple[list[Fraction], list[list[Fraction]]]:
    """Return the points and the sums with all zeros of the sums among the points."""
    points: list[Fraction] = [x[0]]
    values: list[list[Fraction]] = [[row[0]] for row in rows]
    for i in range(1, len(x)):
        cuts = {row[i - 1] / (row[i - 1] - row[i]) for row in rows if row[i - 1] * row[i] < 0}
        for share in [*sorted(cuts), Fraction(1)]:
            points.append(x[i - 1] + share * (x[i] - x[i - 1]))
            for into, row in zip(values, rows, strict=True):
                into.append(row[i - 1] + share * (row[i] - row[i - 1]))
        few(len(points), "network", "points", each=8192)
    return points, values


def _without_flat_corners(x: list[Fraction], y: list[Fraction]) -> BrokenLine:
    slopes = [(y[i + 1] - y[i]) / (x[i + 1] - x[i]) for i in range(len(x) - 1)]
    corners = [i for i in range(1, len(x) - 1) if slopes[i - 1] != slopes[i]]
    kept = [0, *corners, len(x) - 1]
    return BrokenLine(tuple(x[i] for i in kept), tuple(y[i] for i in kept))


def relu_interpolant(t: Vector, values: Vector) -> Network:
    r"""Return the network of depth 2 that draws the broken line through given points.

    .. math:: g(x) = y_0 + \sum_{j=0}^{N-1}(s_j-s_{j-1})\max\{0,x-t_j\},\qquad
              s_j=\frac{y_{j+1}-y_j}{t_{j+1}-t_j},\quad s_{-1}=0

    for increasing numbers ``t`` and the ``values`` y there.  The network has N hidden neurons; left
    of :math:`t_0` it is constant.

    >>> relu_interpolant([0, 1, 3], [1, 2, 0])([[0.5], [1], [2]]).ravel()
    array([1.5, 2. , 1. ])

    :Implements: thm-relu-interpolation.
    """
    points = validate.vector(t, name="t")
    heights = validate.vector(values, len(points), "values")
    if len(points) < 2 or not (np.diff(points) > 0).all():
        raise ValueError(f"t must hold at least two numbers that increase; got {points}")
    slopes = np.diff(heights) / np.diff(points)
    inner = np.array([-points[:-1], np.ones(len(slopes))])
    outer = np.concatenate([heights[:1], np.diff(slopes, prepend=0.0)])
    return Network((inner, outer[:, None]), RELU)


def sigmoid_staircase(values: Vector, *, steepness: float) -> Network:
    r"""Return the network of depth 2 with a soft step between any two neighbours of a grid.

    .. math:: g(x) = y_0 + \sum_{j=1}^N(y_j-y_{j-1})\,\phi(s(x-m_j)),\qquad m_j=\frac{2j-1}{2N}

    with the logistic function φ, the ``values`` :math:`y_j` at j/N, j = 0, ..., N, and the
    ``steepness`` s > 0.

    >>> sigmoid_staircase([0, 1], steepness=100.0)([[0.0], [0.5], [1.0]]).ravel().round(3)
    array([0. , 0.5, 1. ])

    :Implements: prop-staircase.
    """
    y, s = validate.vector(values, name="values"), validate.number(steepness, "steepness", above=0)
    N = len(y) - 1
    if N < 1:
        raise ValueError(f"values must hold at least two numbers; got {y}")
    middles = (2 * np.arange(1, N + 1) - 1) / (2 * N)
    inner = np.array([-s * middles, np.full(N, s)])
    return Network((inner, np.concatenate([y[:1], np.diff(y)])[:, None]), SIGMOID)


def sawtooth(k: int) -> Network:
    r"""Return the network of k hidden layers of two units that folds the unit interval k times.

    .. math:: \tau(x) = 2\max\{0,x\}-4\max\{0,x-\tfrac12\},\qquad
              g = \tau\circ\dots\circ\tau\ (k\text{ times})

    On [0, 1] it has :math:`2^k` pieces and goes from 0 to 1 and back.

    >>> sawtooth(2)([[0.0], [0.25], [0.5], [0.75]]).ravel()
    array([0., 1., 0., 1.])

    :Implements: thm-depth.
    """
    k = validate.whole(k, "k")
    first = np.array([[0.0, -0.5], [1.0, 1.0]])
    fold = np.array([[0.0, -0.5], [2.0, 2.0], [-4.0, -4.0]])
    last = np.array([[0.0], [2.0], [-4.0]])
    return Network((first, *[fold] * (k - 1), last), RELU, IDENTITY)


def interpolating_network(X: Points, y: Reals, *, rng: np.random.Generator) -> Network:
    r"""Return a ReLU network of depth 2 with m hidden neurons that fits all m distinct points.

    .. math:: f(x) = \sum_{j=1}^m u_j\max\{0, \langle a,x\rangle - b_j\}, \qquad f(x_i) = y_i

    The points are projected onto a random direction a, and f is the broken line through the
    projected points.

    >>> f = interpolating_network([[0.0], [2.0], [1.0]], [5, 1, -3], rng=np.random.default_rng(0))
    >>> f([[0.0], [2.0], [1.0]]).ravel().round(9)
    array([ 5.,  1., -3.])

    :Implements: prop-memorise.
    """
    X, y = validate.sample(X, y, None)
    if len(np.unique(X, axis=0)) < len(X):
        raise ValueError("X must hold distinct points; got two equal ones")
    direction: Array = validate.generator(rng).normal(size=X.shape[1:])
    direction /= np.linalg.norm(direction)
    z = X @ direction
    order = np.argsort(z)
    z, steps = z[order], np.diff(z[order])
    if len(z) > 1 and steps.min() <= 1e-12 * np.abs(z).max():
        raise ValueError("X must hold points with distinct projections; got two within rounding")
    unit = float(steps.mean()) if len(steps) else 1.0
    slopes = np.concatenate([[y[order[0]] / unit], np.diff(y[order]) / steps])
    knots = np.concatenate([[z[0] - unit], z[:-1]])  # where the line may break
    inner = np.vstack([-knots, np.outer(direction, np.ones(len(z)))])
    outer = np.concatenate([[0.0], np.diff(slopes, prepend=0.0)])[:, None]
    return Network((inner, outer), RELU)


def shortest_excess(m: int, p: int, *, signal: float, noise: float) -> float:
    r"""Return the mean excess risk of the shortest least-squares solution on Gaussian features.

    .. math:: \mathbb E\lVert w^+-w\rVert^2 = \frac{s^2p}{m-p-1},\quad \infty,\quad
              \Bigl(1-\frac mp\Bigr)\lVert w\rVert^2 + \frac{s^2m}{p-m-1}

    for p ≤ m - 2, m - 1 ≤ p ≤ m + 1 and p ≥ m + 2, with m examples, p features, the ``signal``
    :math:`\lVert w\rVert^2` > 0 and the ``noise`` s² > 0, a variance.

    >>> shortest_excess(10, 4, signal=1, noise=0.5), shortest_excess(10, 10, signal=1, noise=0.5)
    (0.4, inf)
    >>> shortest_excess(10, 20, signal=1, noise=0.9)
    1.5

    :Implements: thm-double-descent.
    """
    m, p = validate.whole(m, "m"), validate.whole(p, "p")
    signal = validate.number(signal, "signal", above=0)
    noise = validate.number(noise, "noise", above=0)
    if abs(p - m) <= 1:
        return math.inf
    if p < m:
        return noise * p / (m - p - 1)
    return (1 - m / p) * signal + noise * m / (p - m - 1)
