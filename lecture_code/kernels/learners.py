r"""The perceptron and ridge regression with a kernel: the representer theorem at work.

**The kernel perceptron** is a perceptron on the images ψ(x) that never computes an image.  Every
vector of a perceptron is a sum of examples, :math:`w_t = \sum_j\alpha_{t,j}\psi(x_j)`, and
:math:`\alpha_{t,j}` is the label of example j times the number of its mistakes so far.  If some w
has :math:`y_i\langle w, \psi(x_i)\rangle\ge1` for all i, there are at most
:math:`\max_iK(x_i, x_i)\,\lVert w\rVert^2` updates.

**Kernel ridge regression** is regularised least squares in the space of features.  The objective
is least at :math:`w = \sum_j\alpha_j\psi(x_j)` with :math:`(G + \lambda mI)\alpha = y`: m linear
equations, whatever the dimension of the features.

:Source: chapter 12, kernels and the representer theorem.  M. A. Aizerman, E. M. Braverman and L. I.
    Rozonoer, Automation and Remote Control 25 (1964).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from lecture_code.core import validate
from lecture_code.core.types import Array, Integers, Points, Reals, Signs, Vector
from lecture_code.kernels.kernel import Kernel, KernelPredictor, KernelRun, gram

TOLERANCE = 1e-9  # of the equations and the eigenvalues, relative to their size


def kernel_perceptron(
    X: Points, y: Signs, *, K: Kernel, max_updates: int = 100_000
) -> KernelPerceptronRun:
    r"""Run the batch perceptron on the images: while an example is violated, add the first one.

    .. math:: \alpha_0 = 0, \qquad \alpha_i \leftarrow \alpha_i + y_i
              \quad\text{for the first } i \text{ with } y_i\sum_j\alpha_jK(x_j, x_i) \le 0.

    On integers every number is an integer, and exact while it stays below 2^53.  On inseparable
    images the run stops after ``max_updates``, not converged.

    >>> from lecture_code.kernels.kernel import Polynomial
    >>> run = kernel_perceptron([[-2], [0], [2]], [1, -1, 1], K=Polynomial(2))
    >>> run.updates, run.h.alpha, run([[-3], [0], [1], [3]])
    (3, array([ 1., -2.,  0.]), array([ 1., -1., -1.,  1.]))

    :Implements: alg-kernel-perceptron, thm-kernel-perceptron.
    """
    X, y = validate.sample(X, y)
    limit = validate.whole(max_updates, "max_updates", at_least=0)
    G = gram(K, X)
    alpha = np.zeros(len(X))  # 1.
    chosen: list[int] = []
    # The sums over j of alpha_j K(x_j, x_i) are kept: an update adds one row of G to them all.
    scores = np.zeros(len(X))
    right = y * scores > 0
    while not right.all() and len(chosen) < limit:  # 2.
        i = int(right.argmin())
        alpha[i] += y[i]
        scores += y[i] * G[i]
        chosen.append(i)
        right = y * scores > 0
    h, history = KernelPredictor(alpha, X, K), np.array(chosen, dtype=np.int64)
    return KernelPerceptronRun(h, len(chosen), bool(right.all()), history, y)


def kernel_ridge(X: Points, y: Reals, *, K: Kernel, lam: float) -> KernelRidgeRun:
    r"""Return the minimiser of the ridge objective in the space of features.

    .. math:: \min_w\ \lambda\lVert w\rVert^2
              + \frac1m\sum_i(\langle w,\psi(x_i)\rangle - y_i)^2,
              \qquad (G + \lambda mI)\,\alpha = y

    That ``K`` is no kernel is noticed only where :math:`G + \lambda mI` is not positive definite.
    Raises RuntimeError if the equations are too ill-conditioned for an answer that verifies.

    >>> from lecture_code.kernels.kernel import Linear
    >>> run = kernel_ridge([[1.0], [3.0]], [1.0, 3.0], K=Linear(), lam=5.0)
    >>> run.h.alpha.round(9), run([[2.0]]).round(9)
    (array([0.05, 0.15]), array([1.]))

    :Implements: alg-kernel-ridge, thm-kernel-ridge.
    """
    X, y = validate.sample(X, y, None)
    G, lam, m = gram(K, X), validate.number(lam, "lam", above=0), len(X)  # 1.
    M = G + validate.number(lam * m, "lam m", above=0) * np.eye(m)  # 2.
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


@dataclass(frozen=True, slots=True, eq=False)
class KernelPerceptronRun(KernelRun):
    """A finished run, a predictor of signs: its ``h``, and which example caused each update."""

    h: KernelPredictor
    updates: int
    #: False if ``max_updates`` was reached with a mistake left.
    converged: bool
    #: ``chosen[t - 1]`` is the example of update ``t``.
    chosen: Integers = field(repr=False)
    y: Array = field(repr=False)

    def after(self, t: int) -> KernelPredictor:
        """Return the predictor after ``t`` updates."""
        t = validate.whole(t, "t", at_least=0, at_most=self.updates)
        alpha = np.bincount(self.chosen[:t], minlength=len(self.y)) * self.y
        return KernelPredictor(alpha, self.h.X, self.h.K)


@dataclass(frozen=True, slots=True, eq=False)
class KernelRidgeRun(KernelRun):
    """A finished run, a predictor of real numbers: its ``h``, and the least value."""

    h: KernelPredictor
    lam: float
    objective: float
    y: Array = field(repr=False)

    def __call__(self, X: Points) -> Array:
        """Return the score of each row of ``X``."""
        return self.score(X)


def kernel_ridge_path(X: Points, y: Reals, lams: Vector, *, K: Kernel) -> Array:
    r"""Return the coefficients for many λ, one solution a row, from one decomposition of G.

    .. math:: \alpha_\lambda = \sum_k\frac{\langle v_k, y\rangle}{\mu_k + \lambda m}\,v_k
              \quad\text{where}\quad Gv_k = \mu_kv_k

    Raises ValueError if G has a negative eigenvalue beyond rounding, and RuntimeError if G is
    singular within rounding and :math:`\lambda m` as small as that.

    >>> from lecture_code.kernels.kernel import Linear
    >>> kernel_ridge_path([[1.0], [3.0]], [1.0, 3.0], [5.0, 1.0], K=Linear()).round(6)
    array([[0.05    , 0.15    ],
           [0.083333, 0.25    ]])

    :Implements: thm-kernel-ridge.
    """
    X, y = validate.sample(X, y, None)
    lam = validate.array(lams, "lams", "(k,)", above=0)
    values, V = np.linalg.eigh(gram(K, X))
    if values[0] < -TOLERANCE * np.abs(values).max():
        raise ValueError(f"K must be a kernel; G has the eigenvalue {values[0]:.6g}")
    lowest = float(np.maximum(values, 0.0).min() + lam.min() * len(X))
    if lowest < len(X) * np.finfo(float).eps * float(values[-1]):
        raise RuntimeError(f"lam = {lam.min():g} is lost in the rounding of G")
    shrunk = (y @ V) / (np.maximum(values, 0.0) + lam[:, None] * len(X))
    return np.asarray(shrunk @ V.T)
