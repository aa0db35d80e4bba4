r"""Confront claims of the book with numbers: each must hold or break as it says, or it raises.

``claim`` names a statement and a world once, for several findings; ``check`` and ``refute`` make
one each.

A number is exact (int, Fraction), rounded (float) or estimated (``Estimate``: an interval that
misses the truth with a stated probability).  A claim ``measured <= bound`` has three verdicts:

* it *holds* if all numbers in the two intervals satisfy it;
* it is *violated* if none do;
* otherwise it is *undecided*, which is a failure too.  NaN never holds and is never violated.

Between floats that agree up to rounding ``<=`` holds and ``<`` is undecided; exact numbers are
compared exactly.

:Source: the book's page on how its checks work.
"""

from lecture_code.checks.estimates import ERROR, Estimate, frequency, mean
from lecture_code.checks.report import Check, Evidence, NotComputable, Refutation, report
from lecture_code.checks.verdicts import (
    BoundUndecided,
    BoundViolated,
    Claim,
    NotRefuted,
    cannot_check,
    check,
    claim,
    refute,
)

__all__ = [
    "ERROR", "BoundUndecided", "BoundViolated", "Check", "Claim", "Estimate", "Evidence",
    "NotComputable", "NotRefuted", "Refutation", "cannot_check", "check", "claim", "frequency",
    "mean", "refute", "report",
]  # fmt: skip
