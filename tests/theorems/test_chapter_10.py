"""Chapter 10: its statements about vectors, samples and finite distributions, as properties.

Functions are maxima of affine ones with whole slopes, sums of Huber's function, and quadratics, so
that values, subgradients and walks are fractions; expectations run over all sequences of draws.
"""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from strategies_08_13 import (
    CLOSE,
    RAYS,
    F,
    all_samples,
    box_dual,
    counterexample,
    examples,
    hinges,
    hull_square,
    labelled,
    points,
    rationals,
    shares,
    signs,
    vectors,
)

from lecture_code.core.enumeration import all_sequences
from lecture_code.optimise import descent, optimisers
from lecture_code.optimise.descent import (
    contraction,
    project,
    sgd,
    subgradient_method,
)
from lecture_code.optimise.online import linear_regret, orthogonal_adversary
from lecture_code.optimise.optimisers import adadelta, adagrad, adam, descend, momentum, rmsprop
from lecture_code.optimise.problems import (
    MaxAffine,
    absolute_direction,
    best_step,
    hinge_direction,
    minimise_max_affine,
    quadratic,
    rate,
)
from lecture_code.optimise.schedules import inverse_root
from lecture_code.theory.hard_distributions import coin_error

# ------------------------------------------------------------------ functions in fractions


SQUARES = st.sampled_from([(1, 1), (4, 2), (9, 3)])  # a number of steps and its root
ETAS = st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(1, 5), Fraction(3)])
LAMS = st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 2), Fraction(1, 8)])
SHARES = st.fractions(0, 1, max_denominator=4)
PICKS = st.lists(st.integers(0, 5), min_size=9, max_size=9)
TRIPLES = [(1, 0, 1), (0, 1, 1), (-1, 0, 1), (3, 4, 5), (-4, 3, 5), (5, -12, 13), (-15, -8, 17)]
UNITS = [F([Fraction(a, c), Fraction(b, c)]) for a, b, c in TRIPLES]  # rational unit vectors


class Roof:
    """The maximum of affine functions ``w -> <a_i, w> + b_i``, in fractions."""

    def __init__(self, A, b):
        self.A, self.b = F(A), F(b)
        self.d = self.A.shape[1]
        self.square = (self.A * self.A).sum(axis=1).max()  # of the Lipschitz constant

    def __call__(self, w):
        return (self.A @ w + self.b).max()

    def active(self, w):
        return self.A[self.A @ w + self.b == self(w)]

    def subgradient(self, w, pick=0):
        slopes = self.active(w)
        return slopes[pick % len(slopes)]

    def lowest(self, B):
        """Return the least value on [-B, B], for d = 1: at an end or where two pieces cross."""
        pieces = list(zip(self.A[:, 0], self.b, strict=True))
        kinks = [(q - b) / (a - p) for (a, b), (p, q) in itertools.combinations(pieces, 2) if a - p]
        return min(self(F([w])) for w in [-B, B, *(k for k in kinks if abs(k) <= B)])


@st.composite
def roofs(draw, d=(1, 2), pieces=(1, 3)):
    A = draw(points(pieces, d))
    return Roof(A, draw(vectors(len(A))))


# 3 |w - 1/3|, and thirty flat pieces far below it.
CREASE = Roof([[3], [-3], *[[0]] * 30], [-1, 1, *[-9] * 30])


def walk(f, picks, T, eta, start=None):
    """Return the literal loop: all vectors, and the subgradients taken."""
    w = F([0] * f.d) if start is None else start
    trace, V = [w], []
    for t in range(T):
        V.append(f.subgradient(trace[-1], picks[t]))
        trace.append(trace[-1] - eta * V[-1])
    return np.array(trace), np.array(V)


class Bend:
    """``lam/2 |w - u|^2 + sum c_i huber(<a_i, w> - b_i)``: smooth, and convex if no c_i < 0."""

    def __init__(self, A, b, c, lam=0, u=None):
        self.A, self.b, self.c, self.lam = F(A), F(b), F(c), Fraction(lam)
        self.u = F([0] * self.A.shape[1]) if u is None else F(u)
        self.beta = self.lam + (abs(self.c) * (self.A * self.A).sum(axis=1)).sum()

    def __call__(self, w):
        s = self.A @ w - self.b
        parts = F([t * t / 2 if abs(t) <= 1 else abs(t) - Fraction(1, 2) for t in s])
        return self.lam / 2 * ((w - self.u) @ (w - self.u)) + self.c @ parts

    def gradient(self, w):
        clipped = F([max(Fraction(-1), min(Fraction(1), t)) for t in self.A @ w - self.b])
        return self.lam * (w - self.u) + (self.c * clipped) @ self.A


@st.composite
def bends(draw, least=1, lams=None, centred=False):
    """Draw a smooth function, and if it is centred the minimiser u, where it is 0."""
    A = draw(points((1, 3), (1, 2)).filter(lambda A: A.any(axis=1).all()))
    u = draw(vectors(A.shape[1]))
    b = A @ u if centred else draw(vectors(len(A)))
    c = [draw(st.integers(least, 2)) for _ in A]
    return Bend(A, b, c, 0 if lams is None else draw(lams), u)


def gd(f, w, T, eta):
    trace = [w]
    for _ in range(T):
        trace.append(trace[-1] - eta * f.gradient(trace[-1]))
    return trace


def replay(V, T, eta, start=None):
    """Return the run of the package along given directions."""
    rows = iter(V.astype(float))
    start = np.zeros(V.shape[1]) if start is None else start.astype(float)
    return subgradient_method(lambda w: next(rows), start, T=T, eta=float(eta))


# ------------------------------------------------------------------ gradients and subgradients


@examples(18)
@given(points((1, 3), (2, 2)), vectors(2), st.sampled_from(UNITS))
def test_prop_steepest(V, w, u):
    Q = V.T @ V + np.eye(2, dtype=int)
    f = quadratic(Q)
    g = F(f.gradient(w.astype(float)))
    assume(g.any())

    def slope(u):  # half the central difference of a quadratic function is exact
        ahead, back = F(w) + u, F(w) - u
        return (ahead @ F(Q) @ ahead - back @ F(Q) @ back) / 4

    assert slope(g) == g @ g
    assert slope(u) ** 2 <= g @ g
    parallel = u[0] * g[1] == u[1] * g[0]
    assert (slope(u) ** 2 == g @ g) == parallel
    if parallel:
        assert (slope(u) > 0) == (u @ g > 0)


@examples(18)
@given(bends(), st.data())
def test_prop_tangent(f, data):
    """Part 1 for smooth convex functions; part 2 for broken lines through any five values."""
    w, u, v = (F(data.draw(vectors(f.A.shape[1], 3))) for _ in range(3))
    g = f.gradient(w)
    assert f(u) >= f(w) + g @ (u - w)
    if (v != g).any():  # no other vector is a subgradient: it fails a short way along v - g
        near = w + (v - g) / f.beta
        assert f(near) < f(w) + v @ (near - w)
    rises = data.draw(vectors(4, 3))
    rises = np.sort(rises) if data.draw(st.booleans()) else rises
    y = np.append(0, rises.cumsum())
    chords = [[(y[j] - y[i]) / (j - i) if i != j else np.nan for j in range(5)] for i in range(5)]
    least = [max(chords[i][:i], default=-9.0) for i in range(5)]
    most = [min(chords[i][i + 1 :], default=9.0) for i in range(5)]
    everywhere = all(a <= b for a, b in zip(least, most, strict=True))
    assert everywhere == (y[:-2] + y[2:] >= 2 * y[1:-1]).all()
    if everywhere:
        tangents = MaxAffine(np.c_[most], [y[i] - i * most[i] for i in range(5)])
        assert np.allclose(tangents(np.arange(5.0)[:, None]), y)


