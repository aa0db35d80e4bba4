"""Small random samples and finite laws on which claims are exact, and the search for a refutation.

Numbers are small integers and fractions, so that a counter-example shrinks to one a reader can
follow by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
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
    max_examples=400,
    suppress_health_check=list(HealthCheck),
)


def counterexample(instances: st.SearchStrategy[T], claim: Callable[[T], bool]) -> T:
    """Return a smallest instance on which the claim is false; fail if none is found.

    `hypothesis.errors.NoSuchExample` is raised if the claim holds wherever it was tried.
    """
    return find(instances, lambda instance: not claim(instance), settings=SEARCH)


def vectors(d: int, K: int = 3, *, zero: bool = True) -> st.SearchStrategy[tuple[int, ...]]:
    """Integer vectors with entries in -K..K; without ``zero`` not the zero vector."""
    drawn = st.tuples(*[st.integers(-K, K)] * d)
    return drawn if zero else drawn.filter(any)


@st.composite
def signed_samples(draw, most=6, dimensions=(1, 3), K=3, least=1):
    """Integer points with any labels in {-1, +1}: ``X`` (m, d) and ``y`` (m,)."""
    d = draw(st.integers(*dimensions))
    m = draw(st.integers(least, most))
    X = draw(st.lists(vectors(d, K), min_size=m, max_size=m))
    y = draw(st.lists(st.sampled_from([1, -1]), min_size=m, max_size=m))
    return np.array(X, float), np.array(y, float)


@st.composite
def separable_samples(draw, most=6, dimensions=(1, 3), K=3, least=1):
    """Integer points labelled by an integer halfspace, none on it: ``X``, ``y`` and ``u``."""
    d = draw(st.integers(*dimensions))
    u = draw(vectors(d, K, zero=False))
    off = vectors(d, K).filter(lambda x: sum(a * b for a, b in zip(x, u, strict=True)) != 0)
    X = np.array(draw(st.lists(off, min_size=least, max_size=most)), float)
    return X, np.sign(X @ np.array(u, float)), np.array(u, float)


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


def norm2(x: np.ndarray) -> int:
    """The exact squared length of an integer vector."""
    return sum(int(a) ** 2 for a in x)


def dot(a: np.ndarray, b: np.ndarray) -> Fraction:
    """The exact inner product of two vectors of floats or fractions."""
    return sum((Fraction(s) * Fraction(t) for s, t in zip(a, b, strict=True)), Fraction(0))
