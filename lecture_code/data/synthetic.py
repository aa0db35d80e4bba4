r"""Samples made to measure: worst cases, separable clouds and noise, with labels in {-1, +1}.

A perceptron sees an example (x, y) only through the vector :math:`z = y x`, and it stops at a w
with :math:`\langle w, z_i\rangle > 0` for all i.  The families below choose the z_i so that the
number of updates is known in advance, or so that a hypothesis of some theorem fails.

Each sample is a pair ``X, y``; ``separable``, ``noisy`` and ``integer_separable`` return the vector
behind the labels, too.

:Source: chapters 05 and 06.
"""

from __future__ import annotations

import numpy as np
from scipy.special import betaincc, betainccinv

from lecture_code.core import validate
from lecture_code.core.distributions import uniform_ball
from lecture_code.core.enumeration import few
from lecture_code.core.types import Array


def exponential_family(d: int) -> tuple[Array, Array]:
    r"""Return d examples in dimension d on which every perceptron needs (4^d - 1)/3 updates.

    .. math:: z_k = e_k - \sum_{j<k} e_j, \qquad y_k = (-1)^k, \qquad x_k = y_k z_k .

    The vector :math:`w^* = (1, 2, 4, \dots, 2^{d-1})` satisfies
    :math:`\langle w^*, z_k\rangle = 1` for all k and is the shortest separator, so that
    :math:`B^2 = (4^d - 1)/3`, while :math:`R^2 = d`.  Whatever misclassified example is chosen,
    the perceptron started at 0 makes exactly B² updates and ends at w*.

    >>> X, y = exponential_family(3)
    >>> X
    array([[-1.,  0.,  0.],
           [-1.,  1.,  0.],
           [ 1.,  1., -1.]])
    >>> y * (X @ [1, 2, 4])
    array([1., 1., 1.])

    :Implements: thm-exponential.
    """
    d = validate.whole(d, "d")
    few(d * d, "d", "numbers")
    z = np.eye(d) - np.tri(d, k=-1)
    y = np.where(np.arange(1, d + 1) % 2 == 0, 1.0, -1.0)
    return y[:, None] * z + 0.0, y  # + 0.0 turns -0.0 into 0.0


def stretched_pair(K: float) -> tuple[Array, Array]:
    r"""Return two examples in the plane that keep the cyclic perceptron busy for about K² updates.

    .. math:: x_1 = (1, 0), \quad x_2 = (-K, 1), \quad y_1 = y_2 = +1, \quad K > 0.

    The shortest w with both margins at least 1 is :math:`(1, K + 1)`.  For an integer K the
    cyclic perceptron makes exactly :math:`K^2 + 2K + 2 = B^2` updates: with real data no bound
    in terms of m and d alone is possible.

    >>> X, y = stretched_pair(10)
    >>> X @ [1, 11]
    array([1., 1.])

    :Implements: prop-stretched.
    """
    K = validate.number(K, "K", above=0)
    return np.array([[1.0, 0.0], [-K, 1.0]]), np.ones(2)


def orthonormal(m: int) -> tuple[Array, Array]:
    r"""Return the m unit vectors, all labelled +1, on which the bound (RB)² is attained.

    Every example alone must be learnt: M = m updates, with :math:`R = 1` and
    :math:`B = \lVert(1, \dots, 1)\rVert = \sqrt m`.

    >>> X, y = orthonormal(2)
    >>> X
    array([[1., 0.],
           [0., 1.]])

    :Implements: prop-tight.
    """
    m = validate.whole(m, "m")
    few(m * m, "m", "numbers")
    return np.eye(m), np.ones(m)