@examples(18)
@given(roofs(pieces=(1, 4)), st.booleans(), st.data())
def test_prop_zero_subgradient(f, meet, data):
    """The subgradients of a maximum are the averages of its active slopes."""
    w = F(data.draw(vectors(f.d)))
    if meet:
        f = Roof(f.A, -f.A @ w)
    zero = hull_square(f.active(w)) == 0
    try:
        found = minimise_max_affine(MaxAffine(f.A.astype(float), f.b.astype(float)))
        least = found.value
        sums = found.weights @ np.c_[f.A.astype(float), np.ones(len(f.A))]
        assert np.allclose(sums, [0] * f.d + [1], atol=CLOSE)
    except ValueError:
        least = -math.inf
    assert zero == (float(f(w)) <= least + CLOSE)
    for u in itertools.product(range(-2, 3), repeat=f.d):
        assert not zero or f(F(u)) >= f(w)


@examples(18)
@given(roofs(d=(2, 2)), roofs(d=(2, 2)), labelled((1, 1), (2, 2)), rationals(0, 3), st.data())
def test_prop_subgradient_rules(f, g, example, c, data):
    (X, y), i = example, np.array(0)
    w, u = (F(data.draw(vectors(2))) for _ in range(2))
    for v in f.active(w):
        assert f(u) >= f(w) + v @ (u - w)
        sum_u, sum_w = f(u) + c * g(u), f(w) + c * g(w)
        assert sum_u >= sum_w + (v + c * g.subgradient(w)) @ (u - w)
    first = MaxAffine(f.A.astype(float), f.b.astype(float)).subgradient(w.astype(float))
    assert (first == f.active(w).astype(float)).all(axis=1).any()
    s, x, label = w @ F(X[0]), F(X[0]), int(y[0])
    hinge = F(hinge_direction(X, y)(w.astype(float), i))
    distance = F(absolute_direction(X, y)(w.astype(float), i))
    kink = w + (label - s) / (x @ x) * x if x.any() else u  # where both losses are 0
    for point in (u, kink):
        t = point @ x
        assert hinges([label * t])[0] >= hinges([label * s])[0] + hinge @ (point - w)
        assert abs(t - label) >= abs(s - label) + distance @ (point - w)


@examples(18)
@given(points((2, 5), (1, 2), most=3), ETAS, st.data())
def test_lem_telescope(V, eta, data):
    V, w, u = F(V), *(F(data.draw(vectors(V.shape[1]))) for _ in range(2))
    trace = w - eta * np.concatenate([F(np.zeros((1, len(w)), int)), V.cumsum(axis=0)])
    left = sum(v @ (x - u) for v, x in zip(V, trace, strict=False))
    ends = (w - u) @ (w - u) - (trace[-1] - u) @ (trace[-1] - u)
    assert left == ends / (2 * eta) + eta / 2 * (V * V).sum()
    if not w.any():
        assert left <= (u @ u) / (2 * eta) + eta / 2 * (V * V).sum()
    run = replay(V, len(V), eta, w)
    assert np.allclose(run.trace, trace.astype(float), atol=CLOSE)


@examples(18)
@given(roofs(), SHARES, st.data())
def test_lem_bounded_subgradients(f, share, data):
    w, u = (F(data.draw(vectors(f.d))) for _ in range(2))
    v = share * f.active(w)[0] + (1 - share) * f.active(w)[-1]
    assert f(w + v) - f(w) >= v @ v  # so rho |v| >= |v|^2 for every Lipschitz constant
    assert v @ v <= f.square
    assert (f(u) - f(w)) ** 2 <= f.square * ((u - w) @ (u - w))
    lipschitz = MaxAffine(f.A.astype(float), f.b.astype(float)).lipschitz
    assert math.isclose(lipschitz**2, f.square, abs_tol=CLOSE)


@examples(18)
@given(roofs(), SQUARES, rationals(1, 3), PICKS, ETAS, vectors(2))
@example(Roof([[-3], [0]], [0, -3]), (1, 1), Fraction(1), [0] * 9, Fraction(1), [0, 0])  # equality
def test_thm_subgradient_method(f, size, B, picks, eta, u):
    """Any step against any u; the step of the theorem on the line, where the minimum is known."""
    (T, root), u = size, F(u[: f.d])
    assume(f.square > 0)
    trace, V = walk(f, picks, T, eta)
    bound = (u @ u) / (2 * eta * T) + eta * f.square / 2
    average = trace[:-1].sum(axis=0) / T
    assert f(average) - f(u) <= bound
    assert min(map(f, trace[:-1])) - f(u) <= bound
    assert np.allclose(replay(V, T, eta).average, average.astype(float), atol=CLOSE)
    if f.d == 1:
        rho = abs(f.A).max()
        trace, _ = walk(f, picks, T, B / (rho * root))
        assert f(trace[:-1].sum(axis=0) / T) - f.lowest(B) <= B * rho / root
        assert min(map(f, trace[:-1])) - f.lowest(B) <= B * rho / root


@examples(12)
@given(st.integers(1, 6), rationals(1, 3), rationals(1, 3))
def test_prop_subgradient_sharp(k, rho, B):
    f, T = Roof([[rho], [-rho]], [-rho * B, rho * B]), k * k
    trace, V = walk(f, [0] * T, T, B / (rho * k))  # at the kink the first slope, +rho
    assert f(trace[:-1].sum(axis=0) / T) == B * rho / k
    assert f.lowest(B) == 0
    assert np.allclose(replay(V, T, B / (rho * k)).trace, trace.astype(float), atol=CLOSE)


@examples(8)
@given(st.integers(1, 8), ETAS, rationals(1, 3))
def test_prop_last_iterate(T, eta, rho):
    H = F(np.zeros((T + 1, T), int))
    for i, j in itertools.product(range(T + 1), range(T)):
        H[i, j] = rho * (Fraction(1, 3 * (T - j)) if j < i else -Fraction(9, 10) * (i == j))
    f = Roof(H, [0] * (T + 1))
    assert f.square <= rho**2
    w, total = F([0] * T), F([0] * T)
    for t in range(T):
        assert H[t] @ w == f(w)
        w, total = w - eta * H[t], total + w
    assert H[T] @ w == f(w)
    harmonic = sum(Fraction(1, t) for t in range(1, T + 1))
    assert f(w) >= Fraction(17, 90) * harmonic * eta * rho**2
    assert harmonic >= math.log(T + 1)
    assert f(total / T) <= eta * rho**2 / 2
    weights = F([0] * T + [1])
    for j in reversed(range(T)):  # a positive average of the slopes is 0: the minimum is at 0
        weights[j] = H[T, j] / (rho * Fraction(9, 10)) * weights[j + 1 :].sum()
    assert (weights > 0).all()
    assert not (weights @ H).any()


# ------------------------------------------------------------------ smooth functions and steps


@examples(30)
@given(bends(least=-2), st.data())
def test_lem_descent(f, data):
    w, far = (F(data.draw(vectors(f.A.shape[1], 1))) for _ in range(2))
    for u in (far, w + (far - w) / 8):
        apart, turn = (u - w) @ (u - w), f.gradient(u) - f.gradient(w)
        assert turn @ turn <= f.beta**2 * apart
        assert f(u) <= f(w) + f.gradient(w) @ (u - w) + f.beta / 2 * apart


