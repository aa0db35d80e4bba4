"""The bounds as formulas: by hand, arrays, bad input."""

from math import log, sqrt

import numpy as np
import pytest

from lecture_code.theory.bounds import (
    lipschitz_rate,
    oracle_lambda,
    smooth_rate,
    uniform_bound,
)


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


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: lipschitz_rate(0, 1), "m"),
        (lambda: lipschitz_rate(1, 0), "lam"),
        (lambda: lipschitz_rate(1, 1, rho=0), "rho"),
        (lambda: lipschitz_rate("many", 1), "m"),
        (lambda: oracle_lambda(1, rho=1, B=0), "B"),
        (lambda: smooth_rate(10, 0.1, beta=1, C=1), "lam"),
        (lambda: smooth_rate(10, 1, beta=0, C=1), "beta"),
        (lambda: smooth_rate(10, 1, beta=1, C=-1), "C"),
        (lambda: uniform_bound(10, -1, 0.1), "kappa"),
        (lambda: uniform_bound(10, 0, 1.0), "delta"),
        (lambda: uniform_bound(10, 0, 0.0), "delta"),
        (lambda: uniform_bound(10, 0, 0.1, a=0), "a"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=f"^{name} must"):
        call()
