r"""Six ways to turn a gradient into a step, each a pair of pure functions, and the walk they make.

An *optimiser* is a pair ``(init, update)``: ``init(w)`` makes the memory with which a run from w
begins, and ``update(v, memory, t)`` turns the gradient v of step t = 1, 2, ... into the step and
the new memory.  The run is then

.. math:: w_t = w_{t-1} - \text{step}_t,

and :func:`descend` walks it.  All operations are entry by entry, so
that an array (R, d) holds R independent runs in dimension d.  The defaults, apart from some step
sizes, and where the small number :math:`\varepsilon` stands are those of PyTorch, so that a run can
be compared with one there.

:Source: chapter 10, momentum and adaptive methods.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.types import Array
from lecture_code.optimise.schedules import Schedule

Memory = tuple[Array, ...]  # what an optimiser remembers: arrays of the shape of w


@dataclass(frozen=True, slots=True, eq=False)
class Optimiser:
    """An optimiser: the pair of pure functions ``init`` and ``update``, and its name.

    >>> fixed_step(0.5)
    Optimiser(name='SGD')
    """

    name: str
    #: ``init(w)`` gives the memory.
    init: Callable[[Array], Memory]
    #: ``update(v, memory, t)`` gives the step and the new memory, and leaves both arguments as
    #: they were.
    update: Callable[[Array, Memory, int], tuple[Array, Memory]]

    def __repr__(self) -> str:
        return f"Optimiser(name={self.name!r})"


def _quotient(v: Array, root: Array) -> Array:
    """Return v / root, and 0 where v is 0, whatever the root is there."""
    return np.divide(v, root, out=np.zeros_like(root), where=v != 0)


def fixed_step(eta: float = 0.1) -> Optimiser:
    r"""Return the rule of plain (stochastic) gradient descent, :math:`w_t = w_{t-1} - \eta v_t`.

    It remembers nothing.

    Parameters
    ----------
    eta : float
        Above 0: the step size.

    >>> rule = fixed_step(0.5)
    >>> rule.update(np.array([2.0, -4.0]), rule.init(np.zeros(2)), 1)
    (array([ 1., -2.]), ())

    :Source: chapter 10, smooth functions.
    """
    eta = validate.number(eta, "eta", above=0)
    return Optimiser("SGD", lambda w: (), lambda v, memory, t: (eta * v, ()))


def momentum(eta: float = 0.1, *, mu: float = 0.9) -> Optimiser:
    r"""Return gradient descent with momentum, Polyak's heavy ball.

    .. math:: p_t = \mu p_{t-1} + \eta v_t, \qquad w_t = w_{t-1} - p_t, \qquad p_0 = 0

    Parameters
    ----------
    mu : float
        In [0, 1).

    >>> rule = momentum(1.0, mu=0.5)
    >>> step, memory = rule.update(np.array([4.0]), rule.init(np.zeros(1)), 1)
    >>> rule.update(np.array([4.0]), memory, 2)[0]
    array([6.])

    :Implements: alg-momentum.
    :Source: chapter 10, momentum; B. T. Polyak, 1964.
    """
    eta, mu = validate.number(eta, "eta", above=0), validate.number(mu, "mu", at_least=0, below=1)

    def update(v: Array, memory: Memory, t: int) -> tuple[Array, Memory]:  # 2.
        (p,) = memory
        p = mu * p + eta * v  # 2.1
        return p, (p,)  # 2.2

    return Optimiser("momentum", lambda w: (np.zeros_like(w),), update)  # 1.


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
    :Source: chapter 10, adaptive methods; J. Duchi, E. Hazan and Y. Singer, 2011.
    """
    eta, eps = validate.number(eta, "eta", above=0), validate.number(eps, "eps", at_least=0)

    def update(v: Array, memory: Memory, t: int) -> tuple[Array, Memory]:  # 2.
        (s,) = memory
        s = s + v * v  # 2.1
        return _quotient(eta * v, np.sqrt(s) + eps), (s,)  # 2.2

    return Optimiser("Adagrad", lambda w: (np.zeros_like(w),), update)  # 1.


