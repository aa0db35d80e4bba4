"""Chapter 04: its theorems over small distributions and random learners, in exact fractions."""

import random
from fractions import Fraction
from itertools import product
from math import comb, exp, log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import (
    class_of,
    counterexample,
    dot,
    exact,
    few,
    gaps,
    joint_distributions,
    mass,
    samples_of,
    shares,
    solve,
    tables,
    vectors,
)

from lecture_code.core.bayes import conditional, conditional_mean
from lecture_code.core.distributions import FiniteDistribution
from lecture_code.core.hypotheses import Constant, Table
from lecture_code.core.losses import squared
from lecture_code.core.neighbours import nearest_neighbour, neighbour_mean
from lecture_code.core.risk import erm
from lecture_code.linear.polynomials import PolynomialFit, best_polynomial, regression_risk
from lecture_code.theory.error_decomposition import (
    bias_variance,
    erm_errors,
    smoother_errors,
)
from lecture_code.theory.no_free_lunch import (
    Extension,
    average_bound,
    failure_value,
    play,
    unseen_probabilities,
)

sizes = st.integers(1, 3)
pairs = joint_distributions(points=2).flatmap(lambda D: st.tuples(st.just(D), tables(2, most=3)))


def wrong_on(D, H):
    """Return the 0-1 losses of the rows of a table on the atoms of a distribution."""
    return [[int(row[int(x)] != y) for x, y in zip(D.X, D.y, strict=True)] for row in H]


def risks_of(D, H):
    return [dot(D.p, row) for row in wrong_on(D, H)]


def minimisers(losses, at):
    totals = [sum(row[i] for i in at) for row in losses]
    return [j for j, total in enumerate(totals) if total == min(totals)]


@few
@given(case=pairs, m=sizes)
def test_prop_split(case, m):
    D, H = case
    risks = risks_of(D, H)
    worst = sum(
        q * max(risks[j] for j in minimisers(wrong_on(D, H), at))
        for q, at in samples_of(list(D.p), m)
    )
    split = erm_errors(class_of(H), D, m)
    assert (split.approximation, split.risk) == (min(risks), worst)
    assert {erm_errors(class_of(H), D, k).approximation for k in sizes_up_to(m)} == {min(risks)}
    assert min(risks) <= erm_errors(class_of(H[:1]), D, m).approximation
    assert 0 not in risks or split.approximation == 0
    assert split.estimation == worst - min(risks) >= 0


def sizes_up_to(m):
    return range(1, m + 1)


@few
@given(case=pairs, m=sizes, delta=shares)
def test_cor_estimation(case, m, delta):
    D, H = case
    risks, k = risks_of(D, H), len(H)
    bound = sqrt(2 * log(2 * k / delta) / m)
    if min(risks) == 0:
        bound = min(bound, log(k / delta) / m)
    far = Fraction(0)
    for q, at in samples_of(list(D.p), m):
        X, y = D.X[list(at)], D.y[list(at)]
        ties = erm(class_of(H), X, y).ties.tolist()
        assert ties == minimisers(wrong_on(D, H), at)
        far += q * (max(risks[j] for j in ties) - min(risks) > bound)
    assert far <= delta


def inner(a, b):
    """Half the integral over [-1, 1] of the product of two polynomials, from coefficients."""
    return sum(
        Fraction(s) * t / (i + j + 1) if (i + j) % 2 == 0 else 0
        for (i, s), (j, t) in product(enumerate(a), enumerate(b))
    )


