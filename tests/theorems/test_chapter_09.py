"""The statements of chapter 09 about samples and finite distributions, as properties that shrink.

Most of them are asked of hinges on the line, l(w, (a, b)) = max(0, b - a w), where regularised loss
minimisation is solved exactly, over all samples of a distribution with two or three atoms.
"""

import itertools
import math
from fractions import Fraction

import numpy as np
from hypothesis import assume, example, given
from hypothesis import strategies as st
from strategies_08_13 import (
    CLOSE,
    LAMS,
    F,
    all_samples,
    box_dual,
    counterexample,
    determinant,
    examples,
    hinges,
    labelled,
    points,
    rationals,
    shares,
    signs,
    solve,
    vectors,
)

from lecture_code.core.distributions import FiniteDistribution
from lecture_code.linear.regularised import hinge_line, ridge_system
from lecture_code.theory.stability import (
    lipschitz_rate,
    oracle_lambda,
    replace_one,
    smooth_rate,
)

FAIR = [Fraction(1, 2), Fraction(1, 2)]


def loss(w, z):
    a, b = z
    return max(Fraction(0), b - a * w)


def mean_loss(w, sample):
    return sum((loss(w, z) for z in sample), Fraction(0)) / len(sample)


def line_rlm(sample, lam, reach=None):
    """Return the exact minimiser of lam w^2 + the mean hinge, over [-reach, reach] if asked."""
    kinks = sorted({Fraction(b, a) for a, b in sample if a})
    middles = [p - 1 for p in kinks[:1]] + [(p + q) / 2 for p, q in itertools.pairwise(kinks)]
    middles += [p + 1 for p in kinks[-1:]] or [Fraction(0)]
    flat = [sum((a for a, b in sample if b > a * w), Fraction(0)) for w in middles]
    offers = kinks + [s / (2 * lam * len(sample)) for s in flat]
    best = min(offers, key=lambda w: lam * w**2 + mean_loss(w, sample))
    return best if reach is None else max(-reach, min(reach, best))


@st.composite
def line_worlds(draw, most=3):
    """Draw atoms (a, b), b >= 0, their probabilities, m, lam, and perhaps an interval for w."""
    atom = st.tuples(st.integers(-3, 3), st.integers(0, 2))
    atoms = draw(st.lists(atom, min_size=2, max_size=3, unique=True).filter(slopes))
    reach = draw(st.sampled_from([None, Fraction(1), Fraction(1, 2)]))
    return atoms, draw(shares(len(atoms))), draw(st.integers(1, most)), draw(LAMS), reach


def slopes(atoms):
    return any(a for a, _ in atoms)


class Line:
    """Regularised loss minimisation on all samples of a world."""

    def __init__(self, world):
        self.atoms, self.D, self.m, self.lam, self.reach = world
        self.rho = max(abs(a) for a, _ in self.atoms)
        self.found = {}

    def answer(self, drawn):
        key = tuple(sorted(drawn))
        if key not in self.found:
            self.found[key] = line_rlm([self.atoms[j] for j in key], self.lam, self.reach)
        return self.found[key]

    def risk(self, w):
        return sum((p * loss(w, z) for p, z in zip(self.D, self.atoms, strict=True)), Fraction(0))

    def training(self, drawn):
        return mean_loss(self.answer(drawn), [self.atoms[j] for j in drawn])

    def mean(self, value):
        return sum((p * value(drawn) for drawn, p in all_samples(self.D, self.m)), Fraction(0))

    def gap(self):
        return self.mean(lambda drawn: self.risk(self.answer(drawn)) - self.training(drawn))

    def replacements(self):
        for drawn in itertools.product(range(len(self.D)), repeat=self.m):
            for i, j in itertools.product(range(self.m), range(len(self.D))):
                yield drawn, (*drawn[:i], j, *drawn[i + 1 :]), i

    def stability(self):
        """Return the uniform stability: the largest change of any loss."""
        return max(
            abs(loss(self.answer(one), z) - loss(self.answer(two), z))
            for one, two, _ in self.replacements()
            for z in self.atoms
        )


