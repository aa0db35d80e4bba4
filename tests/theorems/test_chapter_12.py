"""The statements of chapter 12 about points and matrices, as properties that shrink."""

import itertools
import math
from fractions import Fraction

import numpy as np
from hypothesis import assume, example, given
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.special import roots_hermitenorm
from strategies_08_13 import (
    CLOSE,
    LAMS,
    RAYS,
    F,
    box_dual,
    counterexample,
    determinant,
    examples,
    failing,
    hinges,
    hull_square,
    labelled,
    margin_worlds,
    points,
    rank,
    rationals,
    separable,
    signs,
    solve,
    vectors,
)

from lecture_code.core.losses import best_biases
from lecture_code.kernels.features import (
    RandomFeatures,
    exponents,
    gaussian_features,
    monomials,
    multiplicities,
)
from lecture_code.kernels.kernel import (
    Gaussian,
    Induced,
    KernelPredictor,
    Linear,
    Polynomial,
    exponential,
    gram,
    multiplied,
    normalised,
    pulled_back,
)
from lecture_code.kernels.learners import kernel_perceptron, kernel_ridge, kernel_ridge_path
from lecture_code.kernels.pegasos import kernel_sgd
from lecture_code.kernels.positive import eliminate, finite_features, quadratic_form
from lecture_code.kernels.svm import smo, violation
from lecture_code.linear.perceptron import batch_perceptron
from lecture_code.theory.bounds import ramp
from lecture_code.theory.rademacher import ball_complexity, trace_bounds


def positive(G):
    """Decide semidefiniteness by the definition of minors: all principal ones are >= 0."""
    return all(
        determinant([[G[i][j] for j in chosen] for i in chosen]) >= 0
        for size in range(1, len(G) + 1)
        for chosen in itertools.combinations(range(len(G)), size)
    )


def rational_gaussian(X, q):
    """Return the Gaussian kernel q^(|x-x'|^2) of whole points, exactly: sigma^2 = -1/(2 log q)."""
    return F([[q ** int((x - z) @ (x - z)) for z in X] for x in X])


def width(q):
    return math.sqrt(-1 / (2 * math.log(q)))


QS = st.sampled_from([Fraction(1, 2), Fraction(1, 10), Fraction(9, 10)])


@examples(25)
@given(points((2, 2), most=3), st.sampled_from([0.7, 1.0, 2.5]), st.integers(1, 8))
@example(np.array([[1], [1]]), 3.0, 1)
def test_thm_gaussian_expansion(X, sigma, N):
    x, z = X
    damped = math.exp(-(x @ x + z @ z) / (2 * sigma**2))
    literal = sum(
        math.prod(
            int(u * v) ** a / math.factorial(a) / sigma ** (2 * a)
            for u, v, a in zip(x, z, e, strict=True)
        )
        for e in exponents(len(x), N).tolist()
    )
    s = int(x @ z) / sigma**2
    part = damped * sum(s**n / math.factorial(n) for n in range(N + 1))
    assert math.isclose(part, damped * literal, abs_tol=CLOSE)
    psi = gaussian_features(X, sigma=sigma, N=N)
    assert math.isclose(psi[0] @ psi[1], part, abs_tol=CLOSE)
    t = abs(s)
    plain = t ** (N + 1) / math.factorial(N + 1)
    rest = abs(Gaussian(sigma)([x], [z]).item() - damped * literal)
    assert rest <= plain * math.exp(t) * damped * (1 + CLOSE) + 1e-15
    assert math.exp(t) * damped <= 1 + CLOSE
    many = gaussian_features([x], sigma=sigma, N=40)
    if x @ x <= 9 * sigma**2:
        assert math.isclose((many**2).sum(), 1, abs_tol=CLOSE)


@examples(25)
@given(points((1, 4), distinct=True), QS)
def test_thm_gaussian_definite(X, q):
    G = rational_gaussian(X, q)
    assert np.allclose(G.astype(float), gram(Gaussian(width(q)), X))
    assert determinant(G.tolist()) > 0
    assert min(eliminate(G).pivots) > 0
    assert min(eliminate(rational_gaussian(np.vstack([X, X[:1]]), q)).pivots) == 0


@examples(18)
@given(points((1, 4), distinct=True), QS, st.data())
def test_cor_gaussian_fits(X, q, data):
    y = data.draw(vectors(len(X)))
    G = rational_gaussian(X, q)
    alpha = solve(G, y)
    assert (G @ alpha == F(y)).all()
    h = KernelPredictor(alpha.astype(float), X, Gaussian(width(q)))
    assert np.allclose(h.score(X), y, atol=1e-6)
    assert rank(G) == len(X)  # so the images of m points span m dimensions, for every m


