"""What the tests know of the book's source: chapters, cells, statements, prose."""

from __future__ import annotations

import ast
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bookext import source
from bookext.evidence.record import MIME
from bookext.evidence.statements import Outline, outline

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "book"

NO_WORDS = ("math_inline", "math_inline_double", "code_inline", "myst_role", "html_inline")


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
        """The lines of code: not the formulas that say, typeset, what is claimed."""
        said = {
            line
            for node in ast.walk(ast.parse(self.source))
            if isinstance(node, ast.keyword) and node.arg == "says"
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
        }
        rows = enumerate(self.source.splitlines(), start=1)
        return sum(1 for at, row in rows if row.strip() and at not in said)


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
def tree(page: Path) -> tuple[source.Block, ...]:
    """Return all that a page consists of, nested blocks included."""
    return tuple(source.parse(page.read_text("utf-8"), page.name))


@cache
def cells(page: Path) -> tuple[Cell, ...]:
    """Return the code cells of a page in order."""
    found = []
    for cell in filter(source.is_cell, tree(page)):
        options = cell.options.get("mystnb", {})
        figure = dict(options.get("figure", {}), alt=options.get("image", {}).get("alt"))
        tags = tuple(cell.options.get("tags", ()))
        found.append(Cell(page, cell.line + 1, cell.text, tags, figure if options else {}))
    return tuple(found)


@cache
def blocks(page: Path) -> tuple[source.Directive, ...]:
    """Return every directive of a page, nested ones included, without its cells."""
    return tuple(b for b in source.directives(tree(page)) if not source.is_cell(b))


@cache
def outlines() -> dict[str, Outline]:
    """Return what the pages of all chapters state and prove, by page as Sphinx calls it."""
    return {f"book/{page.stem}": outline(page.read_text(), page) for page in pages()}


def labels(blocks: Sequence[source.Block]) -> list[tuple[int, str]]:
    """Return the labels of statements, formulas and sections with their lines."""
    return [(b.line, label) for b in source.walk(blocks) if (label := getattr(b, "label", ""))]


def formulas(text: str) -> list[tuple[int, str]]:
    """Return the formulas of a text with the lines they begin in."""
    blocks = source.parse(text, "")
    found = [(b.line, b.tex) for b in source.walk(blocks) if isinstance(b, source.Display)]
    inside = [(n, t.content) for n, t in source.spans(blocks) if t.type.startswith("math")]
    return sorted([*found, *inside], key=lambda pair: pair[0])


@cache
def prose(page: Path) -> tuple[tuple[int, str], ...]:
    """Return what stands on each line of prose: X for formulas, code and roles; no tables."""
    texts = [block for block in source.walk(tree(page)) if isinstance(block, source.Text)]
    rows: dict[int, str] = {}
    for line, token in source.spans(tree(page)):
        text = "X" if token.type in NO_WORDS else token.content or token.markup
        rows[line] = rows.get(line, "") + text
    for text in texts:
        for line, row in enumerate(text.lines, start=text.line):
            if row.lstrip().startswith("|"):
                rows.pop(line, None)
    return tuple((line, row) for line, row in sorted(rows.items()) if row.strip())


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
            data = output.get("data", {}).get(MIME, [])
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
