"""The statements of chapter 11 about samples, as properties that shrink."""

import itertools
import math
from fractions import Fraction

import numpy as np
from hypothesis import assume, example, given
from hypothesis import strategies as st
from strategies_08_13 import (
    CLOSE,
    LAMS,
    RAYS,
    F,
    box_dual,
    counterexample,
    examples,
    failing,
    hinges,
    hull_square,
    labelled,
    margin_worlds,
    nearest,
    points,
    rank,
    rationals,
    separable,
    shares,
    signs,
    solve,
    street,
    vectors,
)

from lecture_code.core.losses import best_biases, hinge
from lecture_code.data.synthetic import exponential_family
from lecture_code.linear.margins import distances, signed_margin
from lecture_code.optimise.descent import strong_bound
from lecture_code.solvers.max_margin import max_margin
from lecture_code.svm.duality import QuadraticProgram, hard_svm_program
from lecture_code.svm.hard import hard_svm
from lecture_code.svm.pegasos import all_averages, svm_sgd
from lecture_code.svm.soft import soft_svm
from lecture_code.theory.bounds import margin_bound, ramp, uniform_margin_bound
from lecture_code.theory.margin_shattering import shattering_margin

HALF = Fraction(1, 2)
homogeneous = separable((1, 4), (1, 2), through_origin=True)


def both(sample):
    return len(set(sample[1].tolist())) == 2


biased = separable((2, 4), (1, 2)).filter(both)


@st.composite
def streets(draw, d=(1, 2)):
    """Draw a sample with both labels, with a bias or without, and its exact hard SVM."""
    X, y, *_ = draw(separable((2, 4), d).filter(both))
    bias = draw(st.booleans())
    found = street(X, y, bias)
    assume(found is not None)
    return X, y, bias, found


@st.composite
def programs(draw):
    """Minimise |v|^2 / 2 + <q, v> where A v >= c: whole numbers, often feasible."""
    A = draw(points((1, 4), (1, 2)))
    return draw(vectors(A.shape[1])), A, draw(vectors(len(A)))


def packaged(q, A, c):
    return QuadraticProgram(np.eye(len(q)), q, A, c)


def objective(q, v):
    return v @ v / 2 + F(q) @ v


def dual_function(q, A, c, alpha):
    """Return inf over v of |v|^2 / 2 + <q, v> + sum alpha_i (c_i - <a_i, v>), by its slope."""
    v = alpha @ F(A) - F(q)
    return objective(q, v) + alpha @ (F(c) - F(A) @ v)


@examples(25)
@given(programs(), st.data())
def test_thm_weak_duality(program, data):
    q, A, c = program
    alpha = F(abs(data.draw(vectors(len(A)))))
    v = F(data.draw(vectors(len(q), 5)))
    assume((F(A) @ v >= F(c)).all())
    value = dual_function(q, A, c, alpha)
    assert value <= objective(q, v)
    assert math.isclose(packaged(q, A, c).dual(alpha.astype(float)), value, abs_tol=CLOSE)


@examples(25)
@given(programs(), st.data())
def test_thm_strong_duality(program, data):
    q, A, c = program
    found = nearest(q, A, c)
    assume(found is not None)
    v, alpha = found
    assert (v + F(q) == alpha @ F(A)).all()
    assert not (alpha * (F(c) - F(A) @ v)).any()
    assert dual_function(q, A, c, alpha) == objective(q, v)
    other = F(abs(data.draw(vectors(len(A)))))
    assert dual_function(q, A, c, other) <= objective(q, v)  # so alpha solves the dual
    further = v + F(data.draw(vectors(len(q))))
    assert (F(A) @ further < F(c)).any() or objective(q, further) >= objective(q, v)


@examples(40)
@given(programs(), st.data())
def test_thm_kkt(program, data):
    """The three are true together: at the optimum, and at pairs that need not be one."""
    q, A, c = program
    best = nearest(q, A, c)
    assume(best is not None)
    v, alpha = best
    if data.draw(st.booleans()):
        v = v + F(data.draw(vectors(len(q), 1)))
        alpha = alpha + F(data.draw(vectors(len(A), 1)))
    slack = F(c) - F(A) @ v
    kkt = bool(
        (slack <= 0).all()
        and (alpha >= 0).all()
        and (v + F(q) == alpha @ F(A)).all()
        and not (alpha * slack).any()
    )
    least = objective(q, best[0])
    solves = (
        (slack <= 0).all()
        and objective(q, v) == least
        and (alpha >= 0).all()
        and dual_function(q, A, c, alpha) == least
    )
    lagrangian = objective(q, v) + alpha @ slack
    saddle = (  # the supremum over alpha' is attained at 0 if it is finite, the infimum is g
        (alpha >= 0).all()
        and (slack <= 0).all()
        and objective(q, v) <= lagrangian <= dual_function(q, A, c, alpha)
    )
    assert kkt == solves == saddle
    worst = packaged(q, A, c).residuals(v.astype(float), alpha.astype(float)).worst
    assert (worst < CLOSE) == kkt


