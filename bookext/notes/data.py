"""Read what book/data says of the five sets of notes: items, mistakes, and where both are treated.

Does not import Sphinx.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

LEDGER, CONCORDANCE, ERRATA = "ledger.yml", "concordance.yml", "errata.yml"
ERRATUM = re.compile(r"\b(?:E-\d{3}|X)-\d{2}\b")
SEVERITIES = {
    "M": "wrong",
    "S": "imprecise",
    "G": "a gap",
    "H": "history",
    "X": "a clash of conventions",
    "T": "a misprint",
}
BETWEEN = "all"  # the name in errata.yml for what concerns several notes


@dataclass(frozen=True, slots=True)
class Item:
    """One definition, theorem, figure ... of a note, or a companion result beyond the notes."""

    id: str
    kind: str
    title: str
    chapter: str


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a note with its items, in the order of the note."""

    title: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Erratum:
    """One mistake: the fields are Markdown."""

    id: str
    note: str
    severity: str
    chapter: str
    where: str
    printed: str
    correct: str
    why: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """The notes, what the book adds, and the titles of the book's chapters."""

    chapters: Mapping[str, str]
    notes: Mapping[str, tuple[Section, ...]]
    beyond: tuple[Item, ...]

    def items(self) -> list[Item]:
        """Return all items, those beyond the notes last."""
        of_notes = [item for note in self.notes.values() for part in note for item in part.items]
        return [*of_notes, *self.beyond]


@cache
def load(file: Path, changed: int) -> Any:
    """Load a file; ``changed``, the time of its last change, keeps the cache true."""
    return yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader)  # ten times as fast


def read(folder: Path, name: str) -> Any:
    file = folder / name
    return load(file, file.stat().st_mtime_ns)


def read_ledger(folder: Path) -> Ledger:
    """Read the ledger in ``folder``."""
    data = read(folder, LEDGER)

    def item(entry: Mapping[str, str]) -> Item:
        letters = re.match(r"(?:\d{3}-)?([A-Za-z]+)", entry["id"])
        kind = data["kinds"][letters[1]] if letters else ""
        return Item(entry["id"], kind, entry["title"], entry["chapter"])

    notes = {
        note: tuple(Section(s["section"], tuple(map(item, s["items"]))) for s in sections)
        for note, sections in data["notes"].items()
    }
    return Ledger(data["chapters"], notes, tuple(map(item, data["beyond"])))


def read_errata(folder: Path) -> tuple[Erratum, ...]:
    """Read the mistakes of the notes in ``folder``, in order; none if there is no such file."""
    if not (folder / ERRATA).exists():
        return ()
    return tuple(
        Erratum(note=note, **entry)
        for note, entries in read(folder, ERRATA).items()
        for entry in entries
    )


def read_concordance(folder: Path) -> dict[str, list[str]]:
    """Read the labels of the book and the names of tests for each item or erratum."""
    blocks = read(folder, CONCORDANCE).values()
    return {
        name: labels
        for block in blocks
        for part in ("items", "errata")
        for name, labels in (block[part] or {}).items()
    }
