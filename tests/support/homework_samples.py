"""What the tests of the homework share: the sample masters, and submissions made of one of them."""

import copy
import functools
import json

import pytest

from homework.kit.make import masters_in
from homework.kit.paths import MASTERS, find_place
from homework.kit.writing.assignment import assignment_of, write_assignment
from homework.kit.writing.master import read_master
from homework.kit.writing.notebooks import solution_notebook, student_notebook, text_of
from homework.kit.writing.rubric import read_rubric

PERCEPTRON = MASTERS / "06-perceptron.md"
ALL_MASTERS = [pytest.param(path, id=path.stem) for path in masters_in(MASTERS)]
# What takes long is done with these in every run, and with all of them every week.
IN_EVERY_RUN = {"06-perceptron", "12-kernels"}
SOME_MASTERS = [
    pytest.param(path, id=path.stem, marks=[] if path.stem in IN_EVERY_RUN else pytest.mark.slow)
    for path in masters_in(MASTERS)
]


@functools.cache
def perceptron(course="sample"):
    """Return the master of the perceptron's assignment, and what grading needs of it."""
    master = read_master(PERCEPTRON, course)
    return master, assignment_of(master, read_rubric(PERCEPTRON.with_suffix(".rubric.yml")))


def submission(answers=(), *, solved=True):
    """Return a notebook with the solution (or blank), and other answers to some questions."""
    master, _ = perceptron()
    notebook = copy.deepcopy(solution_notebook(master) if solved else student_notebook(master))
    for question, source in dict(answers).items():
        heading = next(
            i for i, c in enumerate(notebook.cells) if f"## Question {question}" in c.source
        )
        cells = notebook.cells[heading:]
        next(c for c in cells if "answer" in c.metadata.get("tags", [])).source = source
    return notebook


def write(notebook, path):
    """Write a notebook as a student would have it."""
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return path


def made_in(folder, name="06-perceptron", course="sample"):
    """Make the perceptron's assignment as make homework leaves it, under this name."""
    master, assignment = perceptron(course)
    made = folder / "made" / name / "autograder"
    made.mkdir(parents=True)
    write_assignment(assignment, made / "assignment.json")
    (made / "solution.ipynb").write_text(text_of(solution_notebook(master)))
    return find_place(name, folder / "made", folder / "grades")
