"""Serve the marking page: ``make mark HW=NAME``; each click is saved at once.

python -m homework.kit.mark NAME [--question Q] [--section S] [--anonymous]
"""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from homework.kit.grading.answers import digest
from homework.kit.grading.result import Result
from homework.kit.marking.mark_server import serve
from homework.kit.marking.marks import MarkError, save_mark
from homework.kit.marking.records import read_records
from homework.kit.marking.roster import read_roster
from homework.kit.paths import CannotGrade, Place, find_place
from homework.kit.results import page_of, results_of, write_all


def save(place: Place, given: dict[str, Any]) -> None:
    """Write marks that the page sends into the table of their question, or raise MarkError."""
    questions = {question.name: question for question in place.assignment.questions}
    marks = given.get("marks")
    texts = [given.get(key) for key in ("question", "student", "answer", "comment")]
    if not isinstance(marks, dict) or not all(
        isinstance(text, str) for text in (*texts, *marks, *marks.values())
    ):
        raise MarkError("the page sent something other than marks")
    question, student, answer, comment = map(str, texts)
    if question not in questions:
        raise MarkError(f"there is no question {question!r}")
    folder, assignment = place.folder / "marks", place.assignment
    save_mark(folder, assignment, questions[question], student, answer, marks, comment)


class Session:
    """What one marker sees: some questions, one section, and perhaps no names."""

    def __init__(self, place: Place, question: str, section: str, anonymous: bool) -> None:
        self.place, self.section = place, section
        self.key = secrets.token_hex() if anonymous else ""
        asked = [q for q in place.assignment.questions if question in ("", q.name)]
        if not asked:
            names = ", ".join(q.name for q in place.assignment.questions)
            raise CannotGrade(f"There is no question {question!r}; there are: {names}.")
        known = place.assignment.versions
        shown = replace(place.assignment, questions=tuple(asked), earlier=known)
        self.shown = replace(place, assignment=shown)
        if section and not self._mine():
            raise CannotGrade(f"Nobody in section {section!r} has submitted (see roster.csv).")

    def page(self) -> str:
        """Return the page with the marks given so far."""
        results = self._mine()
        for result in results if self.key else ():
            result.student = result.name = self._called(result.id)
            result.files = [(f"file {n}", place) for n, (_, place) in enumerate(result.files, 1)]
            result.notes = []  # which name files
        results.sort(key=lambda result: (result.name or result.student).lower())
        return page_of(self.shown, results, self._called)

    def save(self, given: dict[str, Any]) -> None:
        """Save what the page sends, under the student's own name."""
        known = {self._called(result.id): result.id for result in self._mine()}
        save(self.place, {**given, "student": known.get(str(given.get("student")), "")})

    def _called(self, student: str) -> str:
        return f"Student {digest([self.key, student])[1:7]}" if self.key else student

    def _mine(self) -> list[Result]:
        roster = read_roster(self.place.folder.parent)
        mine = {key for p in roster.people if p.section == self.section for key in (p.id, p.group)}
        names = {one.id: one.name for one in roster.people}
        results = results_of(self.place)
        for result in results:
            result.name = names.get(result.id, "")
        return [result for result in results if not self.section or result.id in mine]


def main(arguments: Sequence[str]) -> int:
    """Serve the marking page of one assignment until Ctrl+C, then write the grades."""
    usage = "make mark HW=name [QUESTION=q4] [SECTION=A] [ANONYMOUS=1]"
    parser = argparse.ArgumentParser(usage=usage)
    parser.add_argument("name", nargs="?", default="")
    parser.add_argument("--question", default="")
    parser.add_argument("--section", default="")
    parser.add_argument("--anonymous", action="store_true")
    chosen = parser.parse_args(arguments)
    try:
        place = find_place(chosen.name)
        if not read_records(place.folder):
            raise CannotGrade("Nothing was graded yet: make grade SUBS=folder.")
        write_all(place)
        session = Session(place, chosen.question, chosen.section, chosen.anonymous)
        serve(
            place.folder, session.page, session.save,
            ready=lambda address: print(f"Mark at {address}\nCtrl+C ends it.", flush=True),
        )  # fmt: skip
        write_all(place)
    except (CannotGrade, MarkError) as error:
        print(error)
        return 1
    print(f"The grades are up to date: {place.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
