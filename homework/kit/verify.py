"""Runs the solution, the blank assignment and all wrong solutions, and lists what surprises."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import nbformat

from homework.kit.assignment import Assignment
from homework.kit.batch import grade_all
from homework.kit.mutants import Mutant
from homework.kit.notebooks import text_of
from homework.kit.result import Result
from homework.kit.sandbox import Limits
from homework.kit.submission import Submission


@dataclass(frozen=True)
class Verified:
    """What the runs have shown."""

    solution: float  # points that the solution got from its tests
    passed_blank: int  # cases that pass although nothing was answered
    caught: int  # mutants that fail a hidden test of their question
    faults: tuple[str, ...]


def verify(
    assignment: Assignment,
    solution: nbformat.NotebookNode,
    blank: nbformat.NotebookNode,
    mutants: Sequence[Mutant],
    limits: Limits,
) -> Verified:
    """Grade them all as submissions; the code is our own, so without the sandbox."""
    right, empty = _results(assignment, [solution, blank], limits)
    if right.reason:
        return Verified(0, 0, 0, (f"the solution could not be run: {right.reason}",))
    escaped = []
    for question in assignment.questions:
        wrong = [mutant for mutant in mutants if mutant.question == question.name]
        alone = replace(assignment, questions=(question,))
        results = _results(alone, [mutant.notebook for mutant in wrong], limits)
        escaped += [
            f"the mutant of {mutant.question} ({mutant.mistake}) passes all hidden tests; "
            "sharpen a test, or change the mutant if it is equivalent to the solution"
            for mutant, result in zip(wrong, results, strict=True)
            if not _is_caught(mutant, result)
        ]
    passed = _cases(empty, passed=True)
    faults = [f"the solution: {note}" for note in right.notes]
    faults += [f"the solution fails {case}" for case in _cases(right, passed=False)]
    faults += [f"without any answer {case} passes" for case in passed]
    faults += [
        f"a blank answer to {name} does not get 0"
        for name, question in empty.questions.items()
        if question.marks and question.score != 0
    ]
    points = sum(q.score or 0 for q in right.questions.values() if q.cases)
    return Verified(points, len(passed), len(mutants) - len(escaped), (*faults, *escaped))


def _results(
    assignment: Assignment, notebooks: Sequence[nbformat.NotebookNode], limits: Limits
) -> list[Result]:
    with tempfile.TemporaryDirectory() as name:
        submissions = []
        for number, notebook in enumerate(notebooks):
            path = Path(name, f"{number:03}.ipynb")
            path.write_text(text_of(notebook), encoding="utf-8")
            submissions.append(Submission(path.stem, path))
        return grade_all(submissions, assignment, limits, trusted=True)


def _is_caught(mutant: Mutant, result: Result) -> bool:
    question = result.questions.get(mutant.question)
    return question is not None and any(c.hidden and not c.passed for c in question.cases)


def _cases(result: Result, *, passed: bool) -> list[str]:
    return [
        f"{name}, {case.name}" + (f" ({case.message})" if case.message else "")
        for name, question in result.questions.items()
        for case in question.cases
        if case.passed is passed
    ]
