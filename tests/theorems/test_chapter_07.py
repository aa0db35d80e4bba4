"""Chapter 07: its theorems over all small tables and finite distributions, in exact numbers."""

import random
from fractions import Fraction
from itertools import combinations, product
from math import ceil, comb, e, exp, floor, log, log2, pi, sin, sqrt

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from strategies import (
    ROUND,
    counterexample,
    counts_of,
    dot,
    few,
    mass,
    nonzero,
    probabilities,
    samples_of,
    seen,
    shares,
    tables,
    vectors,
    worlds,
)

from lecture_code.chapters.c07_chaining import separated
from lecture_code.core.enumeration import probability_some_consistent
from lecture_code.theory.halfspaces import halfspaces_on, radon_partition
from lecture_code.theory.hard_distributions import coin_error
from lecture_code.theory.labellings import (
    combine,
    interval_unions_on,
    intervals_on,
    rectangles_on,
    sine_labels,
    sine_parameter,
    stumps_on,
    thresholds_on,
)
from lecture_code.theory.lower_bounds import agnostic_confidence
from lecture_code.theory.no_free_lunch import play
from lecture_code.theory.sample_complexity import (
    consistent_failure,
    consistent_formula,
    consistent_radius,
    log_free_formula,
    uniform_formula,
    vc_radius,
)
from lecture_code.theory.vc import growth, sauer, shattered_sets, vc_dimension

lines = st.lists(st.integers(-9, 9), min_size=1, max_size=6, unique=True)
classes = st.integers(1, 4).flatmap(lambda n: tables(n, most=5))


def shattered(H):
    """Every set of columns on which all labellings occur, by the definition."""
    rows = [tuple(row) for row in np.asarray(H).tolist()]
    columns = range(len(rows[0]))
    return [
        C
        for k in range(len(rows[0]) + 1)
        for C in combinations(columns, k)
        if len({tuple(row[i] for i in C) for row in rows}) == 2**k
    ]


def dimension(H):
    return max(map(len, shattered(H)))


def patterns(H, m):
    """Return the growth function on the columns: m points, repeated if there are not as many."""
    rows, n = np.asarray(H), np.asarray(H).shape[1]
    return max(len({tuple(r) for r in rows[:, C]}) for C in combinations(range(n), min(m, n)))


def some_bad(p, H, target, m, eps):
    """Return the exact chance that some consistent row has a risk above eps."""
    bad = [row for row in H if mass(p, row != target) > eps]
    fits = [{i for i in range(len(p)) if row[i] == target[i]} for row in bad]
    return sum(q for U, q in seen(p, m).items() if any(fit.issuperset(U) for fit in fits))


@few
@given(world=worlds(most=5), extra=st.integers(0, 60), delta=shares, eps=shares)
def test_thm_consistent(world, extra, delta, eps):
    p, H, target = world
    d = dimension(H)
    assume(d >= 1)
    m = d + extra
    radius = 2 / m * (d * log2(2 * e * m / d) + log2(2 / delta))
    assert consistent_radius(d, m, float(delta)) == pytest.approx(radius)
    assert some_bad(p, H, target, m, radius) <= delta
    bound = 2 * patterns(H, 2 * m) * 2 ** float(-eps * m / 2)
    fails = some_bad(p, H, target, m, eps)
    assert fails <= bound * ROUND
    assert consistent_failure(patterns(H, 2 * m), m, float(eps)) == pytest.approx(bound)
    bad = np.array([mass(p, row != target) > eps for row in H])
    assert probability_some_consistent((target != H)[bad], p, m) == fails


def largest_arc(m, x):
    """Return the probability of part 2; a point alone leaves the whole circle."""
    return sum((-1) ** j * comb(m, j) * (1 - j * x) ** (m - 1) for j in range(m + 1) if j * x < 1)


def larger_end(m, x):
    """Return the probability of part 1."""
    return 1 - 2 * max(1 - x, 0) ** m + max(1 - 2 * x, 0) ** m


