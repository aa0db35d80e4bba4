r"""Lagrangian duality for convex quadratic programs, with certificates that anyone can evaluate.

.. math:: p^* = \min f(v), \quad f(v) = \tfrac12 \langle v, Pv \rangle + \langle q, v \rangle,
          \quad\text{subject to}\quad \langle a_i, v \rangle \ge c_i .

The Lagrangian is :math:`L(v, \alpha) = f(v) + \sum_i \alpha_i (c_i - \langle a_i, v \rangle)` and
the dual function :math:`g(\alpha) = \inf_v L(v, \alpha)`.  For :math:`\alpha \ge 0` and feasible
``v``, :math:`g(\alpha) \le f(v)` (weak duality): the difference certifies how far ``v`` can be from
the optimum.

:Source: chapter 11, duality.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lecture_code.core import validate
from lecture_code.core.records import Record
from lecture_code.core.types import Array, Points, Signs, Vector

# Relative size below which an eigenvalue of P, or a slope along its null space, counts as 0.
FLAT = 1e-11


@dataclass(frozen=True, slots=True, eq=False)
class QuadraticProgram(Record):
    r"""Minimise :math:`\frac12\langle v,Pv\rangle+\langle q,v\rangle` where :math:`Av\ge c`.

    >>> line = QuadraticProgram([[1]], [0], [[1]], [2])  # min v^2 / 2 subject to v >= 2
    >>> line.objective([3]), line.dual([1]), line.dual([2])
    (4.5, 1.5, 2.0)
    >>> line.residuals([2], [2]).worst
    0.0

    :Implements: def-lagrangian, thm-kkt.
    """

    #: Symmetric and positive semidefinite, ``(n, n)``.
    P: Array
    q: Array
    #: The rows are the :math:`a_i`, ``(k, n)``.
    A: Array
    c: Array

    def __post_init__(self) -> None:
        P = validate.symmetric(self.P, "P", semidefinite=FLAT)
        A = validate.points(self.A, "A", d=len(P))
        q, c = validate.vector(self.q, len(P), "q"), validate.vector(self.c, len(A), "c")
        for name, value in {"P": P, "q": q, "A": A, "c": c}.items():
            object.__setattr__(self, name, value)
        Record.__post_init__(self)

    def objective(self, v: Vector) -> float:
        r"""Return :math:`f(v)`."""
        v = validate.vector(v, len(self.q), "v")
        return float(v @ self.P @ v / 2 + self.q @ v)

    def lagrangian(self, v: Vector, alpha: Vector) -> float:
        r"""Return :math:`L(v,\alpha)=f(v)+\sum_i\alpha_i(c_i-\langle a_i,v\rangle)`."""
        v = validate.vector(v, len(self.q), "v")
        return self.objective(v) + float(self._weights(alpha) @ (self.c - self.A @ v))

    def minimiser(self, alpha: Vector) -> Array | None:
        r"""Return the shortest ``v`` that minimises :math:`L(\cdot,\alpha)`, None if unbounded."""
        weights = self._weights(alpha)
        slope = weights @ self.A - self.q  # P v = slope
        values, vectors = np.linalg.eigh(self.P)
        along = slope @ vectors
        flat = values <= FLAT * values[-1]
        size = np.abs(weights) @ np.abs(self.A) + np.abs(self.q)
        if np.abs(along[flat]).max(initial=0.0) > FLAT * max(float(size.max()), 1e-300):
            return None
        return np.asarray(vectors[:, ~flat] @ (along[~flat] / values[~flat]))

    def dual(self, alpha: Vector) -> float:
        r"""Return :math:`g(\alpha)=\inf_vL(v,\alpha)`, which may be minus infinity."""
        v = self.minimiser(alpha)
        return -np.inf if v is None else self.lagrangian(v, alpha)

    def gap(self, v: Vector, alpha: Vector) -> float:
        r"""Return :math:`f(v)-g(\alpha)`: how far feasible ``v``, ``alpha`` can be off."""
        return self.objective(v) - self.dual(alpha)

    def residuals(self, v: Vector, alpha: Vector) -> Residuals:
        """Return how far ``v``, ``alpha`` are from satisfying the four conditions of an optimum."""
        v, alpha = validate.vector(v, len(self.q), "v"), self._weights(alpha)
        lack = self.c - self.A @ v
        return Residuals(
            float(max(lack.max(), 0.0)),
            float(max(-alpha.min(), 0.0)),
            float(np.linalg.norm(self.P @ v + self.q - alpha @ self.A)),
            float(np.abs(alpha * lack).max()),
        )

    def _weights(self, alpha: Vector) -> Array:
        return validate.vector(alpha, len(self.A), "alpha")


@dataclass(frozen=True, slots=True)
class Residuals:
    r"""By how much a pair ``v``, ``alpha`` misses each of the four conditions of an optimum.

    All four are 0 at an optimum, and only there.

    >>> Residuals(0.0, 0.1, 0.0, 0.2).worst
    0.2
    """

    #: :math:`\max_i (c_i - \langle a_i, v \rangle)_+`.
    feasibility: float
    #: :math:`\max_i (-\alpha_i)_+`.
    sign: float
    #: :math:`\lVert \nabla f(v) - \sum_i \alpha_i a_i \rVert`.
    stationarity: float
    #: :math:`\max_i |\alpha_i (c_i - \langle a_i, v \rangle)|`.
    slackness: float

    @property
    def worst(self) -> float:
        """The largest of the four."""
        return max(self.feasibility, self.sign, self.stationarity, self.slackness)


def hard_svm_program(X: Points, y: Signs, *, bias: bool = True) -> QuadraticProgram:
    r"""Return the quadratic program of the hard SVM in the unknowns ``(w, b)``, or ``w`` alone.

    .. math:: \min \tfrac12 \lVert w \rVert^2 \quad\text{subject to}\quad
              y_i (\langle w, x_i \rangle + b) \ge 1

    The matrix ``P`` has a 0 where ``b`` stands: the dual function is finite only where
    :math:`\sum_i \alpha_i y_i = 0`.

    >>> pair = hard_svm_program([[3.0], [1.0]], [1, -1])
    >>> pair.dual([0.5, 0.5]), pair.dual([0.5, 0.4])
    (0.5, -inf)

    :Implements: prop-dual-hard.
    """
    X, y = validate.sample(X, y)
    Z = y[:, None] * (np.c_[X, np.ones(len(X))] if bias else X)
    n = Z.shape[1]
    P = np.diag(np.r_[np.ones(X.shape[1]), np.zeros(n - X.shape[1])])
    return QuadraticProgram(P, np.zeros(n), Z, np.ones(len(X)))
