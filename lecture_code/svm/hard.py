r"""Hard SVM: the hyperplane with the largest margin, and the multipliers that prove it.

The margin of the answer :math:`(w_0, b_0)` is :math:`\gamma^* = 1/\lVert w_0 \rVert`, half of the
distance between the hulls of the two classes.  Without a bias the problem is that of
:mod:`~lecture_code.linear.margins`.

:Source: chapter 11.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from lecture_code.core import validate
from lecture_code.core.predictors import AffinePredictor
from lecture_code.core.scale import length, power_of_two
from lecture_code.core.types import Array, Integers, Points, Signs
from lecture_code.linear.margins import minimum_norm_separator
from lecture_code.linear.separability import Inseparable, homogenise, separating_halfspace
from lecture_code.solvers.max_margin import max_margin

# A margin of the answer in the coordinates of the caller; rounding of <w, x> + b may cost this.
RAW = 1e-6


def hard_svm(X: Points, y: Signs, *, bias: bool = True) -> HardMargin:
    r"""Return the hyperplane of largest margin, through the origin if not ``bias``.

    .. math:: \min \lVert w \rVert^2 \quad\text{subject to}\quad
              y_i (\langle w, x_i \rangle + b) \ge 1

    The pair returned is the solution of the program, with margins of at least 1; divided by
    :math:`\lVert w\rVert`, as in the algorithm's step 2, it is the same hyperplane.  Margins,
    multipliers and the duality gap are checked to a relative 1e-9.

    Raises a ValueError if only one label occurs (with a bias the margin is unbounded then),
    Inseparable with a certificate for the points (1, x), or x without a bias, if no hyperplane
    separates, and RuntimeError if the answer cannot be computed to that accuracy.

    >>> best = hard_svm([[0, 0], [1, 0], [5, 4], [4, 7]], [-1, -1, 1, 1])
    >>> best.w.round(9), round(best.b, 9), round(best.gamma**2, 9), best.support
    (array([0.25, 0.25]), -1.25, 8.0, array([1, 2]))

    :Implements: alg-hard-svm, lem-hard-svm, thm-hull-distance, prop-dual-hard.
    """
    X, y = validate.sample(X, y)
    if not bias:
        best = minimum_norm_separator(X, y)
        return HardMargin(best.w, 0.0, best.gamma, best.alpha, best.support)
    if abs(y.sum()) == len(y):
        raise ValueError(f"y must contain both labels -1 and 1; got only {y[0]:g}")
    # The problem does not change under shifts, rounding does: an example becomes the origin.
    centre = X[0]
    A = X - centre
    found = max_margin(A, y)  # 1.
    if found is None:
        answer = separating_halfspace(homogenise(A / power_of_two(np.abs(A).max())), y)
        if answer.certificate is not None:
            raise Inseparable(answer.certificate, "hyperplane")
        raise RuntimeError("the largest margin could not be computed: it is too small")
    w, b, alpha = found
    b -= float(w @ centre)
    raw = float((y * (X @ w + b)).min())
    if raw < 1 - RAW:
        raise RuntimeError(
            f"the margin is too small for its distance from the origin: smallest product {raw:.3g}"
            " instead of 1 after rounding; shift the points towards the origin"
        )
    return HardMargin(w, b, 1 / length(w), alpha, np.flatnonzero(alpha))


@dataclass(frozen=True, slots=True, eq=False)
class HardMargin(AffinePredictor):
    r"""The solution ``w, b`` of the quadratic program, its margin, and the proof.

    .. math:: w = \sum_i \alpha_i y_i x_i, \qquad \sum_i \alpha_i y_i = 0, \qquad
              \alpha_i \ge 0, \qquad \sum_i \alpha_i = \lVert w \rVert^2

    Such multipliers of the constraints prove that no larger margin exists; without a bias the
    condition :math:`\sum_i \alpha_i y_i = 0` is absent.  Both ``alpha`` and ``support`` are one
    choice among several if the examples on the margin boundaries are dependent.
    """

    w: Array
    b: float
    #: The margin, :math:`1/\lVert w \rVert`.
    gamma: float
    #: The multipliers.
    alpha: Array = field(repr=False)
    #: The indices with :math:`\alpha_i > 0`.
    support: Integers
