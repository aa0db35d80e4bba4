"""Chapter 01: its theorems over small finite distributions, both sides in exact fractions."""

from fractions import Fraction
from math import ceil, comb, exp, log

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from scipy.stats import binom
from strategies import (
    class_of,
    counterexample,
    dot,
    few,
    joint_distributions,
    mass,
    norm2,
    probabilities,
    samples_of,
    seen,
    tables,
    variance,
    vectors,
    worlds,
)

from lecture_code.core.classes import errors, singletons
from lecture_code.core.distributions import FiniteDistribution, uniform_on
from lecture_code.core.enumeration import probability_some_consistent
from lecture_code.core.hypotheses import memorise
from lecture_code.core.risk import empirical_risk, erm
from lecture_code.theory.pac import agnostic_failure, bad_hypotheses, realizable_failure
from lecture_code.theory.sample_complexity import realizable

shares = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20)
sizes = st.integers(1, 4)


def distribution_of(p, target):
    return FiniteDistribution(np.arange(len(p)), target, p)


def risks_of(p, H, target):
    return [mass(p, row != target) for row in H]


@few
@given(world=worlds(), m=sizes)
def test_lem_realizable(world, m):
    p, H, target = world
    for _, drawn in samples_of(p, m):
        at = list(drawn)
        run = erm(class_of(H), at, target[at])
        assert min((row[at] != target[at]).sum() for row in H) == 0
        assert run.risk == 0
        assert [j for j, row in enumerate(H) if (row[at] == target[at]).all()] == run.ties.tolist()


@few
@given(data=st.data(), m=sizes)
def test_lem_seen(data, m):
    p = data.draw(probabilities(data.draw(st.integers(1, 4))))
    counted = dict.fromkeys(seen(p, m), Fraction(0))
    for q, drawn in samples_of(p, m):
        counted[tuple(sorted(set(drawn)))] += q
    assert counted == seen(p, m)


@few
@given(world=worlds(), m=sizes, eps=shares)
def test_lem_misleading(world, m, eps):
    p, H, target = world
    D = distribution_of(p, target)
    bad = np.array([risk > eps for risk in risks_of(p, H, target)])
    assert bad_hypotheses(class_of(H), D, eps).tolist() == bad.tolist()
    fails = Fraction(0)
    for q, drawn in samples_of(p, m):
        at = list(drawn)
        misleading = (H[bad][:, at] == target[at]).all(axis=1).any()
        assert bad[erm(class_of(H), at, target[at]).ties].any() == misleading
        fails += q * int(misleading)
    assert realizable_failure(class_of(H), D, eps, m) == fails
    assert agnostic_failure(class_of(H), D, eps, m) == fails


@few
@given(world=worlds(realizable=False), m=sizes, eps=shares)
@example(
    world=([Fraction(1, 2)] * 2, np.array([[0, 0]]), np.array([1, 0])), m=2, eps=Fraction(49, 100)
)
def test_lem_one_bad(world, m, eps):
    p, H, target = world
    risk, (h, *_) = mass(p, H[0] != target), class_of(H)
    chance = distribution_of(p, target).expectation(lambda X, y: empirical_risk(h, X, y) == 0, m)
    assert chance == (1 - risk) ** m
    assert probability_some_consistent([H[0] != target], p, m) == chance
    assert risk <= eps or chance < (1 - eps) ** m
    assert float((1 - eps) ** m) <= exp(-eps * m) * (1 + 1e-15)


def consistent_and_bad(p, H, target, eps, m):
    bad = [row for row, risk in zip(H, risks_of(p, H, target), strict=True) if risk > eps]
    return sum(
        q
        for U, q in seen(p, m).items()
        if any((row[list(U)] == target[list(U)]).all() for row in bad)
    )


