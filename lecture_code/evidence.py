"""What a check leaves in the notebook: one line to read and one JSON record for the results page.

Source: the book's page on how its checks work.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lecture_code.claims import Number
from lecture_code.estimates import Estimate

MIME = "application/vnd.lecture-code.check+json"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Finding:
    """A claim and its verdict: the ``line`` to read and the JSON ``record``.

    ``measured``, ``bound`` and ``slack`` are those of the entry that the line shows.

    >>> Finding("thm-x", 1, "<=", 2, 1, "thm-x holds: 1 <= 2", {"kind": "check"})
    thm-x holds: 1 <= 2
    """

    theorem: str
    measured: Number | Estimate
    relation: str
    bound: Number | Estimate
    slack: Number
    line: str
    record: Mapping[str, Any]

    def __repr__(self) -> str:
        return self.line

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {"text/plain": self.line, MIME: dict(self.record)}


class Check(Finding):
    """A claim that holds."""

    __slots__ = ()


class Refutation(Finding):
    """A claim that is false, as it should be."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, eq=False)
class Excuse:
    """The reason why a statement has no check: it goes to the results page like one."""

    theorem: str
    reason: str
    record: Mapping[str, Any] = field(repr=False)

    def __repr__(self) -> str:
        return str(self.record["line"])

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {"text/plain": repr(self), MIME: dict(self.record)}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Evidence:
    """Several findings shown as one output: a line each, and the JSON list of their records."""

    findings: tuple[Finding, ...]

    def __repr__(self) -> str:
        return "\n".join(finding.line for finding in self.findings)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {"text/plain": repr(self), MIME: [dict(f.record) for f in self.findings]}


def report(*evidence: Finding | Evidence) -> Evidence:
    """Return several findings as the one output of a cell, a line each.

    Parameters: what ``check``, ``refute`` and ``report`` return, at least one.
    Raises ValueError for anything else.

    >>> report()
    Traceback (most recent call last):
    ValueError: report needs at least one check; got none
    """
    findings: list[Finding] = []
    for item in evidence:
        if not isinstance(item, (Finding, Evidence)):
            raise ValueError(f"report takes what check and refute return; got {item!r:.60}")
        findings.extend(item.findings if isinstance(item, Evidence) else [item])
    if not findings:
        raise ValueError("report needs at least one check; got none")
    return Evidence(tuple(findings))
