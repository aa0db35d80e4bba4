r"""How often a sample misleads: exactly in small worlds, by simulation in others.

ERM *fails* on a sample if some hypothesis of least empirical risk, whichever a learner may take,
has a risk above the least of the class by more than ε.  If the least risk is 0 this is the event
of the finite-class theorem.  A sample is *ε-representative* if the largest gap

.. math:: \sup_{h\in\mathcal H} \lvert L_S(h) - L_{\mathcal D}(h)\rvert

is at most ε.  The loss is the 0-1 loss, and only how often the sample holds each atom matters, so
small worlds are computed over all count vectors, if they are not too many.

With Fractions for the distribution and ε every comparison is exact, and so are the probabilities;
the float 0.3 is a little less than 3/10, so write Fraction(3, 10).

:Source: chapters 01-03.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.classes import as_class, errors
from lecture_code.core.distributions import FiniteDistribution
from lecture_code.core.enumeration import (
    count_vectors,
    probability_of,
    probability_some_consistent,
)
from lecture_code.core.types import Array, Booleans, Class, Integers

#: Exact if it is a Fraction.
Number: TypeAlias = Fraction | float

CHUNK = 1 << 22  # entries of the table of mistakes, samples x hypotheses, held at a time
LARGEST = 1 << 62  # whole numbers up to here are exact in 64 bits


def bad_hypotheses(H: Class, D: FiniteDistribution, eps: Number) -> Booleans:
    r"""Return which hypotheses are worse than the best of the class by more than ε.

    .. math:: \mathcal H_B = \{h\in\mathcal H : L_{\mathcal D}(h) >
              \min_{h'\in\mathcal H} L_{\mathcal D}(h') + \varepsilon\}

    >>> from lecture_code.core.classes import thresholds
    >>> D = FiniteDistribution([1, 2], [1, 0], [Fraction(1, 4), Fraction(3, 4)])
    >>> bad_hypotheses(thresholds([1, 2]), D, Fraction(1, 4))
    array([False, False,  True])

    :Implements: lem-misleading.
    """
    return _table(H, D, eps)[1]


def realizable_failure(H: Class, D: FiniteDistribution, eps: Number, m: int) -> Number:
    r"""Return the probability that ERM fails, for any sample size, if some risk is 0.

    .. math:: \mathcal D^m\bigl[\exists h\in\mathcal H_B:\ L_S(h) = 0\bigr]

    exactly, by the set of atoms seen, of which there are at most 20.

    >>> from lecture_code.core.classes import thresholds
    >>> D = FiniteDistribution([1, 2], [1, 0], [Fraction(1, 4), Fraction(3, 4)])
    >>> realizable_failure(thresholds([1, 2]), D, Fraction(1, 4), 3)  # only the atom 1 seen
    Fraction(1, 64)

    :Implements: def-accuracy, lem-misleading.
    """
    wrong, bad = _table(H, D, eps)
    if not (~wrong[:, D.p > 0]).all(axis=1).any():
        raise ValueError("H must hold a hypothesis of risk 0 under D; use agnostic_failure")
    return probability_some_consistent(wrong[bad], D.p, m)


def agnostic_failure(H: Class, D: FiniteDistribution, eps: Number, m: int) -> Number:
    r"""Return the probability that ERM fails, exactly, whatever the distribution.

    .. math:: \mathcal D^m\Bigl[\exists h\in\operatorname{argmin}_{\mathcal H} L_S:\
              L_{\mathcal D}(h) > \min_{h'\in\mathcal H} L_{\mathcal D}(h') + \varepsilon\Bigr]

    >>> from lecture_code.core.hypotheses import Constant
    >>> D = FiniteDistribution([0, 0], [0, 1], [Fraction(1, 4), Fraction(3, 4)])
    >>> agnostic_failure([Constant(0), Constant(1)], D, Fraction(1, 4), 2)  # ties count
    Fraction(7, 16)

    :Implements: def-agnostic.
    """
    counts = count_vectors(len(D.p), validate.whole(m, "m"))
    fails = _erm_fails(*_table(H, D, eps), counts)
    return probability_of(fails, counts, D.p)


def failure_probability(H: Class, D: FiniteDistribution, eps: Number, m: int) -> Number:
    r"""Return the exact probability that a sample is not ε-representative.

    .. math:: \mathcal D^m\bigl[\exists h\in\mathcal H:\
              \lvert L_S(h)-L_{\mathcal D}(h)\rvert>\varepsilon\bigr]

    >>> from lecture_code.core.classes import thresholds
    >>> D = FiniteDistribution([1, 2], [1, 0], [Fraction(1, 2), Fraction(1, 2)])
    >>> failure_probability(thresholds([1, 2]), D, Fraction(1, 4), 2)
    Fraction(1, 2)

    :Implements: def-uniform-convergence.
    """
    counts = count_vectors(len(D.p), validate.whole(m, "m"))
    return probability_of(_not_representative(H, D, counts, eps), counts, D.p)


def sup_deviations(H: Class, D: FiniteDistribution, counts: ArrayLike) -> Array:
    r"""Return the largest gap between training error and true error, for each sample.

    .. math:: \max_{h\in\mathcal H}\ \lvert L_S(h) - L_{\mathcal D}(h)\rvert

    Row s of ``counts``, (N, n), says how often sample s holds each of the n atoms; all rows have
    one sum.

    >>> from lecture_code.core.classes import thresholds
    >>> D = FiniteDistribution([1, 2], [1, 0], [0.5, 0.5])
    >>> sup_deviations(thresholds([1, 2]), D, [[2, 0], [1, 1]])
    array([0.5, 0. ])

    :Implements: def-representative.
    """
    gaps, unit = _gaps(H, D, counts)
    return np.concatenate(list(gaps)) / unit


def _table(H: Class, D: FiniteDistribution, eps: Number) -> tuple[Booleans, Booleans]:
    """Return which hypothesis errs on which atom, (k, n), and which are bad, (k,)."""
    validate.number(eps, "eps", at_least=0)
    wrong = errors(H, D.X, D.y)
    add = sum if D.p.dtype == object else math.fsum
    risks = [add(D.p[row]) for row in wrong]
    least = min(risks)
    return wrong, np.array([risk - least > eps for risk in risks])


def _erm_fails(wrong: Booleans, bad: Booleans, counts: Integers) -> Booleans:
    """Return on which of N samples, counts (N, n), some empirical risk minimiser is bad."""
    weights = wrong.T.astype(np.float32)  # whole numbers below 2^24 are exact
    fails = np.empty(len(counts), dtype=bool)
    step = max(1, CHUNK // len(wrong))
    for start in range(0, len(counts), step):
        mistakes = counts[start : start + step].astype(np.float32) @ weights  # (N, n) @ (n, k)
        least = mistakes.min(axis=1)
        worst = mistakes[:, bad].min(axis=1, initial=np.inf)
        fails[start : start + step] = worst == least
    return fails


def _not_representative(H: Class, D: FiniteDistribution, counts: Integers, eps: Number) -> Booleans:
    """Return which of N samples, counts (N, n), are not ε-representative."""
    validate.number(eps, "eps", at_least=0)
    gaps, unit = _gaps(H, D, counts)
    exact = D.p.dtype == object and isinstance(eps, (int, Fraction))
    limit = math.floor(eps * unit) if exact else float(eps) * unit  # whole gaps only if exact
    return np.concatenate([gap > limit for gap in gaps])


def _gaps(H: Class, D: FiniteDistribution, counts: ArrayLike) -> tuple[Iterator[Array], int]:
    """Return, in chunks, the largest gap of each sample, and the unit it is counted in.

    With risks a_h/q for one denominator q the gap ``|K_h/m - a_h/q|`` is the whole number
    ``|q K_h - m a_h|`` in units of 1/(mq).  For probabilities that are floats, q = 1.
    """
    validate.array(counts, "counts", f"(N, {len(D.p)})", at_least=0, whole=True)
    drawn = np.asarray(counts).astype(np.int64)
    m = int(drawn[0].sum())
    if m < 1 or (drawn.sum(axis=1) != m).any():
        raise ValueError("counts must have rows with the same sum, the sample size, at least 1")
    risks = [D.risk(h) for h in as_class(H)]
    exact = all(isinstance(risk, Fraction) for risk in risks)
    q = math.lcm(*(Fraction(risk).denominator for risk in risks)) if exact else 1
    if 2 * m * q > LARGEST:
        raise ValueError(f"D must have a smaller common denominator of the risks; got {q}")
    scaled = np.array([int(risk * q) for risk in risks] if exact else [float(r) for r in risks])
    wrong = errors(H, D.X, D.y).T.astype(np.int64)  # (n, k)
    step = max(1, CHUNK // len(risks))

    def chunks() -> Iterator[Array]:
        for start in range(0, len(drawn), step):
            mistakes = drawn[start : start + step] @ wrong  # (N, n) @ (n, k) -> (N, k)
            yield np.abs(q * mistakes - m * scaled).max(axis=1)

    return chunks(), m * q
