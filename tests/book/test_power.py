"""What a simulated check is said to notice, against all outcomes that it can have."""

import book_source as book
import numpy as np
import pytest
from scipy.stats import binom

from bookext.evidence import power
from bookext.evidence.record import read_book
from lecture_code.checks import check, frequency, mean, refute

ROOT = book.BOOK.parent
KINDS = {"check": check, "refute": refute}


def finding(kind, measured, relation, bound, within=None):
    """What the claim leaves in the record, or None if it fails."""
    more = {"because": "spoilt"} if kind == "refute" else {}
    try:
        made = KINDS[kind]("t", measured, relation, bound, note="w", within=within, **more)
    except AssertionError:
        return None
    return dict(made.record)


def red(found, truth):
    """The probability that a claim about a frequency fails, given its outcome for each k."""
    k = np.arange(len(found))
    return float(binom.pmf(k, len(k) - 1, truth) @ [each is None for each in found])


FREQUENCIES = [
    ("check", "<=", 0.2, None, 200),
    ("check", "<", 0.05, None, 932),
    ("check", "<=", 0.2, None, 64),
    ("check", ">=", 0.7, None, 150),
    ("refute", "<=", 0.2, None, 64),
    ("refute", ">=", 0.9, None, 300),
]


@pytest.mark.parametrize(("kind", "relation", "bound", "within", "n"), FREQUENCIES)
def test_a_frequency_fails_from_the_factor_on_and_not_before(kind, relation, bound, within, n):
    found = [finding(kind, frequency(k, n), relation, bound, within) for k in range(n + 1)]
    records = [each for each in found if each]
    factors = {power.factor(kind, each) for each in records}
    assert len(factors) == 1  # whatever was seen
    times = factors.pop()
    assert red(found, times * bound) == pytest.approx(0.99, abs=1e-9)
    outward = 1 if (relation in ("<=", "<")) == (kind == "check") else -1
    for step in (0.01, 0.03, 0.1):
        assert red(found, min(times * bound * (1 + outward * step), 1)) > 0.99
        assert red(found, times * bound * (1 - outward * step)) < 0.99


@pytest.mark.parametrize(("bound", "within", "n"), [(0.5, 0.2, 400), (0.1, 0.08, 1000)])
def test_an_equality_fails_at_the_factor_above_and_below(bound, within, n):
    found = [finding("check", frequency(k, n), "==", bound, within) for k in range(n + 1)]
    (times,) = {power.factor("check", each) for each in found if each}
    assert times > 1
    above, below = red(found, times * bound), red(found, bound / times)
    assert min(above, below) == pytest.approx(0.99, abs=1e-9)
    assert max(above, below) >= 0.99 - 1e-9


@pytest.mark.parametrize(
    ("kind", "relation", "bound", "within"),
    [
        ("check", "<=", 0.5, None),
        ("check", "<=", 0.04, None),
        ("check", ">=", 0.3, None),
        ("check", "==", 0.3, 0.1),
        ("refute", "<=", 0.3, None),
        ("refute", "<=", 0.02, None),
    ],
)
def test_a_mean_fails_from_the_factor_on(kind, relation, bound, within):
    """Coins worth 0 or 1/2 at the truth that the factor names, of every outcome not too rare."""
    n = 2000
    found = [
        finding(kind, mean(np.repeat([0, 0.5], [n - k, k]), (0, 1)), relation, bound, within)
        for k in range(n + 1)
    ]
    records = {k: each for k, each in enumerate(found) if each}
    times = power.factor(kind, records[min(records, key=lambda k: abs(k / n / 2 - bound))])
    for truth in [times * bound, bound / times][: 1 + (relation == "==")]:
        assert red(found, 2 * truth) >= 0.99
    middle = max(records, key=lambda k: min(k - min(records), max(records) - k))
    assert red(found, middle / n) < 0.99


def test_several_entries_share_the_error():
    n, bounds = 1000, [0.2, 0.5]
    one = finding("check", frequency(100, n), "<=", 0.2)
    two = finding("check", [frequency(100, n), frequency(100, n)], "<=", bounds)
    assert (one["error"], two["error"]) == (1e-6, 2e-6)
    assert power.factor("check", one) == power.factor("check", two)


@pytest.mark.parametrize(
    ("changed", "kind"),
    [({"bound": 0}, "check"), ({"relation": "=="}, "refute"), ({"bound_limits": [0, 1]}, "check")],
)
def test_where_there_is_no_factor_nothing_is_said(changed, kind):
    fields = finding("check", frequency(1, 1000), "<=", 0.2) | {"within": None} | changed
    assert power.factor(kind, fields) is None
    assert power.words(kind, fields) == ""


def test_the_words_tell_checks_equalities_and_refutations_apart():
    said = [
        power.words("check", finding("check", frequency(0, 932), "<=", 0.05)),
        power.words("check", finding("check", frequency(500, 1000), "==", 0.5, 0.12)),
        power.words("refute", finding("refute", frequency(500, 1000), "<=", 0.2)),
    ]
    assert said == [
        "notices 0.65 times the bound",
        "notices 1.2 times the value",
        "asks for 1.16 times the bound",
    ]


def test_every_simulated_check_of_the_book_says_what_it_notices():
    simulated = [each for each in read_book(ROOT) if each.fields.get("basis") == "simulated"]
    assert len(simulated) > 40
    silent = [each.cell for each in simulated if not power.words(each.kind, each.fields)]
    assert silent == []
