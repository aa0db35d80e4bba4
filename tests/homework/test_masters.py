"""Masters are read strictly: what other tools pass over in silence is an error with its place."""

import re
import shutil
from dataclasses import replace

import pytest
from homework_samples import ALL_MASTERS, PERCEPTRON, perceptron, write

import homework.kit.make as making
from homework.kit.grading.one import mark
from homework.kit.grading.submission import Submission
from homework.kit.make import make
from homework.kit.paths import MASTERS
from homework.kit.proving.lint import faults
from homework.kit.proving.mutants import Mutant, read_mutants
from homework.kit.proving.trivial_solutions import trivial_alone
from homework.kit.proving.verify import verify
from homework.kit.running.sandbox import Limits, Sandbox
from homework.kit.writing.assignment import assignment_of
from homework.kit.writing.markers import MasterError, hide_solution
from homework.kit.writing.master import KINDS, read_master
from homework.kit.writing.notebooks import (
    FILES,
    checker_cell,
    solution_notebook,
    student_notebook,
    text_of,
)
from homework.kit.writing.parameters import ParameterError, draw, fill
from homework.kit.writing.rubric import Item, read_rubric

BEGIN_OUTER = "```{raw-cell}\n# BEGIN SOLUTION\n```\n"
END_OUTER = "```{raw-cell}\n# END SOLUTION\n```\n"
MALFORMED = {
    "inner mark forgotten": ("    # BEGIN SOLUTION\n", "", "hides nothing"),
    "both inner marks forgotten": (
        ("    # BEGIN SOLUTION\n", "    # END SOLUTION\n"),
        "",
        "hides nothing",
    ),
    "outer mark forgotten": (BEGIN_OUTER, "", "misspelt"),
    "both outer marks forgotten": ((BEGIN_OUTER, END_OUTER), "", "misspelt"),
    "mark misspelt": (
        "    # BEGIN SOLUTION\n",
        "    # BEGIN SOLUTIONS\n",
        "hides nothing|misspelt",
    ),
    "mark in lower case": (
        "    # BEGIN SOLUTION\n",
        "    # begin solution\n",
        "hides nothing|missp",
    ),
    "end forgotten": (END_OUTER, "", "before # END SOLUTION"),
    "end of the tests forgotten": ("```{raw-cell}\n# END TESTS\n```\n", "", "before # END TESTS"),
    "end of a question forgotten": (
        "```{raw-cell}\n# END QUESTION\n```\n",
        "",
        "without its|outside",
    ),
    "raw cell misspelt": ("# BEGIN TESTS\n", "# BEGIN TEST\n", "unknown marker"),
    "hidden in capitals": ("hidden: true\n", "Hidden: true\n", "TEST CONFIG can only"),
    "hidden as a word": ("hidden: true\n", "hidden: yes please\n", "true or false"),
    "point for points": ("kind: implementation\npoints", "kind: implementation\npoint", "point"),
    "unknown kind": ("kind: implementation", "kind: coding", "kind"),
    "helper beside a test": (
        "def test_by_hand(",
        "helper = 1\ndef test_by_hand(",
        "begins with its TEST CONFIG",
    ),
    "two tests in a cell": (
        'w is {w}"\n',
        'w is {w}"\n\ndef test_more():\n    pass\n',
        "a cell holds one test",
    ),
    "a test that is not Python": (
        "def test_manners(cautious_perceptron):",
        "def test_manners(:",
        "Pyt",
    ),
    "settings that are not YAML": (
        "failure_message: Do these",
        "failure_message: Do: these",
        "not YAML",
    ),
    "no name": ("name: 06-perceptron\n", "", "no line name: 06-perceptron"),
    "no config": ("# ASSIGNMENT CONFIG\n", "# CONFIG\n", "ASSIGNMENT CONFIG"),
    "unknown setting": ("parameters:\n", "parameter:\n", "unknown setting parameter;"),
    "another name": ("name: 06-perceptron", "name: 07-perceptron", "name must be that of the file"),
    "a parameter that is not there": ("**@{length}**", "**@{size}**", "size"),
    "a parameter that does not vary": ("length: 2..12", "length: [2]", "at least two"),
}
UNSOUND = {
    "manual forgotten": ("points: 6\nmanual: true", "points: 6", "must say manual"),
    "a point too many": (
        "kind: implementation\npoints: 5",
        "kind: implementation\npoints: 6",
        "points, not 6",
    ),
    "no hint": (
        "failure_message: Do these",
        "failure_message: ''  # Do these",
        "no failure_message",
    ),
    "the same test twice": ("def test_replay(", "def test_by_hand(", "appears twice"),
    "a proof with tests": (
        "kind: bound\npoints: 3",
        "kind: bound\npoints: 3\nmanual: true",
        "no tests",
    ),
    "a heading with other points": (
        "Question 4 (6 points)",
        "Question 4 (7 points)",
        "q4: it states a number of points other than 6",
    ),
    "an introduction with other points": (
        "27 points",
        "28 points",
        "the introduction: it states a number of points other than 27",
    ),
    "no visible test": (
        "points: 1\nfailure_message: Do",
        "points: 1\nhidden: true\nfailure_message: Do",
        "no visible test",
    ),
    "a hidden name within a visible one": (
        "def test_manners(",
        "def test_by(",
        "q1: the name of the hidden test test_by appears in the visible test test_by_hand",
    ),
    "a hidden name in a statement": (
        "Return `(X, y, u)`.",
        "Return `(X, y, u)`; test_bound_is_k is strict.",
        "q3: the name of the hidden test test_bound_is_k appears in a public cell of q3",
    ),
    "a hidden name before the questions": (
        "Work in this notebook",
        "Think of test_no_guarantee; work in this notebook",
        "q2: the name of the hidden test test_no_guarantee appears in the student's notebook",
    ),
}


