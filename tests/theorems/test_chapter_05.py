"""Chapter 05: its theorems over small integer samples, exact wherever the numbers are rational."""

from fractions import Fraction
from itertools import combinations, product
from math import comb, log, sqrt

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from strategies import (
    counterexample,
    dot,
    exact,
    few,
    joint_distributions,
    mass,
    nonzero,
    norm2,
    probabilities,
    separable_samples,
    shortest_separator,
    signed_samples,
    solve,
    vectors,
)

from lecture_code.chapters.c05_big_m import big_m
from lecture_code.chapters.c05_fourier_motzkin import fourier_motzkin
from lecture_code.chapters.c05_vertex_cover import graph_sample, smallest_cover
from lecture_code.core.distributions import FiniteDistribution
from lecture_code.core.losses import logistic
from lecture_code.linear.disagreement import disagreements, greedy_deletion, minimum_disagreement
from lecture_code.linear.logistic import logistic_regression, minimum_attained
from lecture_code.linear.regression import (
    least_absolute,
    least_squares,
    normal_equations,
    qr_least_squares,
    ridge_path,
)
from lecture_code.linear.separability import homogenise, lp_erm, separating_halfspace
from lecture_code.linear.surrogates import SURROGATES, least_hinge
from lecture_code.solvers.lp import Infeasible, Unbounded, maximise
from lecture_code.theory.halfspaces import cover_count, in_general_position, separable_labellings

samples = signed_samples(most=5, dimensions=(1, 2), K=2)
wide = signed_samples(most=4, K=2)


def is_separable(X, y):
    return shortest_separator(X, y) is not None


def opt(X, y):
    """Return the fewest mistakes of any w: delete as few examples as possible; try all sets."""
    m = len(X)
    return next(
        k
        for k in range(m + 1)
        for kept in combinations(range(m), m - k)
        if not kept or is_separable(X[list(kept)], y[list(kept)])
    )


@few
@given(sample=samples)
def test_thm_greedy_deletion(sample):
    X, y = sample
    least, run = opt(X, y), greedy_deletion(X, y)
    assert minimum_disagreement(X, y).mistakes == least
    assert disagreements(run.w, X, y) == run.mistakes <= (X.shape[1] + 1) * least
    assert len(run.groups) == run.lower <= min(least, len(X))
    for group in run.groups:
        assert len(group) <= X.shape[1] + 1
        assert not is_separable(X[group], y[group])


@few
@given(
    rows=st.integers(1, 3).flatmap(lambda m: st.lists(vectors(m), min_size=m, max_size=m)),
    eta=probabilities(4),
    said=st.lists(st.integers(0, 1), min_size=4, max_size=4),
)
def test_prop_overfit(rows, eta, said):
    X = np.array(rows, float)
    assume(round(np.linalg.det(X)) != 0)
    for y in product((-1.0, 1.0), repeat=len(X)):
        assert is_separable(X, np.array(y))
        assert separating_halfspace(X, y).separable
    points = np.repeat(np.arange(4), 2)
    D = FiniteDistribution(points, [0, 1] * 4, [q / 2 for q in eta for _ in range(2)])
    assert D.risk(lambda x: np.array(said)[x.astype(int)]) == Fraction(1, 2)


def hull_distance2(Z):
    """Return the squared distance of the hull of Z from 0: the least over the possible faces."""
    Z, best = [exact(z) for z in Z], None
    for k in range(1, len(Z[0]) + 2):
        for S in combinations(Z, k):
            system = [[dot(s, t) for t in S] + [1] for s in S] + [[1] * k + [0]]
            a = solve(system, [0] * k + [1])
            if a is not None and min(a[:k]) >= 0:
                point = [dot(a[:k], column) for column in zip(*S, strict=True)]
                best = norm2(point) if best is None else min(best, norm2(point))
    return best


@few
@given(sample=wide)
@example(sample=(np.array([[1.0, 0], [0, 1], [-3, -1]]), np.ones(3)))  # rows of two sizes
def test_thm_gordan(sample):
    X, y = sample
    Z, best = y[:, None] * X, shortest_separator(X, y)
    distance2 = hull_distance2(Z)
    assert (best is not None) == (distance2 > 0)
    answer = separating_halfspace(X, y)
    assert answer.separable == (best is not None)
    if answer.separable:
        assert min(dot(answer.w, z) for z in Z) > 0
        assert distance2 == 1 / dot(best, best)
    else:
        assert answer.certificate.min() >= 0
        assert answer.certificate.sum() == pytest.approx(1)
        assert abs(answer.certificate @ Z).max() <= 1e-12


