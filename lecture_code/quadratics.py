r"""Quadratic functions: the test bench of every step size.

.. math:: f(w) = \tfrac12\,(w - w^*)^\top A\,(w - w^*)

with A symmetric and positive definite.  The least eigenvalue of A is the modulus
:math:`\lambda` of strong convexity, the largest the smoothness :math:`\beta`, and
:math:`\kappa = \beta/\lambda` the condition number.
Source: chapter 10, smooth functions.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.arguments import as_rows, bounded
from lecture_code.notation import Array, as_points, as_vector, positive


@dataclass(frozen=True, slots=True, eq=False)
class Quadratic:
    r"""A quadratic function of one vector (d,) or of many at once, (..., d).

    ``A``: (d, d); ``minimiser``: (d,); ``lam``, ``beta``: the least and the largest eigenvalue.
    """

    A: Array = field(repr=False)
    minimiser: Array
    lam: float
    beta: float

    def __call__(self, w: ArrayLike) -> Array:
        r"""Return :math:`f(w)` (...,) for vectors (..., d)."""
        gap = as_rows(w, len(self.minimiser)) - self.minimiser
        return np.asarray(((gap @ self.A) * gap).sum(axis=-1) / 2)

    def gradient(self, w: ArrayLike, t: int = 0) -> Array:
        r"""Return :math:`\nabla f(w) = A(w - w^*)` (..., d); the step t does not matter."""
        return np.asarray((as_rows(w, len(self.minimiser)) - self.minimiser) @ self.A)

    @property
    def condition(self) -> float:
        r"""Return the condition number :math:`\kappa = \beta/\lambda`."""
        return self.beta / self.lam


def quadratic(A: ArrayLike, minimiser: ArrayLike | None = None) -> Quadratic:
    r"""Return the quadratic function of the matrix ``A``, least at ``minimiser`` (0 unless given).

    ``A``: (d, d), symmetric and positive definite.  Raises ValueError otherwise.

    >>> f = quadratic([[2, 0], [0, 8]], [1, 0])
    >>> float(f([0, 1])), f.gradient([0, 1]).tolist(), f.condition
    (5.0, [-2.0, 8.0], 4.0)

    Implements: def-condition.
    Source: chapter 10, smooth functions.
    """
    matrix = as_points(A, "A")
    if matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"A must be square; got shape {matrix.shape}")
    if not np.allclose(matrix, matrix.T, rtol=1e-12, atol=0):
        raise ValueError("A must be symmetric; A and its transpose differ")
    values = np.linalg.eigvalsh(matrix)
    if values[0] <= 1e-14 * values[-1]:
        raise ValueError(f"A must be positive definite; got the eigenvalue {values[0]:.3g}")
    d = len(matrix)
    centre = np.zeros(d) if minimiser is None else as_vector(minimiser, d, "minimiser")
    return Quadratic((matrix + matrix.T) / 2, centre, float(values[0]), float(values[-1]))


def bowl(kappa: float, angle: float = 0.0) -> Quadratic:
    r"""Return the quadratic on the plane with eigenvalues 1 and ``kappa``, turned by ``angle``.

    ``kappa`` >= 1; ``angle`` in degrees: 0 is :math:`\frac12(w_1^2 + \kappa w_2^2)`.  Raises
    ValueError for a kappa below 1.

    >>> bowl(9).A.tolist()
    [[1.0, 0.0], [0.0, 9.0]]
    >>> bowl(9, 45).A.round(9).tolist()
    [[5.0, -4.0], [-4.0, 5.0]]

    Implements: def-condition.
    Source: chapter 10, smooth functions.
    """
    if not 1 <= positive(kappa, "kappa") < 1e14:
        raise ValueError(f"kappa must be at least 1 and below 1e14; got {kappa!r}")
    angle = float(bounded(angle, "angle"))
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    turn = np.array([[c, -s], [s, c]])
    return quadratic(turn @ np.diag([1.0, float(kappa)]) @ turn.T)
