r"""Functions to descend: quadratics, and maxima of affine functions.

.. math:: f(w) = \tfrac12\,(w - w^*)^\top A\,(w - w^*)

with A symmetric and positive definite.  The least eigenvalue of A is the modulus
:math:`\lambda` of strong convexity, the largest the smoothness :math:`\beta`, and
:math:`\kappa = \beta/\lambda` the condition number.

**Maxima of affine functions, their subgradients, and their minima with a certificate.**

.. math:: f(w) = \max_i (\langle a_i, w \rangle + b_i) .

The slope of any active piece is a subgradient; the vector 0 is a subgradient exactly at the minima,
which is how the solver here proves its answer.

:Source: chapter 10.  R. T. Rockafellar, Convex Analysis (1970).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core.matrices import as_symmetric
from lecture_code.core.types import Array
from lecture_code.core.validate import as_points, as_rows, as_vector, bounded, of_kind, positive
from lecture_code.solvers.lp import Unbounded, maximise


@dataclass(frozen=True, slots=True, eq=False)
class Quadratic:
    r"""A quadratic function of one vector (d,) or of many at once, (..., d).

    Attributes
    ----------
    A : array (d, d)
    minimiser : array (d,)
    lam, beta : float
        The least and the largest eigenvalue.
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

    Parameters
    ----------
    A : array (d, d)
        Symmetric and positive definite.
    minimiser : array (d,) or None
        None means 0.

    Returns
    -------
    Quadratic

    Examples
    --------
    >>> f = quadratic([[2, 0], [0, 8]], [1, 0])
    >>> float(f([0, 1])), f.gradient([0, 1]).tolist(), f.condition
    (5.0, [-2.0, 8.0], 4.0)

    :Implements: def-condition.
    """
    matrix = as_symmetric(A, "A")
    values = np.linalg.eigvalsh(matrix)
    if values[0] <= 1e-14 * values[-1]:
        raise ValueError(f"A must be positive definite; got the eigenvalue {values[0]:.3g}")
    d = len(matrix)
    centre = np.zeros(d) if minimiser is None else as_vector(minimiser, d, "minimiser")
    return Quadratic(matrix.copy(), centre, float(values[0]), float(values[-1]))


def bowl(kappa: float, angle: float = 0.0) -> Quadratic:
    r"""Return the quadratic on the plane with eigenvalues 1 and ``kappa``, turned by ``angle``.

    Parameters
    ----------
    kappa : float
        At least 1.
    angle : float
        In degrees: 0 is :math:`\frac12(w_1^2 + \kappa w_2^2)`.

    Returns
    -------
    Quadratic

    Examples
    --------
    >>> bowl(9).A.tolist()
    [[1.0, 0.0], [0.0, 9.0]]
    >>> bowl(9, 45).A.round(9).tolist()
    [[5.0, -4.0], [-4.0, 5.0]]

    :Implements: def-condition.
    """
    if not 1 <= positive(kappa, "kappa") < 1e14:
        raise ValueError(f"kappa must be at least 1 and below 1e14; got {kappa!r}")
    angle = float(bounded(angle, "angle"))
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    turn = np.array([[c, -s], [s, c]])
    return quadratic(turn @ np.diag([1.0, float(kappa)]) @ turn.T)


@dataclass(frozen=True, slots=True, eq=False)
class MaxAffine:
    r"""The convex function :math:`f(w) = \max_i (\langle a_i, w \rangle + b_i)`.

    ``f(w)`` maps ``(..., d)`` to ``(...)``.

    Attributes
    ----------
    A : array (n, d)
    b : array (n,)

    Examples
    --------
    >>> f = MaxAffine([[1.0], [-1.0]], [0.0, 0.0])  # |w|
    >>> f([[-2.0], [3.0]]), f.subgradient([-2.0]), f.lipschitz
    (array([2., 3.]), array([-1.]), 1.0)

    :Implements: prop-subgradient-rules.
    """

    A: Array = field(repr=False)
    b: Array = field(repr=False)

    def __post_init__(self) -> None:
        A = as_points(self.A, "A")
        object.__setattr__(self, "A", A)
        object.__setattr__(self, "b", as_vector(self.b, len(A), "b"))

    def __call__(self, w: ArrayLike) -> Array:
        """Return f(w), (...), for one vector or many, (..., d)."""
        return np.asarray((as_rows(w, self.A.shape[1]) @ self.A.T + self.b).max(axis=-1))

    def subgradient(self, w: ArrayLike) -> Array:
        """Return the slope of the first active piece, ``(..., d)``."""
        return np.asarray(self.A[(as_rows(w, self.A.shape[1]) @ self.A.T + self.b).argmax(axis=-1)])

    @property
    def lipschitz(self) -> float:
        """The length of the longest row of ``A``, which is a Lipschitz constant."""
        return float(np.linalg.norm(self.A, axis=1).max())


@dataclass(frozen=True, slots=True, eq=False)
class Minimum:
    r"""A minimiser ``w``, the least ``value``, and the proof that there is none below.

    The ``weights`` are at least 0, sum to 1, and :math:`\sum_i \lambda_i a_i = 0`; so for all w
    :math:`f(w) \ge \sum_i \lambda_i (\langle a_i, w \rangle + b_i) = \sum_i \lambda_i b_i`, which
    is the value.

    Attributes
    ----------
    w : array (d,)
    value : float
    weights : array (n,)
        The :math:`\lambda_i`.
    """

    w: Array
    value: float
    weights: Array = field(repr=False)


def minimise_max_affine(f: MaxAffine) -> Minimum:
    r"""Return a minimiser of a maximum of affine functions, proved by a linear program's dual.

    Parameters
    ----------
    f : MaxAffine
        Bounded below.

    Returns
    -------
    Minimum

    Raises
    ------
    ValueError
        If f is not bounded below.
    RuntimeError
        If the proof does not hold.

    Examples
    --------
    >>> minimise_max_affine(MaxAffine([[1.0], [-2.0]], [0.0, 3.0])).w
    array([1.])

    :Implements: prop-zero-subgradient.
    """
    n, d = of_kind(f, MaxAffine, "f").A.shape
    try:  # the largest -t with t - <a_i, w> >= b_i
        best = maximise(np.r_[np.zeros(d), -1.0], np.c_[-f.A, np.ones(n)], f.b)
    except Unbounded as error:
        raise ValueError("f must be bounded below; it falls for ever along a ray") from error
    w, weights = best.w[:d], best.multipliers
    return Minimum(w, float(f(w)), weights / weights.sum())
