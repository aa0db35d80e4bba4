r"""Estimate numbers from random trials: intervals with a stated probability of error.

Every limit here is one-sided and holds for the number of trials at hand, with no appeal to the
central limit theorem: ``P[truth < low] <= error`` and ``P[truth > high] <= error``.  The number of
trials must be fixed before the first one is run.

:Source: chapter 05 (Hoeffding); Clopper & Pearson, Biometrika 26 (1934); Maurer & Pontil, COLT
    2009.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc, betaincc, betainccinv, betaincinv

MOST_TRIALS, LEAST_ERROR = 2**53, 1e-290  # of what floats can tell apart
ERROR = 1e-6  # a thousand checks go wrong together with probability at most 1/1000


@dataclass(frozen=True, slots=True, eq=False)
class Estimate:
    """A number seen through random trials: ``value``, and limits ``low <= value <= high``.

    ``frequency`` and ``mean`` make estimates.

    >>> Estimate(value=0.5, low=0.6, high=0.7, trials=10, error=0.05)
    Traceback (most recent call last):
    ValueError: an Estimate needs low <= value <= high; got 0.6, 0.5, 0.7
    """

    value: float
    low: float
    high: float
    trials: int
    #: Bounds the probability that the truth lies below ``low``, and likewise the probability that
    #: it lies above ``high``.
    error: float

    def __post_init__(self) -> None:
        if not self.low <= self.value <= self.high:
            raise ValueError(
                "an Estimate needs low <= value <= high; "
                f"got {self.low:g}, {self.value:g}, {self.high:g}"
            )
        _count(self.trials, "trials", 1)
        _error(self.error)


def frequency(hits: int, trials: int, *, error: float = ERROR) -> Estimate:
    r"""Return an estimate of the probability of an event seen ``hits`` times in ``trials`` trials.

    The exact limits of Clopper and Pearson.  With :math:`K\sim\mathrm{Bin}(n,p)` they solve

    .. math:: P_{\text{low}}[K \ge k] = \text{error}, \qquad P_{\text{high}}[K \le k] = \text{error}

    except that ``low`` is 0 if the event was never seen and ``high`` is 1 if it never failed.

    The number of trials is fixed beforehand; ``error``, below 1/2, holds for each limit separately.

    >>> never = frequency(0, 1000)
    >>> never.low, round(never.high, 6)  # 1 - error ** (1 / trials)
    (0.0, 0.013721)
    """
    n = _count(trials, "trials", 1)
    k = _count(hits, "hits", 0)
    if k > n:
        raise ValueError(f"hits must be at most trials = {n}; got {k}")
    alpha = _error(error)
    if n > MOST_TRIALS or alpha < LEAST_ERROR:
        raise ValueError(f"trials must be at most 2^53, error at least 1e-290; got {n}, {error!r}")
    low = _limit(betaincinv, betainc, k, n - k + 1, alpha) if k > 0 else 0.0
    high = _limit(betainccinv, betaincc, k + 1, n - k, alpha) if k < n else 1.0
    return Estimate(k / n, min(low, k / n), max(high, k / n), n, alpha)


def _limit(inverse: Any, tail: Any, a: int, b: int, alpha: float) -> float:
    """Return the p at which a tail of the beta distribution has the probability ``alpha``."""
    p = float(inverse(a, b, alpha))
    if abs(float(tail(a, b, p)) / alpha - 1) < 1e-6:
        return p
    rising = tail is betainc  # for a tiny alpha the inverse is inaccurate, or no number
    low, high = 1e-320, 1.0
    while low < (middle := (low * high) ** 0.5 if low < high / 4 else (low + high) / 2) < high:
        below = (float(tail(a, b, middle)) < alpha) == rising
        low, high = (middle, high) if below else (low, middle)
    return low if rising else high


def mean(samples: ArrayLike, support: tuple[float, float], *, error: float = ERROR) -> Estimate:
    r"""Return an estimate of the mean of a distribution on [a, b] from independent ``samples``.

    Each limit is the better of Hoeffding's and Maurer and Pontil's (empirical Bernstein), which
    share the error: with :math:`\alpha=\text{error}/2` and the sample variance V (divisor n - 1)
    the limits are the sample mean ± the smaller of

    .. math:: (b-a)\sqrt{\frac{\ln(1/\alpha)}{2n}}, \qquad
              \sqrt{\frac{2V\ln(2/\alpha)}{n}} + \frac{7(b-a)\ln(2/\alpha)}{3(n-1)},

    cut off at a and b.

    The number of samples and the support are fixed beforehand, not read off the samples; a sample
    outside the support by more than rounding is refused.

    >>> mean([0.0] * 500 + [1.0] * 500, (0, 1), error=0.01).low  # 1/2 - sqrt(ln(200) / 2000)
    0.448...
    """
    try:
        if np.iscomplexobj(samples) or np.iscomplexobj(support):
            raise TypeError("complex numbers")
        if np.ma.is_masked(samples) or np.asarray(samples).dtype.kind in "SUMm":
            raise TypeError("masked entries, texts and dates are not numbers")
        if any(isinstance(end, str) for end in support):
            raise TypeError("texts are not numbers")
        x = np.asarray(samples, dtype=np.float64)
        a, b = (float(end) for end in support)
    except (TypeError, ValueError) as problem:
        raise ValueError(f"samples must be real, support must be (a, b): {problem}") from problem
    if x.ndim != 1 or x.size == 0:
        raise ValueError(f"samples must have shape (n,) with n >= 1; got shape {x.shape}")
    if not (math.isfinite(a) and math.isfinite(b) and a < b):
        raise ValueError(f"support must be finite (a, b) with a < b; got {support!r}")
    alpha, n, width = _error(error) / 2, x.size, b - a
    rounding = 1e-9 * width
    if not ((x >= a - rounding) & (x <= b + rounding)).all():  # NaN is refused, too
        raise ValueError(
            f"samples must lie in the support [{a:g}, {b:g}]; they reach from {x.min():g} "
            f"to {x.max():g}"
        )
    x = np.clip(x, a, b)
    centre = min(max(float(x.mean()), a), b)
    radius = width * math.sqrt(math.log(1 / alpha) / (2 * n))
    if n > 1:
        log_term = math.log(2 / alpha)
        variance = float(x.var(ddof=1))
        bernstein = math.sqrt(2 * variance * log_term / n) + 7 * width * log_term / (3 * (n - 1))
        radius = min(radius, bernstein)
    return Estimate(centre, max(a, centre - radius), min(b, centre + radius), n, 2 * alpha)


def _count(value: int, name: str, least: int) -> int:
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not whole or value < least:
        raise ValueError(f"{name} must be an integer, at least {least}; got {value!r}")
    return int(value)


def _error(value: float) -> float:
    if not 0 < _real(value, "error") < 0.5:
        raise ValueError(f"error must lie strictly between 0 and 1/2; got {value!r}")
    return float(value)


def _real(value: float, name: str) -> float:
    if not isinstance(value, Real):
        raise ValueError(f"{name} must be a real number; got {value!r:.80}")
    return float(value)
