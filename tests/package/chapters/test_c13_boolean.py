"""What sign networks say on a side of a polytope, and what they refuse."""

import pytest

from lecture_code.chapters.c13_boolean import (
    boolean_network,
    intersection_network,
    sign_vectors,
    union_network,
    union_of_polytopes,
)


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
