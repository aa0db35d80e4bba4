"""Stability: literal sums, both routes, learners that mind the order; formulas by hand."""

import itertools
from copy import copy, deepcopy
from dataclasses import fields
from fractions import Fraction
from math import sqrt
from pickle import dumps, loads

import numpy as np
import pytest

from lecture_code.core.distributions import FiniteDistribution
from lecture_code.core.enumeration import all_sequences, count_probabilities, count_vectors
from lecture_code.core.hypotheses import Constant, memorise
from lecture_code.core.losses import hinge, zero_one
from lecture_code.core.neighbours import nearest_neighbour
from lecture_code.linear.regularised import hinge_line, hinge_losses
from lecture_code.theory.error_decomposition import bias_variance, erm_errors
from lecture_code.theory.halfspaces import radon_partition
from lecture_code.theory.no_free_lunch import Extension, play
from lecture_code.theory.stability import (
    completions,
    lipschitz_rate,
    oracle_lambda,
    replace_one,
    replaced,
    smooth_rate,
    uniform_stability,
)

WORLD = FiniteDistribution([0.0, 1.0, 2.0], [1, -1, 1], [0.5, 0.2, 0.3])


def hinge_rlm(X, y):
    w = hinge_line(y * X, np.ones(len(y)), np.ones((1, len(y))), lam=0.1)[0]
    return lambda Q: w * Q


def literal(A, D, m, loss):
    """Both sides, term by term."""
    left = right = 0.0
    n = len(D.p)
    for s in itertools.product(range(n), repeat=m):
        h, p = A(D.X[list(s)], D.y[list(s)]), np.prod(D.p[list(s)])
        losses = loss(h(D.X), D.y)
        left += p * (losses @ D.p - losses[list(s)].mean())
        for k, i in itertools.product(range(n), range(m)):
            t = [*s[:i], k, *s[i + 1 :]]
            other = loss(A(D.X[t], D.y[t])(D.X), D.y)
            right += p * D.p[k] / m * (other[s[i]] - losses[s[i]])
    return left, right


@pytest.mark.parametrize(
    ("A", "loss"),
    [
        (hinge_rlm, hinge),
        (nearest_neighbour, zero_one),
        (lambda X, y: Constant(y[0]), zero_one),  # only looks at the first example
        (lambda X, y: Constant(-1), zero_one),
    ],
)
@pytest.mark.parametrize("m", [1, 2, 3])
def test_both_sides_literally(A, loss, m):
    found = replace_one(A, WORLD, m, loss=loss)
    left, right = literal(A, WORLD, m, loss)
    assert found.gap == pytest.approx(left, abs=1e-12)
    assert found.rate == pytest.approx(right, abs=1e-12)
    assert left == pytest.approx(right, abs=1e-12)
    assert found.outside == pytest.approx(np.full(m, found.risk))  # exchangeable, each i


def test_replaced_differs_in_one_place():
    samples = all_sequences(3, 3)
    for i in range(3):
        moved = samples[replaced(3, 3, i)]  # (27, 3, 3)
        differs = moved != samples[:, None]
        assert not np.delete(differs, i, axis=2).any()
        assert (moved[:, :, i] == np.arange(3)).all()


@pytest.mark.parametrize("m", [1, 2, 4])
def test_counts_and_sequences_agree(m):
    a, b = WORLD.y * WORLD.X, np.ones(3)
    counts, chance = completions(WORLD.p, m)
    w = hinge_line(a, b, counts.reshape(-1, 3), lam=0.1).reshape(-1, 3)
    each = hinge_losses(w, a, b)  # (c, k, j): on atom j, after completing c by k
    own = np.diagonal(each, axis1=1, axis2=2)
    rate = chance @ (np.einsum("ckj,k->cj", each, WORLD.p) - own) @ WORLD.p
    found = replace_one(hinge_rlm, WORLD, m, loss=hinge)
    assert rate == pytest.approx(found.rate, abs=1e-12)
    whole = count_vectors(3, m)
    losses = hinge_losses(hinge_line(a, b, whole, lam=0.1), a, b)
    gap = (losses * (WORLD.p - whole / m)).sum(axis=1) @ count_probabilities(whole, WORLD.p)
    assert gap == pytest.approx(rate, abs=1e-12)
    spread = np.ptp(each, axis=1).max()
    assert uniform_stability(found.table, m) == pytest.approx(spread)


def test_by_hand():
    assert lipschitz_rate(50, 0.2, rho=3) == pytest.approx(0.9)
    assert oracle_lambda(25, rho=2, B=4) == pytest.approx(0.1)
    assert smooth_rate(50, 0.2, beta=3, C=0.25) == pytest.approx(0.3)


def test_the_oracle_lambda_is_best():
    lams = np.geomspace(1e-3, 10, 4001)
    bound = lams * 3**2 + lipschitz_rate(40, lams, rho=0.5)
    best = oracle_lambda(40, rho=0.5, B=3)
    assert lams[bound.argmin()] == pytest.approx(best, rel=0.01)
    assert bound.min() == pytest.approx(2 * 0.5 * 3 / sqrt(40), rel=1e-5)


HALF = FiniteDistribution([0.0, 1.0], [0, 1], [Fraction(1, 2)] * 2)
RECORDS = [
    erm_errors([Constant(0)], HALF, 1),
    bias_variance(lambda X, y: Constant(y.mean()), HALF, 1),
    play(memorise, [0, 1], 1),
    Extension([[0.0], [1.0]], [0, 1], 1),
    radon_partition([[0], [4], [1]]),
    replace_one(lambda X, y: Constant(0), HALF, 1),
]


@pytest.mark.parametrize("copied", [copy, deepcopy, lambda record: loads(dumps(record))])
@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_copies_and_pickles_of_records_hold_the_same(record, copied):
    other = copied(record)
    assert repr(other) == repr(record)
    for name in (field.name for field in fields(record)):
        assert np.array_equal(getattr(other, name), getattr(record, name))


def test_records_own_their_arrays_and_learners_cannot_write():
    points = np.array([[0.0], [1.0]])
    extension = Extension(points, np.array([0.0, 1.0]), 1)
    points[:] = 7
    assert extension.points.tolist() == [[0], [1]]
    assert not extension.values.flags.writeable

    def scales(X, y):
        X -= X.mean()
        return Constant(0)

    for run in (bias_variance, replace_one):
        with pytest.raises(ValueError, match="read-only"):
            run(scales, HALF, 1)
    with pytest.raises(ValueError, match="read-only"):
        play(scales, [0.0, 1.0], 1)
