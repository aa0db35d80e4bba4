"""Grades a folder of submissions: ``make grade SUBS=folder``.

    python -m homework.kit.grade [SUBS] [--homework NAME] [--without-sandbox] [--workers N]

Everything goes to dist/grades/NAME: grades.csv, moodle.csv, canvas.csv, results.json, one page of
feedback a student, and the sheets of the proof questions.  Fill in the tables proofs/q4.csv, and
so on, and run it again without SUBS: the marks are merged into the grades.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from homework.kit.assignment import Assignment, read_assignment
from homework.kit.batch import grade_all
from homework.kit.feedback import feedback_page
from homework.kit.gradebook import write_gradebooks
from homework.kit.make import DIST, ROOT
from homework.kit.proofs import MarkError, merge_marks, write_sheets
from homework.kit.result import Result, result_from
from homework.kit.sandbox import HOW_TO, Limits, sandbox_works
from homework.kit.submission import NotANotebook, Submission, find_submissions, read_notebook

GRADES = ROOT / "dist" / "grades"


class CannotGrade(Exception):
    """Nothing is graded; the message says why and what to do."""


def which_homework(submissions: Sequence[Submission], made: Path = DIST) -> str:
    """Return the name of the assignment that the notebooks say they are."""
    names: Counter[str] = Counter()
    for submission in submissions:
        try:
            names[read_notebook(submission.path).homework] += 1
        except NotANotebook:
            continue
    known = [name for name in names if (made / name / "autograder").is_dir() and name]
    if len(known) != 1:
        there = ", ".join(sorted(path.name for path in made.glob("*-*"))) or "none: make homework"
        raise CannotGrade(f"Which assignment is it? Say HW=NAME; there are: {there}.")
    return known[0]


def prove(folder: Path, assignment: Assignment, limits: Limits, *, trusted: bool) -> None:
    """Grade the solution in the way the class is graded; raises CannotGrade unless it is right."""
    solution = Submission("the solution", folder / "solution.ipynb")
    (result,) = grade_all([solution], assignment, limits, trusted=trusted)
    lost = [
        f"{name}, {case.name}: {case.message}"
        for name, question in result.questions.items()
        for case in question.cases
        if not case.passed
    ]
    if lost or not result.graded:
        why = "\n  ".join([result.reason, *result.notes, *lost])
        raise CannotGrade(f"Stopped: the solution itself does not get full marks.\n  {why}")


def grade(
    submissions: Sequence[Submission],
    folder: Path,
    *,
    trusted: bool = False,
    workers: int | None = None,
    limits: Limits | None = None,
) -> list[Result]:
    """Return the results of all submissions to the assignment made in a folder, with progress."""
    if not trusted and not sandbox_works():
        raise CannotGrade(f"{HOW_TO} For submissions that you trust: UNSAFE=1.")
    limits = limits or Limits()
    assignment = read_assignment(folder / "assignment.json")
    prove(folder, assignment, limits, trusted=trusted)
    print("The solution gets full marks here.", flush=True)
    done = 0

    def progress(result: Result) -> None:
        nonlocal done
        done += 1
        tested = sum(question.score or 0 for question in result.questions.values())
        said = f"{tested:g} points so far" if result.graded else f"not graded: {result.reason}"
        print(f"  {done}/{len(submissions)}  {result.student}: {said}", flush=True)

    return grade_all(
        submissions, assignment, limits, trusted=trusted, workers=workers, progress=progress
    )


def write_all(results: Sequence[Result], assignment: Assignment, folder: Path) -> None:
    """Write sheets, merge the marks there are, and write grades and feedback."""
    write_sheets(folder / "proofs", assignment, results)
    merge_marks(folder / "proofs", assignment, results)
    pages = folder / "feedback"
    pages.mkdir(exist_ok=True)
    for result in results:
        page = feedback_page(result, assignment)
        (pages / f"{result.student}.html").write_text(page, encoding="utf-8")
    write_gradebooks(folder, assignment, results)
    data = [result.as_data() for result in results]
    (folder / "results.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def _summary(results: Sequence[Result], folder: Path) -> str:
    times = Counter(result.status for result in results)
    counts = ", ".join(f"{times[status]} {status}" for status in sorted(times))
    lines = [f"{len(results)} submissions: {counts}", f"Grades and feedback: {folder}"]
    lines += [f"  not graded: {r.student}: {r.reason}" for r in results if not r.graded]
    if times["waiting for marks"]:
        lines.append(
            f"Fill in the tables in {folder / 'proofs'}, then: make grade HW={folder.name}"
        )
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns 1 if nothing could be graded."""
    parser = argparse.ArgumentParser(description=__doc__, usage="make grade SUBS=folder [HW=name]")
    parser.add_argument("subs", nargs="?", type=Path)
    parser.add_argument("--homework")
    parser.add_argument("--without-sandbox", action="store_true")
    parser.add_argument("--workers", type=int)
    chosen = parser.parse_args(arguments)
    start = time.monotonic()
    try:
        results, folder, assignment = _results(chosen)
        write_all(results, assignment, folder)
    except (CannotGrade, MarkError) as error:
        print(error)
        return 1
    print(_summary(results, folder))
    if chosen.subs:
        print(f"{time.monotonic() - start:.1f} s")
    return 0


def _results(chosen: argparse.Namespace) -> tuple[list[Result], Path, Assignment]:
    if chosen.subs is None and not chosen.homework:
        raise CannotGrade("Say which submissions: make grade SUBS=folder.")
    if chosen.subs is not None and not chosen.subs.is_dir():
        raise CannotGrade(f"There is no folder {chosen.subs}.")
    submissions = find_submissions(chosen.subs) if chosen.subs else []
    if chosen.subs and not submissions:
        raise CannotGrade(f"There is nothing in {chosen.subs}.")
    name = chosen.homework or which_homework(submissions)
    made, folder = DIST / name / "autograder", GRADES / name
    if not made.is_dir():
        raise CannotGrade(f"There is no assignment {name}: run make homework first.")
    assignment = read_assignment(made / "assignment.json")
    if chosen.subs is None:
        before = folder / "results.json"
        if not before.exists():
            raise CannotGrade(f"Nothing was graded for {name} yet: make grade SUBS=folder.")
        return [result_from(data) for data in json.loads(before.read_text())], folder, assignment
    trusted, workers = chosen.without_sandbox, chosen.workers
    results = grade(submissions, made, trusted=trusted, workers=workers)
    folder.mkdir(parents=True, exist_ok=True)
    return results, folder, assignment


if __name__ == "__main__":
    sys.exit(main())
