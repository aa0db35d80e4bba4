"""Three verdicts, NaN, exactness, arrays, and what a check shows."""

from __future__ import annotations

import json
import math
import operator
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from lecture_code import checks
from lecture_code.checks import (
    BoundUndecided,
    BoundViolated,
    Check,
    Estimate,
    NotRefuted,
    Refutation,
    cannot_check,
    check,
    claim,
    frequency,
    refute,
    report,
)
from lecture_code.checks.compare import compare
from lecture_code.checks.report import MIME
from lecture_code.checks.words import _short, _statements, success

NOVIKOFF = _statements()["thm-novikoff"]
NAN, INF = math.nan, math.inf
RELATIONS = {
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}


def verdict(measured, relation, bound, within=None) -> str:
    """The verdict of `check`, after making sure that `refute` agrees with it."""
    arguments = ("thm", measured, relation, bound)
    try:
        check(*arguments, note="w", within=within)
        answer = "holds"
    except BoundViolated:
        answer = "violated"
    except BoundUndecided:
        answer = "undecided"
    if answer == "violated":
        refute(*arguments, note="w", because="b", within=within)
    else:
        with pytest.raises(NotRefuted, match=f"{answer}|not a number"):
            refute(*arguments, note="w", because="b", within=within)
    return answer


def said(measured, relation, bound, within=None) -> str:
    """The long words for a claim that holds, which an error shows."""
    return success(compare(measured, relation, bound, within))


def interval(low: float, high: float) -> Estimate:
    return Estimate(value=(low + high) / 2, low=low, high=high, trials=10, error=1e-6)


def test_the_examples_of_the_book_read_well():
    held = check("thm-novikoff", 21, "<=", 63, note="exponential family, d = 3")
    assert repr(held) == f"{NOVIKOFF} ✓ 21 ≤ 63 · exponential family, d = 3"
    broken = refute(
        "thm-novikoff",
        21,
        "<=",
        math.sqrt(63),
        note="exponential family, d = 3",
        because="bound RB instead of (RB)²",
    )
    assert repr(broken) == (
        f"{NOVIKOFF} ✗ bound RB instead of (RB)²: 21 > 7.937 · exponential family, d = 3"
    )
    assert isinstance(held, Check)
    assert isinstance(broken, Refutation)
    assert not isinstance(held, Refutation)


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize(
    "kind", [int, Fraction, np.int64, lambda k: Fraction(k, 7), lambda k: 10**400 + k]
)
def test_exact_numbers_are_compared_exactly(relation, kind):
    for a, b in product((-1, 0, 1), repeat=2):
        expected = "holds" if RELATIONS[relation](a, b) else "violated"
        assert verdict(kind(a), relation, kind(b)) == expected
        assert verdict([kind(a), kind(a)], relation, kind(b)) == expected


def test_fractions_see_what_floats_cannot():
    third = Fraction(1, 3)
    assert verdict(third, "<=", third - Fraction(1, 10**30)) == "violated"
    assert verdict(float(third), "<=", third - Fraction(1, 10**30)) == "holds"
    assert verdict(2**63, "==", 2**63 + 1) == "violated"
    assert verdict([2**63, -1], "==", [2**63 + 1, -1]) == "violated"


@pytest.mark.parametrize("relation", RELATIONS)
def test_floats_that_differ_by_more_than_rounding_are_compared(relation):
    for a, b in product((-1.0, 0.0, 1e-8, 1.0, 1e6, 1e6 + 0.1), repeat=2):
        if a != b:
            expected = "holds" if RELATIONS[relation](a, b) else "violated"
            assert verdict(a, relation, b) == expected


@pytest.mark.parametrize("scale", [1e-15, 1.0, 1e9])
def test_floats_that_agree_up_to_rounding(scale):
    a = 0.3 * scale
    for b in (a, a * (1 + 1e-12), a * (1 - 1e-12), a * (1 + 0.9e-9), a * (1 - 0.9e-9)):
        assert [verdict(a, r, b) for r in ("<=", ">=", "==")] == ["holds"] * 3
        assert [verdict(a, r, b) for r in ("<", ">")] == ["undecided"] * 2
    assert check("t", a, "<=", a, note="w").record["rounding"]
    assert not check("t", a, "<=", 2 * a + 1, note="w").record["rounding"]
    assert verdict(a * (1 + 1.2e-9) + 2e-12, "<=", a) == "violated"
    assert verdict(a * (1 - 1.2e-9) - 2e-12, "<", a) == "holds"


