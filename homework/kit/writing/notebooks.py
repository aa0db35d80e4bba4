"""Make the notebooks of a master: the students', and the solution."""

from __future__ import annotations

import pprint
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from homework.kit.writing.master import Cell, Master, Question
from homework.kit.writing.settings import Course

CHECKER = Path(__file__).with_name("check_cell.py")
PROMPT = "*Write your answer here; `$...$` for formulas, as many cells as you like.*"
FILES = "*Write your answer here, or name the PDF, JPG or PNG handed in beside the notebook.*"
RULES = "**How this is graded.**"  # the beginning of a cell that changes with the settings
FOLDED = {"jupyter": {"source_hidden": True}, "cellView": "form"}


@dataclass(frozen=True)
class Given:
    """A cell that every student got; ``question`` is "" outside of questions."""

    question: str
    kind: str
    source: str


def student_notebook(master: Master, settings: Course | None = None) -> nbformat.NotebookNode:
    """Return the notebook for students: statements, gaps to fill, and visible tests."""
    return _notebook(master, settings or Course(), solved=False)


def solution_notebook(master: Master, settings: Course | None = None) -> nbformat.NotebookNode:
    """Return the notebook with all answers, of the same shape."""
    return _notebook(master, settings or Course(), solved=True)


def given_cells(master: Master, settings: Course) -> Iterator[Given]:
    """Yield the cells of the students' notebook, each with its question."""
    for question, cell in _cells(master, settings, solved=False):
        yield Given(question, cell["cell_type"], cell["source"])


def notebook_name(name: str, *, solved: bool = False) -> str:
    """Return the name of the file of an assignment, or of its solution on the site.

    >>> notebook_name("06-perceptron"), notebook_name("06-perceptron", solved=True)
    ('homework-06-perceptron.ipynb', 'homework-06-perceptron-solution.ipynb')
    """
    return f"homework-{name}{'-solution' * solved}.ipynb"


def text_of(notebook: nbformat.NotebookNode) -> str:
    """Return the text of a notebook's file, always the same for the same notebook."""
    return str(nbformat.writes(notebook)) + "\n"


def checker_cell(master: Master, settings: Course | None = None) -> str:
    """Return the cell that makes ``grader``: the checker, then the visible tests."""
    tests = {
        question.name: [(case.name, case.hint, case.source) for case in visible]
        for question in master.questions
        if (visible := [case for case in question.cases if not case.hidden])
    }
    checker = CHECKER.read_text(encoding="utf-8").split('"""', 2)[2].strip()
    rules = f"{tuple(sys.version_info[:2])}, {(settings or Course()).packages}"
    return (
        "# @title Run this cell first: it makes `grader` (nothing to install, no network)\n"
        f"own = {{}}\nexec(r'''\n{checker}\n''', own)\n\n"
        f'grader = own["Grader"]({pprint.pformat(tests, width=99)}, globals(), {rules})'
    )


def rules(settings: Course) -> str:
    """Return what a student should know about grading."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    late = ""
    if settings.percent_a_day:
        free = f" after {settings.free_days:g} free days" if settings.free_days else ""
        late = f"\n* Each day late costs {settings.percent_a_day:g} % of the points{free}."
    return f"""{RULES}
Your notebook is run from top to bottom, and then its functions are tested.

* It is run with Python {version}, and may import the standard library and {", ".join(settings.packages)}. There is no network, no file except those that it writes itself, and no other process.
* A cell, or a call of a function, may run for {settings.seconds} seconds and use {settings.memory:g} GB. What takes longer is interrupted; the other cells still run.
* Your functions must not change what they are given: they work on copies.
* Randomness comes from the `rng` that a function is given, so that the same notebook always gets the same grade.
* An answer can be anywhere between the heading of its question and the next heading, in as many cells as you like.{late}"""  # noqa: E501


def _notebook(master: Master, settings: Course, *, solved: bool) -> nbformat.NotebookNode:
    cells = [cell for _, cell in _cells(master, settings, solved=solved)]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    about = {"name": master.name, "course": master.course}
    language = {"name": "python"}
    metadata = {"kernelspec": kernel, "language_info": language, "homework": about}
    notebook: nbformat.NotebookNode = new_notebook(cells=cells, metadata=metadata)
    return notebook


def _cells(master: Master, settings: Course, *, solved: bool) -> Iterator[tuple[str, Any]]:
    """Yield the cells, each with the name of its question."""
    for number, part in enumerate(master.parts):
        if isinstance(part, Question):
            yield from ((part.name, cell) for cell in _question(part, solved))
        else:
            yield "", _cell(part, solved)
        if number == 0:
            yield "", _checker(master, settings)
            yield "", new_markdown_cell(rules(settings), metadata={"tags": ["rules"]})
    yield "", _check("grader.check_all()")


def _question(question: Question, solved: bool) -> Iterator[Any]:
    given = [cell for cell in question.cells if not cell.answer]
    answers = [cell for cell in question.cells if cell.answer]
    yield from (_cell(cell, solved) for cell in given)
    if question.manual:
        prompt = FILES if question.files else PROMPT
        answer = "\n\n".join(cell.source for cell in answers)
        tags = {"tags": ["answer"]}
        yield new_markdown_cell(answer if solved else prompt, metadata=tags)
    else:
        yield from (_cell(cell, solved) for cell in answers)
        yield _check(f'grader.check("{question.name}")')


def _cell(cell: Cell, solved: bool) -> Any:
    source = cell.source if solved or cell.public is None else cell.public
    if cell.type == "markdown":
        return new_markdown_cell(source)
    return new_code_cell(source, metadata={"tags": ["answer"]} if cell.answer else {})


def _checker(master: Master, settings: Course) -> Any:
    return new_code_cell(checker_cell(master, settings), metadata={**FOLDED, "tags": ["checker"]})


def _check(code: str) -> Any:
    return new_code_cell(code, metadata={"tags": ["check"]})
