"""Subgradients by definition, minima by certificates, the best steps against grids and runs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lecture_code.core.losses import absolute, hinge
from lecture_code.optimise.optimisers import descend, fixed_step, momentum
from lecture_code.optimise.problems import (
    MaxAffine,
    absolute_direction,
    best_step,
    bowl,
    hinge_direction,
    minimise_max_affine,
    quadratic,
    rate,
)

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


def test_quadratic_by_central_differences():
    rng = np.random.default_rng(1)
    root = rng.normal(size=(4, 4))
    f = quadratic(root @ root.T + np.eye(4), rng.normal(size=4))
    w, step = rng.normal(size=(3, 4)), 1e-5
    slopes = [(f(w + step * e) - f(w - step * e)) / (2 * step) for e in np.eye(4)]
    np.testing.assert_allclose(f.gradient(w), np.transpose(slopes), rtol=1e-7, atol=1e-8)
    assert f(f.minimiser) == 0
    assert f.condition == pytest.approx(np.linalg.cond(f.A))


def test_bowls_by_hand():
    assert bowl(9).A.tolist() == [[1, 0], [0, 9]]
    assert pytest.approx(np.array([[5, -4], [-4, 5]])) == bowl(9, 45).A
    assert pytest.approx(np.array([[9, 0], [0, 1]]), abs=1e-12) == bowl(9, 90).A
    assert quadratic([[2, 0], [0, 8]], [1, 0])([0, 1]) == 5


def test_the_eigenvectors_of_a_bowl_are_turned():
    for kappa, angle in ((4.0, 30.0), (50.0, -70.0), (1.5, 200.0)):
        values, rows = np.linalg.eigh(bowl(kappa, angle).A)
        assert values == pytest.approx([1, kappa])
        turn = np.radians(angle)
        assert abs(rows[:, 0] @ [np.cos(turn), np.sin(turn)]) == pytest.approx(1)


@pytest.mark.parametrize("kappa", [1, 1.5, 9, 100, 1e4])
def test_no_setting_on_a_grid_beats_the_best(kappa):
    ends = np.array([1.0, kappa])[:, None, None]
    etas = np.linspace(0, 4 / kappa, 401)[1:, None]
    mus = np.linspace(0, 0.999, 300)
    root = kappa**0.5
    least = (root - 1) / (root + 1)
    assert rate(etas, ends, mu=mus).max(axis=0).min() >= least - 1e-9
    assert rate(etas[:, 0], ends[:, 0]).max(axis=0).min() >= best_step(1, kappa).rate - 1e-9
    between = np.linspace(1, kappa, 50)
    tuned = best_step(1, kappa)
    assert rate(tuned.eta, between).max() == pytest.approx(tuned.rate)
    heavy = rate(4 / (root + 1) ** 2, between, mu=least**2)
    assert heavy.max() == pytest.approx(least, abs=1e-7)


def test_a_run_shrinks_at_the_rate():
    f = bowl(9, 30)
    tuned = best_step(1, 9)
    path = descend(fixed_step(tuned.eta), f.gradient, [3.0, 1.0], T=40)
    gaps = np.linalg.norm(path.trace, axis=1)
    assert (gaps[1:] <= tuned.rate * gaps[:-1] + 1e-15).all()
    path = descend(momentum(0.3, mu=0.5), f.gradient, [3.0, 1.0], T=300)
    measured = (np.linalg.norm(path.trace[300]) / np.linalg.norm(path.trace[100])) ** (1 / 200)
    assert measured == pytest.approx(rate(0.3, np.array([1, 9]), mu=0.5).max(), abs=0.01)


def test_equal_curvatures_take_one_step():
    assert best_step(2, 2).rate == 0