@examples(25)
@given(bends(least=-2), ETAS, st.data())
def test_prop_decrease(f, eta, data):
    w = F(data.draw(vectors(f.A.shape[1], 1)))
    assume(f.beta > 0)
    for step in (eta, eta / f.beta):
        g = f.gradient(w)
        after = f(w - step * g)
        assert after <= f(w) - step * (1 - f.beta * step / 2) * (g @ g)
        assert after < f(w) or not g.any() or step >= 2 / f.beta
    bowl = quadratic(float(f.beta) * np.eye(len(w)))
    step = float(2 / f.beta + eta)
    there = w.astype(float) - step * bowl.gradient(w.astype(float))
    assert bowl(there) >= bowl(w.astype(float)) - CLOSE


@examples(25)
@given(points((1, 4), (3, 3)), st.integers(1, 20), st.integers(-9, 9))
def test_cor_small_gradients(waves, T, w):
    """A sum of cosines a cos(kw + c): smooth with Σ|a|k², and never below -Σ|a|."""
    a, k, c = waves.astype(float).T
    beta, low = abs(a) @ k**2, -abs(a).sum()
    assume(beta > 0)
    paid, start = 0.0, a @ np.cos(k * w + c)
    for _ in range(T):
        slope = -(a * k) @ np.sin(k * w + c)
        paid, w = paid + slope**2, w - slope / beta
    assert paid <= 2 * beta * (start - low) + CLOSE


@examples(18)
@given(bends(centred=True), st.integers(1, 5), st.data())
def test_thm_gd_smooth(f, T, data):
    w, u = F(data.draw(vectors(len(f.u), 3))), f.u
    assert f(u) == 0 == abs(f.gradient(u)).sum()
    trace = gd(f, w, T, 1 / f.beta)
    bound = f.beta * ((w - u) @ (w - u)) / (2 * T)
    assert f(trace[-1]) <= bound

    def gradient(v, t):
        return f.gradient(F(v)).astype(float)

    path = descend(optimisers.fixed_step(float(1 / f.beta)), gradient, w.astype(float), T=T)
    assert np.allclose(path.trace, np.array(trace, float), atol=CLOSE)


@examples(18)
@given(bends(lams=LAMS), st.data())
def test_lem_parabola_below(f, data):
    w, u = (F(data.draw(vectors(len(f.u), 3))) for _ in range(2))
    g = f.gradient(w)
    assert f(u) >= f(w) + g @ (u - w) + f.lam / 2 * ((u - w) @ (u - w))
    assert f(w) - f(u) <= (g @ g) / (2 * f.lam)  # for the minimiser, so for every u


@examples(18)
@given(bends(lams=LAMS, centred=True), st.integers(0, 5), st.data())
def test_thm_gd_smooth_strong(f, T, data):
    w, kappa = F(data.draw(vectors(len(f.u), 3))), f.beta / f.lam
    assert f(f.u) == 0
    assert f(gd(f, w, T, 1 / f.beta)[-1]) <= (1 - 1 / kappa) ** T * f(w)
    assert math.isclose(contraction(float(kappa), T), (1 - 1 / kappa) ** T)


@st.composite
def valleys(draw):
    """Draw a rational rotation, two curvatures, the matrix, the minimiser and a start."""
    c, s = draw(st.sampled_from(UNITS))
    turn = F([[c, -s], [s, c]])
    h = sorted(draw(st.integers(1, 6)) for _ in range(2))
    A = turn @ F(np.diag(h)) @ turn.T
    return turn, h, A, F(draw(vectors(2))), F(draw(vectors(2, 3)))


@examples(18)
@given(valleys(), rationals(0, 1, 8), st.integers(1, 5))
def test_prop_gd_quadratic(valley, eta, T):
    turn, (lam, beta), A, star, w = valley
    assume(eta > 0)
    start = (w - star) @ turn
    for _ in range(T):
        w = w - eta * A @ (w - star)
    e, factors = (w - star) @ turn, F([1 - eta * lam, 1 - eta * beta])
    assert (e == factors**T * start).all()
    r = abs(factors).max()
    assert e @ e <= r ** (2 * T) * (start @ start)
    assert (r < 1) == (eta < Fraction(2, beta))
    assert math.isclose(rate(float(eta), [lam, beta]).max(), r, abs_tol=CLOSE)
    best = Fraction(beta - lam, beta + lam)
    assert r >= best
    step = Fraction(2, lam + beta)
    assert max(abs(1 - step * lam), abs(1 - step * beta)) == best
    assert best_step(lam, beta) == pytest.approx((float(step), float(best)))
    f, begin = quadratic(A.astype(float), star.astype(float)), start @ turn.T + star
    path = descend(optimisers.fixed_step(float(eta)), f.gradient, begin.astype(float), T=T)
    assert np.allclose(path.last, w.astype(float), rtol=CLOSE, atol=CLOSE)


NOISES = st.sampled_from(
    [
        [(1, Fraction(1, 2)), (-1, Fraction(1, 2))],
        [(2, Fraction(1, 3)), (-1, Fraction(2, 3))],
        [(3, Fraction(1, 6)), (0, Fraction(1, 2)), (Fraction(-3, 2), Fraction(1, 3))],
    ]
)


@examples(13)
@given(NOISES, st.integers(1, 3), st.integers(-3, 3), rationals(0, 1, 6), st.integers(1, 4))
def test_prop_noise_floor(noise, h, start, eta, T):
    assume(eta > 0)
    variance = sum(p * x * x for x, p in noise)
    D = [p for _, p in noise]

    def squares(rates):
        mean = Fraction(0)
        for drawn, p in all_samples(D, T):
            w = Fraction(start)
            for step, j in zip(rates, drawn, strict=True):
                w -= step * (h * w + noise[j][0])
            mean += p * w * w
        return mean

    def recursion(rates):
        a = start**2
        for step in rates:
            a = (1 - step * h) ** 2 * a + step**2 * variance
        return a

    steady, falling = [eta] * T, [Fraction(1, h * t) for t in range(1, T + 1)]
    assert squares(steady) == recursion(steady)
    assert squares(falling) == recursion(falling) == variance / (h**2 * T)
    if eta * h < 2:
        floor = eta * variance / (h * (2 - eta * h))
        assert floor > 0
        assert squares(steady) - floor == (1 - eta * h) ** (2 * T) * (start**2 - floor)
    # part 2: with epsilon = 1/4 the proof begins at some t_0 <= 81 and is below 2 epsilon by 1000
    assert recursion([float(eta) / t**0.5 for t in range(1, 1001)]) < 0.5


# ------------------------------------------------------------------ momentum


@examples(15)
@given(points((1, 5), (1, 2)), ETAS, SHARES)
def test_prop_push(V, eta, mu):
    assume(mu < 1)
    T, g = len(V), F(V[0])

    def pushes(V):
        p, rule = F([0] * V.shape[1]), momentum(float(eta), mu=float(mu))
        memory = rule.init(np.zeros(V.shape[1]))
        for t, v in enumerate(V, start=1):
            p = mu * p + eta * F(v)
            step, memory = rule.update(np.asarray(v, float), memory, t)
            assert np.allclose(step, p.astype(float), atol=CLOSE)
        return p

    weights = F([mu ** (T - t) for t in range(1, T + 1)])
    assert (pushes(V) == eta * weights @ F(V)).all()
    assert (pushes(np.array([V[0]] * T)) == (1 - mu**T) / (1 - mu) * eta * g).all()
    turning = np.array([(-1) ** t * V[0] for t in range(1, T + 1)])
    assert (pushes(turning) == (-1) ** T * (1 - (-mu) ** T) / (1 + mu) * eta * g).all()


