r"""Compression bounds: a rule that needs only k of its m examples cannot overfit much.

If :math:`h=\rho(\{z_i\}_{i\in I})` with :math:`\lvert I\rvert=k` is right on the other m - k
examples, then with probability at least :math:`1-\delta`

.. math:: L_{\mathcal D}(h) \le \frac{\log\binom mk+\log(1/\delta)}{m-k} .

The shortest separator in d dimensions is such a rule with k = d.
Source: chapter 08, compression; N. Littlestone and M. Warmuth, 1986.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaln

from lecture_code.margins import minimum_norm_separator
from lecture_code.notation import Integers, as_sample, in_unit_interval, positive_integer

AGREE = 1e-6  # relative distance of the separators of the sample and of its compression


def compression_bound(m: int, k: int, delta: float) -> float:
    r"""Return the bound on the risk of a rule that keeps k of m examples and is right on the rest.

    .. math:: \frac{\log\binom mk+\log(1/\delta)}{m-k}

    ``m``: examples; ``k``: 0 to m - 1; ``delta``: in (0, 1).  From 1 on it says nothing.  Raises
    ValueError outside.

    >>> round(compression_bound(620, 1, 0.05), 4)
    0.0152

    Implements: thm-compression.
    Source: chapter 08, compression.
    """
    if positive_integer(k, "k", least=0) >= positive_integer(m, "m"):
        raise ValueError(f"k must be below m = {m}; got {k}")
    choices = float(gammaln(m + 1) - gammaln(k + 1) - gammaln(m - k + 1))
    return (choices + math.log(1 / in_unit_interval(delta, "delta"))) / (m - k)


def compress_separator(X: ArrayLike, y: ArrayLike) -> Integers:
    r"""Return d examples that have the same shortest separator as the whole sample.

    .. math:: w^* = \sum_{i\in I}\alpha_i y_i x_i, \qquad \lvert I\rvert = d, \quad \alpha\ge0

    ``X``: (m, d), m >= d; ``y``: (m,) in {-1, +1}, separable without bias.  At most d linearly
    independent active examples are enough; the first others fill up.  The answer is checked: the
    separator of these d is computed and compared.  Returns (d,) sorted indices.  Raises ValueError
    on bad input, Inseparable without a separator, RuntimeError if the comparison fails.

    >>> compress_separator([[1, 0], [-3, 1], [5, 5]], [1, 1, 1])
    array([0, 1])

    Implements: prop-svm-compression.
    Source: chapter 08, compression.
    """
    points, labels = as_sample(X, y)
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
