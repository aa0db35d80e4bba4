r"""The widest street between two classes: the solver behind hard_svm.py.

.. math:: \min \tfrac12 \lVert w \rVert^2 \quad\text{subject to}\quad
          y_i (\langle w, x_i \rangle + b) \ge 1 .

The dual active-set method of :mod:`~lecture_code.solvers.least_distance`, with a bias.  It starts
with one example of either label on its kerb, or with the support of a quick guess: non-negative
least squares with a constant feature, which punishes the bias a little.  While the examples in the
active set stand on their kerbs, :math:`\langle w, x_i - x_0 \rangle = y_i - y_0` for a member
:math:`x_0` of it: least squares on differences, in which ``b`` does not occur.  The multipliers
stay at least 0 with :math:`\sum_i \alpha_i y_i = 0`, and the dual value grows with every example
taken up, so no active set comes twice.

Source: D. Goldfarb and A. Idnani, A numerically stable dual method for solving strictly convex
quadratic programs, Mathematical Programming 27 (1983).
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import nnls  # type: ignore[attr-defined]

from lecture_code.core.types import Array, Integers
from lecture_code.solvers.certificates import EPS, power_of_two
from lecture_code.solvers.least_distance import BATCH, FLAT, SLACK, SMALL, _solve

# The constant feature of the guess, in units of the data: the bias b costs (b / K)^2.
K = 100.0


def widest_street(X: Array, y: Array) -> tuple[Array, float, Integers, Array] | None:
    r"""Return ``(w, b, support, alpha)`` with :math:`w = \sum_i \alpha_i y_i x_i`, or None.

    ``X`` is ``(m, d)``, best centred; ``y`` holds -1 and +1, both.  ``support`` are the indices of
    the active examples and ``alpha`` their multipliers.  None means that no separator was found.
    The answer is a numerical one: the caller checks it.
    An inner function: nothing is validated.

    >>> w, b, support, alpha = widest_street(np.array([[3.0], [1.0], [9.0]]), np.array([1, -1, 1]))
    >>> w, b, support, alpha
    (array([1.]), -2.0, array([0, 1]), array([0.5, 0.5]))

    Implements: alg-hard-svm.
    Source: chapter 11, hard SVM.
    """
    m, d = X.shape
    size = power_of_two(np.abs(X).max(keepdims=True)).item()
    working, active = np.arange(m), np.empty(0, dtype=np.int64)
    if m > SMALL:
        sides = [np.flatnonzero(y == s) for s in (-1, 1)]
        spread = [s[np.linspace(0, len(s) - 1, BATCH + d).astype(np.int64)] for s in sides]
        working = np.union1d(*spread)
    while True:
        # Constraint generation: solve on the working set, then look at the whole sample.
        A, labels = X[working] / size, y[working]
        # A start with multipliers >= 0: the guess, the support of the last round, or two examples.
        found = _dual_active_set(
            A, labels, _guess(A, labels) or np.searchsorted(working, active).tolist()
        )
        if found is None:
            return None
        w, b, chosen, alpha = found
        active = working[chosen]
        if m > SMALL:
            margins = y * (X @ (w / size) + b)
            worst = np.argpartition(margins, BATCH + d)[: BATCH + d]
            new = np.setdiff1d(worst[margins[worst] < 1 - SLACK], working)
            if len(new):
                # The active ones stay, so the value grows from round to round.
                working = np.union1d(working if len(working) < 4 * (BATCH + d) else active, new)
                continue
        return w / size, b, active, alpha / size**2


def _first_pair(X: Array, y: Array) -> list[int]:
    # A positive and a negative example that are close to each other.
    plus, minus = np.flatnonzero(y > 0), np.flatnonzero(y < 0)
    i = plus[0]
    for _ in range(2):
        j = minus[((X[minus] - X[i]) ** 2).sum(axis=1).argmin()]
        i = plus[((X[plus] - X[j]) ** 2).sum(axis=1).argmin()]
    return [int(i), int(j)]


def _guess(A: Array, y: Array) -> list[int]:
    # Lawson and Hanson's least-distance programme, with a constant feature for the bias.
    m, d = A.shape
    rows = np.vstack([(y[:, None] * A).T, K * y, np.ones(m)])
    try:
        u = nnls(rows, np.concatenate([np.zeros(d + 1), [1.0]]), maxiter=10 * (m + d))[0]
    except RuntimeError:  # too many iterations
        return []
    active = np.flatnonzero(u > 0)
    if abs(y[active].sum()) == len(active) or len(active) > d + 1:
        return []
    found = _on_kerbs(A, y, active.tolist())
    if found is None or found[2].min() <= 0:
        return []
    # Points that depend on each other up to rounding, as of an inseparable sample: no guess.
    pivots = np.abs(found[4].diagonal())
    return [] if pivots.min() <= FLAT * pivots.max() else active.tolist()


def _on_kerbs(
    A: Array, y: Array, active: list[int]
) -> tuple[Array, float, Array, Array, Array] | None:
    # The shortest w that puts the active ones on their kerbs; w = sum of beta times difference.
    base = A[active[0]]
    Q, R = np.linalg.qr((A[active[1:]] - base).T)
    if len(active) > A.shape[1] + 1 or not R.diagonal().all():
        return None
    c = _solve(R, y[active[1:]] - y[active[0]], transposed=True)
    w, beta = Q @ c, _solve(R, c)
    alpha = y[active] * np.concatenate([[-beta.sum()], beta])
    return w, float(y[active[0]] - base @ w), alpha, Q, R


def _dual_active_set(
    A: Array, y: Array, active: list[int]
) -> tuple[Array, float, list[int], Array] | None:
    active = active or _first_pair(A, y)
    size = np.sqrt(np.einsum("ij,ij->i", A, A)).max()
    for _ in range(10 * sum(A.shape)):
        found = _on_kerbs(A, y, active)
        if found is None:
            return None
        w, b, alpha, Q, R = found
        margins = y * (A @ w + b)
        p = int(margins.argmin())
        if margins[p] >= 1 - max(SLACK, 10 * EPS * float(np.linalg.norm(w) * size)):
            return w, b, active, np.maximum(alpha, 0.0)
        lack = 1 - float(margins[p])
        taken = None if p in active else _take_up(A, y, active, alpha, p, lack, Q, R)
        if taken is None:
            return None
        active = taken
    return None


def _take_up(
    A: Array, y: Array, active: list[int], alpha: Array, p: int, lack: float, Q: Array, R: Array
) -> list[int] | None:
    # Moves along z, the part of x_p - x_0 outside the span of the active differences, until p
    # stands on its kerb; an active example whose multiplier reaches 0 on the way is dropped.
    active = active.copy()
    while True:
        v = A[p] - A[active[0]]
        r = _solve(R, Q.T @ v)
        z = v - Q @ (Q.T @ v)
        z = z - Q @ (Q.T @ z)
        falls = y[active] * y[p] * np.concatenate([[1 - r.sum()], r])
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
        Q, R = np.linalg.qr((A[active[1:]] - A[active[0]]).T)
