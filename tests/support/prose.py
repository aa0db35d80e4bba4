"""The words of the book, line by line, and which English words are spelt right.

codespell ships the right spelling of some 18,000 words beside their misspellings, and a list of
words that Britain and America spell differently; book/data/words holds what else the book uses.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import book_source as book
import codespell_lib

SHIPPED = Path(codespell_lib.__file__).parent / "data"
OWN = book.BOOK / "data" / "words"
WORD = re.compile(r"[^\W\d_]+(?:['’][a-z]+)?")
BOTH = {  # American words of codespell's list that Britain writes too, with another meaning
    *("analog", "check", "checks", "disk", "draft", "program", "programs", "story", "stories"),
    *("meter", "practice", "license", "inquiry", "artifact", "ton", "tire", "curb", "catalog"),
    "realizable",  # the field's own word, written so in Britain too
}


class Word(NamedTuple):
    """A word and where it stands."""

    page: str
    line: int
    text: str

    @property
    def where(self) -> str:
        return f"{self.page}:{self.line}: {self.text}"


def pairs(name: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the lines of a dictionary of codespell: a word, and what to write instead."""
    for row in (SHIPPED / name).read_text("utf-8").splitlines():
        if "->" in row:
            before, _, after = row.partition("->")
            yield before.lower(), [word.strip().lower() for word in after.split(",") if word]


@cache
def shipped() -> frozenset[str]:
    """Words that codespell offers as right, and their British forms."""
    right = {
        word for name in ("dictionary.txt", "dictionary_rare.txt") for _, words in pairs(name)
        for phrase in words for word in phrase.split()
    }  # fmt: skip
    british = {before for before, _ in pairs("dictionary_en-GB_to_en-US.txt")}
    return frozenset((right | british) - american())


@cache
def american() -> frozenset[str]:
    """Words that Britain spells otherwise."""
    both_ways = list(pairs("dictionary_en-GB_to_en-US.txt"))
    british = {before for before, _ in both_ways}
    return frozenset({word for _, words in both_ways for word in words} - british - BOTH)


def own_words() -> dict[str, list[str]]:
    """Return the words of book/data/words, by the name of their file."""
    return {path.stem: path.read_text("utf-8").split() for path in sorted(OWN.glob("*.txt"))}


def lines(page: Path) -> Iterator[tuple[int, str]]:
    """Yield the prose of a page and of its captions, and the numbers of the lines."""
    yield from book.prose(page)
    for cell in book.cells(page):
        for text in filter(None, (cell.figure.get("caption"), cell.figure.get("alt"))):
            yield cell.line, re.sub(r"\$[^$]*\$|\{[^}]*\}`[^`]*`|`[^`]*`", "X", str(text))


def tables(page: Path) -> Iterator[tuple[int, str]]:
    """Yield the rows of the tables of a page, and the numbers of their lines."""
    for number, row in enumerate(page.read_text("utf-8").splitlines(), start=1):
        if row.startswith("|"):
            yield number, re.sub(r"\$[^$]*\$", "X", row)


def strings(page: Path) -> Iterator[tuple[int, str]]:
    """Yield what the code of a page says: its strings, and the numbers of their lines."""
    for cell in book.cells(page):
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield cell.line + node.lineno - 1, node.value


def words(page: Path) -> Iterator[Word]:
    """Every word of the prose of a page, without possessives and without the X for formulas."""
    for number, row in lines(page):
        for found in WORD.findall(re.sub(r"\w*[\w.]+@\S+|https?://\S+|\]\([^)]*\)", " ", row)):
            text = re.sub(r"['’]s$|^X(?=[A-Z])|(?<=[a-z])X$", "", found)  # X: a tag, too
            if text != "X":
                yield Word(page.name, number, text)


def unknown(page: Path, known: Iterable[str]) -> list[Word]:
    """Return the words that neither codespell nor we know, each once."""
    right = shipped() | {word.lower() for word in known}
    found: dict[str, Word] = {}
    for word in words(page):
        if len(word.text) > 1 and word.text.lower() not in right:
            found.setdefault(word.text.lower(), word)
    return list(found.values())


def doubled(rows: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Words that stand twice in a row, also over the end of a line; not names of things."""
    found, before, at = [], "", -1
    for number, row in rows:
        if number != at + 1:
            before = ""
        for piece in re.findall(r"\w+|[^\s\w]", row):
            if piece.lower() == before.lower() and piece.isalpha() and len(piece) > 1:
                found.append((number, f"{before} {piece}"))
            before = piece
        at = number
    return found
