"""Halfspaces: perceptron, pocket, separability, fewest mistakes."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from scipy.optimize import linprog
from sklearn.linear_model import Perceptron

from benchmarks.case import Case, optional, sample
from lecture_code.chapters.c05_big_m import big_m
from lecture_code.linear.disagreement import minimum_disagreement
from lecture_code.linear.perceptron import cyclic_perceptron
from lecture_code.linear.pocket import pocket
from lecture_code.linear.separability import separating_halfspace


def literal_updates(X: np.ndarray, y: np.ndarray, passes: int) -> list[int]:
    """Return the updates of the cyclic perceptron read off its definition."""
    w, chosen = np.zeros(X.shape[1]), []
    for _ in range(passes):
        for i in range(len(X)):
            if y[i] * X[i].dot(w) <= 0:
                w += y[i] * X[i]
                chosen.append(i)
    return chosen


def perceptrons() -> Iterator[Case]:
    for size, target in [("S", 0.2), ("M", 1.2), ("L", 1.0)]:
        X, y = sample(size)
        run = cyclic_perceptron(X, y)
        peer = Perceptron(shuffle=False, fit_intercept=False, tol=None, max_iter=run.passes)

        def agree(ours: Any, theirs: Any, X: np.ndarray = X, y: np.ndarray = y) -> bool:
            same = ours.chosen.tolist() == literal_updates(X, y, ours.passes)
            return same and ours.converged and np.array_equal(ours.w, theirs.coef_[0])

        yield Case(
            f"cyclic perceptron {size} ({run.updates} updates, {run.passes} passes)",
            ("linear.perceptron.cyclic_perceptron",),
            partial(cyclic_perceptron, X, y),
            agree,
            partial(peer.fit, X, y),
            "sklearn Perceptron",
            target,
            loops=(X, lambda run: run.passes) if size == "L" else None,
        )


def compiled_pocket(numba: Any) -> Any:
    """Return the pocket algorithm compiled, with the same random choices."""

    @numba.njit
    def run(X, y, T, rng):  # type: ignore[no-untyped-def]
        m, d = X.shape
        w, best, fewest = np.zeros(d), np.zeros(d), m + 1
        wrong = np.empty(m, np.int64)
        for t in range(T + 1):
            n = 0
            for i in range(m):
                score = 0.0
                for j in range(d):
                    score += X[i, j] * w[j]
                if y[i] * score <= 0:
                    wrong[n] = i
                    n += 1
            if n < fewest:
                best, fewest = w.copy(), n
            if n == 0 or t == T:
                break
            i = wrong[rng.integers(0, n)]
            w += y[i] * X[i]
        return best, fewest

    return run


def pockets() -> Iterator[Case]:
    rng = np.random.default_rng(0)
    X, y = rng.standard_normal((1000, 5)), rng.choice([-1.0, 1.0], 1000)
    samples = {
        "S": (sample("S", 0.1), 2000, None),
        "m = 1000, d = 5": ((X, np.where(rng.random(1000) < 0.2, y, np.sign(X[:, 0]))), 2000, 1.2),
        "M": (sample("M", 0.1), 1000, 1.2),
        "L": (sample("L", 0.1), 50, 1.2),
    }
    notes = {
        "S": "no target: a step costs the calls of numpy, not arithmetic",
        "m = 1000, d = 5": "a step is 5,000 multiplications only, so the calls of numpy are felt",
    }
    numba = optional("numba")
    compiled = compiled_pocket(numba) if numba else None
    for name, ((X, y), T, target) in samples.items():
        yield Case(
            f"pocket {name}, {T} updates",
            ("linear.pocket.pocket",),
            lambda X=X, y=y, T=T: pocket(X, y, updates=T, rng=np.random.default_rng(1)),
            lambda a, b: a.best_mistakes == b[1] and np.allclose(a.w, b[0], rtol=1e-9),
            lambda X=X, y=y, T=T: compiled(X, y, T, np.random.default_rng(1)),
            "numba, the same loop",
            target,
            missing="" if numba else "numba",
            loops=(X, lambda run: run.updates + 1) if name == "L" else None,
            note=notes.get(name, ""),
        )


def separates(answer: Any, X: np.ndarray, y: np.ndarray) -> bool:
    return bool(answer.separable and (y * (X @ answer.w)).min() > 0)


def is_certified(answer: Any, X: np.ndarray, y: np.ndarray) -> bool:
    if answer.separable:
        return False
    alpha = answer.certificate
    return bool(alpha.min() >= 0 and np.abs((alpha * y) @ X).max() < 1e-12)


def dense_program(X: np.ndarray, y: np.ndarray) -> Any:
    """Solve the linear program of separability on the whole sample."""
    m, d = X.shape
    return linprog(
        np.r_[np.zeros(d), -1.0],
        A_ub=np.c_[-y[:, None] * X, np.ones(m)],
        b_ub=np.zeros(m),
        bounds=[(-1, 1)] * d + [(None, 1)],
    )


def separations() -> Iterator[Case]:
    for size, target in [("S", 1.0), ("M", 0.25), ("L", 0.5)]:
        for flips, proved in [(0.0, separates), (0.1, is_certified)]:
            X, y = sample(size, flips)
            yield Case(
                f"separability {size}, {'not ' if flips else ''}separable",
                ("linear.separability.separating_halfspace",),
                partial(separating_halfspace, X, y),
                lambda ours, theirs, X=X, y=y, proved=proved: proved(ours, X, y),
                None if size == "L" else partial(dense_program, X, y),
                "" if size == "L" else "dense linprog",
                target,
                note="one call of linprog as the peer's, on half the points, and the exact proof"
                * (size == "S"),
            )


def fewest_mistakes() -> Iterator[Case]:
    rng = np.random.default_rng(0)
    for m, d in [(60, 2), (40, 3)]:
        X, y = rng.integers(-3, 4, (m, d)).astype(float), rng.choice([-1.0, 1.0], m)
        y = np.where(rng.random(m) < 0.1, y, np.where(X[:, 0] > 0, 1.0, -1.0))
        yield Case(
            f"minimum disagreement m = {m}, d = {d}",
            ("linear.disagreement.minimum_disagreement",),
            partial(minimum_disagreement, X, y),
            lambda ours, theirs: bool(ours.optimal and ours.mistakes == theirs.mistakes),
            partial(big_m, X, y),
            "milp with a big M",
            1.0,
        )


def cases() -> Iterator[Case]:
    yield from perceptrons()
    yield from pockets()
    yield from separations()
    yield from fewest_mistakes()
