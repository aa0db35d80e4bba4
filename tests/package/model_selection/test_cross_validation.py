"""Cross-validation against scikit-learn; the choice; learners that write on what they get."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier

from lecture_code.core.hypotheses import Constant
from lecture_code.core.losses import squared
from lecture_code.core.neighbours import nearest_neighbour
from lecture_code.model_selection.cross_validation import cross_validate, folds, kfold_select


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


def centred_in_place(X, y):
    X -= X.mean(axis=0)
    return nearest_neighbour(X, y)


def test_a_learner_cannot_write_on_the_sample(cloud):
    parts = folds(41, 5)
    for run in (cross_validate, lambda A, *rest: kfold_select({"in place": A}, *rest)):
        with pytest.raises(ValueError, match="read-only"):
            run(centred_in_place, *cloud, parts)
    with pytest.raises(ValueError, match="read-only"):  # in the last fit, on the whole sample
        kfold_select({0: lambda X, y: Constant(0) if len(y) < 41 else centred_in_place(X, y)},
                     *cloud, parts)  # fmt: skip
    assert all(array.flags.writeable for array in cloud)
