"""Count vectors and the failures of ERM, against the enumeration of all samples."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.checks import check, frequency
from lecture_code.core.classes import thresholds
from lecture_code.core.enumeration import (
    count_probabilities,
    count_vectors,
    draw_counts,
    probability_of,
)
from lecture_code.core.hypotheses import Constant
from lecture_code.core.laws import FiniteLaw
from lecture_code.core.risk import erm
from lecture_code.theory.pac import (
    agnostic_failure,
    bad_hypotheses,
    erm_fails,
    realizable_failure,
)

weights = st.lists(st.integers(0, 5), min_size=2, max_size=4).filter(any)


def exact_law(whole, y):
    total = sum(whole)
    return FiniteLaw(range(len(whole)), y, [Fraction(w, total) for w in whole])


def reference_failure(H, law, eps, m):
    """Enumerate the samples, run ERM on each, look at all ties."""
    risks = [law.risk(h) for h in H]

    def fails(X, y):
        return any(risks[j] > min(risks) + eps for j in erm(H, X, y).ties)

    return law.expectation(fails, m)


@given(n=st.integers(1, 5), m=st.integers(0, 7))
def test_count_vectors_are_all_different_and_complete(n, m):
    counts = count_vectors(n, m)
    assert (counts.sum(axis=1) == m).all()
    assert len({tuple(row) for row in counts.tolist()}) == math.comb(m + n - 1, n - 1)


@given(whole=weights, m=st.integers(1, 4))
def test_count_probabilities_are_those_of_the_enumerated_samples(whole, m):
    law = exact_law(whole, [0] * len(whole))
    truth = Counter()
    for p, atoms in law.sequences(m):
        truth[tuple(np.bincount(atoms, minlength=len(whole)).tolist())] += p
    counts = count_vectors(len(whole), m)
    exact = count_probabilities(counts, law.p)
    assert {tuple(c): q for c, q in zip(counts.tolist(), exact, strict=True) if q} == truth
    floats = count_probabilities(counts, law.p.astype(float))
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


def test_drawn_counts_follow_their_law():
    p, m, trials = [0.2, 0.3, 0.5], 3, 20_000
    drawn = Counter(map(tuple, draw_counts(p, m, trials, rng=np.random.default_rng(4)).tolist()))
    counts = count_vectors(3, m)
    for c, q in zip(counts.tolist(), count_probabilities(counts, p), strict=True):
        check("def-sample", frequency(drawn[tuple(c)], trials), "==", q, note="counts", within=0.03)


@given(
    whole=st.lists(st.integers(0, 4), min_size=4, max_size=4).filter(any),
    m=st.integers(1, 5),
    eps=st.fractions(0, Fraction(1, 2)),
)
def test_agnostic_failure_is_that_of_the_enumeration(whole, m, eps):
    H, total = thresholds([0, 1]), sum(whole)
    law = FiniteLaw([0, 0, 1, 1], [0, 1, 0, 1], [Fraction(w, total) for w in whole])
    truth = reference_failure(H, law, eps, m)
    assert agnostic_failure(H, law, eps, m) == truth
    floats = FiniteLaw(law.X, law.y, law.p.astype(float))
    assert agnostic_failure(H, floats, eps + Fraction(1, 10**9), m) == pytest.approx(
        float(agnostic_failure(H, law, eps + Fraction(1, 10**9), m)), abs=1e-12
    )


def test_no_bad_hypothesis_no_failure():
    assert not erm_fails([[0, 1]], [False], [[1, 2]]).any()
    law = FiniteLaw([0], [1], [Fraction(1)])
    assert agnostic_failure([Constant(1)], law, 0, 3) == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: count_vectors(0, 1), "n must be an integer"),
        (lambda: count_vectors(20, 20), "at most 2000000 count vectors"),
        (lambda: count_probabilities([[1.5, 0]], [0.5, 0.5]), "counts must be integers"),
        (lambda: count_probabilities([[1, 0], [1, 1]], [0.5, 0.5]), "with one sum"),
        (lambda: draw_counts([0.5, 0.5], 0, 1, rng=np.random.default_rng(0)), "m must be"),
        (lambda: draw_counts([0.5, 0.5], 1, 1, rng=None), "rng must be a numpy Generator"),
        (lambda: erm_fails([[1, 0]], [True, False], [[1, 1]]), "bad \\(k,\\)"),
        (lambda: bad_hypotheses([Constant(1)], None, 0.1), "law must be of the class FiniteLaw"),
        (lambda: bad_hypotheses([Constant(1)], FiniteLaw([0], [1], [1]), -1), "eps must be"),
        (
            lambda: realizable_failure([Constant(0)], FiniteLaw([0], [1], [1]), 0.1, 1),
            "H must hold a hypothesis of risk 0",
        ),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
