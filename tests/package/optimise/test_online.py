"""Regularised runs against their closed form, regret against the definition; the enemy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import minimize
from sklearn.linear_model import SGDClassifier

from lecture_code.optimise.descent import hinge_direction
from lecture_code.optimise.online import linear_regret, orthogonal_enemy, sgd_strong

NUMBERS = st.floats(-3, 3, allow_nan=False)


@given(arrays(np.float64, (5, 2), elements=NUMBERS), arrays(np.float64, (5, 2), elements=NUMBERS))
def test_regret_is_against_the_best_point_of_the_ball(W, V):
    angle = np.linspace(0, 2 * np.pi, 721)
    circle = 1.5 * np.c_[np.cos(angle), np.sin(angle)]
    best = (circle @ V.sum(axis=0)).min()
    assert linear_regret(W, V, 1.5) == pytest.approx((W * V).sum() - best, abs=1e-3)


@pytest.mark.parametrize(
    "player",
    [
        lambda V: -V.sum(axis=0),
        lambda V: np.array([1.0, 2.0, 3.0]),
        lambda V: -V[-1] if len(V) else np.zeros(3),
        lambda V: np.array([np.sin(len(V)), np.cos(len(V)), 1e-9]),
    ],
)
def test_nobody_escapes_the_enemy_in_space(player):
    for T in (1, 2, 10, 50):
        W, V = orthogonal_enemy(player, d=3, T=T, rho=2.0)
        assert np.linalg.norm(V, axis=1) == pytest.approx(np.full(T, 2.0))
        assert np.abs((W * V).sum(axis=1)).max() < 1e-8
        assert linear_regret(W, V, B=3.0) == pytest.approx(6 * T**0.5)


def test_in_the_plane_only_a_parallel_answer_leaves_room():
    W, V = orthogonal_enemy(lambda V: -0.1 * V.sum(axis=0), d=2, T=20, rho=1.0)
    assert linear_regret(W, V, B=1.0) == pytest.approx(20**0.5)
    with pytest.raises(ValueError, match="room"):
        orthogonal_enemy(lambda V: np.array([1.0, 0]) * len(V), d=2, T=3, rho=1.0)


def test_scikit_learn_takes_the_same_regularised_steps():
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(40, 3)), np.sign(rng.normal(size=40))
    fixed = {"fit_intercept": False, "shuffle": False, "max_iter": 1, "tol": None}
    shrinking = {"learning_rate": "invscaling", "power_t": 1.0, "eta0": 1 / 0.2, "alpha": 0.2}
    theirs = SGDClassifier(loss="hinge", **shrinking, **fixed).fit(X, y)
    run = sgd_strong(hinge_direction(X, y), np.arange(40), np.zeros(3), lam=0.2)
    assert run.last == pytest.approx(theirs.coef_[0])


def test_the_regularised_run_has_its_closed_form_and_stays_short():
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(4, 3)), np.array([1.0, -1, 1, -1])
    direction, rho = hinge_direction(X, y), np.linalg.norm(X, axis=1).max()
    draws = rng.integers(0, 4, size=(50, 30))
    for lam in (0.01, 1.0, 30.0):
        run = sgd_strong(direction, draws, [5.0, 0, 0], lam=lam)
        v = np.array([direction(w, draws[:, t]) for t, w in enumerate(run.trace[:-1])])
        t = np.arange(1, 31)[:, None, None]
        assert np.allclose(run.trace[1:], -v.cumsum(axis=0) / (lam * t), atol=1e-10 / lam)
        slow = sgd_strong(direction, draws, np.zeros(3), lam=lam, steps="2/(t+1)")
        for trace in (run.trace[1:], slow.trace):
            assert (np.linalg.norm(trace, axis=-1) <= rho / lam * (1 + 1e-12)).all()


def test_it_finds_the_regularised_minimum_that_scipy_finds():
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(30, 2)), np.sign(rng.normal(size=30))

    def f(w):
        return 0.25 * w @ w + np.maximum(0, 1 - y * (X @ w)).mean()

    found = minimize(f, [0.0, 0], method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-12})
    draws = rng.integers(0, 30, size=20_000)
    run = sgd_strong(hinge_direction(X, y), draws, [0.0, 0], lam=0.5, steps="2/(t+1)")
    assert f(run.weighted) == pytest.approx(found.fun, abs=2e-3)


def test_bad_input_of_the_regularised_run():
    with pytest.raises(ValueError, match="steps"):
        sgd_strong(lambda w, i: w, [0], [0.0], lam=1.0, steps="1/t²")
    with pytest.raises(ValueError, match="lam"):
        sgd_strong(lambda w, i: w, [0], [0.0], lam=0.0)