@examples(25)
@given(points((2, 5), (1, 2)), st.sampled_from([0.5, 1.0, 3.0]), st.data())
def test_prop_gaussian_smooth(X, sigma, data):
    x, z, unit = X[0], X[1], np.eye(len(X), dtype=int)
    for c in (data.draw(vectors(len(X))), unit[0] - unit[1]):  # the second attains the first bound
        f = KernelPredictor(c, X, Gaussian(sigma))
        a, b = f.score([x, z])
        K = math.exp(-int((x - z) @ (x - z)) / (2 * sigma**2))
        middle = f.norm * math.sqrt(2 - 2 * K)
        assert abs(a - b) <= middle + CLOSE
        assert middle <= f.norm * math.dist(x, z) / sigma + CLOSE


@examples(40)
@given(
    points((3, 6), (1, 2), most=4, distinct=True),
    st.lists(st.sampled_from([-1, 1]), min_size=5, max_size=5),
    st.sampled_from([0.5, 0.9, 0.999]),
)
@example(np.array([[4], [-4], [-3], [-2], [-1]]), [1, -1, 1, 1], 0.999)  # most pairs are far apart
def test_prop_gaussian_narrow(P, labels, factor):
    x, X = P[0], P[1:]
    y = labels[: len(X)]
    squares = ((X - x) ** 2).sum(axis=1)
    nearest, second = np.sort(squares)[:2]
    assume(nearest < second)
    delta = min(int(((a - b) ** 2).sum()) for a, b in itertools.combinations(X, 2))
    scale = 2 * math.log(3 * (len(X) - 1))
    sigma = math.sqrt(factor * min(delta, int(second - nearest)) / scale)
    G = np.exp(-((X[:, None] - X) ** 2).sum(-1) / (2 * sigma**2))
    shifted = np.exp(-(squares - nearest) / (2 * sigma**2))  # f(x) over its largest factor
    assert np.sign(np.linalg.solve(G, y) @ shifted) == y[squares.argmin()]
    h = KernelPredictor(np.linalg.solve(G, y), X, Gaussian(sigma))
    assert h([x]).item() == y[squares.argmin()] or abs(h.score([x]).item()) == 0  # underflow


@examples(25)
@given(st.lists(st.integers(-3, 3), min_size=1, max_size=5), st.integers(-3, 3), st.integers(1, 4))
def test_thm_gaussian_polynomials(p, x, sigma):
    w = np.array([a * math.sqrt(math.factorial(n)) * sigma**n for n, a in enumerate(p)])
    psi = gaussian_features([[x]], sigma=sigma, N=max(len(p) - 1, 1))[0][: len(p)]
    value = sum(a * x**n for n, a in enumerate(p))
    assert math.isclose(w @ psi, math.exp(-(x**2) / (2 * sigma**2)) * value, abs_tol=CLOSE)


@examples(25)
@given(points((2, 2), (1, 3)), points((1, 4), (3, 3)), st.sampled_from([0.7, 1.5]),
       st.integers(2, 50), st.floats(0.05, 0.95), st.floats(0.01, 0.99))  # fmt: skip
def test_thm_random_features(X, omega, sigma, m, eps, delta):
    def failing_pair(D):
        return math.comb(m, 2) * 2 * math.exp(-D * eps**2 / 2)

    D = math.ceil(2 / eps**2 * math.log(m * (m - 1) / delta))
    assert failing_pair(D) <= delta * (1 + CLOSE)
    assert failing_pair(D - 1) >= delta * (1 - CLOSE)
    x, z = X
    phi = RandomFeatures(omega[:, : len(x)])
    waves = [math.cos(w[: len(x)] @ (x - z)) for w in omega]
    assert math.isclose(phi.kernel([x], [z]).item(), sum(waves) / len(waves), abs_tol=CLOSE)
    length, K = math.dist(x, z) / sigma, Gaussian(sigma)([x], [z]).item()
    nodes, weights = roots_hermitenorm(200)  # the mean over a normal variable
    cosines, weights = np.cos(length * nodes), weights / weights.sum()
    assert math.isclose(weights @ cosines, K, abs_tol=CLOSE)
    assert math.isclose(weights @ (cosines - K) ** 2, (1 - K**2) ** 2 / 2, abs_tol=CLOSE)


@examples(25)
@given(points((1, 3), (1, 2)), points((2, 5), (2, 2)), st.data())
def test_thm_bochner(waves, X, data):
    """A finite measure on a few frequencies; that there is one for every kernel is quoted."""
    mass = np.array(data.draw(st.lists(st.integers(0, 3), min_size=3, max_size=3)))[: len(waves)]
    d = waves.shape[1]
    apart = X[:, None, :d] - X[None, :, :d]
    G = np.cos(apart @ waves.T) @ mass
    assert np.allclose(G, G.T)
    assert np.linalg.eigvalsh(G).min() >= -CLOSE
    cut = F(np.maximum(0, 1 - F(np.array([[0, 1, 2], [1, 0, 1], [2, 1, 0]])) ** 2 / 4))
    c = F([5, -7, 5])
    assert c @ cut @ c < 0  # and max(0, 1 - u^2) is no kernel


