r"""The point of a polyhedron closest to the origin: the solver behind margins.py.

.. math:: \min \tfrac12 \lVert w \rVert^2 \quad\text{subject to}\quad \langle w, z_i \rangle \ge 1,
          \qquad z_i = y_i x_i.

The dual active-set method starts with the support of a quick guess, non-negative least squares, or
at ``w = 0`` with no constraint active, and takes up the most violated constraint, one at a time,
dropping an active one when its multiplier would become negative.  The multipliers stay at least 0
and the dual value grows with every constraint taken up, so no active set comes twice and the method
stops.  When a violated :math:`z_p` cannot be served, it is :math:`-\sum_j c_j z_j` with active
:math:`z_j` and :math:`c_j \ge 0`: the sample is inseparable.

Source: D. Goldfarb and A. Idnani, A numerically stable dual method for solving strictly convex
quadratic programs, Mathematical Programming 27 (1983).
"""

from __future__ import annotations

import numpy as np
from scipy.linalg.lapack import dtrtrs  # type: ignore[attr-defined]
from scipy.optimize import nnls  # type: ignore[attr-defined]

from lecture_code.core.types import Array, Integers
from lecture_code.solvers.certificates import EPS, power_of_two

# Accepted violation of a margin; length of a projection, relative, that counts as zero.
SLACK, FLAT = 1e-11, 1e-11
# Constraints examined at a time: all of a small sample, else the worst of a full look.
SMALL, BATCH = 1000, 50


def least_distance(X: Array, y: Array) -> tuple[Array, Integers, Array] | None:
    r"""Return ``(w, support, alpha)`` with :math:`w = \sum_i \alpha_i y_i x_i`, or None.

    ``support`` are the indices of the active examples and ``alpha`` their multipliers.  None means
    that no separator was found.  The answer is a numerical one: the caller checks it.
    An inner function: nothing is validated.

    >>> w, support, alpha = least_distance(np.array([[1.0, 0.0], [-3.0, 1.0]]), np.ones(2))
    >>> support, alpha.round(9)
    (array([0, 1]), array([13.,  4.]))

    Implements: prop-shortest.
    Source: chapter 06, the definition of B.
    """
    m, d = X.shape
    size = power_of_two(np.abs(X).max(keepdims=True)).item()
    working = np.arange(m) if m <= SMALL else np.linspace(0, m - 1, BATCH + d).astype(np.int64)
    active = np.empty(0, dtype=np.int64)
    while True:
        # Constraint generation: solve on the working set, then look at the whole sample.
        Z = y[working, None] * (X[working] / size)
        start = _guess(Z) or np.searchsorted(working, active).tolist()
        found = _dual_active_set(Z, start)
        if found is None:
            return None
        w, chosen, alpha = found
        active = working[chosen]
        if len(working) == m:  # nothing else to look at
            return w / size, active, alpha / size**2
        margins = y * (X @ w) / size
        worst = np.argpartition(margins, min(BATCH + d, m) - 1)[: BATCH + d]
        new = np.setdiff1d(worst[margins[worst] < 1 - SLACK], working, assume_unique=True)
        if not len(new):
            return w / size, active, alpha / size**2
        # The active ones stay, so the value grows from round to round.
        working = np.union1d(working if len(working) < 4 * (BATCH + d) else active, new)


def _guess(Z: Array) -> list[int]:
    # Lawson and Hanson's least-distance programme; only a support with multipliers > 0 will do.
    m, d = Z.shape
    try:
        u = nnls(np.vstack([Z.T, np.ones(m)]), np.r_[np.zeros(d), 1.0], maxiter=10 * (m + d))[0]
    except RuntimeError:  # too many iterations
        return []
    active = np.flatnonzero(u > 0)
    if not 0 < len(active) <= d:
        return []
    R = np.asarray(np.linalg.qr(Z[active].T, mode="r"), dtype=np.float64)
    pivots = np.abs(R.diagonal())
    if pivots.min() <= FLAT * pivots.max():  # points that depend on each other up to rounding
        return []
    alpha = _solve(R, _solve(R, np.ones(len(active)), transposed=True))
    return active.tolist() if alpha.min() > 0 else []


def _dual_active_set(Z: Array, active: list[int]) -> tuple[Array, list[int], Array] | None:
    for _ in range(10 * sum(Z.shape)):
        # The shortest w with N w = 1, and alpha with w = alpha @ N:  N^T = QR, R^T c = 1, w = Qc.
        Q, R = np.linalg.qr(Z[active].T)
        c = _solve(R, np.ones(len(active)), transposed=True)
        w, alpha = Q @ c, _solve(R, c)
        margins = Z @ w
        p = int(margins.argmin())
        if margins[p] >= 1 - max(SLACK, 10 * EPS * float(np.linalg.norm(w) * np.linalg.norm(Z[p]))):
            return w, active, np.maximum(alpha, 0.0)
        taken = None if p in active else _take_up(Z, active, alpha, p, 1 - float(margins[p]), Q, R)
        if taken is None:
            return None
        active = taken
    return None


def _solve(R: Array, b: Array, transposed: bool = False) -> Array:
    # R x = b or R^T x = b, R upper triangular.  LAPACK itself: its wrapper costs more than it does.
    return np.asarray(dtrtrs(R, b, trans=int(transposed))[0]) if len(b) else b


def _take_up(
    Z: Array, active: list[int], alpha: Array, p: int, lack: float, Q: Array, R: Array
) -> list[int] | None:
    # Moves along z, the part of z_p outside the span of the active ones, until z_p has margin 1;
    # an active constraint whose multiplier reaches 0 on the way is dropped.
    active, z_p = active.copy(), Z[p]
    while True:
        r = _solve(R, Q.T @ z_p)
        z = z_p - Q @ (Q.T @ z_p)
        z = z - Q @ (Q.T @ z)
        flat = np.linalg.norm(z) <= FLAT * np.linalg.norm(z_p)
        full = np.inf if flat else lack / float(z @ z)
        falling = r > FLAT
        ratios = np.where(falling, alpha / np.where(falling, r, 1.0), np.inf)
        partial = float(ratios.min(initial=np.inf))
        if full <= partial:
            return None if flat else [*active, p]
        j = int(ratios.argmin())
        lack -= 0.0 if flat else partial * float(z @ z)
        alpha = (alpha - partial * r)[np.arange(len(r)) != j]
        del active[j]
        Q, R = np.linalg.qr(Z[active].T)