def modulus(eta, h, mu):
    """Return the larger modulus of the roots, by numpy."""
    return abs(np.roots([1.0, -(1 + mu - eta * h), mu])).max()


@examples(18)
@given(valleys(), rationals(0, 2, 8), SHARES, st.integers(1, 4))
def test_prop_momentum_quadratic(valley, eta, mu, T):
    turn, (lam, beta), A, star, w = valley
    assume(eta > 0 and mu < 1)
    before = now = (w - star) @ turn
    p, start = F([0, 0]), w.astype(float)
    for _ in range(T):
        p = mu * p + eta * A @ (w - star)
        w = w - p
        now, before = (1 + mu - eta * F([lam, beta])) * now - mu * before, now
    assert ((w - star) @ turn == now).all()
    f = quadratic(A.astype(float), star.astype(float))
    path = descend(momentum(float(eta), mu=float(mu)), f.gradient, start, T=T)
    assert np.allclose(path.last, w.astype(float), rtol=CLOSE, atol=CLOSE)
    for h in (lam, beta):
        theirs = modulus(float(eta), h, float(mu))
        assert math.isclose(rate(float(eta), h, mu=float(mu)), theirs, abs_tol=1e-6)
        if eta * h != 2 * (1 + mu):
            assert (theirs < 1) == (eta * h < 2 * (1 + mu))
        if (1 + mu - eta * h) ** 2 <= 4 * mu:  # between (1 - sqrt mu)^2 and (1 + sqrt mu)^2
            assert math.isclose(theirs, math.sqrt(mu), abs_tol=1e-6)


@examples(18)
@given(rationals(1, 4), rationals(0, 4), rationals(0, 2), rationals(0, 2), SHARES)
def test_thm_heavy_ball(low, more, step_share, mu_share, between):
    """The roots of the curvatures are fractions, so that all is exact; h lies between them."""
    high = low + more
    r = (high - low) / (high + low)
    step, h = 4 / (high + low) ** 2, low**2 + between * (high**2 - low**2)
    for bend in (low**2, high**2, h):  # not real, or double: the modulus is the root of r^2
        assert (1 + r**2 - step * bend) ** 2 <= 4 * r**2
    eta, mu = step_share * step, mu_share * r**2
    assume(eta > 0 and mu < 1)
    worst = max(modulus(float(eta), float(b) ** 2, float(mu)) for b in (low, high))
    assert worst >= r - 1e-6


@examples(15)
@given(rationals(-1, 1), rationals(-1, 1), rationals(-3, 4), rationals(-3, 4))
def test_prop_cycle(first, second, w, u):
    def slope(w):
        return 25 * w if w < 1 else w + 24 if w < 2 else 25 * w - 24

    turn = (slope(u) - slope(w)) * (u - w)
    assert (u - w) ** 2 <= turn <= 25 * (u - w) ** 2
    mu, eta = Fraction(4, 9), Fraction(1, 9)
    assert (eta, mu) == (Fraction(4, (5 + 1) ** 2), Fraction(5 - 1, 5 + 1) ** 2)
    cycle = [Fraction(a, 1225) for a in (792, -2208, 2592)]
    for a, b, c in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        now = cycle[b]
        assert now - eta * slope(now) + mu * (now - cycle[a]) == cycle[c]
    run = [cycle[0] + first / 50, cycle[1] + second / 50]
    while len(run) < 40:
        run.append(run[-1] - eta * slope(run[-1]) + mu * (run[-1] - run[-2]))
    assert all(abs(run[t] - cycle[t % 3]) < 1e-3 for t in (37, 38, 39))


# ------------------------------------------------------------------ what nobody can beat


def resist(method, T, rho):
    """Return the signs of f that the oracle of the proof makes up, and the method's answer."""
    d, questions = T + 1, iter(range(T))
    signs, free = np.ones(d), np.ones(d, dtype=bool)

    def oracle(w):
        next(questions)
        i = int(np.where(free, np.abs(w), -np.inf).argmax())
        j = int(np.where(free, -np.inf, signs * w).argmax())
        if free.all() or signs[j] * w[j] < abs(w[i]):
            j, signs[i], free[i] = i, -1.0 if w[i] < 0 else 1.0, False
        return rho * signs[j] * w[j], rho * signs[j] * np.eye(d)[j]

    answer = np.asarray(method(oracle, d), dtype=float)
    signs[free] = np.where(answer[free] < 0, -1.0, 1.0)
    return signs, answer


def resist_on_a_parabola(T, rho, lam, tables):
    """Part 2: the method asks at whole points and answers a point, or 0; it hears the sum."""
    heard = []

    def method(oracle, d):
        for w in tables[:T].astype(float):
            value, v = oracle(w)
            heard.append((F(w), value + float(lam) * w @ w / 2, v + float(lam) * w))
        return tables[T] * (tables[T][0] % 2)

    signs, answer = resist(method, T, float(rho))
    roof = Roof(rho * np.diag(F(signs)), [0] * (T + 1))

    def f(w):
        return roof(w) + lam * (w @ w) / 2

    least = -F(signs) * rho / (lam * (T + 1))
    for w, value, v in heard:
        assert math.isclose(f(w), value, abs_tol=CLOSE)
        for u in (least, F(answer), *F(tables)):  # a subgradient, as for a parabola below
            bend = lam * ((u - w) @ (u - w)) / 2
            assert f(u) >= f(w) + F(v) @ (u - w) + bend - Fraction(CLOSE)
    gap, bound = f(F(answer)) - f(least), rho**2 / (2 * lam * (T + 1))
    assert f(least) == -bound
    assert gap >= bound
    assert gap == bound or answer.any()


@examples(15)
@given(st.integers(1, 4), rationals(1, 3), rationals(1, 3), rationals(1, 3), st.data())
def test_thm_resisting(T, rho, B, lam, data):
    """The method asks at drawn whole points, moved by what it was told."""
    tables = data.draw(points((T + 1, T + 1), (T + 1, T + 1)))
    resist_on_a_parabola(T, rho, lam, tables)
    heard = []

    def method(oracle, d):
        w = tables[T].astype(float)
        for t in range(T):
            value, v = oracle(w)
            heard.append((w, value, v))
            w = tables[t] - v * (tables[t][0] % 3)
        return w

    signs, answer = resist(method, T, float(rho))
    f = Roof(rho * np.diag(F(signs)), [0] * (T + 1))
    assert set(signs) <= {-1.0, 1.0}
    for w, value, v in heard:
        assert math.isclose(f(F(w)), value, abs_tol=CLOSE)
        assert np.isclose(f.active(F(w)).astype(float), v).all(axis=1).any()
    assert f.square == rho**2
    least = -B * rho / math.sqrt(T + 1)
    inside = -float(B) / math.sqrt(T + 1) * signs
    assert math.isclose(f(F(inside)), least)
    assert f(F(answer)) - least >= B * rho / math.sqrt(T + 1) - CLOSE


@examples(18)
@given(st.sampled_from([(1, 1), (4, 2)]), rationals(1, 3), rationals(1, 3), st.data())
def test_thm_minimax_lower(size, B, rho, data):
    """Any learner: an answer, a fraction of B, for every sequence of m signs in its order."""
    m, root = size
    answers = [B * a / 2 for a in data.draw(vectors(2**m, 3))]
    if data.draw(st.booleans()):  # the best learner
        answers = [B * int(np.sign(sum(S))) for S in signs(m)]
    a = Fraction(1, 2 * root)
    excess = []
    for s in (1, -1):

        def risk(w, s=s):
            return rho * sum((1 + a * s * z) / 2 * abs(w - B * z) for z in (1, -1))

        mean = sum(
            math.prod((1 + a * s * z) / 2 for z in S) * risk(w)
            for S, w in zip(signs(m), answers, strict=True)
        )
        excess.append(mean - risk(s * B))
        assert risk(s * B) == min(risk(w) for w in (-B, Fraction(0), B))
    assert max(excess) >= B * rho / (4 * root)
    best = 2 * float(rho * a * B) * float(coin_error(m, float(a)))
    assert sum(excess) / 2 >= best - CLOSE


