"""Follow the columns of a table of marks when the items or the tests of a question are changed."""

from __future__ import annotations

import contextlib
import difflib
import re
from collections.abc import Mapping, Sequence

from homework.kit.tables import decimal

GONE = ", no longer asked for"  # ends the name of a column
ALIKE = 0.6  # of difflib: from here on an item of a rubric has only got other words


def follow(old: Sequence[str], new: Sequence[str], *, reworded: bool) -> dict[str, str | None]:
    """Return for each old column that is gone the new one that asks for the same.

    It has the same name and other points; or, if an item may be ``reworded``, a similar name, or it
    is the only one left and has the same points.

    >>> follow(["base (of 1)", "step (of 2)"], ["base (of 2)", "steps (of 2)"], reworded=True)
    {'base (of 1)': 'base (of 2)', 'step (of 2)': 'steps (of 2)'}
    """
    went: dict[str, str | None] = dict.fromkeys(column for column in old if column not in new)
    free = {_name(column): column for column in new if column not in old}
    for column in went:
        went[column] = free.pop(_name(column), None)
    if reworded:
        for column in [column for column, to in went.items() if to is None]:
            for name in difflib.get_close_matches(_name(column), free, 1, ALIKE):
                went[column] = free.pop(name)
        lost = [column for column, to in went.items() if to is None]
        if len(lost) == len(free) == 1 and _points(lost[0]) == _points(*free.values()):
            (went[lost[0]],) = free.values()
    return went


def moved(
    row: Mapping[str, str], went: Mapping[str, str | None], most: Mapping[str, float]
) -> dict[str, str]:
    """Put marks under the columns of today, but what is above their points."""
    row = dict(row)
    for column, to in went.items():
        with contextlib.suppress(ValueError):
            mark = row.get(column) or ""
            if to and mark and not row.get(to) and (decimal(mark) or 0) <= most[to]:
                row[to] = row.pop(column)
    return row


def _name(column: str) -> str:
    return re.sub(r" \(of [^()]*\)$", "", column)


def _points(column: str) -> str:
    return column.removeprefix(_name(column))
