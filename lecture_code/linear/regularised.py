r"""Regularised loss minimisation: fit the sample, and pay for long weights.

The rule returns the minimiser of

.. math:: F_S(w) = \lambda\lVert w\rVert^2 + \frac1m\sum_{i=1}^m\varphi(\langle w,x_i\rangle, y_i) .

For a smooth convex φ Newton's method finds it, and strong convexity certifies it: the minimiser
lies within :math:`\lVert\nabla F_S(w)\rVert/(2\lambda)` of any w.  With φ = ½(s - y)² this is ridge
regression, one linear system.

**Regularised hinge losses on the line, exactly: the laboratory of chapter 09.**  With one weight
and losses :math:`\ell_j(w) = \max(0, b_j - a_jw)`, the derivative of

.. math:: F_c(w) = \lambda w^2 + \frac1m\sum_{j=1}^n c_j\max(0, b_j - a_jw)

is :math:`2\lambda w - s(w)`, where s is a falling step function: :math:`s_k/m` on the k-th of the
intervals between the kinks :math:`t_1\le t_2\le\dots`.  So the minimiser is where the rising
line crosses the stairs, :math:`w = \max_k\min\bigl(s_k/(2\lambda), t_k\bigr)`.  One formula solves
all count vectors c at once.

:Source: chapter 09, regularised loss minimisation and exact enumeration.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import LinAlgError, LinAlgWarning, solve
from scipy.special import expit

from lecture_code.core import validate
from lecture_code.core.predictors import LinearFunction
from lecture_code.core.types import Array, Points, Reals

STEPS = 200  # of Newton's method, far more than it needs
CERTIFIED = 1e-7  # distance to the minimiser, relative to 1 + |w|, above which we raise


@dataclass(frozen=True, slots=True, eq=False)
class SmoothLoss:
    r"""A convex loss φ(s, y) of a score with its first two derivatives in s.

    >>> SMOOTH["half squared"].value(np.array([3.0]), np.array([1.0]))
    array([2.])

    :Source: chapter 09, smooth losses.
    """

    name: str
    #: φ and its first two derivatives in s, as functions of s and y.
    value: Callable[[Array, Array], Array] = field(repr=False)
    #: φ and its first two derivatives in s, as functions of s and y.
    slope: Callable[[Array, Array], Array] = field(repr=False)
    #: φ and its first two derivatives in s, as functions of s and y.
    curvature: Callable[[Array, Array], Array] = field(repr=False)
    #: The largest second derivative; the loss of ⟨w, x⟩ is then β‖x‖²-smooth in w.
    beta: float


def _logistic_curvature(s: Array, y: Array) -> Array:
    p = expit(y * s)
    return np.asarray(y**2 * p * (1 - p))


#: Smooth losses by name.  The last two are for labels in {-1, +1}.
SMOOTH = {
    loss.name: loss
    for loss in (
        SmoothLoss(
            "half squared",
            lambda s, y: 0.5 * (s - y) ** 2,
            lambda s, y: s - y,
            lambda s, y: np.ones_like(s - y),
            1.0,
        ),
        SmoothLoss(
            "logistic",
            lambda s, y: np.logaddexp(0, -y * s),
            lambda s, y: -y * expit(-y * s),
            _logistic_curvature,
            0.25,
        ),
        SmoothLoss(
            "half squared hinge",
            lambda s, y: 0.5 * np.maximum(0, 1 - y * s) ** 2,
            lambda s, y: -y * np.maximum(0, 1 - y * s),
            lambda s, y: (y * s < 1) * y**2,
            1.0,
        ),
    )
}


@dataclass(frozen=True, slots=True, eq=False)
class RegularisedFit(LinearFunction):
    r"""The minimiser of a regularised risk, ``w``: (..., d), or many.

    The fit of a single sample is a predictor: it maps points (n, d) to scores (n,).

    >>> rlm([[1.0], [1.0]], [1.0, 3.0], lam=0.5, loss="half squared")(np.array([[2.0]]))
    array([2.])

    :Source: chapter 09, regularised loss minimisation.
    """

    #: ``(..., d)``.
    w: Array


def ridge_system(X: Points, y: Reals, *, lam: float) -> Array:
    r"""Return the ridge solution by its linear system.

    .. math:: (2\lambda m I + A)\,w = b, \qquad A = \sum_i x_ix_i^\top, \quad b = \sum_i y_ix_i

    It minimises :math:`\lambda\lVert w\rVert^2 + \frac1m\sum_i\frac12(\langle w,x_i\rangle-y_i)^2`.
    The same vector is ``ridge_path(X, y, [2 * lam * m])[0]``, which is safer for badly scaled data.

    Returns
    -------
    array (d,)

    Raises
    ------
    RuntimeError
        If the matrix is singular in floating point.

    >>> ridge_system([[1.0], [1.0]], [1.0, 3.0], lam=0.5)
    array([1.])

    :Implements: prop-ridge-system, def-ridge.
    """
    points, answers = validate.sample(X, y, None)
    m, d = points.shape
    matrix = (
        validate.number(2 * validate.number(lam, "lam", above=0) * m, "2 lam m", above=0)
        * np.eye(d)
        + points.T @ points
    )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", LinAlgWarning)
            w: Array = solve(matrix, points.T @ answers, assume_a="pos")  # type: ignore[no-untyped-call]
    except (LinAlgError, LinAlgWarning) as error:
        raise RuntimeError(f"lam = {lam:g} is lost in the rounding of the matrix A") from error
    return w


def rlm(X: ArrayLike, y: ArrayLike, *, lam: ArrayLike, loss: str = "logistic") -> RegularisedFit:
    r"""Return the regularised loss minimiser for a smooth loss.

    .. math:: \operatorname{argmin}_w\ \lambda\lVert w\rVert^2
              + \frac1m\sum_i\varphi(\langle w,x_i\rangle, y_i)

    Newton steps, halved until the objective falls enough.

    Parameters
    ----------
    X : array (..., m, d)
        One sample or a stack of samples that are solved together.
    y : array (..., m)
        Labels -1 and +1; real numbers for the loss "half squared".
    lam : float or array (...)
        Above 0, a number or one a sample.
    loss : str
        A name of ``SMOOTH``.

    Raises
    ------
    RuntimeError
        If the distance to the minimiser is not proved small.

    >>> rlm([[1.0], [1.0]], [1.0, -1.0], lam=0.1).w.round(6) + 0
    array([0.])

    :Implements: def-rlm, def-tikhonov.
    """
    if loss not in SMOOTH:
        raise ValueError(f"loss must be one of {', '.join(SMOOTH)}; got {loss!r}")
    points, answers = validate.array(X, "X"), validate.array(y, "y")
    if points.ndim < 2 or 0 in points.shape or answers.shape != points.shape[:-1]:
        raise ValueError(
            "X must be (..., m, d) and y (..., m), not empty; "
            f"got {points.shape} and {answers.shape}"
        )
    if loss != "half squared" and not np.isin(answers, (-1, 1)).all():
        raise ValueError(f"y must hold labels -1 and +1 for the {loss} loss; got others")
    lams = validate.array(lam, "lam")
    if not (lams > 0).all() or lams.shape not in ((), points.shape[:-2]):
        raise ValueError(f"lam must be above 0, one number or one a sample; got {lam!r:.80}")
    w, radius = _minimisers(points, answers, np.broadcast_to(lams, points.shape[:-2]), SMOOTH[loss])
    if not (radius <= CERTIFIED * (1 + np.linalg.norm(w, axis=-1))).all():
        raise RuntimeError(f"the minimiser was not reached: {radius.max():.1e} away")
    return RegularisedFit(w)


def _minimisers(X: Array, y: Array, lam: Array, loss: SmoothLoss) -> tuple[Array, Array]:
    """Return w (..., d) by Newton's method, and for each a bound on its distance (...) from w*."""
    m, d = X.shape[-2:]
    transposed = np.swapaxes(X, -1, -2)
    stiff = 2 * lam[..., None, None] * np.eye(d)

    def objective(w: Array) -> Array:
        fit = loss.value((X @ w[..., None])[..., 0], y).mean(axis=-1)
        return np.asarray(lam * (w * w).sum(axis=-1) + fit)

    def gradient(w: Array) -> Array:
        slope = loss.slope((X @ w[..., None])[..., 0], y)
        return np.asarray(2 * lam[..., None] * w + (transposed @ slope[..., None])[..., 0] / m)

    w = np.zeros((*X.shape[:-2], d))
    value, g = objective(w), gradient(w)
    best = np.linalg.norm(g, axis=-1)
    for _ in range(STEPS):
        curvature = loss.curvature((X @ w[..., None])[..., 0], y)
        hessian = stiff + transposed @ (curvature[..., None] * X) / m
        step = np.linalg.solve(hessian, g[..., None])[..., 0]
        new, trial = _first_fall(objective, w, value, step, (g * step).sum(axis=-1))
        slope = gradient(new)
        size = np.linalg.norm(slope, axis=-1)
        better = (size < best) | (trial < value)
        if not better.any():
            break
        w = np.where(better[..., None], new, w)
        g, value = np.where(better[..., None], slope, g), np.where(better, trial, value)
        best = np.where(better, size, best)
        if (best <= 1e-13 * 2 * lam).all():
            break
    return w, np.asarray(best / (2 * lam))


