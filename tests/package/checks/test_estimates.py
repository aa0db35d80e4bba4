"""How often a check is wrong: computed exactly where the outcomes can be listed, else simulated.

A check must certify a false claim, or reject a true one, with probability at most the error it
states.
"""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from scipy.special import gammaln, xlogy
from scipy.stats import binom

from lecture_code.checks import (
    BoundUndecided,
    BoundViolated,
    check,
    frequency,
    mean,
)

TRUE_OF = {
    "<=": lambda p, b: p <= b,
    "<": lambda p, b: p < b,
    ">=": lambda p, b: p >= b,
    ">": lambda p, b: p > b,
}
ROUNDING = 1 + 1e-9


def verdict(measured, relation, bound, within=None) -> str:
    try:
        check("t", measured, relation, bound, note="w", within=within)
    except BoundViolated:
        return "violated"
    except BoundUndecided:
        return "undecided"
    return "holds"


def probability(verdicts, wanted, p) -> float:
    """P[verdict = wanted] when hits ~ Bin(n, p); verdicts[k] is the verdict after k hits."""
    n = len(verdicts) - 1
    return float(binom.pmf(np.arange(n + 1), n, p) @ np.array([v == wanted for v in verdicts]))


@pytest.mark.parametrize("error", [0.2, 0.05, 1e-6])
@pytest.mark.parametrize("n", [1, 2, 7, 24])
def test_limits_of_clopper_and_pearson_are_exact(n, error):
    for k in range(n + 1):
        seen = frequency(k, n, error=error)
        if k < n:
            assert binom.cdf(k, n, seen.high) == pytest.approx(error, rel=1e-7)
        else:
            assert seen.high == 1
        if k > 0:
            assert binom.sf(k - 1, n, seen.low) == pytest.approx(error, rel=1e-7)
        else:
            assert seen.low == 0
        assert (seen.value, seen.trials, seen.error) == (k / n, n, error)


@pytest.mark.parametrize("relation", TRUE_OF)
@pytest.mark.parametrize(("n", "error"), [(1, 0.2), (5, 0.1), (12, 0.01), (30, 0.05)])
def test_a_frequency_check_is_wrong_as_seldom_as_it_says(n, error, relation):
    outcomes = [frequency(k, n, error=error) for k in range(n + 1)]
    limits = [limit for e in outcomes for limit in (e.low, e.high) if 0 < limit < 1]
    worst = {"holds": 0.0, "violated": 0.0}
    for bound in (0.1, 0.37, 0.5, 0.9, *limits):
        verdicts = [verdict(outcome, relation, bound) for outcome in outcomes]
        near = (bound, bound * (1 - 1e-12), bound * (1 + 1e-12))
        for p in (*np.linspace(0, 1, 41), *near):
            wrong = "violated" if TRUE_OF[relation](p, bound) else "holds"
            rate = probability(verdicts, wrong, p)
            assert rate <= error * ROUNDING
            worst[wrong] = max(worst[wrong], rate)
    # and no more seldom: a limit wider than necessary is a mistake as well
    assert max(worst.values()) > 0.999 * error


@pytest.mark.parametrize(("n", "error"), [(6, 0.1), (25, 0.04)])
@pytest.mark.parametrize("bound", [0.3, 0.5])
def test_an_equality_check_is_wrong_as_seldom_as_it_says(n, error, bound):
    for within in (0.1, 0.28, 0.45):
        outcomes = [frequency(k, n, error=error) for k in range(n + 1)]
        verdicts = [verdict(outcome, "==", bound, within) for outcome in outcomes]
        for p in np.linspace(0, 1, 201):
            if abs(p - bound) > within + 1e-9:
                assert probability(verdicts, "holds", p) <= error * ROUNDING
            elif abs(p - bound) < within - 1e-9:
                assert probability(verdicts, "violated", p) <= 2 * error * ROUNDING


def test_the_comparison_of_two_frequencies_is_wrong_as_seldom_as_it_says():
    n, m, error = 9, 14, 0.1
    pairs = list(product(range(n + 1), range(m + 1)))
    verdicts = [
        verdict(frequency(j, n, error=error), "<=", frequency(k, m, error=error)) for j, k in pairs
    ]
    holds = np.array([v == "holds" for v in verdicts]).reshape(n + 1, m + 1)
    violated = np.array([v == "violated" for v in verdicts]).reshape(n + 1, m + 1)
    assert holds.any()
    assert violated.any()
    for p, q in product(np.linspace(0, 1, 21), repeat=2):
        first, second = binom.pmf(np.arange(n + 1), n, p), binom.pmf(np.arange(m + 1), m, q)
        wrong = violated if p <= q else holds
        assert first @ wrong @ second <= 2 * error * ROUNDING


def test_a_claim_about_two_frequencies_at_once():
    n, error, bounds = 12, 0.1, [0.4, 0.6]
    seen = [frequency(k, n, error=error) for k in range(n + 1)]
    verdicts = np.array([[verdict([a, b], "<=", bounds) for b in seen] for a in seen])
    for p, q in product(np.linspace(0, 1, 21), repeat=2):
        first, second = binom.pmf(np.arange(n + 1), n, p), binom.pmf(np.arange(n + 1), n, q)
        if p <= bounds[0] and q <= bounds[1]:
            assert first @ (verdicts == "violated") @ second <= 2 * error * ROUNDING
        else:
            assert first @ (verdicts == "holds") @ second <= error * ROUNDING


