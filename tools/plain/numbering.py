"""The number of every theorem, exercise, figure and equation, as the site counts them.

A chapter has one counter for all that is stated, one for exercises, one for figures and one for
equations; each runs on over the pages of the chapter, in the order of _toc.yml.
The chapter's number is that of the file name: book/06-perceptron.md is chapter 6.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from jupytext.myst import myst_to_notebook

from .blocks import Block, Directive, Display, Label, MarkupError, Text, parse, walk

STATEMENTS = [
    *("axiom", "theorem", "lemma", "algorithm", "definition", "remark", "conjecture"),
    *("corollary", "criterion", "example", "property", "observation", "proposition"),
    *("assumption", "notation"),
]
NUMBERED = ["exercise", *(f"prf:{kind}" for kind in STATEMENTS)]


class Target(NamedTuple):
    """What a label stands for: a kind ("theorem", "exercise", "figure", "equation", "section",
    "page"), its number ("6.3", empty for sections and pages), its page and its title."""

    kind: str
    number: str
    page: str
    title: str = ""


class Cell(NamedTuple):
    """A cell of a page: "markdown" or "code", its text, its metadata, its line in the file."""

    kind: str
    source: str
    metadata: dict[str, Any]
    line: int


def chapter_of(page: str) -> int | None:
    """6 for book/06-perceptron and for book/06-perceptron-noise, None for book/notation."""
    found = re.match(r"(\d\d)-", PurePosixPath(page).name)
    return int(found[1]) if found else None


def pages(toc: Mapping[str, Any]) -> Iterator[str]:
    """The pages of a _toc.yml in reading order."""
    yield from (toc[key] for key in ("root", "file") if key in toc)
    for key in ("parts", "subtrees", "chapters", "sections", "entries"):
        for entry in toc.get(key, []):
            yield from pages(entry)


def read_cells(text: str, page: str) -> list[Cell]:
    """The cells of a page as jupytext and myst-nb cut it."""
    notebook = myst_to_notebook(text, add_source_map=True)
    lines, cells = text.splitlines(), []
    for cell, start in zip(notebook.cells, notebook.metadata["source_map"], strict=True):
        if cell.cell_type == "raw":
            raise MarkupError(f"{page}:{start}: raw cells are not used in this book")
        if cell.cell_type == "markdown":
            start += 1
            while not lines[start - 1].strip():
                start += 1
        cells.append(Cell(cell.cell_type, cell.source, dict(cell.metadata), start))
    return cells


def numbers(toc: Mapping[str, Any], sources: Mapping[str, str]) -> dict[str, Target]:
    """What every label of the book stands for, and under "/page" the title of every page."""
    found: dict[str, Target] = {}
    lines: dict[str, str] = {}
    counters: Counter[tuple[int, str]] = Counter()
    for page in pages(toc):
        if page not in sources:
            raise MarkupError(f"_toc.yml names {page}, but there is no file {page}.md")
        chapter = chapter_of(page)
        found[f"/{page}"] = Target("page", "", page, first_heading(sources[page]))
        named = in_page if chapter is not None else sections_only
        for label, kind, title, line in named(sources[page], f"{page}.md"):
            where = f"{page}.md:{line}"
            if not label:
                raise MarkupError(f"{where}: {kind} without a label (a figure: without a name)")
            if label in found:
                raise MarkupError(f"{where}: {label} is a label before, in {lines[label]}")
            number = ""
            if chapter is not None and kind != "section":
                series = "statement" if kind in STATEMENTS else kind
                counters[chapter, series] += 1
                number = f"{chapter}.{counters[chapter, series]}"
            found[label] = Target(kind, number, page, title)
            lines[label] = where
    return found


def in_page(source: str, file: str) -> Iterator[tuple[str | None, str, str, int]]:
    """Label, kind, title and line of all that a page of a chapter numbers or names."""
    for cell in read_cells(source, file):
        if figure := cell.metadata.get("mystnb", {}).get("figure"):
            yield figure.get("name"), "figure", "", cell.line
        if cell.kind == "code":
            continue
        blocks = list(walk(parse(cell.source, file, cell.line)))
        for block, following in zip(blocks, [*blocks[1:], None], strict=True):
            match block:
                case Label(label, line):
                    yield label, "section", heading(following), line
                case Display(_, str(label), _, line):
                    yield label, "equation", "", line
                case Directive(name, title, options, _, _, line) if name in NUMBERED:
                    yield options.get("label"), name.removeprefix("prf:"), title, line


def sections_only(source: str, file: str) -> Iterator[tuple[str, str, str, int]]:
    """The section labels of a page that belongs to no chapter."""
    for found in re.finditer(r"^\(([^()\s]+)\)=[ ]*\n+#+ +(.+)", source, re.M):
        yield found[1], "section", found[2].strip(), source.count("\n", 0, found.start()) + 1


def heading(block: Block | None) -> str:
    """The heading a block of text begins with, or nothing."""
    text = "\n".join(block.lines) if isinstance(block, Text) else ""
    found = re.match(r"\s*#+ +(.+)", text)
    return found[1].strip() if found else ""


def first_heading(source: str) -> str:
    """The title of a page."""
    found = re.search(r"^# +(.+)$", re.sub(r"\A---\n.*?\n---\n", "", source, flags=re.S), re.M)
    return found[1].strip() if found else ""
