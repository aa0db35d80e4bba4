r"""Proofs in floating point that a sample is separable, or that it is not.

Two facts turn a numerical answer into a proof.

*Separator.*  A computed inner product of ``d`` terms errs by at most
:math:`\gamma_d \sum_j |w_j x_j|`, with :math:`\gamma_d = du/(1 - du)` and :math:`u = 2^{-53}`.
So a computed margin above that bound is truly positive.

*Certificate.*  Let :math:`\alpha > 0` nearly solve :math:`\sum_i \alpha_i z_i = 0`, with residual
``r``, and let ``s`` be the smallest singular value of the matrix with the columns :math:`z_i`, of
full row rank.  Some :math:`\delta` with :math:`\lVert \delta \rVert \le \lVert r \rVert / s` makes
:math:`\alpha - \delta` an exact solution.  If :math:`\lVert r \rVert / s < \min_i \alpha_i`, it is
still positive, so the sample is inseparable.  Where the rank is smaller the system is solved in
rational arithmetic: floating-point numbers are rational.

:Source: N. J. Higham, Accuracy and Stability of Numerical Algorithms (2002), section 3.1.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from lecture_code.core.scale import in_units, power_of_two
from lecture_code.core.types import Array

EPS = float(np.finfo(np.float64).eps)
NEARLY = 1e-8  # a residual, relative to the data, above which no proof is attempted
ALMOST = 1e-4  # the inverse condition below which columns of one size count as almost dependent


def separates(w: Array, X: Array, y: Array) -> bool:
    r"""Return True only if :math:`y_i \langle w, x_i \rangle > 0` is proved for all ``i``.

    :Implements: def-separable.
    """
    X, w = in_units(X)[0], in_units(w)[0]
    scores = y * (X @ w)
    # Cauchy-Schwarz first, which needs no temporary of the size of X.
    norms = np.sqrt(np.einsum("ij,ij->i", X, X)) * np.linalg.norm(w)
    close = ~(scores > 2 * len(w) * EPS * norms)
    return bool(np.all(scores[close] > margin_error(w, X[close])))


def margin_error(w: Array, X: Array) -> Array:
    r"""Return a bound on the rounding error of each :math:`\langle w, x_i \rangle`, ``(m,)``."""
    # One eps is two units in the last place: room for the error of this bound itself.
    return len(w) * EPS * (np.abs(X) @ np.abs(w))


def proves_inseparable(Z: Array, alpha: Array) -> Array | None:
    r"""Return :math:`\alpha` scaled to sum 1 if it proves the rows of ``Z`` inseparable, or None.

    What is proved: some exact :math:`\alpha \ge 0`, not 0, has :math:`\sum_i \alpha_i z_i = 0`.
    The one returned is equal to it up to rounding.

    :Implements: thm-gordan.
    """
    n, d = Z.shape
    if n == 0:
        return None
    size = power_of_two(np.abs(Z).max(axis=1))
    A, alpha = Z / size[:, None], alpha * size / (alpha * size).sum()
    if np.abs(alpha @ A).max() > NEARLY:
        return None
    if n > d:
        U, s, Vt = np.linalg.svd(A.T, full_matrices=False)
        alpha = alpha - Vt.T @ ((U.T @ (alpha @ A)) / np.maximum(s, EPS))
        rounding = n * EPS * float(np.linalg.norm(np.abs(alpha) @ np.abs(A)))
        residual = float(np.linalg.norm(alpha @ A)) + rounding
        if residual < 0.5 * (s[-1] - 10 * n * EPS * s[0]) * alpha.min():
            return np.asarray(alpha / size / (alpha / size).sum())
    weights = _exact_weights(A, alpha)
    return None if weights is None else np.asarray(weights / size / (weights / size).sum())


def _exact_weights(A: Array, alpha: Array) -> Array | None:
    """Return weights >= 0 with sum_i alpha_i a_i = 0, by elimination in rational numbers."""
    # The free weights keep their values, the others follow.
    n, d = A.shape
    rows = [[Fraction(a) for a in column] for column in A.T.tolist()]
    pivots: list[int] = []
    for k in range(n):
        top = len(pivots)
        lead = next((r for r in range(top, d) if rows[r][k]), None)
        if lead is None:
            continue
        rows[top], rows[lead] = rows[lead], rows[top]
        rows[top] = [a / rows[top][k] for a in rows[top]]
        for r in range(d):
            if r != top and (factor := rows[r][k]):
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[top], strict=True)]
        pivots.append(k)
    weights = [Fraction(0) if k in pivots else Fraction(a) for k, a in enumerate(alpha.tolist())]
    free = list(weights)
    for row, k in zip(rows, pivots, strict=False):
        weights[k] = -sum((a * b for a, b in zip(row, free, strict=True)), Fraction(0))
    if min(weights) < 0 or max(weights) == 0:
        return None
    return np.array([float(a) for a in weights])


def orthonormal_basis(X: Array) -> tuple[Array, Array] | None:
    """Return U with orthonormal columns and V with XV = U, or None if the rank is too small.

    Each column is measured by its own size: a column of ones beside numbers near 10^8 is not lost.
    """
    width = power_of_two(np.abs(X).max(axis=0))
    U, s, Vt = np.linalg.svd(X / width, full_matrices=False)
    if len(s) < X.shape[1] or s[-1] <= max(X.shape) * EPS * s[0]:
        return None
    return U, Vt.T / s / width[:, None]


def conditioned(X: Array) -> tuple[Array, Array]:
    """Return Z with columns of similar size, far from dependent, and V with XV = Z.

    It is for solvers whose tolerances are absolute.  Usually a column is only divided by a power of
    two; columns that are almost dependent are made orthogonal.
    """
    width = power_of_two(np.abs(X).max(axis=0))
    Z = X / width
    s = np.linalg.svd(Z, compute_uv=False)
    if s[-1] < ALMOST * s[0] and (found := orthonormal_basis(X)):
        root = len(X) ** 0.5  # entries near 1
        return root * found[0], root * found[1]
    return Z, np.diag(1 / width)
