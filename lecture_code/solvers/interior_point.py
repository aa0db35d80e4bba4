r"""The soft margin problem by an interior point method, with the proof of its answer.

.. math:: \min_{w, b}\ \lambda\lVert w\rVert^2
          + \frac1m\sum_{i=1}^m\max\{0,\ 1-y_i(\langle w,x_i\rangle+b)\}

The dual problem has a box,

.. math:: \max_{0\le\alpha_i\le 1/m}\ \sum_i\alpha_i - \frac1{4\lambda}
          \Bigl\lVert\sum_i\alpha_iy_ix_i\Bigr\rVert^2,

with :math:`\sum_i\alpha_iy_i=0` if there is a bias.  A predictor-corrector interior-point method
solves both at once, one Cholesky factorisation of a d x d matrix a step; the answer is accepted
when primal and dual value, computed afresh, agree to a relative 1e-9.

:Source: S. Mehrotra, On the implementation of a primal-dual interior point method, SIAM Journal on
    Optimization 2 (1992).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotrs  # type: ignore[attr-defined]

from lecture_code.core import validate
from lecture_code.core.losses import best_biases, hinge
from lecture_code.core.scale import power_of_two
from lecture_code.core.types import Array

TOLERANCE = 1e-9  # relative duality gap of every answer
AIM, STEPS = 1e-13, 120  # relative gap at which the iteration stops, and its longest run
PATIENCE = 8  # steps without progress
NEAR = (1e-7, 1e-5)  # multipliers this close to an end of the box, as a share, are put there
NEARER = (1e-13, 1e-11, 1e-9)  # for a tiny lam also multipliers as small as these count


class SoftMargin(NamedTuple):
    """A minimiser and its proof: the dual value of ``alpha`` is ``objective`` minus ``gap``."""

    w: Array
    b: float
    objective: float
    gap: float
    slack: Array
    alpha: Array
    #: The first and the last bias that are optimal for ``w``; ``b`` is their middle.
    interval: tuple[float, float]


def soft_margin(X: Array, y: Array, lam: float, bias: bool) -> SoftMargin:
    """Return a minimiser of the soft margin problem, with a duality gap of at most a relative 1e-9.

    With a ``bias`` both labels must occur.  Raises RuntimeError if primal and dual do not meet, and
    ValueError if ``lam`` is too small or too large for the range of floats.
    """
    m, d = X.shape
    centre = X.mean(axis=0) if bias else np.zeros(d)  # a shift changes b only
    size = power_of_two(np.abs(X - centre).max(keepdims=True)).item()
    points = (X - centre) / size
    C = validate.number(size / (2 * lam * m) * size, "the squared size of X over 2 lam m", above=0)

    def dual_at(a: Array, near: float) -> tuple[float, Array, Array]:
        alpha = _into_box(a * 2 * lam * m / size**2, y, bias, near) / m
        v = (alpha * y) @ points * size  # the sum of alpha_i y_i x_i
        return float(alpha.sum() - v @ v / (4 * lam)), alpha, v

    def primal_at(w: Array) -> tuple[float, Array, tuple[float, float], Array]:
        scores = points @ w
        ends = best_biases(scores, y) if bias else (0.0, 0.0)
        slack = hinge(scores + sum(ends) / 2, y)
        return lam * float(w @ w) / size**2 + float(slack.mean()), w, ends, slack

    best, last = _interior_point(points, y, C, bias)
    duals = [(0.0, np.zeros(m), np.zeros(d))]  # alpha = 0 is feasible
    primals: list[tuple[float, Array, tuple[float, float], Array]] = []
    for (u, a), nears in ((best, NEAR), (best, NEARER), (last, NEARER)):
        duals += [dual_at(a, near) for near in nears]
        dual, alpha, v = max(duals, key=lambda found: found[0])
        # Two candidates: the iteration's w, and the one that the multipliers stand for.
        primals += [primal_at(u), primal_at(v * size / (2 * lam))]
        objective, w, (low, high), slack = min(primals, key=lambda found: found[0])
        gap = objective - dual
        if gap <= TOLERANCE * objective:
            break
    if not gap <= TOLERANCE * objective:
        raise RuntimeError(f"the soft SVM was not reached: gap {gap:.1e} of {objective:.3g}")
    b = (low + high) / 2
    shift = float(centre @ w) / size
    ends = (low - shift, high - shift)
    return SoftMargin(w / size, b - shift, objective, max(gap, 0.0), slack, alpha, ends)


def _into_box(share: Array, y: Array, bias: bool, near: float) -> Array:
    """Return multipliers in units of 1/m, put into [0, 1]; with a bias, both labels weigh alike."""
    low = near * float(share.max())  # for a tiny lam all of them are tiny
    share = np.where(share < low, 0.0, np.where(share > 1 - near, 1.0, share))
    excess = float(share @ y) if bias else 0.0
    if excess:  # what one label has too much its free ones give, or those of the other take
        free = (share > 0) & (share < 1)
        for part, spare in ((free & (y * excess > 0), share), (free & (y * excess < 0), 1 - share)):
            total = float(spare[part].sum())
            if total > 2 * abs(excess):
                return np.asarray(share - np.where(part, y * excess * spare / total, 0.0))
        heavy = y * excess > 0
        share = np.where(heavy, share * (1 - abs(excess) / share[heavy].sum()), share)
    return share


def _interior_point(X: Array, y: Array, C: float, bias: bool) -> list[tuple[Array, Array]]:
    """Return the best and the last w of the iteration, with multipliers a between 0 and C."""
    # Newton's method on the conditions of Karush, Kuhn and Tucker of ½|w|² + C sum xi:
    #   P u = Z^T a,  Z u - 1 + xi = s,  a s = mu,  (C - a) xi = mu,  mu -> 0,
    # with u = (w, b), P = diag(1, ..., 1, 0) and z_i = y_i (x_i, 1).
    m, d = X.shape
    Z = y[:, None] * (np.c_[X, np.ones(m)] if bias else X)
    P = np.r_[np.ones(d), np.zeros(Z.shape[1] - d)]
    u, a, c = np.zeros(Z.shape[1]), np.full(m, C / 2), np.full(m, C / 2)  # c = C - a
    xi, s = np.full(m, 2.0), np.ones(m)
    best, least, answer, idle = np.inf, np.inf, (u, a), 0
    for _ in range(STEPS):
        dual, primal = P * u - a @ Z, Z @ u - 1 + xi - s
        mu = float(a @ s + c @ xi) / (2 * m)
        value = C * float(xi.sum()) + 0.5 * float(P @ u**2)
        # The duality gap: the products, half of |w - w(a)|², and what the bias adds.
        apart = 0.5 * float(P @ dual**2) + float((1 - P) @ np.abs(dual) * (1 + abs(u[-1])))
        gap = 2 * m * mu + apart
        error = gap / value
        # For a huge C gap and value can fall together for long: that is progress, too.
        better, idle = error < best, 0 if error < best or gap < least else idle + 1
        least = min(least, gap)
        if better:
            best, answer = error, (u, a)
        if error < AIM or idle == PATIENCE:  # in the end rounding has the last word
            break
        D = s / a + xi / c
        F, failed = dpotrf(np.diag(P) + weighted_gram(Z, 1 / D))
        if failed:  # a square root of the matrix, without forming it, for a huge C
            F = np.linalg.qr(np.r_[np.diag(P**0.5), Z / D[:, None] ** 0.5], mode="r")
        # Predictor: straight at mu = 0, to see how far that goes.
        q = -primal + xi - s
        du, da = _newton(F, Z, D, q, dual)
        ds, dxi = -s - s / a * da, -xi + xi / c * da
        t = _longest((a, da), (s, ds), (c, -da), (xi, dxi))
        ahead = (a + t * da) @ (s + t * ds) + (c - t * da) @ (xi + t * dxi)
        target = (float(ahead) / (2 * m * mu)) ** 3 * mu
        # Corrector: at the target, with the second order of the predictor.  Steps with it can run
        # in a circle: none after a step that did not help.
        second, target = (1.0, target) if better else (0.0, max(target, mu / 10))
        ca, cc = (target - second * da * ds) / a, (target + second * da * dxi) / c
        du, da = _newton(F, Z, D, q + ca - cc, dual)
        ds, dxi = ca - s - s / a * da, cc - xi + xi / c * da
        t = 0.995 * _longest((a, da), (s, ds), (c, -da), (xi, dxi))
        u, a, c, s, xi = u + t * du, a + t * da, c - t * da, s + t * ds, xi + t * dxi
    return [(answer[0][:d], answer[1]), (u[:d], a)]  # the best and the last


def _newton(F: Array, Z: Array, D: Array, q: Array, dual: Array) -> tuple[Array, Array]:
    """Return the steps of u and of a, with the square root F of P + Z^T D^-1 Z."""
    du, _ = dpotrs(F, (q / D) @ Z - dual)
    return du, (q - Z @ du) / D


def _longest(*pairs: tuple[Array, Array]) -> float:
    """Return the longest step up to 1 that keeps every vector positive."""
    fall = min(float((change / value).min()) for value, change in pairs)
    return min(1.0, -1 / fall) if fall < 0 else 1.0


ROWS = 2048  # of a block: its weighted copy stays in the processor's cache


def weighted_gram(X: Array, v: Array) -> Array:
    r"""Return :math:`\sum_i v_i x_i x_i^\top`, block by block."""
    total = np.zeros((X.shape[1], X.shape[1]))
    root = np.sqrt(v)[:, None]
    for start in range(0, len(X), ROWS):
        block = X[start : start + ROWS] * root[start : start + ROWS]
        total += block.T @ block  # of one matrix with itself: half of the work
    return total
