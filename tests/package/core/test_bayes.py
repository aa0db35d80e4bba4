"""The Bayes predictor and its parts: put together again, against numpy, floats, bad input."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.core.bayes import (
    bayes_predictor,
    conditional,
    conditional_mean,
    conditional_median,
    weighted_disagreement,
)
from lecture_code.core.distributions import FiniteDistribution, uniform_on
from lecture_code.core.hypotheses import Table

POINTS = [0, 1, 2]
tables = st.lists(st.integers(0, 6), min_size=6, max_size=6).filter(any)


def binary_distribution(whole):
    p = [Fraction(w, sum(whole)) for w in whole]
    return FiniteDistribution(np.repeat(POINTS, 2), [0, 1] * 3, p)


@given(tables)
def test_marginal_times_conditional_is_the_joint_distribution(whole):
    D = binary_distribution(whole)
    parts = conditional(D)
    joint = {
        (x, y): q * g
        for x, q, row in zip(parts.points, parts.marginal, parts.given, strict=True)
        for y, g in zip(parts.answers, row, strict=True)
        if g
    }
    assert joint == {(x, y): p for x, y, p in zip(D.X, D.y, D.p, strict=True) if p}
    assert sum(parts.marginal) == 1
    assert all(sum(row) == 1 for row in parts.given)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(-4, 4)), min_size=1, max_size=15))
def test_mean_and_median_are_those_of_numpy(sample):
    X, y = np.array(sample, float).T
    D = uniform_on(X, y)
    for x in set(X):
        assert conditional_mean(D)([x])[0] == pytest.approx(np.mean(y[x == X]), abs=1e-14)
        smallest = np.quantile(y[x == X], 0.5, method="inverted_cdf")
        assert conditional_median(D)([x])[0] == smallest


def test_floats_do_as_well_as_fractions():
    exact = binary_distribution([1, 2, 3, 3, 5, 2])
    floats = FiniteDistribution(exact.X, exact.y, exact.p.astype(float))
    assert (bayes_predictor(floats)(POINTS) == bayes_predictor(exact)(POINTS)).all()
    assert (conditional_median(floats)(POINTS) == conditional_median(exact)(POINTS)).all()
    g = Table(POINTS, [0, 0, 1])
    assert weighted_disagreement(g, floats) == pytest.approx(
        float(weighted_disagreement(g, exact)), abs=1e-12
    )


def test_points_of_probability_zero_are_left_out():
    D = FiniteDistribution([0, 1], [1, 1], [Fraction(1), Fraction(0)])
    assert conditional(D).points.tolist() == [0]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: weighted_disagreement(None, FiniteDistribution([0], [2], [1])),
            "D.y must hold only",
        ),
        (
            lambda: weighted_disagreement(lambda X: X + 5, FiniteDistribution([0], [1], [1])),
            r"g\(X\) must hold only",
        ),
        (
            lambda: bayes_predictor(
                FiniteDistribution([0], [1], [1]), loss=lambda a, y: a / 0 * np.inf
            ),
            "loss must be finite",
        ),
    ],
)
@pytest.mark.filterwarnings("ignore:divide by zero", "ignore:invalid value")
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