@examples(25)
@given(streets(), st.data())
def test_prop_dual_hard(sample, data):
    X, y, bias, (w, b, alpha) = sample
    Z, s = F(X * y[:, None]), F(y)

    def W(a):
        return a.sum() - (a @ Z) @ (a @ Z) / 2

    assert (alpha >= 0).all()
    assert not bias or alpha @ s == 0
    assert W(alpha) == w @ w / 2 == alpha.sum() / 2
    assert (alpha @ Z == w).all()
    assert all(b == y[i] - F(X)[i] @ w for i in range(len(y)) if alpha[i] > 0)
    drawn = F(abs(data.draw(vectors(len(y)))))
    for other in (drawn, alpha * Fraction(9, 10)):
        if not bias or other @ s == 0:
            assert W(other) <= w @ w / 2
    program = hard_svm_program(X, y, bias=bias)
    assert math.isclose(program.dual(alpha.astype(float)), W(alpha), abs_tol=CLOSE)
    v = [*w, b] if bias else w
    assert program.residuals(np.array(v, float), alpha.astype(float)).worst < CLOSE


@examples(20)
@given(margin_worlds())
def test_thm_margin_bound(world):
    Z, D, m, delta, gamma = world
    R = math.sqrt((Z**2).sum(axis=1).max())
    assume(R > 0)
    W = np.array(RAYS)
    true, losses = np.array([float(p) for p in D]) @ (Z @ W.T <= 0), ramp(Z @ W.T, gamma)
    room = 2 * R / (gamma * math.sqrt(m)) + math.sqrt(math.log(1 / delta) / (2 * m))
    assert math.isclose(margin_bound(m, delta, R=R, gamma=gamma), room)
    assert failing(D, m, lambda c: bool((true > c @ losses / m + room).any())) <= delta


@examples(15)
@given(margin_worlds())
def test_thm_margin_bound_uniform(world):
    Z, D, m, delta, _ = world
    R = math.sqrt((Z**2).sum(axis=1).max())
    assume(R > 0)
    W, rows = np.array(RAYS), []
    true = np.array([float(p) for p in D]) @ (Z @ W.T <= 0)
    for gamma in R * np.array([0.2, 0.5, 0.7, 0.9, 1]):
        room = 4 * R / (gamma * math.sqrt(m)) + math.sqrt(math.log(math.log2(2 * R / gamma)) / m)
        room += math.sqrt(math.log(2 / delta) / (2 * m))
        assert math.isclose(uniform_margin_bound(m, delta, R=R, gamma=gamma), room)
        rows.append((ramp(Z @ W.T, gamma), room))

    def bad(counts):
        return any((true > counts @ losses / m + room).any() for losses, room in rows)

    assert failing(D, m, bad) <= delta


@examples(20)
@given(points((1, 4), (1, 3)))
@example(np.array([[1], [-1]]))
def test_thm_margin_shattering(X):
    k, R = len(X), Fraction(int((X**2).sum(axis=1).max()))
    least = min(hull_square(np.array(y)[:, None] * X) for y in signs(k))
    assert math.isclose(shattering_margin(X) ** 2, least, abs_tol=CLOSE)
    assert k * least <= R
    if k >= 2:
        squares = [
            hull_square([p - q for p in X[up] for q in X[~up]]) / 4
            for up in (np.array(y) > 0 for y in signs(k))
            if up.any() and not up.all()
        ]
        ratio = k - 1 if k % 2 == 0 else (k - 1) * (1 - Fraction(1, k**2))
        assert ratio * min(squares) <= R
        assert not min(squares) or k <= math.ceil(R / min(squares)) + 1
        assert math.isclose(shattering_margin(X, bias=True) ** 2, min(squares), abs_tol=CLOSE)


