"""Both sides of a claim: exact numbers, rounding, NaN, intervals, arrays."""

from __future__ import annotations

import math
import operator
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from lecture_code.checks import (
    BoundUndecided,
    BoundViolated,
    Estimate,
    NotRefuted,
    check,
    frequency,
    refute,
)

NAN, INF = math.nan, math.inf
RELATIONS = {
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}


def verdict(measured, relation, bound, within=None) -> str:
    """Return the verdict of `check`, after making sure that `refute` agrees with it."""
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
    """Return the case that a check shows, with of how many it is one and where."""
    kept = check("t", measured, relation, bound, note="w", within=within).record
    place = None if kept["entry"] is None else f"entry {kept['entry']}"
    return ", ".join(filter(None, [kept["case"], kept.get("of"), place]))


def interval(low: float, high: float) -> Estimate:
    return Estimate(value=(low + high) / 2, low=low, high=high, trials=10, error=1e-6)


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
    assert said(0.1 + 0.2, "<=", 0.3) == "0.3 = 0.3"
    assert said(0.1 + 0.2, "==", 0.3) == "0.3 = 0.3"
    assert said(2, "==", 2) == "2 = 2"
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
    assert said(3.1, "==", 3, within=0.2) == "3.1 ≈ 3, within 0.2"
    for bad in (-1, NAN, INF, "1", interval(0, 1)):
        with pytest.raises(ValueError, match="within"):
            check("t", 1, "<=", 2, note="w", within=bad)


def test_a_trace_shows_its_tightest_entry():
    held = check("lem", [5, 2, 3, 2], ">=", [1, 1, 1, 1], note="w")
    assert repr(held) == "lem ✓ 2 ≥ 1, closest of 4 · w"
    assert said([5, 2, 3], ">=", 1) == "2 ≥ 1, closest of 3, entry 1"
    assert (held.measured, held.bound, held.slack) == (2, 1, 1)
    assert check("lem", [1, 2, 3], "<=", 3, note="w").record["entry"] == 2
    table = check("lem", np.array([[4.0, 3.0], [2.0, 5.0]]), ">", [[1], [0.5]], note="w")
    assert (table.record["slack"], table.record["entry"]) == (1.5, [1, 0])
    equal = said([3.1, 2.8, 3], "==", 3, within=0.5)
    assert equal == "2.8 ≈ 3, within 0.5, in all 3 cases, entry 1"
    assert said([1, 2], "==", [1, 2]) == "equal in both cases, entry 0"


def test_a_trace_fails_where_one_entry_does():
    with pytest.raises(BoundViolated, match="4 < 5, in 1 of 3 cases, at entry 2"):
        check("lem", [6, 5, 4], ">=", 5, note="w")
    broken = refute("lem", [1, 2, 3, 4], "<=", [1, 1, 4, 2], note="w", because="b")
    assert repr(broken) == "lem ✗ b: 2 > 1, in 2 of 4 cases · w"
    with pytest.raises(BoundViolated, match="2 > 1, in 2 of 4 cases, the first at entry 1"):
        check("lem", [1, 2, 3, 4], "<=", [1, 1, 4, 2], note="w")
    assert broken.record["failing"] == 2
    assert broken.record["entry"] == 1
    with pytest.raises(BoundUndecided, match="at entry 1 "):
        check("lem", [0, interval(0.2, 0.6)], "<=", 0.5, note="w")
    assert verdict([0.9, interval(0.2, 0.6)], "<=", 0.5) == "violated"


def test_the_tightest_entry_does_not_depend_on_rounding_errors():
    noise = np.array([1.0, 3e-16, -2e-16, 0.0, -4e-16])
    assert said(noise, ">=", 0) == "0 ≥ 0, closest of 5, entry 1"
    for rounding in ([0, 1e-11, 0, 9e-11], [9e-11, 0, 1e-11, 0]):
        measured = np.array([0.5, -7.0, 7.0, 2.0]) + rounding
        assert (
            said(measured, "==", [0.5, -7.0, 7.0, 2.0], within=1e-10)
            == "−7 ≈ −7, within 10⁻¹⁰, in all 4 cases, entry 1"
        )
    far = said([1.0, 3.0, 9.0], "<=", [1.0, 3.0 + 1e-6, 9.5], within=1e-5)
    assert far == "3 ≤ 3, by 10⁻⁶, closest of 3, entry 1"


def test_truth_values_are_exact_numbers():
    assert repr(check("t", True, "==", True, note="w")) == "t ✓ holds · w"
    assert repr(check("t", [True] * 400, "==", True, note="w")) == "t ✓ holds in all 400 cases · w"
    broken = refute("t", [True, False], "==", True, note="w", because="b")
    assert repr(broken) == "t ✗ b: fails in 1 of 2 cases · w"
    assert verdict(np.bool_(True), "==", False) == "violated"
    assert verdict(np.array([True, True]), "==", True) == "holds"


def test_what_was_allowed_is_not_shown_if_it_is_little():
    fine = check("t", 3e-9, "==", 0.0, note="w", within=1e-6)
    assert repr(fine) == "t ✓ 0 ≈ 0, within 10⁻⁶ · w"
    assert said(3e-9, "==", 0.0, within=1e-6) == "0 ≈ 0, within 10⁻⁶"
    assert (fine.record["measured"], fine.record["slack"]) == (0, 0)
    assert said(0.3, "==", 0.5, within=0.4) == "0.3 ≈ 0.5, within 0.4"
    seen = said(interval(0, 1e-5), "==", 0, within=1e-4)
    assert seen == "5 × 10⁻⁶ ≈ 0, within 0.0001"
