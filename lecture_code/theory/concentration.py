r"""How rarely an average strays from its mean: the bounds, and exact binomial tails beside them.

For independent :math:`\theta_1,\dots,\theta_m` with average :math:`\bar\theta` and mean
:math:`\mu=\mathbb E\bar\theta`, each bound is for *one* side,
:math:`\mathbb P[\bar\theta-\mu\ge\varepsilon]`; both sides together cost twice as much.  The less a
bound needs to know the weaker it is: Chebyshev the variance, Hoeffding the range, Chernoff the
range and the mean, Bernstein the range and the variance.

Every parameter may be an array; the result is then an array of their common shape, else a float.

:Source: chapter 03, concentration.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import rel_entr

from lecture_code.core import validate
from lecture_code.core.binomial import TIE, at_least, at_most, least_heads, most_heads


def _count(m: ArrayLike) -> Any:
    return validate.array(m, "m", at_least=1, whole=True)


def _plain(x: Any) -> Any:
    return float(x) if np.ndim(x) == 0 else x


def chebyshev(m: ArrayLike, eps: ArrayLike, variance: ArrayLike) -> Any:
    r"""Return Chebyshev's bound, for both sides together, from the variance alone.

    .. math:: \mathbb P[\lvert\bar\theta-\mu\rvert\ge\varepsilon]\le\frac{\sigma^2}{m\varepsilon^2}

    Parameters
    ----------
    m : int or array
        Number of variables.
    variance : float or array
        At least 0, of one variable, in the square of the unit of eps.

    Returns
    -------
    float or array
        From 1 on it says nothing.

    >>> chebyshev(100, 0.5, 0.25)
    0.01

    :Implements: prop-chebyshev-rate.
    """
    t = validate.array(eps, "eps", above=0)
    return _plain(validate.array(variance, "variance", at_least=0) / (_count(m) * t**2))


def hoeffding(m: ArrayLike, eps: ArrayLike, *, width: ArrayLike = 1.0) -> Any:
    r"""Return Hoeffding's bound for one side, from the range alone.

    .. math:: \mathbb P[\bar\theta-\mu\ge\varepsilon]\le e^{-2m\varepsilon^2/c^2}

    Parameters
    ----------
    m : int or array
        Number of variables.
    width : float or array
        c > 0, the length of an interval that holds every variable, in the unit of eps.

    Returns
    -------
    float or array

    >>> round(2 * hoeffding(100, 0.1), 4)  # both sides
    0.2707

    :Implements: thm-hoeffding.
    """
    ratio = validate.array(eps, "eps", above=0) / validate.array(width, "width", above=0)
    return _plain(np.exp(-2 * _count(m) * ratio**2))


def kl(q: ArrayLike, p: ArrayLike) -> Any:
    r"""Return the relative entropy of two coins, in nats.

    .. math:: \mathrm{kl}(q\,\|\,p) = q\log\frac qp + (1-q)\log\frac{1-q}{1-p}

    with :math:`0\log0=0`; infinite where q > 0 = p or q < 1 = p.

    Parameters
    ----------
    q, p : float or array
        In [0, 1].

    Returns
    -------
    float or array

    >>> kl(0.5, 0.5), round(kl(1.0, 0.5), 4)  # log 2
    (0.0, 0.6931)

    :Implements: def-kl.
    """
    a, b = (
        validate.array(q, "q", at_least=0, at_most=1),
        validate.array(p, "p", at_least=0, at_most=1),
    )
    return _plain(np.maximum(rel_entr(a, b) + rel_entr(1 - a, 1 - b), 0))


def chernoff(m: ArrayLike, eps: ArrayLike, p: ArrayLike) -> Any:
    r"""Return Chernoff's bound for the upper side, from the range [0, 1] and the mean.

    .. math:: \mathbb P[\bar\theta\ge p+\varepsilon]\le e^{-m\,\mathrm{kl}(p+\varepsilon\,\|\,p)}

    and 0 if :math:`p+\varepsilon>1`.  For the lower side use the mean 1 - p.

    Parameters
    ----------
    m : int or array
        Number of variables in [0, 1].
    p : float or array
        Mean of the variables, in [0, 1].

    Returns
    -------
    float or array

    >>> round(chernoff(10, 0.5, 0.5), 6) == round(0.5**10, 6)  # exact: all ten are 1
    True

    :Implements: thm-chernoff.
    """
    mean = validate.array(p, "p", at_least=0, at_most=1)
    at = mean + validate.array(eps, "eps", above=0)
    exponent = _count(m) * kl(np.minimum(at, 1), mean)
    return _plain(np.where(at > 1 + TIE, 0.0, np.exp(-exponent)))


def bernstein(m: ArrayLike, eps: ArrayLike, variance: ArrayLike, *, reach: ArrayLike = 1.0) -> Any:
    r"""Return Bernstein's bound for one side, from the variance and the reach.

    .. math:: \mathbb P[\bar\theta-\mu\ge\varepsilon]\le
              \exp\Bigl(-\frac{m\varepsilon^2}{2(\sigma^2+c\,\varepsilon/3)}\Bigr)

    Parameters
    ----------
    m : int or array
        Number of variables.
    variance : float or array
        At least 0, of one variable.
    reach : float or array
        c > 0 with :math:`\theta_i-\mu\le c`.

    Returns
    -------
    float or array

    >>> bernstein(100, 0.1, 0.01) < hoeffding(100, 0.1) < bernstein(100, 0.1, 0.25)
    True

    :Implements: thm-bernstein.
    """
    t, c = validate.array(eps, "eps", above=0), validate.array(reach, "reach", above=0)
    spread = validate.array(variance, "variance", at_least=0) + c * t / 3
    return _plain(np.exp(-_count(m) * t**2 / (2 * spread)))


def binomial_above(m: ArrayLike, p: ArrayLike, eps: ArrayLike) -> Any:
    r"""Return the exact probability that m flips of a coin lie above their mean by at least ε.

    .. math:: \mathbb P[K/m \ge p+\varepsilon], \qquad K\sim\mathrm{Bin}(m, p)

    up to the rounding of floats; k/m and p + ε that agree up to 1e-9 are taken as equal.

    Parameters
    ----------
    m : int or array
        Number of flips.
    p : float or array
        In [0, 1].
    eps : float or array
        A real number.

    Returns
    -------
    float or array

    >>> binomial_above(2, 0.5, 0.5), binomial_above(2, 0.5, 0.25)
    (0.25, 0.25)

    :Source: chapter 03, exact tails.
    """
    n, mean = _count(m), validate.array(p, "p", at_least=0, at_most=1)
    return _plain(at_least(least_heads(mean + validate.array(eps, "eps"), n), n, mean))


def binomial_below(m: ArrayLike, p: ArrayLike, eps: ArrayLike) -> Any:
    r"""Return the exact probability that m flips of a coin lie below their mean by at least ε.

    .. math:: \mathbb P[K/m \le p-\varepsilon], \qquad K\sim\mathrm{Bin}(m, p)

    up to the rounding of floats; k/m and p - ε that agree up to 1e-9 are taken as equal.

    Parameters
    ----------
    m : int or array
        Number of flips.
    p, eps : float or array
        As for :func:`binomial_above`.

    Returns
    -------
    float or array

    >>> binomial_below(2, 0.5, 0.5), binomial_below(3, 0.25, 0.3)
    (0.25, 0.0)

    :Source: chapter 03, exact tails.
    """
    n, mean = _count(m), validate.array(p, "p", at_least=0, at_most=1)
    return _plain(at_most(most_heads(mean - validate.array(eps, "eps"), n), n, mean))