# Two steep losses that disagree, and 150 flat ones that are hardly ever drawn.
FLAT = [(0, k) for k in range(150)]
STEEP = (
    [(1, 1), (-1, 1), *FLAT],
    [Fraction(297, 400), Fraction(99, 400), *[Fraction(1, 15_000)] * 150],
)

# One loss that is hardly ever drawn, and 60 times nothing.
RARE = (
    [(0, 1), *[(0, 0)] * 60],
    [Fraction(99, 10_000), *[Fraction(9_901, 600_000)] * 60],
    *(1, Fraction(1), None),
)

unit = st.fractions(0, 1, max_denominator=4)


@examples(20)
@given(labelled((2, 3), (1, 2), both=True), LAMS, unit, st.data())
def test_lem_strongly_convex(sample, lam, t, data):
    X, y = sample
    w, u = (F(data.draw(vectors(X.shape[1]))) for _ in range(2))
    Z = F(X * y[:, None])

    def hinge(v):
        return hinges(Z @ v).sum() / len(y)

    def f(v):
        return lam * (v @ v) + hinge(v)

    middle, square = t * w + (1 - t) * u, (w - u) @ (w - u)
    chord = t * (w @ w) + (1 - t) * (u @ u) - t * (1 - t) * square
    assert middle @ middle == chord
    assert f(middle) <= t * f(w) + (1 - t) * f(u) - lam * t * (1 - t) * square
    _, best = box_dual(X @ X.T, y.tolist(), lam, bias=False)
    least = best @ Z / (2 * lam)
    assert f(w) - f(least) >= lam * ((w - least) @ (w - least))


@examples(25)
@given(
    *(points((1, 3), (2, 2)), rationals(0, 4), vectors(2), vectors(2), unit),
    st.sampled_from([None, Fraction(19, 20), Fraction(21, 20)]),
)
def test_prop_quadratic_modulus(V, lam, w, u, t, near):
    Q, w, u = V.T @ V, F(w), F(u)
    least = float(np.linalg.eigvalsh(Q)[0])
    lam = lam if near is None else near * Fraction(least)
    rest = F(Q) - lam * F(np.eye(2, dtype=int))
    convex = rest[0, 0] >= 0 and rest[1, 1] >= 0 and determinant(rest.tolist()) >= 0
    assume(abs(least - lam) > CLOSE)
    assert convex == (lam <= least)

    def f(v):
        return v @ F(Q) @ v / 2

    def chord(w, u):
        apart = lam / 2 * t * (1 - t) * ((w - u) @ (w - u))
        return t * f(w) + (1 - t) * f(u) - f(t * w + (1 - t) * u) - apart

    if convex:
        assert chord(w, u) >= 0
    elif 0 < t < 1:
        assert chord(F(np.linalg.eigh(Q)[1][:, 0]), F([0, 0])) < 0


@examples(25)
@given(points((1, 3), (1, 2)), LAMS, st.data())
def test_prop_certificate(X, lam, data):
    """For F(w) = lam |w|^2 + the mean squared error, which is 2 lam-strongly convex."""
    y, w = F(data.draw(vectors(len(X)))), F(data.draw(vectors(X.shape[1])))
    m, X = len(X), F(X)
    A = X.T @ X + lam * m * F(np.eye(X.shape[1], dtype=int))
    u = solve(A, X.T @ y)
    gradient = 2 * lam * w + 2 * X.T @ (X @ w - y) / m
    assert 4 * lam**2 * ((w - u) @ (w - u)) <= gradient @ gradient