def test_the_allowance_for_rounding_is_stated_where_used_and_only_there():
    assert said(0.1 + 0.2, "<=", 0.3) == "0.3 <= 0.3 (slack 0; up to rounding 3e-10)"
    assert said(0.1 + 0.2, "==", 0.3) == "0.3 == 0.3 (up to rounding 3e-10)"
    assert said(2, "==", 2) == "2 == 2 (exactly)"
    assert verdict(1 + 1e-13, "<=", 1, within=0) == "violated"
    assert verdict(0.3, "<", 0.1 + 0.2, within=0) == "holds"


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("other", [0, 1.0, Fraction(1, 2), INF, -INF, NAN, [1.0, 2.0]])
@pytest.mark.parametrize("nan", [NAN, np.float64("nan"), [NAN], [0.0, NAN], np.array([NAN, 0])])
def test_nan_never_holds_and_never_refutes(relation, other, nan):
    for measured, bound in ((nan, other), (other, nan)):
        with pytest.raises((BoundViolated, BoundUndecided)):
            check("t", measured, relation, bound, note="w", within=0.5)
        with pytest.raises((BoundViolated, BoundUndecided)):
            check("t", measured, relation, bound, note="w")
        with pytest.raises(NotRefuted, match="not a number"):
            refute("t", measured, relation, bound, note="w", because="b")


def test_nan_next_to_an_estimate_or_in_one():
    assert verdict(frequency(3, 9), "<=", NAN) == "undecided"
    assert verdict([NAN, 5], ">=", frequency(3, 9)) == "undecided"
    with pytest.raises(ValueError, match="low <= value <= high"):
        Estimate(value=NAN, low=0, high=1, trials=3, error=0.1)
    with pytest.raises(ValueError, match="low <= value <= high"):
        Estimate(value=0.5, low=0, high=NAN, trials=3, error=0.1)


def test_infinities():
    assert verdict(5, "<=", INF) == verdict(5.0, "<", INF) == verdict(-INF, "<=", 5) == "holds"
    assert verdict(INF, "<=", 5) == verdict(INF, "<", 5.0) == verdict(5, ">=", INF) == "violated"
    assert verdict(INF, "==", 5) == verdict(10**400, "<=", 5.0) == "violated"
    assert verdict(INF, "<=", INF) == verdict(INF, "==", INF) == "undecided"


@pytest.mark.parametrize("flip", [False, True])
def test_estimates_are_judged_by_the_whole_interval(flip):
    mirror = {"<=": ">=", "<": ">", ">=": "<=", ">": "<", "==": "=="}
    estimate = interval(0.25, 0.75)
    for bound, relation, expected in [
        (0.75, "<=", "holds"),
        (0.75, "<", "undecided"),
        (0.76, "<", "holds"),
        (0.74, "<=", "undecided"),
        (0.25, "<=", "undecided"),
        (0.24, "<=", "violated"),
        (0.25, "<", "violated"),
        (0.25, ">=", "holds"),
        (0.25, ">", "undecided"),
        (0.26, ">=", "undecided"),
        (0.75, ">=", "undecided"),
        (0.76, ">=", "violated"),
        (0.75, ">", "violated"),
        (np.nextafter(0.75, 0), "<=", "undecided"),  # no allowance for rounding here
    ]:
        if flip:
            assert verdict(bound, mirror[relation], estimate) == expected
        else:
            assert verdict(estimate, relation, bound) == expected


def test_two_estimates():
    low, middle, high = interval(0.1, 0.2), interval(0.2, 0.3), interval(0.3, 0.4)
    assert verdict(low, "<=", middle) == verdict(high, ">=", middle) == "holds"
    assert verdict(low, "<", middle) == verdict(middle, "<=", low) == "undecided"
    assert verdict(low, "<", high) == verdict(high, ">", low) == "holds"
    assert verdict(high, "<=", low) == verdict(low, ">=", high) == "violated"
    held = check("t", low, "<=", high, note="w")
    assert held.record["error"] == 2e-6
    assert "10 trials, error 2 × 10⁻⁶" in repr(held)
    assert "10 and 10 trials, error 2e-06" in said(low, "<=", high)
    assert check("t", low, "==", high, note="w", within=1).record["error"] == 4e-6
    assert check("t", [low, low], "<=", 1, note="w").record["error"] == 1e-6  # one estimate twice