@examples(20)
@given(separable((3, 4), (1, 2), through_origin=True), st.data())
def test_thm_loo(sample, data):
    """For every distribution on these points, and the exact mean over all samples."""
    X, y, *_ = sample
    D, m = data.draw(shares(len(X))), data.draw(st.integers(1, 3))
    d, n = X.shape[1], len(X)
    answers = {}
    for present in itertools.chain(*(itertools.combinations(range(n), k) for k in range(1, n + 1))):
        w, _, alpha = street(X[list(present)], y[list(present)], bias=False)
        error = sum((D[i] for i in range(n) if y[i] * (F(X)[i] @ w) <= 0), Fraction(0))
        answers[present] = error, int((alpha > 0).sum())

    def mean(size, which):
        return sum(
            math.prod(D[i] for i in drawn) * answers[tuple(sorted(set(drawn)))][which]
            for drawn in itertools.product(range(n), repeat=size)
        )

    assert mean(m, 0) <= Fraction(mean(m + 1, 1), m + 1) <= Fraction(d, m + 1)


@examples(25)
@given(vectors(2), vectors(2), vectors(2), st.sampled_from([1, -1]), LAMS)
def test_prop_hinge_subgradient(w, u, x, y, lam):
    def loss(v):
        return max(Fraction(0), 1 - Fraction(int(y * (v @ x))))

    g = -y * x if y * (w @ x) < 1 else 0 * x
    assert loss(u) >= loss(w) + int((u - w) @ g)
    assert loss(w) == hinge([w @ x], [y]).item()
    tangent = lam / 2 * int(w @ w) + loss(w) + (F(u - w) @ (lam * F(w) + F(g)))
    assert lam / 2 * int(u @ u) + loss(u) >= tangent + lam / 2 * int((u - w) @ (u - w))


@examples(25)
@given(labelled((1, 3), (1, 2)), LAMS, st.integers(1, 4), st.sampled_from([0, 1]))
def test_thm_svm_sgd(sample, lam, T, shift):
    X, y = sample
    m, Z = len(X), F(X * y[:, None])

    def f(w):
        return lam / 2 * (w @ w) + hinges(Z @ w).sum() / m

    least, best = box_dual(X @ X.T, y.tolist(), lam / 2, bias=False)
    assert f(best @ Z / lam) == least
    means = []
    for chosen in itertools.product(range(m), repeat=T):
        theta, w, total = F([0] * X.shape[1]), F([0] * X.shape[1]), F([0] * X.shape[1])
        for t, i in enumerate(chosen, 1):
            total = total + w
            theta = theta + Z[i] if Z[i] @ w < 1 else theta
            w = theta / (lam * (t + shift))
        means.append(total / T)
    rho = math.sqrt((X**2).sum(axis=1).max())
    excess = sum(map(f, means)) / len(means) - least
    assert excess <= 2 * rho**2 / float(lam * T) * (1 + math.log(T)) + CLOSE
    if rho:
        assert excess <= strong_bound(rho, float(lam), T) + CLOSE
    if shift == 0 and lam in (1, 2, HALF) and T <= 3:  # sums without rounding: ties are ties
        found = all_averages(X, y, T=T, lam=float(lam))
        assert np.allclose(found, np.array(means, float), atol=CLOSE)
        run = svm_sgd(X, y, T=T, lam=float(lam), rng=np.random.default_rng(T))
        at = sum(i * m ** (T - 1 - t) for t, i in enumerate(run.chosen.tolist()))
        assert np.allclose(run.w, np.array(means[at], float), atol=CLOSE)


affine = st.tuples(vectors(2), rationals(-2, 2))


@examples(25)
@given(affine, affine, vectors(2), st.sampled_from([1, -1]), st.fractions(0, 1, max_denominator=4))
def test_prop_hinge(one, two, x, y, t):
    def loss(w, b):
        return max(Fraction(0), 1 - y * (F(w) @ F(x) + b))

    (w, b), (v, c) = one, two
    assert loss(w, b) >= int(y * (F(w) @ F(x) + b) <= 0)
    float(F(w) @ F(x) + b)
    assert loss(t * F(w) + (1 - t) * F(v), t * b + (1 - t) * c) <= t * loss(w, b) + (1 - t) * loss(
        v, c
    )
    length, apart = int(x @ x), int((w - v) @ (w - v))
    assert (loss(w, b) - loss(v, b)) ** 2 <= length * apart
    assert (loss(w, b) - loss(v, c)) ** 2 <= (1 + length) * (apart + (b - c) ** 2)


