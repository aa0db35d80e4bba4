"""What a check leaves in the notebook: one line to read and one JSON record.

Both are the same on every machine.  Words show at most four significant digits, whole numbers in
full, and floats up to 1e-12 as 0.  The record keeps exact numbers exactly.

:Source: the book's page on how its checks work.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lecture_code.checks.compare import NOISE, Claim, Number, as_float
from lecture_code.checks.estimates import Estimate

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


LARGEST = 10**30  # whole numbers beyond are written like floats


def short(x: Number, noise: float = NOISE) -> str:
    """Return a number as text of at most four significant digits, but whole numbers in full.

    A float is first enlarged by one part in 10^10, so that numbers half-way between two roundings
    (1/64 = 0.015625) are rounded alike with and without an error in their last binary place.
    Floats up to ``noise`` become 0.

    >>> short(12345), short(12345.0), short(Fraction(3, 8)), short(1 / 64), short(3e-17)
    ('12345', '1.235e+04', '3/8', '0.01563', '0')
    """
    if isinstance(x, float) and abs(x) <= noise:
        return "0"
    text = str(x)
    whole = isinstance(x, int) and abs(x) < LARGEST
    return text if whole or (isinstance(x, Fraction) and len(text) <= 9) else _rounded(x)


def plain(x: Number, noise: float = NOISE) -> int | float | str:
    """Return a number as JSON holds it: fractions and whole numbers exactly, floats rounded.

    A fraction is a text, "2/3", of which ``Fraction`` makes the number again, and so are a whole
    number of more than 30 digits and an infinity.  A float is rounded like ``short``.

    >>> plain(2 / 3), plain(Fraction(2, 3)), plain(7), plain(Fraction(7)), plain(float("inf"))
    (0.6667, '2/3', 7, 7, 'inf')
    """
    if isinstance(x, float):
        text = short(x, noise)
        return float(text) if math.isfinite(x) else text
    whole = x.numerator if isinstance(x, Fraction) and x.denominator == 1 else x
    return whole if isinstance(whole, int) and abs(whole) < LARGEST else str(whole)


def success(claim: Claim) -> str:
    """Return the words for a claim that holds: its tightest entry, and by how much it holds.

    >>> from lecture_code.checks.compare import compare
    >>> success(compare([2, 1], "<=", 3, None))
    '2 <= 3 (slack 1 at entry 0, the smallest of 2)'
    """
    i, n = claim.tightest(), len(claim.slack)
    allowed = ""
    if claim.within is not None:
        allowed = f"within {short(claim.within)}"
    elif claim.close.any():
        allowed = f"up to rounding {_one_digit(claim.allowance[claim.close].max())}"
    if claim.relation == "==" and claim.within is None:
        words = [allowed or "exactly", f"in all {n} entries" if claim.shape else ""]
    else:
        name, most = ("difference", "largest") if claim.relation == "==" else ("slack", "smallest")
        place = f" at entry {_index(claim, i)}, the {most} of {n}" if claim.shape else ""
        words = [f"{name} {_amount(claim, i)}{place}", allowed]
    return f"{_comparison(claim, i)} ({'; '.join(filter(None, [*words, _trials(claim, i)]))})"


def failure(claim: Claim) -> str:
    """Return the words for a violated claim: where it fails first, and by how much.

    >>> from lecture_code.checks.compare import compare
    >>> failure(compare(5, "<=", 3, None))
    '5 <= 3 fails by 2'
    """
    i, n = first(claim.violated), len(claim.slack)
    words = f"{_comparison(claim, i)} fails by {_amount(claim, i)}"
    if claim.shape:
        k = int(claim.violated.sum())
        count = f"the first of {k} among {n}" if k > 1 else f"the only one of {n}"
        words += f" at entry {_index(claim, i)}, {count}"
    trials = _trials(claim, i)
    return f"{words} ({trials})" if trials else words


def doubt(claim: Claim) -> str:
    """Return the words for a claim that is undecided: where first, and why.

    >>> from lecture_code.checks.compare import compare
    >>> doubt(compare(float("nan"), "<=", 3, None))
    'nan <= 3 has no meaning (not a number)'
    """
    i = first(claim.undefined if claim.undefined.any() else ~(claim.holds | claim.violated))
    words = f"{_comparison(claim, i)}" + (f" at entry {_index(claim, i)}" if claim.shape else "")
    if claim.undefined[i]:
        return f"{words} has no meaning (not a number)"
    if claim.basis == "simulated":
        return f"{words} is too close to tell ({_trials(claim, i)})"
    return f"{words} cannot be told from equality (rounding {_one_digit(claim.allowance[i])})"


def record(claim: Claim, i: int) -> dict[str, Any]:
    """Return the JSON fields of a claim whose entry ``i`` is shown.

    ``basis`` is exact, rounded or simulated; ``trials`` the smaller number of the two sides.

    >>> from lecture_code.checks.compare import compare
    >>> kept = record(compare(2, "<=", 3, None), 0)
    >>> kept["measured"], kept["bound"], kept["slack"], kept["basis"]
    (2, 3, 1, 'exact')
    """
    m, b = claim.measured[i], claim.bound[i]
    trials = [side.trials for side in (m, b) if isinstance(side, Estimate)]
    return {
        "measured": plain(_value(m), claim.noise),
        "measured_limits": _limits(m),
        "relation": claim.relation,
        "bound": plain(_value(b), claim.noise),
        "bound_limits": _limits(b),
        "slack": 0 if claim.close[i] else plain(native(claim.slack[i]), claim.noise),
        "within": None if claim.within is None else plain(claim.within),
        "rounding": bool(claim.close.any()),
        "basis": claim.basis,
        "trials": min(trials, default=None),
        "error": plain(claim.error) if claim.basis == "simulated" else None,
        "entries": len(claim.slack),
        "entry": _index(claim, i) if claim.shape else None,
        "failing": int(claim.violated.sum()),
    }


def first(where: NDArray[np.bool_]) -> int:
    """Return the index of the first True.

    >>> first(np.array([False, True, True]))
    1
    """
    return int(np.argmax(where))


def _rounded(x: Number) -> str:
    size = as_float(x)
    if math.isinf(size) and not isinstance(x, float):
        return f"{Decimal(x.numerator) / x.denominator:.4g}"
    return f"{size * (1 + 1e-10):.4g}"


def _one_digit(x: float) -> str:
    return f"{x * (1 + 1e-6):.0e}"


def native(x: Any) -> Number:
    """Return a numpy number as the Python number it is.

    >>> native(np.float64(0.5))
    0.5
    """
    number: Number = x.item() if isinstance(x, np.generic) else x
    return number


def _value(side: Any) -> Number:
    return side.value if isinstance(side, Estimate) else native(side)


def _limits(side: Any) -> list[int | float | str] | None:
    return [plain(side.low), plain(side.high)] if isinstance(side, Estimate) else None


def _comparison(claim: Claim, i: int) -> str:
    return f"{_side(claim.measured[i], claim)} {claim.relation} {_side(claim.bound[i], claim)}"


def _side(side: Any, claim: Claim) -> str:
    text = short(_value(side), claim.noise)
    return f"{text} [{short(side.low)}, {short(side.high)}]" if isinstance(side, Estimate) else text


def _amount(claim: Claim, i: int) -> str:
    """Return the slack as text, without its sign if the line says that the claim fails by it."""
    slack: Number = native(claim.slack[i])
    unsigned = claim.violated[i] or claim.relation == "=="
    return "0" if claim.close[i] else short(-slack if unsigned else slack, claim.noise)


def _index(claim: Claim, i: int) -> Any:
    """Return an entry's index in the array the reader gave: an integer, or a list of them."""
    index = [int(k) for k in np.unravel_index(i, claim.shape)]
    return index[0] if len(index) == 1 else index


def _trials(claim: Claim, i: int) -> str:
    sides = (claim.measured[i], claim.bound[i])
    counts = [str(side.trials) for side in sides if isinstance(side, Estimate)]
    return f"{' and '.join(counts)} trials, error {short(claim.error, 0)}" if counts else ""