def test_equality_of_an_estimate():
    estimate = interval(0.25, 0.75)
    with pytest.raises(ValueError, match="within"):
        check("t", estimate, "==", 0.5, note="w")
    assert verdict(estimate, "==", 0.5, within=0.25) == "holds"
    assert verdict(estimate, "==", 0.5, within=0.24) == "undecided"
    assert verdict(estimate, "==", 0.25, within=0.25) == "undecided"
    assert verdict(estimate, "==", 0.75, within=0.25) == "undecided"
    assert verdict(estimate, "==", 1.0, within=0.25) == "undecided"
    assert verdict(estimate, "==", 1.01, within=0.25) == "violated"
    assert verdict(estimate, "==", -0.01, within=0.25) == "violated"


def test_within_widens_the_claim_by_just_that_much():
    for relation, inside, outside in [("<=", 4, 5), (">=", 2, 1), ("==", 4, 5), ("==", 2, 1)]:
        assert verdict(inside, relation, 3, within=1) == "holds"
        assert verdict(outside, relation, 3, within=1) == "violated"
    assert verdict(4, "<", 3, within=1) == verdict(2, ">", 3, within=1) == "violated"
    assert verdict(Fraction(39, 10), "<", 3, within=1) == "holds"
    assert verdict(3.1, "==", 3, within=0.2) == "holds"
    assert said(3.1, "==", 3, within=0.2) == "3.1 == 3 (difference 0.1; within 0.2)"
    for bad in (-1, NAN, INF, "1", interval(0, 1)):
        with pytest.raises(ValueError, match="within"):
            check("t", 1, "<=", 2, note="w", within=bad)


def test_a_trace_shows_its_tightest_entry():
    held = check("lem", [5, 2, 3, 2], ">=", [1, 1, 1, 1], note="w")
    assert repr(held) == "lem ✓ 2 ≥ 1, closest of 4 · w"
    assert said([5, 2, 3], ">=", 1) == "2 >= 1 (slack 1 at entry 1, the smallest of 3)"
    assert (held.measured, held.bound, held.slack) == (2, 1, 1)
    assert check("lem", [1, 2, 3], "<=", 3, note="w").record["entry"] == 2
    table = check("lem", np.array([[4.0, 3.0], [2.0, 5.0]]), ">", [[1], [0.5]], note="w")
    assert (table.record["slack"], table.record["entry"]) == (1.5, [1, 0])
    equal = said([3.1, 2.8, 3], "==", 3, within=0.5)
    assert equal == "2.8 == 3 (difference 0.2 at entry 1, the largest of 3; within 0.5)"
    assert said([1, 2], "==", [1, 2]) == "1 == 1 (exactly; in all 2 entries)"


def test_a_trace_fails_where_one_entry_does():
    with pytest.raises(BoundViolated, match="4 >= 5 fails by 1 at entry 2, the only one of 3"):
        check("lem", [6, 5, 4], ">=", 5, note="w")
    broken = refute("lem", [1, 2, 3, 4], "<=", [1, 1, 4, 2], note="w", because="b")
    assert repr(broken) == "lem ✗ b: 2 > 1, in 2 of 4 cases · w"
    with pytest.raises(BoundViolated, match="2 <= 1 fails by 1 at entry 1, the first of 2 among 4"):
        check("lem", [1, 2, 3, 4], "<=", [1, 1, 4, 2], note="w")
    assert broken.record["failing"] == 2
    assert broken.record["entry"] == 1
    with pytest.raises(BoundUndecided, match="at entry 1 "):
        check("lem", [0, interval(0.2, 0.6)], "<=", 0.5, note="w")
    assert verdict([0.9, interval(0.2, 0.6)], "<=", 0.5) == "violated"


