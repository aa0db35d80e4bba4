"""The two exact methods agree; edges, their signs, and groups that must be hit."""

import os
import subprocess
import sys

import numpy as np
import pytest

from lecture_code.linear import exact_disagreement
from lecture_code.linear.exact_disagreement import (
    _cross_products,
    edge_signs,
    fewest_mistakes,
    fewest_on_edges,
    mistakes_of,
)


def test_both_methods_agree_where_both_apply():
    rng = np.random.default_rng(3)
    for k in range(25):
        m, d = 20, int(rng.integers(2, 5))
        X = rng.standard_normal((m, d)) if k % 2 else rng.integers(-2, 3, size=(m, d)) + 0.0
        y = np.where(rng.random(m) < 0.12, -1, 1) * np.where(X @ np.ones(d) > 0.1, 1.0, -1.0)
        Z = (y[:, None] * X)[X.any(axis=1)]
        w = fewest_on_edges(Z)
        _, fewest, lower = fewest_mistakes(Z)
        assert fewest == lower
        if w is not None:
            assert mistakes_of(w, Z).sum() == fewest


def test_cross_products_are_orthogonal_and_are_numpys_in_space():
    rng = np.random.default_rng(8)
    for d in range(1, 7):
        A = rng.integers(-5, 6, size=(20, d - 1, d)) + 0.0
        v, sizes = _cross_products(A)
        assert np.abs(np.einsum("nkd,nd->nk", A, v)).max(initial=0) == 0
        assert (np.abs(v) <= sizes).all()
        full = np.array([np.linalg.det(np.vstack([rows, n])) for rows, n in zip(A, v, strict=True)])
        np.testing.assert_allclose(full, (v**2).sum(axis=1), atol=1e-6)
        if d == 3:
            assert v.tolist() == np.cross(A[:, 0], A[:, 1]).tolist()


def test_signs_are_exact_for_integers_and_cautious_otherwise():
    Z = np.array([[1.0, 3.0], [2.0, 6.0], [1.0, 0.0]])
    _, signs, exact = edge_signs(Z[:1, None], Z)
    assert (signs.tolist(), exact) == ([[0, 0, -1]], True)
    tenths = Z * 0.1
    _, signs, exact = edge_signs(tenths[:1, None], tenths)
    assert (signs[0].tolist(), exact) == ([0, 0, -1], False)
    _, _, exact = edge_signs(Z[:1, None] * 2.0**40, Z * 2.0**40)
    assert not exact


def test_none_when_rounding_hides_an_edge():
    rows = np.array([[0.1, 0.2, 0.7], [1.0, 0.0, 0.0], [0.0, 1.0, 0.3]])
    Z = np.vstack([rows, 3 * rows[0]])
    assert (Z[3] / Z[0] != 3).any()
    assert fewest_on_edges(rows) is not None
    assert fewest_on_edges(Z) is None


def test_none_when_there_is_too_much_to_enumerate(monkeypatch):
    Z = np.random.default_rng(9).standard_normal((10, 3))
    assert fewest_on_edges(Z) is not None
    monkeypatch.setattr(exact_disagreement, "LIMIT", 100)
    assert fewest_on_edges(Z) is None


def test_small_blocks_give_the_same(monkeypatch):
    rng = np.random.default_rng(10)
    Z = rng.integers(-2, 3, size=(15, 3)) + 0.0
    Z = Z[Z.any(axis=1)]
    before = mistakes_of(fewest_on_edges(Z), Z).sum()
    monkeypatch.setattr(exact_disagreement, "BLOCK", 40)
    assert mistakes_of(fewest_on_edges(Z), Z).sum() == before


PRINTING = """
import ctypes, os
from lecture_code.solvers.lp import silence
libc = ctypes.CDLL(None)
libc.printf(b"before ")
with silence():
    libc.printf(b"LEAK")
    os.write(1, b"LEAK")
libc.printf(b"after")
libc.fflush(None)
"""
SOLVING = """
import numpy as np
from lecture_code.linear.exact_disagreement import fewest_mistakes
rng = np.random.default_rng(0)
for _ in range(15):
    fewest_mistakes(rng.standard_normal((30, 4)), 10)
"""
CLOSED = """
import os
import numpy as np
from lecture_code.linear.exact_disagreement import fewest_mistakes
os.close(1)
assert fewest_mistakes(np.array([[1.0], [-1.0], [2.0], [-3.0], [-1.0]]))[1] == 2
os.open(os.devnull, os.O_WRONLY)
"""


@pytest.mark.parametrize(
    ("code", "printed"),
    [(PRINTING, "before after"), (SOLVING, ""), (CLOSED, "")],
    ids=["printing", "solving", "closed output"],
)
def test_nothing_reaches_the_standard_output(code, printed):
    # Unbuffered Python has no C buffer either, and so would hide what is left in it.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=env
    )
    assert (run.stdout, run.stderr, run.returncode) == (printed, "", 0)


def test_a_false_hitting_set_is_refused(monkeypatch):
    class Answer:
        x, mip_dual_bound, message = np.zeros(2), 1.0, ""

    monkeypatch.setattr(exact_disagreement, "milp", lambda *_, **__: Answer)
    with pytest.raises(RuntimeError, match="does not hit every group"):
        fewest_mistakes(np.array([[1.0], [-1.0]]))
    Answer.x = None
    with pytest.raises(RuntimeError, match="was not found"):
        fewest_mistakes(np.array([[1.0], [-1.0], [-1.0]]))
