r"""Learning curves, and the checklist for the day when learning fails.

The mean training error of empirical risk minimisation never falls as the sample grows; its mean
true risk may rise.  Two worlds where both are computed: a finite law, by all count vectors, and
the class of all functions on d equally likely cells with noisy labels, in closed form.

**When learning fails: the four errors, and a checklist from what can be measured to a remedy.**

.. math:: L_{\mathcal D}(h_S) = \varepsilon_{app} + \varepsilon_{est}
          = \bigl(L_{\mathcal D}-L_V\bigr) + \bigl(L_V-L_S\bigr) + L_S .

The first sum is what we want to know and cannot see; of the second one all but the first term is
measured, and that one is small with high probability.

:Source: chapter 08, learning curves, and when learning fails.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.binomial import binomial_pmf
from lecture_code.core.classes import as_class, errors
from lecture_code.core.distributions import FiniteDistribution
from lecture_code.core.enumeration import count_probabilities, count_vectors
from lecture_code.core.losses import zero_one
from lecture_code.core.risk import empirical_risk
from lecture_code.core.types import Array, Integers, Learner, Loss, Predictor
from lecture_code.model_selection.selection import as_pair


@dataclass(frozen=True, slots=True, eq=False)
class LearningCurve:
    """Errors against the number of training examples."""

    #: Increasing, ``(n,)``.
    sizes: Integers
    #: The errors on the prefix of that size, and on the validation set, of what was learned from
    #: the prefix, ``(n,)``.
    training: Array
    #: The errors on the prefix of that size, and on the validation set, of what was learned from
    #: the prefix, ``(n,)``.
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

    Parameters
    ----------
    learner : learner
        A(X, y) -> h.
    X : array (M, d) or (M,)
    y : array (M,)
    sizes : integers
        Increasing, 1 to M.
    validation : sample (X, y)
        Never trained on.
    loss : callable
        The 0-1 loss unless another is given.

    >>> from lecture_code.core.hypotheses import memorise
    >>> learning_curve(memorise, [1, 2, 1], [1, 0, 0], [1, 2, 3], ([1, 2], [1, 1])).validation
    array([0.5, 0.5, 1. ])

    :Implements: def-learning-curve.
    """
    points = validate.points(X, line=True)
    truth = validate.labels(y, len(points), None)
    V, wanted = as_pair(validation, "validation"), _increasing(sizes, len(points))
    seen, unseen = [], []
    for m in wanted:
        h = learner(points[:m], truth[:m])
        seen.append(empirical_risk(h, points[:m], truth[:m], loss))
        unseen.append(empirical_risk(h, *V, loss))
    return LearningCurve(wanted, np.array(seen), np.array(unseen))


def _increasing(sizes: Sequence[int], most: int) -> Integers:
    """Return the sizes of a learning curve as an array: they increase, from 1 to ``most``."""
    wanted = [validate.whole(m, "sizes") for m in list(sizes)]
    if not wanted or sorted(set(wanted)) != wanted or wanted[-1] > most:
        raise ValueError(f"sizes must increase, from 1 to at most {most}; got {sizes}")
    return np.array(wanted, dtype=np.int64)


def mean_training_error(
    H: Sequence[Predictor], law: FiniteDistribution, m: int
) -> Fraction | float:
    r"""Return the exact mean of the smallest training error of a finite class.

    .. math:: \mathbb E_{S\sim\mathcal D^m}\min_{h\in\mathcal H}L_S(h)

    The loss is the 0-1 loss.

    Returns
    -------
    Fraction or float
        A Fraction if the law has Fractions.

    Raises
    ------
    ValueError
        If there are more than two million count vectors.

    >>> from lecture_code.core.hypotheses import Constant
    >>> law = FiniteDistribution([0, 0], [0, 1], [Fraction(1, 2), Fraction(1, 2)])
    >>> [str(mean_training_error([Constant(0), Constant(1)], law, m)) for m in (1, 2, 3)]
    ['0', '1/4', '1/4']

    :Implements: prop-train-monotone.
    """
    members, law = as_class(H), law
    counts = count_vectors(len(law.p), validate.whole(m, "m"))
    mistakes = counts @ errors(members, law.X, law.y).T.astype(np.int64)
    p = count_probabilities(counts, law.p)
    least = mistakes.min(axis=1)
    totals = [int(j) * p[least == j].sum() for j in np.unique(least)]
    return (sum(totals, Fraction(0)) if law.p.dtype == object else math.fsum(totals)) / m


def cells_curve(d: int, eta: float, sizes: Sequence[int]) -> LearningCurve:
    r"""Return the exact mean errors of majority votes in d equally likely cells.

    The class holds all functions of the cell, so its VC dimension is d; a label is the target's
    with probability :math:`1-\eta`, so :math:`\varepsilon_{app}=\min(\eta, 1-\eta)`.  A cell that
    holds c examples, B of them flipped, costs :math:`\min(B, c-B)` training errors; a tie, and an
    empty cell, is settled by a fair coin.

    .. math:: \mathbb E\,L_S = \frac dm\sum_c\mathbb P[C=c]\,\mathbb E\min(B, c-B), \qquad
              C\sim\mathrm{Bin}(m, \tfrac1d),\quad B\sim\mathrm{Bin}(c, \eta)

    Parameters
    ----------
    eta : float
        In [0, 1].
    sizes : integers
        Increasing, at least 1, at most 2000.

    Returns
    -------
    LearningCurve
        ``validation`` is the mean true risk.

    >>> cells_curve(1, 0.0, [1, 2]).validation
    array([0., 0.])
    >>> cells_curve(2, 0.0, [1]).validation  # one cell is known, the other is guessed
    array([0.25])

    :Source: chapter 08, learning curves.
    """
    d = validate.whole(d, "d")
    eta = validate.number(eta, "eta", at_least=0, at_most=1)
    m = _increasing(sizes, 2000)
    mean = m[-1] / d
    most = min(m[-1], math.ceil(mean + 12 * math.sqrt(mean) + 40))  # P[C > most] < 1e-30
    cost, risk = np.empty(most + 1), np.empty(most + 1)
    for full in range(most + 1):
        B = np.arange(full + 1)
        q = binomial_pmf(B, full, eta)
        cost[full] = q @ np.minimum(B, full - B)
        risk[full] = q @ np.choose(np.sign(2 * B - full) + 1, [eta, 0.5, 1 - eta])
    share = np.zeros((len(m), most + 1))
    for row, size in zip(share, m, strict=True):
        c = np.arange(min(most, size) + 1)
        row[: len(c)] = binomial_pmf(c, size, 1 / d)
    return LearningCurve(m, d / m * (share @ cost), share @ risk)


