"""Write and read what grading needs: questions, tests and rubric, as one JSON file."""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from homework.kit.tables import column_name
from homework.kit.writing.case import Case
from homework.kit.writing.master import Master
from homework.kit.writing.notebooks import Given, given_cells
from homework.kit.writing.rubric import Item
from homework.kit.writing.settings import Course
from tools.files import write

ALIKE = 0.6  # of difflib: from here on a statement is the same one, with other words


@dataclass(frozen=True)
class Graded:
    """A question for grading: with cases, or with the items of a rubric."""

    name: str
    title: str
    points: float
    cases: tuple[Case, ...]
    items: tuple[Item, ...]
    model: str = ""  # the model answer of a question that a person marks

    @property
    def manual(self) -> bool:
        """Whether a person marks it."""
        return bool(self.items)

    @property
    def columns(self) -> list[tuple[str, float]]:
        """The columns of its table of marks, each with the points that it can have."""
        items = [(item.item, item.points) for item in self.items]
        cases = [(case.name, case.points) for case in self.cases]
        return [(column_name(name, points), points) for name, points in items or cases]


@dataclass(frozen=True)
class Version:
    """What an assignment gave to students, and asked of markers, before it was changed."""

    given: tuple[Given, ...]
    columns: Mapping[str, Sequence[str]]  # of the table of marks of each question


@dataclass(frozen=True)
class Assignment:
    """An assignment for grading; ``earlier`` are the versions that may have been handed out."""

    name: str
    title: str
    course: str
    questions: tuple[Graded, ...]
    given: tuple[Given, ...] = ()
    settings: Course = field(default_factory=Course)
    earlier: tuple[Version, ...] = ()
    key: str = ""  # a hash of the course's key

    @property
    def version(self) -> Version:
        """What it gives and asks now."""
        columns = {q.name: [column for column, _ in q.columns] for q in self.questions}
        return Version(self.given, columns)

    @property
    def versions(self) -> tuple[Version, ...]:
        """All its versions, the present one first."""
        return (self.version, *self.earlier)

    @property
    def tests(self) -> str:
        """A hash of all tests and their points; results of others are of an earlier version."""
        cases = {q.name: [asdict(case) for case in q.cases] for q in self.questions}
        return hashlib.sha256(json.dumps(cases, sort_keys=True).encode()).hexdigest()[:12]

    def renamed(self) -> Iterator[str]:
        """Say which questions have got the name of another one: answers and marks are by name."""
        now = _statements(self.given)
        for version in self.earlier:
            before = _statements(version.given)
            for name, statement in now.items():
                alike = difflib.get_close_matches(statement, before.values(), 1, ALIKE)
                if alike and name in before and before[name] != alike[0]:
                    if difflib.get_close_matches(statement, [before[name]], 1, ALIKE):
                        continue
                    old = next(one for one, text in before.items() if text == alike[0])
                    yield (
                        f"{self.name}: {name} was {old} when it was handed out; leave its name "
                        f"{old}, whatever number its heading has, or answers and marks get mixed"
                    )

    def known(self, *versions: Version) -> Assignment:
        """Return the assignment with further versions of it."""
        all_of = list(self.earlier)
        all_of += [one for one in versions if one != self.version and one not in all_of]
        return replace(self, earlier=tuple(all_of))

    @property
    def manual(self) -> frozenset[str]:
        """The names of the questions that a person marks."""
        return frozenset(question.name for question in self.questions if question.manual)

    @property
    def points(self) -> float:
        """All points together."""
        return sum(question.points for question in self.questions)


def _statements(given: Sequence[Given]) -> dict[str, str]:
    """Return the text of each question without its heading, which has its number."""
    found: dict[str, str] = {}
    for cell in given:
        if cell.question and cell.kind == "markdown":
            text = "\n".join(line for line in cell.source.split("\n") if line[:1] != "#")
            found[cell.question] = found.get(cell.question, "") + text
    return found


def assignment_of(
    master: Master, rubric: Mapping[str, Sequence[Item]], settings: Course | None = None
) -> Assignment:
    """Return what grading needs of a master, its rubric and the settings of the course."""
    settings = settings or Course()
    questions = (
        Graded(
            part.name, part.title, part.points, part.cases, tuple(rubric.get(part.name, ())),
            "\n\n".join(cell.source for cell in part.cells if cell.answer) if part.manual else "",
        )
        for part in master.questions
    )  # fmt: skip
    given = tuple(given_cells(master, settings))
    return Assignment(master.name, master.title, master.course, tuple(questions), given, settings)


def write_assignment(assignment: Assignment, path: Path) -> None:
    """Write an assignment as JSON."""
    write(path, json.dumps(asdict(assignment), indent=1) + "\n")


def read_assignment(path: Path) -> Assignment:
    """Read an assignment that ``write_assignment`` wrote."""
    found = json.loads(path.read_text(encoding="utf-8"))
    questions = tuple(
        Graded(**{
            **question,
            "cases": tuple(
                Case(**{**case, "arguments": tuple(case["arguments"])})
                for case in question["cases"]
            ),
            "items": tuple(Item(**item) for item in question["items"]),
        })
        for question in found["questions"]
    )  # fmt: skip
    read = {
        "questions": questions,
        "given": tuple(Given(**cell) for cell in found["given"]),
        "settings": Course.of(found["settings"]),
        "earlier": versions_of(found.get("earlier", ())),
    }
    return Assignment(**{**found, **read})


def versions_of(found: Sequence[Mapping[str, Any]]) -> tuple[Version, ...]:
    """Return the versions that were written as JSON data."""
    return tuple(
        Version(tuple(Given(**cell) for cell in one["given"]), one["columns"]) for one in found
    )
