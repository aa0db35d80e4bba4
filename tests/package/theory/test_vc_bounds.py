"""The VC bounds: smallest sizes, inverse to each other, lower below upper, above the truth."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kstwo

from lecture_code.theory import vc_bounds
from lecture_code.theory import vc_bounds as lower
from lecture_code.theory import vc_bounds as vc
from lecture_code.theory.hard_distributions import coin_error

dims, shares = st.integers(1, 30), st.floats(0.01, 0.9)


def test_by_hand():
    assert vc._log_growth_bound(6, 3) == pytest.approx(3 * math.log(2 * math.e))


def test_huge_bounds_are_finite():
    assert math.isfinite(vc.vc_inequality(2**3000, 1, 0.1))
    assert math.isfinite(vc.consistent_failure(2**3000, 1, 0.1))


@given(dims, shares, shares)
def test_sizes_are_the_smallest(d, eps, delta):
    for size, radius in (
        (vc.uniform_size, vc.vc_radius),
        (vc.consistent_size, vc.consistent_radius),
    ):
        m = size(d, eps, delta)
        assert radius(d, m, delta) <= eps
        assert m == d or radius(d, m - 1, delta) > eps


@given(dims, shares, shares)
def test_closed_forms_are_enough(d, eps, delta):
    assert vc.uniform_formula(d, eps, delta) >= vc.uniform_size(d, eps, delta)
    assert vc.consistent_formula(d, eps, delta) >= vc.consistent_size(d, eps, delta)


@given(dims, st.integers(0, 10_000), shares)
def test_radius_and_tail_are_one_bound(d, more, delta):
    m = d + more
    growth = math.ceil(math.exp(vc._log_growth_bound(2 * m, d)) * (1 - 1e-12))
    assert vc.vc_inequality(growth, m, vc.vc_radius(d, m, delta)) == pytest.approx(delta, rel=0.2)


@pytest.mark.parametrize("m", [100, 1000, 5000])
def test_the_largest_gap_of_all_thresholds_obeys(m):
    for eps in (0.1, 0.2, 0.5, 0.9):
        assert kstwo.sf(eps, m) <= vc.vc_inequality(2 * m + 1, m, eps)


def test_by_hand_from_below():
    assert lower.agnostic_confidence(0.5, 1 / (4 * math.e)) == pytest.approx(2)
    assert lower.agnostic_confidence(0.5, 0.9) == 0
    assert lower.agnostic_dimension(160, 0.1) == pytest.approx(100)
    assert lower.realizable_confidence(0.5, 0.125) == pytest.approx(3)
    assert lower.realizable_dimension(3, 0.125) == pytest.approx(1)


@pytest.mark.parametrize("eps", [0.01, 0.05, 0.125])
@pytest.mark.parametrize("d", [2, 10, 100])
def test_below_the_upper_bounds(d, eps):
    assert lower.agnostic_dimension(d, eps) <= vc_bounds.uniform_size(d, eps / 2, 0.05)
    assert lower.agnostic_confidence(eps, 0.05) <= vc_bounds.uniform_size(d, eps / 2, 0.05)
    assert lower.realizable_dimension(d, eps) <= vc_bounds.consistent_size(d, eps, 0.05)
    assert lower.realizable_confidence(eps, 0.05) <= vc_bounds.consistent_size(d, eps, 0.05)


@pytest.mark.parametrize("eps", [0.1, 0.3, 0.6])
def test_a_single_coin_needs_that_many_flips(eps):
    for delta in (0.2, 0.05, 0.001):
        m = next(m for m in range(1, 10_000) if coin_error(m, eps) <= delta)
        assert m >= lower.agnostic_confidence(eps, delta)
