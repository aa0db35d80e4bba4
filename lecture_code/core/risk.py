r"""Empirical risk minimisation over a finite class (try all, keep the best), and the risks.

.. math:: L_S(h) = \frac1m\sum_{i=1}^m \ell(h(x_i), y_i), \qquad
          L_{\mathcal D}(h) = \mathbb E_{(x,y)\sim\mathcal D}\,\ell(h(x), y)

For score losses pass the scores: ``empirical_risk(run.score, X, y, hinge)``.

:Source: chapters 01-03.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from lecture_code.core import validate
from lecture_code.core.classes import as_class
from lecture_code.core.distributions import FiniteDistribution
from lecture_code.core.losses import incurred, zero_one
from lecture_code.core.records import Record
from lecture_code.core.types import Array, Booleans, Class, Inputs, Integers, Loss, Predictor, Reals


def erm(H: Class, X: Inputs, y: Reals, *, loss: Loss = zero_one) -> ErmRun:
    r"""Return a hypothesis of the class with the smallest empirical risk, and all that tie with it.

    .. math:: h_S \in \operatorname{argmin}_{h\in\mathcal H}\ \frac1m\sum_{i=1}^m \ell(h(x_i), y_i)

    The rule does not say which of several minimisers to take, and a statement about ERM must hold
    for every choice; so the run takes the first and keeps all.  Risks that agree up to rounding
    (1e-12, relative) tie.  ``partial(erm, H)`` is a learner.

    >>> from lecture_code.core.classes import thresholds
    >>> run = erm(thresholds([1, 2, 3]), [1, 3], [1, 0])
    >>> run.h, run.risk, run.ties
    (Threshold(a=1.0), 0.0, array([1, 2]))

    :Implements: def-erm, alg-erm.
    """
    members, X = as_class(H), validate.points(X, line=True)
    y = validate.labels(y, len(X), None)
    totals = [math.fsum(incurred(loss, h, X, y)) for h in members]  # 1.
    risks = np.array(totals) / len(X)
    ties = np.flatnonzero(risks <= risks.min() * (1 + 1e-12))  # 2.
    return ErmRun(members[ties[0]], float(risks[ties[0]]), ties, risks)


@dataclass(frozen=True, slots=True, eq=False)
class ErmRun(Record):
    """A predictor: the hypothesis of least empirical risk, the first in a tie."""

    h: Predictor
    risk: float
    #: The indices of all hypotheses that share the least risk.
    ties: Integers
    #: The empirical risks of all hypotheses.
    risks: Array = field(repr=False)

    def __call__(self, X: Inputs) -> Array:
        """Return what the chosen predictor says of ``X``."""
        return self.h(np.asarray(X, dtype=float))


def mistakes(h: Predictor, X: Inputs, y: Reals) -> Booleans:
    r"""Return which examples the predictor gets wrong.

    .. math:: \big(h(x_i) \ne y_i\big)_{i \le m}

    Where h returns signs, a 0 differs from both labels and is a mistake.

    >>> from lecture_code.core.hypotheses import Threshold
    >>> mistakes(Threshold(2), [1, 2, 3], [1, 0, 0])
    array([False,  True, False])

    :Source: chapter 01, training error.
    """
    X = validate.points(X, line=True)
    return incurred(zero_one, h, X, validate.labels(y, len(X), None)) > 0


def empirical_risk(h: Predictor, X: Inputs, y: Reals, loss: Loss = zero_one) -> float:
    r"""Return the average loss of the predictor on a sample.

    .. math:: L_S(h) = \frac1m\sum_{i=1}^m \ell(h(x_i), y_i)

    >>> from lecture_code.core.hypotheses import Threshold
    >>> empirical_risk(Threshold(2), [1, 2, 3, 4], [1, 0, 0, 0])
    0.25

    :Implements: def-empirical-risk, def-joint-risk, def-general-risk.
    """
    X = validate.points(X, line=True)
    values = incurred(loss, h, X, validate.labels(y, len(X), None))
    return math.fsum(values) / len(values)


def true_risk(h: Predictor, D: FiniteDistribution, loss: Loss = zero_one) -> Fraction | float:
    r"""Return the expected loss of the predictor under a finite distribution, exactly.

    .. math:: L_{\mathcal D}(h) = \sum_i p_i\,\ell(h(x_i), y_i)

    A Fraction if the probabilities are Fractions and the losses integers.

    >>> from lecture_code.core.hypotheses import Threshold
    >>> D = FiniteDistribution([1, 2], [1, 1], [Fraction(1, 3), Fraction(2, 3)])
    >>> true_risk(Threshold(1), D)
    Fraction(2, 3)

    :Implements: def-true-risk, def-joint-risk, def-general-risk.
    """
    if not isinstance(D, FiniteDistribution):
        raise TypeError(f"D must be a FiniteDistribution; got {D!r:.80}")
    return D.risk(h, loss)
