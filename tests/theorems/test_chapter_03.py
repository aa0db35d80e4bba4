"""Chapter 03: its theorems over small finite distributions; probabilities in exact fractions."""

from fractions import Fraction
from itertools import combinations, product
from math import ceil, comb, exp, log, sqrt

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from scipy.stats import entropy
from strategies import (
    ROUND,
    class_of,
    counterexample,
    counts_of,
    dot,
    few,
    gaps,
    independent,
    joint,
    joint_distributions,
    norm2,
    probabilities,
    samples_of,
    shares,
    signed_samples,
    tables,
    variance,
    vectors,
)

from lecture_code.core.risk import erm
from lecture_code.theory.concentration import (
    bernstein,
    binomial_above,
    chebyshev,
    chernoff,
    hoeffding,
    kl,
)
from lecture_code.theory.pac import agnostic_failure, failure_probability, sup_deviations
from lecture_code.theory.rademacher import ball_complexity, massart, rademacher
from lecture_code.theory.sample_complexity import (
    agnostic,
    uniform_accuracy,
    uniform_convergence,
)

sizes = st.integers(1, 4)
ends = [Fraction(0), Fraction(1)]  # the values of a coin


@st.composite
def lossy(draw, k=3, n=3, parts=2):
    """Draw a distribution on n points and the losses of k hypotheses on it, in halves of [0, 1]."""
    n = draw(st.integers(1, n))
    rows = st.tuples(*[st.integers(0, parts)] * n)
    losses = draw(st.lists(rows, min_size=1, max_size=k))
    return draw(probabilities(n)), [[Fraction(v, parts) for v in row] for row in losses]


def mean(row, counts):
    return Fraction(dot(row, counts)) / sum(counts)


def gap(p, losses, counts):
    return max(abs(mean(row, counts) - dot(p, row)) for row in losses)


classes = joint_distributions(points=2).flatmap(
    lambda D: st.tuples(st.just(D), tables(2, most=3).map(class_of))
)


def table_of(H, D):
    """Return the 0-1 losses of predictors on the atoms of a distribution."""
    return [[int(a != b) for a, b in zip(h(D.X), D.y, strict=True)] for h in H]


@few
@given(world=lossy(), zero_one=classes, m=sizes, eps=gaps)
def test_thm_finite_uc(world, zero_one, m, eps):
    p, losses = world
    far = sum(q for q, counts in counts_of(p, m) if gap(p, losses, counts) > eps)
    assert far <= 2 * len(losses) * exp(-2 * m * eps**2) * ROUND
    D, H = zero_one
    wrong = table_of(H, D)
    far = sum(q for q, counts in counts_of(D.p, m) if gap(D.p, wrong, counts) > eps)
    assert failure_probability(H, D, eps, m) == far
    eps, delta = max(eps, Fraction(2, 5)), 0.4
    enough = uniform_convergence(len(H), float(eps), delta)
    assert enough == ceil(log(2 * len(H) / delta) / (2 * float(eps) ** 2))
    assert failure_probability(H, D, eps, enough) <= delta
    assert uniform_convergence(len(H), 2 * float(eps), delta, width=2) == enough
    away = uniform_accuracy(len(H), m, delta)  # at the promised accuracy the bound is δ
    assert 2 * len(H) * exp(-2 * m * away**2) == pytest.approx(delta)


@few
@given(k=st.integers(1, 5), q=st.fractions(0, 1, max_denominator=10))
def test_prop_independent(k, q):
    outcomes = product((0, 1), repeat=k)
    some = sum(q ** sum(bits) * (1 - q) ** (k - sum(bits)) for bits in outcomes if any(bits))
    assert some == 1 - (1 - q) ** k
    assert k * q - comb(k, 2) * q**2 <= some <= k * q


@few
@given(case=classes, m=sizes, eps=gaps)
def test_cor_finite_agnostic(case, m, eps):
    D, H = case
    wrong = table_of(H, D)
    risks = [dot(D.p, row) for row in wrong]

    def some_minimiser_is_bad(counts):
        totals = [dot(row, counts) for row in wrong]
        least = min(totals)
        pairs = zip(risks, totals, strict=True)
        return any(t == least and risk > min(risks) + eps for risk, t in pairs)

    fails = sum(q for q, counts in counts_of(D.p, m) if some_minimiser_is_bad(counts))
    assert agnostic_failure(H, D, eps, m) == fails
    wide, delta = max(eps, Fraction(3, 5)), 0.4
    enough = agnostic(len(H), float(wide), delta)
    assert enough <= ceil(2 * log(2 * len(H) / delta) / float(wide) ** 2)
    assert agnostic_failure(H, D, wide, enough) <= delta


