r"""Grid search that zooms: a rough grid, then a finer one around the best point, and so on.

The box shrinks to the neighbours of the best grid point.  If there is one valley, the minimum
never leaves the box; if there are several, the first grid decides which one is searched.
Source: chapter 08, grid search.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from lecture_code.arguments import as_function, as_numbers
from lecture_code.notation import Array, positive_integer


@dataclass(frozen=True, slots=True, eq=False)
class GridRun:
    r"""The best point that a search found, and the grids on the way.

    ``best``: (q,) parameters, ``error``: the error there; ``boxes``: (T + 1, q, 2), the box of
    each round and, last, the one that would come next; ``grids``: for each round the points,
    (g^q, q), and their errors, (g^q,).  ``calls`` counts the evaluations.
    """

    best: Array
    error: float
    boxes: Array = field(repr=False)
    grids: tuple[tuple[Array, Array], ...] = field(repr=False)

    @property
    def calls(self) -> int:
        """How often the error was evaluated."""
        return sum(len(errors) for _, errors in self.grids)


def zoom(
    error: Callable[[Array], float],
    box: Sequence[tuple[float, float]],
    *,
    points: int = 5,
    rounds: int = 4,
) -> GridRun:
    r"""Return the best point of grids that zoom in on the best point so far.

    In each round the box :math:`[a_1, b_1]\times\dots\times[a_q, b_q]` gets a grid of g points a
    side, u is the best of them, and the next box reaches in each direction from u to its
    neighbours in the grid, cut off at the old box.

    ``error``: takes (q,) parameters, returns a finite number (for a λ, let the parameter be its
    logarithm); ``box``: q intervals (a, b) with a < b; ``points``: g >= 4, for fewer would not
    shrink the box; ``rounds``: T >= 1.  Of equals the first in lexicographic order wins, and a
    later round wins only if it is better.  Raises ValueError outside, or if an error is not
    finite.

    >>> zoom(lambda u: (u[0] - 0.3) ** 2, [(0, 1)], points=5, rounds=6).best.round(2)
    array([0.3])

    Implements: alg-grid, prop-grid.
    Source: chapter 08, grid search.
    """
    as_function(error, "error")
    whole = as_numbers(box, "box").copy()
    if whole.ndim != 2 or whole.shape[1] != 2 or not len(whole):
        raise ValueError(f"box must be intervals (a, b), at least one; got {box!r:.80}")
    if not (whole[:, 0] < whole[:, 1]).all():
        raise ValueError(f"box must have a < b in each direction; got {box!r:.80}")
    g, T = positive_integer(points, "points", least=4), positive_integer(rounds, "rounds")
    best, least, boxes, grids = whole.mean(axis=1), np.inf, [whole], []
    for _ in range(T):
        axes = [np.linspace(a, b, g) for a, b in boxes[-1]]
        grid = np.array(list(itertools.product(*axes)))
        errors = np.array([float(error(u)) for u in grid])
        if not np.isfinite(errors).all():
            u = grid[~np.isfinite(errors)][0]
            raise ValueError(f"error must return finite numbers; it does not at {u.tolist()}")
        j = int(errors.argmin())
        if errors[j] < least:
            best, least = grid[j], float(errors[j])
        at = np.unravel_index(j, (g,) * len(axes))
        sides = [
            (axis[max(int(i) - 1, 0)], axis[min(int(i) + 1, g - 1)])
            for axis, i in zip(axes, at, strict=True)
        ]
        boxes.append(np.array(sides))
        grids.append((grid, errors))
    return GridRun(best, least, np.array(boxes), tuple(grids))