@few
@given(sample=wide)
def test_lem_small_certificate(sample):
    X, y = sample
    Z, d = y[:, None] * X, X.shape[1]
    assume(not is_separable(X, y))
    small = range(1, d + 2)
    subsets = (list(S) for k in small for S in combinations(range(len(Z)), k))
    assert any(not is_separable(X[S], y[S]) for S in subsets)
    answer = separating_halfspace(X, y)
    assert len(answer.support) <= d + 1
    assert abs(answer.certificate @ Z).max() <= 1e-12


@few
@given(sample=signed_samples(most=5, dimensions=(1, 2), K=2, least=2))
def test_cor_hulls(sample):
    X, y = sample
    assume(len(set(y)) == 2)
    P, N = X[y > 0], X[y < 0]
    columns = np.r_[np.c_[P.T, -N.T], [np.r_[np.ones(len(P)), np.zeros(len(N))]]]
    columns = np.r_[columns, [np.r_[np.zeros(len(P)), np.ones(len(N))]]]
    meet = linprog(np.zeros(len(X)), A_eq=columns, b_eq=np.r_[np.zeros(X.shape[1]), 1, 1])
    assert meet.status in (0, 2)
    assert (meet.status == 2) == is_separable(np.c_[np.ones(len(X)), X], y)
    assert (meet.status == 2) == separating_halfspace(homogenise(X), y).separable


def independent_rows(X):
    """Whether every d of the points (or all, if there are fewer) are independent, exactly."""
    k = min(X.shape)
    groups = (X[list(S)] for S in combinations(range(len(X)), k))
    return all(solve([[dot(s, t) for t in G] for s in G], [0] * k) is not None for G in groups)


points = st.integers(1, 3).flatmap(lambda d: st.lists(vectors(d, 2), min_size=1, max_size=4))


def separable_count(X):
    return sum(is_separable(X, np.array(y)) for y in product((-1.0, 1.0), repeat=len(X)))


@few
@given(X=points)
def test_thm_cover(X):
    X = np.array(X, float)
    m, d = X.shape
    count, bound = separable_count(X), 2 * sum(comb(m - 1, k) for k in range(d))
    assert cover_count(m, d) == bound
    assert count == len(separable_labellings(X)) <= bound
    assert in_general_position(X) == independent_rows(X)
    assert not independent_rows(X) or count == bound


@few
@given(X=points)
def test_cor_capacity(X):
    X = np.array(X, float)
    m, d = X.shape
    assume(independent_rows(X))
    chance = Fraction(separable_count(X), 2**m)
    assert len(separable_labellings(X)) == separable_count(X)
    assert chance == Fraction(sum(comb(m - 1, k) for k in range(d)), 2 ** (m - 1))
    assert m > d or chance == 1
    assert m != 2 * d or chance == Fraction(1, 2)


@few
@given(sample=signed_samples(most=5, dimensions=(2, 2), least=2))
def test_prop_edges(sample):
    X, y = sample
    Z = y[:, None] * X
    assume(independent_rows(Z))
    counts = []
    for j, (a, b) in enumerate(Z):
        sides = [dot((-b, a), z) for i, z in enumerate(Z) if i != j]
        counts += [sum(s < 0 for s in sides), sum(s > 0 for s in sides)]
    assert min(counts) == opt(X, y) == minimum_disagreement(X, y).mistakes


@few
@given(
    thetas=st.lists(st.lists(st.integers(1, 4), min_size=2, max_size=2), min_size=1, max_size=4),
    labels=st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=1, max_size=4),
    sample=wide,
    w=vectors(3, 2),
)
def test_thm_mle_erm(thetas, labels, sample, w):
    def chance(theta, x, y):  # P_theta(1 | x) = theta_x / 5
        return Fraction(theta[x] if y else 5 - theta[x], 5)

    likelihood = [np.prod([chance(theta, x, y) for x, y in labels]) for theta in thetas]
    risks = [-sum(log(chance(theta, x, y)) for x, y in labels) for theta in thetas]
    for value, risk in zip(likelihood, risks, strict=True):
        assert (value == max(likelihood)) == (risk <= min(risks) + 1e-12)
    X, y = sample
    scores = X @ np.array(w[: X.shape[1]], float)
    p = 1 / (1 + np.exp(-scores))
    given_y = np.where(y > 0, p, 1 - p)
    np.testing.assert_allclose(logistic(scores, y), -np.log(given_y), rtol=1e-9, atol=1e-12)
    miss = scores - y  # least squares and absolute errors: the likelihood is a function of them
    other = X @ np.array(w[::-1][: X.shape[1]], float) - y
    for cost in (np.square, np.abs):
        density = [np.exp(-cost(v) / 2).prod() for v in (miss, other)]
        smaller = cost(miss).sum() < cost(other).sum()
        assert (density[0] > density[1]) == smaller or max(density) < 1e-200
    y = np.array([1.0, -1, 1, 1, -1])
    for second in (np.ones(5), 2.0**-12 * np.array([1, 1, -1, -1, -1])):  # dependent; tiny
        X = np.stack([np.ones(5), second], axis=1)
        w = logistic_regression(X, y).w
        assert abs(X.T @ (y / (1 + np.exp(y * (X @ w))))).max() < 1e-7


