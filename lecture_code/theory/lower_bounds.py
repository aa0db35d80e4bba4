r"""How many examples every learner needs, by the accuracy and the confidence alone.

A learner here is any function from samples to predictors; it need not answer a member of the class.
With fewer examples than returned, each learner fails on some distribution; such distributions are
in :mod:`~lecture_code.theory.hard_distributions`.

:Source: chapter 07, what no learner can beat.
"""

from __future__ import annotations

import math

from lecture_code.core import validate
from lecture_code.theory.sample_complexity import TINY


def agnostic_confidence(eps: float, delta: float) -> float:
    r"""Return the lower bound for agnostic learning that does not depend on the class.

    .. math:: m \ge \frac1{2\varepsilon^2}\log\frac1{4\delta}, \qquad \varepsilon\le1/\sqrt2

    >>> round(agnostic_confidence(0.1, 0.05), 2)
    80.47

    :Implements: thm-lower-agnostic.
    """
    eps = validate.number(eps, "eps", at_least=TINY, at_most=math.sqrt(0.5))
    delta = validate.number(delta, "delta", above=0, below=1)
    return max(0.0, -math.log(4 * delta) / (2 * eps**2))


def realizable_confidence(eps: float, delta: float) -> float:
    r"""Return the lower bound for PAC learning of a class that is not trivial.

    .. math:: m \ge \frac{\log(1/\delta)}{\log(1/(1-\varepsilon))}
              \ge \frac{1-\varepsilon}\varepsilon\log\frac1\delta

    The first of the two is returned.

    >>> round(realizable_confidence(0.1, 0.05), 2)
    28.43

    :Implements: thm-lower-realizable.
    """
    eps = validate.number(eps, "eps", above=0, below=1)
    log_delta = math.log(validate.number(delta, "delta", above=0, below=1))
    return validate.number(log_delta / math.log1p(-eps), "the bound")
