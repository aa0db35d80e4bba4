"""Grade the solution, the blank assignment and all changed solutions, and list surprises."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import nbformat

from homework.kit.grading.batch import grade_all
from homework.kit.grading.result import Result
from homework.kit.grading.submission import Submission
from homework.kit.proving.mutants import Mutant
from homework.kit.proving.trivial_solutions import (
    equivalent_forms,
    hidden_tests,
    trivial_alone,
    trivial_solutions,
)
from homework.kit.running.sandbox import Limits, Sandbox
from homework.kit.writing.assignment import Assignment
from homework.kit.writing.notebooks import text_of


@dataclass(frozen=True)
class Verified:
    """The outcome of these runs."""

    solution: float  # points that the solution got from its tests
    passed_blank: int  # cases that pass although nothing was answered
    caught: int  # mutants that fail a hidden test of their question
    faults: tuple[str, ...]


def verify(
    assignment: Assignment,
    solution: nbformat.NotebookNode,
    blank: nbformat.NotebookNode,
    mutants: Sequence[Mutant],
    equivalent: Sequence[Mutant],
    limits: Limits,
) -> Verified:
    """Grade them all as submissions, without the sandbox, because the code is our own."""
    right, empty = _results(assignment, [solution, blank], limits)
    if right.reason:
        return Verified(0, 0, 0, (f"the solution could not be run: {right.reason}",))
    escaped = []
    for question in assignment.questions:
        wrong = [mutant for mutant in mutants if mutant.question == question.name]
        alone = replace(assignment, questions=(question,))
        results = _results(alone, [mutant.notebook for mutant in wrong], limits)
        escaped += [
            f"the mutant of {mutant.question} ({mutant.change}) passes all hidden tests; "
            "sharpen a test, or change the mutant if it is equivalent to the solution"
            for mutant, result in zip(wrong, results, strict=True)
            if not _is_caught(mutant, result)
        ]
    results = _results(assignment, [mutant.notebook for mutant in equivalent], limits)
    refused = [
        f"the equivalent solution of {mutant.question} ({mutant.change}) is rejected: {reasons}"
        for mutant, result in zip(equivalent, results, strict=True)
        if (reasons := result.reason or ", ".join(_cases(result, passed=False)))
    ]
    passed = _cases(empty, passed=True)
    faults = [f"the solution: {note}" for note in right.notes]
    faults += [f"the solution fails {case}" for case in _cases(right, passed=False)]
    faults += [f"{case} passes without any answer" for case in passed]
    faults += [
        f"an untouched answer to {name} is not recognised as blank"
        for name in assignment.manual
        if not empty.answers[name].blank
    ]
    faults += escaped + refused
    if not _cases(right, passed=False):
        faults += _trivial_passes(assignment, solution, limits)
        faults += _forms_refused(assignment, solution, limits)
    points = sum(q.score or 0 for q in right.questions.values() if q.cases)
    return Verified(points, len(passed), len(mutants) - len(escaped), tuple(faults))


def _trivial_passes(
    assignment: Assignment, solution: nbformat.NotebookNode, limits: Limits
) -> list[str]:
    """List hidden tests that pass for functions that compute nothing."""
    tried = trivial_solutions(assignment, solution)
    passes: dict[str, list[str]] = {}
    hidden = hidden_tests(assignment, solution)
    for words, result in zip(tried, _results(hidden, [*tried.values()], limits), strict=True):
        for case in _cases(result, passed=True):
            passes.setdefault(case, []).append(words)
    for name, some, alone in trivial_alone(assignment, solution):
        for does, result in zip(alone, _results(some, [*alone.values()], limits), strict=True):
            for case in _cases(result, passed=True):
                passes.setdefault(case, []).append(f"are right but for {name}: {does}")
    return [
        f"the hidden test {case} passes for functions that {' or '.join(words)}"
        for case, words in passes.items()
    ]


def _forms_refused(
    assignment: Assignment, solution: nbformat.NotebookNode, limits: Limits
) -> list[str]:
    """List hidden tests that refuse a form of the answer which the visible ones accept."""
    tried = equivalent_forms(assignment, solution)
    results = _results(assignment, [*tried.values()], limits)
    return [
        f"{name}, {case.name} rejects {words}, which the visible tests accept ({case.message})"
        for words, result in zip(tried, results, strict=True)
        for name, question in result.questions.items()
        if all(case.passed for case in question.cases if not case.hidden)
        for case in question.cases
        if not case.passed
    ]


def _results(
    assignment: Assignment, notebooks: Sequence[nbformat.NotebookNode], limits: Limits
) -> list[Result]:
    with tempfile.TemporaryDirectory() as name:
        submissions = []
        for number, notebook in enumerate(notebooks):
            path = Path(name, f"{number:03}.ipynb")
            path.write_text(text_of(notebook), encoding="utf-8")
            submissions.append(Submission(path.stem, path))
        return grade_all(submissions, assignment, Sandbox(limits, trusted=True))


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
