r"""Maxima of affine functions, their subgradients, and their minima with a certificate.

.. math:: f(w) = \max_i (\langle a_i, w \rangle + b_i) .

The slope of any active piece is a subgradient; the vector 0 is a subgradient exactly at the minima,
which is how the solver here proves its answer.

Source: chapter 10.  R. T. Rockafellar, Convex Analysis (1970).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import linprog  # type: ignore[attr-defined]

from lecture_code.arguments import as_rows, of_kind
from lecture_code.notation import Array, as_points, as_vector

TOLERANCE = 1e-7  # how far a certificate may be off, relative to the size of the data


@dataclass(frozen=True, slots=True, eq=False)
class MaxAffine:
    r"""The convex function :math:`f(w) = \max_i (\langle a_i, w \rangle + b_i)`.

    ``A`` is ``(n, d)``, ``b`` is ``(n,)``.  ``f(w)`` maps ``(..., d)`` to ``(...)``.

    >>> f = MaxAffine([[1.0], [-1.0]], [0.0, 0.0])  # |w|
    >>> f([[-2.0], [3.0]]), f.subgradient([-2.0]), f.lipschitz
    (array([2., 3.]), array([-1.]), 1.0)

    Implements: prop-subgradient-rules.
    Source: chapter 10, subgradients.
    """

    A: Array = field(repr=False)
    b: Array = field(repr=False)

    def __post_init__(self) -> None:
        A = as_points(self.A, "A")
        object.__setattr__(self, "A", A)
        object.__setattr__(self, "b", as_vector(self.b, len(A), "b"))

    def __call__(self, w: ArrayLike) -> Array:
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

    ``weights`` (n,) are at least 0, sum to 1, and :math:`\sum_i \lambda_i a_i = 0`; so for all w
    :math:`f(w) \ge \sum_i \lambda_i (\langle a_i, w \rangle + b_i) = \sum_i \lambda_i b_i`, which
    is the value.
    """

    w: Array
    value: float
    weights: Array = field(repr=False)


def minimise_max_affine(f: MaxAffine) -> Minimum:
    r"""Return a minimiser of a maximum of affine functions, proved by a linear programme's dual.

    Raises ValueError if f is not bounded below, RuntimeError if the proof does not hold.

    >>> minimise_max_affine(MaxAffine([[1.0], [-2.0]], [0.0, 3.0])).w
    array([1.])

    Implements: prop-zero-subgradient.
    Source: chapter 10, subgradients.
    """
    n, d = of_kind(f, MaxAffine, "f").A.shape
    cost = np.r_[np.zeros(d), 1.0]
    answer = linprog(  # type: ignore[no-untyped-call]
        cost, A_ub=np.c_[f.A, -np.ones(n)], b_ub=-f.b, bounds=(None, None)
    )
    if answer.status == 3 or answer.x is None:
        raise ValueError("f must be bounded below; the linear programme found no minimum")
    w, weights = answer.x[:d], np.maximum(-answer.ineqlin.marginals, 0.0)
    weights = weights / weights.sum()
    scale = max(1.0, float(np.abs(f.A).max()), float(np.abs(f.b).max()))
    off = max(float(np.abs(weights @ f.A).max()), abs(float(f(w)) - float(weights @ f.b)))
    if not off <= TOLERANCE * scale:
        raise RuntimeError(f"the linear programme's answer is off by {off:g}; rescale A and b")
    return Minimum(w, float(f(w)), weights)
