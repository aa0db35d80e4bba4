r"""How well a ball of kernel predictors follows noise: one number of the Gram matrix tells.

.. math:: \frac B{\sqrt2\,m}\sqrt{\operatorname{tr}G}
          \ \le\ \hat{\mathcal R}_S(F_B) = \frac Bm\,\mathbb E_\sigma\sqrt{\sigma^\top G\sigma}
          \ \le\ \frac Bm\sqrt{\operatorname{tr}G}

for the predictors :math:`F_B = \{x\mapsto\langle w,\psi(x)\rangle : \lVert w\rVert\le B\}`, however
many features :math:`\psi` has.
Source: chapter 12, what a kernel costs in examples.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.notation import (
    Array,
    as_points,
    in_unit_interval,
    positive,
    positive_integer,
)
from lecture_code.rademacher import all_signs

ROUNDING = 1e-9  # of the largest entry


def signed_lengths(G: ArrayLike) -> Array:
    r"""Return the lengths of the signed sums of the features, for all signs.

    .. math:: \Bigl\lVert\sum_i\sigma_i\psi(x_i)\Bigr\rVert = \sqrt{\sigma^\top G\sigma},
              \qquad \sigma\in\{-1,+1\}^m

    ``G``: (m, m), a Gram matrix, m at most 20.  Returns (2^m,), in the order of ``all_signs``.
    Raises ValueError if G is no Gram matrix.

    >>> signed_lengths([[1.0, 1.0], [1.0, 1.0]]).tolist()  # two equal points
    [2.0, 0.0, 0.0, 2.0]

    Source: chapter 12, what a kernel costs in examples.
    """
    matrix = _gram(G)
    signs = all_signs(len(matrix))
    squares = ((signs @ matrix) * signs).sum(axis=1)
    lengths: Array = np.sqrt(np.maximum(0.0, squares))
    return lengths


def ball_complexity(G: ArrayLike, *, B: float = 1.0) -> float:
    r"""Return the Rademacher complexity of the kernel predictors of norm at most B, exactly.

    .. math:: \frac Bm\,\mathbb E_\sigma\sqrt{\sigma^\top G\sigma}

    ``G``: (m, m), a Gram matrix, m at most 20; ``B`` > 0.  Raises ValueError on bad input.

    >>> ball_complexity([[1.0, 0.0], [0.0, 1.0]], B=2) == 2**0.5
    True

    Implements: thm-kernel-complexity.
    Source: chapter 12, what a kernel costs in examples.
    """
    lengths = signed_lengths(G)
    return positive(B, "B") * float(lengths.mean()) / (len(lengths).bit_length() - 1)


def trace_bounds(G: ArrayLike, *, B: float = 1.0) -> tuple[float, float]:
    r"""Return the two numbers between which that complexity lies, for any number of points.

    .. math:: \frac B{\sqrt2\,m}\sqrt{\operatorname{tr}G}, \qquad \frac Bm\sqrt{\operatorname{tr}G}

    ``G``: (m, m), a Gram matrix; ``B`` > 0.  Raises ValueError on bad input.

    >>> trace_bounds([[1.0, 1.0], [1.0, 1.0]])  # two equal points: the lower one
    (0.5, 0.7071067811865476)

    Implements: thm-kernel-complexity.
    Source: chapter 12, what a kernel costs in examples.
    """
    matrix = _gram(G)
    m = len(matrix)
    trace = float(np.trace(matrix))
    return positive(B, "B") * math.sqrt(trace / 2) / m, B * math.sqrt(trace) / m


def trace_margin_bound(trace: float, m: int, delta: float, *, gamma: float) -> float:
    r"""Return what the true risk can exceed the mean ramp loss by, read off the sample itself.

    .. math:: \frac{2\sqrt{\operatorname{tr}G}}{\gamma m} + 3\sqrt{\frac{\log(2/\delta)}{2m}}

    ``trace``: the sum of the :math:`K(x_i,x_i)`; ``m``: examples; ``delta``: the probability that
    may go wrong; ``gamma``: the margin, fixed beforehand.  Raises ValueError outside.

    >>> round(trace_margin_bound(10_000.0, 10_000, 0.05, gamma=0.5), 4)
    0.0807

    Implements: thm-kernel-margin.
    Source: chapter 12, what a kernel costs in examples.
    """
    m, delta = positive_integer(m, "m"), in_unit_interval(delta, "delta")
    middle = 2 * math.sqrt(positive(trace, "trace")) / (positive(gamma, "gamma") * m)
    return middle + 3 * math.sqrt(math.log(2 / delta) / (2 * m))


def _gram(G: ArrayLike) -> Array:
    """Return G as a symmetric positive semidefinite matrix, up to rounding."""
    matrix = as_points(G, "G")
    if matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"G must be square; got shape {matrix.shape}")
    room = ROUNDING * float(np.abs(matrix).max())
    if float(np.abs(matrix - matrix.T).max()) > room:
        raise ValueError("G must be symmetric; got entries that differ from their mirror images")
    least = float(np.linalg.eigvalsh(matrix)[0])
    if least < -len(matrix) * room:
        raise ValueError(f"G must be positive semidefinite; got the eigenvalue {least:g}")
    return matrix
