r"""The soft support vector machine with a kernel and a bias.

.. math:: \min_{w\in\mathcal F,\ b}\ \lambda\lVert w\rVert^2
          + \frac1m\sum_{i=1}^m\max\{0,\ 1-y_i(\langle w,\psi(x_i)\rangle+b)\}

for a feature map ψ with the kernel K.  The solution is :math:`w=\sum_jc_j\psi(x_j)` with
:math:`c_j=\alpha_jy_j/(2\lambda)`, where α solves the dual problem on the Gram matrix.

Source: chapter 12, SVM with kernels.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.kernels import Kernel, KernelPredictor, gram
from lecture_code.notation import Array, Integers, as_points, as_sample, sign
from lecture_code.smo import DualRun, smo


@dataclass(frozen=True, slots=True, eq=False)
class KernelSVM:
    r"""The soft SVM with a kernel: a predictor of signs, a sum over the support vectors.

    ``run``: the solution of the dual problem, with its certificate; ``support``: the indices with
    :math:`\alpha_j>0`; ``sum``: the predictor :math:`x\mapsto\sum_jc_jK(x_j,x)` over these.
    """

    run: DualRun
    support: Integers = field(repr=False)
    sum: KernelPredictor | None = field(repr=False)

    def __call__(self, X: ArrayLike) -> Array:
        return sign(self.score(X))

    def score(self, X: ArrayLike) -> Array:
        r"""Return :math:`\sum_jc_jK(x_j,x)+b` for each row of ``X``."""
        linear = self.sum.score(X) if self.sum else np.zeros(len(as_points(X)))
        return np.asarray(linear + self.run.b)


def kernel_svm(
    X: ArrayLike, y: ArrayLike, K: Kernel, *, lam: float, tol: float = 1e-3
) -> KernelSVM:
    r"""Return the soft SVM with a kernel and a bias.

    .. math:: \min_{w,b}\ \lambda\lVert w\rVert^2
              + \frac1m\sum_{i=1}^m\max\{0,\ 1-y_i(\langle w,\psi(x_i)\rangle+b)\}

    ``X``: (m, d); ``y``: (m,) of -1 and +1; ``K``: a kernel; ``lam`` > 0; ``tol``: twice the
    distance of the objective from its minimum, at most.  Raises as ``gram`` and ``smo`` do.

    >>> from lecture_code.kernels import Polynomial
    >>> h = kernel_svm([[-1], [0], [1]], [1, -1, 1], Polynomial(2), lam=0.01, tol=1e-9)
    >>> h.score([[-1], [0], [1], [2]]).round(6), h.support
    (array([ 1., -1.,  1.,  7.]), array([0, 1, 2]))

    Implements: thm-kernel-dual.
    Source: chapter 12, SVM with kernels.
    """
    X, y = as_sample(X, y)
    run = smo(gram(K, X), y, lam=lam, tol=tol)
    on = np.flatnonzero(run.alpha)
    weights = run.alpha * y / (2 * lam)
    return KernelSVM(run, on, KernelPredictor(weights[on], X[on], K) if len(on) else None)
