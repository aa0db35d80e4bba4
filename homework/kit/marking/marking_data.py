"""The data of the marking page: questions, students, answers, and the marks given so far."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from homework.kit.grading.answer_html import answer_html
from homework.kit.grading.result import UNSAFE, Result
from homework.kit.grading.submission import identity
from homework.kit.marking.marks import COMMENT, answer_of, rows_of
from homework.kit.writing.assignment import Assignment, Graded


def marking_data(folder: Path, assignment: Assignment, results: Sequence[Result]) -> dict[str, Any]:
    """Return the data of the marking page; ``folder`` has the tables of marks."""
    graded = [result for result in results if result.graded]
    students = [
        {
            "id": result.id,
            "name": result.name or identity(result.student)[1],
            "notes": result.notes,
            "answers": {},
        }
        for result in graded
    ]
    for question in assignment.questions:
        rows = rows_of(folder, assignment, question)
        for student, result in zip(students, graded, strict=True):
            row = rows.get((result.id, answer_of(result, question)), {})
            student["answers"][question.name] = _answer(question, result, row)  # type: ignore[index]
    return {
        "title": assignment.title,
        "course": assignment.course,
        "name": assignment.name,
        "folder": str(folder.parent),
        "unsafe": any(UNSAFE in result.notes for result in graded),
        "questions": [_question(question) for question in assignment.questions],
        "students": students,
    }


def _question(question: Graded) -> dict[str, Any]:
    of = dict(question.columns)
    about: list[dict[str, Any]] = [
        {"label": item.item, "look_for": item.look_for, "typical_gap": item.typical_gap}
        for item in question.items
    ] or [
        {"label": case.name, "look_for": case.hint, "typical_gap": "", "hidden": case.hidden}
        for case in question.cases
    ]
    return {
        "name": question.name,
        "title": question.title,
        "points": question.points,
        "manual": question.manual,
        "model": answer_html(question.model) if question.model else "",
        "columns": [
            {"hidden": False, **told, "key": key, "points": of[key]}
            for key, told in zip(of, about, strict=True)
        ],
    }


def _answer(question: Graded, result: Result, row: dict[str, str]) -> dict[str, Any]:
    files = [{"name": name, "href": place, "kind": _kind(place)} for name, place in result.files]
    return {
        "hash": answer_of(result, question),
        "html": result.shown[question.name],
        "blank": result.nothing(question.name),
        "files": files if question.manual else [],
        "marks": {key: row[key] for key, _ in question.columns if row.get(key)},
        "comment": row.get(COMMENT) or "",
        "cases": {
            case.column: {"passed": case.passed, "points": case.points, "message": case.message}
            for case in result.questions[question.name].cases
        },
    }


def _kind(place: str) -> str:
    if not place.startswith("handed-in/") or place.endswith(".bin"):
        return "other"
    return "pdf" if place.endswith(".pdf") else "image"