@few
@given(
    f=st.lists(st.integers(-3, 3), min_size=1, max_size=5),
    h=st.lists(st.integers(-3, 3), min_size=1, max_size=4),
)
def test_prop_projection(f, h):
    k, size = len(h) - 1, max(len(f), len(h))
    gram = [[inner([0] * i + [1], [0] * j + [1]) for j in range(k + 1)] for i in range(k + 1)]
    best = solve(gram, [inner([0] * i + [1], f) for i in range(k + 1)])

    def apart(a, b):
        a, b = ([*p, *[0] * (size - len(p))] for p in (a, b))
        gap = [s - t for s, t in zip(a, b, strict=True)]
        return inner(gap, gap)

    assert apart(h, f) == apart(best, f) + apart(h, best)
    target = np.polynomial.Polynomial(f)
    c = best_polynomial(target, k).c
    b = best_polynomial(np.polynomial.Polynomial(h), k).c
    klass, sample = float(inner(f, f)) - (c**2).sum(), ((b - c) ** 2).sum()
    assert float(apart(best, f)) == pytest.approx(klass, abs=1e-9)
    assert float(apart(h, best)) == pytest.approx(sample, abs=1e-9)
    assert regression_risk(PolynomialFit(b), target, 2.0) == pytest.approx(4 + klass + sample)


def test_the_best_polynomial_is_numpys_on_a_fine_grid():
    x = np.cos(np.pi * (np.arange(4000) + 0.5) / 4000)  # the midpoint rule in the angle
    weights = np.sqrt(np.sin(np.arccos(x)))
    fit = np.polynomial.Polynomial.fit(x, np.exp(x), 3, w=weights)
    new = np.linspace(-1, 1, 9)
    np.testing.assert_allclose(best_polynomial(np.exp, 3)(new), fit(new), atol=1e-6)


@few
@given(case=pairs, m=sizes, n=sizes, eps=gaps)
def test_prop_optimism(case, m, n, eps):
    D, H = case
    losses, risks = wrong_on(D, H), risks_of(D, H)
    train = test = Fraction(0)
    for q, at in samples_of(list(D.p), m):
        j = erm(class_of(H), D.X[list(at)], D.y[list(at)]).ties[0]
        train += q * Fraction(sum(losses[j][i] for i in at), m)
        test += q * risks[j]
    assert train <= min(risks) <= test
    fresh = list(samples_of(list(D.p), n))
    for row, risk in zip(losses, risks, strict=True):
        seen = [(q, Fraction(sum(row[i] for i in at), n)) for q, at in fresh]
        assert sum(q * mean for q, mean in seen) == risk
        far = sum(q for q, mean in seen if abs(mean - risk) > eps)
        assert far <= 2 * exp(-2 * n * eps**2) * (1 + 1e-12)


real_distributions = joint_distributions(points=2, labels=(-1, 0, 3))


def regression_function(D):
    parts = {x: mass(D.p, x == D.X) for x in sorted(set(D.X))}
    return {
        int(x): dot(D.p, np.where(x == D.X, D.y, 0)) / Fraction(q) for x, q in parts.items() if q
    }


@few
@given(D=real_distributions, g=vectors(2))
def test_lem_excess(D, g):
    star = regression_function(D)
    parts = conditional(D)
    Q, weights, truth = parts.points, parts.marginal, conditional_mean(D)(parts.points)
    assert Q.tolist() == list(star)
    np.testing.assert_allclose(truth, [float(v) for v in star.values()], atol=1e-14)
    assert weights.tolist() == [mass(D.p, x == D.X) for x in star]
    atoms = [(p, int(x), int(y)) for p, x, y in zip(D.p, D.X, D.y, strict=True) if p]
    noise = sum(p * (y - star[x]) ** 2 for p, x, y in atoms)
    apart = sum(p * (star[x] - g[x]) ** 2 for p, x, _ in atoms)
    risk = D.risk(Table([0, 1], g), squared)
    assert risk == noise + apart
    assert (risk == noise) == all(star[x] == g[x] for x in star)


def some_learner(seed, answers):
    """Any function of the sample, as far as a seed reaches: for each sample a table of its own."""

    def learner(X, y):
        rng = random.Random(f"{seed} {list(X)} {list(y)}")
        return Table(range(4), [rng.choice(answers) for _ in range(4)])

    return learner


seeds = st.integers(0, 10_000)