@examples(25)
@given(points((1, 5), (1, 3)))
def test_lem_khintchine(V):
    mean = sum(math.sqrt(int(v @ v)) for v in (np.array(s) @ V for s in signs(len(V))))
    mean, whole = mean / 2 ** len(V), math.sqrt(int((V**2).sum()))
    assert whole / math.sqrt(2) - CLOSE <= mean <= whole + CLOSE


@examples(25)
@given(points((1, 4), (1, 3)), st.sampled_from([0.5, 3.0]))
def test_thm_kernel_complexity(V, B):
    G = V @ V.T
    literal = np.mean([B * np.linalg.norm(np.array(s) @ V) for s in signs(len(V))]) / len(V)
    found, (low, high) = ball_complexity(G, B=B), trace_bounds(G, B=B)
    assert math.isclose(found, literal, abs_tol=CLOSE)
    assert low - CLOSE <= found <= high + CLOSE
    orthogonal = not (G - np.diag(np.diag(G))).any()
    assert (abs(found - high) < CLOSE) == orthogonal
    twice = np.vstack([V[:1], V[:1]])
    assert math.isclose(ball_complexity(twice @ twice.T), trace_bounds(twice @ twice.T)[0])


@examples(18)
@given(margin_worlds())
def test_thm_kernel_margin(world):
    """Two bounds, both asked of unit vectors in twelve directions at once."""
    Z, D, m, delta, gamma = world
    W = np.array(RAYS)
    true = np.array([float(p) for p in D]) @ (Z @ W.T <= 0)
    R, length = math.sqrt((Z**2).sum(axis=1).max()), (Z**2).sum(axis=1)
    assume(R > 0)
    fixed = 2 * R / (gamma * math.sqrt(m)) + math.sqrt(math.log(1 / delta) / (2 * m))
    losses = ramp(Z @ W.T, gamma)

    def first(counts):
        return bool((true > counts @ losses / m + fixed).any())

    def second(counts):
        trace = float(counts @ length)
        room = 2 * math.sqrt(trace) / (gamma * m) + 3 * math.sqrt(math.log(2 / delta) / (2 * m))
        return bool((true > counts @ losses / m + room).any())

    assert failing(D, m, first) <= delta
    assert failing(D, m, second) <= delta


@examples(18)
@given(margin_worlds(), st.sampled_from([1.0, 2.0]))
def test_cor_kernel_norm(world, factor):
    Z, D, m, delta, _ = world
    R = math.sqrt((Z**2).sum(axis=1).max())
    assume(R > 0)
    W = np.array(RAYS) * factor / R
    true = np.array([float(p) for p in D]) @ (Z @ W.T <= 0)
    room = 4 * factor / math.sqrt(m) + math.sqrt(math.log(math.log2(2 * factor)) / m if factor > 1
                                                 else 0)  # fmt: skip
    room += math.sqrt(math.log(2 / delta) / (2 * m))
    losses = ramp(Z @ W.T, 1.0)
    assert (losses <= np.clip(1 - Z @ W.T, 0, None) + CLOSE).all()
    assert failing(D, m, lambda c: bool((true > c @ losses / m + room).any())) <= delta


@examples(18)
@given(points((1, 3), (1, 3)))
def test_prop_kernel_fat(V):
    G, k = V @ V.T, len(V)
    squares = [hull_square(np.array(y)[:, None] * V) for y in signs(k)]
    gamma = math.sqrt(min(squares))  # 0 if some labelling is not separated: then nothing is said
    assert gamma <= math.sqrt(np.trace(G)) / k + CLOSE
    if gamma > 0:
        assert k <= Fraction(int(np.diag(G).max())) / min(squares)
    if determinant(G.tolist()) > 0:
        fit = min(1 / (F(y) @ solve(G, y)) for y in signs(k))
        assert min(squares) >= fit
        assert float(fit) >= np.linalg.eigvalsh(G)[0] / k - CLOSE


@examples(18)
@given(points((2, 4), (1, 2)), st.integers(1, 3), st.data())
def test_prop_polynomial_kernel(X, k, data):
    x, z = X[0].tolist(), X[1].tolist()
    K = (1 + sum(a * b for a, b in zip(x, z, strict=True))) ** k
    words = itertools.product(range(len(x) + 1), repeat=k)
    assert sum(math.prod(([1, *x][j]) * ([1, *z][j]) for j in word) for word in words) == K
    assert Polynomial(k)([x], [z]).item() == K
    c, M = multiplicities(len(x), k), monomials(X, k).astype(int)
    assert sum(c) == (len(x) + 1) ** k
    assert len(c) == math.comb(len(x) + k, k)
    assert (M * c @ M.T == gram(Polynomial(k), X).astype(int)).all()
    features = M * np.sqrt(c)
    assert np.allclose(features @ features.T, M * c @ M.T)
    alpha = data.draw(vectors(len(X)))
    p = np.array(c) * (alpha @ M)
    square = sum(Fraction(int(a) ** 2, n) for a, n in zip(p, c, strict=True))
    assert square == alpha @ (M * c @ M.T) @ alpha
    assert math.isclose(KernelPredictor(alpha, X, Polynomial(k)).norm ** 2, square, abs_tol=1e-6)


