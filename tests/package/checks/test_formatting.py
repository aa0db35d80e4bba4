"""What a finding says: the lines of the book, the case, and numbers in short."""

from __future__ import annotations

import math
from fractions import Fraction

from lecture_code.checks import (
    Check,
    Refutation,
    check,
    refute,
)
from lecture_code.checks.formatting import _short, _statements

NOVIKOFF = _statements()["thm-novikoff"]
INF = math.inf


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


def test_the_case_is_a_relation_that_is_true():
    """As it is printed, too: where both sides print alike it says by how much they differ."""
    for made, case in [
        (check("t", 0.30001, "<", 0.30002, note="w"), "0.3 < 0.3, by 10⁻⁵"),
        (refute("t", 3, ">=", 3 + 1e-7, note="w", because="b"), "3 < 3, by 10⁻⁷"),
        (refute("t", 0.5, "==", 0.25, note="w", because="b"), "0.5 ≠ 0.25"),
        (refute("t", 2, "<", 2, note="w", because="b"), "2 ≥ 2"),
        (refute("t", True, "==", False, note="w", because="b"), "fails"),
        (check("t", 3.1, "==", 3, note="w", within=0.2), "3.1 ≈ 3, within 0.2"),
        (check("t", 3.1, "<=", 3, note="w", within=0.2), "3.1 ≤ 3, within 0.2"),
        (check("t", 2.9, "<=", 3, note="w", within=0.2), "2.9 ≤ 3"),
        (check("t", [1, 2, 3], "==", [1, 2, 3], note="w"), "equal in all 3 cases"),
        (check("t", Fraction(1, 3), "==", Fraction(1, 3), note="w"), "1/3 = 1/3"),
    ]:
        assert made.record["case"] == case
        assert f"{case} · w" in repr(made)
