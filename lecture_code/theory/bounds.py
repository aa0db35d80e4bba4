r"""Bounds without a dimension: by a margin, and by compression.

**What a margin promises about points not yet seen, whatever the dimension.**

.. math:: \varphi_\gamma(u) = \min\{1, \max\{0, 1-u/\gamma\}\}

charges 1 for a mistake, 0 for a margin of γ, and goes down in a straight line between: a *ramp*.
For all :math:`\lVert w\rVert\le1` at once the true 0-1 risk is at most the mean ramp loss on the
sample plus a term of the size :math:`R/(\gamma\sqrt m)`.

**Compression bounds: a rule that needs only k of its m examples cannot overfit much.**  If
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

from lecture_code.core import validate
from lecture_code.core.binomial import log_choose
from lecture_code.core.types import Array, Integers
from lecture_code.linear.margins import minimum_norm_separator


def ramp(u: ArrayLike, gamma: float) -> Array:
    r"""Return the ramp loss of margins.

    .. math:: \varphi_\gamma(u) = \min\{1, \max\{0, 1-u/\gamma\}\}

    Parameters
    ----------
    u : array
        Margins :math:`y\langle w,x\rangle`, any shape.

    Returns
    -------
    array
        Of the shape of ``u``.

    >>> ramp([-1, 0, 0.5, 1, 2], 1)
    array([1. , 1. , 0.5, 0. , 0. ])

    :Implements: def-ramp.
    """
    return np.clip(1 - validate.array(u, "u") / validate.number(gamma, "gamma", above=0), 0.0, 1.0)


def margin_bound(m: int, delta: float, *, R: float, gamma: float) -> float:
    r"""Return what the true risk can exceed the mean ramp loss by, for a γ fixed beforehand.

    .. math:: \frac{2R}{\gamma\sqrt m} + \sqrt{\frac{\log(1/\delta)}{2m}}

    Parameters
    ----------
    delta : float
        The probability that may go wrong.
    R : float
        Bound on the lengths of the points.
    gamma : float
        The margin.

    >>> round(margin_bound(10_000, 0.05, R=1, gamma=0.5), 4)
    0.0522

    :Implements: thm-margin-bound.
    """
    m, delta = validate.whole(m, "m"), validate.number(delta, "delta", above=0, below=1)
    middle = (
        2
        * validate.number(R, "R", above=0)
        / (validate.number(gamma, "gamma", above=0) * math.sqrt(m))
    )
    return middle + math.sqrt(math.log(1 / delta) / (2 * m))


def uniform_margin_bound(m: int, delta: float, *, R: float, gamma: float) -> float:
    r"""Return what the true risk can exceed the mean ramp loss by, for all γ of (0, R] at once.

    So γ may be chosen from the sample.

    .. math:: \frac{4R}{\gamma\sqrt m} + \sqrt{\frac{\log\log_2(2R/\gamma)}m}
              + \sqrt{\frac{\log(2/\delta)}{2m}}

    Parameters
    ----------
    delta, R : float
        As for :func:`margin_bound`.
    gamma : float
        The margin, in (0, R].

    Raises
    ------
    ValueError
        If γ > R.

    >>> round(uniform_margin_bound(10_000, 0.05, R=1, gamma=0.5), 4)
    0.1019

    :Implements: thm-margin-bound-uniform.
    """
    m, delta = validate.whole(m, "m"), validate.number(delta, "delta", above=0, below=1)
    R, gamma = validate.number(R, "R", above=0), validate.number(gamma, "gamma", above=0)
    if gamma > R:
        raise ValueError(f"gamma must be at most R = {R:g}; got {gamma:g}")
    doublings = math.log(math.log2(2 * R / gamma)) / m
    middle = 4 * R / (gamma * math.sqrt(m)) + math.sqrt(doublings)
    return middle + math.sqrt(math.log(2 / delta) / (2 * m))


AGREE = 1e-6  # relative distance of the separators of the sample and of its compression


def compression_bound(m: int, k: int, delta: float) -> float:
    r"""Return the bound on the risk of a rule that keeps k of m examples and is right on the rest.

    .. math:: \frac{\log\binom mk+\log(1/\delta)}{m-k}

    Parameters
    ----------
    k : int
        From 0 to m - 1.

    Returns
    -------
    float
        From 1 on it says nothing.

    >>> round(compression_bound(620, 1, 0.05), 4)
    0.0152

    :Implements: thm-compression.
    """
    if validate.whole(k, "k", at_least=0) >= validate.whole(m, "m"):
        raise ValueError(f"k must be below m = {m}; got {k}")
    return (
        float(log_choose(m, k)) + math.log(1 / validate.number(delta, "delta", above=0, below=1))
    ) / (m - k)


def compress_separator(X: ArrayLike, y: ArrayLike) -> Integers:
    r"""Return d examples that have the same shortest separator as the whole sample.

    .. math:: w^* = \sum_{i\in I}\alpha_i y_i x_i, \qquad \lvert I\rvert = d, \quad \alpha\ge0

    At most d linearly independent active examples are enough; the first others fill up.  The answer
    is checked: the separator of these d is computed and compared.

    Parameters
    ----------
    X : array (m, d)
        With m >= d.
    y : array (m,)
        In {-1, +1}, separable without bias.

    Returns
    -------
    array (d,)
        Sorted indices.

    Raises
    ------
    Inseparable
        Without a separator.
    RuntimeError
        If the comparison fails.

    >>> compress_separator([[1, 0], [-3, 1], [5, 5]], [1, 1, 1])
    array([0, 1])

    :Implements: prop-svm-compression.
    """
    points, labels = validate.sample(X, y)
    m, d = points.shape
    if m < d:
        raise ValueError(f"X must have at least d = {d} rows; got {m}")
    whole = minimum_norm_separator(points, labels)
    others = np.setdiff1d(np.arange(m), whole.support)
    kept: Integers = np.sort(np.concatenate([whole.support, others])[:d])
    again = minimum_norm_separator(points[kept], labels[kept])
    if len(whole.support) > d or np.linalg.norm(again.w - whole.w) > AGREE * whole.B:
        raise RuntimeError(
            f"the compressed sample has another separator: {len(whole.support)} active examples "
            f"in {d} dimensions"
        )
    return kept
