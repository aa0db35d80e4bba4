r"""Linear algebra without rounding: every float is a fraction, so ranks and signs are certain.

Elimination with Fractions, for the few vectors that a proof about shattering needs.

:Source: chapter 07, Radon's theorem and halfspaces.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from lecture_code.core import validate
from lecture_code.core.types import Points

Row: TypeAlias = list[Fraction]
Rows: TypeAlias = Sequence[Sequence[Fraction | int]]


def fractions_of(X: Points, name: str = "X") -> list[Row]:
    """Return the rows of a matrix as Fractions, which equal its entries exactly.

    >>> fractions_of([[0.5, 2]])
    [[Fraction(1, 2), Fraction(2, 1)]]

    :Source: chapter 07, Radon's theorem.
    """
    validate.points(X, name)
    rows: Any = X.tolist() if isinstance(X, np.ndarray) else X
    return [[Fraction(entry) for entry in row] for row in rows]


def pivots(rows: Rows) -> tuple[list[int], list[Row]]:
    """Return the pivot columns of a matrix, and its reduced echelon form without zero rows.

    >>> pivots([[1, 2], [2, 4]])
    ([0], [[Fraction(1, 1), Fraction(2, 1)]])
    """
    left: list[Row] = [[Fraction(e) for e in row] for row in rows]
    reduced: list[Row] = []
    columns: list[int] = []
    for j in range(len(left[0]) if left else 0):
        at = next((i for i, row in enumerate(left) if row[j]), None)
        if at is None:
            continue
        pivot = left.pop(at)
        pivot = [e / pivot[j] for e in pivot]
        left = [_minus(row, pivot, j) for row in left]
        reduced = [*(_minus(row, pivot, j) for row in reduced), pivot]
        columns.append(j)
    return columns, reduced


def kernel_vector(rows: Rows) -> list[int] | None:
    """Return a vector of integers, not all 0, that is orthogonal to all rows, or None.

    It has no common divisor, and the last entry that is not 0 is positive.

    >>> kernel_vector([[1, 1, 1], [0, 1, 2]])
    [1, -2, 1]
    """
    columns, reduced = pivots(rows)
    d = len(rows[0])
    free = next((j for j in range(d) if j not in columns), None)
    if free is None:
        return None
    v = [Fraction(0)] * d
    v[free] = Fraction(1)
    for j, row in zip(columns, reduced, strict=True):
        v[j] = -row[free]
    whole = integers_along(v)
    last = next(e for e in reversed(whole) if e)
    return whole if last > 0 else [-e for e in whole]


def integers_along(v: Sequence[Fraction | int]) -> list[int]:
    """Return the shortest vector of integers that is a positive multiple of v."""
    scale = math.lcm(*(Fraction(e).denominator for e in v))
    whole = [int(e * scale) for e in v]
    divisor = math.gcd(*whole) or 1
    return [e // divisor for e in whole]


def _minus(row: Row, pivot: Row, j: int) -> Row:
    """Return a row without its entry j, which a multiple of the pivot row cancels."""
    factor = row[j]
    return [a - factor * b for a, b in zip(row, pivot, strict=True)] if factor else row
