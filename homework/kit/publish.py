"""Write the sample assignments for readers of the site, who have no lecturer.

    python -m homework.kit.publish FOLDER [--without-solutions]

    homework-NAME.ipynb            what students get: the visible tests, no answer
    homework-NAME-solution.ipynb   the same with all answers; the hidden tests are in neither

These are always the public samples, never the masters of a course that gives grades.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import nbformat

from homework.kit.paths import MASTERS
from homework.kit.writing.master import Master, read_master
from homework.kit.writing.notebooks import (
    RULES,
    notebook_name,
    solution_notebook,
    student_notebook,
    text_of,
)
from tools.files import folder_beside, write

WITHOUT = "--without-solutions"
ALONE = f"""{RULES}
Here you grade it yourself.

* After each question, `grader.check` runs the visible tests and says what is missing.
* When nothing is missing, open the solution, which the book offers beside this notebook. Does it give the same results as yours on inputs that you choose? Compare your proofs and designs with it as well.
* The hidden tests that the text mentions are used in courses: they try your functions on more data."""  # noqa: E501
OPENED = f"{RULES}\nThis is the solution: read it after you have tried."


def notebooks(master: Master, *, solutions: bool = True) -> dict[str, nbformat.NotebookNode]:
    """Return all that is published of an assignment, by the names of the files."""
    given, solved = student_notebook(master), solution_notebook(master)
    for notebook, words in ((given, ALONE), (solved, OPENED)):
        (rules,) = (cell for cell in notebook.cells if "rules" in cell.metadata.get("tags", []))
        rules.source = words
    title = solved.cells[0]
    title.source = title.source.replace("# Homework", "# Solution of homework", 1)
    found = {notebook_name(master.name): given}
    return found | {notebook_name(master.name, solved=True): solved} if solutions else found


def publish(masters: Iterable[Path], folder: Path, *, solutions: bool = True) -> None:
    """Write the notebooks of these masters into a folder, in which there is nothing else then."""
    with folder_beside(folder) as new:
        for path in masters:
            for name, notebook in notebooks(read_master(path), solutions=solutions).items():
                write(new / name, text_of(notebook))


def main(arguments: list[str]) -> None:
    """Publish the samples."""
    (folder,) = (word for word in arguments if word != WITHOUT)
    masters = sorted(MASTERS.glob("[0-9][0-9]-*.md"))
    publish(masters, Path(folder), solutions=WITHOUT not in arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
