"""The perceptrons and the pocket against their sentences, exact counts and scikit-learn."""

import itertools

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.linear_model import Perceptron

from lecture_code.linear.disagreement import disagreements, minimum_disagreement
from lecture_code.linear.perceptron import (
    batch_perceptron,
    cyclic_perceptron,
    iterates,
    mistake_bound,
    next_mistake,
    pocket,
    unit_rows,
    violated,
)
from lecture_code.linear.separability import Inseparable, separating_halfspace

RULES = ["first", "worst", "random"]


def exponential_family(d):
    Z = np.eye(d) - np.tril(np.ones((d, d)), -1)
    y = (-1.0) ** np.arange(1, d + 1)
    return y[:, None] * Z, y


def runs(X, y, rng, **settings):
    for choose in RULES:
        yield batch_perceptron(X, y, choose=choose, rng=rng, **settings)
    yield cyclic_perceptron(X, y, **settings)
    yield cyclic_perceptron(X, y, order=rng.permutation(len(X)), **settings)


@given(st.integers(0, 10**6), st.integers(0, 3000))
@settings(max_examples=30, deadline=None)
def test_next_mistake_is_the_first_from_there_on(seed, start):
    # Lonely mistakes in long clean stretches, so that it looks through several blocks.
    rng = np.random.default_rng(seed)
    X, w = rng.integers(-9, 10, size=(3000, 2)).astype(float), rng.integers(1, 10, size=2) + 0.0
    X = X[X @ w != 0]
    y = np.sign(X @ w)
    y[rng.random(len(X)) < rng.choice([0, 0.001, 0.1])] *= -1
    first = next((i for i in range(start, len(X)) if y[i] * np.dot(w, X[i]) <= 0), None)
    assert next_mistake(w, X, y, start) == first


@pytest.mark.parametrize("choose", RULES)
def test_batch_updates_with_the_mistake_that_the_rule_names(choose):
    rng = np.random.default_rng(1)
    for trial in range(120):
        m, d = rng.integers(1, 15), rng.integers(1, 5)
        X = rng.integers(-3, 4, size=(m, d)).astype(float)
        y = rng.choice([-1.0, 1.0], m)
        draws = np.random.default_rng(trial)
        run = batch_perceptron(
            X, y, choose=choose, max_updates=60, rng=np.random.default_rng(trial)
        )
        for w, i in zip(run.trace[:-1], run.chosen, strict=True):
            margins = y * (X @ w)
            wrong = np.flatnonzero(margins <= 0)
            expected = {"first": wrong[0], "worst": margins.argmin()}
            named = wrong[draws.integers(len(wrong))] if choose == "random" else expected[choose]
            assert i == named
        assert run.converged is bool((y * (X @ run.w) > 0).all())
        assert run.converged or run.updates == 60
        assert run.passes == run.updates + 1


@pytest.mark.parametrize("gaussian", [False, True])
def test_cyclic_updates_with_every_mistake_it_reads(gaussian):
    rng = np.random.default_rng(2)
    for _ in range(120):
        m, d = rng.integers(1, 80), rng.integers(1, 5)
        X = rng.standard_normal((m, d)) if gaussian else rng.integers(-9, 10, size=(m, d)) + 0.0
        y = np.where(X @ rng.standard_normal(d) > 0, 1.0, -1.0)
        if rng.random() < 0.3:
            y[0] *= -1
        order = rng.permutation(m)
        run = cyclic_perceptron(X, y, order=order, max_updates=80)
        reading, passes = ((n, i) for n in itertools.count(1) for i in order), 0
        for w, chosen in zip(run.trace[:-1], run.chosen, strict=True):
            passes, found = next((n, i) for n, i in reading if y[i] * np.dot(w, X[i]) <= 0)
            assert found == chosen
        assert run.converged is bool((y * (X @ run.w) > 0).all())
        if run.converged:  # one clean pass more
            assert run.passes == passes + 1
        else:  # in this pass or in the next one there is a mistake too many
            assert run.updates == 80
            assert run.passes == next(n for n, i in reading if y[i] * np.dot(run.w, X[i]) <= 0)


