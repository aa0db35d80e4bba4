r"""Systems of linear inequalities, decided by eliminating one unknown after the other.

**Theorem (Farkas).**  For :math:`A \in \mathbb R^{n \times d}` and :math:`v \in \mathbb R^n`
exactly one of the two exists:

* a vector ``w`` with :math:`Aw \ge v`;
* weights :math:`\lambda \ge 0` with :math:`A^\top \lambda = 0` and
  :math:`\langle \lambda, v \rangle > 0`.

Fourier and Motzkin's elimination finds one of them: rows with a positive and rows with a negative
coefficient of the last unknown are added in pairs until it cancels.  Every row carries the
weights with which the given rows enter it.  Arithmetic is rational, so the answer is exact.  The
number of rows can grow like a tower of squares: this is for small systems, and for proofs.

:Source: chapter 05, linear programming.  G. M. Ziegler, Lectures on Polytopes (1995), section 1.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.types import Reals

MOST_ROWS = 20_000

# Coefficients, the lower bound, and the weights of the given rows.
Row: TypeAlias = tuple[tuple[Fraction, ...], Fraction, tuple[Fraction, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Alternative:
    """Either ``w`` that solves the system, or ``multipliers`` that prove that nothing does."""

    w: tuple[Fraction, ...] | None
    multipliers: tuple[Fraction, ...] | None

    @property
    def feasible(self) -> bool:
        """Whether the system has a solution."""
        return self.w is not None


def fourier_motzkin(A: ArrayLike, v: Reals) -> Alternative:
    r"""Return a solution of the system, or the weights that prove that it has none.

    .. math:: Aw \ge v \qquad\text{or}\qquad
              \lambda \ge 0,\ A^\top \lambda = 0,\ \langle \lambda, v \rangle > 0.

    ``A`` is ``(n, d)``, one inequality a row.  Floats are taken for the rational numbers that they
    are, and the answer is verified in rational arithmetic.  Raises RuntimeError if more than 20,000
    rows would be needed.

    >>> fourier_motzkin([[1, 1], [-1, 0], [0, -1]], [1, 0, 0]).multipliers
    (Fraction(1, 1), Fraction(1, 1), Fraction(1, 1))
    >>> fourier_motzkin([[1, 1], [-1, 0]], [1, 0]).w
    (Fraction(0, 1), Fraction(1, 1))

    :Implements: thm-farkas.
    """
    A = validate.points(A, "A")
    v = validate.vector(v, len(A), name="v")
    n, d = A.shape
    rows: list[Row] = [
        (tuple(map(Fraction, a)), Fraction(c), tuple(Fraction(k == i) for k in range(n)))
        for i, (a, c) in enumerate(zip(A.tolist(), v.tolist(), strict=True))
    ]
    given, systems = rows, []
    for j in reversed(range(d)):
        systems.append(rows)
        rows = _without(rows, j)
    answer = Alternative(None, None)
    for _, bound, weights in rows:
        if bound > 0:
            answer = Alternative(None, weights)
            break
    else:
        w: list[Fraction] = []
        for j, system in enumerate(reversed(systems)):
            w.append(_between(system, j, w))
        answer = Alternative(tuple(w), None)
    _verify(given, answer)
    return answer


def _without(rows: list[Row], j: int) -> list[Row]:
    """Return the system that remains when unknown j is eliminated."""
    above = [row for row in rows if row[0][j] > 0]
    below = [row for row in rows if row[0][j] < 0]
    found = {row[:2]: row for row in rows if row[0][j] == 0}
    if len(above) * len(below) + len(found) > MOST_ROWS:
        raise RuntimeError(
            f"the system must be smaller: eliminating unknown {j} gives more than {MOST_ROWS} rows"
        )
    for a, c, s in above:
        for b, e, t in below:
            p, q = 1 / a[j], -1 / b[j]
            row = (
                tuple(p * x + q * y for x, y in zip(a, b, strict=True)),
                p * c + q * e,
                tuple(p * x + q * y for x, y in zip(s, t, strict=True)),
            )
            found.setdefault(row[:2], row)
    return list(found.values())


def _between(rows: list[Row], j: int, w: list[Fraction]) -> Fraction:
    """Return the value of unknown j nearest to 0 that suits the values of those before it."""
    low, high = None, None
    for a, c, _ in rows:
        if a[j]:
            bound = (c - sum((x * y for x, y in zip(a[:j], w, strict=True)), Fraction(0))) / a[j]
            if a[j] > 0:
                low = bound if low is None else max(low, bound)
            else:
                high = bound if high is None else min(high, bound)
    value = Fraction(0)
    if low is not None and low > value:
        value = low
    if high is not None and high < value:
        value = high
    return value


def _verify(rows: list[Row], answer: Alternative) -> None:
    """Raise RuntimeError unless the answer is one of the two."""
    if answer.w is not None:
        scores = [sum(x * y for x, y in zip(a, answer.w, strict=True)) for a, _, _ in rows]
        sound = all(score >= row[1] for score, row in zip(scores, rows, strict=True))
    else:
        weights = answer.multipliers or ()
        d = len(rows[0][0])
        sums = [sum(x * r[0][j] for x, r in zip(weights, rows, strict=True)) for j in range(d)]
        gain = sum(x * row[1] for x, row in zip(weights, rows, strict=True))
        sound = min(weights) >= 0 and not any(sums) and gain > 0
    if not sound:
        raise RuntimeError("elimination gave an answer that does not verify")