def test_the_law_of_the_points_must_not_know_the_parameter():
    said = [Fraction(1, 3), Fraction(2, 3)]  # P_theta(y | x) of what was seen
    for of_the_points in ([Fraction(2, 3), Fraction(1, 4)], [Fraction(0), Fraction(0)]):
        both = [p * q for p, q in zip(of_the_points, said, strict=True)]
        assert [q == max(both) for q in both] != [q == max(said) for q in said]


@few
@given(
    bits=st.lists(st.integers(0, 1), min_size=1, max_size=8),
    theta=st.fractions(0, 1, max_denominator=12),
    y=st.lists(st.integers(-3, 3), min_size=2, max_size=6),
    other=st.tuples(st.integers(-8, 8), st.integers(1, 20)),
)
def test_prop_frequencies(bits, theta, y, other):
    k, m = sum(bits), len(bits)

    def likelihood(t):
        return t**k * (1 - t) ** (m - k)

    best = Fraction(k, m)
    assert likelihood(theta) < likelihood(best) or theta == best
    assume(len(set(y)) > 1)
    mu, v = np.mean(y), np.var(y)

    def log_likelihood(mean, variance):
        squares = np.sum((np.array(y) - mean) ** 2)
        return -len(y) / 2 * log(variance) - squares / (2 * variance)

    assert log_likelihood(other[0] / 2, other[1] / 4) <= log_likelihood(mu, v) + 1e-12


@few
@given(sample=wide, w=vectors(3, 2), v=vectors(3, 2))
def test_prop_logistic_risk(sample, w, v):
    X, y = sample
    w, v = (np.array(a[: X.shape[1]], float) for a in (w, v))
    m, p = len(X), 1 / (1 + np.exp(y * (X @ w)))

    def risk(u):
        return logistic(X @ u, y).mean()

    gradient = -(p * y) @ X / m
    hessian = (X.T * (p * (1 - p))) @ X / m
    h = 1e-4
    slope = (risk(w + h * v) - risk(w - h * v)) / (2 * h)
    bend = (risk(w + h * v) - 2 * risk(w) + risk(w - h * v)) / h**2
    assert gradient @ v == pytest.approx(slope, abs=1e-5)
    assert v @ hessian @ v == pytest.approx(bend, abs=1e-4)
    assert v @ hessian @ v <= norm2(X @ v) / (4 * m) + 1e-12
    assert risk((w + v) / 2) <= (risk(w) + risk(v)) / 2 + 1e-12
    one = logistic(X @ w, y) - logistic(X @ v, y)
    assert (abs(one) <= np.linalg.norm(X, axis=1) * np.linalg.norm(w - v) + 1e-12).all()
    assert ((y * (X @ w) <= 0) <= logistic(X @ w, y) / log(2) + 1e-12).all()


def escapes(Z):
    """Which rows a v with no negative product can make positive, in at most two dimensions."""
    d = Z.shape[1]
    rays = [exact(s * z) for z in Z for s in (1, -1)]
    turned = [(-b, a) for a, b in rays] if d == 2 else []
    candidates = [*rays, *turned]
    candidates += [[a + b for a, b in zip(u, v, strict=True)] for u in rays for v in turned]
    good = [v for v in candidates if min(dot(v, z) for z in Z) >= 0]
    return [any(dot(v, z) > 0 for v in good) for z in Z]


@few
@given(sample=samples)
def test_thm_logistic_minimum(sample):
    X, y = sample
    Z = y[:, None] * X
    answer, J = minimum_attained(X, y), escapes(Z)
    assert answer.attained == (not any(J))
    assert answer.attained or answer.escaping.tolist() == J
    if answer.attained:
        assert answer.certificate.min() > 0
        assert abs(answer.certificate @ Z).max() <= 1e-9
    else:
        assert min(answer.direction @ z for z in Z) >= -1e-9
    m, d = X.shape
    program = linprog(
        np.r_[np.zeros(d), -np.ones(m)],
        A_ub=np.c_[-Z, np.eye(m)],
        b_ub=np.zeros(m),
        bounds=[(None, None)] * d + [(0, 1)] * m,
    )
    assert -program.fun == pytest.approx(sum(J), abs=1e-9)