SHAPES = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)]


@examples(18)
@given(st.sampled_from(SHAPES), st.data())
def test_prop_polynomial_recovery(shape, data):
    d, k = shape
    N = math.comb(d + k, k)
    X = data.draw(points((N, N), (d, d), most=3))
    more = data.draw(points((1, 4), (d, d), most=3))
    G, M = gram(Polynomial(k), X).astype(int), monomials(X, k).astype(int)
    assert rank(gram(Polynomial(k), np.vstack([X, more])).astype(int)) <= N
    assert (rank(G) == N) == (rank(M) == N)
    if rank(M) == N:
        y = data.draw(vectors(N))
        p, alpha = solve(M, y), solve(G, y)
        across = Polynomial(k)(X, more).astype(int)
        assert (alpha @ F(across) == F(monomials(more, k).astype(int)) @ p).all()


@examples(25)
@given(st.sampled_from([(1, 1), (1, 2), (2, 1)]), st.data())
def test_cor_polynomial_vc(shape, data):
    d, k = shape
    N = math.comb(d + k, k)
    X = data.draw(points((N + 1, N + 1), (d, d), most=3, distinct=True))
    M = monomials(X, k)

    def realised(M, y):  # 1[p > 0]: strictly above where y = 1, at most 0 elsewhere
        y = np.array(y)
        found = linprog(np.zeros(N), -y[:, None] * M, np.where(y > 0, -1.0, 0), bounds=(None, None))
        return found.status == 0

    assert not all(realised(M, y) for y in signs(N + 1))
    if rank(M[:N].astype(int)) == N:
        assert all(realised(M[:N], y) for y in signs(N))


@st.composite
def symmetric(draw):
    m = draw(st.integers(1, 4))
    A = np.triu(draw(points((m, m), (m, m))))
    return A + A.T


@examples(50)
@given(symmetric())
def test_lem_eliminate(G):
    found = eliminate(G)
    assert found.positive == positive(G.tolist())
    if not found.positive:
        c = np.array(found.direction)
        assert c @ G @ c < 0
        assert quadratic_form(G, found.direction) == c @ G @ c


@examples(25)
@given(points((1, 4), (1, 3)), st.data())
def test_prop_finite_rkhs(V, data):
    G = V @ V.T
    Psi = finite_features(G)
    assert np.allclose(Psi @ Psi.T, G, atol=CLOSE)
    alpha, beta = (F(data.draw(vectors(len(V)))) for _ in range(2))
    f, g = F(G) @ alpha, F(G) @ beta
    assert alpha @ g == solve(G, f) @ F(G) @ solve(G, g)  # whichever coefficients stand for f, g
    assert alpha @ f > 0 or not f.any()
    for i in range(len(V)):
        assert f[i] == solve(G, f) @ F(G) @ solve(G, F(G)[:, i])


@examples(50)
@given(symmetric())
def test_cor_kernels_are_positive(G):
    if positive(G.tolist()):
        Psi = finite_features(G)
        assert np.allclose(Psi @ Psi.T, G, atol=CLOSE)
    else:
        c = np.array(eliminate(G).direction)
        assert c @ G @ c < 0  # which no inner products allow: it would be a squared length


@examples(25)
@given(points((1, 4), (1, 2)), st.integers(0, 3), st.integers(1, 3), st.data())
def test_thm_kernel_rules(X, a, b, data):
    K1, K2 = Polynomial(2), Linear()
    G1, G2 = gram(K1, X).astype(int), gram(K2, X).astype(int)
    g = data.draw(vectors(len(X)))
    pulled = np.array([[1 + u * v for v in X[:, 0] ** 2] for u in X[:, 0] ** 2])
    rules = [a * G1 + b * G2, G1 * G2, g[:, None] * G1 * g, np.outer(g, g), 1 + b * G2 + a * G2**2,
             pulled]  # fmt: skip
    assert all(positive(G.tolist()) and eliminate(G).positive for G in rules)
    assert (gram(multiplied(K1, K2), X) == G1 * G2).all()
    assert (gram(pulled_back(Polynomial(1), lambda X: X[:, :1] ** 2), X) == pulled).all()
    unit = gram(normalised(K1), X)
    assert np.allclose(np.diag(unit), 1)
    assert np.allclose(unit * np.sqrt(np.outer(np.diag(G1), np.diag(G1))), G1)
    for G in (unit, gram(exponential(K2), X)):
        assert np.linalg.eigvalsh(G)[0] >= -CLOSE * np.abs(G).max()


@examples(25)
@given(points((1, 3), (3, 3)), vectors(3), st.data())
def test_thm_representer(V, w, data):
    y = F(data.draw(vectors(len(V))))
    V, w = F(V), F(w)
    shadow = solve(V @ V.T, V @ w) @ V  # the normal equations have a solution
    assert (V @ shadow == V @ w).all()
    rest = w - shadow
    assert not (V @ rest).any()
    assert w @ w == shadow @ shadow + rest @ rest

    def J(v):
        return hinges(y * (V @ v)).sum() + v @ v

    assert J(shadow) < J(w) if rest.any() else J(shadow) == J(w)


