"""The marks that a person gives: one table per question, filled in on the marking page or by hand.

A question marked by a person has a column for each item of its rubric.  A question with tests has a
column for each test, empty unless a person corrects its points, with a reason in the comment.  A
mark belongs to the answer that the last column names: when the student hands in another one, a new
row waits for marks and the old row stays below.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from homework.kit.grading.result import QuestionResult, Result, column_name
from homework.kit.tables import decimal, read_table, write_table
from homework.kit.writing.assignment import Assignment, Graded

STUDENT, NAME, COMMENT, ANSWER = "student", "name", "comment", "answer"
Row = dict[str, str]
Key = tuple[str, str]  # student and answer


class MarkError(ValueError):
    """A table or a mark that cannot be used; the message says where and why."""


def columns(question: Graded) -> list[tuple[str, float]]:
    """Return the columns for marks of a question, each with the points that it can have."""
    items = [(item.item, item.points) for item in question.items]
    cases = [(case.name, case.points) for case in question.cases]
    return [(column_name(name, points), points) for name, points in items or cases]


def rows_of(folder: Path, question: Graded) -> dict[Key, Row]:
    """Read the table of a question; raises MarkError if a column is gone."""
    path = folder / f"{question.name}.csv"
    if not path.exists():
        return {}
    try:
        rows = read_table(path)
    except UnicodeDecodeError as error:
        raise MarkError(f"{path.name}: not UTF-8; save it as CSV in UTF-8") from error
    for column in (STUDENT, *(column for column, _ in columns(question)), COMMENT, ANSWER):
        if rows and column not in rows[0]:
            raise MarkError(
                f"{path.name}, line 1: the column {column!r} is gone; put its name back, so that "
                "no mark is lost"
            )
    return {(row[STUDENT].lstrip("0"), row[ANSWER]): row for row in rows}


def answer_of(result: Result, question: Graded) -> str:
    """Return the hash of the answer to which a mark of this question belongs."""
    return result.mark_belongs_to(question.name, manual=question.manual)


def update_tables(folder: Path, assignment: Assignment, results: Sequence[Result]) -> None:
    """Write the tables with a row for each answer; what was filled in is kept."""
    folder.mkdir(parents=True, exist_ok=True)
    for question in assignment.questions:
        rows = rows_of(folder, question)
        now = {}
        for result in (result for result in results if result.graded):
            key = _key(result.id, answer_of(result, question))
            now[key] = rows.pop(key, {}) | {
                STUDENT: result.id, NAME: result.student, ANSWER: answer_of(result, question),
            }  # fmt: skip
        old = {key: row for key, row in rows.items() if _filled(row, question)}
        _write(folder / f"{question.name}.csv", question, [*now.values(), *old.values()])


def merge_marks(folder: Path, assignment: Assignment, results: Sequence[Result]) -> None:
    """Put marks, corrections and comments into the results, or raise MarkError."""
    for question in assignment.questions:
        rows, file = rows_of(folder, question), f"{question.name}.csv"
        for result in (result for result in results if result.graded):
            mine = result.questions[question.name]
            row = rows.get(_key(result.id, answer_of(result, question)), {})
            mine.comment = row.get(COMMENT) or ""
            marks = [_mark(row, column, points, file) for column, points in columns(question)]
            if question.manual:
                _merge_items(mine, question, marks, result)
            else:
                _merge_corrections(mine, marks, f"{file}, {result.id}")


def save_mark(
    folder: Path,
    question: Graded,
    student: str,
    answer: str,
    marks: Mapping[str, str],
    comment: str,
) -> None:
    """Write marks and comment into the row of their answer, or raise MarkError."""
    rows, file = rows_of(folder, question), f"{question.name}.csv"
    row = rows.get(_key(student, answer))
    if row is None:
        raise MarkError("this answer is no longer the one to mark; load the page again")
    most = dict(columns(question))
    if unknown := marks.keys() - most.keys():
        raise MarkError(f"there is no column {', '.join(sorted(unknown))}")
    fresh = {**row, **marks, COMMENT: comment}
    given = [_mark(fresh, column, points, file) for column, points in most.items()]
    if not question.manual and any(mark is not None for mark in given) and not comment.strip():
        raise MarkError("a correction needs a reason: write it into the comment")
    rows[_key(student, answer)] = fresh
    _write(folder / file, question, list(rows.values()))


def strangers(folder: Path, assignment: Assignment, results: Sequence[Result]) -> list[str]:
    """List the rows that belong to no student: a spreadsheet may have changed a name."""
    known = {_key(result.id, "") for result in results}
    return [
        f"{question.name}.csv: nobody handed in as {row[STUDENT]!r}"
        for question in assignment.questions
        for row in rows_of(folder, question).values()
        if _key(row[STUDENT], "") not in known
    ]


def _merge_items(
    mine: QuestionResult, question: Graded, marks: Sequence[float | None], result: Result
) -> None:
    """Put marks into a result; for nothing handed in they are zero, which no table shows."""
    nothing = result.nothing(question.name)
    given = [0.0 if mark is None and nothing else mark for mark in marks]
    mine.marks = [
        (item.item, item.points, mark) for item, mark in zip(question.items, given, strict=True)
    ]
    if nothing and not mine.comment:
        mine.comment = "no answer"


def _merge_corrections(mine: QuestionResult, marks: Sequence[float | None], where: str) -> None:
    if any(mark is not None for mark in marks) and not mine.comment.strip():
        raise MarkError(f"{where}: a correction needs a reason in the column {COMMENT!r}")
    for case, mark in zip(mine.cases, marks, strict=True):
        case.corrected = mark


def _key(student: str, answer: str) -> Key:
    return student.lstrip("0"), answer  # a spreadsheet may have removed the zeros


def _filled(row: Row, question: Graded) -> bool:
    return any(row.get(name) for name in (COMMENT, *(column for column, _ in columns(question))))


def _write(path: Path, question: Graded, rows: Sequence[Row]) -> None:
    head = [STUDENT, NAME, *(column for column, _ in columns(question)), COMMENT, ANSWER]
    write_table(path, head, [[row.get(column) or "" for column in head] for row in rows])


def _mark(row: Row, column: str, most: float, file: str) -> float | None:
    text = row.get(column)
    with contextlib.suppress(ValueError):
        mark = decimal(text)
        if mark is None or 0 <= mark <= most:
            return mark
    raise MarkError(f"{file}, {row.get(STUDENT)}, {column}: {text!r} is not from 0 to {most:g}")