@few
@given(sample=signed_samples(most=6, dimensions=(1, 2), K=2, least=3))
def test_thm_newton(sample):
    X, y = sample
    assume(np.linalg.matrix_rank(X) == X.shape[1])
    assume(not any(escapes(y[:, None] * X)))
    run = logistic_regression(X, y)
    assert (np.diff(run.risks) < 1e-15).all()
    assert run.gradient <= 1e-8
    for w, after in zip(run.trace, run.trace[1:], strict=False):
        p = 1 / (1 + np.exp(y * (X @ w)))
        weights, targets = p * (1 - p), X @ w + y / (1 - p)
        root = np.sqrt(weights)
        full = np.linalg.lstsq(root[:, None] * X, root * targets, rcond=None)[0]
        t = np.linalg.norm(after - w) / max(np.linalg.norm(full - w), 1e-300)
        np.testing.assert_allclose(after - w, t * (full - w), atol=1e-7)
        assert np.linalg.norm(full - w) < 1e-6 or abs(log(t) / log(2) % 1 - 0.5) > 0.4


@few
@given(
    x=st.lists(st.fractions(-1, 1, max_denominator=4), min_size=1, max_size=5),
    a=st.lists(st.integers(-2, 2), min_size=1, max_size=4),
    noise=st.lists(st.integers(-3, 3), min_size=5, max_size=5),
)
@example(x=[Fraction(-1), Fraction(1)], a=[0, 1], noise=[0] * 5)  # a condition of 1
def test_prop_polynomial_basis(x, a, noise):
    m, k, n = len(x), len(set(x)), len(a) - 1
    V = [[t**j for j in range(n + 1)] for t in x]
    assert np.linalg.matrix_rank(np.array(V, float)) == min(k, n + 1)
    y = [dot(a, row) for row in V]
    fit = least_squares(np.array(V, float), np.array(y, float))
    if n < k:
        np.testing.assert_allclose(fit.w, a, atol=1e-6)
        T = np.linalg.inv(np.linalg.qr(np.array(V, float))[1])
        assert np.linalg.cond(np.array(V, float) @ T) == pytest.approx(1)
    noisy = np.array(noise[:m], float)
    errors = []
    for degree in range(m):
        P = np.array([[t**j for j in range(degree + 1)] for t in x], float)
        errors.append(np.mean((P @ least_squares(P, noisy).w - noisy) ** 2))
    assert all(b <= a + 1e-9 for a, b in zip(errors, errors[1:], strict=False))
    assert m > k or errors[-1] == pytest.approx(0, abs=1e-9)
    if 1 <= n < k:
        assert np.linalg.cond(np.array(V, float)) >= 2 ** (n - 1) * (1 - 1e-9)
        shifted = np.array([[((t + 1) / 2) ** j for j in range(n + 1)] for t in x], float)
        assert np.linalg.cond(shifted) >= 2 ** (2 * n - 1) * (1 - 1e-9)


@st.composite
def systems(draw, full=True):
    """Draw an integer matrix of one or two columns, of full rank if asked for, and a right side."""
    d = draw(st.integers(1, 2))
    X = np.array(draw(st.lists(vectors(d, 2), min_size=d if full else 1, max_size=4)), float)
    assume(not full or np.linalg.matrix_rank(X) == d)
    y = draw(st.lists(st.integers(-3, 3), min_size=len(X), max_size=len(X)))
    return X, np.array(y, float)


@few
@given(system=systems(), data=st.data())
def test_prop_condition(system, data):
    X, y = system
    (m, d), A = X.shape, X.T @ X
    w = least_squares(X, y).w
    assume(np.linalg.norm(w) > 1e-9)
    kappa = np.linalg.cond(X)
    assert np.linalg.cond(A) == pytest.approx(kappa**2)
    size = np.linalg.norm
    e, f = (np.array(data.draw(vectors(k, 1)), float) for k in (d, m))
    change = np.linalg.solve(A, e)
    assert size(change) / size(w) <= kappa**2 * size(e) / size(X.T @ y) * (1 + 1e-9)
    change = np.linalg.solve(A, X.T @ f)
    assert size(change) / size(w) <= kappa * size(f) / size(X @ w) * (1 + 1e-9)


