r"""Gradient descent: against the gradient, a subgradient, or a random one.

Gradient descent, the subgradient method and stochastic gradient descent repeat one line, with a
vector :math:`v_t` found at :math:`w_{t-1}`:

.. math:: w_t = w_{t-1} - \eta_t v_t .

**Theorem.**  If f is convex and :math:`\rho`-Lipschitz on all of space, :math:`v_t` is a
subgradient (or a random vector whose mean, given :math:`w_{t-1}`, is one, of length at most
:math:`\rho`), :math:`w_0 = 0` and :math:`\eta = B/(\rho\sqrt T)`, then the average of
:math:`w_0, \dots, w_{T-1}` is at most :math:`B\rho/\sqrt T` above the least value on the ball of
radius B (in the mean, if the vectors are random).

Many runs go side by side: a start of shape ``(n, d)`` makes n runs, so that all sequences of
examples can be enumerated at once.

A vector v is a subgradient of f at w if :math:`f(u) \ge f(w) + \langle v, u - w \rangle` for all u.
At a kink there are many; :func:`hinge_direction` and :func:`absolute_direction` return one for each
example of a linear predictor.

:Source: chapter 10.  R. T. Rockafellar, Convex Analysis (1970).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lecture_code.core.types import SIGNS, Array
from lecture_code.core.validate import (
    as_function,
    as_numbers,
    as_points,
    as_sample,
    positive,
    positive_integer,
)

#: A step size: one number for all steps, or a function of the number t of the step.
Step: TypeAlias = float | Callable[[int], float]


@dataclass(frozen=True, slots=True, eq=False)
class DescentRun:
    r"""What a descent leaves behind: all its vectors, directions and step sizes.

    The run is the linear predictor of its average: ``run(X)`` are the numbers
    :math:`\langle \bar w, x \rangle`.

    Attributes
    ----------
    trace : array (T + 1, ..., d)
        :math:`w_0, \dots, w_T`.
    directions : array (T, ..., d)
        :math:`v_1, \dots, v_T`.
    etas : array (T,)
    """

    trace: Array = field(repr=False)
    directions: Array = field(repr=False)
    etas: Array = field(repr=False)

    def __call__(self, X: ArrayLike) -> Array:
        """Return the score of each row of ``X``."""
        return self.score(X)

    def score(self, X: ArrayLike) -> Array:
        r"""Return :math:`\langle \bar w, x \rangle` for each row of ``X`` (m, d)."""
        return np.asarray(self.average @ as_points(X).T)

    @property
    def last(self) -> Array:
        """The vector after the last step, shape ``(..., d)``."""
        return np.asarray(self.trace[-1])

    @property
    def average(self) -> Array:
        r"""The mean of :math:`w_0, \dots, w_{T-1}`, shape ``(..., d)``."""
        return np.asarray(self.trace[:-1].mean(axis=0))

    @property
    def weighted(self) -> Array:
        r"""The weighted mean :math:`\frac2{T(T+1)} \sum_{t=1}^T t\,w_{t-1}`, shape ``(..., d)``."""
        weights = np.arange(1.0, len(self.trace))
        return np.asarray(np.tensordot(weights / weights.sum(), self.trace[:-1], axes=1))

    def suffix(self, k: int) -> Array:
        r"""Return the mean of the last k of :math:`w_0, \dots, w_{T-1}`: k terms, divided by k.

        Parameters
        ----------
        k : int
            The number of terms.

        Returns
        -------
        array (..., d)

        Raises
        ------
        ValueError
            Unless 1 <= k <= T.
        """
        T = len(self.etas)
        if positive_integer(k, "k") > T:
            raise ValueError(f"k must be at most the number of steps, {T}; got {k}")
        return np.asarray(self.trace[T - k : T].mean(axis=0))

    def best(self, f: Callable[[Array], Any]) -> Array:
        r"""Return the one of :math:`w_0, \dots, w_{T-1}` with the least value of ``f``.

        Of equal values the first counts.

        Parameters
        ----------
        f : callable
            Maps ``(T, ..., d)`` to ``(T, ...)``.

        Returns
        -------
        array (..., d)
        """
        at = np.asarray(f(self.trace[:-1])).argmin(axis=0)
        return np.asarray(np.take_along_axis(self.trace[:-1], at[None, ..., None], axis=0)[0])


def project(w: ArrayLike, radius: float) -> Array:
    r"""Return the point of the ball :math:`\lVert u \rVert \le B` nearest to ``w``.

    .. math:: P(w) = w \min\Bigl(1, \frac B{\lVert w \rVert}\Bigr).

    Parameters
    ----------
    w : array (..., d)
        One vector or many.
    radius : float
        B > 0.

    Returns
    -------
    array (..., d)

    Raises
    ------
    ValueError
        For another radius.

    Examples
    --------
    >>> project([[3.0, 4.0], [0.3, 0.4]], radius=1.0)
    array([[0.6, 0.8],
           [0.3, 0.4]])

    :Implements: def-projection.
    """
    w, B = as_numbers(w, "w"), positive(radius, "radius")
    if w.ndim < 1:
        raise ValueError(f"w must have shape (..., d); got shape {w.shape}")
    length = np.linalg.norm(w, axis=-1, keepdims=True)
    return np.asarray(w * (B / np.maximum(length, B)))


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

    followed by a projection on the ball of the given ``radius``, if there is one.

    Parameters
    ----------
    subgradient : callable
        Maps ``(..., d)`` to ``(..., d)``.
    start : array (..., d)
        :math:`w_0`.
    T : int
        At least 1.
    eta : float or callable
        Above 0: a number or a function of t = 1, ..., T.
    radius : float or None
        Of the ball, or None for no projection.

    Returns
    -------
    DescentRun

    Raises
    ------
    ValueError
        When a direction is not finite or of another shape.

    Examples
    --------
    >>> run = subgradient_method(lambda w: 2 * (w - 1), [0.0], T=3, eta=0.25)  # (w - 1)²
    >>> run.trace[:, 0], run.average
    (array([0.   , 0.5  , 0.75 , 0.875]), array([0.41666667]))

    :Implements: alg-gd.
    """
    T = positive_integer(T, "T")
    as_function(subgradient, "subgradient")
    w0, etas = _start(start), _step_sizes(eta, T)
    w, v = np.empty((T + 1, *w0.shape)), np.empty((T, *w0.shape))
    w[0] = _nearest(w0, radius)  # 1.
    for t, eta_t in enumerate(etas, start=1):  # 2.
        v_t = v[t - 1] = _as_direction(subgradient(w[t - 1]), w0, t)
        w[t] = _nearest(w[t - 1] - eta_t * v_t, radius)
    return DescentRun(w, v, etas)  # 3. with its averages


