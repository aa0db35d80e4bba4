"""Make and verify the assignments of a course: ``make homework``.

    python -m homework.kit.make [NAME ...]

COURSE names the course, which decides the parameters; HOMEWORK_MASTERS is a folder of private
masters.  COURSES="this, that" only tries whether the masters are sound for these courses.
Each assignment is written to dist/homework/NAME only if everything holds:

    student/homework-NAME.ipynb   what students get
    autograder/assignment.json    all tests and the rubric, for grading
    autograder/solution.ipynb     the solution
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from secrets import token_hex

from homework.kit.grading.answers import digest
from homework.kit.paths import DIST, ROOT, found_name, masters_folder
from homework.kit.proving.leaks import leaks, leaks_in, secrets
from homework.kit.proving.lint import faults
from homework.kit.proving.mutants import read_mutants
from homework.kit.proving.verify import verify
from homework.kit.writing.assignment import assignment_of, read_assignment, write_assignment
from homework.kit.writing.markers import MasterError
from homework.kit.writing.master import Master, read_master
from homework.kit.writing.notebooks import (
    notebook_name,
    solution_notebook,
    student_notebook,
    text_of,
)
from homework.kit.writing.parameters import SAMPLE, ParameterError
from homework.kit.writing.rubric import read_rubric
from homework.kit.writing.settings import FILE, read_course
from tools.files import folder_beside, write
from tools.progress import Line, interrupted

SITE = ROOT / "_build" / "html"
KEY = ROOT / "course.key"


@dataclass
class Report:
    """One line of the table, and the faults below it."""

    name: str
    columns: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    master: Master | None = None


def read_key(course: str) -> str:
    """Return the secret of a course: COURSE_KEY, or what the file course.key holds; or ""."""
    if course == SAMPLE:
        return ""
    return os.environ.get("COURSE_KEY") or (KEY.read_text().strip() if KEY.exists() else "")


def make_key(course: str) -> str:
    """Draw the secret of all courses if there is none; return what to tell about it."""
    if course == SAMPLE or read_key(course):
        return ""
    write(KEY, f"{token_hex(16)}\n")
    return (
        f"{KEY.name} was made: with the course's name it determines all numbers and hidden tests. "
        "Keep it, show it to no student, and copy it to every machine that makes this course."
    )


def masters_in(folder: Path) -> list[Path]:
    """Return the masters in a folder, in order."""
    return sorted(folder.glob("[0-9][0-9]-*.md"))


def make(path: Path, course: str, destination: Path) -> Report:
    """Make and verify one assignment; unless all is well, the destination stays as it was."""
    report = Report(path.stem)
    start = time.monotonic()
    try:
        _make(path, course, destination, report)
    except (MasterError, ParameterError) as error:
        report.faults.append(str(error))
    report.columns["seconds"] = f"{time.monotonic() - start:.0f}"
    return report


def _make(path: Path, course: str, destination: Path, report: Report) -> None:
    master = report.master = read_master(path, course, read_key(course))
    rubric = read_rubric(path.with_suffix(".rubric.yml"))
    changes = path.with_suffix(".mutants.py")
    mutants = read_mutants(changes, master)
    equivalent = read_mutants(changes, master, "EQUIVALENT")
    settings = read_course(path.parent)
    report.columns["questions"] = str(len(master.questions))
    report.columns["points"] = f"{master.points:g}"
    report.faults += faults(master, rubric, mutants, equivalent)
    report.faults += [
        f"{master.name}: {FILE} permits {name}, which is not installed here"
        for name in settings.packages
        if find_spec(name) is None
    ]
    if report.faults:
        return
    student, solution = student_notebook(master, settings), solution_notebook(master, settings)
    key = digest([read_key(course)]) if read_key(course) else ""
    assignment = replace(assignment_of(master, rubric, settings), key=key)
    with contextlib.suppress(OSError):  # an earlier one of this course, which students may have
        before = read_assignment(destination / "autograder" / "assignment.json")
        if before.course == course:
            assignment = assignment.known(*before.versions)
            report.faults += assignment.renamed()
            if before.key != key:
                report.faults.append(
                    f"{master.name}: made with another {KEY.name} before, so its numbers would "
                    f"change; put that key back, or remove {destination} if no student has it yet"
                )
    if report.faults:
        return
    found = verify(assignment, solution, student, mutants, equivalent, settings.limits())
    tested = sum(question.points for question in master.questions if not question.manual)
    cases = sum(len(question.cases) for question in master.questions)
    told = leaks_in(text_of(student), secrets(master))
    report.columns["solution"] = f"{found.solution:g}/{tested:g}"
    report.columns["blank fails"] = f"{cases - found.passed_blank}/{cases}"
    report.columns["mutants caught"] = f"{found.caught}/{len(mutants)}"
    report.columns["leaks"] = str(len(told))
    report.faults += [f"{master.name}: {fault}" for fault in found.faults]
    report.faults += [f"{master.name}: the student's notebook gives away: {line}" for line in told]
    if not report.faults:
        with folder_beside(destination) as folder:
            (folder / "student").mkdir()
            (folder / "autograder").mkdir()
            write(folder / "student" / notebook_name(master.name), text_of(student))
            write(folder / "autograder" / "solution.ipynb", text_of(solution))
            write_assignment(assignment, folder / "autograder" / "assignment.json")


def table(reports: list[Report]) -> str:
    """Return the reports as a table."""
    head = ["questions", "points", "solution", "blank fails", "mutants caught", "leaks", "seconds"]
    width = max([len("assignment"), *(len(report.name) for report in reports)])
    lines = ["  ".join(["assignment".ljust(width), *head])]
    for report in reports:
        cells = [report.columns.get(name, "-").rjust(len(name)) for name in head]
        lines.append("  ".join([report.name.ljust(width), *cells]))
    return "\n".join(lines)


def main(names: list[str]) -> int:
    """Make the assignments with these names (by default all) and print the reports."""
    folder = masters_folder()
    there = {path.stem: path for path in masters_in(folder)}
    asked = {name: found_name(name, there) for name in names}
    if missing := [name for name, found in asked.items() if not found]:
        print(f"no such master in {folder}: {', '.join(missing)}; there are: {', '.join(there)}")
        return 1
    paths = [path for name, path in there.items() if not names or name in asked.values()]
    if not paths:
        print(f"WRONG: no masters in {folder}")
        return 1
    courses = [name.strip() for name in os.environ.get("COURSES", "").split(",") if name.strip()]
    if not courses:
        with Line("homework") as line:
            course = os.environ.get("COURSE") or SAMPLE
            if told := make_key(course):
                line.tell(told)
            return 0 if _course(folder, paths, course, DIST, line) else 1
    with tempfile.TemporaryDirectory() as name, Line("homework") as line:
        sound = [_course(folder, paths, course, Path(name), line) for course in courses]
    print(f"{sum(sound)} of {len(sound)} courses pass all checks; nothing was written")
    return 0 if all(sound) else 1


def _course(
    folder: Path, paths: Sequence[Path], course: str, destination: Path, line: Line
) -> bool:
    """Make assignments for a course, print the reports, and return whether all is well."""
    line.tell(f"Assignments of the course {course!r}, from {folder}")
    line.step("Assignments made", len(paths))
    reports = []
    for path in paths:
        reports.append(make(path, course, destination / path.stem))
        line.advance(path.stem)
    line.end()
    known = [report.master for report in reports if report.master]
    places = [*(destination / report.name / "student" for report in reports), SITE]
    told = [line for place in places if place.exists() for line in leaks(place, known)]
    problems = [fault for report in reports for fault in report.faults] + told
    line.tell(f"\n{table(reports)}\n")
    searched = "searched" if SITE.exists() else "not built, so not searched (make book)"
    line.tell(f"website: {searched}")
    for problem in problems:
        line.tell(f"WRONG: {problem}")
    if not problems:
        where = f"For students: {destination}/NAME/student; keep NAME/autograder to yourself."
        line.tell(f"All is well. {where if destination == DIST else ''}".rstrip())
    return not problems


if __name__ == "__main__":
    interrupted(lambda: main(sys.argv[1:]))
