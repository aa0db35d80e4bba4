"""LP-ERM: all labellings, scale, objectives, certificates."""

import itertools

import numpy as np
import pytest
from sklearn.svm import SVC

from lecture_code.data import families
from lecture_code.linear.margins import geometric_margin, minimum_norm_separator
from lecture_code.linear.separability import homogenise, lp_erm
from lecture_code.solvers.lp import Unbounded


def test_all_labellings_of_six_points():
    X = np.random.default_rng(0).standard_normal((6, 3))
    count = 0
    for y in map(np.array, itertools.product([-1, 1], repeat=6)):
        answer = lp_erm(X, y)
        if answer.separable:
            count += 1
            assert (y * (X @ answer.w)).min() >= 1 - 1e-9
            assert answer(X).tolist() == y.tolist()
        else:
            assert np.abs((answer.certificate * y) @ X).max() < 1e-12
    assert count == 32  # Cover


@pytest.mark.parametrize("scale", [1e-8, 1.0, 1e8])
def test_scale_changes_nothing(scale):
    X, y = families.separable(40, 3, rng=np.random.default_rng(1))[:2]
    assert lp_erm(scale * X, y).margin >= 1 - 1e-9
    flipped = np.r_[-y[:10], y[10:]]
    assert not lp_erm(scale * X, flipped).separable


@pytest.mark.parametrize("d", [5, 12, 20])
def test_tiny_margins(d):
    X, y = families.exponential_family(d)
    assert lp_erm(X, y).separable


def test_objectives_choose_and_none_beats_the_widest_margin():
    rng = np.random.default_rng(2)
    X, y = families.separable(30, 2, margin=0.2, rng=rng)[:2]
    best = minimum_norm_separator(X, y).gamma
    found = []
    for _ in range(10):
        u = -(rng.pareto(0.3, 30) * y) @ X
        found.append(geometric_margin(lp_erm(X, y, objective=u).w, X, y))
    assert max(found) <= best * (1 + 1e-9)
    assert len(set(np.round(found, 6))) >= 2


def test_scikit_learn_separates_what_we_separate():
    rng = np.random.default_rng(3)
    found = 0
    for _ in range(30):
        X, y = rng.standard_normal((8, 2)), rng.permutation([1, 1, 1, 1, -1, -1, -1, -1])
        if lp_erm(homogenise(X), y).separable:  # otherwise libsvm may run for ever
            found += 1
            assert (SVC(kernel="linear", C=1e6).fit(X, y).predict(X) == y).all()
    assert found >= 3


def test_bad_input():
    with pytest.raises(ValueError, match="y must hold only"):
        lp_erm([[1.0]], [0])
    with pytest.raises(ValueError, match="objective must have 1"):
        lp_erm([[1.0]], [1], objective=[1.0, 2.0])
    with pytest.raises(Unbounded):
        lp_erm([[1.0, 0.0]], [1], objective=[1.0, 0.0])
