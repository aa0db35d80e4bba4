"""A second opinion: otter-grader makes the same assignment of the same master.

Our masters are in otter's format (after the parameters of the course are filled in), so a lecturer
can go on with otter, and otter can check us: it must accept the master, its own run of all tests on
the solution must pass, and its notebook for students must have the same cells as ours.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import yaml
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_raw_cell

from homework.kit.writing.case import Case
from homework.kit.writing.master import Master, Question
from homework.kit.writing.notebooks import FILES, PROMPT, student_notebook

CONFIG = {
    "init_cell": True, "check_all_cell": False, "export_cell": False,
    "tests": {"ok_format": False, "files": False},
}  # fmt: skip
OWN = re.compile(r"import otter|^grader\.check", re.MULTILINE)  # cells that each tool adds
MARKS = re.compile(r"<!--.*?-->|_Type your answer here.*?_", re.DOTALL)


def otter_form(master: Master) -> nbformat.NotebookNode:
    """The master as otter's input, with the parameters of its course filled in."""
    cells = [_raw("# ASSIGNMENT CONFIG", {"name": master.name, **CONFIG})]
    for part in master.parts:
        cells += _question(part) if isinstance(part, Question) else [_cell(part.type, part.source)]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook: nbformat.NotebookNode = new_notebook(cells=cells, metadata={"kernelspec": kernel})
    return notebook


def differences(master: Master, otter: Path) -> list[str]:
    """Run otter on a master and return what it says or makes differently."""
    with tempfile.TemporaryDirectory() as name:
        source = Path(name, f"{master.name}.ipynb")
        nbformat.write(otter_form(master), source)
        path = f"{otter.parent}:/usr/bin:/bin"
        run = subprocess.run(
            [otter, "assign", source.name, "dist"],
            cwd=name, capture_output=True, text=True, env={"PATH": path, "HOME": name},
        )  # fmt: skip
        made = Path(name, "dist", "student", source.name)
        if run.returncode or not made.exists():
            return [f"otter assign: {run.stdout[-1500:]}{run.stderr[-1500:]}"]
        theirs = list(_texts(nbformat.read(made, 4)))
    ours = list(_texts(student_notebook(master)))
    return [
        f"only one has: {text[:200]}" for text in (*_without(ours, theirs), *_without(theirs, ours))
    ]


def _without(some: list[str], others: list[str]) -> list[str]:
    return [text for text in some if text not in others]


def _texts(notebook: Any) -> Iterator[str]:
    for cell in notebook.cells:
        text = MARKS.sub("", cell.source).replace(PROMPT, "").replace(FILES, "").strip()
        ours = {"checker", "rules"}.intersection(cell.metadata.get("tags", []))
        if text and not OWN.search(text) and not ours:
            yield text


def _question(question: Question) -> Iterator[Any]:
    settings = {"name": question.name, "points": question.points, "manual": question.manual}
    yield _raw("# BEGIN QUESTION", settings)
    yield from (_cell(c.type, c.source) for c in question.cells if not c.answer)
    yield _raw("# BEGIN SOLUTION")
    yield from (_cell(c.type, c.source) for c in question.cells if c.answer)
    yield _raw("# END SOLUTION")
    if question.cases:
        yield _raw("# BEGIN TESTS")
        yield from (_case(case) for case in question.cases)
        yield _raw("# END TESTS")
    yield _raw("# END QUESTION")


def _case(case: Case) -> Any:
    settings = {"points": case.points, "hidden": case.hidden, "failure_message": case.hint}
    config = yaml.safe_dump(settings, width=10_000, allow_unicode=True)
    text = f'""" # BEGIN TEST CONFIG\n{config}""" # END TEST CONFIG\n{case.source}'
    return new_code_cell(text)


def _cell(kind: str, source: str) -> Any:
    return new_markdown_cell(source) if kind == "markdown" else new_code_cell(source)


def _raw(marker: str, settings: Any = None) -> Any:
    text = f"{marker}\n{yaml.safe_dump(settings, allow_unicode=True)}" if settings else marker
    return new_raw_cell(text.strip())