def spoilt(old, new, count=1):
    text = PERCEPTRON.read_text()
    for one in [old] if isinstance(old, str) else old:
        assert one in text
        text = text.replace(one, new, count)
    return text


def perceptron_parts():
    return perceptron()[0], read_rubric(PERCEPTRON.with_suffix(".rubric.yml"))


def read(text, folder):
    path = folder / PERCEPTRON.name
    path.write_text(text)
    return read_master(path)


@pytest.mark.parametrize("fault", MALFORMED)
def test_a_malformed_master_is_refused(fault, tmp_path):
    old, new, message = MALFORMED[fault]
    with pytest.raises((MasterError, ParameterError), match=message):
        read(spoilt(old, new), tmp_path)


@pytest.mark.parametrize("fault", UNSOUND)
def test_an_unsound_master_has_its_faults_listed(fault, tmp_path):
    old, new, message = UNSOUND[fault]
    master = read(spoilt(old, new), tmp_path)
    rubric = read_rubric(PERCEPTRON.with_suffix(".rubric.yml"))
    found = faults(master, rubric, (), ())
    assert re.search(message, "\n".join(found)), found
    assert len(found) > len(faults(*perceptron_parts(), (), ()))


def test_a_refused_master_leaves_the_last_good_assignment(tmp_path):
    for suffix in (".rubric.yml", ".mutants.py"):
        shutil.copy(PERCEPTRON.with_suffix(suffix), tmp_path)
    master = tmp_path / PERCEPTRON.name
    master.write_text(PERCEPTRON.read_text())
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / "good").touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("homework.kit.proving.lint.MUTANTS", 100)
        report = make(master, "sample", tmp_path / "dist")
    assert "at least 100" in "\n".join(report.faults)
    assert [path.name for path in (tmp_path / "dist").iterdir()] == ["good"]


def test_a_mutant_must_change_the_solution(tmp_path):
    master, _ = perceptron()
    path = tmp_path / "06-perceptron.mutants.py"
    for old in ("no such text", "w", "np.zeros(X.shape[1])"):
        path.write_text(f'MUTANTS = {{"q1": {{"odd": ({old!r}, {old!r})}}}}')
        with pytest.raises(MasterError, match="exactly once"):
            read_mutants(path, master)


