"""Chapter 06: every theorem on the perceptron over small integer samples, in exact numbers."""

from fractions import Fraction
from operator import le

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from strategies import (
    counterexample,
    dot,
    few,
    nonzero,
    norm2,
    probabilities,
    separable_samples,
    shortest_separator,
    signed_samples,
    vectors,
)

from lecture_code.core.distributions import FiniteDistribution
from lecture_code.core.predictors import sign
from lecture_code.data.synthetic import exponential_family, orthonormal, stretched_pair
from lecture_code.linear.disagreement import minimum_disagreement
from lecture_code.linear.margins import functional_margin, minimum_norm_separator
from lecture_code.linear.online import online_perceptron
from lecture_code.linear.perceptron import (
    batch_perceptron,
    cyclic_perceptron,
    iterates,
    mistake_bound,
    pocket,
    unit_rows,
)

picks = st.lists(st.integers(0, 5), max_size=12)
samples = separable_samples()
plane = separable_samples(dimensions=(1, 2), K=2, most=4)
small = separable_samples(dimensions=(1, 2), K=2, most=3)
any_plane = signed_samples(dimensions=(1, 2), K=2, most=4)

# Two long examples, which make all the mistakes, and their short middle, which is right by then.
MIDDLE = np.array([[1, 1], [2, 0], [0, 2], [1, 1]], float), np.ones(4), np.array([1.0, 1.0])
LONG_FIRST = [1]  # begins with the second example

# The separator has its least margin on the second example only.
UNEVEN = np.array([[0, 2], [2, 0], [0, 2], [0, 2]], float), np.ones(4), np.array([1.0, 2.0])


def run_of(X, y, choices=(), w0=None, limit=20_000):
    """Run the box of the perceptron in integers: its vectors and its choices, the first of the
    wrong ones after the given choices are used up; None instead of choices if it did not stop."""
    Z = [[int(a) for a in row] for row in y[:, None] * X]
    w = [int(a) for a in (np.zeros(X.shape[1]) if w0 is None else w0)]
    trace, chosen, left = [w], [], list(choices)
    while wrong := [i for i, z in enumerate(Z) if sum(map(int.__mul__, w, z)) <= 0]:
        if len(chosen) == limit:
            return trace, None
        i = wrong[(left.pop() if left else 0) % len(wrong)]
        w = [a + b for a, b in zip(w, Z[i], strict=True)]
        trace.append(w)
        chosen.append(i)
    return trace, chosen


def radius2(X):
    return max(norm2(x) for x in X)


def margins(w, X, y):
    return [dot(w, z) for z in y[:, None] * X]


def least_margin(u, X, y):
    return min(margins(u, X, y))


def root_below(a, b):
    """Whether a <= 2 sqrt(b), for exact a and b >= 0."""
    return a <= 0 or a * a <= 4 * b


@few
@given(sample=samples, choices=picks)
@example(sample=MIDDLE, choices=LONG_FIRST)
def test_thm_novikoff(sample, choices):
    X, y, u = sample
    trace, chosen = run_of(X, y, choices)
    best = shortest_separator(X, y)
    for v in (u, best):
        assert least_margin(v, X, y) >= 1
        assert len(chosen) <= radius2(X) * dot(v, v)
    assert least_margin(trace[-1], X, y) > 0
    assert mistake_bound(X, y) == pytest.approx(float(radius2(X) * dot(best, best)), rel=1e-9)
    run = batch_perceptron(X, y)
    assert (iterates(X, y, run.chosen).tolist(), run.chosen.tolist()) == run_of(X, y)


@few
@given(sample=samples, choices=picks)
def test_lem_progress(sample, choices):
    X, y, u = sample
    trace, _ = run_of(X, y, choices)
    for v in (u, shortest_separator(X, y)):
        assert least_margin(v, X, y) >= 1
        assert all(dot(v, w) >= t for t, w in enumerate(trace))


@few
@given(sample=signed_samples(), choices=picks)
@example(sample=MIDDLE[:2], choices=LONG_FIRST)
def test_lem_growth(sample, choices):
    X, y = sample
    trace, _ = run_of(X, y, choices, limit=200)
    assert all(norm2(w) <= t * radius2(X) for t, w in enumerate(trace))


