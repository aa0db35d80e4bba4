"""The bounds are rounded up, no further, and their three forms are inverse to each other."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.theory import sample_complexity as sc

unit = st.floats(0.001, 0.999)
sizes = st.integers(1, 10**30)


def hoeffding_union(size, eps, m):
    return math.exp(math.log(2 * size) - 2 * m * eps**2)


TRIPLES = [
    (sc.realizable, sc.realizable_accuracy, sc.realizable_delta),
    (sc.uniform_convergence, sc.uniform_accuracy, hoeffding_union),
]


@pytest.mark.parametrize(("size_of", "accuracy", "confidence"), TRIPLES)
@given(size=sizes, eps=unit, delta=unit)
def test_the_sample_size_is_the_smallest_that_is_enough(
    size_of, accuracy, confidence, size, eps, delta
):
    m = size_of(size, eps, delta)
    assert isinstance(m, int)
    assert m >= 1
    assert confidence(size, eps, m) <= delta * (1 + 1e-9)
    assert confidence(size, eps, m - 1) > delta * (1 - 1e-9)


@pytest.mark.parametrize(
    ("size_of", "accuracy"),
    [(size_of, accuracy) for size_of, accuracy, _ in TRIPLES]
    + [(sc.agnostic, sc.agnostic_accuracy)],
)
@given(size=sizes, m=st.integers(100, 10**9), delta=unit)
def test_accuracy_is_the_inverse_of_the_sample_size(size_of, accuracy, size, m, delta):
    eps = accuracy(size, m, delta)
    if eps < 1:
        assert size_of(size, eps, delta) == m


@given(size=sizes, eps=unit, delta=unit)
def test_agnostic_learning_asks_for_half_the_accuracy(size, eps, delta):
    assert sc.agnostic(size, eps, delta) == sc.uniform_convergence(size, eps / 2, delta)


@pytest.mark.parametrize(
    ("m", "by_hand"),
    [
        (sc.realizable(1, 0.5, math.exp(-2)), 4),
        (sc.realizable(2, 0.1, 0.5), 14),  # 10 log 4 = 13.86
        (sc.uniform_convergence(1, 0.1, 0.05), 185),  # 50 log 40 = 184.4
        (sc.uniform_convergence(1, 1.0, 0.05, width=10), 185),
        (sc.agnostic(2**64, 0.1, 0.05), 9611),  # 200 (64 log 2 + log 40) = 9610.06
    ],
)
def test_cases_solved_by_hand(m, by_hand):
    assert m == by_hand


def test_classes_too_large_for_a_float():
    assert sc.realizable(2**6400, 0.5, 0.5) == math.ceil(2 * 6401 * math.log(2))
