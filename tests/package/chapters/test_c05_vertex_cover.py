"""Graphs as samples, with known cover numbers."""

import itertools

import numpy as np
import pytest

from lecture_code.chapters.c05_vertex_cover import cover_of, graph_sample, smallest_cover
from lecture_code.linear.disagreement import disagreements, minimum_disagreement

PAIRS = list(itertools.combinations(range(4), 2))


@pytest.mark.parametrize("bits", range(64))
def test_opt_is_the_cover_number_of_every_graph_on_four_vertices(bits):
    edges = [pair for k, pair in enumerate(PAIRS) if bits >> k & 1]
    X, y = graph_sample(4, edges)
    best = minimum_disagreement(X, y)
    cover = smallest_cover(4, edges)
    assert best.optimal
    assert best.mistakes == len(cover)
    found = cover_of(best.w, 4, edges)
    assert len(found) <= best.mistakes
    assert all(u in found or v in found for u, v in edges)


@pytest.mark.parametrize(
    ("n", "edges", "size"),
    [(5, [(k, (k + 1) % 5) for k in range(5)], 3), (6, [(0, k) for k in range(1, 6)], 1),
     (5, list(itertools.combinations(range(5), 2)), 4), (3, [], 0)],
)  # fmt: skip
def test_known_covers(n, edges, size):
    assert len(smallest_cover(n, edges)) == size


def test_any_vector_gives_a_cover_that_is_no_larger_than_its_mistakes():
    rng = np.random.default_rng(0)
    for _ in range(100):
        edges = [pair for pair in itertools.combinations(range(6), 2) if rng.random() < 0.5]
        w = rng.integers(-2, 3, 6).astype(float)
        found = cover_of(w, 6, edges)
        assert all(u in found or v in found for u, v in edges)
        assert len(found) <= disagreements(w, *graph_sample(6, edges))
