r"""Descent where the loss changes from step to step, and where it is strongly convex.

**Online gradient descent: a loss is shown after each answer, and may be chosen by an enemy.**

**Theorem (Zinkevich 2003, with a fixed step).**  With :math:`w_0 = 0`, subgradients of length at
most :math:`\rho` and :math:`\eta = B/(\rho\sqrt T)` the regret against the ball of radius B is at
most :math:`B\rho\sqrt T`, for every sequence of convex losses; an enemy in the plane attains it,
and an enemy in space forces it on every player.

**Stochastic gradient descent for regularised risks, which are strongly convex.**

.. math:: f(w) = \frac\lambda2 \lVert w \rVert^2 + L_S(w) .

**Theorem.**  If each loss is convex and :math:`\rho`-Lipschitz, steps :math:`1/(\lambda t)` and the
plain average lead to :math:`\frac{2\rho^2}{\lambda T}(1 + \log T)` above the minimum, in the mean;
steps :math:`2/(\lambda(t+1))` and weights t to :math:`8\rho^2/(\lambda(T+1))`, without logarithm.

:Source: chapter 10.  M. Zinkevich, ICML (2003); S. Lacoste-Julien, M. Schmidt and F. Bach,
    arXiv:1212.2002 (2012).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core.types import Array
from lecture_code.core.validate import (
    as_function,
    as_points,
    as_vector,
    one_of,
    positive,
    positive_integer,
)
from lecture_code.optimise.descent import DescentRun, Direction, sgd


def linear_regret(W: ArrayLike, V: ArrayLike, B: float) -> float:
    r"""Return the regret on the linear losses :math:`w \mapsto \langle v_t, w \rangle`.

    .. math:: \sum_t \langle v_t, w_{t-1} \rangle - \min_{\lVert u \rVert \le B}
              \sum_t \langle v_t, u \rangle
              = \sum_t \langle v_t, w_{t-1} \rangle + B \Bigl\lVert \sum_t v_t \Bigr\rVert .

    Parameters
    ----------
    W : array (T, d)
        The answers.
    V : array (T, d)
        The losses.
    B : float
        Above 0.

    Returns
    -------
    float

    Examples
    --------
    >>> linear_regret([[0.0, 0.0], [-1.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]], B=1.0)
    1.414...

    :Implements: def-regret.
    """
    W, V = as_points(W, "W"), as_points(V, "V")
    if W.shape != V.shape:
        raise ValueError(f"W and V must have one shape; got {W.shape} and {V.shape}")
    return float((W * V).sum() + positive(B, "B") * np.linalg.norm(V.sum(axis=0)))


def orthogonal_enemy(
    player: Callable[[Array], ArrayLike], *, d: int, T: int, rho: float
) -> tuple[Array, Array]:
    r"""Play T rounds of linear losses orthogonal to the answer and to the sum of the losses.

    .. math:: \langle v_t, w_{t-1} \rangle = 0, \qquad
              \Bigl\langle v_t, \sum_{s<t} v_s \Bigr\rangle = 0, \qquad \lVert v_t \rVert = \rho.

    In d >= 3 dimensions such a vector always exists; in the plane only if the answer and the sum
    are parallel.  Of the two signs the enemy takes the one that agrees with its loss before.

    Parameters
    ----------
    player : callable
        Maps the losses so far, ``(t - 1, d)``, to the answer ``(d,)``.
    d : int
        Dimension of the losses.
    T : int
        Number of rounds.
    rho : float
        Length of each loss.

    Returns
    -------
    W, V : array (T, d)
        The answers and the losses.

    Raises
    ------
    ValueError
        If there is no such vector.

    Examples
    --------
    >>> W, V = orthogonal_enemy(lambda V: np.zeros(3), d=3, T=9, rho=1.0)
    >>> round(linear_regret(W, V, B=1.0), 9)
    3.0

    :Implements: prop-ogd-sharp.
    """
    d, T, rho = positive_integer(d, "d"), positive_integer(T, "T"), positive(rho, "rho")
    as_function(player, "player")
    W, V = np.zeros((T, d)), np.zeros((T, d))
    for t in range(T):
        W[t] = as_vector(player(V[:t]), d, "player")
        normals = np.stack([W[t], V[:t].sum(axis=0)])
        lengths = np.linalg.norm(normals, axis=1, keepdims=True)
        normals = np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0)
        singular, rows = np.linalg.svd(normals)[1:]
        if d <= int((singular > 1e-9).sum()):
            raise ValueError(f"d must leave room for a vector orthogonal to both; got {d}")
        turn = rows[-1] @ V[t - 1] / rho if t else 0.0  # of the two signs the one that goes on
        lead = turn if abs(turn) > 1e-9 else rows[-1][np.abs(rows[-1]).argmax()]
        V[t] = rho * rows[-1] * (-1.0 if lead < 0 else 1.0)
    return W, V


def sgd_strong(
    direction: Direction,
    draws: ArrayLike,
    start: ArrayLike,
    *,
    lam: float,
    steps: Literal["1/t", "2/(t+1)"] = "1/t",
) -> DescentRun:
    r"""Run stochastic gradient descent on :math:`\frac\lambda2\lVert w\rVert^2 + L_S(w)`.

    .. math:: w_t = w_{t-1} - \eta_t (\lambda w_{t-1} + v_t), \qquad
              \eta_t = \frac1{\lambda t} \text{ or } \frac2{\lambda(t+1)} .

    Parameters
    ----------
    direction : callable
        ``direction(w, i)`` is a subgradient of the loss of example i alone.
    draws : array (..., T)
        Indices of examples, one run a row.
    start : array (d,)
        :math:`w_0`; the first step keeps only its subgradient, the average its share.
    lam : float
        Above 0.
    steps : str
        ``"1/t"`` or ``"2/(t+1)"``.

    Returns
    -------
    DescentRun

    Examples
    --------
    >>> from lecture_code.optimise.descent import hinge_direction
    >>> sgd_strong(hinge_direction([[1.0]], [1]), [0, 0, 0], [0.0], lam=0.5).trace[:, 0]
    array([0.        , 2.        , 1.        , 0.66666667])

    :Implements: alg-sgd-strong.
    """
    lam = positive(lam, "lam")
    as_function(direction, "direction")
    one_of(steps, "steps", ("1/t", "2/(t+1)"))
    return sgd(  # 1. and 3. are those of sgd
        lambda w, i: lam * w + direction(w, i),  # 2.
        draws,
        start,
        eta=lambda t: 1 / (lam * t) if steps == "1/t" else 2 / (lam * (t + 1)),
    )


def strong_bound(rho: float, lam: float, T: int) -> float:
    r"""Return the bound for steps :math:`1/(\lambda t)` and the plain average.

    .. math:: \frac{2\rho^2}{\lambda T}(1 + \log T) .

    Parameters
    ----------
    rho : float
        For the soft SVM the largest :math:`\lVert x_i\rVert`.
    lam : float
        Above 0.
    T : int
        Number of steps.

    Returns
    -------
    float

    Examples
    --------
    >>> strong_bound(1.0, 0.5, 1)
    4.0

    :Implements: thm-sgd-strong, thm-svm-sgd.
    """
    rho, lam, steps = positive(rho, "rho"), positive(lam, "lam"), positive_integer(T, "T")
    return 2 * rho**2 / (lam * steps) * (1 + math.log(steps))


def log_free_bound(rho: float, lam: float, T: int) -> float:
    r"""Return the bound for steps :math:`2/(\lambda(t+1))` and weights t, with G = 2 rho.

    .. math:: \frac{2G^2}{\lambda(T+1)} = \frac{8\rho^2}{\lambda(T+1)} .

    Parameters
    ----------
    rho : float
        Lipschitz constant of each loss.
    lam : float
        Above 0.
    T : int
        Number of steps.

    Returns
    -------
    float

    Examples
    --------
    >>> log_free_bound(1.0, 0.5, 3)
    4.0

    :Implements: thm-log-free.
    """
    rho, lam, steps = positive(rho, "rho"), positive(lam, "lam"), positive_integer(T, "T")
    return 8 * rho**2 / (lam * (steps + 1))
