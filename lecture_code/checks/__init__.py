r"""Claims of the book confronted with numbers: ``check`` what is true, ``refute`` what is not.

A number is exact (int, Fraction), rounded (float) or estimated (``Estimate``: an interval that
misses the truth with a stated probability).  A claim ``measured <= bound`` has three verdicts:

* it *holds* if all numbers in the two intervals satisfy it;
* it is *violated* if none do;
* otherwise it is *undecided*, which is a failure too.  NaN never holds and is never violated.

Between floats that agree up to rounding ``<=`` holds and ``<`` is undecided; exact numbers are
compared exactly.

:Source: the book's page on how its checks work.
"""

from __future__ import annotations

from typing import Any, Literal

from lecture_code.checks.compare import Claim, Number, Side, compare
from lecture_code.checks.estimates import ERROR, Estimate, frequency, mean, trials_needed
from lecture_code.checks.report import (
    Check,
    Evidence,
    Excuse,
    Refutation,
    doubt,
    failure,
    first,
    native,
    record,
    report,
    success,
)

__all__ = [
    "ERROR", "BoundUndecided", "BoundViolated", "Check", "Estimate", "Evidence", "Excuse",
    "NotRefuted", "Refutation", "cannot_check", "check", "frequency", "mean", "refute", "report",
    "trials_needed",
]  # fmt: skip

Relation = Literal["<=", ">=", "==", "<", ">"]


class BoundViolated(AssertionError):
    """The numbers contradict the claim."""


class BoundUndecided(AssertionError):
    """The numbers neither confirm nor contradict the claim."""


class NotRefuted(AssertionError):
    """A claim that was to fail holds, or is undecided."""


def check(
    theorem: str,
    measured: Side,
    relation: Relation,
    bound: Side,
    *,
    note: str,
    within: Number | None = None,
) -> Check:
    r"""Return the evidence that ``measured relation bound`` holds, or raise.

    With slack s = bound - measured (its negative for ``>=`` and ``>``, minus the distance for
    ``==``) the claim holds iff :math:`s\ge-t` for every entry and all numbers in the intervals.
    The allowance t is ``within`` if that is given; otherwise it is 0, except that floats, which
    are known up to rounding only, get

    .. math:: t = \max(10^{-12},\ 10^{-9}\max(|\text{measured}|, |\text{bound}|)),

    and the line says so where it may matter.  A strict claim holds iff :math:`s>-t` with the t
    that was given, :math:`s>t` with the t for floats.

    Parameters: ``theorem``, a label such as "thm-novikoff"; ``measured`` and ``bound``, each a
    number, an ``Estimate`` or an array of these, broadcast against each other, of which every
    entry must satisfy the claim (a trace has one entry per step of a proof); ``relation``, one of
    <=, >=, ==, <, >; ``note``, which names the world: which D, which m, which A; ``within`` >= 0,
    needed for the equality of an estimate.
    Raises BoundViolated if some entry is violated, BoundUndecided if none is but not all hold,
    ValueError for arguments that make no claim (an empty array, shapes that do not fit, ...).

    >>> check("thm-novikoff", 21, "<=", 63, note="exponential family, d = 3")
    thm-novikoff holds: 21 <= 63 (slack 42) · exponential family, d = 3
    >>> check("lem-step", [2, 1, 1], ">=", 1, note="three updates")
    lem-step holds: 1 >= 1 (slack 0 at entry 1, the smallest of 3) · three updates
    >>> check("thm-pac", frequency(3, 1000), "<=", 0.05, note="intervals, m = 200")
    thm-pac holds: 0.003 [1.827e-05, 0.02116] <= 0.05
    (slack 0.047; 1000 trials, error 1e-06) · intervals, m = 200
    """
    label, world = _text(theorem, "theorem"), _text(note, "note")
    claim = compare(measured, relation, bound, within)
    if claim.violated.any():
        raise BoundViolated(f"{label} violated: {failure(claim)} · {world}")
    if not claim.holds.all():
        raise BoundUndecided(f"{label} undecided: {doubt(claim)} · {world}")
    line = f"{label} holds: {success(claim)} · {world}"
    kind = {"theorem": label, "kind": "check", "verdict": "holds", "note": world, "line": line}
    return Check(*_shown(claim, claim.tightest(), kind))


def refute(
    theorem: str,
    measured: Side,
    relation: Relation,
    bound: Side,
    *,
    note: str,
    because: str,
    within: Number | None = None,
) -> Refutation:
    r"""Return the evidence that ``measured relation bound`` is false, as it should be, or raise.

    The twin of ``check``: a theorem deliberately spoilt must fail.  It passes only if some entry
    is certainly violated; an undecided claim is not a refuted one.

    Parameters: as for ``check``; ``because`` names what was spoilt (a hypothesis dropped, a
    constant shrunk, a misprint).
    Raises NotRefuted if no entry is violated or if one is not a number, ValueError as ``check``.

    >>> refute("thm-novikoff", 21, "<=", 63**0.5, note="exponential family, d = 3",
    ...        because="bound RB instead of (RB)²")
    thm-novikoff broken as it should be: 21 <= 7.937 fails by 13.06
    · bound RB instead of (RB)² (exponential family, d = 3)
    """
    label, world = _text(theorem, "theorem"), _text(note, "note")
    reason = f"{_text(because, 'because')} ({world})"
    claim = compare(measured, relation, bound, within)
    if claim.holds.all():
        raise NotRefuted(f"{label} should be broken but holds: {success(claim)} · {reason}")
    if claim.undefined.any() or not claim.violated.any():
        raise NotRefuted(f"{label} should be broken but is undecided: {doubt(claim)} · {reason}")
    line = f"{label} broken as it should be: {failure(claim)} · {reason}"
    kind = {"theorem": label, "kind": "refute", "verdict": "broken", "note": world}
    kind |= {"because": _text(because, "because"), "line": line}
    return Refutation(*_shown(claim, first(claim.violated), kind))


def cannot_check(theorem: str, *, reason: str) -> Excuse:
    """Return the reason why a statement can be neither checked nor refuted by a computation.

    Parameters: ``theorem``, its label; ``reason``, why no run can show it or break it.
    Raises ValueError for empty texts.

    >>> cannot_check("thm-hard", reason="a statement about all polynomial-time algorithms")
    thm-hard cannot be checked: a statement about all polynomial-time algorithms
    """
    label, why = _text(theorem, "theorem"), _text(reason, "reason")
    line = f"{label} cannot be checked: {why}"
    return Excuse(label, why, {"theorem": label, "kind": "excuse", "reason": why, "line": line})


def _shown(claim: Claim, i: int, kind: dict[str, Any]) -> tuple[Any, ...]:
    """Return the fields of a finding whose line shows entry ``i`` of the claim."""
    m, b, slack = (native(side[i]) for side in (claim.measured, claim.bound, claim.slack))
    return kind["theorem"], m, claim.relation, b, slack, kind["line"], kind | record(claim, i)


def _text(text: str, name: str) -> str:
    """Return a text on one line."""
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"{name} must be a text that says something; got {text!r}")
    return " ".join(text.split())