@examples(18)
@given(roofs(d=(1, 1)), st.sampled_from([(3, 2), (8, 3)]), rationals(1, 3), PICKS)
@example(CREASE, (3, 2), Fraction(1), [0] * 9)
def test_thm_last_iterate(f, size, B, picks):
    (T, root), rho = size, abs(f.A).max()  # T + 1 is the square of root
    assume(rho > 0)
    w = F([0])
    for t in range(1, T + 1):
        w = w - B * (T + 1 - t) / (rho * root**3) * f.subgradient(w, picks[t])
    assert f(w) - f.lowest(B) <= B * rho / root


@examples(18)
@given(points((1, 6), (2, 4)))
def test_thm_exponentiated(V):
    T, d = V.shape
    rho = max(1, abs(V).max())
    eta, total, paid = math.sqrt(2 * math.log(d) / T) / rho, np.zeros(d), 0.0
    for v in V:
        w = np.exp(-eta * total)
        paid, total = paid + v @ w / w.sum(), total + v
    assert paid - total.min() <= rho * math.sqrt(2 * T * math.log(d)) + CLOSE


@examples(15)
@given(st.lists(roofs(d=(2, 2)), min_size=1, max_size=4), SQUARES, PICKS, ETAS, vectors(2))
@example([Roof([[3, 0]], [0]), *[Roof([[0, 0]], [0])] * 3], (4, 2), [0] * 9, Fraction(1), [0, 1])
def test_thm_ogd_regret(losses, size, picks, eta, u):
    """Any step, against any u and the last vector; linear losses, with the theorem's step."""
    (T, root), u = size, F(u)
    losses = (losses * T)[:T]
    W, V = [F([0, 0])], []
    for t in range(T):
        V.append(losses[t].subgradient(W[t], picks[t]))
        W.append(W[t] - eta * V[t])
    square = max(v @ v for v in V)
    for other in (u, W[T]):
        paid = sum(f(w) - f(other) for f, w in zip(losses, W, strict=False))
        assert paid <= (other @ other) / (2 * eta) + eta * square * T / 2
    assume(square > 0)
    B, rho, V = math.sqrt(u @ u) + 1, math.sqrt(square), np.array(V, float)
    run = replay(V, T, B / (rho * root))
    regret = linear_regret(run.trace[:-1], V, B)
    assert regret <= B * rho * root + CLOSE
    literal = (run.trace[:-1] * V).sum() - min(V.sum(axis=0) @ (B * ray) for ray in RAYS)
    assert literal <= regret + CLOSE


@examples(13)
@given(st.integers(3, 4), st.integers(1, 5), rationals(1, 3), rationals(1, 3), st.data())
def test_prop_ogd_sharp(d, T, rho, B, data):
    fixed, mix = data.draw(points((T, T), (d, d))), data.draw(points((d, d), (d, d)))

    def player(V):
        return fixed[len(V)] + mix @ V.sum(axis=0)

    W, V = orthogonal_adversary(player, d=d, T=T, rho=float(rho))
    assert np.allclose(np.linalg.norm(V, axis=1), float(rho))
    assert np.allclose(W, [player(V[:t]) for t in range(T)])
    total = V.sum(axis=0)
    u = -float(B) * total / np.linalg.norm(total)
    assert (W * V).sum() - V.sum(axis=0) @ u >= B * rho * math.sqrt(T) - 1e-8
    assert linear_regret(W, V, float(B)) >= B * rho * math.sqrt(T) - 1e-8


def line_loss(w, z):
    x, y = z
    return abs(w * x - y)


def line_least(atoms, D, B):
    """Return the least mean of |w x - y| on [-B, B], which is taken at an end or at a kink."""
    kinks = [Fraction(y, x) for x, y in atoms if x]
    return min(line_risk(atoms, D, w) for w in [-B, B, *(k for k in kinks if abs(k) <= B)])


def line_risk(atoms, D, w):
    return sum(p * line_loss(w, z) for p, z in zip(D, atoms, strict=True))


ATOMS = st.lists(st.tuples(*[st.integers(-2, 2)] * 2), min_size=2, max_size=3, unique=True)


@examples(15)
@given(ATOMS, st.integers(1, 3), rationals(1, 2), st.data())
def test_thm_online_to_batch(atoms, T, B, data):
    """Any player: a drawn answer, in quarters, for every sequence of examples seen."""
    D = data.draw(shares(len(atoms)))
    seen = [s for t in range(T) for s in itertools.product(range(len(atoms)), repeat=t)]
    quarters = data.draw(vectors(len(seen), 6))
    answer = {s: Fraction(int(q), 4) for s, q in zip(seen, quarters, strict=True)}
    regret = risk = Fraction(0)
    for drawn, p in all_samples(D, T):
        W = [answer[drawn[:t]] for t in range(T)]
        paid = sum(line_loss(w, atoms[j]) for w, j in zip(W, drawn, strict=True))
        sample = [atoms[j] for j in drawn]
        regret += p * (paid - T * line_least(sample, [Fraction(1, T)] * T, B))
        risk += p * line_risk(atoms, D, sum(W) / T)
    assert risk <= line_least(atoms, D, B) + regret / T


# ------------------------------------------------------------------ random directions


@examples(18)
@given(labelled((2, 4), (1, 2)), st.data())
def test_prop_sgd_unbiased(sample, data):
    (X, y), m = sample, len(sample[1])
    D = data.draw(shares(m))
    w, u = (F(data.draw(vectors(X.shape[1]))) for _ in range(2))
    W, index = np.tile(w.astype(float), (m, 1)), np.arange(m)
    hinge, distance = hinge_direction(X, y)(W, index), absolute_direction(X, y)(W, index)
    squared = 2 * (F(X) @ w - F(y))[:, None] * F(X)
    for loss, v in (
        (lambda w: hinges(F(y) * (F(X) @ w)), hinge),
        (lambda w: abs(F(X) @ w - F(y)), distance),
        (lambda w: (F(X) @ w - F(y)) ** 2, squared),
    ):
        assert F(D) @ loss(u) >= F(D) @ loss(w) + F(D) @ F(v) @ (u - w)
    slope = [F(D) @ ((F(X) @ (w + e) - F(y)) ** 2 - (F(X) @ (w - e) - F(y)) ** 2) / 2
             for e in F(np.eye(len(w), dtype=int))]  # fmt: skip
    assert (F(D) @ squared == slope).all()


@examples(15)
@given(roofs(pieces=(1, 2)), st.integers(1, 4), ETAS, PICKS, st.data())
def test_prop_sgd_convex(f, T, eta, picks, data):
    """A subgradient plus or minus a drawn vector, each with probability 1/2."""
    u, noise = F(data.draw(vectors(f.d))), F(data.draw(vectors(f.d, 1)))
    mean, squares = Fraction(0), F([0] * T)
    for drawn in itertools.product((1, -1), repeat=T):
        w, total = F([0] * f.d), F([0] * f.d)
        for t, sign in enumerate(drawn):
            v = f.subgradient(w, picks[t]) + sign * noise
            squares[t] += (v @ v) / 2**T
            w, total = w - eta * v, total + w
        mean += f(total / T) / 2**T
    assert mean - f(u) <= (u @ u) / (2 * eta * T) + eta * squares.max() / 2