@few
@given(b=st.integers(1, 8), d=st.integers(1, 4), eps=shares, delta=shares, data=st.data())
def test_prop_discretisation(b, d, eps, delta, data):
    size = data.draw(st.integers(1, 2 ** (b * d)))
    enough = (2 * b * d * log(2) + 2 * log(2 / delta)) / eps**2
    assert agnostic(size, float(eps), float(delta)) <= ceil(enough * ROUND)
    W = range(data.draw(st.integers(1, min(4, 2**b))))
    assert len(set(product(W, repeat=d))) <= 2 ** (b * d)


@few
@given(world=lossy(), m=sizes)
def test_prop_unbiased(world, m):
    p, losses = world
    drawn = list(samples_of(p, m))
    for row in losses:
        assert sum(q * sum(row[i] for i in at) for q, at in drawn) == m * dot(p, row)
    least = sum(q * min(sum(row[i] for i in at) for row in losses) for q, at in drawn)
    assert least <= m * min(dot(p, row) for row in losses)


def centre(p, z):
    return Fraction(dot(p, z))


def tail(numbers, far):
    """Return the exact probability that the mean of independent variables is far from its own."""
    mu = sum(centre(p, z) for p, z in numbers) / len(numbers)
    return sum(q for q, z in joint(numbers) if far(sum(z) / len(z) - mu))


@few
@given(numbers=independent(), eps=gaps)
def test_prop_chebyshev_rate(numbers, eps):
    m, most = len(numbers), max(variance(p, z) for p, z in numbers)
    assert tail(numbers, lambda away: abs(away) >= eps) <= most / (m * eps**2)
    said = chebyshev(m, float(eps), float(most))
    assert said == pytest.approx(float(most / (m * eps**2)))


@few
@given(numbers=independent(most=1))
def test_lem_popoviciu(numbers):
    ((p, z),) = numbers
    assert 4 * variance(p, z) <= (max(z) - min(z)) ** 2


@few
@given(numbers=independent(most=1), s=st.integers(-12, 12))
def test_lem_hoeffding(numbers, s):
    ((p, z),) = numbers
    a, b, mu = min(z), max(z), centre(p, z)
    moment = sum(float(q) * exp(s * (v - mu)) for q, v in zip(p, z, strict=True))
    assert moment <= exp(s**2 * (b - a) ** 2 / 8) * ROUND


@few
@given(numbers=independent(), eps=gaps)
@example(numbers=[([Fraction(1, 10), Fraction(9, 10)], ends)], eps=Fraction(1, 10))
@example(numbers=[([Fraction(9, 10), Fraction(1, 10)], ends)], eps=Fraction(1, 10))
def test_thm_hoeffding(numbers, eps):
    m, widths = len(numbers), [max(z) - min(z) for _, z in numbers]
    assume(any(widths))
    bound = exp(-2 * m**2 * eps**2 / sum(w**2 for w in widths)) * ROUND
    assert tail(numbers, lambda away: away >= eps) <= bound
    assert tail(numbers, lambda away: away <= -eps) <= bound
    values = [v for _, z in numbers for v in z]
    width = max(values) - min(values)
    both = 2 * hoeffding(m, float(eps), width=float(width))
    assert both == pytest.approx(2 * exp(-2 * m * eps**2 / width**2))
    assert tail(numbers, lambda away: abs(away) >= eps) <= both * ROUND


@few
@given(m=st.integers(1, 40), eps=st.fractions(Fraction(1, 50), 1, max_denominator=50))
def test_prop_needed(m, eps):
    away = [k for k in range(m + 1) if abs(Fraction(k, m) - Fraction(1, 2)) >= eps]
    chance = Fraction(sum(comb(m, k) for k in away), 2**m)
    assert m * 16 * eps**2 > 1 or chance >= Fraction(3, 16)


