r"""How many examples are enough for a finite class: the bounds, as whole numbers.

Each bound comes in three forms of one inequality between the size k of the class, the sample size
m, the accuracy ε and the confidence parameter δ: m from ε and δ, ε from m and δ, δ from m and ε.
A sample size is rounded up, to the smallest integer that satisfies the inequality (up to one part
in 10^15, so that the three forms are inverse to each other).

:Source: chapters 01-03.
"""

from __future__ import annotations

import math

from lecture_code.core.validate import in_unit_interval, positive, positive_integer

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
    return math.log(times * positive_integer(size, "size")) - math.log(
        in_unit_interval(delta, "delta")
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
    eps, delta : float
        In (0, 1).

    Returns
    -------
    int

    Examples
    --------
    >>> realizable(1000, 0.1, 0.05)
    100

    :Implements: thm-finite-class, cor-finite-pac.
    """
    return _how_many(_log_size(size, delta), in_unit_interval(eps, "eps"))


def realizable_accuracy(size: int, m: int, delta: float) -> float:
    r"""Return the accuracy that m examples promise if some hypothesis has risk 0.

    .. math:: \varepsilon = \frac1m\log\frac{\lvert\mathcal H\rvert}\delta

    Parameters
    ----------
    size, m : int
        At least 1.
    delta : float
        In (0, 1).

    Returns
    -------
    float
        From 1 on it promises nothing.

    Examples
    --------
    >>> realizable(1000, realizable_accuracy(1000, 250, 0.05), 0.05)
    250

    :Implements: thm-finite-class, cor-estimation.
    """
    return _log_size(size, delta) / positive_integer(m, "m")


def realizable_delta(size: int, eps: float, m: int) -> float:
    r"""Return the bound on the probability that ERM is worse than ε, some hypothesis having risk 0.

    .. math:: \delta = \lvert\mathcal H\rvert e^{-\varepsilon m}

    Parameters
    ----------
    size : int
        At least 1.
    eps : float
        In (0, 1).
    m : int
        At least 0.

    Returns
    -------
    float
        From 1 on it says nothing.

    Examples
    --------
    >>> round(realizable_delta(1000, 0.1, 100), 4)
    0.0454

    :Implements: thm-finite-class.
    """
    exponent = in_unit_interval(eps, "eps") * positive_integer(m, "m", least=0)
    return math.exp(math.log(positive_integer(size, "size")) - exponent)


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
    delta : float
        In (0, 1).
    width : float
        c, the length of an interval in which every loss lies.

    Returns
    -------
    int

    Examples
    --------
    >>> uniform_convergence(1000, 0.1, 0.05)
    530

    :Implements: thm-finite-uc.
    """
    ratio = positive(eps, "eps") / positive(width, "width")
    return _how_many(_log_size(size, delta, times=2), 2 * ratio * ratio)


def uniform_accuracy(size: int, m: int, delta: float) -> float:
    r"""Return the ε for which m examples are ε-representative with probability 1 - δ.

    .. math:: \varepsilon = \sqrt{\frac{\log(2\lvert\mathcal H\rvert/\delta)}{2m}}

    Parameters
    ----------
    size, m : int
        At least 1.
    delta : float
        In (0, 1).

    Returns
    -------
    float

    Examples
    --------
    >>> uniform_convergence(1000, uniform_accuracy(1000, 77, 0.05), 0.05)
    77

    :Implements: thm-finite-uc.
    """
    log_term = _log_size(size, delta, times=2)
    return math.sqrt(log_term / (2 * positive_integer(m, "m")))


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
    delta : float
        In (0, 1).

    Returns
    -------
    int

    Examples
    --------
    >>> agnostic(1000, 0.1, 0.05)
    2120

    :Implements: cor-finite-agnostic.
    """
    return uniform_convergence(size, positive(eps, "eps") / 2, delta)


def agnostic_accuracy(size: int, m: int, delta: float) -> float:
    r"""Return how far ERM is at most from the best of a finite class, with probability 1 - δ.

    .. math:: \varepsilon = \sqrt{\frac{2\log(2\lvert\mathcal H\rvert/\delta)}m}

    Parameters
    ----------
    size, m : int
        At least 1.
    delta : float
        In (0, 1).

    Returns
    -------
    float

    Examples
    --------
    >>> agnostic(1000, agnostic_accuracy(1000, 300, 0.05), 0.05)
    300

    :Implements: cor-finite-agnostic, cor-estimation.
    """
    return 2 * uniform_accuracy(size, m, delta)
