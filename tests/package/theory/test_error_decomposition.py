"""Approximation, estimation, noise, bias, variance: against enumeration and closed forms."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.core.classes import all_functions, thresholds
from lecture_code.core.distributions import FiniteDistribution
from lecture_code.core.hypotheses import Constant
from lecture_code.core.neighbours import neighbour_mean
from lecture_code.core.risk import erm
from lecture_code.theory.error_decomposition import (
    bias_variance,
    erm_errors,
    smoother_errors,
)

whole = st.lists(st.integers(0, 4), min_size=6, max_size=6).filter(any)


def distribution_of(weights):
    total = sum(weights)
    return FiniteDistribution([0, 0, 1, 1, 2, 2], [0, 1] * 3, [Fraction(w, total) for w in weights])


@given(whole)
def test_the_bayes_risk_is_the_least_of_all_functions(weights):
    D = distribution_of(weights)
    assert erm_errors(thresholds([0]), D, 1).bayes == min(
        D.risk(h) for h in all_functions([0, 1, 2])
    )


@given(whole, st.integers(1, 3), st.sampled_from(["first", "worst", "best"]))
def test_erm_errors_are_the_mean_over_all_samples(weights, m, ties):
    D, H = distribution_of(weights), thresholds([0, 1, 2])
    pick = {"first": lambda r: r[0], "worst": max, "best": min}[ties]

    def risk(X, y):
        return pick([D.risk(H[j]) for j in erm(H, X, y).ties])

    parts = erm_errors(H, D, m, ties=ties)
    assert parts.risk == D.expectation(risk, m)
    assert parts.approximation == min(D.risk(h) for h in H)
    assert parts.estimation >= 0
    assert parts.excess >= parts.estimation


def test_floats_give_the_same_as_fractions():
    D, H = distribution_of([1, 2, 0, 3, 2, 2]), thresholds([0, 1, 2])
    rounded = FiniteDistribution(D.X, D.y, D.p.astype(float))
    exact, close = erm_errors(H, D, 4), erm_errors(H, rounded, 4)
    assert close.risk == pytest.approx(float(exact.risk), abs=1e-12)
    assert close.bayes == pytest.approx(float(exact.bayes), abs=1e-12)


@given(whole.filter(lambda w: sum(map(bool, w)) > 1), st.integers(1, 3), st.sampled_from([0, 1]))
def test_noise_bias_and_variance_add_up(weights, m, which):
    learner = [lambda X, y: Constant(y.mean()), neighbour_mean][which]
    parts = bias_variance(learner, distribution_of(weights), m)
    assert parts.risk == pytest.approx(parts.noise + parts.bias2 + parts.variance, abs=1e-12)
    assert min(parts.noise, parts.bias2, parts.variance) >= 0


def test_a_linear_smoother_against_all_signs_of_the_noise():
    rng = np.random.default_rng(0)
    S, f, g = rng.normal(size=(3, 6)), rng.normal(size=6), rng.normal(size=3)
    w, sigma = np.array([0.5, 0.25, 0.25]), 0.7
    signs = 2.0 * (np.arange(64)[:, None] >> np.arange(6) & 1) - 1
    said = (f + sigma * signs) @ S.T
    parts = smoother_errors(S, f, g, sigma, w)
    assert parts.bias2 == pytest.approx(w @ (g - said.mean(axis=0)) ** 2)
    assert parts.variance == pytest.approx(w @ said.var(axis=0))
    assert parts.risk == pytest.approx(sigma**2 + (((g - said) ** 2) @ w).mean())
