r"""No free lunch: a learner against every target on a finite domain, and the value of that game.

The distribution :math:`\mathcal D_f` is uniform on n points, labelled by the target f.  A sample of
m draws leaves some points unseen, and there every answer is wrong for half of the targets:

.. math:: \frac1{2^n}\sum_f \mathbb E_S\,L_{\mathcal D_f}(A(S)) \ \ge\
          \frac12\Bigl(1-\frac1n\Bigr)^m \quad\text{for every learner } A.

Labels are {0, 1}.

:Source: chapter 04, the No-Free-Lunch theorem.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lecture_code.core import validate
from lecture_code.core.enumeration import few, power
from lecture_code.core.records import Record, lent
from lecture_code.core.scale import lengths
from lecture_code.core.types import BITS, Array, Inputs, Integers, Learner, Points


@dataclass(frozen=True, slots=True, eq=False)
class Game(Record):
    """One learner against all targets on n points, from m draws."""

    n: int
    m: int
    #: On how many of the n points A(S) is wrong, for target f (its bit i is the label of point i)
    #: and for each of the equally likely sequences of m draws, ``(2^n, n^m)``.
    errors: Integers = field(repr=False)

    def expected(self) -> NDArray[Any]:
        r"""Return :math:`\mathbb E_S\,L_{\mathcal D_f}(A(S))` for each target, (2^n,) Fractions.

        :Implements: lem-nfl-average.
        """
        totals = self.errors.sum(axis=1).tolist()
        return np.array([Fraction(t, self.n * self.n**self.m) for t in totals], dtype=object)

    def failure(self, level: Fraction) -> NDArray[Any]:
        r"""Return :math:`\mathbb P_S[L_{\mathcal D_f}(A(S)) \ge level]`, (2^n,) Fractions.

        :Implements: thm-nfl.
        """
        validate.number(level, "level")
        least = math.ceil(Fraction(level) * self.n)  # errors are whole numbers
        hits = (self.errors >= least).sum(axis=1).tolist()
        return np.array([Fraction(h, self.n**self.m) for h in hits], dtype=object)


def play(A: Learner, points: Inputs, m: int) -> Game:
    r"""Return the errors of the learner for every target and every sample of m draws.

    The learner is a function of the sample alone, with labels in {0, 1}.  The points are distinct.
    Too many runs of the learner, at most :math:`n^m2^{\min(n,m)}`, are refused.

    >>> from lecture_code.core.hypotheses import memorise
    >>> game = play(memorise, [0, 1], 1)
    >>> [str(risk) for risk in game.expected()]  # it says 0 at the unseen point
    ['0', '1/4', '1/4', '1/2']

    :Implements: thm-nfl, lem-nfl-average.
    """
    X, m = validate.points(points, "points", line=True), validate.whole(m, "m")
    n = len(X)
    samples = power(n, m)
    few(samples * power(2, min(n, m)), "points and m", "runs of the learner", each=256)
    few(samples * power(2, n), "points and m", "samples of targets")
    if len(np.unique(X, axis=0)) < n:
        raise ValueError(f"points must be distinct; got {n}, not all different")
    targets = (np.arange(1 << n)[:, None] >> np.arange(n) & 1).astype(float)  # (2^n, n)
    errors = np.empty((1 << n, n**m), dtype=np.int64)
    for s, drawn in enumerate(itertools.product(range(n), repeat=m)):
        atoms = list(drawn)
        seen, which = np.unique(targets[:, atoms], axis=0, return_inverse=True)
        learned = [A(lent(X[atoms]), lent(y)) for y in seen]
        said = np.array([validate.labels(h(lent(X)), n, BITS, "h(X)") for h in learned])
        errors[:, s] = (said[which.reshape(-1)] != targets).sum(axis=1)
    return Game(n, m, errors)


def average_bound(n: int, m: int) -> Fraction:
    r"""Return the least average risk of any learner: half of the expected share of unseen points.

    .. math:: \frac12\Bigl(1-\frac1n\Bigr)^m

    >>> average_bound(4, 2)
    Fraction(9, 32)

    :Implements: lem-nfl-average.
    """
    n, m = validate.whole(n, "n"), validate.whole(m, "m", at_least=0)
    few(m * n.bit_length(), "n and m", "digits", each=256)
    return Fraction(1, 2) * (1 - Fraction(1, n)) ** m


def unseen_probabilities(n: int, m: int) -> list[Fraction]:
    r"""Return the probabilities that m uniform draws leave 0, 1, ..., n of n points unseen.

    With j points seen, the next draw shows a new one with probability :math:`(n-j)/n`.

    >>> [str(q) for q in unseen_probabilities(4, 2)]
    ['0', '0', '3/4', '1/4', '0']

    :Implements: prop-nfl-value.
    """
    n, m = validate.whole(n, "n"), validate.whole(m, "m", at_least=0)
    few(n * m, "n and m", "numbers", each=max(16, m * n.bit_length() / 4096))
    ways = [1] + [0] * n  # ways[j]: sequences that have seen j points
    for _ in range(m):
        ways = [j * ways[j] + (ways[j - 1] * (n - j + 1) if j else 0) for j in range(n + 1)]
    return [Fraction(w, n**m) for w in reversed(ways)]


def failure_value(n: int, m: int, level: Fraction) -> Fraction:
    r"""Return the largest probability of a risk >= level that no learner can avoid.

    .. math:: \mathbb P\bigl[\mathrm{Bin}(U, \tfrac12) \ge level\cdot n\bigr],\qquad
              U = \text{number of unseen points}

    The learner that repeats what it saw and tosses a coin elsewhere reaches it for every target.

    >>> failure_value(2, 1, Fraction(1, 8))
    Fraction(1, 2)

    :Implements: prop-nfl-value.
    """
    n = validate.whole(n, "n")
    validate.number(level, "level", above=0, at_most=1)
    least = math.ceil(Fraction(level) * n)
    return sum(
        (
            q * Fraction(sum(math.comb(u, e) for e in range(least, u + 1)), 2**u)
            for u, q in enumerate(unseen_probabilities(n, m))
        ),
        Fraction(0),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Extension(Record):
    r"""The largest c-Lipschitz function below given values in [0, 1], cut off at 1.

    .. math:: \eta(x) = \min\bigl(1,\ \min_i\,(v_i + c\lVert x - x_i\rVert)\bigr)

    It agrees with the values, which must satisfy :math:`\lvert v_i-v_j\rvert\le
    c\lVert x_i-x_j\rVert`.

    >>> Extension([[0.0], [1.0]], [0, 1], 1)([[0.25], [1.0]])
    array([0.25, 1.  ])

    :Implements: thm-curse.
    :Source: chapter 04, the curse of dimensionality; E. J. McShane, 1934.
    """

    points: Array = field(repr=False)
    values: Array = field(repr=False)
    c: float

    def __post_init__(self) -> None:
        points = validate.points(self.points, "points")
        shape = f"({len(points)},)"
        values = validate.array(self.values, "values", shape, at_least=0, at_most=1)
        c = validate.number(self.c, "c", above=0)
        apart = lengths(points[:, None] - points)  # (n, n)
        if (np.abs(values[:, None] - values) > c * apart * (1 + 1e-12)).any():
            raise ValueError(f"values must be c-Lipschitz on the points; c = {c:g} is too small")
        for name, value in (("points", points), ("values", values), ("c", c)):
            object.__setattr__(self, name, value)
        Record.__post_init__(self)

    def __call__(self, X: Points) -> Array:
        """Return the value of the extension at each point."""
        apart = lengths(validate.points(X)[:, None] - self.points)  # (q, n)
        cones: Array = (self.values + self.c * apart).min(axis=1)
        return np.minimum(1, cones)