@few
@given(sample=samples, choices=picks)
@example(sample=MIDDLE, choices=LONG_FIRST)
def test_cor_any(sample, choices):
    X, y, u = sample
    M, gamma = len(run_of(X, y, choices)[1]), least_margin(u, X, y)
    assert M * gamma**2 <= radius2(X) * norm2(u)
    assert mistake_bound(X, y, u) == pytest.approx(float(radius2(X) * norm2(u) / gamma**2))


@few
@given(sample=samples, choices=picks, start=vectors(3, 6))
@example(sample=MIDDLE, choices=LONG_FIRST, start=(0, 0, 0))
def test_prop_start(sample, choices, start):
    X, y, _ = sample
    w0 = start[: X.shape[1]]
    M = len(run_of(X, y, choices, w0)[1])
    B2 = dot(*[shortest_separator(X, y)] * 2)
    assert root_below(M - radius2(X) * B2, B2 * norm2(w0))


@few
@given(sample=samples, choices=picks)
@example(sample=MIDDLE, choices=LONG_FIRST)
def test_cor_cosine(sample, choices):
    X, y, _ = sample
    best = shortest_separator(X, y)
    for t, w in enumerate(run_of(X, y, choices)[0][1:], start=1):
        along = dot(best, w)
        assert any(w)
        assert along > 0
        assert along**2 <= dot(best, best) * norm2(w)
        assert along**2 * radius2(X) >= t * norm2(w)


@few
@given(sample=samples, v=vectors(3))
def test_prop_shortest(sample, v):
    X, y, u = sample
    best, v = shortest_separator(X, y), v[: X.shape[1]]
    found = minimum_norm_separator(X, y)
    np.testing.assert_allclose(found.w, np.array(best, float), rtol=1e-8, atol=1e-9)
    assert least_margin(best, X, y) == 1
    assert found.gamma == pytest.approx(1 / found.B)
    for other in (u, v):
        gamma = least_margin(other, X, y)
        scaled = [Fraction(int(a), gamma) for a in other] if gamma > 0 else best
        assert scaled == best or dot(scaled, scaled) > dot(best, best)


@few
@given(sample=samples, seed=st.randoms(use_true_random=False))
def test_prop_passes(sample, seed):
    X, y, _ = sample
    order = list(range(len(X)))
    seed.shuffle(order)
    w, updates, passes, clean = np.zeros(X.shape[1]), 0, 0, False
    while not clean:
        passes, clean = passes + 1, True
        for i in order:
            if y[i] * np.dot(w, X[i]) <= 0:
                w, updates, clean = w + y[i] * X[i], updates + 1, False
    run = cyclic_perceptron(X, y, order=order)
    assert (run.updates, run.passes) == (updates, passes)
    assert passes <= updates + 1


@few
@given(m=st.integers(1, 6), choices=picks)
def test_prop_tight(m, choices):
    X, y = orthonormal(m)
    best = shortest_separator(X, y)
    assert len(run_of(X, y, choices)[1]) == m == radius2(X) * dot(best, best)


@few
@given(sample=samples, choices=picks)
@example(
    sample=(np.array([[1, -2], [3, 1], [0, 1]], float), np.ones(3), np.array([3.0, 1.0])),
    choices=LONG_FIRST,
)
def test_prop_integer(sample, choices):
    X, y, _ = sample
    best = shortest_separator(X, y)
    assert len(run_of(X, y, choices)[1]) * radius2(X) >= dot(best, best)


@st.composite
def corners(draw):
    """Draw an integer corner w and points of which it is the common corner, labelled by signs."""
    w = draw(st.sampled_from([(1, 0), (1, 1), (1, 2), (2, -1), (-1, 3)]))
    on = [(a, b) for a in range(-3, 4) for b in range(-3, 4) if a * w[0] + b * w[1] == 1]
    X = np.array(draw(st.lists(st.sampled_from(on), min_size=1, max_size=3)), float)
    y = np.array(draw(st.lists(st.sampled_from([-1.0, 1.0]), min_size=len(X), max_size=len(X))))
    return y[:, None] * X, y, list(w)


