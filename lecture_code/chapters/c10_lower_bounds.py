r"""What no first-order method can beat: an adversary that makes up the function while it is asked.

**Theorem.**  Every deterministic method that asks for T values and subgradients of a convex,
:math:`\rho`-Lipschitz function meets one, in dimension T + 1, on which its answer is at least
:math:`\rho B/\sqrt{T+1}` above the minimum on the ball of radius B.

:Source: chapter 10.  A. S. Nemirovsky and D. B. Yudin, Problem Complexity (1983).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.types import Array, Booleans

#: Tells the value and a subgradient at a point.
Oracle: TypeAlias = Callable[[ArrayLike], tuple[float, Array]]


@dataclass(frozen=True, slots=True, eq=False)
class Resisted:
    r"""The function :math:`f(w) = \rho \max_i s_i w_i` that was made up while a method asked."""

    #: ``(d,)``.
    signs: Array
    rho: float
    #: That of the method, ``(d,)``.
    answer: Array = field(repr=False)
    #: The questions, q at most T, ``(q, d)``.
    asked: Array = field(repr=False)
    #: The values told then, ``(q,)``.
    told: Array = field(repr=False)
    #: The least value on the ball.
    minimum: float

    def __call__(self, w: ArrayLike) -> Array:
        """Return f(w), (...), for one vector or many, (..., d)."""
        return np.asarray(
            self.rho
            * (validate.array(w, "w", f"(..., {len(self.signs)})") * self.signs).max(axis=-1)
        )

    @property
    def excess(self) -> float:
        """How far the answer is above the least value on the ball."""
        return float(self(self.answer)) - self.minimum


def resist(method: Callable[[Oracle, int], ArrayLike], *, T: int, rho: float, B: float) -> Resisted:
    r"""Let a deterministic method ask T times, and answer so that it learns as little as possible.

    Asked at w, the oracle finds the fixed coordinate with the largest :math:`s_i w_i` and the free
    one with the largest :math:`\lvert w_i \rvert`.  If the free one is larger it is fixed, with
    :math:`s_i w_i \ge 0`.  It tells :math:`\rho s_i w_i` and :math:`\rho s_i e_i` of the larger.

    Parameters
    ----------
    method : callable
        ``method(oracle, d)`` returns its answer (d,), d = T + 1, after at most T questions.
    T : int
        Number of questions.
    rho : float
        The Lipschitz constant of the function.
    B : float
        The radius of the ball.

    Raises
    ------
    ValueError
        For a question too many.

    >>> resist(lambda oracle, d: np.zeros(d), T=3, rho=1.0, B=1.0).excess
    0.5

    :Implements: thm-resisting.
    """
    d = validate.whole(T, "T") + 1
    rho, B = validate.number(rho, "rho", above=0), validate.number(B, "B", above=0)
    signs, free = np.ones(d), np.ones(d, dtype=bool)
    asked: list[Array] = []
    told: list[float] = []

    def oracle(w: ArrayLike) -> tuple[float, Array]:
        point = validate.vector(w, d)
        if len(asked) == T:
            raise ValueError(f"the method must ask at most T = {T} times; it asked once more")
        i = _larger(point, signs, free)
        asked.append(point.copy())
        told.append(float(rho * signs[i] * point[i]))
        return told[-1], np.asarray(rho * signs[i] * np.eye(d)[i])

    answer = validate.vector(method(oracle, d), d)
    signs[free] = np.where(answer[free] < 0, -1.0, 1.0)
    return Resisted(signs, rho, answer, np.array(asked).reshape(-1, d), np.array(told),
                    -rho * B / d**0.5)  # fmt: skip


def _larger(w: Array, signs: Array, free: Booleans) -> int:
    """Return the coordinate that answers, and fix its sign if it was free."""
    i = int(np.where(free, np.abs(w), -np.inf).argmax())
    j = int(np.where(free, -np.inf, signs * w).argmax())
    if not free.all() and signs[j] * w[j] >= abs(w[i]):
        return j
    signs[i], free[i] = (-1.0 if w[i] < 0 else 1.0), False
    return i
