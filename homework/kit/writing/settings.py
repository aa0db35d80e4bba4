"""Read the settings of a course: ``course.yml`` beside the masters, in which any line is optional.

seconds: 10                  # of computing, for one cell and for one call of a function
memory: 2                    # gigabytes
packages: [numpy, scipy, matplotlib, IPython]   # to be imported, beside the standard library
free_days: 0                 # that a submission may be late without a loss
percent_a_day: 0             # lost for each day after them
counts: last                 # of a student's submissions the last or the best
weights: {13-neural-networks: 2}   # of assignments in the gradebook; 1 for the others
without_worst: 0             # that many assignments are left out, the worst ones
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from homework.kit.running.sandbox import Limits
from homework.kit.writing.markers import MasterError, read_settings, read_text

FILE = "course.yml"
WHOLE = ("seconds", "without_worst")


@dataclass(frozen=True)
class Course:
    """The settings of a course."""

    seconds: int = 10
    memory: float = 2
    packages: tuple[str, ...] = ("numpy", "scipy", "matplotlib", "IPython")
    free_days: float = 0
    percent_a_day: float = 0
    counts: str = "last"
    weights: Mapping[str, float] = field(default_factory=dict)
    without_worst: int = 0

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> Course:
        """Return the settings in a file; raises MasterError if they are not sound."""
        if unknown := found.keys() - {field.name for field in fields(cls)}:
            raise MasterError(f"{FILE}: there is no setting {', '.join(sorted(unknown))}")
        packages = found.get("packages", cls.packages)
        if not isinstance(packages, list | tuple) or not all(
            isinstance(name, str) and name.isidentifier() for name in packages
        ):
            raise MasterError(f"{FILE}: packages is a list of names, not {packages!r}")
        counts, weights = found.get("counts", cls.counts), found.get("weights") or {}
        if counts not in ("last", "best"):
            raise MasterError(f"{FILE}: counts is last or best, not {counts!r}")
        if not isinstance(weights, Mapping):
            raise MasterError(f"{FILE}: weights has lines of the form NAME: number")
        for name, weight in weights.items():
            if isinstance(weight, bool) or not isinstance(weight, int | float) or weight < 0:
                raise MasterError(f"{FILE}: the weight of {name} is a number that is at least 0")
        texts = ("packages", "counts", "weights")
        numbers = {name: value for name, value in found.items() if name not in texts}
        for name, value in numbers.items():
            most = {"seconds": 100, "memory": 64, "percent_a_day": 100}.get(name, 1000)
            least = 1 if name in ("seconds", "memory") else 0
            whole = int if name in WHOLE else int | float
            if (
                isinstance(value, bool)
                or not isinstance(value, whole)
                or not least <= value <= most
            ):
                kind = "whole number" if name in WHOLE else "number"
                raise MasterError(f"{FILE}: {name} is a {kind} from {least} to {most}")
        return cls(packages=tuple(packages), counts=counts, weights=dict(weights), **numbers)

    def limits(self) -> Limits:
        """Return what one submission may use."""
        return Limits(
            seconds=self.seconds, waiting=4.0 * self.seconds, in_all=30 * self.seconds,
            memory=int(self.memory * 2**30), packages=self.packages,
        )  # fmt: skip

    def kept(self, late_days: float) -> float:
        """Return the share of the points that a late submission keeps.

        >>> Course(free_days=1, percent_a_day=10).kept(3)
        0.8
        """
        return max(0.0, 1 - self.percent_a_day / 100 * max(0.0, late_days - self.free_days))


def read_course(folder: Path) -> Course:
    """Read the settings in a folder of masters; without a file they are the defaults."""
    path = folder / FILE
    return Course.of(read_settings(read_text(path), FILE)) if path.exists() else Course()
