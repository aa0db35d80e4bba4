"""Fresh examples and used ones by enumeration; the envelope."""

from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.model_selection.holdout import (
    AlreadyOpened,
    Envelope,
    coverage,
    edge,
    memoriser_errors,
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
    X, y = test()
    assert y.tolist() == [0, 1]
    with pytest.raises(ValueError, match="read-only"):
        X -= X.mean()


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