def rmsprop(eta: float = 0.01, *, nu: float = 0.99, eps: float = 1e-8) -> Optimiser:
    r"""Return RMSprop: Adagrad with a moving average in place of the sum.

    .. math:: s_t = \nu s_{t-1} + (1 - \nu) v_t^2, \qquad
              w_t = w_{t-1} - \frac{\eta v_t}{\sqrt{s_t} + \varepsilon}, \qquad s_0 = 0

    Parameters
    ----------
    nu : float
        In [0, 1).

    >>> rule = rmsprop(1.0, nu=0.75, eps=0)
    >>> rule.update(np.array([3.0]), rule.init(np.zeros(1)), 1)
    (array([2.]), (array([2.25]),))

    :Implements: alg-rmsprop.
    :Source: chapter 10, adaptive methods; T. Tieleman and G. Hinton, 2012.
    """
    eta, nu, eps = (
        validate.number(eta, "eta", above=0),
        validate.number(nu, "nu", at_least=0, below=1),
        validate.number(eps, "eps", at_least=0),
    )

    def update(v: Array, memory: Memory, t: int) -> tuple[Array, Memory]:
        (s,) = memory
        s = nu * s + (1 - nu) * v * v
        return _quotient(eta * v, np.sqrt(s) + eps), (s,)

    return Optimiser("RMSprop", lambda w: (np.zeros_like(w),), update)


def adadelta(eta: float = 1.0, *, nu: float = 0.9, eps: float = 1e-6) -> Optimiser:
    r"""Return Adadelta: RMSprop whose step size is the root mean square of its own past steps.

    .. math:: s_t = \nu s_{t-1} + (1 - \nu) v_t^2, \quad
              u_t = \frac{\sqrt{r_{t-1} + \varepsilon}}{\sqrt{s_t + \varepsilon}}\,v_t, \quad
              r_t = \nu r_{t-1} + (1 - \nu) u_t^2, \quad w_t = w_{t-1} - \eta u_t

    with :math:`s_0 = r_0 = 0`.

    Parameters
    ----------
    eta : float
        Above 0, 1 in the paper.
    nu : float
        In [0, 1).
    eps : float
        Above 0: with 0 it would never begin to move.

    >>> rule = adadelta(nu=0.5, eps=1.0)
    >>> rule.update(np.array([4.0]), rule.init(np.zeros(1)), 1)[0].round(4)
    array([1.3333])

    :Implements: alg-adadelta.
    :Source: chapter 10, adaptive methods; M. D. Zeiler, 2012.
    """
    eta, nu, eps = (
        validate.number(eta, "eta", above=0),
        validate.number(nu, "nu", at_least=0, below=1),
        validate.number(eps, "eps", above=0),
    )

    def update(v: Array, memory: Memory, t: int) -> tuple[Array, Memory]:  # 2.
        s, r = memory
        s = nu * s + (1 - nu) * v * v  # 2.1
        u = np.sqrt(r + eps) / np.sqrt(s + eps) * v  # 2.2
        r = nu * r + (1 - nu) * u * u  # 2.3
        return eta * u, (s, r)  # 2.4

    return Optimiser("Adadelta", lambda w: (np.zeros_like(w), np.zeros_like(w)), update)  # 1.


