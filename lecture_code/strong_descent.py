r"""Stochastic gradient descent for regularised risks, which are strongly convex.

.. math:: f(w) = \frac\lambda2 \lVert w \rVert^2 + L_S(w) .

**Theorem.**  If each loss is convex and :math:`\rho`-Lipschitz, steps :math:`1/(\lambda t)` and the
plain average lead to :math:`\frac{2\rho^2}{\lambda T}(1 + \log T)` above the minimum, in the mean;
steps :math:`2/(\lambda(t+1))` and weights t to :math:`8\rho^2/(\lambda(T+1))`, without logarithm.

Source: chapter 10.  S. Lacoste-Julien, M. Schmidt and F. Bach, arXiv:1212.2002 (2012).
"""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lecture_code.arguments import as_function
from lecture_code.descent import DescentRun, sgd
from lecture_code.notation import Array, positive, positive_integer
from lecture_code.subgradients import Direction


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

    Parameters: ``direction(w, i)``, a subgradient of the loss of example i alone; ``draws``
    ``(..., T)``, indices of examples, one run a row; ``start`` ``(d,)``, which the first step
    forgets; ``lam`` > 0.  Raises ValueError for bad input.

    >>> from lecture_code.subgradients import hinge_direction
    >>> sgd_strong(hinge_direction([[1.0]], [1]), [0, 0, 0], [0.0], lam=0.5).trace[:, 0]
    array([0.        , 2.        , 1.        , 0.66666667])

    Implements: alg-sgd-strong.
    Source: chapter 10, strongly convex functions.
    """
    strength = positive(lam, "lam")
    as_function(direction, "direction")
    if steps not in ("1/t", "2/(t+1)"):
        raise ValueError(f"steps must be '1/t' or '2/(t+1)'; got {steps!r}")

    def whole(w: Array, i: NDArray[Any]) -> Array:
        return np.asarray(strength * w + direction(w, i))

    if steps == "1/t":
        return sgd(whole, draws, start, eta=lambda t: 1 / (strength * t))
    return sgd(whole, draws, start, eta=lambda t: 2 / (strength * (t + 1)))


def strong_bound(rho: float, lam: float, T: int) -> float:
    r"""Return the bound for steps :math:`1/(\lambda t)` and the plain average.

    .. math:: \frac{2\rho^2}{\lambda T}(1 + \log T) .

    >>> strong_bound(1.0, 0.5, 1)
    4.0

    Implements: thm-sgd-strong.
    Source: chapter 10, strongly convex functions.
    """
    rho, lam, steps = positive(rho, "rho"), positive(lam, "lam"), positive_integer(T, "T")
    return 2 * rho**2 / (lam * steps) * (1 + math.log(steps))


def log_free_bound(rho: float, lam: float, T: int) -> float:
    r"""Return the bound for steps :math:`2/(\lambda(t+1))` and weights t, with G = 2 rho.

    .. math:: \frac{2G^2}{\lambda(T+1)} = \frac{8\rho^2}{\lambda(T+1)} .

    >>> log_free_bound(1.0, 0.5, 3)
    4.0

    Implements: thm-log-free.
    Source: chapter 10, without the logarithm.
    """
    rho, lam, steps = positive(rho, "rho"), positive(lam, "lam"), positive_integer(T, "T")
    return 8 * rho**2 / (lam * (steps + 1))
