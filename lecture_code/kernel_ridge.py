r"""Kernel ridge regression: least squares with a rope, in the space of features.

The objective, with λ‖w‖² and the mean of the squares,

.. math:: \lambda\lVert w\rVert^2 + \frac1m\sum_{i=1}^m(\langle w, \psi(x_i)\rangle - y_i)^2,

is least at :math:`w = \sum_j\alpha_j\psi(x_j)` with :math:`(G + \lambda mI)\alpha = y`: m linear
equations, whatever the dimension of the features.

Source: chapter 12, the representer theorem.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import cho_factor, cho_solve

from lecture_code.kernels import Kernel, KernelPredictor, gram
from lecture_code.notation import Array, as_sample, as_vector, positive

TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class KernelRidgeRun:
    r"""A run: ``h`` holds the coefficients, ``objective`` is the least value.

    The run is a predictor of real numbers.
    """

    h: KernelPredictor
    lam: float
    objective: float
    y: Array = field(repr=False)

    def __call__(self, X: ArrayLike) -> Array:
        return self.score(X)

    def score(self, X: ArrayLike) -> Array:
        r"""Return :math:`\sum_j\alpha_jK(x_j, x)` for each row of ``X``."""
        return self.h.score(X)


def kernel_ridge(X: ArrayLike, y: ArrayLike, *, K: Kernel, lam: float) -> KernelRidgeRun:
    r"""Return the minimiser of the ridge objective in the space of features.

    .. math:: \min_w\ \lambda\lVert w\rVert^2
              + \frac1m\sum_i(\langle w,\psi(x_i)\rangle - y_i)^2,
              \qquad (G + \lambda mI)\,\alpha = y

    ``X``: (m, d); ``y``: (m,) real; ``lam`` > 0.  Raises ValueError on bad input, RuntimeError if
    the equations are too ill-conditioned for an answer that verifies.  A ``K`` that is no kernel is
    noticed, with a ValueError, only where :math:`G + \lambda mI` is not positive definite.

    >>> from lecture_code.kernels import Linear
    >>> run = kernel_ridge([[1.0], [3.0]], [1.0, 3.0], K=Linear(), lam=5.0)
    >>> run.h.alpha.round(9), run([[2.0]]).round(9)
    (array([0.05, 0.15]), array([1.]))

    Implements: alg-kernel-ridge, thm-kernel-ridge.
    Source: chapter 12, the representer theorem.
    """
    X, y = as_sample(X, y, None)
    G, lam, m = gram(K, X), positive(lam, "lam"), len(X)
    M = G + positive(lam * m, "lam m") * np.eye(m)
    try:
        factor = cho_factor(M, lower=True)
    except np.linalg.LinAlgError as error:
        raise ValueError(
            f"K must be a kernel, so that G + lam m I is positive definite; got lam = {lam:g}"
        ) from error
    alpha = np.asarray(cho_solve(factor, y))  # type: ignore[no-untyped-call]
    scores = G @ alpha
    size = np.abs(M).max() * np.abs(alpha).sum() + np.abs(y).max()
    if np.abs(scores + lam * m * alpha - y).max() > TOLERANCE * size:
        raise RuntimeError("the coefficients could not be verified: the equations are not solved")
    objective = float(lam * (alpha @ scores) + ((scores - y) ** 2).mean())
    return KernelRidgeRun(KernelPredictor(alpha, X, K), lam, objective, y)


def kernel_ridge_path(X: ArrayLike, y: ArrayLike, lams: ArrayLike, *, K: Kernel) -> Array:
    r"""Return the coefficients for many λ from one spectral decomposition of G.

    .. math:: \alpha_\lambda = \sum_k\frac{\langle v_k, y\rangle}{\mu_k + \lambda m}\,v_k
              \quad\text{where}\quad Gv_k = \mu_kv_k

    ``X``: (m, d); ``y``: (m,) real; ``lams``: (k,), each above 0.  Returns (k, m), one solution a
    row.  Raises ValueError on bad input, or if G has a negative eigenvalue beyond rounding;
    RuntimeError if G is singular within rounding and :math:`\lambda m` as small as that.

    >>> from lecture_code.kernels import Linear
    >>> kernel_ridge_path([[1.0], [3.0]], [1.0, 3.0], [5.0, 1.0], K=Linear()).round(6)
    array([[0.05    , 0.15    ],
           [0.083333, 0.25    ]])

    Implements: thm-kernel-ridge.
    Source: chapter 12, the representer theorem.
    """
    X, y = as_sample(X, y, None)
    lam = as_vector(lams, name="lams")
    positive(float(lam.min()), "lams")
    values, V = np.linalg.eigh(gram(K, X))
    if values[0] < -TOLERANCE * np.abs(values).max():
        raise ValueError(f"K must be a kernel; G has the eigenvalue {values[0]:.6g}")
    lowest = float(np.maximum(values, 0.0).min() + lam.min() * len(X))
    if lowest < len(X) * np.finfo(float).eps * float(values[-1]):
        raise RuntimeError(f"lam = {lam.min():g} is lost in the rounding of G")
    shrunk = (y @ V) / (np.maximum(values, 0.0) + lam[:, None] * len(X))
    return np.asarray(shrunk @ V.T)
