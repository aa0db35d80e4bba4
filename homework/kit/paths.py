"""Where masters, assignments that were made, and grades lie.

An assignment is looked up by its name, never by a path of a student's.
"""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from homework.kit.grading.submission import NotANotebook, Submission, read_notebook
from homework.kit.tables import clean, file_name
from homework.kit.writing.assignment import Assignment, read_assignment

ROOT = Path(__file__).resolve().parent.parent.parent
MASTERS = ROOT / "homework" / "masters"
DIST = ROOT / "dist" / "homework"
GRADES = Path(os.environ.get("GRADES") or ROOT / "grades")


class CannotGrade(Exception):
    """Nothing is graded; the message says why and what to do."""


@dataclass(frozen=True)
class Place:
    """An assignment that was made, and the folder for its grades."""

    made: Path
    folder: Path
    assignment: Assignment

    @property
    def solution(self) -> Submission:
        """The solution, as if somebody had handed it in."""
        return Submission("the solution", self.made / "solution.ipynb")


def find_place(name: str, made: Path = DIST, grades: Path | None = None) -> Place:
    """Return where an assignment and its grades are; its name is looked up, never a path."""
    known = {path.parent.parent.name: path for path in made.glob("*/autograder/assignment.json")}
    if name not in known:
        there = ", ".join(sorted(known)) or "none: run make homework first"
        raise CannotGrade(f"Which assignment is it? Say HW=NAME; there are: {there}.")
    assignment = read_assignment(known[name])
    folder = (grades or GRADES) / file_name(assignment.course) / name
    return Place(known[name].parent, folder, assignment)


def which_homework(submissions: Sequence[Submission], made: Path = DIST) -> str:
    """Return the assignment that most of the notebooks say they are, "" if there is none."""
    known = {path.parent.parent.name for path in made.glob("*/autograder/assignment.json")}
    names: Counter[str] = Counter()
    for submission in submissions:
        try:
            name = read_notebook(submission.path).homework
        except NotANotebook:
            continue
        names[name] += name in known
    (first, times), (_, next_times) = [*names.most_common(2), ("", 0), ("", 0)][:2]
    return first if times > next_times else ""


def compare_courses(ours: str, submissions: Sequence[Submission]) -> None:
    """Stop where a whole folder, or you, mean another course than the one that was made last."""
    theirs: Counter[str] = Counter()
    for submission in submissions:
        with contextlib.suppress(NotANotebook):
            theirs[read_notebook(submission.path).course] += 1
    said = os.environ.get("COURSE")
    other = said if said and said != ours else next((c for c in theirs if c not in ("", ours)), "")
    if other and (other == said or not (theirs[ours] or theirs[""])):
        raise CannotGrade(
            f"The assignment was made for the course {ours!r}, and this is about another one. Make "
            f"it again first: make homework COURSE={clean(other, 60)!r}."
        )
