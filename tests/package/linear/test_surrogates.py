"""Surrogates: closed forms against grids, the least hinge loss against scipy."""

from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import minimize

from lecture_code.core import losses
from lecture_code.linear.disagreement import disagreements
from lecture_code.linear.surrogates import SURROGATES, least_hinge

GRID = np.linspace(-6, 6, 2401)
NAMES = list(SURROGATES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("eta", [0.01, 0.2, 0.5, 0.7, 0.99])
def test_the_best_score_is_the_best_of_a_grid(name, eta):
    s = SURROGATES[name]
    cost = s.conditional(eta, GRID)
    assert s.best(np.array(eta)) <= cost.min() + 1e-12
    assert s.best(np.array(eta)) == pytest.approx(cost.min(), abs=1e-4)
    assert s.conditional(eta, s.minimiser(np.array(eta))) == pytest.approx(s.best(np.array(eta)))


@pytest.mark.parametrize("name", NAMES)
def test_slope_convexity_and_psi(name):
    s, h = SURROGATES[name], 1e-6
    assert (s.phi(np.array([h])) - s.phi(np.array([-h])))[0] / (2 * h) == pytest.approx(s.slope)
    values = s.phi(GRID)
    assert (np.diff(values, 2) >= -1e-9).all()
    psi = s.psi(np.linspace(-1, 1, 201))
    assert psi[100] == pytest.approx(0, abs=1e-12)
    assert psi == pytest.approx(psi[::-1])
    assert (np.diff(psi[100:]) > 0).all()


def test_they_are_the_losses_of_the_package():
    y = np.where(GRID > 1, 1.0, -1.0)
    assert SURROGATES["hinge"].phi(y * GRID) == pytest.approx(losses.hinge(GRID, y))
    assert SURROGATES["logistic"].phi(y * GRID) == pytest.approx(losses.logistic(GRID, y))
    assert SURROGATES["squared"].phi(y * GRID) == pytest.approx(losses.squared(GRID, y))


def test_least_hinge_beats_a_search():
    rng = np.random.default_rng(0)
    for _ in range(15):
        X, y = rng.normal(size=(9, 2)), rng.choice([-1.0, 1.0], size=9)
        reached = losses.hinge(X @ least_hinge(X, y), y).sum()
        for start in rng.normal(size=(4, 2)):
            found = minimize(
                lambda w, X=X, y=y: losses.hinge(X @ w, y).sum(), start, method="Nelder-Mead"
            )
            assert reached <= found.fun + 1e-7


def test_least_hinge_at_the_kinks():
    # The sum is linear between the lines y <w, x> = 1 and grows at infinity, or stays: where the
    # points span the plane, it is least where two of these lines meet.
    rng = np.random.default_rng(4)
    for _ in range(40):
        X, y = rng.integers(-3, 4, (5, 2)).astype(float), rng.choice([-1.0, 1.0], 5)
        pairs = (list(S) for S in combinations(range(5), 2))
        corners = [np.linalg.solve((y[:, None] * X)[S], [1, 1]) for S in pairs
                   if np.linalg.det(X[S])]  # fmt: skip
        if not corners:
            continue
        least = min(losses.hinge(X @ w, y).sum() for w in corners)
        assert losses.hinge(X @ least_hinge(X, y), y).sum() == pytest.approx(least, abs=1e-9)


def test_least_hinge_on_scaled_columns():
    X = np.array([(1, 1)] * 5 + [(-1, 1)] * 5 + [(30, 1)], dtype=float)
    y = np.repeat([1.0, -1.0], [5, 6])
    far = least_hinge(X * [1e9, 1e-9], y)
    assert disagreements(far, X * [1e9, 1e-9], y) == 5
