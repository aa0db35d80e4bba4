"""What anybody types works: `pip install .`, `pytest`, `pytest --nbval`, `jupyter-book build .`,
and the targets of make.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import venv
from pathlib import Path

import pytest

from tools.install.try_pythons import missing, pythons

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(sys.executable).parent
OURS = ("LECTURE_CODE", "OPENBLAS", "MPLBACKEND", "PYTEST", "PYTHON", "IPYTHONDIR", "JUPYTER")
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
    site = Path(place).parents[1]
    missing = [name for name in files_of("lecture_code", "bookext") if not (site / name).exists()]
    assert missing == [], "name them in pyproject.toml, package-data"
    assert (tmp_path / "plot.png").stat().st_size > 1000


def files_of(*folders: str) -> list[str]:
    """Return the files of these folders in git."""
    answer = subprocess.run(
        ["git", "ls-files", *folders], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return answer.stdout.splitlines()


def typed(command: str, folder: Path = ROOT) -> str:
    """Return what a command says that is typed in that folder, without the variables we set."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    program, *words = command.split()
    done = subprocess.run(
        [PROGRAMS / program, *words], cwd=folder, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.mark.slow  # each part collects its own files in every run; that none is forgotten, weekly
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


# The targets of make, which need not install anything here: all of it is there.

OLD_ENOUGH = [
    f"--old-file={name}"
    for name in (".venv/.installed", ".venv/.installed-test", ".venv/.installed-paper",
                 ".venv-lite/.installed", ".venv-bench/.installed", ".venv-mutation/.installed",
                 "book/assets/third-party/.copied")
]  # fmt: skip
TARGETS = re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text("utf-8"), re.M)
ADDRESS = re.compile(r"http://(?:127\.0\.0\.1|localhost):\d+/\S*")
PATIENCE = 900  # seconds until a server answers, when the site is built before


def making(folder: Path, *words: str) -> dict:
    """How make is called there, as the arguments of subprocess."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    env |= {"PYTHONPATH": str(folder), "PYTHONUNBUFFERED": "1"}
    env |= {"JUPYTER_CONFIG_DIR": str(folder / ".jupyter"), "MAKEFLAGS": ""}
    command = ["make", *OLD_ENOUGH, f"BIN={PROGRAMS}", *words]
    return {"args": command, "cwd": folder, "env": env, "text": True, "stdin": subprocess.DEVNULL}


def make(folder: Path, *words: str) -> str:
    done = subprocess.run(
        **making(folder, *words), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert done.returncode == 0, done.stdout[-3000:]
    return done.stdout


def sent_from(address: str) -> str:
    """Return what a browser gets there; JupyterLab says its address a moment before it listens."""
    latest = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(address) as answer:
                return answer.read().decode()
        except urllib.error.URLError:
            if time.monotonic() > latest:
                raise
            time.sleep(0.2)


def answer_of(folder: Path, *words: str) -> str:
    """Return what the server that make starts sends to a browser at the address it prints."""
    with subprocess.Popen(
        **making(folder, *words),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as server:
        alarm = threading.Timer(PATIENCE, os.killpg, (server.pid, signal.SIGKILL))
        alarm.start()
        try:
            said = []
            for row in server.stdout:
                said.append(row)
                if found := ADDRESS.search(row):
                    break
            assert found, "".join(said)[-3000:]
            return sent_from(found[0])
        finally:
            alarm.cancel()
            os.killpg(server.pid, signal.SIGKILL)


@pytest.fixture
def clone(tmp_path):
    subprocess.run(["git", "clone", "-q", ROOT, tmp_path / "clone"], check=True)
    return tmp_path / "clone"


@pytest.mark.parametrize("target", TARGETS)
def test_what_a_target_calls_is_there(target):
    given = {"page": ["NAME=06-perceptron"], "mark": ["HW=06-perceptron"]}
    said = make(ROOT, "--dry-run", target, *given.get(target, []))
    for script in re.findall(r"python (\S+\.py)", said):
        assert (ROOT / script).exists(), script
    for module in re.findall(r"python -m (homework\S+|benchmarks)", said):
        assert list(ROOT.glob(f"{module.replace('.', '/')}*")), module


@pytest.mark.slow
def test_an_author_begins_a_page_and_tries_it(clone):
    make(clone, "new-chapter", "NAME=06-perceptron-by-hand")
    assert " passed" in make(clone, "page", "NAME=06-perceptron-by-hand")
    assert (clone / "book/06-perceptron-by-hand.ipynb").exists()


@pytest.mark.slow
def test_a_lecturer_makes_grades_and_marks_homework(clone, sandbox):
    make(clone, "homework", "HW=06-perceptron")
    given = clone / "dist/homework/06-perceptron/student/homework-06-perceptron.ipynb"
    (clone / "submissions").mkdir()
    shutil.copy(given, clone / "submissions/ada.ipynb")
    make(clone, "grade", "SUBS=submissions")
    table = (clone / "grades/sample/06-perceptron/grades.csv").read_text("utf-8")
    assert "ada" in table
    assert "Ada" in answer_of(clone, "mark", "HW=06-perceptron").title()


@pytest.mark.slow
def test_jupyterlab_opens(clone):
    words = "--no-browser --allow-root --port=0 --IdentityProvider.token="
    assert "JupyterLab" in answer_of(clone, "lab", f"ARGS={words}")


@pytest.mark.slow
@pytest.mark.browser
def test_the_site_is_served():
    assert "Learning Theory You Can Run" in answer_of(ROOT, "serve", "PORT=0")