def soft_objective(X, y, lam, w, b):
    return lam * (w @ w) + hinges(F(y) * (F(X) @ w + b)).sum() / len(y)


@examples(25)
@given(labelled((2, 4), (1, 2), both=True), LAMS, st.data())
def test_prop_soft_is_rlm(sample, lam, data):
    """The value of the program, found from its dual, is the least regularised hinge loss."""
    X, y = sample
    least, best = box_dual(X @ X.T, y.tolist(), lam, bias=True)
    w = (best * F(y)) @ F(X) / (2 * lam)
    biases = F(y) - F(X) @ w
    assert min(soft_objective(X, y, lam, w, b) for b in biases) == least
    u, b = F(data.draw(vectors(X.shape[1]))), data.draw(st.sampled_from(biases.tolist()))
    assert soft_objective(X, y, lam, w + u, b) >= least + (lam * (u @ u) if u.any() else 0)
    xi = hinges(F(y) * (F(X) @ w + b)) + F(abs(data.draw(vectors(len(y)))))
    assert lam * (w @ w) + xi.sum() / len(y) >= soft_objective(X, y, lam, w, b)
    run = soft_svm(X, y, lam=float(lam))
    assert math.isclose(run.objective, least, abs_tol=1e-7)
    assert np.allclose(run.w, w.astype(float), atol=1e-3)


@st.composite
def soft_pairs(draw):
    """Draw a sample, lam, multipliers of the box and any (w, b), with or without a bias."""
    bias = draw(st.booleans())
    X, y = draw(labelled((2, 4), (1, 2), both=True))
    alpha = F(draw(st.lists(st.integers(0, 2), min_size=len(y), max_size=len(y)))) / (2 * len(y))
    if bias:
        alpha = F([min(alpha[y > 0].sum(), alpha[y < 0].sum()) / (y == s).sum() for s in y])
    b = draw(rationals(-2, 2)) if bias else Fraction(0)
    return X, y, draw(LAMS), alpha, F(draw(vectors(X.shape[1]))), b, bias


@examples(20)
@given(soft_pairs())
def test_thm_soft_dual(world):
    X, y, lam, alpha, w, b, bias = world
    Z, m = F(X * y[:, None]), len(y)

    def D(a):
        return a.sum() - (a @ Z) @ (a @ Z) / (4 * lam)

    shadow = alpha @ Z / (2 * lam)
    margins = F(y) * (F(X) @ w + b)
    terms = hinges(margins) / m - alpha * (1 - margins)
    apart = lam * ((w - shadow) @ (w - shadow))
    assert soft_objective(X, y, lam, w, b) - D(alpha) == apart + terms.sum()
    assert (terms >= 0).all()
    most, best = box_dual(X @ X.T, y.tolist(), lam, bias=bias)
    w0 = best @ Z / (2 * lam)
    offers = F(y) - F(X) @ w0 if bias else [Fraction(0)]
    b0 = min(offers, key=lambda c: soft_objective(X, y, lam, w0, c))
    assert soft_objective(X, y, lam, w0, b0) == most >= D(alpha)
    for v, c, a in [(w, b, alpha), (w0, b0, best), (w0, b0, alpha)]:
        u = F(y) * (F(X) @ v + c)
        fits = all(
            u[i] >= 1 if a[i] == 0 else u[i] <= 1 if a[i] == Fraction(1, m) else u[i] == 1
            for i in range(m)
        )
        optimal = soft_objective(X, y, lam, v, c) == most == D(a)
        assert optimal == (fits and (v == a @ Z / (2 * lam)).all())
    run = soft_svm(X, y, lam=float(lam), bias=bias)
    assert math.isclose(run.objective, most, abs_tol=1e-7)


