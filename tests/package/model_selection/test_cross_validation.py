"""Cross-validation against scikit-learn; the choice; zooming grids in one valley and two."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brute
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier

from lecture_code.core.hypotheses import Constant
from lecture_code.core.losses import squared
from lecture_code.core.neighbours import nearest_neighbour
from lecture_code.model_selection.cross_validation import (
    cross_validate,
    folds,
    kfold_select,
    refine_grid,
)


@given(st.integers(2, 60), st.data())
def test_folds_partition_and_differ_by_one(m, data):
    k = data.draw(st.integers(2, m))
    parts = folds(m, k, rng=np.random.default_rng(0))
    assert sorted(np.concatenate(parts).tolist()) == list(range(m))
    sizes = list(map(len, parts))
    assert len(parts) == k
    assert max(sizes) - min(sizes) <= 1


def test_folds_without_a_generator_are_runs():
    assert [f.tolist() for f in folds(7, 3)] == [[0, 1, 2], [3, 4], [5, 6]]


@pytest.fixture
def cloud():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(41, 2))
    return X, (X[:, 0] + rng.normal(size=41) > 0).astype(float)


@pytest.mark.parametrize("k", [2, 5, 41])
def test_the_estimate_is_the_mean_of_the_folds(cloud, k):
    parts = folds(41, k, rng=np.random.default_rng(1))
    learner = partial(nearest_neighbour, k=3)
    run = cross_validate(learner, *cloud, parts)
    assert run.estimate == pytest.approx(np.mean(run.errors))
    assert run.errors == pytest.approx([run.held_out[p].mean() for p in parts])


def test_scikit_learn_agrees(cloud):
    X, y = cloud
    splitter = KFold(5)
    parts = [test for _, test in splitter.split(X)]
    peer = 1 - cross_val_score(KNeighborsClassifier(3), X, y, cv=splitter)
    assert cross_validate(partial(nearest_neighbour, k=3), X, y, parts).errors == pytest.approx(
        peer
    )
    values = (1, 3, 7)
    search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": values}, cv=splitter).fit(X, y)
    ours = kfold_select({k: partial(nearest_neighbour, k=k) for k in values}, X, y, parts)
    assert ours.choice == search.best_params_["n_neighbors"]
    assert ours(X) == pytest.approx(search.predict(X))


def test_the_first_of_equals_and_the_final_fit_on_everything():
    sizes = []

    def watched(X, y):
        sizes.append(len(y))
        return Constant(0)

    run = kfold_select({"a": watched, "b": watched}, [1, 2, 3], [0, 0, 1], folds(3, 3))
    assert run.choice == "a"
    assert sizes == [2] * 6 + [3]


def test_the_winner_depends_on_the_loss():
    numbers = {c: lambda X, y, c=c: Constant(c) for c in (0.0, 0.9)}
    sample = [1, 2, 3], [0.0, 1.0, 1.0], folds(3, 3)
    assert kfold_select(numbers, *sample).choice == 0.0  # one of three answers is right
    assert kfold_select(numbers, *sample, loss=squared).choice == 0.9


def test_another_loss_and_uneven_folds_count_each_fold_once():
    parts = [np.array([0, 1]), np.array([2])]
    run = cross_validate(lambda X, y: Constant(y.mean()), [1, 2, 3], [0.0, 2.0, 4.0], parts,
                         loss=squared)  # fmt: skip
    assert run.errors.tolist() == [10.0, 9.0]
    assert run.estimate == 9.5
    assert run.naive_error == pytest.approx(0.5)


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
