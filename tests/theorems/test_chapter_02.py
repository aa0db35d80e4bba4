"""Chapter 02: its theorems over small finite distributions, both sides in exact fractions."""

from fractions import Fraction
from itertools import product
from math import ceil, exp, log

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import norm
from strategies import (
    class_of,
    counterexample,
    few,
    joint_distributions,
    mass,
    norm2,
    probabilities,
    seen,
    shares,
    tables,
    worlds,
)

from lecture_code.core.bayes import (
    bayes_predictor,
    conditional,
    conditional_mean,
    conditional_median,
    weighted_disagreement,
)
from lecture_code.core.classes import all_functions
from lecture_code.core.closure import smallest_disc, smallest_rectangle
from lecture_code.core.distributions import FiniteDistribution, uniform_on
from lecture_code.core.hypotheses import Table, memorise
from lecture_code.core.losses import absolute, squared, weighted_zero_one
from lecture_code.theory.pac import agnostic_failure, realizable_failure
from lecture_code.theory.sample_complexity import realizable

real_distributions = joint_distributions(points=2, labels=(-1, 0, 3))


def at_each_point(D):
    """Yield the points that occur, with their mass and the exact distribution of y there."""
    for x in sorted(set(D.X)):
        total = mass(D.p, x == D.X)
        if total:
            rows = zip(D.p, D.X, D.y, strict=True)
            yield int(x), total, {int(y): p / total for p, z, y in rows if z == x}


@few
@given(D=real_distributions, g=st.lists(st.integers(-3, 3), min_size=2, max_size=2))
def test_prop_mean(D, g):
    parts = list(at_each_point(D))
    means = {x: sum(q * y for y, q in given.items()) for x, _, given in parts}
    noise = sum(w * q * (y - means[x]) ** 2 for x, w, given in parts for y, q in given.items())
    apart = sum(w * (g[x] - means[x]) ** 2 for x, w, _ in parts)
    assert D.risk(Table([0, 1], g), squared) == noise + apart
    said = conditional_mean(D)(list(means))
    assert said.tolist() == [float(mean) for mean in means.values()]
    assert float(D.risk(conditional_mean(D), squared)) == pytest.approx(float(noise))


@few
@given(D=real_distributions, c=st.fractions(-2, 4, max_denominator=4))
def test_prop_median(D, c):
    said = conditional_median(D)
    risk = Fraction(0)
    for x, total, given_x in at_each_point(D):

        def cost(a, given=given_x):
            return sum(q * abs(a - y) for y, q in given.items())

        def is_median(a, given=given_x):
            below = sum(q for y, q in given.items() if y <= a)
            above = sum(q for y, q in given.items() if y >= a)
            return 2 * below >= 1 and 2 * above >= 1

        a = int(said([x])[0])
        assert is_median(a)
        assert cost(c) >= cost(a)
        assert (cost(c) == cost(a)) == is_median(c)
        risk += total * cost(a)
    assert D.risk(said, absolute) == risk


@few
@given(
    D=joint_distributions(),
    costs=st.tuples(st.integers(1, 9), st.integers(1, 9)),
    bell=st.tuples(shares, st.integers(1, 3), st.integers(1, 3), st.integers(-2, 1)),
)
def test_prop_fingerprint(D, costs, bell):
    accept, reject = costs
    loss = weighted_zero_one(accept, reject)
    least = Fraction(0)
    said = {}
    for x, total, given_x in at_each_point(D):
        eta = given_x[1]
        said[x] = float(eta >= Fraction(accept, accept + reject))
        least += total * (reject * eta if not said[x] else accept * (1 - eta))
    best = bayes_predictor(D, loss=loss, answers=[0, 1])
    assert {x: best([x])[0] for x in said} == said
    assert D.risk(best, loss) == least
    points = sorted(set(D.X))
    assert least == min(D.risk(g, loss) for g in all_functions(points))
    prior, gap, s, low = float(bell[0]), *bell[1:]
    t = low + gap / 2 + s**2 / gap * log(accept * (1 - prior) / (reject * prior))
    for x in t + np.array([-3.0, -0.1, -1e-4, 1e-4, 0.1, 3.0]):
        one, zero = prior * norm.pdf(x, low + gap, s), (1 - prior) * norm.pdf(x, low, s)
        assert (one / (one + zero) >= accept / (accept + reject)) == (x >= t)


@few
@given(D=joint_distributions(), data=st.data())
def test_thm_bayes(D, data):
    parts = list(at_each_point(D))
    g = data.draw(tables(3, most=1))[0]
    eta = {x: given_x[1] for x, _, given_x in parts}
    split = conditional(D)
    assert split.points.tolist() == list(eta)
    assert split.marginal.tolist() == [total for _, total, _ in parts]
    h, star = Table([0, 1, 2], g), bayes_predictor(D)
    assert [star([x])[0] for x in eta] == [float(2 * e >= 1) for e in eta.values()]
    excess = sum(w * abs(2 * eta[x] - 1) for x, w, _ in parts if g[x] != (2 * eta[x] >= 1))
    assert D.risk(h) - D.risk(star) == excess == weighted_disagreement(h, D)
    assert D.risk(star) == sum(w * min(eta[x], 1 - eta[x]) for x, w, _ in parts)


def learner_fails(p, H, target, eps, m):
    """Return the exact chance that some minimiser of the empirical risk is worse than eps."""
    bad = [row for row in H if mass(p, row != target) > eps]
    return sum(
        q
        for U, q in seen(p, m).items()
        if any((row[list(U)] == target[list(U)]).all() for row in bad)
    )


