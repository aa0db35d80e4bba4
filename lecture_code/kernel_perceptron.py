r"""The kernel perceptron: a perceptron on the images ψ(x) that never computes an image.

Every vector of a perceptron is a sum of examples, :math:`w_t = \sum_j\alpha_{t,j}\psi(x_j)`, and
:math:`\alpha_{t,j}` is the label of example j times the number of its mistakes so far.  Its scores
are :math:`\langle w_t, \psi(x)\rangle = \sum_j\alpha_{t,j}K(x_j, x)`.

**Theorem.**  If some w has :math:`y_i\langle w, \psi(x_i)\rangle\ge1` for all i, there are at most
:math:`\max_iK(x_i, x_i)\,\lVert w\rVert^2` updates.

Source: chapter 12, kernels.  M. A. Aizerman, E. M. Braverman and L. I. Rozonoer, Automation and
Remote Control 25 (1964).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.kernels import Kernel, KernelPredictor, gram
from lecture_code.notation import Array, Integers, as_sample, positive_integer, sign


@dataclass(frozen=True, slots=True, eq=False)
class KernelPerceptronRun:
    r"""A run: its predictor ``h``, with the coefficients, and which example caused each update.

    ``chosen[t - 1]`` is the index of the example of update ``t``.  ``converged`` is False when
    ``max_updates`` were made and a mistake is still left.  The run is a predictor of signs.
    """

    h: KernelPredictor
    updates: int
    converged: bool
    chosen: Integers = field(repr=False)
    y: Array = field(repr=False)

    def __call__(self, X: ArrayLike) -> Array:
        return sign(self.score(X))

    def score(self, X: ArrayLike) -> Array:
        r"""Return :math:`\sum_j\alpha_jK(x_j, x)` for each row of ``X``."""
        return self.h.score(X)

    def after(self, t: int) -> KernelPredictor:
        """Return the predictor after ``t`` updates."""
        if not 0 <= t <= self.updates:
            raise ValueError(f"t must lie between 0 and {self.updates}; got {t!r}")
        alpha = np.bincount(self.chosen[:t], minlength=len(self.y)) * self.y
        return KernelPredictor(alpha, self.h.X, self.h.K)


def kernel_perceptron(
    X: ArrayLike, y: ArrayLike, *, K: Kernel, max_updates: int = 100_000
) -> KernelPerceptronRun:
    r"""Run the batch perceptron on the images: while an example is violated, add the first one.

    .. math:: \alpha_0 = 0, \qquad \alpha_i \leftarrow \alpha_i + y_i
              \quad\text{for the first } i \text{ with } y_i\sum_j\alpha_jK(x_j, x_i) \le 0.

    ``X``: (m, d); ``y``: (m,) of -1 and +1; ``K``: a kernel.  Raises ValueError on bad input.  On
    integers every number is an integer, and exact while it stays below 2^53.

    >>> from lecture_code.kernels import Polynomial
    >>> run = kernel_perceptron([[-2], [0], [2]], [1, -1, 1], K=Polynomial(2))
    >>> run.updates, run.h.alpha, run([[-3], [0], [1], [3]])
    (3, array([ 1., -2.,  0.]), array([ 1., -1., -1.,  1.]))

    Implements: alg-kernel-perceptron, thm-kernel-perceptron.
    Source: chapter 12, kernels.
    """
    X, y = as_sample(X, y)
    limit = positive_integer(max_updates, "max_updates", least=0)
    G = gram(K, X)
    alpha = np.zeros(len(X))
    chosen: list[int] = []
    # The scores of all examples are kept: an update adds one row of G instead of m inner products.
    scores = np.zeros(len(X))
    right = y * scores > 0
    while not right.all() and len(chosen) < limit:
        i = int(right.argmin())
        alpha[i] += y[i]
        scores += y[i] * G[i]
        chosen.append(i)
        right = y * scores > 0
    history = np.array(chosen, dtype=np.int64)
    return KernelPerceptronRun(
        KernelPredictor(alpha, X, K), len(chosen), bool(right.all()), history, y
    )
