r"""Functions to minimise: quadratics and their rates, maxima of affine functions, losses.

**Quadratics** :math:`f(w) = \tfrac12\,(w - w^*)^\top A\,(w - w^*)`.  The least eigenvalue of A is
the modulus :math:`\lambda` of strong convexity, the largest the smoothness :math:`\beta`, and
:math:`\kappa = \beta/\lambda` the condition number.  With momentum :math:`\mu` the error along a
direction of curvature h follows :math:`e_{t+1} = (1 + \mu - \eta h)\,e_t - \mu\,e_{t-1}`, and its
speed is the larger modulus of the two roots of :math:`z^2 - (1 + \mu - \eta h)z + \mu`; without
momentum it is :math:`|1 - \eta h|`.

**Maxima of affine functions** :math:`f(w) = \max_i (\langle a_i, w \rangle + b_i)`.  A vector v is
a subgradient of f at w if :math:`f(u) \ge f(w) + \langle v, u - w \rangle` for all u; the slope of
any active piece is one.  The vector 0 is a subgradient exactly at the minima, which is how the
solver here proves its answer.

**Losses of the examples of a linear predictor**, with one of their subgradients for each example.

:Source: chapter 10.  R. T. Rockafellar, Convex Analysis (1970).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.records import Record, owned
from lecture_code.core.scale import lengths, power_of_two
from lecture_code.core.types import Array, Integers, Matrix, Points, Reals, Signs, Vector
from lecture_code.solvers.lp import Unbounded, maximise


@dataclass(frozen=True, slots=True, eq=False)
class Quadratic(Record):
    """A quadratic function of one vector (d,) or of many at once, (..., d)."""

    A: Array = field(repr=False)
    minimiser: Array
    #: The least eigenvalue of A, and the largest.
    lam: float
    beta: float

    def __call__(self, w: ArrayLike) -> Array:
        r"""Return :math:`f(w)` (...,) for vectors (..., d)."""
        gap = self._gap(w)
        return np.asarray(((gap @ self.A) * gap).sum(axis=-1) / 2)

    def gradient(self, w: ArrayLike, t: int = 0) -> Array:
        r"""Return :math:`\nabla f(w) = A(w - w^*)` (..., d); the step t does not matter."""
        return self._gap(w) @ self.A

    def _gap(self, w: ArrayLike) -> Array:
        return validate.array(w, "w", f"(..., {len(self.minimiser)})") - self.minimiser

    @property
    def condition(self) -> float:
        r"""The condition number :math:`\kappa = \beta/\lambda`."""
        return self.beta / self.lam


def quadratic(A: Matrix, minimiser: Vector | None = None) -> Quadratic:
    r"""Return the quadratic function of a positive definite ``A``, least at ``minimiser`` or 0.

    >>> f = quadratic([[2, 0], [0, 8]], [1, 0])
    >>> float(f([0, 1])), f.gradient([0, 1]).tolist(), f.condition
    (5.0, [-2.0, 8.0], 4.0)

    :Implements: def-condition.
    """
    matrix = validate.symmetric(A, "A")
    values = np.linalg.eigvalsh(matrix)
    if values[0] <= 1e-14 * values[-1]:
        raise ValueError(f"A must be positive definite; got the eigenvalue {values[0]:.3g}")
    d = len(matrix)
    centre = np.zeros(d) if minimiser is None else validate.vector(minimiser, d, "minimiser")
    return Quadratic(matrix, centre, float(values[0]), float(values[-1]))


def bowl(kappa: float, angle: float = 0.0) -> Quadratic:
    r"""Return the quadratic on the plane with eigenvalues 1 and ``kappa``, turned by ``angle``.

    The angle is in degrees: 0 is :math:`\frac12(w_1^2 + \kappa w_2^2)`.

    >>> bowl(9, 45).A.round(9).tolist()
    [[5.0, -4.0], [-4.0, 5.0]]

    :Implements: def-condition.
    """
    kappa = validate.number(kappa, "kappa", at_least=1, below=1e14)
    angle = validate.number(angle, "angle")
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    turn = np.array([[c, -s], [s, c]])
    return quadratic(turn @ np.diag([1.0, kappa]) @ turn.T)


@dataclass(frozen=True, slots=True, eq=False)
class MaxAffine(Record):
    r"""The convex function :math:`f(w) = \max_i (\langle a_i, w \rangle + b_i)`.

    >>> f = MaxAffine([[1.0], [-1.0]], [0.0, 0.0])  # |w|
    >>> f([[-2.0], [3.0]]), f.subgradient([-2.0]), f.lipschitz
    (array([2., 3.]), array([-1.]), 1.0)

    :Implements: prop-subgradient-rules.
    """

    #: The slopes, one per row.
    A: Array = field(repr=False)
    b: Array = field(repr=False)

    def __post_init__(self) -> None:
        A = validate.points(self.A, "A")
        object.__setattr__(self, "A", A)
        object.__setattr__(self, "b", validate.vector(self.b, len(A), "b"))
        Record.__post_init__(self)

    def __call__(self, w: ArrayLike) -> Array:
        """Return f(w), (...), for one vector or many, (..., d)."""
        return np.asarray(self._pieces(w).max(axis=-1))

    def subgradient(self, w: ArrayLike) -> Array:
        """Return the slope of the first active piece, ``(..., d)``."""
        return np.asarray(self.A[self._pieces(w).argmax(axis=-1)])

    def _pieces(self, w: ArrayLike) -> Array:
        return validate.array(w, "w", f"(..., {self.A.shape[1]})") @ self.A.T + self.b

    @property
    def lipschitz(self) -> float:
        """The length of the longest row of ``A``, which is a Lipschitz constant."""
        return float(lengths(self.A).max())


@dataclass(frozen=True, slots=True, eq=False)
class Minimum(Record):
    r"""A minimiser ``w``, the least ``value``, and the proof that no value is smaller.

    The ``weights`` are at least 0, sum to 1, and :math:`\sum_i \lambda_i a_i = 0`; so for all w
    :math:`f(w) \ge \sum_i \lambda_i (\langle a_i, w \rangle + b_i) = \sum_i \lambda_i b_i`, which
    is the value.
    """

    w: Array
    value: float
    #: The :math:`\lambda_i`, one for each piece.
    weights: Array = field(repr=False)


def minimise_max_affine(f: MaxAffine) -> Minimum:
    r"""Return a minimiser of a maximum of affine functions, proved by a linear program's dual.

    It raises ValueError if f is not bounded below, and RuntimeError if the proof does not hold.

    >>> minimise_max_affine(MaxAffine([[1.0], [-2.0]], [0.0, 3.0])).w
    array([1.])

    :Implements: prop-zero-subgradient.
    """
    n, d = f.A.shape
    size = power_of_two(np.abs(f.A).max()).item()
    try:  # the largest -t with t - <a_i, w> >= b_i
        best = maximise(np.r_[np.zeros(d), -1.0], np.c_[-f.A / size, np.ones(n)], f.b)
    except Unbounded as error:
        raise ValueError("f must be bounded below; it falls for ever along a ray") from error
    w, weights = best.w[:d] / size, best.multipliers
    return Minimum(w, float(f(w)), weights / weights.sum())


#: Maps vectors ``(..., d)`` and indices of examples ``(...)`` to subgradients ``(..., d)``.
Direction: TypeAlias = Callable[[Array, Integers], Array]


def hinge_direction(X: Points, y: Signs) -> Direction:
    r"""Return a subgradient of :math:`w \mapsto \max(0, 1 - y_i \langle w, x_i \rangle)`.

    .. math:: v(w, i) = -y_i x_i \text{ if } y_i \langle w, x_i \rangle < 1, \text{ else } 0.

    >>> hinge_direction([[2.0]], [1])(np.array([0.0]), np.array(0))
    array([-2.])

    :Implements: prop-subgradient-rules.
    """
    X, y = validate.sample(X, y)
    return partial(_hinge, y[:, None] * X)


def _hinge(Z: Array, w: Array, i: Integers) -> Array:
    z = Z[_indices(i, len(Z))]
    return np.where((w * z).sum(axis=-1, keepdims=True) < 1, -z, 0.0)


def absolute_direction(X: Points, y: Reals) -> Direction:
    r"""Return a subgradient of :math:`w \mapsto \lvert \langle w, x_i \rangle - y_i \rvert`.

    .. math:: v(w, i) = \operatorname{sign}(\langle w, x_i \rangle - y_i)\, x_i .

    >>> absolute_direction([[2.0]], [3.0])(np.array([0.0]), np.array(0))
    array([-2.])

    :Implements: prop-subgradient-rules.
    """
    X, y = validate.sample(X, y, None)
    return partial(_absolute, owned(X), owned(y))


def _absolute(X: Array, y: Array, w: Array, i: Integers) -> Array:
    i = _indices(i, len(X))
    residual = (w * X[i]).sum(axis=-1) - y[i]
    return np.asarray(np.sign(residual)[..., None] * X[i])


def _indices(i: Any, m: int) -> Integers:
    drawn: Integers = np.asarray(i)
    if drawn.dtype.kind not in "iu" or not ((drawn >= 0) & (drawn < m)).all():
        raise ValueError(f"i must hold draws, indices of examples from 0 to {m - 1}; got {i!r:.80}")
    return drawn


def rate(eta: ArrayLike, h: ArrayLike, *, mu: ArrayLike = 0.0) -> Array:
    r"""Return the spectral radius of (heavy-ball) gradient descent along a curvature ``h``.

    .. math:: \max\{|z| : z^2 - (1 + \mu - \eta h)z + \mu = 0\}

    For mu = 0 this is :math:`|1 - \eta h|`.  Arrays must fit each other, with 0 <= mu < 1.

    >>> rate(0.5, [1.0, 2.0, 5.0]).tolist()
    [0.5, 0.0, 1.5]
    >>> float(rate(1.0, 2.25, mu=0.25))
    0.5

    :Implements: prop-gd-quadratic, prop-momentum-quadratic.
    """
    mu, eta, h = validate.array(mu, "mu"), validate.array(eta, "eta"), validate.array(h, "h")
    if not ((mu >= 0) & (mu < 1)).all():
        raise ValueError("mu must lie from 0 to below 1 everywhere")
    trace = 1 + mu - eta * h
    square = trace * trace - 4 * mu
    real = (np.abs(trace) + np.sqrt(np.maximum(square, 0))) / 2
    return np.where(square < 0, np.sqrt(mu), real)


class Tuned(NamedTuple):
    """A step size and the rate it has on the quadratics it is tuned for."""

    eta: float
    rate: float


def best_step(lam: float, beta: float) -> Tuned:
    r"""Return the best step size :math:`2/(\lambda + \beta)` without momentum, and its rate.

    For curvatures from ``lam`` to ``beta`` the rate is :math:`(\kappa - 1)/(\kappa + 1)`.

    >>> best_step(1.0, 9.0)
    Tuned(eta=0.2, rate=0.8)

    :Implements: prop-gd-quadratic.
    """
    lam = validate.number(lam, "lam", above=0)
    beta = validate.number(beta, "beta", at_least=lam)
    return Tuned(2 / (lam + beta), (beta - lam) / (beta + lam))
