r"""How many examples every learner needs: lower bounds in terms of the VC dimension.

A learner here is any function from samples to predictors; it need not answer a member of the class.
If m is smaller than the number returned, each learner fails on some law.
Source: chapter 07, what no learner can beat.
"""

from __future__ import annotations

import math

from lecture_code.notation import in_unit_interval, positive_integer


def _at_most(value: float, name: str, limit: float) -> float:
    number = in_unit_interval(value, name)
    if number > limit:
        raise ValueError(f"{name} must be at most {limit:g}; got {value!r}")
    return number


def agnostic_confidence(eps: float, delta: float) -> float:
    r"""Return the lower bound for agnostic learning that does not depend on the class.

    .. math:: m \ge \frac1{2\varepsilon^2}\log\frac1{4\delta}

    ``eps``: below :math:`1/\sqrt2`; ``delta``: in (0, 1); above 1/4 it says nothing.  Returns a
    number, not rounded.  Raises ValueError outside.

    >>> round(agnostic_confidence(0.1, 0.05), 2)
    80.47

    Implements: thm-lower-agnostic.
    Source: chapter 07, one coin.
    """
    e = _at_most(eps, "eps", math.sqrt(0.5))
    return max(0.0, math.log(1 / (4 * in_unit_interval(delta, "delta"))) / (2 * e**2))


def agnostic_dimension(d: int, eps: float) -> float:
    r"""Return the lower bound for agnostic learning in terms of d, for δ < 1/9.

    .. math:: m \ge \frac d{160\,\varepsilon^2}

    ``d``: the VC dimension, at least 1; ``eps``: at most 1/8.  Raises ValueError outside.

    >>> round(agnostic_dimension(8, 0.01), 6)
    500.0

    Implements: thm-lower-agnostic.
    Source: chapter 07, d coins.
    """
    return positive_integer(d, "d") / (160 * _at_most(eps, "eps", 0.125) ** 2)


def realizable_confidence(eps: float, delta: float) -> float:
    r"""Return the lower bound for PAC learning of a class that is not trivial.

    .. math:: m \ge \frac{\log(1/\delta)}{\log(1/(1-\varepsilon))}
              \ge \frac{1-\varepsilon}\varepsilon\log\frac1\delta

    The first of the two is returned.  ``eps``, ``delta``: in (0, 1).  Raises ValueError outside.

    >>> round(realizable_confidence(0.1, 0.05), 2)
    28.43

    Implements: thm-lower-realizable.
    Source: chapter 07, a rare point.
    """
    e = in_unit_interval(eps, "eps")
    return math.log(in_unit_interval(delta, "delta")) / math.log1p(-e)


def realizable_dimension(d: int, eps: float) -> float:
    r"""Return the lower bound for PAC learning in terms of d, for δ < 1/7.

    .. math:: m > \frac{d-1}{16\,\varepsilon}

    ``d``: the VC dimension, at least 2; ``eps``: at most 1/8.  Raises ValueError outside.

    >>> realizable_dimension(17, 0.125)
    8.0

    Implements: thm-lower-realizable.
    Source: chapter 07, many rare points.
    """
    d = positive_integer(d, "d", least=2)
    return (d - 1) / (16 * _at_most(eps, "eps", 0.125))
