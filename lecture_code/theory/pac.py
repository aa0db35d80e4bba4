r"""How often empirical risk minimisation fails: exactly in small worlds, by simulation in others.

ERM *fails* on a sample if some hypothesis of least empirical risk, whichever a learner may take,
has a risk above the least of the class by more than ε.  If the least risk is 0 this is the event
of the finite-class theorem.

:Source: chapters 01-03.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core.classes import errors
from lecture_code.core.enumeration import (
    count_vectors,
    probability_of,
    probability_some_consistent,
)
from lecture_code.core.laws import FiniteLaw
from lecture_code.core.types import Booleans, Predictor
from lecture_code.core.validate import as_numbers, as_real, of_kind, positive_integer

CHUNK = 1 << 22  # entries of the table of mistakes, samples x hypotheses, held at a time


def bad_hypotheses(H: Sequence[Predictor], law: FiniteLaw, eps: float | Fraction) -> Booleans:
    r"""Return which hypotheses are worse than the best of the class by more than ε.

    .. math:: \mathcal H_B = \{h\in\mathcal H : L_{\mathcal D}(h) >
              \min_{h'\in\mathcal H} L_{\mathcal D}(h') + \varepsilon\}

    ``H``: k predictors; ``law``: a FiniteLaw; ``eps``: at least 0.  Returns (k,) booleans.  With
    Fractions for the law and ε the comparison is exact; the float 0.3 is a little less than 3/10,
    so write Fraction(3, 10).

    >>> from lecture_code.core.classes import thresholds
    >>> law = FiniteLaw([1, 2], [1, 0], [Fraction(1, 4), Fraction(3, 4)])
    >>> bad_hypotheses(thresholds([1, 2]), law, Fraction(1, 4))
    array([False, False,  True])

    :Implements: lem-misleading.
    """
    return _table(H, law, eps)[1]


def _table(
    H: Sequence[Predictor], law: FiniteLaw, eps: float | Fraction
) -> tuple[Booleans, Booleans]:
    """Return which hypothesis errs on which atom, (k, n), and which are bad, (k,)."""
    of_kind(law, FiniteLaw, "law")
    if not as_real(eps, "eps", "a number, at least 0") >= 0:
        raise ValueError(f"eps must be a number, at least 0; got {eps!r}")
    wrong = errors(H, law.X, law.y)
    add = sum if law.p.dtype == object else math.fsum
    risks = [add(law.p[row]) for row in wrong]
    least = min(risks)
    return wrong, np.array([risk - least > eps for risk in risks])


def erm_fails(wrong: ArrayLike, bad: ArrayLike, counts: ArrayLike) -> Booleans:
    r"""Return on which samples some empirical risk minimiser is a bad hypothesis.

    .. math:: \exists h\in\mathcal H_B:\ L_S(h) = \min_{h'\in\mathcal H} L_S(h')

    ``wrong``: (k, n), does hypothesis j err on atom i; ``bad``: (k,) booleans; ``counts``:
    (N, n), how often each of N samples holds each atom.  Returns (N,) booleans.

    >>> erm_fails([[0, 1], [1, 0]], [True, False], [[2, 0], [1, 1], [0, 2]])
    array([ True,  True, False])

    :Implements: lem-misleading.
    """
    table, spoilt, drawn = (
        as_numbers(value, name)
        for value, name in ((wrong, "wrong"), (bad, "bad"), (counts, "counts"))
    )
    spoilt = spoilt != 0
    if table.ndim != 2 or spoilt.shape != table.shape[:1] or drawn.shape[1:] != table.shape[1:]:
        raise ValueError(
            "wrong must be (k, n), bad (k,) and counts (N, n); "
            f"got {table.shape}, {spoilt.shape} and {drawn.shape}"
        )
    weights = table.T.astype(np.float32)  # whole numbers below 2^24 are exact
    fails = np.empty(len(drawn), dtype=bool)
    step = max(1, CHUNK // len(table))
    for start in range(0, len(drawn), step):
        mistakes = drawn[start : start + step].astype(np.float32) @ weights  # (N, n) @ (n, k)
        least = mistakes.min(axis=1)
        worst = mistakes[:, spoilt].min(axis=1, initial=np.inf)
        fails[start : start + step] = worst == least
    return fails


def realizable_failure(
    H: Sequence[Predictor], law: FiniteLaw, eps: float | Fraction, m: int
) -> Fraction | float:
    r"""Return the probability that ERM fails, for any sample size, if some risk is 0.

    .. math:: \mathcal D^m\bigl[\exists h\in\mathcal H_B:\ L_S(h) = 0\bigr]

    exactly, by the set of atoms seen.  ``H``: k predictors, the risk of one
    of them 0; ``law``: a FiniteLaw of at most 20 atoms; ``eps``: at least 0; ``m``: at least 0.
    Returns a Fraction if the law has Fractions.  Raises ValueError if no risk is 0 and as
    ``probability_some_consistent`` does.

    >>> from lecture_code.core.classes import thresholds
    >>> law = FiniteLaw([1, 2], [1, 0], [Fraction(1, 4), Fraction(3, 4)])
    >>> realizable_failure(thresholds([1, 2]), law, Fraction(1, 4), 3)  # only the atom 1 seen
    Fraction(1, 64)

    :Implements: def-accuracy, lem-misleading.
    """
    wrong, bad = _table(H, law, eps)
    if not (~wrong[:, law.p > 0]).all(axis=1).any():
        raise ValueError("H must hold a hypothesis of risk 0 under the law; use agnostic_failure")
    return probability_some_consistent(wrong[bad], law.p, m)


def agnostic_failure(
    H: Sequence[Predictor], law: FiniteLaw, eps: float | Fraction, m: int
) -> Fraction | float:
    r"""Return the probability that ERM fails, exactly, whatever the law.

    .. math:: \mathcal D^m\Bigl[\exists h\in\operatorname{argmin}_{\mathcal H} L_S:\
              L_{\mathcal D}(h) > \min_{h'\in\mathcal H} L_{\mathcal D}(h') + \varepsilon\Bigr]

    by all count vectors of the sample.  ``H``: k predictors; ``law``: a FiniteLaw; ``eps``: at
    least 0; ``m``: at least 1.  Returns a Fraction if the law has Fractions.  Raises ValueError
    if there are more than two million count vectors.

    >>> from lecture_code.core.hypotheses import Constant
    >>> law = FiniteLaw([0, 0], [0, 1], [Fraction(1, 4), Fraction(3, 4)])
    >>> agnostic_failure([Constant(0), Constant(1)], law, Fraction(1, 4), 2)  # ties count
    Fraction(7, 16)

    :Implements: def-agnostic.
    """
    counts = count_vectors(len(of_kind(law, FiniteLaw, "law").p), positive_integer(m, "m"))
    fails = erm_fails(*_table(H, law, eps), counts)
    return probability_of(fails, counts, law.p)
