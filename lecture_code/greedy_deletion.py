r"""A halfspace with at most d + 1 times as many mistakes as the best one, in polynomial time.

While the examples that are left are not separable, a certificate names at most ``d + 1`` of them
that are not separable either.  Every halfspace errs on one of these, so deleting them all loses at
most ``d + 1`` examples where the optimum loses one.  The groups are disjoint: after k rounds
:math:`k \le \mathrm{Opt}(S)`, and a separator of the rest makes at most :math:`(d+1)k` mistakes.

Source: chapter 05.  E. Amaldi and V. Kann, Theoretical Computer Science 209 (1998).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.halfspaces import separating_halfspace
from lecture_code.minimum_disagreement import disagreements
from lecture_code.notation import Array, Integers, as_points, as_sample, sign


@dataclass(frozen=True, slots=True, eq=False)
class DeletionRun:
    r"""The vector ``w``, and the ``groups`` of examples that were deleted on the way to it.

    ``mistakes`` is the number of mistakes of ``w`` on the whole sample, at most the number of
    examples in the groups.  ``lower``, the number of groups, is a lower bound on Opt(S).  The run
    is a predictor: ``run(X_new)`` are signs.
    """

    w: Array
    mistakes: int
    groups: list[Integers] = field(repr=False)

    @property
    def lower(self) -> int:
        """The number of groups: no halfspace makes fewer mistakes."""
        return len(self.groups)

    @property
    def deleted(self) -> int:
        """The number of examples in all groups."""
        return sum(len(group) for group in self.groups)

    def __call__(self, X: ArrayLike) -> Array:
        return sign(self.score(X))

    def score(self, X: ArrayLike) -> Array:
        r"""Return :math:`\langle w, x \rangle` for each row of ``X``."""
        return as_points(X) @ self.w


def greedy_deletion(X: ArrayLike, y: ArrayLike) -> DeletionRun:
    r"""Delete inseparable groups of at most ``d + 1`` examples until the rest is separable.

    .. math:: \mathrm{mistakes} \le (d+1)\,\mathrm{Opt}(S).

    ``X`` is ``(m, d)``, ``y`` holds -1 and +1.  If nothing is left, ``w`` is the first point that
    is not zero, with its label's sign (or 0).  Raises ValueError for bad input, RuntimeError when
    rounding hides whether the rest is separable, or if the answer does not verify.

    >>> run = greedy_deletion([[1, 0], [-1, 1], [0, -1], [2, 1]], [1, 1, 1, 1])
    >>> run.mistakes, run.lower, run.deleted
    (1, 1, 3)

    Implements: alg-deletion, thm-greedy-deletion.
    Source: chapter 05, greedy deletion.
    """
    X, y = as_sample(X, y)
    rest, groups = np.arange(len(X)), list[Integers]()
    nonzero = np.flatnonzero(X.any(axis=1))
    w = y[nonzero[0]] * X[nonzero[0]] if len(nonzero) else np.zeros(X.shape[1])
    while len(rest):
        answer = separating_halfspace(X[rest], y[rest])
        if answer.separable:
            w = answer.w
            break
        groups.append(rest[answer.support])
        rest = np.setdiff1d(rest, groups[-1])
    run = DeletionRun(w, disagreements(w, X, y), groups)
    if run.mistakes > run.deleted or any(len(group) > X.shape[1] + 1 for group in groups):
        raise RuntimeError("the deletion does not verify: rounding made a group too large")
    return run
