"""Linear programs: by hand, against corners of polygons, against elimination; and silent."""

import copy
import itertools
import pickle
import re
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lecture_code.chapters.c05_fourier_motzkin import fourier_motzkin
from lecture_code.solvers import lp
from lecture_code.solvers.lp import Infeasible, Unbounded, maximise, minimise

IMPORTS = "import os; from lecture_code.solvers.lp import silence\n"
LINE = (np.array([-np.inf]), np.array([np.inf]))
BOX = np.array([[1.0, 0], [-1, 0], [0, 1], [0, -1]])


def best_corner(u, A, v):
    """Return the best value over all feasible corners of a bounded polygon."""
    values = []
    for i, j in itertools.combinations(range(len(A)), 2):
        if abs(np.linalg.det(A[[i, j]])) > 1e-9:
            w = np.linalg.solve(A[[i, j]], v[[i, j]])
            if (A @ w >= v - 1e-9).all():
                values.append(u @ w)
    return max(values)


def test_by_hand():
    best = maximise([1, 1], BOX, [0, -2, 0, -3])
    assert best.w.tolist() == [2, 3]
    assert best.value == 5
    assert best.multipliers.tolist() == [0, 1, 0, 1]


def test_random_polygons():
    rng = np.random.default_rng(1)
    for _ in range(40):
        A = np.vstack([BOX, rng.standard_normal((4, 2))])
        v = np.r_[-np.ones(4), -rng.random(4)]
        u = rng.standard_normal(2)
        best = maximise(u, A, v)
        assert best.value == pytest.approx(best_corner(u, A, v))
        assert best.multipliers.min() >= 0
        assert best.value == pytest.approx(-best.multipliers @ v, abs=1e-8)
        np.testing.assert_allclose(best.multipliers @ A, -u, atol=1e-8)


@settings(max_examples=50, deadline=None)
@given(st.data())
def test_what_elimination_says(data):
    number = st.integers(-3, 3)
    n, d = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 3))
    A = np.array([[data.draw(number) for _ in range(d)] for _ in range(n)], dtype=float)
    v = np.array([data.draw(number) for _ in range(n)], dtype=float)
    if fourier_motzkin(A, v).feasible:
        assert (A @ maximise(np.zeros(d), A, v).w >= v - 1e-7).all()
        return
    with pytest.raises(Infeasible) as caught:
        maximise(np.zeros(d), A, v)
    weights = caught.value.multipliers
    assert weights.sum() == pytest.approx(1)
    assert np.abs(weights @ A).max() < 1e-8
    assert weights @ v > 0


def test_no_bound_has_a_ray():
    with pytest.raises(Unbounded) as caught:
        maximise([1, 0], [[1, 1], [1, -1]], [0, 0])
    assert caught.value.ray @ [1, 0] > 0
    assert (np.array([[1, 1], [1, -1]]) @ caught.value.ray >= -1e-9).all()


def test_infeasible_comes_before_unbounded():
    with pytest.raises(Infeasible):
        maximise([0, 1], [[1, 0], [-1, 0]], [1, 1])


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))]
)
@pytest.mark.parametrize(
    ("error", "proof", "words"),
    [
        (Infeasible(np.array([0.5, 0.5, 0.0])), "multipliers", "2 of the inequalities"),
        (Unbounded(np.array([1.0, 0.0])), "ray", "^u must be bounded"),
        (Unbounded(np.array([1.0, 0.0]), "objective"), "ray", "^objective must be bounded"),
    ],
)
def test_errors_keep_their_words_and_their_proofs(again, error, proof, words):
    assert re.search(words, str(error))
    assert str(again(error)) == str(error)
    assert (getattr(again(error), proof) == getattr(error, proof)).all()
    assert not getattr(error, proof).flags.writeable


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e7])
def test_rows_of_any_size(scale):
    best = maximise([1, 1], scale * BOX, scale * np.array([0, -2, 0, -3]))
    np.testing.assert_allclose(best.w, [2, 3])


def test_a_wrong_answer_is_refused(monkeypatch):
    true = lp._solve

    def spoilt(c, **program):
        answer = true(c, **program)
        answer.x = answer.x * 0.5
        return answer

    monkeypatch.setattr(lp, "_solve", spoilt)
    with pytest.raises(RuntimeError, match="could not be verified"):
        maximise([1, 1], BOX, [0, -2, 0, -3])
    for equal, least in ((False, 3.0), (True, 3.0), (False, -3.0)):  # feasible or not
        with pytest.raises(RuntimeError, match="could not be verified"):
            minimise(np.ones(1), -np.ones((1, 1)), np.array([-least]), *LINE, equal=equal)


def test_bounds_take_part_in_the_proof():
    # The least x - y with x + y <= 3, 1 <= x <= 2, 0 <= y <= 9: at (1, 2).
    low, high = np.array([1.0, 0.0]), np.array([2.0, 9.0])
    x, mu = minimise(np.array([1.0, -1.0]), np.ones((1, 2)), np.array([3.0]), low, high)
    assert x.tolist() == [1, 2]
    assert mu.tolist() == [-1]


def written(code: str, start: str = "exec ") -> tuple[str, str]:
    """Return what a process of its own writes to its standard output and standard error."""
    command = ["sh", "-c", f'{start}"$0" -P -c "$1"', sys.executable, IMPORTS + code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout, done.stderr


def test_only_what_is_written_inside_is_lost():
    code = """os.write(1, b'before ')
with silence(): os.write(1, b'inside')
os.write(1, b'after')"""
    assert written(code) == ("before after", "")


def test_the_buffer_of_c_is_lost_inside_and_kept_outside():
    code = """import ctypes
put = ctypes.CDLL(None).printf
put(b'kept ')
with silence(): put(b'lost')
put(b'too')"""
    assert sorted(written(code)[0].split()) == ["kept", "too"]


def test_an_error_inside_gives_the_output_back():
    code = """try:
    with silence(): raise KeyError
except KeyError: os.write(1, b'after'); os.write(2, b'error')"""
    assert written(code) == ("after", "error")


def test_without_an_output_nothing_is_turned_away():
    code = "with silence(): os.write(2, b'runs')"
    assert written(code, start="exec 1>&-; exec ") == ("", "runs")
