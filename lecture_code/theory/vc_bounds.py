r"""What the VC dimension promises, and what no learner can beat.

With the growth function :math:`\Pi` and the VC dimension d of a (measurable) class, ε the accuracy,
δ the confidence parameter and m the number of examples, for every law

.. math:: \mathbb P\bigl[\sup_h\lvert L_S(h)-L_{\mathcal D}(h)\rvert\ge\varepsilon\bigr]
          \le 4\,\Pi(2m)\,e^{-m\varepsilon^2/8}, \qquad
          \mathbb P\bigl[\exists h: L_S(h)=0,\ L_{\mathcal D}(h)>\varepsilon\bigr]
          \le 2\,\Pi(2m)\,2^{-\varepsilon m/2}.

**How many examples every learner needs: lower bounds in terms of the VC dimension.**  A learner
here is any function from samples to predictors; it need not answer a member of the class.  If m is
smaller than the number returned, each learner fails on some law.

:Source: chapter 07, the fundamental theorem, and what no learner can beat.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from lecture_code.core import validate


def _log_growth_bound(n: int, d: int) -> float:
    r"""Return the logarithm of the bound on the number of labellings of n points."""
    d = validate.whole(d, "d")
    n = validate.whole(n, "n", at_least=d)
    return d * math.log(math.e * n / d)


def vc_inequality(growth: int, m: int, eps: float) -> float:
    r"""Return the bound on the probability that some training error is off by at least ε.

    .. math:: 4\,\Pi(2m)\,e^{-m\varepsilon^2/8}

    Parameters
    ----------
    growth : int
        The number Π(2m), at least 1.

    Returns
    -------
    float
        From 1 on it says nothing.

    >>> round(vc_inequality(2 * 4000 + 1, 4000, 0.2), 6)
    6.6e-05

    :Implements: thm-vc-inequality.
    """
    growth, m = validate.whole(growth, "growth"), validate.whole(m, "m")
    exponent = math.log(4) + math.log(growth) - m * validate.number(eps, "eps", above=0) ** 2 / 8
    return math.exp(min(exponent, 700.0))


def consistent_failure(growth: int, m: int, eps: float) -> float:
    r"""Return the bound on the probability that a bad hypothesis makes no error on the sample.

    .. math:: 2\,\Pi(2m)\,2^{-\varepsilon m/2}

    Bad means risk above ε.

    Parameters
    ----------
    growth : int
        The number Π(2m), at least 1.

    >>> round(consistent_failure(21, 10, 0.8), 3)  # thresholds, ten examples: nothing
    2.625

    :Implements: thm-consistent.
    """
    growth, m = validate.whole(growth, "growth"), validate.whole(m, "m")
    bits = 1 + math.log2(growth) - validate.number(eps, "eps", above=0) * m / 2
    return math.exp2(min(bits, 1000.0))


def vc_radius(d: int, m: int, delta: float) -> float:
    r"""Return by how much any training error may be off, with probability at least 1 - δ.

    .. math:: \sqrt{\frac8m\Bigl(d\log\frac{2em}d+\log\frac4\delta\Bigr)}

    Parameters
    ----------
    m : int
        Number of examples, at least d.

    >>> round(vc_radius(3, 10_000, 0.05), 4)
    0.1644

    :Implements: cor-vc-radius.
    """
    log_delta = math.log(4 / validate.number(delta, "delta", above=0, below=1))
    m = validate.whole(m, "m", at_least=validate.whole(d, "d"))
    return math.sqrt(8 / m * (_log_growth_bound(2 * m, d) + log_delta))


def consistent_radius(d: int, m: int, delta: float) -> float:
    r"""Return the risk that no consistent hypothesis exceeds, with probability at least 1 - δ.

    .. math:: \frac2m\Bigl(d\log_2\frac{2em}d+\log_2\frac2\delta\Bigr)

    Parameters
    ----------
    m : int
        Number of examples, at least d.

    >>> round(consistent_radius(3, 1000, 0.05), 4)
    0.0756

    :Implements: thm-consistent.
    """
    log_delta = math.log(2 / validate.number(delta, "delta", above=0, below=1))
    m = validate.whole(m, "m", at_least=validate.whole(d, "d"))
    return 2 / m * (_log_growth_bound(2 * m, d) + log_delta) / math.log(2)


def _smallest(fits: Callable[[int], bool], least: int) -> int:
    """Return the smallest m >= least with fits(m); once it fits it goes on fitting."""
    low, high = least - 1, least  # low does not fit, or is not allowed
    while not fits(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(middle) else (middle, high)
    return high


def uniform_size(d: int, eps: float, delta: float) -> int:
    r"""Return the smallest m, at least d, with a radius of at most ε.

    .. math:: \min\{m\ge d:\ \sqrt{\tfrac8m(d\log\tfrac{2em}d+\log\tfrac4\delta)}\le\varepsilon\}

    The radius falls with m.

    >>> uniform_size(3, 0.1, 0.05)
    29646

    :Source: chapter 07, sample sizes.
    """
    e = validate.number(eps, "eps", above=0, below=1)
    return _smallest(lambda m: vc_radius(d, m, delta) <= e, validate.whole(d, "d"))


def consistent_size(d: int, eps: float, delta: float) -> int:
    r"""Return the smallest m, at least d, from which every consistent hypothesis has risk <= ε.

    .. math:: \min\{m\ge d:\ \tfrac2m(d\log_2\tfrac{2em}d+\log_2\tfrac2\delta)\le\varepsilon\}

    as promised by ``consistent_radius``.

    >>> consistent_size(3, 0.1, 0.05)
    729

    :Source: chapter 07, sample sizes.
    """
    e = validate.number(eps, "eps", above=0, below=1)
    return _smallest(lambda m: consistent_radius(d, m, delta) <= e, validate.whole(d, "d"))


def uniform_formula(d: int, eps: float, delta: float) -> int:
    r"""Return a number of examples that is enough for uniform convergence, in closed form.

    .. math:: \Bigl\lceil\frac{16}{\varepsilon^2}\Bigl(d\log\frac{32}{\varepsilon^2}
              +\log\frac4\delta\Bigr)\Bigr\rceil

    ``uniform_size`` is never larger.

    >>> uniform_formula(3, 0.1, 0.05)
    45752

    :Implements: thm-quantitative.
    """
    e, log_delta = (
        validate.number(eps, "eps", above=0, below=1),
        math.log(4 / validate.number(delta, "delta", above=0, below=1)),
    )
    return math.ceil(16 / e**2 * (validate.whole(d, "d") * math.log(32 / e**2) + log_delta))


def consistent_formula(d: int, eps: float, delta: float) -> int:
    r"""Return a number of examples that is enough for every consistent learner, in closed form.

    .. math:: \Bigl\lceil\frac4\varepsilon\Bigl(d\log_2\frac{12}\varepsilon
              +\log_2\frac2\delta\Bigr)\Bigr\rceil

    ``consistent_size`` is never larger.

    >>> consistent_formula(3, 0.1, 0.05)
    1042

    :Implements: thm-quantitative.
    """
    e, bits = (
        validate.number(eps, "eps", above=0, below=1),
        math.log2(2 / validate.number(delta, "delta", above=0, below=1)),
    )
    return math.ceil(4 / e * (validate.whole(d, "d") * math.log2(12 / e) + bits))


def log_free_formula(d: int, eps: float, delta: float) -> int:
    r"""Return a number of examples that is enough for uniform convergence, by chaining.

    .. math:: \Bigl\lceil\frac{338\,d+\log(1/\delta)}{\varepsilon^2}\Bigr\rceil

    >>> log_free_formula(3, 0.1, 0.05)
    101700

    :Implements: thm-quantitative.
    """
    e, log_delta = (
        validate.number(eps, "eps", above=0, below=1),
        math.log(1 / validate.number(delta, "delta", above=0, below=1)),
    )
    return math.ceil((338 * validate.whole(d, "d") + log_delta) / e**2)


def agnostic_confidence(eps: float, delta: float) -> float:
    r"""Return the lower bound for agnostic learning that does not depend on the class.

    .. math:: m \ge \frac1{2\varepsilon^2}\log\frac1{4\delta}

    Parameters
    ----------
    eps : float
        Below :math:`1/\sqrt2`.
    delta : float
        In (0, 1).  Above 1/4 it says nothing.

    Returns
    -------
    float
        Not rounded.

    >>> round(agnostic_confidence(0.1, 0.05), 2)
    80.47

    :Implements: thm-lower-agnostic.
    """
    e = validate.number(eps, "eps", above=0, below=1, at_most=math.sqrt(0.5))
    return max(
        0.0, math.log(1 / (4 * validate.number(delta, "delta", above=0, below=1))) / (2 * e**2)
    )


def agnostic_dimension(d: int, eps: float) -> float:
    r"""Return the lower bound for agnostic learning in terms of d, for δ < 1/9.

    .. math:: m \ge \frac d{160\,\varepsilon^2}

    Parameters
    ----------
    eps : float
        At most 1/8.

    >>> round(agnostic_dimension(8, 0.01), 6)
    500.0

    :Implements: thm-lower-agnostic.
    """
    return validate.whole(d, "d") / (
        160 * validate.number(eps, "eps", above=0, below=1, at_most=0.125) ** 2
    )


def realizable_confidence(eps: float, delta: float) -> float:
    r"""Return the lower bound for PAC learning of a class that is not trivial.

    .. math:: m \ge \frac{\log(1/\delta)}{\log(1/(1-\varepsilon))}
              \ge \frac{1-\varepsilon}\varepsilon\log\frac1\delta

    The first of the two is returned.

    >>> round(realizable_confidence(0.1, 0.05), 2)
    28.43

    :Implements: thm-lower-realizable.
    """
    e = validate.number(eps, "eps", above=0, below=1)
    return math.log(validate.number(delta, "delta", above=0, below=1)) / math.log1p(-e)


def realizable_dimension(d: int, eps: float) -> float:
    r"""Return the lower bound for PAC learning in terms of d, for δ < 1/7.

    .. math:: m > \frac{d-1}{16\,\varepsilon}

    Parameters
    ----------
    d : int
        The VC dimension, at least 2.
    eps : float
        At most 1/8.

    >>> realizable_dimension(17, 0.125)
    8.0

    :Implements: thm-lower-realizable.
    """
    d = validate.whole(d, "d", at_least=2)
    return (d - 1) / (16 * validate.number(eps, "eps", above=0, below=1, at_most=0.125))
