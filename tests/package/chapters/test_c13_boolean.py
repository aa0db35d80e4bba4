"""Sign networks by hand: all Boolean functions of few bits, and polytopes against their sides."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lecture_code.chapters.c13_boolean import (
    boolean_network,
    intersection_network,
    sign_vectors,
    union_network,
    union_of_polytopes,
)
from lecture_code.networks.network import preactivations


@pytest.mark.parametrize("n", [1, 2, 3])
def test_all_functions_of_few_bits(n):
    X = sign_vectors(n)
    for f in sign_vectors(2**n):
        net = boolean_network(f)
        assert net(X).ravel().tolist() == f.tolist()
        assert net.depth == 2
        rarer = min((f > 0).sum(), (f < 0).sum())
        assert net.sizes[1] == max(1, rarer)
        sums = preactivations(net, X)
        assert min(abs(a).min() for a in sums) >= 1


@given(st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_polytopes_by_their_sides(seed):
    rng = np.random.default_rng(seed)
    polytopes = [(rng.normal(size=(k, 2)), rng.normal(size=k)) for k in (1, 3, 4)]
    X = rng.normal(size=(60, 2))
    inside = [(X @ W.T + b > 0) for W, b in polytopes]
    for (W, b), sides in zip(polytopes, inside, strict=True):
        both = intersection_network(W, b)(X).ravel(), union_network(W, b)(X).ravel()
        assert both[0].tolist() == np.where(sides.all(axis=1), 1, -1).tolist()
        assert both[1].tolist() == np.where(sides.any(axis=1), 1, -1).tolist()
    net = union_of_polytopes(polytopes)
    any_of_them = np.any([sides.all(axis=1) for sides in inside], axis=0)
    assert net(X).ravel().tolist() == np.where(any_of_them, 1, -1).tolist()
    assert net.sizes == (2, 8, 3, 1)


def test_on_a_side_nobody_answers():
    assert intersection_network([[1.0], [-1.0]], [0.0, 1.0])([[0.0]]).tolist() == [[0]]


def test_bad_input():
    with pytest.raises(ValueError, match="values must have one label per point, 4"):
        boolean_network([1, -1, 1])
    with pytest.raises(ValueError, match="b must have 2"):
        union_network([[1.0], [2.0]], [1.0])
    with pytest.raises(ValueError, match="polytopes"):
        union_of_polytopes([])
    with pytest.raises(ValueError, match="at most 16"):
        sign_vectors(17)
