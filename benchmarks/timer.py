"""Compare the answers of ours and of a peer, then time both in turns."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any

BUDGET = 1.5  # seconds for one line
Action = Callable[[], Any]


class WrongResult(Exception):
    """Ours and the peer disagree."""


@dataclass(frozen=True)
class Case:
    """What is measured against what: `target` bounds the ratio of our time to the peer's.

    `agree(ours, theirs)` says whether the two answers are right. A `slow` peer runs once.
    """

    name: str
    ours: Action
    against: str
    peer: Action
    target: float
    agree: Callable[[Any, Any], bool]
    slow: bool = False


@dataclass(frozen=True)
class Line:
    """What was measured, in seconds."""

    case: Case
    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs

    @property
    def verdict(self) -> str:
        over = self.ratio / self.case.target
        return "met" if over <= 1 else "MISSED" if over <= 3 else "FAR"


def seconds(action: Action) -> tuple[float, Any]:
    """Processor time, which one thread spends as it would on an idle machine, and the answer."""
    start = time.process_time()
    result = action()
    return time.process_time() - start, result


def measure(case: Case, budget: float = BUDGET) -> Line:
    """Compare the answers, then take the medians of both times, in turns A B A B."""
    found = case.ours()
    once, answer = seconds(case.peer)
    if not case.agree(found, answer):
        raise WrongResult(case.name)
    ours: list[float] = []
    theirs = [once] if case.slow else []
    while len(ours) < 3 or (sum(ours + theirs) < budget and len(ours) < 200):
        ours.append(seconds(case.ours)[0])
        if not case.slow:
            theirs.append(seconds(case.peer)[0])
    return Line(case, median(ours), median(theirs))
