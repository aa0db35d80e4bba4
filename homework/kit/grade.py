"""Grade a folder of submissions: ``make grade SUBS=folder``.

    python -m homework.kit.grade [SUBS] [--homework NAME] [--late DAYS] [--without-sandbox]

Everything goes to grades/COURSE/NAME: tables of grades, pages of feedback, the page for marking
(``make mark HW=NAME``), and the record of all that was ever graded.  Without SUBS the marks that
were given are merged and everything is written anew.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import time
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from homework.kit.grading.batch import grade_all
from homework.kit.grading.one import Pictures
from homework.kit.grading.result import UNSAFE, Result
from homework.kit.grading.submission import (
    NotANotebook,
    Submission,
    find_submissions,
    settled,
    unpacked,
)
from homework.kit.marking.gradebook import (
    EXPORTED,
    since_export,
)
from homework.kit.marking.marks import (
    MarkError,
    join_marks,
)
from homework.kit.marking.records import (
    add_record,
    late_by,
    read_records,
    that_count,
)
from homework.kit.marking.roster import read_roster
from homework.kit.paths import (
    ROOT,
    CannotGrade,
    Place,
    compare_courses,
    find_place,
    masters_folder,
    which_homework,
)
from homework.kit.results import find_all, write_all
from homework.kit.running.sandbox import Sandbox, has_group, why_no_sandbox
from homework.kit.running.sandbox_selftest import selftest
from homework.kit.tables import clean, decimal
from homework.kit.writing.settings import FILE, read_course
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
        raise CannotGrade(f"{why} Without it nothing is graded. For code that you trust: UNSAFE=1.")
    if holes := selftest(sandbox, secrets):
        raise CannotGrade("Stopped: the sandbox has a hole.\n  " + "\n  ".join(holes))


def grade(
    submissions: Sequence[Submission],
    place: Place,
    *,
    trusted: bool = False,
    workers: int | None = None,
    late_days: float | None = None,
) -> list[Result]:
    """Grade submissions to an assignment, print progress, and record each result as it comes.

    Without ``late_days`` a submission is as late as it was when it was graded before.
    """
    masters = masters_folder()
    place.folder.mkdir(parents=True, exist_ok=True)
    files = [one.path.absolute() for one in submissions if not one.problem]
    handed_in = [Path(os.path.commonpath([path.parent for path in files]))] if files else []
    hidden = (ROOT, masters, place.made, place.folder.parent.parent, *handed_in)
    sandbox = Sandbox(place.assignment.settings.limits(), hidden, trusted)
    if not trusted:
        secrets = [place.made / "assignment.json", *masters.glob("*.md"), Path(__file__)]
        check_sandbox(sandbox, [*secrets, *files])
        group = "limited as a group" if has_group(sandbox.limits) else "limited one by one"
        print(f"The sandbox holds; students' processes are {group}.", flush=True)
    check_solution(place, sandbox)
    print("The solution gets full marks.", flush=True)
    everything = find_all(place, read_roster(place.folder.parent))
    before, late = {r.id: r for r in that_count(place.folder, everything)}, late_by(everything)

    def keep(result: Result, files: Pictures) -> None:
        as_before = late.get((result.id, result.notebook), 0.0)
        result.late_days = as_before if late_days is None else late_days
        result.notes[:0] = [UNSAFE] if trusted else []
        add_record(place.folder, result, files)
        points = sum(case.score for q in result.questions.values() for case in q.cases)
        said = f"{points:g} points so far" if result.graded else f"not graded: {result.reason}"
        if result.late_days:
            said += f", {result.late_days:g} days late"
        student, old = clean(result.student, 80), before.get(result.id)
        if old and result.graded and (old.code, old.answers) != (result.code, result.answers):
            again = (result.id, result.notebook) in late
            said += (
                " (graded before; a later submission counts)"
                if again
                else f" (replaces the result of {old.graded_at})"
            )
        line.advance(student)
        line.tell(f"  {line.count:g}/{len(submissions)}  {student}: {said}")

    with Line("grade") as line:
        line.step("Submissions graded", len(submissions))
        return grade_all(submissions, place.assignment, sandbox, workers=workers, keep=keep)


def _summary(results: Sequence[Result], place: Place) -> str:
    times = Counter(result.status for result in results)
    counts = ", ".join(f"{times[status]} {status}" for status in sorted(times))
    lines = [f"{len(results)} students: {counts}", f"Grades and feedback: {place.folder}"]
    lines += [f"  not graded: {r.student}: {r.reason}" for r in results if not r.graded]
    earlier = sum(r.graded and r.tests != place.assignment.tests for r in results)
    if earlier:
        lines.append(
            f"{earlier} results come from earlier tests: grade their folder again, SUBS=folder."
        )
    own = (masters_folder() / FILE).exists()
    if own and read_course(masters_folder()) != place.assignment.settings:
        lines.append("course.yml has changed. Run make homework again, and the new settings count.")
    if times["waiting for marks"]:
        name = place.folder.name
        lines.append(f"Mark with make mark HW={name}, then run make grade HW={name}.")
    return clean("\n".join(lines), 100_000)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 1 if nothing could be graded."""
    parser = argparse.ArgumentParser(description=__doc__, usage="make grade SUBS=folder [HW=name]")
    parser.add_argument("subs", nargs="?", type=Path)
    parser.add_argument("--homework", default="")
    parser.add_argument("--late")
    parser.add_argument("--join", type=Path, help="marks of a second marker: a folder of tables")
    parser.add_argument("--exported", action="store_true", help="record an export of the grades")
    parser.add_argument("--without-sandbox", action="store_true")
    parser.add_argument("--workers", type=int)
    chosen = parser.parse_args(arguments)
    start = time.monotonic()
    try:
        place = _grade(chosen)
        if chosen.join:
            for line in _joined(place, chosen.join):
                print(clean(line))
        results = write_all(place)
        if chosen.exported:
            shutil.copyfile(place.folder / "grades.csv", place.folder / EXPORTED)
        for line in since_export(place.folder):
            print(clean(line))
    except (CannotGrade, MarkError, NotANotebook) as error:
        print(clean(str(error)))
        return 1
    print(_summary(results, place))
    if chosen.subs:
        print(f"{time.monotonic() - start:.1f} s")
    return 0


