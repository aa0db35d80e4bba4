r"""Grid search that zooms: a coarse grid, then a finer one around the best point, and so on.

The box shrinks to the neighbours of the best grid point.  If there is one valley, the minimum never
leaves the box; if there are several, the first grid decides which one is searched.

:Source: chapter 08, grid search.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from lecture_code.core import validate
from lecture_code.core.enumeration import few, power
from lecture_code.core.records import Record, owned
from lecture_code.core.types import Array


def refine_grid(
    error: Callable[[Array], float],
    box: Sequence[tuple[float, float]],
    *,
    points: int = 5,
    rounds: int = 4,
) -> GridRun:
    r"""Return the best point of grids that zoom in on the best point so far.

    In each of T rounds the box :math:`[a_1, b_1]\times\dots\times[a_q, b_q]` gets a grid of
    :math:`g\ge4` ``points`` a side, u is the best of them, and the next box reaches in each
    direction from u to its neighbours in the grid, cut off at the old box.

    ``error`` takes ``(q,)`` parameters and returns a finite number; for a λ, let the parameter be
    its logarithm.  Of equals the first in lexicographic order wins, and a later round wins only if
    it is better.

    >>> refine_grid(lambda u: (u[0] - 0.3) ** 2, [(0, 1)], points=5, rounds=6).best.round(2)
    array([0.3])

    :Implements: alg-grid, prop-grid.
    """
    boxes = [validate.array(box, "box", "(q, 2)")]
    if not (boxes[0][:, 0] < boxes[0][:, 1]).all():
        raise ValueError(f"box must have a < b in each direction; got {box!r:.80}")
    g, T = validate.whole(points, "points", at_least=4), validate.whole(rounds, "rounds")
    few(power(g, len(boxes[0])) * T, "points", "calls of error", each=32)
    grids: list[tuple[Array, Array]] = []
    for _ in range(T):  # 1.
        axes = [np.linspace(a, b, g) for a, b in boxes[-1]]
        grid = owned(np.array(list(itertools.product(*axes))))  # 1.1
        errors = owned(np.array([float(error(u)) for u in grid]))
        if not np.isfinite(errors).all():
            bad = grid[~np.isfinite(errors)][0]
            raise ValueError(f"error must return finite numbers; it does not at {bad.tolist()}")
        at = np.unravel_index(errors.argmin(), (g,) * len(axes))  # 1.2: u lies there on each axis
        beside = [np.clip([i - 1, i + 1], 0, g - 1) for i in at]
        boxes.append(np.array([axis[i] for axis, i in zip(axes, beside, strict=True)]))  # 1.3
        grids.append((grid, errors))
    grid, errors = min(grids, key=lambda laid: laid[1].min())  # 2.: of equals the first
    j = errors.argmin()
    return GridRun(grid[j], float(errors[j]), np.array(boxes), tuple(grids))


@dataclass(frozen=True, slots=True, eq=False)
class GridRun(Record):
    """The best parameters that a search found, the error there, and the grids on the way."""

    best: Array
    error: float
    #: The box of each round and, last, the one that would come next, ``(T + 1, q, 2)``.
    boxes: Array = field(repr=False)
    #: For each round the points, ``(g^q, q)``, and their errors, ``(g^q,)``.
    grids: tuple[tuple[Array, Array], ...] = field(repr=False)

    @property
    def calls(self) -> int:
        """How often the error was evaluated."""
        return sum(len(errors) for _, errors in self.grids)
