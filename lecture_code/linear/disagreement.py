r"""The halfspace through the origin with the fewest mistakes, approximately and exactly.

Write :math:`z_i = y_i x_i`.  A mistake of ``w`` is an example with
:math:`\langle w, z_i \rangle \le 0`, and :math:`\mathrm{Opt}(S)` is the smallest possible number.
Minimum disagreement is NP-hard when ``d`` is part of the input.

**At most d + 1 times as many, in polynomial time.**  While the examples that are left are not
separable, a certificate names at most ``d + 1`` of them that are not separable either.  Every
halfspace errs on one of these, so deleting them all loses at most ``d + 1`` examples where the
optimum loses one.  The groups are disjoint: after k rounds :math:`k \le \mathrm{Opt}(S)`, and a
separator of the rest makes at most :math:`(d+1)k` mistakes.

**Exactly.**  Edges of cells are enumerated in few dimensions, and hitting sets serve where few
mistakes are needed; :mod:`~lecture_code.linear.exact_disagreement` proves both.  Neither needs
general position, nor a tolerance.

:Source: chapter 05.  D. S. Johnson and F. P. Preparata, Theoretical Computer Science 6 (1978); E.
    Amaldi and V. Kann, Theoretical Computer Science 209 (1998).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from lecture_code.core import validate
from lecture_code.core.predictors import LinearPredictor
from lecture_code.core.scale import power_of_two
from lecture_code.core.types import Array, Integers, Points, Signs, Vector
from lecture_code.linear.exact_disagreement import (
    ROUNDS,
    fewest_mistakes,
    fewest_on_edges,
    mistakes_of,
)
from lecture_code.linear.perceptron import violated
from lecture_code.linear.separability import separating_halfspace


def greedy_deletion(X: Points, y: Signs) -> DeletionRun:
    r"""Delete inseparable groups of at most ``d + 1`` examples until the rest is separable.

    .. math:: \mathrm{mistakes} \le (d+1)\,\mathrm{Opt}(S)

    If nothing is left, ``w`` is the first point that is not zero, times its label, or 0 if all are.
    Raises RuntimeError when rounding hides whether the rest is separable, or if the answer does not
    verify.

    >>> run = greedy_deletion([[1, 0], [-1, 1], [0, -1], [2, 1]], [1, 1, 1, 1])
    >>> run.mistakes, run.lower, run.deleted
    (1, 1, 3)

    :Implements: alg-deletion, thm-greedy-deletion.
    """
    X, y = validate.sample(X, y)
    rest, groups = np.arange(len(X)), list[Integers]()
    nonzero = np.flatnonzero(X.any(axis=1))
    w = y[nonzero[0]] * X[nonzero[0]] if len(nonzero) else np.zeros(X.shape[1])
    while len(rest):  # 1.
        answer = separating_halfspace(X[rest], y[rest])
        if answer.separable:
            w = answer.w  # 2.
            break
        groups.append(rest[answer.support])
        rest = np.setdiff1d(rest, groups[-1])
    run = DeletionRun(w, disagreements(w, X, y), tuple(groups))
    if run.mistakes > run.deleted or any(len(group) > X.shape[1] + 1 for group in groups):
        raise RuntimeError("the deletion does not verify: rounding made a group too large")
    return run


@dataclass(frozen=True, slots=True, eq=False)
class DeletionRun(LinearPredictor):
    """The vector ``w``, and the groups of examples that were deleted on the way to it."""

    w: Array
    #: The mistakes of ``w`` on the whole sample, at most the number of examples in the groups.
    mistakes: int
    #: The indices of each group.
    groups: tuple[Integers, ...] = field(repr=False)

    @property
    def lower(self) -> int:
        """The number of groups: no halfspace makes fewer mistakes."""
        return len(self.groups)

    @property
    def deleted(self) -> int:
        """The number of examples in all groups."""
        return sum(len(group) for group in self.groups)


@dataclass(frozen=True, slots=True, eq=False)
class Disagreement(LinearPredictor):
    """A halfspace with few mistakes; with the fewest possible if ``optimal``."""

    w: Array
    #: The number of examples with :math:`y_i \langle w, x_i \rangle \le 0`.
    mistakes: int
    #: Whether ``mistakes == lower``.
    optimal: bool
    #: A proved lower bound on the number of mistakes of every halfspace.
    lower: int


def minimum_disagreement(X: Points, y: Signs, *, rounds: int = ROUNDS) -> Disagreement:
    r"""Return a halfspace through the origin with as few mistakes as possible.

    .. math:: \mathrm{Opt}(S) = \min_w |\{i : y_i \langle w, x_i \rangle \le 0\}|

    Small cases are enumerated, others solved by at most so many ``rounds`` of hitting sets.  If
    these do not suffice, ``optimal`` is False and ``lower`` says how far off the answer can be.
    Raises RuntimeError if rounding leaves a group of examples undecided.

    >>> best = minimum_disagreement([[1, 0], [1, 1], [1, 2], [1, 3]], [1, -1, 1, 1])
    >>> best.mistakes, best.optimal
    (1, True)

    :Implements: def-opt.
    """
    X, y = validate.sample(X, y)
    rounds = validate.whole(rounds, "rounds")
    m, d = X.shape
    # Integers stay as they are, for exact arithmetic; other columns are scaled to size 1.
    whole = bool((np.rint(X) == X).all())
    scale = np.ones(d) if whole else power_of_two(np.abs(X).max(axis=0))
    Z = y[:, None] * (X / scale)
    useful = Z[Z.any(axis=1)]
    zeros = m - len(useful)
    if not len(useful):
        return Disagreement(np.zeros(d), m, True, m)
    w = fewest_on_edges(useful)
    if w is None:
        w, fewest, lower = fewest_mistakes(useful, rounds)
    else:
        fewest = lower = int(mistakes_of(w, useful).sum())
    return Disagreement(w / scale, zeros + fewest, fewest == lower, zeros + lower)


def disagreements(w: Vector, X: Points, y: Signs) -> int:
    r"""Return the number of mistakes, :math:`|\{i : y_i \langle w, x_i \rangle \le 0\}|`.

    A point on the hyperplane counts, whatever its label.

    >>> disagreements([1, 0], [[1, 0], [2, 1], [0, 1]], [1, -1, 1])
    2

    :Implements: def-mistake.
    """
    X, y = validate.sample(X, y)
    return int(violated(validate.vector(w, X.shape[1]), X, y).sum())
