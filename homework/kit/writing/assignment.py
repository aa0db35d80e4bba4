"""Write and read what grading needs: questions, tests and rubric, as one JSON file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from homework.kit.writing.case import Case
from homework.kit.writing.master import Master
from homework.kit.writing.notebooks import Given, given_cells
from homework.kit.writing.rubric import Item
from homework.kit.writing.settings import Course
from tools.files import write


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


@dataclass(frozen=True)
class Assignment:
    """An assignment for grading."""

    name: str
    title: str
    course: str
    questions: tuple[Graded, ...]
    given: tuple[Given, ...] = ()
    settings: Course = field(default_factory=Course)

    @property
    def manual(self) -> frozenset[str]:
        """The names of the questions that a person marks."""
        return frozenset(question.name for question in self.questions if question.manual)

    @property
    def points(self) -> float:
        """All points together."""
        return sum(question.points for question in self.questions)


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
    given = tuple(Given(**cell) for cell in found["given"])
    settings = Course.of(found["settings"])
    return Assignment(**{**found, "questions": questions, "given": given, "settings": settings})
