"""Bounds by margins and compression: by hand, and how they hang together."""

import math
from math import comb, log

import numpy as np
import pytest

from lecture_code.linear.separability import Inseparable
from lecture_code.theory.bounds import (
    compress_separator,
    compression_bound,
    margin_bound,
    ramp,
    uniform_margin_bound,
)


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


@pytest.mark.parametrize(("m", "k"), [(1, 0), (5, 2), (620, 1), (100, 99)])
def test_the_bound_by_hand(m, k):
    assert compression_bound(m, k, 0.05) == pytest.approx((log(comb(m, k)) + log(20)) / (m - k))


def test_one_support_vector_is_padded():
    assert compress_separator([[1, 0], [5, 1], [5, -1]], [1, 1, 1]).tolist() == [0, 1]


def test_copies_and_integer_points():
    X = np.array([[1, 0], [1, 0], [-3, 1], [-3, 1], [5, 5]])
    assert len(compress_separator(X, np.ones(5))) == 2


def test_too_few_rows_and_no_separator():
    with pytest.raises(ValueError, match="^X must"):
        compress_separator([[1, 0]], [1])
    with pytest.raises(Inseparable):
        compress_separator([[1, 0], [-1, 0]], [1, 1])
