"""Leave a short line to read and a JSON record of each check in the notebook.

Both are the same on every machine.  The line says what the closest case is; the record has all
that was measured, and keeps exact numbers exactly.

:Source: the book's page on how its checks work.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from lecture_code.checks.compare import Comparison, Number
from lecture_code.checks.estimates import Estimate
from lecture_code.checks.formatting import (
    case,
    estimates,
    index_of,
    name_of,
    native,
    nice,
    plain,
    value_of,
)

MIME = "application/vnd.lecture-code.check+json"
SIMULATED, BROKEN, HOLDS = "≈✗✓"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Finding:
    """A claim and its verdict, as its JSON ``record`` has it.

    ``measured``, ``bound`` and ``slack`` are those of the entry that the line shows.

    >>> Finding("thm-a", 1, "<=", 2, 1, {"kind": "check", "line": "thm-a ✓ 1 ≤ 2 · one world"})
    thm-a ✓ 1 ≤ 2 · one world
    """

    theorem: str
    measured: Number | Estimate
    relation: str
    bound: Number | Estimate
    slack: Number
    record: Mapping[str, Any]

    @property
    def line(self) -> str:
        """Return the line to read, for one who sees no other."""
        return str(self.record["line"])

    def __repr__(self) -> str:
        return self.line

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {"text/plain": repr(self), MIME: dict(self.record)}


class Check(Finding):
    """A claim that holds."""

    __slots__ = ()


class Refutation(Finding):
    """A claim that is false, as it should be."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, eq=False)
class NotComputable:
    """The reason why a statement has no check; the results page shows it in place of a check."""

    theorem: str
    reason: str
    record: Mapping[str, Any] = field(repr=False)

    def __repr__(self) -> str:
        return str(self.record["line"])

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {"text/plain": repr(self), MIME: dict(self.record)}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Evidence:
    """Several findings shown as one output, and the JSON list of their records.

    Those of one statement in one world stand under a line that names both.
    """

    findings: tuple[Finding, ...]

    def __repr__(self) -> str:
        return "\n".join(_lines(self.findings))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {"text/plain": repr(self), MIME: [dict(f.record) for f in self.findings]}


def report(*evidence: Finding | Evidence) -> Evidence:
    """Return several findings as the one output of a cell.

    >>> report()
    Traceback (most recent call last):
    ValueError: report needs at least one check; got none
    """
    findings: list[Finding] = []
    for item in evidence:
        if not isinstance(item, (Finding, Evidence)):
            raise ValueError(f"report takes what claim, check and refute return; got {item!r:.60}")
        found = item.findings if isinstance(item, Evidence) else (item,)
        if not found:
            raise ValueError(f"report needs claims that say what holds or breaks; got {item!r}")
        findings.extend(found)
    if not findings:
        raise ValueError("report needs at least one check; got none")
    return Evidence(tuple(findings))


def _lines(findings: Sequence[Finding]) -> Iterator[str]:
    for (label, where), found in groupby(findings, lambda f: (f.theorem, _world(f.record))):
        together = list(found)
        if len(together) == 1:
            yield together[0].line
        else:
            yield f"{name_of(label)} · {where}"
            yield from (f"  {_verdict(each.record)}" for each in together)


def _world(kept: Mapping[str, Any]) -> str:
    """Return the world that a record names: its note up to the colon."""
    return str(kept["note"]).partition(": ")[0]


def _verdict(kept: Mapping[str, Any]) -> str:
    """Return the sign of a record, its words and its closest case."""
    words = [str(kept["note"]).partition(": ")[2], kept.get("because")]
    shown = [kept["case"], kept.get("of")]
    said = ": ".join(filter(None, (", ".join(filter(None, each)) for each in (words, shown))))
    if kept["basis"] == "simulated":
        trials = f"{nice(kept['trials'])} trials, " if kept["trials"] else ""
        said += f" · {trials}error {nice(kept['error'])}"
    held = SIMULATED if kept["basis"] == "simulated" else HOLDS
    return f"{BROKEN if kept['kind'] == 'refute' else held} {said}"


def record(claim: Comparison, i: int, kind: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON fields of a finding of this kind that shows entry ``i`` of the claim.

    ``case`` is the closest case in words, ``of`` of how many it is one, if of several; ``basis`` is
    exact, rounded or simulated, ``trials`` the smaller number of the two sides.

    >>> from lecture_code.checks.compare import compare
    >>> kind = {"theorem": "thm-a", "kind": "check", "note": "a world"}
    >>> kept = record(compare(2, "<=", 3, None), 0, kind)
    >>> kept["measured"], kept["bound"], kept["slack"], kept["basis"]
    (2, 3, 1, 'exact')
    """
    m, b = claim.measured[i], claim.bound[i]
    trials = [side.trials for side in estimates(claim, i)]
    said, count = case(claim, i)
    kept = {
        **kind,
        "case": said,
        **({"of": count} if count else {}),
        "measured": plain(value_of(m), claim.noise),
        "measured_limits": _limits_of(m),
        "relation": claim.relation,
        "bound": plain(value_of(b), claim.noise),
        "bound_limits": _limits_of(b),
        "slack": 0 if claim.close[i] else plain(native(claim.slack[i]), claim.noise),
        "within": None if claim.within is None else plain(claim.within),
        "rounding": bool(claim.close.any()),
        "basis": claim.basis,
        "trials": min(trials, default=None),
        "error": plain(claim.error) if claim.basis == "simulated" else None,
        "entries": len(claim.slack),
        "entry": index_of(claim, i) if claim.shape else None,
        "failing": int(claim.violated.sum()),
    }
    return kept | {"line": f"{name_of(kind['theorem'])} {_verdict(kept)} · {_world(kept)}"}


def _limits_of(side: Any) -> list[int | float | str] | None:
    """Return the limits of an estimate; a number has none."""
    return [plain(side.low), plain(side.high)] if isinstance(side, Estimate) else None