@few
@given(sample=corners(), choices=picks)
def test_lem_corner(sample, choices):
    X, y, w = sample
    trace, chosen = run_of(X, y, choices)
    assume(trace[-1] == w)
    assert len(chosen) == norm2(w)
    assert shortest_separator(X, y) == w


@few
@given(K=st.integers(1, 9), choices=picks)
def test_prop_stretched(K, choices):
    X, y = stretched_pair(K)
    assert (X.tolist(), y.tolist()) == ([[1, 0], [-K, 1]], [1, 1])
    best = shortest_separator(X, y)
    assert len(run_of(X, y, choices)[1]) == K**2 + 2 * K + 2 == dot(best, best)


@few
@given(d=st.integers(1, 5), choices=picks)
def test_thm_exponential(d, choices):
    X, y = exponential_family(d)
    z = [[-1] * k + [1] + [0] * (d - k - 1) for k in range(d)]
    assert (y[:, None] * X).tolist() == z
    trace, chosen = run_of(X, y, choices)
    best = shortest_separator(X, y)
    assert len(chosen) == (4**d - 1) // 3 == dot(best, best)
    assert trace[-1] == best == [2**k for k in range(d)]
    assert radius2(X) == d


def longest(d, K):
    """Return the most updates on separable integer data, by thm-integer."""
    return d**2 * (d * K**2) ** d


@few
@given(sample=samples, choices=picks)
@example(
    sample=(np.array([[1, 0], [-3, 1], *[[1, 0]] * 7], float), np.ones(9), np.array([1.0, 4.0])),
    choices=[],
)
def test_thm_integer(sample, choices):
    X, y, _ = sample
    d, R2, K = X.shape[1], radius2(X), int(abs(X).max())
    best = shortest_separator(X, y)
    assert dot(best, best) <= d**2 * R2 ** (d - 1)
    assert len(run_of(X, y, choices)[1]) <= d**2 * R2**d <= longest(d, K)


@few
@given(sample=any_plane, choices=picks)
def test_cor_stops(sample, choices):
    X, y = sample
    stopped = run_of(X, y, choices, limit=longest(2, 2))[1] is not None
    assert stopped == (shortest_separator(X, y) is not None)
    assert batch_perceptron(X, y, max_updates=longest(2, 2)).converged == stopped


def reachable(X, y, most=20_000):
    """Every vector to which some choice of mistakes leads, with the steps from it."""
    Z = [tuple(int(a) for a in row) for row in y[:, None] * X]
    todo, steps = [(0,) * X.shape[1]], {}
    while todo:
        w = todo.pop()
        if w in steps:
            continue
        assert len(steps) < most
        wrong = [z for z in Z if sum(map(int.__mul__, w, z)) <= 0]
        steps[w] = [tuple(map(int.__add__, w, z)) for z in wrong]
        todo += steps[w]
    return steps


@few
@given(sample=any_plane)
def test_thm_cycling(sample):
    X, y = sample
    W2 = max(norm2(w) for w in reachable(X, y))
    for choose in ("first", "worst"):
        run = batch_perceptron(X, y, choose=choose, max_updates=300)
        assert (run.trace**2).sum(axis=1).max() <= W2


@few
@given(sample=any_plane)
def test_cor_cycle(sample):
    X, y = sample
    assume(shortest_separator(X, y) is None)
    w, seen = (0,) * X.shape[1], {}
    for passes in range(len(reachable(X, y)) + 1):
        if w in seen:
            break
        seen[w] = passes
        for x, label in zip(X, y, strict=True):
            if label * np.dot(w, x) <= 0:
                w = tuple(int(a + label * b) for a, b in zip(w, x, strict=True))
    assert w in seen


def failing(steps, good, n):
    """From each vector the exact chance that n random mistakes never lead to a good vector."""
    chance = {w: Fraction(w not in good) for w in steps}
    for _ in range(n):
        chance = {
            w: chance[w] and sum((chance[v] for v in steps[w]), Fraction(0)) / len(steps[w])
            for w in steps
        }
    return chance