def adam(eta: float = 0.001, *, mu: float = 0.9, nu: float = 0.999, eps: float = 1e-8) -> Optimiser:
    r"""Return Adam: averages of the gradients and of their squares, both freed of their bias.

    .. math:: p_t = \mu p_{t-1} + (1 - \mu) v_t, \quad s_t = \nu s_{t-1} + (1 - \nu) v_t^2, \quad
              w_t = w_{t-1}
              - \eta\,\frac{p_t/(1 - \mu^t)}{\sqrt{s_t/(1 - \nu^t)} + \varepsilon}

    with :math:`p_0 = s_0 = 0`.

    Parameters
    ----------
    mu, nu : float
        In [0, 1), the paper's beta_1 and beta_2.
    eps : float
        At least 0, and above 0 if ``nu`` = 0 < ``mu``, where a step would divide by the last
        gradient alone.

    >>> rule = adam(0.1, eps=0)
    >>> rule.update(np.array([3.0, -0.002]), rule.init(np.zeros(2)), 1)[0].round(9)
    array([ 0.1, -0.1])

    :Implements: alg-adam, prop-adam-first-step.
    :Source: chapter 10, adaptive methods; D. P. Kingma and J. Ba, 2015.
    """
    eta, eps = validate.number(eta, "eta", above=0), validate.number(eps, "eps", at_least=0)
    mu, nu = (
        validate.number(mu, "mu", at_least=0, below=1),
        validate.number(nu, "nu", at_least=0, below=1),
    )
    if mu > 0 and nu == 0 and eps == 0:
        raise ValueError(f"eps must be above 0 if nu is 0 and mu is not; got eps = 0, mu = {mu}")

    def update(v: Array, memory: Memory, t: int) -> tuple[Array, Memory]:  # 2.
        p, s = memory
        p, s = mu * p + (1 - mu) * v, nu * s + (1 - nu) * v * v  # 2.1
        p_hat, s_hat = p / (1 - mu**t), s / (1 - nu**t)  # 2.2
        return _quotient(eta * p_hat, np.sqrt(s_hat) + eps), (p, s)  # 2.3

    return Optimiser("Adam", lambda w: (np.zeros_like(w), np.zeros_like(w)), update)  # 1.


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """A walk of T steps: its last vector, the mean of those it started from, and all of them."""

    #: The last vector of each run, ``(d,) or (R, d)``.
    last: Array = field(repr=False)
    #: The mean of w_0, ..., w_{T-1}, ``(d,) or (R, d)``.
    average: Array = field(repr=False)
    #: All vectors, or the first and the last only, ``(T + 1, ...)``.
    trace: Array = field(repr=False)
    #: The factors of the schedule, (0,) without one, ``(T,) or (T, R)``.
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
    r"""Return the path of ``T`` steps from ``start``.

    Parameters
    ----------
    optimiser : Optimiser
        Turns the gradients into steps.
    gradient : callable
        ``gradient(w, t)`` are the (stochastic) gradients, of the shape of w, at w for step
        t = 1, 2, ...
    start : array (d,) or (R, d)
        (R, d) for R runs at once.
    schedule : Schedule or None
        Multiplies the step by its rate.
    value : callable or None
        ``value(w)`` is the objective, () or (R,), for a schedule that looks at it.
    box : pair or None
        The lower and upper ends to which every coordinate is clipped.
    keep : bool
        Whether to keep the whole trace.

    Raises
    ------
    OverflowError
        If the path leaves the range of floats.

    >>> path = descend(fixed_step(0.25), lambda w, t: 2 * w, [1.0, -4.0], T=3)
    >>> path.trace.tolist()
    [[1.0, -4.0], [0.5, -2.0], [0.25, -1.0], [0.125, -0.5]]
    >>> descend(fixed_step(2.0), lambda w, t: 2 * w, [1.0], T=2000)
    Traceback (most recent call last):
    OverflowError: the path must stay within the range of floats; after 646 steps of SGD it
    is not finite: the step size is too large, or the gradient is not finite

    :Implements: def-schedule.
    """
    T = validate.whole(T, "T")
    w = validate.array(start, "start").copy()
    if w.ndim not in (1, 2) or w.size == 0:
        raise ValueError(f"start must be a finite array (d,) or (R, d); got shape {w.shape}")
    low, high = (np.asarray(end, dtype=np.float64) for end in box or (-np.inf, np.inf))
    if not ((low <= high).all() and (low <= w).all() and (w <= high).all()):
        raise ValueError("box must be (low, high) with low <= start <= high in each coordinate")
    total, trace, factors = np.zeros_like(w), [w], []
    memory = optimiser.init(w)
    state = schedule.init() if schedule else None
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        for t in range(1, T + 1):
            total += w
            v = np.asarray(gradient(w, t), dtype=np.float64)
            if v.shape != w.shape:
                raise ValueError(f"gradient must return the shape {w.shape}; got {v.shape}")
            step, memory = optimiser.update(v, memory, t)
            if schedule:
                rate, state = schedule.update(value(w) if value else np.nan, state)
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
