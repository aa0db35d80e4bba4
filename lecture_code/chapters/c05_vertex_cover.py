r"""Graphs as samples: minimum disagreement is at least as hard as the smallest vertex cover.

A *vertex cover* of a graph is a set of vertices that meets every edge; the size of the smallest one
is :math:`\tau(G)`.  The sample of a graph with the vertices :math:`1, \dots, n` has the examples

* :math:`(e_u + e_v, +1)` for every edge :math:`uv`,
* :math:`(e_v, -1)` for every vertex :math:`v`,

and :math:`\mathrm{Opt}(S_G) = \tau(G)`.

:Source: chapter 05, the reduction.  R. M. Karp, Reducibility among combinatorial problems (1972).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TypeAlias

import numpy as np

from lecture_code.core import validate
from lecture_code.core.enumeration import few, power
from lecture_code.core.types import Array

# Two different vertices, numbers from 0 to n - 1; a graph names each pair once.
Edge: TypeAlias = tuple[int, int]


def graph_sample(n: int, edges: Sequence[Edge]) -> tuple[Array, Array]:
    r"""Return the sample of a graph on n vertices: an example for each edge, then for each vertex.

    >>> graph_sample(2, [(0, 1)])
    (array([[1., 1.],
           [1., 0.],
           [0., 1.]]), array([ 1., -1., -1.]))

    :Implements: thm-np-complete.
    """
    edges = _edges(n, edges)
    X = np.zeros((len(edges) + n, n))
    for k, (u, v) in enumerate(edges):
        X[k, [u, v]] = 1
    X[len(edges) :] = np.eye(n)
    return X, np.repeat([1.0, -1.0], [len(edges), n])


def smallest_cover(n: int, edges: Sequence[Edge]) -> tuple[int, ...]:
    r"""Return a smallest vertex cover, the first in the order of the vertices, by trying all sets.

    >>> smallest_cover(4, [(0, 1), (1, 2), (2, 3)])
    (0, 2)

    :Implements: thm-np-complete.
    """
    edges = _edges(n, edges)
    few(power(2, n), "n", "sets of vertices", each=32)
    sets = (chosen for size in range(n + 1) for chosen in combinations(range(n), size))
    return next(C for C in sets if all(u in C or v in C for u, v in edges))


def _edges(n: int, edges: Sequence[Edge]) -> list[Edge]:
    """Return the edges of a graph, or say what is wrong with them."""
    n, pairs = validate.whole(n, "n"), [tuple(pair) for pair in edges]
    for pair in pairs:
        ends = [validate.whole(vertex, "edges", at_least=0) for vertex in pair]
        if len(ends) != 2 or ends[0] == ends[1] or max(ends) >= n:
            raise ValueError(f"edges must be pairs of two vertices from 0 to {n - 1}; got {pair}")
    if len(set(map(frozenset, pairs))) < len(pairs):
        raise ValueError("edges must name each pair once")
    return [(int(u), int(v)) for u, v in pairs]