@examples(18)
@given(st.sampled_from(UNITS), rationals(0, 4), rationals(0, 2), rationals(0, 2), st.data())
def test_lem_projection(ray, length, B, share, data):
    assume(B > 0)
    w, u = length * ray, min(share, B) * data.draw(st.sampled_from(UNITS))
    near = w if length <= B else B * ray
    assert (near - u) @ (near - u) <= (w - u) @ (w - u)
    assert np.allclose(project(w.astype(float), float(B)), near.astype(float), atol=CLOSE)


@examples(13)
@given(
    ATOMS.flatmap(lambda atoms: st.tuples(st.just(atoms), shares(len(atoms)))),
    st.sampled_from([(1, 1), (4, 2)]),
    rationals(1, 2),
    st.booleans(),
)
@example(([(3, 3), (0, 0)], [Fraction(99, 100), Fraction(1, 100)]), (1, 1), Fraction(1), True)
def test_thm_sgd_risk(world, size, B, stay):
    (atoms, D), (T, root) = world, size
    rho = max(abs(x) for x, _ in atoms)
    assume(rho > 0)
    eta, mean = B / (rho * root), Fraction(0)
    for drawn, p in all_samples(D, T):
        w = total = Fraction(0)
        for x, y in (atoms[j] for j in drawn):
            total += w
            w -= eta * x * int(np.sign(w * x - y))
            w = max(-B, min(B, w)) if stay else w
        mean += p * line_risk(atoms, D, total / T)
    bound = line_least(atoms, D, B) + B * rho / root
    assert mean <= bound
    X, y = (np.array(column, float) for column in zip(*atoms, strict=True))
    draws = all_sequences(len(atoms), T)
    pull = absolute_direction(X[:, None], y)
    run = sgd(pull, draws, [0.0], eta=float(eta), radius=float(B) if stay else None)
    chance = np.array(D, float)[draws].prod(axis=1)
    risks = abs(run.average * X - y) @ np.array(D, float)
    assert chance @ risks <= bound + CLOSE


# ------------------------------------------------------------------ strongly convex functions


@examples(18)
@given(roofs(), LAMS, SHARES, st.data())
def test_lem_strong_tangent(roof, lam, share, data):
    w, u = (F(data.draw(vectors(roof.d))) for _ in range(2))

    def f(w):
        return lam / 2 * (w @ w) + roof(w)

    v = lam * w + share * roof.active(w)[0] + (1 - share) * roof.active(w)[-1]
    assert f(u) >= f(w) + v @ (u - w) + lam / 2 * ((u - w) @ (u - w))


def strong_walk(Z, drawn, lam, steps):
    """Return the literal loop of the box for the hinge loss: all vectors and all directions."""
    w = F([0] * Z.shape[1])
    trace, V = [w], []
    for t, i in enumerate(drawn, start=1):
        V.append(-Z[i] if Z[i] @ w < 1 else 0 * Z[i])
        w = w - steps(t) * (lam * w + V[-1])
        trace.append(w)
    return np.array(trace), np.array(V)


@examples(15)
@given(labelled((2, 3), (1, 2)), LAMS, st.lists(st.integers(0, 1), min_size=1, max_size=6))
def test_prop_recursion(sample, lam, drawn):
    X, y = sample
    trace, V = strong_walk(F(X * y[:, None]), drawn, lam, lambda t: 1 / (lam * t))
    square = (X * X).sum(axis=1).max()
    for t in range(1, len(trace)):
        assert (trace[t] == -V[:t].sum(axis=0) / (lam * t)).all()
        assert (trace[t] == Fraction(t - 1, t) * trace[t - 1] - V[t - 1] / (lam * t)).all()
        assert lam**2 * (trace[t] @ trace[t]) <= square
        whole = lam * trace[t - 1] + V[t - 1]
        assert whole @ whole <= 4 * square
    run = descent.sgd_strong(hinge_direction(X, y), drawn, [0.0] * X.shape[1],
                                    lam=float(lam))  # fmt: skip
    pulled = run.directions - float(lam) * run.trace[:-1]
    t = np.arange(1, len(trace))[:, None]
    assert np.allclose(run.trace[1:], -pulled.cumsum(axis=0) / (float(lam) * t))


def strong_excess(sample, lam, T, steps, weight):
    """Return the mean excess of the weighted average over all sequences, and the largest G^2."""
    X, y = sample
    m, Z = len(y), F(X * y[:, None])
    mean, squares = Fraction(0), F([0] * T)
    for drawn in itertools.product(range(m), repeat=T):
        trace, V = strong_walk(Z, drawn, lam, steps)
        whole = lam * trace[:-1] + V
        squares = squares + (whole * whole).sum(axis=1) / Fraction(m**T)
        weights = F([weight(t) for t in range(1, T + 1)])
        w = weights @ trace[:-1] / weights.sum()
        mean += (lam / 2 * (w @ w) + hinges(Z @ w).sum() / m) / m**T
    least, _ = box_dual(X @ X.T, y.tolist(), lam / 2, bias=False)
    return mean - least, squares.max(), least


def packaged(sample, lam, T, steps, output):
    """Return the same mean, by the package."""
    X, y = sample
    run = descent.sgd_strong(hinge_direction(X, y), all_sequences(len(y), T),
                                    [0.0] * X.shape[1], lam=float(lam), steps=steps)  # fmt: skip
    w = getattr(run, output)
    risks = np.maximum(0, 1 - (w @ X.T) * y).mean(axis=1) + float(lam) / 2 * (w * w).sum(axis=1)
    return risks.mean()


@examples(12)
@given(labelled((2, 3), (1, 2)), LAMS, st.integers(1, 3))
def test_thm_sgd_strong(sample, lam, T):
    excess, square, least = strong_excess(sample, lam, T, lambda t: 1 / (lam * t), lambda t: 1)
    rho = math.sqrt((sample[0] ** 2).sum(axis=1).max())
    assert 0 <= excess <= float(square / (2 * lam * T)) * (1 + math.log(T)) + CLOSE
    assume(rho > 0)
    bound = descent.strong_bound(rho, float(lam), T)
    assert math.isclose(bound, 2 * rho**2 / (lam * T) * (1 + math.log(T)))
    assert excess <= bound + CLOSE
    assert packaged(sample, lam, T, "1/t", "average") - float(least) <= bound + CLOSE


@examples(12)
@given(labelled((2, 3), (1, 2)), LAMS, st.integers(1, 3))
def test_thm_log_free(sample, lam, T):
    excess, square, least = strong_excess(
        sample, lam, T, lambda t: 2 / (lam * (t + 1)), lambda t: t
    )
    rho = math.sqrt((sample[0] ** 2).sum(axis=1).max())
    assert 0 <= excess <= 2 * square / (lam * (T + 1))
    assert square <= 4 * rho**2 + CLOSE
    assume(rho > 0)
    bound = float(8 * rho**2 / (lam * (T + 1)))
    assert packaged(sample, lam, T, "2/(t+1)", "weighted") - float(least) <= bound + CLOSE


@examples(13)
@given(st.integers(1, 20), LAMS, rationals(1, 3))
def test_prop_average_logarithm(T, lam, rho):
    w, total = Fraction(0), Fraction(0)
    for t in range(1, T + 1):
        total += w
        w -= (lam * w + (rho if w > 0 else -rho)) / (lam * t)
        assert w == (rho / (lam * t) if t % 2 else 0)
    average = total / T
    value = lam / 2 * average**2 + rho * abs(average)
    assert value >= rho**2 / (2 * lam * T) * Fraction(math.log(T))
    run = descent.sgd_strong(
        lambda w, i: np.where(w > 1e-9, float(rho), -float(rho)), [0] * T, [0.0], lam=float(lam)
    )
    assert math.isclose(run.average[0], average, abs_tol=CLOSE)


