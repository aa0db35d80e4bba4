"""The pages of the built site as text, each read once by all tests of a worker.

What is parsed here is shared, so no test may change it.  Most elements of a page draw formulas and
figures and colour code; of those the text stays, and the rest is left out before it is parsed.
"""

import gc
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
TO_POINT_AT_IN_DRAWING = re.compile(r"<(?:a|script|style|foreignObject)\b|\s(?:href|src)=(?!.#)")
TAG = re.compile(r"<[^>]*>")
WORD = re.compile(r'<span class="(?:[a-z][a-z0-9]?|pre)">([^<]*)</span>')


def without_drawn_formulas(html: str) -> str:
    """Return a page without the signs of its formulas, which are half of it; their MathML stays.

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


def with_text_alone(name: str, to_point_at: re.Pattern, html: str) -> str:
    """Return a page with only the text of such elements, unless one has what can be pointed at."""

    def shortened(part: str) -> str:
        inside, end, after = part.partition(f"</{name}>")
        start, mark, drawn = inside.partition(">")
        if not end or to_point_at.search(drawn):
            return part
        return "".join([start, mark, TAG.sub("", drawn), end, after])

    first, *parts = html.split(f"<{name}")
    return f"<{name}".join([first, *map(shortened, parts)])


def light(html: str) -> str:
    """Return a page without what only draws and colours: what links, loads or has an aim stays.

    No place inside a drawing is an aim of the page, unless the drawing has links itself.
    """
    html = with_text_alone("math", TO_POINT_AT, without_drawn_formulas(html))
    html = with_text_alone("svg", TO_POINT_AT_IN_DRAWING, html)
    return WORD.sub(r"\1", WORD.sub(r"\1", html))


@cache
def parse(path: Path) -> BeautifulSoup:
    page = BeautifulSoup(light(path.read_text("utf-8")), "html.parser")
    gc.freeze()  # it stays: do not look through it again and again for garbage
    return page


def parse_page(name: str) -> BeautifulSoup:
    """Return a page of the table of contents."""
    return parse(SITE / f"{name}.html")


@cache
def by_id(path: Path) -> dict[str, Tag]:
    """Return the first element of every id."""
    return {tag["id"]: tag for tag in reversed(parse(path).find_all(id=True))}


@cache
def ids_of(path: Path) -> list[str]:
    """Every id outside drawings and of the links in them, as often as it stands there."""
    found = parse(path).find_all(id=True)
    return [tag["id"] for tag in found if tag.name == "a" or not tag.find_parent("svg")]


def strings_outside(start: Tag, names: Collection[str], classes: Collection[str] = ()) -> Iterator:
    """Yield the strings of an element that are in no element of these names or classes."""

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