def sgd(
    direction: Callable[[Array, NDArray[Any]], ArrayLike],
    draws: ArrayLike,
    start: ArrayLike,
    *,
    eta: Step,
    radius: float | None = None,
) -> DescentRun:
    r"""Take a step against a random direction for each draw.

    .. math:: w_t = w_{t-1} - \eta_t v_t, \qquad v_t = v(w_{t-1}, z_t),

    followed by a projection on the ball of the given ``radius``, if there is one.

    Parameters
    ----------
    direction : callable
        Maps vectors ``(..., d)`` and one draw ``(...)`` for each to vectors ``(..., d)``.
    draws : array (..., T)
        One run a row: indices of examples, or random numbers.
    start : array (d,)
        :math:`w_0`.
    eta : float or callable
        Above 0: a number or a function of t.
    radius : float or None
        Of the ball, or None for no projection.

    Returns
    -------
    DescentRun

    Raises
    ------
    ValueError
        As :func:`subgradient_method`.

    Examples
    --------
    >>> pull = lambda w, i: np.sign(w - np.array([0.0, 4.0])[i][..., None])  # |w - z|, z = 0 or 4
    >>> sgd(pull, [[0, 0], [1, 1]], [1.0], eta=0.5).last
    array([[0.],
           [2.]])

    :Implements: alg-sgd.
    """
    as_function(direction, "direction")
    as_numbers(draws, "draws")
    z, w0 = np.asarray(draws), _start(start)
    if z.ndim < 1 or z.size == 0:
        raise ValueError(f"draws must have shape (..., T) with T >= 1; got shape {z.shape}")
    if w0.ndim != 1:
        raise ValueError(f"start must have shape (d,); got shape {w0.shape}")
    T, w0 = z.shape[-1], np.broadcast_to(w0, (*z.shape[:-1], len(w0)))
    etas = _step_sizes(eta, T)
    w, v = np.empty((T + 1, *w0.shape)), np.empty((T, *w0.shape))
    w[0] = _nearest(w0, radius)  # 1.
    for t, eta_t in enumerate(etas, start=1):  # 2.
        v_t = v[t - 1] = _as_direction(direction(w[t - 1], z[..., t - 1]), w0, t)
        w[t] = _nearest(w[t - 1] - eta_t * v_t, radius)
    return DescentRun(w, v, etas)  # 3. with its averages