@examples(25)
@given(points((2, 4), (1, 2)), st.data())
def test_prop_kernel_problem(X, data):
    alpha, other = (data.draw(vectors(len(X))) for _ in range(2))
    psi = monomials(X, 2).astype(int)
    w, G, new = alpha @ psi, psi @ psi.T, np.array([[3] * X.shape[1]])
    h = KernelPredictor(alpha, X, Induced(lambda X: monomials(X, 2)))
    assert (h.score(X) == psi @ w).all()
    assert h.score(new).item() == monomials(new, 2)[0] @ w
    assert math.isclose(h.norm**2, w @ w, abs_tol=1e-6)
    assert (w == other @ psi).all() == (G @ alpha == G @ other).all()


@examples(25)
@given(points((1, 4), (1, 3)), LAMS, st.data())
def test_prop_coefficients(V, lam, data):
    """For the mean squared error: the coefficients are prices exactly at the minimiser."""
    y, u = F(data.draw(vectors(len(V)))), F(data.draw(vectors(V.shape[1])))
    m, V = len(V), F(V)
    w = solve(lam * m * F(np.eye(V.shape[1], dtype=int)) + V.T @ V, V.T @ y)

    def prices(v):
        return (y - V @ v) / (lam * m)  # -1/(2 lam) times the slopes 2 (a - y) / m

    assert (prices(w) @ V == w).all()
    assert (prices(w + u) @ V == w + u).all() == (not u.any())


@examples(25)
@given(points((1, 4), (1, 2)), LAMS, st.data())
def test_thm_kernel_ridge(X, lam, data):
    y, u = data.draw(vectors(len(X))), F(data.draw(vectors(1 + X.shape[1])))
    psi, m = F(np.column_stack([np.ones(len(X), int), X])), len(X)  # of the kernel 1 + <x, x'>
    system = psi @ psi.T + lam * m * F(np.eye(m, dtype=int))
    assert determinant(system.tolist()) > 0
    alpha = solve(system, y)
    w = alpha @ psi

    def J(v):
        return lam * (v @ v) + ((psi @ v - F(y)) ** 2).sum() / m

    assert J(w) == lam * (alpha @ F(y))
    assert J(w + u) - J(w) == lam * (u @ u) + ((psi @ u) ** 2).sum() / m
    run = kernel_ridge(X, y, K=Polynomial(1), lam=float(lam))
    assert np.allclose(run.h.alpha, alpha.astype(float), atol=CLOSE)
    assert math.isclose(run.objective, J(w), abs_tol=CLOSE)
    path = kernel_ridge_path(X, y, [3 * float(lam), float(lam)], K=Polynomial(1))
    assert np.allclose(path[1], run.h.alpha, atol=CLOSE)


def counters(G, y, chosen, lam, shift=0):
    """Run the box in exact arithmetic: its counters after each step, and if a tie was met."""
    beta, alpha, trace, tie = F([0] * len(y)), F([0] * len(y)), [], False
    for t, i in enumerate(chosen, start=1):
        margin = y[i] * (alpha @ G[i])
        tie |= margin == 1
        beta = beta.copy()
        beta[i] += y[i] if margin < 1 else 0
        alpha = beta / (lam * (t + shift))
        trace.append(beta)
    return trace, tie


@examples(18)
@given(labelled((1, 4), (1, 2)), LAMS, st.integers(0, 99))
def test_prop_kernel_sgd(sample, lam, seed):
    X, y = sample
    psi = F(monomials(X, 2).astype(int))
    K = Induced(lambda X: monomials(X, 2))
    run = kernel_sgd(X, y, T=12, K=K, lam=float(lam), rng=np.random.default_rng(seed))
    trace, tie = counters(psi @ psi.T, y.tolist(), run.chosen.tolist(), lam)
    w, total = F([0] * psi.shape[1]), F([0] * psi.shape[1])
    for t, i in enumerate(run.chosen.tolist(), start=1):  # the machine in the space of features
        if y[i] * (psi[i] @ w) < 1:
            total = total + int(y[i]) * psi[i]
        w = total / (lam * t)
        assert (w == trace[t - 1] @ psi / (lam * t)).all()
    if not tie:  # at a margin of exactly 1 the rounding decides
        assert run.beta(12).tolist() == trace[-1].astype(float).tolist()


def tiny_samples():
    return st.tuples(labelled((2, 2), (1, 2)), LAMS, st.integers(1, 4), st.sampled_from([0, 1]))


def all_runs(X, y, lam, T, shift=0):
    G = F(X @ X.T)
    for chosen in itertools.product(range(len(X)), repeat=T):
        yield counters(G, y.tolist(), chosen, lam, shift)[0]


