"""Tables as CSV files that a spreadsheet opens without harm."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

FORMULA = ("=", "+", "-", "@", "\t", "\r")


def plain(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula.

    >>> plain("=1+1"), plain("Ada")
    ("'=1+1", 'Ada')
    """
    return f"'{text}" if text.startswith(FORMULA) else text


def write_table(path: Path, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write a table; cells that came from a student are never formulas."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(head)
        writer.writerows([plain(cell) for cell in row] for row in rows)


def read_table(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table, also of one that a spreadsheet wrote with semicolons."""
    with path.open(newline="", encoding="utf-8-sig") as file:
        first = file.readline()
        file.seek(0)
        semicolons = first.count(";") > first.count(",")
        return list(csv.DictReader(file, delimiter=";" if semicolons else ","))
