r"""Learning curves: measured on prefixes of a sample, and computed exactly in two worlds.

The mean training error of empirical risk minimisation never falls as the sample grows; its mean
true risk may rise.  Two worlds where both are computed: a finite distribution, by all count
vectors, and the class of all functions on d equally likely cells with noisy labels, in closed form.

:Source: chapter 08, learning curves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from lecture_code.core import validate
from lecture_code.core.binomial import binomial
from lecture_code.core.classes import as_class, errors
from lecture_code.core.distributions import FiniteDistribution
from lecture_code.core.enumeration import count_probabilities, count_vectors, few
from lecture_code.core.losses import zero_one
from lecture_code.core.records import Record
from lecture_code.core.risk import empirical_risk
from lecture_code.core.types import Array, Class, Inputs, Integers, Learner, Loss, Reals
from lecture_code.model_selection.selection import Sample, as_pair, lent_sample

MOST_EXAMPLES = 2000


@dataclass(frozen=True, slots=True, eq=False)
class LearningCurve(Record):
    """Training and validation errors of what was learned from samples of increasing sizes."""

    sizes: Integers
    training: Array
    validation: Array


def learning_curve(
    learner: Learner,
    X: Inputs,
    y: Reals,
    sizes: Sequence[int],
    validation: Sample,
    *,
    loss: Loss = zero_one,
) -> LearningCurve:
    r"""Return the errors of a learner on prefixes of the sample, and on a validation set.

    .. math:: m\mapsto L_{S_{1:m}}(A(S_{1:m})), \qquad m\mapsto L_V(A(S_{1:m}))

    The ``sizes`` increase.  The learner gets views of the sample that it cannot write to.

    >>> from lecture_code.core.hypotheses import memorise
    >>> learning_curve(memorise, [1, 2, 1], [1, 0, 0], [1, 2, 3], ([1, 2], [1, 1])).validation
    array([0.5, 0.5, 1. ])

    :Implements: def-learning-curve.
    """
    X, y = lent_sample(X, y)
    V, wanted = as_pair(validation, "validation"), _increasing(sizes, len(y))
    seen, unseen = [], []
    for m in wanted:
        h = learner(X[:m], y[:m])
        seen.append(empirical_risk(h, X[:m], y[:m], loss))
        unseen.append(empirical_risk(h, *V, loss))
    return LearningCurve(wanted, np.array(seen), np.array(unseen))


def _increasing(sizes: Sequence[int], most: int) -> Integers:
    """Return sizes that increase, from 1 to at most ``most``, as an array."""
    wanted = [validate.whole(m, "sizes") for m in sizes]
    if not wanted or sorted(set(wanted)) != wanted or wanted[-1] > most:
        raise ValueError(f"sizes must increase, from 1 to at most {most}; got {sizes}")
    return np.array(wanted, dtype=np.int64)


def mean_training_error(H: Class, D: FiniteDistribution, m: int) -> Fraction | float:
    r"""Return the exact mean of the smallest 0-1 training error of a finite class.

    .. math:: \mathbb E_{S\sim\mathcal D^m}\min_{h\in\mathcal H}L_S(h)

    It is a Fraction if the distribution has Fractions.  Too many count vectors are refused.

    >>> from lecture_code.core.hypotheses import Constant
    >>> coin = FiniteDistribution([0, 0], [0, 1], [Fraction(1, 2), Fraction(1, 2)])
    >>> [str(mean_training_error([Constant(0), Constant(1)], coin, m)) for m in (1, 2, 3)]
    ['0', '1/4', '1/4']

    :Implements: prop-train-monotone.
    """
    counts = count_vectors(len(D.p), validate.whole(m, "m"))
    members = as_class(H)
    few(len(counts) * len(members), "m and H", "numbers of mistakes")
    least = (counts @ errors(members, D.X, D.y).T.astype(np.int64)).min(axis=1)
    p = count_probabilities(counts, D.p)
    totals = [int(j) * p[least == j].sum() for j in np.unique(least)]
    return (sum(totals, Fraction(0)) if D.p.dtype == object else math.fsum(totals)) / m


def cells_curve(d: int, eta: float, sizes: Sequence[int]) -> LearningCurve:
    r"""Return the exact mean errors of majority votes in d equally likely cells.

    The class holds all functions of the cell, so its VC dimension is d; a label is the target's
    with probability :math:`1-\eta`, so :math:`\varepsilon_{app}=\min(\eta, 1-\eta)`.  A cell that
    holds c examples, B of them flipped, costs :math:`\min(B, c-B)` training errors; a tie, and an
    empty cell, is settled by a fair coin.

    .. math:: \mathbb E\,L_S = \frac dm\sum_c\mathbb P[C=c]\,\mathbb E\min(B, c-B), \qquad
              C\sim\mathrm{Bin}(m, \tfrac1d),\quad B\sim\mathrm{Bin}(c, \eta)

    The ``sizes`` increase, to at most 2000; ``validation`` of the curve is the mean true risk.

    >>> cells_curve(2, 0.0, [1]).validation  # one cell is known, the other is guessed
    array([0.25])

    :Source: chapter 08, learning curves.
    """
    d = validate.whole(d, "d")
    eta = validate.number(eta, "eta", at_least=0, at_most=1)
    m = _increasing(sizes, MOST_EXAMPLES)
    mean = m[-1] / d
    most = min(m[-1], math.ceil(mean + 12 * math.sqrt(mean) + 40))  # P[C > most] < 1e-30
    cost, risk = np.empty(most + 1), np.empty(most + 1)
    for full in range(most + 1):
        B = np.arange(full + 1)
        q = binomial(full, eta).pmf(B)
        cost[full] = q @ np.minimum(B, full - B)
        risk[full] = q @ np.choose(np.sign(2 * B - full) + 1, [eta, 0.5, 1 - eta])
    share = np.zeros((len(m), most + 1))
    for row, size in zip(share, m, strict=True):
        c = np.arange(min(most, size) + 1)
        row[: len(c)] = binomial(size, 1 / d).pmf(c)
    return LearningCurve(m, d / m * (share @ cost), share @ risk)
