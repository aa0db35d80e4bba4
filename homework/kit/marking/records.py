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
import math
import os
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from homework.kit.grading.result import Result, result_from
from homework.kit.marking.marks import MarkError, read
from homework.kit.tables import decimal, write_table
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
    for line in _lines(folder):
        # not the last line of a run that was stopped, nor what comes after the last line
        with contextlib.suppress(KeyError, TypeError, ValueError):
            found.append(result_from(json.loads(line)))
    return found


def _lines(folder: Path) -> list[str]:
    path = folder / RESULTS
    return path.read_text(encoding="utf-8", errors="replace").split("\n") if path.exists() else []


def spoilt(folder: Path) -> Iterator[str]:
    """Say which lines of the record cannot be read, but for the last one of a stopped run."""
    for number, line in enumerate(_lines(folder)[:-1], start=1):
        try:
            result_from(json.loads(line))
        except (KeyError, TypeError, ValueError):
            yield f"{RESULTS}, line {number} cannot be read: grade that submission again."


def that_count(folder: Path, everything: Sequence[Result], counts: str = "last") -> list[Result]:
    """Return the results that count: at most one per student, by name."""
    by: defaultdict[str, list[Result]] = defaultdict(list)
    for result in everything:
        by[result.id].append(result)
    chosen = choices(folder)
    for student, choice in chosen.items():
        if choice != NONE and choice not in [one.graded_at for one in by.get(student, ())]:
            raise MarkError(
                f"{STUDENTS}, {student}: no submission has the time {choice!r}; "
                "submissions.csv lists them"
            )
    counting = (
        _counts(results, counts, chosen.get(student, ""))
        for student, results in by.items()
        if chosen.get(student) != NONE
    )
    return sorted(counting, key=lambda result: (result.student.lower(), result.id))


def choices(folder: Path) -> dict[str, str]:
    """Return the submissions that were chosen, or NONE, by student."""
    rows = _rows(folder)
    told = {student: (row.get(CHOICE) or "").strip() for student, row in rows.items()}
    return {student: choice for student, choice in told.items() if choice}


def _counts(results: Sequence[Result], counts: str, time: str) -> Result:
    """Return the result that counts: of each notebook the last one, of the notebooks the last new.

    A folder that is graded again does not make its notebooks newer.
    """
    if chosen := [one for one in results if time and one.graded_at == time]:
        same = [one for one in results if chosen[-1].notebook and one.graded]
        return [*chosen, *(one for one in same if one.notebook == chosen[-1].notebook)][-1]
    latest: dict[object, Result] = {}  # by notebook, in the order in which each came first
    for number, one in enumerate(results):
        if one.graded:
            latest[one.notebook or number] = one
    if not latest:
        return results[-1]
    graded = list(latest.values())
    best = max(graded, key=lambda one: (one.kept * one.so_far, one.graded_at))
    counting = best if counts == "best" else graded[-1]
    for later in results[results.index(counting) + 1 :]:
        if not later.graded:
            counting.notes.append(f"a later submission could not be graded: {later.reason}")
    return counting


def read_records(folder: Path) -> list[Result]:
    """Return the last gradable result of each student, or the one that was chosen."""
    return that_count(folder, all_records(folder))


def late_by(everything: Iterable[Result]) -> dict[tuple[str, str], float]:
    """Return the days late of each submission that was graded, by student and notebook."""
    return {(one.id, one.notebook): one.late_days for one in everything if one.notebook}


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


def update_students(folder: Path, results: Iterable[Result]) -> None:
    """Add the rows that are missing; columns of the lecturer's own stay."""
    rows = _rows(folder)
    for result in results:
        rows.setdefault(result.id, {"student": result.id, "name": result.name or result.student})
    _write_rows(folder, rows)


def rename_students(folder: Path, ids: Collection[str], find: Callable[[str], str]) -> list[str]:
    """Put entries under the ids that students have now; return whose entries count for nobody.

    A spreadsheet may have removed zeros, and a roster gives other ids than a platform.
    """
    rows, lost = _rows(folder), []
    for student in [student for student in rows if student not in ids]:
        owners = {id for id in ids if id.lstrip("0") == student.lstrip("0")} or {find(student)}
        filled = [column for column in HEAD[2:] if rows[student].get(column)]
        owner = owners.pop() if len(owners) == 1 else ""
        if owner in ids and not any(rows.get(owner, {}).get(column) for column in HEAD[2:]):
            rows[owner] = rows.pop(student) | {"student": owner}
        elif filled:
            lost.append(f"{STUDENTS}: the row of {student!r} matches no student")
    _write_rows(folder, rows)
    return lost


def _write_rows(folder: Path, rows: Mapping[str, Mapping[str, str]]) -> None:
    own = dict.fromkeys(column for row in rows.values() for column in row if column not in HEAD)
    head = [*HEAD, *own]
    table = [[row.get(column) or "" for column in head] for row in rows.values()]
    write_table(folder / STUDENTS, head, table)


def _rows(folder: Path) -> dict[str, dict[str, str]]:
    path = folder / STUDENTS
    rows = read(path) if path.exists() else []
    for column in HEAD[:-1]:
        if rows and column not in rows[0]:
            raise MarkError(f"{STUDENTS}, line 1: the column {column!r} is gone; put its name back")
    return {row["student"]: row for row in rows}


def _number(row: Mapping[str, str], column: str, path: Path) -> float | None:
    text = row.get(column)
    try:
        number = decimal(text)
        if number is not None and not (
            math.isfinite(number) and (number >= 0 or column != HEAD[2])
        ):
            raise ValueError
        return number
    except ValueError as error:
        raise MarkError(
            f"{path.name}, {row.get('student')}, {column}: {text!r} is not a number"
        ) from error
