r"""What a margin promises about points not yet seen, whatever the dimension.

.. math:: \varphi_\gamma(u) = \min\{1, \max\{0, 1-u/\gamma\}\}

charges 1 for a mistake, 0 for a margin of γ, and goes down in a straight line between: a *ramp*.
For all :math:`\lVert w\rVert\le1` at once the true 0-1 risk is at most the mean ramp loss on the
sample plus a term of the size :math:`R/(\gamma\sqrt m)`.
Source: chapter 11, margins and generalisation.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.arguments import as_numbers
from lecture_code.notation import Array, as_points, in_unit_interval, positive, positive_integer
from lecture_code.rademacher import all_signs


def ramp(u: ArrayLike, gamma: float) -> Array:
    r"""Return the ramp loss of margins.

    .. math:: \varphi_\gamma(u) = \min\{1, \max\{0, 1-u/\gamma\}\}

    ``u``: margins :math:`y\langle w,x\rangle`, any shape; ``gamma`` > 0.

    >>> ramp([-1, 0, 0.5, 1, 2], 1)
    array([1. , 1. , 0.5, 0. , 0. ])

    Implements: def-ramp.
    Source: chapter 11, margins and generalisation.
    """
    return np.clip(1 - as_numbers(u, "u") / positive(gamma, "gamma"), 0.0, 1.0)


def ball_rademacher(X: ArrayLike) -> float:
    r"""Return the Rademacher complexity of the linear functions of length at most 1, exactly.

    .. math:: \frac1m\,\mathbb E_\sigma\Bigl\lVert\sum_i\sigma_ix_i\Bigr\rVert

    ``X``: (m, d), m at most 20.  Raises ValueError on bad input.

    >>> ball_rademacher([[1.0, 0.0], [0.0, 1.0]]) == 2**0.5 / 2
    True

    Implements: prop-linear.
    Source: chapter 11, margins and generalisation.
    """
    points = as_points(X)
    return float(np.linalg.norm(all_signs(len(points)) @ points, axis=1).mean()) / len(points)


def margin_bound(m: int, delta: float, *, R: float, gamma: float) -> float:
    r"""Return what the true risk can exceed the mean ramp loss by, for a γ fixed beforehand.

    .. math:: \frac{2R}{\gamma\sqrt m} + \sqrt{\frac{\log(1/\delta)}{2m}}

    ``m``: examples; ``delta``: the probability that may go wrong; ``R``: bound on the lengths of
    the points.  Raises ValueError outside.

    >>> round(margin_bound(10_000, 0.05, R=1, gamma=0.5), 4)
    0.0522

    Implements: thm-margin-bound.
    Source: chapter 11, margins and generalisation.
    """
    m, delta = positive_integer(m, "m"), in_unit_interval(delta, "delta")
    middle = 2 * positive(R, "R") / (positive(gamma, "gamma") * math.sqrt(m))
    return middle + math.sqrt(math.log(1 / delta) / (2 * m))


def uniform_margin_bound(m: int, delta: float, *, R: float, gamma: float) -> float:
    r"""Return the same for all γ of (0, R] at once, so that γ may be chosen from the sample.

    .. math:: \frac{4R}{\gamma\sqrt m} + \sqrt{\frac{\log\log_2(2R/\gamma)}m}
              + \sqrt{\frac{\log(2/\delta)}{2m}}

    Arguments as for ``margin_bound``; raises ValueError also for γ > R.

    >>> round(uniform_margin_bound(10_000, 0.05, R=1, gamma=0.5), 4)
    0.1019

    Implements: thm-margin-bound-uniform.
    Source: chapter 11, margins and generalisation.
    """
    m, delta = positive_integer(m, "m"), in_unit_interval(delta, "delta")
    R, gamma = positive(R, "R"), positive(gamma, "gamma")
    if gamma > R:
        raise ValueError(f"gamma must be at most R = {R:g}; got {gamma:g}")
    doublings = math.log(math.log2(2 * R / gamma)) / m
    middle = 4 * R / (gamma * math.sqrt(m)) + math.sqrt(doublings)
    return middle + math.sqrt(math.log(2 / delta) / (2 * m))
