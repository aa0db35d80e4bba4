r"""Learning curves: training and validation error on growing prefixes of the sample.

The mean training error of empirical risk minimisation never falls as the sample grows; its mean
true risk may rise.  Two worlds where both are computed: a finite law, by all count vectors, and
the class of all functions on d equally likely cells with noisy labels, in closed form.
Source: chapter 08, learning curves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.arguments import as_function, as_list, bounded, of_kind
from lecture_code.count_vectors import count_probabilities, count_vectors
from lecture_code.distributions import FiniteLaw
from lecture_code.finite_classes import as_class, errors
from lecture_code.holdout import binomial_pmf
from lecture_code.losses import zero_one
from lecture_code.notation import (
    Array,
    Integers,
    Learner,
    Loss,
    Predictor,
    as_inputs,
    as_labels,
    positive_integer,
)
from lecture_code.risk import empirical_risk


@dataclass(frozen=True, slots=True, eq=False)
class LearningCurve:
    """Errors against the number of training examples.

    ``sizes``: (n,) increasing; ``training`` and ``validation``: (n,) the errors on the prefix of
    that size, and on the validation set, of what was learned from the prefix.
    """

    sizes: Integers
    training: Array
    validation: Array


def learning_curve(
    learner: Learner,
    X: ArrayLike,
    y: ArrayLike,
    sizes: Sequence[int],
    validation: tuple[ArrayLike, ArrayLike],
    *,
    loss: Loss = zero_one,
) -> LearningCurve:
    r"""Return the errors of a learner on prefixes of the sample.

    .. math:: m\mapsto L_{S_{1:m}}(A(S_{1:m})), \qquad m\mapsto L_V(A(S_{1:m}))

    ``learner``: A(X, y) -> h; ``X``: (M, d) or (M,); ``y``: (M,); ``sizes``: increasing, 1 to M;
    ``validation``: (X, y), never trained on; ``loss``: the 0-1 loss unless another is given.
    Raises ValueError on bad samples or sizes.

    >>> from lecture_code.tables import memorise
    >>> learning_curve(memorise, [1, 2, 1], [1, 0, 0], [1, 2, 3], ([1, 2], [1, 1])).validation
    array([0.5, 0.5, 1. ])

    Implements: def-learning-curve.
    Source: chapter 08, learning curves.
    """
    points = as_inputs(X)
    truth = as_labels(y, len(points), None)
    wanted = [positive_integer(m, "sizes") for m in as_list(sizes, "sizes")]
    if not wanted or sorted(set(wanted)) != wanted or wanted[-1] > len(points):
        raise ValueError(f"sizes must increase, from 1 to at most {len(points)}; got {sizes}")
    as_function(learner, "learner")
    if not isinstance(validation, (tuple, list)) or len(validation) != 2:
        raise ValueError(f"validation must be a sample (X, y); got {validation!r:.80}")
    seen, unseen = [], []
    for m in wanted:
        h = learner(points[:m], truth[:m])
        seen.append(empirical_risk(h, points[:m], truth[:m], loss))
        unseen.append(empirical_risk(h, *validation, loss))
    return LearningCurve(np.array(wanted, dtype=np.int64), np.array(seen), np.array(unseen))


def mean_training_error(H: Sequence[Predictor], law: FiniteLaw, m: int) -> Fraction | float:
    r"""Return the exact mean of the smallest training error of a finite class.

    .. math:: \mathbb E_{S\sim\mathcal D^m}\min_{h\in\mathcal H}L_S(h)

    ``H``: k predictors; ``law``: a FiniteLaw; ``m``: at least 1.  A Fraction if the law has
    Fractions.  0-1 loss.  Raises ValueError if there are more than two million count vectors.

    >>> from lecture_code.hypotheses import Constant
    >>> law = FiniteLaw([0, 0], [0, 1], [Fraction(1, 2), Fraction(1, 2)])
    >>> [str(mean_training_error([Constant(0), Constant(1)], law, m)) for m in (1, 2, 3)]
    ['0', '1/4', '1/4']

    Implements: prop-train-monotone.
    Source: chapter 08, training errors grow.
    """
    members, law = as_class(H), of_kind(law, FiniteLaw, "law")
    counts = count_vectors(len(law.p), positive_integer(m, "m"))
    mistakes = counts @ errors(members, law.X, law.y).T.astype(np.int64)
    p = count_probabilities(counts, law.p)
    least = mistakes.min(axis=1)
    totals = [int(j) * p[least == j].sum() for j in np.unique(least)]
    if all(isinstance(t, (int, Fraction)) for t in totals):
        return sum(totals, Fraction(0)) / m
    return math.fsum(totals) / m


def cells_curve(d: int, eta: float, sizes: Sequence[int]) -> LearningCurve:
    r"""Return the exact mean errors of majority votes in d equally likely cells.

    The class holds all functions of the cell, so its VC dimension is d; a label is the target's
    with probability :math:`1-\eta`, so :math:`\varepsilon_{app}=\min(\eta, 1-\eta)`.  A cell that
    holds c examples, B of them flipped, costs :math:`\min(B, c-B)` training errors; a tie, and an
    empty cell, is settled by a fair coin.

    .. math:: \mathbb E\,L_S = \frac dm\sum_c\mathbb P[C=c]\,\mathbb E\min(B, c-B), \qquad
              C\sim\mathrm{Bin}(m, \tfrac1d),\quad B\sim\mathrm{Bin}(c, \eta)

    ``d``: at least 1; ``eta``: in [0, 1]; ``sizes``: increasing, at least 1, at most 2000.
    ``validation`` is the mean true risk.  Raises ValueError outside.

    >>> cells_curve(1, 0.0, [1, 2]).validation
    array([0., 0.])
    >>> cells_curve(2, 0.0, [1]).validation  # one cell is known, the other is guessed
    array([0.25])

    Source: chapter 08, learning curves.
    """
    d = positive_integer(d, "d")
    eta = float(bounded(eta, "eta", 0, 1))
    wanted = [positive_integer(m, "sizes") for m in as_list(sizes, "sizes")]
    if not wanted or sorted(set(wanted)) != wanted or wanted[-1] > 2000:
        raise ValueError(f"sizes must increase, from 1 to at most 2000; got {sizes}")
    mean = wanted[-1] / d
    most = min(wanted[-1], math.ceil(mean + 12 * math.sqrt(mean) + 40))  # P[C > most] < 1e-30
    cost, risk = np.empty(most + 1), np.empty(most + 1)
    for full in range(most + 1):
        B = np.arange(full + 1)
        q = binomial_pmf(B, full, eta)
        cost[full] = q @ np.minimum(B, full - B)
        risk[full] = q @ np.choose(np.sign(2 * B - full) + 1, [eta, 0.5, 1 - eta])
    share = np.zeros((len(wanted), most + 1))
    for row, size in zip(share, wanted, strict=True):
        c = np.arange(min(most, size) + 1)
        row[: len(c)] = binomial_pmf(c, size, 1 / d)
    m = np.array(wanted, dtype=np.int64)
    return LearningCurve(m, d / m * (share @ cost), share @ risk)
