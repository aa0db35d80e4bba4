"""Write the grades as tables: for the lecturer, and in the forms that Moodle and Canvas import.

A submission that was not graded, or waits for marks, has no grade, never a zero: in grades.csv its
grade is empty, and in the other two it has no row, so that an import changes nothing.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from homework.kit.grading.result import UNSAFE, Result
from homework.kit.grading.submission import CANVAS, MOODLE, identity
from homework.kit.tables import file_name, read_table, write_table
from homework.kit.writing.assignment import Assignment
from tools.files import beside


def write_grades(folder: Path, assignment: Assignment, results: Sequence[Result]) -> None:
    """Write grades.csv, moodle.csv and canvas.csv."""
    names = [question.name for question in assignment.questions]
    rows = [
        [
            result.id,
            identity(result.student)[1],
            result.status,
            *(_number(q.score if (q := result.questions.get(name)) else None) for name in names),
            _number(result.late_days or None),
            _number(result.extra or None),
            _number(result.total),
            f"{assignment.points:g}",
            "; ".join(filter(None, [result.reason, *result.notes])),
        ]
        for result in results
    ]
    head = ["student", "name", "status", *names, "late days", "extra", "total", "of", "notes"]
    write_table(folder / "grades.csv", head, rows)
    complete = [result for result in results if result.total is not None]
    write_table(
        folder / "moodle.csv",
        ["Identifier", "Full name", "Grade", "Maximum Grade", "Last modified (grade)", "Remark"],
        [_moodle(result, assignment) for result in complete],
    )
    unsafe = any(UNSAFE in result.notes for result in complete)
    title = assignment.title + (f" ({UNSAFE})" if unsafe else "")
    head = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", title]
    possible = ["Points Possible", "", "", "", "", f"{assignment.points:g}"]
    write_table(folder / "canvas.csv", head, [possible, *map(_canvas, complete)])


def points_in(folder: Path) -> dict[str, dict[str, str]]:
    """Return what grades.csv says of each student's points: by question, and the total."""
    path = folder / "grades.csv"
    rows = read_table(path) if path.exists() else []
    told = {"student", "name", "status", "of", "notes"}
    return {row["student"]: {c: row[c] for c in row if c not in told} for row in rows}


def changes(
    before: Mapping[str, Mapping[str, str]], now: Mapping[str, Mapping[str, str]]
) -> Iterator[str]:
    """Say by student whose points are others than before.

    >>> list(changes({"ada": {"q1": "2", "total": "9"}}, {"ada": {"q1": "3", "total": "10"}}))
    ['ada: q1 2 → 3, total 9 → 10']
    """
    for student in before.keys() & now.keys():
        old, new = before[student], now[student]
        names = [name for name in {**new, **old} if (old.get(name) or "") != (new.get(name) or "")]
        if names:
            said = (f"{n} {old.get(n) or '-'} → {new.get(n) or '-'}" for n in names)
            yield f"{student}: {', '.join(said)}"


def write_gradebook(folder: Path) -> None:
    """Write gradebook.csv of a course: one row per student, one column per assignment."""
    tables = {path.parent.name: read_table(path) for path in sorted(folder.glob("*/grades.csv"))}
    students: dict[str, dict[str, str]] = {}
    for homework, rows in tables.items():
        for row in rows:
            student = students.setdefault(row["student"], {"name": row["name"]})
            student[homework] = row["total"] or row["status"]
    lines = [
        [number, row["name"], *(given := [row.get(name, "") for name in tables]), _sum(given)]
        for number, row in students.items()
    ]
    write_table(folder / "gradebook.csv", ["student", "name", *tables, "sum"], sorted(lines))


def pack_feedback(folder: Path, assignment: Assignment, pages: Mapping[str, str]) -> None:
    """Pack the pages of feedback under names that Moodle and Canvas know."""
    with (
        beside(folder / "feedback.zip") as new,
        zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for student, page in pages.items():
            if MOODLE.fullmatch(student):
                name = f"{student}/feedback-{assignment.name}.html"
            else:
                name = f"{student if CANVAS.fullmatch(student) else file_name(student)}.html"
            archive.writestr(name, page)


def _sum(totals: Sequence[str]) -> str:
    numbers = [float(text) for text in totals if text.replace(".", "", 1).isdigit()]
    return _number(sum(numbers) if numbers else None)


def _number(score: float | None) -> str:
    return "" if score is None else f"{score:.10g}"


def _moodle(result: Result, assignment: Assignment) -> list[str]:
    number, name, _ = identity(result.student)
    identifier = f"Participant {number}" if MOODLE.fullmatch(result.student) else result.student
    remark = UNSAFE if UNSAFE in result.notes else ""
    return [identifier, name, _number(result.total), f"{assignment.points:g}", "", remark]


def _canvas(result: Result) -> list[str]:
    number, name, _ = identity(result.student)
    known = CANVAS.fullmatch(result.student)
    login = "" if known else result.student
    return [name, number if known else "", "", login, "", _number(result.total)]
