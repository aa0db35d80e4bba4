"""Failures of ERM against all samples; the largest gap by definition, coins, ties, floats."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lecture_code.core.classes import thresholds
from lecture_code.core.distributions import FiniteDistribution
from lecture_code.core.enumeration import (
    count_probabilities,
    count_vectors,
    probability_of,
)
from lecture_code.core.hypotheses import Constant
from lecture_code.core.risk import empirical_risk, erm, true_risk
from lecture_code.theory import pac as uc
from lecture_code.theory.concentration import binomial_above, binomial_below
from lecture_code.theory.pac import (
    agnostic_failure,
)

weights = st.lists(st.integers(0, 5), min_size=2, max_size=4).filter(any)


def exact_distribution(whole, y):
    total = sum(whole)
    return FiniteDistribution(range(len(whole)), y, [Fraction(w, total) for w in whole])


def reference_failure(H, D, eps, m):
    """Enumerate the samples, run ERM on each, look at all ties."""
    risks = [D.risk(h) for h in H]

    def fails(X, y):
        return any(risks[j] > min(risks) + eps for j in erm(H, X, y).ties)

    return D.expectation(fails, m)


@given(n=st.integers(1, 5), m=st.integers(0, 7))
def test_count_vectors_are_all_different_and_complete(n, m):
    counts = count_vectors(n, m)
    assert (counts.sum(axis=1) == m).all()
    assert len({tuple(row) for row in counts.tolist()}) == math.comb(m + n - 1, n - 1)


@given(whole=weights, m=st.integers(1, 4))
def test_count_probabilities_are_those_of_the_enumerated_samples(whole, m):
    D = exact_distribution(whole, [0] * len(whole))
    truth = Counter()
    for p, atoms in D.sequences(m):
        truth[tuple(np.bincount(atoms, minlength=len(whole)).tolist())] += p
    counts = count_vectors(len(whole), m)
    exact = count_probabilities(counts, D.p)
    assert {tuple(c): q for c, q in zip(counts.tolist(), exact, strict=True) if q} == truth
    floats = count_probabilities(counts, D.p.astype(float))
    np.testing.assert_allclose(floats, exact.astype(float), rtol=1e-12, atol=0)


def test_count_probabilities_of_many_draws_sum_to_one():
    p = count_probabilities(count_vectors(4, 60), [0.1, 0.2, 0.3, 0.4])
    assert math.fsum(p) == pytest.approx(1, abs=1e-12)


def test_the_probability_of_an_event_is_a_sum_and_none_is_zero():
    counts, p = count_vectors(2, 3), [Fraction(1, 4), Fraction(3, 4)]
    assert probability_of(counts[:, 0] == 3, counts, p) == Fraction(1, 64)
    assert probability_of(counts[:, 0] > 3, counts, p) == 0
    assert probability_of(counts[:, 0] >= 0, counts, [0.25, 0.75]) == pytest.approx(1)
    with pytest.raises(ValueError, match="happens must have one entry per row"):
        probability_of([True], counts, p)


@given(
    whole=st.lists(st.integers(0, 4), min_size=4, max_size=4).filter(any),
    m=st.integers(1, 5),
    eps=st.fractions(0, Fraction(1, 2)),
)
def test_agnostic_failure_is_that_of_the_enumeration(whole, m, eps):
    H, total = thresholds([0, 1]), sum(whole)
    D = FiniteDistribution([0, 0, 1, 1], [0, 1, 0, 1], [Fraction(w, total) for w in whole])
    truth = reference_failure(H, D, eps, m)
    assert agnostic_failure(H, D, eps, m) == truth
    floats = FiniteDistribution(D.X, D.y, D.p.astype(float))
    assert agnostic_failure(H, floats, eps + Fraction(1, 10**9), m) == pytest.approx(
        float(agnostic_failure(H, D, eps + Fraction(1, 10**9), m)), abs=1e-12
    )


def test_no_bad_hypothesis_no_failure():
    D = FiniteDistribution([0], [1], [Fraction(1)])
    assert agnostic_failure([Constant(1)], D, 0, 3) == 0


POINTS = [1, 2, 3]


def some_distribution(weights, labels):
    total = sum(weights)
    return FiniteDistribution(POINTS, labels, [Fraction(w, total) for w in weights])


def brute(H, D, X, y):
    """Return the definition: the largest gap over the class, as a Fraction."""
    return max(
        abs(Fraction(round(empirical_risk(h, X, y) * len(y)), len(y)) - true_risk(h, D)) for h in H
    )


distributions = st.builds(
    some_distribution,
    st.lists(st.integers(1, 6), min_size=3, max_size=3),
    st.lists(st.sampled_from([0, 1]), min_size=3, max_size=3),
)


@settings(max_examples=25)
@given(D=distributions, m=st.integers(1, 5))
def test_the_largest_gap_is_the_definition(D, m):
    H, counts = thresholds(POINTS), count_vectors(3, m)
    for c, gap in zip(counts, uc.sup_deviations(H, D, counts), strict=True):
        atoms = np.repeat(np.arange(3), c)
        assert gap == pytest.approx(float(brute(H, D, D.X[atoms], D.y[atoms])), abs=1e-12)


def test_one_hypothesis_is_a_coin():
    D = FiniteDistribution([0, 0], [0, 1], [0.7, 0.3])
    coin = binomial_above(20, 0.3, 0.11) + binomial_below(20, 0.3, 0.11)
    assert uc.failure_probability([Constant(0)], D, 0.11, 20) == pytest.approx(coin)


def test_a_tie_is_representative_when_exact():
    D = FiniteDistribution([0, 0], [0, 1], [Fraction(1, 2)] * 2)
    assert uc.failure_probability([Constant(0)], D, Fraction(1, 2), 1) == 0
    assert uc.failure_probability([Constant(0)], D, Fraction(49, 100), 1) == 1


def test_floats_and_fractions_agree():
    exact = some_distribution([1, 2, 4], [1, 0, 1])
    rough = FiniteDistribution(exact.X, exact.y, exact.p.astype(float))
    H = thresholds(POINTS)
    slow = float(uc.failure_probability(H, exact, Fraction(13, 50), 12))
    assert uc.failure_probability(H, rough, 0.26, 12) == pytest.approx(slow, rel=1e-9)
