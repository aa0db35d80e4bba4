"""Tables and texts that do no harm in a spreadsheet, a terminal or a file system."""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from tools.files import beside

FORMULA = re.compile(r"(^|[;,\t\r\n]\s*)(?=['=+\-@\t\r])")
QUOTED = re.compile(FORMULA.pattern.replace("(?=", "'(?="))
NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?%?")


def clean(text: str, most: int = 10_000) -> str:
    """Return a text without lone surrogates and control characters, cut after ``most`` characters.

    >>> clean("J\\udcfcrgen\\x1b[31m")
    'J?rgen?[31m'
    """
    whole = text.encode("utf-8", "replace").decode("utf-8")
    kept = "".join(c if c.isprintable() or c in "\n\t" else "?" for c in whole)
    return kept if len(kept) <= most else f"{kept[:most]} ..."


def file_name(text: str) -> str:
    """Return a file name for a text: short, without folders, and different for different texts.

    >>> file_name("Ada Lovelace"), file_name("../etc")
    ('Ada Lovelace', '__etc-f7f9121f')
    """
    plain = re.sub(r"[^\w .,@=()+'-]|^[. ]+", "_", text)[:60]
    own = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:8]
    return plain if plain == text else f"{plain}-{own}"


def plain(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula, even if it splits at semicolons.

    >>> plain("=1+1"), plain("x;=1+1"), plain("Ada"), plain("-0.5")
    ("'=1+1", "x;'=1+1", 'Ada', '-0.5')
    """
    return text if NUMBER.fullmatch(text) else FORMULA.sub(r"\1'", text)


def _as_written(text: str | None) -> str:
    """Undo ``plain``."""
    return QUOTED.sub(r"\1", text or "")


def decimal(text: str | None) -> float | None:
    """Return the number in a cell, perhaps with a decimal comma; None if the cell is empty.

    >>> decimal("0,5"), decimal(" ")
    (0.5, None)
    """
    text = (text or "").strip().replace(",", ".")
    return float(text) if text else None


def column_name(name: str, points: float) -> str:
    """Return the head of a column for marks.

    >>> column_name("start of the induction", 1.0)
    'start of the induction (of 1)'
    """
    return f"{name} (of {points:g})"


def write_table(path: Path, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write a table without formulas, which Excel too reads as UTF-8."""
    with beside(path) as new, new.open("w", newline="", encoding="utf-8-sig") as file:
        writer = csv.writer(file)
        writer.writerow([plain(cell) for cell in head])
        writer.writerows([plain(clean(cell)) for cell in row] for row in rows)


def read_table(path: Path) -> list[dict[str, str]]:
    """Read the rows of a table, with commas or with the semicolons of some spreadsheets."""
    with path.open(newline="", encoding="utf-8-sig") as file:
        first = file.readline()
        file.seek(0)
        heads = {sign: len(next(csv.reader([first], delimiter=sign), [])) for sign in ",;"}
        unquoted = re.sub(r'"[^"]*"', "", first)
        sign = ";" if unquoted.count(";") > unquoted.count(",") else ","
        rows = list(csv.DictReader(file, delimiter=sign if heads[sign] > 1 else ","))
    return [{key: _as_written(row[key]) for key in row if key is not None} for row in rows]
