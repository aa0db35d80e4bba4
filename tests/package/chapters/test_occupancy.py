"""The law of unseen points: by hand, by all sequences, against the fractions of chapter 04."""

import itertools

import numpy as np
import pytest

from lecture_code.chapters.c07_lower_bounds import draws_until, unseen_law
from lecture_code.theory.no_free_lunch import unseen_probabilities


def by_sequences(n, m, mass):
    """All sequences over the heavy point n and the light points 0, ..., n - 1."""
    law, p = np.zeros(n + 1), np.append(np.full(n, mass / n), 1 - mass)
    for drawn in itertools.product(range(n + 1), repeat=m):
        law[n - len(set(drawn) - {n})] += p[list(drawn)].prod()
    return law


@pytest.mark.parametrize("mass", [1.0, 0.4])
def test_equals_all_sequences(mass):
    for n, m in ((1, 3), (3, 4), (2, 0)):
        np.testing.assert_allclose(
            unseen_law(n, m, mass=mass), by_sequences(n, m, mass), atol=1e-15
        )


def test_equals_the_fractions():
    for n, m in ((4, 2), (20, 37)):
        exact = [float(q) for q in unseen_probabilities(n, m)]
        np.testing.assert_allclose(unseen_law(n, m), exact, rtol=1e-12)


def test_mean_is_known():
    law = unseen_law(50, 400, mass=0.3)
    assert law.sum() == pytest.approx(1)
    assert law @ np.arange(51) == pytest.approx(50 * (1 - 0.3 / 50) ** 400)


@pytest.mark.parametrize(("n", "unseen", "delta", "mass"), [(5, 1, 0.1, 1), (8, 3, 0.01, 0.2)])
def test_draws_until_is_the_first(n, unseen, delta, mass):
    m = draws_until(n, unseen, delta, mass=mass)
    assert unseen_law(n, m, mass=mass)[unseen:].sum() <= delta
    assert unseen_law(n, m - 1, mass=mass)[unseen:].sum() > delta


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="mass must lie in"):
        unseen_law(3, 2, mass=0)
    with pytest.raises(ValueError, match="unseen must be at most n = 3"):
        draws_until(3, 4, 0.1)
    with pytest.raises(ValueError, match="m must be"):
        unseen_law(3, -1)
    with pytest.raises(ValueError, match="delta must lie"):
        draws_until(3, 1, 1.0)
    with pytest.raises(ValueError, match="mass must be large enough"):
        draws_until(1, 1, 0.1, mass=1e-9)
