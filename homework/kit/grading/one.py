"""Grade one notebook: the tests run here, the student's code runs in the sandbox."""

from __future__ import annotations

import base64
import contextlib
import html
import signal
import warnings
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from homework.kit.grading.answer_html import answer_html
from homework.kit.grading.answers import (
    LARGEST,
    Answer,
    digest,
    file_kind,
    file_named,
    read_answers,
)
from homework.kit.grading.result import CaseResult, QuestionResult, Result
from homework.kit.grading.submission import NotANotebook, Notebook, Submission, read_notebook
from homework.kit.running.sandbox import Sandbox
from homework.kit.running.student import (
    Gone,
    Late,
    NoSandbox,
    NotReached,
    NotTried,
    Student,
    StudentError,
)
from homework.kit.tables import clean
from homework.kit.writing.assignment import Assignment, Graded
from homework.kit.writing.case import Case

CELLS = 20  # that may end the process; cells after them are not run
TIMES = 2  # that the tests of a question may end or hang the process; then the rest are not run
TEST_SECONDS = 120.0  # for one test, the student's part included
HTML_SECONDS = 2.0  # for one answer
MOST_FILES = 20  # beside the notebook
OTHER = ".bin"  # the suffix under which a file is kept that no page can show

Pictures = dict[str, str]  # where a file is kept, and its content in base 64


def mark(
    submission: Submission, assignment: Assignment, sandbox: Sandbox
) -> tuple[Result, Pictures]:
    """Grade one submission, whatever is in it; return the result and the files to keep."""
    result = Result(submission.student, submission.id, clean(submission.path.name, 200))
    result.notes += filter(None, [submission.note])
    pictures: dict[str, bytes] = {}
    try:
        notebook = read_notebook(submission.path)
        _compare(notebook, assignment, result)
        _read(notebook, submission, assignment, result, pictures)
        with contextlib.closing(_Run(notebook, result, sandbox)) as run:
            _questions(assignment.questions, run)
    except (NotANotebook, NoSandbox) as error:
        result.reason, result.questions = str(error), {}
    except OSError as error:
        result.reason, result.questions = f"one of its files cannot be read: {error.strerror}", {}
    return result, {name: base64.b64encode(data).decode() for name, data in pictures.items()}


def _compare(notebook: Notebook, assignment: Assignment, result: Result) -> None:
    """Refuse the notebook of another assignment or course, whose tests have other numbers."""
    for what, theirs, ours in [
        ("homework", notebook.homework, assignment.name),
        ("course", notebook.course, assignment.course),
    ]:
        if theirs and theirs != ours:
            raise NotANotebook(f"it is of the {what} {clean(theirs, 60)!r}, not of {ours!r}")
    if not (notebook.homework and notebook.course):
        result.notes.append(f"it does not say which homework it is; graded as {assignment.name}")


def _read(
    notebook: Notebook,
    submission: Submission,
    assignment: Assignment,
    result: Result,
    pictures: dict[str, bytes],
) -> None:
    """Put into the result what a person reads: answers, and files handed in beside them."""
    versions = [version.given for version in assignment.versions]
    read = read_answers(notebook, versions, assignment.manual)
    pictures.update(read.pictures)
    result.answers, result.elsewhere = dict(read.of), read.elsewhere
    result.code, result.tests = digest(read.code), assignment.tests
    result.notebook = digest([submission.path.read_bytes().hex()])
    dated = datetime.fromtimestamp(submission.path.stat().st_mtime, UTC)
    result.dated = dated.isoformat(timespec="seconds")
    for path in submission.files[:MOST_FILES]:
        place = "not kept"
        if not path.is_symlink() and path.stat().st_size <= LARGEST:
            content = path.read_bytes()
            kind = file_kind(content)
            place = file_named(content, kind or OTHER)
            pictures[place] = content
        result.files.append((clean(path.name, 100), place))
    files = {name: place for name, place in result.files if place.startswith("handed-in/")}
    result.shown = {name: _html(answer, read.elsewhere, files) for name, answer in read.of.items()}
    if result.files:
        more = len(submission.files) - MOST_FILES
        names = ", ".join(name for name, _ in result.files)
        names += f" and {more} more, which were not looked at" if more > 0 else ""
        result.notes.append(f"beside the notebook there is: {names}")


