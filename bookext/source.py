"""Read the sources of the pages: their order, their chapters, their blocks and roles.

This is the one reader of our MyST, made of the tokens of the parser that the site uses.
What is not our markup stays as it is written, line by line.  Does not import Sphinx.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import PurePosixPath
from textwrap import dedent
from typing import Any, TypeGuard

import yaml
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser

EXTENSIONS = {
    "amsmath",
    "attrs_block",
    "colon_fence",
    "deflist",
    "dollarmath",
}  # those of _config.yml
DIRECTIVE = re.compile(r"\{(?P<name>[\w:-]+)\}\s*(?P<title>.*)")
CELL = "code-cell"
BREAKS = ("softbreak", "hardbreak")


class MarkupError(ValueError):
    """Markup that the book does not use; the message begins with file and line."""


@dataclass(frozen=True, slots=True)
class Text:
    """Lines of Markdown without any block of ours."""

    lines: list[str]
    line: int


@dataclass(frozen=True, slots=True)
class Code:
    """A fenced block of code that is shown, not run; kept as it is."""

    lines: list[str]
    line: int


@dataclass(frozen=True, slots=True)
class Display:
    """A displayed formula, numbered if it has a label."""

    tex: str
    label: str | None
    indent: str
    line: int


@dataclass(frozen=True, slots=True)
class Label:
    """A section label, `(sec-x)=`."""

    label: str
    line: int


@dataclass(frozen=True, slots=True)
class Directive:
    """A directive with its options and its content: as text and, unless it is code, as blocks.

    It stands from ``line`` to ``end``.
    """

    name: str
    title: str
    options: dict[str, Any]
    body: "tuple[Block, ...]"
    indent: str
    line: int
    end: int
    text: str

    @property
    def label(self) -> str:
        return str(self.options.get("label", ""))


Block = Text | Code | Display | Label | Directive


def pages(toc: Mapping[str, Any]) -> Iterator[str]:
    """Yield the pages of a _toc.yml in reading order."""
    yield from (toc[key] for key in ("root", "file") if key in toc)
    for key in ("parts", "subtrees", "chapters", "sections", "entries"):
        for entry in toc.get(key, []):
            yield from pages(entry)


def has_record(source: str) -> bool:
    """Return whether the source of a page has cells, so that it must have a record."""
    return source.startswith("---\njupytext:")


def chapter_of(docname: str) -> int | None:
    """Return the chapter of a page, from its name: 6 for book/06-perceptron-noise, or None."""
    found = re.match(r"(\d\d)-", PurePosixPath(docname).name)
    return int(found[1]) if found else None


@lru_cache(maxsize=1)  # one step after the other asks of the same page
def parse(source: str, page: str, line: int = 1) -> tuple[Block, ...]:
    """Parse a piece of MyST, which begins on the given line of the page's file, into blocks.

    Raises MarkupError, with the place, for what is not closed.

    >>> (block,) = parse(":::{prf:lemma} Growth\\n:label: lem-a\\nIt grows.\\n:::", "a.md")
    >>> block.name, block.title, block.label, block.line, block.end, block.body
    ('prf:lemma', 'Growth', 'lem-a', 1, 4, (Text(lines=['It grows.'], line=3),))
    """
    rows, found, at = source.split("\n"), list[Block](), 0
    for token in [*_parser().parse(source), Token("end", "", 0, map=[len(rows)] * 2)]:
        for start, end, block in _special(token, rows, page, line):
            if at < start:
                found.append(_text(rows[at:start], page, line + at))
            found += [block] if block else []
            at = end
    return tuple(found)


def walk(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield every block and what it contains, in reading order."""
    for block in blocks:
        yield block
        if isinstance(block, Directive):
            yield from walk(block.body)


def directives(blocks: Sequence[Block]) -> list[Directive]:
    """Return every directive, nested ones included, in reading order."""
    return [block for block in walk(blocks) if isinstance(block, Directive)]


def is_cell(block: Block) -> TypeGuard[Directive]:
    """Return whether a block is a code cell."""
    return isinstance(block, Directive) and block.name == CELL


def cells(source: str, page: str) -> list[Directive]:
    """Return the code cells of a page: their text is the code, their options the metadata."""
    return list(filter(is_cell, directives(parse(source, page))))


def spans(blocks: Sequence[Block]) -> Iterator[tuple[int, Token]]:
    """Yield each token inside the lines of all text and titles, with its line."""
    for block in walk(blocks):
        if isinstance(block, Text):
            for token in _parser().parse(dedent("\n".join(block.lines))):
                yield from inside(token, block.line)
        elif isinstance(block, Directive):
            for token in _parser().parseInline(block.title):
                yield from inside(token, block.line)


def inside(token: Token, line: int) -> Iterator[tuple[int, Token]]:
    """Yield each token inside a line or several, with its line; they begin on the given one."""
    at = line + (token.map[0] if token.map else 0)
    for child in token.children or []:
        yield at, child
        at += child.type in BREAKS or child.content.count("\n")