@examples(20)
@given(homogeneous, LAMS, st.sampled_from(["anywhere", "first end", "last end"]))
@example((np.array([[1, 0], [0, 2]]), np.array([1, 1])), Fraction(1, 3), "anywhere")  # 1 and 1/4
def test_prop_soft_ends(sample, lam, where):
    X, y, *_ = sample
    Z, m = F(X * y[:, None]), len(y)
    hard, _, alpha = street(X, y, bias=False)
    ends = {"first end": 1 / (2 * m * alpha.max()), "last end": max(Z @ Z.sum(axis=0)) / (2 * m)}
    lam = ends.get(where, lam)
    _, best = box_dual(X @ X.T, y.tolist(), lam, bias=False)
    soft = best @ Z / (2 * lam)
    if alpha.max() and lam <= 1 / (2 * m * alpha.max()):
        assert (soft == hard).all()
    if (soft == hard).all():  # then the multipliers 2 lam m alpha of the soft one are small ones
        assert (best / (2 * lam) <= 1 / (2 * m * lam)).all()
        assert (best[Z @ hard > 1] == 0).all()
    mean = Z.sum(axis=0) / m
    assert (soft == mean / (2 * lam)).all() == (lam >= max(Z @ mean) / 2)
    far = Fraction(int((X**2).sum(axis=1).max()), 2)
    assert max(Z @ mean) / 2 <= far


@examples(25)
@given(st.lists(st.tuples(rationals(-3, 3), st.sampled_from([1, -1])), min_size=1, max_size=5),
       rationals(-3, 3))  # fmt: skip
def test_prop_best_bias(scored, b):
    s, y = F([a for a, _ in scored]), F([c for _, c in scored])
    corners = sorted(y - s)
    p = int((y > 0).sum())
    low, high = [-math.inf, *corners, math.inf][p], [-math.inf, *corners, math.inf][p + 1]

    def loss(c):
        return hinges(y * (s + c)).sum()

    least = min(map(loss, corners))
    for c in (b, *corners):
        assert (loss(c) == least) == (low <= c <= high)
    found = best_biases(s.astype(float), y.astype(float))
    assert np.allclose(found, [float(low), float(high)])


@examples(25)
@given(streets())
def test_thm_support_vectors(sample):
    X, y, bias, (w, b, alpha) = sample
    Z = F(X * y[:, None])
    assert (alpha @ Z == w).all()
    assert (Z @ w + F(y) * b == 1)[alpha > 0].all()
    rows = np.column_stack([F(y), Z]) if bias else Z
    used = rows[alpha > 0]
    assert rank(used) == len(used) <= X.shape[1] + bias
    run = hard_svm(X, y, bias=bias)  # part 2 says that these multipliers prove its vector
    assert np.allclose(run.w, w.astype(float), atol=1e-7)
    assert math.isclose(run.b, b, abs_tol=1e-7)
    assert np.allclose(run.alpha @ Z.astype(float), run.w, atol=1e-7)


@examples(25)
@given(streets(), st.data())
def test_prop_deletion(sample, data):
    X, y, bias, (w, b, alpha) = sample
    more, labels = data.draw(labelled((1, 3), (X.shape[1], X.shape[1]), most=3))
    keep = alpha > 0
    if not bias and not keep.any():
        return
    new, old = np.vstack([X[keep], more]), np.append(y[keep], labels)
    wide = F(old) * (F(new) @ w + b) >= 1
    again = street(new[wide], old[wide], bias)
    assert (again[0] == w).all()
    assert again[1] == b


TURNS = [np.array(Q) for Q in ([[0, -1], [1, 0]], [[1, 0], [0, -1]], [[0, 1], [1, 0]])]


@examples(25)
@given(streets((2, 2)), st.sampled_from(TURNS), vectors(2))
def test_prop_gram(sample, Q, x):
    X, y, bias, (w, b, alpha) = sample
    turned = street(X @ Q.T, y, bias)
    assert (turned[0] == F(Q) @ w).all()
    assert turned[1] == b
    assert (turned[2] == alpha).all()
    score = (alpha * F(y)) @ (F(X) @ F(x)) + b  # only inner products, and a b from one of them
    assert score == w @ F(x) + b
    if bias:
        j = int((alpha > 0).argmax())
        assert b == y[j] - (alpha * F(y)) @ (F(X) @ F(X)[j])


@examples(6)
@given(st.integers(1, 6))
def test_prop_family_solved(d):
    X, y = exponential_family(d)
    Z = F((X * y[:, None]).astype(int))
    w = F([2**k for k in range(d)])
    assert (Z @ w == 1).all()
    alpha = F([0] * d)
    for j in reversed(range(d)):
        alpha[j] = 2**j + alpha[j + 1 :].sum()
    assert (alpha @ Z == w).all()
    assert rank(Z) == d  # so these multipliers are the only ones
    assert w @ w == Fraction(4**d - 1, 3)
    assert math.isclose(hard_svm(X, y, bias=False).gamma, math.sqrt(3 / (4**d - 1)))