# ------------------------------------------------------------------ adaptive methods


def moves(rule, V):
    """Return the steps of a rule along given gradients, and what it remembers in the end."""
    memory, found = rule.init(np.zeros(V.shape[1])), []
    for t, v in enumerate(np.asarray(V, float), start=1):
        step, memory = rule.update(v, memory, t)
        found.append(step)
    return np.array(found), memory


@examples(15)
@given(points((1, 8), (1, 3), most=1), rationals(1, 3))
def test_prop_adagrad_rare(V, eta):
    steps, (root,) = moves(adagrad(float(eta), eps=0), V)
    counts = abs(V).cumsum(axis=0)
    assert np.allclose(root**2, counts[-1], rtol=1e-14, atol=0)
    there = V != 0
    assert np.allclose(steps[there], float(eta) * V[there] / np.sqrt(counts[there]))
    rare, often = counts[-1].min(), counts[-1].max()
    if rare:
        assert math.isclose(math.sqrt(often / rare), (1 / root).max() / (1 / root).min())


@examples(15)
@given(
    *(points((1, 8), (1, 2)), st.lists(roofs(d=(1, 1)), min_size=8, max_size=8), ETAS),
    *(vectors(2), vectors(2), SHARES),
)
@example(
    *(np.array([[-1, 0, 0, 0]]), [Roof([[1]], [0])] * 8, Fraction(3, 2)),
    *(np.zeros(4, int), np.array([3, 0, 0, 0]), Fraction(0)),
)  # the gradient points along the only long side
def test_thm_adagrad(V, losses, eta, low, longer, share):
    """Linear losses in d dimensions against the best corner, maxima on the line against any u."""
    T, d = V.shape
    low, sides = low[:d], 1 + abs(longer[:d])
    ends = (low.astype(float), (low + sides).astype(float))
    D, eta = int(sides.max()), float(eta)
    rule = adagrad(eta, eps=0)
    path = descend(rule, lambda w, t: V[t - 1], ends[0], T=T, box=ends)
    total = V.sum(axis=0)
    corner = np.where(total > 0, *ends)
    factor = D**2 / (2 * eta) + eta
    regret = (path.trace[:-1] * V).sum() - total @ corner
    assert regret <= factor * np.sqrt((V**2).sum(axis=0)).sum() + CLOSE
    assert math.isclose(D**2 / (2 * (D / 2**0.5)) + D / 2**0.5, 2**0.5 * D)
    w, u, paid, s = F([low[0]]), F([low[0] + share * int(sides[0])]), 0.0, 0
    for f in losses[:T]:
        v = f.subgradient(w)
        paid, s = paid + float(f(w) - f(u)), s + v[0] ** 2
        step = eta * float(v[0]) / math.sqrt(s) if s else 0.0
        w = F([min(ends[1][0], max(ends[0][0], float(w[0]) - step))])
    assert paid <= (float(sides[0]) ** 2 / (2 * eta) + eta) * math.sqrt(s) + CLOSE


CONSTANTS = st.sampled_from([-3.0, -1.0, 0.5, 2.0])


@examples(12)
@given(CONSTANTS, ETAS, st.sampled_from([0.0, 0.5, 0.75]), st.sampled_from([0.5, 1.0, 2.0]))
def test_prop_forget(c, eta, nu, eps):
    T, t, eta = 700, np.arange(1, 701), float(eta)
    V = np.full((T, 1), c)
    assert np.allclose(moves(adagrad(eta, eps=0), V)[0][:, 0], np.sign(c) * eta / np.sqrt(t))
    steps = moves(rmsprop(eta, nu=nu, eps=0), V)[0][:, 0]
    assert np.allclose(steps, np.sign(c) * eta / np.sqrt(1 - nu**t))
    assert math.isclose(abs(steps[-1]), eta)
    assert math.isclose(moves(adadelta(nu=nu, eps=eps), V)[0][-1, 0], c, rel_tol=1e-6)


MEMORIES = st.sampled_from([0.0, 0.5, 0.9])


@examples(13)
@given(st.data(), st.integers(1, 3), MEMORIES, MEMORIES, ETAS)
def test_prop_adam_first_step(data, T, mu, nu, eta):
    values = data.draw(vectors(3, 3))
    D = data.draw(shares(3))
    mean = sum(p * int(v) for p, v in zip(D, values, strict=True))
    square = sum(p * int(v) ** 2 for p, v in zip(D, values, strict=True))
    sums = np.zeros(2)
    for drawn, p in all_samples(D, T):
        _, (push, root) = moves(adam(mu=mu, nu=nu), values[list(drawn)][:, None])
        sums += float(p) * np.array([push[0] / (1 - mu**T), root[0] ** 2 / (1 - nu**T)])
    assert np.allclose(sums, [float(mean), float(square)], atol=CLOSE)
    assume(nu > 0 or mu == 0)  # else alg-adam asks for eps > 0
    rule, eta = adam(float(eta), mu=mu, nu=nu, eps=0), float(eta)
    assert np.allclose(moves(rule, values[None])[0][0], eta * np.sign(values))
    assert np.allclose(moves(rule, np.tile(values, (T, 1)))[0], eta * np.sign(values))
    slowed = adam(eta, mu=mu, nu=nu, eps=0.5)
    assert np.allclose(moves(slowed, values[None])[0][0], eta * values / (abs(values) + 0.5))


SCALED = [adagrad(0.5, eps=0), rmsprop(0.5, nu=0.75, eps=0), adam(0.5, mu=0.5, nu=0.75, eps=0)]


@examples(13)
@given(points((1, 6), (2, 2)), st.tuples(*[rationals(0, 9)] * 2), vectors(2, 3))
def test_prop_scale_free(V, scales, start):
    assume(all(scales))
    c, w = np.array(scales, float), start + 0.25
    for rule in SCALED:
        same = moves(rule, V)[0]
        assert np.allclose(moves(rule, c * V)[0], same)
        bent, round_ = (descend(rule, lambda w, t, h=h: h * w, w, T=6).trace for h in (c, 1.0))
        assert np.allclose(bent, round_, atol=1e-6)
        assert np.allclose(c * moves(rule, c * V)[0], c * same)  # what w moves by if x is stepped
    plain = optimisers.fixed_step(0.5)
    assert np.allclose(c * moves(plain, c * V)[0], c**2 * moves(plain, V)[0])


