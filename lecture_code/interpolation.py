r"""Fitting everything: a network through any points, and what the shortest solution risks.

With p Gaussian features and m examples with noise of variance s², the shortest solution of least
squares has the mean excess risk

.. math:: \frac{s^2p}{m-p-1}\ (p\le m-2), \qquad
          \Bigl(1-\frac mp\Bigr)\lVert w\rVert^2 + \frac{s^2m}{p-m-1}\ (p\ge m+2),

and infinity between: it explodes where the features just suffice to fit, and descends again.
Source: chapter 13, what theory says about networks.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.activations import RELU
from lecture_code.neural_network import Network
from lecture_code.notation import Array, as_generator, as_sample, positive, positive_integer


def interpolating_network(X: ArrayLike, y: ArrayLike, *, rng: np.random.Generator) -> Network:
    r"""Return a ReLU network of depth 2 with m hidden neurons that fits all m examples.

    .. math:: f(x) = \sum_{j=1}^m u_j\max\{0, \langle a,x\rangle - b_j\}, \qquad f(x_i) = y_i

    The points are projected on a random direction a, and f is the broken line through the
    projected points.  ``X``: (m, d), distinct points; ``y``: (m,) real.  Raises ValueError if two
    points are equal.

    >>> f = interpolating_network([[0.0], [2.0], [1.0]], [5, 1, -3], rng=np.random.default_rng(0))
    >>> f([[0.0], [2.0], [1.0]]).ravel().round(9)
    array([ 5.,  1., -3.])

    Implements: prop-memorise.
    Source: chapter 13, what theory says about networks.
    """
    X, y = as_sample(X, y, None)
    if len(np.unique(X, axis=0)) < len(X):
        raise ValueError("X must hold distinct points; got two equal ones")
    direction: Array = as_generator(rng).normal(size=X.shape[1:])
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
    r"""Return the mean excess risk of the shortest least-squares solution, Gaussian features.

    .. math:: \mathbb E\lVert w^+-w\rVert^2 = \frac{s^2p}{m-p-1},\quad \infty,\quad
              \Bigl(1-\frac mp\Bigr)\lVert w\rVert^2 + \frac{s^2m}{p-m-1}

    for p ≤ m - 2, m - 1 ≤ p ≤ m + 1 and p ≥ m + 2.  ``m``: examples; ``p``: features; ``signal``:
    :math:`\lVert w\rVert^2` > 0; ``noise``: s² > 0, a variance.  Raises ValueError outside.

    >>> shortest_excess(10, 4, signal=1, noise=0.5), shortest_excess(10, 10, signal=1, noise=0.5)
    (0.4, inf)
    >>> shortest_excess(10, 20, signal=1, noise=0.9)
    1.5

    Implements: thm-double-descent.
    Source: chapter 13, what theory says about networks.
    """
    m, p = positive_integer(m, "m"), positive_integer(p, "p")
    signal, noise = positive(signal, "signal"), positive(noise, "noise")
    if abs(p - m) <= 1:
        return math.inf
    if p < m:
        return noise * p / (m - p - 1)
    return (1 - m / p) * signal + noise * m / (p - m - 1)
