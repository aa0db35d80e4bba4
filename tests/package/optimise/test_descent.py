"""Descents against closed forms, hand-solved runs, and scikit-learn."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import minimize
from sklearn.linear_model import SGDClassifier, SGDRegressor

from lecture_code.core.enumeration import all_sequences
from lecture_code.optimise.descent import (
    contraction,
    sgd,
    sgd_strong,
    subgradient_method,
)
from lecture_code.optimise.problems import absolute_direction, hinge_direction


def test_a_quadratic_has_its_closed_form():
    rng = np.random.default_rng(1)
    A, c = rng.normal(size=(3, 3)), rng.normal(size=3)
    run = subgradient_method(lambda w: (w - c) @ A.T, [0.0, 0, 0], T=20, eta=0.1)
    powers = [np.linalg.matrix_power(np.eye(3) - 0.1 * A, t) for t in range(21)]
    assert np.allclose(run.trace, [c - M @ c for M in powers])
    assert np.allclose(run.average, run.trace[:20].mean(axis=0))
    assert run.last.tolist() == run.trace[20].tolist()
    assert run([[1.0, 0, 0]]) == pytest.approx([run.average[0]])


def test_runs_side_by_side_are_the_runs_one_by_one():
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(3, 2)), np.array([1.0, -1, 1])
    draws = all_sequences(3, 4)
    for direction in (hinge_direction(X, y), absolute_direction(X, y)):
        together = sgd(direction, draws, [0.0, 0], eta=lambda t: 1 / t, radius=0.7)
        for row, z in enumerate(draws):
            alone = sgd(direction, z, [0.0, 0], eta=lambda t: 1 / t, radius=0.7)
            assert np.allclose(together.trace[:, row], alone.trace)
        assert (np.linalg.norm(together.trace, axis=-1) <= 0.7 + 1e-12).all()


@given(
    arrays(np.int64, (3, 2), elements=st.integers(-3, 3)),
    st.lists(st.integers(0, 2), min_size=1, max_size=6),
    st.sampled_from([0.5, 0.25, 2.0]),
)
def test_sgd_is_its_box_in_fractions(rows, drawn, eta):
    """Whole data and a step that is a power of two: floats make no error, also at kinks."""
    X, y = rows[:, :1], rows[:, 1]
    run = sgd(absolute_direction(X, y), drawn, [0.0], eta=eta)
    w, trace = Fraction(0), [Fraction(0)]
    for i in drawn:
        gap = w * int(X[i, 0]) - int(y[i])
        w -= Fraction(eta) * int(X[i, 0]) * ((gap > 0) - (gap < 0))
        trace.append(w)
    assert run.trace[:, 0].tolist() == trace
    assert run.average[0] == pytest.approx(float(sum(trace[:-1]) / len(drawn)))


def test_sgd_by_hand():
    """|w - z| with z = 0, 4, 4 from w = 1 with the step 1/2, and in the ball of radius 1."""

    def pull(w, i):
        return np.sign(w - np.array([0.0, 4.0])[i][..., None])

    assert sgd(pull, [0, 1, 1], [1.0], eta=0.5).trace[:, 0].tolist() == [1, 0.5, 1, 1.5]
    inside = sgd(pull, [0, 1, 1, 1], [1.0], eta=0.5, radius=1.0)
    assert inside.trace[:, 0].tolist() == [1, 0.5, 1, 1, 1]


def test_scikit_learn_takes_the_same_steps():
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(40, 3)), np.sign(rng.normal(size=40))
    fixed = {"fit_intercept": False, "shuffle": False, "max_iter": 1, "tol": None}
    theirs = SGDRegressor(penalty=None, learning_rate="constant", eta0=0.05, **fixed).fit(X, y)

    def slope(w, i):  # of half the squared loss, as there
        return ((w * X[i]).sum(axis=-1) - y[i])[..., None] * X[i]

    assert sgd(slope, np.arange(40), np.zeros(3), eta=0.05).last == pytest.approx(theirs.coef_)


def test_averages_of_equal_vectors_are_that_vector():
    run = subgradient_method(lambda w: 0 * w, [2.0, 3.0], T=7, eta=1.0)
    for vector in (run.average, run.weighted, run.suffix(1), run.suffix(7), run.last):
        assert vector == pytest.approx([2.0, 3.0])
    walk = subgradient_method(lambda w: -np.ones(1), [0.0], T=4, eta=1.0)  # 0 1 2 3 | 4
    assert walk.suffix(2) == pytest.approx([2.5])
    assert walk.weighted == pytest.approx([(0 + 2 + 6 + 12) / 10])
    assert walk.best(lambda w: (w[..., 0] - 2.2) ** 2) == pytest.approx([2.0])
    with pytest.raises(ValueError, match="k must be an integer, at least 1 and at most 4"):
        walk.suffix(5)


def test_all_sequences_are_all():
    assert len({tuple(row) for row in all_sequences(3, 5)}) == 3**5
    with pytest.raises(ValueError, match="^m must leave at most"):
        all_sequences(10, 9)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"T": 0}, "T must be an integer"),
        ({"eta": -1.0}, "eta must be a finite"),
        ({"eta": lambda t: 0.0}, "eta must be a finite"),
        ({"radius": 0.0}, "radius must be"),
        ({"start": [np.nan]}, "start must be finite"),
        ({"subgradient": lambda w: np.ones(2)}, "direction must be"),
        ({"subgradient": lambda w: w * np.inf}, "direction must be"),
    ],
)
def test_bad_input(change, message):
    given_ = {"subgradient": lambda w: w + 1, "start": [0.0], "T": 2, "eta": 0.1} | change
    with pytest.raises(ValueError, match=message), np.errstate(invalid="ignore"):
        subgradient_method(**given_)


def test_bad_input_of_sgd():
    with pytest.raises(ValueError, match="draws"):
        sgd(lambda w, i: w, np.zeros((3, 0)), [0.0], eta=1.0)
    with pytest.raises(ValueError, match="start must have shape"):
        sgd(lambda w, i: w, [0, 1], [[0.0]], eta=1.0)


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


def test_huber_attains_half_of_the_smooth_bound():
    for T in (1, 5, 40):
        tau, w = Fraction(1, 2 * T + 1), Fraction(1)
        for _ in range(T):
            w -= max(-tau, min(tau, w))
        value = w * w / 2 if w <= tau else tau * w - tau * tau / 2
        assert value == Fraction(1, 4 * T + 2) <= Fraction(1, 2 * T)


def test_contraction_by_hand():
    assert contraction(1, 5) == 0
    assert contraction(4, 0) == 1
