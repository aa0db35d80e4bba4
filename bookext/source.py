"""What the sources say of themselves: the pages in order, their chapters, their directives.

Knows nothing of Sphinx.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

OPEN = re.compile(r"^(`{3,}|:{3,})\{([\w:-]+)\}\s*(.*)$")
LABEL = re.compile(r"^:label:\s*(\S+)", re.M)


def pages(toc: Mapping[str, Any]) -> Iterator[str]:
    """The pages of a _toc.yml in reading order."""
    yield from (toc[key] for key in ("root", "file") if key in toc)
    for key in ("parts", "chapters", "sections"):
        for entry in toc.get(key, []):
            yield from pages(entry)


def has_record(source: str) -> bool:
    """Whether the source of a page has cells, so that it must have a record."""
    return source.startswith("---\njupytext:")


def chapter_of(docname: str) -> int | None:
    """The chapter of a page, from its file name: 6 for book/06-perceptron-noise, or None."""
    found = re.match(r"(\d\d)-", PurePosixPath(docname).name)
    return int(found[1]) if found else None


@dataclass(frozen=True)
class Block:
    """A directive: its name, title, label and text, and where it begins and ends."""

    page: Path
    line: int
    end: int
    name: str
    title: str
    label: str
    text: str

    @property
    def where(self) -> str:
        return f"{self.page.name}:{self.line}"


def read_blocks(source: str, page: Path) -> tuple[Block, ...]:
    """Return every fenced directive of a page, nested ones included.

    Raises ValueError if one is never closed.

    >>> text = ":::{prf:lemma} Growth\\n:label: lem-a\\nIt grows.\\n:::"
    >>> (block,) = read_blocks(text, Path("a.md"))
    >>> block.name, block.title, block.label, block.line, block.end
    ('prf:lemma', 'Growth', 'lem-a', 1, 4)
    """
    found: list[Block] = []
    stack: list[tuple[str, str, str, int, list[str]]] = []
    for number, row in enumerate(source.splitlines(), start=1):
        if start := OPEN.match(row):
            stack.append((start[1], start[2], start[3], number, []))
        elif stack and row.strip() == stack[-1][0]:
            _, name, title, line, body = stack.pop()
            text = "\n".join(body)
            label = LABEL.search(text)
            found.append(Block(page, line, number, name, title, label[1] if label else "", text))
            if stack:
                stack[-1][4].extend(body)
        elif stack:
            stack[-1][4].append(row)
    if stack:
        raise ValueError(
            f"{page.name}:{stack[-1][3]}: the directive {stack[-1][1]} is never closed: "
            f"end it with a line {stack[-1][0]}"
        )
    return tuple(sorted(found, key=lambda block: block.line))
