"""What anybody types to install works: the Pythons that README names, and `pip install .`."""

import re
import subprocess
import venv
from pathlib import Path

import pytest
from try_pythons import missing, pythons

ROOT = Path(__file__).resolve().parents[2]
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
