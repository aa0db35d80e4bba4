"""Wrong solutions that the hidden tests must catch, listed beside the master.

``NN-name.mutants.py`` defines ``MUTANTS``: for each question, what is wrong, and how the solution
is changed into it: a pair (old, new) of texts.  The old text stands exactly once in the
solution's code of that question.
"""

from __future__ import annotations

import copy
import runpy
from dataclasses import dataclass
from pathlib import Path

import nbformat

from homework.kit.markers import MasterError
from homework.kit.master import Master
from homework.kit.notebooks import solution_notebook
from homework.kit.parameters import fill


@dataclass(frozen=True)
class Mutant:
    """One wrong solution of one question."""

    question: str
    mistake: str
    notebook: nbformat.NotebookNode


def read_mutants(path: Path, master: Master) -> list[Mutant]:
    """Return all wrong solutions; raises MasterError if one changes nothing."""
    if not path.exists():
        raise MasterError(f"{path.name} is missing: the wrong solutions that tests must catch")
    listed = runpy.run_path(str(path)).get("MUTANTS", {})
    solution = solution_notebook(master)
    return [
        Mutant(question, mistake, _changed(solution, master, question, change, mistake))
        for question, changes in listed.items()
        for mistake, change in changes.items()
    ]


def _changed(
    solution: nbformat.NotebookNode,
    master: Master,
    question: str,
    change: tuple[str, str],
    mistake: str,
) -> nbformat.NotebookNode:
    old, new = (fill(text, master.values) for text in change)
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