def test_an_event_never_or_always_seen():
    assert frequency(0, 1000).high == pytest.approx(1 - 1e-6 ** (1 / 1000), rel=1e-12)
    assert frequency(1000, 1000).low == pytest.approx(1e-6 ** (1 / 1000), rel=1e-12)
    assert frequency(0, 10**9).high == pytest.approx(-math.log(1e-6) / 1e9, rel=1e-6)
    assert verdict(frequency(0, 1000), "<=", 0.0138) == "holds"
    assert verdict(frequency(0, 1000), "<=", 0.0137) == "undecided"
    assert verdict(frequency(np.int64(0), np.int64(9)), "<=", 1) == "holds"


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ((1, 0), "trials"),
        ((-1, 5), "hits"),
        ((6, 5), "hits"),
        ((1.0, 5), "hits"),
        ((1, 5.0), "trials"),
        ((True, 5), "hits"),
        ((1, 5, 0.0), "error"),
        ((1, 5, 0.5), "error"),
        ((1, 5, math.nan), "error"),
    ],
)
def test_frequency_turns_bad_arguments_away(arguments, name):
    hits, trials, *rest = arguments
    with pytest.raises(ValueError, match=name):
        frequency(hits, trials, **({"error": rest[0]} if rest else {}))


def test_limits_of_the_mean_are_those_of_hoeffding_or_of_maurer_and_pontil():
    x = np.array([-1.0] * 30 + [3.0] * 70)  # spread out: Hoeffding is the better
    seen = mean(x, (-1, 3), error=0.02)
    radius = 4 * math.sqrt(math.log(100) / 200)
    assert seen.value == pytest.approx(1.8)
    assert (seen.low, seen.high) == pytest.approx((1.8 - radius, 1.8 + radius))
    assert (seen.trials, seen.error) == (100, 0.02)

    x = np.array([0.0] * 1990 + [2.0] * 10)  # concentrated: Maurer and Pontil are the better
    seen = mean(x, (-1, 3), error=0.02)
    variance = 10 * 1990 / (2000 * 1999) * 4
    radius = math.sqrt(2 * variance * math.log(200) / 2000)
    radius += 7 * 4 * math.log(200) / (3 * 1999)
    assert radius < 4 * math.sqrt(math.log(100) / 4000)
    assert (seen.low, seen.high) == pytest.approx((0.01 - radius, 0.01 + radius))

    one = mean([0.5], (0, 1), error=0.02)  # one sample has no variance
    assert (one.low, one.value, one.high) == (0, 0.5, 1)
    edge = mean([1.0] * 50, (0, 1), error=0.02)
    assert edge.high == 1
    assert edge.low == pytest.approx(1 - math.sqrt(math.log(100) / 100))


@pytest.mark.parametrize(("n", "error"), [(4, 0.45), (30, 0.4), (30, 0.05), (600, 0.45)])
def test_the_mean_of_coin_tosses_is_missed_as_seldom_as_stated(n, error):
    estimates = [
        mean(np.repeat([-2.0, 1.0], [n - k, k]), (-2, 1), error=error) for k in range(n + 1)
    ]
    low, high = (np.array([getattr(e, end) for e in estimates]) for end in ("low", "high"))
    for p in (0.002, 0.01, *np.linspace(0, 1, 41)):
        truth, pmf = -2 + 3 * p, binom.pmf(np.arange(n + 1), n, p)
        assert pmf @ (low > truth + 1e-12) <= error * ROUNDING
        assert pmf @ (high < truth - 1e-12) <= error * ROUNDING


@pytest.mark.parametrize("error", [0.1, 0.45])
def test_the_mean_of_three_values_is_missed_as_seldom_as_stated(error):
    n, values = 25, np.array([0.0, 0.2, 1.0])
    counts = np.array([(i, j, n - i - j) for i in range(n + 1) for j in range(n + 1 - i)])
    estimates = [mean(np.repeat(values, c), (0, 1), error=error) for c in counts]
    low, high = (np.array([getattr(e, end) for e in estimates]) for end in ("low", "high"))
    ways = gammaln(n + 1) - gammaln(counts + 1).sum(axis=1)
    for i, j in product(range(11), repeat=2):
        D = np.array([i, j, 10 - i - j]) / 10
        if D[2] >= 0:
            pmf = np.exp(ways + xlogy(counts, D).sum(axis=1))
            assert pmf.sum() == pytest.approx(1)
            assert pmf @ (low > values @ D + 1e-12) <= error * ROUNDING
            assert pmf @ (high < values @ D - 1e-12) <= error * ROUNDING


@pytest.mark.parametrize("power", [1, 4])
def test_the_mean_of_a_continuous_law_is_missed_as_seldom_as_stated(power):
    rng, error, truth = np.random.default_rng(20_240), 0.05, 1 / (power + 1)
    runs = [mean(rng.random(40) ** power, (0, 1), error=error) for _ in range(4000)]
    too_high, too_low = sum(e.low > truth for e in runs), sum(e.high < truth for e in runs)
    for misses in (too_high, too_low):
        assert verdict(frequency(misses, len(runs)), "<=", error) == "holds"


def test_mean_forgives_rounding_at_the_ends_of_the_support():
    assert mean([1 + 1e-15, 1.0], (0, 1)).high == 1
    assert mean([0.1 + 0.2] * 7, (0, 0.3)).high == 0.3


@pytest.mark.parametrize("samples", [["0.5", "1"], np.ma.masked_array([0.5, 0.1], [0, 1])])
def test_texts_and_masked_entries_are_no_samples(samples):
    with pytest.raises(ValueError, match="samples must be real"):
        mean(samples, (0, 1))


def test_a_masked_entry_is_not_measured():
    with pytest.raises(ValueError, match="measured must hold no masked entry"):
        check("thm-a", np.ma.masked_array([1.0, 2.0], [0, 1]), "<=", 3, note="two numbers")