@examples(25)
@given(points((1, 3), (2, 2)), vectors(2), vectors(2), vectors(2))
@example(*map(np.array, ([[1, 1]], [2, 2], [2, 2], [1, 1])))  # one corner is by far the steepest
def test_prop_gradient_lipschitz(V, c, w, u):
    """A quadratic function on the square [-2, 2]^2: its gradient is longest at a corner."""
    Q, w, u = V.T @ V, F(w), F(u)
    square = max(((Q @ k + c) ** 2).sum() for k in 2 * np.array(list(signs(2))))

    def f(v):
        return v @ F(Q) @ v / 2 + F(c) @ v

    assert (f(w) - f(u)) ** 2 <= int(square) * ((w - u) @ (w - u))


@examples(25)
@given(vectors(2), vectors(2), vectors(2), st.sampled_from([1, -1]), unit, st.integers(1, 50))
@example(np.array([1, 0]), np.zeros(2, int), np.array([-1, 0]), 1, Fraction(1, 2), 1)
def test_prop_score_lipschitz(x, w, u, y, t, rho):
    def hinge(v):
        return max(Fraction(0), 1 - y * (v @ F(x)))

    def logistic(v):
        return math.log1p(math.exp(-y * (v @ F(x))))

    w, u = F(w), F(u)
    square = int(x @ x) * ((w - u) @ (w - u))
    middle = t * w + (1 - t) * u
    for f in (hinge, logistic):
        assert abs(f(w) - f(u)) <= math.sqrt(square) + CLOSE
        assert f(middle) <= t * f(w) + (1 - t) * f(u) + Fraction(CLOSE)
    if x.any():  # the squared loss beats every constant far out
        far, n = (rho + 2) * F(x), int(x @ x)
        near = far - F(x)
        change = (far @ F(x) - y) ** 2 - (near @ F(x) - y) ** 2
        assert change**2 > rho**2 * n


@examples(20)
@given(line_worlds())
@example(([(2, Fraction(1)), (-2, Fraction(1))], FAIR, 3, Fraction(2), None))  # prop-rlm-sharp
def test_thm_rlm_stable(world):
    line = Line(world)
    rate = line.rho / (line.lam * line.m)
    for one, two, _ in line.replacements():
        assert abs(line.answer(one) - line.answer(two)) <= rate
    assert line.stability() <= line.rho * rate
    assert line.gap() <= line.rho * rate
    bound = lipschitz_rate(line.m, float(line.lam), rho=float(line.rho))
    assert math.isclose(bound, line.rho * rate)
    if line.reach is None:
        a, b = (np.array(c, float) for c in zip(*line.atoms, strict=True))
        counts = np.array([np.bincount(key, minlength=len(a)) for key in line.found])
        theirs = hinge_line(a, b, counts, lam=float(line.lam))
        assert np.allclose(theirs, np.array([*line.found.values()], float), atol=CLOSE)


@examples(15)
@given(st.integers(1, 5), rationals(1, 2), rationals(0, 3))
def test_prop_rlm_sharp(m, rho, more):
    lam = rho**2 / 2 + more
    answers = {}
    for y in signs(m):
        answers[y] = line_rlm([(rho * s, Fraction(1)) for s in y], lam)
        assert answers[y] == rho * Fraction(sum(y), m) / (2 * lam)
    for y in answers:
        assert abs(answers[y] - answers[(-y[0], *y[1:])]) == rho / (lam * m)

    def gap(y):
        atoms = [(rho * s, Fraction(1)) for s in (1, -1)]
        return mean_loss(answers[y], atoms) - mean_loss(answers[y], [(rho * s, 1) for s in y])

    assert sum(map(gap, answers)) / len(answers) == rho**2 / (2 * lam * m)


@examples(25)
@given(points((2, 3), (2, 3), most=3), st.integers(1, 3), st.data())
def test_prop_gap_nonnegative(table, m, data):
    """Any losses of finitely many w (rows) on atoms (columns), any R: exact, ties to the first."""
    D, R = data.draw(shares(table.shape[1])), data.draw(vectors(len(table), 3))
    n = table.shape[1]

    def answer(drawn):
        return int((table[:, list(drawn)].sum(axis=1) + m * R).argmin())

    gap = Fraction(0)
    for drawn, p in all_samples(D, m):
        w = answer(drawn)
        gap += p * (sum(q * int(v) for q, v in zip(D, table[w], strict=True)))
        gap -= p * Fraction(int(table[w, list(drawn)].sum()), m)
        for i, j in itertools.product(range(m), range(n)):
            v, z = answer((*drawn[:i], j, *drawn[i + 1 :])), drawn[i]
            assert (table[v, z] - table[w, z]) + (table[w, j] - table[v, j]) >= 0
    assert gap >= 0


