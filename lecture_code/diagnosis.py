r"""When learning fails: the four errors, and a checklist from what can be measured to a remedy.

.. math:: L_{\mathcal D}(h_S) = \varepsilon_{app} + \varepsilon_{est}
          = \bigl(L_{\mathcal D}-L_V\bigr) + \bigl(L_V-L_S\bigr) + L_S .

The first sum is what we want to know and cannot see; of the second one all but the first term is
measured, and that one is small with high probability.  Source: chapter 08, when learning fails.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from lecture_code.arguments import bounded
from lecture_code.learning_curves import LearningCurve
from lecture_code.notation import positive_integer


@dataclass(frozen=True, slots=True, eq=False)
class ErrorReport:
    r"""Four errors of a predictor that was learned, and the two ways to add them up.

    ``approximation`` :math:`\varepsilon_{app}`, ``risk`` :math:`L_{\mathcal D}(h_S)`, ``training``
    :math:`L_S(h_S)`, ``validation`` :math:`L_V(h_S)`, all finite and at least 0.  Raises
    ValueError otherwise.

    >>> report = ErrorReport(approximation=0.1, risk=0.25, training=0.05, validation=0.3)
    >>> round(report.estimation, 3), round(report.luck, 3), round(report.gap, 3)
    (0.15, -0.05, 0.25)

    Source: chapter 08, names of the errors.
    """

    approximation: float
    risk: float
    training: float
    validation: float

    def __post_init__(self) -> None:
        for name in ("approximation", "risk", "training", "validation"):
            bounded(getattr(self, name), name, 0)

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
    """What the checklist says: the ``step`` that decided, the ``verdict`` and the ``remedy``.

    ``step`` is 0 if nothing is wrong, else 1, 2, 4 or 5; at step 3 a curve is asked for.
    """

    step: int
    verdict: str
    remedy: str = field(repr=False)


_ADVICE = {
    "fine": (0, "open the envelope with the test set"),
    "tuning": (1, "move the grid: the best value lies at its end"),
    "underfitting": (2, "a larger or another class, other features, a better optimiser"),
    "no curve": (3, "plot a learning curve"),
    "estimation": (4, "more data, or a smaller class"),
    "approximation": (5, "another class, or quite other features"),
}


def checklist(
    training: float,
    validation: float,
    goal: float,
    *,
    choice: tuple[int, int] | None = None,
    curve: LearningCurve | None = None,
    slack: float = 0.0,
) -> Advice:
    r"""Return what to do next about a learner whose error is too large: the five steps.

    0. :math:`L_V\le` goal: nothing is wrong.
    1. The tuned value lies at an end of its grid: tune again.
    2. :math:`L_S>` goal: underfitting.
    3. Otherwise look at the learning curve.
    4. The validation error still falls, by more than ``slack`` over the second half of the curve:
       the estimation error is to blame.
    5. It does not: so is, as far as one can see, the approximation error.

    ``training``, ``validation``: errors >= 0; ``goal``: the error that would be good enough;
    ``choice``: (i, n) if the i-th of n values was chosen, counted from 0; ``curve``: the learning
    curve; ``slack`` >= 0: what is taken for noise.  Raises ValueError outside.

    >>> checklist(0.2, 0.25, 0.1)
    Advice(step=2, verdict='underfitting')
    >>> checklist(0.0, 0.25, 0.1)
    Advice(step=3, verdict='no curve')

    Implements: alg-checklist.
    Source: chapter 08, checklist.
    """
    for name, value in (("training", training), ("validation", validation), ("goal", goal)):
        bounded(value, name, 0)
    bounded(slack, "slack", 0)
    if choice is not None:
        i, n = choice
        if positive_integer(i, "choice", least=0) >= positive_integer(n, "choice"):
            raise ValueError(f"choice must be (i, n) with 0 <= i < n; got {choice}")
    if validation <= goal:
        return _advice("fine")
    if choice is not None and choice[1] > 1 and choice[0] in (0, choice[1] - 1):
        return _advice("tuning")
    if training > goal:
        return _advice("underfitting")
    if curve is None:
        return _advice("no curve")
    halfway = int(np.searchsorted(curve.sizes, curve.sizes[-1] / 2))
    falls = curve.validation[halfway] - curve.validation[-1] > slack
    return _advice("estimation" if falls else "approximation")


def _advice(verdict: str) -> Advice:
    step, remedy = _ADVICE[verdict]
    return Advice(step, verdict, remedy)
