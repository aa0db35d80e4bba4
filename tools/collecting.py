"""What pages get instead of lecture_code.checks and explore while other_seeds.py runs them.

``check`` and ``refute`` note what fails instead of raising it, and explorable figures draw nothing.
"""

from collections.abc import Callable
from typing import Any

from lecture_code import checks
from lecture_code.checks import cannot_check, frequency, mean, report, trials_needed
from lecture_code.checks.compare import compare
from lecture_code.checks.report import Finding

__all__ = ["cannot_check", "check", "explore", "frequency", "mean", "refute", "report"]
__all__ += ["trials_needed"]

#: Of each claim made so far: whether a side of it is simulated, and what failed.
noted: list[tuple[bool, str]] = []


def noting(claim: Callable[..., Any]) -> Callable[..., Any]:
    """``check`` or ``refute``, which notes a failure and goes on."""

    def made(
        theorem: str, measured: Any, relation: Any, bound: Any, *, within: Any = None, **words: str
    ) -> Any:
        simulated = compare(measured, relation, bound, within).basis == "simulated"
        try:
            found = claim(theorem, measured, relation, bound, within=within, **words)
        except AssertionError as error:
            noted.append((simulated, f"{claim.__name__}: {error}"))
            return Finding(theorem, measured, relation, bound, 0, str(error), {})
        noted.append((simulated, ""))
        return found

    return made


check, refute = noting(checks.check), noting(checks.refute)


def explore(*_: Any, **__: Any) -> None:
    """Draw nothing: a figure checks nothing."""
