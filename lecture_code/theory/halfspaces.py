r"""Halfspaces on finitely many points: their labellings, their number, and margins.

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

**How many labellings of m points are separable: Cover's count.**

**Theorem (Cover 1965).**  Of the :math:`2^m` labellings of m points in :math:`\mathbb R^d` at most

.. math:: C(m, d) = 2 \sum_{k=0}^{d-1} \binom{m-1}{k}

are separable by a hyperplane through the origin, and exactly so many if the points are in general
position: any ``d`` of them (all, if ``m < d``) are linearly independent.

**Radon's theorem: d + 2 points fall into two groups whose convex hulls meet.**  The d + 2 points
:math:`(1, x_i)` of a (d + 1)-dimensional space are linearly dependent; the signs of the
coefficients say who belongs to which group.  Everything is done with exact fractions.

**Points of which every labelling can be separated with a margin: there cannot be many.**  If all
:math:`2^k` labellings of k points of length at most R are separated with margin γ, then
:math:`k\le R^2/\gamma^2` without a bias and :math:`k\le\lceil R^2/\gamma^2\rceil+1` with one.
Orthogonal points and regular simplices attain this.

:Source: chapters 05, 07 and 11.  T. M. Cover, IEEE Transactions on Electronic Computers 14 (1965);
    J. Radon, 1921.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.enumeration import all_signs
from lecture_code.core.types import Array, Integers, Points
from lecture_code.linear.exact_disagreement import edge_signs
from lecture_code.linear.margins import minimum_norm_separator
from lecture_code.linear.separability import Inseparable, homogenise, separating_halfspace
from lecture_code.solvers.certificates import separates
from lecture_code.solvers.rational import fractions_of, integers_along, kernel_vector, pivots
from lecture_code.theory.vc import MOST_POINTS, decode

Exact = Sequence[tuple[int, Sequence[Fraction | int]]]  # bit and coordinates

MOST_EDGES, MOST_EXACT = 100_000, 5_000


def halfspaces_on(X: ArrayLike, *, bias: bool = False, strict: bool = False) -> Integers:
    r"""Return all labellings of points by halfspaces.

    .. math:: \{(1[\langle w, x_i\rangle > 0])_i : w\in\mathbb R^d\}, \qquad
              \text{with a bias}\quad \{(1[\langle w, x_i\rangle + b > 0])_i : w, b\}

    Parameters
    ----------
    X : array (n, d)
        With n <= 62, in any position.
    bias : bool
        Whether b is free, else 0.
    strict : bool
        Only those w that leave no point on the hyperplane.

    Returns
    -------
    array (k, n)
        In lexicographic order.  (0, n) if ``strict`` admits none, because 0 is among the points.

    Raises
    ------
    ValueError
        If there are more than 100,000 edges, or in special position more than 5,000.

    >>> halfspaces_on([[1, 0], [0, 1]])
    array([[0, 0],
           [0, 1],
           [1, 0],
           [1, 1]])
    >>> len(halfspaces_on([[0, 0], [1, 1], [2, 2]], bias=True))  # three points of one line
    6

    :Implements: thm-vc-halfspaces.
    """
    points = homogenise(X) if bias else validate.points(X)
    n, d = points.shape
    if n > MOST_POINTS:
        raise ValueError(f"X must hold at most {MOST_POINTS} points; got {n}")
    codes = _in_general_position(points, strict)
    if codes is None:
        rows = fractions_of(points)
        codes = np.array(sorted(_labellings([(1 << i, row) for i, row in enumerate(rows)], strict)))
    return decode(codes, n) if len(codes) else np.empty((0, n), dtype=np.int64)


def _in_general_position(points: Array, strict: bool) -> Integers | None:
    """Return the codes, or None if a sign is in doubt or some d points are dependent."""
    n, d = points.shape
    if n < d:
        return None
    edges = math.comb(n, d - 1)
    if edges > MOST_EDGES:
        raise ValueError(f"X must have at most {MOST_EDGES} edges to enumerate; got {edges}")
    blocks = np.array(list(combinations(range(n), d - 1)), dtype=np.int64).reshape(edges, d - 1)
    _, signs, _ = edge_signs(points[blocks], points)
    if ((signs == 0).sum(axis=1) != d - 1).any():
        return None
    bit = 1 << np.arange(n)
    ahead, behind = (signs > 0) @ bit, (signs < 0) @ bit  # (edges,)
    free = (
        np.array(list(product((0, 1), repeat=d - 1))).reshape(1 << (d - 1), d - 1) @ bit[blocks].T
    )
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
    if math.comb(len(flat), d - 1) > MOST_EXACT:
        raise ValueError(f"X in special position must have at most {MOST_EXACT} edges")
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


LIMIT = 10**5  # subsets that are looked at, one by one


def cover_count(m: int, d: int) -> int:
    r"""Return :math:`2\sum_{k<d}\binom{m-1}k`, the separable labellings in general position.

    Parameters
    ----------
    m, d : int
        Numbers of points and of dimensions, at least 1.

    >>> [cover_count(m, 3) for m in range(1, 8)]
    [2, 4, 8, 14, 22, 32, 44]

    :Implements: thm-cover.
    """
    m, d = validate.whole(m, "m"), validate.whole(d, "d")
    return 2 * sum(math.comb(m - 1, k) for k in range(d))


def separable_labellings(X: Points) -> Array:
    r"""Return all labellings of the points that some halfspace through the origin gives them.

    Point by point each labelling is continued by either label, and what is not separable is
    dropped, by proof.

    Returns
    -------
    array (n, m)
        With entries -1 and +1, one labelling a row.

    >>> separable_labellings([[1.0], [2.0]])
    array([[-1., -1.],
           [ 1.,  1.]])

    :Implements: thm-cover.
    """
    X = validate.points(X)
    if not X.any(axis=1).all():
        return np.empty((0, len(X)))
    # By symmetry the first label may be +1: all others are the negatives of these.
    found = [(np.ones(1), X[0])]
    for m in range(2, len(X) + 1):
        longer = []
        for labels, w in found:
            side = np.sign(w @ X[m - 1])
            for last in (-1.0, 1.0):
                y = np.append(labels, last)
                if last == side and separates(w, X[:m], y):
                    longer.append((y, w))
                elif (answer := separating_halfspace(X[:m], y)).separable:
                    longer.append((y, answer.w))
        found = longer
    half = np.array([labels for labels, _ in found])
    every = np.vstack([half, -half])
    return every[np.lexsort(every.T[::-1])]


def in_general_position(X: Points) -> bool:
    r"""Say whether any ``d`` of the points, or all if there are fewer, are linearly independent.

    Ranks are numerical: points that are dependent up to rounding count as dependent.

    Raises
    ------
    ValueError
        For more than 100,000 subsets.

    >>> in_general_position([[1, 0], [0, 1], [1, 1]]), in_general_position([[1, 2], [2, 4]])
    (True, False)

    :Implements: thm-cover.
    """
    X = validate.points(X)
    m, d = X.shape
    k = min(m, d)
    if math.comb(m, k) > LIMIT:
        raise ValueError(f"X must have at most {LIMIT} subsets of {k} points; got m = {m}, d = {d}")
    size = np.linalg.norm(X, axis=1)
    if not size.all():
        return False
    subsets = np.array(list(combinations(range(m), k)))
    return bool((np.linalg.matrix_rank((X / size[:, None])[subsets]) == k).all())


@dataclass(frozen=True, slots=True, eq=False)
class RadonPartition:
    r"""Two groups of points with a common point of their convex hulls."""

    #: Not all 0, with :math:`\sum_i\alpha_i = 0` and :math:`\sum_i\alpha_ix_i = 0`.
    alpha: tuple[int, ...]
    #: The indices with :math:`\alpha_i > 0` and :math:`\alpha_i < 0`.
    positive: Integers
    #: The indices with :math:`\alpha_i > 0` and :math:`\alpha_i < 0`.
    negative: Integers
    #: The common point.
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

    Points with :math:`\alpha_i = 0` belong to neither group and may join either.

    Parameters
    ----------
    X : array (d + 2, d)
        In any position.

    Raises
    ------
    ValueError
        On another number of points.

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


def shattering_margin(X: ArrayLike, *, bias: bool = False) -> float:
    r"""Return the largest γ such that every labelling is separated with margin γ; 0 if none is.

    .. math:: \min_{y\in\{-1,+1\}^k}\ \max_{\lVert w\rVert=1,\ b}\ \min_i\
              y_i(\langle w,x_i\rangle+b), \qquad b=0 \text{ unless bias}

    With a bias the margin of a labelling is half the distance of the two convex hulls, and the
    labellings with one label only ask for nothing.

    Parameters
    ----------
    X : array (k, d)
        With k at most 20.
    bias : bool
        Whether b is free, else 0.

    Raises
    ------
    ValueError
        With a bias for a single point.

    >>> round(shattering_margin([[2.0, 0.0], [0.0, 2.0]]), 9), shattering_margin([[1.0], [2.0]])
    (1.414213562, 0.0)

    :Implements: thm-margin-shattering.
    """
    points = validate.points(X)
    if bias and len(points) < 2:
        raise ValueError("X must hold at least 2 points: with a bias one point has every margin")
    # y and -y have the same margin: half of the labellings are enough.
    labellings = [y for y in all_signs(len(points)) if y[-1] > 0 and not (bias and y.min() > 0)]
    return min(_margin(points, y, bias) for y in labellings)


def _margin(points: Array, y: Array, bias: bool) -> float:
    folded = y[:, None] * points
    if bias:  # the hull of all differences is the difference of the hulls
        plus, minus = points[y > 0], points[y < 0]
        folded = (plus[:, None, :] - minus[None, :, :]).reshape(-1, points.shape[1])
    try:
        return minimum_norm_separator(folded, np.ones(len(folded))).gamma / (2 if bias else 1)
    except Inseparable:
        return 0.0


def simplex(k: int) -> Array:
    r"""Return the k corners of a regular simplex with centre 0, in whole numbers.

    .. math:: x_i = k\,e_i - \mathbf 1, \qquad \lVert x_i\rVert = \sqrt{k(k-1)}

    Parameters
    ----------
    k : int
        At least 2.

    Returns
    -------
    array (k, k)
        Of rank k - 1.

    >>> simplex(2)
    array([[ 1., -1.],
           [-1.,  1.]])

    :Source: chapter 11, shattering with a margin.
    """
    k = validate.whole(k, "k", at_least=2)
    return k * np.eye(k) - 1.0


def least_ratio(k: int, *, bias: bool = False) -> float:
    r"""Return the least :math:`R^2/\gamma^2` of k points that are shattered with margin γ.

    .. math:: k \quad\text{without a bias,}\qquad (k-1)\ \text{(k even)},\quad
              (k-1)\bigl(1-\tfrac1{k^2}\bigr)\ \text{(k odd) with one}

    Parameters
    ----------
    k : int
        At least 1, with a bias at least 2.
    bias : bool
        Whether the halfspaces have one.

    >>> least_ratio(4), least_ratio(4, bias=True), round(least_ratio(3, bias=True), 4)
    (4.0, 3.0, 1.7778)

    :Implements: thm-margin-shattering.
    """
    k = validate.whole(k, "k", at_least=2 if bias else 1)
    if not bias:
        return float(k)
    return (k - 1) * (1 - 1 / k**2) if k % 2 else float(k - 1)
