"""Quadratics, and what step sizes promise on them, against grids and runs."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import digamma

from lecture_code.optimise.optimisers import descend, fixed_step, momentum
from lecture_code.optimise.problems import bowl, quadratic
from lecture_code.optimise.schedules import (
    best_heavy_ball,
    best_step,
    constant,
    contraction,
    inverse,
    inverse_root,
    plateau,
    predefined,
    rate,
    smooth_bound,
    step_sizes,
)


@pytest.mark.parametrize("kappa", [1, 1.5, 9, 100, 1e4])
def test_no_setting_on_a_grid_beats_the_best(kappa):
    ends = np.array([1.0, kappa])[:, None, None]
    etas = np.linspace(0, 4 / kappa, 401)[1:, None]
    mus = np.linspace(0, 0.999, 300)
    best = best_heavy_ball(1, kappa)
    assert rate(etas, ends, mu=mus).max(axis=0).min() >= best.rate - 1e-9
    assert rate(etas[:, 0], ends[:, 0]).max(axis=0).min() >= best_step(1, kappa).rate - 1e-9
    between = np.linspace(1, kappa, 50)
    tuned = best_step(1, kappa)
    assert rate(tuned.eta, between).max() == pytest.approx(tuned.rate)
    assert rate(best.eta, between, mu=best.mu).max() == pytest.approx(best.rate, abs=1e-7)


def test_a_run_shrinks_at_the_rate():
    f = bowl(9, 30)
    tuned = best_step(1, 9)
    path = descend(fixed_step(tuned.eta), f.gradient, [3.0, 1.0], 40)
    gaps = np.linalg.norm(path.trace, axis=1)
    assert (gaps[1:] <= tuned.rate * gaps[:-1] + 1e-15).all()
    path = descend(momentum(0.3, mu=0.5), f.gradient, [3.0, 1.0], 300)
    measured = (np.linalg.norm(path.trace[300]) / np.linalg.norm(path.trace[100])) ** (1 / 200)
    assert measured == pytest.approx(rate(0.3, np.array([1, 9]), mu=0.5).max(), abs=0.01)


def test_huber_attains_half_of_the_smooth_bound():
    for T in (1, 5, 40):
        tau, w = Fraction(1, 2 * T + 1), Fraction(1)
        for _ in range(T):
            w -= max(-tau, min(tau, w))
        value = w * w / 2 if w <= tau else tau * w - tau * tau / 2
        assert value == Fraction(1, 4 * T + 2) <= smooth_bound(1, 1, T)


def test_quadratic_by_central_differences():
    rng = np.random.default_rng(1)
    root = rng.normal(size=(4, 4))
    f = quadratic(root @ root.T + np.eye(4), rng.normal(size=4))
    w, step = rng.normal(size=(3, 4)), 1e-5
    slopes = [(f(w + step * e) - f(w - step * e)) / (2 * step) for e in np.eye(4)]
    np.testing.assert_allclose(f.gradient(w), np.transpose(slopes), rtol=1e-7, atol=1e-8)
    assert f(f.minimiser) == 0
    assert f.condition == pytest.approx(np.linalg.cond(f.A))


def test_bowls_by_hand():
    assert bowl(9).A.tolist() == [[1, 0], [0, 9]]
    assert pytest.approx(np.array([[5, -4], [-4, 5]])) == bowl(9, 45).A
    assert pytest.approx(np.array([[9, 0], [0, 1]]), abs=1e-12) == bowl(9, 90).A
    assert quadratic([[2, 0], [0, 8]], [1, 0])([0, 1]) == 5


def test_the_eigenvectors_of_a_bowl_are_turned():
    for kappa, angle in ((4.0, 30.0), (50.0, -70.0), (1.5, 200.0)):
        values, rows = np.linalg.eigh(bowl(kappa, angle).A)
        assert values == pytest.approx([1, kappa])
        turn = np.radians(angle)
        assert abs(rows[:, 0] @ [np.cos(turn), np.sin(turn)]) == pytest.approx(1)


def test_bounds_by_hand():
    assert smooth_bound(2, 3, 9) == 1
    assert contraction(1, 5) == 0
    assert contraction(4, 0) == 1
    assert best_step(2, 2).rate == best_heavy_ball(2, 2).rate == 0


def test_schedules_by_hand():
    values = np.zeros(4)
    assert step_sizes(constant(2), values).tolist() == [2, 2, 2, 2]
    assert step_sizes(inverse(2), values).tolist() == [2, 1, 2 / 3, 0.5]
    assert step_sizes(inverse_root(2), values)[3] == 1
    assert step_sizes(predefined(lambda t: t), values).tolist() == [1, 2, 3, 4]


def test_sums_of_rates_are_known():
    T = 500
    harmonic = digamma(T + 1) + np.euler_gamma
    none = np.zeros(T)
    assert step_sizes(inverse(3), none).sum() == pytest.approx(3 * harmonic)
    assert (step_sizes(inverse_root(3), none) ** 2).sum() == pytest.approx(9 * harmonic)
    assert step_sizes(constant(0.25), none).sum() == T / 4
    assert step_sizes(predefined(lambda t: 2.0**-t), none[:40]).sum() == 1 - 2.0**-40


@settings(max_examples=50, deadline=None)
@given(
    values=st.lists(st.lists(st.floats(-5, 5), min_size=3, max_size=3), min_size=1, max_size=20),
    patience=st.integers(1, 4),
)
def test_a_plateau_of_one_run_does_not_touch_the_others(values, patience):
    table, schedule = np.array(values), plateau(1, factor=0.5, patience=patience, least=0.1)
    got = step_sizes(schedule, table)
    for r in range(3):
        assert got[:, r].tolist() == step_sizes(schedule, table[:, r]).tolist()