@examples(12)
@given(rationals(0, 4), st.sampled_from([0.25, 1.0, 4.0]), rationals(-1, 1), st.booleans())
def test_thm_adam_fails(more, eta, start, divided):
    """Every period but the first rises by what the proof says, until it ends at 1 for ever."""
    assume(more > 0)
    C = 2 + float(more)
    nu, q, T = 1 / (1 + C * C), math.sqrt(1 + 1 / C**2), 300
    rule = adam(eta, mu=0, nu=nu, eps=0) if divided else rmsprop(eta, nu=nu, eps=0)

    def gradient(w, t):
        return np.full_like(w, C if t % 3 == 1 else -1.0)

    path = descend(rule, gradient, [float(start)], T=T, schedule=inverse_root(1.0), box=(-1, 1))
    w = path.trace[:, 0]
    arrived = False
    for k in range(1, T // 3):
        theta = math.sqrt(1 - nu ** (3 * k + 1)) if divided else 1.0
        lift = theta * eta * q / math.sqrt(3 * k + 3) * (math.sqrt(2) - math.sqrt(1.5))
        assert lift > 0
        assert w[3 * k + 3] >= min(1.0, w[3 * k] + lift) - CLOSE
        if arrived:
            assert w[3 * k : 3 * k + 4].min() >= 1 - eta * q / math.sqrt(3 * k + 1) - CLOSE
        arrived = arrived or w[3 * k + 3] == 1
        assert not arrived or w[3 * k + 3] == pytest.approx(1)
    lifts = sum(eta * q / math.sqrt(3 * k + 3) for k in range(1, T // 3))
    first = math.sqrt(1 - nu) if divided else 1.0
    assert arrived or first * lifts * (math.sqrt(2) - math.sqrt(1.5)) < 2
    if w[T - 3] == 1:  # the regret of the last period
        late = (np.array([C, -1.0, -1.0]) * (w[T - 3 : T] + 1)).sum()
        assert late == pytest.approx(2 * (C - 2), abs=2 * eta * q / math.sqrt(T - 2))


# ------------------------------------------------------------------ what the notes print


@st.composite
def pairs(draw):
    f = draw(bends(centred=True))
    return f, F(draw(vectors(len(f.u), 3))), F(draw(vectors(len(f.u), 3)))


def test_misprint_E_002_50():
    """With the plus sign the bound of thm-gd-smooth is false."""

    def printed(world):
        f, w, _ = world
        after = w + f.gradient(w) / f.beta
        return f(after) <= f.beta * ((w - f.u) @ (w - f.u)) / 2

    f, w, _ = counterexample(pairs(), printed)
    assert f.gradient(w).any()


def test_misprint_E_002_51():
    """A convex function does not lie below its tangents, and Taylor's formula has a rest."""

    def below(world):
        f, w, u = world
        return f(u) <= f(w) + (u - w) @ f.gradient(w)

    f, w, u = counterexample(pairs(), below)
    assert f(u) != f(w) + (u - w) @ f.gradient(w)


def test_misprint_E_002_52():
    """Directions that are right at w_0 only walk past the minimum."""

    def printed(world):
        root, B, rho = world
        T, eta = root**2, B / (rho * root)
        average = eta * rho * Fraction(T - 1, 2)  # -rho, the slope at w_0 = 0, in every step
        return rho * abs(average - B) <= B * rho / root

    worlds = st.tuples(st.integers(1, 6), rationals(1, 3), rationals(1, 3))
    root, _, _ = counterexample(worlds, printed)
    assert root > 1


def test_misprint_E_002_53():
    """T - T_0 + 1 vectors, divided by T - T_0, leave the interval that holds them."""

    def printed(world):
        trace, first = world
        T = len(trace) - 1
        assume(first < T)
        late = trace[first:, 0]
        return late.min() <= Fraction(int(late.sum()), T - first) <= late.max()

    trace, first = counterexample(
        st.tuples(points((2, 6), (1, 1), most=3), st.integers(0, 4)), printed
    )
    T = len(trace) - 1
    run = replay(-np.diff(trace, axis=0), T, 1, trace[0])
    for k in range(1, T + 1):
        late = trace[T - k : T, 0]
        assert late.min() - CLOSE <= run.suffix(k)[0] <= late.max() + CLOSE
    assert first < T


def test_misprint_E_002_55():
    """The last vector misses the bound, already after one step in the plane."""
    circle = [F([math.cos(a), math.sin(a)]) for a in np.arange(72) * math.pi / 36]

    def excess(slopes, size, picks):
        (T, root), f = size, Roof(slopes, [0] * len(slopes))
        trace, _ = walk(f, picks, T, Fraction(1, root))
        least = min(map(f, circle))
        return f(trace[-1]) - least, f(trace[:-1].sum(axis=0) / T) - least, Fraction(1, root)

    def printed(world):
        last, _, bound = excess(*world)
        return last <= bound + Fraction(CLOSE)

    slopes = st.lists(st.sampled_from(UNITS), min_size=2, max_size=3).map(np.array)
    found = counterexample(st.tuples(slopes, st.sampled_from([(1, 1), (4, 2)]), PICKS), printed)
    _, average, bound = excess(*found)
    assert average <= bound + Fraction(CLOSE)


STRONG = st.tuples(labelled((2, 2), (1, 2)), LAMS, st.integers(1, 4))


def test_misprint_E_002_56():
    """With the plus sign w_t is not minus the sum of the directions over lambda t."""

    def printed(world):
        (X, y), lam, T = world
        Z = F(X * y[:, None])
        trace, V = strong_walk(Z, [t % 2 for t in range(T)], lam, lambda t: -1 / (lam * t))
        return (trace[T] == -V.sum(axis=0) / (lam * T)).all()

    (X, _), _, _ = counterexample(STRONG, printed)
    assert X.any()


def test_misprint_E_002_58():
    """A step need not decrease the value, if it is long or f has a kink."""

    def smooth(world):
        (f, w, _), eta = world
        return f(w - eta * f.gradient(w)) <= f(w)

    (f, _, _), eta = counterexample(st.tuples(pairs(), ETAS), smooth)
    assert eta > 2 / f.beta

    def kinked(world):
        f, w, eta = world
        return f(w - eta * f.subgradient(w)) <= f(w)

    f, w, _ = counterexample(st.tuples(roofs(d=(1, 1)), vectors(1).map(F), ETAS), kinked)
    assert f.subgradient(w).any()


def test_misprint_E_002_59():
    """A step size that is too large does not make the convergence faster."""

    def printed(world):
        h, eta, more = world
        few, many = (abs(1 - step * h) ** 20 for step in (eta, eta + more))
        return many <= few

    worlds = st.tuples(rationals(1, 4), ETAS, rationals(0, 2))
    h, eta, more = counterexample(worlds, printed)
    assert rate(float(eta + more), float(h)) > rate(float(eta), float(h))


def test_misprint_E_002_80():
    """The gradient is not the only direction in which a function increases."""

    def printed(world):
        (f, w, _), u = world
        g = f.gradient(w)
        assume(len(g) == 2 and g.any())
        rises = f(w + Fraction(1, 1000) * u) > f(w)
        return not rises or u[0] * g[1] == u[1] * g[0]

    (f, w, _), u = counterexample(st.tuples(pairs(), st.sampled_from(UNITS)), printed)
    g = f.gradient(w)
    assert 0 < (g @ u) ** 2 < g @ g


def test_misprint_E_002_81():
    """From any start instead of 0, the bound is false."""

    def printed(world):
        f, start, (T, root), picks = world
        rho = abs(f.A).max()
        assume(rho > 0)
        trace, _ = walk(f, picks, T, 1 / (rho * root), start)
        return f(trace[:-1].sum(axis=0) / T) - f.lowest(Fraction(1)) <= rho / root

    worlds = st.tuples(roofs(d=(1, 1)), vectors(1, 5).map(F), SQUARES, PICKS)
    _, start, _, _ = counterexample(worlds, printed)
    assert start.any()


def test_misprint_E_002_87():
    """The first output, 0, need not be a minimiser."""

    def printed(world):
        atoms, D = world
        X, y = (np.array(column, float) for column in zip(*atoms, strict=True))
        run = sgd(absolute_direction(X[:, None], y), [0], [0.0], eta=1.0)
        return line_risk(atoms, D, Fraction(run.average[0])) <= line_least(atoms, D, Fraction(1))

    worlds = st.tuples(ATOMS.filter(lambda atoms: len(atoms) == 2), shares(2))
    atoms, D = counterexample(worlds, printed)
    assert any(p and x and y for p, (x, y) in zip(D, atoms, strict=True))