@few
@given(sample=signed_samples(dimensions=(1, 2), K=1, most=4))
def test_thm_pocket(sample):
    X, y = sample
    steps = reachable(X, y)
    least = minimum_disagreement(X, y).mistakes
    good = {w for w, wrong in steps.items() if len(wrong) == least}
    assert min(map(len, steps.values())) == least
    N = next(n for n in range(1, 40) if max(failing(steps, good, n).values()) < 1)
    p, start = 1 - max(failing(steps, good, N).values()), (0,) * X.shape[1]
    for k in (1, 2, 3):
        assert failing(steps, good, k * N)[start] <= (1 - p) ** k


OBLIQUE = Fraction(3, 5), Fraction(4, 5)
units = st.sampled_from([(1, 0), (0, 1), OBLIQUE]).flatmap(
    lambda v: st.tuples(st.sampled_from([-1, 1]), st.sampled_from([-1, 1]), st.booleans()).map(
        lambda s: (s[0] * v[s[2]], s[1] * v[1 - s[2]])
    )
)


@st.composite
def streams_of_known_length(draw, u):
    """Examples of integer length in the plane, labelled by u, which errs on none of them."""
    directions = [x for x in draw(st.lists(units, min_size=1, max_size=8)) if dot(u, x)]
    assume(directions)
    scale = st.sampled_from([5, 10, 15])
    lengths = draw(st.lists(scale, min_size=len(directions), max_size=len(directions)))
    y = [1 if dot(u, x) > 0 else -1 for x in directions]
    return directions, lengths, y


def normalised_mistakes(points, y):
    w, wrong = [Fraction(0)] * 2, []
    for t, (x, label) in enumerate(zip(points, y, strict=True)):
        if label * dot(w, x) <= 0:
            length = next(n for n in (1, 5, 10, 15, 30, 45) if n * n == dot(x, x))
            w = [a + label * b / length for a, b in zip(w, x, strict=True)]
            wrong.append(t)
    return wrong


@few
@given(world=units.flatmap(lambda u: st.tuples(st.just(u), streams_of_known_length(u))))
@example(world=(OBLIQUE, ([(1, 0), (0, 1), *[OBLIQUE] * 4], [15, 15, *[10] * 4], [1] * 6)))
@example(world=(OBLIQUE, ([(0, 1), (1, 0), (0, 1), (0, 1)], [15] * 4, [1] * 4)))
def test_thm_normalised(world):
    u, (directions, lengths, y) = world
    points = [[n * a for a in x] for n, x in zip(lengths, directions, strict=True)]
    sharp = min(label * dot(u, x) for x, label in zip(directions, y, strict=True))
    gamma = min(label * dot(u, x) for x, label in zip(points, y, strict=True))
    wrong = normalised_mistakes(points, y)
    assert len(wrong) * sharp**2 <= 1
    assert len(wrong) * gamma**2 <= max(lengths) ** 2
    assert normalised_mistakes([[3 * a for a in x] for x in points[:1]] + points[1:], y) == wrong
    X = np.array(points, float)
    for c in (1.0, 2.0 ** np.arange(len(X))[:, None]):
        run = online_perceptron(unit_rows(c * X), y)
        assert len(run.mistakes) * float(sharp) ** 2 <= 1 + 1e-12


@few
@given(sample=separable_samples(most=12))
@example(sample=tuple(part[1:] for part in MIDDLE[:2]) + MIDDLE[2:])
@example(sample=UNEVEN)
def test_thm_stream(sample):
    X, y, u = sample
    w, M = np.zeros(X.shape[1]), 0
    for x, label in zip(X, y, strict=True):
        if label * np.dot(w, x) <= 0:
            w, M = w + label * x, M + 1
    assert len(online_perceptron(X, y).mistakes) == M
    assert M * least_margin(u, X, y) ** 2 <= radius2(X) * norm2(u)


@few
@given(
    sample=signed_samples(dimensions=(2, 2), most=10),
    u=units,
    gamma=st.fractions(Fraction(1, 4), 4, max_denominator=4),
)
@example(sample=(np.eye(2), np.ones(2)), u=OBLIQUE, gamma=Fraction(2))
@example(
    sample=(np.array([[5, 0], [0, 5], [1, 3], [1, 3], [1, 3]], float), np.ones(5)),
    u=OBLIQUE,
    gamma=3,
)
@example(sample=(np.eye(2)[:1], np.ones(1)), u=(1, 0), gamma=Fraction(2))  # equality
def test_thm_violations(sample, u, gamma):
    X, y = sample
    assume(X.any())
    M = len(online_perceptron(X, y).mistakes)
    lack = [max(Fraction(0), gamma - dot(u, z)) for z in y[:, None] * X]
    R2, D2 = radius2(X), dot(lack, lack)
    assert root_below(M * gamma**2 - R2 - D2, R2 * D2)  # M gamma^2 <= (R + D)^2


