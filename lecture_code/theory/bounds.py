r"""Bounds without a dimension: by a margin, and by compression.

**What a margin guarantees about points not yet seen, whatever the dimension.**  The ramp loss is 1
for a mistake, 0 for a margin of γ, and goes down in a straight line between.  For all
:math:`\lVert w\rVert\le1` at once the true 0-1 risk is at most the mean ramp loss on the sample
plus a term of the size :math:`R/(\gamma\sqrt m)`, for points of length at most R.

**Compression: a rule that needs only k of its m examples cannot overfit much.**  If
:math:`h=\rho(\{z_i\}_{i\in I})` with :math:`\lvert I\rvert=k` is right on the other m - k examples,
then with probability at least :math:`1-\delta`

.. math:: L_{\mathcal D}(h) \le \frac{\log\binom mk+\log(1/\delta)}{m-k} .

The shortest separator in d dimensions is such a rule with k = d.

:Source: chapter 11, margins and generalisation; chapter 08, compression; N. Littlestone and M.
    Warmuth, 1986.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betaln

from lecture_code.core import validate
from lecture_code.core.types import Array, Integers, Points, Signs
from lecture_code.linear.margins import minimum_norm_separator
from lecture_code.theory.sample_complexity import log_over, sample_size

AGREE = 1e-6  # relative distance of the separators of the sample and of its compression


def ramp(u: ArrayLike, gamma: float) -> Array:
    r"""Return the ramp loss of margins :math:`u = y\langle w,x\rangle`, in their shape.

    .. math:: \varphi_\gamma(u) = \min\{1, \max\{0, 1-u/\gamma\}\}

    >>> ramp([-1, 0, 0.5, 1, 2], 1)
    array([1. , 1. , 0.5, 0. , 0. ])

    :Implements: def-ramp.
    """
    return np.clip(1 - validate.array(u, "u") / validate.number(gamma, "gamma", above=0), 0.0, 1.0)


def margin_bound(m: int, delta: float, *, R: float, gamma: float) -> float:
    r"""Return by how much the true risk can exceed the mean ramp loss, for a γ fixed beforehand.

    .. math:: \frac{2R}{\gamma\sqrt m} + \sqrt{\frac{\log(1/\delta)}{2m}}

    >>> round(margin_bound(10_000, 0.05, R=1, gamma=0.5), 4)
    0.0522

    :Implements: thm-margin-bound.
    """
    m, delta = sample_size(m), validate.number(delta, "delta", above=0, below=1)
    R, gamma = validate.number(R, "R", above=0), validate.number(gamma, "gamma", above=0)
    bound = 2 * (R / gamma / math.sqrt(m)) + math.sqrt(log_over(1, delta) / (2 * m))
    return validate.number(bound, "the bound")


def uniform_margin_bound(m: int, delta: float, *, R: float, gamma: float) -> float:
    r"""Return by how much the true risk can exceed the mean ramp loss, for all γ in (0, R] at once.

    So γ may be chosen from the sample.

    .. math:: \frac{4R}{\gamma\sqrt m} + \sqrt{\frac{\log\log_2(2R/\gamma)}m}
              + \sqrt{\frac{\log(2/\delta)}{2m}}

    >>> round(uniform_margin_bound(10_000, 0.05, R=1, gamma=0.5), 4)
    0.1019

    :Implements: thm-margin-bound-uniform.
    """
    m, delta = sample_size(m), validate.number(delta, "delta", above=0, below=1)
    R, gamma = validate.number(R, "R", above=0), validate.number(gamma, "gamma", above=0)
    if gamma > R:
        raise ValueError(f"gamma must be at most R = {R:g}; got {gamma:g}")
    ratio = validate.number(4 * (R / gamma), "4 R / gamma")
    middle = ratio / math.sqrt(m) + math.sqrt(math.log(math.log2(ratio / 2)) / m)
    return middle + math.sqrt(log_over(2, delta) / (2 * m))


def compression_bound(m: int, k: int, delta: float) -> float:
    r"""Return the bound on the risk of a rule that keeps k < m examples and is right on the rest.

    .. math:: \frac{\log\binom mk+\log(1/\delta)}{m-k}

    From 1 on it says nothing.

    >>> round(compression_bound(620, 1, 0.05), 4)
    0.0152

    :Implements: thm-compression.
    """
    m, delta = sample_size(m), validate.number(delta, "delta", above=0, below=1)
    k = validate.whole(k, "k", at_least=0, at_most=m - 1)
    log_choose = -math.log(m + 1) - float(betaln(m - k + 1, k + 1))
    return (log_choose + log_over(1, delta)) / (m - k)


def compress_separator(X: Points, y: Signs) -> Integers:
    r"""Return d examples, sorted, that have the same shortest separator as the whole sample.

    .. math:: w^* = \sum_{i\in I}\alpha_i y_i x_i, \qquad \lvert I\rvert = d, \quad \alpha\ge0

    At most d linearly independent active examples are enough; the first others fill up.  The
    separator of these d is computed and compared: RuntimeError if it differs.  Raises Inseparable
    if no w separates the sample.

    >>> compress_separator([[1, 0], [-3, 1], [5, 5]], [1, 1, 1])
    array([0, 1])

    :Implements: prop-svm-compression.
    """
    X, y = validate.sample(X, y)
    m, d = X.shape
    if m < d:
        raise ValueError(f"X must have at least d = {d} rows; got {m}")
    whole = minimum_norm_separator(X, y)
    others = np.setdiff1d(np.arange(m), whole.support)
    kept: Integers = np.sort(np.concatenate([whole.support, others])[:d])
    again = minimum_norm_separator(X[kept], y[kept])
    if len(whole.support) > d or np.linalg.norm(again.w - whole.w) > AGREE * whole.B:
        raise RuntimeError(
            f"the compressed sample has another separator: {len(whole.support)} active examples "
            f"in {d} dimensions"
        )
    return kept
