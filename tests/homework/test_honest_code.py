"""What runs in Jupyter runs when it is graded, or a student is told so at home."""

import contextlib

import pytest
from homework_samples import perceptron, submission

from homework.kit.running.sandbox import Sandbox
from homework.kit.running.student import Student, StudentError
from homework.kit.writing.notebooks import checker_cell


@pytest.mark.parametrize(
    ("cells", "answer"),
    [
        (["from types import MappingProxyType as M\ndef f(): return M({'k': 1})"], {"k": 1}),
        (["from collections import ChainMap\ndef f(): return ChainMap({'k': 1})"], {"k": 1}),
        (["from decimal import Decimal\ndef f(): return Decimal('Infinity')"], float("inf")),
        (["from fractions import Fraction\ndef f(): return Fraction(1, 4)"], 0.25),
        (["import array\ndef f(): return array.array('d', [1, 2])"], [1.0, 2.0]),
        (["from __future__ import annotations", "def f(x: Unknown = 1): return x"], 1),
        (["class Own:\n  pass\nimport pickle",
          "def f(): return type(pickle.loads(pickle.dumps(Own()))).__name__"], "Own"),
        (["%%writefile helpers.py\ndef g(): return 3", "from helpers import g\nf = g"], 3),
        (["timing = %timeit -o -n 1 sum(range(9))\nf = lambda: timing.average < 9"], True),
        (["%timeit x = 1", "def f(): return 'x' in globals()"], False),
        (["%pylab inline", "def f(): return eye(2)[0, 0] + np.pi * 0 + sin(0)"], 1.0),
        (["import __main__\ndef f(): return __main__.f is f"], True),
    ],
)  # fmt: skip
def test_what_runs_in_jupyter_runs_when_it_is_graded(cells, answer):
    with contextlib.closing(Student(Sandbox())) as student:
        for cell in cells:
            student.run(cell)
        assert student.object("f")() == answer


def test_a_package_that_is_refused_is_refused():
    with (
        contextlib.closing(Student(Sandbox())) as student,
        pytest.raises(StudentError, match="tqdm cannot be imported"),
    ):
        student.run("import tqdm")


def test_a_refused_import_is_said_at_home(capsys, tmp_path, monkeypatch):
    """Of a cell that ran in Jupyter, which keeps the cells in the list In."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "helpers.py").write_text("")
    ran = ["import numpy as np, os", "%matplotlib inline\nfrom tqdm.auto import tqdm",
           "import helpers", "from sklearn import svm"]  # fmt: skip
    space = {"In": ran}
    exec(checker_cell(perceptron()[0]), space)
    exec('grader.check("q1")', space)
    said = capsys.readouterr().out
    assert "import tqdm is refused during grading" in said
    assert "import sklearn is refused" in said
    assert said.count("is refused") == 2
    assert "numpy, scipy, matplotlib, IPython" in said


def test_nothing_is_refused_without_a_reason(capsys):
    space = {}
    for cell in submission().cells:
        if cell.cell_type == "code":
            exec(cell.source, space)
    assert "refused" not in capsys.readouterr().out
