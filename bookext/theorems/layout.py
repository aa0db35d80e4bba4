"""Where each result stands on a map: bands from top to bottom, in each band rows of a few places.

Inside a band every result stands below all it uses.  The rows are those of Coffman and Graham; the
places in them are chosen, row by row, so that lines are short.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
from scipy.optimize import linear_sum_assignment

SWEEPS = 6
Uses = Mapping[str, Collection[str]]


@dataclass(frozen=True, slots=True)
class Layout:
    """Row and column of each label, counted over the whole map, and the number of rows a band."""

    places: Mapping[str, tuple[int, int]]
    heights: Sequence[int]
    columns: int


def lay_out(bands: Sequence[Sequence[str]], uses: Uses, columns: int) -> Layout:
    """A place for every label of the bands; inside a band no label may use itself in a circle."""
    stacks = [rows_of(band, uses, columns) for band in bands]
    rows = [row for stack in stacks for row in stack]
    chosen = columns_of(rows, uses, columns)
    places = {label: (at, chosen[label]) for at, row in enumerate(rows) for label in row}
    return Layout(places, [len(stack) for stack in stacks], columns)


def rows_of(band: Sequence[str], uses: Uses, columns: int) -> list[list[str]]:
    """The rows of a band: what has the longest way to go comes first.

    >>> rows_of(["a", "b", "c", "d"], {"c": ["b"], "d": ["c"]}, 2)
    [['b', 'a'], ['c'], ['d']]
    """
    members = set(band)
    inside = {label: [t for t in uses.get(label, ()) if t in members] for label in band}
    users: dict[str, list[str]] = {label: [] for label in band}
    for user, targets in inside.items():
        for target in targets:
            users[target].append(user)
    heights: dict[str, int] = {}

    def height(label: str) -> int:
        if label not in heights:
            heights[label] = 1 + max(map(height, users[label]), default=0)
        return heights[label]

    rows: list[list[str]] = []
    row_of: dict[str, int] = {}
    for label in sorted(
        band, key=lambda label: -height(label)
    ):  # a user is lower than what it uses
        first = max((row_of[target] + 1 for target in inside[label]), default=0)
        at = next(i for i in count(first) if i >= len(rows) or len(rows[i]) < columns)
        rows += [[] for _ in range(at + 1 - len(rows))]
        rows[at].append(label)
        row_of[label] = at
    return rows


def columns_of(rows: Sequence[Sequence[str]], uses: Uses, columns: int) -> dict[str, int]:
    """The column of every label: each row in turn is put where the ends of its lines are."""
    row_of = {label: at for at, row in enumerate(rows) for label in row}
    near: dict[str, list[str]] = {label: [] for label in row_of}
    for user, targets in uses.items():
        for target in targets:
            if user in near and target in near:
                near[user].append(target)
                near[target].append(user)
    chosen = {label: float((columns - 1) / 2) for label in row_of}
    choices = np.arange(columns)
    for sweep in range(SWEEPS):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            price = np.empty((len(row), columns))
            for i, label in enumerate(row):
                in_order = (i + 0.5) * columns / len(row) - 0.5
                price[i] = 1e-3 * (choices - in_order) ** 2
                for other in near[label]:
                    if sweep == 0 and row_of[other] > row_of[label]:
                        continue  # has no place yet
                    away = abs(row_of[other] - row_of[label])
                    price[i] += np.abs(choices - chosen[other]) / max(away, 1)
            for i, column in zip(*linear_sum_assignment(price), strict=True):
                chosen[row[i]] = float(column)
    return {label: int(column) for label, column in chosen.items()}


@dataclass(frozen=True, slots=True)
class Grid:
    """The measures of a map in pixels: boxes, the gaps between them, the head of a band."""

    columns: int = 7
    width: int = 116
    height: int = 46
    gap_x: int = 14
    gap_y: int = 26
    head: int = 30
    margin: int = 6
    track: int = 3  # lines that run side by side between two columns

    @property
    def total_width(self) -> int:
        return 2 * self.margin + self.columns * (self.width + self.gap_x) + self.gap_x

    def left(self, column: int) -> int:
        return self.margin + self.gap_x + column * (self.width + self.gap_x)

    def tops(self, heights: Sequence[int]) -> tuple[list[int], list[int]]:
        """The top of every band, with the bottom of the last, and of every row."""
        bands, rows, y = [0], [], 0
        for height in heights:
            y += self.head + self.gap_y // 2
            for _ in range(height):
                rows.append(y)
                y += self.height + self.gap_y
            bands.append(y)
        return bands, rows


def routes(layout: Layout, uses: Uses, grid: Grid) -> Iterator[tuple[str, str, str]]:
    """User, used, and the path of the line from the used to the user.

    A line to the next row is one curve; a longer one goes straight between two columns and curves
    only where no boxes are, so that no line passes through a box.  What is used from one place
    runs on one track.
    """
    _, tops = grid.tops(layout.heights)
    tracks: dict[tuple[int, str], int] = {}
    laid = [0] * (layout.columns + 1)
    per_gap = (grid.gap_x - 4) // grid.track
    for user, targets in uses.items():
        for used in targets:
            (row, column), (last, to) = layout.places[used], layout.places[user]
            down = last > row
            x1, x2 = (grid.left(at) + grid.width // 2 for at in (column, to))
            y1 = tops[row] + grid.height * down
            y2 = tops[last] + grid.height * (not down)
            if abs(last - row) == 1:
                yield user, used, f"M{x1} {y1}{curve(x1, y1, x2, y2)}"
                continue
            gap = best_gap(column, to, layout.columns)
            if (gap, used) not in tracks:
                tracks[gap, used] = laid[gap] % per_gap
                laid[gap] += 1
            x = grid.left(gap) - grid.gap_x + 3 + grid.track * tracks[gap, used]
            step = grid.gap_y if down else -grid.gap_y
            path = f"M{x1} {y1}{curve(x1, y1, x, y1 + step)}V{y2 - step}"
            yield user, used, path + curve(x, y2 - step, x2, y2)


def best_gap(column: int, to: int, columns: int) -> int:
    """The gap between columns (gap k is left of column k) on the shortest way, near the user."""
    ways = {k: abs(k - 0.5 - column) + abs(k - 0.5 - to) for k in range(columns + 1)}
    return min(ways, key=lambda k: (ways[k], abs(k - 0.5 - to), k))


def curve(x1: int, y1: int, x2: int, y2: int) -> str:
    """A curve that begins and ends vertically, and stays between its ends."""
    middle = (y1 + y2) // 2
    return f"C{x1} {middle} {x2} {middle} {x2} {y2}"