@few
@given(world=worlds(points=3), eps=shares, m=st.integers(1, 4))
def test_prop_agnostic_pac(world, eps, m):
    p, H, target = world
    D = FiniteDistribution(np.arange(len(p)), target, p)
    fails = agnostic_failure(class_of(H), D, eps, m)
    assert min(D.risk(h) for h in class_of(H)) == 0
    assert fails == realizable_failure(class_of(H), D, eps, m)
    assert fails == learner_fails(p, H, target, eps, m)


@few
@given(world=worlds(most=3), eps=shares, delta=shares)
def test_cor_finite_pac(world, eps, delta):
    p, _, target = world
    functions = np.array(list(product((0, 1), repeat=len(p))))
    for H in (functions, functions[: len(p) + 1]):
        f = target if H is functions else H[-1]
        m = realizable(len(H), float(eps), float(delta))
        assert m <= max(1, ceil(log(len(H) / delta) / eps))
        assert learner_fails(p, H, f, eps, m) <= delta


@few
@given(data=st.data(), eps=shares, delta=shares)
def test_prop_swapped(data, eps, delta):
    p = data.draw(probabilities(data.draw(st.integers(1, 4))))
    coin = [Fraction(1, 2)] * 2, Fraction(49, 100), Fraction(25, 98)  # where Markov loses little
    for D, near, rare in ((p, eps, delta), coin):  # (a): one m_0 for all targets
        m = next(m for m in range(1, 2000) if sum(q * (1 - q) ** m for q in D) <= near * rare)
        for f in product((0, 1), repeat=len(D)):
            fails = sum(
                q
                for U, q in seen(D, m).items()
                if mass(D, [f[i] and i not in U for i in range(len(D))]) > near
            )
            assert fails <= rare
    size = data.draw(st.integers(1, 6))
    D = uniform_on(range(2 * size), np.ones(2 * size))  # (b): but not for all distributions
    drawn = data.draw(st.lists(st.integers(0, 2 * size - 1), min_size=size, max_size=size))
    h = memorise(drawn, np.ones(size))
    assert D.risk(h) == 1 - Fraction(len(set(drawn)), 2 * size) >= Fraction(1, 2)


@st.composite
def planes(draw, most=4):
    grid = list(product(range(-2, 3), repeat=2))
    X = draw(st.lists(st.sampled_from(grid), min_size=1, max_size=most, unique=True))
    return np.array(X), draw(probabilities(len(X)))


def failure(p, X, y, learner, eps, m):
    D, X = FiniteDistribution(X, y, p), np.array(X)
    return sum(
        q for U, q in seen(p, m).items() if U and D.risk(learner(X[list(U)], y[list(U)])) > eps
    )


@few
@given(plane=planes(), R2=st.integers(0, 8), zero=st.booleans(), eps=shares, m=st.integers(1, 5))
@example(
    plane=(np.array([[0, 0], [1, 0]]), [Fraction(1, 2)] * 2),
    R2=1,
    zero=False,
    eps=Fraction(49, 100),
    m=2,
)
def test_prop_discs(plane, R2, zero, eps, m):
    X, p = plane
    y = np.zeros(len(X), int) if zero else np.array([int(norm2(x) <= R2) for x in X])

    def literal(X, y):
        inside = [norm2(x) for x, label in zip(X, y, strict=True) if label]
        return lambda Z: np.array([norm2(z) <= max(inside, default=-1) for z in Z])

    fails = failure(p, X, y, literal, eps, m)
    assert fails <= (1 - eps) ** m
    assert float((1 - eps) ** m) <= exp(-eps * m) * (1 + 1e-14)
    assert failure(p, X, y, smallest_disc, eps, m) == fails


@few
@given(plane=planes(most=5), corners=st.tuples(*[st.integers(-2, 2)] * 4), eps=shares, delta=shares)
def test_thm_rectangles(plane, corners, eps, delta):
    X, p = plane
    (a, b), (c, d) = sorted(corners[:2]), sorted(corners[2:])
    y = np.array([int(a <= u <= b and c <= v <= d) for u, v in X])

    def literal(X, y):
        inside = X[y == 1]
        if not len(inside):
            return lambda Z: np.zeros(len(Z))
        low, high = inside.min(axis=0), inside.max(axis=0)
        return lambda Z: ((low <= Z) & (high >= Z)).all(axis=1).astype(float)

    m = max(1, ceil(4 / eps * log(4 / delta)))
    assert failure(p, X, y, literal, eps, m) <= delta
    for size in (1, 2, m):
        said = failure(p, X, y, smallest_rectangle, eps, size)
        assert said == failure(p, X, y, literal, eps, size)


# What the notes print, found false.


def test_misprint_E_002_11():
    def any_other_classifier_is_better(case):
        D, g = case
        star, points = bayes_predictor(D), [x for x, *_ in at_each_point(D)]
        same = (star(points) == g[points]).all()
        return same or D.risk(Table([0, 1], g)) < D.risk(star)

    cases = st.tuples(joint_distributions(points=2), tables(2, most=1).map(lambda rows: rows[0]))
    counterexample(cases, any_other_classifier_is_better)


def test_misprint_E_002_12():
    def the_best_of_the_class_is_the_best(case):
        D, H = case
        return min(map(D.risk, class_of(H))) == D.risk(bayes_predictor(D))

    D, H = counterexample(
        st.tuples(joint_distributions(points=2), tables(2)), the_best_of_the_class_is_the_best
    )
    assert len(H) < 4
