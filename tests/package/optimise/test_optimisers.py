"""Optimisers against sums written out, and each of them on each target; paths."""

import copy
import math
import pickle
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lecture_code.optimise.optimisers import (
    adadelta,
    adagrad,
    adam,
    descend,
    fixed_step,
    momentum,
    rmsprop,
)
from lecture_code.optimise.problems import (
    MaxAffine,
    absolute_direction,
    bowl,
    hinge_direction,
    quadratic,
)
from lecture_code.optimise.schedules import constant, inverse, inverse_root, plateau

GRADIENTS = st.lists(
    st.floats(-100, 100).filter(lambda x: x == 0 or abs(x) > 1e-3), min_size=1, max_size=12
)
STEADY = {
    "fixed_step": partial(fixed_step, 0.02),
    "momentum": partial(momentum, 0.01),
    "adagrad": partial(adagrad, 0.5),
    "rmsprop": partial(rmsprop, 0.01, nu=0.9),
    "adadelta": partial(adadelta, eps=1e-4),
    "adam": partial(adam, 0.05),
}


def steps_of(rule, gradients):
    """Return the steps of a rule along given scalar gradients."""
    memory, found = rule.init(np.zeros(1)), []
    for t, v in enumerate(gradients, start=1):
        step, memory = rule.update(np.array([v]), memory, t)
        found.append(float(step[0]))
    return np.array(found)


def moving(values, keep):
    """Return the moving averages of the values, as sums written out."""
    return [
        (1 - keep) * math.fsum(keep ** (t - k) * x for k, x in enumerate(values[: t + 1]))
        for t in range(len(values))
    ]


def written_out(name, v):
    """Return the steps as sums over all gradients so far; only Adadelta needs its past steps."""
    squares = [x * x for x in v]
    T = range(len(v))
    if name == "fixed_step":
        return [0.3 * x for x in v]
    if name == "momentum":
        return [0.3 * math.fsum(0.8 ** (t - k) * v[k] for k in range(t + 1)) for t in T]
    if name == "adagrad":
        return [0.3 * v[t] / (math.sqrt(math.fsum(squares[: t + 1])) + 0.01) for t in T]
    if name == "rmsprop":
        return [
            0.3 * x / (math.sqrt(s) + 0.01) for x, s in zip(v, moving(squares, 0.8), strict=True)
        ]
    if name == "adam":
        p, s = moving(v, 0.7), moving(squares, 0.8)
        p, s = ([a[t] / (1 - k ** (t + 1)) for t in T] for a, k in ((p, 0.7), (s, 0.8)))
        return [0.3 * a / (math.sqrt(b) + 0.01) for a, b in zip(p, s, strict=True)]
    s, u = moving(squares, 0.8), []
    for t in T:
        r = moving([x * x for x in u], 0.8)[-1] if u else 0.0
        u.append(math.sqrt((r + 0.01) / (s[t] + 0.01)) * v[t])
    return [0.3 * x for x in u]


RULES = {
    "fixed_step": fixed_step(0.3),
    "momentum": momentum(0.3, mu=0.8),
    "adagrad": adagrad(0.3, eps=0.01),
    "rmsprop": rmsprop(0.3, nu=0.8, eps=0.01),
    "adadelta": adadelta(0.3, nu=0.8, eps=0.01),
    "adam": adam(0.3, mu=0.7, nu=0.8, eps=0.01),
}


@pytest.mark.parametrize("name", RULES)
@settings(max_examples=40, deadline=None)
@given(v=GRADIENTS)
def test_steps_are_the_sums_written_out(name, v):
    np.testing.assert_allclose(
        steps_of(RULES[name], v), written_out(name, v), rtol=1e-9, atol=1e-12
    )


@pytest.mark.parametrize("name", RULES)
def test_update_is_a_pure_function(name):
    rule, v = RULES[name], np.array([1.0, -2.0, 0.0])
    _, memory = rule.update(v, rule.init(v), 1)
    copies = [a.copy() for a in memory]
    first, second = rule.update(v, memory, 2), rule.update(v, memory, 2)
    np.testing.assert_array_equal(first[0], second[0])
    assert all(np.array_equal(a, b) for a, b in zip(memory, copies, strict=True))
    np.testing.assert_array_equal(v, [1.0, -2.0, 0.0])


