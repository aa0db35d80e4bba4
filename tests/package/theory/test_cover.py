"""Cover's count against brute force, against the binomial law, and out of general position."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import nnls
from scipy.stats import binom

from lecture_code.theory.halfspaces import cover_count, in_general_position, separable_labellings


def brute(X):
    """Count the labellings whose folded hull misses the origin."""
    m, d = X.shape
    count = 0
    for y in itertools.product([-1.0, 1.0], repeat=m):
        Z = np.array(y)[:, None] * X
        count += nnls(np.vstack([Z.T, np.ones(m)]), np.r_[np.zeros(d), 1.0])[1] > 1e-9
    return count


@pytest.mark.parametrize(("m", "d"), [(1, 1), (5, 1), (3, 4), (6, 2), (7, 3), (6, 4)])
def test_general_position(m, d):
    X = np.random.default_rng(m + 10 * d).standard_normal((m, d))
    found = separable_labellings(X)
    assert len(found) == cover_count(m, d) == brute(X)
    assert len(np.unique(found, axis=0)) == len(found)
    assert sorted(map(tuple, found)) == sorted(map(tuple, -found))


@settings(max_examples=40, deadline=None)
@given(arrays(np.float64, st.tuples(st.integers(1, 6), st.integers(1, 3)),
              elements=st.integers(-2, 2).map(float)))  # fmt: skip
def test_any_position(X):
    found = len(separable_labellings(X))
    assert found == brute(X)
    assert found <= cover_count(*X.shape)
    if in_general_position(X):
        assert found == cover_count(*X.shape)


def test_the_count_is_a_binomial_tail():
    for m, d in itertools.product(range(1, 12), range(1, 6)):
        assert cover_count(m, d) / 2**m == pytest.approx(binom.cdf(d - 1, m - 1, 0.5))
    assert cover_count(10, 5) == 2**9  # twice as many points as dimensions: one half


def test_general_position_by_hand():
    assert in_general_position([[1, 0, 0], [0, 1, 0]])
    assert not in_general_position([[1, 0, 0], [2, 0, 0]])
    assert not in_general_position([[0.0], [1.0]])
    assert not in_general_position([[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1]])
    assert in_general_position(1e-9 * np.array([[1, 0], [0, 1], [1, 3]]))


def test_bad_input():
    with pytest.raises(ValueError, match="m must be"):
        cover_count(0, 1)
    with pytest.raises(ValueError, match="d must be"):
        cover_count(1, 1.5)
    with pytest.raises(ValueError, match="X must have shape"):
        separable_labellings([1.0])
    with pytest.raises(ValueError, match="at most 100000 subsets"):
        in_general_position(np.ones((100, 10)))
