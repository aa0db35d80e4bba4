"""Nasty but valid data: far from 0, tiny and huge, repeated, on a line, of one class, fewer than d.

The oracles are exact: rational numbers, closed forms, and the same problem in kind coordinates.
Where an algorithm cannot give the answer it says so; what it must not do is to return another one.
"""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from strategies import solve

from lecture_code.core.neighbours import nearest_neighbour, neighbours
from lecture_code.kernels.kernel import Gaussian, Linear
from lecture_code.kernels.learners import kernel_perceptron, kernel_ridge, kernel_ridge_path
from lecture_code.kernels.svm import kernel_svm, smo
from lecture_code.linear.disagreement import minimum_disagreement
from lecture_code.linear.logistic import NoMinimum, logistic_regression, minimum_attained
from lecture_code.linear.margins import minimum_norm_separator
from lecture_code.linear.online import averaged_perceptron, online_perceptron
from lecture_code.linear.perceptron import batch_perceptron, cyclic_perceptron, pocket
from lecture_code.linear.polynomials import fit_polynomial
from lecture_code.linear.regression import (
    least_absolute,
    least_squares,
    normal_equations,
    qr_least_squares,
    ridge_path,
)
from lecture_code.linear.regularised import ridge_system, rlm
from lecture_code.linear.separability import Inseparable, lp_erm, separating_halfspace
from lecture_code.linear.surrogates import least_hinge
from lecture_code.networks.losses import SQUARED
from lecture_code.networks.network import IDENTITY, SIGMOID, Network
from lecture_code.networks.training import train
from lecture_code.optimise.optimisers import adam, descend, fixed_step
from lecture_code.optimise.problems import quadratic
from lecture_code.solvers.lp import Unbounded
from lecture_code.svm.hard import hard_svm
from lecture_code.svm.pegasos import svm_sgd
from lecture_code.svm.soft import soft_svm
from lecture_code.theory.halfspaces import halfspaces_on

#: (a factor, a shift in units of the data): the same points elsewhere, exactly.
PLACES = [(1.0, 0.0), (2.0**-27, 0.0), (2.0**27, 0.0), (1.0, 1e8), (2.0**-27, 1e8)]
SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 3.0], [1.0, 3.0]])
UPPER = np.array([-1.0, -1.0, 1.0, 1.0])


def exact_ridge(X, y, lam):
    """Return the minimiser of |Xw - y|^2 + lam |w|^2 in rational numbers."""
    X, y = [list(map(Fraction, row)) for row in X], list(map(Fraction, y))
    d = range(len(X[0]))
    A = [[sum(x[i] * x[j] for x in X) + Fraction(lam) * (i == j) for j in d] for i in d]
    return solve(A, [sum(x[i] * t for x, t in zip(X, y, strict=True)) for i in d])


def exact_loss(X, y, w, lam=0):
    """Return |Xw - y|^2 + lam |w|^2 in rational numbers."""
    w = list(map(Fraction, w))
    rows = [[Fraction(e) for e in row] for row in X]
    gaps = [
        sum(a * b for a, b in zip(x, w, strict=True)) - Fraction(t)
        for x, t in zip(rows, y, strict=True)
    ]
    return sum(gap * gap for gap in gaps) + Fraction(lam) * sum(a * a for a in w)


def exact_perceptron(X, y, limit):
    """Run the batch perceptron, the first mistake first, in rational numbers."""
    points = [[Fraction(float(t)) * Fraction(e) for e in x] for x, t in zip(X, y, strict=True)]
    w, chosen = [Fraction(0)] * len(points[0]), []
    while len(chosen) < limit:
        wrong = (
            i for i, z in enumerate(points) if sum(a * b for a, b in zip(w, z, strict=True)) <= 0
        )
        if (i := next(wrong, None)) is None:
            break
        w = [a + b for a, b in zip(w, points[i], strict=True)]
        chosen.append(i)
    return w, chosen


# Linear regression.

TALL = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0], [1.0, 3.0]])
HEIGHTS = np.array([1.0, 3.0, 4.0, 8.0, 7.0])


def moved(factor, shift):
    return TALL * [1.0, factor] + [0.0, shift * factor]


@pytest.mark.parametrize(("factor", "shift"), PLACES)
@pytest.mark.parametrize("fit", [lambda X, y: least_squares(X, y).w, qr_least_squares])
def test_least_squares_have_the_smallest_error(fit, factor, shift):
    X = moved(factor, shift)
    best = exact_loss(X, HEIGHTS, exact_ridge(X, HEIGHTS, 0))
    assert (
        best
        <= exact_loss(X, HEIGHTS, fit(X, HEIGHTS))
        <= best * Fraction(1 + 1e-9) + Fraction(1e-12)
    )


