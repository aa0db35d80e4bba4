"""The weighted Gram matrix of the columns of X, in blocks that fit into the processor's cache.

:Source: chapter 05, Newton's method; chapter 11, soft SVM.
"""

from __future__ import annotations

import numpy as np

from lecture_code.core.types import Array

ROWS = 2048  # of a block: its weighted copy stays in the processor's cache


def weighted_gram(X: Array, v: Array) -> Array:
    r"""Return :math:`\sum_i v_i x_i x_i^\top`, block by block.

    ``X``: (m, d); ``v``: (m,), none below 0.  Returns (d, d).  The weighted copy of X is
    never larger than one block, which saves the time that memory takes.
    An inner function: nothing is validated.

    >>> weighted_gram(np.array([[1.0, 2.0], [0.0, 1.0]]), np.array([1.0, 4.0]))
    array([[1., 2.],
           [2., 8.]])

    :Source: chapter 05, Newton's method.
    """
    total = np.zeros((X.shape[1], X.shape[1]))
    root = np.sqrt(v)[:, None]
    for start in range(0, len(X), ROWS):
        block = X[start : start + ROWS] * root[start : start + ROWS]
        total += block.T @ block  # of one matrix with itself: half of the work
    return total