@few
@given(
    distributions=st.lists(probabilities(2), min_size=1, max_size=3),
    values=st.lists(st.integers(0, 4), min_size=8, max_size=8),
    eps=st.integers(1, 8),
)
@example(distributions=[[Fraction(1, 10), Fraction(9, 10)]], values=[0, 4] * 4, eps=1)
@example(distributions=[[Fraction(9, 10), Fraction(1, 10)]] * 4, values=[0, *[4] * 15], eps=10)
def test_thm_mcdiarmid(distributions, values, eps):
    m = len(distributions)
    cells = list(product((0, 1), repeat=m))
    f = dict(zip(cells, values, strict=False))
    c = [max(abs(f[z] - f[(*z[:i], 1 - z[i], *z[i + 1 :])]) for z in cells) for i in range(m)]
    assume(any(c))
    chance = {z: np.prod([p[b] for p, b in zip(distributions, z, strict=True)]) for z in cells}
    mu = sum(chance[z] * f[z] for z in cells)
    far = sum(chance[z] for z in cells if f[z] - mu >= Fraction(eps, 4))
    assert far <= exp(-2 * (eps / 4) ** 2 / sum(a * a for a in c)) * ROUND


def complexity(rows):
    """Return the empirical Rademacher complexity by its definition, over all signs."""
    m = len(rows[0])
    signs = list(product((-1, 1), repeat=m))
    return Fraction(sum(max(dot(s, row) for row in rows) for s in signs)) / (m * len(signs))


@st.composite
def value_tables(draw, most=3, low=-2, high=2):
    m = draw(st.integers(1, 4))
    row = st.lists(st.integers(low, high), min_size=m, max_size=m)
    return draw(st.lists(row, min_size=1, max_size=most))


@few
@given(F=value_tables(), c=st.integers(-3, 3), data=st.data())
def test_prop_rules(F, c, data):
    m = len(F[0])
    row = st.lists(st.integers(-2, 2), min_size=m, max_size=m)
    g, extra = data.draw(row), data.draw(row)
    assert rademacher(F) == complexity(F) >= 0
    assert rademacher(F[:1]) == 0
    assert rademacher([*F, extra]) >= rademacher(F)
    moved = [[c * a + b for a, b in zip(f, g, strict=True)] for f in F]
    assert rademacher(moved) == abs(c) * rademacher(F)
    weights = data.draw(st.lists(probabilities(len(F)), min_size=1, max_size=3))
    averages = [[dot(w, column) for column in zip(*F, strict=True)] for w in weights]
    assert complexity(F + averages) == complexity(F)
    cube = list(product((0, 1), repeat=m))
    assert rademacher(cube) == Fraction(1, 2)
    inside = [[Fraction(a + 2, 4) for a in f] for f in F]
    assert complexity(inside) <= Fraction(1, 2)


@few
@given(world=lossy(), m=st.integers(1, 3))
def test_lem_symmetrisation(world, m):
    p, F = world
    drawn = [(q, list(at)) for q, at in samples_of(p, m)]
    average = sum(q * complexity([[f[i] for i in at] for f in F]) for q, at in drawn)
    for sign in (1, -1):
        apart = sum(
            q * max(sign * (dot(p, f) - sum(f[i] for i in at) / m) for f in F) for q, at in drawn
        )
        assert apart <= 2 * average


@few
@given(A=value_tables(most=5))
@example(A=[[1], [-1]])
@example(A=[[a] for a in (40, -40, *range(-3, 4))])
def test_lem_massart(A):
    A = [list(row) for row in {tuple(row) for row in A}]
    n = len(A[0])
    longest = sqrt(max(norm2(row) for row in A))
    assert float(complexity(A) * n) <= longest * sqrt(2 * log(len(A))) * ROUND + 1e-15
    assert massart(A) >= float(complexity(A)) / ROUND
    bits = {tuple(int(a > 0) for a in row) for row in A}
    small = float(complexity(list(bits)))
    assert small <= sqrt(log(len(bits)) / (2 * n)) * ROUND <= sqrt(2 * log(len(bits)) / n) * ROUND


@few
@given(world=lossy(), m=st.integers(1, 3), delta=shares)
@example(world=([Fraction(1, 3)] * 3, [[0, 1, 1], [1, 0, 1], [1, 1, 0]]), m=1, delta=Fraction(1, 2))
def test_thm_rademacher(world, m, delta):
    p, F = world
    drawn = [(q, [[f[i] for i in at] for f in F]) for q, at in samples_of(p, m)]
    average = sum(q * complexity(rows) for q, rows in drawn)
    true = [dot(p, f) for f in F]

    def exceeds(rows, radius):
        pairs = zip(true, rows, strict=True)
        return any(t > float(sum(row) / m) + radius + 1e-12 for t, row in pairs)

    one = 2 * float(average) + sqrt(log(1 / delta) / (2 * m))
    assert sum(q for q, rows in drawn if exceeds(rows, one)) <= delta
    slack = 3 * sqrt(log(2 / delta) / (2 * m))
    two = sum(q for q, rows in drawn if exceeds(rows, 2 * float(complexity(rows)) + slack))
    assert two <= delta


