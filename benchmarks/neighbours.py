"""Nearest neighbours: a few queries, a plane full of points, many small samples."""

from collections.abc import Iterator
from functools import partial

import numpy as np
from sklearn.neighbors import KNeighborsClassifier

from benchmarks.case import Case, sample
from lecture_code.core.neighbours import nearest_neighbour


def ours(X: np.ndarray, y: np.ndarray, k: int, Q: np.ndarray) -> np.ndarray:
    return nearest_neighbour(X, y, k=k)(Q)


def theirs(X: np.ndarray, y: np.ndarray, k: int, Q: np.ndarray) -> np.ndarray:
    return KNeighborsClassifier(k).fit(X, y).predict(Q)


def queries() -> Iterator[Case]:
    rng = np.random.default_rng(0)
    plane = {m: (rng.standard_normal((m, 2)), rng.choice([-1.0, 1.0], m)) for m in (5000, 200_000)}
    samples = {size: sample(size) for size in "SML"}
    samples |= {f"in the plane, m = {m}": points for m, points in plane.items()}
    for size, k, target in [
        ("S", 1, 1.2),
        ("M", 1, 1.2),
        ("M", 15, 1.2),
        ("in the plane, m = 5000", 1, 1.2),
        ("in the plane, m = 200000", 1, 1.2),
        ("L", 1, 4.0),
        ("L", 5, 4.0),
    ]:
        X, y = samples[size]
        Q = np.random.default_rng(1).standard_normal((200, X.shape[1]))
        yield Case(
            f"{k} nearest neighbour{'s' * (k > 1)} {size}",
            ("core.neighbours.nearest_neighbour",),
            partial(ours, X, y, k, Q),
            np.array_equal,
            partial(theirs, X, y, k, Q),
            "sklearn KNeighborsClassifier",
            target,
            loops=(X, lambda said: len(said)) if size == "L" else None,
        )


def small_samples() -> Iterator[Case]:
    """The risk of the rule: 200 training sets of 50 points, 1000 queries each."""
    rng = np.random.default_rng(0)
    X, y = rng.standard_normal((200, 50, 2)), rng.choice([-1.0, 1.0], (200, 50))
    Q = rng.standard_normal((1000, 2))

    def risks(rule: object) -> np.ndarray:
        return np.array(
            [(rule(a, b, 1, Q) != np.sign(Q[:, 0])).mean() for a, b in zip(X, y, strict=True)]
        )  # type: ignore[operator]  # noqa: E501

    yield Case(
        "risk of the nearest neighbour, 200 samples of 50",
        ("core.neighbours.nearest_neighbour",),
        partial(risks, ours),
        np.array_equal,
        partial(risks, theirs),
        "a loop over sklearn",
        0.5,
    )


def cases() -> Iterator[Case]:
    yield from queries()
    yield from small_samples()
