"""The bounds by margins: the ramp, and how the bounds hang together."""

import math

import numpy as np
import pytest

from lecture_code.theory.bounds import margin_bound, ramp, uniform_margin_bound


def test_the_ramp_lies_between_the_two_losses():
    u = np.linspace(-2, 2, 81)
    for gamma in (0.1, 1.0):
        assert ((u <= 0) <= ramp(u, gamma)).all()
        assert (ramp(u, gamma) <= (u < gamma)).all()
        assert np.abs(np.diff(ramp(u, gamma))).max() <= 0.05 / gamma + 1e-12


def test_the_uniform_bound_covers_the_layers():
    """gamma in (R 2^-k, R 2^(1-k)] is served by the fixed bound at R 2^-k, delta / (2 k²)."""
    for gamma in np.geomspace(1e-6, 1, 200):
        k = math.floor(math.log2(1 / gamma)) + 1
        layer = margin_bound(50, 0.05 / (2 * k**2), R=1, gamma=2.0**-k)
        assert 2.0**-k < gamma <= 2.0 ** (1 - k)
        assert layer <= uniform_margin_bound(50, 0.05, R=1, gamma=gamma) + 1e-12
    assert sum(1 / (2 * k**2) for k in range(1, 10_000)) < 1


def test_bad_input():
    for wrong in ({"R": 0}, {"gamma": 0}, {"R": math.nan}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            margin_bound(10, 0.1, **({"R": 1, "gamma": 1} | wrong))
    with pytest.raises(ValueError, match="delta"):
        margin_bound(10, 1.0, R=1, gamma=1)
    with pytest.raises(ValueError, match="gamma"):
        uniform_margin_bound(10, 0.1, R=1, gamma=1.1)
    with pytest.raises(ValueError, match="gamma"):
        ramp([1.0], -1)