@few
@given(sample=signed_samples(most=5, dimensions=(1, 2)), w=vectors(2), B=st.integers(1, 3))
def test_prop_linear(sample, w, B):
    X, w = sample[0], w[: sample[0].shape[1]]
    m = len(X)
    sums = [np.array(s) @ X for s in product((-1, 1), repeat=m)]
    average = sum(sqrt(norm2(v)) for v in sums) / len(sums) / m
    assert ball_complexity(X @ X.T) == pytest.approx(average)
    R2 = max(norm2(x) for x in X)
    assert average <= sqrt(sum(norm2(x) for x in X)) / m * ROUND <= sqrt(R2 / m) * ROUND**2
    for v in sums:  # the best w of length B points along the sum, and no other does better
        assert norm2(w) > B**2 or dot(w, v) <= B * sqrt(norm2(v)) * ROUND
        assert not any(v) or B / sqrt(norm2(v)) * dot(v, v) >= B * sqrt(norm2(v)) / ROUND


@few
@given(F=value_tables(most=4, low=0, high=4), scale=st.integers(2, 6))
def test_thm_dudley(F, scale):
    """The cell of the integral that a sum takes is smaller; covers by rows of the class itself."""
    A = np.unique(np.array(F) / 4, axis=0)
    far = np.sqrt(((A[:, None] - A) ** 2).mean(axis=2))

    def cover(eps):
        few_rows = (C for k in range(1, len(A) + 1) for C in combinations(range(len(A)), k))
        return next(len(C) for C in few_rows if (far[:, C].min(axis=1) <= eps).all())

    alpha, grid = 0.5**scale, 64
    width = (0.5 - alpha) / grid
    integral = sum(width * sqrt(log(cover(alpha + width * (k + 1)))) for k in range(grid))
    exact = float(complexity((4 * A).astype(int).tolist())) / 4
    assert exact <= 4 * alpha + 12 / sqrt(A.shape[1]) * integral + 1e-12


@few
@given(F=value_tables(), data=st.data(), L=st.integers(1, 3))
def test_lem_contraction(F, data, L):
    m = len(F[0])
    kinks = data.draw(
        st.lists(
            st.tuples(st.integers(-L, L), st.integers(-2, 2), st.booleans()),
            min_size=m,
            max_size=m,
        )
    )

    def phi(i, u):  # c |u - b| or c max(0, u - b): Lipschitz with constant |c| <= L
        c, b, bent = kinks[i]
        return c * (max(0, u - b) if bent else abs(u - b))

    image = [[phi(i, u) for i, u in enumerate(row)] for row in F]
    assert complexity(image) <= L * complexity(F)


unit = st.fractions(0, 1, max_denominator=12)


@few
@given(q=unit, p=unit)
@example(q=Fraction(1, 12), p=Fraction(1, 11))
def test_prop_pinsker(q, p):
    if (q > 0 and p == 0) or (q < 1 and p == 1):
        assert kl(float(q), float(p)) == np.inf
        return
    value = entropy([float(q), float(1 - q)], [float(p), float(1 - p)])
    assert kl(float(q), float(p)) == pytest.approx(value, abs=1e-15)
    assert value >= 2 * (q - p) ** 2 - 1e-15
    assert q > p or p == 0 or value >= (p - q) ** 2 / (2 * p) - 1e-15


