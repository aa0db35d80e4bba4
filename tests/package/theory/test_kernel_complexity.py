"""The ball of kernel predictors: its complexity by hand, and what is refused."""

import math

import numpy as np
import pytest

from lecture_code.theory.rademacher import (
    ball_complexity,
    signed_lengths,
    trace_bounds,
    trace_margin_bound,
)


def test_by_hand():
    assert ball_complexity(np.ones((2, 2)), B=3) == pytest.approx(1.5)
    assert ball_complexity(4 * np.eye(9)) == pytest.approx(2 / 3)
    assert trace_bounds(4 * np.eye(9)) == pytest.approx((2 / 3 / math.sqrt(2), 2 / 3))
    assert signed_lengths(np.ones((3, 3))).max() == 3
    expected = 2 * 6 / (0.5 * 100) + 3 * math.sqrt(2 / 200)
    assert trace_margin_bound(36, 100, 2 * math.exp(-2), gamma=0.5) == pytest.approx(expected)


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