BAD_MUTANTS = {
    "double quotes twice": ('MUTANTS = {"q1":\n{"odd": ("@{rule["code"]}", "0")}}', "line 2"),
    "a list not closed": ("MUTANTS = [\n", "line 1: not Python"),
    "a name that is not there": ("\n\nMUTANTS = {'q1': wrong}", "line 3.*wrong.*not defined"),
    "another name": ("MUTATNS = {}", "MUTANTS is missing"),
    "not a dictionary": ("MUTANTS = {'q1': ('w', 'v')}", "q1: not a dictionary"),
    "not a pair": ("MUTANTS = {'q1': {'odd': 'w'}}", r"q1 \(odd\): not a pair"),
    "three texts": ("MUTANTS = {'q1': {'odd': ('w', 'v', 'u')}}", r"q1 \(odd\): not a pair"),
    "no such parameter": ("MUTANTS = {'q1': {'odd': ('@{rul}', 'w')}}", r"q1 \(odd\).*rul"),
}


@pytest.mark.parametrize("fault", BAD_MUTANTS)
def test_a_file_of_mutants_that_cannot_be_read_is_a_fault_with_its_place(fault, tmp_path):
    text, message = BAD_MUTANTS[fault]
    for path in (PERCEPTRON, PERCEPTRON.with_suffix(".rubric.yml")):
        shutil.copy(path, tmp_path)
    (tmp_path / "06-perceptron.mutants.py").write_text(text)
    (found,) = make(tmp_path / PERCEPTRON.name, "sample", tmp_path / "dist").faults
    assert re.search(f"06-perceptron.*{message}", found, re.DOTALL), found


def test_a_mutant_that_escapes_may_be_equivalent():
    master, assignment = perceptron()
    solution = solution_notebook(master)
    same = Mutant("q3", "another name", solution)
    found = verify(assignment, solution, student_notebook(master), [same], [], Limits())
    (fault,) = found.faults
    assert "q3 (another name) passes all hidden tests" in fault
    assert "equivalent" in fault


def test_a_right_solution_that_a_test_refuses_is_told():
    master, assignment = perceptron()
    solution = solution_notebook(master)
    wrong = read_mutants(PERCEPTRON.with_suffix(".mutants.py"), master)[:1]
    right = [Mutant("q3", "the same", solution)]
    blank = student_notebook(master)
    (fault,) = verify(assignment, solution, blank, [], [*wrong, *right], Limits()).faults
    assert fault.startswith(f"the equivalent solution of q1 ({wrong[0].change}) is rejected: q1, ")


def rubric_with(**changes):
    """Return a rubric of one item, with some of its lines in another form (None: without)."""
    lines = {"item": "start", "points": "1", "look_for": "The claim.", "typical_gap": "None."}
    told = [f"{key}: {text}" for key, text in (lines | changes).items() if text is not None]
    return "# the proof\nq4:\n  - " + "\n    ".join(told) + "\n"


BAD_RUBRICS = {
    "nothing but a text": ("no rubric", "settings are lines"),
    "a list": ("- q4\n- q6\n", "settings are lines"),
    "not YAML": ("q4: [\n", "not YAML.*line"),
    "a question without items": ("\nq4:\nq6: []\n", "line 2, q4: a question has a list"),
    "a question that is a text": ("q4: look well\n", "line 1, q4: a question has a list"),
    "an item that is a text": ("q4:\n  - start\n", "line 2, q4: an item has.*'start'"),
    "no points": (rubric_with(points=None), "line 3, q4: the item has no points"),
    "no text": (rubric_with(look_for=None, typical_gap=None), "no look_for, typical_gap"),
    "a line too many": (rubric_with(weight="2"), "line 7, q4: 'weight' is none of"),
    "a word for points": (rubric_with(points="one"), "line 4, q4: points are a number.*'one'"),
    "points that are true": (rubric_with(points="yes"), "line 4, q4: points are a number.*True"),
    "no points at all": (rubric_with(points="0"), "line 4, q4: points are a number above 0"),
    "a number for a text": (rubric_with(look_for="3"), "line 5, q4: look_for is a text, not 3"),
    "nothing for a text": (rubric_with(typical_gap=""), "line 6, q4: typical_gap is a text"),
    "a colon in a text": (rubric_with(look_for="{t: 0}"), "line 5, q4: look_for is a text"),
    "the same item twice": (rubric_with() + rubric_with()[16:], "line 7, q4.*same name, 'start'"),
    "the same question twice": (rubric_with() * 2, "line 8, q4: this question appears twice"),
}