@st.composite
def distributions(draw, examples):
    X, y = draw(examples)[:2]
    return FiniteDistribution(X, y, draw(probabilities(len(X))))


signed_distributions = distributions(signed_samples(dimensions=(1, 2), most=3))


def prefix_risk(D):
    """Return the average risk of the vectors of an online run as a function of the m examples."""

    def of(X, y):
        wrong = (D.X @ online_perceptron(X, y).hypotheses.T) * D.y[:, None] <= 0
        return sum(p * Fraction(int(k), len(X) + 1) for p, k in zip(D.p, wrong.sum(1), strict=True))

    return of


@few
@given(D=signed_distributions, m=st.integers(1, 3))
def test_thm_online_batch(D, m):
    mistakes = D.expectation(lambda X, y: len(online_perceptron(X, y).mistakes), m + 1)
    assert D.expectation(prefix_risk(D), m) == mistakes / (m + 1)


@few
@given(
    world=separable_samples(dimensions=(1, 2), most=3).flatmap(
        lambda sample: st.tuples(st.just(sample), probabilities(len(sample[0]), zero=False))
    ),
    m=st.integers(1, 3),
)
@example(world=(MIDDLE, [Fraction(k, 20) for k in (1, 9, 9, 1)]), m=3)
@example(
    world=(UNEVEN, [Fraction(k, 6) for k in (1, 3, 1, 1)]),
    m=3,
)
def test_cor_risk(world, m):
    (X, y, u), p = world
    D = FiniteDistribution(X, y, p)
    bound = radius2(X) * norm2(u) / least_margin(u, X, y) ** 2
    assert D.expectation(prefix_risk(D), m) * (m + 1) <= bound


@few
@given(D=signed_distributions, data=st.data())
def test_prop_vote(D, data):
    hs = data.draw(st.lists(vectors(D.X.shape[1]), min_size=1, max_size=5))
    votes = sign(D.X @ np.array(hs, float).T)
    right = (votes == D.y[:, None]).sum(axis=1)
    average = sum(p * (len(hs) - int(k)) / len(hs) for p, k in zip(D.p, right, strict=True))
    risk = sum(p for p, k in zip(D.p, right, strict=True) if 2 * k <= len(hs))
    assert risk <= 2 * average


@few
@given(
    sample=signed_samples(),
    data=st.data(),
    s=st.fractions(0, 1, max_denominator=4),
    eta=st.sampled_from([Fraction(1, 3), Fraction(1, 2), Fraction(5)]),
)
def test_prop_descent(sample, data, s, eta):
    X, y = sample
    x, label = X[0], y[0]
    w, v = (np.array(data.draw(vectors(len(x))), float) for _ in range(2))
    at = label * dot(w, x)
    slope = 1 if at < 0 else 0 if at > 0 else s
    loss, other = (max(0, -label * dot(u, x)) for u in (w, v))
    assert other >= loss - slope * label * (dot(v, x) - dot(w, x))
    vector, wrong = [Fraction(0)] * len(x), []
    for t, (point, sgn) in enumerate(zip(X, y, strict=True)):
        if sgn * dot(vector, point) <= 0:
            vector = [
                a + eta * Fraction(sgn) * Fraction(b) for a, b in zip(vector, point, strict=True)
            ]
            wrong.append(t)
    run = online_perceptron(X, y)
    assert run.mistakes.tolist() == wrong
    assert vector == [eta * Fraction(a) for a in run.w]


@few
@given(s=st.integers(-5, 5), y=st.sampled_from([-1, 1]))
def test_prop_mistake(s, y):
    signs = {True: 1, False: -1}
    assert (sign(s) != y) == (y * s <= 0)
    assert sign(s) == (signs[s > 0] if s else 0)


