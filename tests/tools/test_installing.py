"""What anybody types works: `pip install .`, `pytest`, `pytest --nbval`, `jupyter-book build .`."""

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from try_pythons import missing, pythons

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(sys.executable).parent
OURS = ("LECTURE_CODE", "OPENBLAS", "MPLBACKEND", "PYTEST", "PYTHON", "IPYTHONDIR")
PLOT = """
import matplotlib
matplotlib.use("agg")
import matplotlib.pyplot as plt
import numpy as np
import lecture_code.plots
from lecture_code.checks import check
from lecture_code.linear.perceptron import batch_perceptron
X, y = np.array([[1.0, 2.0], [2.0, -1.0]]), np.array([1, -1])
assert list(batch_perceptron(X, y)(X)) == [1, -1]
print(repr(check("thm-novikoff", 1, "<=", 2, note="two points")))
plt.plot(X).pop().figure.savefig("plot.png")
print(lecture_code.__file__)
"""


def test_readme_names_the_pythons_of_pyproject():
    first, last = re.search(
        r"Python (3\.\d+) to (3\.\d+)", (ROOT / "README.md").read_text()
    ).groups()
    assert [first, last] == [pythons()[0], pythons()[-1]]


@pytest.mark.slow
def test_a_pin_without_a_wheel_is_found(tmp_path):
    requirements, pins = tmp_path / "requirements.txt", tmp_path / "constraints.txt"
    requirements.write_text("numpy\n-e .\n")
    pins.write_text("numpy==1.26.4\n")  # made before Python 3.14
    assert missing("3.12", requirements, pins) == ""
    assert "numpy" in missing("3.14", requirements, pins)


@pytest.mark.slow
def test_pip_installs_the_package_into_an_empty_environment(tmp_path):
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / "bin" / "python"
    pip = [python, "-m", "pip", "install", "--quiet", "-c", ROOT / "constraints.txt", ROOT]
    subprocess.run(pip, check=True)
    done = subprocess.run([python, "-c", PLOT], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    verdict, place = done.stdout.splitlines()
    assert re.fullmatch(r"Theorem \d+\.\d+ \(Novikoff\) ✓ 1 ≤ 2 · two points", verdict)
    assert str(tmp_path) in place
    assert (tmp_path / "plot.png").stat().st_size > 1000


def typed(command: str, folder: Path = ROOT) -> str:
    """What a command says that is typed in that folder, with none of the variables we set."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    program, *words = command.split()
    done = subprocess.run(
        [PROGRAMS / program, *words], cwd=folder, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_pytest_finds_every_file_of_tests_and_leaves_out_what_is_slow():
    found = typed("pytest --collect-only -q")
    files = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")}
    assert len(files) > 100
    weekly = {f"tests/site/test_{name}.py" for name in ("firefox", "pdf", "student")}
    assert files - set(re.findall(r"^(tests/\S+\.py)::", found, re.M)) == weekly
    assert re.search(r"^\d+/\d+ tests collected \(\d+ deselected\)", found, re.M)


def test_pytest_runs():
    assert " passed" in typed("pytest tests/package/core/test_risk.py")


def test_nbval_runs_a_notebook_of_the_book():
    assert " passed" in typed("pytest --nbval book/06-perceptron.ipynb")


@pytest.mark.slow
def test_jupyter_book_builds_a_fresh_clone(tmp_path):
    """With the frames of its figures and the evidence under its statements, like `make book`."""
    subprocess.run(["git", "clone", "-q", ROOT, tmp_path / "clone"], check=True)
    assets = Path("book", "assets", "third-party")
    shutil.copytree(ROOT / assets, tmp_path / "clone" / assets)
    typed("jupyter-book build .", tmp_path / "clone")
    page = (tmp_path / "clone/_build/html/book/06-perceptron-proof.html").read_text("utf-8")
    assert re.search(r'class="explore-frame[^>]*>\s*<svg', page)
    assert page.count('class="evidence') > 5