@few
@given(system=systems(full=False))
def test_thm_farkas(system):
    A, v = system
    answer = fourier_motzkin(A, v)
    assert (answer.w is None) != (answer.multipliers is None)
    if answer.w is not None:
        assert all(dot(answer.w, row) >= b for row, b in zip(A, v, strict=True))
    else:
        weights = answer.multipliers
        assert min(weights) >= 0
        assert all(dot(weights, column) == 0 for column in A.T)
        assert dot(weights, v) > 0
    peer = linprog(np.zeros(A.shape[1]), A_ub=-A, b_ub=-v, bounds=[(None, None)] * A.shape[1])
    assert peer.status == (0 if answer.w is not None else 2)


@few
@given(system=systems(full=False), u=vectors(2, 2))
def test_prop_duality(system, u):
    A, v = system
    u = np.array(u[: A.shape[1]], float)
    primal = linprog(-u, A_ub=-A, b_ub=-v, bounds=[(None, None)] * A.shape[1])
    dual = linprog(-v, A_eq=A.T, b_eq=-u)
    try:
        best = maximise(u, A, v)
    except Infeasible:
        assert primal.status == 2
    except Unbounded:
        assert dual.status == 2
    else:
        assert best.value == pytest.approx(-primal.fun, abs=1e-9)
        assert best.value == pytest.approx(dual.fun, abs=1e-9)
        assert -(best.multipliers @ v) == pytest.approx(best.value, abs=1e-9)
        assert (A @ best.w >= v - 1e-9).all()


@few
@given(sample=separable_samples(), any_sample=samples)
def test_prop_lp_margin_one(sample, any_sample):
    X, y, u = sample
    products = [dot(u, z) for z in y[:, None] * X]
    gamma = Fraction(min(products))
    assert gamma > 0
    scaled = [Fraction(int(a)) / gamma for a in u]
    assert min(dot(scaled, z) for z in y[:, None] * X) == 1
    assert lp_erm(X, y).margin >= 1 - 1e-9
    assert lp_erm(*any_sample).separable == is_separable(*any_sample)


@settings(max_examples=12)
@given(sample=signed_samples(most=4, dimensions=(1, 2), K=1))
@example(sample=(np.array([[2.0, -1, 1], [1, 2, -1], [-2, -2, 1]]), np.ones(3)))  # a box of 13
def test_prop_box(sample):
    X, y = sample
    answer = big_m(X, y)
    assert answer.claimed == answer.mistakes == opt(X, y)


@few
@given(n=st.integers(1, 3), data=st.data())
def test_thm_np_complete(n, data):
    edges = (
        data.draw(st.lists(st.sampled_from(list(combinations(range(n), 2))), unique=True))
        if n > 1
        else []
    )
    covers = (set(C) for k in range(n + 1) for C in combinations(range(n), k))
    least = len(next(C for C in covers if all(C & set(edge) for edge in edges)))
    X, y = graph_sample(n, edges)
    assert len(smallest_cover(n, edges)) == least == opt(X, y)
    w = data.draw(vectors(n))  # the mistakes of any vector give a cover
    C = {v for v in range(n) if w[v] >= 0} | {u for u, v in edges if w[u] + w[v] <= 0}
    assert all(C & set(edge) for edge in edges)
    assert len(C) <= disagreements(np.array(w, float), X, y)


def rational_solution(X, y):
    A = [[dot(a, b) for b in X.T] for a in X.T]
    return solve(A, [dot(a, y) for a in X.T])


def squares(X, y, w):
    return sum((dot(w, x) - int(b)) ** 2 for x, b in zip(X, y, strict=True))


@few
@given(system=systems(), w=vectors(2))
def test_thm_least_squares(system, w):
    X, y = system
    w, best = w[: X.shape[1]], rational_solution(X, y)
    away = [a - b for a, b in zip(w, best, strict=True)]
    gap = squares(X, y, w) - squares(X, y, best)
    assert gap == sum(dot(away, x) ** 2 for x in X)
    assert (gap == 0) == (list(w) == best)
    misses = [dot(best, x) - int(b) for x, b in zip(X, y, strict=True)]
    assert all(dot(misses, column) == 0 for column in X.T)
    for found in (least_squares(X, y).w, normal_equations(X, y), qr_least_squares(X, y)):
        np.testing.assert_allclose(found, np.array(best, float), atol=1e-9)


@few
@given(system=systems(full=False), n=vectors(2))
def test_prop_rank_deficient(system, n):
    X, y = system
    assume(X.any())
    w = least_squares(X, y).w
    U, s, V = np.linalg.svd(X, full_matrices=False)
    keep = s > 1e-9
    np.testing.assert_allclose(least_squares(X, y).singular_values, s, atol=1e-9)
    np.testing.assert_allclose(w, (V[keep].T / s[keep]) @ (U.T[keep] @ y), atol=1e-9)
    n = np.array(n[: X.shape[1]], float)
    null = n - V[keep].T @ (V[keep] @ n)
    assert np.linalg.norm(X @ null) <= 1e-9
    assert np.linalg.norm(X.T @ (X @ (w + null) - y)) <= 1e-8
    assert norm2(w + null) == pytest.approx(norm2(w) + norm2(null), abs=1e-8)


