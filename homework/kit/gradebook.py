"""The grades as tables: for you, and in the shapes that Moodle and Canvas import.

A submission that was not graded, or waits for marks, has no grade: never a zero.  In grades.csv its
grade is empty; in the other two it has no row, so that an import changes nothing.
The names of files and folders that these platforms give carry the number of the student:
``Ada Lovelace_4711_assignsubmission_file`` (Moodle), ``lovelaceada_4711_99_homework`` (Canvas).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from homework.kit.assignment import Assignment
from homework.kit.result import Result
from homework.kit.tables import write_table

MOODLE = re.compile(r"(?P<name>.+)_(?P<number>\d+)_assignsubmission_.*")
CANVAS = re.compile(r"(?P<name>[^_]+)_(?:LATE_)?(?P<number>\d+)_\d+_.*")


def write_gradebooks(folder: Path, assignment: Assignment, results: Sequence[Result]) -> None:
    """Write grades.csv, moodle.csv and canvas.csv."""
    names = [question.name for question in assignment.questions]
    grades = [
        [
            result.student,
            result.status,
            *(_number(q.score if (q := result.questions.get(name)) else None) for name in names),
            _number(result.total),
            f"{assignment.points:g}",
            "; ".join(filter(None, [result.reason, *result.notes])),
        ]
        for result in results
    ]
    write_table(
        folder / "grades.csv", ["student", "status", *names, "total", "of", "notes"], grades
    )
    complete = [result for result in results if result.total is not None]
    write_table(
        folder / "moodle.csv",
        ["Identifier", "Full name", "Grade", "Maximum Grade", "Last modified (grade)"],
        [_moodle(result, assignment) for result in complete],
    )
    head = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", assignment.title]
    possible = ["Points Possible", "", "", "", "", f"{assignment.points:g}"]
    rows = [_canvas(result) for result in complete]
    write_table(folder / "canvas.csv", head, [possible, *rows])


def _number(score: float | None) -> str:
    return "" if score is None else f"{score:g}"


def _moodle(result: Result, assignment: Assignment) -> list[str]:
    found = MOODLE.fullmatch(result.student)
    identifier = f"Participant {found['number']}" if found else result.student
    name = found["name"] if found else result.student
    return [identifier, name, _number(result.total), f"{assignment.points:g}", ""]


def _canvas(result: Result) -> list[str]:
    found = CANVAS.fullmatch(result.student)
    if found:
        return [found["name"], found["number"], "", "", "", _number(result.total)]
    return [result.student, "", "", result.student, "", _number(result.total)]
