"""Zooming grids in one valley and two, and against scipy's brute force."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brute

from lecture_code.model_selection.grid_search import refine_grid


@given(st.floats(-1, 1), st.integers(4, 9), st.integers(1, 8), st.floats(0.2, 5))
def test_one_valley_stays_in_the_box(bottom, g, T, steep):
    def valley(u):  # not symmetric
        return steep * (u[0] - bottom) if u[0] > bottom else (bottom - u[0]) ** 0.5

    run = refine_grid(valley, [(-1, 1)], points=g, rounds=T)
    for a, b in run.boxes[:, 0]:
        assert a - 1e-12 <= bottom <= b + 1e-12
    widths = run.boxes[:, 0, 1] - run.boxes[:, 0, 0]
    assert (widths[1:] <= widths[:-1] * 2 / (g - 1) + 1e-12).all()
    assert abs(run.best[0] - bottom) <= 2 * (2 / (g - 1)) ** T + 1e-12


def test_two_valleys_and_the_narrow_one_is_missed():
    def two(u):
        return min(abs(u[0] - 0.2), 10 * abs(u[0] - 0.86) - 0.5)

    run = refine_grid(two, [(0, 1)], points=5, rounds=6)
    fine = min(two([u]) for u in np.linspace(0, 1, 10_001))
    assert run.error > fine + 0.4


def test_two_parameters():
    run = refine_grid(lambda u: (u[0] - 0.3) ** 2 + (u[1] + 1.7) ** 2, [(-1, 1), (-3, 3)], rounds=8)
    assert run.best == pytest.approx([0.3, -1.7], abs=0.01)
    assert run.calls == 8 * 25
    assert run.boxes.shape == (9, 2, 2)
    assert run.grids[0][0].shape == (25, 2)


def test_the_best_of_all_rounds_is_returned():
    run = refine_grid(lambda u: float(u[0] != 0.0), [(-1, 1)], points=5, rounds=3)
    assert (run.best.tolist(), run.error) == ([0.0], 0.0)


def test_scipy_agrees_on_one_grid():
    def error(u):
        return float((u[0] - 0.3) ** 2 + abs(u[1] + 0.4) + u[0] * u[1])

    run = refine_grid(error, [(-1.0, 1.0), (-2.0, 1.0)], points=7, rounds=1)
    best, value, *_ = brute(error, [(-1.0, 1.0), (-2.0, 1.0)], Ns=7, full_output=True, finish=None)
    assert run.best == pytest.approx(best)
    assert run.error == pytest.approx(value)


def test_the_grids_belong_to_the_run():
    def spoils(u):
        u[:] = 0
        return 0.0

    with pytest.raises(ValueError, match="read-only"):
        refine_grid(spoils, [(-1, 1)])
    run = refine_grid(lambda u: u[0] ** 2, [(-1, 1)])
    assert not any(array.flags.writeable for laid in run.grids for array in laid)


def test_the_grids_of_a_copy_cannot_be_changed_either():
    run = pickle.loads(pickle.dumps(refine_grid(lambda u: u @ u, [(-1, 2)])))
    assert not any(array.flags.writeable for grid in run.grids for array in grid)
