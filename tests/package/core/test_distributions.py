"""Finite distributions: sums against the definition, enumeration, moments of samples."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.core.distributions import FiniteDistribution, uniform_ball
from lecture_code.core.hypotheses import Constant, Halfspace, Threshold
from lecture_code.core.losses import hinge, squared

THIRDS = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]


@st.composite
def exact_distributions(draw, most=5):
    """Return a distribution on at most five points of the line, with Fractions, some perhaps 0."""
    weights = draw(st.lists(st.integers(0, 6), min_size=1, max_size=most).filter(any))
    bits = draw(st.lists(st.integers(0, 1), min_size=len(weights), max_size=len(weights)))
    p = [Fraction(weight, sum(weights)) for weight in weights]
    return FiniteDistribution(np.arange(len(p)), bits, p)


def test_a_risk_solved_by_hand():
    D = FiniteDistribution([[0], [1], [2]], [1, 0, 0], THIRDS)
    assert D.risk(Threshold(0)) == 0
    assert D.risk(Threshold(1)) == Fraction(1, 3)
    assert D.risk(Constant(0)) == Fraction(1, 2)
    assert D.risk(Constant(3), squared) == Fraction(1, 2) * 4 + Fraction(1, 2) * 9


@given(exact_distributions(), st.integers(-1, 5))
def test_the_risk_is_the_mass_of_the_errors(D, a):
    h = Threshold(a)
    wrong = [q for x, y, q in zip(D.X, D.y, D.p, strict=True) if (x <= a) != y]
    assert D.risk(h) == sum(wrong, Fraction(0))
    assert type(D.risk(h)) is Fraction


def test_the_risk_is_exact_only_if_everything_is_whole_or_rational():
    X, y = [[-1.0], [0.5]], [1, 1]
    exact, floating = FiniteDistribution(X, y, THIRDS[:1] * 2), FiniteDistribution(X, y, [0.5, 0.5])
    h = Halfspace([1.0])
    assert exact.risk(h) == Fraction(1, 2)
    assert type(floating.risk(h)) is float
    assert type(exact.risk(h.score, hinge)) is float
    assert exact.risk(h.score, hinge) == 0.5 * 2 + 0.5 * 0.5


def test_one_point_may_carry_both_labels():
    D = FiniteDistribution([[3], [3]], [0, 1], [Fraction(1, 4), Fraction(3, 4)])
    assert D.risk(Constant(1)) == Fraction(1, 4)
    assert D.risk(Constant(0)) == Fraction(3, 4)


@given(exact_distributions(most=4), st.integers(1, 4))
def test_sequences_are_all_samples_that_can_occur_and_their_probabilities_sum_to_one(D, m):
    seen = {tuple(atoms.tolist()): p for p, atoms in D.sequences(m)}
    possible = [i for i, q in enumerate(D.p) if q > 0]
    assert set(seen) == set(itertools.product(possible, repeat=m))
    assert sum(seen.values()) == 1
    assert all(p == math.prod(D.p[i] for i in atoms) for atoms, p in seen.items())


def test_an_expectation_sees_the_order_of_the_sample():
    D = FiniteDistribution([0, 1], [0, 1], [Fraction(1, 4), Fraction(3, 4)])
    rising = D.expectation(lambda X, y: X[0] < X[1], 2)
    assert rising == Fraction(1, 4) * Fraction(3, 4)


def test_an_expectation_of_floats_is_a_float_close_to_the_exact_one():
    exact = FiniteDistribution([0, 1, 2], [0, 1, 1], THIRDS)
    floating = FiniteDistribution([0, 1, 2], [0, 1, 1], [float(q) for q in THIRDS])
    mean = floating.expectation(lambda X, y: X.sum(), 4)
    assert type(mean) is float
    assert mean == pytest.approx(float(exact.expectation(lambda X, y: X.sum(), 4)), rel=1e-14)
    assert exact.expectation(lambda X, y: X.mean() / 3, 2) == pytest.approx(2 / 9)
    assert exact.expectation(lambda X, y: Fraction(int(X.sum()), 3), 2) == Fraction(4, 9)


def test_samples_follow_the_distribution():
    D = FiniteDistribution([[0, 1], [2, 3], [4, 5]], [0, 1, 0], [0.2, 0.8, 0.0])
    X, y = D.sample(20_000, rng=np.random.default_rng(3))
    assert (X.shape, y.shape) == ((20_000, 2), (20_000,))
    assert set(map(tuple, np.c_[X, y].tolist())) == {(0, 1, 0), (2, 3, 1)}
    assert abs(y.mean() - 0.8) < 5 * math.sqrt(0.16 / 20_000)  # five standard deviations


def test_the_same_seed_gives_the_same_sample_and_rational_distributions_can_be_sampled():
    D = FiniteDistribution([1, 2, 3], [0, 1, 0], THIRDS)
    first = D.sample(50, rng=np.random.default_rng(0))
    second = D.sample(50, rng=np.random.default_rng(0))
    assert first[0].shape == (50,)
    assert (first[0] == second[0]).all()
    assert (first[1] == second[1]).all()


def test_a_distribution_is_frozen_and_keeps_its_own_copies():
    X = np.array([[1.0], [2.0]])
    D = FiniteDistribution(X, [0, 1], [0.5, 0.5])
    X[0, 0] = 9
    assert D.X[0, 0] == 1
    for values in (D.X, D.y, D.p):
        with pytest.raises(ValueError, match="read-only"):
            values[0] = 0


@pytest.mark.parametrize("d", [1, 2, 5])
def test_the_uniform_ball_has_the_right_radii_and_no_preferred_direction(d):
    m = 20_000
    X = uniform_ball(m, d, rng=np.random.default_rng(4))
    lengths = np.linalg.norm(X, axis=1)
    assert X.shape == (m, d)
    assert lengths.max() <= 1 + 1e-12
    # |x|^d is uniform on [0, 1]: mean 1/2, variance 1/12
    assert abs((lengths**d).mean() - 0.5) < 5 * math.sqrt(1 / 12 / m)
    assert np.abs(X.mean(axis=0)).max() < 5 / math.sqrt(m)
    # each coordinate has the variance 1/(d+2)
    assert X.var(axis=0) == pytest.approx(1 / (d + 2), rel=0.05)