def separable(
    m: int, d: int, *, margin: float = 0.1, rng: np.random.Generator
) -> tuple[Array, Array, Array]:
    r"""Return m points of the unit ball that a hyperplane through 0 separates with a margin.

    A unit vector u is drawn uniformly; the x are i.i.d. uniform on
    :math:`\{\lVert x\rVert\le1,\ \lvert\langle x, u\rangle\rvert\ge\text{margin}\}` and
    :math:`y = \operatorname{sign}\langle x, u\rangle`, with a margin in (0, 1).  Nothing is drawn
    in vain, also where nearly all of the ball lies within the margin.

    >>> X, y, u = separable(100, 5, margin=0.2, rng=np.random.default_rng(0))
    >>> bool((y * (X @ u)).min() >= 0.2), bool(np.linalg.norm(X, axis=1).max() <= 1)
    (True, True)

    :Implements: def-separable.
    """
    m, d, rng = validate.whole(m, "m"), validate.whole(d, "d"), validate.generator(rng)
    margin = validate.number(margin, "margin", above=0, below=1)
    u = _direction(d, rng)
    # t = <x, u>: t² has the distribution Beta(1/2, (d+1)/2), here cut off below margin²
    tail = rng.uniform(0, betaincc(0.5, (d + 1) / 2, margin**2), m)
    t = np.maximum(np.sqrt(betainccinv(0.5, (d + 1) / 2, tail)), margin)
    y = rng.choice([-1.0, 1.0], m)
    if d == 1:
        return (y * t)[:, None] * u, y, u
    # the rest of x is uniform in the (d-1)-ball of radius sqrt(1 - t²) orthogonal to u
    v = rng.standard_normal((m, d))
    v -= (v @ u)[:, None] * u  # (m, d) @ (d,) -> (m,)
    length = np.sqrt(1 - t**2) * rng.uniform(size=m) ** (1 / (d - 1))
    v *= (length / np.linalg.norm(v, axis=1))[:, None]
    v += (y * t)[:, None] * u
    return v, y, u


def noisy(
    m: int, d: int, *, flip: float = 0.1, rng: np.random.Generator
) -> tuple[Array, Array, Array]:
    r"""Return m points of the unit ball, labelled by a halfspace, with some labels flipped.

    A unit vector u is drawn uniformly, the x are i.i.d. uniform on the unit ball, and
    :math:`y = \operatorname{sign}\langle x, u\rangle` with probability 1 - flip, else its
    opposite, independently for each example.  The Bayes risk is flip, at most 1/2.

    >>> X, y, u = noisy(1000, 3, flip=0.2, rng=np.random.default_rng(0))
    >>> bool(150 < np.sum(y * (X @ u) < 0) < 250)
    True

    :Source: chapters 05 and 06, the agnostic case.
    """
    m, d, rng = validate.whole(m, "m"), validate.whole(d, "d"), validate.generator(rng)
    flip = validate.number(flip, "flip", at_least=0, at_most=0.5)
    u = _direction(d, rng)
    X = uniform_ball(m, d, rng=rng)
    y = np.where(X @ u > 0, 1.0, -1.0)
    return X, np.where(rng.uniform(size=m) < flip, -y, y), u


def integer_sample(m: int, d: int, K: int, *, rng: np.random.Generator) -> tuple[Array, Array]:
    r"""Return m random integer points with random labels: data on which float arithmetic is exact.

    Points i.i.d. uniform on :math:`\{-K, \dots, K\}^d`, labels i.i.d. fair coins.

    >>> X, y = integer_sample(5, 2, 3, rng=np.random.default_rng(0))
    >>> X.shape, bool((X == np.round(X)).all()), bool(abs(X).max() <= 3)
    ((5, 2), True, True)

    :Source: chapter 06, integer data.
    """
    m, d, K = validate.whole(m, "m"), validate.whole(d, "d"), validate.whole(K, "K")
    rng = validate.generator(rng)
    return rng.integers(-K, K, (m, d), endpoint=True).astype(float), rng.choice([-1.0, 1.0], m)


def integer_separable(
    m: int, d: int, K: int, *, rng: np.random.Generator
) -> tuple[Array, Array, Array]:
    r"""Return m random integer points labelled by a random integer halfspace through 0.

    w is uniform on :math:`\{-K, \dots, K\}^d\setminus\{0\}`, the x are i.i.d. uniform on the
    points of :math:`\{-K, \dots, K\}^d` off the hyperplane, and
    :math:`y = \operatorname{sign}\langle w, x\rangle`; so :math:`y\langle w, x\rangle\ge1`.

    >>> X, y, w = integer_separable(50, 3, 2, rng=np.random.default_rng(0))
    >>> bool((y * (X @ w)).min() >= 1)
    True

    :Implements: thm-integer.
    """
    m, d, K = validate.whole(m, "m"), validate.whole(d, "d"), validate.whole(K, "K")
    rng = validate.generator(rng)
    w = np.zeros(d)
    while not w.any():
        w = rng.integers(-K, K, d, endpoint=True).astype(float)
    X = np.zeros((m, d))
    while (on_plane := X @ w == 0).any():
        X[on_plane] = rng.integers(-K, K, (int(on_plane.sum()), d), endpoint=True)
    return X, np.sign(X @ w), w


def _direction(d: int, rng: np.random.Generator) -> Array:
    """Return a uniform unit vector."""
    u = rng.standard_normal(d)
    return u / np.linalg.norm(u)
