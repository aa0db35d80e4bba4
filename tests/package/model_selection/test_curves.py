"""Learning curves: prefixes, cells in closed form, scikit-learn; a learner that writes."""

from functools import partial
from itertools import product

import numpy as np
import pytest
from sklearn.model_selection import learning_curve as sklearn_curve
from sklearn.neighbors import KNeighborsClassifier

from lecture_code.core.hypotheses import Constant
from lecture_code.core.neighbours import nearest_neighbour
from lecture_code.model_selection.curves import cells_curve, learning_curve


def test_prefixes_are_prefixes():
    seen = []

    def watched(X, y):
        seen.append((X.tolist(), y.tolist()))
        return Constant(1)

    curve = learning_curve(watched, [5, 6, 7], [0, 1, 1], [1, 3], ([1], [1]))
    assert seen == [([5], [0]), ([5, 6, 7], [0, 1, 1])]
    assert curve.sizes.tolist() == [1, 3]
    assert curve.training == pytest.approx([1, 1 / 3])
    assert curve.validation.tolist() == [0, 0]


def cells_by_enumeration(d, eta, m):
    train = risk = 0.0
    for cells in product(range(d), repeat=m):
        for flips in product((0, 1), repeat=m):
            p = d**-m * np.prod([eta if f else 1 - eta for f in flips])
            for j in range(d):
                here = [f for c, f in zip(cells, flips, strict=True) if c == j]
                B, c = sum(here), len(here)
                train += p * min(B, c - B) / m
                risk += p / d * (eta, 0.5, 1 - eta)[1 + int(np.sign(2 * B - c))]
    return train, risk


@pytest.mark.parametrize(("d", "eta", "m"), [(1, 0.3, 3), (2, 0.2, 3), (3, 0.0, 2), (2, 0.5, 4)])
def test_cells_by_enumeration(d, eta, m):
    curve = cells_curve(d, eta, [m])
    assert (curve.training[0], curve.validation[0]) == pytest.approx(
        cells_by_enumeration(d, eta, m)
    )


def test_cells_end_at_the_approximation_error():
    curve = cells_curve(5, 0.2, [10, 2000])
    assert curve.training[-1] == pytest.approx(0.2, abs=1e-3)
    assert curve.validation[-1] == pytest.approx(0.2, abs=1e-3)


def test_scikit_learn_agrees():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(60, 2))
    y = (X[:, 0] + rng.normal(size=60) > 0).astype(float)
    cut = [(np.arange(40), np.arange(40, 60))]
    sizes, train, test = sklearn_curve(
        KNeighborsClassifier(3), X, y, train_sizes=[5, 20, 40], cv=cut
    )
    ours = learning_curve(
        partial(nearest_neighbour, k=3), X[:40], y[:40], sizes.tolist(), (X[40:], y[40:])
    )
    assert ours.training == pytest.approx(1 - train[:, 0])
    assert ours.validation == pytest.approx(1 - test[:, 0])


def test_a_learner_that_centres_in_place_fails_and_spoils_nothing():
    """With views of the caller's arrays all later points of the curve would change in silence."""
    rng = np.random.default_rng(5)
    X = rng.normal(size=(60, 2)) + [3, 1]
    y = (X[:, 0] + 0.2 * rng.normal(size=60) > 3).astype(float)
    before = X.copy()

    def centred(X, y):
        c = X.mean(axis=0)
        h = nearest_neighbour(X - c, y)
        return lambda new: h(new - c)

    def centred_in_place(X, y):
        c = X.mean(axis=0)
        X -= c
        h = nearest_neighbour(X, y)
        return lambda new: h(new - c)

    def careless(X, y):
        y[:] = 0
        return Constant(0)

    def careless_later(X, y):
        return lambda new: (new := new.__isub__(1))[:, 0]

    sample, sizes, V = (X[:40], y[:40]), [5, 10, 20, 40], (X, y)
    for learner in (centred_in_place, careless, careless_later):
        with pytest.raises(ValueError, match="read-only"):
            learning_curve(learner, *sample, sizes, V)
    assert np.array_equal(X, before)
    assert (learning_curve(centred, *sample, sizes, V).training == 0).all()
    X[0] = 7  # still the caller's
