"""What a lecturer changes in a deck, in a file outside the book: my-slides/week-06.md.

    ---
    drop: [fig-average, def-mistake]
    ---
    # A slide of my own
    after: alg-perceptron

    One sentence, with $x^2$.

    Notes:
    What I say.

Knows nothing of Sphinx.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bookext.course.marks import front_matter

FOLDER = "my-slides"
HEADING = re.compile(r"^# +(?P<title>.+)\n(?:\s*after: *(?P<after>\S+) *\n)?", re.M)
NOTES = re.compile(r"^Notes:\s*$", re.M)


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


def own_slides(text: str) -> Iterator[OwnSlide]:
    """
    >>> (slide,) = own_slides("# Mine\\nafter: fig-run\\n\\nLook.\\n\\nNotes:\\nWait.\\n")
    >>> slide
    OwnSlide(title='Mine', after='fig-run', text='Look.', notes='Wait.')
    """
    found = list(HEADING.finditer(text))
    for heading, following in zip(found, [*found, None][1:], strict=True):
        inside = text[heading.end() : following.start() if following else len(text)]
        shown, *notes = NOTES.split(inside, maxsplit=1)
        words = "".join(notes).strip()
        yield OwnSlide(heading["title"].strip(), heading["after"] or "", shown.strip(), words)


def read(root: Path, deck: str) -> Changes:
    """The changes of the deck "week-06"; none if there is no such file."""
    file = root / FOLDER / f"{deck}.md"
    if not file.exists():
        return Changes()
    source = file.read_text("utf-8")
    given = front_matter(source)
    names = given.get("drop") or []
    if set(given) - {"drop"} or not isinstance(names, list):
        raise OwnSlidesError(f"{FOLDER}/{file.name}: its head may hold `drop: [name, name]` alone")
    body = source.split("\n---", 1)[1].partition("\n")[2] if given else source
    return Changes(tuple(map(str, names)), tuple(own_slides(body)))