@few
@given(D=real_distributions, m=st.integers(1, 2), seed=seeds)
def test_thm_bias_variance(D, m, seed):
    learner, star = some_learner(seed, [-2, 0, 1, 3]), regression_function(D)
    atoms = [(p, int(x), int(y)) for p, x, y in zip(D.p, D.X, D.y, strict=True) if p]
    answers = [
        (q, exact(learner(D.X[list(at)], D.y[list(at)])([0, 1])))
        for q, at in samples_of(list(D.p), m)
    ]
    average = [sum(q * said[x] for q, said in answers) for x in (0, 1)]
    risk = sum(q * p * (y - said[x]) ** 2 for q, said in answers for p, x, y in atoms)
    noise = sum(p * (y - star[x]) ** 2 for p, x, y in atoms)
    bias2 = sum(p * (star[x] - average[x]) ** 2 for p, x, _ in atoms)
    spread = sum(q * p * (said[x] - average[x]) ** 2 for q, said in answers for p, x, _ in atoms)
    assert risk == noise + bias2 + spread
    parts = bias_variance(learner, D, m)
    for said, true in zip(
        (parts.noise, parts.bias2, parts.variance, parts.risk),
        (noise, bias2, spread, risk),
        strict=True,
    ):
        assert said == pytest.approx(float(true), abs=1e-12)


def test_the_mean_of_m_labels_has_the_variance_of_one_over_m():
    D = FiniteDistribution([0, 0], [0, 1], [Fraction(1, 4), Fraction(3, 4)])
    for m in range(1, 6):
        parts = bias_variance(lambda X, y: Constant(y.mean()), D, m)
        assert (parts.noise, parts.bias2) == pytest.approx((3 / 16, 0))
        assert parts.variance == pytest.approx(3 / 16 / m)


@few
@given(
    X=st.lists(st.integers(-4, 4), min_size=1, max_size=5),
    data=st.data(),
    query=st.integers(-5, 5),
    rho=st.integers(0, 3),
    b=st.integers(-3, 3),
)
def test_prop_knn(X, data, query, rho, b):
    m, k = len(X), data.draw(st.integers(1, len(X)))
    f = [rho * abs(x - b) for x in X]
    nearest = sorted(range(m), key=lambda i: (abs(X[i] - query), i))[:k]
    said = []
    for signs in product((-1, 1), repeat=m):
        y = [a + s for a, s in zip(f, signs, strict=True)]
        said.append(Fraction(sum(y[i] for i in nearest), k))
        got = neighbour_mean(X, y, k=k)([query])[0]
        assert got == pytest.approx(float(said[-1]))
    average = sum(said) / len(said)
    variance = sum((v - average) ** 2 for v in said) / len(said)
    assert variance == Fraction(1, k)
    assert abs(average - rho * abs(query - b)) <= rho * abs(X[nearest[-1]] - query)
    S = [[1 / k if i in nearest else 0.0 for i in range(m)]]
    parts = smoother_errors(S, f, [rho * abs(query - b)], 1.0, [1])
    assert parts.variance == pytest.approx(1 / k)
    assert parts.bias2 == pytest.approx(float((average - rho * abs(query - b)) ** 2))


def transform(M, v):
    return [dot(row, v) for row in M]


def inverse(M):
    d = len(M)
    columns = [solve(M, [int(i == j) for i in range(d)]) for j in range(d)]
    return None if columns[0] is None else [list(row) for row in zip(*columns, strict=True)]


@st.composite
def designs(draw):
    """Points in the plane, a true w, and a positive semidefinite matrix of integers."""
    X = draw(st.lists(vectors(2, 2), min_size=1, max_size=3))
    C = draw(st.tuples(vectors(2, 2), vectors(2, 2)))
    weights = [[dot(s, t) for t in zip(*C, strict=True)] for s in zip(*C, strict=True)]
    return X, draw(vectors(2, 2)), weights


def ridge_parts(X, w, weights, lam):
    A = [[sum(x[i] * x[j] for x in X) for j in range(2)] for i in range(2)]
    shifted = [[A[i][j] + lam * (i == j) for j in range(2)] for i in range(2)]
    back = inverse(shifted)
    pull = transform(back, w)
    bias2 = lam**2 * dot(pull, transform(weights, pull))
    columns = [transform(back, transform(A, col)) for col in zip(*back, strict=True)]
    spread = sum(transform(weights, col)[i] for i, col in enumerate(columns))
    return bias2, spread, back, A


