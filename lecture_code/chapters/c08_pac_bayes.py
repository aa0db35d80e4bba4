r"""PAC-Bayes: a bound for random predictors, for every posterior at once.

Before the sample is seen a prior P is fixed on the hypotheses; afterwards any Q may be chosen.
With probability at least :math:`1-\delta`, for all Q, if the losses lie in [0, 1] and m >= 8,

.. math:: \mathrm{kl}\bigl(\mathbb E_QL_S\,\Vert\,\mathbb E_QL_{\mathcal D}\bigr)
          \le \frac{\mathrm{KL}(Q\Vert P)+\log(2\sqrt m/\delta)}m .

:Source: chapter 08, PAC-Bayes; D. McAllester, 1999; A. Maurer, 2004.
"""

from __future__ import annotations

import math

import numpy as np

from lecture_code.core import validate
from lecture_code.core.types import Array, Vector
from lecture_code.theory.concentration import excess, kl
from lecture_code.theory.sample_complexity import log_over


def pac_bayes_rate(divergence: float, m: int, delta: float) -> float:
    r"""Return a bound on the relative entropy of training and true error, for m >= 8.

    .. math:: c = \frac{\mathrm{KL}(Q\Vert P)+\log(2\sqrt m/\delta)}m

    so that :math:`\mathbb E_QL_{\mathcal D}\le\mathbb E_QL_S+\sqrt{c/2}`, and better
    ``kl_upper(E_Q L_S, c)``.  The divergence may be infinite.

    >>> round(pac_bayes_rate(0.0, 100, 0.05), 4)
    0.0599

    :Implements: thm-pac-bayes.
    """
    divergence = _perhaps_infinite(divergence, "divergence")
    m, delta = validate.whole(m, "m", at_least=8), validate.number(delta, "delta", above=0, below=1)
    size = validate.number(m, "m")
    return (divergence + log_over(2 * math.sqrt(size), delta)) / size


def kl_upper(q: float, c: float) -> float:
    r"""Return the largest mean that a coin can have if its kl from q, in [0, 1], is at most c.

    .. math:: \max\{p\in[q, 1] : \mathrm{kl}(q\,\Vert\,p)\le c\}

    by bisection, from above, to a relative 1e-12; never above :math:`q+\sqrt{c/2}`, where
    Pinsker's inequality stops the search.

    >>> round(kl_upper(0.0, 0.1), 4) == round(1 - math.exp(-0.1), 4)
    True

    :Implements: thm-pac-bayes.
    """
    q, c = validate.number(q, "q", at_least=0, at_most=1), _perhaps_infinite(c, "c")
    low, high = q, min(1.0, q + math.sqrt(c / 2))
    if kl(q, high) <= c:
        return high
    while high - low > 1e-12 * high and low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if kl(q, middle) <= c else (low, middle)
    return high


def gibbs(P: Vector, risks: Vector, beta: float) -> Array:
    r"""Return the posterior that weighs the prior by the training errors, for finite β >= 0.

    .. math:: Q(h) \propto P(h)\,e^{-\beta L_S(h)}

    >>> gibbs([0.5, 0.5], [0.0, 1.0], math.log(3)).round(2)
    array([0.75, 0.25])

    :Implements: lem-change-of-measure.
    """
    p = validate.probabilities(P, "P").astype(float)
    values = validate.vector(risks, len(p), name="risks")
    beta = validate.number(beta, "beta", at_least=0)
    live = p > 0  # a hypothesis without prior weight stays out, however small its error
    weights = np.zeros(len(p))
    weights[live] = p[live] * np.exp(-beta * (values[live] - values[live].min()))
    posterior: Array = weights / weights.sum()
    return posterior


def relative_entropy(Q: Vector, P: Vector) -> float:
    r"""Return the relative entropy of two distributions on the same k hypotheses, in nats.

    .. math:: \mathrm{KL}(Q\Vert P) = \sum_h Q(h)\log\frac{Q(h)}{P(h)}

    with :math:`0\log0=0`; infinite if Q is positive where P is 0.

    >>> relative_entropy([1, 0], [0.5, 0.5]) == math.log(2)
    True

    :Implements: def-relative-entropy.
    """
    q, p = (validate.probabilities(v, n).astype(float) for v, n in ((Q, "Q"), (P, "P")))
    if len(q) != len(p):
        raise ValueError(f"Q must have as many entries as P, {len(p)}; got {len(q)}")
    q, p = q / math.fsum(q), p / math.fsum(p)
    return float(excess(q, p, q - p).sum())


def _perhaps_infinite(value: float, name: str) -> float:
    """Return a number from 0 on, or infinity."""
    infinite = isinstance(value, float) and value == math.inf
    return math.inf if infinite else validate.number(value, name, at_least=0)
