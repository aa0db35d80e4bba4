"""Every course is sound: hidden tests give no points for nothing, and refuse no right answer."""

import re
import shutil
from datetime import date

import numpy as np
import pytest
from homework_samples import ALL_MASTERS, PERCEPTRON

from homework.kit.make import make
from homework.kit.paths import MASTERS
from homework.kit.proving.trivial_solutions import FORM_CELL, FORMS, TRIVIAL, TRIVIAL_CELL
from homework.kit.proving.verify import verify
from homework.kit.running.sandbox import Limits
from homework.kit.writing.assignment import assignment_of
from homework.kit.writing.master import read_master
from homework.kit.writing.notebooks import solution_notebook, student_notebook
from homework.kit.writing.rubric import read_rubric

COURSES = [
    *(f"{term} {year}" for year in range(2026, 2036) for term in ("spring", "autumn")),
    *(f"course {number}" for number in range(1, 13)),
    "Statistik II, WS 26/27", "Maschinelles Lernen, SS 27", "Einführung in die Lerntheorie",
    "Übung zur Lerntheorie, WS 27/28", "Größen und Schätzer", "Apprentissage théorique, été 2028",
    "Teoría del aprendizaje 2029", "Uczenie maszynowe, semestr łączny", "机器学习 2030", "学習理論",
    "CS 229T", "MATH-403 (2027)", "10-715 Fall 2031", "x", "a private course", "MIT 9.520/6.7910",
    "lecture hall B, group 3", "ETH 401-3620-26L",
]  # fmt: skip
SPOILT = {
    "test_bound_holds": "    assert price_bound(np.eye(2), np.ones(2), np.ones(2), 1) > 3",
    "test_bound_is_k": "    assert len(tight_sample(3)) in (0, 3)",
    "test_manners": """\
    try:
        found = cautious_perceptron(np.eye(2), np.ones(2), 1)
    except Exception:
        return
    assert len(found) == 2""",
    "test_end_of_run": """\
    X = np.array([[1.0, 2.0], [2.0, -1.0]])
    w, chosen = cautious_perceptron(X, np.ones(2), 2)
    assert (X @ w > 2).all()
    assert np.allclose(w, X[chosen].sum(axis=0))""",
}  # a hidden test of the perceptron -> another body, that the solution passes
FOUND = [
    r"the hidden test q2, test_bound_holds passes for functions that .*always return 1e9\b",
    r"the hidden test q3, test_bound_is_k passes for functions that .*always return \[\]",
    r"the hidden test q1, test_manners passes .*set their arrays to zero and return 0\b",
    r"q1, test_end_of_run rejects tuples for lists, which the visible tests accept",
]


def test_fifty_courses():
    assert len(set(COURSES)) == 50


@pytest.mark.slow
@pytest.mark.parametrize("path", ALL_MASTERS)
def test_the_courses_of_this_week_are_sound(path, tmp_path, monkeypatch):
    """Each week ten of the fifty; trivial solutions and equivalent forms hardly depend on the
    numbers of a course and are tried with the first alone.
    """
    courses = COURSES[date.today().isocalendar().week % 5 :: 5]
    found = {course: make(path, course, tmp_path / "dist").faults for course in courses[:1]}
    for name in ("trivial_solutions", "equivalent_forms"):
        monkeypatch.setattr(f"homework.kit.proving.verify.{name}", lambda *_: {})
    for course in courses[1:]:
        found[course] = make(path, course, tmp_path / "dist").faults
    assert len(found) == 10
    assert {course: faults for course, faults in found.items() if faults} == {}


@pytest.mark.slow
def test_a_course_whose_penalties_are_so_strong_that_no_step_needs_halving(tmp_path):
    path = MASTERS / "09-regularisation-stability.md"
    assert make(path, "autumn 2027", tmp_path / "dist").faults == []


@pytest.fixture(scope="module")
def faults(tmp_path_factory):
    """Verify a master with four bad hidden tests."""
    text = PERCEPTRON.read_text()
    for name, body in SPOILT.items():
        old = rf"(def {name}\(.*\):\n)[^`]*"
        text, times = re.subn(old, rf"\1    import numpy as np\n{body}\n", text)
        assert times == 1
    path = tmp_path_factory.mktemp("spoilt") / PERCEPTRON.name
    path.write_text(text)
    shutil.copy(PERCEPTRON.with_suffix(".rubric.yml"), path.parent)
    master = read_master(path)
    assignment = assignment_of(master, read_rubric(path.with_suffix(".rubric.yml")))
    solution, blank = solution_notebook(master), student_notebook(master)
    return verify(assignment, solution, blank, [], [], Limits()).faults


@pytest.mark.parametrize("fault", FOUND)
def test_a_bad_hidden_test_is_found(fault, faults):
    assert any(re.match(fault, line) for line in faults), faults


def test_nothing_else_is_said_of_the_other_tests(faults):
    assert {name for line in faults for name in re.findall(r"test_\w+", line)} == {*SPOILT}


@pytest.mark.parametrize("words", FORMS)
def test_values_change_from_the_inside_out_and_only_for_the_tests(words):
    where, form = FORMS[words]
    things = [[1, 2], (3.0, np.float64(4)), {"array": np.ones(2)}]
    seen = []
    space = {"inner": lambda: things, "outer": lambda: seen.append(space["inner"]()), "value": 5}
    names = "inner, outer, value"
    exec(FORM_CELL.format(where=where, form=form, names=names), space)
    assert repr(space["inner"]()) != repr(things)
    space["outer"]()
    assert repr(seen) == repr([things])
    assert space["value"] == 5


@pytest.mark.parametrize("words", TRIVIAL)
def test_a_trivial_function_takes_all_arguments(words):
    space = {}
    exec(TRIVIAL_CELL.format(does=TRIVIAL[words], names="f = g"), space)
    given = np.ones(2)
    space["f"](given, 3, key=4)
    assert given.any() != ("zero" in words and "set" in words)
    assert space["g"] is space["f"]
