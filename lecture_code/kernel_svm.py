r"""The soft support vector machine with a kernel and a bias, by sequential minimal optimisation.

.. math:: \min_{w\in\mathcal F,\ b}\ \lambda\lVert w\rVert^2
          + \frac1m\sum_{i=1}^m\max\{0,\ 1-y_i(\langle w,\psi(x_i)\rangle+b)\}

The dual problem knows the feature map only through the Gram matrix :math:`G_{ij}=K(x_i,x_j)`,

.. math:: \max\ D(\alpha)=\sum_i\alpha_i
          - \frac1{4\lambda}\sum_{i,j}\alpha_i\alpha_jy_iy_jG_{ij}
          \quad\text{where}\quad 0\le\alpha_i\le\frac1m,\ \sum_i\alpha_iy_i=0 .

With :math:`u_i=y_i-\langle w_\alpha,\psi(x_i)\rangle`, the slope of D in :math:`\alpha_iy_i`, a step
moves weight from j to i where this helps.  It stops when no pair has :math:`u_i-u_j>` tol; then
the objective is within tol/2 of the optimum, which is computed afresh before it is believed.

Source: chapter 12, SVM with kernels.  R.-E. Fan, P.-H. Chen and C.-J. Lin, Working set selection
using second order information for training support vector machines, JMLR 6 (2005).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.notation import (
    Array,
    Integers,
    as_labels,
    as_points,
    as_sample,
    positive,
    positive_integer,
    sign,
)
from lecture_code.soft_svm import best_biases, hinge

FLOOR = 1e-12  # no squared distance in the feature space counts as less, in units of the largest
TILE = 256  # rows of G that are compared with columns at once, for the sake of the cache
ROUNDS = 5  # how often the iteration may go on after its sums were computed afresh


@dataclass(frozen=True, slots=True, eq=False)
class DualRun:
    r"""A solution of the dual problem on a Gram matrix, and the proof of how good it is.

    ``alpha``: (m,) multipliers in [0, 1/m]; ``b``: the best bias for them; ``scores``: (m,) of
    :math:`\langle w_\alpha,\psi(x_i)\rangle+b`; ``objective``: its value; ``gap``: how much
    lower the optimum can be; ``violation``: the largest :math:`u_i-u_j` that a step could still
    use; ``steps``: the number of steps; ``norm``: :math:`\lVert w_\alpha\rVert`.
    """

    alpha: Array = field(repr=False)
    b: float
    scores: Array = field(repr=False)
    objective: float
    gap: float
    violation: float
    steps: int
    norm: float


@dataclass(frozen=True, slots=True, eq=False)
class KernelSVM:
    r"""The soft SVM with a kernel: a predictor of signs that is a sum over the support vectors.

    ``run``: the solution of the dual problem; ``weights``: (m,) of
    :math:`c_j=\alpha_jy_j/(2\lambda)`; ``X``: (m, d) the sample; ``K``: the kernel.
    """

    run: DualRun
    weights: Array = field(repr=False)
    X: Array = field(repr=False)
    K: Callable[[Array, Array], Array]

    def __call__(self, X: ArrayLike) -> Array:
        return sign(self.score(X))

    def score(self, X: ArrayLike) -> Array:
        r"""Return :math:`\sum_jc_jK(x_j,x)+b` for each row of ``X``."""
        on = self.support
        return self.K(as_points(X), self.X[on]) @ self.weights[on] + self.run.b

    @property
    def support(self) -> Integers:
        r"""Return the indices with :math:`\alpha_j>0`: the support vectors."""
        return np.flatnonzero(self.run.alpha)


def smo(
    G: ArrayLike, y: ArrayLike, *, lam: float, tol: float = 1e-3, max_steps: int = 10**7
) -> DualRun:
    r"""Return the soft SVM of a Gram matrix, with a bias.

    .. math:: \max\ \sum_i\alpha_i - \frac1{4\lambda}\sum_{i,j}\alpha_i\alpha_jy_iy_jG_{ij}
              \quad\text{where}\quad 0\le\alpha_i\le\frac1m,\ \sum_i\alpha_iy_i=0

    ``G``: (m, m), symmetric and positive semidefinite (the latter is not tested); ``y``: (m,) of
    -1 and +1; ``lam`` > 0; ``tol`` > 0: the violation that is left.  Raises ValueError on bad
    input, RuntimeError if ``max_steps`` do not suffice, or rounding prevents it.

    >>> run = smo([[1, -1], [-1, 1]], [1, -1], lam=1.0)
    >>> run.alpha, run.objective, run.steps
    (array([0.5, 0.5]), 0.75, 1)

    Implements: alg-smo, prop-kkt-gap.
    Source: chapter 12, SVM with kernels.
    """
    G = _gram(G)
    y = as_labels(y, len(G))
    lam, tol = positive(lam, "lam"), positive(tol, "tol")
    max_steps, m = positive_integer(max_steps, "max_steps"), len(y)
    C = 1 / (2 * lam * m)
    a, g, steps = np.zeros(m), y.copy(), 0  # a = alpha / (2 lam); g = y - G (a y)
    if abs(y.sum()) < m:
        for _ in range(ROUNDS):
            steps += _steps(G, y, a, g, C, tol, max_steps - steps)
            g = y - G @ (a * y)
            if violation(a / C, y, g) <= tol or steps >= max_steps:
                break
    scores = y - g
    low, high = best_biases(scores, y)
    b = (low + high) / 2 if np.isfinite(high - low) else float(y[0])
    square = float(a * y @ scores)
    objective = lam * square + float(hinge(scores + b, y).mean())
    left, gap = violation(a / C, y, g), objective - 2 * lam * float(a.sum()) + lam * square
    if not (left <= tol and gap <= tol / 2 + 1e-9 * objective):
        raise RuntimeError(f"SMO was not finished after {steps} steps: violation {left:.1e}")
    norm = float(np.sqrt(max(square, 0.0)))
    return DualRun(a / C / m, b, scores + b, objective, max(gap, 0.0), left, steps, norm)


def violation(share: ArrayLike, y: ArrayLike, u: ArrayLike) -> float:
    r"""Return the largest :math:`u_i-u_j` where weight may still move from j to i, or 0.

    ``share``: (m,) of :math:`m\alpha_i`, in [0, 1]; ``y``: (m,) of -1 and +1; ``u``: (m,).  The
    signed weight :math:`\alpha_iy_i` may grow unless it is at its upper end, and shrink unless it
    is at its lower end.

    >>> violation([0, 0, 1], [1, -1, -1], [0.5, -1, -2])
    1.5

    Implements: prop-kkt-gap.
    Source: chapter 12, SVM with kernels.
    """
    share, y, u = np.asarray(share), np.asarray(y), np.asarray(u)
    up = np.where(y > 0, share < 1, share > 0)
    down = np.where(y > 0, share > 0, share < 1)
    if not (up.any() and down.any()):
        return 0.0
    return max(0.0, float(u[up].max() - u[down].min()))


def kernel_svm(
    X: ArrayLike,
    y: ArrayLike,
    K: Callable[[Array, Array], Array],
    *,
    lam: float,
    tol: float = 1e-3,
) -> KernelSVM:
    r"""Return the soft SVM with a kernel and a bias.

    .. math:: \min_{w,b}\ \lambda\lVert w\rVert^2
              + \frac1m\sum_{i=1}^m\max\{0,\ 1-y_i(\langle w,\psi(x_i)\rangle+b)\}

    ``X``: (m, d); ``y``: (m,) of -1 and +1; ``K``: takes (m, d) and (n, d), returns (m, n);
    ``lam``, ``tol`` as for ``smo``, which raises.

    >>> square = lambda A, B: (1 + A @ B.T) ** 2
    >>> h = kernel_svm([[-1], [0], [1]], [1, -1, 1], square, lam=0.01, tol=1e-9)
    >>> h.score([[-1], [0], [1], [2]]).round(6)
    array([ 1., -1.,  1.,  7.])

    Implements: thm-kernel-dual.
    Source: chapter 12, SVM with kernels.
    """
    X, y = as_sample(X, y)
    run = smo(K(X, X), y, lam=lam, tol=tol)
    return KernelSVM(run, run.alpha * y / (2 * lam), X, K)


def _gram(G: ArrayLike) -> Array:
    G = as_points(G, "G")
    if G.shape[0] != G.shape[1]:
        raise ValueError(f"G must be a square matrix; got the shape {G.shape}")
    tiles = range(0, len(G), TILE)
    for part, other in ((slice(a, a + TILE), slice(b, b + TILE)) for a in tiles for b in tiles):
        here, there = G[part, other], G[other, part].T
        if other.start >= part.start and not np.array_equal(here, there):
            if np.abs(here - there).max() > 1e-10 * np.abs(G.diagonal()).max():
                raise ValueError("G must be symmetric; it is not")
    return G


def _steps(G: Array, y: Array, a: Array, g: Array, C: float, tol: float, most: int) -> int:
    # hi holds g where a y may grow and -inf elsewhere, lo holds g where it may shrink, else +inf;
    # both change by the same vector, so g itself is not needed: one of the two always has it.
    positive_label = y > 0
    hi = np.where(np.where(positive_label, a < C, a > 0), g, -np.inf)
    lo = np.where(np.where(positive_label, a > 0, a < C), g, np.inf)
    q = G.diagonal() / 2
    floor = FLOOR * max(float(q.max()), np.finfo(float).tiny)
    gap, half, change = np.empty(len(y)), np.empty(len(y)), np.empty(len(y))
    labels = y.tolist()
    for step in range(most):
        i = int(hi.argmax())
        row, top = G[i], hi[i]
        np.subtract(top, lo, out=gap)
        np.maximum(gap, 0.0, out=gap)
        np.subtract(q, row, out=half)  # half of the squared distance of the images of i and j
        half += q[i]
        np.maximum(half, floor, out=half)
        np.multiply(gap, gap, out=change)
        change /= half
        j = int(change.argmax())
        if gap[j] <= tol and gap.max() <= tol:
            return step
        t = min(
            gap[j] / (2 * half[j]),
            C - a[i] if labels[i] > 0 else a[i],
            a[j] if labels[j] > 0 else C - a[j],
        )
        np.subtract(row, G[j], out=change)
        change *= t
        hi -= change
        lo -= change
        for k, s in ((i, t), (j, -t)):
            value = hi[k] if hi[k] > -np.inf else lo[k]
            new = a[k] + s * labels[k]
            a[k] = new = 0.0 if new < 1e-14 * C else C if new > C * (1 - 1e-14) else new
            grows, falls = (new < C, new > 0) if labels[k] > 0 else (new > 0, new < C)
            hi[k], lo[k] = value if grows else -np.inf, value if falls else np.inf
    return most