@few
@given(world=worlds(), eps=shares, delta=shares)
def test_thm_finite_class(world, eps, delta):
    p, H, target = world
    m = realizable(len(H), float(eps), float(delta))
    assert m == max(1, ceil(log(len(H) / delta) / eps))
    for size in (m, m + 1):
        fails = consistent_and_bad(p, H, target, eps, size)
        assert fails <= delta
        assert realizable_failure(class_of(H), distribution_of(p, target), eps, size) == fails
        assert fails <= len(H) * exp(-float(eps) * size) * (1 + 1e-15)


@few
@given(N=st.integers(2, 7), m=st.integers(0, 20))
def test_lem_all_seen(N, m):
    p = [Fraction(1, N)] * N
    q = (1 - Fraction(1, N)) ** m
    every = seen(p, m)[tuple(range(N))]
    assert every <= (1 - q) ** N
    assert float((1 - q) ** N) <= exp(-q * N) * (1 + 1e-15)


@few
@given(eps=st.fractions(Fraction(1, 7), Fraction(24, 50), max_denominator=50), m=st.integers(1, 60))
def test_prop_tight_finite(eps, m):
    N = ceil(1 / eps) - 1
    unseen = 1 - sum((-1) ** j * comb(N, j) * (1 - Fraction(j, N)) ** m for j in range(N + 1))
    uniform = uniform_on(range(N), np.zeros(N))
    assert realizable_failure(singletons(range(N)), uniform, eps, m) == unseen
    for delta in (min(unseen, Fraction(1, 2)), Fraction(1, 2), Fraction(1, 20)):
        if unseen <= delta and delta > 0:
            assert m >= (N - 1) * log(N / (1.4 * delta)) * (1 - 1e-12)
            assert (N - 1) * log(N / (1.4 * delta)) >= N / 4 * log(N / delta) * (1 - 1e-12)
        assert unseen <= delta or m < N * log(N / delta)


events = st.integers(1, 5).flatmap(
    lambda n: st.tuples(probabilities(n), tables(n, most=4).map(lambda rows: rows.astype(bool)))
)


@few
@given(case=events)
def test_lem_union_bound(case):
    p, A = case
    one, two = A[0], A[-1]
    joint = mass(p, one & two)
    assert mass(p, one | two) == mass(p, one) + mass(p, two) - joint
    assert (mass(p, one | two) == mass(p, one) + mass(p, two)) == (joint == 0)
    assert mass(p, A.any(axis=0)) <= sum(mass(p, row) for row in A)


@few
@given(x=st.fractions(-3, 3, max_denominator=20), m=st.integers(0, 30))
def test_lem_exp(x, m):
    assert x == 0 or float(1 - x) < exp(-x)
    assert not 0 <= x <= 1 or float((1 - x) ** m) <= exp(-m * x) * (1 + 1e-14)


@st.composite
def random_numbers(draw, low=0, high=4):
    p = draw(probabilities(draw(st.integers(1, 4))))
    return p, [draw(st.fractions(low, high, max_denominator=4)) for _ in p]


@few
@given(Z=random_numbers(), a=st.fractions(Fraction(1, 4), 4, max_denominator=4))
def test_lem_markov(Z, a):
    p, z = Z
    tail = mass(p, [v >= a for v in z])
    assert tail <= dot(p, z) / a
    assert (tail == dot(p, z) / a) == (mass(p, [v in (0, a) for v in z]) == 1)


@few
@given(
    Z=random_numbers(-2, 1),
    a=st.fractions(-2, Fraction(3, 4), max_denominator=4),
)
def test_lem_reverse_markov(Z, a):
    p, z = Z
    tail, least = mass(p, [v > a for v in z]), Fraction(dot(p, z) - a) / (1 - a)
    assert tail >= least
    assert (tail == least) == (mass(p, [v in (a, 1) for v in z]) == 1)


