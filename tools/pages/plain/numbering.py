"""Number every theorem, exercise, figure and equation as the site does.

A chapter has one counter for all that is stated, one for exercises, one for figures and one for
equations; each runs on over the pages of the chapter, in the order of _toc.yml.
The chapter's number is that of the file name: book/06-perceptron.md is chapter 6.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bookext.source import (
    Block,
    Directive,
    Display,
    Label,
    MarkupError,
    Text,
    chapter_of,
    pages,
    parse,
    walk,
)

STATEMENTS = [
    *("axiom", "theorem", "lemma", "algorithm", "definition", "remark", "conjecture"),
    *("corollary", "criterion", "example", "property", "observation", "proposition"),
    *("assumption", "notation"),
]
NUMBERED = ["exercise", *(f"prf:{kind}" for kind in STATEMENTS)]


class Target(NamedTuple):
    """What a label stands for: its kind, its number, its page and its title.

    The kind is "theorem", ..., "exercise", "figure", "equation", "section" or "page"; the number is
    "6.3", for example, and empty for sections and pages.
    """

    kind: str
    number: str
    page: str
    title: str = ""


def numbers(toc: Mapping[str, Any], sources: Mapping[str, str]) -> dict[str, Target]:
    """Return what every label of the book stands for, and under "/page" each page."""
    found: dict[str, Target] = {}
    lines: dict[str, str] = {}
    counters: Counter[tuple[int, str]] = Counter()
    for page in pages(toc):
        if page not in sources:
            raise MarkupError(f"_toc.yml names {page}, but there is no file {page}.md")
        chapter = chapter_of(page)
        blocks = parse(sources[page], f"{page}.md")
        title = next(filter(None, map(heading, blocks)), "")
        found[f"/{page}"] = Target("page", "", page, title)
        named = in_page if chapter is not None else sections_only
        for label, kind, title, line in named(blocks):
            where = f"{page}.md:{line}"
            if not label:
                raise MarkupError(f"{where}: {kind} without a label (a figure: without a name)")
            if label in found:
                raise MarkupError(f"{where}: {label} is already the label of {lines[label]}")
            number = ""
            if chapter is not None and kind != "section":
                series = "statement" if kind in STATEMENTS else kind
                counters[chapter, series] += 1
                number = f"{chapter}.{counters[chapter, series]}"
            found[label] = Target(kind, number, page, title)
            lines[label] = where
    return found


def in_page(blocks: Sequence[Block]) -> Iterator[tuple[str | None, str, str, int]]:
    """Yield label, kind, title and line of all that a page of a chapter numbers or names."""
    every = list(walk(blocks))
    for block, following in zip(every, [*every[1:], None], strict=True):
        match block:
            case Label(label, line):
                yield label, "section", heading(following), line
            case Display(_, str(label), _, line):
                yield label, "equation", "", line
            case Directive(name="code-cell") if figure := figure_of(block):
                yield figure.get("name"), "figure", "", block.line
            case Directive(name, title, options, _, _, line) if name in NUMBERED:
                yield options.get("label"), name.removeprefix("prf:"), title, line


def figure_of(cell: Directive) -> dict[str, str]:
    """Return name and caption of the figure of a cell, if it draws one."""
    return (cell.options.get("mystnb") or {}).get("figure") or {}


def sections_only(blocks: Sequence[Block]) -> Iterator[tuple[str | None, str, str, int]]:
    """Return the section labels of a page that belongs to no chapter."""
    return (each for each in in_page(blocks) if each[1] == "section" and each[2])


def heading(block: Block | None) -> str:
    """Return the heading with which a block of text begins, or nothing."""
    text = "\n".join(block.lines) if isinstance(block, Text) else ""
    found = re.match(r"\s*(?:\{\.[^}]*\}\s*)?#+ +(.+)", text)
    return found[1].strip() if found else ""
