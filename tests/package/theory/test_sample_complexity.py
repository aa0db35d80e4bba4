"""The bounds are rounded up, no further; their forms are inverse to each other; all are true."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kstwo

from lecture_code.theory import sample_complexity as sc

unit = st.floats(0.001, 0.999)
sizes = st.integers(1, 10**30)


def one_bad(size, eps, m):
    return math.exp(math.log(size) - eps * m)


def one_bad_accuracy(size, m, delta):
    return (math.log(size) - math.log(delta)) / m


def hoeffding_union(size, eps, m):
    return math.exp(math.log(2 * size) - 2 * m * eps**2)


def agnostic_accuracy(size, m, delta):
    return math.sqrt(2 * (math.log(2 * size) - math.log(delta)) / m)


TRIPLES = [
    (sc.realizable, one_bad_accuracy, one_bad),
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
    [(size_of, accuracy) for size_of, accuracy, _ in TRIPLES] + [(sc.agnostic, agnostic_accuracy)],
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


dims, shares = st.integers(1, 30), st.floats(0.01, 0.9)


def test_the_bound_of_sauer_by_hand():
    assert sc._log_growth_bound(6, 3) == pytest.approx(3 * math.log(2 * math.e))


def test_huge_bounds_are_finite():
    assert math.isfinite(sc.consistent_failure(2**3000, 1, 0.1))


@given(dims, shares, shares)
def test_sizes_are_the_smallest(d, eps, delta):
    for size, radius in (
        (sc.uniform_size, sc.vc_radius),
        (sc.consistent_size, sc.consistent_radius),
    ):
        m = size(d, eps, delta)
        assert radius(d, m, delta) <= eps
        assert m == d or radius(d, m - 1, delta) > eps


@given(dims, shares, shares)
def test_closed_forms_are_enough(d, eps, delta):
    assert sc.uniform_formula(d, eps, delta) >= sc.uniform_size(d, eps, delta)
    assert sc.consistent_formula(d, eps, delta) >= sc.consistent_size(d, eps, delta)


@given(dims, st.integers(0, 10_000), shares)
def test_radius_and_tail_are_one_bound(d, more, delta):
    m = d + more
    growth = math.ceil(math.exp(sc._log_growth_bound(2 * m, d)) * (1 - 1e-12))
    tail = 4 * growth * math.exp(-m * sc.vc_radius(d, m, delta) ** 2 / 8)
    assert tail == pytest.approx(delta, rel=0.2)


@pytest.mark.parametrize("m", [100, 1000, 5000])
def test_the_largest_gap_of_all_thresholds_obeys(m):
    for eps in (0.1, 0.2, 0.5, 0.9):
        assert kstwo.sf(eps, m) <= 4 * (2 * m + 1) * math.exp(-m * eps**2 / 8)


@pytest.mark.parametrize("eps", [1e-20, 1e-200, 1e-310])
def test_sizes_beyond_the_floats_are_refused(eps):
    for size in (sc.realizable, sc.uniform_convergence, sc.uniform_size, sc.consistent_size):
        with pytest.raises(ValueError, match="^eps must be large enough"):
            size(3, eps, 0.05)
    for formula in (sc.uniform_formula, sc.consistent_formula, sc.log_free_formula):
        assert isinstance(formula(3, 1e-100, 0.05), int)
        with pytest.raises(ValueError, match="^eps must be a finite number, at least 1e-100"):
            formula(3, eps**10, 0.05)
