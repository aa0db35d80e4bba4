"""Place each result on a map: bands from top to bottom, in each band rows of a few boxes.

Inside a band every result stands below all it uses.  The rows are those of Coffman and Graham; the
places in them are chosen, row by row, so that lines are short.

ELK and Graphviz were tried: what they draw of this graph is several times as wide as a page, or, of
that width, twice as high and full of lines that run side by side around the boxes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter
from itertools import count

import numpy as np
from scipy.optimize import linear_sum_assignment

from bookext.theorems.graph import Uses

# in pixels: a box, the gaps between boxes, the head of a band, the margin
WIDTH, GAP_X, GAP_Y, HEAD, MARGIN = 134, 17, 26, 30, 6
TRACK, TRACKS = 3, 4  # the distance of lines side by side in a gap, and their largest number
SWEEPS = 6


@dataclass(frozen=True, slots=True)
class Box:
    """The place of a result: row (over the whole map) and column, and where that is in pixels."""

    row: int
    column: int
    y: int
    height: int

    @property
    def x(self) -> int:
        return left(self.column)

    @property
    def middle(self) -> int:
        return self.x + WIDTH // 2


def left(column: int) -> int:
    return MARGIN + GAP_X + column * (WIDTH + GAP_X)


def lay_out(
    bands: Sequence[Sequence[str]], uses: Uses, heights: Mapping[str, int], columns: int
) -> tuple[dict[str, Box], list[int]]:
    """Return the box of every label, and the top of every band with the bottom of the last.

    The boxes of a row are as high as the highest has to be.  Inside a band no label may use itself
    in a circle.
    """
    stacks = [rows_of(band, uses, columns) for band in bands]
    column_of = columns_of([row for stack in stacks for row in stack], uses, columns)
    boxes: dict[str, Box] = {}
    edges, y, numbers = [0], 0, count()
    for stack in stacks:
        y += HEAD + GAP_Y // 2
        for row in stack:
            at, height = next(numbers), max(heights[label] for label in row)
            boxes |= {label: Box(at, column_of[label], y, height) for label in row}
            y += height + GAP_Y
        edges.append(y)
    return boxes, edges


def rows_of(band: Sequence[str], uses: Uses, columns: int) -> list[list[str]]:
    """Return the rows of a band: what begins the longest chains of uses is put first.

    >>> rows_of(["a", "b", "c", "d"], {"c": ["b"], "d": ["c"]}, 2)
    [['b', 'a'], ['c'], ['d']]
    """
    inside = {label: [used for used in uses.get(label, ()) if used in band] for label in band}
    way = dict.fromkeys(band, 0)
    for user in reversed(list(TopologicalSorter(inside).static_order())):
        for used in inside[user]:
            way[used] = max(way[used], way[user] + 1)
    rows: list[list[str]] = []
    placed = TopologicalSorter(inside)
    placed.prepare()
    ready: list[str] = []
    while placed.is_active():
        ready += placed.get_ready()
        ready.sort(key=lambda label: (-way[label], band.index(label)))
        rows.append(ready[:columns])
        placed.done(*rows[-1])
        del ready[:columns]
    return rows


def columns_of(rows: Sequence[Sequence[str]], uses: Uses, columns: int) -> dict[str, int]:
    """Return the column of every label: each row in turn is put where its lines end."""
    row_of = {label: at for at, row in enumerate(rows) for label in row}
    near: dict[str, list[str]] = {label: [] for label in row_of}
    for user in row_of:
        for used in uses.get(user, ()):
            near[user].append(used)
            near[used].append(user)
    chosen = dict.fromkeys(row_of, (columns - 1) / 2)
    choices = np.arange(columns)

    def price(label: str, in_order: float) -> np.ndarray:
        """Return what each column costs: lengths of lines, short ones first, and a little order."""
        lines = (
            np.abs(choices - chosen[other]) / max(abs(row_of[other] - row_of[label]), 1)
            for other in near[label]
        )
        return sum(lines, start=1e-3 * (choices - in_order) ** 2)

    for sweep in range(SWEEPS):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            step = columns / len(row)
            prices = [price(label, (i + 0.5) * step - 0.5) for i, label in enumerate(row)]
            _, found = linear_sum_assignment(prices)
            chosen |= zip(row, found, strict=True)
    return {label: int(column) for label, column in chosen.items()}


def routes(boxes: Mapping[str, Box], uses: Uses, columns: int) -> Iterator[tuple[str, str, str]]:
    """Yield user, used, and the path of the line from the used to the user.

    A line to the next row is one curve; a longer one goes straight between two columns and curves
    only where no boxes are, so that no line passes through a box.  What is used from one place
    runs on one track.
    """
    tracks: dict[tuple[int, str], int] = {}
    laid = [0] * (columns + 1)
    for user, targets in uses.items():
        for used in targets:
            start, end = boxes[used], boxes[user]
            down = end.row > start.row
            y1 = start.y + start.height * down
            y2 = end.y + end.height * (not down)
            if abs(end.row - start.row) == 1:
                yield user, used, f"M{start.middle} {y1}{curve(start.middle, y1, end.middle, y2)}"
                continue
            gap = best_gap(start.column, end.column, columns)
            if (gap, used) not in tracks:
                tracks[gap, used] = laid[gap] % TRACKS
                laid[gap] += 1
            x = left(gap) - GAP_X + 4 + TRACK * tracks[gap, used]
            step = GAP_Y if down else -GAP_Y
            path = f"M{start.middle} {y1}{curve(start.middle, y1, x, y1 + step)}V{y2 - step}"
            yield user, used, path + curve(x, y2 - step, end.middle, y2)


def best_gap(column: int, to: int, columns: int) -> int:
    """Return the gap (k is left of column k) on the shortest way, near the user."""
    ways = {k: abs(k - 0.5 - column) + abs(k - 0.5 - to) for k in range(columns + 1)}
    return min(ways, key=lambda k: (ways[k], abs(k - 0.5 - to), k))


def curve(x1: int, y1: int, x2: int, y2: int) -> str:
    """Return a curve that begins and ends vertically, and stays between its ends."""
    middle = (y1 + y2) // 2
    return f"C{x1} {middle} {x2} {middle} {x2} {y2}"
