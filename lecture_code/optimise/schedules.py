r"""Step sizes: schedules that change them on the way.

A *schedule* is a memory to ``start`` with and a pure function: ``update(value, memory)`` gives the
step size of the next step and the new memory, where ``value`` is the objective at the vector from
which that step is taken.  A schedule fixed in advance does not look at the value.

:Source: chapter 10, schedules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.types import Array


@dataclass(frozen=True, slots=True, eq=False)
class Schedule:
    """A schedule: its name, its first memory, and its pure function ``update``.

    >>> constant(0.5)
    Schedule(name='constant')
    """

    name: str
    #: The memory before the first step.
    start: Any = field(repr=False)
    #: ``update(value, memory)`` gives the step size and the new memory.
    update: Callable[[ArrayLike, Any], tuple[Any, Any]] = field(repr=False)


def plateau(
    eta: float, *, factor: float = 0.5, patience: int = 10, least: float = 1e-4
) -> Schedule:
    r"""Return the schedule that multiplies the step size by ``factor`` when improvement stalls.

    A value improves if it lies more than ``least`` below the best so far; after ``patience``
    values in a row that do not, the step size is cut and the counting starts again.  Values may be
    an array (R,), of R runs with a step size each.

    >>> step_sizes(plateau(1.0, patience=2, least=0.1), [9.0, 8.0, 7.95, 7.99, 7.98, 7.0])
    array([1. , 1. , 1. , 0.5, 0.5, 0.5])

    :Implements: alg-plateau.
    """
    eta = validate.number(eta, "eta", above=0)
    factor = validate.number(factor, "factor", above=0, below=1)
    patience = validate.whole(patience, "patience")
    least = validate.number(least, "least", at_least=0)
    return Schedule("plateau", (eta, np.inf, 0), partial(_cut, factor, patience, least))  # 1.


def _cut(
    factor: float, patience: int, least: float, value: ArrayLike, memory: tuple[Any, Any, Any]
) -> tuple[Any, Any]:  # 2.
    eta, b, n = memory
    better = np.asarray(value) < b - least  # 2.1
    b, n = np.where(better, value, b), np.where(better, 0, n + 1)
    stalled = n == patience  # 2.2
    eta, n = np.where(stalled, factor * eta, eta), np.where(stalled, 0, n)
    return eta, (eta, b, n)  # 3. with this eta


def predefined(rate: Callable[[int], float], name: str = "predefined") -> Schedule:
    r"""Return the schedule whose step t has the size ``rate(t)``, for t from 1 on.

    >>> step_sizes(predefined(lambda t: 2.0**-t), [9, 9, 9])
    array([0.5  , 0.25 , 0.125])

    :Implements: def-schedule.
    """
    return Schedule(name, 0, partial(_next, rate))


def constant(eta: float) -> Schedule:
    r"""Return the schedule :math:`\eta_t = \eta`.

    >>> step_sizes(constant(0.5), [3, 2, 1])
    array([0.5, 0.5, 0.5])

    :Implements: def-schedule.
    """
    return _power(eta, 0, "constant")


def inverse_root(eta: float) -> Schedule:
    r"""Return the schedule :math:`\eta_t = \eta/\sqrt t`.

    >>> step_sizes(inverse_root(1.0), [0] * 4)[[0, 3]]
    array([1. , 0.5])

    :Implements: def-schedule.
    """
    return _power(eta, 0.5, "1/√t")


def inverse(eta: float) -> Schedule:
    r"""Return the schedule :math:`\eta_t = \eta/t`.

    >>> step_sizes(inverse(1.0), [0] * 4)[[0, 1, 3]]
    array([1.  , 0.5 , 0.25])

    :Implements: def-schedule.
    """
    return _power(eta, 1, "1/t")


def _power(eta: float, exponent: float, name: str) -> Schedule:
    return predefined(partial(_falling, validate.number(eta, "eta", above=0), exponent), name)


def _falling(eta: float, exponent: float, t: int) -> float:
    return float(eta / t**exponent)


def _next(rate: Callable[[int], float], value: ArrayLike, t: int) -> tuple[float, int]:
    return rate(t + 1), t + 1


def step_sizes(schedule: Schedule, values: ArrayLike) -> Array:
    """Return the step sizes (T, ...) that a schedule gives to the values (T, ...) of a run.

    >>> step_sizes(inverse(1.0), [5.0, 4.0])
    array([1. , 0.5])

    :Implements: def-schedule.
    """
    table = validate.array(values, "values")
    if not table.ndim:
        raise ValueError(f"values must have shape (T,) or (T, R); got the number {table:g}")
    memory, sizes = schedule.start, []
    for value in table:
        size, memory = schedule.update(value, memory)
        sizes.append(size)
    return np.array(sizes, dtype=np.float64)