@examples(20)
@given(line_worlds(), rationals(-1, 1))
@example((*STEEP, 1, Fraction(1, 8), None), Fraction(1))
def test_thm_oracle(world, star):
    line = Line(world)
    assume(line.reach is None or abs(star) <= line.reach)
    expected = line.mean(lambda drawn: line.risk(line.answer(drawn)))
    bound = line.risk(star) + line.lam * star**2 + line.rho**2 / (line.lam * line.m)
    assert expected <= bound


@examples(8)
@given(line_worlds(), st.sampled_from([(1, 1), (4, 2)]), rationals(-1, 1), rationals(0, 1))
@example((*STEEP, 1, Fraction(1), None), (1, 1), Fraction(1), Fraction(1, 2))
def test_cor_oracle_rate(world, size, share, delta):
    """For m = 1 and m = 4, whose roots are whole."""
    (atoms, D, _, _, _), (m, root) = world, size
    B, rho = Fraction(1), max(abs(a) for a, _ in atoms)
    line = Line((atoms, D, m, rho / (B * root), None))
    expected = line.mean(lambda drawn: line.risk(line.answer(drawn)))
    assert expected <= line.risk(share * B) + 2 * rho * B / root
    assume(0 < delta < 1)
    inside = Line((atoms, D, m, rho / (B * root), B))
    least = min(inside.risk(w) for w in [-B, B, *(Fraction(b, a) for a, b in atoms if a)]
                if abs(w) <= B)  # fmt: skip
    limit = least + 2 * rho * B / (delta * root)
    assert inside.mean(lambda drawn: int(inside.risk(inside.answer(drawn)) > limit)) <= delta
    assert math.isclose(oracle_lambda(m, rho=rho + 1, B=3), (rho + 1) / (3 * root))


COIN = [(1, 1), (2, 1)]  # max(0, 1 - w) and max(0, 1 - 2 w)


@examples(6)
@given(st.integers(1, 6))
def test_prop_gap_not_monotone(m):
    weak = Line((COIN, FAIR, m, Fraction(1), None))
    assert weak.gap() == 0
    assert set(weak.found.values()) == {Fraction(1, 2)}
    assert Line((COIN, FAIR, m, Fraction(2), None)).gap() == Fraction(1, 16 * m)


def share_above(line, limit):
    return line.mean(
        lambda drawn: int(line.risk(line.answer(drawn)) > line.training(drawn) + limit)
    )


DELTAS = st.sampled_from([0.1, 0.5, 0.9, 0.99])


@examples(20)
@given(line_worlds(), DELTAS)
def test_thm_uniform_stability(world, delta):
    line = Line(world)
    kappa = line.stability()
    a = max(loss(line.answer(s), z) for s, _ in all_samples(line.D, line.m) for z in line.atoms)
    assume(a > 0)
    room = float(kappa) + float(2 * line.m * kappa + a) * math.sqrt(
        math.log(1 / delta) / (2 * line.m)
    )
    assert share_above(line, room) <= delta


@examples(20)
@given(line_worlds(), DELTAS)
@example(([(3, 2), (1, 0)], FAIR, 1, Fraction(9, 4), None), 0.5)  # the longest answer
@example(RARE, 0.99)
def test_cor_rlm_uniform(world, delta):
    line = Line(world)
    C, m, lam, rho = max(b for _, b in line.atoms), line.m, line.lam, line.rho
    limit = rho / (2 * lam)
    assert all(abs(line.answer(drawn)) <= limit for drawn, _ in all_samples(line.D, m))
    room = float(5 * rho**2 / (2 * lam) + C) * math.sqrt(math.log(1 / delta) / (2 * m))
    assert share_above(line, float(rho**2 / (lam * m)) + room) <= delta


