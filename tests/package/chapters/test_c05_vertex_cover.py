"""Graphs as samples, with known cover numbers."""

import itertools

import pytest

from lecture_code.chapters.c05_vertex_cover import graph_sample, smallest_cover
from lecture_code.linear.disagreement import minimum_disagreement

PAIRS = list(itertools.combinations(range(4), 2))


@pytest.mark.parametrize("bits", range(64))
def test_opt_is_the_cover_number_of_every_graph_on_four_vertices(bits):
    edges = [pair for k, pair in enumerate(PAIRS) if bits >> k & 1]
    X, y = graph_sample(4, edges)
    best = minimum_disagreement(X, y)
    cover = smallest_cover(4, edges)
    assert best.optimal
    assert best.mistakes == len(cover)


@pytest.mark.parametrize(
    ("n", "edges", "size"),
    [(5, [(k, (k + 1) % 5) for k in range(5)], 3), (6, [(0, k) for k in range(1, 6)], 1),
     (5, list(itertools.combinations(range(5), 2)), 4), (3, [], 0)],
)  # fmt: skip
def test_known_covers(n, edges, size):
    assert len(smallest_cover(n, edges)) == size
