"""Coins against all outcomes and all samples; unseen points by all draws."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from lecture_code.theory.hard_distributions import (
    coin_error,
    coin_excess,
    draws_until,
    unseen_distribution,
    worst_coins,
)
from lecture_code.theory.no_free_lunch import unseen_probabilities

alphas = st.floats(0, 1)


def by_outcomes(n, alpha):
    """Half of what the two distributions of n flips share: no guess errs less often."""
    k = np.arange(n + 1)
    up, down = (binom.pmf(k, n, (1 + s * alpha) / 2) for s in (1, -1))
    return np.minimum(up, down).sum() / 2


@given(st.integers(0, 60), alphas)
def test_the_majority_is_the_best_guess(n, alpha):
    assert coin_error(n, alpha) == pytest.approx(by_outcomes(n, alpha), abs=1e-12)


def by_samples(d, m, alpha):
    """All sequences of m points."""
    total = 0.0
    for drawn in itertools.product(range(d), repeat=m):
        counts = np.bincount(drawn, minlength=d)
        total += alpha * coin_error(counts, alpha).mean()
    return total / d**m


@pytest.mark.parametrize(("d", "m"), [(1, 4), (2, 3), (3, 4)])
def test_excess_equals_all_samples(d, m):
    assert coin_excess(d, m, 0.3) == pytest.approx(by_samples(d, m, 0.3))


@pytest.mark.parametrize(("d", "m"), [(1, 1), (1, 7), (3, 20), (10, 5)])
def test_no_bias_of_a_fine_grid_is_worse(d, m):
    alpha, excess = worst_coins(d, m)
    assert excess == coin_excess(d, m, alpha)
    assert excess >= max(coin_excess(d, m, a) for a in np.linspace(0, 1, 400)) - 1e-12


def test_many_flips():
    assert np.isfinite(coin_error(10_000, [0.0, 0.01, 1.0])).all()
    assert coin_error(10_000, 0.0) == pytest.approx(0.5)


def by_sequences(n, m, mass):
    """All sequences over the heavy point n and the light points 0, ..., n - 1."""
    chance, p = np.zeros(n + 1), np.append(np.full(n, mass / n), 1 - mass)
    for drawn in itertools.product(range(n + 1), repeat=m):
        chance[n - len(set(drawn) - {n})] += p[list(drawn)].prod()
    return chance


@pytest.mark.parametrize("mass", [1.0, 0.4])
def test_the_unseen_by_all_sequences(mass):
    for n, m in ((1, 3), (3, 4), (2, 0)):
        np.testing.assert_allclose(
            unseen_distribution(n, m, mass=mass), by_sequences(n, m, mass), atol=1e-15
        )


def test_the_unseen_in_the_fractions_of_chapter_04():
    for n, m in ((4, 2), (20, 37)):
        exact = [float(q) for q in unseen_probabilities(n, m)]
        np.testing.assert_allclose(unseen_distribution(n, m), exact, rtol=1e-12)


def test_the_mean_of_the_unseen_is_known():
    chance = unseen_distribution(50, 400, mass=0.3)
    assert chance.sum() == pytest.approx(1)
    assert chance @ np.arange(51) == pytest.approx(50 * (1 - 0.3 / 50) ** 400)


@pytest.mark.parametrize(("n", "unseen", "delta"), [(5, 1, 0.1), (8, 3, 0.01)])
def test_draws_until_is_the_first(n, unseen, delta):
    m = draws_until(n, unseen, delta)
    assert unseen_distribution(n, m)[unseen:].sum() <= delta
    assert unseen_distribution(n, m - 1)[unseen:].sum() > delta
