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

from lecture_code.core.validate import in_unit_interval, positive, positive_integer


def _log_growth_bound(n: int, d: int) -> float:
    r"""Return the logarithm of the bound on the number of labellings of n points.

    .. math:: \log\Pi(n) \le d\,\log\frac{en}d \qquad (n\ge d\ge1)

    Parameters
    ----------
    n : int
        Number of points, at least d.
    d : int
        The VC dimension, at least 1.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If n < d, where the formula would be wrong.

    Examples
    --------
    >>> round(_log_growth_bound(2, 2), 6)  # e², and two points have 4 labellings
    2.0

    :Source: chapter 07, the growth function.
    """
    d = positive_integer(d, "d")
    n = positive_integer(n, "n", least=d)
    return d * math.log(math.e * n / d)


def vc_inequality(growth: int, m: int, eps: float) -> float:
    r"""Return the bound on the probability that some training error is off by at least ε.

    .. math:: 4\,\Pi(2m)\,e^{-m\varepsilon^2/8}

    Parameters
    ----------
    growth : int
        The number Π(2m), at least 1.
    m : int
        Number of examples.
    eps : float
        Above 0.

    Returns
    -------
    float
        From 1 on it says nothing.

    Examples
    --------
    >>> round(vc_inequality(2 * 4000 + 1, 4000, 0.2), 6)
    6.6e-05

    :Implements: thm-vc-inequality.
    """
    growth, m = positive_integer(growth, "growth"), positive_integer(m, "m")
    exponent = math.log(4) + math.log(growth) - m * positive(eps, "eps") ** 2 / 8
    return math.exp(min(exponent, 700.0))


def consistent_failure(growth: int, m: int, eps: float) -> float:
    r"""Return the bound on the probability that a bad hypothesis makes no error on the sample.

    .. math:: 2\,\Pi(2m)\,2^{-\varepsilon m/2}

    Bad means risk above ε.

    Parameters
    ----------
    growth : int
        The number Π(2m), at least 1.
    m : int
        Number of examples.
    eps : float
        Above 0.

    Returns
    -------
    float

    Examples
    --------
    >>> round(consistent_failure(21, 10, 0.8), 3)  # thresholds, ten examples: nothing
    2.625

    :Implements: thm-consistent.
    """
    growth, m = positive_integer(growth, "growth"), positive_integer(m, "m")
    bits = 1 + math.log2(growth) - positive(eps, "eps") * m / 2
    return math.exp2(min(bits, 1000.0))


def vc_radius(d: int, m: int, delta: float) -> float:
    r"""Return by how much any training error may be off, with probability at least 1 - δ.

    .. math:: \sqrt{\frac8m\Bigl(d\log\frac{2em}d+\log\frac4\delta\Bigr)}

    Parameters
    ----------
    d : int
        The VC dimension, at least 1.
    m : int
        Number of examples, at least d.
    delta : float
        In (0, 1).

    Returns
    -------
    float

    Examples
    --------
    >>> round(vc_radius(3, 10_000, 0.05), 4)
    0.1644

    :Implements: cor-vc-radius.
    """
    log_delta = math.log(4 / in_unit_interval(delta, "delta"))
    m = positive_integer(m, "m", least=positive_integer(d, "d"))
    return math.sqrt(8 / m * (_log_growth_bound(2 * m, d) + log_delta))