def _joined(place: Place, folder: Path) -> Iterator[str]:
    """Take over marks from a folder: of tables, or the grades of the assignment elsewhere."""
    tables = next((f for f in (folder / "marks", folder) if any(f.glob("q*.csv"))), None)
    if tables is None:
        raise CannotGrade(f"There are no tables of marks in {folder}.")
    yield from join_marks(place.folder / "marks", tables, place.assignment)


def _days(late: str | None) -> float | None:
    """Return a number of days, perhaps with a decimal comma; None if nothing was said."""
    with contextlib.suppress(ValueError):
        days = decimal(late)
        if days is None or days >= 0:
            return days
    raise CannotGrade(f"LATE is the number of days after the deadline, 0 or more, not {late!r}.")


def _grade(chosen: argparse.Namespace) -> Place:
    if chosen.subs is None:
        if not chosen.homework:
            raise CannotGrade("Say which submissions: make grade SUBS=folder.")
        place = find_place(chosen.homework)
        compare_courses(place.assignment.course, [])
        if not read_records(place.folder):
            raise CannotGrade(f"Nothing was graded for {chosen.homework} yet: add SUBS=folder.")
        return place
    if chosen.subs.is_file() and zipfile.is_zipfile(chosen.subs):
        with unpacked(chosen.subs) as folder:
            return _grade(argparse.Namespace(**{**vars(chosen), "subs": folder}))
    if not chosen.subs.is_dir():
        raise CannotGrade(f"There is no folder {chosen.subs}, and no zip of that name.")
    submissions = find_submissions(chosen.subs)
    if not submissions:
        raise CannotGrade(f"There is nothing in {chosen.subs}.")
    place = find_place(chosen.homework or which_homework(submissions))
    compare_courses(place.assignment.course, submissions)
    handed_out = [[c.source.strip() for c in v.given] for v in place.assignment.versions]
    submissions = [settled(one, handed_out) for one in submissions]
    submissions = read_roster(place.folder.parent).known(submissions)
    grade(
        submissions, place,
        trusted=chosen.without_sandbox, workers=chosen.workers, late_days=_days(chosen.late),
    )  # fmt: skip
    return place


if __name__ == "__main__":
    interrupted(main)
