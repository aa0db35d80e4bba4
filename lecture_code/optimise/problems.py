r"""Functions to descend: quadratics and how fast, maxima of affine functions, losses of examples.

**Quadratics, the speed of gradient descent on them, and the steps that make it greatest.**

.. math:: f(w) = \tfrac12\,(w - w^*)^\top A\,(w - w^*)

with A symmetric and positive definite.  The least eigenvalue of A is the modulus
:math:`\lambda` of strong convexity, the largest the smoothness :math:`\beta`, and
:math:`\kappa = \beta/\lambda` the condition number.

With momentum :math:`\mu` the way along a direction of curvature h is a recursion of order two,

.. math:: e_{t+1} = (1 + \mu - \eta h)\,e_t - \mu\,e_{t-1},

and its speed is the larger modulus of the two roots of
:math:`z^2 - (1 + \mu - \eta h)z + \mu`; without momentum it is :math:`|1 - \eta h|`.

**Maxima of affine functions, their subgradients, and their minima with a certificate.**

.. math:: f(w) = \max_i (\langle a_i, w \rangle + b_i) .

The slope of any active piece is a subgradient; the vector 0 is a subgradient exactly at the minima,
which is how the solver here proves its answer.

**Losses of the examples of a linear predictor.**  A vector v is a subgradient of f at w if
:math:`f(u) \ge f(w) + \langle v, u - w \rangle` for all u.  At a kink there are many;
:func:`hinge_direction` and :func:`absolute_direction` return one for each example.

:Source: chapter 10.  R. T. Rockafellar, Convex Analysis (1970).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lecture_code.core import validate
from lecture_code.core.types import SIGNS, Array, Reals, Signs
from lecture_code.solvers.lp import Unbounded, maximise


@dataclass(frozen=True, slots=True, eq=False)
class Quadratic:
    r"""A quadratic function of one vector (d,) or of many at once, (..., d)."""

    #: ``(d, d)``.
    A: Array = field(repr=False)
    #: ``(d,)``.
    minimiser: Array
    #: The least and the largest eigenvalue.
    lam: float
    #: The least and the largest eigenvalue.
    beta: float

    def __call__(self, w: ArrayLike) -> Array:
        r"""Return :math:`f(w)` (...,) for vectors (..., d)."""
        gap = validate.array(w, "w", f"(..., {len(self.minimiser)})") - self.minimiser
        return np.asarray(((gap @ self.A) * gap).sum(axis=-1) / 2)

    def gradient(self, w: ArrayLike, t: int = 0) -> Array:
        r"""Return :math:`\nabla f(w) = A(w - w^*)` (..., d); the step t does not matter."""
        return np.asarray(
            (validate.array(w, "w", f"(..., {len(self.minimiser)})") - self.minimiser) @ self.A
        )

    @property
    def condition(self) -> float:
        r"""Return the condition number :math:`\kappa = \beta/\lambda`."""
        return self.beta / self.lam


def quadratic(A: ArrayLike, minimiser: ArrayLike | None = None) -> Quadratic:
    r"""Return the quadratic function of the matrix ``A``, least at ``minimiser`` (0 unless given).

    Parameters
    ----------
    A : array (d, d)
        Symmetric and positive definite.
    minimiser : array (d,) or None
        None means 0.

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
    centre = np.zeros(d) if minimiser is None else validate.vector(minimiser, d, name="minimiser")
    return Quadratic(matrix.copy(), centre, float(values[0]), float(values[-1]))


def bowl(kappa: float, angle: float = 0.0) -> Quadratic:
    r"""Return the quadratic on the plane with eigenvalues 1 and ``kappa``, turned by ``angle``.

    Parameters
    ----------
    angle : float
        In degrees: 0 is :math:`\frac12(w_1^2 + \kappa w_2^2)`.

    >>> bowl(9).A.tolist()
    [[1.0, 0.0], [0.0, 9.0]]
    >>> bowl(9, 45).A.round(9).tolist()
    [[5.0, -4.0], [-4.0, 5.0]]

    :Implements: def-condition.
    """
    if not 1 <= validate.number(kappa, "kappa", above=0) < 1e14:
        raise ValueError(f"kappa must be at least 1 and below 1e14; got {kappa!r}")
    angle = validate.number(angle, "angle")
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    turn = np.array([[c, -s], [s, c]])
    return quadratic(turn @ np.diag([1.0, float(kappa)]) @ turn.T)