def test_with_bits_for_labels_a_mistake_is_no_wrong_sign():
    def a_wrong_sign(case):
        s, y = case
        return (sign(s) != y) == (y * s <= 0)

    pairs = st.tuples(st.integers(-5, 5), st.integers(0, 1))
    assert counterexample(pairs, a_wrong_sign) == (0, 0)


@few
@given(sample=signed_samples(least=2, most=2), w=vectors(3))
def test_lem_step(sample, w):
    (x, u), (y, v) = sample
    w = np.array(w[: len(x)], float)
    run = online_perceptron([x], [y])
    assert run.w.tolist() == (y * x).tolist()
    assert y * dot(w + y * x, x) == y * dot(w, x) + norm2(x)
    assert v * dot(w + y * x, u) == v * dot(w, u) + y * v * dot(x, u)


# What the notes print, found false.


def updates(sample):
    """Return the vectors of a run from 0, two by two."""
    trace = run_of(*sample[:2])[0]
    return zip(trace, trace[1:], strict=False)


def test_misprint_E_000_12():
    def every_update_raises_every_margin(sample):
        return all(
            all(map(le, margins(w, *sample[:2]), margins(v, *sample[:2])))
            for w, v in updates(sample)
        )

    X, y, _ = counterexample(small, every_update_raises_every_margin)
    assert len(X) >= 2


def test_misprint_E_000_13():
    def average_separates(sample):
        X, y, _ = sample
        return least_margin((y[:, None] * X).sum(axis=0), X, y) > 0

    counterexample(small, average_separates)


def test_misprint_E_000_16():
    def the_bound_is_attained(sample):
        X, y, _ = sample
        return len(run_of(X, y)[1]) == radius2(X) * dot(*[shortest_separator(X, y)] * 2)

    counterexample(small, the_bound_is_attained)


def test_misprint_E_000_18():
    def an_update_raises_its_margin(sample):
        (x, *_), (y, *_) = sample
        return y * dot(y * x, x) > 0

    X, _ = counterexample(signed_samples(), an_update_raises_its_margin)
    assert not X[0].any()


def test_misprint_E_000_19():
    def passes_at_most_updates(sample):
        run = cyclic_perceptron(*sample[:2])
        return run.passes <= run.updates

    X, y, _ = counterexample(small, passes_at_most_updates)
    assert cyclic_perceptron(X, y).passes == cyclic_perceptron(X, y).updates + 1


def test_misprint_E_001_03():
    def printed(case):
        s, y = case
        return ((1 if s >= 0 else -1) != y) == (y * s <= 0)

    pairs = st.tuples(st.integers(-5, 5), st.sampled_from([-1, 1]))
    assert counterexample(pairs, printed) == (0, 1)


def test_misprint_E_001_04():
    def the_cosine_never_falls(sample):
        best = shortest_separator(*sample[:2])
        return all(
            dot(best, w) ** 2 * norm2(v) <= dot(best, v) ** 2 * norm2(w)
            for w, v in updates(sample)
            if any(w)
        )

    counterexample(small, the_cosine_never_falls)


def test_misprint_E_001_05():
    def one_update_late(sample):
        X = sample[0]
        return all(norm2(v) <= t * radius2(X) for t, (_, v) in enumerate(updates(sample)))

    counterexample(small, one_update_late)


def test_misprint_E_001_06():
    def the_length_is_not_squared(sample):
        X, y, _ = sample
        B2 = dot(*[shortest_separator(X, y)] * 2)
        return len(run_of(X, y)[1]) ** 2 <= radius2(X) * B2**2

    counterexample(small, the_length_is_not_squared)


@st.composite
def weakly_separated(draw):
    X, y = draw(any_plane)
    u = np.array(draw(nonzero(X.shape[1], 2)), float)
    keep = y * (X @ u) >= 0
    assume(keep.any())
    return X[keep], y[keep], u


def stops(sample):
    return run_of(*sample[:2], limit=longest(2, 2))[1] is not None


def test_misprint_E_001_07():
    counterexample(weakly_separated(), stops)


