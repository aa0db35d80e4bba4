r"""The soft support vector machine with a kernel and a bias, by sequential minimal optimisation.

For a feature map ψ with the kernel K the solution is :math:`w=\sum_jc_j\psi(x_j)` with
:math:`c_j=\alpha_jy_j/(2\lambda)`, where α solves the dual problem.  That problem knows the points
only through the Gram matrix :math:`G_{ij}=K(x_i,x_j)`.

:Source: chapter 12, SVM with kernels.  R.-E. Fan, P.-H. Chen and C.-J. Lin, Working set selection
    using second order information for training support vector machines, JMLR 6 (2005).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from lecture_code.core import validate
from lecture_code.core.losses import best_biases, hinge
from lecture_code.core.predictors import sign
from lecture_code.core.records import Record
from lecture_code.core.scale import in_units
from lecture_code.core.types import Array, Integers, Matrix, Points, Signs, Vector
from lecture_code.kernels.kernel import Kernel, KernelPredictor, gram
from lecture_code.solvers.smo import NOISE, SignedWeights, SquaredDistances, best_pair

MOST_STEPS = 10**7  # in all rounds
ROUNDS = 5  # how often the slopes are computed anew, and the steps go on if they had drifted
LOOK, PATIENCE = 10_000, 3  # after so many steps D has grown, or after three times as many


def smo(G: Matrix, y: Signs, *, lam: float, tol: float = 1e-3) -> DualRun:
    r"""Return the soft SVM of a Gram matrix, with a bias, by steps of two multipliers at a time.

    .. math:: \max\ D(\alpha)=\sum_i\alpha_i
              - \frac1{4\lambda}\sum_{i,j}\alpha_i\alpha_jy_iy_jG_{ij}
              \quad\text{where}\quad 0\le\alpha_i\le\frac1m,\ \sum_i\alpha_iy_i=0

    The slope of D in :math:`\alpha_iy_i` is :math:`u_i=y_i-\langle w_\alpha,\psi(x_i)\rangle`; a
    step moves weight from j to i where this helps.  The run stops when no pair has
    :math:`u_i-u_j` > ``tol``; then the objective is within tol/2 of the optimum, which is checked
    with slopes computed anew.  With one label only, α is 0 and ``b`` this label.

    That ``G`` is not positive semidefinite is noticed only where the steps lead past a negative
    square.  Raises RuntimeError if ten million steps do not suffice, or rounding prevents it.

    >>> run = smo([[1, -1], [-1, 1]], [1, -1], lam=1.0)
    >>> run.alpha, run.objective, run.steps
    (array([0.5, 0.5]), 0.75, 1)

    :Implements: alg-smo, prop-smo-gap.
    """
    G, size = in_units(validate.symmetric(G))
    if (least := G.diagonal().min()) < 0:
        raise ValueError(f"G must be positive semidefinite; got {least:.3g} on its diagonal")
    y, m = validate.labels(y, len(G)), len(G)
    lam = validate.number(lam, "lam", above=0) / size
    validate.number(2 * lam * m, "2 lam m over the size of G", above=0)
    tol = validate.number(tol, "tol", above=0)
    c, kappa, u, steps = SignedWeights(y), SquaredDistances(G), y.copy(), 0  # 1.
    duals = [0.0]
    for _ in range(ROUNDS):
        while steps < MOST_STEPS and (pair := best_pair(u, c, kappa, tol)):  # 2.
            i, j = pair
            full = float(2 * lam * (u[i] - u[j]) / kappa(i, j))
            t = min(full, c.room(i, j))
            c.move(t, i, j)
            u -= t / (2 * lam) * (G[i] - G[j])
            if t == full:
                u[j] = u[i]  # a full step makes them equal: no noise
            steps += 1
            if steps % LOOK == 0:
                duals.append(float(c.values @ (y - G @ c.values / (4 * lam))))
                if max(duals[-PATIENCE:]) <= max(duals[:-PATIENCE], default=-np.inf):
                    break  # the steps only move the rounding about
        u = y - G @ c.values / (2 * lam)  # anew: is there really no pair left?
        if not best_pair(u, c, kappa, tol):
            break
    run = _certified(G, y, lam, tol, np.array(c.values), u, steps)
    return replace(run, norm=run.norm / size**0.5)


@dataclass(frozen=True, slots=True, eq=False)
class DualRun(Record):
    """A solution of the dual problem on a Gram matrix, and the proof of how good it is."""

    #: In [0, 1/m].
    alpha: Array = field(repr=False)
    #: The best bias for them.
    b: float
    #: The :math:`\langle w_\alpha,\psi(x_i)\rangle+b`.
    scores: Array = field(repr=False)
    objective: float
    #: How much lower the optimum can be.
    gap: float
    #: The largest :math:`u_i-u_j` that a step could still use.
    violation: float
    steps: int
    #: :math:`\lVert w_\alpha\rVert`.
    norm: float


def _certified(
    G: Array, y: Array, lam: float, tol: float, c: Array, u: Array, steps: int
) -> DualRun:
    """Return the run that ended with these signed weights and slopes, or raise."""
    m, alpha, scores = len(y), c * y, y - u
    low, high = best_biases(scores, y)
    b = (low + high) / 2 if np.isfinite(high - low) else float(y[0])
    square = float(c @ scores) / (2 * lam)
    if square < -NOISE * float(alpha @ np.sqrt(G.diagonal()) / (2 * lam)) ** 2:
        raise ValueError(f"G must be positive semidefinite; got a vector of square {square:.3g}")
    objective = lam * square + float(hinge(scores + b, y).mean())
    left, gap = violation(alpha / (1 / m), y, u), objective - float(alpha.sum()) + lam * square
    if not (left <= tol and gap <= tol / 2 + 1e-9 * objective):
        raise RuntimeError(
            f"SMO was not finished after {steps} steps: violation {left:.1e} above tol = {tol:g}"
        )
    norm = float(np.sqrt(max(square, 0.0)))
    return DualRun(alpha, b, scores + b, objective, max(gap, 0.0), left, steps, norm)


def violation(share: Vector, y: Signs, u: Vector) -> float:
    r"""Return the largest :math:`u_i-u_j` where weight may still move from j to i, or 0.

    The ``share`` of the multipliers is :math:`m\alpha_i`, in [0, 1].  The signed weight
    :math:`\alpha_iy_i` may grow unless it is at its upper end, and shrink unless it is at its
    lower end.

    >>> violation([0, 0, 1], [1, -1, -1], [0.5, -1, -2])
    1.5

    :Implements: def-violation.
    """
    share = validate.vector(share, name="share")
    y, u = validate.labels(y, len(share)), validate.vector(u, len(share), "u")
    up = np.where(y > 0, share < 1, share > 0)
    down = np.where(y > 0, share > 0, share < 1)
    if not (up.any() and down.any()):
        return 0.0
    return max(0.0, float(u[up].max() - u[down].min()))


def kernel_svm(X: Points, y: Signs, *, K: Kernel, lam: float, tol: float = 1e-3) -> KernelSVM:
    r"""Return the soft SVM with a kernel and a bias, within tol/2 of the least objective.

    .. math:: \min_{w,b}\ \lambda\lVert w\rVert^2
              + \frac1m\sum_{i=1}^m\max\{0,\ 1-y_i(\langle w,\psi(x_i)\rangle+b)\}

    Raises RuntimeError as ``smo`` does.

    >>> from lecture_code.kernels.kernel import Polynomial
    >>> h = kernel_svm([[-1], [0], [1]], [1, -1, 1], K=Polynomial(2), lam=0.01, tol=1e-9)
    >>> h.score([[-1], [0], [1], [2]]).round(6), h.support
    (array([ 1., -1.,  1.,  7.]), array([0, 1, 2]))

    :Implements: thm-kernel-dual.
    """
    X, y = validate.sample(X, y)
    run = smo(gram(K, X), y, lam=lam, tol=tol)
    on = np.flatnonzero(run.alpha)
    weights = run.alpha * y / (2 * lam)
    return KernelSVM(run, on, KernelPredictor(weights[on], X[on], K) if len(on) else None)


@dataclass(frozen=True, slots=True, eq=False)
class KernelSVM(Record):
    """The soft SVM with a kernel: a predictor of signs, a sum over the support vectors."""

    #: The solution of the dual problem, with its certificate.
    run: DualRun
    #: The indices with :math:`\alpha_j>0`.
    support: Integers = field(repr=False)
    #: The predictor :math:`x\mapsto\sum_jc_jK(x_j,x)` over these, None if there are none.
    sum: KernelPredictor | None = field(repr=False)

    def __call__(self, X: Points) -> Array:
        """Return the sign of the score of each row of ``X``."""
        return sign(self.score(X))

    def score(self, X: Points) -> Array:
        r"""Return :math:`\sum_jc_jK(x_j,x)+b` for each row of ``X``."""
        linear = self.sum.score(X) if self.sum else np.zeros(len(validate.points(X)))
        return linear + self.run.b
