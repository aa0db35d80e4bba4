"""The notebooks made of a master: what students get, and the solution that grading starts with."""

from __future__ import annotations

import pprint
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from homework.kit.master import Cell, Master, Question

CHECKER = Path(__file__).with_name("check_cell.py")
BEGIN, END = "<!-- answer {} begins -->", "<!-- answer {} ends -->"
PROMPT = "*Write your answer here; `$...$` for formulas, as many cells as you like.*"
FOLDED = {"jupyter": {"source_hidden": True}, "cellView": "form"}


def student_notebook(master: Master) -> nbformat.NotebookNode:
    """The assignment: statements, gaps to fill, visible tests, nothing else."""
    return _notebook(master, solved=False)


def solution_notebook(master: Master) -> nbformat.NotebookNode:
    """The assignment with all answers, of the same shape."""
    return _notebook(master, solved=True)


def text_of(notebook: nbformat.NotebookNode) -> str:
    """The file, the same bytes for the same notebook."""
    return str(nbformat.writes(notebook)) + "\n"


def checker_cell(master: Master) -> str:
    """The cell that makes ``grader``: the checker, then the visible tests."""
    tests = {
        question.name: [(case.name, case.hint, case.source) for case in visible]
        for question in master.questions
        if (visible := [case for case in question.cases if not case.hidden])
    }
    checker = CHECKER.read_text(encoding="utf-8").split('"""', 2)[2].strip()
    return (
        "# @title Run this cell first: it makes `grader` (nothing to install, no network)\n"
        f"{checker}\n\n\ngrader = Grader({pprint.pformat(tests, width=99)}, globals())"
    )


def _notebook(master: Master, *, solved: bool) -> nbformat.NotebookNode:
    cells: list[Any] = []
    for part in master.parts:
        made = _question(part, solved) if isinstance(part, Question) else [_cell(part, solved)]
        cells += made
        if len(cells) == 1:
            cells.append(_checker(master))
    cells.append(_check("grader.check_all()"))
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    about = {"name": master.name, "course": master.course}
    language = {"name": "python"}
    metadata = {"kernelspec": kernel, "language_info": language, "homework": about}
    notebook: nbformat.NotebookNode = new_notebook(cells=cells, metadata=metadata)
    return notebook


def _question(question: Question, solved: bool) -> Iterator[Any]:
    given = [cell for cell in question.cells if not cell.answer]
    answers = [cell for cell in question.cells if cell.answer]
    yield from (_cell(cell, solved) for cell in given)
    if question.manual:
        answer = "\n\n".join(cell.source for cell in answers) if solved else PROMPT
        begin, end = (mark.format(question.name) for mark in (BEGIN, END))
        yield new_markdown_cell(f"{begin}\n\n{answer}\n\n{end}")
    else:
        yield from (_cell(cell, solved) for cell in answers)
        yield _check(f'grader.check("{question.name}")')


def _cell(cell: Cell, solved: bool) -> Any:
    source = cell.source if solved or cell.public is None else cell.public
    if cell.type == "markdown":
        return new_markdown_cell(source)
    return new_code_cell(source, metadata={"tags": ["answer"]} if cell.answer else {})


def _checker(master: Master) -> Any:
    return new_code_cell(checker_cell(master), metadata={**FOLDED, "tags": ["checker"]})


def _check(code: str) -> Any:
    return new_code_cell(code, metadata={"tags": ["check"]})
