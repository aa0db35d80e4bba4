"""Read what a lecturer changes in a deck, from a file outside the book: my-slides/week-06.md.

    ---
    drop: [fig-average, def-mistake]
    ---
    # A slide of my own
    after: alg-perceptron

    One sentence, with $x^2$.

    Notes:
    What I say.

Does not import Sphinx.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bookext.course.marks import front_matter
from bookext.source import MarkupError, Text, parse

FOLDER = "my-slides"
HEADING = re.compile(r"# +(?P<title>.+)")
AFTER = re.compile(r"\s*after: *(?P<after>\S+) *")
NOTES = re.compile(r"Notes:\s*")


class OwnSlidesError(ValueError):
    """A file of a lecturer that cannot be read; the message begins with its name."""


@dataclass(frozen=True, slots=True)
class OwnSlide:
    """A slide in Markdown, and the name of the slide after which it stands."""

    title: str
    after: str
    text: str
    notes: str


@dataclass(frozen=True, slots=True)
class Changes:
    """The names of the slides to leave out, and the slides to put in."""

    drop: tuple[str, ...] = ()
    add: tuple[OwnSlide, ...] = ()


def own_slides(text: str, file: str = "", line: int = 1) -> Iterator[OwnSlide]:
    """Yield the slides in a text that begins on this line of a file.

    >>> (slide,) = own_slides("# Mine\\nafter: fig-run\\n\\nLook.\\n\\nNotes:\\nWait.\\n")
    >>> slide
    OwnSlide(title='Mine', after='fig-run', text='Look.', notes='Wait.')
    >>> [slide.title for slide in own_slides("# Mine\\n```\\n# no title\\n```\\n# Yours\\n")]
    ['Mine', 'Yours']
    """
    rows = text.split("\n")
    headings = matching(HEADING, text, file, line)
    found = [(at - line, heading[1].strip()) for at, heading in headings]
    for (start, title), (end, _) in zip(found, [*found, (len(rows), "")][1:], strict=True):
        inside = rows[start + 1 : end]
        while inside and not inside[0].strip():
            del inside[0]
        if after := AFTER.fullmatch(inside[0] if inside else ""):
            del inside[0]
        shown, notes = with_notes("\n".join(inside), file, line + end - len(inside))
        yield OwnSlide(title, after["after"] if after else "", shown.strip(), notes.strip())


def with_notes(text: str, file: str, line: int) -> tuple[str, str]:
    """Return what stands above a line "Notes:", and what below it."""
    rows = text.split("\n")
    at = next((at - line for at, _ in matching(NOTES, text, file, line)), len(rows))
    return "\n".join(rows[:at]), "\n".join(rows[at + 1 :])


def matching(
    pattern: re.Pattern[str], text: str, file: str, line: int
) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the lines outside of code and other blocks that match, by number."""
    for block in parse(text, file, line):
        if isinstance(block, Text):
            for at, row in enumerate(block.lines, start=block.line):
                if said := pattern.fullmatch(row):
                    yield at, said


def read(root: Path, deck: str) -> Changes:
    """Read the changes of the deck "week-06"; none if there is no such file."""
    file = root / FOLDER / f"{deck}.md"
    if not file.exists():
        return Changes()
    source = file.read_text("utf-8")
    given = front_matter(source)
    names = given.get("drop") or []
    if set(given) - {"drop"} or not isinstance(names, list):
        raise OwnSlidesError(f"{FOLDER}/{file.name}: its head can only be `drop: [name, name]`")
    body = source.split("\n---", 1)[1].partition("\n")[2] if given else source
    first = source.removesuffix(body).count("\n") + 1
    try:
        slides = tuple(own_slides(body, f"{FOLDER}/{file.name}", first))
    except MarkupError as error:
        raise OwnSlidesError(str(error)) from error
    return Changes(tuple(map(str, names)), slides)