@few
@given(x=st.fractions(0, 2, max_denominator=12))
@example(x=Fraction(1, 2))
@example(x=Fraction(1))
@example(x=Fraction(3, 2))
def test_prop_printed_rate(x):
    # For one, two and three points the distribution is a length or an area, of what corners leave.
    short, rest = x <= Fraction(1, 2), max(1 - x, 0)
    line = min(max(2 * x - 1, 0), 1)
    triangle = max(3 * x - 1, 0) ** 2 if short else 1 - 3 * rest**2
    assert [largest_arc(m, x) for m in (1, 2, 3)] == [x >= 1, line, triangle]
    square = 2 * x**2 if short else 1 - 2 * rest**2
    assert [larger_end(m, x) for m in (1, 2)] == [line, square]
    k = ceil(4 * x)
    assert larger_end(400_000, k / 10**6) == pytest.approx((1 - exp(-0.4 * k)) ** 2, abs=1e-5)
    assert larger_end(5_000_000, 3 + x) == 1  # nothing is longer than all


@few
@given(m=st.integers(2, 60), delta=shares)
def test_prop_increasing(m, delta):
    for radius in (vc_radius, consistent_radius):
        values = [radius(d, m, float(delta)) for d in range(1, m + 1)]
        assert all(a < b for a, b in zip(values, values[1:], strict=False))
    formula = [sqrt(8 / m * (d * log(2 * e * m / d) + log(4 / delta))) for d in (1, m)]
    assert [vc_radius(d, m, float(delta)) for d in (1, m)] == pytest.approx(formula)


def labels_of(points, functions):
    return {tuple(int(h(x)) for x in points) for h in functions}


@few
@given(x=lines)
def test_prop_thresholds(x):
    direct = labels_of(x, [lambda v, a=a: v <= a for a in [min(x) - 1, *x]])
    assert {tuple(row) for row in thresholds_on(x).tolist()} == direct
    assert len(direct) == len(x) + 1 == growth(thresholds_on(x), len(x))
    assert dimension(thresholds_on(x)) == vc_dimension(thresholds_on(x)) == 1


@few
@given(x=lines)
def test_prop_intervals(x):
    cuts = list(combinations(sorted(x), 2)) + [(a, a) for a in x] + [(1, 0)]
    direct = labels_of(x, [lambda v, a=a, b=b: a <= v <= b for a, b in cuts])
    assert {tuple(row) for row in intervals_on(x).tolist()} == direct
    assert len(direct) == comb(len(x) + 1, 2) + 1
    assert dimension(intervals_on(x)) == min(2, len(x))


