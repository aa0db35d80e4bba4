r"""Step sizes: schedules that change them on the way, and what a fixed one promises.

A *schedule* is a pair of pure functions, as an optimiser is: ``init()`` gives its memory, and
``update(value, memory)`` gives the step size of the next step and the new memory, where ``value``
is the objective at the vector from which that step is taken.  A schedule fixed in advance does
not look at the value.

On a quadratic with momentum :math:`\mu` a direction of curvature h is a recursion of order two,

.. math:: e_{t+1} = (1 + \mu - \eta h)\,e_t - \mu\,e_{t-1},

and its speed is the larger modulus of the two roots of
:math:`z^2 - (1 + \mu - \eta h)z + \mu`; without momentum it is :math:`|1 - \eta h|`.

:Source: chapter 10, schedules, smooth functions and momentum.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core.types import Array
from lecture_code.core.validate import (
    as_function,
    as_numbers,
    below_one,
    bounded,
    in_unit_interval,
    of_kind,
    positive,
    positive_integer,
)


@dataclass(frozen=True, slots=True, eq=False)
class Schedule:
    """A schedule: the pair of pure functions ``init`` and ``update``, and its name.

    Attributes
    ----------
    name : str
    init : callable
        ``init()`` gives the memory.
    update : callable
        ``update(value, memory)`` gives the step size and the new memory.

    Examples
    --------
    >>> constant(0.5)
    Schedule(name='constant')
    """

    name: str
    init: Callable[[], Any]
    update: Callable[[ArrayLike, Any], tuple[Any, Any]]

    def __repr__(self) -> str:
        return f"Schedule(name={self.name!r})"


def predefined(rate: Callable[[int], float], name: str = "predefined") -> Schedule:
    r"""Return the schedule whose step t has the size ``rate(t)``, for t from 1 on.

    Parameters
    ----------
    rate : callable
        The step size as a function of t.
    name : str
        Of the schedule.

    Returns
    -------
    Schedule

    Examples
    --------
    >>> step_sizes(predefined(lambda t: 2.0**-t), [9, 9, 9])
    array([0.5  , 0.25 , 0.125])

    :Implements: def-schedule.
    """
    as_function(rate, "rate")
    return Schedule(name, lambda: 0, lambda value, t: (rate(t + 1), t + 1))


def constant(eta: float) -> Schedule:
    r"""Return the schedule :math:`\eta_t = \eta`, with ``eta`` > 0.

    Parameters
    ----------
    eta : float
        Above 0.

    Returns
    -------
    Schedule

    Examples
    --------
    >>> step_sizes(constant(0.5), [3, 2, 1])
    array([0.5, 0.5, 0.5])

    :Implements: def-schedule.
    """
    eta = positive(eta, "eta")
    return predefined(lambda t: eta, "constant")


def inverse_root(eta: float) -> Schedule:
    r"""Return the schedule :math:`\eta_t = \eta/\sqrt t`, with ``eta`` > 0.

    Parameters
    ----------
    eta : float
        Above 0.

    Returns
    -------
    Schedule

    Examples
    --------
    >>> step_sizes(inverse_root(1.0), [0] * 4)[[0, 3]]
    array([1. , 0.5])

    :Implements: def-schedule.
    """
    eta = positive(eta, "eta")
    return predefined(lambda t: eta / t**0.5, "1/√t")


def inverse(eta: float) -> Schedule:
    r"""Return the schedule :math:`\eta_t = \eta/t`, with ``eta`` > 0.

    Parameters
    ----------
    eta : float
        Above 0.

    Returns
    -------
    Schedule

    Examples
    --------
    >>> step_sizes(inverse(1.0), [0] * 4)[[0, 1, 3]]
    array([1.  , 0.5 , 0.25])

    :Implements: def-schedule.
    """
    eta = positive(eta, "eta")
    return predefined(lambda t: eta / t, "1/t")


def plateau(
    eta: float, *, factor: float = 0.5, patience: int = 10, least: float = 1e-4
) -> Schedule:
    r"""Return the schedule that multiplies the step size by ``factor`` when improvement stalls.

    A value improves if it lies more than ``least`` below the best so far; after ``patience``
    values in a row that do not, the step size is cut and the counting starts again.  Values may be
    an array (R,), of R runs with a step size each.

    Parameters
    ----------
    eta : float
        Above 0, the step size at first.
    factor : float
        In (0, 1).
    patience : int
        At least 1.
    least : float
        At least 0, in units of the objective.

    Returns
    -------
    Schedule

    Examples
    --------
    >>> step_sizes(plateau(1.0, patience=2, least=0.1), [9.0, 8.0, 7.95, 7.99, 7.98, 7.0])
    array([1. , 1. , 1. , 0.5, 0.5, 0.5])

    :Implements: alg-plateau.
    """
    eta, factor = positive(eta, "eta"), in_unit_interval(factor, "factor")
    patience = positive_integer(patience, "patience")
    least = float(bounded(least, "least", 0))

    def update(value: ArrayLike, memory: tuple[Any, Any, Any]) -> tuple[Any, Any]:  # 2.
        eta, b, n = memory
        better = np.asarray(value) < b - least  # 2.1
        b, n = np.where(better, value, b), np.where(better, 0, n + 1)
        stalled = n == patience  # 2.2
        eta, n = np.where(stalled, factor * eta, eta), np.where(stalled, 0, n)
        return eta, (eta, b, n)  # 3. with this eta

    return Schedule("plateau", lambda: (eta, np.inf, 0), update)  # 1.


def step_sizes(schedule: Schedule, values: ArrayLike) -> Array:
    """Return the step sizes (T, ...) that a schedule gives to the values (T, ...) of a run.

    Parameters
    ----------
    schedule : Schedule
        Begun afresh.
    values : array (T, ...)
        The objective at each step.

    Returns
    -------
    array (T, ...)

    Examples
    --------
    >>> step_sizes(inverse(1.0), [5.0, 4.0])
    array([1. , 0.5])

    :Implements: def-schedule.
    """
    memory, sizes = of_kind(schedule, Schedule, "schedule").init(), []
    table = as_numbers(values, "values")
    if table.ndim < 1:
        raise ValueError(f"values must have shape (T,) or (T, R); got shape {table.shape}")
    for value in table:
        size, memory = schedule.update(value, memory)
        sizes.append(size)
    return np.array(sizes, dtype=np.float64)


def smooth_bound(beta: float, B: float, T: int) -> float:
    r"""Return :math:`\beta B^2/(2T)`, the bound for a convex and smooth function after T steps.

    Parameters
    ----------
    beta : float
        Above 0: smoothness.
    B : float
        Above 0: distance of the start from a minimiser.
    T : int
        At least 1.

    Returns
    -------
    float

    Examples
    --------
    >>> smooth_bound(4.0, 1.0, 10)
    0.2

    :Implements: thm-gd-smooth.
    """
    return positive(beta, "beta") * positive(B, "B") ** 2 / (2 * positive_integer(T, "T"))


def contraction(kappa: float, T: int) -> float:
    r"""Return :math:`(1 - 1/\kappa)^T`, by which the excess shrinks at least in T steps.

    Parameters
    ----------
    kappa : float
        At least 1: the condition number.
    T : int
        At least 0.

    Returns
    -------
    float

    Examples
    --------
    >>> contraction(2.0, 3)
    0.125

    :Implements: thm-gd-smooth-strong.
    """
    if positive(kappa, "kappa") < 1:
        raise ValueError(f"kappa must be at least 1; got {kappa!r}")
    return float((1 - 1 / kappa) ** positive_integer(T, "T", least=0))


def rate(eta: ArrayLike, h: ArrayLike, *, mu: ArrayLike = 0.0) -> Array:
    r"""Return the spectral radius of (heavy-ball) gradient descent along a curvature ``h``.

    .. math:: \max\{|z| : z^2 - (1 + \mu - \eta h)z + \mu = 0\}

    For mu = 0 this is :math:`|1 - \eta h|`.

    Parameters
    ----------
    eta, h, mu : arrays
        They fit each other, with 0 <= mu < 1.

    Returns
    -------
    array
        Of their common shape.

    Examples
    --------
    >>> rate(0.5, [1.0, 2.0, 5.0]).tolist()
    [0.5, 0.0, 1.5]
    >>> float(rate(1.0, 2.25, mu=0.25))
    0.5

    :Implements: prop-gd-quadratic, prop-momentum-quadratic.
    """
    mu, eta, h = as_numbers(mu, "mu"), as_numbers(eta, "eta"), as_numbers(h, "h")
    if not ((mu >= 0) & (mu < 1)).all():
        raise ValueError("mu must lie from 0 to below 1 everywhere")
    trace = 1 + mu - eta * h
    square = trace * trace - 4 * mu
    real = (np.abs(trace) + np.sqrt(np.maximum(square, 0))) / 2
    return np.asarray(np.where(square < 0, np.sqrt(mu), real))


def largest_step(beta: float, mu: float = 0.0) -> float:
    r"""Return :math:`2(1 + \mu)/\beta`: on a quadratic, convergence needs a step size below it.

    Parameters
    ----------
    beta : float
        Above 0.
    mu : float
        In [0, 1).

    Returns
    -------
    float

    Examples
    --------
    >>> round(largest_step(1.0, mu=0.9), 9)
    3.8

    :Implements: prop-momentum-quadratic.
    """
    return 2 * (1 + below_one(mu, "mu")) / positive(beta, "beta")


class Tuned(NamedTuple):
    """A step size, a momentum and the rate they have on the quadratics they are tuned for.

    Attributes
    ----------
    eta, mu, rate : float
    """

    eta: float
    mu: float
    rate: float


def _ends(lam: float, beta: float) -> tuple[float, float]:
    if not positive(lam, "lam") <= positive(beta, "beta"):
        raise ValueError(f"lam must be at most beta; got {lam!r} and {beta!r}")
    return float(lam), float(beta)


def best_step(lam: float, beta: float) -> Tuned:
    r"""Return the best step size :math:`2/(\lambda + \beta)` without momentum, and its rate.

    The rate is :math:`(\kappa - 1)/(\kappa + 1)`.

    Parameters
    ----------
    lam, beta : float
        The least and the largest curvature, 0 < ``lam`` <= ``beta``.

    Returns
    -------
    Tuned

    Examples
    --------
    >>> best_step(1.0, 9.0)
    Tuned(eta=0.2, mu=0.0, rate=0.8)

    :Implements: prop-gd-quadratic.
    """
    lam, beta = _ends(lam, beta)
    return Tuned(2 / (lam + beta), 0.0, (beta - lam) / (beta + lam))


def best_heavy_ball(lam: float, beta: float) -> Tuned:
    r"""Return the best step size and momentum for curvatures from ``lam`` to ``beta``.

    .. math:: \eta = \frac4{(\sqrt\beta + \sqrt\lambda)^2}, \qquad
              \sqrt\mu = \frac{\sqrt\kappa - 1}{\sqrt\kappa + 1} = \text{rate}

    Parameters
    ----------
    lam, beta : float
        The least and the largest curvature, 0 < ``lam`` <= ``beta``.

    Returns
    -------
    Tuned

    Examples
    --------
    >>> best_heavy_ball(1.0, 9.0)
    Tuned(eta=0.25, mu=0.25, rate=0.5)

    :Implements: thm-heavy-ball.
    :Source: chapter 10, momentum; B. T. Polyak, 1964.
    """
    lam, beta = _ends(lam, beta)
    low, high = lam**0.5, beta**0.5
    root = (high - low) / (high + low)
    return Tuned(4 / (high + low) ** 2, root * root, root)
