r"""Stochastic gradient descent for the soft SVM with a kernel: counters instead of vectors.

The objective, with λ/2 and without a bias, at :math:`w=\sum_ja_j\psi(x_j)`,

.. math:: f(a) = \frac\lambda2 a^\top Ga
          + \frac1m\sum_{i=1}^m\max\{0,\ 1-y_i(Ga)_i\},\qquad G_{ij}=K(x_i,x_j) .

The algorithm of chapter 11 keeps :math:`\theta_t`, a sum of examples, and
:math:`w_t=\theta_t/(\lambda t)`.  With a kernel it keeps how often each example was added, signed:
:math:`\theta_t=\sum_j\beta_{t,j}\psi(x_j)`, with integers :math:`\beta_{t,j}`.

:Source: chapter 12, SGD with kernels.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.losses import hinge
from lecture_code.core.types import Array, Booleans, Integers, Matrix, Points, Signs
from lecture_code.kernels.kernel import Kernel, KernelPredictor, KernelRun, gram
from lecture_code.svm.pegasos import falls_short


def kernel_sgd(
    X: Points,
    y: Signs,
    *,
    T: int,
    K: Kernel,
    lam: float,
    rng: np.random.Generator,
    shift: int = 0,
) -> KernelSGDRun:
    r"""Return a run of T steps on the objective with λ/2 and no bias.

    .. math:: \beta_{t,i} = \beta_{t-1,i}
              + \mathbf 1\Bigl[y_i\sum_j\alpha_{t-1,j}K(x_j,x_i)<1\Bigr]\,y_i,\qquad
              \alpha_t = \frac{\beta_t}{\lambda(t+\mathrm{shift})}

    ``shift`` is 0 for steps 1/(λt) and 1 for steps 1/(λ(t+1)).  With the same generator it draws
    the same examples as ``svm_sgd``.

    >>> from lecture_code.kernels.kernel import Polynomial
    >>> rng = np.random.default_rng(0)
    >>> run = kernel_sgd([[1.0]], [1], T=3, K=Polynomial(2), lam=2.0, rng=rng)
    >>> run.beta(3), run.alpha.round(6)
    (array([1.]), array([0.25]))

    :Implements: alg-kernel-sgd, prop-harmonic-tail.
    """
    X, y = validate.sample(X, y)
    T, lam, G = validate.whole(T, "T"), validate.number(lam, "lam", above=0), gram(K, X)
    shift = validate.whole(shift, "shift", at_least=0, at_most=1)
    chosen = validate.generator(rng).integers(len(X), size=T)
    beta, updated = np.zeros(len(X)), np.zeros(T, dtype=bool)  # 1.
    for t, i in enumerate(chosen, start=1):  # 2. alpha_t = beta_t / (lam t) follows in _average
        updated[t - 1] = falls_short(y[i] * (beta @ G[i]), lam, t - 1 + shift)
        if updated[t - 1]:
            beta[i] += y[i]
    h = KernelPredictor(_average(chosen, updated, y, lam, shift, T), X, K)
    return KernelSGDRun(h, chosen, updated, y, lam, shift)


@dataclass(frozen=True, slots=True, eq=False)
class KernelSGDRun(KernelRun):
    """A finished run, a predictor of signs: which example was drawn, and whether it was added."""

    #: Of the average :math:`\bar w` of :math:`w_0,\dots,w_{T-1}`.
    h: KernelPredictor
    #: The example that each step drew, ``(T,)``.
    chosen: Integers = field(repr=False)
    #: Whether the step added it, ``(T,)``.
    updated: Booleans = field(repr=False)
    y: Array = field(repr=False)
    lam: float
    shift: int

    @property
    def alpha(self) -> Array:
        r"""The coefficients :math:`\bar\alpha` of the average, (m,)."""
        return self.h.alpha

    def beta(self, t: int) -> Array:
        r"""Return the counters :math:`\beta_t` after t steps, (m,), for 0 <= t <= T."""
        t = validate.whole(t, "t", at_least=0, at_most=len(self.chosen))
        added = self.chosen[:t][self.updated[:t]]
        return self.y * np.bincount(added, minlength=len(self.y))

    def current(self, t: int) -> Array:
        r"""Return the coefficients :math:`\alpha_t=\beta_t/(\lambda(t+\mathrm{shift}))`."""
        return self.beta(t) / (self.lam * max(t + self.shift, 1))

    def average(self, t: int) -> Array:
        r"""Return the mean of :math:`\alpha_0,\dots,\alpha_{t-1}`, (m,), for 1 <= t <= T + 1."""
        t = validate.whole(t, "t", at_most=len(self.chosen) + 1)
        return _average(self.chosen, self.updated, self.y, self.lam, self.shift, t)


def _average(
    chosen: Integers, updated: Booleans, y: Array, lam: float, shift: int, T: int
) -> Array:
    # An example that step s adds counts 1/(lam (t + shift)) in each alpha_t, t = s, ..., T - 1:
    # together a tail of the harmonic series.  Only the first T - 1 steps matter.
    chosen, updated = chosen[: T - 1], updated[: T - 1]
    tail = np.cumsum(1 / (np.arange(T - 1, 0, -1.0) + shift))[::-1]
    share = np.bincount(chosen[updated], weights=tail[updated], minlength=len(y))
    return np.asarray(y * share / (lam * T))


def kernel_objective(A: ArrayLike, G: Matrix, y: Signs, *, lam: float) -> Array:
    r"""Return the objective with λ/2 and no bias at each set of coefficients, (..., m) -> (...).

    .. math:: \frac\lambda2 a^\top Ga + \frac1m\sum_i\max\{0, 1-y_i(Ga)_i\}

    >>> kernel_objective([[0, 0], [0.5, -0.5]], [[1, 0], [0, 1]], [1, -1], lam=1.0)
    array([1.  , 0.75])

    :Source: chapter 12, SGD with kernels.
    """
    G = validate.symmetric(G)
    y, lam = validate.labels(y, len(G)), validate.number(lam, "lam", above=0)
    a = validate.array(A, "A", f"(..., {len(G)})")
    scores = a @ G
    return np.asarray(lam / 2 * (scores * a).sum(-1) + hinge(scores, y).mean(-1))
