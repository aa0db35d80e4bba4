r"""How many examples are enough, by the size of a finite class and by the VC dimension.

**Finite classes.**  Each bound is one inequality between the size of the class, the number m of
examples, the accuracy ε and the confidence parameter δ, solved for m or ε.  The number m is
rounded up, to the smallest integer that satisfies the inequality up to one part in 10^15; so the
forms are inverse to each other.

**VC dimension.**  With the growth function :math:`\Pi` and the VC dimension d of a (measurable)
class, for every distribution

.. math:: \mathbb P\bigl[\sup_h\lvert L_S(h)-L_{\mathcal D}(h)\rvert\ge\varepsilon\bigr]
          \le 4\,\Pi(2m)\,e^{-m\varepsilon^2/8}, \qquad
          \mathbb P\bigl[\exists h: L_S(h)=0,\ L_{\mathcal D}(h)>\varepsilon\bigr]
          \le 2\,\Pi(2m)\,2^{-\varepsilon m/2}.

Bounds on a risk or a probability say nothing from 1 on.

:Source: chapters 01-03; chapter 07, the fundamental theorem.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from lecture_code.core import validate

MOST = 2**53  # beyond, neighbouring integers are the same float
UP_TO = 1 - 1e-15  # the rounding of a float
TINY = 1e-100  # the square of a smaller number might be 0


def realizable(size: int, eps: float, delta: float) -> int:
    r"""Return how many examples are enough if some hypothesis of the class has risk 0.

    .. math:: m = \Bigl\lceil \frac1\varepsilon\log\frac{\lvert\mathcal H\rvert}\delta \Bigr\rceil,
              \qquad \text{the smallest } m \text{ with }
              \lvert\mathcal H\rvert e^{-\varepsilon m}\le\delta

    >>> realizable(1000, 0.1, 0.05)
    100

    :Implements: thm-finite-class, cor-finite-pac.
    """
    return _how_many(_log_size(size, delta), validate.number(eps, "eps", above=0, below=1))


def uniform_convergence(size: int, eps: float, delta: float, *, width: float = 1.0) -> int:
    r"""Return how many examples make a sample ε-representative for a finite class.

    .. math:: m = \Bigl\lceil \frac{c^2}{2\varepsilon^2}
              \log\frac{2\lvert\mathcal H\rvert}\delta \Bigr\rceil,
              \qquad \text{the smallest } m \text{ with }
              2\lvert\mathcal H\rvert e^{-2m\varepsilon^2/c^2}\le\delta

    ``width`` is c, the length of an interval in which every loss lies; ``eps`` has its unit.

    >>> uniform_convergence(1000, 0.1, 0.05)
    530

    :Implements: thm-finite-uc.
    """
    ratio = validate.number(eps, "eps", above=0) / validate.number(width, "width", above=0)
    ratio = min(ratio, 1e150)  # one example is enough long before
    return _how_many(_log_size(size, delta, times=2), 2 * ratio * ratio)


def uniform_accuracy(size: int, m: int, delta: float) -> float:
    r"""Return the ε for which m examples are ε-representative with probability 1 - δ.

    .. math:: \varepsilon = \sqrt{\frac{\log(2\lvert\mathcal H\rvert/\delta)}{2m}}

    >>> uniform_convergence(1000, uniform_accuracy(1000, 77, 0.05), 0.05)
    77

    :Implements: thm-finite-uc.
    """
    return math.sqrt(_log_size(size, delta, times=2) / (2 * sample_size(m)))


def agnostic(size: int, eps: float, delta: float) -> int:
    r"""Return how many examples bring ERM within ε of the best hypothesis of a finite class.

    .. math:: \Bigl\lceil\frac2{\varepsilon^2}\log\frac{2\lvert\mathcal H\rvert}\delta\Bigr\rceil

    That is ``uniform_convergence`` at ε/2, for a loss in [0, 1].

    >>> agnostic(1000, 0.1, 0.05)
    2120

    :Implements: cor-finite-agnostic.
    """
    return uniform_convergence(size, validate.number(eps, "eps", above=0) / 2, delta)


def consistent_failure(growth: int, m: int, eps: float) -> float:
    r"""Return the bound on the probability that a risk above ε comes with no training error.

    .. math:: 2\,\Pi(2m)\,2^{-\varepsilon m/2}, \qquad growth = \Pi(2m)

    >>> round(consistent_failure(21, 10, 0.8), 3)  # thresholds, ten examples: nothing
    2.625

    :Implements: thm-consistent.
    """
    growth, m = validate.whole(growth, "growth"), sample_size(m)
    bits = 1 + math.log2(growth) - validate.number(eps, "eps", above=0) * m / 2
    return math.exp2(min(bits, 1000.0))


def vc_radius(d: int, m: int, delta: float) -> float:
    r"""Return by how much any training error may be off, with probability at least 1 - δ.

    .. math:: \sqrt{\frac8m\Bigl(d\log\frac{2em}d+\log\frac4\delta\Bigr)}, \qquad m \ge d

    >>> round(vc_radius(3, 10_000, 0.05), 4)
    0.1644

    :Implements: cor-vc-radius.
    """
    log_delta, m = log_over(4, delta), sample_size(m, validate.whole(d, "d"))
    return math.sqrt(8 / m * (_log_growth_bound(2 * m, d) + log_delta))


def consistent_radius(d: int, m: int, delta: float) -> float:
    r"""Return the risk that no consistent hypothesis exceeds, with probability at least 1 - δ.

    .. math:: \frac2m\Bigl(d\log_2\frac{2em}d+\log_2\frac2\delta\Bigr), \qquad m \ge d

    >>> round(consistent_radius(3, 1000, 0.05), 4)
    0.0756

    :Implements: thm-consistent.
    """
    log_delta, m = log_over(2, delta), sample_size(m, validate.whole(d, "d"))
    return 2 / m * (_log_growth_bound(2 * m, d) + log_delta) / math.log(2)


def uniform_size(d: int, eps: float, delta: float) -> int:
    r"""Return the smallest number of examples, at least d, with a ``vc_radius`` of at most ε.

    >>> uniform_size(3, 0.1, 0.05)
    29646
    """
    eps = validate.number(eps, "eps", above=0, below=1)
    return _smallest(lambda m: vc_radius(d, m, delta) <= eps, validate.whole(d, "d"))


def consistent_size(d: int, eps: float, delta: float) -> int:
    r"""Return the smallest number of examples, at least d, with a ``consistent_radius`` up to ε.

    >>> consistent_size(3, 0.1, 0.05)
    729
    """
    eps = validate.number(eps, "eps", above=0, below=1)
    return _smallest(lambda m: consistent_radius(d, m, delta) <= eps, validate.whole(d, "d"))


def uniform_formula(d: int, eps: float, delta: float) -> int:
    r"""Return a number of examples that is enough for uniform convergence, in closed form.

    .. math:: \Bigl\lceil\frac{16}{\varepsilon^2}\Bigl(d\log\frac{32}{\varepsilon^2}
              +\log\frac4\delta\Bigr)\Bigr\rceil

    ``uniform_size`` is never larger.

    >>> uniform_formula(3, 0.1, 0.05)
    45752

    :Implements: thm-quantitative.
    """
    d, eps, delta = _parameters(d, eps, delta)
    return _ceiling(16 / eps**2 * (d * math.log(32 / eps**2) + log_over(4, delta)))


def consistent_formula(d: int, eps: float, delta: float) -> int:
    r"""Return a number of examples that is enough for every consistent learner, in closed form.

    .. math:: \Bigl\lceil\frac4\varepsilon\Bigl(d\log_2\frac{12}\varepsilon
              +\log_2\frac2\delta\Bigr)\Bigr\rceil

    ``consistent_size`` is never larger.

    >>> consistent_formula(3, 0.1, 0.05)
    1042

    :Implements: thm-quantitative.
    """
    d, eps, delta = _parameters(d, eps, delta)
    bits = math.log2(2 / delta) if delta > TINY else 1 - math.log2(delta)
    return _ceiling(4 / eps * (d * math.log2(12 / eps) + bits))


def log_free_formula(d: int, eps: float, delta: float) -> int:
    r"""Return a number of examples that is enough for uniform convergence, by chaining.

    .. math:: \Bigl\lceil\frac{338\,d+\log(1/\delta)}{\varepsilon^2}\Bigr\rceil

    >>> log_free_formula(3, 0.1, 0.05)
    101700

    :Implements: thm-quantitative.
    """
    d, eps, delta = _parameters(d, eps, delta)
    return _ceiling((338 * d + log_over(1, delta)) / eps**2)


def log_over(c: float, delta: float) -> float:
    """Return log(c / delta), where the quotient leaves the range of floats, too.

    >>> log_over(2, 0.5) == math.log(4), round(log_over(1, 1e-320))
    (True, 737)
    """
    delta = validate.number(delta, "delta", above=0, below=1)
    return math.log(c / delta) if delta > TINY else math.log(c) - math.log(delta)


def sample_size(m: int, at_least: int = 1) -> int:
    """Return a number of examples that a float can hold.

    >>> sample_size(10**400)
    Traceback (most recent call last):
    ValueError: m must be a finite number, at most 1e+300; got 1000...
    """
    m = validate.whole(m, "m", at_least=at_least)
    validate.number(m, "m", at_most=1e300)
    return m


def _log_size(size: int, delta: float, times: int = 1) -> float:
    """Return log(times * size / delta), for a class too large for a float, too."""
    size, delta = validate.whole(size, "size"), validate.number(delta, "delta", above=0, below=1)
    return math.log(times * size) - math.log(delta)


def _how_many(needed: float, rate: float) -> int:
    """Return the smallest integer m with m * rate >= needed, up to the rounding of a float."""
    m = _rounded_up(needed / rate * UP_TO if rate else math.inf)
    while m * rate < needed * UP_TO:
        m += 1
    while (m - 1) * rate >= needed * UP_TO:
        m -= 1
    return m


def _ceiling(m: float) -> int:
    """Return the ceiling of a float; from 2^53 on it has the 16 digits of this float."""
    return math.ceil(validate.number(m, "d over a power of eps"))


def _rounded_up(m: float) -> int:
    if not m < MOST:
        raise ValueError(f"eps must be large enough for m below 2^53; got m = {m:g}")
    return math.ceil(m)


def _smallest(fits: Callable[[int], bool], least: int) -> int:
    """Return the smallest m >= least with fits(m); once it fits it goes on fitting."""
    m = least - 1  # does not fit; to bisect over a range needs integers of 64 bits
    for step in (1 << k for k in reversed(range(53))):
        m += 0 if fits(m + step) else step
    return _rounded_up(m + 1)


def _log_growth_bound(n: int, d: int) -> float:
    """Return the logarithm of a bound on the number of labellings of n >= d points."""
    return d * math.log(math.e * n / d)


def _parameters(d: int, eps: float, delta: float) -> tuple[int, float, float]:
    eps = validate.number(eps, "eps", at_least=TINY, below=1)
    return (
        validate.whole(d, "d", at_most=MOST),
        eps,
        validate.number(delta, "delta", above=0, below=1),
    )
