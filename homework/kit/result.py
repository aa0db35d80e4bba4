"""The result of grading one submission; "not graded" is a state of its own and never a zero."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class CaseResult:
    """What became of one test; ``message`` is for the lecturer where the test is hidden."""

    name: str
    hidden: bool
    points: float
    passed: bool
    message: str
    hint: str


@dataclass
class QuestionResult:
    """What became of one question; ``score`` is None while a person has still to mark it."""

    points: float
    score: float | None
    cases: list[CaseResult] = field(default_factory=list)
    marks: list[tuple[str, float, float | None]] = field(default_factory=list)  # item, of, given
    comment: str = ""


@dataclass
class Result:
    """What became of one submission."""

    student: str
    file: str
    reason: str = ""  # why it could not be graded; empty if it was
    notes: list[str] = field(default_factory=list)
    questions: dict[str, QuestionResult] = field(default_factory=dict)
    answers: dict[str, str | None] = field(default_factory=dict)  # to the manual questions

    @property
    def graded(self) -> bool:
        """Whether the tests could be run."""
        return not self.reason

    @property
    def total(self) -> float | None:
        """The sum over all questions; None while one of them has no score."""
        scores = [question.score for question in self.questions.values()]
        if not self.graded or not scores or None in scores:
            return None
        return sum(score for score in scores if score is not None)

    @property
    def status(self) -> str:
        """ "graded", "waiting for marks" or "not graded"."""
        if not self.graded:
            return "not graded"
        return "waiting for marks" if self.total is None else "graded"

    def as_data(self) -> dict[str, Any]:
        """The result as JSON data, with its sums."""
        return {**asdict(self), "status": self.status, "total": self.total}


def result_from(data: dict[str, Any]) -> Result:
    """Return the result that ``as_data`` wrote."""
    questions = {
        name: QuestionResult(
            points=question["points"],
            score=question["score"],
            cases=[CaseResult(**case) for case in question["cases"]],
            marks=[(item, of, given) for item, of, given in question["marks"]],
            comment=question["comment"],
        )
        for name, question in data["questions"].items()
    }
    plain = {name: data[name] for name in ("student", "file", "reason", "notes", "answers")}
    return Result(**plain, questions=questions)
