r"""The best predictor if the distribution is known: Bayes, point by point.

Whatever a predictor says about a point x, its risk is an average over x of what that answer costs
under the conditional distribution of y.  Therefore the best answer at x can be chosen without
looking at any other point.  Where no x ever falls, the predictors here say 0.

:Source: chapter 02, joint distributions and the Bayes predictor.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lecture_code.core import validate
from lecture_code.core.distributions import FiniteDistribution
from lecture_code.core.hypotheses import Table
from lecture_code.core.losses import zero_one
from lecture_code.core.records import Record
from lecture_code.core.types import BITS, Array, Integers, Loss, Predictor, Vector


def bayes_predictor(
    D: FiniteDistribution, *, loss: Loss = zero_one, answers: Vector | None = None
) -> Table:
    r"""Return the predictor that gives, at each point, the answer that costs least on average.

    .. math:: f_{\mathcal D}(x) \in \operatorname{argmin}_a\ \mathbb E[\ell(a, y) \mid x]

    It chooses from ``answers``, by default from the labels that occur, and takes the largest of
    equals: for labels {0, 1} and the 0-1 loss it is
    :math:`1[\mathbb P(y = 1\mid x)\ge\tfrac12]`.

    >>> D = FiniteDistribution([0, 0, 1, 1], [0, 1, 0, 1], [0.3, 0.2, 0.25, 0.25])
    >>> bayes_predictor(D)([0, 1])
    array([0., 1.])

    :Implements: def-bayes, prop-fingerprint.
    """
    parts = conditional(D)
    choices = np.unique(
        parts.answers if answers is None else validate.vector(answers, name="answers")
    )
    best = [_cheapest(choices, parts.answers, row, loss) for row in parts.given]
    return Table(parts.points, np.array(best))


def conditional(D: FiniteDistribution) -> Conditional:
    r"""Return the marginal distribution of x and the conditional distributions of y.

    .. math:: \mathcal D_x(x) = \sum_y \mathcal D(x, y), \qquad
              \mathcal D(y \mid x) = \frac{\mathcal D(x, y)}{\mathcal D_x(x)}

    Points of probability 0 are left out; Fractions stay Fractions.

    >>> D = FiniteDistribution([0, 0, 1], [0, 1, 1], [Fraction(k, 4) for k in (1, 2, 1)])
    >>> [str(q) for q in conditional(D).given[:, 1]]
    ['2/3', '1']

    :Implements: def-joint-law.
    """
    if not isinstance(D, FiniteDistribution):
        raise TypeError(f"D must be a FiniteDistribution; got {D!r:.80}")
    occurs = D.p > 0
    points, at = np.unique(D.X[occurs], axis=0, return_inverse=True)
    answers, which = np.unique(D.y[occurs], return_inverse=True)
    joint = np.zeros((len(points), len(answers)), dtype=D.p.dtype)
    if joint.dtype == object:
        joint += Fraction(0)
    np.add.at(joint, (at.reshape(-1), which.reshape(-1)), D.p[occurs])
    marginal = joint.sum(axis=1)
    return Conditional(points, marginal, answers, joint / marginal[:, None])


@dataclass(frozen=True, slots=True, eq=False)
class Conditional(Record):
    r"""A joint distribution, taken apart: the marginal of x and, at each x, the distribution of y.

    .. math:: \mathcal D(x, y) = \mathcal D_x(x)\,\mathcal D(y \mid x)
    """

    #: The n points of positive probability.
    points: Array = field(repr=False)
    #: Their probabilities.
    marginal: NDArray[Any]
    #: The k values of y that occur.
    answers: Array
    #: The probability of each answer at each point, ``(n, k)``.
    given: NDArray[Any]


def conditional_mean(D: FiniteDistribution) -> Table:
    r"""Return the Bayes predictor of the squared loss over all real answers.

    .. math:: f(x) = \mathbb E[y \mid x]

    >>> D = FiniteDistribution([0, 0, 0], [0, 0, 9], [Fraction(1, 3)] * 3)
    >>> conditional_mean(D)([0])
    array([3.])

    :Implements: prop-mean, lem-excess.
    """
    parts = conditional(D)
    means = [float(_average(row, parts.answers)) for row in parts.given]
    return Table(parts.points, np.array(means))


def conditional_median(D: FiniteDistribution) -> Table:
    r"""Return a Bayes predictor of the absolute loss over all real answers: the smallest median.

    .. math:: f(x) = \min\{a : \mathbb P(y \le a \mid x) \ge \tfrac12\}

    >>> D = FiniteDistribution([0, 0, 0], [0, 0, 9], [Fraction(1, 3)] * 3)
    >>> conditional_median(D)([0])
    array([0.])

    :Implements: prop-median.
    """
    parts = conditional(D)
    half = Fraction(1, 2) if parts.given.dtype == object else 0.5 - 1e-12
    reached = np.array(np.cumsum(parts.given, axis=1) >= half, dtype=bool)
    return Table(parts.points, parts.answers[reached.argmax(axis=1)])


def weighted_disagreement(g: Predictor, D: FiniteDistribution) -> Fraction | float:
    r"""Return by how much a predictor exceeds the Bayes risk, from where it disagrees with it.

    .. math:: L_{\mathcal D}(g) - L_{\mathcal D}(f_{\mathcal D})
              = \mathbb E\bigl[\lvert 2\eta(x) - 1\rvert\,1[g(x)\ne f_{\mathcal D}(x)]\bigr],
              \qquad \eta(x) = \mathbb P(y = 1 \mid x)

    It is the right-hand side, with labels in {0, 1}, to be compared with the difference of risks;
    with Fractions for p it is a Fraction.

    >>> D = FiniteDistribution([0, 0, 1], [0, 1, 1], [Fraction(k, 8) for k in (1, 3, 4)])
    >>> weighted_disagreement(lambda X: 0 * X, D)
    Fraction(3, 4)

    :Implements: thm-bayes.
    """
    parts = conditional(D)
    validate.labels(D.y, len(D.y), BITS, "D.y")
    said = validate.labels(g(parts.points), len(parts.points), BITS, "g(X)")
    best = bayes_predictor(D)(parts.points)
    ones = parts.given @ parts.answers.astype(int)  # (n, k) @ (k,) -> (n,): eta
    terms = [
        q * abs(2 * eta - 1)
        for q, eta, a, b in zip(parts.marginal, ones, said, best, strict=True)
        if a != b
    ]
    return sum(terms, Fraction(0)) if D.p.dtype == object else math.fsum(terms)


def _average(weights: Iterable[Any], values: Array) -> Any:
    """Return the sum of weight times value: exact if weights are Fractions and values whole."""
    pairs = list(zip(weights, values.tolist(), strict=True))
    if all(isinstance(weight, Fraction) for weight, _ in pairs):
        return sum((weight * Fraction(value) for weight, value in pairs), Fraction(0))
    return math.fsum(weight * value for weight, value in pairs)


def _cheapest(choices: Array, answers: Array, weights: NDArray[Any], loss: Loss) -> float:
    """Return the largest of the choices of least expected loss, up to the rounding of floats."""
    costs = []
    for choice in choices:
        lost = loss(np.full(len(answers), choice), answers)
        costs.append(_average(weights, validate.vector(lost, len(answers), name="loss")))
    least = min(costs)
    exact = isinstance(least, Fraction)
    ties: Integers = np.flatnonzero([c <= least if exact else c <= least + 1e-12 for c in costs])
    return float(choices[ties[-1]])
