r"""Halfspaces on finitely many points: every labelling, in general position or not.

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

Source: chapter 07, halfspaces; T. M. Cover, 1965.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.cell_edges import edge_signs
from lecture_code.exact_linear import fractions_of, integers_along, kernel_vector, pivots
from lecture_code.halfspaces import homogenise
from lecture_code.notation import Array, Integers, as_points
from lecture_code.vc_dimension import MOST_POINTS, decode

Points = Sequence[tuple[int, Sequence[Fraction | int]]]  # bit and coordinates

MOST_EDGES, MOST_EXACT = 100_000, 5_000


def halfspaces_on(X: ArrayLike, *, bias: bool = False, strict: bool = False) -> Integers:
    r"""Return all labellings of points by halfspaces.

    .. math:: \{(1[\langle w, x_i\rangle > 0])_i : w\in\mathbb R^d\}, \qquad
              \text{with a bias}\quad \{(1[\langle w, x_i\rangle + b > 0])_i : w, b\}

    ``X``: (n, d), n <= 62, in any position; ``bias``: whether b is free, else 0; ``strict``: only
    those w that leave no point on the hyperplane.  Returns (k, n), in lexicographic order, and
    (0, n) if ``strict`` admits none, because 0 is among the points.  Raises ValueError if there
    are too many edges: 100,000, or 5,000 in special position.

    >>> halfspaces_on([[1, 0], [0, 1]])
    array([[0, 0],
           [0, 1],
           [1, 0],
           [1, 1]])
    >>> len(halfspaces_on([[0, 0], [1, 1], [2, 2]], bias=True))  # three points of one line
    6

    Implements: thm-vc-halfspaces.
    Source: chapter 07, halfspaces.
    """
    points = homogenise(X) if bias else as_points(X)
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


def _labellings(points: Points, strict: bool) -> set[int]:
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
