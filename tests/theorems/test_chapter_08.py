"""The statements of chapter 08 about samples and finite distributions, as properties that shrink.

A class is a table of losses: a row for each predictor, a column for each atom.
"""

import itertools
import math
from fractions import Fraction

import numpy as np
from hypothesis import assume, example, given
from hypothesis import strategies as st
from strategies_08_13 import (
    CLOSE,
    F,
    all_samples,
    counterexample,
    determinant,
    examples,
    failing,
    points,
    rationals,
    separable,
    shares,
    signs,
    solve,
    street,
    vectors,
)

from lecture_code.chapters.c08_pac_bayes import gibbs, pac_bayes_rate, relative_entropy
from lecture_code.chapters.c08_structural_risk import (
    is_prefix_free,
    kraft_sum,
    prefix_code,
    structural_risk_minimiser,
)
from lecture_code.core.distributions import FiniteDistribution
from lecture_code.linear.regression import leave_one_out
from lecture_code.model_selection.curves import mean_training_error
from lecture_code.model_selection.grid_search import refine_grid
from lecture_code.model_selection.holdout import coverage, edge, expected_least, vote_error
from lecture_code.theory.bounds import compress_separator, compression_bound

DELTAS = st.sampled_from([0.1, 0.5, 0.9])


@st.composite
def worlds(draw, rows=(1, 3), sizes=(1, 6)):
    """Draw a table of losses 0 and 1 (r, n), exact probabilities of the n atoms, and a size."""
    n, r = draw(st.integers(2, 3)), draw(st.integers(*rows))
    bits = st.lists(st.integers(0, 1), min_size=n, max_size=n)
    table = np.array(draw(st.lists(bits, min_size=r, max_size=r)))
    return table, draw(shares(n)), draw(st.integers(*sizes))


def risks(table, D):
    return F(table) @ F(D)


def kl(q, p):
    """Return the relative entropy of two coins."""
    parts = [(q, p), (1 - q, 1 - p)]
    return sum(a * math.log(a / b) if b else math.inf for a, b in parts if a)


@examples(25)
@given(shares(3), shares(3), vectors(3, 3))
def test_lem_change_of_measure(P, Q, phi):
    P, Q = (np.array(D, float) for D in (P, Q))
    mean = math.log(P @ np.exp(phi))
    if not (Q[P == 0] > 0).any():
        entropy = sum(q * math.log(q / p) for q, p in zip(Q, P, strict=True) if q)
        assert math.isclose(relative_entropy(Q, P), entropy, abs_tol=CLOSE)
        assert Q @ phi <= entropy + mean + CLOSE
    best = gibbs(P, (3 - phi) / 6, 6.0)
    assert math.isclose(best @ phi, relative_entropy(best, P) + mean, abs_tol=1e-8)


@examples(40)
@given(st.integers(1, 150))
def test_lem_stirling(n):
    ratio = math.exp(math.lgamma(n + 1) - n * math.log(n) + n) / math.sqrt(2 * math.pi * n)
    assert ratio * (1 + 1e-12) >= 1
    assert ratio <= math.exp(1 / (12 * n)) * (1 + 1e-12)


def xi(m):
    return sum(math.comb(m, k) * (k / m) ** k * (1 - k / m) ** (m - k) for k in range(m + 1))


@examples(20)
@given(
    st.lists(st.fractions(0, 1, max_denominator=3), min_size=2, max_size=3),
    st.integers(1, 4),
    st.integers(8, 200),
    st.data(),
)
def test_lem_maurer(values, m, large, data):
    D = data.draw(shares(len(values)))
    p = sum(a * b for a, b in zip(values, D, strict=True))
    mean = sum(
        float(q) * math.exp(m * kl(sum(values[j] for j in drawn) / m, p))
        for drawn, q in all_samples(D, m)
        if q
    )
    assert mean <= xi(m) * (1 + CLOSE)
    coin = Fraction(1, 3)
    flips = sum(
        math.comb(m, k) * (1 / 3) ** k * (2 / 3) ** (m - k) * math.exp(m * kl(Fraction(k, m), coin))
        for k in range(m + 1)
    )
    assert math.isclose(flips, xi(m))
    assert xi(large) <= 2 * math.sqrt(large)