@pytest.mark.parametrize(("factor", "shift"), PLACES)
def test_normal_equations_lose_at_most_the_square_of_the_condition(factor, shift):
    X = moved(factor, shift)
    exact = np.array(list(map(float, exact_ridge(X, HEIGHTS, 0))))
    condition = np.linalg.cond(X)
    error = np.linalg.norm(normal_equations(X, HEIGHTS) - exact) / np.linalg.norm(exact)
    assert error <= 100 * condition**2 * np.finfo(float).eps


@pytest.mark.parametrize(("factor", "shift"), PLACES)
def test_least_absolute_error_is_that_of_the_best_two_points(factor, shift):
    X = moved(factor, shift)
    pairs = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4]]
    lines = [solve(X[pair], HEIGHTS[pair]) for pair in pairs]  # some optimal line is one of them
    exact = min(
        sum(abs(Fraction(c) - a - b * Fraction(x)) for x, c in zip(X[:, 1], HEIGHTS, strict=True))
        for a, b in lines
    )
    w = list(map(Fraction, least_absolute(X, HEIGHTS).w.tolist()))
    got = sum(
        abs(Fraction(c) - w[0] - w[1] * Fraction(x)) for x, c in zip(X[:, 1], HEIGHTS, strict=True)
    )
    assert exact <= got + Fraction(1e-12)
    assert got <= exact + Fraction(1e-5)


@pytest.mark.parametrize(("factor", "shift"), PLACES)
@pytest.mark.parametrize("lam", [1e-8, 1.0, 1e8])
def test_ridge_has_the_smallest_objective(factor, shift, lam):
    X = moved(factor, shift)
    best = exact_loss(X, HEIGHTS, exact_ridge(X, HEIGHTS, lam), lam)
    got = ridge_path(X, HEIGHTS, [lam])[0]
    assert best <= exact_loss(X, HEIGHTS, got, lam) <= best * Fraction(1 + 1e-9)
    for other in (
        lambda: ridge_system(X, HEIGHTS, lam=lam / 10),
        lambda: rlm(X, HEIGHTS, lam=lam / 10, loss="half squared").w,
    ):
        try:
            w = other()
        except RuntimeError as error:
            assert "lost" in str(error) or "not reached" in str(error)  # noqa: PT017
        else:
            assert exact_loss(X, HEIGHTS, w, lam) <= best * Fraction(1 + 1e-6)


def test_fewer_points_than_coordinates_give_the_shortest_interpolation():
    X, y = [[3.0, 4.0, 0.0]], [10.0]
    assert least_squares(X, y).w == pytest.approx([1.2, 1.6, 0.0])
    assert least_squares(np.array(X) * 2.0**-27, y).w * 2.0**-27 == pytest.approx([1.2, 1.6, 0])
    assert ridge_path(X, y, [25.0])[0] == pytest.approx([0.6, 0.8, 0.0])
    for refuse in (normal_equations, qr_least_squares):
        with pytest.raises(ValueError, match="X must have independent columns"):
            refuse(X, y)


def test_constant_and_zero_columns():
    X, y = np.c_[np.ones(4), np.ones(4), np.zeros(4)], np.array([1.0, 3.0, 5.0, 7.0])
    assert least_squares(X, y).w == pytest.approx([2, 2, 0])
    assert least_squares(X, y).rank == 1
    assert ridge_path(X, y, [2.0])[0] == pytest.approx([1.6, 1.6, 0])
    assert 3 - 1e-6 <= least_absolute(X, y).w[:2].sum() <= 5 + 1e-6  # a median


def test_a_polynomial_through_repeated_points():
    x = [0.0, 0.0, 0.5, 0.5, -1.0]
    fit = fit_polynomial(x, [1.0, 3.0, 2.0, 2.0, 0.0], degree=2)
    assert fit([0.0, 0.5, -1.0]) == pytest.approx([2, 2, 0])
    with pytest.raises(ValueError, match="x must hold degree"):
        fit_polynomial(x, [1.0, 3.0, 2.0, 2.0, 0.0], degree=3)
    with pytest.raises(ValueError, match="x must hold degree"):
        fit_polynomial([1e-8, 2e-8, 3e-8, 3e-8], [1.0, 2.0, 3.0, 4.0], degree=3)


# Separators.