@few
@given(X=st.lists(vectors(2, 2), min_size=1, max_size=5))
@example(X=[(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_prop_rectangles_vc(X):
    sides = [(a, b) for a in range(-2, 3) for b in range(a, 3)]
    direct = labels_of(
        X,
        [
            lambda v, s=s, t=t: s[0] <= v[0] <= s[1] and t[0] <= v[1] <= t[1]
            for s, t in product(sides, sides)
        ],
    ) | {(0,) * len(X)}
    assert {tuple(row) for row in rectangles_on(X).tolist()} == direct
    assert dimension(list(direct)) <= 4
    cross = rectangles_on([[1, 0], [-1, 0], [0, 1], [0, -1]])
    assert dimension(cross) == 4


@few
@given(X=st.integers(1, 2).flatmap(lambda d: st.lists(vectors(d, 2), min_size=1, max_size=5)))
def test_thm_vc_halfspaces(X):
    d = len(X[0])
    ws = list(product(range(-6, 7), repeat=d))
    through = labels_of(X, [lambda x, w=w: dot(w, x) > 0 for w in ws[:: max(1, len(ws) // 80)]])
    table = halfspaces_on(X)
    assert through <= {tuple(row) for row in table.tolist()}
    assert dimension(table) <= d
    assert dimension(halfspaces_on(X, bias=True)) <= d + 1
    other = 1 - halfspaces_on([[-a for a in x] for x in X])  # 1[<w, x> >= 0] = 1 - 1[<w, -x> > 0]
    assert dimension(other) <= d
    assert dimension(halfspaces_on(np.eye(d))) == d
    assert dimension(halfspaces_on(np.r_[np.eye(d), np.zeros((1, d))], bias=True)) == d + 1


@few
@given(X=st.integers(1, 3).flatmap(lambda d: st.lists(vectors(d), min_size=d + 2, max_size=d + 2)))
def test_thm_radon(X):
    found = radon_partition(X)
    groups = found.positive.tolist(), found.negative.tolist()
    assert not set(groups[0]) & set(groups[1])
    points = []
    for group in groups:
        weights = [Fraction(abs(found.alpha[i])) for i in group]
        points.append(
            tuple(
                sum(w * X[i][j] for w, i in zip(weights, group, strict=True)) / sum(weights)
                for j in range(len(X[0]))
            )
        )
    assert points[0] == points[1] == found.exact


bits = st.lists(st.integers(0, 1), min_size=1, max_size=12)


@few
@given(y=bits)
def test_prop_sine(y):
    n = len(y)
    N = 1 + sum((1 - y[i - 1]) * 2**i for i in range(1, n + 1))
    assert sine_parameter(y) == N
    assert [ceil(sin(pi * N / 2**j) / 2) for j in range(1, n + 1)] == y
    assert sine_labels(N, n) == y


def averages(H, target, counts, m):
    wrong = (np.asarray(H) != target) @ np.array(counts)
    return [Fraction(int(k), m) for k in wrong]


ghosts = st.sampled_from([(2, Fraction(1)), (4, Fraction(3, 4)), (5, Fraction(2, 3))])


@few
@given(world=worlds(points=3, most=3, realizable=False), case=ghosts)
def test_lem_ghost(world, case):
    p, H, target = world
    m, eps = case
    assert m * eps**2 >= 2
    drawn = [(q, averages(H, target, counts, m)) for q, counts in counts_of(p, m)]
    true = [mass(p, row != target) for row in H]

    def apart(a, b):
        return max(abs(s - t) for s, t in zip(a, b, strict=True))

    far = sum(q for q, seen_ in drawn if apart(seen_, true) >= eps)
    ghost = sum(q * r for q, a in drawn for r, b in drawn if apart(a, b) >= eps / 2)
    assert far <= 2 * ghost


@few
@given(
    world=worlds(points=3, realizable=False),
    data=st.data(),
    m=st.integers(1, 5),
    t=shares,
    k=st.integers(0, 5),
)
def test_lem_swap(world, data, m, t, k):
    _, H, target = world
    draw = st.lists(st.integers(0, H.shape[1] - 1), min_size=m, max_size=m)
    one, two = data.draw(draw), data.draw(draw)
    N = len({tuple(row) for row in H[:, one + two].tolist()})
    wrong = (target != H).astype(int)
    far = unlucky = 0
    for sigma in product((True, False), repeat=m):
        first = [a if keep else b for keep, a, b in zip(sigma, one, two, strict=True)]
        second = [b if keep else a for keep, a, b in zip(sigma, one, two, strict=True)]
        left, right = wrong[:, first].sum(axis=1), wrong[:, second].sum(axis=1)
        far += max(abs(left - right)) >= t * m
        unlucky += bool(((left == 0) & (right >= k)).any())
    assert far / 2**m <= 2 * N * exp(-m * t**2 / 2) * ROUND
    assert Fraction(unlucky, 2**m) <= N * Fraction(1, 2**k)


coins = worlds(points=2, most=4, realizable=False)


@few
@given(world=coins, m=st.sampled_from([1, 10, 60, 150]), eps=shares, delta=shares)
def test_thm_vc_inequality(world, m, eps, delta):
    p, H, target = world
    drawn = largest_gaps(p, H, target, m)
    far = sum(q for q, gap in drawn if gap >= eps)
    bound = 4 * patterns(H, 2 * m) * exp(-m * eps**2 / 8)
    assert far <= bound * ROUND


def largest_gaps(p, H, target, m):
    true = [mass(p, row != target) for row in H]
    for q, counts in counts_of(p, m):
        pairs = zip(averages(H, target, counts, m), true, strict=True)
        yield q, max(abs(a - b) for a, b in pairs)


@few
@given(world=coins, m=st.sampled_from([2, 40, 150]), delta=shares)
def test_cor_vc_radius(world, m, delta):
    p, H, target = world
    d = dimension(H)
    assume(d >= 1)
    radius = sqrt(8 / m * (d * log(2 * e * m / d) + log(4 / delta)))
    assert vc_radius(d, m, float(delta)) == pytest.approx(radius)
    assert sum(q for q, gap in largest_gaps(p, H, target, m) if gap > radius) <= delta


@few
@given(H=classes)
def test_lem_pajor(H):
    assert len(shattered(H)) >= len(H)
    sizes = [len(shattered_sets(H, k)) for k in range(H.shape[1] + 1)]
    assert sum(sizes) == len(shattered(H))


@few
@given(H=classes)
def test_thm_sauer(H):
    d, n = dimension(H), H.shape[1]
    assert vc_dimension(H) == d
    for m in range(n + 1):
        bound = sum(comb(m, i) for i in range(d + 1))
        assert sauer(m, d) == bound
        assert growth(H, m) == (patterns(H, m) if m else 1) <= bound


@few
@given(H=classes)
def test_cor_growth_bound(H):
    d = dimension(H)
    assume(d >= 1)
    for m in range(d, H.shape[1] + 1):
        assert patterns(H, m) <= (e * m / d) ** d
        assert sauer(m, d) <= (e * m / d) ** d


@few
@given(H=classes, k=st.integers(1, 3), how=st.sampled_from(["union", "intersection"]))
def test_prop_unions(H, k, how):
    join = np.max if how == "union" else np.min
    direct = {tuple(join(rows, axis=0)) for rows in product(H, repeat=k)}
    assert {tuple(row) for row in combine(H, k, how).tolist()} == direct
    joined = np.array(sorted(direct))
    for m in range(1, H.shape[1] + 1):
        assert patterns(joined, m) <= patterns(H, m) ** k
    d = dimension(H)
    assert d == 0 or dimension(joined) <= 2 * d * k * log2(3 * k)


@few
@given(x=lines, k=st.integers(1, 3))
def test_prop_interval_unions(x, k):
    ordered = sorted(range(len(x)), key=x.__getitem__)

    def runs(row):
        return sum(row[i] and not (j and row[ordered[j - 1]]) for j, i in enumerate(ordered))

    direct = {row for row in product((0, 1), repeat=len(x)) if runs(row) <= k}
    assert {tuple(row) for row in interval_unions_on(x, k).tolist()} == direct
    assert dimension(list(direct)) == min(2 * k, len(x))
    stumps = labels_of(x, [lambda v, a=a: v <= a for a in [min(x) - 1, *x]])
    stumps |= {tuple(1 - a for a in row) for row in stumps}
    assert {tuple(row) for row in stumps_on(x).tolist()} == stumps
    assert dimension(list(stumps)) == min(2, len(x))


@few
@given(V=st.integers(1, 3).flatmap(lambda k: st.lists(nonzero(k, 2), min_size=k, max_size=5)))
def test_prop_vector_space(V):
    # Row i holds the values of k functions at the point i; V is what they span.
    signs = halfspaces_on(V)
    assert dimension(signs) == vc_dimension(signs) == np.linalg.matrix_rank(V)


@few
@given(alpha=st.fractions(0, Fraction(9, 10), max_denominator=10), m=st.integers(0, 12))
def test_lem_coin(alpha, m):
    up, down = ((1 + s * alpha) / 2 for s in (1, -1))
    both = [min(a**k * (1 - a) ** (m - k) * comb(m, k) for a in (up, down)) for k in range(m + 1)]
    error = sum(both) / 2

    def middle(x):
        return (1 - sqrt(1 - (1 - float(alpha) ** 2) ** x)) / 2

    assert coin_error(m, float(alpha)) == pytest.approx(float(error))
    assert float(error) >= middle(m) - 1e-15
    assert middle(m) >= (1 - float(alpha) ** 2) ** m / 4 - 1e-15
    assert middle(m + 1) <= (middle(m) + middle(m + 2)) / 2 + 1e-15


def some_answer(seed, sample, n):
    """Return what some learner says on n points after a sample: any function of it, by the seed."""
    rng = random.Random(f"{seed} {sample}")
    return [rng.randint(0, 1) for _ in range(n)]


@few
@given(
    seed=st.integers(0, 10_000),
    d=st.integers(1, 2),
    m=st.integers(1, 3),
    alpha=st.fractions(Fraction(1, 10), Fraction(9, 10), max_denominator=10),
)
def test_thm_lower_agnostic(seed, d, m, alpha):
    # On d shattered points, each with a coin of bias alpha: the worst of the 2^d distributions.
    excess = dict.fromkeys(product((0, 1), repeat=d), Fraction(0))
    cells = list(product(range(d), (0, 1)))
    for sample in product(cells, repeat=m):
        said = some_answer(seed, sample, d)
        for best in excess:
            chance = Fraction(1)
            for x, y in sample:
                chance *= (1 + (alpha if y == best[x] else -alpha)) / (2 * d)
            wrong = sum(a != b for a, b in zip(said, best, strict=True))
            excess[best] += chance * alpha * Fraction(wrong, d)
    bound = alpha / 2 * (1 - sqrt(1 - (1 - alpha**2) ** (m / d)))
    assert max(excess.values()) >= bound - 1e-15
    needed = max(0, log(1 / (4 * alpha)) / (2 * (alpha / 2) ** 2))
    assert agnostic_confidence(alpha / 2, alpha) == pytest.approx(needed)


@few
@given(seed=st.integers(0, 10_000), eps=shares, m=st.integers(1, 20))
def test_thm_lower_realizable(seed, eps, m):
    # 1. A rare point of mass just above eps: unseen, some answer there is wrong for a target.
    for rare in (eps + Fraction(1, 100), eps + Fraction(1, 1000)):
        said = some_answer(seed, "only the common point", 1)[0]
        fails = [(1 - rare) ** m if said != label else 0 for label in (0, 1)]
        assert max(fails) == (1 - rare) ** m
    if (1 - eps) ** m > Fraction(1, 10):  # too few for delta = 1/10, as the bound says
        assert m < log(10) / log(1 / (1 - eps))
    assert log(10) / log(1 / (1 - eps)) >= (1 - eps) / eps * log(10)
    # 2. d = 3, eps = 1/8: one example is not enough, as 1 <= (d - 1) / (16 eps).
    worst = []
    for target in product((0, 1), repeat=2):
        risks = [
            Fraction(sum(a != b for a, b in zip(said, target, strict=True)), 2)
            for x in (0, 1)
            for said in [some_answer(seed, (x, target[x]), 2)]
        ]
        worst.append(Fraction(sum(risk > Fraction(1, 8) for risk in risks), 2))
    assert max(worst) >= Fraction(1, 7)


@st.composite
def packings(draw):
    """Draw members of a class with pairwise distance at least eps, and the class."""
    n = draw(st.integers(1, 4))
    H, mu = draw(tables(n, most=5)), draw(probabilities(n))
    eps, net = draw(shares), []
    for row in H:
        if all(mass(mu, row != other) >= eps for other in net):
            net.append(row)
    return H, mu, eps, net


@few
@given(case=packings())
def test_lem_packing(case):
    H, _, eps, net = case
    d = dimension(H)
    assume(d >= 1)
    assert len(net) <= (27 / eps**2) ** d
    far = separated(H, float(eps)).tolist()
    n = H.shape[1]
    assert all(
        sum(a != b for a, b in zip(s, t, strict=True)) >= eps * n for s, t in combinations(far, 2)
    )


@few
@given(case=packings())
def test_thm_haussler(case):
    H, _, eps, net = case
    d = dimension(H)
    assume(d >= 1)
    bound = e * (d + 1) * (2 * e / eps) ** d
    assert len(net) <= bound


@few
@given(world=coins, m=st.sampled_from([1, 20, 180]))
def test_thm_chaining(world, m):
    p, H, target = world
    d = dimension(H)
    assume(d >= 1)
    expected = sum(q * gap for q, gap in largest_gaps(p, H, target, m))
    assert expected <= 13 * sqrt(d / m)


@few
@given(world=worlds(most=5), wide=coins, eps=st.sampled_from([Fraction(9, 10), Fraction(4, 5)]))
def test_thm_quantitative(world, wide, eps):
    p, H, target = world
    d, delta = dimension(H), Fraction(1, 3)
    assume(d >= 1)
    enough = ceil(4 / eps * (d * log2(12 / eps) + log2(2 / delta)))
    assert consistent_formula(d, float(eps), float(delta)) == enough
    assert some_bad(p, H, target, enough, eps) <= delta
    small = Fraction(1, 16)
    enough = ceil(12 * (d * log(1 / small) + log(1 / small)) / small)
    assert some_bad(p, H, target, enough, small) <= small
    p, H, target = wide
    d = dimension(H)
    assume(d >= 1)
    enough = ceil(16 / eps**2 * (d * log(32 / eps**2) + log(4 / delta)))
    assert uniform_formula(d, float(eps), float(delta)) == enough
    assert log_free_formula(d, float(eps), 0.001) == ceil((338 * d + log(1000)) / eps**2)
    assert sum(q for q, gap in largest_gaps(p, H, target, enough) if gap > eps) <= delta


@few
@given(d=st.integers(1, 2), eps=st.sampled_from(["1/7", "1/5", "2/5", "9/20"]), m=st.integers(1, 9))
def test_prop_bad_erm(d, eps, m):
    eps = Fraction(eps)
    N = ceil(d / eps) - 1
    assume(N <= 6)
    uniform = [Fraction(1, N)] * N
    many = Fraction(0)
    for U, q in seen(uniform, m).items():
        unseen = N - len(U)
        assert (Fraction(min(d, unseen), N) > eps) == (unseen >= d)
        many += q * (unseen >= d)
    assert m > (N - 1) * log(N / (4 * d)) or many >= Fraction(5, 9)
    for size in range(d + 1):  # the target, up to a permutation, and the positive examples seen
        target = set(range(size))
        fails = sum(
            q for U, q in seen(uniform, m).items() if Fraction(len(target - set(U)), N) > eps
        )
        assert fails <= (1 - Fraction(d, N)) ** m


@few
@given(x=lines, data=st.data(), m=st.integers(1, 12), eps=shares, delta=shares)
def test_thm_thresholds(x, data, m, eps, delta):
    p, H = data.draw(probabilities(len(x))), thresholds_on(x)
    target = data.draw(st.sampled_from(H.tolist()))
    assert some_bad(p, H, np.array(target), m, eps) <= 2 * (1 - eps) ** m
    two, below = [Fraction(1, 2)] * 2, Fraction(499, 1000)  # nearly equality: both must be seen
    assert some_bad(two, thresholds_on([0, 1]), np.array([1, 0]), m, below) <= 2 * (1 - below) ** m
    enough = ceil(log(2 / delta) / eps)
    assert some_bad(p, H, np.array(target), enough, eps) <= delta


@few
@given(seed=st.integers(0, 10_000), m=st.integers(1, 2), data=st.data())
def test_cor_shattered(seed, m, data):
    n = 2 * m
    extra = data.draw(st.lists(st.integers(0, 1), min_size=2**n, max_size=2**n))
    H = np.c_[np.array(list(product((0, 1), repeat=n))), extra]  # a point more than is shattered
    assert tuple(range(n)) in shattered(H)

    def learner(X, y):
        said = some_answer(seed, (list(X), list(y)), n)
        return lambda Z: np.array([said[int(z)] for z in Z])

    wrong = play(learner, range(n), m).errors
    good = [row for row in wrong if 4 * row.sum() >= n * len(row)]
    assert any(7 * (8 * row >= n).sum() >= len(row) for row in good)


@few
@given(H=classes)
def test_prop_finite_vc(H):
    assert all(len(H) >= 2 ** len(C) for C in shattered(H))
    assert vc_dimension(H) <= floor(log2(len(H)))


@few
@given(world=coins, m=st.sampled_from([2, 40, 150]), delta=shares)
def test_cor_rademacher_vc(world, m, delta):
    p, H, target = world
    d = dimension(H)
    assume(d >= 1)
    radius = sqrt(2 * d / m * log(e * m / d)) + sqrt(log(2 / delta) / (2 * m))
    assert sum(q for q, gap in largest_gaps(p, H, target, m) if gap > radius) <= delta


@few
@given(p=st.integers(1, 4).flatmap(probabilities), m=st.integers(1, 9))
def test_thm_dkw(p, m):
    """On finitely many atoms the largest gap stands at one of them."""
    tail = {}
    for q, counts in counts_of(p, m):
        sums = [sum(counts[: k + 1]) - m * sum(p[: k + 1]) for k in range(len(p))]
        gap = max(map(abs, sums)) / m
        tail[gap] = tail.get(gap, 0) + q
    for eps in tail:  # the supremum of P[gap > .] is reached from the left of a value
        beyond = sum(q for gap, q in tail.items() if gap >= eps)
        assert beyond <= 2 * exp(-2 * m * eps**2) * ROUND


def one_sided(p, H, target, m, breaks):
    """Return the chance that some row breaks what is claimed of its risk and its training error."""
    true = [mass(p, row != target) for row in H]
    return sum(
        q for q, counts in counts_of(p, m) if any(map(breaks, true, averages(H, target, counts, m)))
    )


@few
@given(world=coins, m=st.sampled_from([1, 10, 60, 150]), eps=shares)
def test_thm_relative(world, m, eps):
    p, H, target = world
    far = one_sided(p, H, target, m, lambda risk, error: risk - error > eps * sqrt(risk))
    assert far <= 4 * patterns(H, 2 * m) * exp(-m * eps**2 / 4) * ROUND


@few
@given(world=coins, m=st.sampled_from([2, 40, 150]), delta=shares)
def test_cor_relative(world, m, delta):
    p, H, target = world
    d = dimension(H)
    assume(d >= 1)
    t = (d * log(2 * e * m / d) + log(4 / delta)) / m

    def breaks(risk, error):
        return risk > error + 2 * sqrt(t * error) + 4 * t

    assert one_sided(p, H, target, m, breaks) <= delta


def inclusion(rows):
    """Yield the edges of the one-inclusion graph: two rows and the one point where they differ."""
    for a, b in combinations(rows, 2):
        where = [i for i, (u, v) in enumerate(zip(a, b, strict=True)) if u != v]
        if len(where) == 1:
            yield a, b, where[0]


def spread(rows):
    """For each row the points at which an edge leaves it: paths are reversed while that evens."""
    out = {row: set() for row in rows}
    ends = {(row, i): other for a, b, i in inclusion(rows) for row, other in ((a, b), (b, a))}
    for a, _, i in inclusion(rows):
        out[a].add(i)
    for start in sorted(rows, key=lambda row: -len(out[row])) * len(rows):
        path = {start: None}
        for row in path_order(start, out, ends, path):
            if len(out[row]) <= len(out[start]) - 2:
                while path[row] is not None:
                    back, i = path[row]
                    out[back].remove(i)
                    out[row].add(i)
                    row = back
                break
    return out


def path_order(start, out, ends, path):
    queue = [start]
    for row in queue:
        yield row
        for i in sorted(out[row]):
            other = ends[row, i]
            if other not in path:
                path[other] = row, i
                queue.append(other)


@few
@given(H=classes)
def test_lem_one_inclusion(H):
    rows, d = [tuple(row) for row in H.tolist()], dimension(H)
    assert len(list(inclusion(rows))) <= d * len(rows)
    assert max(map(len, spread(rows).values())) <= d


@few
@given(world=worlds(points=3), m=st.integers(0, 3))
def test_thm_one_inclusion(world, m):
    p, H, target = world
    risk = Fraction(0)
    for q, drawn in samples_of(p, m):
        for x, chance in enumerate(p):
            C = sorted({*drawn, x})
            if x not in drawn:
                out = spread(sorted({tuple(row[C].tolist()) for row in H}))
                risk += q * chance * (C.index(x) in out[tuple(target[C].tolist())])
    assert risk <= Fraction(dimension(H), m + 1)


# What the notes print, found false.


def test_misprint_E_002_33():
    def some_interval_has_exactly_this_mass(case):
        p, eps = case
        return any(sum(p[i:]) == eps for i in range(len(p) + 1)) or sum(p) < eps

    distributions = st.integers(1, 3).flatmap(probabilities)
    counterexample(st.tuples(distributions, shares), some_interval_has_exactly_this_mass)


def test_misprint_E_002_34():
    def not_shattered(H):
        return len(H) > 2 ** H.shape[1] or dimension(H) < H.shape[1]

    H = counterexample(classes, not_shattered)
    assert len(H) == 2 ** H.shape[1]


def test_misprint_E_002_37():
    for rounded in (floor, round):

        def the_labels_are_read_back(y, rounded=rounded):
            theta = pi * sine_parameter(y)
            return [rounded(sin(theta / 2**j) / 2) for j in range(1, len(y) + 1)] == y

        counterexample(bits, the_labels_are_read_back)


def test_misprint_E_003_01():
    def printed(case):
        N, m, delta = case  # the singletons of N points and the zero function, which is the target
        H = np.r_[np.zeros((1, N), int), np.eye(N, dtype=int)]
        bound = dimension(H) * log(1 / delta) / m
        return some_bad([Fraction(1, N)] * N, H, H[0], m, bound) <= delta

    N, m, _ = counterexample(st.tuples(st.integers(2, 4), st.integers(1, 3), shares), printed)
    assert m < N * log(N)
