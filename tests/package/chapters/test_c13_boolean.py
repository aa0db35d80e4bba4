"""What sign networks say on a side of a polytope."""

from lecture_code.chapters.c13_boolean import intersection_network


def test_on_a_side_nobody_answers():
    assert intersection_network([[1.0], [-1.0]], [0.0, 1.0])([[0.0]]).tolist() == [[0]]
