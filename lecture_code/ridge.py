r"""Ridge regression: least squares with a rope that pulls the weights to zero.

The minimiser of :math:`\lVert Xw - y\rVert^2 + \lambda\lVert w\rVert^2` is
:math:`\sum_j \frac{s_j}{s_j^2 + \lambda}\langle u_j, y\rangle v_j` with the singular values s_j of
X: one decomposition serves every λ.  Chapter 09 treats it as regularised loss minimisation, with
another scale, :math:`\frac1m\lVert Xw - y\rVert^2 + \lambda\lVert w\rVert^2`; its λ is ours
divided by m.
Source: chapter 05, ridge path; chapter 09.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.notation import Array, as_sample, as_vector, positive

ROWS = 2048  # of a block of the triangularisation


def ridge_path(X: ArrayLike, y: ArrayLike, lams: ArrayLike) -> Array:
    r"""Return the ridge solutions for many λ from one singular value decomposition.

    .. math:: w_\lambda = \operatorname{argmin}_w \lVert Xw - y\rVert^2 + \lambda\lVert w\rVert^2
              = \sum_j \frac{s_j}{s_j^2 + \lambda}\,\langle u_j, y\rangle\,v_j

    ``X``: (m, d); ``y``: (m,) real; ``lams``: (k,), each above 0.  Returns (k, d), one solution a
    row.  Raises ValueError on bad input.

    >>> ridge_path([[1.0], [1.0]], [1.0, 3.0], [2.0, 0.5]).round(6)
    array([[1. ],
           [1.6]])

    Implements: prop-ridge-path.
    Source: chapter 05, ridge path.
    """
    X, y = as_sample(X, y, None)
    lam = as_vector(lams, name="lams")
    positive(float(lam.min()), "lams")
    # X = QR: X and R have the same singular values and right vectors, and R is only d x d.
    R, rotated = rotate(X, y)
    U, s, Vt = np.linalg.svd(R, full_matrices=False)
    length = np.hypot(s, np.sqrt(lam)[:, None])  # its square is s^2 + lam, which might overflow
    shrunk = s / length / length
    path: Array = (shrunk * (U.T @ rotated)) @ Vt
    return path


def rotate(X: Array, y: Array) -> tuple[Array, Array]:
    r"""Return R, upper triangular, and :math:`Q^\top y` of :math:`X = QR`, without forming Q.

    They are the first rows of the R of the matrix with the further column y.  ``X``: (m, d);
    ``y``: (m,).  Returns shapes (k, d) and (k,), k = min(m, d).
    An inner function: nothing is validated.

    >>> R, rotated = rotate(np.array([[3.0], [4.0]]), np.array([5.0, 0.0]))
    >>> np.abs(R), np.abs(rotated)
    (array([[5.]]), array([3.]))

    Source: chapter 05, ridge path.
    """
    corner = np.empty((0, X.shape[1] + 1))
    for start in range(0, len(X), ROWS):  # R of a block and what came before: stays in the cache
        block = np.column_stack([X[start : start + ROWS], y[start : start + ROWS]])
        corner = np.asarray(np.linalg.qr(np.vstack([corner, block]), mode="r"), dtype=np.float64)
    k = min(X.shape)
    return corner[:k, :-1], corner[:k, -1]