def test_the_tightest_entry_does_not_depend_on_rounding_errors():
    noise = np.array([1.0, 3e-16, -2e-16, 0.0, -4e-16])
    assert said(noise, ">=", 0) == (
        "0 >= 0 (slack 0 at entry 1, the smallest of 5; up to rounding 1e-12)"
    )
    for rounding in ([0, 1e-11, 0, 9e-11], [9e-11, 0, 1e-11, 0]):
        measured = np.array([0.5, -7.0, 7.0, 2.0]) + rounding
        assert said(measured, "==", [0.5, -7.0, 7.0, 2.0], within=1e-10) == (
            "-7 == -7 (difference 0 at entry 1, the largest of 4; within 1e-10)"
        )
    far = said([1.0, 3.0, 9.0], "<=", [1.0, 3.0 + 1e-6, 9.5], within=1e-5)
    assert far == "3 <= 3 (slack 0 at entry 1, the smallest of 3; within 1e-05)"


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
    with pytest.raises(BoundViolated, match=r"^t violated: 64 <= 63 fails by 1 · w$"):
        check("t", 64, "<=", 63, note="w")
    with pytest.raises(BoundUndecided, match="is too close to tell .10 trials, error 1e-06. · w$"):
        check("t", interval(0.25, 0.75), "<=", 0.5, note="w")
    with pytest.raises(NotRefuted, match=r"^t should be broken but holds: 1 <= 2 .slack 1. · b"):
        refute("t", 1, "<=", 2, note="w", because="b")
    with pytest.raises(NotRefuted, match="undecided: .* cannot be told from equality"):
        refute("t", 0.5, "<", 0.5, note="w", because="b")


def test_truth_values_are_exact_numbers():
    assert repr(check("t", True, "==", True, note="w")) == "t ✓ so it is · w"
    assert repr(check("t", [True] * 4095, "==", True, note="w")) == "t ✓ so in all 4,095 cases · w"
    broken = refute("t", [True, False], "==", True, note="w", because="b")
    assert repr(broken) == "t ✗ b: fails in 1 of 2 cases · w"
    assert verdict(np.bool_(True), "==", False) == "violated"
    assert verdict(np.array([True, True]), "==", True) == "holds"


def test_the_record_is_strict_json_and_says_everything():
    held = check("thm-pac", frequency(3, 1000), "<=", 0.05, note="intervals,\n  m = 200")
    bundle = held._repr_mimebundle_()
    assert set(bundle) == {"text/plain", MIME}
    assert bundle["text/plain"] == repr(held) == bundle[MIME]["line"]
    assert bundle[MIME] == {
        "theorem": "thm-pac",
        "kind": "check",
        "verdict": "holds",
        "note": "intervals, m = 200",
        "line": repr(held),
        "case": "0.003 ≤ 0.05",
        "measured": 0.003,
        "measured_limits": [1.827e-05, 0.02116],
        "relation": "<=",
        "bound": 0.05,
        "bound_limits": None,
        "slack": 0.047,
        "within": None,
        "rounding": False,
        "basis": "simulated",
        "trials": 1000,
        "error": 1e-06,
        "entries": 1,
        "entry": None,
        "failing": 0,
    }
    for finding in (
        refute("t", 10**400, "<=", 5.0, note="w", because="b"),
        check("t", 10**400, "<=", 3 * 10**400, note="w"),
        check("t", np.float64(2.5), "<=", INF, note="w"),
        check("t", np.arange(6).reshape(2, 3), ">=", Fraction(-1, 3), note="w"),
        check("t", Fraction(1, 3), "<=", [0.5, 0.75], note="w", within=Fraction(1, 7)),
    ):
        record = finding._repr_mimebundle_()[MIME]
        assert json.loads(json.dumps(record, allow_nan=False)) == record
    assert record["basis"] == "rounded"
    assert check("t", 1, "<=", Fraction(3, 2), note="w").record["basis"] == "exact"


def test_the_record_keeps_exact_numbers_exactly():
    third, huge = Fraction(1, 3), Fraction(10**400 + 1, 3)
    kept = check("t", third, "<=", Fraction(1, 2), note="w").record
    assert (kept["measured"], kept["bound"], kept["slack"]) == ("1/3", "1/2", "1/6")
    kept = refute("t", [1, third], "<=", [2, Fraction(2, 7)], note="w", because="b").record
    assert (kept["measured"], kept["bound"], kept["slack"]) == ("1/3", "2/7", "-1/21")
    kept = check("t", third, "==", Fraction(1, 2), note="w", within=Fraction(1, 6)).record
    assert (kept["slack"], kept["within"]) == ("-1/6", "1/6")
    kept = check("t", huge, "<=", 10**400, note="w").record
    assert (Fraction(kept["measured"]), int(kept["bound"])) == (huge, 10**400)
    assert Fraction(kept["slack"]) == 10**400 - huge
    kept = check("t", Fraction(4, 2), "<=", 2.5, note="w").record
    assert (kept["measured"], kept["bound"], kept["slack"], kept["basis"]) == (
        2,
        2.5,
        0.5,
        "rounded",
    )
    kept = check("t", third, "<=", 0.5, note="w").record  # the side is exact, the slack is not
    assert (kept["measured"], kept["slack"]) == ("1/3", 0.1667)


