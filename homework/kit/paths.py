"""The folders of masters, assignments and grades.

An assignment is looked up by its name, never by a path that a student chose.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from homework.kit.grading.submission import NotANotebook, Notebook, Submission, read_notebook
from homework.kit.tables import clean, file_name
from homework.kit.writing.assignment import Assignment, read_assignment, versions_of
from tools.files import write

ROOT = Path(__file__).resolve().parent.parent.parent
MASTERS = ROOT / "homework" / "masters"
VERSIONS = "versions.json"
DIST = ROOT / "dist" / "homework"
GRADES = Path(os.environ.get("GRADES") or ROOT / "grades")


class CannotGrade(Exception):
    """Nothing is graded; the message says why, and what to do."""


@dataclass(frozen=True)
class Place:
    """An assignment as ``make homework`` wrote it, and the folder of its grades."""

    made: Path
    folder: Path
    assignment: Assignment

    def remember(self) -> None:
        """Keep what versions of the assignment there were beside the grades."""
        versions = [asdict(version) for version in self.assignment.versions]
        self.folder.mkdir(parents=True, exist_ok=True)
        write(self.folder / VERSIONS, json.dumps(versions, indent=1) + "\n")

    @property
    def solution(self) -> Submission:
        """The solution as a submission."""
        return Submission("the solution", self.made / "solution.ipynb")


def masters_folder() -> Path:
    """Return the folder of masters: HOMEWORK_MASTERS, or else the samples."""
    return Path(os.environ.get("HOMEWORK_MASTERS") or MASTERS)


def found_name(name: str, known: Iterable[str]) -> str:
    """Return the assignment of a name or of its number, "" if there is none.

    >>> found_name("6", ["06-perceptron", "07-vc-dimension"]), found_name("8", ["06-perceptron"])
    ('06-perceptron', '')
    """
    of_number = [one for one in known if name.isdecimal() and one.startswith(f"{int(name):02}-")]
    return name if name in known else (of_number[0] if len(of_number) == 1 else "")


def find_place(name: str, made: Path = DIST, grades: Path | None = None) -> Place:
    """Look an assignment up by its name; raises CannotGrade if there is none of that name."""
    known = _made(made)
    name = found_name(name, known)
    if not name:
        there = ", ".join(sorted(known)) or "none: run make homework first"
        raise CannotGrade(f"Which assignment is it? Say HW=NAME; there are: {there}.")
    assignment = read_assignment(known[name])
    folder = (grades or GRADES) / file_name(assignment.course) / name
    if (folder / VERSIONS).exists():
        assignment = assignment.known(*versions_of(json.loads((folder / VERSIONS).read_text())))
    return Place(known[name].parent, folder, assignment)


def which_homework(submissions: Sequence[Submission], made: Path = DIST) -> str:
    """Return the assignment that most of the notebooks name, "" if there is none."""
    known = _made(made)
    names = Counter(book.homework for book in _notebooks(submissions) if book.homework in known)
    (first, times), (_, next_times) = [*names.most_common(2), ("", 0), ("", 0)][:2]
    return first if times > next_times else ""


def compare_courses(ours: str, submissions: Sequence[Submission]) -> None:
    """Raise CannotGrade if COURSE or the whole folder names another course than the one made."""
    theirs = Counter(book.course for book in _notebooks(submissions))
    said = os.environ.get("COURSE")
    other = said if said and said != ours else next((c for c in theirs if c not in ("", ours)), "")
    if other and (other == said or not (theirs[ours] or theirs[""])):
        raise CannotGrade(
            f"The assignment was made for the course {ours!r}, but COURSE or the notebooks name "
            f"another course. Make it again first: make homework COURSE={clean(other, 60)!r}."
        )


def _made(folder: Path) -> dict[str, Path]:
    found = folder.glob("[!.]*/autograder/assignment.json")  # not what is being made
    return {path.parent.parent.name: path for path in found}


def _notebooks(submissions: Sequence[Submission]) -> Iterator[Notebook]:
    for submission in submissions:
        with contextlib.suppress(NotANotebook):
            yield read_notebook(submission.path)
