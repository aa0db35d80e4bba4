"""Grade a folder of submissions: ``make grade SUBS=folder``.

    python -m homework.kit.grade [SUBS] [--homework NAME] [--late DAYS] [--without-sandbox]

Everything goes to grades/COURSE/NAME: tables of grades, pages of feedback, the page for marking
(``make mark HW=NAME``), and the record of all that was ever graded.  Without SUBS the marks that
were given are merged and everything is written anew.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from homework.kit.grading.answers import read_answers
from homework.kit.grading.batch import grade_all
from homework.kit.grading.one import Pictures
from homework.kit.grading.result import UNSAFE, Result
from homework.kit.grading.submission import Submission, find_submissions, read_notebook
from homework.kit.marking.feedback import feedback_page
from homework.kit.marking.gradebook import (
    changes,
    pack_feedback,
    points_in,
    write_gradebook,
    write_grades,
)
from homework.kit.marking.marking_data import marking_data
from homework.kit.marking.marking_page import copy_katex, marking_page
from homework.kit.marking.marks import (
    MarkError,
    merge_marks,
    strangers,
    told,
    update_tables,
)
from homework.kit.marking.records import add_record, read_records, update_students
from homework.kit.paths import (
    ROOT,
    CannotGrade,
    Place,
    compare_courses,
    find_place,
    masters_folder,
    which_homework,
)
from homework.kit.running.sandbox import Sandbox, has_group, why_no_sandbox
from homework.kit.running.sandbox_selftest import selftest
from homework.kit.tables import clean, file_name
from homework.kit.writing.settings import read_course
from tools.files import write
from tools.progress import Line, interrupted


def check_solution(place: Place, sandbox: Sandbox) -> None:
    """Grade the solution as the class is graded; raises CannotGrade unless it has full marks."""
    (result,) = grade_all([place.solution], place.assignment, sandbox)
    lost = [
        f"{name}, {case.name}: {case.message}"
        for name, question in result.questions.items()
        for case in question.cases
        if not case.passed
    ]
    if lost or not result.graded:
        why = "\n  ".join([result.reason, *result.notes, *lost])
        raise CannotGrade(f"Stopped: the solution itself does not get full marks.\n  {why}")


def check_sandbox(sandbox: Sandbox, secrets: Iterable[Path]) -> None:
    """Try from inside to get out of the sandbox; raises CannotGrade if that succeeds."""
    if why := why_no_sandbox(sandbox):
        raise CannotGrade(f"{why} Nothing is graded without it; for code that you trust: UNSAFE=1.")
    if holes := selftest(sandbox, secrets):
        raise CannotGrade("Stopped: the sandbox has a hole.\n  " + "\n  ".join(holes))


def grade(
    submissions: Sequence[Submission],
    place: Place,
    *,
    trusted: bool = False,
    workers: int | None = None,
    late_days: float = 0.0,
) -> list[Result]:
    """Grade submissions to an assignment, print progress, and record each result as it comes."""
    masters = masters_folder()
    place.folder.mkdir(parents=True, exist_ok=True)
    files = [one.path.absolute() for one in submissions if not one.problem]
    handed_in = [Path(os.path.commonpath([path.parent for path in files]))] if files else []
    hidden = (ROOT, masters, place.made, place.folder.parent.parent, *handed_in)
    sandbox = Sandbox(place.assignment.settings.limits(), hidden, trusted)
    if not trusted:
        secrets = [place.made / "assignment.json", *masters.glob("*.md"), Path(__file__)]
        check_sandbox(sandbox, [*secrets, *files])
        group = "bounded as a group" if has_group(sandbox.limits) else "bounded one by one"
        print(f"The sandbox holds; students' processes are {group}.", flush=True)
    check_solution(place, sandbox)
    print("The solution gets full marks here.", flush=True)
    before = {result.id: result for result in read_records(place.folder)}

    def keep(result: Result, files: Pictures) -> None:
        result.late_days = late_days
        result.notes[:0] = [UNSAFE] if trusted else []
        add_record(place.folder, result, files)
        points = sum(case.score for q in result.questions.values() for case in q.cases)
        said = f"{points:g} points so far" if result.graded else f"not graded: {result.reason}"
        student, old = clean(result.student, 80), before.get(result.id)
        if old and result.graded and (old.code, old.answers) != (result.code, result.answers):
            said += f" (takes the place of another one, graded at {old.graded_at})"
        line.advance(student)
        line.tell(f"  {line.count:g}/{len(submissions)}  {student}: {said}")

    with Line("grade") as line:
        line.step("Submissions graded", len(submissions))
        return grade_all(submissions, place.assignment, sandbox, workers=workers, keep=keep)


def results_of(place: Place) -> list[Result]:
    """Return the results that count, with the questions that the assignment has now."""
    results = read_records(place.folder)
    for result in results:
        result.fit(place.assignment)
    return results


def write_all(place: Place, tell: Callable[[str], object] = print) -> list[Result]:
    """Merge the marks into the records, and write tables, pages and the gradebook.

    What happens to marks because the assignment was changed, and to points, is told.
    """
    folder, assignment = place.folder, place.assignment
    results = results_of(place)
    before = points_in(folder)
    place.remember()
    for line in told(folder / "marks", assignment):
        tell(line)
    update_students(folder, results, assignment.settings)
    update_tables(folder / "marks", assignment, results)
    merge_marks(folder / "marks", assignment, results)
    write_grades(folder, assignment, results)
    write_gradebook(folder.parent)
    pages = {result.student: feedback_page(result, assignment) for result in results}
    (folder / "feedback").mkdir(exist_ok=True)
    for student, page in pages.items():
        write(folder / "feedback" / f"{file_name(student)}.html", page)
    pack_feedback(folder, assignment, pages)
    copy_katex(folder)
    write(folder / "marking.html", page_of(place, results))
    _write_code(place, results)
    for line in changes(before, points_in(folder)):
        tell(line)
    return results


def page_of(place: Place, results: Sequence[Result]) -> str:
    """Return the marking page with the marks given so far."""
    return marking_page(marking_data(place.folder / "marks", place.assignment, results))


def _write_code(place: Place, results: Sequence[Result]) -> None:
    """Write the code of students, solution and handout, for a program that compares it."""
    folder, assignment = place.folder, place.assignment
    handed_out = [version.given for version in assignment.versions]
    solution = read_answers(read_notebook(place.solution.path), handed_out, assignment.manual)
    codes = {f"code/{file_name(r.student)}.py": r.answers for r in results if r.graded}
    files = {
        file: [c for name in answers if name not in assignment.manual for c in answers[name].code]
        for file, answers in {**codes, "code/solution/solution.py": solution.of}.items()
    }
    files["given/given.py"] = [cell.source for cell in assignment.given if cell.kind == "code"]
    for file, cells in files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        write(folder / file, "\n\n".join(cells))


def _summary(results: Sequence[Result], place: Place) -> str:
    times = Counter(result.status for result in results)
    counts = ", ".join(f"{times[status]} {status}" for status in sorted(times))
    lines = [f"{len(results)} students: {counts}", f"Grades and feedback: {place.folder}"]
    lines += [f"  not graded: {r.student}: {r.reason}" for r in results if not r.graded]
    lines += [f"  {line}" for line in strangers(place.folder / "marks", place.assignment, results)]
    earlier = sum(r.graded and r.tests != place.assignment.tests for r in results)
    if earlier:
        lines.append(
            f"{earlier} of the results are of earlier tests: grade their folder again, SUBS=folder."
        )
    if read_course(masters_folder()) != place.assignment.settings:
        lines.append("course.yml has changed since: make homework again, and it will count.")
    if times["waiting for marks"]:
        name = place.folder.name
        lines.append(f"Mark with make mark HW={name}; then, as at any time: make grade HW={name}")
    return clean("\n".join(lines), 100_000)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 1 if nothing could be graded."""
    parser = argparse.ArgumentParser(description=__doc__, usage="make grade SUBS=folder [HW=name]")
    parser.add_argument("subs", nargs="?", type=Path)
    parser.add_argument("--homework", default="")
    parser.add_argument("--late", type=float, default=0.0)
    parser.add_argument("--without-sandbox", action="store_true")
    parser.add_argument("--workers", type=int)
    chosen = parser.parse_args(arguments)
    start = time.monotonic()
    try:
        place = _grade(chosen)
        results = write_all(place)
    except (CannotGrade, MarkError) as error:
        print(clean(str(error)))
        return 1
    print(_summary(results, place))
    if chosen.subs:
        print(f"{time.monotonic() - start:.1f} s")
    return 0


def _grade(chosen: argparse.Namespace) -> Place:
    if chosen.subs is None:
        if not chosen.homework:
            raise CannotGrade("Say which submissions: make grade SUBS=folder.")
        place = find_place(chosen.homework)
        if not read_records(place.folder):
            raise CannotGrade(f"Nothing was graded for {chosen.homework} yet: add SUBS=folder.")
        return place
    if not chosen.subs.is_dir():
        raise CannotGrade(f"There is no folder {chosen.subs}.")
    submissions = find_submissions(chosen.subs)
    if not submissions:
        raise CannotGrade(f"There is nothing in {chosen.subs}.")
    place = find_place(chosen.homework or which_homework(submissions))
    compare_courses(place.assignment.course, submissions)
    if chosen.late < 0:
        raise CannotGrade("LATE is the number of days after the deadline, 0 or more.")
    grade(
        submissions, place,
        trusted=chosen.without_sandbox, workers=chosen.workers, late_days=chosen.late,
    )  # fmt: skip
    return place


if __name__ == "__main__":
    interrupted(main)
