"""The fewest mistakes against brute force; greedy deletion, and the groups that prove it."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import nnls

from lecture_code.linear import disagreement as module
from lecture_code.linear.disagreement import disagreements, greedy_deletion, minimum_disagreement
from lecture_code.linear.exact_disagreement import fewest_on_edges
from lecture_code.linear.separability import homogenise, separating_halfspace


def separable(Z):
    """Tell by least squares whether 0 is outside the hull: independent of the package."""
    if not len(Z):
        return True
    A = np.vstack([Z.T, np.ones(len(Z))])
    return nnls(A, np.r_[np.zeros(Z.shape[1]), 1.0])[1] > 1e-9


def brute_opt(X, y):
    """Return the fewest examples whose removal leaves a separable sample."""
    Z = np.asarray(y)[:, None] * np.asarray(X, dtype=float)
    m = len(Z)
    for k in range(m + 1):
        for out in itertools.combinations(range(m), k):
            if separable(np.delete(Z, out, axis=0)):
                return k
    return m


def planar_opt(X, y):
    """Return the fewest mistakes in the plane, by a direction inside every sector."""
    Z = y[:, None] * X
    Z = Z[Z.any(axis=1)]
    normals = np.unique(np.round(np.mod(np.arctan2(Z[:, 1], Z[:, 0]) + np.pi / 2, np.pi), 12))
    inside = (normals + np.r_[normals[1:], normals[0] + np.pi]) / 2
    angles = np.r_[inside, inside + np.pi]
    scores = np.c_[np.cos(angles), np.sin(angles)] @ Z.T
    return int((scores <= 0).sum(axis=1).min()) + len(X) - len(Z)


def check(X, y, expected):
    found = minimum_disagreement(X, y)
    assert found.optimal
    assert found.mistakes == found.lower == expected
    assert disagreements(found.w, X, y) == expected
    return found


@pytest.mark.parametrize("kind", ["grid", "grid with bias", "gaussian", "eighths", "parallel"])
def test_small_samples_in_any_position(kind):
    rng = np.random.default_rng(1)
    for _ in range(60):
        m, d, K = rng.integers(1, 10), rng.integers(1, 4), rng.integers(1, 4)
        X = rng.integers(-K, K + 1, size=(m, d)) + 0.0
        if kind == "gaussian":
            X = rng.standard_normal((m, d))
        elif kind == "grid with bias":
            X = homogenise(X[:, :2])
        elif kind == "eighths":
            X = X / 8
        elif kind == "parallel":
            X = X[rng.integers(0, min(m, 3), m)] * rng.choice([-2, -1, 1, 3], (m, 1))
        y = rng.choice([-1.0, 1.0], m)
        check(X, y, brute_opt(X, y))


@pytest.mark.parametrize("K", [2, 4, 30])
def test_crowded_planar_grids(K):
    rng = np.random.default_rng(K)
    for m in (5, 30, 120):
        for _ in range(5):
            X = rng.integers(-K, K + 1, size=(m, 2)) + 0.0
            y = np.where(rng.random(m) < 0.2, -1, 1) * np.where(X @ [2, 1] > 0.5, 1.0, -1.0)
            check(X, y, planar_opt(X, y))


def test_gaussian_planes():
    rng = np.random.default_rng(2)
    for m in (3, 50, 400):
        X = rng.standard_normal((m, 2))
        y = np.where(rng.random(m) < 0.2, -1, 1) * np.sign(X @ [2.0, 1.0])
        check(X, y, planar_opt(X, y))


def test_eight_points_of_a_small_cube():
    # The case in which enumeration that assumes general position is silently wrong.
    rng = np.random.default_rng(4)
    for _ in range(30):
        X, y = rng.integers(-2, 3, size=(8, 3)) + 0.0, rng.choice([-1.0, 1.0], 8)
        check(X, y, brute_opt(X, y))


def test_a_subspace_and_many_dimensions_need_no_enumeration():
    rng = np.random.default_rng(5)
    flat = np.c_[rng.integers(-2, 3, size=(9, 2)), np.zeros(9)]
    y = rng.choice([-1.0, 1.0], 9)
    check(flat, y, brute_opt(flat, y))
    assert fewest_on_edges(y[:, None] * flat) is None
    X = rng.standard_normal((60, 10))
    y = np.sign(X @ np.ones(10))
    y[:2] *= -1
    check(X, y, 2)
    assert fewest_on_edges(y[:, None] * X) is None


def test_nearly_parallel_planes_are_not_trusted_to_rounding():
    # 0.1 * 3 is not 0.3: the two normals differ in the last place.
    X = np.array([[0.1, 0.3, 1.0], [0.3, 0.1 * 9, 3.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.3]])
    for y in itertools.product([-1.0, 1.0], repeat=4):
        try:
            found = minimum_disagreement(X, y)
        except RuntimeError as error:
            assert "could not be decided" in str(error)  # noqa: PT017
        else:
            assert disagreements(found.w, X, y) == found.mistakes
            assert found.lower <= brute_opt(X, y) <= found.mistakes or found.optimal


def test_duplicates_zeros_and_contradictions():
    assert check(np.zeros((3, 2)), np.ones(3), 3).w.tolist() == [0, 0]
    check([[1, 1]] * 5, [1, 1, 1, -1, -1], 2)
    check([[1.0], [2.0], [-1.0], [0.0]], [1, -1, 1, 1], 2)
    check([[1, 0], [0, 0], [0, 1]], [1, 1, 1], 1)
    check(np.r_[np.eye(3), -np.eye(3)], np.ones(6), 3)


def test_the_line_by_hand():
    # With a bias, labels + - + + + on the line 0..4: one mistake; + - + - + : two.
    X = homogenise(np.arange(5.0)[:, None])
    check(X, [1, -1, 1, 1, 1], 1)
    check(X, [1, -1, 1, -1, 1], 2)
    found = check(X, [-1, -1, 1, 1, 1], 0)
    assert found(X).tolist() == [-1, -1, 1, 1, 1]
    assert (found.score(X) > 0).tolist() == [False, False, True, True, True]


def test_an_unfinished_search_says_so():
    rng = np.random.default_rng(6)
    X, y = rng.standard_normal((40, 9)), rng.choice([-1.0, 1.0], 40)
    found = minimum_disagreement(X, y, rounds=2)
    assert not found.optimal
    assert 0 < found.lower < found.mistakes == disagreements(found.w, X, y)


grids = arrays(
    np.int64, st.tuples(st.integers(1, 9), st.integers(1, 3)), elements=st.integers(-3, 3)
)


@given(X=grids, seed=st.integers(0, 999))
def test_symmetries(X, seed):
    rng = np.random.default_rng(seed)
    y, signs = rng.choice([-1, 1], len(X)), rng.choice([-1, 1], len(X))
    order, sizes = rng.permutation(len(X)), rng.integers(1, 9, len(X))
    opt = minimum_disagreement(X, y).mistakes
    check(X[order], y[order], opt)
    check(X, -y, opt)
    check(signs[:, None] * X, signs * y, opt)
    check(sizes[:, None] * X, y, opt)
    check(np.r_[X, X], np.r_[y, y], 2 * opt)
    check(np.c_[X, np.zeros(len(X))], y, opt)
    assert (opt == 0) is separating_halfspace(X, y).separable


def test_disagreements_by_definition():
    rng = np.random.default_rng(7)
    X, y, w = rng.integers(-2, 3, (50, 2)), rng.choice([-1, 1], 50), np.array([1, -1])
    assert disagreements(w, X, y) == sum(int(b * (w @ x) <= 0) for x, b in zip(X, y, strict=True))
    assert disagreements([0, 0], X, y) == 50


@settings(max_examples=60, deadline=None)
@given(arrays(np.float64, st.tuples(st.integers(1, 9), st.integers(1, 3)),
              elements=st.integers(-3, 3).map(float)), st.randoms())  # fmt: skip
def test_the_factor_holds(X, random):
    y = np.array([random.choice([-1.0, 1.0]) for _ in X])
    run = greedy_deletion(X, y)
    opt = minimum_disagreement(X, y).mistakes
    d = X.shape[1]
    assert run.lower <= opt <= run.mistakes <= run.deleted <= (d + 1) * opt
    assert run.mistakes == disagreements(run.w, X, y)
    rest = np.setdiff1d(np.arange(len(y)), np.concatenate([[], *run.groups]).astype(int))
    assert not len(rest) or separating_halfspace(X[rest], y[rest]).separable
    for group in run.groups:
        assert len(group) <= d + 1
        assert not separating_halfspace(X[group], y[group]).separable


@pytest.mark.parametrize("d", [1, 2, 3, 5])
def test_a_simplex_attains_the_factor_in_deletions(d):
    X = np.vstack([np.eye(d), -np.ones((1, d))])
    run = greedy_deletion(X, np.ones(d + 1))
    assert (run.lower, run.deleted) == (1, d + 1)
    assert minimum_disagreement(X, np.ones(d + 1)).mistakes == 1


def test_separable_and_hopeless_samples():
    run = greedy_deletion([[1.0, 0], [2, 1]], [1, 1])
    assert (run.mistakes, run.groups) == (0, ())
    assert run([[1.0, 0]]).tolist() == [1]
    hopeless = greedy_deletion(np.zeros((3, 2)), [1, -1, 1])
    assert (hopeless.mistakes, hopeless.lower, hopeless.w.tolist()) == (3, 3, [0, 0])


def test_a_group_that_is_too_large_is_refused(monkeypatch):
    class Answer:
        separable, support = False, np.arange(3)

    monkeypatch.setattr(module, "separating_halfspace", lambda *_: Answer)
    with pytest.raises(RuntimeError, match="does not verify"):
        greedy_deletion([[1.0], [1.0], [1.0]], [1, 1, 1])


def test_a_product_that_is_no_number_is_a_mistake():
    X, w = np.resize([1e200, -1e200], (1, 16)), np.full(16, 1e200)
    with np.errstate(all="ignore"):  # NaN or inf: the order of the sum is the machine's
        assert disagreements(w, X, [1]) == int(not (X @ w)[0] > 0)