@few
@given(Z=random_numbers(), a=st.fractions(Fraction(1, 4), 4, max_denominator=4))
def test_lem_chebyshev(Z, a):
    p, z = Z
    away = [abs(v - dot(p, z)) for v in z]
    tail = mass(p, [v >= a for v in away])
    assert tail <= variance(p, z) / a**2
    assert (tail == variance(p, z) / a**2) == (mass(p, [v in (0, a) for v in away]) == 1)


@few
@given(
    Z=random_numbers(),
    turns=st.lists(st.tuples(st.sampled_from([1, -1]), st.integers(-2, 2)), min_size=1, max_size=4),
)
def test_lem_variance_mean(Z, turns):
    p, z = Z
    drawn = list(samples_of(p, len(turns)))
    means = [
        sum((s * z[i] + b for i, (s, b) in zip(at, turns, strict=True)), Fraction(0)) / len(turns)
        for _, at in drawn
    ]
    assert variance([q for q, _ in drawn], means) == variance(p, z) / len(turns)


@few
@given(world=worlds(realizable=False, points=3), m=sizes, eps=shares)
def test_cor_one_hypothesis(world, m, eps):
    p, H, target = world
    risk = mass(p, H[0] != target)
    assert distribution_of(p, target).risk(class_of(H)[0]) == risk
    wrong = [(q, sum(H[0][i] != target[i] for i in at)) for q, at in samples_of(p, m)]
    tail = sum((q for q, k in wrong if abs(Fraction(int(k), m) - risk) >= eps), Fraction(0))
    assert tail <= risk * (1 - risk) / (m * eps**2) <= 1 / (4 * m * eps**2)


@few
@given(pair=st.integers(1, 3).flatmap(lambda d: st.tuples(vectors(d), vectors(d))))
def test_lem_cauchy_schwarz(pair):
    u, v = pair
    d = len(u)
    assert dot(u, v) ** 2 <= norm2(u) * norm2(v)
    multiples = all(u[i] * v[j] == u[j] * v[i] for i in range(d) for j in range(d))
    assert (dot(u, v) ** 2 == norm2(u) * norm2(v)) == multiples


@few
@given(world=worlds(realizable=False), m=sizes)
def test_prop_fair(world, m):
    p, H, target = world
    (h, *_), D = class_of(H), distribution_of(p, target)
    risk = D.risk(h)
    assert risk == mass(p, H[0] != target)
    for k in range(m + 1):
        chance = D.expectation(lambda X, y, k=k: m * empirical_risk(h, X, y) == k, m)
        assert chance == comb(m, k) * risk**k * (1 - risk) ** (m - k)
        assert float(chance) == pytest.approx(binom.pmf(k, m, float(risk)), abs=1e-12)
    count = D.expectation(lambda X, y: int((h(X) != y).sum()), m)
    assert count == m * risk


QUARTERS = np.array([[0.25, 0.25], [0.25, 0.75], [0.75, 0.25], [0.75, 0.75]])


@few
@given(m=st.integers(1, 5))
def test_prop_square(m):
    square = uniform_on(QUARTERS, QUARTERS[:, 1] > 0.5)
    assert square.risk(lambda X: X[:, 0] > 0.5) == Fraction(1, 2)

    def both_and_no_other(X, y):
        right = X[:, 0] > 0.5
        assert not (right == y).all() or empirical_risk(lambda Z: Z[:, 0] > 0.5, X, y) == 0
        return bool((right == y).all() and len(set(y)) == 2)

    chance = square.expectation(both_and_no_other, m)
    assert chance == Fraction(1, 2**m) - 2 * Fraction(1, 4**m)


@few
@given(world=worlds(realizable=False), m=sizes)
def test_prop_memoriser(world, m):
    p, _, target = world
    D = distribution_of(p, target)
    risk = Fraction(0)
    for q, drawn in samples_of(p, m):
        at = list(drawn)
        h = memorise(at, target[at])
        assert empirical_risk(h, at, target[at]) == 0
        risk += q * D.risk(h)
    assert risk == sum(q * (1 - q) ** m for q, label in zip(p, target, strict=True) if label)


