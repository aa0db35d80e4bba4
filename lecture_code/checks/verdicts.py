"""Check what is true, refute what is not, and say which statements no computation can judge.

A ``claim`` names a statement and a world once, for several findings.

:Source: the book's page on how its checks work.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from lecture_code.checks.compare import Comparison, Number, Side, compare
from lecture_code.checks.formatting import doubt, first, name_of, native, told
from lecture_code.checks.report import Check, Evidence, Finding, NotComputable, Refutation, record

Relation = Literal["<=", ">=", "==", "<", ">"]


class BoundViolated(AssertionError):
    """The numbers contradict the claim."""


class BoundUndecided(AssertionError):
    """The numbers neither confirm nor contradict the claim."""


class NotRefuted(AssertionError):
    """A claim that was to fail holds, or is undecided."""


def claim(theorem: str, world: str) -> Claim:
    """Return a claim, whose ``holds`` and ``breaks`` say what is true and what is not.

    ``world`` says which D, which m, which A; a colon in it is refused, because what follows one in
    a note is no world.

    >>> points = claim("thm-a", "exponential family, d = 3")
    >>> points.holds(21, "<=", 63).breaks(21, "<=", 63**0.5, because="the bound without its square")
    thm-a · exponential family, d = 3
      ✓ 21 ≤ 63
      ✗ the bound without its square: 21 > 7.937
    """
    named, where = _text_of(theorem, "theorem"), _text_of(world, "world")
    if ": " in where:
        raise ValueError(f"world must be a world alone, without words after a colon; got {world!r}")
    return Claim((), named, where)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Claim(Evidence):
    """A statement in a world, with its findings so far: each finding makes another claim."""

    theorem: str
    world: str

    def holds(
        self,
        measured: Side,
        relation: Relation,
        bound: Side,
        words: str = "",
        *,
        says: str = "",
        within: Number | None = None,
    ) -> Claim:
        """Return the claim with one more ``check``, or raise as ``check`` does.

        ``words`` say what of the statement is looked at.

        >>> claim("thm-a", "ten points").holds(0.5, "<=", 1, "none beats it")
        thm-a ✓ none beats it: 0.5 ≤ 1 · ten points
        """
        more: dict[str, Any] = {"note": self.note(words), "says": says, "within": within}
        return self.and_also(check(self.theorem, measured, relation, bound, **more))

    def breaks(
        self,
        measured: Side,
        relation: Relation,
        bound: Side,
        words: str = "",
        *,
        because: str,
        says: str = "",
        within: Number | None = None,
    ) -> Claim:
        """Return the claim with one more ``refute``, or raise as ``refute`` does.

        >>> claim("thm-a", "ten points").breaks(2, "<=", 1, because="without the square")
        thm-a ✗ without the square: 2 > 1 · ten points
        """
        more: dict[str, Any] = {"note": self.note(words), "says": says, "within": within}
        return self.and_also(
            refute(self.theorem, measured, relation, bound, because=because, **more)
        )

    def note(self, words: str) -> str:
        """Return the world, and after a colon the words."""
        return f"{self.world}: {words}" if words else self.world

    def and_also(self, finding: Finding) -> Claim:
        """Return the claim with one more finding."""
        return replace(self, findings=(*self.findings, finding))


def check(
    theorem: str,
    measured: Side,
    relation: Relation,
    bound: Side,
    *,
    note: str,
    says: str = "",
    within: Number | None = None,
) -> Check:
    r"""Return the evidence that ``measured relation bound`` holds, or raise.

    With slack s = bound - measured (its negative for ``>=`` and ``>``, minus the distance for
    ``==``) the claim holds iff :math:`s\ge-t` for every entry and all numbers in the intervals.
    The allowance t is ``within`` if that is given; otherwise it is 0, except that floats, which
    are known up to rounding only, get

    .. math:: t = \max(10^{-12},\ 10^{-9}\max(|\text{measured}|, |\text{bound}|)),

    and the record says so where it may matter.  A strict claim holds iff :math:`s>-t` with the t
    that was given, :math:`s>t` with the t for floats.

    ``measured`` and ``bound`` are numbers, Estimates or arrays of these, which broadcast against
    each other; every entry must satisfy the claim.  ``note`` names the world (which D, m, A) and,
    after ": ", what of it is claimed; ``says`` is the claim in TeX; the equality of an estimate
    needs ``within``.

    Raises BoundViolated if some entry is violated, else BoundUndecided if not all hold.

    >>> check("thm-a", 21, "<=", 63, note="exponential family, d = 3")
    thm-a ✓ 21 ≤ 63 · exponential family, d = 3
    >>> check("lem-a", [2, 1, 1], ">=", 1, note="three updates: each adds one")
    lem-a ✓ each adds one: 1 ≥ 1, closest of 3 · three updates
    >>> from lecture_code.checks import frequency
    >>> check("thm-b", frequency(3, 1000), "<=", 0.05, note="intervals, m = 200")
    thm-b ≈ 0.003 ≤ 0.05 · 1,000 trials, error 10⁻⁶ · intervals, m = 200
    """
    label, world = _text_of(theorem, "theorem"), _text_of(note, "note")
    claim = compare(measured, relation, bound, within)
    if claim.violated.any():
        raise BoundViolated(f"{label} violated: {told(claim, first(claim.violated))} · {world}")
    if not claim.holds.all():
        raise BoundUndecided(f"{label} undecided: {doubt(claim)} · {world}")
    kind = {"theorem": label, "kind": "check", "verdict": "holds", "note": world}
    return Check(*_shown(claim, claim.tightest(), kind, says))


def refute(
    theorem: str,
    measured: Side,
    relation: Relation,
    bound: Side,
    *,
    note: str,
    because: str,
    says: str = "",
    within: Number | None = None,
) -> Refutation:
    r"""Return the evidence that ``measured relation bound`` is false, as it should be, or raise.

    The twin of :func:`check`: a theorem deliberately spoilt must fail.  It passes only if some
    entry is certainly violated; an undecided claim is not a refuted one.

    ``because`` names what was spoilt: a hypothesis dropped, a constant shrunk, a misprint.

    Raises NotRefuted if no entry is violated, or if one is not a number.

    >>> refute("thm-a", 21, "<=", 63**0.5, note="exponential family, d = 3",
    ...        because="bound RB instead of (RB)²")
    thm-a ✗ bound RB instead of (RB)²: 21 > 7.937 · exponential family, d = 3
    """
    label, world = _text_of(theorem, "theorem"), _text_of(note, "note")
    reason = f"{_text_of(because, 'because')} ({world})"
    claim = compare(measured, relation, bound, within)
    if claim.holds.all():
        raise NotRefuted(
            f"{label} should be broken but holds: {told(claim, claim.tightest())} · {reason}"
        )
    if claim.undefined.any() or not claim.violated.any():
        raise NotRefuted(f"{label} should be broken but is undecided: {doubt(claim)} · {reason}")
    kind = {"theorem": label, "kind": "refute", "verdict": "broken", "note": world}
    kind |= {"because": _text_of(because, "because")}
    return Refutation(*_shown(claim, first(claim.violated), kind, says))


def cannot_check(theorem: str, *, reason: str) -> NotComputable:
    """Return the reason why a statement can be neither checked nor refuted by a computation.

    >>> cannot_check("thm-c", reason="a statement about all polynomial-time algorithms")
    thm-c cannot be checked: a statement about all polynomial-time algorithms
    """
    label, why = _text_of(theorem, "theorem"), _text_of(reason, "reason")
    line = f"{name_of(label)} cannot be checked: {why}"
    return NotComputable(
        label, why, {"theorem": label, "kind": "excuse", "reason": why, "line": line}
    )


def _shown(claim: Comparison, i: int, kind: dict[str, Any], says: str) -> tuple[Any, ...]:
    """Return the fields of a finding whose line shows entry ``i`` of the claim."""
    m, b, slack = (native(side[i]) for side in (claim.measured, claim.bound, claim.slack))
    typeset = {"says": _text_of(says, "says")} if says else {}
    return kind["theorem"], m, claim.relation, b, slack, record(claim, i, kind | typeset)


def _text_of(text: str, name: str) -> str:
    """Return a text on one line."""
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"{name} must be a text that says something; got {text!r}")
    return " ".join(text.split())