@examples(25)
@given(tiny_samples())
def test_thm_kernel_sgd(world):
    (X, y), lam, T, shift = world
    G, m = F(X @ X.T), len(X)

    def f(a):
        return lam / 2 * (a @ G @ a) + hinges(F(y) * (G @ a)).sum() / m

    least, best = box_dual(G, y.tolist(), lam / 2, bias=False)
    assert f(best * F(y) / lam) == least  # the dual solution is the minimiser of f
    values = [
        f(sum((beta / (lam * (t + shift)) for t, beta in enumerate(trace[:-1], 1)), F([0] * m)) / T)
        for trace in all_runs(X, y, lam, T, shift)
    ]
    bound = 2 * int(np.diag(X @ X.T).max()) / (lam * T) * Fraction(1 + math.log(T))
    assert sum(values) / len(values) - least <= bound


@examples(25)
@given(tiny_samples())
def test_thm_counters(world):
    (X, y), lam, T, _ = world
    assume(determinant((X @ X.T).tolist()) > 0)
    _, best = box_dual(X @ X.T, y.tolist(), lam / 2, bias=False)
    apart = [((F(y) * trace[-1] / T - best) ** 2).sum() for trace in all_runs(X, y, lam, T)]
    rho, least = int(np.diag(X @ X.T).max()), np.linalg.eigvalsh(X @ X.T)[0]
    assert float(sum(apart) / len(apart)) <= 4 * rho / (least * T) * (1 + CLOSE)


@examples(18)
@given(labelled((1, 4), (1, 2)), LAMS, st.sampled_from([0, 1]), st.integers(0, 99))
def test_prop_harmonic_tail(sample, lam, c, seed):
    (X, y), T = sample, 7
    chosen = np.random.default_rng(seed).integers(len(X), size=T).tolist()
    trace, tie = counters(F(X @ X.T), y.tolist(), chosen, lam, c)
    H = np.cumsum([Fraction(0)] + [Fraction(1, k) for k in range(1, T + 1)])
    mean = sum((b / (lam * (t + c)) for t, b in enumerate(trace[:-1], 1)), F([0] * len(X))) / T
    before = [F([0] * len(X)), *trace[:-1]]
    for j in range(len(X)):
        added = [s for s in range(1, T + 1) if trace[s - 1][j] != before[s - 1][j]]
        tail = sum((H[T - 1 + c] - H[s - 1 + c] for s in added), Fraction(0))
        assert mean[j] == int(y[j]) / (lam * T) * tail
    run = kernel_sgd(
        X, y, T=T, K=Linear(), lam=float(lam), rng=np.random.default_rng(seed), shift=c
    )
    if not tie:
        assert np.allclose(run.alpha, mean.astype(float))


@st.composite
def dual_points(draw, m=(2, 4)):
    """Draw a sample with both labels, lam, and multipliers of the box that balance."""
    X, y = draw(labelled(m, (1, 2), both=True))
    raw = F(draw(st.lists(st.integers(0, 2), min_size=len(X), max_size=len(X))))
    up, down = raw[y > 0].sum(), raw[y < 0].sum()
    less = min(up, down)
    alpha = F(
        [a * less / (up if s > 0 else down) if less else 0 for a, s in zip(raw, y, strict=True)]
    )
    return X, y, draw(LAMS), alpha / (2 * len(X))


def dual_value(G, y, lam, alpha):
    return alpha.sum() - (alpha * y) @ G @ (alpha * y) / (4 * lam)


def slopes(G, y, lam, alpha):
    return y - G @ (alpha * y) / (2 * lam)


@examples(25)
@given(dual_points(), rationals(-2, 2))
def test_thm_kernel_dual(world, b):
    X, y, lam, alpha = world
    G, s, m = F(X @ X.T), F(y), len(y)
    scores = G @ (alpha * s) / (2 * lam) + b
    losses = hinges(s * scores)
    f = (alpha * s) @ G @ (alpha * s) / (4 * lam) + losses.sum() / m
    terms = losses / m - alpha * (1 - s * scores)
    assert f - dual_value(G, s, lam, alpha) == terms.sum()
    assert (terms >= 0).all()
    most, best = box_dual(G, y.tolist(), lam, bias=True)
    assert all(dual_value(G, s, lam, offer) <= most for offer in (alpha, best))
    w_scores = G @ (best * s) / (2 * lam)
    least = min(  # the objective is convex and broken in b, so a corner is best
        (best * s) @ G @ (best * s) / (4 * lam) + hinges(s * (w_scores + c)).sum() / m
        for c in s - w_scores
    )
    assert least == most
    run = smo(X @ X.T, y, lam=float(lam), tol=1e-9)
    assert math.isclose(run.objective, most, abs_tol=1e-8)
    assert np.allclose(run.scores - run.b, w_scores.astype(float), atol=1e-3)


