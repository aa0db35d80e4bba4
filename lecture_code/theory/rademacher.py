r"""Rademacher complexity: how well a class follows noise, exactly over all signs.

.. math:: \hat{\mathcal R}_S(F) = \frac1m\,\mathbb E_\sigma \sup_{f\in F} \sum_{i=1}^m
          \sigma_i f(z_i), \qquad \sigma_1,\dots,\sigma_m \text{ independent fair signs}

On a sample of m points only the table of values matters: one row :math:`(f(z_1),\dots,f(z_m))` for
each different f, and m at most 20.  F is the class of *losses* :math:`z\mapsto\ell(h,z)`, and there
is no absolute value.

**How well a ball of kernel predictors follows noise: one number of the Gram matrix tells.**

.. math:: \frac B{\sqrt2\,m}\sqrt{\operatorname{tr}G}
          \ \le\ \hat{\mathcal R}_S(F_B) = \frac Bm\,\mathbb E_\sigma\sqrt{\sigma^\top G\sigma}
          \ \le\ \frac Bm\sqrt{\operatorname{tr}G}

for the predictors :math:`F_B = \{x\mapsto\langle w,\psi(x)\rangle : \lVert w\rVert\le B\}`, however
many features :math:`\psi` has.

:Source: chapter 03, Rademacher complexity; chapter 12, what a kernel costs in examples.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lecture_code.core import validate
from lecture_code.core.enumeration import all_signs, few, power
from lecture_code.core.types import Array, Matrix

CHUNK = 1 << 22  # entries of the table of sums, sign vectors x functions, held at a time


def rademacher(values: ArrayLike) -> Fraction | float:
    r"""Return the empirical Rademacher complexity of a finite table, one function a row.

    .. math:: \hat{\mathcal R} = \frac1{m\,2^m} \sum_{\sigma\in\{-1,+1\}^m}
              \max_{j\le k} \sum_{i=1}^m \sigma_i\,values_{ji}

    It is a Fraction for whole numbers or booleans, else a float.

    >>> rademacher([[0, 0], [1, 0], [1, 1]])  # thresholds on two points: (2 + 1 + 0 + 0) / 8
    Fraction(3, 8)
    >>> rademacher([[0.5, 0.25]])
    0.0

    :Implements: def-rademacher.
    """
    table, whole = _table(values)
    few(power(2, table.shape[1]) * len(table), "values", "sums", each=1 / 32)
    signs = all_signs(table.shape[1]).astype(table.dtype)
    step = max(1, CHUNK // len(table))
    best = [
        (signs[start : start + step] @ table.T).max(axis=1)  # (N, m) @ (m, k) -> (N,)
        for start in range(0, len(signs), step)
    ]
    if whole:
        return Fraction(sum(int(part.sum()) for part in best), signs.size)
    return math.fsum(np.concatenate(best)) / signs.size


def massart(values: ArrayLike) -> float:
    r"""Return Massart's bound on the Rademacher complexity of a finite table.

    .. math:: \max_j \lVert values_j\rVert\ \frac{\sqrt{2\log k}}m

    with k the number of *different* rows.

    >>> round(massart([[0, 0], [1, 1]]), 4), round(float(rademacher([[0, 0], [1, 1]])), 4)
    (0.8326, 0.25)

    :Implements: lem-massart.
    """
    table, _ = _table(values)
    rows = len(np.unique(table, axis=0))
    longest = float(np.sqrt((table.astype(float) ** 2).sum(axis=1).max()))
    bound: float = longest * math.sqrt(2 * math.log(rows)) / table.shape[1]
    return bound


def prefix_rademacher(m: int) -> Fraction:
    r"""Return the Rademacher complexity of the thresholds on m different points, for any m.

    .. math:: \frac1m\,\mathbb E\max_{0\le k\le m} (\sigma_1+\dots+\sigma_k)
              = \frac1m \sum_{r\ge1} \bigl(\mathbb P[W\ge r] + \mathbb P[W>r]\bigr),
              \qquad W = \sigma_1+\dots+\sigma_m

    A threshold is 1 on the points up to a place and 0 beyond, so the sum over it is a walk stopped
    there.  By reflection the maximum of the walk reaches r with the probability in brackets.

    >>> prefix_rademacher(2) == rademacher([[0, 0], [1, 0], [1, 1]])
    True

    :Implements: def-rademacher, ex-thresholds.
    """
    m = validate.whole(m, "m")
    few(m * m, "m", "digits", each=1)
    total = 0
    for up in range(m // 2 + 1, m + 1):
        end = 2 * up - m  # W >= r for r = 1, ..., end, and W > r for one r less
        total += math.comb(m, up) * (2 * end - 1)
    return Fraction(total, m * 2**m)


def ball_complexity(G: Matrix, *, B: float = 1.0) -> float:
    r"""Return the Rademacher complexity of the kernel predictors of norm at most B, exactly.

    .. math:: \frac Bm\,\mathbb E_\sigma\sqrt{\sigma^\top G\sigma}

    For linear functions G is :math:`XX^\top`.

    >>> ball_complexity([[1.0, 0.0], [0.0, 1.0]], B=2) == 2**0.5
    True

    :Implements: thm-kernel-complexity, prop-linear.
    """
    lengths, B = signed_lengths(G), validate.number(B, "B", above=0)
    m = len(lengths).bit_length() - 1
    return B * float(lengths.mean()) / m


def signed_lengths(G: Matrix) -> Array:
    r"""Return the lengths of the signed sums of the features, in the order of ``all_signs``.

    .. math:: \Bigl\lVert\sum_i\sigma_i\psi(x_i)\Bigr\rVert = \sqrt{\sigma^\top G\sigma},
              \qquad \sigma\in\{-1,+1\}^m

    >>> signed_lengths([[1.0, 1.0], [1.0, 1.0]]).tolist()  # two equal points
    [2.0, 0.0, 0.0, 2.0]
    """
    G = validate.symmetric(G, semidefinite=validate.ROUNDING)
    signs = all_signs(len(G))
    squares = ((signs @ G) * signs).sum(axis=1)
    lengths: Array = np.sqrt(np.maximum(0.0, squares))
    return lengths


def trace_bounds(G: Matrix, *, B: float = 1.0) -> tuple[float, float]:
    r"""Return the two numbers between which ``ball_complexity`` lies, for any number of points.

    .. math:: \frac B{\sqrt2\,m}\sqrt{\operatorname{tr}G}, \qquad \frac Bm\sqrt{\operatorname{tr}G}

    >>> trace_bounds([[1.0, 1.0], [1.0, 1.0]])  # two equal points: the lower one
    (0.5, 0.7071067811865476)

    :Implements: thm-kernel-complexity.
    """
    G, B = validate.symmetric(G, semidefinite=validate.ROUNDING), validate.number(B, "B", above=0)
    m, trace = len(G), float(np.trace(G))
    return B * math.sqrt(trace / 2) / m, B * math.sqrt(trace) / m


def _table(values: ArrayLike) -> tuple[NDArray[np.int64] | Array, bool]:
    """Return the values as a table, of whole numbers if they are, and whether they are."""
    table = validate.array(values, "values", "(k, m)")
    raw = np.asarray(values)
    whole = bool(np.issubdtype(raw.dtype, np.integer) or raw.dtype == np.bool_)
    return (raw.astype(np.int64), True) if whole else (table, False)