@examples(25)
@given(points((1, 4), (2, 2)), st.sampled_from([(3, 4), (-4, 3), (0, 5)]), rationals(-2, 2))
def test_thm_distance(X, direction, b):
    w = F(direction) / 5
    for x in F(X):
        foot = x - (w @ x + b) * w
        assert w @ foot + b == 0
        for step in (-1, 1, 2):  # along the line every other point is further
            v = foot + step * F([-w[1], w[0]])
            assert (x - v) @ (x - v) > (x - foot) @ (x - foot) == (w @ x + b) ** 2
    found = distances(w.astype(float), float(b), X)
    assert np.allclose(found, np.abs((F(X) @ w + b).astype(float)))


@examples(20)
@given(labelled((2, 4), (2, 2), both=True))
def test_prop_signed_margin(sample):
    X, y = sample
    found = street(X, y)
    offers = [(ray, c) for ray in RAYS for c in np.arange(-3, 3.5, 0.5)]
    best = max((y * (X @ w + b)).min() for w, b in offers)
    if found is None:
        assert best <= CLOSE
    else:
        w, b, _ = found
        margin = 1 / math.sqrt(w @ w)
        assert best <= margin + CLOSE
        assert math.isclose(signed_margin(w.astype(float), float(b), X, y), margin)
        assert math.isclose(hard_svm(X, y).gamma, margin)


@examples(25)
@given(separable((1, 4), (2, 2)), st.sampled_from(RAYS), st.sampled_from([0.5, 0.999, 1.001]))
def test_prop_robust(sample, ray, share):
    X, y, w, b = sample
    gamma = (y * (X @ w + b)).min() / np.linalg.norm(w)
    if share < 1:
        assert (y * ((X + share * gamma * ray) @ w + b) > 0).all()
    else:
        worst = X - share * gamma * y[:, None] * w / np.linalg.norm(w)
        assert (y * (worst @ w + b) <= 0).any()


@examples(25)
@given(biased)
def test_thm_hull_distance(sample):
    X, y, *_ = sample
    w, b, alpha = street(X, y)
    square = hull_square([p - q for p in X[y > 0] for q in X[y < 0]])
    assert 4 / (w @ w) == square
    p, q = (2 * (alpha * F(X).T).T[y == s].sum(axis=0) / alpha.sum() for s in (1, -1))
    assert (p - q) @ (p - q) == square  # the multipliers are weights of nearest points
    assert (w * square == 2 * (p - q)).all()
    assert b == -(w @ (p + q)) / 2
    assert math.isclose(2 * hard_svm(X, y).gamma, math.sqrt(square), abs_tol=CLOSE)


@examples(25)
@given(biased, st.data())
def test_lem_hard_svm(sample, data):
    X, y, u, c = sample
    w, b, _ = street(X, y)
    assert w.any()
    margins = y * (X @ u + c)  # any other separator, scaled to functional margin 1
    assert F(u) @ F(u) / int(margins.min()) ** 2 >= w @ w
    found = max_margin(X.astype(float), y.astype(float))
    assert np.allclose(found[0], w.astype(float), atol=1e-7)
    assert math.isclose(found[1], b, abs_tol=1e-7)
    assert math.isclose(hard_svm(X, y).gamma, 1 / math.sqrt(w @ w), abs_tol=CLOSE)


@examples(25)
@given(homogeneous)
def test_prop_four_forms(sample):
    X, y, u, _ = sample
    Z = F(X * y[:, None])
    v, _, _ = street(X, y, bias=False)
    square = hull_square(Z)  # the margin squared, by duality
    assert square == 1 / (v @ v) == min(Z @ v) ** 2 / (v @ v)
    assert min(Z @ F(u)) ** 2 / (F(u) @ F(u)) <= square
    assert (v == nearest([0] * len(v), Z, [1] * len(Z))[0]).all()
    assert math.isclose(hard_svm(X, y, bias=False).gamma, math.sqrt(square), abs_tol=CLOSE)