@examples(25)
@given(points((1, 3), (2, 2)), vectors(2), vectors(2), st.data())
def test_lem_self_bounded(V, w, u, data):
    """For f(w) = |V w - t|^2 / 2, whose gradient is as Lipschitz as the largest eigenvalue."""
    t, V, w, u = F(data.draw(vectors(len(V)))), F(V), F(w), F(u)
    assume(V.any())

    def f(v):
        return ((V @ v - t) @ (V @ v - t)) / 2

    slope = V.T @ (V @ w - t)
    beta = np.linalg.eigvalsh((V.T @ V).astype(float))[-1] * (1 + CLOSE)
    assert f(u) <= f(w) + slope @ (u - w) + beta / 2 * float((u - w) @ (u - w)) + CLOSE
    assert slope @ slope <= 2 * beta * float(f(w)) + CLOSE


@examples(20)
@given(
    st.lists(st.tuples(*[st.integers(-2, 2)] * 2), min_size=2, max_size=3, unique=True).flatmap(
        lambda atoms: st.tuples(st.just(atoms), shares(len(atoms)))
    ),
    st.integers(1, 3),
    rationals(0, 3),
)
@example(([(1, 1), (1, -1), *[(0, 0)] * 30], [Fraction(16, 47)] * 2 + [Fraction(1, 94)] * 30), 1, 0)
def test_thm_rlm_smooth(world, m, more):
    """Squared loss (w x - y)^2 on the line: beta = 2 max x^2, and the minimiser is a fraction."""
    atoms, D = world
    beta, C = 2 * max(x**2 for x, _ in atoms), max(y**2 for _, y in atoms)
    assume(beta > 0)
    lam = Fraction(2 * beta, m) + more
    gap = training = Fraction(0)
    for drawn, p in all_samples(D, m):
        S = [atoms[j] for j in drawn]
        w = sum(x * y for x, y in S) / (sum(x * x for x, _ in S) + lam * m)
        inside = sum((w * x - y) ** 2 for x, y in S) / m
        outside = sum(q * (w * x - y) ** 2 for q, (x, y) in zip(D, atoms, strict=True))
        gap, training = gap + p * (outside - inside), training + p * inside
    assert gap <= 4 * beta / (lam * m) * training
    assert 4 * beta / (lam * m) * training <= 4 * beta * C / (lam * m)
    if C:
        assert gap <= smooth_rate(m, float(lam), beta=beta, C=C) * (1 + CLOSE)


samples = st.lists(st.tuples(st.integers(-3, 3), st.integers(0, 2)), min_size=1, max_size=4)


@examples(40)
@given(samples, LAMS, rationals(0, 3))
def test_prop_rlm_path(sample, lam, more):
    low, high = line_rlm(sample, lam), line_rlm(sample, lam + more)
    assert abs(high) <= abs(low)
    assert mean_loss(high, sample) >= mean_loss(low, sample)


@examples(40)
@given(samples, LAMS, rationals(-1, 1))
def test_prop_ivanov(sample, lam, share):
    best = line_rlm(sample, lam)
    assert mean_loss(best, sample) <= mean_loss(share * best, sample)


def ridge(X, y, lam, factor):
    m, X = len(X), F(X)
    return solve(factor * lam * m * F(np.eye(X.shape[1], dtype=int)) + X.T @ X, X.T @ F(y))


def ridge_objective(X, y, lam, w, half):
    return lam * (w @ w) + ((F(X) @ w - F(y)) ** 2).sum() / len(y) / (2 if half else 1)