@pytest.mark.parametrize(("factor", "shift"), PLACES)
def test_the_street_is_the_same_elsewhere(factor, shift):
    X = (SQUARE + shift) * factor
    run = hard_svm(X, UPPER)
    assert run.w * factor == pytest.approx([0, 2 / 3], abs=1e-12)
    assert (((X - X[0]) @ run.w + (X[0] @ run.w + run.b)) * UPPER).min() >= 1 - 1e-6
    soft = soft_svm(X, UPPER, lam=0.1 * factor**2)
    assert soft.w * factor == pytest.approx([0, 2 / 3], abs=1e-9)
    assert soft.objective == pytest.approx(0.1 * 4 / 9)


@pytest.mark.parametrize(("factor", "shift"), PLACES)
def test_separators_through_the_origin(factor, shift):
    X = (SQUARE + shift) * factor
    points = [[Fraction(e) * Fraction(t) for e in x] for x, t in zip(X, UPPER, strict=True)]
    for run in (separating_halfspace(X, UPPER), lp_erm(X, UPPER)):
        assert run.separable == bool(shift)
        if run.separable:
            w = list(map(Fraction, run.w.tolist()))
            assert min(sum(a * b for a, b in zip(w, z, strict=True)) for z in points) > 0
    if not shift:
        with pytest.raises(Inseparable):
            minimum_norm_separator(X, UPPER)
    best = minimum_disagreement(X, UPPER)
    assert (best.mistakes, best.optimal) == (0 if shift else 1, True)


def test_the_shortest_separator_far_away_is_right_or_refused():
    X = SQUARE + 1e8
    try:
        w = minimum_norm_separator(X, UPPER).w
    except RuntimeError as error:
        assert "could not be computed" in str(error)  # noqa: PT017
    else:
        assert w * 3 == pytest.approx([-2, 2], rel=1e-6)


@pytest.mark.parametrize(("factor", "shift"), PLACES)
def test_a_repeated_point_with_both_labels_is_never_separable(factor, shift):
    X = (np.array([[1.0, 2.0], [1.0, 2.0], [2.0, 5.0]]) + shift) * factor
    y = np.array([1.0, -1.0, 1.0])
    assert not separating_halfspace(X, y).separable
    assert not lp_erm(X, y).separable
    for learner in (minimum_norm_separator, hard_svm):
        with pytest.raises(Inseparable):
            learner(X, y)
    assert minimum_disagreement(X, y).mistakes == 1
    for run in (batch_perceptron(X, y, max_updates=50), cyclic_perceptron(X, y, max_updates=50)):
        assert not run.converged
    assert pocket(X, y, T=50, rng=np.random.default_rng(0)).best_mistakes >= 1


@pytest.mark.parametrize(("factor", "shift"), PLACES)
def test_the_perceptron_makes_the_exact_updates(factor, shift):
    X = (SQUARE + [shift, 0.0]) * factor
    w, chosen = exact_perceptron(X, UPPER, 200)
    run = batch_perceptron(X, UPPER, max_updates=200)
    assert run.chosen.tolist() == chosen
    assert run.w.tolist() == list(map(float, w))
    assert run.converged == (len(chosen) < 200)


def test_points_on_a_line_are_cut_in_every_place():
    line = np.arange(4.0)[:, None] * [1.0, 2.0]
    cuts = {tuple(row) for row in halfspaces_on(line + [1e8, 1e8], bias=True).tolist()}
    want = {tuple([a] * k + [1 - a] * (4 - k)) for k in range(5) for a in (0, 1)}
    assert cuts == want
    doubled = halfspaces_on(np.repeat(line, 2, axis=0) * 2.0**-27, bias=True)
    assert {tuple(row[::2]) for row in doubled.tolist()} == want
    assert (doubled[:, ::2] == doubled[:, 1::2]).all()


def test_the_fewest_mistakes_by_trying_every_halfspace():
    rng = np.random.default_rng(0)
    X = rng.integers(-2, 3, (9, 2)).astype(float)  # ties, repetitions and points on lines
    y = np.where(rng.integers(0, 2, 9) > 0, 1.0, -1.0)
    angles = [(a, b) for a, b in product(range(-40, 41), repeat=2) if (a, b) != (0, 0)]
    fewest = min(int((y * (X @ w) <= 0).sum()) for w in np.array(angles, dtype=float))
    for factor in (1.0, 2.0**-27, 2.0**27):
        assert minimum_disagreement(X * factor, y).mistakes == fewest


