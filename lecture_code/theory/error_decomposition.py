r"""Where the error comes from: approximation and estimation, noise, bias and variance.

For a class and 0-1 loss, :math:`L_{\mathcal D}(h_S) = \varepsilon_{app} + \varepsilon_{est}` with
:math:`\varepsilon_{app} = \min_{h\in\mathcal H} L_{\mathcal D}(h)`.  For squared loss and any
estimator, the expected risk is noise + bias² + variance.  On a finite law every term is a finite
sum over all samples.

:Source: chapter 04.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.bayes import bayes_predictor, conditional, conditional_mean
from lecture_code.core.classes import as_class, errors
from lecture_code.core.distributions import FiniteDistribution
from lecture_code.core.enumeration import count_probabilities, count_vectors
from lecture_code.core.losses import squared
from lecture_code.core.types import Learner, Predictor

Exact = Fraction | float


@dataclass(frozen=True, slots=True, eq=False)
class ErrorSplit:
    r"""The expected risk of ERM and its parts.

    ``estimation`` is what the sample costs, and ``excess`` what class and sample cost together.
    """

    #: The risk of the best function of all.
    bayes: Exact
    #: The risk of the best of the class.
    approximation: Exact
    #: The expected risk of ERM.
    risk: Exact

    @property
    def estimation(self) -> Exact:
        r"""The expected estimation error: the mean of :math:`L_{\mathcal D}(h_S)` less the best.

        :Implements: def-estimation.
        """
        return self.risk - self.approximation

    @property
    def excess(self) -> Exact:
        r"""The expected excess risk, the mean of :math:`L_{\mathcal D}(h_S)` minus :math:`L^*`.

        :Implements: def-estimation.
        """
        return self.risk - self.bayes


def erm_errors(
    H: Sequence[Predictor],
    law: FiniteDistribution,
    m: int,
    *,
    ties: Literal["first", "worst", "best"] = "worst",
) -> ErrorSplit:
    r"""Return the exact parts of the expected risk of ERM, over all samples of m i.i.d. examples.

    .. math:: \mathbb E_S\,L_{\mathcal D}(h_S), \qquad h_S\in\operatorname{argmin}_{\mathcal H} L_S

    Parameters
    ----------
    ties : str
        Which minimiser is taken: "first", that of the list, or the one of largest risk, "worst",
        or of smallest, "best".

    Returns
    -------
    ErrorSplit
        Of Fractions if the law has Fractions.

    Raises
    ------
    ValueError
        On more than two million count vectors.

    >>> from lecture_code.core.hypotheses import Constant
    >>> law = FiniteDistribution([0, 0], [0, 1], [Fraction(1, 4), Fraction(3, 4)])
    >>> erm_errors([Constant(0), Constant(1)], law, 1).estimation
    Fraction(1, 8)

    :Implements: def-approximation, def-estimation.
    """
    if ties not in ("first", "worst", "best"):
        raise ValueError(f"ties must be 'first', 'worst' or 'best'; got {ties!r:.80}")
    members, law = as_class(H), law
    risks = [law.risk(h) for h in members]
    order = list(range(len(members)))  # the first of the minimisers in this order is taken
    if ties != "first":
        order.sort(key=lambda j: risks[j], reverse=ties == "worst")
    counts = count_vectors(len(law.p), validate.whole(m, "m"))
    mistakes = counts @ errors(members, law.X, law.y)[order].T.astype(np.int64)  # (N, k)
    chosen = mistakes.argmin(axis=1)  # the first of equals
    p = count_probabilities(counts, law.p)
    terms = [risks[order[j]] * p[chosen == j].sum() for j in np.unique(chosen)]
    exact = all(isinstance(term, Fraction) for term in terms)
    risk = sum(terms, Fraction(0)) if exact else math.fsum(terms)
    return ErrorSplit(law.risk(bayes_predictor(law)), min(risks), risk)


@dataclass(frozen=True, slots=True, eq=False)
class BiasVariance:
    r"""The three parts of an expected squared error, in the square of the unit of y."""

    #: :math:`\mathbb E(y-y^*)^2`.
    noise: float
    #: :math:`\mathbb E_x(y^*-\bar y)^2` with the mean prediction :math:`\bar y = \mathbb E_Z\hat
    #: y_Z`.
    bias2: float
    #: :math:`\mathbb E_x\mathbb E_Z(\hat y_Z-\bar y)^2`.
    variance: float
    #: The expected squared error; by ``bias_variance`` computed on its own, not as the sum.
    risk: float


def bias_variance(learner: Learner, law: FiniteDistribution, m: int) -> BiasVariance:
    r"""Return noise, bias² and variance, by enumeration of all training sets of size m.

    Parameters
    ----------
    learner : learner
        A(X, y) -> h, real predictions.

    Returns
    -------
    BiasVariance
        The risk is the mean of :math:`L_{\mathcal D}(\hat y_Z)` over all Z, not the sum of the
        three.

    Raises
    ------
    ValueError
        On too many training sets, or predictions that are not finite.

    >>> from lecture_code.core.hypotheses import Constant
    >>> law = FiniteDistribution([0, 0], [0, 1], [0.5, 0.5])
    >>> bias_variance(lambda X, y: Constant(y.mean()), law, 2)
    BiasVariance(noise=0.25, bias2=0.0, variance=0.125, risk=0.375)

    :Implements: thm-bias-variance.
    """
    parts, best = conditional(law), conditional_mean(law)
    Q, weights = parts.points, parts.marginal.astype(float)
    truth = best(Q)
    probabilities, predictions, risks = [], [], []
    for p, atoms in law.sequences(m):
        h = learner(law.X[atoms], law.y[atoms])
        probabilities.append(float(p))
        predictions.append(validate.vector(h(Q), len(Q), name="h(X)"))
        risks.append(float(law.risk(h, squared)))
    P, Y = np.array(probabilities), np.array(predictions)  # (N,), (N, q)
    mean = P @ Y
    spread = P @ (Y - mean) ** 2
    noise = law.risk(best, squared)
    bias2 = float(weights @ (truth - mean) ** 2)
    return BiasVariance(float(noise), bias2, float(weights @ spread), math.fsum(P * risks))


def smoother_errors(
    S: ArrayLike, f_design: ArrayLike, f_query: ArrayLike, sigma: float, weights: ArrayLike
) -> BiasVariance:
    r"""Return the parts for predictions that are linear in the labels of a fixed design.

    With :math:`\hat y = S\,y`, :math:`y = f(X) + \xi`, independent noise of variance σ²:

    .. math:: \text{bias}^2 = \sum_q p_q\,(f_q - (S f(X))_q)^2, \qquad
              \text{variance} = \sigma^2\sum_q p_q \lVert S_q\rVert^2

    Parameters
    ----------
    S : array (q, m)
        One row a query.
    f_design : array (m,)
        Values of f at the design.
    f_query : array (q,)
        Values of f at the queries.
    weights : array (q,)
        Probabilities of the queries.

    >>> smoother_errors([[0.5, 0.5]], [0, 2], [0], 1.0, [1])
    BiasVariance(noise=1.0, bias2=1.0, variance=0.5, risk=2.5)

    :Implements: thm-bias-variance.
    """
    rows = validate.points(S, "S")
    design = validate.vector(f_design, rows.shape[1], name="f_design")
    query = validate.labels(f_query, len(rows), None, "f_query")
    p = validate.vector(validate.probabilities(weights, "weights"), len(rows), name="weights")
    sigma = validate.number(sigma, "sigma", at_least=0)
    bias2 = float(p @ (query - rows @ design) ** 2)
    variance = sigma**2 * float(p @ (rows**2).sum(axis=1))
    return BiasVariance(float(sigma**2), bias2, variance, sigma**2 + bias2 + variance)
