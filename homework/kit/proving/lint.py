"""Check the form of an assignment before it is run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from homework.kit.proving.mutants import Mutant
from homework.kit.writing.master import Master, Question
from homework.kit.writing.notebooks import student_notebook, text_of
from homework.kit.writing.rubric import Item

SAID = re.compile(r"(\d+(?:\.\d+)?) points?\b")
MUTANTS = 4  # of a question with tests, at least


def faults(
    master: Master,
    rubric: Mapping[str, Sequence[Item]],
    mutants: Sequence[Mutant],
    equivalent: Sequence[Mutant],
) -> list[str]:
    """Return the faults of an assignment, one sentence each."""
    return [f"{master.name}: {fault}" for fault in _faults(master, rubric, mutants, equivalent)]


def _faults(
    master: Master,
    rubric: Mapping[str, Sequence[Item]],
    mutants: Sequence[Mutant],
    equivalent: Sequence[Mutant],
) -> Iterator[str]:
    if not master.questions:
        yield "no question"
    names = [question.name for question in master.questions]
    cases = [case.name for question in master.questions for case in question.cases]
    twice = [name for name, times in Counter(names + cases).items() if times > 1]
    yield from (f"the name {name} appears twice" for name in twice)
    yield from _told(master)
    before = "\n".join(part.source for part in master.parts if not isinstance(part, Question))
    for place, text, points in [
        ("the introduction", before, master.points),
        *((question.name, question.title, question.points) for question in master.questions),
    ]:
        if any(float(said) != points for said in SAID.findall(text)):
            yield f"{place}: it states a number of points other than {points:g}"
    manual = {question.name for question in master.questions if question.manual}
    odd = manual ^ rubric.keys()
    yield from (
        f"{name}: it is manual, but has no rubric in {master.name}.rubric.yml"
        if name in manual
        else f"{name}: a rubric, but no manual question of this name"
        for name in odd
    )
    wrong = Counter(mutant.question for mutant in mutants)
    right = {mutant.question for mutant in equivalent}
    changed = wrong.keys() | right
    yield from (
        f"a changed solution of {name}, which has no tests" for name in changed - set(names)
    )
    for question in master.questions:
        check = _manual if question.manual else _coded
        yield from (f"{question.name}: {fault}" for fault in check(question))
        if question.manual:
            points = sum(item.points for item in rubric.get(question.name, ()))
            if question.name in rubric and points != question.points:
                yield f"{question.name}: its rubric has {points:g} points, not {question.points:g}"
        elif wrong[question.name] < MUTANTS:
            yield f"{question.name}: {wrong[question.name]} mutants; write at least {MUTANTS}"
        elif question.name not in right:
            yield f"{question.name}: no EQUIVALENT solution; write the solution in another way"


def _told(master: Master) -> Iterator[str]:
    """Yield names of hidden tests that students can read, even as a part of another name."""
    places = {
        f"the visible test {case.name}": f"{case.source}\n{case.hint}"
        for question in master.questions
        for case in question.cases
        if not case.hidden
    }
    for question in master.questions:
        public = [cell.public for cell in question.cells if cell.public is not None]
        places[f"a public cell of {question.name}"] = "\n".join(public)
    places["the student's notebook"] = text_of(student_notebook(master))
    for question in master.questions:
        for name in (case.name for case in question.cases if case.hidden):
            place = next((place for place, text in places.items() if name in text), None)
            if place:
                yield f"{question.name}: the name of the hidden test {name} appears in {place}"


def _manual(question: Question) -> Iterator[str]:
    if question.cases:
        yield "a manual question has no tests; split it in two"
    if not any(cell.answer and cell.type == "markdown" for cell in question.cells):
        yield "the model answer is missing, between # BEGIN SOLUTION and # END SOLUTION"


def _coded(question: Question) -> Iterator[str]:
    if not question.cases:
        yield "it has no tests, so it must say manual: true"
        return
    if any(cell.answer and cell.type == "markdown" for cell in question.cells):
        yield "text in the solution of a question with tests; make that part manual"
    if not any(cell.answer for cell in question.cells):
        yield "nothing to answer: # BEGIN SOLUTION is missing"
    for hidden, kind in ((False, "visible"), (True, "hidden")):
        if not any(case.hidden is hidden for case in question.cases):
            yield f"no {kind} test"
    names = [case.name for case in question.cases]
    yield from (
        f"{case.name} needs {case.needs}, which does not come before it"
        for case in question.cases
        if case.needs and case.needs not in names[: names.index(case.name)]
    )
    yield from (f"{case.name} has no failure_message" for case in question.cases if not case.hint)
    points = sum(case.points for case in question.cases)
    if points != question.points:
        yield f"its tests have {points:g} points, not {question.points:g}"
