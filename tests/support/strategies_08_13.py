"""Small instances for the theorems of chapters 08-13, and exact arithmetic to judge them by.

Coordinates are small integers, so inner products are exact and a counter-example shrinks to one
that can be read.  ``F`` turns numbers into Fractions, in arrays that numpy multiplies exactly.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import Phase, find, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lecture_code.core.enumeration import count_vectors, probability_of
from lecture_code.solvers.rational import pivots

CLOSE = 1e-9  # what sums of a few dozen floats may be off by
LAMS = st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 2), Fraction(1, 8), Fraction(1, 30)])


def examples(n: int) -> settings:
    """Return the settings of a property: the same n instances in every run."""
    return settings(derandomize=True, deadline=None, database=None, max_examples=n)


def counterexample(strategy: st.SearchStrategy[Any], printed: Callable[[Any], bool]) -> Any:
    """Return an instance on which a printed statement is false, the first one found, or raise.

    It is not made smaller: with exact programs inside that takes half a minute.
    """
    quick = settings(examples(200), phases=[Phase.generate])
    return find(strategy, lambda instance: not printed(instance), settings=quick)


def vectors(d: int, most: int = 2) -> st.SearchStrategy[np.ndarray]:
    """Draw a vector of d whole numbers."""
    return arrays(np.int64, d, elements=st.integers(-most, most))


@st.composite
def points(
    draw: st.DrawFn, m: tuple[int, int] = (1, 4), d: tuple[int, int] = (1, 2), *, most: int = 2,
    distinct: bool = False,
) -> np.ndarray:  # fmt: skip
    """Draw m points of d whole coordinates."""
    rows, columns = draw(st.integers(*m)), draw(st.integers(*d))
    row = st.tuples(*[st.integers(-most, most)] * columns)
    if distinct:
        rows = min(rows, (2 * most + 1) ** columns)
    return np.array(draw(st.lists(row, min_size=rows, max_size=rows, unique=distinct)))


@st.composite
def labelled(
    draw: st.DrawFn, m: tuple[int, int] = (1, 4), d: tuple[int, int] = (1, 2), *, most: int = 2,
    both: bool = False,
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """Draw m points with labels -1 and +1, both of which occur if asked."""
    X = draw(points((max(m[0], 2), m[1]) if both else m, d, most=most))
    y = np.array(draw(st.lists(st.sampled_from([1, -1]), min_size=len(X), max_size=len(X))))
    if both:
        y[:2] = 1, -1
    return X, y


@st.composite
def separable(
    draw: st.DrawFn, m: tuple[int, int] = (1, 4), d: tuple[int, int] = (1, 2), *, most: int = 2,
    through_origin: bool = False,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:  # fmt: skip
    """Draw a sample that some halfspace (w, b) of whole numbers labels correctly, and these."""
    X = draw(points(m, d, most=most))
    w = draw(vectors(X.shape[1]).filter(lambda w: bool(w.any())))
    b = 0 if through_origin else draw(st.integers(-2, 2))
    scores = X @ w + b
    keep = scores != 0
    if not keep.any():
        X, scores, keep = w[None], np.array([int(w @ w)]), np.array([True])
        b = 0
    return X[keep], np.sign(scores[keep]), w, b


def shares(n: int, most: int = 4) -> st.SearchStrategy[list[Fraction]]:
    """Draw n probabilities, Fractions that sum to one."""
    return (
        st.lists(st.integers(0, most), min_size=n, max_size=n)
        .filter(any)
        .map(lambda c: [Fraction(k, sum(c)) for k in c])
    )


def rationals(least: int, most: int, denominator: int = 4) -> st.SearchStrategy[Fraction]:
    """Draw a fraction between two, of a small denominator."""
    return st.fractions(least, most, max_denominator=denominator)


def F(A: Any) -> np.ndarray:
    """Return an array of Fractions, equal to the numbers given."""
    given = np.asarray(A, dtype=object)
    exact = np.empty(given.shape, dtype=object)
    exact.flat = [Fraction(e.item() if isinstance(e, np.generic) else e) for e in given.flat]
    return exact


def solve(A: Any, b: Any) -> np.ndarray | None:
    """Return one exact solution of A x = b, or None."""
    rows = np.column_stack([F(A), F(b)])
    columns, reduced = pivots(rows.tolist())
    n = rows.shape[1] - 1
    if n in columns:
        return None
    x = F(np.zeros(n, dtype=int))
    for j, row in zip(columns, reduced, strict=True):
        x[j] = row[-1]
    return x


def rank(A: Any) -> int:
    """Return the exact rank of a matrix."""
    return len(pivots(F(A).tolist())[0])


def determinant(A: Any) -> Any:
    """Return the determinant, by expansion along the first row."""
    if len(A) == 0:
        return 1
    rest = A[1:]
    return sum(
        (-1) ** j * A[0][j] * determinant([[*row[:j], *row[j + 1 :]] for row in rest])
        for j in range(len(A))
    )


def signs(m: int) -> Iterator[tuple[int, ...]]:
    """Run through {-1, +1}^m."""
    return itertools.product((1, -1), repeat=m)


def hull_square(Z: Any) -> Fraction:
    """Return the squared distance of the origin from the convex hull of the rows, exactly.

    The nearest point of the hull is the nearest point of the affine hull of some rows, so the
    least square over all affinely independent rows whose weights are not negative is the answer.
    """
    Z, best = F(Z), None
    for size in range(1, Z.shape[1] + 2):
        for chosen in itertools.combinations(range(len(Z)), size):
            G = Z[list(chosen)] @ Z[list(chosen)].T
            border = np.block(
                [[G, F(np.ones((size, 1), int))], [F(np.ones((1, size), int)), F([[0]])]]
            )
            found = solve(border, [0] * size + [1])
            if found is not None and (found[:-1] >= 0).all():
                square = found[:-1] @ G @ found[:-1]
                best = square if best is None else min(best, square)
    assert best is not None
    return best


def box_dual(G: Any, y: Sequence[int], lam: Fraction, bias: bool) -> tuple[Fraction, np.ndarray]:
    """Return the maximum and a maximiser of the dual of the soft SVM with lam |w|^2, exactly.

    max sum a_i - (1/4 lam) sum a_i a_j y_i y_j G_ij for 0 <= a_i <= 1/m (and sum a_i y_i = 0): on
    the face where some a_i are 0, some 1/m and the others free, a maximum solves linear equations.
    """
    m, y, G = len(y), F(y), F(G)
    Q, top, best = G * np.outer(y, y) / (2 * lam), Fraction(1, len(y)), None
    for kinds in itertools.product((0, 1, None), repeat=m):
        free = [i for i in range(m) if kinds[i] is None]
        a = F([top * (k or 0) for k in kinds])
        A, b = Q[np.ix_(free, free)], 1 - (Q @ a)[free]
        if bias:
            edge = y[free][:, None]
            A = np.block([[A, edge], [edge.T, F([[0]])]]) if free else F(np.zeros((1, 0), int))
            b = np.append(b, -(y @ a))
        if free:
            x = solve(A, b)
            if x is None:
                continue
            a[free] = x[: len(free)]
        if (bias and y @ a != 0) or (a < 0).any() or (a > top).any():
            continue
        value = a.sum() - a @ Q @ a / 2
        if best is None or value > best[0]:
            best = value, a
    assert best is not None
    return best


def hinges(margins: Any) -> np.ndarray:
    """Return max(0, 1 - u) for each margin, in Fractions."""
    return F([max(Fraction(0), 1 - u) for u in F(margins)])


def failing(D: Sequence[Fraction], m: int, bad: Callable[[np.ndarray], bool]) -> Fraction:
    """Return the exact probability that m draws from a finite distribution have bad counts."""
    counts = count_vectors(len(D), m)
    return probability_of([bad(row) for row in counts], counts, list(D))


def all_samples(D: Sequence[Fraction], m: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Run through all sequences of m atoms of a finite distribution, each with its probability."""
    for drawn in itertools.product(range(len(D)), repeat=m):
        yield drawn, math.prod((D[j] for j in drawn), start=Fraction(1))


