"""What pages get instead of lecture_code.checks and explore while other_seeds.py runs them.

``check``, ``refute`` and ``claim`` note what fails instead of raising it, and explorable figures
draw nothing.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from lecture_code import checks
from lecture_code.checks import cannot_check, frequency, mean, report
from lecture_code.checks.compare import compare
from lecture_code.checks.report import Finding

__all__ = ["cannot_check", "check", "claim", "explore", "frequency", "mean", "refute", "report"]


class Note(NamedTuple):
    """One claim: whether a side of it is simulated, and what failed."""

    simulated: bool
    failed: str


noted: list[Note] = []  #: the claims made so far


def noting(claim: Callable[..., Any]) -> Callable[..., Any]:
    """Return ``check`` or ``refute`` in a form that notes a failure and goes on."""

    def made(
        theorem: str, measured: Any, relation: Any, bound: Any, *, within: Any = None, **words: str
    ) -> Any:
        simulated = compare(measured, relation, bound, within).basis == "simulated"
        try:
            found = claim(theorem, measured, relation, bound, within=within, **words)
        except AssertionError as error:
            noted.append(Note(simulated, f"{claim.__name__}: {error}"))
            return Finding(theorem, measured, relation, bound, 0, {"line": str(error)})
        noted.append(Note(simulated, ""))
        return found

    return made


check, refute = noting(checks.check), noting(checks.refute)


class Claim(checks.Claim):
    """A claim that notes a failure and goes on."""

    __slots__ = ()

    def holds(self, *sides: Any, words: str = "", **more: Any) -> checks.Claim:
        return self.and_also(check(self.theorem, *sides[:3], note=self.world, **more))

    def breaks(self, *sides: Any, words: str = "", **more: Any) -> checks.Claim:
        return self.and_also(refute(self.theorem, *sides[:3], note=self.world, **more))


def claim(theorem: str, world: str) -> Claim:
    """Make a claim whose findings are noted."""
    return Claim((), theorem, world)


def explore(*_: Any, **__: Any) -> None:
    """Draw nothing: a figure checks nothing."""
