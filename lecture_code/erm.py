r"""Empirical risk minimisation over a finite class: try all, keep the best.

.. math:: \mathrm{ERM}_{\mathcal H}(S) \in \operatorname{argmin}_{h\in\mathcal H} L_S(h)

Several hypotheses may share the smallest training error, and the rule does not say which to take;
a statement about ERM must hold for every choice.  So a run keeps all of them.
Source: chapters 01-03.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.finite_classes import as_class
from lecture_code.losses import incurred, zero_one
from lecture_code.notation import Array, Integers, Loss, Predictor, as_inputs, as_labels


@dataclass(frozen=True, slots=True, eq=False)
class ErmRun:
    """The hypothesis of smallest empirical risk, the first of equals, and how the others did.

    ``h`` is the chosen predictor, ``risk`` its empirical risk; ``risks``, (k,), holds those of all
    hypotheses and ``ties`` the indices of all that share the smallest.  The run is a predictor.
    """

    h: Predictor
    risk: float
    ties: Integers
    risks: Array = field(repr=False)

    def __call__(self, X: ArrayLike) -> Array:
        return self.h(np.asarray(X, dtype=float))


def erm(H: Sequence[Predictor], X: ArrayLike, y: ArrayLike, *, loss: Loss = zero_one) -> ErmRun:
    r"""Return a hypothesis of the class with the smallest empirical risk, and all its equals.

    .. math:: h_S \in \operatorname{argmin}_{h\in\mathcal H}\ \frac1m\sum_{i=1}^m \ell(h(x_i), y_i)

    ``H``: k predictors; ``X``: (m,) or (m, d); ``y``: (m,); ``loss``: the 0-1 loss unless another
    is given.  ``partial(erm, H)`` is a learner.  Risks that agree up to rounding (1e-12, relative)
    tie; the first of them is taken.  Raises ValueError on an empty class, bad X or y, or if a
    predictor or the loss does not give (m,) finite numbers.

    >>> from lecture_code.finite_classes import thresholds
    >>> run = erm(thresholds([1, 2, 3]), [1, 3], [1, 0])
    >>> run.h, run.risk, run.ties
    (Threshold(a=1.0), 0.0, array([1, 2]))

    Implements: def-erm, alg-erm.
    Source: chapter 01, empirical risk minimisation.
    """
    members, points = as_class(H), as_inputs(X)
    truth = as_labels(y, len(points), None)
    totals = [math.fsum(incurred(loss, h, points, truth)) for h in members]
    risks = np.array(totals) / len(points)
    least = risks.min()
    ties = np.flatnonzero(risks <= least * (1 + 1e-12))
    return ErmRun(members[ties[0]], float(risks[ties[0]]), ties, risks)
