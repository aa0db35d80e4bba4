"""The largest gap against its definition, coins, ties and floats."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lecture_code.core.classes import thresholds
from lecture_code.core.enumeration import count_vectors
from lecture_code.core.hypotheses import Constant
from lecture_code.core.laws import FiniteLaw
from lecture_code.core.risk import empirical_risk, true_risk
from lecture_code.theory import pac as uc
from lecture_code.theory.concentration import binomial_above, binomial_below

POINTS = [1, 2, 3]


def some_law(weights, labels):
    total = sum(weights)
    return FiniteLaw(POINTS, labels, [Fraction(w, total) for w in weights])


def brute(H, law, X, y):
    """The definition: the largest gap over the class, as a Fraction."""
    return max(
        abs(Fraction(round(empirical_risk(h, X, y) * len(y)), len(y)) - true_risk(h, law))
        for h in H
    )


laws = st.builds(
    some_law,
    st.lists(st.integers(1, 6), min_size=3, max_size=3),
    st.lists(st.sampled_from([0, 1]), min_size=3, max_size=3),
)


@settings(max_examples=25)
@given(law=laws, m=st.integers(1, 5))
def test_the_largest_gap_is_the_definition(law, m):
    H, counts = thresholds(POINTS), count_vectors(3, m)
    for c, gap in zip(counts, uc.sup_deviations(H, law, counts), strict=True):
        atoms = np.repeat(np.arange(3), c)
        assert gap == pytest.approx(float(brute(H, law, law.X[atoms], law.y[atoms])), abs=1e-12)


def test_one_hypothesis_is_a_coin():
    law = FiniteLaw([0, 0], [0, 1], [0.7, 0.3])
    coin = binomial_above(20, 0.3, 0.11) + binomial_below(20, 0.3, 0.11)
    assert uc.failure_probability([Constant(0)], law, 0.11, 20) == pytest.approx(coin)


def test_a_tie_is_representative_when_exact():
    law = FiniteLaw([0, 0], [0, 1], [Fraction(1, 2)] * 2)
    assert uc.failure_probability([Constant(0)], law, Fraction(1, 2), 1) == 0
    assert uc.failure_probability([Constant(0)], law, Fraction(49, 100), 1) == 1


def test_floats_and_fractions_agree():
    exact = some_law([1, 2, 4], [1, 0, 1])
    rough = FiniteLaw(exact.X, exact.y, exact.p.astype(float))
    H = thresholds(POINTS)
    slow = float(uc.failure_probability(H, exact, Fraction(13, 50), 12))
    assert uc.failure_probability(H, rough, 0.26, 12) == pytest.approx(slow, rel=1e-9)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            lambda H, law: uc.sup_deviations(H, "law", [[1, 0, 0]]),
            "law must be of the class FiniteLaw",
        ),
        (lambda H, law: uc.sup_deviations(H, law, [[1, 0]]), "counts must have shape"),
        (lambda H, law: uc.sup_deviations(H, law, [[1, 0, -1]]), "whole numbers >= 0"),
        (lambda H, law: uc.sup_deviations(H, law, [[1, 0, 0], [1, 1, 0]]), "one sum"),
        (lambda H, law: uc.sup_deviations([], law, [[1, 0, 0]]), "H must be a list"),
        (lambda H, law: uc.not_representative(H, law, [[1, 0, 0]], -1), "eps must be"),
        (lambda H, law: uc.failure_probability(H, law, 0.1, 0), "m must be an integer"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call(thresholds(POINTS), some_law([1, 1, 1], [0, 1, 1]))
