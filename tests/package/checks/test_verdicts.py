"""What check, refute, claim and cannot_check ask for, and what they raise."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from lecture_code import checks
from lecture_code.checks import (
    BoundUndecided,
    BoundViolated,
    NotRefuted,
    cannot_check,
    check,
    claim,
    frequency,
    refute,
    report,
)
from lecture_code.checks.formatting import _statements
from lecture_code.checks.report import MIME

NAN = math.nan


@pytest.mark.parametrize(
    ("changed", "name"),
    [
        ({"theorem": ""}, "theorem"),
        ({"note": "  "}, "note"),
        ({"note": None}, "note"),
        ({"relation": "=<"}, "relation"),
        ({"relation": ">=<"}, "relation"),
        ({"bound": [1, 2, 3], "measured": [1, 2]}, "shapes that fit"),
    ],
)
def test_a_claim_must_be_complete(changed, name):
    arguments = {"theorem": "t", "measured": 1, "relation": "<=", "bound": 2, "note": "w"}
    with pytest.raises(ValueError, match=name):
        check(**(arguments | changed))
    with pytest.raises(ValueError, match=name):
        refute(**(arguments | changed), because="b")


def test_a_refutation_needs_a_reason():
    with pytest.raises(TypeError):
        refute("t", 3, "<=", 2, note="w")
    with pytest.raises(ValueError, match="because"):
        refute("t", 3, "<=", 2, note="w", because=" ")
    with pytest.raises(TypeError):
        check("t", 1, "<=", 2)


def test_failures_say_what_happened():
    with pytest.raises(BoundViolated, match=r"^t violated: 64 > 63 · w$"):
        check("t", 64, "<=", 63, note="w")
    with pytest.raises(BoundUndecided, match="too close to tell .limits .*. · w$"):
        check("t", frequency(5, 10), "<=", 0.5, note="w")
    with pytest.raises(NotRefuted, match=r"^t should be broken but holds: 1 ≤ 2 · b"):
        refute("t", 1, "<=", 2, note="w", because="b")
    with pytest.raises(NotRefuted, match="undecided: .* cannot be distinguished from equality"):
        refute("t", 0.5, "<", 0.5, note="w", because="b")


def test_a_claim_says_its_statement_and_its_world_once():
    start = claim("lem", "ten\n  points")
    made = start.holds([1, 2], "<=", 3, "none beats it", says=r"\gamma\le B").holds(
        frequency(3, 1000), "<=", 0.05
    )
    made = made.breaks(4, "<=", 3, "larger", because="spoilt", within=Fraction(1, 2))
    assert repr(made).splitlines() == [
        "lem · ten points",
        "  ✓ none beats it: 2 ≤ 3, closest of 2",
        "  ≈ 0.003 ≤ 0.05 · 1,000 trials, error 10⁻⁶",
        "  ✗ larger, spoilt: 4 > 3",
    ]
    records = made._repr_mimebundle_()[MIME]
    notes = ["ten points: none beats it", "ten points", "ten points: larger"]
    assert [each["note"] for each in records] == notes
    assert [each.get("says") for each in records] == [r"\gamma\le B", None, None]
    assert [each["kind"] for each in records] == ["check", "check", "refute"]
    single = check("lem", [1, 2], "<=", 3, note=notes[0], says=r"\gamma\le B")
    assert made.findings[0].record == single.record
    assert start.findings == ()
    assert repr(report(made, check("x", 1, "<=", 2, note="w"))) == f"{made!r}\nx ✓ 1 ≤ 2 · w"


def test_a_claim_raises_as_its_findings_do():
    start = claim("lem", "w")
    with pytest.raises(BoundViolated, match="^lem violated: 4 > 3 · w: words$"):
        start.holds(4, "<=", 3, "words")
    with pytest.raises(BoundUndecided, match="lem undecided"):
        start.holds(NAN, "<=", 3)
    with pytest.raises(NotRefuted, match="should be broken but holds"):
        start.breaks(2, "<=", 3, because="b")
    with pytest.raises(TypeError, match="because"):
        start.breaks(4, "<=", 3)
    with pytest.raises(ValueError, match="says what|say what"):
        report(start)
    for bad in ("", "a: b", None):
        with pytest.raises(ValueError, match="world"):
            claim("lem", bad)


def test_everything_announced_is_there():
    assert all(hasattr(checks, name) for name in checks.__all__)
    for failure in (BoundViolated, BoundUndecided, NotRefuted):
        assert issubclass(failure, AssertionError)


def test_an_excuse_names_the_statement_and_the_reason():
    excuse = cannot_check("thm-hard", reason="no run can show it")
    assert repr(excuse) == f"{_statements()['thm-hard']} cannot be checked: no run can show it"
    shown = excuse._repr_mimebundle_()
    assert shown["text/plain"] == repr(excuse)
    assert shown[MIME] == {
        "theorem": "thm-hard", "kind": "excuse", "reason": "no run can show it",
        "line": repr(excuse),
    }  # fmt: skip