def _html(answer: Answer, elsewhere: str, files: Mapping[str, str]) -> str:
    """Return an answer as HTML; a text whose conversion takes too long is shown as it is."""
    text = answer.seen or answer.text
    if answer.blank is None:
        text = f"*The heading of this question is gone. The whole notebook:*\n\n{text}"
    elif answer.blank and elsewhere:
        text = f"*Nothing is here. Elsewhere in the notebook:*\n\n{elsewhere}\n\n{answer.seen}"
    try:
        with at_most(HTML_SECONDS):
            return answer_html(text, files)
    except Exception:
        return f"<pre>{html.escape(text)}</pre>"


def _questions(questions: Iterable[Graded], run: _Run) -> None:
    """Run all visible tests first, so that their messages cannot carry a hidden argument."""
    found: dict[str, dict[str, CaseResult]] = {question.name: {} for question in questions}
    for hidden in (False, True):
        run.silent = hidden
        for question in questions:
            ended = 0
            for case in (case for case in question.cases if case.hidden is hidden):
                needed = found[question.name].get(case.needs)
                if ended >= TIMES:
                    error: Exception | None = NotTried(NotTried.may_be_told)
                elif needed and not needed.passed:
                    error = NotReached(NotReached.may_be_told)
                else:
                    error = _problem(case, run)
                ended += isinstance(error, Gone | Late)
                said = clean(_said(error), 500) if error else ""
                told = error.may_be_told if isinstance(error, StudentError) else ""
                found[question.name][case.name] = CaseResult(
                    case.name, hidden, case.points, error is None, said, case.hint, told
                )
    for question in questions:
        cases = [found[question.name][case.name] for case in question.cases]
        marks = [(item.item, item.points, None) for item in question.items]
        run.result.questions[question.name] = QuestionResult(question.points, cases, [*marks])


def _problem(case: Case, run: _Run) -> Exception | None:
    try:
        _try(case, run)
    except NoSandbox:
        raise
    except Exception as error:
        return error
    return None


def _said(error: Exception) -> str:
    return str(error) if isinstance(error, StudentError) else f"{type(error).__name__}: {error}"


def _try(case: Case, run: _Run) -> None:
    student = run.student()
    with at_most(TEST_SECONDS, student), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # numpy's, about wrong answers
        arguments: dict[str, Any] = {name: student.object(name) for name in case.arguments}
        case.function()(**arguments)


class _Run:
    """The process of one notebook, started again when the student's code has ended it."""

    def __init__(self, notebook: Notebook, result: Result, sandbox: Sandbox) -> None:
        self.cells = list(notebook.code)
        self.result = result
        self.sandbox = sandbox
        self.silent = False  # once hidden tests have run, nothing is added to the notes
        self.now: Student | None = None
        self.skipped = 0

    def student(self) -> Student:
        """Return the process, started if need be, after all cells have run."""
        while self.now is None or self.now.process.poll() is not None:
            self.close()
            self.now = Student(self.sandbox)
            with contextlib.suppress(Gone):
                self._run_cells(self.now)
        return self.now

    def close(self) -> None:
        """End the process."""
        if self.now is not None:
            self.now.close()
        self.now = None

    def _run_cells(self, student: Student) -> None:
        for number, code in enumerate(self.cells, start=1):
            try:
                if code:
                    student.run(code)
            except Gone as gone:
                self._note(number, f"was left out: {gone}")
                self.cells[number - 1] = ""
                self.skipped += 1
                if self.skipped == CELLS:
                    self._note(number, "was left out as well, and all cells after it")
                    del self.cells[number:]
                raise
            except StudentError as error:
                self._note(number, f"stopped: {error}")

    def _note(self, number: int, note: str) -> None:
        """Add a note with the cell's number, as Jupyter counts, and its first line."""
        first = next((line for line in self.cells[number - 1].split("\n") if line.strip()), "")
        note = clean(f"code cell {number} ({first.strip()[:40]}) {note}", 600)
        if not self.silent and note not in self.result.notes:
            self.result.notes.append(note)


@contextlib.contextmanager
def at_most(seconds: float, student: Student | None = None) -> Iterator[None]:
    """Interrupt the block after so many seconds, even one that only waits."""

    def stop(*_: object) -> None:
        if student is None:
            raise Late(f"it took more than {seconds:g} s")
        student.close()
        raise Gone(f"the test took more than {seconds:g} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
