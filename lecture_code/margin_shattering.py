r"""Points of which every labelling can be separated with a margin: there cannot be many.

If all :math:`2^k` labellings of k points of length at most R are separated with margin γ, then
:math:`k\le R^2/\gamma^2` without a bias and :math:`k\le\lceil R^2/\gamma^2\rceil+1` with one.
Orthogonal points and regular simplices attain this.
Source: chapter 11, shattering with a margin.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.halfspaces import Inseparable
from lecture_code.margins import minimum_norm_separator
from lecture_code.notation import Array, as_points, positive_integer
from lecture_code.rademacher import all_signs


def shattering_margin(X: ArrayLike, *, bias: bool = False) -> float:
    r"""Return the largest γ such that every labelling is separated with margin γ; 0 if none is.

    .. math:: \min_{y\in\{-1,+1\}^k}\ \max_{\lVert w\rVert=1,\ b}\ \min_i\
              y_i(\langle w,x_i\rangle+b), \qquad b=0 \text{ unless bias}

    ``X``: (k, d), k at most 20.  With a bias the margin of a labelling is half the distance of the
    two convex hulls, and the labellings with one label only ask for nothing.  Raises ValueError on
    bad input, and with a bias for a single point.

    >>> round(shattering_margin([[2.0, 0.0], [0.0, 2.0]]), 9), shattering_margin([[1.0], [2.0]])
    (1.414213562, 0.0)

    Implements: thm-margin-shattering.
    Source: chapter 11, shattering with a margin.
    """
    points = as_points(X)
    if bias and len(points) < 2:
        raise ValueError("X must hold at least 2 points: with a bias one point has every margin")
    # y and -y have the same margin: half of the labellings are enough.
    labellings = [y for y in all_signs(len(points)) if y[-1] > 0 and not (bias and y.min() > 0)]
    return min(_margin(points, y, bias) for y in labellings)


def _margin(points: Array, y: Array, bias: bool) -> float:
    folded = y[:, None] * points
    if bias:  # the hull of all differences is the difference of the hulls
        plus, minus = points[y > 0], points[y < 0]
        folded = (plus[:, None, :] - minus[None, :, :]).reshape(-1, points.shape[1])
    try:
        return minimum_norm_separator(folded, np.ones(len(folded))).gamma / (2 if bias else 1)
    except Inseparable:
        return 0.0


def simplex(k: int) -> Array:
    r"""Return the k corners of a regular simplex with centre 0, in whole numbers.

    .. math:: x_i = k\,e_i - \mathbf 1, \qquad \lVert x_i\rVert = \sqrt{k(k-1)}

    ``k``: at least 2.  Returns (k, k), of rank k - 1.

    >>> simplex(2)
    array([[ 1., -1.],
           [-1.,  1.]])

    Source: chapter 11, shattering with a margin.
    """
    k = positive_integer(k, "k", least=2)
    return k * np.eye(k) - 1.0


def least_ratio(k: int, *, bias: bool = False) -> float:
    r"""Return the least :math:`R^2/\gamma^2` of k points that are shattered with margin γ.

    .. math:: k \quad\text{without a bias,}\qquad (k-1)\ \text{(k even)},\quad
              (k-1)\bigl(1-\tfrac1{k^2}\bigr)\ \text{(k odd) with one}

    ``k``: at least 1, with a bias at least 2.  Raises ValueError outside.

    >>> least_ratio(4), least_ratio(4, bias=True), round(least_ratio(3, bias=True), 4)
    (4.0, 3.0, 1.7778)

    Implements: thm-margin-shattering.
    Source: chapter 11, shattering with a margin.
    """
    k = positive_integer(k, "k", least=2 if bias else 1)
    if not bias:
        return float(k)
    return (k - 1) * (1 - 1 / k**2) if k % 2 else float(k - 1)