@few
@given(system=systems(), data=st.data(), u=vectors(2))
def test_prop_gauss_markov(system, data, u):
    X, _ = system
    (m, d), inverse = X.shape, np.linalg.inv(X.T @ X)
    u = np.array(u[:d], float)
    free = np.array(data.draw(st.lists(vectors(m, 1), min_size=d, max_size=d)), float)
    D = data.draw(st.sampled_from([1, 0.1])) * free @ (np.eye(m) - X @ inverse @ X.T)
    C = inverse @ X.T + D
    np.testing.assert_allclose(C @ X, np.eye(d), atol=1e-9)
    signs = np.array(list(product((-1.0, 1.0), repeat=m)))  # independent noise of variance 1
    cov, best = ((signs @ M.T).T @ (signs @ M.T) / len(signs) for M in (C, inverse @ X.T))
    np.testing.assert_allclose(best, inverse, atol=1e-9)
    np.testing.assert_allclose(cov, inverse + D @ D.T, atol=1e-9)
    assert u @ cov @ u >= u @ inverse @ u - 1e-9
    assert np.allclose(cov, inverse) == np.allclose(D, 0, atol=1e-6)


def absolute_errors(X, y, w):
    return sum(abs(dot(w, x) - int(b)) for x, b in zip(X, y, strict=True))


@few
@given(system=systems(), w=vectors(2), raise_by=st.integers(1, 9))
def test_prop_absolute(system, w, raise_by):
    X, y = system
    d = X.shape[1]
    corners = [
        solve(X[list(S)].tolist(), y[list(S)].tolist()) for S in combinations(range(len(X)), d)
    ]
    least = min(absolute_errors(X, y, c) for c in corners if c is not None)
    assert absolute_errors(X, y, w[:d]) >= least
    found = least_absolute(X, y).w
    assert abs(X @ found - y).sum() == pytest.approx(float(least), abs=1e-9)
    best = next(c for c in corners if c is not None and absolute_errors(X, y, c) == least)
    for k, x in enumerate(X):
        if y[k] > dot(best, x):
            moved = y + raise_by * (np.arange(len(y)) == k)
            totals = [absolute_errors(X, moved, c) for c in corners if c is not None]
            assert absolute_errors(X, moved, best) == min(totals)


@few
@given(system=systems(full=False), lams=st.lists(st.integers(1, 40), min_size=1, max_size=4))
def test_prop_ridge_path(system, lams):
    X, y = system
    lams, d = sorted(lams), X.shape[1]
    path = ridge_path(X, y, [lam / 4 for lam in lams])
    sizes, misses = [], []
    for lam, w in zip(lams, path, strict=True):
        A = [
            [dot(a, b) + Fraction(lam, 4) * (i == j) for j, b in enumerate(X.T)]
            for i, a in enumerate(X.T)
        ]
        best = solve(A, [dot(a, y) for a in X.T])
        np.testing.assert_allclose(w, np.array(best, float), atol=1e-9)
        sizes.append(norm2(best))
        misses.append(squares(X, y, best))
    assert all(a >= b for a, b in zip(sizes, sizes[1:], strict=False))
    assert all(a <= b for a, b in zip(misses, misses[1:], strict=False))
    ends = ridge_path(X, y, [1e-9, 1e12])
    assert np.abs(ends[1]).max() <= 1e-9
    np.testing.assert_allclose(ends[0], least_squares(X, y).w, atol=1e-6)
    assert len(path[0]) == d


def test_a_falling_logistic_function_is_far_from_the_jump():
    z = np.array([-1, -1e-3, 1e-3, 1])
    assert (abs(1 / (1 + np.exp(z)) - (1 + np.sign(z)) / 2) > 0.5).all()


binary = joint_distributions(points=3, labels=(-1, 1))
scores = st.lists(st.integers(-6, 6).map(lambda v: v / 2), min_size=3, max_size=3)


def excesses(D, f, name):
    """Return the excess risks of the signs of f, and of f for a surrogate, point by point."""
    surrogate = SURROGATES[name]
    zero_one = phi = 0.0
    for x in set(D.X):
        total = float(mass(D.p, x == D.X))
        if total:
            eta = float(mass(D.p, (x == D.X) & (D.y == 1))) / total
            a = f[int(x)]
            wrong = 1 - eta if a > 0 else eta
            zero_one += total * (wrong - min(eta, 1 - eta))
            least = float(surrogate.best(np.array([eta]))[0])
            phi += total * (float(surrogate.conditional(eta, a)) - least)
    return zero_one, phi


