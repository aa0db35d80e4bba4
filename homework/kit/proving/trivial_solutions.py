"""Solutions that compute nothing, and solutions whose values have an equivalent form.

Both are the solution with one more cell at its end, graded like any other submission.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import replace

from nbformat import NotebookNode as Notebook
from nbformat.v4 import new_code_cell

from homework.kit.writing.assignment import Assignment

CONSTANTS = (
    "0", "1", "-1", "2", "0.5", "1e9", "nan", "inf", "-inf", "True", "False", "None", "''",
    "[]", "()", "{}", "[0]", "[1]", "(0, 0)", "(1, 1)", "([], [])", "(inf, inf)",
    "np.zeros(3)", "np.ones(3)", "np.zeros((2, 2))", "np.float16('inf')",
    "np.empty(0)", "np.empty((0, 1))", "np.empty((0, 1, 1))", "np.empty((0, 2))",
    "(np.empty(0), np.empty(0))", "(np.empty((0, 2)), np.empty(0))",
)  # fmt: skip
TRIVIAL = {f"always return {constant}": f"return {constant}" for constant in CONSTANTS} | {
    "return their first argument": "return arguments[0]",
    "return a little noise":
        "n = next((n for a in arguments if isinstance(a, dict) for n in a.values()), 2); "
        "return np.c_[np.zeros(n), 1e-4 * (-1.0) ** np.arange(n)]",
    "set their arrays to zero and return 0":
        "[thing.fill(0) for thing in arguments if isinstance(thing, np.ndarray)]; return 0",
}  # fmt: skip
ALONE = ("0", "1", "2", "1e9", "nan", "inf", "-inf", "True", "None", "[]", "np.zeros(3)")
FORMS = {
    "tuples for lists": ("isinstance(value, list)", "tuple(value)"),
    "lists for tuples": ("isinstance(value, tuple)", "list(value)"),
    "deques for lists": ("isinstance(value, list)", "deque(value)"),
    "arrays for lists": (
        "type(value) is list and {*map(type, value)} <= NUMBERS",
        "np.array(value)",
    ),
    "lists for arrays": ("isinstance(value, np.ndarray)", "value.tolist()"),
    "lists for vectors": ("isinstance(value, np.ndarray) and value.ndim == 1", "list(value)"),
    "numpy numbers for numbers": ("type(value) in NUMBERS", "np.array(value)[()]"),
    "fractions for numbers": (
        "type(value) in (int, float) and abs(value) < 1e9",
        "Fraction(value)",
    ),
    "numbers for numpy numbers": ("isinstance(value, np.generic)", "value.item()"),
}  # description -> which values change, and into what
TRIVIAL_CELL = """\
import numpy as np
from math import inf, nan
def _trivial(*arguments, **keywords):
    {does}
{names} = _trivial
"""
FORM_CELL = """\
import numpy as np
from collections import deque
from fractions import Fraction
NUMBERS = {{bool, int, float}}
_running = []  # values change for the tests only, not between functions of the notebook
def _changed(value):
    if isinstance(value, (list, tuple)):
        value = type(value)(_changed(item) for item in value)
    if isinstance(value, dict):
        value = {{key: _changed(item) for key, item in value.items()}}
    return {form} if {where} else value
def _for_tests(thing):
    def function(*arguments, **keywords):
        _running.append(thing)
        value = thing(*arguments, **keywords)
        _running.pop()
        return value if _running else _changed(value)
    return function if callable(thing) else _changed(thing)
{names}, = map(_for_tests, ({names},))
"""


def trivial_solutions(assignment: Assignment, solution: Notebook) -> dict[str, Notebook]:
    """Return solutions whose functions compute nothing, by a description of what they do."""
    names = " = ".join(name for name in _taken(assignment) if name in _functions(solution))
    cells = {words: TRIVIAL_CELL.format(does=does, names=names) for words, does in TRIVIAL.items()}
    return {words: _with(solution, cell) for words, cell in cells.items()}


def trivial_alone(
    assignment: Assignment, solution: Notebook
) -> Iterator[tuple[str, Assignment, dict[str, Notebook]]]:
    """Yield each function, with the hidden tests that take others too, and solutions without it.

    In these only that function computes nothing: a test must not be passed by the others alone.
    """
    functions = _functions(solution)
    for name in _taken(assignment):
        questions = tuple(
            replace(q, cases=tuple(
                replace(c, needs="") for c in q.cases
                if c.hidden and name in c.arguments and len(functions & {*c.arguments}) > 1
            ))
            for q in assignment.questions
        )  # fmt: skip
        if name in functions and any(question.cases for question in questions):
            cells = {constant: f"return {constant}" for constant in (*ALONE, "arguments[0]")}
            yield name, replace(assignment, questions=questions), {
                does: _with(solution, TRIVIAL_CELL.format(does=code, names=name))
                for does, code in cells.items()
            }  # fmt: skip


def equivalent_forms(assignment: Assignment, solution: Notebook) -> dict[str, Notebook]:
    """Return solutions whose values have an equivalent form, by its description."""
    names = ", ".join(_taken(assignment))
    return {
        words: _with(solution, FORM_CELL.format(where=where, form=form, names=names))
        for words, (where, form) in FORMS.items()
    }


def hidden_tests(assignment: Assignment, solution: Notebook) -> Assignment:
    """Return the assignment with only those hidden tests that take a function."""
    known = _functions(solution)
    questions = (
        replace(q, cases=tuple(c for c in q.cases if c.hidden and known & {*c.arguments}))
        for q in assignment.questions
    )
    return replace(assignment, questions=tuple(questions))


def _taken(assignment: Assignment) -> list[str]:
    """List the names of the functions and values that the tests take."""
    cases = (case for question in assignment.questions for case in question.cases)
    return sorted({name for case in cases for name in case.arguments})


def _functions(solution: Notebook) -> set[str]:
    code = "\n".join(cell.source for cell in solution.cells if cell.cell_type == "code")
    return set(re.findall(r"^def (\w+)", code, re.MULTILINE))


def _with(solution: Notebook, code: str) -> Notebook:
    notebook = copy.deepcopy(solution)
    notebook.cells.append(new_code_cell(code))
    return notebook
