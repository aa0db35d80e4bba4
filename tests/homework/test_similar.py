"""Similar code: the folders that grading writes, and what copydetect finds in them."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from homework_samples import perceptron, submission, write

from homework.kit.grade import grade
from homework.kit.grading.submission import find_submissions
from homework.kit.results import write_all
from homework.kit.writing.notebooks import solution_notebook

ROOT = Path(__file__).resolve().parents[2]
ARRAYS = '''
def cautious_perceptron(X, y, beta, max_updates=100_000):
    """Return the vector w and the list of the examples that changed it."""
    w = np.zeros(X.shape[1])
    history = []
    for _ in range(max_updates):
        margins = y * X.dot(w)
        if np.all(margins > beta):
            return w, history
        first = np.where(margins <= beta)[0][0]
        w += y[first] * X[first]
        history.append(int(first))
    return w, history
'''
LOOPS = """
def cautious_perceptron(X, y, beta, max_updates=100_000):
    m, d = X.shape
    w = [0.0] * d
    chosen = []
    done = False
    while not done and len(chosen) < max_updates:
        done = True
        for i in range(m):
            product = 0
            for j in range(d):
                product += w[j] * X[i, j]
            if y[i] * product <= beta:
                for j in range(d):
                    w[j] += y[i] * X[i, j]
                chosen.append(i)
                done = False
                break
    return np.array(w), chosen
"""
HELPER = """
def cautious_perceptron(X, y, beta, max_updates=100_000):
    def first_mistake(w):
        for i, (x, label) in enumerate(zip(X, y)):
            if label * np.dot(w, x) <= beta:
                return i
        return None

    w = np.zeros(len(X[0]))
    used = []
    i = first_mistake(w)
    while i is not None and len(used) < max_updates:
        w = w + y[i] * X[i]
        used.append(i)
        i = first_mistake(w)
    return w, used
"""
RENAMED = re.sub(r"\b(w|margins|first|history)\b", r"my_\1", ARRAYS.replace('"""', "# "))


def code_of(place):
    """Return the code that was written, by the names of its files."""
    return {path.stem: path.read_text("utf-8") for path in (place.folder / "code").rglob("*.py")}


def test_a_copy_is_found_and_honest_answers_are_not(place, tmp_path):
    """The command stands in homework/README.md; the published solution may be the source too."""
    solution = next(
        cell.source
        for cell in solution_notebook(perceptron()[0]).cells
        if "def cautious" in cell.source and "checker" not in cell.metadata.get("tags", [])
    )
    answers = {"ada": ARRAYS, "bob": LOOPS, "eve": HELPER, "joe": RENAMED,
               "kim": re.sub(r"\b(w|chosen|scores|mistaken)\b", r"my_\1", solution)}  # fmt: skip
    for student, answer in answers.items():
        write(submission({1: answer}, solved=False), tmp_path / f"{student}.ipynb")
    grade(find_submissions(tmp_path), place, trusted=True)
    write_all(place)
    readme = (ROOT / "homework/README.md").read_text("utf-8")
    (command,) = re.findall(r"^\S+/bin/copydetect (.*)$", readme, re.M)
    program = [sys.executable, "-m", "copydetect", "-a", *shlex.split(command)]
    subprocess.run(program, cwd=place.folder, check=True, capture_output=True)
    report = (place.folder / "similar.html").read_text("utf-8")
    pairs = re.findall(r"Test file: <i>(.*?)</i>.*?Reference file: <i>(.*?)</i>", report, re.DOTALL)
    found = {frozenset(Path(name).stem for name in pair) for pair in pairs}
    assert found == {frozenset({"ada", "joe"}), frozenset({"kim", "solution"})}


def test_code_alone_is_written_and_nothing_is_run(place, tmp_path):
    made = tmp_path / "made"
    answers = {1: f"x = '\ud800 ü'\n%matplotlib inline\nopen({str(made)!r}, 'w')", 4: "A proof."}
    write(submission(answers, solved=False), tmp_path / "J\udcfcrgen.ipynb")
    (tmp_path / "zoe.ipynb").write_text("no notebook")
    grade(find_submissions(tmp_path), place, trusted=True)
    made.unlink()
    write_all(place)
    (name,) = code_of(place).keys() - {"solution"}
    assert name.startswith("J_rgen-")
    assert code_of(place)[name] == answers[1].replace("\ud800", "?")
    assert "def cautious_perceptron" in (place.folder / "given" / "given.py").read_text()
    assert not made.exists()