@examples(12)
@given(worlds((2, 2), (8, 12)), shares(2), DELTAS)
def test_thm_pac_bayes(world, prior, delta):
    table, D, m = world
    P, true = np.array(prior, float), risks(table, D).astype(float)
    posteriors = [np.array([q, 1 - q]) for q in np.linspace(0, 1, 9) if not (P == 0).any()]
    posteriors = posteriors or [P]
    limits = [(relative_entropy(Q, P) + math.log(2 * math.sqrt(m) / delta)) / m for Q in posteriors]
    first = pac_bayes_rate(relative_entropy(posteriors[0], P), m, delta)
    assert math.isclose(first, limits[0])

    def bad(counts):
        found = table @ counts / m
        return any(
            kl(Q @ found, Q @ true) > limit + CLOSE
            or Q @ true > Q @ found + math.sqrt(limit / 2) + CLOSE
            for Q, limit in zip(posteriors, limits, strict=True)
        )

    assert failing(D, m, bad) <= delta


def predictors(table):
    """Predictors of labels 0 on atoms 0, 1, ...: their answers are their losses."""
    return [lambda X, row=row: row[np.asarray(X)[:, 0].astype(int)] for row in table]


@examples(20)
@given(worlds((2, 3)), DELTAS, st.data())
def test_thm_srm(world, delta, data):
    """Every class is one predictor, with the radius of Hoeffding's inequality for its weight."""
    (table, D, m), H = world, predictors(world[0])
    weights = np.array(data.draw(shares(len(table)).filter(all)), float)
    radii = np.sqrt(np.log(2 / (weights * delta)) / (2 * m))
    true = risks(table, D).astype(float)

    def bad(counts):
        drawn = np.repeat(np.arange(len(D)), counts)
        run = structural_risk_minimiser(H, radii, drawn[:, None], np.zeros(m))
        found = table @ counts / m
        assert run.index == (found + radii).argmin()
        outside = (np.abs(found - true) > radii + CLOSE).any()
        assert outside or (true[run.index] <= true + 2 * radii + CLOSE).all()
        return bool(outside)

    assert failing(D, m, bad) <= delta


words = st.lists(st.text("01", min_size=1, max_size=4), min_size=1, max_size=6, unique=True)


@examples(60)
@given(words, st.lists(st.integers(1, 5), min_size=1, max_size=6))
@example(["0", "10", "11"], [1, 2, 2])  # a complete code
def test_lem_kraft(found, lengths):
    free = not any(a != b and b.startswith(a) for a, b in itertools.product(found, repeat=2))
    assert is_prefix_free(found) == free
    if free:
        assert sum(Fraction(1, 2 ** len(w)) for w in found) == kraft_sum(found) <= 1
    if sum(Fraction(1, 2**k) for k in lengths) <= 1:
        code = prefix_code(lengths)
        assert [len(w) for w in code] == lengths
        assert not any(b.startswith(a) for a, b in itertools.permutations(code, 2))


@examples(20)
@given(worlds((3, 3)), DELTAS, st.sampled_from([(1, 2, 2), (2, 1, 3), (3, 3, 1)]))
def test_thm_occam(world, delta, lengths):
    table, D, m = world
    assert sum(Fraction(1, 2**k) for k in lengths) <= 1
    radii = np.sqrt((np.array(lengths) * math.log(2) + math.log(2 / delta)) / (2 * m))
    true = risks(table, D).astype(float)

    def bad(counts):
        return bool((np.abs(table @ counts / m - true) > radii + CLOSE).any())

    assert failing(D, m, bad) <= delta


@st.composite
def learners(draw, m, symmetric=False):
    """Draw a distribution on two atoms and a learner: any losses for each sample below m."""
    D = draw(shares(2))
    loss = st.tuples(st.integers(0, 2), st.integers(0, 2))
    keys = [k for size in range(m) for k in itertools.product(range(2), repeat=size)]
    if symmetric:
        answers = {k: draw(loss) for k in keys if k == tuple(sorted(k))}
        answers = {k: answers[tuple(sorted(k))] for k in keys}
    else:
        answers = {k: draw(loss) for k in keys}
    return D, answers


