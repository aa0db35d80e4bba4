r"""What a perceptron leaves behind: its vector, and the list of the mistakes that made it.

Every perceptron of chapter 06 changes ``w`` only by adding examples it got wrong, so the run is
known from the list of their indices:

.. math:: w_t = \sum_{s=1}^{t} y_{i_s} x_{i_s}, \qquad w_0 = 0.

Source: chapter 06.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.notation import Array, Booleans, Integers, as_points, sign


@dataclass(frozen=True, slots=True, eq=False)
class PerceptronRun:
    r"""The final ``w`` of a perceptron, and which example caused each update.

    A run is a predictor: ``run(X_new)`` are signs.  ``chosen[t - 1]`` is the index of the example
    of update ``t``.  ``passes`` counts the passes over the sample that were begun, the last clean
    one included (a batch perceptron begins one for every update).  ``converged`` is False when
    ``max_updates`` were made and a mistake is still left.  ``X`` and ``y`` are the sample the
    updates are made of, with rows of unit length if the run normalises.
    """

    w: Array
    updates: int
    converged: bool
    chosen: Integers = field(repr=False)
    passes: int
    X: Array = field(repr=False)
    y: Array = field(repr=False)

    def __call__(self, X: ArrayLike) -> Array:
        return sign(self.score(X))

    def score(self, X: ArrayLike) -> Array:
        r"""Return :math:`\langle w, x \rangle` for each row of ``X``."""
        return as_points(X, d=len(self.w)) @ self.w

    @property
    def trace(self) -> Array:
        """The vectors ``w_0, ..., w_T``, one a row: shape ``(updates + 1, d)``."""
        return iterates(self.X, self.y, self.chosen)


def iterates(X: Array, y: Array, chosen: Integers) -> Array:
    r"""Return :math:`w_t = \sum_{s \le t} y_{i_s} x_{i_s}` for t = 0..T, shape ``(T + 1, d)``.

    An inner function: nothing is validated.

    >>> iterates(np.eye(2), np.array([1.0, -1.0]), np.array([0, 1]))
    array([[ 0.,  0.],
           [ 1.,  0.],
           [ 1., -1.]])

    Implements: alg-perceptron.
    """
    w = np.zeros((len(chosen) + 1, X.shape[1]))
    np.cumsum(y[chosen, None] * X[chosen], axis=0, out=w[1:])
    return w


def violated(X: Array, y: Array, w: Array) -> Booleans:
    r"""Return for each example whether ``w`` errs on it, :math:`y \langle w, x \rangle \le 0`.

    An inner function: nothing is validated.

    >>> violated(np.eye(2), np.array([1.0, -1.0]), np.array([1.0, 0.0]))
    array([False,  True])

    Implements: def-mistake.
    """
    # "not > 0" instead of "<= 0": after an overflow NaN counts as a mistake, never as a success.
    return ~(y * (X @ w) > 0)  # (m,) * (m, d) @ (d,)


def next_mistake(X: Array, y: Array, w: Array, start: int = 0) -> int | None:
    r"""Return the first mistake of ``w`` from ``start`` on, or None if there is none.

    .. math:: \min\{i \ge start : y_i \langle w, x_i \rangle \le 0\}

    An inner function: nothing is validated.

    >>> next_mistake(np.eye(3), np.array([1.0, -1.0, -1.0]), np.array([1.0, 0.0, -1.0]), 1)
    1

    Implements: def-mistake.
    """
    look = 256  # one product scores a block of examples; the blocks grow while all is right
    while start < len(X):
        wrong = violated(X[start : start + look], y[start : start + look], w)
        j = int(wrong.argmax())
        if wrong[j]:
            return start + j
        start, look = start + look, min(1024, 2 * look)
    return None


def unit_rows(X: Array) -> Array:
    r"""Return the points as :math:`x / \lVert x \rVert`; a ValueError says where one is zero.

    An inner function: nothing is validated.

    >>> unit_rows(np.array([[3.0, 4.0]]))
    array([[0.6, 0.8]])

    Implements: thm-normalised.
    """
    norms = np.linalg.norm(X, axis=1)
    if not norms.all():
        i = int(np.argmin(norms))
        raise ValueError(f"X must hold no zero vector to be normalised; got one at index {i}")
    return np.asarray(X / norms[:, None])