lambdas = st.fractions(Fraction(1, 8), 4, max_denominator=8)


@few
@given(design=designs(), lams=st.tuples(lambdas, lambdas))
def test_prop_ridge(design, lams):
    X, w, weights = design
    low, high = sorted(lams)
    bias2, spread, back, A = ridge_parts(X, w, weights, low)
    total = Fraction(0)
    for noise in product((-1, 1), repeat=len(X)):
        y = [dot(x, w) + s for x, s in zip(X, noise, strict=True)]
        moment = [sum(x[i] * v for x, v in zip(X, y, strict=True)) for i in range(2)]
        off = [a - b for a, b in zip(transform(back, moment), w, strict=True)]
        total += dot(off, transform(weights, off)) / Fraction(2 ** len(X))
    assert total == bias2 + spread
    assert ridge_parts(X, w, weights, high)[1] <= spread
    for commuting in (A, [[1, 0], [0, 1]]):
        assert ridge_parts(X, w, commuting, low)[0] <= ridge_parts(X, w, commuting, high)[0]
    if inverse(A) is not None and any(map(any, weights)):
        errors = [sum(ridge_parts(X, w, weights, Fraction(lam))[:2]) for lam in (0, "1e-6")]
        assert errors[1] < errors[0]


@few
@given(D=joint_distributions(points=2), m=sizes)
def test_prop_cover_hart(D, m):
    # On a finite distribution the rule is at its limit as soon as the point itself was seen.
    parts = [(mass(D.p, x == D.X), mass(D.p, (x == D.X) & (D.y == 1))) for x in set(D.X)]
    eta = [one / total for total, one in parts if total]
    weights = [total for total, _ in parts if total]
    best = dot(weights, [min(e, 1 - e) for e in eta])
    limit = dot(weights, [2 * e * (1 - e) for e in eta])
    assert limit <= 2 * best * (1 - best) <= 2 * best
    risk = D.expectation(lambda X, y: D.risk(nearest_neighbour(X, y)), m)
    assert abs(risk - limit) <= sum(q * (1 - q) ** m for q in weights)


def worst_target(game, n, level):
    """Return the largest probability, over the targets, of a risk of at least ``level``."""
    return max(Fraction(int((row >= level * n).sum()), len(row)) for row in game.errors)


def balanced(X, y):
    """Return the best learner of one of two points: it keeps what it saw; targets cost alike."""
    seen, label = X[0], y[0]
    return lambda Z: np.array([label if z == seen or seen == 0 else 1 - label for z in Z])


@few
@given(seed=seeds, size=st.integers(1, 2))
def test_thm_nfl(seed, size):
    for learner, m in ((some_learner(seed, [0, 1]), size), (balanced, 1)):
        n = 2 * m
        game = play(learner, range(n), m)
        expected = [Fraction(int(row.sum()), n * len(row)) for row in game.errors]
        assert max(expected) >= Fraction(1, 4)
        assert [Fraction(risk) for risk in game.expected()] == expected
        good = [row for row, r in zip(game.errors, expected, strict=True) if r >= Fraction(1, 4)]
        assert any(Fraction(int((row * 8 >= n).sum()), len(row)) >= Fraction(1, 7) for row in good)


@few
@given(seed=seeds, n=st.integers(1, 3), m=st.integers(1, 2), repeats=st.booleans())
def test_lem_nfl_average(seed, n, m, repeats):
    anything = some_learner(seed, [0, 1])

    def learner(X, y):
        said = anything(X, y)
        known = dict(zip(X, y, strict=True)) if repeats else {}
        return lambda Z: np.array([known.get(z, said([z])[0]) for z in Z])

    total, consistent = Fraction(0), True
    for f, drawn in product(product((0, 1), repeat=n), product(range(n), repeat=m)):
        X, y = np.array(drawn, float), np.array([f[i] for i in drawn], float)
        said = learner(X, y)(np.arange(n))
        consistent &= all(said[i] == f[i] for i in drawn)
        total += Fraction(int((said != f).sum()), n)
    average, bound = total / (2**n * n**m), (1 - Fraction(1, n)) ** m / 2
    assert average >= bound == average_bound(n, m)
    assert (average == bound) == consistent
    assert play(learner, range(n), m).errors.sum() == total * n