@pytest.mark.parametrize("name", RULES)
def test_many_runs_at_once_are_the_single_runs(name):
    f = bowl(7, 20)
    start = np.random.default_rng(0).normal(size=(5, 2))
    many = descend(STEADY[name](), f.gradient, start, T=30)
    for r in range(5):
        one = descend(STEADY[name](), f.gradient, start[r], T=30)
        np.testing.assert_allclose(many.trace[:, r], one.trace, rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(many.average, many.trace[:-1].mean(axis=0), atol=1e-14)


def absolute(w, t):
    return np.sign(w - np.array([0.5, -1.0]))


def logistic(w, t):
    X = np.array([[1.0, 2.0], [1.0, -1.0], [1.0, 0.5], [1.0, -2.0]])
    y = np.array([1.0, 1.0, -1.0, -1.0])
    return -(y / (1 + np.exp(y * (X @ w)))) @ X / 4 + 0.1 * w


TARGETS = {
    "bowl": (bowl(10).gradient, [0.0, 0.0]),
    "turned bowl": (bowl(10, 30).gradient, [0.0, 0.0]),
    "absolute value": (absolute, [0.5, -1.0]),
    "logistic": (logistic, None),
}


@pytest.mark.parametrize("name", STEADY)
@pytest.mark.parametrize("target", TARGETS)
def test_every_optimiser_comes_near_every_target(name, target):
    gradient, goal = TARGETS[target]
    path = descend(STEADY[name](), gradient, [1.0, 1.0], T=2500)
    last = path.trace[-200:].mean(axis=0)
    if goal is None:
        assert np.linalg.norm(gradient(last, 1)) < 0.01
    else:
        assert np.linalg.norm(last - goal) < 0.06


@pytest.mark.parametrize("scale", [1e-300, 1e-170, 1e-120, 1e-6, 1e8, 1e120, 1e170, 1e300])
def test_dividing_by_the_root_forgets_the_scale(scale):
    v = np.array([1.0, -2.0, 0.5])
    for rule in (adagrad(eps=0), rmsprop(eps=0), adam(eps=0)):
        np.testing.assert_allclose(steps_of(rule, v), steps_of(rule, scale * v), rtol=1e-9)


@pytest.mark.parametrize("size", [1e-170, 1e-10, 1e160])
def test_adam_walks_in_steps_of_eta_however_large_the_gradient(size):
    path = descend(adam(0.1, eps=0), lambda w, t: size * np.sign(w - 5), [0.0], T=100)
    assert np.abs(np.diff(path.trace[:40, 0])) == pytest.approx(0.1)
    assert path.last == pytest.approx(5, abs=0.5)


def test_a_gradient_that_falls_to_almost_nothing_is_followed():
    def gradient(w, t):
        return (1.0 if t == 1 else 1e-170) * np.sign(w - 5)

    path = descend(rmsprop(0.1, nu=0, eps=0), gradient, [0.0], T=5)
    assert path.trace[:, 0] == pytest.approx([0, 0.1, 0.2, 0.3, 0.4, 0.5])


def test_without_a_gradient_nothing_moves():
    for rule in (adagrad(eps=0), rmsprop(eps=0), adam(eps=0)):
        assert steps_of(rule, [0.0, 0.0, 0.0]).tolist() == [0, 0, 0]


def test_adadelta_by_hand():
    # v = 4, then 2, with nu = 1/2 and eps = 1: s = 8, 6; u = 4/3; r = 8/9; u = 2 sqrt(17/9)/sqrt(7)
    steps = steps_of(adadelta(nu=0.5, eps=1), [4, 2])
    assert steps == pytest.approx([4 / 3, 2 * math.sqrt(17 / 63)])


def test_schedule_and_box_along_a_path():
    path = descend(fixed_step(1), lambda w, t: w, [[8.0], [4.0]], T=3, schedule=inverse(0.5))
    assert path.trace[:, 0, 0].tolist() == [8, 4, 3, 2.5]
    assert path.factors.tolist() == [0.5, 0.25, 0.5 / 3]
    path = descend(fixed_step(1), lambda w, t: np.ones_like(w), [0.0], T=5, box=(-2, 2), keep=False)
    assert path.trace.tolist() == [[0], [-2]]
    assert path.last.tolist() == [-2]
    f = quadratic([[1.0]])
    stalls = plateau(1, patience=1, factor=0.25)
    path = descend(fixed_step(2), f.gradient, [[1.0]], T=4, schedule=stalls, value=f)
    assert path.factors[:, 0].tolist() == [1, 0.25, 0.25, 0.25]


def test_a_run_away_is_not_returned():
    with pytest.raises(OverflowError, match="step size"):
        descend(fixed_step(3), lambda w, t: w**3, [[2.0]], T=50)
    with pytest.raises(OverflowError, match="or the gradient is not finite"):
        descend(fixed_step(), lambda w, t: np.nan * w, [1.0], T=3)


SCHEDULES = [constant(0.5), inverse_root(0.5), inverse(0.5), plateau(0.5, patience=1)]


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda h: pickle.loads(pickle.dumps(h))]
)
@pytest.mark.parametrize("schedule", SCHEDULES, ids=lambda schedule: schedule.name)
def test_optimisers_schedules_and_paths_survive_a_copy(schedule, again):
    f = bowl(3.0)
    for name, rule in RULES.items():
        keys = {"start": [1.0, -1.0], "T": 4, "schedule": schedule, "value": f}
        path, other = descend(rule, f.gradient, **keys), again(rule)
        assert repr(other) == repr(rule), name
        keys |= {"schedule": again(schedule), "value": again(f)}
        assert again(descend(other, f.gradient, **keys)).trace.tolist() == path.trace.tolist()
    assert repr(again(schedule)) == repr(schedule)


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda h: pickle.loads(pickle.dumps(h))]
)
@pytest.mark.parametrize("direction", [hinge_direction, absolute_direction])
def test_directions_survive_a_copy(direction, again):
    v = direction([[1.0, 2.0], [0.0, 1.0]], [1, -1])
    w, i = np.array([[1.0, -1.0], [2.0, 0.5]]), np.array([0, 1])
    assert again(v)(w, i).tolist() == v(w, i).tolist()


def test_functions_own_their_arrays():
    A, b = np.array([[1.0], [-1.0]]), np.array([1.0, -1.0])
    f, v = MaxAffine(A, b), absolute_direction(A, b)
    before = f([2.0]).item(), v(np.array([2.0]), np.array(0)).item()
    A[:], b[:] = 7, 7
    assert (f([2.0]).item(), v(np.array([2.0]), np.array(0)).item()) == before
    with pytest.raises(ValueError, match="read-only"):
        f.A[0] = 7


def test_a_gradient_cannot_write_on_the_path():
    def halved(w, t):
        w /= 2
        return w

    with pytest.raises(ValueError, match="read-only"):
        descend(fixed_step(), halved, [1.0], T=1)
