r"""Where the error comes from: approximation and estimation, noise, bias and variance.

For a class and 0-1 loss, :math:`L_{\mathcal D}(h_S) = \varepsilon_{app} + \varepsilon_{est}` with
:math:`\varepsilon_{app} = \min_{h\in\mathcal H} L_{\mathcal D}(h)`.  For squared loss and any
estimator, the expected risk is noise + bias² + variance.  On a finite distribution every term is a
finite sum over all samples.

:Source: chapter 04.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.bayes import bayes_predictor, conditional, conditional_mean
from lecture_code.core.classes import as_class, errors
from lecture_code.core.distributions import FiniteDistribution
from lecture_code.core.enumeration import count_probabilities, count_vectors, few, power
from lecture_code.core.losses import squared
from lecture_code.core.records import lent
from lecture_code.core.types import Class, Learner, Vector

#: A Fraction if the distribution has Fractions.
Exact: TypeAlias = Fraction | float


@dataclass(frozen=True, slots=True, eq=False)
class ErrorSplit:
    """The expected risk of ERM and its parts."""

    #: The risk of the best function of all.
    bayes: Exact
    #: The risk of the best of the class.
    approximation: Exact
    #: The expected risk of ERM.
    risk: Exact

    @property
    def estimation(self) -> Exact:
        r"""What the sample costs: the mean of :math:`L_{\mathcal D}(h_S)` minus the best.

        :Implements: def-estimation.
        """
        return self.risk - self.approximation

    @property
    def excess(self) -> Exact:
        r"""What class and sample cost together: the mean of :math:`L_{\mathcal D}(h_S)-L^*`.

        :Implements: def-estimation.
        """
        return self.risk - self.bayes


def erm_errors(
    H: Class,
    D: FiniteDistribution,
    m: int,
    *,
    ties: Literal["first", "worst", "best"] = "worst",
) -> ErrorSplit:
    r"""Return the exact parts of the expected risk of ERM, over all samples of m i.i.d. examples.

    .. math:: \mathbb E_S\,L_{\mathcal D}(h_S), \qquad h_S\in\operatorname{argmin}_{\mathcal H} L_S

    ``ties`` says which minimiser is taken: the "first" of the list, or the one of largest risk,
    the "worst", or of smallest, the "best".

    >>> from lecture_code.core.hypotheses import Constant
    >>> D = FiniteDistribution([0, 0], [0, 1], [Fraction(1, 4), Fraction(3, 4)])
    >>> erm_errors([Constant(0), Constant(1)], D, 1).estimation
    Fraction(1, 8)

    :Implements: def-approximation, def-estimation.
    """
    if ties not in ("first", "worst", "best"):
        raise ValueError(f"ties must be 'first', 'worst' or 'best'; got {ties!r:.80}")
    members = as_class(H)
    risks = [D.risk(h) for h in members]
    order = list(range(len(members)))  # the first of the minimisers in this order is taken
    if ties != "first":
        order.sort(key=lambda j: risks[j], reverse=ties == "worst")
    counts = count_vectors(len(D.p), validate.whole(m, "m"))
    few(len(counts) * len(members), "m and H", "numbers of mistakes")
    mistakes = counts @ errors(members, D.X, D.y)[order].T.astype(np.int64)  # (N, k)
    chosen = mistakes.argmin(axis=1)  # the first in a tie
    p = count_probabilities(counts, D.p)
    terms = [risks[order[j]] * p[chosen == j].sum() for j in np.unique(chosen)]
    exact = all(isinstance(term, Fraction) for term in terms)
    risk = sum(terms, Fraction(0)) if exact else math.fsum(terms)
    return ErrorSplit(D.risk(bayes_predictor(D)), min(risks), risk)


@dataclass(frozen=True, slots=True, eq=False)
class BiasVariance:
    """The three parts of an expected squared error, in the square of the unit of y."""

    #: :math:`\mathbb E(y-y^*)^2`.
    noise: float
    #: :math:`\mathbb E_x(y^*-\bar y)^2`, with the mean prediction
    #: :math:`\bar y = \mathbb E_S\hat y_S`.
    bias2: float
    #: :math:`\mathbb E_x\mathbb E_S(\hat y_S-\bar y)^2`.
    variance: float
    #: The expected squared error.
    risk: float


def bias_variance(A: Learner, D: FiniteDistribution, m: int) -> BiasVariance:
    r"""Return noise, bias² and variance of a learner, over all samples of m i.i.d. examples.

    The risk is the mean of :math:`L_{\mathcal D}(\hat y_S)`, not the sum of the three.

    >>> from lecture_code.core.hypotheses import Constant
    >>> D = FiniteDistribution([0, 0], [0, 1], [0.5, 0.5])
    >>> bias_variance(lambda X, y: Constant(y.mean()), D, 2)
    BiasVariance(noise=0.25, bias2=0.0, variance=0.125, risk=0.375)

    :Implements: thm-bias-variance.
    """
    parts, best = conditional(D), conditional_mean(D)
    few(power(int((D.p > 0).sum()), validate.whole(m, "m")), "m", "runs of the learner", each=256)
    Q, weights = parts.points, parts.marginal.astype(float)
    truth = best(Q)
    probabilities, predictions, risks = [], [], []
    for p, atoms in D.sequences(m):
        h = A(lent(D.X[atoms]), lent(D.y[atoms]))
        probabilities.append(float(p))
        predictions.append(validate.vector(h(Q), len(Q), name="h(X)"))
        risks.append(float(D.risk(h, squared)))
    P, Y = np.array(probabilities), np.array(predictions)  # (N,), (N, q)
    mean = P @ Y
    spread = P @ (Y - mean) ** 2
    noise = D.risk(best, squared)
    bias2 = float(weights @ (truth - mean) ** 2)
    return BiasVariance(float(noise), bias2, float(weights @ spread), math.fsum(P * risks))


def smoother_errors(
    S: ArrayLike, f_design: Vector, f_query: Vector, sigma: float, weights: Vector
) -> BiasVariance:
    r"""Return the parts for predictions that are linear in the labels of a fixed design.

    With :math:`\hat y = S\,y`, one row of S a query, and :math:`y = f(X) + \xi`, independent noise
    of variance σ²:

    .. math:: \text{bias}^2 = \sum_q p_q\,(f_q - (S f(X))_q)^2, \qquad
              \text{variance} = \sigma^2\sum_q p_q \lVert S_q\rVert^2

    The ``weights`` are the probabilities :math:`p_q` of the queries.

    >>> smoother_errors([[0.5, 0.5]], [0, 2], [0], 1.0, [1])
    BiasVariance(noise=1.0, bias2=1.0, variance=0.5, risk=2.5)

    :Implements: thm-bias-variance.
    """
    rows = validate.array(S, "S", "(q, m)")
    design = validate.vector(f_design, rows.shape[1], "f_design")
    query = validate.vector(f_query, len(rows), "f_query")
    p = validate.vector(validate.probabilities(weights, "weights"), len(rows), "weights")
    sigma = validate.number(sigma, "sigma", at_least=0)
    bias2 = float(p @ (query - rows @ design) ** 2)
    noise = validate.number(sigma * sigma, "sigma^2")
    variance = noise * float(p @ (rows**2).sum(axis=1))
    return BiasVariance(noise, bias2, variance, noise + bias2 + variance)
