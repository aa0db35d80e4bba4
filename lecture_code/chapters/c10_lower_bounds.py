r"""What no first-order method and no learner can beat, by adversaries that can be run.

**Theorem.**  Every deterministic method that asks for T values and subgradients of a convex,
:math:`\rho`-Lipschitz function meets one, in dimension T + 1, on which its answer is at least
:math:`\rho B/\sqrt{T+1}` above the minimum on the ball of radius B.

**Theorem.**  Every learner of m examples has an expected excess risk of at least
:math:`\rho B/(4\sqrt m)` on one of the laws :math:`P(z = \pm1) = (1 \pm a)/2` with the loss
:math:`\rho\lvert w - Bz \rvert`; by binomials we know the best excess exactly.

:Source: chapter 10.  A. S. Nemirovsky and D. B. Yudin, Problem Complexity (1983).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc, gammaln, xlogy

from lecture_code.core.types import Array, Booleans
from lecture_code.core.validate import (
    as_function,
    as_numbers,
    as_rows,
    as_vector,
    positive,
    positive_integer,
)

#: Tells the value and a subgradient at a point.
Oracle: TypeAlias = Callable[[ArrayLike], tuple[float, Array]]


@dataclass(frozen=True, slots=True, eq=False)
class Resisted:
    r"""The function :math:`f(w) = \rho \max_i s_i w_i` that was made up while a method asked.

    ``signs`` (d,), the ``answer`` (d,) of the method, its ``value``, and the least value
    ``minimum`` on the ball; ``asked`` are the questions (T, d), ``told`` the values told then.
    """

    signs: Array
    rho: float
    answer: Array = field(repr=False)
    asked: Array = field(repr=False)
    told: Array = field(repr=False)
    minimum: float

    def __call__(self, w: ArrayLike) -> Array:
        """Return f(w), (...), for one vector or many, (..., d)."""
        return np.asarray(self.rho * (as_rows(w, len(self.signs)) * self.signs).max(axis=-1))

    @property
    def excess(self) -> float:
        """How far the answer is above the least value on the ball."""
        return float(self(self.answer)) - self.minimum


def resist(method: Callable[[Oracle, int], ArrayLike], *, T: int, rho: float, B: float) -> Resisted:
    r"""Let a deterministic method ask T times, and answer so that it learns as little as possible.

    Asked at w, the oracle finds the fixed coordinate with the largest :math:`s_i w_i` and the free
    one with the largest :math:`\lvert w_i \rvert`.  If the free one is larger it is fixed, with
    :math:`s_i w_i \ge 0`.  It tells :math:`\rho s_i w_i` and :math:`\rho s_i e_i` of the larger.

    ``method(oracle, d)`` returns its answer (d,), d = T + 1, after at most T questions.  Raises
    ValueError for a question too many.

    >>> resist(lambda oracle, d: np.zeros(d), T=3, rho=1.0, B=1.0).excess
    0.5

    :Implements: thm-resisting.
    :Source: chapter 10, a resisting oracle.
    """
    d = positive_integer(T, "T") + 1
    rho, B = positive(rho, "rho"), positive(B, "B")
    signs, free = np.ones(d), np.ones(d, dtype=bool)
    as_function(method, "method")
    asked: list[Array] = []
    told: list[float] = []

    def oracle(w: ArrayLike) -> tuple[float, Array]:
        point = as_vector(w, d)
        if len(asked) == T:
            raise ValueError(f"the method must ask at most T = {T} times; it asked once more")
        i = _larger(point, signs, free)
        asked.append(point.copy())
        told.append(float(rho * signs[i] * point[i]))
        return told[-1], np.asarray(rho * signs[i] * np.eye(d)[i])

    answer = as_vector(method(oracle, d), d)
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


def sign_error(m: int, a: ArrayLike) -> Array:
    r"""Return how often the majority of m signs of mean a > 0 errs; a tie errs half the time.

    .. math:: P_{err}(m, a) = \mathbb P\Bigl[\sum_i z_i < 0\Bigr]
              + \frac12 \mathbb P\Bigl[\sum_i z_i = 0\Bigr] .

    No rule guesses the sign of the mean from m signs with a smaller error, averaged over both
    signs.  ``a`` in [0, 1], any shape.

    >>> sign_error(1, [0.0, 0.5])
    array([0.5 , 0.25])

    :Implements: thm-minimax-lower.
    :Source: chapter 10, what no learner can beat.
    """
    m, bias = positive_integer(m, "m"), as_numbers(a, "a")
    if not ((bias >= 0) & (bias <= 1)).all():
        raise ValueError(f"a must lie in [0, 1]; got {a!r:.80}")
    p = (1 + bias) / 2
    fewer = (m + 1) // 2 - 1  # at most this many +1 are a minority
    below = betainc(m - fewer, fewer + 1, 1 - p) if fewer >= 0 else np.zeros_like(p)
    if m % 2:
        return np.asarray(below)
    log_tie = gammaln(m + 1) - 2 * gammaln(m // 2 + 1) + xlogy(m // 2, p * (1 - p))
    return np.asarray(below + np.exp(log_tie) / 2)