@few
@given(seed=seeds, n=st.integers(1, 3), m=st.integers(1, 2), level=shares)
def test_prop_nfl_value(seed, n, m, level):
    unseen = [n - len(set(drawn)) for drawn in product(range(n), repeat=m)]
    chance = [Fraction(unseen.count(u), len(unseen)) for u in range(n + 1)]
    assert unseen_probabilities(n, m) == chance

    def heads(u):
        return Fraction(sum(comb(u, k) for k in range(u + 1) if k >= level * n), 2**u)

    value = sum(q * heads(u) for u, q in enumerate(chance))
    assert failure_value(n, m, level) == value
    learners = [some_learner(seed, [0, 1]), *([balanced] if (n, m) == (2, 1) else [])]
    assert all(worst_target(play(A, range(n), m), n, level) >= value for A in learners)
    risk = sum(q * Fraction(u, 2 * n) for u, q in enumerate(chance))
    assert risk == (1 - Fraction(1, n)) ** m / 2


@few
@given(seed=seeds, case=st.sampled_from([(1, 1, 1), (3, 1, 2), (2, 1, 1), (1, 2, 2)]))
def test_thm_curse(seed, case):
    c, d, m = case
    assert 2 * m <= (c + 1) ** d
    grid = np.array(list(product(np.arange(c + 1) / c, repeat=d)))[: 2 * m]

    def learner(X, y):
        rng = random.Random(f"{seed} {X.tolist()} {list(y)}")
        said = {tuple(point): rng.randint(0, 1) for point in grid.tolist()}
        return lambda Z: np.array([said[tuple(z)] for z in Z.tolist()])

    game = play(learner, grid, m)
    assert worst_target(game, len(grid), Fraction(1, 8)) >= Fraction(1, 7)
    for f in product((0, 1), repeat=len(grid)):
        eta = Extension(grid, f, c)
        assert eta(grid).tolist() == list(f)
        points = np.random.default_rng(seed).uniform(size=(6, d))
        steps = np.linalg.norm(points[:, None] - points, axis=2)
        assert (abs(eta(points)[:, None] - eta(points)) <= c * steps + 1e-12).all()


# What the notes print, found false.


def test_misprint_E_002_19():
    def a_larger_class_has_a_larger_estimation_error(case):
        D, H = case
        larger, smaller = (erm_errors(class_of(T), D, 1).estimation for T in (H, H[:-1]))
        return smaller <= larger

    cases = joint_distributions(points=2).flatmap(
        lambda D: st.tuples(st.just(D), tables(2, least=2, most=3))
    )
    counterexample(cases, a_larger_class_has_a_larger_estimation_error)


answers = st.tuples(real_distributions, vectors(2, 1), vectors(2, 1))


def test_misprint_E_004_04():
    def measured_against_the_best_of_the_class(case):
        D, g, h = case
        star = regression_function(D)
        apart = sum(mass(D.p, x == D.X) * (star[x] - g[x]) ** 2 for x in star)
        risks = [D.risk(Table([0, 1], each), squared) for each in (g, h)]
        return apart == risks[0] - min(risks)

    counterexample(answers, measured_against_the_best_of_the_class)


def test_misprint_E_004_08():
    def the_minimum_is_over_numbers(D):
        star = regression_function(D)
        return len(set(star.values())) == 1

    D = counterexample(joint_distributions(points=2), the_minimum_is_over_numbers)
    mean = float(dot(D.p, D.y))  # the best number costs more than the best function
    star = conditional_mean(D)
    assert D.risk(Constant(mean), squared) > D.risk(star, squared) + 1e-9
