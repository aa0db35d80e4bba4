"""Read the results of an assignment with their marks, and write them as tables and pages."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from homework.kit.grading.answers import read_answers
from homework.kit.grading.result import NOTHING, Result
from homework.kit.grading.submission import read_notebook
from homework.kit.marking.feedback import feedback_page
from homework.kit.marking.gradebook import (
    TOLD,
    changes,
    pack_feedback,
    points_in,
    write_gradebook,
    write_grades,
    write_items,
)
from homework.kit.marking.marking_data import marking_data
from homework.kit.marking.marking_page import copy_katex, marking_page
from homework.kit.marking.marks import merge_marks, strangers, told, update_tables
from homework.kit.marking.records import (
    NONE,
    all_records,
    choices,
    lateness,
    rename_students,
    spoilt,
    that_count,
    update_students,
    write_submissions,
)
from homework.kit.marking.roster import Roster, read_roster
from homework.kit.paths import Place
from homework.kit.tables import file_name
from tools.files import write


def write_all(place: Place, tell: Callable[[str], object] = print) -> list[Result]:
    """Merge the marks into the records, and write tables, pages and the gradebook.

    What happens to marks because the assignment was changed, and to points, is told.
    """
    folder, assignment = place.folder, place.assignment
    roster = read_roster(folder.parent)
    before = points_in(folder, TOLD if (folder / TOLD).exists() else "grades.csv")
    place.remember()
    for line in spoilt(folder):
        tell(line)
    ids = {*(one.id for one in roster.people), *(r.id for r in find_all(place, roster))}
    for line in rename_students(folder, ids, roster.find):
        tell(line)
    everything = read_all(place, roster)
    results = that_count(folder, everything, assignment.settings.counts)
    for line in told(folder / "marks", assignment):
        tell(line)
    update_tables(folder / "marks", assignment, results)
    merge_marks(folder / "marks", assignment, results)
    for line in (*strangers(folder / "marks", assignment, results), *below_tests(results)):
        tell(line)
    withdrawn = {student for student, choice in choices(folder).items() if choice == NONE}
    people = roster.everybody(results, withdrawn)
    update_students(folder, [*people, *results])
    lateness(folder, people, assignment.settings)
    write_submissions(folder, everything, results)
    write_grades(folder, assignment, people)
    write_items(folder, people)
    write_gradebook(folder.parent, assignment.settings)
    pages = {
        result.student: feedback_page(result, assignment)
        for result in people
        if result.reason != NOTHING
    }
    _write_feedback(folder / "feedback", pages)
    pack_feedback(folder, assignment, pages)
    copy_katex(folder)
    write(folder / "marking.html", page_of(place, results))
    _write_code(place, results)
    for line in roster.doubts(results):
        tell(line)
    for line in changes(before, points_in(folder)):
        tell(line)
    shutil.copyfile(folder / "grades.csv", folder / TOLD)  # the last thing: then all was told
    return people


def find_all(place: Place, roster: Roster) -> list[Result]:
    """Return the results of all submissions, each with its student's id of today."""
    everything = all_records(place.folder)
    for result in everything if roster.people else ():
        result.id = roster.find(result.student)
    return everything


def read_all(place: Place, roster: Roster) -> list[Result]:
    """Return the results of all submissions, with the questions that the assignment has now."""
    folder, assignment = place.folder, place.assignment
    everything = find_all(place, roster)
    for result in everything:
        result.fit(assignment)
    merge_marks(folder / "marks", assignment, everything)
    lateness(folder, everything, assignment.settings)
    return everything


def results_of(place: Place) -> list[Result]:
    """Return the results that count, with the marks given so far."""
    everything = read_all(place, read_roster(place.folder.parent))
    return that_count(place.folder, everything, place.assignment.settings.counts)


def page_of(
    place: Place, results: Sequence[Result], called: Callable[[str], str] = lambda student: student
) -> str:
    """Return the marking page with the marks given so far."""
    data = marking_data(place.folder / "marks", place.assignment, results)
    for student in data["students"]:
        student["id"] = called(student["id"])
    return marking_page(data)


def below_tests(results: Sequence[Result]) -> Iterator[str]:
    """Say where a correction gives less than the test gives by now."""
    for result in results:
        for name, question in result.questions.items():
            for case in question.cases:
                if case.passed and case.corrected is not None and case.corrected < case.points:
                    said = f"{case.corrected:g} of {case.points:g} by hand, and the test passes"
                    yield f"{result.id}, {name}, {case.name}: {said}"


def _write_feedback(folder: Path, pages: Mapping[str, str]) -> None:
    """Write a page for each student, and remove those of students who have none any more."""
    folder.mkdir(exist_ok=True)
    files = {folder / f"{file_name(student)}.html": page for student, page in pages.items()}
    for old in {*folder.glob("*.html")} - files.keys():
        old.unlink()
    for path, page in files.items():
        write(path, page)


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
