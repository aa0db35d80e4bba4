"""The pair of SMO by running through all of them, and the weights in their intervals."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lecture_code.solvers.smo import SignedWeights, SquaredDistances, best_pair


@given(st.integers(0, 10**6), st.integers(1, 12))
@settings(max_examples=40, deadline=None)
def test_the_pair_is_that_of_the_box(seed, rank):
    """After some random moves, by running through all i of Up and all j of Down."""
    m, rng = 9, np.random.default_rng(seed)
    y = rng.choice([-1.0, 1.0], m)
    y[:2] = 1, -1
    A = rng.normal(size=(m, rank))
    G = A @ A.T
    c, kappa, u = SignedWeights(y), SquaredDistances(G), rng.normal(size=m)
    for i, j in rng.integers(0, m, (20, 2)).tolist():
        if i != j and c.room(i, j) > 0:
            c.move(c.room(i, j) * rng.choice([0.3, 1 - 1e-15, 1]), i, j)
    signed = np.array(c.values) * m
    up, down = signed < np.maximum(y, 0), signed > np.minimum(y, 0)
    i = max(np.flatnonzero(up), key=lambda i: u[i])
    below = [j for j in np.flatnonzero(down) if u[j] < u[i]]
    distance = [G[i, i] + G[j, j] - 2 * G[i, j] for j in range(m)]
    j = max(below, key=lambda j: (u[i] - u[j]) ** 2 / distance[j], default=None)
    assert best_pair(u, c, kappa, 1e-9) == (None if j is None else (i, j))
    if below:
        assert kappa(i, j) == pytest.approx(distance[j])
        left = u[i] - u[below].min()
        assert best_pair(u, c, kappa, left * 0.999)
        assert best_pair(u, c, kappa, left) is None


def test_the_weights_stay_in_their_intervals():
    c = SignedWeights(np.array([1.0, -1.0, 1.0]))
    assert c.room(0, 1) == c.room(2, 1) == 1 / 3
    assert c.room(1, 0) == c.room(0, 2) == 0
    c.move(0.1, 0, 1)
    c.move(c.room(2, 1), 2, 1)  # 1/3 - 0.1 and 0.1 are 1/3, but not in floats
    assert c.values == [0.1, -1 / 3, 1 / 3 - 0.1]
    assert (c.up.tolist(), c.down.tolist()) == ([0, 0, 0], [0, np.inf, 0])
