r"""How rarely an average strays from its mean: the bounds, and exact binomial tails beside them.

For independent :math:`\theta_1,\dots,\theta_m` with average :math:`\bar\theta` and mean
:math:`\mu=\mathbb E\bar\theta`, each bound is for *one* side,
:math:`\mathbb P[\bar\theta-\mu\ge\varepsilon]`; both sides together cost twice as much.  The less a
bound needs to know the weaker it is: Chebyshev the variance, Hoeffding the range, Chernoff the
range and the mean, Bernstein the range and the variance.  From 1 on a bound says nothing.

Every parameter may be an array; the result is then an array of their common shape, else a float.

:Source: chapter 03, concentration.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import rel_entr

from lecture_code.core import validate
from lecture_code.core.binomial import TIE, binomial, least_heads, most_heads
from lecture_code.core.scale import in_units
from lecture_code.core.types import Array, Numbers

# (1 + t) log(1 + t) - t is t² times this series
SERIES = [(-1) ** k / (k * (k - 1)) for k in range(2, 20)]


def hoeffding(m: Numbers, eps: Numbers, *, width: Numbers = 1.0) -> Any:
    r"""Return Hoeffding's bound for one side, from the range alone.

    .. math:: \mathbb P[\bar\theta-\mu\ge\varepsilon]\le e^{-2m\varepsilon^2/c^2}

    ``width`` is c, the length of an interval that holds every variable.

    >>> round(2 * hoeffding(100, 0.1), 4)  # both sides
    0.2707

    :Implements: thm-hoeffding.
    """
    ratio = validate.array(eps, "eps", above=0) / validate.array(width, "width", above=0)
    with np.errstate(over="ignore"):  # e to the minus infinity is 0
        return float_or_array(np.exp(-2 * _count(m) * ratio**2))


def chebyshev(m: Numbers, eps: Numbers, variance: Numbers) -> Any:
    r"""Return Chebyshev's bound, for both sides together, from the variance alone.

    .. math:: \mathbb P[\lvert\bar\theta-\mu\rvert\ge\varepsilon]\le\frac{\sigma^2}{m\varepsilon^2}

    ``variance`` is that of one variable.

    >>> chebyshev(100, 0.5, 0.25)
    0.01

    :Implements: prop-chebyshev-rate.
    """
    eps, one = in_units(validate.array(eps, "eps", above=0))
    variance = validate.array(variance, "variance", at_least=0) / one / one
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        bound = variance / (_count(m) * eps**2)
    return float_or_array(validate.array(bound, "the bound"))


def kl(q: Numbers, p: Numbers) -> Any:
    r"""Return the relative entropy of two coins, in nats.

    .. math:: \mathrm{kl}(q\,\|\,p) = q\log\frac qp + (1-q)\log\frac{1-q}{1-p}

    with :math:`0\log0=0`; infinite where q > 0 = p or q < 1 = p.

    >>> kl(0.5, 0.5), round(kl(1.0, 0.5), 4)  # log 2
    (0.0, 0.6931)

    :Implements: def-kl.
    """
    q, p = _shares(q, "q"), _shares(p, "p")
    return float_or_array(excess(q, p, q - p) + excess(1 - q, 1 - p, p - q))


def excess(a: Array, b: Array, change: Array) -> Array:
    r"""Return :math:`a\log(a/b) - a + b`, at least 0, also where a is near b; ``change`` is a - b.

    Such terms add up to a relative entropy, and nothing cancels.

    >>> excess(np.array(1 + 1e-9), np.array(1.0), np.array(1e-9)).round(20)
    np.float64(5e-19)
    """
    near = np.abs(change) < b / 10
    t = np.where(near, change / np.where(near, b, 1.0), 0.0)
    close = b * t**2 * np.polynomial.polynomial.polyval(t, SERIES)
    return np.asarray(np.where(near, close, rel_entr(a, b) - change))


def chernoff(m: Numbers, eps: Numbers, p: Numbers) -> Any:
    r"""Return Chernoff's bound for the upper side, from the range [0, 1] and the mean p.

    .. math:: \mathbb P[\bar\theta\ge p+\varepsilon]\le e^{-m\,\mathrm{kl}(p+\varepsilon\,\|\,p)}

    and 0 if :math:`p+\varepsilon>1`.  For the lower side use the mean 1 - p.

    >>> round(chernoff(10, 0.5, 0.5), 6) == round(0.5**10, 6)  # exact: all ten are 1
    True

    :Implements: thm-chernoff.
    """
    p = _shares(p, "p")
    at = p + validate.array(eps, "eps", above=0)
    exponent = _count(m) * kl(np.minimum(at, 1), p)
    return float_or_array(np.where(at > 1 + TIE, 0.0, np.exp(-exponent)))


def bernstein(m: Numbers, eps: Numbers, variance: Numbers, *, reach: Numbers = 1.0) -> Any:
    r"""Return Bernstein's bound for one side, from the variance and the reach.

    .. math:: \mathbb P[\bar\theta-\mu\ge\varepsilon]\le
              \exp\Bigl(-\frac{m\varepsilon^2}{2(\sigma^2+c\,\varepsilon/3)}\Bigr)

    ``variance`` is that of one variable, ``reach`` a c with :math:`\theta_i-\mu\le c`.

    >>> bernstein(100, 0.1, 0.01) < hoeffding(100, 0.1) < bernstein(100, 0.1, 0.25)
    True

    :Implements: thm-bernstein.
    """
    eps, c = validate.array(eps, "eps", above=0), validate.array(reach, "reach", above=0)
    variance = validate.array(variance, "variance", at_least=0)
    with np.errstate(over="ignore"):
        return float_or_array(np.exp(-_count(m) * eps / (2 * (variance / eps + c / 3))))


def binomial_above(m: Numbers, p: Numbers, eps: Numbers) -> Any:
    r"""Return the exact probability that m flips of a coin lie above their mean by at least ε.

    .. math:: \mathbb P[K/m \ge p+\varepsilon], \qquad K\sim\mathrm{Bin}(m, p)

    up to the rounding of floats; k/m and p + ε that agree up to 1e-9 are taken as equal.

    >>> binomial_above(2, 0.5, 0.5), binomial_above(2, 0.5, 0.25)
    (0.25, 0.25)
    """
    m, p = _count(m), _shares(p, "p")
    return float_or_array(binomial(m, p).sf(least_heads(p + validate.array(eps, "eps"), m) - 1))


def binomial_below(m: Numbers, p: Numbers, eps: Numbers) -> Any:
    r"""Return the exact probability that m flips of a coin lie below their mean by at least ε.

    .. math:: \mathbb P[K/m \le p-\varepsilon], \qquad K\sim\mathrm{Bin}(m, p)

    up to the rounding of floats; k/m and p - ε that agree up to 1e-9 are taken as equal.

    >>> binomial_below(2, 0.5, 0.5), binomial_below(3, 0.25, 0.3)
    (0.25, 0.0)
    """
    m, p = _count(m), _shares(p, "p")
    return float_or_array(binomial(m, p).cdf(most_heads(p - validate.array(eps, "eps"), m)))


def _count(m: Numbers) -> Array:
    return validate.array(m, "m", at_least=1, whole=True)


def _shares(p: Numbers, name: str) -> Array:
    return validate.array(p, name, at_least=0, at_most=1)


def float_or_array(x: Any) -> Any:
    """Return a number as a float of Python, an array as it is."""
    return float(x) if np.ndim(x) == 0 else x
