"""The page that a student gets back: points, hints and comments, and no hidden test.

Of a hidden test it shows whether it passed, its hint, and perhaps a fixed sentence, such as that
the code took too long.  It does not show the message with which the code stopped, which could
carry the arguments out.
"""

from __future__ import annotations

import html
from collections.abc import Iterator

from homework.kit.grading.result import CaseResult, QuestionResult, Result
from homework.kit.marking.pages import page
from homework.kit.writing.assignment import Assignment


def feedback_page(result: Result, assignment: Assignment) -> str:
    """Return the page for one student."""
    return page(f"{assignment.title}: {result.student}", "\n".join(_parts(result, assignment)))


def _parts(result: Result, assignment: Assignment) -> Iterator[str]:
    if not result.graded:
        yield f"<p class='no'>This could not be graded: {html.escape(result.reason)}.</p>"
        return
    total = "not yet complete" if result.total is None else f"{result.total:.4g}"
    yield f"<p>Points: <b>{total}</b> of {assignment.points:g}.</p>"
    if result.late_days:
        lost = f"{100 * (1 - result.kept):g} % of the points lost" if result.kept < 1 else "no loss"
        yield f"<p>Handed in {result.late_days:g} days late: {lost}.</p>"
    if result.extra:
        done = "added" if result.extra > 0 else "taken off"
        why = f" ({html.escape(result.why)})" if result.why else ""
        yield f"<p>Points {done} by hand: {abs(result.extra):g}{why}.</p>"
    if result.notes:
        notes = "".join(f"<li>{html.escape(note)}</li>" for note in result.notes)
        yield f"<p>Notes:</p><ul>{notes}</ul>"
    for question in assignment.questions:
        yield from _question(question.title, result.questions[question.name])


def _question(title: str, question: QuestionResult) -> Iterator[str]:
    score = "to be marked" if question.score is None else f"{question.score:g}"
    yield f"<h2>{html.escape(title)}</h2><p>{score} of {question.points:g}</p>"
    rows = [_row(case) for case in question.cases]
    rows += [
        f"<tr><td>{html.escape(item)}</td><td>{'' if given is None else f'{given:g}'} of {most:g}"
        "</td><td></td></tr>"
        for item, most, given in question.marks
    ]
    yield f"<table>{''.join(rows)}</table>"
    if question.comment:
        yield f"<p>{html.escape(question.comment)}</p>"


def _row(case: CaseResult) -> str:
    name = "a hidden test" if case.hidden else html.escape(case.name)
    if case.corrected is not None:
        return f"<tr><td>{name}</td><td>{case.corrected:g} of {case.points:g}, by hand</td></tr>"
    if case.passed:
        return f"<tr><td>{name}</td><td class='yes'>passed, {case.points:g}</td><td></td></tr>"
    told = f"{case.may_be_told} {case.hint}" if case.hidden else f"{case.message} ({case.hint})"
    return (
        f"<tr><td>{name}</td><td class='no'>not passed, 0 of {case.points:g}</td>"
        f"<td>{html.escape(told)}</td></tr>"
    )
