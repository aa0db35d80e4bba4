"""Greedy deletion: the factor d + 1 against the exact optimum, groups that prove it, bad input."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lecture_code.linear import disagreement as module
from lecture_code.linear.disagreement import disagreements, greedy_deletion, minimum_disagreement
from lecture_code.linear.separability import separating_halfspace


@settings(max_examples=60, deadline=None)
@given(arrays(np.float64, st.tuples(st.integers(1, 9), st.integers(1, 3)),
              elements=st.integers(-3, 3).map(float)), st.randoms())  # fmt: skip
def test_the_factor_holds(X, random):
    y = np.array([random.choice([-1.0, 1.0]) for _ in X])
    run = greedy_deletion(X, y)
    opt = minimum_disagreement(X, y).mistakes
    d = X.shape[1]
    assert run.lower <= opt <= run.mistakes <= run.deleted <= (d + 1) * opt
    assert run.mistakes == disagreements(run.w, X, y)
    rest = np.setdiff1d(np.arange(len(y)), np.concatenate([[], *run.groups]).astype(int))
    assert not len(rest) or separating_halfspace(X[rest], y[rest]).separable
    for group in run.groups:
        assert len(group) <= d + 1
        assert not separating_halfspace(X[group], y[group]).separable


@pytest.mark.parametrize("d", [1, 2, 3, 5])
def test_a_simplex_attains_the_factor_in_deletions(d):
    X = np.vstack([np.eye(d), -np.ones((1, d))])
    run = greedy_deletion(X, np.ones(d + 1))
    assert (run.lower, run.deleted) == (1, d + 1)
    assert minimum_disagreement(X, np.ones(d + 1)).mistakes == 1


def test_separable_and_hopeless_samples():
    run = greedy_deletion([[1.0, 0], [2, 1]], [1, 1])
    assert (run.mistakes, run.groups) == (0, [])
    assert run([[1.0, 0]]).tolist() == [1]
    hopeless = greedy_deletion(np.zeros((3, 2)), [1, -1, 1])
    assert (hopeless.mistakes, hopeless.lower, hopeless.w.tolist()) == (3, 3, [0, 0])


def test_a_group_that_is_too_large_is_refused(monkeypatch):
    class Answer:
        separable, support = False, np.arange(3)

    monkeypatch.setattr(module, "separating_halfspace", lambda *_: Answer)
    with pytest.raises(RuntimeError, match="does not verify"):
        greedy_deletion([[1.0], [1.0], [1.0]], [1, 1, 1])


def test_bad_input():
    with pytest.raises(ValueError, match="y must hold only"):
        greedy_deletion([[1.0]], [0])
