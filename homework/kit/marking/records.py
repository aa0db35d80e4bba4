"""The record of a term: one line for each submission that was graded, never removed.

``results.jsonl`` grows while the class is graded, so that a run that is stopped loses nothing.  The
last gradable submission of each student counts.  In ``students.csv`` a lecturer enters days late,
extra points and the reason for them.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from homework.kit.grading.result import Result, result_from
from homework.kit.marking.marks import MarkError
from homework.kit.tables import decimal, read_table, write_table
from homework.kit.writing.settings import Course
from tools.files import write

RESULTS, STUDENTS = "results.jsonl", "students.csv"
HEAD = ["student", "name", "late days", "extra points", "reason"]


def add_record(folder: Path, result: Result, files: Mapping[str, str]) -> None:
    """Append the result of one submission, and keep the files handed in with it."""
    (folder / "handed-in").mkdir(parents=True, exist_ok=True)
    for place, content in files.items():
        write(folder / place, base64.b64decode(content))
    result.graded_at = datetime.now(UTC).isoformat(timespec="seconds")
    with (folder / RESULTS).open("a+b") as file:
        if file.tell() and (file.seek(-1, os.SEEK_END), file.read(1))[1] != b"\n":
            file.write(b"\n")  # a run was stopped in the middle of a line
        file.write(json.dumps(result.as_data()).encode() + b"\n")


def read_records(folder: Path) -> list[Result]:
    """Return the results that count: one per student, by name."""
    counts: dict[str, Result] = {}
    path = folder / RESULTS
    lines = path.read_text(encoding="utf-8").split("\n") if path.exists() else []
    for line in lines:
        try:
            result = result_from(json.loads(line))
        except (KeyError, TypeError, ValueError):
            continue  # the last line of a run that was stopped, or what comes after the last line
        before = counts.get(result.id)
        if before and before.graded and not result.graded:
            before.notes.append(f"a later submission could not be graded: {result.reason}")
        else:
            counts[result.id] = result
    return sorted(counts.values(), key=lambda result: (result.student.lower(), result.id))


def update_students(folder: Path, results: Sequence[Result], settings: Course) -> None:
    """Read days late and extra points into the results, and add missing rows."""
    path = folder / STUDENTS
    rows = {row["student"]: row for row in read_table(path)} if path.exists() else {}
    for result in results:
        row = rows.setdefault(result.id, {"student": result.id, "name": result.student})
        late, extra = (_number(row, column, path) for column in HEAD[2:4])
        result.late_days = result.late_days if late is None else late
        result.kept = settings.kept(result.late_days)
        result.extra, result.why = extra or 0.0, row.get("reason") or ""
    write_table(path, HEAD, [[row.get(column) or "" for column in HEAD] for row in rows.values()])


def _number(row: Mapping[str, str], column: str, path: Path) -> float | None:
    text = row.get(column)
    try:
        return decimal(text)
    except ValueError as error:
        raise MarkError(
            f"{path.name}, {row['student']}, {column}: {text!r} is not a number"
        ) from error
