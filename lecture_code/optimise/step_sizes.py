r"""What a step size promises: bounds for gradient descent and the rates on quadratics.

With momentum :math:`\mu` a direction of curvature h of a quadratic is a recursion of order two,

.. math:: e_{t+1} = (1 + \mu - \eta h)\,e_t - \mu\,e_{t-1},

and its speed is the larger modulus of the two roots of
:math:`z^2 - (1 + \mu - \eta h)z + \mu`; without momentum it is :math:`|1 - \eta h|`.

:Source: chapter 10, smooth functions and momentum.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core.types import Array
from lecture_code.core.validate import as_numbers, below_one, positive, positive_integer


def smooth_bound(beta: float, B: float, T: int) -> float:
    r"""Return :math:`\beta B^2/(2T)`, the bound for a convex and smooth function after T steps.

    ``beta`` > 0: smoothness; ``B`` > 0: distance of the start from a minimiser; ``T`` >= 1.

    >>> smooth_bound(4.0, 1.0, 10)
    0.2

    :Implements: thm-gd-smooth.
    """
    return positive(beta, "beta") * positive(B, "B") ** 2 / (2 * positive_integer(T, "T"))


def contraction(kappa: float, T: int) -> float:
    r"""Return :math:`(1 - 1/\kappa)^T`, by which the excess shrinks at least in T steps.

    ``kappa`` >= 1: the condition number; ``T`` >= 0.

    >>> contraction(2.0, 3)
    0.125

    :Implements: thm-gd-smooth-strong.
    """
    if positive(kappa, "kappa") < 1:
        raise ValueError(f"kappa must be at least 1; got {kappa!r}")
    return float((1 - 1 / kappa) ** positive_integer(T, "T", least=0))


def rate(eta: ArrayLike, h: ArrayLike, *, mu: ArrayLike = 0.0) -> Array:
    r"""Return the spectral radius of (heavy-ball) gradient descent along a curvature ``h``.

    .. math:: \max\{|z| : z^2 - (1 + \mu - \eta h)z + \mu = 0\}

    ``eta``, ``h``, ``mu``: arrays that fit each other, with 0 <= mu < 1; for mu = 0 this is
    :math:`|1 - \eta h|`.  Raises ValueError if mu lies elsewhere.

    >>> rate(0.5, [1.0, 2.0, 5.0]).tolist()
    [0.5, 0.0, 1.5]
    >>> float(rate(1.0, 2.25, mu=0.25))
    0.5

    :Implements: prop-gd-quadratic, prop-momentum-quadratic.
    """
    mu, eta, h = as_numbers(mu, "mu"), as_numbers(eta, "eta"), as_numbers(h, "h")
    if not ((mu >= 0) & (mu < 1)).all():
        raise ValueError("mu must lie from 0 to below 1 everywhere")
    trace = 1 + mu - eta * h
    square = trace * trace - 4 * mu
    real = (np.abs(trace) + np.sqrt(np.maximum(square, 0))) / 2
    return np.asarray(np.where(square < 0, np.sqrt(mu), real))


def largest_step(beta: float, mu: float = 0.0) -> float:
    r"""Return :math:`2(1 + \mu)/\beta`: on a quadratic, convergence needs a step size below it.

    ``beta`` > 0; ``mu`` in [0, 1).

    >>> round(largest_step(1.0, mu=0.9), 9)
    3.8

    :Implements: prop-momentum-quadratic.
    """
    return 2 * (1 + below_one(mu, "mu")) / positive(beta, "beta")


class Tuned(NamedTuple):
    """A step size, a momentum and the rate they have on the quadratics they are tuned for."""

    eta: float
    mu: float
    rate: float


def _ends(lam: float, beta: float) -> tuple[float, float]:
    if not positive(lam, "lam") <= positive(beta, "beta"):
        raise ValueError(f"lam must be at most beta; got {lam!r} and {beta!r}")
    return float(lam), float(beta)


def best_step(lam: float, beta: float) -> Tuned:
    r"""Return the best step size :math:`2/(\lambda + \beta)` without momentum, and its rate.

    The rate is :math:`(\kappa - 1)/(\kappa + 1)`.  0 < ``lam`` <= ``beta``, else ValueError.

    >>> best_step(1.0, 9.0)
    Tuned(eta=0.2, mu=0.0, rate=0.8)

    :Implements: prop-gd-quadratic.
    """
    lam, beta = _ends(lam, beta)
    return Tuned(2 / (lam + beta), 0.0, (beta - lam) / (beta + lam))


def best_heavy_ball(lam: float, beta: float) -> Tuned:
    r"""Return the best step size and momentum for curvatures from ``lam`` to ``beta``.

    .. math:: \eta = \frac4{(\sqrt\beta + \sqrt\lambda)^2}, \qquad
              \sqrt\mu = \frac{\sqrt\kappa - 1}{\sqrt\kappa + 1} = \text{rate}

    0 < ``lam`` <= ``beta``, else ValueError.

    >>> best_heavy_ball(1.0, 9.0)
    Tuned(eta=0.25, mu=0.25, rate=0.5)

    :Implements: thm-heavy-ball.
    :Source: chapter 10, momentum; B. T. Polyak, 1964.
    """
    lam, beta = _ends(lam, beta)
    low, high = lam**0.5, beta**0.5
    root = (high - low) / (high + low)
    return Tuned(4 / (high + low) ** 2, root * root, root)