def fold_errors(drawn, answers, folds):
    for part in folds:
        rest = tuple(z for i, z in enumerate(drawn) if i not in part)
        yield Fraction(sum(answers[rest][drawn[i]] for i in part), len(part))


@examples(20)
@given(learners(4), st.sampled_from([[(0,), (1, 2, 3)], [(3, 1), (0, 2)], [(0,), (1,), (2, 3)]]))
def test_thm_cv_mean(world, folds):
    D, answers = world
    left = sum(
        p * sum(fold_errors(drawn, answers, folds)) / len(folds) for drawn, p in all_samples(D, 4)
    )
    right = sum(
        p * sum(q * e for q, e in zip(D, answers[drawn], strict=True)) / len(folds)
        for part in folds
        for drawn, p in all_samples(D, 4 - len(part))
    )
    assert left == right


@examples(20)
@given(learners(4, symmetric=True), st.sampled_from([2, 4]))
def test_prop_cv_variance(world, k):
    D, answers = world
    size = 4 // k
    folds = [tuple(range(i, i + size)) for i in range(0, 4, size)]
    rows = [(p, F(list(fold_errors(drawn, answers, folds)))) for drawn, p in all_samples(D, 4)]
    mean = sum(p * e for p, e in rows)
    spread = sum(p * np.outer(e - mean, e - mean) for p, e in rows)
    v, c = spread[0, 0], spread[0, 1]
    assert all(spread[i, j] == (v if i == j else c) for i in range(k) for j in range(k))
    total = sum(p * (e.sum() / k - mean.sum() / k) ** 2 for p, e in rows)
    sample = sum(p * ((e - e.sum() / k) ** 2).sum() / (k - 1) for p, e in rows)
    assert total == (v + (k - 1) * c) / k
    assert sample / k == (v - c) / k == total - c


@examples(30)
@given(points((2, 5), (1, 2)), st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 3)]),
       st.data())  # fmt: skip
def test_prop_press(X, lam, data):
    y, (m, d) = F(data.draw(vectors(len(X)))), X.shape
    E, A = F(np.eye(d, dtype=int)), F(X)
    assume(determinant((A.T @ A + lam * E).tolist()) != 0)
    w = solve(A.T @ A + lam * E, A.T @ y)
    leverages = [a @ solve(A.T @ A + lam * E, a) for a in A]
    found = leave_one_out(X, y.astype(float), lam=float(lam)) if max(leverages) < 1 else None
    assert found is None or np.allclose(found.w, w.astype(float), atol=1e-6)
    for i in range(m):
        h = leverages[i]
        rest = np.delete(A, i, axis=0)
        system = rest.T @ rest + lam * E
        assert 0 <= h <= 1
        assert (h == 1) == (determinant(system.tolist()) == 0)
        if h < 1:
            other = solve(system, rest.T @ np.delete(y, i))
            assert y[i] - other @ A[i] == (y[i] - w @ A[i]) / (1 - h)
            if found is not None:
                assert math.isclose(found.residuals[i], y[i] - other @ A[i], abs_tol=1e-6)


@examples(6)
@given(st.integers(2, 7))
def test_prop_parity(m):
    errors = [left_out(y) for y in itertools.product((0, 1), repeat=m)]
    assert errors.count(0) == errors.count(1) == 2 ** (m - 1)


def left_out(y):
    """Return the leave-one-out error of the parity rule."""
    return Fraction(sum((sum(y) - label) % 2 != label for label in y), len(y))


@examples(40)
@given(st.fractions(0, 1, max_denominator=20), st.integers(4, 7), st.integers(1, 4),
       st.integers(1, 5))  # fmt: skip
def test_prop_grid(bottom, g, T, steep):
    """The box in exact arithmetic, for a valley with sides of different slopes."""

    def e(u):
        return (u - bottom) * steep if u > bottom else bottom - u

    low, high = Fraction(0), Fraction(1)
    for _ in range(T):
        grid = [low + (high - low) * j / (g - 1) for j in range(g)]
        at = min(range(g), key=lambda j: e(grid[j]))
        low, high = grid[max(at - 1, 0)], grid[min(at + 1, g - 1)]
        assert low <= bottom <= high
    assert high - low <= Fraction(2, g - 1) ** T
    run = refine_grid(lambda u: float(e(u[0])), [(0.0, 1.0)], points=g, rounds=T)
    sides = run.boxes[:, 0]
    assert (sides[:, 0] <= float(bottom) + CLOSE).all()
    assert (sides[:, 1] >= float(bottom) - CLOSE).all()
    assert sides[-1, 1] - sides[-1, 0] <= (2 / (g - 1)) ** T + CLOSE


