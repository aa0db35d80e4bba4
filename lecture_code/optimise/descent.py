r"""Gradient descent: against the gradient, a subgradient, or a random one.

Gradient descent, the subgradient method and stochastic gradient descent repeat one line, with a
vector :math:`v_t` found at :math:`w_{t-1}`:

.. math:: w_t = w_{t-1} - \eta_t v_t .

**Theorem.**  If f is convex and :math:`\rho`-Lipschitz on all of space, :math:`v_t` is a
subgradient (or a random vector whose mean, given :math:`w_{t-1}`, is one, of length at most
:math:`\rho`), :math:`w_0 = 0` and :math:`\eta = B/(\rho\sqrt T)`, then the average of
:math:`w_0, \dots, w_{T-1}` is at most :math:`B\rho/\sqrt T` above the least value on the ball of
radius B (in the mean, if the vectors are random).

If f is smooth or strongly convex, other steps do better: the bounds below say by how much.

Many runs go side by side: a start of shape ``(n, d)`` makes n runs, so that all sequences of
examples can be enumerated at once.

:Source: chapter 10.  S. Lacoste-Julien, M. Schmidt and F. Bach, arXiv:1212.2002 (2012).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.records import Record, lent
from lecture_code.core.scale import lengths
from lecture_code.core.types import Array, Integers, Points, Vector
from lecture_code.optimise.problems import Direction

#: A step size: one number for all steps, or a function of the number t of the step.
Step: TypeAlias = float | Callable[[int], float]


def subgradient_method(
    subgradient: Callable[[Array], ArrayLike],
    start: ArrayLike,
    *,
    T: int,
    eta: Step,
    radius: float | None = None,
) -> DescentRun:
    r"""Take T steps against a subgradient; with gradients this is gradient descent.

    .. math:: w_t = w_{t-1} - \eta_t v_t, \qquad v_t \in \partial f(w_{t-1}),

    followed by a projection onto the ball of the given ``radius``, if any.  ``subgradient``
    maps ``(..., d)`` to ``(..., d)``.

    >>> run = subgradient_method(lambda w: 2 * (w - 1), [0.0], T=3, eta=0.25)  # (w - 1)²
    >>> run.trace[:, 0], run.average
    (array([0.   , 0.5  , 0.75 , 0.875]), array([0.41666667]))

    :Implements: alg-gd.
    """
    T, w0 = validate.whole(T, "T"), validate.array(start, "start", "(..., d)")
    etas = _step_sizes(eta, T)
    w, v = np.empty((T + 1, *w0.shape)), np.empty((T, *w0.shape))
    seen = lent(w)
    w[0] = _nearest(w0, radius)  # 1.
    for t, eta_t in enumerate(etas, start=1):  # 2.
        v_t = v[t - 1] = _as_direction(subgradient(seen[t - 1]), w0, t)
        w[t] = _nearest(w[t - 1] - eta_t * v_t, radius)
    return DescentRun(w, v, etas)  # 3. with its averages


def sgd(
    direction: Callable[[Array, Any], ArrayLike],
    draws: ArrayLike,
    start: Vector,
    *,
    eta: Step,
    radius: float | None = None,
) -> DescentRun:
    r"""Take a step against a random direction for each draw.

    .. math:: w_t = w_{t-1} - \eta_t v_t, \qquad v_t = v(w_{t-1}, z_t),

    followed by a projection onto the ball of the given ``radius``, if any.  ``draws`` holds
    one run a row, ``(..., T)``: indices of examples, or random numbers.  ``direction`` maps vectors
    ``(..., d)`` and one draw ``(...)`` for each to vectors ``(..., d)``.

    >>> pull = lambda w, i: np.sign(w - np.array([0.0, 4.0])[i][..., None])  # |w - z|, z = 0 or 4
    >>> sgd(pull, [[0, 0], [1, 1]], [1.0], eta=0.5).last
    array([[0.],
           [2.]])

    :Implements: alg-sgd.
    """
    validate.array(draws, "draws", "(..., T)")
    z, w0 = np.asarray(draws), validate.vector(start, name="start")
    T, w0 = z.shape[-1], np.broadcast_to(w0, (*z.shape[:-1], len(w0)))
    etas = _step_sizes(eta, T)
    w, v = np.empty((T + 1, *w0.shape)), np.empty((T, *w0.shape))
    seen = lent(w)
    w[0] = _nearest(w0, radius)  # 1.
    for t, eta_t in enumerate(etas, start=1):  # 2.
        v_t = v[t - 1] = _as_direction(direction(seen[t - 1], z[..., t - 1]), w0, t)
        w[t] = _nearest(w[t - 1] - eta_t * v_t, radius)
    return DescentRun(w, v, etas)  # 3. with its averages


def sgd_strong(
    direction: Direction,
    draws: ArrayLike,
    start: Vector,
    *,
    lam: float,
    steps: Literal["1/t", "2/(t+1)"] = "1/t",
) -> DescentRun:
    r"""Run stochastic gradient descent on :math:`\frac\lambda2\lVert w\rVert^2 + L_S(w)`.

    .. math:: w_t = w_{t-1} - \eta_t (\lambda w_{t-1} + v_t), \qquad
              \eta_t = \frac1{\lambda t} \text{ or } \frac2{\lambda(t+1)} .

    ``direction(w, i)`` is a subgradient of the loss of example i alone, and ``draws`` holds indices
    of examples, one run a row.  The first step keeps of ``start`` only its subgradient, the average
    its share.

    >>> from lecture_code.optimise.problems import hinge_direction
    >>> sgd_strong(hinge_direction([[1.0]], [1]), [0, 0, 0], [0.0], lam=0.5).trace[:, 0]
    array([0.        , 2.        , 1.        , 0.66666667])

    :Implements: alg-sgd-strong.
    """
    lam = validate.number(lam, "lam", above=0)
    if steps not in ("1/t", "2/(t+1)"):
        raise ValueError(f"steps must be '1/t' or '2/(t+1)'; got {steps!r:.80}")

    def slope(w: Array, i: Integers) -> Array:
        v = np.asarray(direction(w, i), dtype=np.float64)
        return lam * w + v if v.shape == w.shape else v  # which sgd refuses

    def eta(t: int) -> float:
        return 1 / (lam * t) if steps == "1/t" else 2 / (lam * (t + 1))

    return sgd(slope, draws, start, eta=eta)  # 1. to 3.


@dataclass(frozen=True, slots=True, eq=False)
class DescentRun(Record):
    r"""A finished descent: all its vectors, directions and step sizes.

    It is the linear predictor of its average: ``run(X)`` are the numbers
    :math:`\langle \bar w, x \rangle`.
    """

    #: :math:`w_0, \dots, w_T`, ``(T + 1, ..., d)``.
    trace: Array = field(repr=False)
    #: :math:`v_1, \dots, v_T`, ``(T, ..., d)``.
    directions: Array = field(repr=False)
    etas: Array = field(repr=False)

    def __call__(self, X: Points) -> Array:
        """Return the score of each row of ``X``."""
        return self.score(X)

    def score(self, X: Points) -> Array:
        r"""Return :math:`\langle \bar w, x \rangle` for each row of ``X``."""
        return np.asarray(self.average @ validate.points(X).T)

    @property
    def last(self) -> Array:
        """The vector after the last step, ``(..., d)``."""
        return np.asarray(self.trace[-1])

    @property
    def average(self) -> Array:
        r"""The mean of :math:`w_0, \dots, w_{T-1}`, ``(..., d)``."""
        return np.asarray(self.trace[:-1].mean(axis=0))

    @property
    def weighted(self) -> Array:
        r"""The weighted mean :math:`\frac2{T(T+1)} \sum_{t=1}^T t\,w_{t-1}`, ``(..., d)``."""
        weights = np.arange(1.0, len(self.trace))
        return np.asarray(np.tensordot(weights / weights.sum(), self.trace[:-1], axes=1))

    def suffix(self, k: int) -> Array:
        r"""Return the mean of the last k of :math:`w_0, \dots, w_{T-1}`, ``(..., d)``."""
        T = len(self.etas)
        k = validate.whole(k, "k", at_most=T)
        return np.asarray(self.trace[T - k : T].mean(axis=0))

    def best(self, f: Callable[[Array], Any]) -> Array:
        r"""Return the first of :math:`w_0, \dots, w_{T-1}` with the least value of ``f``.

        ``f`` maps ``(T, ..., d)`` to ``(T, ...)``.
        """
        at = np.asarray(f(self.trace[:-1])).argmin(axis=0)
        return np.asarray(np.take_along_axis(self.trace[:-1], at[None, ..., None], axis=0)[0])


def project(w: ArrayLike, radius: float) -> Array:
    r"""Return the point of the ball :math:`\lVert u \rVert \le B` nearest to each ``w``, (..., d).

    .. math:: P(w) = w \min\Bigl(1, \frac B{\lVert w \rVert}\Bigr).

    >>> project([[3.0, 4.0], [0.3, 0.4]], radius=1.0)
    array([[0.6, 0.8],
           [0.3, 0.4]])

    :Implements: def-projection.
    """
    w, B = validate.array(w, "w", "(..., d)"), validate.number(radius, "radius", above=0)
    length = lengths(w)[..., None]
    return np.asarray(w * (B / np.maximum(length, B)))


def strong_bound(rho: float, lam: float, T: int) -> float:
    r"""Return the bound for steps :math:`1/(\lambda t)` and the plain average.

    .. math:: \frac{2\rho^2}{\lambda T}(1 + \log T) .

    Each loss is :math:`\rho`-Lipschitz: for the soft SVM ρ is the largest
    :math:`\lVert x_i\rVert`.

    >>> strong_bound(1.0, 0.5, 1)
    4.0

    :Implements: thm-sgd-strong, thm-svm-sgd.
    """
    rho, lam = validate.number(rho, "rho", above=0), validate.number(lam, "lam", above=0)
    T = validate.whole(T, "T")
    bound = 2 * rho * (rho / (lam * T)) * (1 + math.log(T))
    return validate.number(bound, "the bound")


def contraction(kappa: float, T: int) -> float:
    r"""Return :math:`(1 - 1/\kappa)^T`, the factor by which the excess shrinks at least in T steps.

    ``kappa`` is the condition number, at least 1.

    >>> contraction(2.0, 3)
    0.125

    :Implements: thm-gd-smooth-strong.
    """
    kappa = validate.number(kappa, "kappa", at_least=1)
    return float((1 - 1 / kappa) ** validate.whole(T, "T", at_least=0))


def _as_direction(found: ArrayLike, w: Array, t: int) -> Array:
    """Return the direction that was found for step ``t``, finite and of the shape of ``w``."""
    v = found if type(found) is np.ndarray else validate.array(found, "direction")
    v = np.asarray(v, dtype=np.float64)
    if v.shape != w.shape or not np.isfinite(v).all():
        raise ValueError(
            f"the direction must be finite and of shape {w.shape}; "
            f"got shape {v.shape} in step {t}, or an entry that is not finite"
        )
    return v


def _step_sizes(eta: Step, T: int) -> Array:
    """Return the step sizes of steps 1, ..., T."""
    return np.array(
        [validate.number(eta(t) if callable(eta) else eta, "eta", above=0) for t in range(1, T + 1)]
    )


def _nearest(w: Array, radius: float | None) -> Array:
    """Return the nearest vector of the ball, or ``w`` itself if there is no ball."""
    return w if radius is None else project(w, radius)
