"""The record of a term: one line for each submission that was graded, never removed.

``results.jsonl`` grows while the class is graded, so that a run that is stopped loses nothing.  The
last gradable submission of a student counts, or the best one (``counts`` in ``course.yml``).
In ``students.csv`` a lecturer enters days late, extra points and the reason for them, and whether
another submission counts: its time, as in ``submissions.csv``, or "none".
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from homework.kit.grading.result import Result, result_from
from homework.kit.marking.marks import MarkError
from homework.kit.tables import decimal, read_table, write_table
from homework.kit.writing.settings import Course
from tools.files import write

RESULTS, STUDENTS = "results.jsonl", "students.csv"
CHOICE, NONE = "submission", "none"
HEAD = ["student", "name", "late days", "extra points", "reason", CHOICE]


def add_record(folder: Path, result: Result, files: Mapping[str, str]) -> None:
    """Append the result of one submission, and keep the files handed in with it."""
    (folder / "handed-in").mkdir(parents=True, exist_ok=True)
    for place, content in files.items():
        write(folder / place, base64.b64decode(content))
    result.graded_at = now()
    with (folder / RESULTS).open("a+b") as file:
        if file.tell() and (file.seek(-1, os.SEEK_END), file.read(1))[1] != b"\n":
            file.write(b"\n")  # a run was stopped in the middle of a line
        file.write(json.dumps(result.as_data()).encode() + b"\n")


def now() -> str:
    """Return the time as it is recorded."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def all_records(folder: Path) -> list[Result]:
    """Return the results of all submissions, in the order in which they were graded."""
    found = []
    path = folder / RESULTS
    lines = path.read_text(encoding="utf-8").split("\n") if path.exists() else []
    for line in lines:
        # not the last line of a run that was stopped, nor what comes after the last line
        with contextlib.suppress(KeyError, TypeError, ValueError):
            found.append(result_from(json.loads(line)))
    return found


def that_count(folder: Path, everything: Sequence[Result], counts: str = "last") -> list[Result]:
    """Return the results that count: at most one per student, by name."""
    chosen = {student: row.get(CHOICE, "") for student, row in _rows(folder).items()}
    by: defaultdict[str, list[Result]] = defaultdict(list)
    for result in everything:
        by[result.id].append(result)
    found = []
    for student, results in by.items():
        choice = (chosen.get(student) or "").strip()
        if choice and choice != NONE:
            results = [one for one in results if one.graded_at == choice]
            if not results:
                raise MarkError(
                    f"{STUDENTS}, {student}: no submission has the time {choice!r}; "
                    "submissions.csv lists them"
                )
        if choice != NONE:
            found.append(_counts(results, counts))
    return sorted(found, key=lambda result: (result.student.lower(), result.id))


def _counts(results: Sequence[Result], counts: str) -> Result:
    graded = [one for one in results if one.graded]
    if not graded:
        return results[-1]
    best = max(graded, key=lambda one: (one.kept * one.so_far, one.graded_at))
    counting = best if counts == "best" else graded[-1]
    for later in results[results.index(counting) + 1 :]:
        if not later.graded:
            counting.notes.append(f"a later submission could not be graded: {later.reason}")
    return counting


def read_records(folder: Path) -> list[Result]:
    """Return the last gradable result of each student, or the one that was chosen."""
    return that_count(folder, all_records(folder))


def late_by(folder: Path) -> dict[tuple[str, str], float]:
    """Return the days late of each submission that was graded, by student and notebook."""
    return {(one.id, one.notebook): one.late_days for one in all_records(folder) if one.notebook}


def write_submissions(
    folder: Path, everything: Sequence[Result], results: Sequence[Result]
) -> None:
    """Write the list of all submissions, and which of them count."""
    counting = [(one.id, one.graded_at) for one in results]
    rows = [
        [one.id, one.graded_at, one.file, one.dated,
         f"{one.late_days:g}" if one.late_days else "", f"{one.so_far:g}",
         "yes" if (one.id, one.graded_at) in counting else "", one.reason]
        for one in sorted(everything, key=lambda one: (one.student.lower(), one.graded_at))
    ]  # fmt: skip
    head = ["student", "time", "file", "file of", "late days", "points so far", "counts", "notes"]
    write_table(folder / "submissions.csv", head, rows)


def lateness(folder: Path, results: Iterable[Result], settings: Course) -> None:
    """Read days late, extra points and their reason into the results."""
    rows, path = _rows(folder), folder / STUDENTS
    for result in results:
        row = rows.get(result.id, {})
        late, extra = (_number(row, column, path) for column in HEAD[2:4])
        result.late_days = result.late_days if late is None else late
        result.kept = settings.kept(result.late_days)
        result.extra, result.why = extra or 0.0, row.get("reason") or ""


def update_students(folder: Path, results: Sequence[Result]) -> None:
    """Add the rows that are missing."""
    rows = _rows(folder)
    for result in results:
        rows.setdefault(result.id, {"student": result.id, "name": result.name or result.student})
    lines = [[row.get(column) or "" for column in HEAD] for row in rows.values()]
    write_table(folder / STUDENTS, HEAD, lines)


def _rows(folder: Path) -> dict[str, dict[str, str]]:
    path = folder / STUDENTS
    return {row["student"]: row for row in read_table(path)} if path.exists() else {}


def _number(row: Mapping[str, str], column: str, path: Path) -> float | None:
    text = row.get(column)
    try:
        return decimal(text)
    except ValueError as error:
        raise MarkError(
            f"{path.name}, {row.get('student')}, {column}: {text!r} is not a number"
        ) from error