def test_misprint_E_001_08():
    def the_output_is_the_widest(sample):
        X, y, _ = sample
        w, best = run_of(X, y)[0][-1], shortest_separator(X, y)
        return least_margin(w, X, y) ** 2 * dot(best, best) == norm2(w)

    counterexample(small, the_output_is_the_widest)


def test_misprint_E_001_11():
    def one_update_finds_the_minimum(sample):
        X, y = sample
        run = pocket(X, y, T=1, rng=np.random.default_rng(0))
        return run.best_mistakes == minimum_disagreement(X, y).mistakes

    counterexample(any_plane, one_update_finds_the_minimum)


def test_misprint_E_001_12():
    def the_radius_of_the_points_is_enough(sample):
        X, y, _ = sample
        lifted = np.c_[np.ones(len(X)), X]
        B2 = dot(*[shortest_separator(lifted, y)] * 2)
        return len(run_of(lifted, y)[1]) <= radius2(X) * B2

    counterexample(small, the_radius_of_the_points_is_enough)


def test_misprint_E_002_24():
    def as_many_updates_as_examples(sample):
        return len(run_of(*sample[:2])[1]) <= len(sample[0])

    counterexample(small, as_many_updates_as_examples)


def test_misprint_E_002_25():
    def the_cosine_is_at_most(sample):
        X, y, _ = sample
        trace, best = run_of(X, y)[0], shortest_separator(X, y)
        return dot(best, trace[-1]) ** 2 * radius2(X) <= (len(trace) - 1) * norm2(trace[-1])

    counterexample(small, the_cosine_is_at_most)


def test_misprint_E_002_26():
    def the_printed_sum(sample):
        trace, best = run_of(*sample[:2])[0], shortest_separator(*sample[:2])
        return sum(dot(best, trace[-1]) - dot(best, w) for w in trace[:-1]) == dot(best, trace[-1])

    counterexample(small, the_printed_sum)


def test_misprint_E_002_27():
    def the_order_is_immaterial(sample):
        X, y, _ = sample
        return run_of(X, y)[0][-1] == run_of(X[::-1], y[::-1])[0][-1]

    counterexample(small, the_order_is_immaterial)


def test_misprint_E_003_02():
    def without_the_label(sample):
        X, y, u = sample
        return min(X @ u) == functional_margin(u, X, y)

    _, y, _ = counterexample(small, without_the_label)
    assert -1 in y


def test_misprint_E_003_03():
    def a_strict_test_is_enough(sample):
        X, y, _ = sample
        w = np.zeros(X.shape[1])
        while (wrong := np.flatnonzero(y * (X @ w) < 0)).size:
            w += y[wrong[0]] * X[wrong[0]]
        return least_margin(w, X, y) > 0

    counterexample(small, a_strict_test_is_enough)


def test_misprint_E_003_07():
    def one_pass_separates(sample):
        X, y, _ = sample
        return least_margin(online_perceptron(X, y).w, X, y) > 0

    counterexample(small, one_pass_separates)


def test_misprint_E_003_13():
    def whatever_the_sign_of_the_margin(sample):
        X, y = sample
        u = (1,) + (0,) * (X.shape[1] - 1)
        gamma = least_margin(u, X, y)
        M = len(run_of(X, y, limit=longest(2, 2))[0]) - 1
        return gamma == 0 or M * gamma**2 <= radius2(X)

    X, y = counterexample(any_plane, whatever_the_sign_of_the_margin)
    assert shortest_separator(X, y) is None or least_margin([1] + [0] * (X.shape[1] - 1), X, y) < 0


def test_misprint_E_004_01():
    off_the_plane = st.integers(-5, 5).filter(bool)
    assert counterexample(off_the_plane, lambda s: sign(s) == (s >= 0)) == -1


def test_misprint_E_004_02():
    def the_printed_form_is_enough(sample):
        X, y, u = sample
        return ((X @ u >= 0) != (y > 0)).any() or stops(sample)

    counterexample(weakly_separated(), the_printed_form_is_enough)


def test_misprint_E_004_10():
    def also_for_bits(case):
        w, x, y = case
        return y * (w + y * x) * x == y * w * x + x * x

    small = st.integers(-2, 2)
    _, _, y = counterexample(st.tuples(small, small, st.integers(0, 1)), also_for_bits)
    assert y == 0