@dataclass(frozen=True, slots=True, eq=False)
class MaxAffine:
    r"""The convex function :math:`f(w) = \max_i (\langle a_i, w \rangle + b_i)`.

    ``f(w)`` maps ``(..., d)`` to ``(...)``.

    >>> f = MaxAffine([[1.0], [-1.0]], [0.0, 0.0])  # |w|
    >>> f([[-2.0], [3.0]]), f.subgradient([-2.0]), f.lipschitz
    (array([2., 3.]), array([-1.]), 1.0)

    :Implements: prop-subgradient-rules.
    """

    #: ``(n, d)``.
    A: Array = field(repr=False)
    #: ``(n,)``.
    b: Array = field(repr=False)

    def __post_init__(self) -> None:
        A = validate.points(self.A, "A")
        object.__setattr__(self, "A", A)
        object.__setattr__(self, "b", validate.vector(self.b, len(A), name="b"))

    def __call__(self, w: ArrayLike) -> Array:
        """Return f(w), (...), for one vector or many, (..., d)."""
        return np.asarray(
            (validate.array(w, "w", f"(..., {self.A.shape[1]})") @ self.A.T + self.b).max(axis=-1)
        )

    def subgradient(self, w: ArrayLike) -> Array:
        """Return the slope of the first active piece, ``(..., d)``."""
        return np.asarray(
            self.A[
                (validate.array(w, "w", f"(..., {self.A.shape[1]})") @ self.A.T + self.b).argmax(
                    axis=-1
                )
            ]
        )

    @property
    def lipschitz(self) -> float:
        """The length of the longest row of ``A``, which is a Lipschitz constant."""
        return float(np.linalg.norm(self.A, axis=1).max())


@dataclass(frozen=True, slots=True, eq=False)
class Minimum:
    r"""A minimiser ``w``, the least ``value``, and the proof that there is none below.

    The ``weights`` are at least 0, sum to 1, and :math:`\sum_i \lambda_i a_i = 0`; so for all w
    :math:`f(w) \ge \sum_i \lambda_i (\langle a_i, w \rangle + b_i) = \sum_i \lambda_i b_i`, which
    is the value.
    """

    #: ``(d,)``.
    w: Array
    value: float
    #: The :math:`\lambda_i`, ``(n,)``.
    weights: Array = field(repr=False)


def minimise_max_affine(f: MaxAffine) -> Minimum:
    r"""Return a minimiser of a maximum of affine functions, proved by a linear program's dual.

    Parameters
    ----------
    f : MaxAffine
        Bounded below.

    Raises
    ------
    ValueError
        If f is not bounded below.
    RuntimeError
        If the proof does not hold.

    >>> minimise_max_affine(MaxAffine([[1.0], [-2.0]], [0.0, 3.0])).w
    array([1.])

    :Implements: prop-zero-subgradient.
    """
    n, d = f.A.shape
    try:  # the largest -t with t - <a_i, w> >= b_i
        best = maximise(np.r_[np.zeros(d), -1.0], np.c_[-f.A, np.ones(n)], f.b)
    except Unbounded as error:
        raise ValueError("f must be bounded below; it falls for ever along a ray") from error
    w, weights = best.w[:d], best.multipliers
    return Minimum(w, float(f(w)), weights / weights.sum())


#: Maps vectors (..., d) and indices of examples (...) to subgradients (..., d).
Direction: TypeAlias = Callable[[Array, NDArray[Any]], Array]


def _indices(i: NDArray[Any], m: int) -> NDArray[Any]:
    i = np.asarray(i)
    if i.dtype.kind not in "iu" or (i.size and (i.min() < 0 or i.max() >= m)):
        raise ValueError(f"i must hold draws, indices of examples from 0 to {m - 1}; got {i!r:.80}")
    return i


