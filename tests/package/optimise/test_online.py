"""Regret against the definition, and the adversary."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lecture_code.optimise.online import linear_regret, orthogonal_adversary

NUMBERS = st.floats(-3, 3, allow_nan=False)


@given(arrays(np.float64, (5, 2), elements=NUMBERS), arrays(np.float64, (5, 2), elements=NUMBERS))
def test_regret_is_against_the_best_point_of_the_ball(W, V):
    angle = np.linspace(0, 2 * np.pi, 721)
    circle = 1.5 * np.c_[np.cos(angle), np.sin(angle)]
    best = (circle @ V.sum(axis=0)).min()
    assert linear_regret(W, V, 1.5) == pytest.approx((W * V).sum() - best, abs=1e-3)


@pytest.mark.parametrize(
    "player",
    [
        lambda V: -V.sum(axis=0),
        lambda V: np.array([1.0, 2.0, 3.0]),
        lambda V: -V[-1] if len(V) else np.zeros(3),
        lambda V: np.array([np.sin(len(V)), np.cos(len(V)), 1e-9]),
    ],
)
def test_nobody_escapes_the_adversary_in_space(player):
    for T in (1, 2, 10, 50):
        W, V = orthogonal_adversary(player, d=3, T=T, rho=2.0)
        assert np.linalg.norm(V, axis=1) == pytest.approx(np.full(T, 2.0))
        assert np.abs((W * V).sum(axis=1)).max() < 1e-8
        assert linear_regret(W, V, B=3.0) == pytest.approx(6 * T**0.5)


def test_in_the_plane_only_a_parallel_answer_leaves_room():
    W, V = orthogonal_adversary(lambda V: -0.1 * V.sum(axis=0), d=2, T=20, rho=1.0)
    assert linear_regret(W, V, B=1.0) == pytest.approx(20**0.5)
    with pytest.raises(ValueError, match="room"):
        orthogonal_adversary(lambda V: np.array([1.0, 0]) * len(V), d=2, T=3, rho=1.0)
