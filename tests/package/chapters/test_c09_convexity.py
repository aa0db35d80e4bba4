"""Chords and secants: by hand, quadratics, bad input."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lecture_code.chapters.c09_convexity import (
    chord_gap,
    lipschitz_ratio,
    quadratic_modulus,
    strong_convexity,
)


def square(P):
    return (P**2).sum(axis=1)


def test_a_chord_by_hand():
    # from 0 to 4 on w^2: at 1 the chord is 4 and the function 1
    assert chord_gap(square, [[4.0]], [[0.0]], [0.25]).tolist() == [3.0]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 4))
def test_quadratics(seed, d):
    rng = np.random.default_rng(seed)
    M = rng.normal(size=(d, d))
    Q = M + M.T

    def f(P):
        return 0.5 * np.einsum("ki,ij,kj->k", P, Q, P)

    w, u = rng.normal(size=(2, 50, d))
    alpha = rng.uniform(0.1, 0.9, size=50)
    least = quadratic_modulus(Q)
    assert strong_convexity(f, w, u, alpha) >= least - 1e-8
    v = np.linalg.eigh(Q)[1][:, 0]
    assert strong_convexity(f, [v], [-v], [0.5]) == pytest.approx(least)


def test_not_convex_is_negative():
    assert strong_convexity(lambda P: -square(P), [[0.0]], [[1.0]], [0.5]) == pytest.approx(-2)


def test_secants():
    points = np.linspace(-2, 2, 9)[:, None]
    assert lipschitz_ratio(lambda P: 3 * np.abs(P[:, 0]), points) == pytest.approx(3)
    assert lipschitz_ratio(lambda P: P @ np.ones((1, 4)), points) == pytest.approx(2)  # R^4
    assert lipschitz_ratio(lambda P: 0 * P[:, 0], [[1.0], [1.0], [2.0]]) == 0