def test_a_rounding_error_changes_neither_line_nor_record():
    def shown(a, b, relation, within):
        return check("t", a, relation, b, note="w", within=within)._repr_mimebundle_()

    for a, b, relation, within in [
        (1 / 64, 3.25, "<=", None),
        (0.12345, 0.5, "<=", None),
        (2.5, 2.5, "<=", None),
        (2.5, 2.5, "==", None),
        (0.0, 0.0, ">=", None),
        (1.0, 1 + 2e-8, "==", 1e-6),
        (3e-9, 0.0, "==", 1e-6),
    ]:
        for step in (-3e-16, 3e-16):
            moved = a * (1 + step) + step
            assert shown(moved, b, relation, within) == shown(a, b, relation, within)


def test_what_was_allowed_is_not_shown_if_it_is_little():
    fine = check("t", 3e-9, "==", 0.0, note="w", within=1e-6)
    assert repr(fine) == "t ✓ 0 ≈ 0, within 10⁻⁶ · w"
    assert said(3e-9, "==", 0.0, within=1e-6) == "0 == 0 (difference 0; within 1e-06)"
    assert (fine.record["measured"], fine.record["slack"]) == (0, 0)
    assert said(0.3, "==", 0.5, within=0.4) == "0.3 == 0.5 (difference 0.2; within 0.4)"
    seen = said(interval(0, 1e-5), "==", 0, within=1e-4)
    assert seen.startswith("5e-06 [0, 1e-05] == 0 (difference 5e-06; within 0.0001; ")


def test_numbers_in_short():
    assert [_short(x) for x in (0, 123456789, -(2**70), True)] == [
        "0", "123456789", "-1180591620717411303424", "True",
    ]  # fmt: skip
    assert [_short(x) for x in (63.0, 0.1 + 0.2, -1e-13, 1e-11, 123456.0, INF)] == [
        "63", "0.3", "0", "1e-11", "1.235e+05", "inf",
    ]  # fmt: skip
    assert _short(Fraction(3, 8)) == "3/8"
    assert _short(Fraction(-6, 3)) == "-2"
    assert _short(Fraction(12345, 67891)) == "0.1818"
    assert _short(Fraction(1, 2**60)) == "8.674e-19"


def test_report_puts_several_findings_into_one_output():
    held = check("a", 1, "<=", 2, note="w")
    broken = refute("b", 3, "<=", 2, note="w", because="c")
    both = report(held, broken)
    assert repr(both) == f"{held!r}\n{broken!r}"
    bundle = both._repr_mimebundle_()
    assert bundle["text/plain"] == repr(both)
    assert bundle[MIME] == [held.record, broken.record]
    assert repr(report(both, held)) == f"{held!r}\n{broken!r}\n{held!r}"
    with pytest.raises(ValueError, match="at least one"):
        report()
    with pytest.raises(ValueError, match="report takes"):
        report(held, True)


def test_the_case_is_a_relation_that_is_true():
    """As it is printed, too: where both sides print alike it says by how much they differ."""
    for made, case in [
        (check("t", 0.30001, "<", 0.30002, note="w"), "0.3 < 0.3, by 10⁻⁵"),
        (refute("t", 3, ">=", 3 + 1e-7, note="w", because="b"), "3 < 3, by 10⁻⁷"),
        (refute("t", 0.5, "==", 0.25, note="w", because="b"), "0.5 ≠ 0.25"),
        (refute("t", 2, "<", 2, note="w", because="b"), "2 ≥ 2"),
        (refute("t", True, "==", False, note="w", because="b"), "it is not so"),
        (check("t", 3.1, "==", 3, note="w", within=0.2), "3.1 ≈ 3, within 0.2"),
        (check("t", 3.1, "<=", 3, note="w", within=0.2), "3.1 ≤ 3, within 0.2"),
        (check("t", 2.9, "<=", 3, note="w", within=0.2), "2.9 ≤ 3"),
        (check("t", [1, 2, 3], "==", [1, 2, 3], note="w"), "equal in all 3 cases"),
        (check("t", Fraction(1, 3), "==", Fraction(1, 3), note="w"), "1/3 = 1/3"),
    ]:
        assert made.record["case"] == case
        assert f"{case} · w" in repr(made)


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
    with pytest.raises(BoundViolated, match="^lem violated: 4 <= 3 fails by 1 · w: words$"):
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