@examples(25)
@given(dual_points(), st.data(), rationals(-1, 1))
def test_lem_smo_step(world, data, t):
    X, y, lam, alpha = world
    i, j = data.draw(st.permutations(range(len(y))))[:2]
    G, s = F(X @ X.T), F(y)
    c = alpha * s
    c[i], c[j] = c[i] + t, c[j] - t
    u, moved = slopes(G, s, lam, alpha), slopes(G, s, lam, c * s)
    kappa = ((X[i] - X[j]) ** 2).sum()
    gain = dual_value(G, s, lam, c * s) - dual_value(G, s, lam, alpha)
    assert gain == t * (u[i] - u[j]) - t**2 * int(kappa) / (4 * lam)
    assert (moved == u - t / (2 * lam) * (G[:, i] - G[:, j])).all()
    if t >= 0 and t * int(kappa) <= 2 * lam * (u[i] - u[j]):
        assert gain >= t / 2 * (u[i] - u[j])


def steepest(y, alpha, u):
    """V of the definition, by running through all pairs."""
    top = Fraction(1, len(y))
    up = [k for k in range(len(y)) if (alpha[k] < top if y[k] > 0 else alpha[k] > 0)]
    down = [k for k in range(len(y)) if (alpha[k] > 0 if y[k] > 0 else alpha[k] < top)]
    return max(u[i] - u[j] for i in up for j in down)


@examples(18)
@given(dual_points(), st.booleans())
def test_prop_smo_gap(world, optimal):
    X, y, lam, alpha = world
    G, s, m = F(X @ X.T), F(y), len(y)
    most, best = box_dual(G, y.tolist(), lam, bias=True)
    alpha = best if optimal else alpha
    u = slopes(G, s, lam, alpha)
    V = steepest(y, alpha, u)
    assert math.isclose(
        violation((alpha * m).astype(float), y, u.astype(float)), max(V, 0), abs_tol=CLOSE
    )
    assert (V <= 0) == (dual_value(G, s, lam, alpha) == most)
    scores = s - u
    low, high = best_biases(scores.astype(float), y)
    values = {c: hinges(s * (scores + c)).sum() / m for c in u}
    hinge = min(values.values())
    assert low - CLOSE <= min(values, key=values.get) <= high + CLOSE
    f = (alpha * s) @ G @ (alpha * s) / (4 * lam) + hinge
    assert f - dual_value(G, s, lam, alpha) <= max(V, Fraction(0)) / 2
    away = alpha * s - best * s
    assert (away @ G @ away) / (4 * lam) <= max(V, Fraction(0)) / 4


@examples(25)
@given(dual_points((2, 4)))
def test_thm_smo_stops(world):
    """The box in exact arithmetic, with eps = 1/10."""
    X, y, lam, _ = world
    G, s, eps = F(X @ X.T), F(y), Fraction(1, 10)
    c, top, steps = F([0] * len(y)), Fraction(1, len(y)), 0
    low, high = np.where(y > 0, 0, -top), np.where(y > 0, top, 0)
    while True:
        u = s - G @ c / (2 * lam)
        i = max((k for k in range(len(y)) if c[k] < high[k]), key=lambda k: u[k])
        down = [k for k in range(len(y)) if c[k] > low[k] and u[k] < u[i]]
        if max((u[i] - u[k] for k in down), default=0) <= eps:
            break
        kappa = {k: G[i, i] + G[k, k] - 2 * G[i, k] for k in down}
        j = max(down, key=lambda k: (u[i] - u[k]) ** 2 / kappa[k] if kappa[k] else math.inf)
        t = min(high[i] - c[i], c[j] - low[j])
        t = min(t, 2 * lam * (u[i] - u[j]) / kappa[j]) if kappa[j] else t
        c[i], c[j], steps = c[i] + t, c[j] - t, steps + 1
        assert steps < 1000
    run = smo(X @ X.T, y, lam=float(lam), tol=0.1)
    assert run.violation <= 0.1
    most, _ = box_dual(G, y.tolist(), lam, bias=True)
    assert float(most) - 1e-9 <= run.objective <= float(most) + 0.05 + 1e-9


@examples(18)
@given(labelled((2, 4), (1, 2), both=True), LAMS)
def test_prop_kernel_fit(sample, lam):
    X, y = sample
    G = gram(Polynomial(2), X).astype(int)
    assume(determinant(G.tolist()) > 0)
    square = F(y) @ solve(G, y)
    least, _ = box_dual(G, y.tolist(), lam, bias=True)
    assert least <= lam * square
    small = float(Fraction(99, 100) / (len(y) * square))
    assert (y * smo(G, y, lam=small, tol=1e-9).scores > 0).all()


@examples(25)
@given(st.lists(st.integers(-4, 4), min_size=1, max_size=5, unique=True), st.integers(0, 4),
       st.data())  # fmt: skip
