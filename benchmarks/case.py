"""One line of the table: what is measured against what, and how."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib import import_module
from statistics import median
from typing import Any

import numpy as np

SIZES = {"S": (100, 2, 0.05), "M": (5_000, 20, 0.1), "L": (200_000, 50, 0.3)}  # m, d, margin
BUDGET = 1.5  # seconds for one line

Action = Callable[[], Any]


class WrongResult(Exception):
    """Ours and the peer, or ours and the definition, disagree."""


@dataclass(frozen=True)
class Case:
    """What is measured: ``target`` bounds the ratio ours/peer, or our seconds without a peer.

    ``of``: the functions of the package, "module.name"; ``missing``: the package without which the
    peer cannot run; ``slow``: the peer runs once; ``loops``: for a loop bound by memory, its matrix
    and the number of passes through it in our result; ``note``: what explains peer or ratio.
    """

    name: str
    of: tuple[str, ...]
    ours: Action
    agree: Callable[[Any, Any], bool]
    peer: Action | None = None
    against: str = ""
    target: float | None = None
    missing: str = ""
    slow: bool = False
    loops: tuple[np.ndarray, Callable[[Any], int]] | None = None
    note: str = ""


@dataclass(frozen=True)
class Line:
    """What was measured, in seconds; ``product``: one X @ w, for ``loops`` passes through X."""

    name: str
    of: tuple[str, ...] = ()
    against: str = ""
    target: float | None = None
    note: str = ""
    missing: str = ""
    ours: float | None = None
    theirs: float | None = None
    product: float | None = None
    loops: int = 1

    @property
    def ratio(self) -> float | None:
        """Ours over the peer's; without a peer, ours over one product X @ w at size L."""
        other = self.theirs or self.product
        return self.ours / other if self.ours and other else None

    @property
    def passes(self) -> float | None:
        """Of a loop bound by memory: one pass of it, in products X @ w."""
        return self.ours / self.loops / self.product if self.ours and self.product else None

    @property
    def verdict(self) -> str:
        if self.missing:
            return f"not run: {self.missing} is missing"
        if self.target is None:
            return "no target"
        reached = self.ratio if self.theirs else self.ours
        return "met" if reached is not None and reached <= self.target else "MISSED"


def optional(package: str) -> Any:
    """Return a package that need not be there, or None."""
    try:
        return import_module(package)
    except ImportError:
        return None


@cache
def sample(size: str, flips: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Return Gaussian points moved off a hyperplane by the margin of the size, labels by side."""
    m, d, margin = SIZES[size]
    rng = np.random.default_rng(0)
    X, u = rng.standard_normal((m, d)), rng.standard_normal(d)
    u /= np.linalg.norm(u)
    y = np.sign(X @ u)
    X += margin * y[:, None] * u
    y[rng.random(m) < flips] *= -1
    return X, y


def seconds(action: Action) -> tuple[float, Any]:
    start = time.process_time()
    result = action()
    return time.process_time() - start, result


def measure(case: Case, budget: float = BUDGET) -> Line:
    """Compare the results, then return the median seconds of ours and of the peer, in turns."""
    line = Line(case.name, case.of, case.against, case.target, case.note, case.missing)
    if case.missing:
        return line
    found = case.ours()
    once, answer = seconds(case.peer) if case.peer else (0.0, None)
    if not case.agree(found, answer):
        raise WrongResult(case.name)
    again = None if case.slow else case.peer
    X, passes = case.loops or (None, lambda found: 1)
    if X is None and case.peer is None:
        X = sample("L")[0]
    product = None if X is None else partial(np.matmul, X, np.ones(X.shape[1]))
    times: dict[str, list[float]] = {"ours": [], "theirs": [], "product": []}
    while len(times["ours"]) < 3 or (
        sum(map(sum, times.values())) < budget and len(times["ours"]) < 200
    ):
        for name, action in (("ours", case.ours), ("theirs", again), ("product", product)):
            if action:
                times[name].append(seconds(action)[0])
    if case.peer and case.slow:
        times["theirs"] = [once]
    medians = {name: median(values) for name, values in times.items() if values}
    return replace(line, **medians, loops=passes(found))
