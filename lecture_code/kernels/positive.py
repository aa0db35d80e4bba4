r"""Positive semidefinite matrices: certificates in both directions, and the features of a kernel.

A function of two points is a kernel if and only if all its Gram matrices G are symmetric with

.. math:: c^\top Gc = \sum_{i,j}c_ic_jG_{ij} \ge 0 \quad\text{for all } c .

Completing squares decides this in Fractions: it ends with squares, or with a c that refutes.

:Source: chapter 12, which functions are kernels.  N. Aronszajn, Theory of reproducing kernels,
    Transactions of the American Mathematical Society 68 (1950).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from lecture_code.core import validate
from lecture_code.core.types import Array, Matrix
from lecture_code.solvers.rational import Row, fractions_of, integers_along

ZERO = 1e-10  # what counts as 0, as a share of the largest eigenvalue


def eliminate(G: Matrix) -> Elimination:
    r"""Return the certificate that a symmetric matrix is positive semidefinite, or is not.

    .. math:: c^\top Gc = \sum_k p_k\Bigl(c_k+\sum_{j>k}L_{jk}c_j\Bigr)^2,\qquad p_k\ge0

    Integers, Fractions and floats are taken as they are.

    >>> eliminate([[2, 1], [1, 3]]).pivots
    (Fraction(2, 1), Fraction(5, 2))
    >>> eliminate([[1, 2], [2, 1]]).direction
    (-2, 1)

    :Implements: alg-eliminate, lem-eliminate.
    """
    A = _symmetric(G)  # 1.
    m = len(A)
    used: list[tuple[int, Row]] = []  # the pivot rows, to carry a direction back through
    pivots: list[Fraction] = []
    for k in range(m):  # 2.
        below = A[k][k] < 0
        stuck = next((j for j in range(m) if A[k][k] == 0 and A[k][j] != 0), None)
        if below or stuck is not None:  # 2.1
            return Elimination(tuple(pivots), _direction(A, k, stuck, used))
        pivots.append(A[k][k])
        if A[k][k] > 0:  # 2.2
            row = A[k]
            used.append((k, row))
            A = [[a - r * row[i] / row[k] for a, r in zip(A[i], row, strict=True)]
                 for i in range(m)]  # fmt: skip
    return Elimination(tuple(pivots), None)


@dataclass(frozen=True, slots=True, eq=False)
class Elimination:
    """What completing the squares found, exactly."""

    #: The factors of the squares, 0 where nothing was divided.
    pivots: tuple[Fraction, ...]
    #: A c with c^T G c < 0, or None if the matrix is positive semidefinite.
    direction: tuple[int, ...] | None

    @property
    def positive(self) -> bool:
        """Whether the matrix is positive semidefinite."""
        return self.direction is None


def _direction(
    A: list[Row], k: int, stuck: int | None, used: list[tuple[int, Row]]
) -> tuple[int, ...]:
    """Return whole numbers c with c^T G c < 0, where the elimination is stuck at k."""
    c = [Fraction(0)] * len(A)
    c[k] = Fraction(1)
    if stuck is not None:  # c = t e_k + e_j has the form 2 t A_kj + A_jj, which is -1
        c[stuck] = Fraction(1)
        c[k] = -(A[stuck][stuck] + 1) / (2 * A[k][stuck])
    for i, row in reversed(used):  # the square of pivot i must vanish
        rest = sum((r * e for j, (r, e) in enumerate(zip(row, c, strict=True)) if j != i),
                   Fraction(0))  # fmt: skip
        c[i] = -rest / row[i]
    return tuple(integers_along(c))


def _symmetric(G: Matrix) -> list[Row]:
    """Return the rows of a symmetric matrix as Fractions."""
    validate.symmetric(G)
    A = fractions_of(G, "G")
    if any(A[i][j] != A[j][i] for i in range(len(A)) for j in range(i)):
        raise ValueError("G must be symmetric without any rounding; got G that differs from G^T")
    return A


def quadratic_form(G: Matrix, c: Sequence[int | Fraction]) -> Fraction:
    r"""Return :math:`c^\top Gc` without rounding, for a symmetric matrix.

    >>> quadratic_form([[1, 2], [2, 1]], (1, -1))
    Fraction(-2, 1)

    :Source: chapter 12, which functions are kernels.
    """
    A, given = _symmetric(G), np.array(c, dtype=object, subok=True)  # with its mask, to be seen
    validate.vector(given, len(A), "c")
    v = [Fraction(e) for e in given.tolist()]
    return sum((a * b * A[i][j] for i, a in enumerate(v) for j, b in enumerate(v)), Fraction(0))


def finite_features(G: Matrix) -> Array:
    r"""Return vectors that have the inner products of a positive semidefinite matrix, one per row.

    .. math:: G = V\Lambda V^\top,\qquad \Psi = V\Lambda^{1/2},\qquad \Psi\Psi^\top = G

    There is a column for each eigenvalue above 1e-10 of the largest, and at least one.

    >>> Psi = finite_features([[4.0, 2.0], [2.0, 1.0]])
    >>> Psi.shape, (Psi @ Psi.T).round(9).tolist()
    ((2, 1), [[4.0, 2.0], [2.0, 1.0]])

    :Implements: prop-finite-rkhs.
    """
    values, V = np.linalg.eigh(validate.symmetric(G, semidefinite=ZERO))
    keep = values > ZERO * values[-1]
    keep[-1] = True
    return np.asarray(V[:, keep] * np.sqrt(np.maximum(values[keep], 0.0)))
