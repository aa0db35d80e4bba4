"""Write the grades as tables: for the lecturer, and in the forms that Moodle and Canvas import.

A submission that was not graded, or waits for marks, has no grade, never a zero: in grades.csv its
grade is empty, and in the other two it has no row, so that an import changes nothing.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from homework.kit.grading.result import NOTHING, UNSAFE, Result
from homework.kit.grading.submission import CANVAS, MOODLE, identity
from homework.kit.tables import file_name, read_table, write_table
from homework.kit.writing.assignment import Assignment
from homework.kit.writing.settings import Course
from tools.files import beside

EXPORTED = "exported.csv"  # grades.csv as it was then
TOLD = ".told.csv"  # grades.csv as it was when its changes were last told


def write_grades(folder: Path, assignment: Assignment, results: Sequence[Result]) -> None:
    """Write grades.csv, moodle.csv and canvas.csv."""
    names = [question.name for question in assignment.questions]
    sections = any(result.section for result in results)
    rows = [
        [
            result.id,
            _name(result),
            *([result.section] if sections else []),
            result.status,
            *(_number(q.score if (q := result.questions.get(name)) else None) for name in names),
            _number(result.late_days or None),
            _number(-result.lost or None),
            _number(result.extra or None),
            _number(result.total),
            f"{assignment.points:g}",
            "; ".join(filter(None, [result.reason, *result.notes])),
        ]
        for result in results
    ]
    head = ["student", "name", *(["section"] if sections else []), "status", *names]
    head += ["late days", "for lateness", "extra", "total", "of", "notes"]
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


def since_export(folder: Path) -> list[str]:
    """Write since-export.csv, the grades that changed since the last export, and say how many.

    Whoever has another total than then, a first one or none any more has a row: before, and now.
    """
    if not (folder / EXPORTED).exists():
        return []
    before, now = points_in(folder, EXPORTED), points_in(folder)
    rows = [
        [student, old, new]
        for student in sorted({**before, **now})
        if (old := before.get(student, {}).get("total", ""))
        != (new := now.get(student, {}).get("total", ""))
    ]
    write_table(folder / "since-export.csv", ["student", "before", "now"], rows)
    return [f"Changed since the last export: {len(rows)} (since-export.csv)"] if rows else []


def points_in(folder: Path, name: str = "grades.csv") -> dict[str, dict[str, str]]:
    """Return what grades.csv says of each student's points: by question, and the total."""
    path = folder / name
    rows = read_table(path) if path.exists() else []
    told = {"student", "name", "section", "status", "of", "notes"}
    return {row["student"]: {c: row[c] for c in row if c not in told} for row in rows}


def changes(
    before: Mapping[str, Mapping[str, str]], now: Mapping[str, Mapping[str, str]]
) -> Iterator[str]:
    """Say by student whose points are others than before.

    >>> list(changes({"ada": {"q1": "2", "total": "9"}}, {"ada": {"q1": "3", "total": "10"}}))
    ['ada: q1 2 → 3, total 9 → 10']
    """
    for student in sorted(before):
        old, new = before[student], now.get(student, {})
        names = [name for name in {**new, **old} if (old.get(name) or "") != (new.get(name) or "")]
        if names:
            said = (f"{n} {old.get(n) or '-'} → {new.get(n) or '-'}" for n in names)
            yield f"{student}: {', '.join(said)}"


def write_items(folder: Path, results: Sequence[Result]) -> None:
    """Write items.csv: one row for each student and each item of a rubric or test."""
    rows = [
        [result.id, _name(result), name, item, _number(given), f"{of:g}", question.comment]
        for result in results
        for name, question in result.questions.items()
        for item, of, given in [
            *((case.name, case.points, case.score) for case in question.cases), *question.marks,
        ]
    ]  # fmt: skip
    head = ["student", "name", "question", "item", "points", "of", "comment"]
    write_table(folder / "items.csv", head, rows)


def write_gradebook(folder: Path, settings: Course) -> None:
    """Write gradebook.csv of a course: one row per student, one column per assignment.

    The percentage has the weights of the course and leaves out the worst assignments; an assignment
    in which a student handed in nothing counts as none of its points, and while one of them is not
    graded or waits for marks there is no percentage.
    """
    tables = {path.parent.name: read_table(path) for path in sorted(folder.glob("*/grades.csv"))}
    students: dict[str, dict[str, str]] = {}
    of = {name: float(rows[0]["of"]) for name, rows in tables.items() if rows}
    for homework, rows in tables.items():
        for row in rows:
            student = students.setdefault(row["student"], {"name": row["name"]})
            student[homework] = row["total"] or row["status"]
    lines = [
        [
            number, row["name"], *(given := [row.get(name, "") for name in tables]), _sum(given),
            "" if (share := percentage(row, of, settings)) is None else f"{share:.2f}",
        ]
        for number, row in students.items()
    ]  # fmt: skip
    head = ["student", "name", *tables, "sum", "percent"]
    write_table(folder / "gradebook.csv", head, sorted(lines))


def percentage(
    points: Mapping[str, str], of: Mapping[str, float], settings: Course
) -> float | None:
    """Return the percentage of the points in a course, None while something is not graded.

    >>> of = {"01": 10.0, "02": 20.0, "03": 10.0}
    >>> percentage({"01": "10", "02": "5", "03": "0"}, of, Course(without_worst=1))
    62.5
    >>> percentage({"01": "10", "02": "waiting for marks"}, of, Course()) is None
    True
    """
    shares = []
    for name, most in of.items():
        told = points.get(name, "") or NOTHING
        weight = settings.weights.get(name, 1.0)
        if not weight:
            continue
        if told == NOTHING:
            shares.append((0.0, weight))
        elif not told.replace(".", "", 1).isdigit():
            return None
        else:
            shares.append((float(told) / most, weight))
    kept = sorted(shares)[settings.without_worst :]
    total = sum(weight for _, weight in kept)
    return 100 * sum(share * weight for share, weight in kept) / total if total else None


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


def _name(result: Result) -> str:
    return result.name or identity(result.student)[1]


def _moodle(result: Result, assignment: Assignment) -> list[str]:
    number, name = identity(result.student)[0], _name(result)
    identifier = f"Participant {number}" if MOODLE.fullmatch(result.student) else result.student
    remark = UNSAFE if UNSAFE in result.notes else ""
    return [identifier, name, _number(result.total), f"{assignment.points:g}", "", remark]


def _canvas(result: Result) -> list[str]:
    number, name = identity(result.student)[0], _name(result)
    known = CANVAS.fullmatch(result.student)
    login = "" if known else result.student
    return [name, number if known else "", "", login, result.section, _number(result.total)]