@few
@given(D=binary, f=scores, name=st.sampled_from(sorted(SURROGATES)))
def test_thm_calibration(D, f, name):
    zero_one, phi = excesses(D, f, name)
    surrogate = SURROGATES[name]
    assert float(surrogate.psi([zero_one])[0]) <= phi + 1e-9
    grid = np.linspace(0, 1, 21)
    psi = surrogate.psi(grid)
    assert psi[0] == pytest.approx(0, abs=1e-12)
    assert (np.diff(psi) > 0).all()
    assert (np.diff(psi, 2) > -1e-12).all()
    np.testing.assert_allclose(surrogate.psi(-grid), psi, atol=1e-12)
    eta, many = 0.3, np.linspace(-8, 8, 1601)
    least = surrogate.conditional(eta, many).min()
    assert least == pytest.approx(float(surrogate.best(np.array([eta]))[0]), abs=1e-4)


@few
@given(D=binary, f=scores)
def test_cor_four_surrogates(D, f):
    theta = np.linspace(-1, 1, 9)
    table = {
        "hinge": (abs(theta), lambda e: e),
        "squared": (theta**2, sqrt),
        "exponential": (1 - np.sqrt(1 - theta**2), lambda e: sqrt(2 * e)),
        "logistic": (theta**2 / 2, lambda e: sqrt(2 * e)),
    }
    assert set(table) == set(SURROGATES)
    for name, (psi, bound) in table.items():
        said = SURROGATES[name].psi(theta)
        assert (said >= psi - 1e-12).all()
        assert name == "logistic" or said == pytest.approx(psi)
        zero_one, phi = excesses(D, f, name)
        assert zero_one <= bound(max(phi, 0)) + 1e-9


@few
@given(
    n=st.integers(1, 3),
    more=st.integers(0, 30),
    name=st.sampled_from(sorted(SURROGATES)),
    w=vectors(2, 3),
)
def test_prop_surrogates_fail(n, more, name, w):
    X = np.array([(1, 1)] * n + [(-1, 1)] * n + [(2 * n + 1 + more, 1)], dtype=float)
    y = np.repeat([1.0, -1.0], [n, n + 1])
    assert minimum_disagreement(X, y).mistakes == 1
    phi, w = SURROGATES[name].phi, np.array(w) / 4
    if phi(y * (X @ w)).mean() <= phi(np.zeros(1))[0]:
        assert disagreements(w, X, y) >= n
    assert disagreements(least_hinge(X, y), X, y) >= n


numbers = st.fractions(-3, 3, max_denominator=4)


@few
@given(case=st.integers(1, 3).flatmap(lambda d: st.tuples(*[vectors(d)] * 3)), b=numbers, t=numbers)
def test_prop_affine(case, b, t):
    w, x, z = case

    def h(v):
        return dot(w, v) + b

    between = [t * p + (1 - t) * q for p, q in zip(x, z, strict=True)]
    assert h(between) == t * h(x) + (1 - t) * h(z)
    # conversely: a function with a square in it is straight on no line along that coordinate
    bent = [v[0] ** 2 + h(v) for v in (between, x, z)]
    straight = bent[0] == t * bent[1] + (1 - t) * bent[2]
    assert straight == (t in (0, 1) or x[0] == z[0])


planes = st.integers(1, 3).flatmap(lambda d: st.tuples(nonzero(d), vectors(d), vectors(d)))


@few
@given(case=planes, b=st.integers(-3, 3))
def test_prop_hyperplane(case, b):
    w, x, z = case
    d = len(w)

    def onto(v):
        return [
            Fraction(a) - Fraction(dot(w, v) + b, norm2(w)) * c for a, c in zip(v, w, strict=True)
        ]

    p, q = onto(x), onto(z)
    assert dot(w, p) + b == dot(w, q) + b == 0
    assert dot(w, [s - t for s, t in zip(p, q, strict=True)]) == 0
    near = norm2([s - t for s, t in zip(x, p, strict=True)])
    assert near == Fraction((dot(w, x) + b) ** 2, norm2(w))
    other = norm2([s - t for s, t in zip(x, q, strict=True)])
    assert other > near or p == q
    if d == 2 and w[1]:
        for t in (0, 1):
            assert dot(w, (t, -Fraction(b + w[0] * t, w[1]))) + b == 0


