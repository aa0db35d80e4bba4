r"""The halfspace through the origin with the fewest mistakes, exactly.

Write :math:`z_i = y_i x_i`.  A mistake of ``w`` is an example with
:math:`\langle w, z_i \rangle \le 0`, and :math:`\mathrm{Opt}(S)` is the smallest possible number.

Two methods find it: enumeration of the edges of cells (:mod:`~lecture_code.cell_edges`) in few
dimensions, and hitting sets (:mod:`~lecture_code.hitting_set`) where few mistakes are needed.  Each
module's text proves its method; neither needs general position, nor a tolerance.

Minimum disagreement is NP-hard when ``d`` is part of the input.
Source: chapter 05.  D. S. Johnson and F. P. Preparata, Theoretical Computer Science 6 (1978).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.cell_edges import fewest_on_edges
from lecture_code.certificates import power_of_two
from lecture_code.hitting_set import ROUNDS, fewest_mistakes, mistakes_of
from lecture_code.notation import (
    Array,
    as_points,
    as_sample,
    as_vector,
    positive_integer,
    sign,
)


@dataclass(frozen=True, slots=True, eq=False)
class Disagreement:
    r"""A halfspace with few mistakes; with the fewest possible if ``optimal``.

    ``mistakes`` is the number of examples with :math:`y_i \langle w, x_i \rangle \le 0`.  ``lower``
    is a proved lower bound on it for every halfspace, and ``optimal`` is ``mistakes == lower``.
    ``method`` is "enumeration" or "hitting set".  It is a predictor as well.
    """

    w: Array
    mistakes: int
    optimal: bool
    lower: int
    method: str

    def __call__(self, X: ArrayLike) -> Array:
        return sign(self.score(X))

    def score(self, X: ArrayLike) -> Array:
        r"""Return :math:`\langle w, x \rangle` for each row of ``X``."""
        return as_points(X) @ self.w


def disagreements(w: ArrayLike, X: ArrayLike, y: ArrayLike) -> int:
    r"""Return the number of mistakes, :math:`|\{i : y_i \langle w, x_i \rangle \le 0\}|`.

    >>> disagreements([1, 0], [[1, 0], [2, 1], [0, 1]], [1, -1, 1])
    2

    Implements: def-mistake.
    Source: chapter 05; a point on the hyperplane counts, whatever its label.
    """
    X, y = as_sample(X, y)
    return int(np.count_nonzero(y * (X @ as_vector(w, X.shape[1])) <= 0))


def minimum_disagreement(X: ArrayLike, y: ArrayLike, *, rounds: int = ROUNDS) -> Disagreement:
    r"""Return a halfspace through the origin with as few mistakes as possible.

    .. math:: \mathrm{Opt}(S) = \min_w |\{i : y_i \langle w, x_i \rangle \le 0\}|.

    ``X`` is ``(m, d)``, ``y`` holds -1 and +1.  Small cases are enumerated, in general position
    or not.  Others are solved by at most ``rounds`` hitting sets; if those do not suffice
    ``optimal`` is False and ``lower`` says how far off it can be.  A ValueError is raised for bad
    input, a RuntimeError if rounding leaves a group of examples undecided.

    >>> best = minimum_disagreement([[1, 0], [1, 1], [1, 2], [1, 3]], [1, -1, 1, 1])
    >>> best.mistakes, best.optimal
    (1, True)

    Implements: def-opt.
    Source: chapter 05, minimum disagreement; the proofs are in the texts of the two modules.
    """
    X, y = as_sample(X, y)
    rounds = positive_integer(rounds, "rounds")
    m, d = X.shape
    # Integers stay as they are, for exact arithmetic; other columns are scaled to size 1.
    whole = bool((np.rint(X) == X).all())
    scale = np.ones(d) if whole else power_of_two(np.abs(X).max(axis=0))
    Z = y[:, None] * (X / scale)
    useful = Z[Z.any(axis=1)]
    zeros = m - len(useful)
    if not len(useful):
        return Disagreement(np.zeros(d), m, True, m, "enumeration")
    method, w = "enumeration", fewest_on_edges(useful)
    if w is None:
        method = "hitting set"
        w, fewest, lower = fewest_mistakes(useful, rounds)
    else:
        fewest = lower = int(mistakes_of(w, useful).sum())
    return Disagreement(w / scale, zeros + fewest, fewest == lower, zeros + lower, method)
