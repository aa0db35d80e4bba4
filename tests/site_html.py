"""The pages of the built site as text, each read once by all tests of a worker.

What is parsed here is shared, so no test may change it.
"""

import re
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

from bs4 import BeautifulSoup, NavigableString, Tag
from bs4.element import PageElement
from site_pages import SITE

DRAWN = re.compile(r'<span class="katex-html" aria-hidden="true">')
SPAN = re.compile(r"<(/?)span\b[^>]*>")
TO_POINT_AT = re.compile(r"\s(?:id|href|src)=")


def without_drawn_formulas(html: str) -> str:
    """A page without the signs of its formulas, which are half of it; their MathML stays.

    A drawn formula with something to load or to lead to inside stays as it is.
    """
    kept, end = [], 0
    for drawn in DRAWN.finditer(html):
        depth = 1
        for tag in SPAN.finditer(html, drawn.end()):
            depth += -1 if tag[1] else 1
            if not depth:
                break
        if not depth and not TO_POINT_AT.search(html, drawn.end(), tag.start()):
            kept.append(html[end : drawn.end()])
            end = tag.start()
    return "".join([*kept, html[end:]])


@cache
def parse(path: Path) -> BeautifulSoup:
    return BeautifulSoup(without_drawn_formulas(path.read_text("utf-8")), "html.parser")


def parse_page(name: str) -> BeautifulSoup:
    """A page of the table of contents."""
    return parse(SITE / f"{name}.html")


@cache
def by_id(path: Path) -> dict[str, Tag]:
    """The first element of every id."""
    return {tag["id"]: tag for tag in reversed(parse(path).find_all(id=True))}


@cache
def ids_of(path: Path) -> list[str]:
    """Every id outside drawings, as often as it stands there."""
    return [tag["id"] for tag in parse(path).find_all(id=True) if not tag.find_parent("svg")]


def strings_outside(start: Tag, names: Collection[str], classes: Collection[str] = ()) -> Iterator:
    """The strings of an element that are in no element of these names or classes."""

    def skipped(element: PageElement) -> bool:
        if not isinstance(element, Tag):
            return type(element) is not NavigableString  # comments
        return element.name in names or not set(classes).isdisjoint(element.get("class", ()))

    waiting = [start]
    while waiting:
        element = waiting.pop()
        if isinstance(element, NavigableString):
            yield element
        else:
            waiting += [child for child in reversed(element.contents) if not skipped(child)]
