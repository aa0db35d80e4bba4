"""Small random samples and finite laws on which claims are exact, and the search for a refutation.

Numbers are small integers and fractions, so that a counter-example shrinks to one a reader can
follow by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import TypeVar

import numpy as np
from hypothesis import HealthCheck, find, settings
from hypothesis import strategies as st

from lecture_code.distributions import FiniteLaw

T = TypeVar("T")
SEARCH = settings(
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=300,
    suppress_health_check=list(HealthCheck),
)

few = settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])


def counterexample(instances: st.SearchStrategy[T], claim: Callable[[T], bool]) -> T:
    """Return a smallest instance on which the claim is false; fail if none is found.

    `hypothesis.errors.NoSuchExample` is raised if the claim holds wherever it was tried.
    """
    return find(instances, lambda instance: not claim(instance), settings=SEARCH)


@cache
def vectors(d: int, K: int = 3, *, off: tuple[int, ...] = ()) -> st.SearchStrategy:
    """Integer vectors with entries in -K..K, the short ones first; those not orthogonal to ``off``.

    One choice a vector, not one a coordinate: an instance is drawn and shrunk several times faster.
    """
    grid = product(range(-K, K + 1), repeat=d)
    kept = [x for x in grid if not off or sum(a * b for a, b in zip(x, off, strict=True))]
    return st.sampled_from(sorted(kept, key=lambda x: (sum(a * a for a in x), -sum(x))))


@cache
def nonzero(d: int, K: int = 3) -> st.SearchStrategy:
    """Integer vectors with entries in -K..K, at least one of them not 0."""
    grid = [x for x in product(range(-K, K + 1), repeat=d) if any(x)]
    return st.sampled_from(sorted(grid, key=lambda x: (sum(a * a for a in x), -sum(x))))


@cache
def examples(d: int, K: int) -> st.SearchStrategy:
    """An integer vector and a label in {-1, +1}."""
    return st.tuples(vectors(d, K), st.sampled_from([1, -1]))


@st.composite
def signed_samples(draw, most=6, dimensions=(1, 3), K=3, least=1):
    """Integer points with any labels in {-1, +1}: ``X`` (m, d) and ``y`` (m,)."""
    d = draw(st.integers(*dimensions))
    drawn = draw(st.lists(examples(d, K), min_size=least, max_size=most))
    X, y = zip(*drawn, strict=True)
    return np.array(X, float), np.array(y, float)


@st.composite
def separable_samples(draw, most=6, dimensions=(1, 3), K=3, least=1):
    """Integer points labelled by an integer halfspace, none on it: ``X``, ``y`` and ``u``."""
    d = draw(st.integers(*dimensions))
    u = draw(nonzero(d, K))
    X = draw(st.lists(vectors(d, K, off=u), min_size=least, max_size=most))
    X, u = np.array(X, float), np.array(u, float)
    return X, np.sign(X @ u), u


@st.composite
def probabilities(draw, n, *, zero=True):
    """n exact probabilities that sum to one, as small fractions."""
    weights = draw(st.lists(st.integers(0 if zero else 1, 4), min_size=n, max_size=n).filter(any))
    return [Fraction(weight, sum(weights)) for weight in weights]


@st.composite
def marginals(draw, most=4):
    """A finite law on the points 0, 1, ..., n - 1: its exact probabilities."""
    return draw(probabilities(draw(st.integers(1, most))))


@st.composite
def joint_laws(draw, points=3, labels=(0, 1)):
    """An exact law on examples (x, y) with x among 0..n-1, n at most ``points``."""
    n = draw(st.integers(1, points))
    atoms = list(product(range(n), labels))
    p = draw(probabilities(len(atoms)))
    X, y = zip(*atoms, strict=True)
    return FiniteLaw(np.array(X, float), np.array(y, float), p)


def tables(n: int, least: int = 1, most: int = 4) -> st.SearchStrategy[np.ndarray]:
    """A class on n points: the (k, n) table of the answers of its k different functions."""
    rows = st.tuples(*[st.integers(0, 1)] * n)
    return st.lists(rows, min_size=least, max_size=most, unique=True).map(np.array)


def exact(values: Iterable) -> list[int | Fraction]:
    """The same numbers as integers where they are whole, as fractions otherwise."""
    listed = values.tolist() if isinstance(values, np.ndarray) else list(values)
    return [a if isinstance(a, int | Fraction) else whole(a) for a in listed]


def whole(a: float) -> int | Fraction:
    return int(a) if float(a).is_integer() else Fraction(a)


def solve(A: list[list], b: list) -> list[Fraction] | None:
    """The exact solution of a square system by elimination; None if it is singular."""
    rows = [[Fraction(a) for a in row] + [Fraction(c)] for row, c in zip(A, b, strict=True)]
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [a / rows[k][k] for a in rows[k]]
        for i in range(len(rows)):
            if i != k and rows[i][k]:
                rows[i] = [a - rows[i][k] * c for a, c in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]


def shortest_separator(X: np.ndarray, y: np.ndarray) -> list[Fraction] | None:
    """The exact w of least length with margins at least 1, by trying every active set.

    None means that no vector separates: the shortest one, if there is any, is the shortest
    solution of ``Z_S w = 1`` for some independent rows S of Z, the examples times their labels.
    """
    Z, best, least = sorted({tuple(exact(z)) for z in y[:, None] * X}), None, 0
    for k in range(1, X.shape[1] + 1):
        for S in combinations(Z, k):
            a = solve([[dot(s, t) for t in S] for s in S], [1] * k)
            if a is None or (best is not None and sum(a) >= least):  # sum(a) = |w|^2
                continue
            w = [dot(a, column) for column in zip(*S, strict=True)]
            if all(dot(w, z) >= 1 for z in Z):
                best, least = w, sum(a)
    return best


def norm2(x: Iterable) -> int | Fraction:
    """The exact squared length of a vector."""
    return sum(a * a for a in exact(x))


def dot(a: Iterable, b: Iterable) -> int | Fraction:
    """The exact inner product of two vectors of floats, integers or fractions."""
    return sum(s * t for s, t in zip(exact(a), exact(b), strict=True))
