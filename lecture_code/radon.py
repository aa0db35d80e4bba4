r"""Radon's theorem: d + 2 points fall into two groups whose convex hulls meet.

The d + 2 points :math:`(1, x_i)` of a (d + 1)-dimensional space are linearly dependent; the signs
of the coefficients say who belongs to which group.  Everything is done with exact fractions.

Source: chapter 07, halfspaces with a bias.  J. Radon, 1921.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.exact_linear import fractions_of, kernel_vector
from lecture_code.notation import Array, Integers


@dataclass(frozen=True, slots=True, eq=False)
class RadonPartition:
    r"""Two groups of points with a common point of their convex hulls.

    ``alpha``: d + 2 integers, not all 0, with :math:`\sum_i\alpha_i = 0` and
    :math:`\sum_i\alpha_ix_i = 0`; ``positive`` and ``negative``: the indices with
    :math:`\alpha_i > 0` and :math:`\alpha_i < 0`; ``exact``: the common point, d Fractions.
    """

    alpha: tuple[int, ...]
    positive: Integers
    negative: Integers
    exact: tuple[Fraction, ...] = field(repr=False)

    @property
    def point(self) -> Array:
        """Return the common point, (d,) floats.

        >>> radon_partition([[0], [4], [1]]).point
        array([1.])
        """
        return np.array([float(c) for c in self.exact])


def radon_partition(X: ArrayLike) -> RadonPartition:
    r"""Return a Radon partition of d + 2 points.

    .. math:: p = \sum_{\alpha_i>0} \frac{\alpha_i}{s}\, x_i
              = \sum_{\alpha_j<0} \frac{|\alpha_j|}{s}\, x_j, \qquad s = \sum_{\alpha_i>0}\alpha_i

    ``X``: (d + 2, d), in any position.  Points with :math:`\alpha_i = 0` belong to neither group
    and may join either.  Raises ValueError on another number of points.

    >>> radon_partition([[0, 0], [2, 0], [0, 2], [1, 1]])
    RadonPartition(alpha=(0, -1, -1, 2), positive=array([3]), negative=array([1, 2]))

    Implements: thm-radon.
    Source: chapter 07, Radon's theorem.
    """
    rows = fractions_of(X)
    d = len(rows[0])
    if len(rows) != d + 2:
        raise ValueError(f"X must hold d + 2 = {d + 2} points; got {len(rows)}")
    equations = [[Fraction(1)] * (d + 2), *map(list, zip(*rows, strict=True))]
    alpha = kernel_vector(equations)
    assert alpha is not None  # d + 1 equations, d + 2 unknowns
    total = sum(a for a in alpha if a > 0)
    sides = [
        tuple(
            sum((Fraction(abs(a), total) * x for a, x in zip(alpha, row, strict=True) if s * a > 0),
                Fraction(0))
            for row in equations[1:]
        )
        for s in (1, -1)
    ]  # fmt: skip
    if sides[0] != sides[1]:
        raise ArithmeticError("the two groups have no common point: a mistake of the solver")
    signs = np.array([(a > 0) - (a < 0) for a in alpha])
    return RadonPartition(
        tuple(alpha), np.flatnonzero(signs > 0), np.flatnonzero(signs < 0), sides[0]
    )
