r"""How many examples are enough for a finite class: the bounds, as whole numbers.

Each bound comes in three forms of one inequality between the size k of the class, the sample size
m, the accuracy ε and the confidence parameter δ: m from ε and δ, ε from m and δ, δ from m and ε.
A sample size is rounded up, to the smallest integer that satisfies the inequality (up to one part
in 10^15, so that the three forms are inverse to each other).

:Source: chapters 01-03.
"""

from __future__ import annotations

import math

from lecture_code.core import validate

UP_TO = 1 - 1e-15  # the rounding of a float


def _how_many(needed: float, rate: float) -> int:
    """Return the smallest integer m with m * rate >= needed, up to the rounding of a float."""
    if not needed < rate * 2**53:  # beyond, neighbouring integers are the same float
        raise ValueError(
            f"eps must be large enough for m below 2^53; got m = {needed:g} / {rate:g}"
        )
    m = math.ceil(needed / rate * UP_TO)
    while m * rate < needed * UP_TO:
        m += 1
    while (m - 1) * rate >= needed * UP_TO:
        m -= 1
    return m


def _log_size(size: int, delta: float, times: int = 1) -> float:
    """Return log(times * size / delta), for a class too large for a float, too."""
    return math.log(times * validate.whole(size, "size")) - math.log(
        validate.number(delta, "delta", above=0, below=1)
    )


def realizable(size: int, eps: float, delta: float) -> int:
    r"""Return how many examples are enough if some hypothesis of the class has risk 0.

    .. math:: m = \Bigl\lceil \frac1\varepsilon\log\frac{\lvert\mathcal H\rvert}\delta \Bigr\rceil,
              \qquad \text{the smallest } m \text{ with }
              \lvert\mathcal H\rvert e^{-\varepsilon m}\le\delta

    Parameters
    ----------
    size : int
        Number of hypotheses.

    >>> realizable(1000, 0.1, 0.05)
    100

    :Implements: thm-finite-class, cor-finite-pac.
    """
    return _how_many(_log_size(size, delta), validate.number(eps, "eps", above=0, below=1))


def realizable_accuracy(size: int, m: int, delta: float) -> float:
    r"""Return the accuracy that m examples promise if some hypothesis has risk 0.

    .. math:: \varepsilon = \frac1m\log\frac{\lvert\mathcal H\rvert}\delta

    Returns
    -------
    float
        From 1 on it promises nothing.

    >>> realizable(1000, realizable_accuracy(1000, 250, 0.05), 0.05)
    250

    :Implements: thm-finite-class, cor-estimation.
    """
    return _log_size(size, delta) / validate.whole(m, "m")


def realizable_delta(size: int, eps: float, m: int) -> float:
    r"""Return the bound on the probability that ERM is worse than ε, some hypothesis having risk 0.

    .. math:: \delta = \lvert\mathcal H\rvert e^{-\varepsilon m}

    Returns
    -------
    float
        From 1 on it says nothing.

    >>> round(realizable_delta(1000, 0.1, 100), 4)
    0.0454

    :Implements: thm-finite-class.
    """
    exponent = validate.number(eps, "eps", above=0, below=1) * validate.whole(m, "m", at_least=0)
    return math.exp(math.log(validate.whole(size, "size")) - exponent)


def uniform_convergence(size: int, eps: float, delta: float, *, width: float = 1.0) -> int:
    r"""Return how many examples make a sample ε-representative for a finite class.

    .. math:: m = \Bigl\lceil \frac{c^2}{2\varepsilon^2}
              \log\frac{2\lvert\mathcal H\rvert}\delta \Bigr\rceil,
              \qquad \text{the smallest } m \text{ with }
              2\lvert\mathcal H\rvert e^{-2m\varepsilon^2/c^2}\le\delta

    Parameters
    ----------
    size : int
        Number of hypotheses.
    eps : float
        Above 0, in the unit of the loss.
    width : float
        c, the length of an interval in which every loss lies.

    >>> uniform_convergence(1000, 0.1, 0.05)
    530

    :Implements: thm-finite-uc.
    """
    ratio = validate.number(eps, "eps", above=0) / validate.number(width, "width", above=0)
    return _how_many(_log_size(size, delta, times=2), 2 * ratio * ratio)


def uniform_accuracy(size: int, m: int, delta: float) -> float:
    r"""Return the ε for which m examples are ε-representative with probability 1 - δ.

    .. math:: \varepsilon = \sqrt{\frac{\log(2\lvert\mathcal H\rvert/\delta)}{2m}}

    >>> uniform_convergence(1000, uniform_accuracy(1000, 77, 0.05), 0.05)
    77

    :Implements: thm-finite-uc.
    """
    log_term = _log_size(size, delta, times=2)
    return math.sqrt(log_term / (2 * validate.whole(m, "m")))


def agnostic(size: int, eps: float, delta: float) -> int:
    r"""Return how many examples bring ERM within ε of the best hypothesis of a finite class.

    .. math:: m = \Bigl\lceil \frac2{\varepsilon^2}
              \log\frac{2\lvert\mathcal H\rvert}\delta \Bigr\rceil

    which is ``uniform_convergence`` at ε/2.

    Parameters
    ----------
    size : int
        Number of hypotheses.
    eps : float
        Above 0, for a loss in [0, 1].

    >>> agnostic(1000, 0.1, 0.05)
    2120

    :Implements: cor-finite-agnostic.
    """
    return uniform_convergence(size, validate.number(eps, "eps", above=0) / 2, delta)


def agnostic_accuracy(size: int, m: int, delta: float) -> float:
    r"""Return how far ERM is at most from the best of a finite class, with probability 1 - δ.

    .. math:: \varepsilon = \sqrt{\frac{2\log(2\lvert\mathcal H\rvert/\delta)}m}

    >>> agnostic(1000, agnostic_accuracy(1000, 300, 0.05), 0.05)
    300

    :Implements: cor-finite-agnostic, cor-estimation.
    """
    return 2 * uniform_accuracy(size, m, delta)
