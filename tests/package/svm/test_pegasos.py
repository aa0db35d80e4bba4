"""SGD for the soft SVM against its explicit recursion and all its runs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lecture_code.optimise.descent import strong_bound
from lecture_code.svm.pegasos import all_averages, svm_objective, svm_sgd


def recursion(X, y, chosen, lam, shift):
    """w <- w - eta (lam w + v) along given indices."""
    w = np.zeros(X.shape[1])
    trace = [w]
    for t, i in enumerate(chosen, start=1):
        v = -y[i] * X[i] if y[i] * (w @ X[i]) < 1 else 0 * w
        w = w - (lam * w + v) / (lam * (t + shift))
        trace.append(w)
    return np.array(trace)


@given(st.integers(0, 10**6), st.sampled_from([0.05, 0.7, 3.0]), st.sampled_from([0, 1]))
@settings(max_examples=40, deadline=None)
def test_the_trace_is_that_of_the_recursion(seed, lam, shift):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(5, 3)), rng.choice([-1.0, 1.0], 5)
    run = svm_sgd(X, y, T=60, lam=lam, rng=rng, shift=shift)
    trace = recursion(X, y, run.chosen, lam, shift)
    assert np.allclose(run.trace, trace, rtol=1e-10, atol=1e-10)
    assert np.allclose(run.w, trace[:-1].mean(axis=0))
    assert np.allclose(run.last, trace[-1])
    moved = [y[i] * (w @ X[i]) < 1 for i, w in zip(run.chosen, trace, strict=False)]
    assert run.updated.tolist() == moved


@pytest.mark.parametrize("shift", [0, 1])
def test_all_averages_are_those_of_all_sequences(shift):
    X, y = np.array([[1.0, 0], [0.5, 2], [-1, 1]]), np.array([1.0, -1, 1])
    found = all_averages(X, y, T=4, lam=0.4, shift=shift)
    sequences = [
        recursion(X, y, np.unravel_index(k, (3,) * 4), 0.4, shift)[:-1].mean(axis=0)
        for k in range(81)
    ]
    assert np.allclose(found, sequences)


@pytest.mark.parametrize("lam", [0.05, 0.06, 0.1, 0.125, 0.3, 0.5])
@pytest.mark.parametrize("x", [0.3, 1.0, 2.0, 0.7])
def test_a_run_is_one_of_all_runs_also_where_margins_are_1(lam, x):
    run = svm_sgd([[x]], [1], T=40, lam=lam, rng=np.random.default_rng(0))
    assert np.allclose(all_averages([[x]], [1], T=40, lam=lam), run.w, rtol=1e-12)


def test_the_objective_by_hand():
    assert svm_objective([1.0, 1], [[1, 0], [0, -2]], [1, 1], lam=0.5) == 0.5 + 1.5


def test_bad_input():
    rng = np.random.default_rng(0)
    for wrong in ({"T": 0}, {"lam": 0.0}, {"shift": 2}, {"rng": 3}):
        given = {"T": 3, "lam": 1.0, "rng": rng} | wrong
        with pytest.raises((ValueError, TypeError), match=next(iter(wrong))):
            svm_sgd([[1.0]], [1], T=given.pop("T"), **given)
    with pytest.raises(ValueError, match="runs"):
        all_averages(np.ones((3, 1)), np.ones(3), T=13, lam=1.0)
    with pytest.raises(ValueError, match="rho"):
        strong_bound(0.0, 1.0, 1)
