r"""Leave-one-out for least squares without leaving anything out.

For least squares with :math:`\lambda\lVert w\rVert^2`, the hat matrix
:math:`H = X(X^\top X+\lambda I)^{-1}X^\top` and the residuals :math:`r = y - Hy`, the prediction
of y_i by the other examples is off by :math:`r_i/(1-H_{ii})`.
Source: chapter 08, leave-one-out; D. Allen, Technometrics 16 (1974).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.arguments import bounded
from lecture_code.notation import Array, as_sample, as_vector, positive

FLAT = 1e-10  # singular values, and 1 - H_ii, below this share of the largest count as zero
ROWS = 4096  # examples at a time: their errors for all lambdas stay in the cache


@dataclass(frozen=True, slots=True, eq=False)
class LeaveOneOut:
    r"""The m leave-one-out errors of a least-squares fit, from a single fit.

    ``risk``: the mean of the squares of ``residuals``, (m,), the errors of each y_i when it is
    predicted by the others; ``leverage``: (m,) the diagonal of the hat matrix; ``training``: the
    mean square of the ordinary residuals; ``w``: (d,) the fit to all examples.
    """

    risk: float
    training: float
    w: Array = field(repr=False)
    residuals: Array = field(repr=False)
    leverage: Array = field(repr=False)


def leave_one_out(X: ArrayLike, y: ArrayLike, *, lam: float = 0.0) -> LeaveOneOut:
    r"""Return the leave-one-out errors of ridge regression, or of least squares for λ = 0.

    .. math:: \frac1m\sum_{i=1}^m\Bigl(\frac{r_i}{1-H_{ii}}\Bigr)^2
              \quad\text{for}\quad \min_w \lVert Xw-y\rVert^2+\lambda\lVert w\rVert^2

    ``X``: (m, d), a column of ones if a constant is wanted; ``y``: (m,); ``lam``: at least 0, the
    same with all examples and without one.  Raises ValueError if λ = 0 and the columns are
    dependent, or become so without some example (its leverage is 1): then the fit without it is
    not unique.

    >>> leave_one_out([[1], [1], [1]], [0, 0, 3]).residuals  # the mean of the other two
    array([-1.5, -1.5,  3. ])

    Implements: prop-press.
    Source: chapter 08, leave-one-out.
    """
    points, truth = as_sample(X, y, None)
    lam = float(bounded(lam, "lam", 0))
    U, s, Vt = np.linalg.svd(points, full_matrices=False)
    if lam == 0 and (len(points) < points.shape[1] or s[-1] <= FLAT * s[0]):
        raise ValueError(
            f"X must have independent columns if lam = 0; got rank below {points.shape[1]}"
        )
    shrink = s**2 / (s**2 + lam) if lam > 0 else np.ones_like(s)
    solve = s / (s**2 + lam) if lam > 0 else 1 / s
    coordinates = U.T @ truth
    residuals = truth - U @ (shrink * coordinates)
    leverage = (U**2) @ shrink
    if (1 - leverage).min() <= FLAT:
        i = int(leverage.argmax())
        raise ValueError(
            f"X must keep independent columns without any one example; without example {i}, "
            "whose leverage is 1, it does not"
        )
    out = residuals / (1 - leverage)
    w: Array = Vt.T @ (solve * coordinates)
    return LeaveOneOut(float((out**2).mean()), float((residuals**2).mean()), w, out, leverage)


def leave_one_out_path(X: ArrayLike, y: ArrayLike, lams: ArrayLike) -> Array:
    r"""Return the leave-one-out risks of ridge regression for many λ, from one decomposition.

    With the singular vectors :math:`u_j` and values :math:`s_j` of X and
    :math:`f_j = s_j^2/(s_j^2+\lambda)`,

    .. math:: \frac1m\sum_{i=1}^m\Bigl(\frac{y_i-\sum_jf_j\langle u_j,y\rangle u_{ij}}
              {1-\sum_jf_ju_{ij}^2}\Bigr)^2 .

    ``X``: (m, d); ``y``: (m,); ``lams``: (k,), each above 0.  Returns (k,).  Raises ValueError on
    bad input, and if the smallest λ leaves an example a leverage of 1 within rounding.

    >>> leave_one_out_path([[1], [1], [1]], [0, 0, 3], [1e-9, 3.0]).round(4)
    array([4.5 , 3.24])

    Implements: prop-press.
    Source: chapter 08, leave-one-out.
    """
    points, truth = as_sample(X, y, None)
    lam = as_vector(lams, name="lams")
    positive(float(lam.min()), "lams")
    U, s, _ = np.linalg.svd(points, full_matrices=False)
    shrink = s**2 / (s**2 + lam[:, None])  # (k, r)
    fitted = shrink * (U.T @ truth)
    total = np.zeros(len(lam))
    for start in range(0, len(U), ROWS):
        u = U[start : start + ROWS]
        left = 1 - u**2 @ shrink.T  # (rows, k)
        if left.min() <= FLAT:
            raise ValueError(f"lams must be larger: for {lam.min():g} some leverage is 1")
        out = (truth[start : start + ROWS, None] - u @ fitted.T) / left
        total += (out**2).sum(axis=0)
    return total / len(U)