@dataclass(frozen=True, slots=True, eq=False)
class ErrorReport:
    r"""Four errors of a predictor that was learned, and the two ways to add them up.

    All are finite and at least 0.

    >>> report = ErrorReport(approximation=0.1, risk=0.25, training=0.05, validation=0.3)
    >>> round(report.estimation, 3), round(report.luck, 3), round(report.gap, 3)
    (0.15, -0.05, 0.25)

    :Source: chapter 08, names of the errors.
    """

    #: :math:`\varepsilon_{app}`.
    approximation: float
    #: :math:`L_{\mathcal D}(h_S)`.
    risk: float
    #: :math:`L_S(h_S)`.
    training: float
    #: :math:`L_V(h_S)`.
    validation: float

    def __post_init__(self) -> None:
        for name in ("approximation", "risk", "training", "validation"):
            validate.number(getattr(self, name), name, at_least=0)

    @property
    def estimation(self) -> float:
        r"""The estimation error :math:`L_{\mathcal D}(h_S)-\varepsilon_{app}`."""
        return self.risk - self.approximation

    @property
    def luck(self) -> float:
        r"""What the validation set misses, :math:`L_{\mathcal D}(h_S)-L_V(h_S)`."""
        return self.risk - self.validation

    @property
    def gap(self) -> float:
        r"""How much the training set flatters, :math:`L_V(h_S)-L_S(h_S)`."""
        return self.validation - self.training


@dataclass(frozen=True, slots=True, eq=False)
class Advice:
    """What the checklist says: the ``step`` that decided, the ``verdict`` and the ``remedy``."""

    #: 0 if nothing is wrong, else 1, 2, 4 or 5; at step 3 a curve is asked for.
    step: int
    verdict: str
    remedy: str = field(repr=False)


def checklist(
    training: float,
    validation: float,
    goal: float,
    *,
    choice: tuple[int, int] | None = None,
    curve: LearningCurve | None = None,
    slack: float = 0.0,
) -> Advice:
    r"""Return what to do next about a learner whose error is too large: the step that decides.

    0. :math:`L_V\le` goal: nothing is wrong.
    1. The tuned value lies at an end of its grid: tune again.
    2. :math:`L_S>` goal: underfitting.
    3. Otherwise look at the learning curve.
    4. The validation error still falls, by more than ``slack`` over the second half of the curve
       (or since the last size but one, if no other lies there): the estimation error is to blame.
    5. It does not: so is, as far as one can see, the approximation error.

    Parameters
    ----------
    training, validation : float
        Errors >= 0.
    goal : float
        The error that would be good enough.
    choice : (i, n) or None
        If the i-th of n values was chosen, counted from 0.
    curve : LearningCurve or None
        One with a single size counts as None.
    slack : float
        What is taken for noise, >= 0.

    >>> checklist(0.2, 0.25, 0.1)
    Advice(step=2, verdict='underfitting')
    >>> checklist(0.0, 0.25, 0.1)
    Advice(step=3, verdict='no curve')

    :Implements: alg-checklist.
    """
    for name, value in (("training", training), ("validation", validation), ("goal", goal)):
        validate.number(value, name, at_least=0)
    validate.number(slack, "slack", at_least=0)
    at_end = choice is not None and _at_end(choice)
    if validation <= goal:
        return Advice(0, "fine", "open the envelope with the test set")
    if at_end:  # 1.
        return Advice(1, "tuning", "move the grid: the best value lies at its end")
    if training > goal:  # 2.
        remedy = "a larger or another class, other features, a better optimiser"
        return Advice(2, "underfitting", remedy)
    if curve is None or len(curve.sizes) < 2:  # 3.
        return Advice(3, "no curve", "plot a learning curve")
    if _still_falls(curve, slack):  # 4.
        return Advice(4, "estimation", "more data, or a smaller class")
    return Advice(5, "approximation", "another class, or quite other features")  # 5.


def _at_end(choice: tuple[int, int]) -> bool:
    """Whether a value was chosen at an end of a grid of several."""
    place = [validate.whole(number, "choice", at_least=0) for number in list(choice)]
    if len(place) != 2 or place[0] >= place[1]:
        raise ValueError(f"choice must be (i, n) with 0 <= i < n; got {choice}")
    i, n = place
    return n > 1 and i in (0, n - 1)


def _still_falls(curve: LearningCurve, slack: float) -> bool:
    """Whether the validation error lost more than ``slack`` over the second half of the sizes."""
    halfway = int(np.searchsorted(curve.sizes, curve.sizes[-1] / 2))
    before = curve.validation[min(halfway, len(curve.sizes) - 2)]
    return bool(before - curve.validation[-1] > slack)