@few
@given(numbers=independent(), q=unit, p=unit, m=st.integers(1, 12))
@example(numbers=[([Fraction(1, 2)] * 2, ends)], q=1, p=Fraction(1, 2), m=1)  # equality
@example(numbers=[([Fraction(1, 2)] * 2, ends)], q=0, p=Fraction(1, 2), m=1)
def test_thm_chernoff(numbers, q, p, m):
    mu, n = sum(centre(*number) for number in numbers) / len(numbers), len(numbers)
    bound = exp(-n * kl(float(q), float(mu))) * ROUND
    if q > mu:
        assert tail(numbers, lambda away: away + mu >= q) <= bound
        assert chernoff(n, float(q - mu), float(mu)) == pytest.approx(bound)
    if q < mu:
        assert tail(numbers, lambda away: away + mu <= q) <= bound
    assume(0 < p < 1)
    k = ceil(p * m) if p * m < ceil(p * m) else int(p * m) + 1  # the next whole number of heads
    assume(k <= m)
    heads = sum(comb(m, j) * p**j * (1 - p) ** (m - j) for j in range(k, m + 1))
    assert binomial_above(m, float(p), k / m - float(p)) == pytest.approx(float(heads))
    bound = exp(-m * kl(k / m, float(p)))
    assert bound / (m + 1) / ROUND <= heads <= bound * ROUND


@few
@given(numbers=independent(low=-4), eps=gaps)
@example(numbers=[([Fraction(1, 10), Fraction(9, 10)], ends)], eps=Fraction(1, 10))
def test_thm_bernstein(numbers, eps):
    m = len(numbers)
    sigma2 = sum(variance(*number) for number in numbers) / m
    c = max(max(z) - centre(p, z) for p, z in numbers)
    assume(c > 0)
    bound = exp(-m * eps**2 / (2 * (sigma2 + c * eps / 3)))
    assert tail(numbers, lambda away: away >= eps) <= bound * ROUND
    said = bernstein(m, float(eps), float(sigma2), reach=float(c))
    assert said == pytest.approx(bound)


@few
@given(world=lossy(), m=st.integers(1, 6), delta=shares)
def test_thm_optimistic(world, m, delta):
    p, losses = world
    t = log(len(losses) / delta)

    def exceeds(counts):
        means = [float(mean(row, counts)) for row in losses]
        bounds = [L + sqrt(2 * L * t / m) + 2 * t / m for L in means]
        return any(dot(p, row) > b + 1e-12 for row, b in zip(losses, bounds, strict=True))

    assert sum(q for q, counts in counts_of(p, m) if exceeds(counts)) <= delta


@few
@given(world=lossy(), m=sizes, case=classes)
def test_lem_representative(world, m, case):
    p, losses = world
    risks = [dot(p, row) for row in losses]
    for _, counts in counts_of(p, m):
        totals = [mean(row, counts) for row in losses]
        worst = max(r for r, t in zip(risks, totals, strict=True) if t == min(totals))
        assert worst <= min(risks) + 2 * gap(p, losses, counts)
    D, H = case
    wrong = table_of(H, D)
    for _, counts in counts_of(D.p, m):
        half = gap(D.p, wrong, counts)
        assert sup_deviations(H, D, [counts])[0] == float(half)
        at = np.repeat(np.arange(len(counts)), counts)
        ties = erm(H, D.X[at], D.y[at]).ties
        assert max(D.risk(H[j]) for j in ties) <= min(map(D.risk, H)) + 2 * half


@few
@given(case=classes, m=sizes, eps=gaps)
def test_prop_uc_agnostic(case, m, eps):
    D, H = case
    wrong = table_of(H, D)
    far = sum(q for q, counts in counts_of(D.p, m) if gap(D.p, wrong, counts) > eps / 2)
    assert agnostic_failure(H, D, eps, m) <= far
    assert failure_probability(H, D, eps / 2, m) == far


# What the notes print, found false.

small = st.tuples(lossy(k=2), st.integers(1, 2), st.sampled_from([Fraction(1, 4), Fraction(1, 3)]))


def test_misprint_E_002_15():
    def representative_is_enough(case):
        (p, losses), m = case
        risks = [dot(p, row) for row in losses]
        for _, counts in counts_of(p, m):
            totals = [mean(row, counts) for row in losses]
            worst = max(r for r, t in zip(risks, totals, strict=True) if t == min(totals))
            if worst > min(risks) + gap(p, losses, counts):
                return False
        return True

    (_, losses), _ = counterexample(small.map(lambda case: case[:2]), representative_is_enough)
    assert len(losses) == 2


def test_misprint_E_002_16():
    def each_is_as_good_as_all(case):
        (p, losses), m, eps = case
        drawn = list(counts_of(p, m))
        alone = max(sum(q for q, counts in drawn if gap(p, [row], counts) > eps) for row in losses)
        return alone == sum(q for q, counts in drawn if gap(p, losses, counts) > eps)

    (_, losses), *_ = counterexample(small, each_is_as_good_as_all)
    assert len(losses) == 2
