r"""Walking down: one loop for all optimisers, all schedules and many runs at once.

.. math:: w_t = \Pi\bigl(w_{t-1} - \eta_t\,\text{step}_t\bigr)

where the optimiser makes the step from the gradient at :math:`w_{t-1}`, the schedule (if there is
one) its factor :math:`\eta_t`, and :math:`\Pi` clips to a box (if there is one).
Source: chapter 10, smooth functions, momentum and adaptive methods.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.arguments import as_function, as_numbers, of_kind
from lecture_code.notation import Array, positive_integer
from lecture_code.optimisers import Optimiser
from lecture_code.schedules import Schedule


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """A walk of T steps: its last vector, the mean of those it started from, and all of them.

    ``w``: (d,) or (R, d), the last vector of each run; ``average``: the same shape, the mean of
    w_0, ..., w_{T-1}; ``trace``: (T + 1, ...) all vectors, or the first and the last only;
    ``rates``: (T,) or (T, R) the factors of the schedule.
    """

    w: Array = field(repr=False)
    average: Array = field(repr=False)
    trace: Array = field(repr=False)
    rates: Array = field(repr=False)


def descend(
    optimiser: Optimiser,
    gradient: Callable[[Array, int], Array],
    start: ArrayLike,
    steps: int,
    *,
    schedule: Schedule | None = None,
    value: Callable[[Array], Array] | None = None,
    box: tuple[ArrayLike, ArrayLike] | None = None,
    keep: bool = True,
) -> Path:
    r"""Return the path of ``steps`` steps from ``start``.

    ``gradient(w, t)``: the (stochastic) gradients, of the shape of w, at w for step t = 1, 2, ...;
    ``start``: (d,), or (R, d) for R runs at once; ``schedule``: multiplies the step by its rate;
    ``value(w)``: the objective, () or (R,), for a schedule that looks at it; ``box``: the lower
    and upper ends to which every coordinate is clipped; ``keep``: whether to keep the whole trace.
    Raises ValueError on bad input, OverflowError if the path leaves the range of floats.

    >>> from lecture_code.optimisers import sgd
    >>> path = descend(sgd(0.25), lambda w, t: 2 * w, [1.0, -4.0], 3)
    >>> path.trace.tolist()
    [[1.0, -4.0], [0.5, -2.0], [0.25, -1.0], [0.125, -0.5]]
    >>> descend(sgd(2.0), lambda w, t: 2 * w, [1.0], 2000)
    Traceback (most recent call last):
    OverflowError: the path must stay within the range of floats; after 646 steps of SGD it
    is not finite: the step size is too large

    Implements: def-schedule.
    Source: chapter 10, smooth functions.
    """
    steps = positive_integer(steps, "steps")
    of_kind(optimiser, Optimiser, "optimiser")
    as_function(gradient, "gradient")
    w = as_numbers(start, "start").copy()
    if w.ndim not in (1, 2) or w.size == 0:
        raise ValueError(f"start must be a finite array (d,) or (R, d); got shape {w.shape}")
    low, high = (np.asarray(end, dtype=np.float64) for end in box or (-np.inf, np.inf))
    if not ((low <= high).all() and (low <= w).all() and (w <= high).all()):
        raise ValueError("box must be (low, high) with low <= start <= high in each coordinate")
    total, trace, rates = np.zeros_like(w), [w], []
    memory = optimiser.init(w)
    state = schedule.init() if schedule else None
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        for t in range(1, steps + 1):
            total += w
            v = np.asarray(gradient(w, t), dtype=np.float64)
            if v.shape != w.shape:
                raise ValueError(f"gradient must return the shape {w.shape}; got {v.shape}")
            step, memory = optimiser.update(v, memory, t)
            if schedule:
                rate, state = schedule.update(value(w) if value else np.nan, state)
                rates.append(rate)
                step = np.asarray(rate)[..., None] * step
            w = w - step
            if box is not None:
                w = np.clip(w, low, high)
            if not np.isfinite(w).all():
                break
            if keep:
                trace.append(w)
    if not np.isfinite(w).all():
        raise OverflowError(
            f"the path must stay within the range of floats; after {t} steps of "
            f"{optimiser.name} it is not finite: the step size is too large"
        )
    kept = trace if keep else [trace[0], w]
    return Path(w, total / steps, np.array(kept), np.array(rates, dtype=np.float64))
