"""No free lunch: enumerated games against the closed forms, and the Lipschitz extension."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.core.hypotheses import Table, memorise
from lecture_code.theory.no_free_lunch import (
    Extension,
    average_bound,
    failure_value,
    play,
    unseen_probabilities,
)

EIGHTH = Fraction(1, 8)


def literal_risks(learner, points, m):
    """Read the risks off the definition: one target, one sample at a time."""
    n = len(points)
    table = []
    for f in range(1 << n):
        bits = np.array([f >> i & 1 for i in range(n)])
        row = []
        for atoms in map(list, itertools.product(range(n), repeat=m)):
            h = learner(np.array(points, float)[atoms], bits[atoms].astype(float))
            row.append(int((h(np.array(points, float)) != bits).sum()))
        table.append(row)
    return np.array(table)


def parity(X, y):
    return memorise(X, y, default=float(y.sum() % 2))


@pytest.mark.parametrize(("n", "m"), [(2, 1), (3, 2), (4, 2), (3, 3)])
@pytest.mark.parametrize("learner", [memorise, parity])
def test_a_game_is_what_the_definition_says(learner, n, m):
    points = list(range(n))
    game = play(learner, points, m)
    truth = literal_risks(learner, points, m)
    assert (game.errors == truth).all()
    assert game.expected().tolist() == [Fraction(int(r.sum()), n ** (m + 1)) for r in truth]
    for level in (EIGHTH, Fraction(1, n), Fraction(1)):
        hits = [int((r >= level * n).sum()) for r in truth]
        assert game.failure(level).tolist() == [Fraction(h, n**m) for h in hits]


@given(rng=st.integers(0, 10**6), n=st.integers(2, 4), m=st.integers(1, 3))
def test_no_learner_is_below_the_average_or_the_value(rng, n, m):
    draw, memory = np.random.default_rng(rng), {}

    def stranger(X, y):
        key = (X.tobytes(), y.tobytes())
        return Table(range(n), memory.setdefault(key, draw.integers(0, 2, n)))

    game = play(stranger, range(n), m)
    assert game.expected().mean() >= average_bound(n, m)
    for level in (EIGHTH, Fraction(1, 2), Fraction(1)):
        assert game.failure(level).max() >= failure_value(n, m, level)


@pytest.mark.parametrize(("n", "m"), [(2, 1), (4, 2), (3, 4)])
def test_consistent_learners_reach_the_average_and_the_coin_the_value(n, m):
    game = play(memorise, range(n), m)
    assert game.expected().mean() == average_bound(n, m)
    coins = [
        play(lambda X, y, g=g: Table(range(n), np.where(np.isin(range(n), X), _at(X, y, n), g)),
             range(n), m)
        for g in itertools.product((0, 1), repeat=n)
    ]  # fmt: skip
    mean = sum(c.expected() for c in coins) / Fraction(2**n)
    assert (mean == average_bound(n, m)).all()
    for level in (EIGHTH, Fraction(1, 2)):
        assert (
            sum(c.failure(level) for c in coins) / Fraction(2**n) == failure_value(n, m, level)
        ).all()


def _at(X, y, n):
    table = np.zeros(n)
    table[X.astype(int)] = y
    return table


@given(n=st.integers(1, 5), m=st.integers(0, 5))
def test_unseen_points_are_counted_by_enumeration(n, m):
    ways = [n - len(set(s)) for s in itertools.product(range(n), repeat=m)]
    exact = [Fraction(ways.count(u), len(ways)) for u in range(n + 1)]
    assert unseen_probabilities(n, m) == exact
    assert sum(u * q for u, q in enumerate(exact)) == 2 * n * average_bound(n, m)


def test_solved_by_hand():
    assert failure_value(4, 2, EIGHTH) == Fraction(25, 32)
    assert average_bound(4, 2) == Fraction(9, 32)


@given(st.integers(0, 10**6), st.sampled_from([1, 2]), st.integers(1, 2))
def test_the_extension_agrees_and_is_lipschitz(seed, c, d):
    rng = np.random.default_rng(seed)
    grid = np.array(list(itertools.product(np.arange(c + 1) / c, repeat=d)))
    eta = Extension(grid, rng.integers(0, 2, len(grid)), c)
    assert np.allclose(eta(grid), eta.values, atol=1e-12)
    X = rng.uniform(size=(30, d))
    rise = np.abs(eta(X)[:, None] - eta(X))
    assert (rise <= c * np.linalg.norm(X[:, None] - X, axis=2) + 1e-12).all()