@examples(20)
@given(biased, st.sampled_from([(1, 2), (1, 10), (2, 3), (Fraction(1, 3), 1)]))
def test_prop_constant_feature(sample, sizes):
    X, y, *_ = sample
    w0, b0, _ = street(X, y)
    answers = []
    for C in map(Fraction, sizes):
        lifted = np.column_stack([F(X), F([C] * len(y))])
        v, _, _ = street(lifted, y, bias=False)
        w, b = v[:-1], C * v[-1]  # |v|^2 = |w|^2 + b^2 / C^2
        answers.append((w, b))
        assert w0 @ w0 <= w @ w <= w0 @ w0 + (b0**2 - b**2) / C**2
        assert 4 * (w - w0) @ (w - w0) <= b0**2 / C**2
        assert min(F(y) * (F(X) @ w + b)) == 1
        assert w @ w <= (w0 @ w0) * (1 + b0**2 / (w0 @ w0) / C**2 / 2)
    (w, b), (v, c) = answers
    assert abs(b) <= abs(c)
    assert w @ w >= v @ v


@examples(20)
@given(streets(), st.sampled_from([HALF, Fraction(3), Fraction(2, 3)]))
def test_prop_unit(sample, c):
    X, y, bias, found = sample
    w, b, _ = street(c * F(X), y, bias)
    assert (w * c == found[0]).all()
    assert b == found[1]
    run = hard_svm(float(c) * X, y, bias=bias)
    assert math.isclose(run.gamma, float(c) * hard_svm(X, y, bias=bias).gamma, rel_tol=1e-7)


def test_misprint_E_002_63():
    """The display with 1/2 is not the dual of min |w|^2: the values differ."""

    def printed(sample):
        w, _, alpha = street(*sample[:2])
        Z = F(sample[0] * sample[1][:, None])
        return alpha.sum() - (alpha @ Z) @ (alpha @ Z) / 2 == w @ w

    assert counterexample(biased, printed)


def test_misprint_E_002_65():
    """With a bias the objective is not lam-strongly convex in (w, b)."""

    def printed(world):
        (X, y), b, c = world
        w, lam = F([0] * X.shape[1]), Fraction(1)
        ends = [soft_objective(X, y, lam, w, e) for e in (b, c)]
        middle = soft_objective(X, y, lam, w, (b + c) / 2)
        return middle <= sum(ends) / 2 - lam / 4 * (b - c) ** 2

    worlds = st.tuples(labelled((1, 2), (1, 1)), rationals(-3, 3), rationals(-3, 3))
    assert counterexample(worlds, printed)


def test_misprint_E_002_66():
    """A slack is positive only at misclassified examples? An example inside the margin has one."""

    def printed(world):
        w, x = world
        return max(Fraction(0), 1 - w * x) == 0 or w * x <= 0

    w, x = counterexample(st.tuples(rationals(-2, 2), rationals(-2, 2)), printed)
    assert 0 < w * x < 1


def test_misprint_E_002_67():
    """The step without the regulariser breaks the bound of the algorithm: one example suffices."""

    def printed(world):
        lam, T = world
        w, total = 0.0, 0.0
        for t in range(1, T + 1):
            total += w
            w += 1 / (lam * t) if w < 1 else 0
        mean, best = total / T, min(1.0, 1 / lam)

        def f(v):
            return lam / 2 * v**2 + max(0.0, 1 - v)

        return f(mean) - f(best) <= strong_bound(1.0, lam, T)

    lam, T = counterexample(st.tuples(st.integers(1, 9), st.integers(1, 200)), printed)
    assert lam > 1


def test_misprint_E_002_83():
    """Separable is not enough with a bias: one label gives w = 0, which has no direction."""

    def printed(sample):
        return bool(street(*sample[:2])[0].any())

    X, y, *_ = counterexample(separable((1, 3)), printed)
    assert len(set(y.tolist())) == 1


def test_misprint_E_003_05():
    """Without alpha >= 0 the dual has another value when a constraint is not active."""

    def printed(sample):
        X, y, *_ = sample
        Z = F(X * y[:, None])
        w, _, _ = street(X, y, bias=False)
        free = solve(Z @ Z.T, [1] * len(y))  # a stationary point of W without signs
        return free is not None and free.sum() / 2 == w @ w / 2

    assert len(counterexample(homogeneous, printed)[0]) > 1


def test_misprint_E_003_12():
    """An example on the margin may have the multiplier zero."""

    def printed(sample):
        w, b, alpha = street(*sample[:2])
        return (alpha > 0).tolist() == (F(sample[1]) * (F(sample[0]) @ w + b) == 1).tolist()

    assert len(counterexample(biased, printed)[0]) > 2
