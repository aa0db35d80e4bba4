r"""Points of which every labelling can be separated with a margin: there cannot be many.

If all :math:`2^k` labellings of k points of length at most R are separated with margin γ, then
:math:`k\le R^2/\gamma^2` without a bias and :math:`k\le\lceil R^2/\gamma^2\rceil+1` with one.
Orthogonal points and regular simplices attain this.

:Source: chapter 11, shattering with a margin.
"""

from __future__ import annotations

import numpy as np

from lecture_code.core import validate
from lecture_code.core.enumeration import all_signs, few, power
from lecture_code.core.types import Array, Points
from lecture_code.linear.margins import minimum_norm_separator
from lecture_code.linear.separability import Inseparable


def shattering_margin(X: Points, *, bias: bool = False) -> float:
    r"""Return the largest γ such that every labelling is separated with margin γ; 0 if none is.

    .. math:: \min_{y\in\{-1,+1\}^k}\ \max_{\lVert w\rVert=1,\ b}\ \min_i\
              y_i(\langle w,x_i\rangle+b), \qquad b=0 \text{ unless bias}

    With a bias the margin of a labelling is half the distance of the two convex hulls, and the
    labellings with one label only ask for nothing; so there must be at least two points.

    >>> round(shattering_margin([[2.0, 0.0], [0.0, 2.0]]), 9), shattering_margin([[1.0], [2.0]])
    (1.414213562, 0.0)

    :Implements: thm-margin-shattering.
    """
    X = validate.points(X)
    if bias and len(X) < 2:
        raise ValueError("X must hold at least 2 points: with a bias one point has every margin")
    few(power(2, len(X)), "X", "labellings", each=4096)
    # y and -y have the same margin: half of the labellings are enough.
    labellings = [y for y in all_signs(len(X)) if y[-1] > 0 and not (bias and y.min() > 0)]
    return min(_margin(X, y, bias) for y in labellings)


def _margin(X: Array, y: Array, bias: bool) -> float:
    folded = y[:, None] * X
    if bias:  # the hull of all differences is the difference of the hulls
        plus, minus = X[y > 0], X[y < 0]
        folded = (plus[:, None, :] - minus[None, :, :]).reshape(-1, X.shape[1])
    try:
        return minimum_norm_separator(folded, np.ones(len(folded))).gamma / (2 if bias else 1)
    except Inseparable:
        return 0.0


def simplex(k: int) -> Array:
    r"""Return the k corners of a regular simplex with centre 0, in whole numbers, of rank k - 1.

    .. math:: x_i = k\,e_i - \mathbf 1, \qquad \lVert x_i\rVert = \sqrt{k(k-1)}

    >>> simplex(2)
    array([[ 1., -1.],
           [-1.,  1.]])
    """
    k = validate.whole(k, "k", at_least=2)
    few(k * k, "k", "numbers")
    return k * np.eye(k) - 1.0