@examples(25)
@given(points((1, 4), (1, 2)), LAMS, st.data())
def test_prop_ridge_system(X, lam, data):
    y, u = data.draw(vectors(len(X))), F(data.draw(vectors(X.shape[1])))
    m, d = X.shape
    A = X.T @ X + 2 * float(lam) * m * np.eye(d)
    assert np.linalg.eigvalsh(A)[0] >= 2 * lam * m - CLOSE
    w, whole = ridge(X, y, lam, 2), ridge(X, y, lam, 1)
    for v, half in ((w, True), (whole, False)):
        rise = ridge_objective(X, y, lam, v + u, half) - ridge_objective(X, y, lam, v, half)
        assert rise > 0 if u.any() else rise == 0
    assert np.allclose(ridge_system(X, y, lam=float(lam)), w.astype(float), atol=CLOSE)


@examples(25)
@given(st.integers(2, 3), st.integers(1, 3), st.data())
def test_thm_stability_identity(n, m, data):
    """Any learner: an answer, 0 or 1 for every atom, is drawn for each sample in its order."""
    bits = st.lists(st.integers(0, 1), min_size=n, max_size=n)
    D, labels = data.draw(shares(n)), data.draw(bits)
    answers = {drawn: data.draw(bits) for drawn in itertools.product(range(n), repeat=m)}

    def error(drawn, j):
        return int(answers[drawn][j] != labels[j])

    gap = rate = Fraction(0)
    for drawn, p in all_samples(D, m):
        gap += p * sum(D[j] * error(drawn, j) for j in range(n))
        gap -= p * Fraction(sum(error(drawn, j) for j in drawn), m)
        for i, j in itertools.product(range(m), range(n)):
            other = (*drawn[:i], j, *drawn[i + 1 :])
            rate += p * D[j] * (error(other, drawn[i]) - error(drawn, drawn[i])) / m
    assert gap == rate

    def A(X, y):
        answer = np.array(answers[tuple(X[:, 0].astype(int))])
        return lambda Z: answer[Z[:, 0].astype(int)]

    world = FiniteDistribution(
        np.arange(float(n))[:, None], np.array(labels), [float(p) for p in D]
    )
    found = replace_one(A, world, m)
    assert math.isclose(found.gap, gap, abs_tol=CLOSE)
    assert math.isclose(found.rate, rate, abs_tol=CLOSE)


def test_misprint_E_002_42():
    """The eigenvalues of 2 lam m I + A are not bounded by 2 lam m from above."""

    def printed(world):
        X, lam = world
        return np.linalg.eigvalsh(X.T @ X + 2 * len(X) * float(lam) * np.eye(X.shape[1]))[-1] <= (
            2 * len(X) * lam
        )

    X, _ = counterexample(st.tuples(points(), LAMS), printed)
    assert X.any()


def test_misprint_E_002_43():
    """The solution that belongs to the factor 1/2 is wrong for the loss without it."""

    def printed(world):
        (X, y), lam = world
        return (ridge(X, y, lam, 2) == ridge(X, y, lam, 1)).all()

    assert counterexample(st.tuples(labelled(), LAMS), printed)


def test_misprint_E_002_44():
    """The difference with the terms exchanged is not at least 0."""

    def printed(world):
        line = Line(world)
        return all(
            loss(line.answer(one), line.atoms[one[i]]) >= loss(line.answer(two), line.atoms[one[i]])
            for one, two, i in line.replacements()
        )

    assert counterexample(line_worlds(), printed)


def test_misprint_E_002_46():
    """Without the constant rho in the inequality w -> a w would need |a| <= 1."""

    def printed(world):
        a, w, u = world
        return abs(a * w - a * u) <= abs(w - u)

    a, _, _ = counterexample(st.tuples(*[st.integers(-3, 3)] * 3), printed)
    assert abs(a) > 1


def test_misprint_E_002_48():
    """The stability term need not decrease in lam."""

    def printed(world):
        m, lam, more = world
        low, high = (Line((COIN, FAIR, m, value, None)).gap() for value in (lam, lam + more))
        return high <= low

    worlds = st.tuples(st.integers(1, 3), LAMS, rationals(0, 2))
    m, lam, more = counterexample(worlds, printed)
    assert more > 0