def roles(blocks: Sequence[Block], *names: str) -> list[tuple[int, str]]:
    """Return line and text of the roles of these names: (3, "lem-a") for {prf:ref}`lem-a`."""
    return [
        (line, token.content)
        for line, token in spans(blocks)
        if token.type == "myst_role" and token.meta["name"] in names
    ]


@cache
def _parser() -> MarkdownIt:
    config = MdParserConfig(enable_extensions=EXTENSIONS, dmath_double_inline=True)
    return create_md_parser(config, RendererHTML)


def _special(
    token: Token, rows: list[str], page: str, line: int
) -> Iterator[tuple[int, int, Block | None]]:
    """Yield first row, row after the last, and block, of all in a token that is no plain text."""
    start, end = token.map or (0, 0)
    if token.type in ("end", "front_matter", "myst_line_comment"):
        yield start, end, None
    elif token.type == "myst_target":
        yield start, end, Label(token.content, line + start)
    elif token.type == "inline" and "$$" in token.content:
        yield from _displays(token, rows, line)
    elif token.type.startswith("math_block"):
        if rows[start].lstrip().startswith("$$") and "\n\n" not in token.content:
            formula = Display(
                token.content.strip(), token.info or None, _indent(rows[start]), line + start
            )
            yield start, end, formula
    elif token.type.endswith("fence") and rows[start].lstrip().startswith(token.markup):
        yield (
            start,
            end,
            _fenced(token, rows[start:end], f"{page}:{line + start}", page, line + start),
        )


def _indent(row: str) -> str:
    return row[: len(row) - len(row.lstrip())]


def _text(rows: list[str], page: str, line: int) -> Text:
    for here, row in enumerate(rows, start=line):
        if row.lstrip().startswith("```{"):
            raise MarkupError(f"{page}:{here}: a title with `…` in it needs a ::: fence")
        if row.lstrip().startswith("$$"):
            raise MarkupError(
                f"{page}:{here}: the formula is not closed. $$ stands at the beginning of a line "
                "and again at the end of one (then only its label), without an empty line between."
            )
    return Text(rows, line)


def _displays(token: Token, rows: list[str], line: int) -> Iterator[tuple[int, int, Display]]:
    """Yield the formulas that stand on lines of their own inside a paragraph."""
    at, text = token.map[0] if token.map else 0, token.content
    for child in token.children or []:
        if child.type != "math_inline_double":
            continue
        before, formula, text = text.partition(f"$${child.content}$$")
        start = at + before.count("\n")
        at = start + formula.count("\n")
        if rows[start].lstrip().startswith("$$") and text[:1] in ("", "\n"):
            display = Display(child.content.strip(), None, _indent(rows[start]), line + start)
            yield start, at + 1, display


def _fenced(token: Token, rows: list[str], where: str, page: str, line: int) -> Block:
    """Return the directive, formula or code block of these lines, from fence to fence."""
    mark, last = token.markup, rows[-1].strip()
    if len(rows) < 2 or not last.startswith(mark) or last.strip(mark[0]):
        raise MarkupError(
            f"{where}: the fence {mark}{token.info} is not closed. "
            "A fence that contains another one must be longer than it, "
            "a code cell must be outside every fence (solutions: solution-start, solution-end), "
            "and a title with `…` in it needs a ::: fence."
        )
    found = DIRECTIVE.match(token.info.strip())
    if not found:
        if mark[0] == ":":
            raise MarkupError(
                f"{where}: a ::: fence without a directive. Perhaps it closes a fence that "
                "was closed before: a fence that contains another one must be longer than it."
            )
        return Code(rows, line)
    content = token.content.split("\n")[: len(rows) - 2]
    options, skip = _options(content, where)
    while content[skip:] and not content[skip].strip():
        skip += 1
    text, name, indent = "\n".join(content[skip:]), found["name"], _indent(rows[0])
    if name == "math":
        return Display(text.strip(), options.get("label"), indent, line)
    body = () if name == CELL or not text else parse(text, page, line + 1 + skip)
    end = line + len(rows) - 1
    return Directive(name, found["title"].strip(), options, body, indent, line, end, text)


def _options(rows: list[str], where: str) -> tuple[dict[str, Any], int]:
    """Return the options at the head of a directive, and how many lines they take."""
    bare = [row.strip() for row in rows]
    if bare[:1] == ["---"] and "---" in bare[1:]:
        end = bare.index("---", 1)
        head, skip = rows[1:end], end + 1
    else:
        skip = next(
            (n for n, row in enumerate(rows) if not re.match(r":[\w-]+:(\s|$)", row)), len(rows)
        )
        head = [row[1:] for row in rows[:skip]]
    try:
        return yaml.safe_load("\n".join(head)) or {}, skip
    except yaml.YAMLError as error:
        raise MarkupError(f"{where}: options that are not YAML: {error}") from error
