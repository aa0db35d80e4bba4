"""Serve the marking page: ``make mark HW=NAME``; each click is saved at once."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from homework.kit.grade import page_of, results_of, write_all
from homework.kit.marking.mark_server import serve
from homework.kit.marking.marks import MarkError, save_mark
from homework.kit.marking.records import read_records
from homework.kit.paths import CannotGrade, Place, find_place


def save(place: Place, given: dict[str, Any]) -> None:
    """Write marks that the page sends into the table of their question, or raise MarkError."""
    questions = {question.name: question for question in place.assignment.questions}
    marks = given.get("marks")
    texts = [given.get(key) for key in ("question", "student", "answer", "comment")]
    if not isinstance(marks, dict) or not all(
        isinstance(text, str) for text in (*texts, *marks, *marks.values())
    ):
        raise MarkError("the page sent something else than marks")
    question, student, answer, comment = map(str, texts)
    if question not in questions:
        raise MarkError(f"there is no question {question!r}")
    folder, assignment = place.folder / "marks", place.assignment
    save_mark(folder, assignment, questions[question], student, answer, marks, comment)


def main(arguments: Sequence[str]) -> int:
    """Serve the marking page of one assignment until Ctrl+C, then write the grades."""
    try:
        place = find_place(arguments[0] if arguments else "")
        if not read_records(place.folder):
            raise CannotGrade("Nothing was graded yet: make grade SUBS=folder.")
        write_all(place)
        serve(
            place.folder,
            lambda: page_of(place, results_of(place)),
            lambda given: save(place, given),
            ready=lambda address: print(f"Mark at {address}\nCtrl+C ends it.", flush=True),
        )
        write_all(place)
    except (CannotGrade, MarkError) as error:
        print(error)
        return 1
    print(f"The grades are up to date: {place.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