def test_the_ray_of_an_unbounded_objective_is_in_the_units_of_the_sample():
    X, y, u = np.array([[1e8, 0.0], [1e8, 1e-8]]), [1, 1], np.array([1.0, -1.0])
    with pytest.raises(Unbounded, match="objective") as caught:
        lp_erm(X, y, objective=u)
    ray = caught.value.ray
    assert u @ ray > 0
    assert (X @ ray >= -1e-9 * np.abs(X) @ np.abs(ray)).all()


@pytest.mark.parametrize("shift", [0.0, 1e4, 1e7, 1e8])
def test_the_least_hinge_loss_far_away(shift):
    X = np.c_[np.ones(4), np.arange(4.0) + shift]
    for y, least in (([-1, -1, 1, 1], 0.0), ([-1, 1, -1, 1], 2 / 3)):
        w = least_hinge(X, y)
        assert np.maximum(0, 1 - np.array(y) * (X @ w)).mean() == pytest.approx(least, abs=1e-6)
        assert minimum_attained(X, y).attained == (least > 0)


# One class, one example, one coordinate.


@pytest.mark.parametrize(
    ("X", "y"), [([[3.0, 4.0]], [1]), ([[2.0]], [-1]), ([[1, 0], [0, 2]], [1, 1])]
)
def test_one_class_and_one_example(X, y):
    X, y = np.array(X, dtype=float), np.array(y, dtype=float)
    with pytest.raises(ValueError, match="y must contain both labels"):
        hard_svm(X, y)
    with pytest.raises(NoMinimum):
        logistic_regression(X, y)
    soft = soft_svm(X, y, lam=0.5)
    assert (soft.w.tolist(), soft.b, soft.objective) == ([0] * X.shape[1], y[0], 0)
    assert (kernel_svm(X, y, K=Linear(), lam=0.5)(X) == y).all()
    assert (nearest_neighbour(X, y)(X) == y).all()
    best = minimum_norm_separator(X, y)
    assert (best(X) == y).all() if callable(best) else (y * (X @ best.w)).min() >= 1 - 1e-9
    assert minimum_disagreement(X, y).mistakes == 0
    for learner in (batch_perceptron, cyclic_perceptron, online_perceptron, averaged_perceptron):
        assert (learner(X, y)(X) == y).all()
    assert (kernel_perceptron(X, y, K=Linear())(X) == y).all()
    if len(X) == 1:
        assert best.w == pytest.approx(y[0] * X[0] / (X[0] @ X[0]))


def test_a_point_at_the_origin_is_always_a_mistake():
    X, y = [[0.0, 0.0], [1.0, 1.0]], [1, 1]
    assert not separating_halfspace(X, y).separable
    assert minimum_disagreement(X, y).mistakes == 1
    assert not batch_perceptron(X, y, max_updates=9).converged
    with pytest.raises(Inseparable):
        minimum_norm_separator(X, y)
    with pytest.raises(ValueError, match="X must hold no zero vector"):
        cyclic_perceptron(X, y, normalise=True)


# Logistic regression.


@pytest.mark.parametrize("factor", [1.0, 2.0**-27, 2.0**27])
def test_logistic_regression_of_a_repeated_point_has_the_log_odds(factor):
    run = logistic_regression(np.full((4, 1), factor), [1, 1, 1, -1])
    assert run.w * factor == pytest.approx([np.log(3)])


def test_logistic_regression_far_away():
    x, y = np.array([0.0, 1.0, 2.0, 3.0]), np.array([-1, 1, -1, 1])
    near = logistic_regression(np.c_[np.ones(4), x], y)
    far = logistic_regression(np.c_[np.ones(4), x + 1e8], y)
    assert far.risk == pytest.approx(near.risk, rel=1e-9)
    assert far.w[1] == pytest.approx(near.w[1], rel=1e-6)
    assert far.probability(np.c_[np.ones(4), x + 1e8]) == pytest.approx(
        near.probability(np.c_[np.ones(4), x]), rel=1e-6
    )


# Kernels.


@pytest.mark.parametrize("shift", [0.0, 1e8])
def test_a_gaussian_kernel_does_not_see_a_shift(shift):
    X, y = np.array([[0.0], [1.0], [1.0], [3.0]]), np.array([1.0, -1.0, -1.0, 1.0])
    near = kernel_ridge(X, y, K=Gaussian(1.0), lam=0.1).h.alpha
    G = np.exp(-((X - X.T) ** 2) / 2)
    assert near == pytest.approx(np.linalg.solve(G + 0.4 * np.eye(4), y))
    far = X + shift
    assert kernel_ridge(far, y, K=Gaussian(1.0), lam=0.1).h.alpha == pytest.approx(near)
    assert kernel_ridge_path(far, y, [0.1], K=Gaussian(1.0))[0] == pytest.approx(near)
    score = kernel_svm(X, y, K=Gaussian(1.0), lam=0.1).score(X)
    assert kernel_svm(far, y, K=Gaussian(1.0), lam=0.1).score(far) == pytest.approx(score)


