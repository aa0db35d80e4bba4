"""The record of a finding, and several of them in one output."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import numpy as np
import pytest

from lecture_code.checks import (
    check,
    frequency,
    refute,
    report,
)
from lecture_code.checks.report import MIME

INF = math.inf


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
