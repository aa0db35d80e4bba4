"""The pocket algorithm against its sentences and the exact minimum."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lecture_code.linear.disagreement import disagreements, minimum_disagreement
from lecture_code.linear.perceptron import pocket


def noisy(rng, m=30, d=3, flips=4):
    X = np.c_[np.ones(m), rng.standard_normal((m, d - 1))]
    y = np.where(X @ rng.standard_normal(d) > 0, 1.0, -1.0)
    y[:flips] *= -1
    return X, y


def test_each_update_takes_a_random_mistake_of_the_vector_before():
    rng = np.random.default_rng(1)
    for seed in range(60):
        m, d = rng.integers(1, 20), rng.integers(1, 4)
        X, y = rng.integers(-3, 4, size=(m, d)).astype(float), rng.choice([-1.0, 1.0], m)
        run = pocket(X, y, updates=50, rng=np.random.default_rng(seed))
        draws = np.random.default_rng(seed)
        for w, i in zip(run.trace[:-1], run.chosen, strict=True):
            wrong = np.flatnonzero(y * (X @ w) <= 0)
            assert i == wrong[draws.integers(len(wrong))]
        mistakes = [disagreements(w, X, y) for w in run.trace]
        assert run.current_mistakes.tolist() == mistakes
        assert run.w.tolist() == run.trace[mistakes.index(min(mistakes))].tolist()
        assert run.best_mistakes == min(mistakes)
        assert run.converged is (mistakes[-1] == 0)
        assert run.converged or run.updates == 50


def test_the_pocket_never_gets_worse_and_its_counts_are_true():
    rng = np.random.default_rng(2)
    X, y = noisy(rng)
    run = pocket(X, y, updates=300, rng=rng)
    assert run.updates == 300
    assert run.current_mistakes.shape == run.pocket_mistakes.shape == (301,)
    assert run.current_mistakes.tolist() == [disagreements(w, X, y) for w in run.trace]
    assert (np.diff(run.pocket_mistakes) <= 0).all()
    assert run.pocket_mistakes[-1] == run.best_mistakes == disagreements(run.w, X, y)
    first = int(run.current_mistakes.argmin())
    assert run.trace[first].tolist() == run.w.tolist()


def test_it_reaches_the_minimum_on_small_planar_samples():
    rng = np.random.default_rng(3)
    for _ in range(10):
        X, y = noisy(rng, m=20, flips=2)
        least = minimum_disagreement(X, y)
        run = pocket(X, y, updates=2000, rng=rng)
        assert least.optimal
        assert run.best_mistakes == least.mistakes


def test_separable_data_ends_early():
    run = pocket(np.eye(4), np.ones(4), updates=100, rng=np.random.default_rng(4))
    assert (run.updates, run.best_mistakes, run.converged) == (4, 0, True)
    assert run(np.eye(4)).tolist() == [1, 1, 1, 1]


def test_no_updates_leave_the_zero_vector():
    run = pocket(np.eye(2), [1, 1], updates=0, rng=np.random.default_rng(0))
    assert (run.w.tolist(), run.best_mistakes, run.converged) == ([0, 0], 2, False)
    assert run.score([[1, 1]]).tolist() == [0]


grids = arrays(
    np.int64, st.tuples(st.integers(1, 9), st.integers(1, 3)), elements=st.integers(-4, 4)
)


@given(X=grids, seed=st.integers(0, 999))
def test_symmetries(X, seed):
    rng = np.random.default_rng(seed)
    y, signs = rng.choice([-1, 1], len(X)), rng.choice([-1, 1], len(X))
    run, reflected, scaled = (
        pocket(points, labels, updates=30, rng=np.random.default_rng(seed))
        for points, labels in ((X, y), (signs[:, None] * X, signs * y), (5 * X, y))
    )
    assert reflected.w.tolist() == run.w.tolist()
    assert scaled.w.tolist() == (5 * run.w).tolist()
    assert scaled.current_mistakes.tolist() == run.current_mistakes.tolist()


@pytest.mark.parametrize(
    ("X", "y", "settings", "match"),
    [
        ([], [], {}, "X must"),
        ([[np.nan]], [1], {}, "X must be finite"),
        ([[1.0]], [2], {}, "y must hold only"),
        ([[1.0]], [1, 1], {}, "y must have one label"),
        ([[1.0]], [1], {"updates": -1}, "updates must be"),
        ([[1.0]], [1], {"updates": 1.5}, "updates must be"),
        ([[1.0]], [1], {"rng": 7}, "rng must be"),
        ([[1.0]], [1], {"rng": None}, "rng must be"),
    ],
)
def test_bad_input(X, y, settings, match):
    with pytest.raises(ValueError, match=match):
        pocket(X, y, **({"updates": 3, "rng": np.random.default_rng(0)} | settings))
