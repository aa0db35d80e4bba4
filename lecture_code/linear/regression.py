r"""Linear regression: least squares, its ridge path, its leave-one-out error, absolute loss.

With the m examples as the rows of X the mean squared error of w is
:math:`L_S(w) = \frac1m \lVert Xw - y\rVert^2`.  Its minimisers are the solutions of the normal
equations :math:`X^\top X w = X^\top y`.  Three ways lead to one:

* :func:`normal_equations` forms the d x d matrix and solves; fast, but rounding errors grow like
  the *square* of the condition number of X;
* :func:`qr_least_squares` triangularises X itself, which costs twice as much and avoids the square;
* :func:`least_squares` takes the singular values, sees when columns are dependent, and returns the
  shortest of all minimisers.

Ridge regression minimises :math:`\lVert Xw - y\rVert^2 + \lambda\lVert w\rVert^2`; the λ of chapter
09, which divides the first term by m, is ours divided by m.

:Source: chapters 05 and 09; chapter 08, leave-one-out.  D. Allen, Technometrics 16 (1974).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve, solve_triangular
from scipy.sparse import eye_array, hstack

from lecture_code.core import validate
from lecture_code.core.predictors import LinearFunction
from lecture_code.core.records import Record
from lecture_code.core.scale import length, power_of_two
from lecture_code.core.types import Array, Points, Reals, Vector
from lecture_code.solvers.certificates import conditioned, orthonormal_basis
from lecture_code.solvers.lp import minimise

FLAT = 1e-10  # singular values below this share of the largest count as zero
CLOSE, TINY = 1e-6, 1e-290  # below them 1 - H_ii has lost digits, by a difference or at its scale
ROWS = 2048  # of a block of the triangularisation


def least_squares(X: Points, y: Reals) -> LinearFit:
    r"""Return the shortest minimiser of the mean squared error, by singular values.

    .. math:: w^+ = \sum_{j \le r} \frac{\langle u_j, y\rangle}{s_j}\,v_j, \qquad
              X = \sum_{j \le r} s_j\,u_j v_j^\top

    Singular values below ``max(m, d)`` rounding errors of the largest count as 0.  Raises
    RuntimeError if the residual is not orthogonal to the columns of X within rounding.

    >>> fit = least_squares([[1, 0], [1, 1], [1, 2]], [1, 3, 5])
    >>> fit.w.round(6), fit.rank
    (array([1., 2.]), 2)
    >>> least_squares([[1, 1], [2, 2]], [2, 4]).w.round(6)  # dependent columns: the shortest
    array([1., 1.])

    :Implements: thm-least-squares, prop-rank-deficient.
    """
    X, y = validate.sample(X, y, None)
    size = float(np.abs(X).max()) or 1.0
    U, s, Vt = np.linalg.svd(X / size, full_matrices=False)
    rank = int((s > max(X.shape) * np.finfo(float).eps * s[0]).sum()) if s[0] else 0
    w = Vt[:rank].T @ ((U[:, :rank].T @ y) / s[:rank]) / size
    if rank < X.shape[1] and (basis := orthonormal_basis(X)):  # columns of very different sizes
        w, rank = basis[1] @ (basis[0].T @ y), X.shape[1]
    slope = (X / size).T @ (X @ w - y)  # zero, up to the rounding of the products in it
    allowed = 1e-8 * s[0] * (length(y) + s[0] * size * length(w))
    if not length(slope) <= allowed:
        raise RuntimeError(f"least squares failed: residual times columns {slope.max():.1e}")
    return LinearFit(w, rank, s * size)


@dataclass(frozen=True, slots=True, eq=False)
class LinearFit(LinearFunction):
    r"""The predictor :math:`h(x) = \langle w, x\rangle`, with what is known of the fit."""

    w: Array
    #: The numerical rank r of X.
    rank: int
    #: Largest first, empty where they were not computed.
    singular_values: Array = field(repr=False)

    @property
    def condition(self) -> float:
        r"""The condition number :math:`s_1 / s_r` of what X does on the span of its rows."""
        s = self.singular_values[: self.rank]
        return float(s[0] / s[-1]) if len(s) else float("nan")


def normal_equations(X: Points, y: Reals) -> Array:
    r"""Return the solution of :math:`Aw = b` with :math:`A = X^\top X`, :math:`b = X^\top y`.

    By Cholesky's factorisation, never by an inverse; a ValueError says if A is not positive
    definite in floating point.

    >>> normal_equations([[1, 0], [1, 1], [1, 2]], [1, 3, 5]).round(6)
    array([1., 2.])

    :Implements: thm-least-squares.
    """
    X, y = validate.sample(X, y, None)
    width = power_of_two(np.abs(X).max(axis=0))  # no square overflows or vanishes
    X = X / width
    try:
        factor = cho_factor(X.T @ X)
    except LinAlgError as error:
        raise ValueError(
            "X must have independent columns, far from dependent: X'X is not positive definite"
        ) from error
    w: Array = cho_solve(factor, X.T @ y) / width  # type: ignore[no-untyped-call]
    return w


def qr_least_squares(X: Points, y: Reals) -> Array:
    r"""Return the minimiser of the mean squared error by :math:`X = QR`, :math:`Rw = Q^\top y`.

    The columns must be independent: a ValueError says if a diagonal entry of R is 0 within
    rounding.

    >>> qr_least_squares([[1, 0], [1, 1], [1, 2]], [1, 3, 5]).round(6)
    array([1., 2.])

    :Implements: thm-least-squares.
    """
    X, y = validate.sample(X, y, None)
    Q, R = np.linalg.qr(X)
    diagonal = np.abs(np.diag(R))
    if len(R) < X.shape[1] or diagonal.min() <= len(R) * np.finfo(float).eps * np.abs(R).max():
        raise ValueError("X must have independent columns; R has a diagonal entry of 0")
    w: Array = np.asarray(solve_triangular(R, Q.T @ y), dtype=np.float64)
    return w


def least_absolute(X: Points, y: Reals) -> LinearFit:
    r"""Return a minimiser of the mean absolute error, by linear programming.

    .. math:: \min_{w, a} \sum_i a_i \quad\text{subject to}\quad
              -a_i \le \langle w, x_i\rangle - y_i \le a_i

    The answer is proved by multipliers: numbers :math:`|u_i| \le 1` with
    :math:`\sum_i u_i x_i = 0` give :math:`\sum_i u_i y_i` as a lower bound of the sum for every w.
    Raises RuntimeError if the two sums do not meet.

    >>> least_absolute([[1], [1], [1]], [0, 1, 100]).w.round(6)  # a median
    array([1.])

    :Implements: prop-absolute.
    """
    X, y = validate.sample(X, y, None)
    m, d = X.shape
    (Z, V), height = conditioned(X), float(np.abs(y).max()) or 1.0
    t = y / height
    identity = eye_array(m)  # type: ignore[no-untyped-call]
    # Zw + p - q = t with p and q >= 0; the unknowns are (w, p, q).
    rows = hstack([Z, identity, -identity], format="csr")  # type: ignore[no-untyped-call]
    low, high = np.r_[np.full(d, -np.inf), np.zeros(2 * m)], np.full(d + 2 * m, np.inf)
    w_p_q, _ = minimise(np.r_[np.zeros(d), np.ones(2 * m)], rows, t, low, high, equal=True)
    return LinearFit(V @ w_p_q[:d] * height, int(np.linalg.matrix_rank(Z)), np.empty(0))


def ridge_path(X: Points, y: Reals, lams: Vector) -> Array:
    r"""Return the ridge solutions for k values of λ, (k, d), from one singular value decomposition.

    .. math:: w_\lambda = \operatorname{argmin}_w \lVert Xw - y\rVert^2 + \lambda\lVert w\rVert^2
              = \sum_j \frac{s_j}{s_j^2 + \lambda}\,\langle u_j, y\rangle\,v_j

    >>> ridge_path([[1.0], [1.0]], [1.0, 3.0], [2.0, 0.5]).round(6)
    array([[1. ],
           [1.6]])

    :Implements: prop-ridge-path.
    """
    X, y = validate.sample(X, y, None)
    lam = validate.array(lams, "lams", "(k,)", above=0)
    # X = QR: X and R have the same singular values and right vectors, and R is only d x d.
    R, rotated = _rotate(X, y)
    U, s, Vt = np.linalg.svd(R, full_matrices=False)
    length = np.hypot(s, np.sqrt(lam)[:, None])  # its square is s^2 + lam, which might overflow
    shrunk = s / length / length
    path: Array = (shrunk * (U.T @ rotated)) @ Vt
    return path


def _rotate(X: Array, y: Array) -> tuple[Array, Array]:
    r"""Return R, upper triangular, and :math:`Q^\top y` of :math:`X = QR`, without forming Q."""
    corner = np.empty((0, X.shape[1] + 1))
    for start in range(0, len(X), ROWS):  # R of a block and what came before: stays in the cache
        block = np.column_stack([X[start : start + ROWS], y[start : start + ROWS]])
        corner = np.asarray(np.linalg.qr(np.vstack([corner, block]), mode="r"), dtype=np.float64)
    k = min(X.shape)
    return corner[:k, :-1], corner[:k, -1]


def leave_one_out(X: Points, y: Reals, *, lam: float = 0.0) -> LeaveOneOut:
    r"""Return the leave-one-out errors of ridge regression, or of least squares for λ = 0.

    .. math:: \frac1m\sum_{i=1}^m\Bigl(\frac{r_i}{1-H_{ii}}\Bigr)^2, \qquad r = y - Hy, \quad
              H = X(X^\top X+\lambda I)^{-1}X^\top

    No example is left out: :math:`r_i/(1-H_{ii})` is the error of the prediction of y_i by the
    others, with the same λ.  Raises a ValueError if λ = 0 and the columns are dependent, or become
    so without some example (its leverage is 1): then the fit without it is not unique.

    >>> leave_one_out([[1], [1], [1]], [0, 0, 3]).residuals  # the mean of the other two
    array([-1.5, -1.5,  3. ])

    :Implements: prop-press.
    """
    X, y = validate.sample(X, y, None)
    (m, d), lam = X.shape, validate.number(lam, "lam", at_least=0)
    width = power_of_two(np.abs(X).max(axis=0)) if lam == 0 else np.ones(d)
    width = width if width.max() > 1024 * width.min() else np.ones(d)
    U, s, Vt = np.linalg.svd(X / width, full_matrices=False)
    if lam == 0 and (m < d or s[-1] <= FLAT * s[0]):
        raise ValueError(f"X must have independent columns if lam = 0; got rank below {d}")
    size = np.hypot(s, np.sqrt(lam))
    lost = (np.sqrt(lam) / size) ** 2  # lam / (s^2 + lam), the share of y that a direction misses
    coordinates = U.T @ y
    residuals, spare = U @ (lost * coordinates), U**2 @ lost  # of spare = 1 - H_ii no difference
    if m > d:  # what lies beyond the columns of X
        residuals += y - U @ coordinates
        spare += np.maximum(1 - (U**2).sum(axis=1), 0)
    out = residuals / np.where(spare > 0, spare, 1.0)
    for i in np.flatnonzero(spare < (CLOSE if m > d else TINY)):  # few
        out[i] = y[i] - X[i] @ _without(X, y, int(i), lam)
    w: Array = Vt.T @ (s / size / size * coordinates) / width
    return LeaveOneOut(_mean_square(out), _mean_square(residuals), w, out, 1 - spare)


def _without(X: Array, y: Array, i: int, lam: float) -> Array:
    """Return the fit to the other examples."""
    others, rest = np.delete(X, i, axis=0), np.delete(y, i)
    if lam:
        return ridge_path(others, rest, [lam])[0] if len(rest) else np.zeros(X.shape[1])
    if not len(rest) or (fit := least_squares(others, rest)).rank < X.shape[1]:
        raise ValueError(
            f"X must have independent columns without any one example; without example {i}, "
            "whose leverage is 1, it does not"
        )
    return fit.w


def _mean_square(residuals: Array) -> float:
    with np.errstate(over="ignore"):
        return validate.number((residuals**2).mean(), "the mean square of the residuals")


@dataclass(frozen=True, slots=True, eq=False)
class LeaveOneOut(Record):
    """The m leave-one-out errors of a least-squares fit, from a single fit."""

    #: The mean of the squares of ``residuals``.
    risk: float
    #: The mean square of the ordinary residuals.
    training: float
    #: The fit to all examples.
    w: Array = field(repr=False)
    #: The errors of each y_i when it is predicted by the others.
    residuals: Array = field(repr=False)
    #: The diagonal of the hat matrix.
    leverage: Array = field(repr=False)