@examples(20)
@given(worlds((1, 3)), st.integers(1, 6), DELTAS)
def test_prop_bracket(world, n, delta):
    table, D, m = world
    true = risks(table, D).astype(float)
    best = true.min()
    left, right = (math.sqrt(math.log(2 / delta) / (2 * size)) for size in (m, n))
    assert failing(D, m, lambda c: (table @ c / m).min() - left > best + CLOSE) <= delta / 2
    for h in range(len(table)):  # V does not depend on S, so h_S may be any h
        outer = failing(D, n, lambda c, h=h: true[h] > table[h] @ c / n + right + CLOSE)
        assert outer <= delta / 2


def least_training(table, D, m):
    return sum(p * Fraction(int(table[:, list(d)].sum(1).min()), m) for d, p in all_samples(D, m))


@examples(20)
@given(worlds((1, 3), (1, 4)))
def test_prop_train_monotone(world):
    table, D, m = world
    here, there = (least_training(table, D, size) for size in (m, m + 1))
    assert here <= there
    for p in (D, np.array(D, float)):
        atoms = FiniteDistribution(np.arange(float(len(D)))[:, None], np.zeros(len(D)), p)
        assert math.isclose(mean_training_error(predictors(table), atoms, m), here, abs_tol=CLOSE)


@examples(20)
@given(worlds((1, 3), (1, 4)))
def test_prop_curves_meet(world):
    table, D, m = world
    true = risks(table, D)
    risk = sum(p * true[table[:, list(d)].sum(1).argmin()] for d, p in all_samples(D, m))
    assert least_training(table, D, m) <= min(true) <= risk


@examples(20)
@given(st.lists(st.lists(st.integers(0, 1), min_size=3, max_size=3), min_size=3, max_size=3),
       shares(3), st.integers(2, 6), DELTAS)  # fmt: skip
def test_thm_compression(table, D, m, delta):
    """One example is kept: atom j makes predictor j, and the worst one that fits is chosen."""
    table = np.array(table)
    true, room = risks(table, D).astype(float), (math.log(m) + math.log(1 / delta)) / (m - 1)
    assert math.isclose(compression_bound(m, 1, delta), room)
    many = math.log(math.comb(m + 2, m) / delta) / 2  # all but two are kept
    assert math.isclose(compression_bound(m + 2, m, delta), many)

    def bad(counts):
        fits = [
            j
            for j in range(3)
            if counts[j] and not table[j] @ (counts - (np.arange(3) == j)).clip(0)
        ]
        return any(true[j] > room + CLOSE for j in fits)

    assert failing(D, m, bad) <= delta


@examples(25)
@given(separable((2, 5), (1, 2), through_origin=True))
def test_prop_svm_compression(sample):
    X, y, *_ = sample
    assume(len(X) >= X.shape[1])
    kept = compress_separator(X, y)
    assert len(set(kept.tolist())) == X.shape[1]
    whole, part = street(X, y, bias=False), street(X[kept], y[kept], bias=False)
    assert (whole[0] == part[0]).all()


@examples(25)
@given(st.lists(st.fractions(0, 1, max_denominator=3), min_size=2, max_size=3), st.integers(1, 8),
       DELTAS, st.data())  # fmt: skip
def test_thm_validation(losses, n, delta, data):
    D, losses = data.draw(shares(len(losses))), F(losses)
    risk = losses @ F(D)
    small = min(n, 4)
    mean = sum(p * sum(losses[j] for j in d) / small for d, p in all_samples(D, small))
    assert mean == risk
    two, one = (math.sqrt(math.log(a / delta) / (2 * n)) for a in (2, 1))
    assert failing(D, n, lambda c: abs(losses @ c / n - risk) > two + CLOSE) <= delta
    assert failing(D, n, lambda c: risk > losses @ c / n + one + CLOSE) <= delta
    assert failing(D, n, lambda c: losses @ c / n > risk + one + CLOSE) <= delta
    for p in (7, 8):  # in tenths, where floats miss one end of the interval or the other
        off = failing([Fraction(p, 10), Fraction(10 - p, 10)], 10, lambda c, p=p: abs(c[0] - p) > 1)
        assert math.isclose(coverage(p / 10, 10, 0.1), 1 - off)


