r"""The shortest vector that separates with margin 1, with a bias or without.

.. math:: \min \tfrac12 \lVert w \rVert^2 \quad\text{subject to}\quad
          y_i (\langle w, x_i \rangle + b) \ge 1, \qquad b = 0 \text{ without a bias.}

The dual active-set method takes up the most violated constraint, one at a time, dropping an active
one when its multiplier would become negative.  It starts with the support of a quick guess,
non-negative least squares (where a constant feature stands for the bias, and punishes it a little);
without a guess at ``w = 0`` with no constraint active, or, with a bias, with one example of either
label on its margin boundary.

While the examples in the active set stand on their margin boundaries,
:math:`\langle w, x_i \rangle = y_i`; with a bias
:math:`\langle w, x_i - x_0 \rangle = y_i - y_0` for a member :math:`x_0` of it: least squares on
differences, in which ``b`` does not occur.  The multipliers stay at least 0, with a bias
:math:`\sum_i \alpha_i y_i = 0`, and the dual value grows with every example taken up, so no active
set comes twice and the method stops.  When a violated :math:`z_p = y_p x_p` cannot be served, it is
:math:`-\sum_j c_j z_j` with active :math:`z_j` and :math:`c_j \ge 0`, with a bias also in the
coordinate :math:`y`: the sample is inseparable.

:Source: D. Goldfarb and A. Idnani, A numerically stable dual method for solving strictly convex
    quadratic programs, Mathematical Programming 27 (1983).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.linalg.lapack import dtrtrs  # type: ignore[attr-defined]
from scipy.optimize import nnls  # type: ignore[attr-defined]

from lecture_code.core.scale import power_of_two, served
from lecture_code.core.types import Array
from lecture_code.solvers.certificates import EPS

# Relative accuracy that every answer is checked to have.
TOLERANCE = 1e-9
# Accepted violation of a margin; length of a projection, relative, that counts as zero.
SLACK, FLAT = 1e-11, 1e-11
# Constraints examined at a time: all of a small sample, else the worst of a full look.
SMALL, BATCH = 1000, 50
# The constant feature of the guess, in units of the data: the bias b costs (b / K)^2.
K = 100.0


def max_margin(X: Array, y: Array, *, bias: bool = True) -> tuple[Array, float, Array] | None:
    r"""Return ``w``, ``b`` and the multipliers that prove it, or None if no separator was found.

    With a bias both labels must occur, and ``X`` is best centred.  Raises RuntimeError if the
    answer does not verify to a relative 1e-9.

    :Implements: prop-shortest.
    """
    m, d = X.shape
    served(X, X, "X and X")
    size = power_of_two(np.abs(X).max(keepdims=True)).item()
    working, active = np.arange(m), np.empty(0, dtype=np.int64)
    if m > SMALL:
        groups = [np.flatnonzero(y == s) for s in (-1, 1)] if bias else [working]
        spread = [g[np.linspace(0, len(g) - 1, BATCH + d).astype(np.int64)] for g in groups]
        working = np.unique(np.concatenate(spread))
    while True:
        # Constraint generation: solve on the working set, then look at the whole sample.
        A, labels = X[working] / size, y[working]
        # A start with multipliers >= 0: the guess, or the support of the last round.
        start = _guess(A, labels, bias) or np.searchsorted(working, active).tolist()
        found = _dual_active_set(A, labels, start, bias)
        if found is None:
            return None
        w, b, chosen, alpha = found
        active = working[chosen]
        if m > SMALL:
            margins = y * (X @ (w / size) + b)
            worst = np.argpartition(margins, min(BATCH + d, m) - 1)[: BATCH + d]
            new = np.setdiff1d(worst[margins[worst] < 1 - SLACK], working)
            if len(new):
                # The active ones stay, so the value grows from round to round.
                working = np.union1d(working if len(working) < 4 * (BATCH + d) else active, new)
                continue
        multipliers = np.zeros(m)
        multipliers[active] = alpha / size**2
        _verify(X, y, w / size, b, multipliers, bias)
        return w / size, b, multipliers


def _verify(X: Array, y: Array, w: Array, b: float, alpha: Array, bias: bool) -> None:
    """Raise RuntimeError unless the margins are 1 and the multipliers prove the shortest w."""
    margins, square = y * (X @ w + b), float(w @ w)
    gap = abs(float(alpha.sum()) - square) / square
    rest = float(np.linalg.norm(w - (alpha * y) @ X)) / square**0.5
    balance = abs(float(alpha @ y)) / float(alpha.sum()) if bias else 0.0
    if not (margins.min() >= 1 - TOLERANCE and max(gap, rest, balance) <= TOLERANCE):
        raise RuntimeError(
            "the shortest separator could not be computed accurately: smallest margin "
            f"{margins.min():.3g}, relative duality gap {gap:.1e}, residual {rest:.1e}"
        )


def _dual_active_set(
    A: Array, y: Array, active: list[int], bias: bool
) -> tuple[Array, float, list[int], Array] | None:
    """Return w, b, the active examples and their multipliers, from a start with such ones >= 0."""
    active = active or (_first_pair(A, y) if bias else [])
    norms = np.sqrt(np.einsum("ij,ij->i", A, A))
    for _ in range(10 * sum(A.shape)):
        found = _on_boundary(A, y, active, bias)
        if found is None:
            return None
        margins = y * (A @ found.w + found.b)
        p = int(margins.argmin())
        reach = float(np.linalg.norm(found.w) * (norms.max() if bias else norms[p]))
        if margins[p] >= 1 - max(SLACK, 10 * EPS * reach):
            return found.w, found.b, active, np.maximum(found.alpha, 0.0)
        lack = 1 - float(margins[p])
        taken = None if p in active else _take_up(A, y, active, found, p, lack, bias)
        if taken is None:
            return None
        active = taken
    return None


class _OnBoundary(NamedTuple):
    """The shortest w with the active examples on their boundaries, and Q R of their directions."""

    w: Array
    b: float
    alpha: Array
    Q: Array
    R: Array


def _on_boundary(A: Array, y: Array, active: list[int], bias: bool) -> _OnBoundary | None:
    D, origin = _directions(A, active, bias)
    Q, R = np.linalg.qr(D.T)
    if len(D) > A.shape[1] or not R.diagonal().all():
        return None
    c = _solve(R, y[active[1:]] - y[active[0]] if bias else y[active], transposed=True)
    w, beta = Q @ c, _solve(R, c)
    b = float(y[active[0]] - origin @ w) if bias else 0.0
    return _OnBoundary(w, b, y[active] * _signed(beta, bias), Q, R)


def _take_up(
    A: Array, y: Array, active: list[int], now: _OnBoundary, p: int, lack: float, bias: bool
) -> list[int] | None:
    """Return the active set with p, without the examples whose multiplier reaches 0 on the way.

    The way goes along z, the part of x_p outside the span of the active directions, until p stands
    on its margin boundary.
    """
    active, alpha, Q, R = active.copy(), now.alpha, now.Q, now.R
    while True:
        v = A[p] - A[active[0]] if bias else A[p]
        r = _solve(R, Q.T @ v)
        z = v - Q @ (Q.T @ v)
        z = z - Q @ (Q.T @ z)
        falls = y[active] * y[p] * _signed(r, bias, total=1.0)
        flat = np.linalg.norm(z) <= FLAT * np.linalg.norm(v)
        full = np.inf if flat else lack / float(z @ z)
        falling = falls > FLAT
        ratios = np.where(falling, alpha / np.where(falling, falls, 1.0), np.inf)
        partial = float(ratios.min(initial=np.inf))
        if full <= partial:
            return None if flat else [*active, p]
        j = int(ratios.argmin())
        lack -= 0.0 if flat else partial * float(z @ z)
        alpha = (alpha - partial * falls)[np.arange(len(falls)) != j]
        del active[j]
        Q, R = np.linalg.qr(_directions(A, active, bias)[0].T)


def _directions(A: Array, active: list[int], bias: bool) -> tuple[Array, Array]:
    """Return the active points, with a bias less the first one, and what was subtracted."""
    if bias:
        return A[active[1:]] - A[active[0]], A[active[0]]
    return A[active], np.zeros(A.shape[1])


def _signed(beta: Array, bias: bool, total: float = 0.0) -> Array:
    """Return the weights of the examples from those of the directions; with a bias of sum total."""
    return np.concatenate([[total - beta.sum()], beta]) if bias else beta


def _solve(R: Array, b: Array, transposed: bool = False) -> Array:
    """Solve R x = b or R^T x = b, R upper triangular."""
    # LAPACK itself: its wrapper costs more than it does.
    return np.asarray(dtrtrs(R, b, trans=int(transposed))[0]) if len(b) else b


def _guess(A: Array, y: Array, bias: bool) -> list[int]:
    """Return the support of a least-distance program (Lawson and Hanson), if it is a start."""
    m, d = A.shape
    Z = (y[:, None] * A).T
    rows = np.vstack([Z, K * y, np.ones(m)] if bias else [Z, np.ones(m)])
    try:
        u = nnls(rows, np.r_[np.zeros(len(rows) - 1), 1.0], maxiter=10 * (m + d))[0]
    except RuntimeError:  # too many iterations
        return []
    active = np.flatnonzero(u > 0)
    one_label = bias and abs(y[active].sum()) == len(active)
    if not len(active) or one_label:
        return []
    found = _on_boundary(A, y, active.tolist(), bias)
    if found is None or found.alpha.min() <= 0:
        return []
    # Points that depend on each other up to rounding, as of an inseparable sample: no guess.
    pivots = np.abs(found.R.diagonal())
    return [] if pivots.min() <= FLAT * pivots.max() else active.tolist()


def _first_pair(X: Array, y: Array) -> list[int]:
    """Return a positive and a negative example that are close to each other."""
    plus, minus = np.flatnonzero(y > 0), np.flatnonzero(y < 0)
    i = plus[0]
    for _ in range(2):
        j = minus[((X[minus] - X[i]) ** 2).sum(axis=1).argmin()]
        i = plus[((X[plus] - X[j]) ** 2).sum(axis=1).argmin()]
    return [int(i), int(j)]
