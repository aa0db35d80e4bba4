"""The loops of two boxes: with a test set at the end, and without."""

from functools import partial

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV, PredefinedSplit
from sklearn.neighbors import KNeighborsClassifier

from lecture_code.core.hypotheses import Constant
from lecture_code.core.losses import squared
from lecture_code.core.neighbours import nearest_neighbour
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
