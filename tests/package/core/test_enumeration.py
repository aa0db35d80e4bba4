"""The seen-set formulas: against all sequences, a chain without subtraction, and known cases."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.core.enumeration import all_signs, probability_some_consistent


@st.composite
def worlds(draw, most=4):
    """Return a (k, n) table of errors and n rational probabilities, some perhaps 0."""
    weights = draw(st.lists(st.integers(0, 5), min_size=1, max_size=most).filter(any))
    n = len(weights)
    row = st.lists(st.booleans(), min_size=n, max_size=n)
    errors = np.array(draw(st.lists(row, max_size=5)), dtype=bool).reshape(-1, n)
    return errors, [Fraction(weight, sum(weights)) for weight in weights]


def by_enumeration(errors, p, m):
    """Sum the probabilities of all n^m sequences on which some row has no error."""
    total = Fraction(0)
    for atoms in itertools.product(range(len(p)), repeat=m):
        if any(not row[list(atoms)].any() for row in errors):
            total += math.prod((p[i] for i in atoms), start=Fraction(1))
    return total


def by_a_chain(p, m):
    """Draw one atom at a time: a chain on the subsets, in which only positive terms are added."""
    seen = np.zeros(1 << len(p), dtype=object)
    seen[0] = Fraction(1)
    subsets = np.arange(1 << len(p))
    for _ in range(m):
        seen, old = np.zeros_like(seen), seen
        for i, q in enumerate(p):
            np.add.at(seen, subsets | (1 << i), q * old)
    return seen


@pytest.mark.parametrize("m", [1, 3, 7])
def test_all_sign_vectors_in_lexicographic_order(m):
    assert list(map(tuple, all_signs(m))) == list(itertools.product((-1, 1), repeat=m))


@given(worlds(), st.integers(0, 5))
def test_some_consistent_equals_the_enumeration_of_all_sequences(world, m):
    errors, p = world
    exact = probability_some_consistent(errors, p, m)
    assert type(exact) is Fraction
    assert exact == by_enumeration(errors, p, m)


@given(worlds(most=6), st.integers(0, 9))
def test_some_consistent_is_a_sum_over_seen_sets(world, m):
    errors, p = world
    subsets = np.arange(1 << len(p))[:, None] >> np.arange(len(p)) & 1
    survives = [any(not (row & A.astype(bool)).any() for row in errors) for A in subsets]
    seen = by_a_chain(p, m)
    assert seen.sum() == 1
    assert probability_some_consistent(errors, p, m) == sum(seen[survives], Fraction(0))


@given(worlds(most=6), st.integers(0, 40))
def test_floats_agree_with_fractions(world, m):
    errors, p = world
    floats = [float(q) for q in p]
    approximate = probability_some_consistent(errors, floats, m)
    assert type(approximate) is float
    exact = float(probability_some_consistent(errors, p, m))
    assert approximate == pytest.approx(exact, rel=1e-12, abs=0)


@given(worlds(), st.integers(1, 12))
def test_it_lies_between_the_largest_term_and_the_union_bound(world, m):
    errors, p = world
    single = [sum((q for q, e in zip(p, row, strict=True) if not e), Fraction(0)) for row in errors]
    survival = probability_some_consistent(errors, p, m)
    assert max([s**m for s in single], default=0) <= survival <= sum(s**m for s in single)
    assert survival >= probability_some_consistent(errors, p, m + 1)


def test_one_hypothesis_survives_with_the_power_of_its_accuracy():
    p = [Fraction(1, 5), Fraction(1, 5), Fraction(3, 5)]
    assert probability_some_consistent([[1, 0, 0]], p, 7) == Fraction(4, 5) ** 7
    assert probability_some_consistent([[0, 0, 0]], p, 7) == 1
    assert probability_some_consistent([[1, 1, 1]], p, 7) == 0
    assert probability_some_consistent([[1, 1, 1]], p, 0) == 1


@pytest.mark.parametrize("n", range(1, 21))
def test_with_floats_a_perfect_hypothesis_survives_for_certain(n):
    p = np.random.default_rng(n).dirichlet(np.ones(n))
    assert probability_some_consistent(np.zeros((1, n)), p, 1000) == 1.0


def test_with_floats_no_probability_exceeds_one():
    worst = 0.0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        p, errors = rng.dirichlet(np.ones(8)), ~np.eye(8, dtype=bool)
        worst = max(worst, probability_some_consistent(errors, p, 1))
    assert worst == 1.0  # every single draw is consistent with one of the rows


def test_no_hypothesis_no_survivor():
    assert probability_some_consistent(np.empty((0, 2)), [Fraction(1, 2)] * 2, 3) == 0
    assert probability_some_consistent(np.empty((0, 2)), [0.5, 0.5], 3) == 0.0


@pytest.mark.parametrize("N", [2, 5, 12])
@pytest.mark.parametrize("m", [1, 10, 40])
def test_singletons_are_the_coupon_collectors_problem(N, m):
    p = [Fraction(1, N)] * N
    unseen = sum(-((-1) ** j) * math.comb(N, j) * Fraction(N - j, N) ** m for j in range(1, N + 1))
    assert probability_some_consistent(np.eye(N, dtype=bool), p, m) == unseen


def test_a_tiny_probability_keeps_its_digits():
    rng = np.random.default_rng(1)
    weights = rng.integers(1, 20, 10)
    p = [Fraction(int(weight), int(weights.sum())) for weight in weights]
    errors = rng.random((30, 10)) < 0.4
    exact = probability_some_consistent(errors, p, 200)
    assert 0 < exact < 1e-12
    floats = [float(q) for q in p]
    assert probability_some_consistent(errors, floats, 200) == pytest.approx(
        float(exact), rel=1e-11, abs=0
    )


def test_twenty_atoms_are_no_trouble():
    n = 20
    thresholds = np.tri(n, k=-1, dtype=bool)[1:]  # threshold j errs on the first j atoms
    assert probability_some_consistent(thresholds, np.full(n, 1 / n), 30) == pytest.approx(
        (1 - 1 / n) ** 30, rel=1e-12
    )
