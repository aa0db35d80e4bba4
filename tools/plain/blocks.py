"""The markup of a page as a tree of blocks: text, code, display math, labels, directives.

Line by line, because everything that is not markup must stay as it is written.
The rules are those of MyST: a fence of backticks or colons ends with one of its own kind that is
at least as long; so a fence that contains another one must be longer.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import yaml

FENCE = re.compile(r"^(?P<indent> *)(?P<mark>`{3,}|~{3,}|:{3,})\s*(?P<info>.*?)\s*$")
DIRECTIVE = re.compile(r"^\{(?P<name>[\w:-]+)\}\s*(?P<title>.*)$")
OPTION = re.compile(r"^:([\w-]+):\s*(.*?)\s*$")
TARGET = re.compile(r"^\((?P<label>[^()\s]+)\)=\s*$")
CLOSED_MATH = re.compile(r"^(?P<tex>.*?)\$\$\s*(?:\((?P<label>[^()\s]+)\))?\s*$", re.S)


class MarkupError(ValueError):
    """Markup the book does not use; the message begins with file and line."""


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
    """A directive with its options and what it contains."""

    name: str
    title: str
    options: dict[str, str]
    body: "list[Block]"
    indent: str
    line: int


Block = Text | Code | Display | Label | Directive


def walk(blocks: list[Block]) -> Iterator[Block]:
    """Every block and what it contains, in reading order."""
    for block in blocks:
        yield block
        if isinstance(block, Directive):
            yield from walk(block.body)


def parse(source: str, page: str, line: int = 1) -> list[Block]:
    """The blocks of a piece of MyST that begins on the given line of the page's file."""
    lines, blocks, plain = source.splitlines(), [], []
    i = 0

    def flush() -> None:
        if plain:
            blocks.append(Text(plain.copy(), line + i - len(plain)))
            plain.clear()

    while i < len(lines):
        here, text = line + i, lines[i]
        fence = FENCE.match(text)
        if fence and "`" in fence["info"] and fence["mark"][0] == "`":
            if fence["info"].startswith("{"):
                raise MarkupError(f"{page}:{here}: a title with `…` in it needs a ::: fence")
            fence = None
        target = TARGET.match(text)
        if fence:
            flush()
            length = fence_length(lines[i:], fence, page, here)
            blocks.append(fenced(lines[i : i + length], fence, page, here))
            i += length
        elif text.lstrip().startswith("$$"):
            flush()
            length, block = displayed(lines[i:], page, here)
            blocks.append(block)
            i += length
        elif target:
            flush()
            blocks.append(Label(target["label"], here))
            i += 1
        elif text.startswith("%"):  # a comment
            flush()
            i += 1
        else:
            plain.append(text)
            i += 1
    flush()
    return blocks


def fence_length(lines: list[str], fence: re.Match[str], page: str, line: int) -> int:
    """How many lines the fence takes that opens on the first of them."""
    mark = fence["mark"]
    closing = re.compile(rf"^ *{re.escape(mark[0])}{{{len(mark)},}}\s*$")
    for length, text in enumerate(lines[1:], start=2):
        if closing.match(text):
            return length
    raise MarkupError(
        f"{page}:{line}: the fence {mark}{fence['info']} is not closed. "
        "A fence that contains another one must be longer than it, "
        "and a code cell stands outside of every fence (solutions: solution-start, solution-end)."
    )


def fenced(lines: list[str], fence: re.Match[str], page: str, line: int) -> Block:
    """The directive, formula or code block of these lines, first and last being the fence."""
    directive = DIRECTIVE.match(fence["info"])
    if not directive:
        if fence["mark"][0] == ":":
            raise MarkupError(
                f"{page}:{line}: a ::: fence without a directive. Perhaps it closes a fence that "
                "was closed before: a fence that contains another one must be longer than it."
            )
        return Code(lines, line)
    indent, name = fence["indent"], directive["name"]
    inside = [re.sub(rf"^ {{0,{len(indent)}}}", "", text) for text in lines[1:-1]]
    options, skip = read_options(inside)
    content = "\n".join(inside[skip:])
    if name == "math":
        return Display(content.strip(), options.get("label"), indent, line)
    body = parse(content, page, line + 1 + skip)
    return Directive(name, directive["title"], options, body, indent, line)


def read_options(lines: list[str]) -> tuple[dict[str, str], int]:
    """The options at the head of a directive, and how many lines they take."""
    if lines and lines[0].strip() == "---" and "---" in [text.strip() for text in lines[1:]]:
        end = [text.strip() for text in lines].index("---", 1)
        options = yaml.safe_load("\n".join(lines[1:end])) or {}
        return {key: str(value) for key, value in options.items()}, end + 1
    options = {}
    for text in lines:
        option = OPTION.match(text)
        if not option:
            break
        options[option[1]] = option[2]
    return options, len(options)


def displayed(lines: list[str], page: str, line: int) -> tuple[int, Display]:
    """The formula between $$ and $$ that opens on the first line, and how many lines it takes."""
    indent = lines[0][: len(lines[0]) - len(lines[0].lstrip())]
    text = lines[0].strip()[2:]
    for length, following in enumerate([*lines[1:], ""], start=1):
        closed = CLOSED_MATH.match(text)
        if closed and "$$" not in closed["tex"]:
            return length, Display(closed["tex"].strip(), closed["label"], indent, line)
        if not following.strip() or "$$" in text:
            break
        text += "\n" + following.removeprefix(indent)
    raise MarkupError(
        f"{page}:{line}: the formula is not closed. $$ stands at the beginning of a line and "
        "again at the end of one (then only its label), without an empty line between."
    )
