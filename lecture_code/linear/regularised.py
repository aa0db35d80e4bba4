r"""Regularised loss minimisation: fit the sample, and pay for long weights.

The rule returns the minimiser of

.. math:: F_S(w) = \lambda\lVert w\rVert^2 + \frac1m\sum_{i=1}^m\varphi(\langle w,x_i\rangle, y_i) .

For a smooth convex φ Newton's method finds it, and strong convexity certifies it: the minimiser
lies within :math:`\lVert\nabla F_S(w)\rVert/(2\lambda)` of any w.  With φ = ½(s - y)² this is ridge
regression, one linear system.  With hinge losses on the line there is a formula, and it solves many
samples at once: the laboratory of chapter 09.

:Source: chapter 09, regularised loss minimisation and exact enumeration.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import LinAlgError, LinAlgWarning, solve

from lecture_code.core import validate
from lecture_code.core.predictors import LinearFunction
from lecture_code.core.scale import in_units, lengths
from lecture_code.core.types import Array, Points, Reals, Vector
from lecture_code.linear.smooth_losses import SMOOTH, SmoothLoss

STEPS = 200  # of Newton's method, far more than it needs
CERTIFIED = 1e-7  # distance to the minimiser, relative to |w|, above which we raise
ROUNDING = 1e-9  # of the slopes that certify the minimiser on the line, relative to their size


def rlm(X: ArrayLike, y: ArrayLike, *, lam: ArrayLike, loss: str = "logistic") -> RegularisedFit:
    r"""Return the regularised loss minimiser for a smooth loss, by Newton's method.

    .. math:: \operatorname{argmin}_w\ \lambda\lVert w\rVert^2
              + \frac1m\sum_i\varphi(\langle w,x_i\rangle, y_i)

    One sample, ``X`` (m, d) and ``y`` (m,), or a stack of samples that are solved together, with
    shapes (..., m, d) and (..., m), and one ``lam`` or one a sample, (...).  ``loss`` is a name of
    ``SMOOTH``; the labels are real numbers for "half squared", else signs.  Raises RuntimeError if
    the distance to the minimiser is not proved small.

    >>> rlm([[1.0], [1.0]], [1.0, 3.0], lam=0.5, loss="half squared")([[2.0]])
    array([2.])

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
        raise ValueError(f"lam must be above 0, one number or one per sample; got {lam!r:.80}")
    (points, size), (answers, tall) = in_units(points), in_units(answers)
    lams = validate.array(lams / size / size, "lam over the squared size of X", above=0)
    w = _minimisers(points, answers, np.broadcast_to(lams, points.shape[:-2]), SMOOTH[loss])
    return RegularisedFit(w / size * tall)


@dataclass(frozen=True, slots=True, eq=False)
class RegularisedFit(LinearFunction):
    """The minimiser ``w`` of a regularised risk, or of many: (..., d).

    The fit of a single sample is a predictor.
    """

    w: Array


def _minimisers(X: Array, y: Array, lam: Array, loss: SmoothLoss) -> Array:
    """Return w (..., d) by Newton's method, each proved to be near the minimiser."""
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
        if (best <= 1e-13 * 2 * lam * np.minimum(lengths(w), 1)).all():
            break
    long, radius = lengths(w), best / (2 * lam)
    if (radius <= CERTIFIED * long).all():
        return w
    mu = _bend(X, y, lam, loss, w, best)
    # Where the minimiser is 0, rounding leaves a tiny share of how far the losses could pull w.
    pull = (np.abs(loss.slope(np.zeros_like(y), y)) * lengths(X)).mean(axis=-1) / mu
    radius = best / mu
    if not ((radius <= CERTIFIED * long) | (radius + long <= CERTIFIED**2 * pull)).all():
        raise RuntimeError(f"the minimiser was not reached: {radius.max():.1e} away")
    return w


def _bend(X: Array, y: Array, lam: Array, loss: SmoothLoss, w: Array, slope: Array) -> Array:
    r"""Return a :math:`\mu` such that the minimiser lies within slope / :math:`\mu` of w, (...).

    In a ball of radius slope / :math:`\mu` around w the second derivative of F is at least
    :math:`\mu`.  That of a loss is smallest at an end of an interval.
    """
    scores, norms = (X @ w[..., None])[..., 0], lengths(X)
    transposed, eye = np.swapaxes(X, -1, -2), np.eye(X.shape[-1])

    def least(curvature: Array) -> Array:
        hessian = transposed @ (curvature[..., None] * X) / X.shape[-2]
        values = np.linalg.eigvalsh(hessian + 2 * lam[..., None, None] * eye)
        return np.maximum(values[..., 0] - 1e-14 * values[..., -1], 2 * lam)

    wide = 2 * slope / least(loss.curvature(scores, y))
    sway = wide[..., None] * norms
    ends = (loss.curvature(scores - sway, y), loss.curvature(scores + sway, y))
    mu = least(np.minimum(*ends))
    return np.where(slope <= mu * wide, mu, 2 * lam)