def test_normalised_is_the_plain_perceptron_on_unit_vectors():
    rng = np.random.default_rng(4)
    X, y = rng.standard_normal((40, 3)), rng.choice([-1.0, 1.0], 40)
    run = cyclic_perceptron(X, y, normalise=True, max_updates=50)
    plain = cyclic_perceptron(X / np.linalg.norm(X, axis=1)[:, None], y, max_updates=50)
    assert run.chosen.tolist() == plain.chosen.tolist()
    assert run.w.tolist() == plain.w.tolist() == run.trace[-1].tolist()


@pytest.mark.parametrize("d", range(1, 8))
def test_exponential_family_takes_the_same_updates_whatever_the_rule(d):
    X, y = exponential_family(d)
    rng = np.random.default_rng(d)
    for run in runs(X, y, rng):
        assert run.converged
        assert run.updates == (4**d - 1) // 3
        assert run.w.tolist() == (2.0 ** np.arange(d)).tolist()
        assert (run.trace <= run.w).all()


def test_solution_found_by_hand():
    # w: (0,0) -> (2,1) -> second example: score 2-2 = 0, a mistake -> (1,3); both right, stop.
    run = cyclic_perceptron([[2, 1], [1, -2]], [1, -1])
    assert run.trace.tolist() == [[0, 0], [2, 1], [1, 3]]
    assert run.chosen.tolist() == [0, 1]
    assert (run.updates, run.passes, run.converged) == (2, 2, True)
    assert run([[1, 0], [0, -1], [3, -1]]).tolist() == [1, -1, 0]
    assert run.score([[1, 0], [0, -1]]).tolist() == [1, -3]


@pytest.mark.parametrize("shuffled", [False, True])
def test_scikit_learn_ends_at_the_same_vector(shuffled):
    rng = np.random.default_rng(6)
    for m, d in [(30, 2), (200, 5), (1000, 10)]:
        X = rng.standard_normal((m, d))
        u = rng.standard_normal(d)
        y = np.sign(X @ u)
        X += 0.2 * y[:, None] * u / np.linalg.norm(u)
        order = rng.permutation(m) if shuffled else np.arange(m)
        run = cyclic_perceptron(X, y, order=order)
        peer = Perceptron(shuffle=False, fit_intercept=False, tol=None, max_iter=run.passes)
        peer.fit(X[order], y[order])
        assert run.converged
        assert peer.coef_[0].tolist() == run.w.tolist()


def test_inseparable_data_ends_and_says_so():
    X, y = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 0.0]]), np.ones(3)
    for run in runs(X, y, np.random.default_rng(7), max_updates=500):
        assert not run.converged
        assert run.updates == 500
        assert np.abs(run.trace).max() <= 1


def test_just_enough_updates_converge():
    X, y = exponential_family(3)
    rng = np.random.default_rng(8)
    assert all(run.converged for run in runs(X, y, rng, max_updates=21))
    short = list(runs(X, y, rng, max_updates=20))
    assert not any(run.converged for run in short)
    assert all(run.updates == 20 for run in short)
    assert batch_perceptron(X, y, max_updates=0).trace.tolist() == [[0, 0, 0]]


def test_overflow_is_never_taken_for_success():
    X, y = np.array([[1e200, 1e200], [1e200, -1e200]]), np.array([1.0, -1.0])
    with np.errstate(over="ignore", invalid="ignore"):
        for run in runs(X, y, np.random.default_rng(0), max_updates=20):
            assert not run.converged or separating_halfspace(X, y).separable


def test_mistake_bound_of_a_given_separator():
    X, y = [[1, 0], [10, 1]], [1, 1]
    assert mistake_bound(X, y, [1, 0]) == 101
    assert mistake_bound(X, y, [3, 0]) == 101
    assert mistake_bound(X, y) == pytest.approx(101)
    assert mistake_bound(*exponential_family(5)) == pytest.approx(5 * 341, rel=1e-12)
    assert mistake_bound(X, y, [1, 1]) >= mistake_bound(X, y)


integers = arrays(
    np.int64, st.tuples(st.integers(1, 9), st.integers(1, 3)), elements=st.integers(-4, 4)
)


