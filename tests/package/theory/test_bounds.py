"""Bounds by margins, compression and stability: by hand, and how they hang together."""

import math
from math import comb, log, sqrt

import numpy as np
import pytest

from lecture_code.linear.separability import Inseparable
from lecture_code.theory.bounds import (
    compress_separator,
    compression_bound,
    lipschitz_rate,
    margin_bound,
    oracle_lambda,
    ramp,
    smooth_rate,
    uniform_bound,
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


def test_by_hand():
    assert lipschitz_rate(50, 0.2, rho=3) == pytest.approx(0.9)
    assert oracle_lambda(25, rho=2, B=4) == pytest.approx(0.1)
    assert smooth_rate(50, 0.2, beta=3, C=0.25) == pytest.approx(0.3)
    assert uniform_bound(50, 0.01, 0.1, a=2) == pytest.approx(0.01 + 3 * sqrt(log(10) / 100))


def test_the_oracle_lambda_is_best():
    lams = np.geomspace(1e-3, 10, 4001)
    bound = lams * 3**2 + lipschitz_rate(40, lams, rho=0.5)
    best = oracle_lambda(40, rho=0.5, B=3)
    assert lams[bound.argmin()] == pytest.approx(best, rel=0.01)
    assert bound.min() == pytest.approx(2 * 0.5 * 3 / sqrt(40), rel=1e-5)
