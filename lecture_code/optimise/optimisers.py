r"""Six ways to turn a gradient into a step, each a pair of pure functions, and the walk they make.

An *optimiser* is a pair ``(init, update)``: ``init(w)`` makes the memory with which a run from w
begins, and ``update(v, memory, t)`` turns the gradient v of step t = 1, 2, ... into the step and
the new memory.  The run is then

.. math:: w_t = w_{t-1} - \text{step}_t,

and :func:`descend` walks it.  All operations are entry by entry, so that an array (R, d) holds R
independent runs in dimension d.  The defaults, apart from some step sizes, and where the small
number :math:`\varepsilon` stands are those of PyTorch, so that a run can be compared with one
there.  In place of a sum or average s of squares its root is kept, which stays in the range of
floats.  ``mu`` and ``nu`` are in [0, 1), and ``eps`` is at least 0.

:Source: chapter 10, momentum and adaptive methods.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.records import Record, lent
from lecture_code.core.types import Array
from lecture_code.optimise.schedules import Schedule

# What an optimiser remembers: arrays of the shape of w.
Memory: TypeAlias = tuple[Array, ...]
# A step, and the new memory.
Update: TypeAlias = tuple[Array, Memory]


@dataclass(frozen=True, slots=True, eq=False)
class Optimiser:
    """An optimiser: its name, and its pure functions ``init`` and ``update``.

    >>> fixed_step(0.5)
    Optimiser(name='SGD')
    """

    name: str
    #: ``init(w)`` gives the memory.
    init: Callable[[Array], Memory] = field(repr=False)
    #: ``update(v, memory, t)`` gives the step and the new memory, and changes neither argument.
    update: Callable[[Array, Memory, int], Update] = field(repr=False)


def fixed_step(eta: float = 0.1) -> Optimiser:
    r"""Return the rule of plain (stochastic) gradient descent, :math:`w_t = w_{t-1} - \eta v_t`.

    >>> rule = fixed_step(0.5)
    >>> rule.update(np.array([2.0, -4.0]), rule.init(np.zeros(2)), 1)
    (array([ 1., -2.]), ())

    :Source: chapter 10, smooth functions.
    """
    eta = validate.number(eta, "eta", above=0)
    return Optimiser("SGD", partial(_zeros, 0), partial(_fixed_step, eta))


def _fixed_step(eta: float, v: Array, memory: Memory, t: int) -> Update:
    return eta * v, ()


def momentum(eta: float = 0.1, *, mu: float = 0.9) -> Optimiser:
    r"""Return gradient descent with momentum, Polyak's heavy ball.

    .. math:: p_t = \mu p_{t-1} + \eta v_t, \qquad w_t = w_{t-1} - p_t, \qquad p_0 = 0

    >>> rule = momentum(1.0, mu=0.5)
    >>> step, memory = rule.update(np.array([4.0]), rule.init(np.zeros(1)), 1)
    >>> rule.update(np.array([4.0]), memory, 2)[0]
    array([6.])

    :Implements: alg-momentum.
    :Source: B. T. Polyak, 1964.
    """
    eta, mu = validate.number(eta, "eta", above=0), validate.number(mu, "mu", at_least=0, below=1)
    return Optimiser("momentum", partial(_zeros, 1), partial(_momentum, eta, mu))  # 1.


def _momentum(eta: float, mu: float, v: Array, memory: Memory, t: int) -> Update:  # 2.
    (p,) = memory
    p = mu * p + eta * v  # 2.1
    return p, (p,)  # 2.2


def adagrad(eta: float = 0.1, *, eps: float = 1e-10) -> Optimiser:
    r"""Return Adagrad: each coordinate divided by the root of all its squared gradients.

    .. math:: s_t = s_{t-1} + v_t^2, \qquad
              w_t = w_{t-1} - \frac{\eta v_t}{\sqrt{s_t} + \varepsilon}, \qquad s_0 = 0

    A coordinate whose gradient is 0 does not move.

    >>> rule = adagrad(1.0, eps=0)
    >>> step, memory = rule.update(np.array([3.0, 0.0]), rule.init(np.zeros(2)), 1)
    >>> step, rule.update(np.array([4.0, 0.1]), memory, 2)[0]
    (array([1., 0.]), array([0.8, 1. ]))

    :Implements: alg-adagrad.
    :Source: J. Duchi, E. Hazan and Y. Singer, 2011.
    """
    eta, eps = validate.number(eta, "eta", above=0), validate.number(eps, "eps", at_least=0)
    return Optimiser("Adagrad", partial(_zeros, 1), partial(_adagrad, eta, eps))  # 1.


def _adagrad(eta: float, eps: float, v: Array, memory: Memory, t: int) -> Update:  # 2.
    (root,) = memory
    root = np.hypot(root, v)  # 2.1
    return _step(eta, v, root, eps), (root,)  # 2.2


def rmsprop(eta: float = 0.01, *, nu: float = 0.99, eps: float = 1e-8) -> Optimiser:
    r"""Return RMSprop: Adagrad with a moving average in place of the sum.

    .. math:: s_t = \nu s_{t-1} + (1 - \nu) v_t^2, \qquad
              w_t = w_{t-1} - \frac{\eta v_t}{\sqrt{s_t} + \varepsilon}, \qquad s_0 = 0

    >>> rule = rmsprop(1.0, nu=0.75, eps=0)
    >>> rule.update(np.array([3.0]), rule.init(np.zeros(1)), 1)
    (array([2.]), (array([1.5]),))

    :Implements: alg-rmsprop.
    :Source: T. Tieleman and G. Hinton, 2012.
    """
    eta, nu = validate.number(eta, "eta", above=0), validate.number(nu, "nu", at_least=0, below=1)
    eps = validate.number(eps, "eps", at_least=0)
    return Optimiser("RMSprop", partial(_zeros, 1), partial(_rmsprop, eta, nu, eps))


def _rmsprop(eta: float, nu: float, eps: float, v: Array, memory: Memory, t: int) -> Update:
    (root,) = memory
    root = _mean_root(nu, root, v)
    return _step(eta, v, root, eps), (root,)


def adadelta(eta: float = 1.0, *, nu: float = 0.9, eps: float = 1e-6) -> Optimiser:
    r"""Return Adadelta: RMSprop whose step size is the root mean square of its own past steps.

    .. math:: s_t = \nu s_{t-1} + (1 - \nu) v_t^2, \quad
              u_t = \frac{\sqrt{r_{t-1} + \varepsilon}}{\sqrt{s_t + \varepsilon}}\,v_t, \quad
              r_t = \nu r_{t-1} + (1 - \nu) u_t^2, \quad w_t = w_{t-1} - \eta u_t

    with :math:`s_0 = r_0 = 0`.  In the paper ``eta`` is 1; with ``eps`` = 0, which is refused, it
    would never begin to move.

    >>> rule = adadelta(nu=0.5, eps=1.0)
    >>> rule.update(np.array([4.0]), rule.init(np.zeros(1)), 1)[0].round(4)
    array([1.3333])

    :Implements: alg-adadelta.
    :Source: M. D. Zeiler, 2012.
    """
    eta, nu = validate.number(eta, "eta", above=0), validate.number(nu, "nu", at_least=0, below=1)
    eps = validate.number(eps, "eps", above=0)
    return Optimiser("Adadelta", partial(_zeros, 2), partial(_adadelta, eta, nu, eps))  # 1.


def _adadelta(eta: float, nu: float, eps: float, v: Array, memory: Memory, t: int) -> Update:  # 2.
    root_s, root_r = memory
    root_s = _mean_root(nu, root_s, v)  # 2.1
    u = np.hypot(root_r, eps**0.5) * (v / np.hypot(root_s, eps**0.5))  # 2.2
    root_r = _mean_root(nu, root_r, u)  # 2.3
    return eta * u, (root_s, root_r)  # 2.4


def adam(eta: float = 0.001, *, mu: float = 0.9, nu: float = 0.999, eps: float = 1e-8) -> Optimiser:
    r"""Return Adam: averages of the gradients and of their squares, both freed of their bias.

    .. math:: p_t = \mu p_{t-1} + (1 - \mu) v_t, \quad s_t = \nu s_{t-1} + (1 - \nu) v_t^2, \quad
              w_t = w_{t-1}
              - \eta\,\frac{p_t/(1 - \mu^t)}{\sqrt{s_t/(1 - \nu^t)} + \varepsilon}

    with :math:`p_0 = s_0 = 0`; ``mu`` and ``nu`` are the paper's beta_1 and beta_2.  ``eps`` must
    be above 0 if ``nu`` = 0 < ``mu``, where a step would divide by the last gradient alone.

    >>> rule = adam(0.1, eps=0)
    >>> rule.update(np.array([3.0, -0.002]), rule.init(np.zeros(2)), 1)[0].round(9)
    array([ 0.1, -0.1])

    :Implements: alg-adam, prop-adam-first-step.
    :Source: D. P. Kingma and J. Ba, 2015.
    """
    eta, eps = validate.number(eta, "eta", above=0), validate.number(eps, "eps", at_least=0)
    mu = validate.number(mu, "mu", at_least=0, below=1)
    nu = validate.number(nu, "nu", at_least=0, below=1)
    if mu > 0 and nu == 0 and eps == 0:
        raise ValueError(f"eps must be above 0 if nu is 0 and mu is not; got eps = 0, mu = {mu}")
    return Optimiser("Adam", partial(_zeros, 2), partial(_adam, eta, mu, nu, eps))  # 1.


def _adam(
    eta: float, mu: float, nu: float, eps: float, v: Array, memory: Memory, t: int
) -> Update:  # 2.
    p, root = memory
    p, root = mu * p + (1 - mu) * v, _mean_root(nu, root, v)  # 2.1
    p_hat, root_hat = p / (1 - mu**t), root / (1 - nu**t) ** 0.5  # 2.2
    return _step(eta, p_hat, root_hat, eps), (p, root)  # 2.3


def _zeros(n: int, w: Array) -> Memory:
    return tuple(np.zeros_like(w) for _ in range(n))


def _mean_root(nu: float, root: Array, v: Array) -> Array:
    """Return the root of nu s + (1 - nu) v², where s is the square of ``root``."""
    return np.asarray(np.hypot(nu**0.5 * root, (1 - nu) ** 0.5 * v))


def _step(eta: float, v: Array, root: Array, eps: float) -> Array:
    """Return eta v / (root + eps), and 0 where v is 0, whatever the root is there."""
    return np.asarray(eta * np.divide(v, root + eps, out=np.zeros_like(root), where=v != 0))


@dataclass(frozen=True, slots=True, eq=False)
class Path(Record):
    """A walk of T steps; the vectors are (d,), or (R, d) for R runs."""

    #: The last vector.
    last: Array = field(repr=False)
    #: The mean of w_0, ..., w_{T-1}.
    average: Array = field(repr=False)
    #: All vectors, ``(T + 1, ...)``, or the first and the last only.
    trace: Array = field(repr=False)
    #: The factors of the schedule, ``(T,)`` or ``(T, R)``, and ``(0,)`` without one.
    factors: Array = field(repr=False)


def descend(
    optimiser: Optimiser,
    gradient: Callable[[Array, int], Array],
    start: ArrayLike,
    *,
    T: int,
    schedule: Schedule | None = None,
    value: Callable[[Array], Array] | None = None,
    box: tuple[ArrayLike, ArrayLike] | None = None,
    keep: bool = True,
) -> Path:
    r"""Return the path of ``T`` steps from ``start``, (d,), or (R, d) for R runs at once.

    ``gradient(w, t)`` are the (stochastic) gradients at w for step t = 1, 2, ..., shaped as w.
    A ``schedule`` multiplies the steps by its step sizes; if it looks at the objective, that is
    ``value(w)``, () or (R,).  The ``box`` holds the lower and the upper ends to which every
    coordinate is clipped.  Without ``keep`` the trace is the first and the last vector.  It raises
    OverflowError if the path leaves the range of floats.

    >>> path = descend(fixed_step(0.25), lambda w, t: 2 * w, [1.0, -4.0], T=3)
    >>> path.trace.tolist()
    [[1.0, -4.0], [0.5, -2.0], [0.25, -1.0], [0.125, -0.5]]
    >>> descend(fixed_step(2.0), lambda w, t: 2 * w, [1.0], T=2000)
    Traceback (most recent call last):
    OverflowError: the path must stay within the range of floats; after 646 steps of SGD it
    is not finite: the step size is too large, or the gradient is not finite

    :Implements: def-schedule.
    """
    T, w = validate.whole(T, "T"), validate.array(start, "start", "(..., d)")
    low, high = (np.asarray(end, dtype=np.float64) for end in box or (-np.inf, np.inf))
    if not ((low <= high).all() and (low <= w).all() and (w <= high).all()):
        raise ValueError("box must be (low, high) with low <= start <= high in each coordinate")
    total, trace, factors = np.zeros_like(w), [w], []
    memory = optimiser.init(w)
    state = schedule.start if schedule else None
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        for t in range(1, T + 1):
            total += w
            v = np.asarray(gradient(lent(w), t), dtype=np.float64)
            if v.shape != w.shape:
                raise ValueError(f"gradient must return the shape {w.shape}; got {v.shape}")
            step, memory = optimiser.update(v, memory, t)
            if schedule:
                rate, state = schedule.update(value(lent(w)) if value else np.nan, state)
                factors.append(rate)
                step = np.asarray(rate)[..., None] * step
            w = w - step
            if box is not None:
                w = np.clip(w, low, high)
            if not np.isfinite(w).all():
                raise OverflowError(
                    f"the path must stay within the range of floats; after {t} steps of "
                    f"{optimiser.name} it is not finite: the step size is too large, or the "
                    "gradient is not finite"
                )
            if keep:
                trace.append(w)
    kept = trace if keep else [trace[0], w]
    return Path(w, total / T, np.array(kept), np.array(factors, dtype=np.float64))
