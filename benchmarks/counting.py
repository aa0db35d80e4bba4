"""Trials and labellings: Monte Carlo, exact limits, growth functions, the VC dimension."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.stats import binomtest

from benchmarks.case import Case
from lecture_code.checks import frequency
from lecture_code.core.classes import errors
from lecture_code.core.hypotheses import Table
from lecture_code.core.laws import FiniteLaw
from lecture_code.theory.halfspaces import cover_count, halfspaces_on
from lecture_code.theory.pac import bad_hypotheses, simulated_erm_failures
from lecture_code.theory.vc import encode, growth, intervals_on, rectangles_on, vc_dimension


def one_sample_at_a_time(
    wrong: np.ndarray, bad: np.ndarray, p: np.ndarray, m: int, trials: int
) -> int:
    """Return how often some minimiser of the empirical risk is bad, read off the definition."""
    rng, failures = np.random.default_rng(1), 0
    for _ in range(trials):
        mistakes = wrong[:, rng.choice(len(p), size=m, p=p)].sum(axis=1)
        failures += mistakes[bad].min() == mistakes.min()
    return failures


def simulations() -> Iterator[Case]:
    """The failures of ERM: 200 functions on 64 points, one of them the target, m = 83."""
    rng, eps, m = np.random.default_rng(0), 0.1, 83
    x, p = np.arange(64.0), rng.dirichlet(np.ones(64))
    rows = rng.integers(0, 2, size=(200, 64))
    near = np.where(rng.random((100, 64)) < 0.1, 1 - rows[0], rows[0])  # half are near the target
    H = [Table(x, row) for row in np.vstack([rows[:100], near])]
    law = FiniteLaw(x, rows[0], p)
    wrong, bad = errors(H, law.X, law.y), bad_hypotheses(H, law, eps)
    bound = float(((1 - (wrong[bad] @ p)) ** m).sum())  # the union bound, without 1 - x <= e^-x

    def simulate(trials: int) -> int:
        return simulated_erm_failures(H, law, eps, m, trials, rng=np.random.default_rng(2))

    def agree(ours: Any, theirs: Any) -> bool:
        counts = [frequency(ours, 20_000), frequency(theirs, 20_000)]
        lowest = min(count.high for count in counts)
        return max(count.low for count in counts) <= min(lowest, bound)

    yield Case(
        "Monte Carlo, |H| = 200, 64 atoms, 20,000 trials",
        ("theory.pac.simulated_erm_failures",),
        partial(simulate, 20_000),
        agree,
        partial(one_sample_at_a_time, wrong, bad, p, m, 20_000),
        "a loop over the trials",
        0.12,
        slow=True,
    )
    yield Case(
        "Monte Carlo, |H| = 200, 64 atoms, 100,000 trials",
        ("theory.pac.simulated_erm_failures",),
        partial(simulate, 100_000),
        lambda ours, theirs: frequency(ours, 100_000).low <= bound,
        target=0.5,
        note="the recipe allows a second; most of it is numpy's multinomial draw",
    )


def limits() -> Iterator[Case]:
    hits, n, error = range(0, 4000, 20), 4000, 0.01

    def one_test_at_a_time() -> list[tuple[float, float]]:
        level = 1 - 2 * error
        tests = (binomtest(k, n).proportion_ci(level, method="exact") for k in hits)
        return [(test.low, test.high) for test in tests]

    yield Case(
        "200 Clopper–Pearson intervals",
        ("checks.frequency",),
        lambda: [(e.low, e.high) for e in (frequency(k, n, error=error) for k in hits)],
        lambda ours, theirs: np.allclose(ours, theirs, rtol=0, atol=1e-11),
        one_test_at_a_time,
        "scipy binomtest",
        0.05,
    )


def codes_by_linear_programs(X: np.ndarray) -> np.ndarray:
    """Return the labellings by halfspaces, one linear program for each candidate."""
    n, d = X.shape
    labels = np.arange(1 << n)[:, None] >> np.arange(n) & 1

    def possible(row: np.ndarray) -> bool:
        # <w, x> >= 1 for the ones and <= 0 for the others
        rows, bound = np.where(row, -1.0, 1.0)[:, None] * X, np.where(row, -1.0, 0.0)
        return linprog(np.zeros(d), rows, bound, bounds=[(None, None)] * d).status == 0

    return encode([row for row in labels if possible(row)])


def labellings() -> Iterator[Case]:
    rng = np.random.default_rng(0)
    for name, X in [
        ("random points", rng.standard_normal((8, 3))),
        ("grid points", rng.integers(-2, 3, (8, 3))),
    ]:
        yield Case(
            f"halfspaces on 8 {name}, d = 3",
            ("theory.halfspaces.halfspaces_on",),
            lambda X=X: encode(halfspaces_on(X)),
            np.array_equal,
            partial(codes_by_linear_programs, X),
            "a linprog for each labelling",
            0.05,
        )
    many = rng.standard_normal((40, 4))
    yield Case(
        "halfspaces on 40 random points, d = 4",
        ("theory.halfspaces.halfspaces_on",),
        partial(halfspaces_on, many, strict=True),
        lambda ours, theirs: len(ours) == cover_count(40, 4),
        target=0.5,
    )


def growth_by_sets(table: np.ndarray, m: int) -> int:
    """Return the largest number of different rows on m columns, set by set."""
    sets = combinations(range(table.shape[1]), m)
    return max(len(np.unique(table[:, list(columns)], axis=0)) for columns in sets)


def dimensions() -> Iterator[Case]:
    rng = np.random.default_rng(0)
    table = intervals_on(np.arange(14.0))
    yield Case(
        "growth function of intervals, 5 of 14 points",
        ("theory.vc.growth",),
        partial(growth, table, 5),
        lambda ours, theirs: ours == theirs == 16,
        partial(growth_by_sets, table, 5),
        "unique, set by set",
        0.25,
    )
    boxes = np.vstack([np.eye(3), -np.eye(3), rng.uniform(-0.4, 0.4, (6, 3))])
    for name, action, dimension in [
        ("rectangles on 16 points", partial(rectangles_on, rng.standard_normal((16, 2))), 4),
        ("boxes on 12 points, d = 3", partial(rectangles_on, boxes), 6),
        ("halfspaces on 10 points, d = 5", partial(halfspaces_on, rng.standard_normal((10, 5))), 5),
    ]:
        yield Case(
            f"VC dimension of {name}",
            ("theory.vc.vc_dimension",),
            lambda action=action: vc_dimension(action()),
            lambda ours, theirs, dimension=dimension: ours == dimension,
            target=0.5,
        )


def cases() -> Iterator[Case]:
    yield from simulations()
    yield from limits()
    yield from labellings()
    yield from dimensions()
