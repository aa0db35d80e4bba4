"""Draw small samples and distributions on which claims are exact, and search for refutations.

Numbers are small integers and fractions, so that a counter-example shrinks to one a reader can
follow by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import factorial, prod
from typing import TypeVar

import numpy as np
from hypothesis import HealthCheck, find, settings
from hypothesis import strategies as st

from lecture_code.core.distributions import FiniteDistribution
from lecture_code.core.hypotheses import Table

T = TypeVar("T")
ROUND = 1 + 1e-12  # exact probabilities are compared with exponentials in floating point
shares = st.fractions(Fraction(1, 10), Fraction(9, 10), max_denominator=10)
gaps = st.fractions(Fraction(1, 12), 1, max_denominator=12)
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
    """Return an integer vector and a label in {-1, +1}."""
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


@cache
def probabilities(n: int, *, zero: bool = True) -> st.SearchStrategy[list[Fraction]]:
    """n exact probabilities that sum to one, as small fractions; one choice for all of them."""
    most = 4 if n < 5 else 2 if n < 7 else 1
    weights = product(range(0 if zero else 1, most + 1), repeat=n)
    distributions = {tuple(Fraction(w, sum(ws)) for w in ws): None for ws in weights if any(ws)}
    simple = sorted(distributions, key=lambda p: max(q.denominator for q in p))
    return st.sampled_from(simple).map(list)


@st.composite
def joint_distributions(draw, points=3, labels=(0, 1)):
    """Draw an exact distribution on examples (x, y) with x among 0..n-1, n at most ``points``."""
    n = draw(st.integers(1, points))
    atoms = list(product(range(n), labels))
    p = draw(probabilities(len(atoms)))
    X, y = zip(*atoms, strict=True)
    return FiniteDistribution(np.array(X, float), np.array(y, float), p)


@cache
def tables(n: int, least: int = 1, most: int = 4) -> st.SearchStrategy[np.ndarray]:
    """Return a class on n points: the (k, n) table of the answers of its k different functions."""
    rows = list(product((0, 1), repeat=n))
    if n > 4:
        return st.lists(st.sampled_from(rows), min_size=least, max_size=most, unique=True).map(
            np.array
        )
    sizes = range(least, min(most, len(rows)) + 1)
    classes = [H for k in sizes for H in combinations(rows, k)]
    return st.sampled_from(classes).map(np.array)


def exact(values: Iterable) -> list[int | Fraction]:
    """Return the same numbers as integers where they are whole, as fractions otherwise."""
    listed = values.tolist() if isinstance(values, np.ndarray) else list(values)
    return [a if isinstance(a, int | Fraction) else whole(a) for a in listed]


def whole(a: float) -> int | Fraction:
    return int(a) if float(a).is_integer() else Fraction(a)


def variance(p: list[Fraction], z: Iterable) -> int | Fraction:
    """Return the exact variance of a random variable with values z."""
    return dot(p, [(v - dot(p, z)) ** 2 for v in z])


def solve(A: list[list], b: list) -> list[Fraction] | None:
    """Return the exact solution of a square system by elimination; None if it is singular."""
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
    """Return the exact w of least length with margins at least 1, by trying every active set.

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
    """Return the exact squared length of a vector."""
    return sum(a * a for a in exact(x))


def dot(a: Iterable, b: Iterable) -> int | Fraction:
    """Return the exact inner product of two vectors of floats, integers or fractions."""
    return sum(s * t for s, t in zip(exact(a), exact(b), strict=True))


@st.composite
def worlds(draw, points=4, most=4, realizable=True):
    """Draw a distribution, a class and a target on 0..n-1: ``p``, the (k, n) table, the labels.

    The target is a member of the class, or any function if it need not be realizable.
    """
    n = draw(st.integers(1, points))
    H = draw(tables(n, most=most))
    target = draw(st.sampled_from(H.tolist()) if realizable else tables(n, most=1).map(first))
    return draw(probabilities(n)), H, np.array(target)


def first(rows: np.ndarray) -> list[int]:
    return rows[0].tolist()


def class_of(H: np.ndarray) -> list[Table]:
    """Return the predictors of a table."""
    return [Table(np.arange(H.shape[1]), row) for row in H]


def mass(p: list[Fraction], where: Iterable) -> Fraction:
    """Return the probability of the points at which something is true."""
    return sum((q for q, here in zip(p, where, strict=True) if here), Fraction(0))


def samples_of(p: list[Fraction], m: int) -> Iterable[tuple[Fraction, tuple[int, ...]]]:
    """Every sequence of m points that can occur, with its probability."""
    support = [i for i, q in enumerate(p) if q]
    return ((prod(p[i] for i in drawn), drawn) for drawn in product(support, repeat=m))


def seen(p: list[Fraction], m: int) -> dict[tuple[int, ...], Fraction]:
    """Return the probability of each set of points to be the set seen in m draws (lem-seen)."""
    support = [i for i, q in enumerate(p) if q]
    sets = [U for k in range(len(support) + 1) for U in combinations(support, k)]
    power = {U: sum((p[i] for i in U), Fraction(0)) ** m for U in sets}
    return {
        U: sum((-1) ** (len(U) - len(V)) * power[V] for V in sets if set(V) <= set(U)) for U in sets
    }


def counts_of(p: list[Fraction], m: int) -> Iterable[tuple[Fraction, tuple[int, ...]]]:
    """Every way to draw m points, the order forgotten, with its probability."""
    for drawn in combinations_with_replacement([i for i, q in enumerate(p) if q], m):
        counts = tuple(drawn.count(i) for i in range(len(p)))
        ways = factorial(m) // prod(map(factorial, counts))
        yield ways * prod(p[i] for i in drawn), counts


@st.composite
def independent(draw, most=3, low=0, high=4):
    """Independent random numbers: for each its exact probabilities and values, in quarters."""
    numbers = []
    for _ in range(draw(st.integers(1, most))):
        p = draw(probabilities(draw(st.integers(1, 3)), zero=False))
        numbers.append((p, [Fraction(draw(st.integers(low, high)), 4) for _ in p]))
    return numbers


def joint(numbers: list) -> Iterable[tuple[Fraction, tuple[Fraction, ...]]]:
    """Every outcome of independent random numbers, with its probability."""
    for cell in product(*(zip(p, z, strict=True) for p, z in numbers)):
        yield prod(q for q, _ in cell), tuple(value for _, value in cell)