def hinge_direction(X: ArrayLike, y: Signs) -> Direction:
    r"""Return a subgradient of :math:`w \mapsto \max(0, 1 - y_i \langle w, x_i \rangle)`.

    .. math:: v(w, i) = -y_i x_i \text{ if } y_i \langle w, x_i \rangle < 1, \text{ else } 0.

    Parameters
    ----------
    X : array (m, d)
        The points :math:`x_i`.

    Returns
    -------
    callable
        Maps ``(..., d)`` and indices ``(...)`` to ``(..., d)``.

    >>> hinge_direction([[2.0]], [1])(np.array([0.0]), np.array(0))
    array([-2.])

    :Implements: prop-subgradient-rules.
    """
    X, y = validate.sample(X, y, SIGNS)
    Z = y[:, None] * X

    def direction(w: Array, i: NDArray[Any]) -> Array:
        z = Z[_indices(i, len(Z))]
        return np.asarray(np.where((w * z).sum(axis=-1, keepdims=True) < 1, -z, 0.0))

    return direction


def absolute_direction(X: ArrayLike, y: Reals) -> Direction:
    r"""Return a subgradient of :math:`w \mapsto \lvert \langle w, x_i \rangle - y_i \rvert`.

    .. math:: v(w, i) = \operatorname{sign}(\langle w, x_i \rangle - y_i)\, x_i .

    Parameters
    ----------
    X : array (m, d)
        The points :math:`x_i`.

    Returns
    -------
    callable
        As for :func:`hinge_direction`.

    >>> absolute_direction([[2.0]], [3.0])(np.array([0.0]), np.array(0))
    array([-2.])

    :Implements: prop-subgradient-rules.
    """
    X, y = validate.sample(X, y, allowed=None)

    def direction(w: Array, i: NDArray[Any]) -> Array:
        i = _indices(i, len(X))
        residual = (w * X[i]).sum(axis=-1) - y[i]
        return np.asarray(np.sign(residual)[..., None] * X[i])

    return direction


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
    return np.asarray(np.where(square < 0, np.sqrt(mu), real))


def largest_step(beta: float, mu: float = 0.0) -> float:
    r"""Return :math:`2(1 + \mu)/\beta`: on a quadratic, convergence needs a step size below it.

    Parameters
    ----------
    mu : float
        In [0, 1).

    >>> round(largest_step(1.0, mu=0.9), 9)
    3.8

    :Implements: prop-momentum-quadratic.
    """
    return (
        2
        * (1 + validate.number(mu, "mu", at_least=0, below=1))
        / validate.number(beta, "beta", above=0)
    )


class Tuned(NamedTuple):
    """A step size, a momentum and the rate they have on the quadratics they are tuned for."""

    eta: float
    mu: float
    rate: float


def _ends(lam: float, beta: float) -> tuple[float, float]:
    if not validate.number(lam, "lam", above=0) <= validate.number(beta, "beta", above=0):
        raise ValueError(f"lam must be at most beta; got {lam!r} and {beta!r}")
    return float(lam), float(beta)


def best_step(lam: float, beta: float) -> Tuned:
    r"""Return the best step size :math:`2/(\lambda + \beta)` without momentum, and its rate.

    The rate is :math:`(\kappa - 1)/(\kappa + 1)`.

    Parameters
    ----------
    lam, beta : float
        The least and the largest curvature, 0 < ``lam`` <= ``beta``.

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

    >>> best_heavy_ball(1.0, 9.0)
    Tuned(eta=0.25, mu=0.25, rate=0.5)

    :Implements: thm-heavy-ball.
    :Source: chapter 10, momentum; B. T. Polyak, 1964.
    """
    lam, beta = _ends(lam, beta)
    low, high = lam**0.5, beta**0.5
    root = (high - low) / (high + low)
    return Tuned(4 / (high + low) ** 2, root * root, root)
