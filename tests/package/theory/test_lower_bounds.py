"""The lower bounds: by hand, below the upper bounds, and below what a single coin needs."""

import math

import pytest

from lecture_code.theory import lower_bounds as lower
from lecture_code.theory import sample_complexity as upper
from lecture_code.theory.hard_distributions import coin_error


def test_by_hand_from_below():
    assert lower.agnostic_confidence(0.5, 1 / (4 * math.e)) == pytest.approx(2)
    assert lower.agnostic_confidence(0.5, 0.9) == 0
    assert lower.realizable_confidence(0.5, 0.125) == pytest.approx(3)


@pytest.mark.parametrize("eps", [0.01, 0.05, 0.125])
@pytest.mark.parametrize("d", [2, 10, 100])
def test_below_the_upper_bounds(d, eps):
    assert d / (160 * eps**2) <= upper.uniform_size(d, eps / 2, 0.05)
    assert lower.agnostic_confidence(eps, 0.05) <= upper.uniform_size(d, eps / 2, 0.05)
    assert (d - 1) / (16 * eps) <= upper.consistent_size(d, eps, 0.05)
    assert lower.realizable_confidence(eps, 0.05) <= upper.consistent_size(d, eps, 0.05)


@pytest.mark.parametrize("eps", [0.1, 0.3, 0.6])
def test_a_single_coin_needs_that_many_flips(eps):
    for delta in (0.2, 0.05, 0.001):
        m = next(m for m in range(1, 10_000) if coin_error(m, eps) <= delta)
        assert m >= lower.agnostic_confidence(eps, delta)