@few
@given(D=joint_distributions(), data=st.data(), m=sizes)
def test_prop_nested(D, data, m):
    n = int(max(D.X)) + 1
    larger = class_of(data.draw(tables(n, least=2)))
    smaller = larger[: data.draw(st.integers(1, len(larger)))]
    at = data.draw(st.lists(st.integers(0, len(D.X) - 1), min_size=m, max_size=m))
    X, y = D.X[at], D.y[at]
    assert erm(larger, X, y).risk <= erm(smaller, X, y).risk
    least = min(sum(h(X) != y) for h in larger)
    assert erm(larger, X, y).risk == least / m
    assert min(map(D.risk, larger)) <= min(map(D.risk, smaller))


# What the notes print, found false.

small_worlds = worlds(points=3, most=3)


def test_misprint_E_002_02():
    def the_rate_of_correct_predictions(world):
        p, H, target = world
        at = range(len(p))
        return empirical_risk(class_of(H)[0], at, target) == (H[0] == target).mean()

    counterexample(worlds(realizable=False), the_rate_of_correct_predictions)


def test_misprint_E_002_03():
    def every_classifier_is_half_right(row):
        said = dict(zip(map(tuple, QUARTERS.tolist()), row, strict=True))
        h = lambda X: np.array([said[tuple(x)] for x in X.tolist()])  # noqa: E731
        return uniform_on(QUARTERS, QUARTERS[:, 1] > 0.5).risk(h) == Fraction(1, 2)

    counterexample(st.tuples(*[st.integers(0, 1)] * 4), every_classifier_is_half_right)


def test_misprint_E_002_04():
    def more_data_mislead_more(world):
        p, H, target = world
        fails = [consistent_and_bad(p, H, target, Fraction(1, 4), m) for m in (1, 2)]
        return fails[0] <= fails[1]

    counterexample(small_worlds, more_data_mislead_more)


def test_misprint_E_002_06():
    def sets_that_meet(case):
        p, A = case
        one, two = A[0], A[-1]
        return not (one & two).any() or mass(p, one & two) < mass(p, one) + mass(p, two)

    def strict_if_they_meet(case):
        p, A = case
        one, two = A[0], A[-1]
        return not (one & two).any() or mass(p, one | two) < mass(p, one) + mass(p, two)

    for claim in (sets_that_meet, strict_if_they_meet):
        p, A = counterexample(events, claim)
        assert mass(p, A[0] & A[-1]) == 0


def test_misprint_E_002_07():
    def each_factor_has_the_law_of_the_sample(case):
        (p, H, target), m = case
        right = mass(p, H[0] == target)
        return right**m == (right**m) ** m

    counterexample(st.tuples(worlds(), sizes), each_factor_has_the_law_of_the_sample)


def test_misprint_E_002_08():
    def failures_are_misleading(case):
        D, H, m = case
        assume(H.shape[1] > max(D.X))
        predictors, eps = class_of(H), Fraction(1, 10)
        wrong = errors(predictors, D.X, D.y)
        risks = [D.risk(h) for h in predictors]
        bad = np.array([risk - min(risks) > eps for risk in risks])
        misled = probability_some_consistent(wrong[bad], D.p, m)
        return agnostic_failure(predictors, D, eps, m) <= misled

    cases = st.tuples(joint_distributions(points=2), tables(2, least=2), st.integers(1, 2))
    counterexample(cases, failures_are_misleading)


def test_misprint_E_002_09():
    def misled_means_a_bad_output(world):
        p, H, target = world
        eps, at = Fraction(1, 4), [0]
        risks = risks_of(p, H, target)
        misled = any(r > eps and row[0] == target[0] for r, row in zip(risks, H, strict=True))
        chosen = erm(class_of(H), at, target[at]).ties[0]
        return not misled or risks[chosen] >= eps

    counterexample(small_worlds, misled_means_a_bad_output)
