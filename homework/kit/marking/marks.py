"""The marks that a person gives: one table per question, filled in on the marking page or by hand.

A question marked by a person has a column for each item of its rubric.  A question with tests has a
column for each test, empty unless a person corrects its points, with a reason in the comment.  A
mark belongs to the answer that the last column names: when the student hands in another one, a new
row waits for marks and the old row stays below.

When the assignment changes, a mark follows its item or test.  What no item or test of today asks
for stays in a column of its own and does not count.
"""

from __future__ import annotations

import contextlib
import fcntl
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from homework.kit.grading.result import QuestionResult, Result
from homework.kit.grading.submission import identity
from homework.kit.marking.columns import GONE, follow, moved
from homework.kit.tables import decimal, read_table, write_table
from homework.kit.writing.assignment import Assignment, Graded

STUDENT, NAME, COMMENT, ANSWER = "student", "name", "comment", "answer"
Row = dict[str, str]
Key = tuple[str, str]  # student and answer


class MarkError(ValueError):
    """A table or a mark that cannot be used; the message says where and why."""


def read(path: Path) -> list[Row]:
    """Read a table that people edit, or raise MarkError."""
    try:
        return read_table(path)
    except UnicodeDecodeError as error:
        raise MarkError(f"{path.name}: not UTF-8; save it as CSV in UTF-8") from error


def rows_of(folder: Path, assignment: Assignment, question: Graded) -> dict[Key, Row]:
    """Read the table of a question, with its marks under the columns of today.

    Raises MarkError if a column is missing that the table had: somebody took it away.
    """
    return {(row[STUDENT], row[ANSWER]): row for row in _read(folder, assignment, question)[0]}


def _read(
    folder: Path, assignment: Assignment, question: Graded
) -> tuple[list[Row], dict[str, str | None]]:
    """Return the rows, and where each column went that is none of today (None: nowhere)."""
    path = folder / f"{question.name}.csv"
    if not path.exists():
        return [], {}
    rows = read(path)
    if not rows:
        return [], {}
    asked = [list(one.columns.get(question.name, ())) for one in assignment.versions]
    whole = [one for one in asked if one and rows[0].keys() >= set(one)]
    written = max(whole, key=len, default=asked[0])
    for column in (STUDENT, *written, COMMENT, ANSWER):
        if column not in rows[0]:
            raise MarkError(
                f"{path.name}, line 1: the column {column!r} is gone; put its name back, so that "
                "no mark is lost (or start make mark again, if the assignment was made again)"
            )
    most = dict(question.columns)
    back = {f"{column}{GONE}": column for column in most}
    went = follow(written, list(most), reworded=question.manual) | back
    return [moved(row, went, most) for row in rows], went


def told(folder: Path, assignment: Assignment) -> Iterator[str]:
    """Say where marks went that were given before the assignment changed."""
    for question in assignment.questions:
        rows, went = _read(folder, assignment, question)
        for column, to in went.items():
            if column.endswith(GONE):
                continue
            left = sum(bool(row.get(column)) for row in rows)
            if to:
                yield f"{question.name}: marks given for {column!r} now count for {to!r}."
                again = "to be marked again" if question.manual else "what the test gives counts"
                if left:
                    yield f"{question.name}: {left} above the new maximum, {again}."
            elif left:
                yield f"{question.name}: marks given for {column!r} no longer count."


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Wait until no other program changes the tables in a folder, and keep others waiting."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def answer_of(result: Result, question: Graded) -> str:
    """Return the hash of the answer to which a mark of this question belongs."""
    return result.mark_belongs_to(question.name, manual=question.manual)


def update_tables(folder: Path, assignment: Assignment, results: Sequence[Result]) -> None:
    """Write the tables with a row for each answer; what was filled in is kept."""
    with alone(folder):
        for question in assignment.questions:
            _update(folder, assignment, question, results)


def _update(
    folder: Path, assignment: Assignment, question: Graded, results: Sequence[Result]
) -> None:
    rows = rows_of(folder, assignment, question)
    ids = {result.id for result in results}
    for row in [row for row in rows.values() if row[STUDENT] not in ids]:
        owners = {r.id for r in results if r.graded and _belongs(row, r, question)}
        if len(owners) == 1 and (key := (owners.pop(), row[ANSWER])) not in rows:
            rows[key] = rows.pop((row[STUDENT], row[ANSWER]))
    now = {}
    for result in (result for result in results if result.graded):
        key = (result.id, answer_of(result, question))
        now[key] = rows.pop(key, {}) | {
            STUDENT: result.id, NAME: result.student, ANSWER: answer_of(result, question),
        }  # fmt: skip
    old = {key: row for key, row in rows.items() if _filled(row)}
    _write(folder / f"{question.name}.csv", question, [*now.values(), *old.values()])


