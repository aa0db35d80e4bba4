r"""The largest gap between training error and true error in a class, and how it is distributed.

.. math:: \sup_{h\in\mathcal H} \lvert L_S(h) - L_{\mathcal D}(h)\rvert

A sample is ε-representative if this is at most ε.  Only how often the sample holds each atom
matters, so small worlds are computed exactly over all count vectors, others are simulated.
The loss is the 0-1 loss.

:Source: chapter 03, uniform convergence.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core.classes import as_class, errors
from lecture_code.core.enumeration import count_vectors, probability_of
from lecture_code.core.laws import FiniteLaw
from lecture_code.core.types import Array, Booleans, Predictor
from lecture_code.core.validate import as_numbers, as_real, of_kind, positive_integer

CHUNK = 1 << 22  # entries of the table of mistakes, samples x hypotheses, held at a time
LARGEST = 1 << 62  # whole numbers up to here are exact in 64 bits


def _gaps(H: Sequence[Predictor], law: FiniteLaw, counts: ArrayLike) -> tuple[Iterator[Array], int]:
    r"""Return, in chunks, the largest gap of each sample, and the unit it is counted in.

    With risks a_h/q for one denominator q the gap |K_h/m - a_h/q| is the whole number
    |q K_h - m a_h| in units of 1/(mq).  A law of floats has q = 1.
    """
    of_kind(law, FiniteLaw, "law")
    as_numbers(counts, "counts")
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


def sup_deviations(H: Sequence[Predictor], law: FiniteLaw, counts: ArrayLike) -> Array:
    r"""Return the largest gap between training error and true error, for each sample.

    .. math:: \max_{h\in\mathcal H}\ \lvert L_S(h) - L_{\mathcal D}(h)\rvert

    ``H``: k predictors; ``law``: a FiniteLaw over n atoms; ``counts``: (N, n), how often each of N
    samples holds each atom, rows of one sum.  Returns (N,) floats.

    >>> from lecture_code.core.classes import thresholds
    >>> law = FiniteLaw([1, 2], [1, 0], [0.5, 0.5])
    >>> sup_deviations(thresholds([1, 2]), law, [[2, 0], [1, 1]])
    array([0.5, 0. ])

    :Implements: def-representative.
    """
    gaps, unit = _gaps(H, law, counts)
    return np.concatenate(list(gaps)) / unit


def not_representative(
    H: Sequence[Predictor], law: FiniteLaw, counts: ArrayLike, eps: float | Fraction
) -> Booleans:
    r"""Return which samples are not ε-representative.

    .. math:: \exists h\in\mathcal H:\ \lvert L_S(h) - L_{\mathcal D}(h)\rvert > \varepsilon

    Parameters as for ``sup_deviations``; ``eps``: at least 0.  With Fractions for the law and ε the
    comparison is exact.  Returns (N,) booleans.

    >>> from lecture_code.core.classes import thresholds
    >>> law = FiniteLaw([1, 2], [1, 0], [Fraction(1, 2), Fraction(1, 2)])
    >>> not_representative(thresholds([1, 2]), law, [[2, 0], [1, 1]], Fraction(1, 4))
    array([ True, False])

    :Implements: def-representative.
    """
    if not as_real(eps, "eps", "a number, at least 0") >= 0:
        raise ValueError(f"eps must be a number, at least 0; got {eps!r}")
    gaps, unit = _gaps(H, law, counts)
    exact = law.p.dtype == object and isinstance(eps, (int, Fraction))
    limit = math.floor(eps * unit) if exact else float(eps) * unit  # whole gaps only if exact
    return np.concatenate([gap > limit for gap in gaps])


def failure_probability(
    H: Sequence[Predictor], law: FiniteLaw, eps: float | Fraction, m: int
) -> Fraction | float:
    r"""Return the exact probability that a sample is not ε-representative.

    .. math:: \mathcal D^m\bigl[\exists h\in\mathcal H:\
              \lvert L_S(h)-L_{\mathcal D}(h)\rvert>\varepsilon\bigr]

    by all count vectors.  ``H``: k predictors; ``law``: a FiniteLaw; ``eps``: at least 0; ``m``:
    sample size, at least 1.  A Fraction if the law has Fractions, else a float.  Raises ValueError
    if there are more than two million count vectors.

    >>> from lecture_code.core.classes import thresholds
    >>> law = FiniteLaw([1, 2], [1, 0], [Fraction(1, 2), Fraction(1, 2)])
    >>> failure_probability(thresholds([1, 2]), law, Fraction(1, 4), 2)
    Fraction(1, 2)

    :Implements: def-uniform-convergence.
    """
    counts = count_vectors(len(of_kind(law, FiniteLaw, "law").p), positive_integer(m, "m"))
    fails = not_representative(H, law, counts, eps)
    return probability_of(fails, counts, law.p)
