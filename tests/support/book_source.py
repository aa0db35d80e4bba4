"""What the tests know of the book's source: chapters, cells, statements, prose."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import jupytext

from bookext.evidence.statements import Outline, outline
from bookext.source import Block, read_blocks

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "book"

EVIDENCE = "application/vnd.lecture-code.check+json"


@dataclass(frozen=True)
class Cell:
    """A code cell with the line of the source at which its code begins."""

    page: Path
    line: int
    source: str
    tags: tuple[str, ...]
    figure: dict

    @property
    def where(self) -> str:
        return f"{self.page.name}:{self.line}"

    @property
    def length(self) -> int:
        return sum(1 for row in self.source.splitlines() if row.strip())


def pages() -> list[Path]:
    """Return the pages of all chapters: files whose name begins with two digits."""
    return sorted(BOOK.glob("[0-9][0-9]-*.md"))


def chapters() -> dict[str, list[Path]]:
    """Return the pages of each chapter, by its number as in the file names."""
    found: dict[str, list[Path]] = {}
    for page in pages():
        found.setdefault(page.name[:2], []).append(page)
    return found


@cache
def cells(page: Path) -> tuple[Cell, ...]:
    """Return the code cells of a page in order."""
    notebook = jupytext.read(page)
    rows = page.read_text().splitlines()
    found, at = [], 0
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        at = next(i for i in range(at, len(rows)) if rows[i].startswith("```{code-cell}")) + 1
        options = cell.metadata.get("mystnb", {})
        figure = dict(options.get("figure", {}), alt=options.get("image", {}).get("alt"))
        tags = tuple(cell.metadata.get("tags", ()))
        found.append(
            Cell(page, at + 1, cell.source, tags, figure if "mystnb" in cell.metadata else {})
        )
    return tuple(found)


@cache
def blocks(page: Path) -> tuple[Block, ...]:
    """Return every fenced directive of a page, nested ones included."""
    return read_blocks(page.read_text(), page)


@cache
def outlines() -> dict[str, Outline]:
    """Return what the pages of all chapters state and prove, by page as Sphinx calls it."""
    return {f"book/{page.stem}": outline(page.read_text(), page) for page in pages()}


def without_cells(text: str) -> str:
    """Return a page with its code cells blanked, line by line."""
    cell = re.compile(r"^(`{3,})\{code-cell\}.*?^\1$", flags=re.S | re.M)
    return cell.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def formulas(text: str) -> list[tuple[int, str]]:
    """Return the formulas of a text with the lines they begin in."""
    written = re.finditer(r"\$\$(.*?)\$\$|(?<![\\$])\$([^$\n]+)\$", without_cells(text), flags=re.S)
    return [(text.count("\n", 0, found.start()) + 1, found[1] or found[2]) for found in written]


@cache
def prose(page: Path) -> tuple[tuple[int, str], ...]:
    """Return the lines of prose with their numbers: no code, no formulas, no roles, no tables."""
    text = page.read_text()

    def blank(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match[0])

    text = re.sub(r"\A---\n.*?\n---\n", blank, text, flags=re.S)
    text = re.sub(r"^(`{3,})\{code-cell\}.*?^\1$", blank, text, flags=re.S | re.M)
    text = re.sub(r"\$\$.*?\$\$", blank, text, flags=re.S)
    text = re.sub(r"\$[^$\n]+\$", "X", text)
    text = re.sub(r"\{[\w:]+\}`[^`]*`", "X", text)
    text = re.sub(r"`[^`\n]+`", "X", text)
    kept = []
    for number, row in enumerate(text.splitlines(), start=1):
        if re.match(r"^\s*(:[\w-]+:|`{3,}|:{3,}|\||#|\()", row) or not row.strip():
            continue
        kept.append((number, row))
    return tuple(kept)


@cache
def record(page: Path) -> dict:
    """Return the recorded notebook of a page."""
    path = page.with_suffix(".ipynb")
    assert path.exists(), f"{page.name} has no record: run `make record`"
    return json.loads(path.read_text())


def evidence(page: Path) -> list[dict]:
    """Return every check, refutation and excuse in the recorded outputs of a page."""
    found = []
    for cell in record(page)["cells"]:
        for output in cell.get("outputs", []):
            data = output.get("data", {}).get(EVIDENCE, [])
            found += data if isinstance(data, list) else [data]
    return found


def text_outputs(page: Path) -> list[str]:
    """Return the text that the recorded cells of a page print or show."""
    found = []
    for cell in record(page)["cells"]:
        for output in cell.get("outputs", []):
            shown = output.get("text") or output.get("data", {}).get("text/plain", "")
            found.append("".join(shown))
    return found
