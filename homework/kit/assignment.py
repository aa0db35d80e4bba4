"""What grading needs of an assignment: its questions, tests and rubric, as one JSON file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from homework.kit.case import Case
from homework.kit.master import Master
from homework.kit.rubric import Item


@dataclass(frozen=True)
class Graded:
    """A question as grading sees it: with cases, or with the items of a rubric."""

    name: str
    title: str
    points: float
    cases: tuple[Case, ...]
    items: tuple[Item, ...]

    @property
    def manual(self) -> bool:
        """Whether a person marks it."""
        return bool(self.items)


@dataclass(frozen=True)
class Assignment:
    """An assignment as grading sees it."""

    name: str
    title: str
    course: str
    questions: tuple[Graded, ...]

    @property
    def points(self) -> float:
        """All points together."""
        return sum(question.points for question in self.questions)


def assignment_of(master: Master, rubric: Mapping[str, Sequence[Item]]) -> Assignment:
    """Return what grading needs of a master and its rubric."""
    questions = (
        Graded(part.name, part.title, part.points, part.cases, tuple(rubric.get(part.name, ())))
        for part in master.questions
    )
    return Assignment(master.name, master.title, master.course, tuple(questions))


def write_assignment(assignment: Assignment, path: Path) -> None:
    """Write the file that ``read_assignment`` reads."""
    path.write_text(json.dumps(asdict(assignment), indent=1) + "\n", encoding="utf-8")


def read_assignment(path: Path) -> Assignment:
    """Return the assignment of a file that ``make homework`` wrote."""
    found = json.loads(path.read_text(encoding="utf-8"))
    questions = [
        Graded(
            name=question["name"],
            title=question["title"],
            points=question["points"],
            cases=tuple(
                Case(**{**case, "arguments": tuple(case["arguments"])})
                for case in question["cases"]
            ),
            items=tuple(Item(**item) for item in question["items"]),
        )
        for question in found["questions"]
    ]
    return Assignment(found["name"], found["title"], found["course"], tuple(questions))