@pytest.mark.parametrize("fault", BAD_RUBRICS)
def test_a_malformed_rubric_is_a_fault_with_its_place(fault, tmp_path):
    text, message = BAD_RUBRICS[fault]
    shutil.copy(PERCEPTRON, tmp_path)
    (tmp_path / "06-perceptron.rubric.yml").write_text(text)
    (found,) = make(tmp_path / PERCEPTRON.name, "sample", tmp_path / "dist").faults
    assert re.search(f"06-perceptron.rubric.yml.*{message}", found), found


def test_a_rubric_that_is_well_formed(tmp_path):
    path = tmp_path / "06.rubric.yml"
    assert read_rubric(path) == {}
    path.write_text("")
    assert read_rubric(path) == {}
    path.write_text(rubric_with(points="1.5"))
    assert read_rubric(path) == {"q4": (Item("start", 1.5, "The claim.", "None."),)}


@pytest.mark.parametrize("suffix", [".md", ".rubric.yml"])
def test_a_file_that_is_not_utf8_is_named_with_its_line(suffix, tmp_path):
    for other in (".md", ".rubric.yml"):
        shutil.copy(PERCEPTRON.with_suffix(other), tmp_path)
    path = tmp_path / f"06-perceptron{suffix}"
    path.write_bytes(b"one\ntwo\n" + "Prüfung".encode("latin-1") + path.read_bytes())
    (found,) = make(tmp_path / PERCEPTRON.name, "sample", tmp_path / "dist").faults
    assert f"06-perceptron{suffix}, line 3: not UTF-8" in found


@pytest.mark.parametrize("path", ALL_MASTERS)
def test_the_samples_are_of_one_form(path):
    """A course may do otherwise; these promise a few hours, and all four kinds of question."""
    master = read_master(path)
    assert 20 <= master.points <= 30
    assert {question.kind for question in master.questions} == set(KINDS)


@pytest.mark.parametrize("path", ALL_MASTERS)
def test_notebooks_have_the_same_shape_and_bytes(path):
    master = read_master(path)
    student, solution = student_notebook(master), solution_notebook(master)
    assert [cell.cell_type for cell in student.cells] == [c.cell_type for c in solution.cells]
    assert [cell.id for cell in student.cells] == [cell.id for cell in solution.cells]
    assert text_of(student) == text_of(student_notebook(read_master(path)))
    hidden = [case for question in master.questions for case in question.cases if case.hidden]
    assert hidden
    assert [case.name for case in hidden if case.name in text_of(student)] == []
    assert "SOLUTION" not in text_of(student)
    assert "@{" not in text_of(student)
    compile(checker_cell(master), "checker", "exec")


def test_courses_differ_and_a_course_is_always_the_same():
    assert perceptron("autumn 2027")[0] == read_master(PERCEPTRON, "autumn 2027")
    years = {str(read_master(PERCEPTRON, f"autumn {year}").values) for year in range(2027, 2037)}
    assert len(years) == 10


def test_parameters():
    assert draw({"a": ["x", "y"], "n": "-3..9"}, "sample", "06") == {"a": "x", "n": -3}
    drawn = {draw({"n": "0..9"}, str(course), "06")["n"] for course in range(200)}
    assert drawn == set(range(10))
    assert fill("@{a}, @{a + 1}", {"a": 1}) == "1, 2"
    with pytest.raises(ParameterError, match=r"^06.md, line 2: @\{b\} cannot be evaluated"):
        fill("@{a}\n@{b}", {"a": 1}, "06.md")
    with pytest.raises(ParameterError, match="parameters: give lines"):
        draw(["a", "b"], "sample", "06")
    for choice in (3, "3", [1], "5..5", None):
        with pytest.raises(ParameterError):
            draw({"n": choice}, "sample", "06")


def test_what_is_hidden():
    code = "a = [1]  # SOLUTION\nif a:\n    # BEGIN SOLUTION\n    b = 2\n    # END SOLUTION\nc = 3"
    assert hide_solution(code, "q1") == "a = ...\nif a:\n    ...\nc = 3"
    with pytest.raises(MasterError, match="NAME = VALUE"):
        hide_solution("return 3  # SOLUTION", "q1")


