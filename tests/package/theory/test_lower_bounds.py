"""Lower bounds: by hand, below the upper ones, and below what exact games need."""

import math

import pytest

from lecture_code.theory import vc_bounds
from lecture_code.theory import vc_bounds as lower
from lecture_code.theory.hard_laws import coin_error


def test_by_hand():
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


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="eps must be at most 0.125"):
        lower.agnostic_dimension(3, 0.2)
    with pytest.raises(ValueError, match=r"eps must be at most 0\.7"):
        lower.agnostic_confidence(0.8, 0.1)
    with pytest.raises(ValueError, match="d must be an integer, at least 2"):
        lower.realizable_dimension(1, 0.1)
    with pytest.raises(ValueError, match="delta must lie"):
        lower.realizable_confidence(0.1, 0)
