r"""How often a sample misleads: exactly in small worlds, by simulation in others.

ERM *fails* on a sample if some hypothesis of least empirical risk, whichever a learner may take,
has a risk above the least of the class by more than ε.  If the least risk is 0 this is the event
of the finite-class theorem.  A sample is *ε-representative* if the largest gap

.. math:: \sup_{h\in\mathcal H} \lvert L_S(h) - L_{\mathcal D}(h)\rvert

is at most ε.  The loss is the 0-1 loss, and only how often the sample holds each atom matters, so
small worlds are computed over all count vectors.

:Source: chapters 01-03.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

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
from lecture_code.core.types import Array, Booleans, Integers, Predictor

CHUNK = 1 << 22  # entries of the table of mistakes, samples x hypotheses, held at a time
LARGEST = 1 << 62  # whole numbers up to here are exact in 64 bits


def bad_hypotheses(
    H: Sequence[Predictor], law: FiniteDistribution, eps: float | Fraction
) -> Booleans:
    r"""Return which hypotheses are worse than the best of the class by more than ε.

    .. math:: \mathcal H_B = \{h\in\mathcal H : L_{\mathcal D}(h) >
              \min_{h'\in\mathcal H} L_{\mathcal D}(h') + \varepsilon\}

    With Fractions for the law and ε the comparison is exact; the float 0.3 is a little less than
    3/10, so write Fraction(3, 10).

    Returns
    -------
    array (k,) of bool

    >>> from lecture_code.core.classes import thresholds
    >>> law = FiniteDistribution([1, 2], [1, 0], [Fraction(1, 4), Fraction(3, 4)])
    >>> bad_hypotheses(thresholds([1, 2]), law, Fraction(1, 4))
    array([False, False,  True])

    :Implements: lem-misleading.
    """
    return _table(H, law, eps)[1]


def _table(
    H: Sequence[Predictor], law: FiniteDistribution, eps: float | Fraction
) -> tuple[Booleans, Booleans]:
    """Return which hypothesis errs on which atom, (k, n), and which are bad, (k,)."""
    validate.number(eps, "eps", at_least=0)
    wrong = errors(H, law.X, law.y)
    add = sum if law.p.dtype == object else math.fsum
    risks = [add(law.p[row]) for row in wrong]
    least = min(risks)
    return wrong, np.array([risk - least > eps for risk in risks])


def _erm_fails(wrong: Booleans, bad: Booleans, counts: Integers) -> Booleans:
    r"""Return on which of N samples, counts (N, n), some empirical risk minimiser is bad.

    .. math:: \exists h\in\mathcal H_B:\ L_S(h) = \min_{h'\in\mathcal H} L_S(h')
    """
    weights = wrong.T.astype(np.float32)  # whole numbers below 2^24 are exact
    fails = np.empty(len(counts), dtype=bool)
    step = max(1, CHUNK // len(wrong))
    for start in range(0, len(counts), step):
        mistakes = counts[start : start + step].astype(np.float32) @ weights  # (N, n) @ (n, k)
        least = mistakes.min(axis=1)
        worst = mistakes[:, bad].min(axis=1, initial=np.inf)
        fails[start : start + step] = worst == least
    return fails


def realizable_failure(
    H: Sequence[Predictor], law: FiniteDistribution, eps: float | Fraction, m: int
) -> Fraction | float:
    r"""Return the probability that ERM fails, for any sample size, if some risk is 0.

    .. math:: \mathcal D^m\bigl[\exists h\in\mathcal H_B:\ L_S(h) = 0\bigr]

    exactly, by the set of atoms seen.

    Parameters
    ----------
    H : k predictors
        The risk of one of them is 0.
    law : FiniteDistribution
        Of at most 20 atoms.

    Returns
    -------
    Fraction or float
        A Fraction if the law has Fractions.

    Raises
    ------
    ValueError
        If no risk is 0, or if the law has more than 20 atoms.

    >>> from lecture_code.core.classes import thresholds
    >>> law = FiniteDistribution([1, 2], [1, 0], [Fraction(1, 4), Fraction(3, 4)])
    >>> realizable_failure(thresholds([1, 2]), law, Fraction(1, 4), 3)  # only the atom 1 seen
    Fraction(1, 64)

    :Implements: def-accuracy, lem-misleading.
    """
    wrong, bad = _table(H, law, eps)
    if not (~wrong[:, law.p > 0]).all(axis=1).any():
        raise ValueError("H must hold a hypothesis of risk 0 under the law; use agnostic_failure")
    return probability_some_consistent(wrong[bad], law.p, m)


def agnostic_failure(
    H: Sequence[Predictor], law: FiniteDistribution, eps: float | Fraction, m: int
) -> Fraction | float:
    r"""Return the probability that ERM fails, exactly, whatever the law.

    .. math:: \mathcal D^m\Bigl[\exists h\in\operatorname{argmin}_{\mathcal H} L_S:\
              L_{\mathcal D}(h) > \min_{h'\in\mathcal H} L_{\mathcal D}(h') + \varepsilon\Bigr]

    by all count vectors of the sample.

    Returns
    -------
    Fraction or float
        A Fraction if the law has Fractions.

    Raises
    ------
    ValueError
        If there are more than two million count vectors.

    >>> from lecture_code.core.hypotheses import Constant
    >>> law = FiniteDistribution([0, 0], [0, 1], [Fraction(1, 4), Fraction(3, 4)])
    >>> agnostic_failure([Constant(0), Constant(1)], law, Fraction(1, 4), 2)  # ties count
    Fraction(7, 16)

    :Implements: def-agnostic.
    """
    counts = count_vectors(len(law.p), validate.whole(m, "m"))
    fails = _erm_fails(*_table(H, law, eps), counts)
    return probability_of(fails, counts, law.p)


def _gaps(
    H: Sequence[Predictor], law: FiniteDistribution, counts: ArrayLike
) -> tuple[Iterator[Array], int]:
    r"""Return, in chunks, the largest gap of each sample, and the unit it is counted in.

    With risks a_h/q for one denominator q the gap |K_h/m - a_h/q| is the whole number
    |q K_h - m a_h| in units of 1/(mq).  A law of floats has q = 1.
    """
    validate.array(counts, "counts")
    drawn = np.asarray(counts)
    if drawn.ndim != 2 or drawn.shape[1] != len(law.p) or not len(drawn):
        raise ValueError(f"counts must have shape (N, {len(law.p)}); got {drawn.shape}")
    if not np.issubdtype(drawn.dtype, np.integer) or (drawn < 0).any():
        raise ValueError("counts must hold whole numbers >= 0")
    m = int(drawn[0].sum())
    if m < 1 or (drawn.sum(axis=1) != m).any():
        raise ValueError("counts must be rows with one sum, the sample size, at least 1")
    risks = [law.risk(h) for h in as_class(H)]
    exact = all(isinstance(risk, Fraction) for risk in risks)
    q = math.lcm(*(Fraction(risk).denominator for risk in risks)) if exact else 1
    if 2 * m * q > LARGEST:
        raise ValueError(f"law must have a smaller common denominator of the risks; got {q}")
    scaled = np.array([int(risk * q) for risk in risks] if exact else [float(r) for r in risks])
    wrong = errors(H, law.X, law.y).T.astype(np.int64)  # (n, k)
    step = max(1, CHUNK // len(risks))

    def chunks() -> Iterator[Array]:
        for start in range(0, len(drawn), step):
            mistakes = drawn[start : start + step] @ wrong  # (N, n) @ (n, k) -> (N, k)
            yield np.abs(q * mistakes - m * scaled).max(axis=1)

    return chunks(), m * q


def sup_deviations(H: Sequence[Predictor], law: FiniteDistribution, counts: ArrayLike) -> Array:
    r"""Return the largest gap between training error and true error, for each sample.

    .. math:: \max_{h\in\mathcal H}\ \lvert L_S(h) - L_{\mathcal D}(h)\rvert

    Parameters
    ----------
    law : FiniteDistribution
        Over n atoms.
    counts : array (N, n)
        How often each of N samples holds each atom, rows of one sum.

    Returns
    -------
    array (N,) of float

    >>> from lecture_code.core.classes import thresholds
    >>> law = FiniteDistribution([1, 2], [1, 0], [0.5, 0.5])
    >>> sup_deviations(thresholds([1, 2]), law, [[2, 0], [1, 1]])
    array([0.5, 0. ])

    :Implements: def-representative.
    """
    gaps, unit = _gaps(H, law, counts)
    return np.concatenate(list(gaps)) / unit


def _not_representative(
    H: Sequence[Predictor], law: FiniteDistribution, counts: Integers, eps: float | Fraction
) -> Booleans:
    """Return which of N samples, counts (N, n), are not ε-representative.

    With Fractions for the law and ε the comparison is exact.
    """
    validate.number(eps, "eps", at_least=0)
    gaps, unit = _gaps(H, law, counts)
    exact = law.p.dtype == object and isinstance(eps, (int, Fraction))
    limit = math.floor(eps * unit) if exact else float(eps) * unit  # whole gaps only if exact
    return np.concatenate([gap > limit for gap in gaps])


def failure_probability(
    H: Sequence[Predictor], law: FiniteDistribution, eps: float | Fraction, m: int
) -> Fraction | float:
    r"""Return the exact probability that a sample is not ε-representative.

    .. math:: \mathcal D^m\bigl[\exists h\in\mathcal H:\
              \lvert L_S(h)-L_{\mathcal D}(h)\rvert>\varepsilon\bigr]

    by all count vectors.

    Returns
    -------
    Fraction or float
        A Fraction if the law has Fractions, else a float.

    Raises
    ------
    ValueError
        If there are more than two million count vectors.

    >>> from lecture_code.core.classes import thresholds
    >>> law = FiniteDistribution([1, 2], [1, 0], [Fraction(1, 2), Fraction(1, 2)])
    >>> failure_probability(thresholds([1, 2]), law, Fraction(1, 4), 2)
    Fraction(1, 2)

    :Implements: def-uniform-convergence.
    """
    counts = count_vectors(len(law.p), validate.whole(m, "m"))
    fails = _not_representative(H, law, counts, eps)
    return probability_of(fails, counts, law.p)
