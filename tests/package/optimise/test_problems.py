"""Subgradients against their definition at random points, minima against their certificate."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lecture_code.core.losses import absolute, hinge
from lecture_code.optimise.descent import absolute_direction, hinge_direction
from lecture_code.optimise.problems import MaxAffine, minimise_max_affine

WHOLE = st.integers(-3, 3).map(float)


@given(
    arrays(np.float64, (4, 2), elements=WHOLE),
    arrays(np.float64, 4, elements=WHOLE),
    arrays(np.float64, (6, 2), elements=WHOLE),
)
def test_they_are_subgradients_also_at_kinks(A, b, W):
    """Whole numbers, so that kinks and ties are hit often."""
    f, y = MaxAffine(A, b), np.where(b >= 0, 1.0, -1.0)
    for w in W:
        assert (f(W) >= f(w) + (W - w) @ f.subgradient(w)).all()
        for i in range(4):
            one = np.full(6, i)
            v = hinge_direction(A, y)(w, np.array(i))
            losses = hinge((W * A[one]).sum(axis=1), y[one])
            assert (losses >= hinge([w @ A[i]], [y[i]]) + (W - w) @ v).all()
            v = absolute_direction(A, b)(w, np.array(i))
            losses = absolute((W * A[one]).sum(axis=1), b[one])
            assert (losses >= absolute([w @ A[i]], [b[i]]) + (W - w) @ v).all()


def test_the_minimum_is_one():
    rng = np.random.default_rng(1)
    for _ in range(20):
        A, b = rng.normal(size=(5, 2)), rng.normal(size=5)
        f = MaxAffine(np.r_[A, -A], np.r_[-b, b])  # max |<a, w> - b|
        least = minimise_max_affine(f)
        assert least.weights.min() >= 0
        assert least.weights @ f.A == pytest.approx([0, 0], abs=1e-8)
        assert (f(least.w + rng.normal(size=(200, 2))) >= least.value - 1e-12).all()


def test_scales_and_flat_directions():
    for scale in (1e-6, 1.0, 1e6):
        f = MaxAffine(scale * np.array([[1.0, 0], [-1, 0]]), scale * np.array([0.0, 2]))
        assert minimise_max_affine(f).value == pytest.approx(scale)  # at w = 1, any second entry