@given(X=integers, seed=st.integers(0, 999))
def test_symmetries(X, seed):
    rng = np.random.default_rng(seed)
    X = X.astype(float)
    y = rng.choice([-1.0, 1.0], len(X))
    order, signs = rng.permutation(len(X)), rng.choice([-1.0, 1.0], len(X))
    run = cyclic_perceptron(X, y, order=order, max_updates=40)
    # Reading in an order is reading the reordered sample.
    moved = cyclic_perceptron(X[order], y[order], max_updates=40)
    assert order[moved.chosen].tolist() == run.chosen.tolist()
    # (x, y) and (-x, -y) are the same example.
    reflected = cyclic_perceptron(signs[:, None] * X, signs * y, order=order, max_updates=40)
    assert reflected.w.tolist() == run.w.tolist()
    # Other labels, other side.
    flipped = cyclic_perceptron(X, -y, order=order, max_updates=40)
    assert flipped.w.tolist() == (-run.w).tolist()
    # One scale for all changes the length of w and no decision.
    for choose in RULES:
        plain, scaled = (
            batch_perceptron(
                c * X, y, choose=choose, max_updates=40, rng=np.random.default_rng(seed)
            )
            for c in (1, 7)
        )
        assert scaled.chosen.tolist() == plain.chosen.tolist()
        assert scaled.w.tolist() == (7 * plain.w).tolist()


@given(X=integers, seed=st.integers(0, 999))
def test_normalising_makes_the_scale_of_each_example_immaterial(X, seed):
    assume(X.any(axis=1).all())
    rng = np.random.default_rng(seed)
    y, c = rng.choice([-1.0, 1.0], len(X)), 2.0 ** rng.integers(-5, 6, len(X))
    run, scaled = (
        cyclic_perceptron(points, y, normalise=True, max_updates=40)
        for points in (X.astype(float), c[:, None] * X)
    )
    assert scaled.chosen.tolist() == run.chosen.tolist()
    assert scaled.w.tolist() == run.w.tolist()


def test_helpers_of_the_run():
    X, y = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([1.0, -1.0])
    assert iterates(X, y, np.array([1, 0, 1])).tolist() == [[0, 0], [-3, -4], [-2, -2], [-5, -6]]
    assert iterates(X, y, np.array([], dtype=np.int64)).tolist() == [[0, 0]]
    assert violated(np.array([2.0, -1.0]), X, y).tolist() == [True, True]
    assert violated(np.array([np.nan, 0.0]), X, y).tolist() == [True, True]
    assert unit_rows(X)[1].tolist() == [0.6, 0.8]


def test_no_bound_for_inseparable_data():
    with pytest.raises(Inseparable) as caught:
        mistake_bound([[1, 0], [-1, 0]], [1, 1])
    assert caught.value.certificate.tolist() == [0.5, 0.5]


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
        run = pocket(X, y, T=50, rng=np.random.default_rng(seed))
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
    run = pocket(X, y, T=300, rng=rng)
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
        run = pocket(X, y, T=2000, rng=rng)
        assert least.optimal
        assert run.best_mistakes == least.mistakes


def test_separable_data_ends_early():
    run = pocket(np.eye(4), np.ones(4), T=100, rng=np.random.default_rng(4))
    assert (run.updates, run.best_mistakes, run.converged) == (4, 0, True)
    assert run(np.eye(4)).tolist() == [1, 1, 1, 1]


def test_no_updates_leave_the_zero_vector():
    run = pocket(np.eye(2), [1, 1], T=0, rng=np.random.default_rng(0))
    assert (run.w.tolist(), run.best_mistakes, run.converged) == ([0, 0], 2, False)
    assert run.score([[1, 1]]).tolist() == [0]


grids = arrays(
    np.int64, st.tuples(st.integers(1, 9), st.integers(1, 3)), elements=st.integers(-4, 4)
)


@given(X=grids, seed=st.integers(0, 999))
def test_symmetries_of_the_pocket(X, seed):
    rng = np.random.default_rng(seed)
    y, signs = rng.choice([-1, 1], len(X)), rng.choice([-1, 1], len(X))
    run, reflected, scaled = (
        pocket(points, labels, T=30, rng=np.random.default_rng(seed))
        for points, labels in ((X, y), (signs[:, None] * X, signs * y), (5 * X, y))
    )
    assert reflected.w.tolist() == run.w.tolist()
    assert scaled.w.tolist() == (5 * run.w).tolist()
    assert scaled.current_mistakes.tolist() == run.current_mistakes.tolist()
