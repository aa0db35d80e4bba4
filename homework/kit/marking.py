"""Grades one notebook: the tests run here, the student's code runs in the sandbox."""

from __future__ import annotations

import contextlib
import signal
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from homework.kit.assignment import Assignment, Graded
from homework.kit.case import Case
from homework.kit.result import CaseResult, QuestionResult, Result
from homework.kit.sandbox import Limits
from homework.kit.student import Gone, NoSandbox, Student, StudentError
from homework.kit.submission import NotANotebook, Notebook, read_notebook

CELLS = 3  # that may end or hang the process; what comes after is not run
TIMES = 2  # that a question may end or hang the process; its other tests are not run
TEST_SECONDS = 60.0  # that one test may take, the student's part included


def mark(
    path: Path, student: str, assignment: Assignment, limits: Limits, *, trusted: bool
) -> Result:
    """Return the result of one submission; nothing that is in it makes this fail."""
    result = Result(student, path.name)
    try:
        notebook = read_notebook(path)
        run = _Run(notebook, result, limits, trusted)
        with contextlib.closing(run):
            for question in assignment.questions:
                result.questions[question.name] = _question(question, notebook, run)
    except (NotANotebook, NoSandbox) as error:
        result.reason, result.questions = str(error), {}
    return result


def _question(question: Graded, notebook: Notebook, run: _Run) -> QuestionResult:
    if question.manual:
        answer = run.result.answers[question.name] = notebook.answer(question.name)
        marks = [
            (item.item, item.points, None if answer is None or answer else 0.0)
            for item in question.items
        ]
        return QuestionResult(question.points, 0.0 if answer == "" else None, marks=marks)
    ended = 0
    cases = []
    for case in question.cases:
        message = "not tried: the question ended the process before" if ended == TIMES else ""
        if not message:
            try:
                _try(case, run)
            except Gone as gone:
                ended += 1
                message = str(gone)
            except NoSandbox:
                raise
            except Exception as error:
                message = f"{type(error).__name__}: {error}"[:500]
                message = message.removeprefix("StudentError: ")
        points = case.points
        cases.append(CaseResult(case.name, case.hidden, points, not message, message, case.hint))
    score = sum(case.points for case in cases if case.passed)
    return QuestionResult(question.points, score, cases)


def _try(case: Case, run: _Run) -> None:
    student = run.student()
    with _at_most(TEST_SECONDS, student), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what numpy thinks of a wrong answer is nobody's news
        arguments: dict[str, Any] = {name: student.object(name) for name in case.arguments}
        case.function()(**arguments)


class _Run:
    """The process of one notebook; started again when the student's code has ended it."""

    def __init__(self, notebook: Notebook, result: Result, limits: Limits, trusted: bool) -> None:
        self.cells = list(notebook.code)
        self.result = result
        self.limits = limits
        self.trusted = trusted
        self.now: Student | None = None
        self.skipped = 0

    def student(self) -> Student:
        """The running process, after all cells."""
        while self.now is None or self.now.process.poll() is not None:
            self.close()
            self.now = Student(self.limits, trusted=self.trusted)
            with contextlib.suppress(Gone):
                self._run_cells(self.now)
        return self.now

    def close(self) -> None:
        """End the process."""
        if self.now is not None:
            self.now.close()
        self.now = None

    def _run_cells(self, student: Student) -> None:
        for number, code in enumerate(self.cells):
            try:
                if code:
                    student.run(code)
            except Gone as gone:
                self.cells[number] = ""
                self.skipped += 1
                self._note(f"code cell {number + 1} was left out: {gone}")
                if self.skipped == CELLS:
                    self._note(f"the cells after code cell {number + 1} were left out, too")
                    del self.cells[number:]
                raise
            except StudentError as error:
                self._note(f"code cell {number + 1} stopped: {error}")

    def _note(self, note: str) -> None:
        if note not in self.result.notes:
            self.result.notes.append(note)


@contextlib.contextmanager
def _at_most(seconds: float, student: Student) -> Iterator[None]:
    """End a test that takes too long, whatever it waits for (also a test of ours)."""

    def stop(*_: object) -> None:
        student.close()
        raise Gone(f"the test took more than {seconds:g} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
