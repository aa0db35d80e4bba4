"""Sheets for the questions that a person marks: one page to read, one table to fill in, a question.

``q4.html`` shows all answers below the rubric; ``q4.csv`` has one row a student and one column an
item.  A blank answer has its zeros already.  The table is kept when grading runs again: marks
that were given stay, new submissions are added.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path

from homework.kit.assignment import Assignment, Graded
from homework.kit.pages import page
from homework.kit.result import Result
from homework.kit.rubric import Item
from homework.kit.tables import plain, read_table, write_table

STUDENT, COMMENT = "student", "comment"


class MarkError(ValueError):
    """A mark that is no number, or more than the item has points."""


def write_sheets(folder: Path, assignment: Assignment, results: Sequence[Result]) -> None:
    """Write page and table of each manual question; marks already given are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    graded = [result for result in results if result.graded]
    for question in assignment.questions:
        if question.manual:
            text = _sheet(question, graded)
            (folder / f"{question.name}.html").write_text(text, encoding="utf-8")
            _write_marks(folder / f"{question.name}.csv", question, graded)


def merge_marks(folder: Path, assignment: Assignment, results: Sequence[Result]) -> None:
    """Put the marks of the tables into the results; raises MarkError with file, row and column."""
    for question in assignment.questions:
        path = folder / f"{question.name}.csv"
        if not question.manual or not path.exists():
            continue
        rows = _given(path, question)
        for result in results:
            row = rows.get(plain(result.student))
            if result.graded and row:
                mine = result.questions[question.name]
                mine.marks = [
                    (item.item, item.points, _mark(row, item, path)) for item in question.items
                ]
                marks = [mark for _, _, mark in mine.marks]
                mine.comment = row.get(COMMENT) or ""
                mine.score = None if None in marks else sum(mark or 0 for mark in marks)


def _given(path: Path, question: Graded) -> dict[str, dict[str, str]]:
    """The rows of a table that was filled in; raises MarkError if a column is gone."""
    try:
        rows = read_table(path)
    except UnicodeDecodeError as error:
        raise MarkError(f"{path.name}: not UTF-8; save it as CSV in UTF-8") from error
    for column in [STUDENT, *map(_column, question.items), COMMENT]:
        if rows and column not in rows[0]:
            raise MarkError(
                f"{path.name}, line 1: the column {column!r} is gone; put its name back, so that "
                "no mark is lost"
            )
    return {row[STUDENT]: row for row in rows}


def _mark(row: dict[str, str], item: Item, path: Path) -> float | None:
    column = _column(item)
    text = (row.get(column) or "").strip().replace(",", ".")
    if not text:
        return None
    try:
        mark = float(text)
    except ValueError:
        mark = -1.0
    if not 0 <= mark <= item.points:
        raise MarkError(
            f"{path.name}, {row[STUDENT]}, {column}: {text!r} is not between 0 and {item.points:g}"
        )
    return mark


def _column(item: Item) -> str:
    return f"{item.item} (of {item.points:g})"


def _write_marks(path: Path, question: Graded, results: Sequence[Result]) -> None:
    columns = [_column(item) for item in question.items]
    kept = _given(path, question) if path.exists() else {}
    rows = []
    for result in results:
        marks = [given for _, _, given in result.questions[question.name].marks]
        fresh = {
            c: "" if mark is None else f"{mark:g}" for c, mark in zip(columns, marks, strict=True)
        }
        comment = {"": "no answer", None: "the place of the answer is gone: see the notebook"}
        answer = result.answers.get(question.name)
        fresh[COMMENT] = comment.get(answer, "")
        old = kept.pop(plain(result.student), {})
        rows.append([result.student, *(old.get(c) or fresh[c] for c in [*columns, COMMENT])])
    rows += [[row.get(c, "") for c in [STUDENT, *columns, COMMENT]] for row in kept.values()]
    write_table(path, [STUDENT, *columns, COMMENT], rows)


def _sheet(question: Graded, results: Sequence[Result]) -> str:
    items = "".join(
        f"<li><b>{html.escape(item.item)}</b>, {item.points:g}: {html.escape(item.look_for)} "
        f"<i>Typical gap: {html.escape(item.typical_gap)}</i></li>"
        for item in question.items
    )
    body = [f"<h2>What to look for</h2><ol>{items}</ol>"]
    for result in results:
        answer = result.answers.get(question.name)
        text = (
            "The place of the answer is gone: look at the notebook." if answer is None else answer
        )
        shown = html.escape(text) or "<i>no answer</i>"
        body.append(f"<h2>{html.escape(result.student)}</h2><pre>{shown}</pre>")
    return page(f"{question.name}: {question.title}", "".join(body))
