r"""The soft support vector machine: the best trade-off between a short vector and broken margins.

The program is solved together with its dual, whose value proves that nothing is better
(:mod:`~lecture_code.solvers.interior_point`).

:Source: chapter 11, soft SVM.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from lecture_code.core import validate
from lecture_code.core.losses import best_biases
from lecture_code.core.predictors import AffinePredictor
from lecture_code.core.types import Array, Integers, Points, Signs
from lecture_code.solvers.interior_point import soft_margin


def soft_svm(X: Points, y: Signs, *, lam: float, bias: bool = True) -> SoftSVM:
    r"""Return the soft SVM of a sample, with its certificate, through the origin if not ``bias``.

    .. math:: \min_{w, b, \xi}\ \lambda\lVert w\rVert^2 + \frac1m\sum_{i=1}^m \xi_i
              \quad\text{subject to}\quad y_i(\langle w, x_i\rangle + b) \ge 1 - \xi_i,\ \xi_i \ge 0

    The bias is not regularised.  In the form of the libraries,
    :math:`\frac12\lVert w\rVert^2+C\sum_i\xi_i`, the constant is :math:`C=1/(2\lambda m)`.

    Raises RuntimeError if primal and dual do not meet to a relative 1e-9: a minimum below 1e-7 can
    be lost in the rounding of the slacks; and a ValueError if ``lam`` is too small or too large for
    that within the range of floats.

    >>> run = soft_svm([[1.0], [-1.0]], [1, -1], lam=1.0)
    >>> run.w.round(9), round(run.objective, 9), run.alpha
    (array([0.5]), 0.75, array([0.5, 0.5]))

    :Implements: alg-soft-svm, thm-soft-dual.
    """
    X, y = validate.sample(X, y)
    lam, (m, d) = validate.number(lam, "lam", above=0), X.shape
    if bias and abs(y.sum()) == m:  # one label: the bias alone is enough
        ends = best_biases(np.zeros(m), y)
        return SoftSVM(np.zeros(d), float(y[0]), lam, 0.0, 0.0, np.zeros(m), np.zeros(m), ends)
    solution = soft_margin(X, y, lam, bias)  # 1.
    return SoftSVM(lam=lam, **solution._asdict())


@dataclass(frozen=True, slots=True, eq=False)
class SoftSVM(AffinePredictor):
    """The soft SVM of a sample, ``w`` and ``b``, and the proof that nothing is better."""

    w: Array
    b: float
    lam: float
    #: :math:`\lambda\lVert w\rVert^2+\frac1m\sum_i\xi_i`.
    objective: float
    #: How much lower the optimum can be.
    gap: float
    #: The :math:`\xi_i`.
    slack: Array = field(repr=False)
    #: The multipliers of the dual, in [0, 1/m].
    alpha: Array = field(repr=False)
    #: All biases that are optimal for w, of which b is the middle (or the end, where only one is
    #: finite).
    interval: tuple[float, float] = field(repr=False)

    @property
    def support(self) -> Integers:
        r"""The indices with :math:`\alpha_i>0`: the support vectors."""
        return np.flatnonzero(self.alpha)

    @property
    def free(self) -> Integers:
        r"""The indices with :math:`0<\alpha_i<1/m`: they have margin exactly 1."""
        return np.flatnonzero((self.alpha > 0) & (self.alpha < 1 / len(self.alpha)))
