"""Many runs of an optimiser at once.  The peer is the loop over the runs: PyTorch, with which the
recipe compares, comes from the usual index with gigabytes of libraries for graphics cards."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from benchmarks.case import Case, sample
from lecture_code.optimise.descent import descend, hinge_direction, sgd
from lecture_code.optimise.optimisers import Optimiser, adadelta, adagrad, adam, momentum, rmsprop
from lecture_code.optimise.optimisers import sgd as plain

RULES = {
    "sgd": plain(0.1),
    "momentum": momentum(0.1),
    "adagrad": adagrad(0.1),
    "rmsprop": rmsprop(0.01),
    "adadelta": adadelta(),
    "adam": adam(0.01),
}


def hinge_runs() -> Iterator[Case]:
    X, y = sample("M")
    direction = hinge_direction(X, y)
    draws = np.random.default_rng(1).integers(0, len(X), size=(100, 300))
    start = np.zeros(X.shape[1])

    def one_by_one() -> np.ndarray:
        last = []
        for row in draws:
            w = start
            for i in row:
                w = w + 0.1 * (y[i] * (X[i] @ w) < 1) * y[i] * X[i]
            last.append(w)
        return np.array(last)

    yield Case(
        "SGD, hinge loss, 100 runs of 300 steps, with traces",
        ("optimise.descent.sgd",),
        partial(sgd, direction, draws, start, eta=0.1),
        lambda ours, theirs: np.allclose(ours.last, theirs, rtol=1e-9, atol=1e-12),
        one_by_one,
        "a literal loop",
        0.15,
    )


def optimisers() -> Iterator[Case]:
    """A hundred noisy runs of 300 steps on one quadratic in dimension ten."""
    rng, R, T = np.random.default_rng(0), 100, 300
    curvature = np.geomspace(0.1, 1.0, 10)
    start, noise = rng.standard_normal((R, 10)), rng.standard_normal((T + 1, R, 10))

    def together(rule: Optimiser) -> np.ndarray:
        return descend(rule, lambda w, t: curvature * w + noise[t], start, T, keep=False).w

    def one_by_one(rule: Optimiser) -> np.ndarray:
        def alone(r: int) -> np.ndarray:
            gradient = lambda w, t: curvature * w + noise[t, r]  # noqa: E731
            return descend(rule, gradient, start[r], T, keep=False).w

        return np.array([alone(r) for r in range(R)])

    for name, rule in RULES.items():
        yield Case(
            f"100 runs of {rule.name}, 300 steps, d = 10",
            (f"optimise.optimisers.{name}", "optimise.descent.descend"),
            partial(together, rule),
            np.allclose,
            partial(one_by_one, rule),
            "a loop over the runs",
            0.12,
            note="the recipe's peer is PyTorch, whose packages take gigabytes" * (name == "sgd"),
        )


def large_steps() -> Iterator[Case]:
    """Five steps on the logistic risk of the large sample: each needs two products with it."""
    X, y = sample("L", 0.1)
    start = np.zeros(X.shape[1])

    def gradient(w: np.ndarray, t: int) -> np.ndarray:
        return -(y / (1 + np.exp(y * (X @ w)))) @ X / len(X)

    def literal() -> np.ndarray:
        w, p, s = start, start, start
        for t in range(1, 6):
            v = gradient(w, t)
            p, s = 0.9 * p + 0.1 * v, 0.999 * s + 0.001 * v**2
            w = w - 0.001 * (p / (1 - 0.9**t)) / (np.sqrt(s / (1 - 0.999**t)) + 1e-8)
        return w

    yield Case(
        "5 steps of Adam, logistic risk, L",
        ("optimise.optimisers.adam", "optimise.descent.descend"),
        lambda: descend(adam(), gradient, start, 5, keep=False).w,
        lambda ours, theirs: np.allclose(ours, theirs, rtol=1e-9, atol=1e-12),
        literal,
        "a literal loop",
        1.1,
        loops=(X, lambda w: 5),
    )


def cases() -> Iterator[Case]:
    yield from hinge_runs()
    yield from optimisers()
    yield from large_steps()