def street(X: Any, y: Any, bias: bool = True) -> tuple[np.ndarray, Fraction, np.ndarray] | None:
    """Return the exact hard SVM (w, b, multipliers), or None if there is no separator.

    The shortest w has multipliers on independent rows (thm-support-vectors), so one of the sets of
    at most d + 1 examples, all with margin 1, gives it: all sets are tried.
    """
    Z, s = F(X) * F(y)[:, None], F(y)
    best = None
    for size in range(1 + X.shape[1] + bias):
        for chosen in map(list, itertools.combinations(range(len(s)), size)):
            A, c = Z[chosen] @ Z[chosen].T, F([1] * size)
            if bias:
                edge = s[chosen][:, None]
                A = np.block([[A, edge], [edge.T, F([[0]])]])
                c = np.append(c, F([0]))
            found = solve(A, c) if len(c) else c
            if found is None or (found[:size] < 0).any():
                continue
            w, b = found[:size] @ Z[chosen] if size else F([0] * X.shape[1]), Fraction(0)
            b = found[size] if bias else b
            if (Z @ w + s * b >= 1).all() and (best is None or w @ w < best[0] @ best[0]):
                alpha = F([0] * len(s))
                alpha[chosen] = found[:size]
                best = w, b, alpha
    return best


def nearest(q: Any, A: Any, c: Any) -> tuple[np.ndarray, np.ndarray] | None:
    """Return the exact minimiser of |v|^2 / 2 + <q, v> where A v >= c, with multipliers, or None.

    Some multipliers stand on independent rows, so all sets of at most n rows are tried.
    """
    q, A, c = F(q), F(A), F(c)
    for size in range(len(q) + 1):
        for chosen in map(list, itertools.combinations(range(len(A)), size)):
            rows = A[chosen]
            part = solve(rows @ rows.T, c[chosen] + rows @ q) if size else F([])
            if part is None or (part < 0).any():
                continue
            v = part @ rows - q if size else -q
            if (A @ v >= c).all():
                alpha = F([0] * len(A))
                alpha[chosen] = part
                return v, alpha
    return None


RAYS = [np.array([math.cos(a), math.sin(a)]) for a in np.arange(12) * math.pi / 6]


@st.composite
def margin_worlds(draw: st.DrawFn) -> tuple[np.ndarray, list[Fraction], int, float, float]:
    """Draw three points y x of the plane, their distribution, a size, delta and a margin."""
    X, y = draw(labelled((3, 3), (2, 2)))
    D, m = draw(shares(3)), draw(st.sampled_from([9, 16]))
    delta, gamma = draw(st.sampled_from([0.3, 0.9])), draw(st.sampled_from([1.0, 4.0, 12.0]))
    return X * y[:, None], D, m, delta, gamma
