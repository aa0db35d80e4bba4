"""The loops of two boxes: with a test set at the end, and without; copies of the records."""

import copy
import pickle
from functools import partial

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV, PredefinedSplit
from sklearn.neighbors import KNeighborsClassifier

from lecture_code.core.hypotheses import Constant
from lecture_code.core.losses import squared
from lecture_code.core.neighbours import nearest_neighbour
from lecture_code.model_selection.checklist import checklist
from lecture_code.model_selection.cross_validation import cross_validate, folds, kfold_select
from lecture_code.model_selection.curves import cells_curve
from lecture_code.model_selection.grid_search import refine_grid
from lecture_code.model_selection.holdout import AlreadyOpened, Envelope
from lecture_code.model_selection.selection import select, select_by_validation, split


def constants(*values):
    return {c: (lambda X, y, c=c: Constant(c)) for c in values}


def test_the_smallest_validation_error_wins_and_ties_go_to_the_first():
    sample = ([1, 2, 3], [1, 1, 0])
    run = select(constants(0, 1, 2), sample, ([1, 2], [0, 1]), lambda: ([1], [0]))
    assert (run.choice, run.test) == (0, 0.0)
    assert run.validation == {0: 0.5, 1: 0.5, 2: 1.0}
    assert run.training == {0: 2 / 3, 1: 1 / 3, 2: 1.0}
    assert run([5.0]).tolist() == [0]


def test_the_test_set_is_opened_once_and_after_the_choice():
    happened = []

    def watched(X, y):
        happened.append("train")
        return Constant(0)

    def envelope():
        happened.append("open")
        return [1], [0]

    select({"a": watched, "b": watched}, ([1], [0]), ([1], [0]), envelope)
    assert happened == ["train", "train", "open"]


def test_scikit_learn_selects_the_same():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(90, 2))
    y = (X[:, 0] + 0.5 * rng.normal(size=90) > 0).astype(float)
    held_out = PredefinedSplit(np.r_[np.full(50, -1), np.zeros(40)])
    grid = {"n_neighbors": [1, 3, 9, 15]}
    peer = GridSearchCV(KNeighborsClassifier(), grid, cv=held_out, refit=False).fit(X, y)
    learners = {k: partial(nearest_neighbour, k=k) for k in grid["n_neighbors"]}
    run = select_by_validation(learners, (X[:50], y[:50]), (X[50:], y[50:]))
    errors = 1 - peer.cv_results_["mean_test_score"]
    assert list(run.validation.values()) == pytest.approx(errors.tolist())
    assert run.choice == peer.best_params_["n_neighbors"]


def test_other_losses():
    run = select(constants(0, 2), ([1], [1]), ([1], [3]), lambda: ([1], [5]), loss=squared)
    assert (run.choice, run.test) == (2, 9.0)


def test_parts_are_disjoint():
    parts = split(100, 50, 30, 20, rng=np.random.default_rng(1))
    assert [len(part) for part in parts] == [50, 30, 20]
    assert len(set(np.concatenate(parts).tolist())) == 100
    assert len(split(100, 7, rng=np.random.default_rng(1))[0]) == 7


def test_a_learner_cannot_write_on_any_of_the_samples():
    S, V = (np.array([[1.0], [2.0]]), np.array([0.0, 1.0])), (np.array([[3.0]]), np.array([1.0]))

    def in_place(X, y):
        X -= X.mean(axis=0)
        return Constant(0)

    def writes_when_asked(X, y):
        return lambda new: new.__imul__(0)[:, 0]

    for learner in (in_place, writes_when_asked):
        with pytest.raises(ValueError, match="read-only"):
            select_by_validation({0: learner}, S, V)
    assert S[0].tolist() == [[1], [2]]
    with pytest.raises(ValueError, match="read-only"):
        select(constants(0), S, V, lambda: V, loss=lambda said, y: np.abs(said - y.__imul__(2)))


SAMPLE = ([1.0, 2.0, 3.0, 4.0], [0.0, 0.0, 1.0, 1.0])
LEARNERS = {k: partial(nearest_neighbour, k=k) for k in (1, 2)}


def used_envelope():
    test = Envelope(*SAMPLE)
    test()
    return test


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]
)
def test_records_survive_copies_and_processes(again):
    for run in (
        select(LEARNERS, SAMPLE, SAMPLE, lambda: SAMPLE),
        kfold_select(LEARNERS, *SAMPLE, folds(4, 2)),
    ):
        assert repr(again(run)) == repr(run)
        assert (again(run)([1.2, 3.9]) == run([1.2, 3.9])).all()
    for record in (
        cross_validate(LEARNERS[1], *SAMPLE, folds(4, 2)),
        cells_curve(2, 0.1, [1, 3]),
        refine_grid(lambda u: u[0] ** 2, [(-1, 2)]),
        checklist(0.0, 0.2, 0.1),
    ):
        assert repr(again(record)) == repr(record)
    with pytest.raises(AlreadyOpened) as caught:
        again(used_envelope())()
    assert str(again(caught.value)) == str(caught.value)
