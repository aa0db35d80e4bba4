r"""The pocket algorithm: run the perceptron on data it cannot separate, and keep the best vector.

On inseparable data the perceptron never stops, and its last vector can be bad.  The pocket holds
the vector that made the fewest mistakes so far; its count never rises.  Sooner or later it is
a minimum: from every vector, a run of updates on the examples that some best vector gets right
leads to one that gets them all right.  Nobody knows in advance how many updates that takes.

:Source: chapter 06.  S. I. Gallant, IEEE Transactions on Neural Networks 1 (1990).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core.predictors import LinearPredictor
from lecture_code.core.types import Array, Integers
from lecture_code.core.validate import as_generator, as_sample, positive_integer
from lecture_code.linear.perceptron import iterates, violated


@dataclass(frozen=True, slots=True, eq=False)
class PocketRun(LinearPredictor):
    r"""The best vector ``w`` of a perceptron run, the first of equals, and how the run went.

    ``best_mistakes`` is the number of mistakes of ``w`` on the sample, ``updates`` the number T of
    updates made, ``converged`` whether a vector without mistakes was found.  ``current_mistakes``,
    shape ``(T + 1,)``, counts the mistakes of :math:`w_0, ..., w_T`; ``chosen[t - 1]`` is the
    example of update ``t``.  The run is a predictor: ``run(X_new)`` are signs.
    """

    w: Array
    best_mistakes: int
    updates: int
    converged: bool
    current_mistakes: Integers = field(repr=False)
    chosen: Integers = field(repr=False)
    X: Array = field(repr=False)
    y: Array = field(repr=False)

    @property
    def pocket_mistakes(self) -> Integers:
        """The mistakes of the vector in the pocket after 0..T updates: shape ``(T + 1,)``."""
        return np.minimum.accumulate(self.current_mistakes)

    @property
    def trace(self) -> Array:
        """The vectors ``w_0, ..., w_T`` of the perceptron, one a row: shape ``(T + 1, d)``."""
        return iterates(self.X, self.y, self.chosen)


def pocket(X: ArrayLike, y: ArrayLike, *, updates: int, rng: np.random.Generator) -> PocketRun:
    r"""Run the perceptron on random mistakes for ``updates`` updates, and keep the best vector.

    .. math:: \hat w \in \operatorname{argmin}_{w \in \{w_0, ..., w_T\}}
              |\{i : y_i \langle w, x_i \rangle \le 0\}|.

    ``X`` is ``(m, d)``, ``y`` holds -1 and +1.  Each update takes a mistake uniformly at random;
    the run ends early when there is none.

    >>> rng = np.random.default_rng(1)
    >>> run = pocket([[1, 0], [1, 1], [1, 2], [1, 3]], [1, -1, 1, 1], updates=200, rng=rng)
    >>> run.best_mistakes, run.updates, run.converged
    (1, 200, False)

    :Implements: alg-pocket.
    """
    X, y = as_sample(X, y)
    T = positive_integer(updates, "updates", least=0)
    rng = as_generator(rng)
    w = np.zeros(X.shape[1])
    best, fewest = w.copy(), len(X) + 1
    counts: list[int] = []
    chosen: list[int] = []
    while True:
        # One product counts the mistakes and offers the next one.
        wrong = violated(X, y, w).nonzero()[0]
        counts.append(len(wrong))
        if len(wrong) < fewest:
            best, fewest = w.copy(), len(wrong)
        if not len(wrong) or len(chosen) == T:
            break
        i = int(wrong[rng.integers(len(wrong))])
        w += y[i] * X[i]
        chosen.append(i)
    history = np.array(chosen, dtype=np.int64)
    return PocketRun(best, fewest, len(chosen), fewest == 0, np.array(counts), history, X, y)
