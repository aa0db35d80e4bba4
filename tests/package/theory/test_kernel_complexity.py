"""The complexity of a ball of kernel predictors: by literal signs, explicit features, by hand."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lecture_code.theory.rademacher import (
    ball_complexity,
    signed_lengths,
    trace_bounds,
    trace_margin_bound,
)

FEATURES = arrays(
    np.int64, st.tuples(st.integers(1, 6), st.integers(1, 4)), elements=st.integers(-5, 5)
)


def literal(G):
    m = len(G)
    total = sum(
        math.sqrt(sum(s[i] * s[j] * G[i][j] for i in range(m) for j in range(m)))
        for s in product([-1, 1], repeat=m)
    )
    return total / 2**m / m


@given(FEATURES)
def test_literal_signs_features_and_the_two_bounds(Z):
    G = Z @ Z.T
    exact = ball_complexity(G)
    assert exact == pytest.approx(literal(G.tolist()), abs=1e-9)
    lengths = [np.linalg.norm(np.array(s) @ Z) for s in product([-1, 1], repeat=len(Z))]
    assert exact == pytest.approx(np.mean(lengths) / len(Z), abs=1e-9)
    low, high = trace_bounds(G)
    assert low - 1e-9 <= exact <= high + 1e-9


def test_by_hand():
    assert ball_complexity(np.ones((2, 2)), B=3) == pytest.approx(1.5)
    assert ball_complexity(4 * np.eye(9)) == pytest.approx(2 / 3)
    assert trace_bounds(4 * np.eye(9)) == pytest.approx((2 / 3 / math.sqrt(2), 2 / 3))
    assert signed_lengths(np.ones((3, 3))).max() == 3
    expected = 2 * 6 / (0.5 * 100) + 3 * math.sqrt(2 / 200)
    assert trace_margin_bound(36, 100, 2 * math.exp(-2), gamma=0.5) == pytest.approx(expected)


def test_the_lower_bound_is_attained_by_two_equal_points_and_the_upper_by_orthogonal_ones():
    two, four = np.ones((2, 2)), np.diag([1.0, 4.0, 9.0, 2.0])
    assert ball_complexity(two) == pytest.approx(trace_bounds(two)[0])
    assert ball_complexity(four) == pytest.approx(trace_bounds(four)[1])


@pytest.mark.parametrize(
    ("G", "word"),
    [
        ([[1.0, 0.0]], "square"),
        ([[1.0, 2.0], [0.0, 1.0]], "symmetric"),
        ([[0.0, 1.0], [1.0, 0.0]], "positive semidefinite"),
        ([[math.nan]], "G"),
        (np.eye(21), "m"),
    ],
)
def test_bad_matrices(G, word):
    with pytest.raises(ValueError, match=word):
        ball_complexity(G)


def test_bad_numbers():
    for word, arguments in {
        "B": lambda: ball_complexity(np.eye(2), B=0),
        "trace": lambda: trace_margin_bound(0, 10, 0.1, gamma=1),
        "gamma": lambda: trace_margin_bound(1, 10, 0.1, gamma=0),
        "delta": lambda: trace_margin_bound(1, 10, 1, gamma=1),
        "m must": lambda: trace_margin_bound(1, 0, 0.1, gamma=1),
    }.items():
        with pytest.raises(ValueError, match=word):
            arguments()