def _first_fall(
    objective: Callable[[Array], Array], w: Array, value: Array, step: Array, fall: Array
) -> tuple[Array, Array]:
    """Return the first of w - step, w - step / 2, ... that is low enough, and the objective there.

    Low enough is a fall by 1e-4 of what the slope, ``fall``, predicts.
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


def ridge_system(X: Points, y: Reals, *, lam: float) -> Array:
    r"""Return the ridge solution by its linear system.

    .. math:: (2\lambda m I + A)\,w = b, \qquad A = \sum_i x_ix_i^\top, \quad b = \sum_i y_ix_i

    It minimises :math:`\lambda\lVert w\rVert^2 + \frac1m\sum_i\frac12(\langle w,x_i\rangle-y_i)^2`.
    The same vector is ``ridge_path(X, y, [2 * lam * m])[0]``, which is safer for badly scaled data.
    Raises RuntimeError if the matrix is singular in floating point.

    >>> ridge_system([[1.0], [1.0]], [1.0, 3.0], lam=0.5)
    array([1.])

    :Implements: prop-ridge-system, def-ridge.
    """
    X, y = validate.sample(X, y, None)
    (m, d), lam = X.shape, validate.number(lam, "lam", above=0)
    X, size = in_units(X)
    pull = validate.number(2 * lam * m / size / size, "2 lam m over the squared size of X", above=0)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", LinAlgWarning)
            w: Array = solve(pull * np.eye(d) + X.T @ X, X.T @ y, assume_a="pos") / size  # type: ignore[no-untyped-call]
    except (LinAlgError, LinAlgWarning) as error:
        raise RuntimeError(f"lam = {lam:g} is lost in the rounding of the matrix A") from error
    return w


def hinge_line(a: Vector, b: Vector, counts: ArrayLike, *, lam: float) -> Array:
    r"""Return the exact minimisers on the line for many count vectors at once.

    .. math:: F_c(w) = \lambda w^2 + \frac1m\sum_jc_j\max(0, b_j-a_jw), \qquad m=\sum_jc_j

    The losses of the n atoms are given by ``a``, ``b``; the hinge loss of (x, y) has a = yx, b = 1.
    Each row of ``counts``, (N, n), is a sample, each entry of the answer, (N,), its minimiser.

    The derivative of F is :math:`2\lambda w - s(w)`, where s is a falling step function:
    :math:`s_k/m` on the k-th of the intervals between the kinks :math:`t_1\le t_2\le\dots`.  So
    the minimiser is where the rising line crosses the stairs,
    :math:`w = \max_k\min\bigl(s_k/(2\lambda m), t_k\bigr)`.  Raises RuntimeError unless the slopes
    of F left and right of the answer have the right signs.

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


def hinge_losses(w: ArrayLike, a: Vector, b: Vector) -> Array:
    r"""Return the loss of each weight, (...), on each atom, (n,): :math:`\max(0, b_j - a_jw)`.

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
    """Return the counts of each sample as shares of its size."""
    c = validate.points(counts, "counts")
    if c.shape[1] != n or (c < 0).any() or not c.sum(axis=1).all():
        raise ValueError(f"counts must be rows of {n} numbers >= 0, not all 0; got {c.shape}")
    share: Array = c / c.sum(axis=1, keepdims=True)
    return share


def _certify(w: Array, kinks: Array, slopes: Array, lam: float) -> None:
    """Raise unless 2 lam w lies between the slope right of w and the slope left of it."""
    near = ROUNDING * np.abs(w)
    rows = np.arange(len(w))
    left = slopes[rows, (kinks < (w - near)[:, None]).sum(axis=1)]
    right = slopes[rows, (kinks <= (w + near)[:, None]).sum(axis=1)]
    allowed = ROUNDING * (np.abs(slopes).max(axis=1) + 2 * lam * np.abs(w)) + 2 * lam * near
    if not ((2 * lam * w <= left + allowed) & (2 * lam * w >= right - allowed)).all():
        raise RuntimeError("the minimiser on the line fails its certificate")
