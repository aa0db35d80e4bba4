"""Solutions changed in one place, listed beside the master.

``NN-name.mutants.py`` defines ``MUTANTS``, wrong solutions that the hidden tests must catch, and
``EQUIVALENT``, right ones in other words, which all tests must accept.  Each maps a question to
its changes: a description, and a pair (old, new) of texts.  The old text stands exactly once in
the solution's code of that question.
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
    """The solution with one question answered in another way, wrong or right."""

    question: str
    change: str  # in words
    notebook: nbformat.NotebookNode


def read_mutants(path: Path, master: Master, name: str = "MUTANTS") -> list[Mutant]:
    """Read all wrong solutions, or with the name ``EQUIVALENT`` all right ones.

    Raises MasterError if the file is not Python or has another form, or if one changes nothing.
    """
    if not path.exists():
        raise MasterError(f"{path.name} is missing: the wrong solutions that tests must catch")
    listed = _listed(path, name)
    solution = solution_notebook(master)
    return [
        Mutant(
            question,
            words,
            _changed(
                solution, master, question, pair, f"{path.name}, {name}, {question} ({words})"
            ),
        )
        for question, changes in listed.items()
        for words, pair in changes.items()
    ]


def _listed(path: Path, name: str) -> Mapping[str, Mapping[str, tuple[str, str]]]:
    try:
        listed: Any = runpy.run_path(str(path)).get(name)
    except Exception as error:
        raise MasterError(
            f"{path.name}, line {_line(error, path)}: not Python that runs "
            f"({type(error).__name__}: {error}); inside @{{...}} use single quotes"
        ) from error
    if not isinstance(listed, dict):
        raise MasterError(
            f"{path.name}: {name} is missing, a dictionary with changed solutions by question"
        )
    for question, changes in listed.items():
        if not isinstance(changes, dict):
            raise MasterError(f"{path.name}, {question}: not a dictionary of changes")
        for words, pair in changes.items():
            if not (isinstance(pair, tuple) and [type(text) for text in pair] == [str, str]):
                raise MasterError(f"{path.name}, {question} ({words}): not a pair of texts")
    return listed


def _line(error: Exception, path: Path) -> int | None:
    """Return the line of the file to which an error belongs."""
    if isinstance(error, SyntaxError):
        return error.lineno
    steps = traceback.extract_tb(error.__traceback__)
    return next((step.lineno for step in reversed(steps) if step.filename == str(path)), None)


def _changed(
    solution: nbformat.NotebookNode,
    master: Master,
    question: str,
    pair: tuple[str, str],
    where: str,
) -> nbformat.NotebookNode:
    try:
        old, new = (fill(text, master.values) for text in pair)
    except ParameterError as error:
        raise MasterError(f"{where}: {error}") from error
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
            f"{where}: {old!r} must appear exactly once in the solution, and must be changed"
        )
    cells[0].source = cells[0].source.replace(old, new)
    return notebook