def consistent_radius(d: int, m: int, delta: float) -> float:
    r"""Return the risk that no consistent hypothesis exceeds, with probability at least 1 - δ.

    .. math:: \frac2m\Bigl(d\log_2\frac{2em}d+\log_2\frac2\delta\Bigr)

    Parameters
    ----------
    d : int
        The VC dimension, at least 1.
    m : int
        Number of examples, at least d.
    delta : float
        In (0, 1).

    Returns
    -------
    float

    Examples
    --------
    >>> round(consistent_radius(3, 1000, 0.05), 4)
    0.0756

    :Implements: thm-consistent.
    """
    log_delta = math.log(2 / in_unit_interval(delta, "delta"))
    m = positive_integer(m, "m", least=positive_integer(d, "d"))
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

    Parameters
    ----------
    d : int
        The VC dimension, at least 1.
    eps, delta : float
        In (0, 1).

    Returns
    -------
    int

    Examples
    --------
    >>> uniform_size(3, 0.1, 0.05)
    29646

    :Source: chapter 07, sample sizes.
    """
    e = in_unit_interval(eps, "eps")
    return _smallest(lambda m: vc_radius(d, m, delta) <= e, positive_integer(d, "d"))


def consistent_size(d: int, eps: float, delta: float) -> int:
    r"""Return the smallest m, at least d, from which every consistent hypothesis has risk <= ε.

    .. math:: \min\{m\ge d:\ \tfrac2m(d\log_2\tfrac{2em}d+\log_2\tfrac2\delta)\le\varepsilon\}

    as promised by ``consistent_radius``.

    Parameters
    ----------
    d : int
        The VC dimension, at least 1.
    eps, delta : float
        In (0, 1).

    Returns
    -------
    int

    Examples
    --------
    >>> consistent_size(3, 0.1, 0.05)
    729

    :Source: chapter 07, sample sizes.
    """
    e = in_unit_interval(eps, "eps")
    return _smallest(lambda m: consistent_radius(d, m, delta) <= e, positive_integer(d, "d"))


def uniform_formula(d: int, eps: float, delta: float) -> int:
    r"""Return a number of examples that is enough for uniform convergence, in closed form.

    .. math:: \Bigl\lceil\frac{16}{\varepsilon^2}\Bigl(d\log\frac{32}{\varepsilon^2}
              +\log\frac4\delta\Bigr)\Bigr\rceil

    ``uniform_size`` is never larger.

    Parameters
    ----------
    d : int
        The VC dimension, at least 1.
    eps, delta : float
        In (0, 1).

    Returns
    -------
    int

    Examples
    --------
    >>> uniform_formula(3, 0.1, 0.05)
    45752

    :Implements: thm-quantitative.
    """
    e, log_delta = in_unit_interval(eps, "eps"), math.log(4 / in_unit_interval(delta, "delta"))
    return math.ceil(16 / e**2 * (positive_integer(d, "d") * math.log(32 / e**2) + log_delta))


def consistent_formula(d: int, eps: float, delta: float) -> int:
    r"""Return a number of examples that is enough for every consistent learner, in closed form.

    .. math:: \Bigl\lceil\frac4\varepsilon\Bigl(d\log_2\frac{12}\varepsilon
              +\log_2\frac2\delta\Bigr)\Bigr\rceil

    ``consistent_size`` is never larger.

    Parameters
    ----------
    d : int
        The VC dimension, at least 1.
    eps, delta : float
        In (0, 1).

    Returns
    -------
    int

    Examples
    --------
    >>> consistent_formula(3, 0.1, 0.05)
    1042

    :Implements: thm-quantitative.
    """
    e, bits = in_unit_interval(eps, "eps"), math.log2(2 / in_unit_interval(delta, "delta"))
    return math.ceil(4 / e * (positive_integer(d, "d") * math.log2(12 / e) + bits))


def log_free_formula(d: int, eps: float, delta: float) -> int:
    r"""Return a number of examples that is enough for uniform convergence, by chaining.

    .. math:: \Bigl\lceil\frac{338\,d+\log(1/\delta)}{\varepsilon^2}\Bigr\rceil

    Parameters
    ----------
    d : int
        The VC dimension, at least 1.
    eps, delta : float
        In (0, 1).

    Returns
    -------
    int

    Examples
    --------
    >>> log_free_formula(3, 0.1, 0.05)
    101700

    :Implements: thm-quantitative.
    """
    e, log_delta = in_unit_interval(eps, "eps"), math.log(1 / in_unit_interval(delta, "delta"))
    return math.ceil((338 * positive_integer(d, "d") + log_delta) / e**2)


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

    Examples
    --------
    >>> round(agnostic_confidence(0.1, 0.05), 2)
    80.47

    :Implements: thm-lower-agnostic.
    """
    e = in_unit_interval(eps, "eps", math.sqrt(0.5))
    return max(0.0, math.log(1 / (4 * in_unit_interval(delta, "delta"))) / (2 * e**2))


def agnostic_dimension(d: int, eps: float) -> float:
    r"""Return the lower bound for agnostic learning in terms of d, for δ < 1/9.

    .. math:: m \ge \frac d{160\,\varepsilon^2}

    Parameters
    ----------
    d : int
        The VC dimension, at least 1.
    eps : float
        At most 1/8.

    Returns
    -------
    float

    Examples
    --------
    >>> round(agnostic_dimension(8, 0.01), 6)
    500.0

    :Implements: thm-lower-agnostic.
    """
    return positive_integer(d, "d") / (160 * in_unit_interval(eps, "eps", 0.125) ** 2)


def realizable_confidence(eps: float, delta: float) -> float:
    r"""Return the lower bound for PAC learning of a class that is not trivial.

    .. math:: m \ge \frac{\log(1/\delta)}{\log(1/(1-\varepsilon))}
              \ge \frac{1-\varepsilon}\varepsilon\log\frac1\delta

    The first of the two is returned.

    Parameters
    ----------
    eps, delta : float
        In (0, 1).

    Returns
    -------
    float

    Examples
    --------
    >>> round(realizable_confidence(0.1, 0.05), 2)
    28.43

    :Implements: thm-lower-realizable.
    """
    e = in_unit_interval(eps, "eps")
    return math.log(in_unit_interval(delta, "delta")) / math.log1p(-e)


def realizable_dimension(d: int, eps: float) -> float:
    r"""Return the lower bound for PAC learning in terms of d, for δ < 1/7.

    .. math:: m > \frac{d-1}{16\,\varepsilon}

    Parameters
    ----------
    d : int
        The VC dimension, at least 2.
    eps : float
        At most 1/8.

    Returns
    -------
    float

    Examples
    --------
    >>> realizable_dimension(17, 0.125)
    8.0

    :Implements: thm-lower-realizable.
    """
    d = positive_integer(d, "d", least=2)
    return (d - 1) / (16 * in_unit_interval(eps, "eps", 0.125))