@examples(20)
@given(worlds((1, 3)), DELTAS)
def test_thm_selection(world, delta):
    table, D, n = world
    true, r = risks(table, D).astype(float), len(table)
    room = math.sqrt(math.log(2 * r / delta) / (2 * n))

    def bad(counts):
        found = table @ counts / n
        outside = bool((np.abs(found - true) > room + CLOSE).any())
        assert outside or true[found.argmin()] <= true.min() + 2 * room + CLOSE
        return outside

    assert failing(D, n, bad) <= delta


@examples(20)
@given(worlds((1, 3), (1, 4)), st.integers(1, 4), st.integers(1, 3), rationals(0, 1))
@example((np.array([[0, 1], [1, 0]]), [Fraction(1, 2)] * 2, 1), 1, 1, Fraction(1, 2))
def test_prop_winner(world, n, r, p):
    table, D, m = world
    true, gap = risks(table, D), Fraction(0)
    for drawn, q in all_samples(D, m):
        found = table[:, list(drawn)].sum(axis=1)
        gap += q * (true[found.argmin()] - Fraction(int(found.min()), m))
    assert 0 <= gap <= math.sqrt(math.log(len(table)) / (2 * m)) + CLOSE
    chance = [math.comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(n + 1)]
    formula = [sum(sum(chance[j:]) ** s for j in range(1, n + 1)) / n for s in (r, r + 1)]
    mean = sum(
        math.prod(chance[k] for k in ks) * Fraction(min(ks), n)
        for ks in itertools.product(range(n + 1), repeat=r)
    )
    assert mean == formula[0] >= formula[1]
    if 0 < p < 1:
        assert math.isclose(expected_least(n, r, float(p)), mean, abs_tol=CLOSE)


@examples(5)
@given(st.sampled_from([(1, 1), (3, 1), (3, 3), (1, 3), (5, 1)]))
def test_prop_reuse(size):
    """All guesses on the test set (where a guess is right or wrong, whatever the labels)."""
    n, k = size
    beta = Fraction(math.comb(n - 1, (n - 1) // 2), 2**n)
    error = Fraction(0)
    for g in itertools.product(signs(n), repeat=k):  # +1: right there
        votes = sum(np.array(row) * (1 if sum(row) > 0 else -1) for row in g)
        error += Fraction(int((votes < 0).sum()), n * 2 ** (n * k))
    q = Fraction(1, 2) + beta
    tail = sum(math.comb(k, j) * q**j * (1 - q) ** (k - j) for j in range((k + 1) // 2))
    assert error == tail
    assert math.isclose(vote_error(n, k), error)
    assert math.isclose(edge(n), beta)
    if k <= n:
        assert math.sqrt(k / n) / 5 <= Fraction(1, 2) - error <= math.sqrt(k / n) / 2


def test_misprint_E_002_41():
    """An estimate that is never near the true error, which is 1/2 for fair coins."""

    def printed(y):
        return abs(left_out(y) - Fraction(1, 2)) < Fraction(1, 2)

    coins = st.lists(st.integers(0, 1), min_size=2, max_size=4)
    assert left_out(counterexample(coins, printed)) in (0, 1)


def test_misprint_E_002_85():
    """The bound of the theorem fails for the best of r rules on the validation set."""

    def printed(world):
        n, r, delta = world
        room = math.sqrt(math.log(2 / delta) / (2 * n))
        lucky = sum(math.comb(n, j) for j in range(n + 1) if 0.5 - j / n > room) / 2**n
        return 1 - (1 - lucky) ** r <= delta  # the chance that some rule of error 1/2 looks better

    n, r, _ = counterexample(st.tuples(st.integers(1, 9), st.integers(1, 99), DELTAS), printed)
    assert r > 1