@few
@given(
    case=st.integers(2, 3).flatmap(lambda d: st.tuples(nonzero(d), nonzero(d))),
    y=st.sampled_from([-1, 1]),
)
def test_cor_angle(case, y):
    U, x = case
    lengths = sqrt(norm2(U) * norm2(x))
    theta = np.arccos(np.clip(dot(U, x) / lengths, -1, 1))
    assert y * dot(U, x) / sqrt(norm2(U)) == pytest.approx(
        y * sqrt(norm2(x)) * np.cos(theta), abs=1e-7
    )
    if y * dot(U, x) >= 0:
        foot = [Fraction(a) - Fraction(dot(U, x), norm2(U)) * c for a, c in zip(x, U, strict=True)]
        away = norm2([a - c for a, c in zip(x, foot, strict=True)])
        assert away == Fraction(dot(U, x) ** 2, norm2(U))


@few
@given(case=planes, b=st.integers(-3, 3))
def test_prop_lift(case, b):
    w, x, _ = case
    lifted, weights = homogenise([x])[0], [b, *w]
    assert lifted.tolist() == [1, *x]
    score = dot(weights, lifted)
    assert score == dot(w, x) + b
    assert norm2(lifted) == 1 + norm2(x)
    before, after = Fraction(score**2, norm2(w)), Fraction(score**2, norm2(weights))
    assert after <= before
    assert score == 0 or (after == before) == (b == 0)


def test_on_the_hyperplane_the_lift_costs_nothing():
    def equal_only_without_a_bias(case):
        x, b = case  # w = 1
        return (Fraction((x + b) ** 2, 1 + b * b) == (x + b) ** 2) == (b == 0)

    x, b = counterexample(st.tuples(*[st.integers(-3, 3)] * 2), equal_only_without_a_bias)
    assert x + b == 0 != b


@few
@given(case=planes, b=st.integers(-3, 3))
def test_prop_side(case, b):
    w, x, z = case
    p = [Fraction(a) - Fraction(dot(w, z) + b, norm2(w)) * c for a, c in zip(z, w, strict=True)]
    assert (dot(w, x) + b > 0) == (dot(w, [s - t for s, t in zip(x, p, strict=True)]) > 0)


# What the notes print, found false.


def test_misprint_E_000_03():
    def labels_may_be_bits(sample):
        X, y, w = sample
        return opt(X, y) == opt(X, (y + 1) / 2)

    counterexample(separable_samples(most=2, dimensions=(1, 1)), labels_may_be_bits)


def test_misprint_E_000_06():
    counterexample(samples, lambda sample: opt(*sample) == Fraction(opt(*sample), len(sample[0])))


def test_misprint_E_002_21():
    def an_acute_angle_with_w(case):
        w, x, b = case
        return (dot(w, x) + b > 0) == (dot(w, x) > 0)

    _, _, b = counterexample(
        st.tuples(nonzero(2), vectors(2), st.integers(-3, 3)), an_acute_angle_with_w
    )
    assert b != 0


def test_misprint_E_002_22():
    def only_the_realizable_have_a_best_halfspace(sample):
        X, y = sample
        best = minimum_disagreement(X, y)
        return is_separable(X, y) or not best.optimal

    counterexample(samples, only_the_realizable_have_a_best_halfspace)


thetas = [Fraction(t, 10) for t in range(1, 10)]


def test_misprint_E_002_31():
    def the_points_alone_decide(labels):
        # x fair on two points, y = 1 with probability theta: P_theta(x) does not know theta.
        k, m = sum(labels), len(labels)
        printed = [Fraction(1, 2**m) for _ in thetas]
        right = [t**k * (1 - t) ** (m - k) / 2**m for t in thetas]
        best = [[i for i, v in enumerate(each) if v == max(each)] for each in (printed, right)]
        return best[0] == best[1]

    counterexample(st.lists(st.integers(0, 1), max_size=5), the_points_alone_decide)


def test_misprint_E_002_32():
    def without_the_label(sample):
        X, y = sample
        ws = [np.array(w, float) for w in product((-1, 0, 1), repeat=X.shape[1])]
        right = [logistic(X @ w, y).sum() for w in ws]
        printed = [logistic(X @ w, np.ones(len(X))).sum() for w in ws]
        return right[int(np.argmin(printed))] <= min(right) + 1e-12

    _, y = counterexample(samples, without_the_label)
    assert -1 in y


def test_misprint_E_004_09():
    def one_vector_serves_all_three(sample):
        X, y, u = sample
        return min(dot(u / 2, z) for z in y[:, None] * X) >= 1

    X, y, u = counterexample(separable_samples(), one_vector_serves_all_three)
    assert min(dot(u / 2, z) for z in y[:, None] * X) > 0
