r"""How convex, how steep: the two constants on which stability rests.

A function f is *λ-strongly convex* if every chord lies above it by at least

.. math:: \frac\lambda2\,\alpha(1-\alpha)\lVert w-u\rVert^2

at the point :math:`\alpha w+(1-\alpha)u`, and *ρ-Lipschitz* if
:math:`\lvert f(w)-f(u)\rvert\le\rho\lVert w-u\rVert`.  Sampled points can refute a constant, and
for quadratic functions the best one is an eigenvalue.

:Source: chapter 09, strong convexity.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.types import Array

Function = Callable[[Array], Array]  # (k, d) points to (k,) values


def chord_gap(f: Function, w: ArrayLike, u: ArrayLike, alpha: ArrayLike) -> Array:
    r"""Return by how much the chord of f from u to w lies above f.

    .. math:: \alpha f(w) + (1-\alpha)f(u) - f(\alpha w+(1-\alpha)u)

    Parameters
    ----------
    f : callable
        Maps points (k, d) to values (k,).
    w, u : array (k, d)
        The ends of k chords.
    alpha : array (k,)
        In [0, 1].

    Returns
    -------
    array (k,)

    >>> chord_gap(lambda P: (P**2).sum(axis=1), [[0.0], [2.0]], [[2.0], [2.0]], [0.5, 0.5])
    array([1., 0.])

    :Source: chapter 09, strong convexity.
    """
    w, u, alpha = _chords(w, u, alpha)
    f = f
    between = alpha[:, None] * w + (1 - alpha)[:, None] * u
    return np.asarray(alpha * f(w) + (1 - alpha) * f(u) - f(between))


def strong_convexity(f: Function, w: ArrayLike, u: ArrayLike, alpha: ArrayLike) -> float:
    r"""Return the largest λ that these chords allow: no larger one is a modulus of f.

    .. math:: \min_k \frac{\text{chord gap}_k}{\frac12\alpha_k(1-\alpha_k)\lVert w_k-u_k\rVert^2}

    Parameters
    ----------
    f : callable
        Maps points (k, d) to values (k,).
    w, u : array (k, d)
        The ends of k chords, w ≠ u.
    alpha : array (k,)
        With 0 < alpha < 1.

    Returns
    -------
    float
        It is negative if a chord lies below f.

    >>> strong_convexity(lambda P: (P**2).sum(axis=1), [[0.0]], [[2.0]], [0.5])
    2.0

    :Implements: def-strongly-convex.
    """
    w, u, alpha = _chords(w, u, alpha)
    needed = 0.5 * alpha * (1 - alpha) * ((w - u) ** 2).sum(axis=1)
    if not (needed > 0).all():
        raise ValueError("w and u must differ and alpha lie inside (0, 1); got a trivial chord")
    return float((chord_gap(f, w, u, alpha) / needed).min())


def quadratic_modulus(Q: ArrayLike) -> float:
    r"""Return the largest λ for which ½⟨w, Qw⟩ is λ-strongly convex: the least eigenvalue of Q.

    Parameters
    ----------
    Q : array (d, d)
        Symmetric.

    Returns
    -------
    float
        Negative if the function is not convex.

    >>> round(quadratic_modulus([[2.0, 0.0], [0.0, 3.0]]), 9)
    2.0

    :Implements: prop-quadratic-modulus.
    """
    return float(np.linalg.eigvalsh(validate.symmetric(Q, "Q"))[0])


def lipschitz_ratio(f: Callable[[Array], Array], W: ArrayLike) -> float:
    r"""Return the steepest secant of f between the given points: no smaller ρ is possible.

    .. math:: \max_{j\ne k}\frac{\lVert f(w_j)-f(w_k)\rVert}{\lVert w_j-w_k\rVert}

    Parameters
    ----------
    f : callable
        Maps points (k, d) to values (k,) or (k, q).
    W : array (k, d)
        At least two different points.  Equal points are left out.

    >>> lipschitz_ratio(lambda P: np.abs(P[:, 0]), [[-1.0], [0.0], [3.0]])
    1.0

    :Implements: def-lipschitz.
    """
    points = validate.points(W, "W")
    values = validate.array(f(points), "f(W)").reshape(len(points), -1)
    j, k = np.triu_indices(len(points), 1)
    distance = np.linalg.norm(points[j] - points[k], axis=1)
    apart = distance > 0
    if not apart.any():
        raise ValueError(f"W must hold two different points; got {len(points)} equal ones")
    change = np.linalg.norm(values[j] - values[k], axis=1)
    return float((change[apart] / distance[apart]).max())


def _chords(w: ArrayLike, u: ArrayLike, alpha: ArrayLike) -> tuple[Array, Array, Array]:
    w, u = validate.points(w, "w"), validate.points(u, "u")
    alpha = validate.vector(validate.array(alpha, "alpha", at_least=0, at_most=1), name="alpha")
    if w.shape != u.shape or len(alpha) != len(w):
        raise ValueError(
            f"w, u and alpha must have one row a chord; got {w.shape}, {u.shape} and {alpha.shape}"
        )
    return w, u, alpha