def test_prop_sign_changes(xs, n, data):
    xs = np.sort(xs)
    y = np.array(data.draw(st.lists(st.sampled_from([1, -1]), min_size=len(xs), max_size=len(xs))))
    k = int((y[1:] != y[:-1]).sum())
    Z = y[:, None] * xs[:, None].astype(float) ** np.arange(n + 1)
    found = linprog(np.zeros(n + 1), -Z, -np.ones(len(xs)), bounds=(None, None))
    assert (found.status == 0) == (n >= k)
    roots = [
        Fraction(int(a + b), 2) for a, b, s, t in zip(xs, xs[1:], y, y[1:], strict=False) if s != t
    ]
    values = [math.prod((int(x) - r for r in roots), start=Fraction(1)) for x in xs]
    assert (
        len({(v > 0) == (s > 0) for v, s in zip(values, y, strict=True)}) == 1
    )  # of degree k, up to sign


@examples(25)
@given(points((2, 4), (1, 2)), st.data())
def test_prop_kernel_basics(X, data):
    c = data.draw(vectors(len(X)))
    K = Polynomial(2)
    G, psi = gram(K, X).astype(int), monomials(X, 2) * np.sqrt(multiplicities(X.shape[1], 2))
    assert (K(X, X) == K(X, X).T).all()
    assert c @ G @ c >= 0
    assert G[0, 1] ** 2 <= G[0, 0] * G[1, 1]
    apart = G[0, 0] - 2 * G[0, 1] + G[1, 1]
    assert math.isclose(((psi[0] - psi[1]) ** 2).sum(), apart, abs_tol=CLOSE)


def quadratic_map(x):
    return np.concatenate([[1], x, np.outer(x, x).ravel()])


def product_of_scores(x, z):
    return 1 + int(x @ z) + int(x @ z) ** 2


@examples(25)
@given(points((2, 2), (1, 4)))
def test_prop_quadratic_kernel(X):
    x, z = X
    assert len(quadratic_map(x)) == 1 + len(x) + len(x) ** 2
    assert quadratic_map(x) @ quadratic_map(z) == product_of_scores(x, z)
    K = Induced(lambda X: np.array([quadratic_map(x) for x in X]))
    assert K([x], [z]).item() == product_of_scores(x, z)


@examples(25)
@given(separable((1, 5), (1, 2)))
@example((np.array([[0]]), np.array([1]), np.array([0]), 1))  # equality
@example((np.array([[1], [-1], [0]]), np.ones(3, int), np.array([0]), 1))  # and a shorter image
def test_thm_kernel_perceptron(sample):
    X, y, w, b = sample
    run = kernel_perceptron(X, y, K=Polynomial(1))
    images = np.column_stack([np.ones(len(X), int), X])
    star, alpha, chosen = np.array([b, *w]), np.zeros(len(X), int), []
    while (wrong := y * (images @ (alpha @ images)) <= 0).any():  # the perceptron on the images
        chosen.append(int(wrong.argmax()))
        alpha[chosen[-1]] += y[chosen[-1]]
    assert run.chosen.tolist() == chosen
    assert run.converged
    assert run.h.alpha.tolist() == alpha.tolist()
    assert batch_perceptron(images, y).updates == run.updates
    assert (y * (images @ star) >= 1).all()
    assert run.updates <= (images**2).sum(axis=1).max() * (star @ star)


def test_misprint_E_002_69():
    """With the squares only, as printed, the inner product is another one."""

    def printed(X):
        maps = [np.concatenate([[1], x, x**2]) for x in X]
        return maps[0] @ maps[1] == product_of_scores(*X)

    assert counterexample(points((2, 2), (1, 3)), printed).shape[1] > 1


def test_misprint_E_002_70():
    """Without a condition there need be no minimiser: exp(-a) and R = 0 on separable samples."""

    def printed(sample):
        X, y, w, b = sample
        alpha = y @ X  # any vector of V is beaten by moving it along a separator
        return np.exp(-y * (X @ alpha)).sum() <= np.exp(-y * (X @ (alpha + w))).sum()

    X, y, w, _ = counterexample(separable((1, 3), through_origin=True), printed)
    assert (y * (X @ w) > 0).all()


def test_misprint_E_002_71():
    """lam a'Ga is not the first term of (10.4), which has lam/2."""

    def printed(world):
        alpha, V = world
        w = alpha @ V
        return alpha @ (V @ V.T) @ alpha == Fraction(int(w @ w), 2)

    worlds = points((1, 3), (1, 2)).flatmap(lambda V: st.tuples(vectors(len(V)), st.just(V)))
    assert counterexample(worlds, printed)


def test_misprint_E_002_74():
    """Without lam the machine is another one than with it."""

    def printed(world):
        (X, y), lam = world
        G = X @ X.T
        plain, asked = (box_dual(G, y.tolist(), c, bias=False)[1] / c for c in (Fraction(1), lam))
        return (G @ (plain * y) == G @ (asked * y)).all()

    assert counterexample(st.tuples(labelled((1, 2), (1, 1)), LAMS), printed)


def test_misprint_E_002_75():
    """The range of x -> (x, x^2) is no linear space: sums of images need not be images."""

    def printed(pair):
        x, z = pair
        return x**2 + z**2 == (x + z) ** 2

    x, z = counterexample(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), printed)
    assert x * z != 0