def _as_direction(found: ArrayLike, w: Array, t: int) -> Array:
    """Return the direction that was found for step ``t``, finite and of the shape of ``w``."""
    v = np.asarray(found, dtype=np.float64)
    if v.shape != w.shape or not np.isfinite(v).all():
        raise ValueError(
            f"the direction must be finite and of shape {w.shape}; "
            f"got shape {v.shape} in step {t}, or no finite number"
        )
    return v


def _start(start: ArrayLike) -> Array:
    w = as_numbers(start, "start").copy()
    if w.ndim < 1 or w.size == 0:
        raise ValueError(f"start must be finite, of shape (..., d); got {start!r:.80}")
    return w


def _step_sizes(eta: Step, T: int) -> Array:
    """Return the step sizes of steps 1, ..., T."""
    return np.array([positive(eta(t) if callable(eta) else eta, "eta") for t in range(1, T + 1)])


def _nearest(w: Array, radius: float | None) -> Array:
    """Return the nearest vector of the ball, or ``w`` itself if there is no ball."""
    return w if radius is None else project(w, radius)


#: Maps vectors (..., d) and indices of examples (...) to subgradients (..., d).
Direction: TypeAlias = Callable[[Array, NDArray[Any]], Array]


def _indices(i: NDArray[Any], m: int) -> NDArray[Any]:
    i = np.asarray(i)
    if i.dtype.kind not in "iu" or (i.size and (i.min() < 0 or i.max() >= m)):
        raise ValueError(f"i must hold draws, indices of examples from 0 to {m - 1}; got {i!r:.80}")
    return i


def hinge_direction(X: ArrayLike, y: ArrayLike) -> Direction:
    r"""Return a subgradient of :math:`w \mapsto \max(0, 1 - y_i \langle w, x_i \rangle)`.

    .. math:: v(w, i) = -y_i x_i \text{ if } y_i \langle w, x_i \rangle < 1, \text{ else } 0.

    Parameters
    ----------
    X : array (m, d)
        The points :math:`x_i`.
    y : array (m,)
        Of -1 and +1.

    Returns
    -------
    callable
        Maps ``(..., d)`` and indices ``(...)`` to ``(..., d)``.

    Examples
    --------
    >>> hinge_direction([[2.0]], [1])(np.array([0.0]), np.array(0))
    array([-2.])

    :Implements: prop-subgradient-rules.
    """
    X, y = as_sample(X, y, SIGNS)
    Z = y[:, None] * X

    def direction(w: Array, i: NDArray[Any]) -> Array:
        z = Z[_indices(i, len(Z))]
        return np.asarray(np.where((w * z).sum(axis=-1, keepdims=True) < 1, -z, 0.0))

    return direction


def absolute_direction(X: ArrayLike, y: ArrayLike) -> Direction:
    r"""Return a subgradient of :math:`w \mapsto \lvert \langle w, x_i \rangle - y_i \rvert`.

    .. math:: v(w, i) = \operatorname{sign}(\langle w, x_i \rangle - y_i)\, x_i .

    Parameters
    ----------
    X : array (m, d)
        The points :math:`x_i`.
    y : array (m,)
        Real.

    Returns
    -------
    callable
        As for :func:`hinge_direction`.

    Examples
    --------
    >>> absolute_direction([[2.0]], [3.0])(np.array([0.0]), np.array(0))
    array([-2.])

    :Implements: prop-subgradient-rules.
    """
    X, y = as_sample(X, y, labels=None)

    def direction(w: Array, i: NDArray[Any]) -> Array:
        i = _indices(i, len(X))
        residual = (w * X[i]).sum(axis=-1) - y[i]
        return np.asarray(np.sign(residual)[..., None] * X[i])

    return direction
