r"""Risk, and the rule that minimises it on the sample.

.. math:: L_S(h) = \frac1m\sum_{i=1}^m \ell(h(x_i), y_i), \qquad
          L_{\mathcal D}(h) = \mathbb E_{(x,y)\sim\mathcal D}\,\ell(h(x), y)

For score losses pass the scores: ``empirical_risk(run.score, X, y, hinge)``.

**Empirical risk minimisation over a finite class: try all, keep the best.**

.. math:: \mathrm{ERM}_{\mathcal H}(S) \in \operatorname{argmin}_{h\in\mathcal H} L_S(h)

Several hypotheses may share the smallest training error, and the rule does not say which to take;
a statement about ERM must hold for every choice.  So a run keeps all of them.

:Source: chapters 01-03.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.classes import as_class
from lecture_code.core.distributions import FiniteDistribution
from lecture_code.core.losses import incurred, zero_one
from lecture_code.core.types import Array, Booleans, Inputs, Integers, Loss, Predictor, Reals


def mistakes(h: Predictor, X: Inputs, y: Reals) -> Booleans:
    r"""Return which examples the predictor gets wrong.

    .. math:: \big(h(x_i) \ne y_i\big)_{i \le m}

    Where h returns signs, a 0 differs from both labels, so it is a mistake.

    Returns
    -------
    array (m,) of bool

    Raises
    ------
    ValueError
        If h does not give one finite label a point.

    >>> from lecture_code.core.hypotheses import Threshold
    >>> mistakes(Threshold(2), [1, 2, 3], [1, 0, 0])
    array([False,  True, False])

    :Source: chapter 01, training error.
    """
    points = validate.points(X, line=True)
    return incurred(zero_one, h, points, validate.labels(y, len(points), None)) > 0


def empirical_risk(h: Predictor, X: Inputs, y: Reals, loss: Loss = zero_one) -> float:
    r"""Return the average loss of the predictor on a sample.

    .. math:: L_S(h) = \frac1m\sum_{i=1}^m \ell(h(x_i), y_i)

    Parameters
    ----------
    loss : loss
        The 0-1 loss unless another is given.

    Returns
    -------
    float
        At least 0, in the unit of the loss.

    Raises
    ------
    ValueError
        If h does not return (m,) finite numbers, or the loss not (m,) finite ones >= 0.

    >>> from lecture_code.core.hypotheses import Threshold
    >>> empirical_risk(Threshold(2), [1, 2, 3, 4], [1, 0, 0, 0])
    0.25

    :Implements: def-empirical-risk, def-joint-risk, def-general-risk.
    """
    points = validate.points(X, line=True)
    values = incurred(loss, h, points, validate.labels(y, len(points), None))
    return math.fsum(values) / len(values)


def true_risk(h: Predictor, law: FiniteDistribution, loss: Loss = zero_one) -> Fraction | float:
    r"""Return the expected loss of the predictor under a finite law, exactly.

    .. math:: L_{\mathcal D}(h) = \sum_i p_i\,\ell(h(x_i), y_i)

    Parameters
    ----------
    loss : loss
        The 0-1 loss unless another is given.

    Returns
    -------
    Fraction or float
        A Fraction if the probabilities are Fractions and the losses integers, else a float.

    Raises
    ------
    ValueError
        If h does not return (n,) finite numbers, or the loss not (n,) finite ones >= 0.

    >>> from lecture_code.core.hypotheses import Threshold
    >>> law = FiniteDistribution([1, 2], [1, 1], [Fraction(1, 3), Fraction(2, 3)])
    >>> true_risk(Threshold(1), law)
    Fraction(2, 3)

    :Implements: def-true-risk, def-joint-risk, def-general-risk.
    """
    return law.risk(h, loss)


@dataclass(frozen=True, slots=True, eq=False)
class ErmRun:
    """The hypothesis of smallest empirical risk, the first of equals, and how the others did.

    The run is a predictor.
    """

    #: The chosen one.
    h: Predictor
    #: Its empirical risk.
    risk: float
    #: The indices of all that share the smallest risk.
    ties: Integers
    #: The empirical risks of all hypotheses, ``(k,)``.
    risks: Array = field(repr=False)

    def __call__(self, X: ArrayLike) -> Array:
        """Return what the chosen predictor says of ``X``."""
        return self.h(np.asarray(X, dtype=float))


def erm(H: Sequence[Predictor], X: Inputs, y: Reals, *, loss: Loss = zero_one) -> ErmRun:
    r"""Return a hypothesis of the class with the smallest empirical risk, and all its equals.

    .. math:: h_S \in \operatorname{argmin}_{h\in\mathcal H}\ \frac1m\sum_{i=1}^m \ell(h(x_i), y_i)

    ``partial(erm, H)`` is a learner.  Risks that agree up to rounding (1e-12, relative) tie; the
    first of them is taken.

    Parameters
    ----------
    loss : loss
        The 0-1 loss unless another is given.

    Raises
    ------
    ValueError
        On an empty class, if a predictor does not give (m,) finite numbers, or if the loss does
        not give (m,) finite ones >= 0.

    >>> from lecture_code.core.classes import thresholds
    >>> run = erm(thresholds([1, 2, 3]), [1, 3], [1, 0])
    >>> run.h, run.risk, run.ties
    (Threshold(a=1.0), 0.0, array([1, 2]))

    :Implements: def-erm, alg-erm.
    """
    members, points = as_class(H), validate.points(X, line=True)
    truth = validate.labels(y, len(points), None)
    totals = [math.fsum(incurred(loss, h, points, truth)) for h in members]  # 1.
    risks = np.array(totals) / len(points)
    least = risks.min()
    ties = np.flatnonzero(risks <= least * (1 + 1e-12))  # 2.
    return ErmRun(members[ties[0]], float(risks[ties[0]]), ties, risks)