def test_what_rounding_hides_from_a_kernel_is_refused():
    X, y = np.array([[0.0], [1.0], [1.0], [3.0]]) + 1e8, [1, -1, -1, 1]
    for learner in (
        lambda: kernel_ridge(X, y, K=Linear(), lam=0.1),
        lambda: kernel_ridge_path(X, y, [0.1], K=Linear()),
        lambda: kernel_svm(X, y, K=Linear(), lam=0.1),
    ):
        with pytest.raises((ValueError, RuntimeError), match="lam|SMO was not finished"):
            learner()


def test_a_gram_matrix_of_zeros_leaves_the_bias():
    run = smo(np.zeros((3, 3)), [1, 1, -1], lam=0.1)
    assert (run.objective, run.norm) == (pytest.approx(2 / 3), 0.0)


# Nearest neighbours.


@pytest.mark.parametrize(("m", "d"), [(60, 5), (1500, 2)])  # by products, by a tree
@pytest.mark.parametrize(("factor", "shift"), PLACES)
def test_neighbours_in_ties_are_those_of_smallest_index(m, d, factor, shift):
    rng = np.random.default_rng(1)
    P, Q = rng.integers(0, 5, (m, d)), rng.integers(0, 5, (20, d))
    squares = ((P[None] - Q[:, None]) ** 2).sum(axis=2)
    nearest = squares.argsort(axis=1, kind="stable")[:, :3]
    assert (neighbours((P + shift) * factor, (Q + shift) * factor, 3) == nearest).all()


# Descent.


@pytest.mark.parametrize("factor", [2.0**-27, 1.0, 2.0**27])
def test_descent_on_a_bowl_scales_with_it(factor):
    A = np.array([[2.0, 1.0], [1.0, 3.0]])
    f, near = quadratic(A * factor, [1.0, -1.0]), quadratic(A, [1.0, -1.0])
    path = descend(fixed_step(0.1 / factor), f.gradient, [5.0, 5.0], T=20)
    here = descend(fixed_step(0.1), near.gradient, [5.0, 5.0], T=20)
    assert path.last == pytest.approx(here.last, rel=1e-12)
    far = quadratic(A, [1e8, -1e8])
    start = np.array([5.0, 5.0]) + [1e8 - 1, -1e8 + 1]
    there = descend(fixed_step(0.1), far.gradient, start, T=20).last - [1e8 - 1, 1 - 1e8]
    assert there == pytest.approx(path.last, abs=1e-6)
    assert (quadratic(A, [1e8, -1e8])(start) == near([5.0, 5.0])).all()


def test_a_step_that_is_too_large_is_told():
    f = quadratic([[1e8]])
    with pytest.raises(OverflowError, match="the step size is too large"):
        descend(fixed_step(1.0), f.gradient, [1.0], T=50)
    assert np.isfinite(descend(adam(0.1), f.gradient, [1.0], T=50).last).all()


@pytest.mark.parametrize("factor", [2.0**-27, 2.0**27])
def test_sgd_for_the_svm_scales_with_the_data(factor):
    near = svm_sgd(SQUARE, UPPER, lam=0.5, T=50, rng=np.random.default_rng(2))
    far = svm_sgd(SQUARE * factor, UPPER, lam=0.5 * factor**2, T=50, rng=np.random.default_rng(2))
    assert far.w * factor == pytest.approx(near.w, rel=1e-9)


def test_a_network_far_away_is_trained_or_says_that_it_left_the_floats():
    net = Network(([[0.0, 0.1], [0.2, -0.1]], [[0.0], [1.0], [1.0]]), SIGMOID, IDENTITY)
    X, y = np.array([[0.0], [1.0]]), [0.0, 1.0]
    kind = {"rule": fixed_step(0.1), "epochs": 5, "batch": 2}
    for there in (X, X + 1e8, X * 1e8, X * 1e-8):
        run = train(net, there, y, SQUARED, rng=np.random.default_rng(3), **kind)
        assert all(np.isfinite(w).all() for w in run.network.weights)
    linear = Network(([[0.0], [1.0]],), IDENTITY, IDENTITY)
    with pytest.raises(OverflowError, match="weights must stay within the range of floats"):
        train(linear, X + 1e8, y, SQUARED, rng=np.random.default_rng(3), **kind | {"epochs": 60})