def _first_fall(
    objective: Callable[[Array], Array], w: Array, value: Array, step: Array, fall: Array
) -> tuple[Array, Array]:
    """Return the first of w - step, w - step / 2, ... that is low enough, and the objective there.

    Low enough is a fall by 1e-4 of what the slope, ``fall``, promises.
    """
    t = np.ones(value.shape)
    for _ in range(60):
        new = w - t[..., None] * step
        trial = objective(new)
        short = trial > value - 1e-4 * t * fall + 1e-15 * np.abs(value)
        if not short.any():
            break
        t = np.where(short, t / 2, t)
    return new, trial


ROUNDING = 1e-9  # of the slopes that certify the minimiser, relative to their size


def hinge_line(a: ArrayLike, b: ArrayLike, counts: ArrayLike, *, lam: float) -> Array:
    r"""Return the exact minimisers for many count vectors.

    .. math:: \operatorname{argmin}_w\ \lambda w^2 + \frac1m\sum_jc_j\max(0, b_j-a_jw),
              \qquad m=\sum_jc_j

    The answer is certified: the slopes of the objective left and right of it have the right signs.

    Parameters
    ----------
    a, b : array (n,)
        The losses of the atoms; the hinge loss of (x, y) has a = yx and b = 1.
    counts : array (N, n)
        At least 0, not all 0 in a row.

    Returns
    -------
    array (N,)

    Raises
    ------
    RuntimeError
        If the certificate fails.

    >>> hinge_line([1, -1], [1, 1], [[2, 0], [1, 1]], lam=1)
    array([0.5, 0. ])

    :Implements: def-rlm.
    """
    a = validate.vector(a, name="a")
    b = validate.vector(b, len(a), name="b")
    share, lam = _shares(counts, len(a)), validate.number(lam, "lam", above=0)
    validate.number(2 * lam, "2 lam", above=0)
    moving = np.flatnonzero(a)  # the other losses are constant
    moving = moving[np.argsort(b[moving] / a[moving])]
    kinks, weighted = b[moving] / a[moving], share[:, moving] * a[moving]
    # Left of all kinks the losses with a > 0 are at work; each kink switches one of them off, or
    # one with a < 0 on: in both cases the sum of their c_j a_j / m falls by c_j |a_j| / m.
    start = weighted[:, a[moving] > 0].sum(axis=1, keepdims=True)
    slopes = np.concatenate([start, start - np.cumsum(np.abs(weighted), axis=1)], axis=1)
    w: Array = np.minimum(slopes / (2 * lam), np.append(kinks, np.inf)).max(axis=1)
    _certify(w, kinks, slopes, lam)
    return w