def without(text, name):
    """Return a master without one of its questions."""
    cell = "```{{raw-cell}}\n# {} QUESTION\n{}"
    begin = text.index(cell.format("BEGIN", f"name: {name}\n"))
    end = text.index(cell.format("END", "```\n"), begin) + len(cell.format("END", "```\n"))
    return text[:begin] + text[end:]


def test_a_sheet_of_ones_own_form(tmp_path):
    """Automatic questions only, 18 points, no rubric, limits of its own."""
    text = PERCEPTRON.read_text().replace("27 points", "18 points")
    (tmp_path / PERCEPTRON.name).write_text(without(without(text, "q4"), "q6"))
    shutil.copy(PERCEPTRON.with_suffix(".mutants.py"), tmp_path)
    (tmp_path / "course.yml").write_text("seconds: 4\npackages: [numpy, scipy]\n")
    report = make(tmp_path / PERCEPTRON.name, "sample", tmp_path / "dist")
    assert report.faults == []
    assert report.columns["points"] == "18"
    notebook = (tmp_path / "dist" / "student" / "homework-06-perceptron.ipynb").read_text()
    assert "numpy, scipy" in notebook
    assert "4 seconds" in notebook
    (tmp_path / "course.yml").write_text("packages: [numpy, nosuchthing]\n")
    (fault,) = make(tmp_path / PERCEPTRON.name, "sample", tmp_path / "other").faults
    assert fault == "06-perceptron: course.yml permits nosuchthing, which is not installed here"


def test_a_question_may_ask_for_files(tmp_path):
    manual = "points: 6\nmanual: true"
    master = read(spoilt(manual, f"{manual}\nfiles: true"), tmp_path)
    assert FILES in [cell.source for cell in student_notebook(master).cells]
    assert FILES not in [cell.source for cell in student_notebook(perceptron()[0]).cells]


def test_the_name_of_a_course_does_not_give_its_tests_away(tmp_path, monkeypatch):
    """Its key does, which no notebook holds and the sample does not have."""
    drawn = [
        {str(read_master(PERCEPTRON, "autumn 2027", key).values) for key in keys}
        for keys in (["", "a", "b", "c"], ["a", "a"])
    ]
    assert [len(values) for values in drawn] == [4, 1]
    monkeypatch.setattr(making, "KEY", tmp_path / "course.key")
    monkeypatch.delenv("COURSE_KEY", raising=False)
    assert making.make_key("sample") == ""
    assert not making.KEY.exists()
    assert "course.key was made" in making.make_key("autumn 2027")
    key = making.read_key("autumn 2027")
    assert len(key) == 32
    assert making.make_key("autumn 2027") == ""
    monkeypatch.setenv("COURSE_KEY", "another")
    assert making.read_key("autumn 2027") == "another"
    assert making.read_key("sample") == ""
    master = read_master(PERCEPTRON, "autumn 2027", key)
    assert key not in text_of(student_notebook(master)) + text_of(solution_notebook(master))


@pytest.mark.parametrize(("careless", "passed"), [(False, 0), (True, 1)])
def test_a_test_is_not_passed_without_one_of_its_functions(careless, passed, tmp_path):
    """A number of points that is infinite, beside right functions, passed once."""
    path = MASTERS / "02-pac-learning.md"
    master = read_master(path)
    made = assignment_of(master, read_rubric(path.with_suffix(".rubric.yml")))
    alone = {name: rest for name, *rest in trivial_alone(made, solution_notebook(master))}
    some, notebooks = alone["pads_needed"]
    old, new = "int(pads_needed(d, eps, 0.05))", "pads_needed(d, eps, 0.05)"
    questions = [
        replace(q, cases=tuple(replace(c, source=c.source.replace(old, new)) for c in q.cases))
        for q in some.questions
    ]
    some = replace(some, questions=tuple(questions)) if careless else some
    notebook = write(notebooks["inf"], tmp_path / "inf.ipynb")
    result, _ = mark(Submission("inf", notebook), some, Sandbox(trusted=True))
    assert sum(c.passed for q in result.questions.values() for c in q.cases) == passed
