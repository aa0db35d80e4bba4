"""Read the weeks of the first course and the cards of the chapters from book/data/course.yml.

Does not import Sphinx.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

DATA = "book/data/course.yml"
MASTERS = "homework/masters"
HOURS = re.compile(r"^About (\w+) hours", re.M)  # how an assignment says how long it takes
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight")


@dataclass(frozen=True, slots=True)
class Week:
    """One week: its number, what it is about, its pages in order, exercises, homework, notes.

    Of each entry of the homework a student does one.  ``left_out``: the slides of its pages for
    which its lecture has no time.
    """

    number: int
    about: str
    pages: tuple[str, ...]
    exercises: tuple[str, ...]
    homework: tuple[tuple[int, ...], ...]
    notes: str
    left_out: tuple[str, ...] = ()

    @property
    def handed_out(self) -> str:
        """The homework in words: "Homework 9 or 10", or nothing."""
        said = " and ".join(" or ".join(map(str, each)) for each in self.homework)
        return f"Homework {said}" if said else ""

    @property
    def deck(self) -> str:
        """The name of its slides."""
        return f"week-{self.number:02}"


@dataclass(frozen=True, slots=True)
class Assignment:
    """One of the sample homework: the name of its master, and the hours that it takes, in words.

    >>> Assignment("06-perceptron", "three").notebook("-solution")
    'homework-06-perceptron-solution.ipynb'
    """

    name: str
    hours: str

    @property
    def number(self) -> int:
        return int(self.name[:2])

    @property
    def as_number(self) -> int:
        return NUMBERS.index(self.hours) + 1 if self.hours else 0

    @property
    def anchor(self) -> str:
        """The place of its line on a page."""
        return f"homework-{self.number}"

    def notebook(self, which: str = "") -> str:
        """Return the name of its notebook on the site (homework.kit.publish writes it)."""
        return f"homework-{self.name}{which}.ipynb"


@dataclass(frozen=True, slots=True)
class Card:
    """A chapter on the landing page, and what it is about."""

    chapter: int
    promise: str


@dataclass(frozen=True, slots=True)
class Course:
    """The weeks and the cards; ``path`` is all pages of the course in order.

    ``solutions``: whether the site offers the solutions of the sample homework.
    """

    weeks: tuple[Week, ...]
    cards: tuple[Card, ...]
    solutions: bool = True

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(page for week in self.weeks for page in week.pages)

    def minutes_of_homework(self, week: Week, root: Path) -> int:
        """Return the minutes for the homework of a week; one that takes two weeks is shared."""
        hours = {number: each.as_number for number, each in assignments(root).items()}
        weeks = [each for other in self.weeks for each in other.homework]
        return round(
            sum(
                60 * max(hours.get(number, 0) for number in each) / weeks.count(each)
                for each in week.homework
            )
        )

    def week_of(self, page: str) -> Week | None:
        """Return the week of a page, if it is on the path."""
        return next((week for week in self.weeks if page in week.pages), None)

    def beside(self, page: str) -> tuple[str, str]:
        """Return the pages before and after one on the path; empty at the ends."""
        path = ("", *self.path, "")
        at = path.index(page, 1)
        return path[at - 1], path[at + 1]


def read(root: Path) -> Course:
    """Read the course of the book in a folder; empty if it has none."""
    file = root / DATA
    return load(file, file.stat().st_mtime_ns) if file.exists() else Course((), ())


@cache
def load(file: Path, changed: int) -> Course:
    """Load a file; ``changed``, the time of its last change, keeps the cache true."""
    data = yaml.safe_load(file.read_text("utf-8"))
    weeks = [
        Week(
            number,
            given["about"],
            named(given["pages"]),
            tuple(given.get("exercises", ())),
            tuple(
                (each,) if isinstance(each, int) else tuple(each)
                for each in given.get("homework", ())
            ),
            str(given.get("notes", "")),
            tuple(given.get("left_out", ())),
        )
        for number, given in enumerate(data["weeks"], start=1)
    ]
    cards = [Card(number, promise) for number, promise in data["chapters"].items()]
    return Course(tuple(weeks), tuple(cards), data.get("solutions", True))


def assignments(root: Path) -> dict[int, Assignment]:
    """Return the assignments of the sample homework, by number."""
    found = {}
    for path in sorted((root / MASTERS).glob("[0-9][0-9]-*.md")):
        said = HOURS.search(path.read_text("utf-8"))
        found[int(path.stem[:2])] = Assignment(path.stem, said[1] if said else "")
    return found


def named(pages: Sequence[str]) -> tuple[str, ...]:
    """Return the pages as Sphinx names them."""
    return tuple(f"book/{page}" for page in pages)