def hinge_losses(w: ArrayLike, a: ArrayLike, b: ArrayLike) -> Array:
    r"""Return the loss of each weight on each atom, :math:`\max(0, b_j - a_jw)`.

    Parameters
    ----------
    a, b : array (n,)
        One number an atom.

    Returns
    -------
    array (..., n)

    >>> hinge_losses([0.0, 2.0], [1, -1], [1, 1])
    array([[1., 1.],
           [0., 3.]])

    :Source: chapter 09, exact enumeration.
    """
    a = validate.vector(a, name="a")
    b = validate.vector(b, len(a), name="b")
    losses: Array = np.maximum(0, b - a * validate.array(w, "w")[..., None])
    return losses


def _shares(counts: ArrayLike, n: int) -> Array:
    c = validate.points(counts, "counts")
    if c.shape[1] != n or (c < 0).any() or not c.sum(axis=1).all():
        raise ValueError(f"counts must be rows of {n} numbers >= 0, not all 0; got {c.shape}")
    share: Array = c / c.sum(axis=1, keepdims=True)
    return share


def _certify(w: Array, kinks: Array, slopes: Array, lam: float) -> None:
    """Raise unless 2 lam w lies between the slope right of w and the slope left of it."""
    near = ROUNDING * (1 + np.abs(w))
    rows = np.arange(len(w))
    left = slopes[rows, (kinks < (w - near)[:, None]).sum(axis=1)]
    right = slopes[rows, (kinks <= (w + near)[:, None]).sum(axis=1)]
    allowed = ROUNDING * (1 + np.abs(slopes).max(axis=1) + 2 * lam * np.abs(w)) + 2 * lam * near
    if not ((2 * lam * w <= left + allowed) & (2 * lam * w >= right - allowed)).all():
        raise RuntimeError("the minimiser on the line fails its certificate")
