r"""Minimum disagreement is as hard as the smallest vertex cover, and what a solver makes of it.

A *vertex cover* of a graph is a set of vertices that meets every edge; the size of the smallest one
is :math:`\tau(G)`.  The sample of a graph with the vertices :math:`1, \dots, n` has the examples

* :math:`(e_u + e_v, +1)` for every edge :math:`uv`,
* :math:`(e_v, -1)` for every vertex :math:`v`,

and :math:`\mathrm{Opt}(S_G) = \tau(G)`.

**An integer program with a "big M", and why not to believe it.**

.. math:: \min \sum_i s_i \quad\text{subject to}\quad
          y_i \langle w, x_i \rangle \ge 1 - M_i s_i, \quad s_i \in \{0, 1\}, \quad |w_j| \le \beta,

with :math:`M_i = 1 + \beta \lVert x_i \rVert_1`.  For integer data with entries up to K the box
:math:`\beta = K^{d-1} d^{d/2}` loses nothing (Cramer and Hadamard).  But solvers accept an
:math:`s_i` of a millionth as zero, and a millionth of a huge :math:`M_i` is a lot: then the claimed
number of mistakes is not the true one.  Here both are reported.

:Source: chapter 05, the reduction and integer programming.  R. M. Karp, Reducibility among
    combinatorial problems (1972).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import milp  # type: ignore[attr-defined]

from lecture_code.core.predictors import LinearPredictor
from lecture_code.core.types import Array
from lecture_code.core.validate import (
    as_list,
    as_points,
    as_sample,
    as_vector,
    positive,
    positive_integer,
)
from lecture_code.linear.disagreement import disagreements
from lecture_code.solvers.lp import silence


@dataclass(frozen=True, slots=True, eq=False)
class BigM(LinearPredictor):
    r"""What the integer program says: ``w``, its ``claimed`` and its true number of ``mistakes``.

    If ``claimed`` and ``mistakes`` differ, the
    solver was deceived by its tolerances; if they agree, ``mistakes`` is attained, but that it is
    the minimum rests on the solver.  The answer is a predictor: ``answer(X_new)`` are signs.
    """

    w: Array
    claimed: int
    mistakes: int


def integer_box(X: ArrayLike) -> float:
    r"""Return :math:`\beta = K^{d-1} d^{d/2}` for integer points with entries up to K.

    ``X`` is ``(m, d)``.  Raises ValueError if an entry is not an integer.

    >>> integer_box(np.eye(4))
    16.0

    :Implements: prop-box.
    """
    X = as_points(X)
    if not (np.rint(X) == X).all():
        i, j = np.argwhere(np.rint(X) != X)[0].tolist()
        raise ValueError(f"X must hold integers; got {X[i, j]:g} at index ({i}, {j})")
    d, K = X.shape[1], max(float(np.abs(X).max()), 1.0)
    return float(K ** (d - 1) * d ** (d / 2))


def big_m(X: ArrayLike, y: ArrayLike, *, box: float | None = None) -> BigM:
    r"""Return what the integer program with a big M answers, and what is true of its answer.

    ``X`` is ``(m, d)``, ``y`` holds -1 and +1; ``box`` is :math:`\beta`, by default
    :func:`integer_box`.  Raises RuntimeError if the solver gives up.

    >>> answer = big_m([[1, 0], [1, 1], [1, 2], [1, 3]], [1, -1, 1, 1])
    >>> answer.claimed, answer.mistakes
    (1, 1)

    :Implements: prop-box.
    """
    X, y = as_sample(X, y)
    beta = integer_box(X) if box is None else positive(box, "box")
    m, d = X.shape
    Z, M = y[:, None] * X, 1 + beta * np.abs(X).sum(axis=1)
    with silence():
        answer = milp(  # type: ignore[no-untyped-call]
            np.r_[np.zeros(d), np.ones(m)],
            constraints=(np.c_[Z, np.diag(M)], 1, np.inf),
            integrality=np.r_[np.zeros(d), np.ones(m)],
            bounds=(np.r_[np.full(d, -beta), np.zeros(m)], np.r_[np.full(d, beta), np.ones(m)]),
        )
    if answer.x is None:
        raise RuntimeError(f"the integer program was not solved: {answer.message}")
    w = answer.x[:d]
    return BigM(w, round(answer.fun), disagreements(w, X, y))


Edge = tuple[int, int]


def graph_sample(n: int, edges: Sequence[Edge]) -> tuple[Array, Array]:
    r"""Return the sample of a graph: ``X`` (number of edges + n, n), entries 0 and 1, and ``y``.

    ``n`` is the number of vertices, ``edges`` are pairs of different numbers from 0 to n - 1, each
    pair once.

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

    Arguments as for ``graph_sample``.

    >>> smallest_cover(4, [(0, 1), (1, 2), (2, 3)])
    (0, 2)

    :Implements: thm-np-complete.
    """
    edges = _edges(n, edges)
    sets = (chosen for size in range(n + 1) for chosen in combinations(range(n), size))
    return next(C for C in sets if all(u in C or v in C for u, v in edges))


def cover_of(w: ArrayLike, n: int, edges: Sequence[Edge]) -> tuple[int, ...]:
    r"""Return a vertex cover with at most as many vertices as ``w`` makes mistakes on the sample.

    It holds each v whose example is a mistake, and one end of each edge whose example is one.

    >>> cover_of(np.array([-1.0, 2.0, -1.0]), 3, [(0, 1), (1, 2)])
    (1,)

    :Implements: thm-np-complete.
    """
    w = as_vector(w, positive_integer(n, "n"))
    wrong = {v for v in range(n) if -w[v] <= 0}
    return tuple(sorted(wrong | {u for u, v in _edges(n, edges) if w[u] + w[v] <= 0}))


def _vertices(pair: Edge) -> Edge:
    if not isinstance(pair, (tuple, list, np.ndarray)) or len(pair) != 2:
        raise ValueError(f"edges must be pairs of vertices; got {pair!r:.80}")
    u, v = (positive_integer(vertex, "edges", least=0) for vertex in pair)
    return u, v


def _edges(n: int, edges: Sequence[Edge]) -> list[Edge]:
    n = positive_integer(n, "n")
    pairs = [_vertices(pair) for pair in as_list(edges, "edges")]
    for pair in pairs:
        if not (0 <= min(pair) < max(pair) < n):
            raise ValueError(f"edges must be pairs of two vertices from 0 to {n - 1}; got {pair}")
    if len({frozenset(pair) for pair in pairs}) < len(pairs):
        raise ValueError("edges must name each pair once")
    return pairs