def merge_marks(folder: Path, assignment: Assignment, results: Sequence[Result]) -> None:
    """Put marks, corrections and comments into the results, or raise MarkError."""
    for question in assignment.questions:
        rows, file = rows_of(folder, assignment, question), f"{question.name}.csv"
        for result in (result for result in results if result.graded):
            mine = result.questions[question.name]
            row = rows.get((result.id, answer_of(result, question)), {})
            mine.comment = row.get(COMMENT) or ""
            marks = [_mark(row, column, points, file) for column, points in question.columns]
            if question.manual:
                _merge_items(mine, question, marks, result)
            else:
                names = [case.name for case in question.cases]
                given = dict(zip(names, marks, strict=True))
                _merge_corrections(mine, given, f"{file}, {result.id}")


def save_mark(
    folder: Path,
    assignment: Assignment,
    question: Graded,
    student: str,
    answer: str,
    marks: Mapping[str, str],
    comment: str,
) -> None:
    """Write marks and comment into the row of their answer, or raise MarkError."""
    file, most = f"{question.name}.csv", dict(question.columns)
    with alone(folder):
        rows = rows_of(folder, assignment, question)
        row = rows.get((student, answer))
        if row is None:
            raise MarkError("the student's answer has changed; load the page again")
        if unknown := marks.keys() - most.keys():
            raise MarkError(f"there is no column {', '.join(sorted(unknown))}")
        fresh = {**row, **marks, COMMENT: comment}
        given = [_mark(fresh, column, points, file) for column, points in most.items()]
        if not question.manual and any(mark is not None for mark in given) and not comment.strip():
            raise MarkError("a correction needs a reason: write it into the comment")
        rows[(student, answer)] = fresh
        _write(folder / file, question, list(rows.values()))


def join_marks(folder: Path, other: Path, assignment: Assignment) -> Iterator[str]:
    """Take over the marks that a second marker gave in tables of another folder.

    A row that is empty here is taken; of one that both filled in, ours stays and both are told.
    """
    for question in assignment.questions:
        with alone(folder):
            ours = rows_of(folder, assignment, question)
            theirs = rows_of(other, assignment, question)
            asked = [*(column for column, _ in question.columns), COMMENT]
            taken = 0
            for key, row in theirs.items():
                mine = ours.setdefault(
                    key, {STUDENT: row[STUDENT], NAME: row[NAME], ANSWER: key[1]}
                )
                old, new = ([one.get(column) or "" for column in asked] for one in (mine, row))
                if any(new) and any(old) and old != new:
                    yield f"{question.name}, {key[0]}: marked twice, {old} here and {new} there"
                elif any(new) and old != new:
                    mine.update(zip(asked, new, strict=True))
                    taken += 1
            kept = [row for row in ours.values() if row.keys() > {STUDENT, NAME, ANSWER}]
            _write(folder / f"{question.name}.csv", question, kept)
        if taken:
            yield f"{question.name}: marks taken over: {taken}"


def strangers(folder: Path, assignment: Assignment, results: Sequence[Result]) -> list[str]:
    """List the rows that belong to no student: a spreadsheet may have changed a name."""
    known = {(result.id, "") for result in results}
    return [
        f"{question.name}.csv: there is no submission of {row[STUDENT]!r}"
        for question in assignment.questions
        for row in rows_of(folder, assignment, question).values()
        if (row[STUDENT], "") not in known
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


def _merge_corrections(mine: QuestionResult, marks: Mapping[str, float | None], where: str) -> None:
    """Put corrections into a result, by the names of tests: its tests may be earlier ones."""
    if any(mark is not None for mark in marks.values()) and not mine.comment.strip():
        raise MarkError(f"{where}: a correction needs a reason in the column {COMMENT!r}")
    for case in mine.cases:
        case.corrected = marks.get(case.name)


def _belongs(row: Row, result: Result, question: Graded) -> bool:
    """Return whether a row is of an answer, but for zeros that a spreadsheet removed, and names."""
    names = (result.id, result.student, identity(result.student)[0])
    same = row[STUDENT].lstrip("0") in [name.lstrip("0") for name in names]
    return same and row[ANSWER] == answer_of(result, question)


def _filled(row: Row) -> bool:
    return any(row[name] for name in row.keys() - {STUDENT, NAME, ANSWER})


def _write(path: Path, question: Graded, rows: Sequence[Row]) -> None:
    """Write a table; a column that the question does not have stays while something is in it."""
    asked = [STUDENT, NAME, *(column for column, _ in question.columns)]
    others = {c: None for row in rows for c in row if row[c]}.keys() - {*asked, COMMENT, ANSWER}
    columns = [*asked, *sorted(others), COMMENT, ANSWER]
    head = [c if c not in others or c.endswith(GONE) else f"{c}{GONE}" for c in columns]
    write_table(path, head, [[row.get(column) or "" for column in columns] for row in rows])


def _mark(row: Row, column: str, most: float, file: str) -> float | None:
    text = row.get(column)
    with contextlib.suppress(ValueError):
        mark = decimal(text)
        if mark is None or 0 <= mark <= most:
            return mark
    raise MarkError(f"{file}, {row.get(STUDENT)}, {column}: {text!r} is not from 0 to {most:g}")
