"""Wrong solutions that the hidden tests must catch, listed beside the master.

``NN-name.mutants.py`` defines ``MUTANTS``: for each question, what is wrong, and how the solution
is changed into it: a pair (old, new) of texts.  The old text stands exactly once in the
solution's code of that question.
"""

from __future__ import annotations

import copy
import runpy
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat

from homework.kit.writing.markers import MasterError
from homework.kit.writing.master import Master
from homework.kit.writing.notebooks import solution_notebook
from homework.kit.writing.parameters import ParameterError, fill


@dataclass(frozen=True)
class Mutant:
    """One wrong solution of one question."""

    question: str
    mistake: str
    notebook: nbformat.NotebookNode


def read_mutants(path: Path, master: Master) -> list[Mutant]:
    """Return all wrong solutions.

    Raises MasterError if the file is not Python or has another form, or if one changes nothing.
    """
    if not path.exists():
        raise MasterError(f"{path.name} is missing: the wrong solutions that tests must catch")
    listed = _listed(path)
    solution = solution_notebook(master)
    return [
        Mutant(question, mistake, _changed(solution, master, question, change, mistake))
        for question, changes in listed.items()
        for mistake, change in changes.items()
    ]


def _listed(path: Path) -> Mapping[str, Mapping[str, tuple[str, str]]]:
    try:
        listed: Any = runpy.run_path(str(path)).get("MUTANTS")
    except Exception as error:
        raise MasterError(
            f"{path.name}, line {_line(error, path)}: not Python that runs "
            f"({type(error).__name__}: {error}); inside @{{...}} use single quotes"
        ) from error
    if not isinstance(listed, dict):
        raise MasterError(f"{path.name}: MUTANTS is missing, a dictionary with the questions")
    for question, changes in listed.items():
        if not isinstance(changes, dict):
            raise MasterError(f"{path.name}, {question}: not a dictionary of mistakes")
        for mistake, change in changes.items():
            if not (isinstance(change, tuple) and [type(text) for text in change] == [str, str]):
                raise MasterError(f"{path.name}, {question} ({mistake}): not a pair of texts")
    return listed


def _line(error: Exception, path: Path) -> int | None:
    """The line of the file that an error is about."""
    if isinstance(error, SyntaxError):
        return error.lineno
    steps = traceback.extract_tb(error.__traceback__)
    return next((step.lineno for step in reversed(steps) if step.filename == str(path)), None)


def _changed(
    solution: nbformat.NotebookNode,
    master: Master,
    question: str,
    change: tuple[str, str],
    mistake: str,
) -> nbformat.NotebookNode:
    try:
        old, new = (fill(text, master.values) for text in change)
    except ParameterError as error:
        raise MasterError(f"{master.name}, mutant of {question} ({mistake}): {error}") from error
    own = [
        cell.source
        for part in master.questions
        if part.name == question
        for cell in part.cells
        if cell.answer
    ]
    notebook = copy.deepcopy(solution)
    cells = [cell for cell in notebook.cells if cell.source in own and old in cell.source]
    if len(cells) != 1 or cells[0].source.count(old) != 1 or old == new:
        raise MasterError(
            f"{master.name}, mutant of {question} ({mistake}): the text {old!r} must stand "
            "exactly once in the solution, and be changed"
        )
    cells[0].source = cells[0].source.replace(old, new)
    return notebook
