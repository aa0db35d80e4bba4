r"""Linear regression: empirical risk minimisation for the squared and for the absolute loss.

With the m examples as the rows of X the mean squared error of w is
:math:`L_S(w) = \frac1m \lVert Xw - y\rVert^2`.  Its minimisers are the solutions of the normal
equations :math:`X^\top X w = X^\top y`.  Three ways lead to one:

* :func:`normal_equations` forms the d x d matrix and solves; fast, but rounding errors grow like
  the *square* of the condition number of X;
* :func:`qr_least_squares` triangularises X itself, which costs twice as much and avoids the square;
* :func:`least_squares` takes the singular values, sees when columns are dependent, and returns the
  shortest of all minimisers.

The absolute loss leads to a linear program, :func:`least_absolute`.
Source: chapter 05, least squares.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import LinAlgError, cho_factor, cho_solve, solve_triangular
from scipy.optimize import linprog  # type: ignore[attr-defined]
from scipy.sparse import eye_array, hstack

from lecture_code.certificates import conditioned, orthonormal
from lecture_code.notation import Array, as_points, as_sample

TOLERANCE = 1e-7  # relative, of the certificate of the linear program


@dataclass(frozen=True, slots=True, eq=False)
class LinearFit:
    r"""The predictor :math:`h(x) = \langle w, x\rangle`, with what is known of the fit.

    ``w``: (d,); ``rank``: the numerical rank r of X; ``singular_values``: (min(m, d),), largest
    first, empty where they were not computed.  Called on (m, d) points it returns (m,) numbers.
    """

    w: Array
    rank: int
    singular_values: Array = field(repr=False)

    def __call__(self, X: ArrayLike) -> Array:
        return as_points(X, d=len(self.w)) @ self.w

    @property
    def condition(self) -> float:
        r"""The condition number :math:`s_1 / s_r` of what X does on the span of its rows."""
        s = self.singular_values[: self.rank]
        return float(s[0] / s[-1]) if len(s) else float("nan")


def least_squares(X: ArrayLike, y: ArrayLike) -> LinearFit:
    r"""Return the shortest minimiser of the mean squared error, by singular values.

    .. math:: w^+ = \sum_{j \le r} \frac{\langle u_j, y\rangle}{s_j}\,v_j, \qquad
              X = \sum_{j \le r} s_j\,u_j v_j^\top

    ``X``: (m, d); ``y``: (m,) real.  Singular values below ``max(m, d)`` rounding errors of the
    largest count as 0.  Raises ValueError on bad input, RuntimeError if the residual is not
    orthogonal to the columns of X within rounding.

    >>> fit = least_squares([[1, 0], [1, 1], [1, 2]], [1, 3, 5])
    >>> fit.w.round(6), fit.rank
    (array([1., 2.]), 2)
    >>> least_squares([[1, 1], [2, 2]], [2, 4]).w.round(6)  # dependent columns: the shortest
    array([1., 1.])

    Implements: thm-least-squares, prop-rank-deficient.
    Source: chapter 05, least squares.
    """
    X, y = as_sample(X, y, None)
    size = float(np.abs(X).max()) or 1.0
    U, s, Vt = np.linalg.svd(X / size, full_matrices=False)
    rank = int((s > max(X.shape) * np.finfo(float).eps * s[0]).sum()) if s[0] else 0
    w = Vt[:rank].T @ ((U[:, :rank].T @ y) / s[:rank]) / size
    if rank < X.shape[1] and (basis := orthonormal(X)):  # columns of very different sizes
        w, rank = basis[1] @ (basis[0].T @ y), X.shape[1]
    slope = (X / size).T @ (X @ w - y)  # zero, up to the rounding of the products in it
    allowed = 1e-8 * s[0] * (np.linalg.norm(y) + s[0] * size * np.linalg.norm(w))
    if not np.linalg.norm(slope) <= allowed:
        raise RuntimeError(f"least squares failed: residual times columns {slope.max():.1e}")
    return LinearFit(w, rank, s * size)


def normal_equations(X: ArrayLike, y: ArrayLike) -> Array:
    r"""Return the solution (d,) of :math:`Aw = b` with :math:`A = X^\top X`, :math:`b = X^\top y`.

    By Cholesky's factorisation, never by an inverse.  ``X``: (m, d); ``y``: (m,) real.  Raises
    ValueError on bad input and if A is not positive definite in floating point.

    >>> normal_equations([[1, 0], [1, 1], [1, 2]], [1, 3, 5]).round(6)
    array([1., 2.])

    Implements: thm-least-squares.
    Source: chapter 05, least squares.
    """
    X, y = as_sample(X, y, None)
    try:
        factor = cho_factor(X.T @ X)
    except LinAlgError as error:
        raise ValueError(
            "X must have independent columns, far from dependent: X'X is not positive definite"
        ) from error
    w: Array = cho_solve(factor, X.T @ y)  # type: ignore[no-untyped-call]
    return w


def qr_least_squares(X: ArrayLike, y: ArrayLike) -> Array:
    r"""Return the minimiser (d,) of the mean squared error: :math:`X = QR`, :math:`Rw = Q^\top y`.

    ``X``: (m, d) with independent columns; ``y``: (m,) real.  Raises ValueError on bad input and
    if a diagonal entry of R is 0 within rounding.

    >>> qr_least_squares([[1, 0], [1, 1], [1, 2]], [1, 3, 5]).round(6)
    array([1., 2.])

    Implements: thm-least-squares.
    Source: chapter 05, least squares.
    """
    X, y = as_sample(X, y, None)
    Q, R = np.linalg.qr(X)
    diagonal = np.abs(np.diag(R))
    if len(R) < X.shape[1] or diagonal.min() <= len(R) * np.finfo(float).eps * np.abs(R).max():
        raise ValueError("X must have independent columns; R has a diagonal entry of 0")
    w: Array = np.asarray(solve_triangular(R, Q.T @ y), dtype=np.float64)
    return w


def least_absolute(X: ArrayLike, y: ArrayLike) -> LinearFit:
    r"""Return a minimiser of the mean absolute error, by linear programming.

    .. math:: \min_{w, a} \sum_i a_i \quad\text{subject to}\quad
              -a_i \le \langle w, x_i\rangle - y_i \le a_i

    ``X``: (m, d); ``y``: (m,) real.  The answer is proved by multipliers: numbers
    :math:`|u_i| \le 1` with :math:`\sum_i u_i x_i = 0` give :math:`\sum_i u_i y_i` as a lower
    bound of the sum for every w.  Raises ValueError on bad input, RuntimeError if the two sums
    do not meet.

    >>> least_absolute([[1], [1], [1]], [0, 1, 100]).w.round(6)  # a median
    array([1.])

    Implements: prop-absolute.
    Source: chapter 05, absolute loss.
    """
    X, y = as_sample(X, y, None)
    m, d = X.shape
    (Z, V), height = conditioned(X), float(np.abs(y).max()) or 1.0
    t = y / height
    identity = eye_array(m)  # type: ignore[no-untyped-call]
    answer = linprog(  # type: ignore[no-untyped-call]
        np.r_[np.zeros(d), np.ones(2 * m)],  # Zw + p - q = t, p and q >= 0
        A_eq=hstack([Z, identity, -identity], format="csr"),  # type: ignore[no-untyped-call]
        b_eq=t,
        bounds=[(None, None)] * d + [(0, None)] * (2 * m),
        method="highs",
    )
    if answer.x is None:
        raise RuntimeError(f"the linear program was not solved: {answer.message}")
    w, u = answer.x[:d], np.asarray(answer.eqlin.marginals)
    gap = np.abs(Z @ w - t).sum() - u @ t
    flat = np.abs(Z.T @ u).max()
    if not (np.abs(u).max() <= 1 + TOLERANCE and max(gap, flat) <= TOLERANCE * m):
        raise RuntimeError(f"the least absolute error was not reached: gap {gap:.1e} of {m} rows")
    return LinearFit(V @ w * height, int(np.linalg.matrix_rank(Z)), np.empty(0))
