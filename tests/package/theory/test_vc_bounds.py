"""The VC bounds: by hand, against a search, inverse to each other, and never below the truth."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kstwo

from lecture_code.theory import vc_bounds as vc

dims, shares = st.integers(1, 30), st.floats(0.01, 0.9)


def test_by_hand():
    assert vc.log_growth_bound(6, 3) == pytest.approx(3 * math.log(2 * math.e))


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
    growth = math.ceil(math.exp(vc.log_growth_bound(2 * m, d)) * (1 - 1e-12))
    assert vc.vc_inequality(growth, m, vc.vc_radius(d, m, delta)) == pytest.approx(delta, rel=0.2)


@pytest.mark.parametrize("m", [100, 1000, 5000])
def test_the_largest_gap_of_all_thresholds_obeys(m):
    for eps in (0.1, 0.2, 0.5, 0.9):
        assert kstwo.sf(eps, m) <= vc.vc_inequality(2 * m + 1, m, eps)


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="n must be an integer, at least 3; got 2"):
        vc.log_growth_bound(2, 3)
    with pytest.raises(ValueError, match="m must be an integer, at least 5"):
        vc.vc_radius(5, 4, 0.1)
    with pytest.raises(ValueError, match="delta must lie strictly"):
        vc.consistent_radius(5, 10, 1.0)
    with pytest.raises(ValueError, match="eps must lie strictly"):
        vc.uniform_size(1, 1.5, 0.1)
    with pytest.raises(ValueError, match="growth must be"):
        vc.vc_inequality(0, 1, 0.1)
    with pytest.raises(ValueError, match="d must be"):
        vc.log_free_formula(0, 0.1, 0.1)
