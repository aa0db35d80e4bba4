"""Format what the page of results says of a statement and of each check of it."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from bookext.evidence.record import Evidence, number_of
from bookext.evidence.results import Result
from lecture_code.checks.formatting import FAILS, SIGNS, nice

LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
TYPED: list[tuple[re.Pattern[str], Any]] = [
    (re.compile(r" - "), " − "),
    (re.compile(r"(?:(?<=[\s(=,])|^)-(?=[\d(.)]|\w\b)"), "−"),
    (re.compile(r"(?<=\d)\.\.(?=\d)"), " to "),
    (re.compile(r"(?<=\b[A-Za-z])_(\d)\b"), lambda found: found[1].translate(LOWERED)),
    (re.compile(r"(?<=\d) (?=\d{3}\b)"), ""),
    (re.compile(r"(?<![\w.,/-])\d{4,}(?![\d.-])"), lambda found: f"{int(found[0]):,}"),
]
BASES = {"exact": "exact", "rounded": "floating point", "simulated": "simulated"}


def mark(result: Result) -> str:
    """Return what stands under a statement: "proved · checked ×3 · broken ×2".

    It is empty if there is nothing to say.
    """
    words = [result.standing] if result.standing else []
    words += [
        f"{name} ×{count}"
        for name, count in [
            ("checked", len(result.checks) - result.simulated),
            ("simulated", result.simulated),
            ("broken", len(result.refutes)),
        ]
        if count
    ]
    if result.excuses:
        words.append("cannot be checked" if len(words) < 2 else "in part it cannot be checked")
    return " · ".join(words)


def mark_on_page(result: Result) -> str:
    """Return what its box says beside what it shows: "proved · all evidence (5)"."""
    found = len(result.checks) + len(result.refutes)
    evidence = f"all evidence ({found})" if found else ""
    excuse = "cannot be checked" if result.excuses and not found else ""
    return " · ".join(filter(None, [result.standing, evidence, excuse]))


def typeset(words: str) -> str:
    """Typeset what an author typed in a row of code.

    >>> typeset("m - 1 for (4, -2), w_1 and m = 0..38: 45 000 of 100000")
    'm − 1 for (4, −2), w₁ and m = 0 to 38: 45,000 of 100,000'
    """
    for pattern, made in TYPED:
        words = pattern.sub(made, words)
    return words


def row(evidence: Evidence) -> dict[str, str]:
    """Return the cells of a row: world, what was spoilt, the closest case, numbers."""
    fields = evidence.fields
    left = side(fields["measured"], fields["measured_limits"])
    right = side(fields["bound"], fields["bound_limits"])
    relation = (FAILS if evidence.kind == "refute" else SIGNS)[fields["relation"]]
    relation = "≈" if relation == "=" and fields["within"] is not None else relation
    limits = fields["measured_limits"] or fields["bound_limits"]
    return {
        "world": typeset(fields["note"]),
        "because": typeset(fields.get("because", "")),
        "case": f"{left} {relation} {right}" if limits else fields["case"],
        "room": room(evidence.kind, fields),
        "numbers": numbers(evidence.kind, fields),
        "basis": fields["basis"],
    }


def side(value: int | float | str, limits: list[Any] | None) -> str:
    """Format a side of a claim, with the interval of an estimate.

    >>> side(True, None), side(21, None), side(0.003, [1.827e-05, 0.02116])
    ('true', '21', '0.003 [1.827 × 10⁻⁵, 0.02116]')
    """
    return number(value) + (f" [{number(limits[0])}, {number(limits[1])}]" if limits else "")


def number(value: int | float | str) -> str:
    """Return a number of the record in the form of the lines of the chapters.

    >>> number(-13.06), number("-1/3"), number("12345/67891"), number(12345), number("inf")
    ('−13.06', '−1/3', '0.1818', '12,345', '∞')
    >>> number(1.6e-8), number(1e6), number(3.0), number(True)
    ('1.6 × 10⁻⁸', '1,000,000', '3', 'true')
    """
    return nice(number_of(value), noise=0)


def room(kind: str, fields: Mapping[str, Any]) -> str:
    """Say by how much a claim holds, or fails."""
    slack = fields["slack"]
    amount = nice(abs(number_of(slack)), noise=0)
    if kind == "refute":
        return "fails" if isinstance(fields["measured"], bool) else f"fails by {amount}"
    if fields["relation"] != "==":
        return f"slack {number(slack)}" + (", up to rounding" if fields["rounding"] else "")
    if fields["within"] is not None:
        return f"off by {amount}, {number(fields['within'])} allowed"
    return "equal up to rounding" if fields["rounding"] else "equal"


def numbers(kind: str, fields: Mapping[str, Any]) -> str:
    """Say what the verdict rests on, and which of many entries is shown."""
    words = [BASES[fields["basis"]]]
    if fields["basis"] == "simulated":
        words += [f"{fields['trials']} trials", f"error {number(fields['error'])}"]
    if fields["entries"] > 1 and kind == "refute":
        words.append(f"{fields['failing']} of {fields['entries']} fail")
    elif fields["entries"] > 1:
        words.append(f"tightest of {fields['entries']}")
    return ", ".join(words)


def counts(results: Iterable[Result]) -> Counter[str]:
    """Count statements, proofs, quotations, checks, refutations, ...

    ``of_claims`` are the checks, and ``against_claims`` the refutations, of what needs a proof.
    """
    total: Counter[str] = Counter()
    for result in results:
        total[result.statement.kind] += 1
        total["statements"] += 1
        total["claims"] += result.claims
        total[result.standing] += bool(result.standing)
        for each in result.evidence:
            total[each.kind] += 1
            total["of_claims"] += result.claims and each.kind == "check"
            total["against_claims"] += result.claims and each.kind == "refute"
            total[each.fields.get("basis", "")] += 1
    return total
