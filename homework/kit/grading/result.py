"""The result of grading one submission; "not graded" is a state of its own and never a zero."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from homework.kit.grading.answers import Answer, digest
from homework.kit.tables import column_name
from homework.kit.writing.assignment import Assignment

NOTHING = "nothing was handed in"
UNSAFE = "graded without the sandbox (UNSAFE=1)"


@dataclass
class CaseResult:
    """The outcome of one test; ``message`` is for the lecturer alone if the test is hidden."""

    name: str
    hidden: bool
    points: float
    passed: bool
    message: str
    hint: str
    may_be_told: str = ""  # what students may read even of a hidden test
    corrected: float | None = None  # the points that a person gave instead

    @property
    def column(self) -> str:
        """The name of its column in a table of marks."""
        return column_name(self.name, self.points)

    @property
    def score(self) -> float:
        """Its points."""
        if self.corrected is not None:
            return self.corrected
        return self.points if self.passed else 0.0


@dataclass
class QuestionResult:
    """The outcome of one question; ``marks`` (item, points, given) are those of a person."""

    points: float
    cases: list[CaseResult] = field(default_factory=list)
    marks: list[tuple[str, float, float | None]] = field(default_factory=list)
    comment: str = ""

    @property
    def score(self) -> float | None:
        """Its points; None until a person has marked it."""
        given = [mark for _, _, mark in self.marks]
        if None in given:
            return None
        return sum(mark or 0.0 for mark in given) + sum(case.score for case in self.cases)


@dataclass
class Result:
    """The outcome of one submission."""

    student: str  # the name that the learning platform gives the submission
    id: str = ""
    file: str = ""
    reason: str = ""  # why it could not be graded; empty if it was
    notes: list[str] = field(default_factory=list)
    questions: dict[str, QuestionResult] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    shown: dict[str, str] = field(default_factory=dict)  # the answers as safe HTML
    elsewhere: str = ""  # text that stands where no answer is expected
    files: list[tuple[str, str]] = field(default_factory=list)  # name, and where it is kept
    code: str = ""  # the hash of the student's code: a correction of a test belongs to it
    tests: str = ""  # the hash of the tests that were run
    notebook: str = ""  # the hash of its file: lateness belongs to it
    dated: str = ""  # the time of its file
    name: str = ""  # the student's, in the roster
    section: str = ""
    graded_at: str = ""
    late_days: float = 0.0
    kept: float = 1.0  # the share of the points that a late submission keeps
    extra: float = 0.0  # points that a person added or took
    why: str = ""  # the reason for it

    @property
    def graded(self) -> bool:
        """Whether the tests could be run."""
        return not self.reason

    def nothing(self, question: str) -> bool:
        """Return whether a question has no text, here or elsewhere, and no file."""
        return bool(self.answers[question].blank) and not self.elsewhere and not self.files

    def fit(self, assignment: Assignment) -> None:
        """Take the questions of an assignment that was changed since; a new one waits."""
        for question in assignment.questions if self.graded else ():
            marks = [(item.item, item.points, None) for item in question.items]
            waits = marks or [("grade the submission again", question.points, None)]
            fresh = QuestionResult(question.points, [], [*waits])
            mine = self.questions.setdefault(question.name, fresh)
            if question.manual:
                mine.points, mine.cases, mine.marks = question.points, [], [*marks]
            self.answers.setdefault(question.name, Answer("", None))
            self.shown.setdefault(question.name, "")
        names = [question.name for question in assignment.questions]
        self.questions = {name: self.questions[name] for name in names if name in self.questions}

    def mark_belongs_to(self, question: str, *, manual: bool) -> str:
        """Return the hash of what a mark is for: what a person reads, or the code if tests run."""
        if not manual:
            return self.code
        answer = self.answers[question]
        rest = [self.elsewhere if answer.blank else "", *(place for _, place in self.files)]
        return digest([answer.text, *rest])

    @property
    def lost(self) -> float:
        """The points that lateness costs, of those there are so far."""
        return (1 - self.kept) * self.so_far

    @property
    def so_far(self) -> float:
        """The points of what is tested and marked."""
        return sum(question.score or 0.0 for question in self.questions.values())

    @property
    def total(self) -> float | None:
        """The sum over all questions; None while one of them has no score."""
        scores = [question.score for question in self.questions.values()]
        if not self.graded or not scores or None in scores:
            return None
        return max(0.0, self.kept * sum(score or 0.0 for score in scores) + self.extra)

    @property
    def status(self) -> str:
        """Graded, waiting for marks, not graded, or nothing was handed in."""
        if not self.graded:
            return NOTHING if self.reason == NOTHING else "not graded"
        return "waiting for marks" if self.total is None else "graded"

    def as_data(self) -> dict[str, Any]:
        """Return the result as JSON data, with its sums."""
        return {**asdict(self), "status": self.status, "total": self.total}


def result_from(data: dict[str, Any]) -> Result:
    """Undo ``as_data``."""
    questions = {
        name: QuestionResult(
            points=question["points"],
            cases=[CaseResult(**case) for case in question["cases"]],
            marks=[(item, of, given) for item, of, given in question["marks"]],
            comment=question["comment"],
        )
        for name, question in data["questions"].items()
    }
    answers = {name: Answer(**answer) for name, answer in data["answers"].items()}
    files = [(name, place) for name, place in data["files"]]
    told = {key: value for key, value in data.items() if key not in ("status", "total")}
    return Result(**{**told, "questions": questions, "answers": answers, "files": files})
