r"""Halfspaces on finitely many points: their labellings, how many there are, and Radon's theorem.

The class is :math:`x \mapsto 1[\langle w, x\rangle > 0]` with labels in {0, 1}; with a bias the
points become :math:`(1, x)`.

**Why the edges are enough.**  The points cut the space of all w into cones.  If they span it, a
cone that is not 0 alone has an edge v, orthogonal to d - 1 independent points.  Let U be all
points orthogonal to v.  The others have at v the labels that they have in the cone, and
:math:`w = v + \varepsilon u` gives those of U the labels of u.  So the labellings are those of v
off U, combined with every labelling of U, which is a problem in d - 1 dimensions.

In general position U has d - 1 independent points, with all labellings, and floats do the work.
As soon as a sign is zero that should not be, or cannot be told from zero, we start again with
exact fractions and enter U.

**Theorem (Cover 1965).**  Of the :math:`2^m` labellings of m points in :math:`\mathbb R^d` at most

.. math:: C(m, d) = 2 \sum_{k=0}^{d-1} \binom{m-1}{k}

are separable by a hyperplane through the origin, and exactly so many if the points are in general
position: any ``d`` of them (all, if ``m < d``) are linearly independent.

**Theorem (Radon 1921).**  Any d + 2 points fall into two groups whose convex hulls meet.  The
points :math:`(1, x_i)` of a (d + 1)-dimensional space are linearly dependent; the signs of the
coefficients say who belongs to which group.  Everything is done with exact fractions.

:Source: chapters 05 and 07.  T. M. Cover, IEEE Transactions on Electronic Computers 14 (1965);
    J. Radon, 1921.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product
from typing import TypeAlias

import numpy as np

from lecture_code.core import validate
from lecture_code.core.enumeration import choose, few
from lecture_code.core.records import Record
from lecture_code.core.scale import lengths
from lecture_code.core.types import Array, Integers, Points
from lecture_code.linear.exact_disagreement import edge_signs
from lecture_code.linear.separability import homogenise
from lecture_code.solvers.rational import fractions_of, integers_along, kernel_vector, pivots
from lecture_code.theory.vc import MOST_POINTS, decode, sauer

#: Of each point its bit and its coordinates.
Exact: TypeAlias = Sequence[tuple[int, Sequence[Fraction | int]]]


def halfspaces_on(X: Points, *, bias: bool = False, strict: bool = False) -> Integers:
    r"""Return all labellings of at most 62 points by halfspaces, in lexicographic order.

    .. math:: \{(1[\langle w, x_i\rangle > 0])_i : w\in\mathbb R^d\}, \qquad
              \text{with a bias}\quad \{(1[\langle w, x_i\rangle + b > 0])_i : w, b\}

    ``strict`` takes only those w that leave no point on the hyperplane: none if 0 is among the
    points.

    >>> halfspaces_on([[1, 0], [0, 1]])
    array([[0, 0],
           [0, 1],
           [1, 0],
           [1, 1]])
    >>> len(halfspaces_on([[0, 0], [1, 1], [2, 2]], bias=True))  # three points of one line
    6

    :Implements: thm-vc-halfspaces.
    """
    X = homogenise(X) if bias else validate.points(X)
    n = len(X)
    if n > MOST_POINTS:
        raise ValueError(f"X must hold at most {MOST_POINTS} points; got {n}")
    codes = _in_general_position(X, strict)
    if codes is None:
        rows = fractions_of(X)
        codes = np.array(sorted(_labellings([(1 << i, row) for i, row in enumerate(rows)], strict)))
    return decode(codes, n) if len(codes) else np.empty((0, n), dtype=np.int64)


def _in_general_position(X: Array, strict: bool) -> Integers | None:
    """Return the codes, or None if a sign is in doubt or some d points are dependent."""
    n, d = X.shape
    if n < d:
        return None
    edges = choose(n, d - 1)
    few(edges, "X", "edges", each=max(256, 2 << min(d, 64)))
    blocks = np.array(list(combinations(range(n), d - 1)), dtype=np.int64).reshape(edges, d - 1)
    _, signs, _ = edge_signs(X[blocks], X)
    if ((signs == 0).sum(axis=1) != d - 1).any():
        return None
    bit = 1 << np.arange(n, dtype=np.int64)
    ahead, behind = (signs > 0) @ bit, (signs < 0) @ bit  # (edges,)
    choices = np.array(list(product((0, 1), repeat=d - 1))).reshape(1 << (d - 1), d - 1)
    free = choices @ bit[blocks].T  # (2^(d-1), edges): any labels of the points on the edge
    codes = np.r_[(ahead + free).ravel(), (behind + free).ravel()]
    return np.unique(codes if strict else np.r_[0, codes])


def _labellings(points: Exact, strict: bool) -> set[int]:
    """Return the sums of the bits of the points labelled 1, over all w."""
    columns, _ = pivots([row for _, row in points])
    d = len(columns)
    if d == 0:
        return set() if strict else {0}
    # other coordinates depend linearly on the pivots: they add no labelling
    flat = [(bit, integers_along([row[j] for j in columns])) for bit, row in points]
    few(2 * choose(len(flat) - 1, *range(d)), "X", "labellings", each=32)
    if len(flat) == d:  # independent points have all labellings
        return {sum(bits) for bits in product(*((0, bit) for bit, _ in flat))}
    few(choose(len(flat), d - 1), "X in special position", "edges", each=4096)
    found: set[int] = set() if strict else {0}
    known = set()
    for block in combinations([row for _, row in flat], d - 1):
        if d > 1 and len(pivots(block)[0]) < d - 1:
            continue
        v = kernel_vector(block) if d > 1 else [1]
        assert v is not None
        scores = [sum(a * b for a, b in zip(v, row, strict=True)) for _, row in flat]
        within = tuple(score == 0 for score in scores)
        if within in known:  # another block of the same hyperplane
            continue
        known.add(within)
        ahead = sum(bit for (bit, _), score in zip(flat, scores, strict=True) if score > 0)
        behind = sum(bit for (bit, _), score in zip(flat, scores, strict=True) if score < 0)
        inside = [point for point, zero in zip(flat, within, strict=True) if zero]
        there = _labellings(inside, strict) if inside else {0}
        found |= {side + code for side in (ahead, behind) for code in there}
    return found


def cover_count(m: int, d: int) -> int:
    r"""Return :math:`2\sum_{k<d}\binom{m-1}k`, the separable labellings in general position.

    >>> [cover_count(m, 3) for m in range(1, 8)]
    [2, 4, 8, 14, 22, 32, 44]

    :Implements: thm-cover.
    """
    m, d = validate.whole(m, "m"), validate.whole(d, "d")
    return 2 * sauer(m - 1, d - 1)


def separable_labellings(X: Points) -> Array:
    r"""Return all labellings -1 and +1 that some halfspace through the origin gives the points.

    >>> separable_labellings([[1.0], [2.0]])
    array([[-1., -1.],
           [ 1.,  1.]])

    :Implements: thm-cover.
    """
    return np.where(halfspaces_on(X, strict=True) == 1, 1.0, -1.0)


def in_general_position(X: Points) -> bool:
    r"""Return whether any ``d`` of the points, or all if there are fewer, are linearly independent.

    Ranks are numerical: points that are dependent up to rounding count as dependent.

    >>> in_general_position([[1, 0], [0, 1], [1, 1]]), in_general_position([[1, 2], [2, 4]])
    (True, False)

    :Implements: thm-cover.
    """
    X = validate.points(X)
    m, d = X.shape
    k = min(m, d)
    few(choose(m, k), "X", f"subsets of {k} points", each=max(256, 8 * k * d))
    size = lengths(X)
    if not size.all():
        return False
    subsets = np.array(list(combinations(range(m), k)))
    return bool((np.linalg.matrix_rank((X / size[:, None])[subsets]) == k).all())


@dataclass(frozen=True, slots=True, eq=False)
class RadonPartition(Record):
    """Two groups of points with a common point of their convex hulls."""

    #: Not all 0, with :math:`\sum_i\alpha_i = 0` and :math:`\sum_i\alpha_ix_i = 0`.
    alpha: tuple[int, ...]
    #: The indices with :math:`\alpha_i > 0`.
    positive: Integers
    #: The indices with :math:`\alpha_i < 0`.
    negative: Integers
    #: The common point, exactly.
    exact: tuple[Fraction, ...] = field(repr=False)

    @property
    def point(self) -> Array:
        """Return the common point, (d,) floats.

        >>> radon_partition([[0], [4], [1]]).point
        array([1.])
        """
        return np.array([float(c) for c in self.exact])


def radon_partition(X: Points) -> RadonPartition:
    r"""Return a Radon partition of d + 2 points in any position.

    .. math:: p = \sum_{\alpha_i>0} \frac{\alpha_i}{s}\, x_i
              = \sum_{\alpha_j<0} \frac{|\alpha_j|}{s}\, x_j, \qquad s = \sum_{\alpha_i>0}\alpha_i

    Points with :math:`\alpha_i = 0` belong to neither group and may join either.

    >>> radon_partition([[0, 0], [2, 0], [0, 2], [1, 1]])
    RadonPartition(alpha=(0, -1, -1, 2), positive=array([3]), negative=array([1, 2]))

    :Implements: thm-radon.
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
