r"""What to do when learning fails: four errors, and a checklist from measurements to a remedy.

.. math:: L_{\mathcal D}(h_S) = \varepsilon_{app} + \varepsilon_{est}
          = \bigl(L_{\mathcal D}-L_V\bigr) + \bigl(L_V-L_S\bigr) + L_S .

The first sum is what we want to know and cannot see.  All terms of the second sum are measured but
the first, which is small with high probability.

:Source: chapter 08, when learning fails.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from lecture_code.core import validate
from lecture_code.model_selection.curves import LearningCurve


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
    1. The tuned value lies at an end of its grid: tune again.  ``choice`` is (i, n) if the i-th of
       n values was chosen, counted from 0.
    2. :math:`L_S>` goal: underfitting.
    3. Otherwise look at the learning curve, if there is one with at least two sizes.
    4. The validation error still falls, by more than ``slack`` over the second half of the curve
       (or since the last size but one, if no other lies there): the estimation error is to blame.
    5. It no longer falls: as far as one can see, the approximation error is to blame.

    >>> checklist(0.2, 0.25, 0.1)
    Advice(step=2, verdict='underfitting')
    >>> checklist(0.0, 0.25, 0.1)
    Advice(step=3, verdict='no curve')

    :Implements: alg-checklist.
    """
    errors = {"training": training, "validation": validation, "goal": goal, "slack": slack}
    for name, value in errors.items():
        validate.number(value, name, at_least=0)
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
    return Advice(5, "approximation", "another class, or entirely different features")  # 5.


@dataclass(frozen=True, slots=True, eq=False)
class Advice:
    """The step of the checklist that decided, its verdict and the remedy."""

    #: 0 if nothing is wrong, 3 if a learning curve is asked for.
    step: int
    verdict: str
    remedy: str = field(repr=False)


def _at_end(choice: tuple[int, int]) -> bool:
    """Tell whether a value was chosen at an end of a grid of several."""
    i, n = validate.array(choice, "choice", "(2,)", at_least=0, whole=True)
    if i >= n:
        raise ValueError(f"choice must be (i, n) with 0 <= i < n; got {choice}")
    return n > 1 and i in (0, n - 1)


def _still_falls(curve: LearningCurve, slack: float) -> bool:
    """Tell whether the validation error lost more than the slack over the second half."""
    halfway = int(np.searchsorted(curve.sizes, curve.sizes[-1] / 2))
    before = curve.validation[min(halfway, len(curve.sizes) - 2)]
    return bool(before - curve.validation[-1] > slack)


@dataclass(frozen=True, slots=True, eq=False)
class ErrorReport:
    r"""Four errors of a learned predictor, and the two ways to add them up.

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
