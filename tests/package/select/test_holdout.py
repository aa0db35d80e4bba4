"""Fresh examples and used ones by enumeration; the envelope; the loop of the box."""

from fractions import Fraction
from functools import partial
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.model_selection import GridSearchCV, PredefinedSplit
from sklearn.neighbors import KNeighborsClassifier

from lecture_code.core.hypotheses import Constant
from lecture_code.core.losses import squared
from lecture_code.core.neighbours import nearest_neighbour
from lecture_code.select.holdout import (
    AlreadyOpened,
    Envelope,
    coverage,
    edge,
    memoriser_errors,
    select,
    split,
    vote_error,
)


def test_the_envelope_opens_once():
    test = Envelope([[1, 2], [3, 4]], [0, 1])
    assert not test.opened
    X, y = test()
    assert (X.shape, y.tolist(), test.opened) == ((2, 2), [0, 1], True)
    for _ in range(2):
        with pytest.raises(AlreadyOpened, match="2 examples was used before"):
            test()


def test_the_envelope_keeps_its_own_copy():
    y = np.array([0.0, 1.0])
    test = Envelope([1, 2], y)
    y[0] = 7
    assert test()[1].tolist() == [0, 1]


@given(st.integers(1, 40), st.floats(0, 1), st.floats(0, 1))
def test_coverage_is_a_sum_of_binomial_probabilities(n, p, eps):
    # term by term: scipy's binom.pmf overflows for the smallest p
    inside = [k for k in range(n + 1) if abs(k - n * p) <= n * (eps + 1e-9)]
    total = sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in inside)
    assert coverage(p, n, eps) == pytest.approx(total, abs=1e-9)


@pytest.mark.parametrize(("n", "cells"), [(1, 3), (3, 2), (4, 3)])
def test_the_memoriser_by_enumeration(n, cells):
    found = np.zeros(n + 1)
    for sample in product(range(cells), (0, 1), repeat=n):
        seen = list(zip(sample[::2], sample[1::2], strict=True))
        wrong = sum(min(seen.count((x, 0)), seen.count((x, 1))) for x in range(cells))
        found[wrong] += 1
    assert memoriser_errors(n, cells) == pytest.approx(found / found.sum(), abs=1e-12)


@pytest.mark.parametrize("n", [1, 3, 5, 101])
def test_the_edge_is_a_mean_deviation(n):
    exact = sum(Fraction(comb(n, k), 2**n) * abs(Fraction(k, n) - Fraction(1, 2))
                for k in range(n + 1))  # fmt: skip
    assert edge(n) == pytest.approx(float(exact), rel=1e-12)


def test_a_vote_of_many_questions_knows_the_answers():
    assert vote_error(101, 20_001) < 1e-6


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
    run = select(learners, (X[:50], y[:50]), (X[50:], y[50:]), lambda: (X[50:], y[50:]))
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
