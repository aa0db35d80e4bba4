"""An answer does not depend on the unit of the data: f(c X), taken back, is f(X)."""

import numpy as np
import pytest

from lecture_code.chapters.c05_big_m import big_m
from lecture_code.core.closure import smallest_disc, smallest_rectangle
from lecture_code.core.neighbours import nearest_neighbour, neighbour_mean, neighbours
from lecture_code.data.datasets import standardise
from lecture_code.kernels.kernel import Gaussian, KernelPredictor, Linear, gram, normalised
from lecture_code.kernels.learners import kernel_perceptron, kernel_ridge, kernel_ridge_path
from lecture_code.kernels.pegasos import kernel_sgd
from lecture_code.kernels.positive import eliminate, finite_features
from lecture_code.kernels.svm import kernel_svm
from lecture_code.linear.disagreement import greedy_deletion, minimum_disagreement
from lecture_code.linear.exact_disagreement import fewest_mistakes
from lecture_code.linear.logistic import logistic_regression, minimum_attained
from lecture_code.linear.margins import (
    distances,
    functional_margin,
    geometric_margin,
    minimum_norm_separator,
    radius,
    signed_margin,
)
from lecture_code.linear.online import averaged_perceptron, online_perceptron
from lecture_code.linear.perceptron import (
    batch_perceptron,
    cyclic_perceptron,
    mistake_bound,
    pocket,
    unit_rows,
)
from lecture_code.linear.polynomials import fit_polynomial
from lecture_code.linear.regression import (
    least_absolute,
    least_squares,
    leave_one_out,
    normal_equations,
    qr_least_squares,
    ridge_path,
)
from lecture_code.linear.regularised import ridge_system, rlm
from lecture_code.linear.separability import lp_erm, separating_halfspace
from lecture_code.linear.surrogates import least_hinge
from lecture_code.optimise.descent import project
from lecture_code.optimise.problems import MaxAffine, minimise_max_affine
from lecture_code.solvers.lp import maximise
from lecture_code.svm.hard import hard_svm
from lecture_code.svm.pegasos import svm_sgd
from lecture_code.svm.soft import soft_svm
from lecture_code.theory.bounds import compress_separator
from lecture_code.theory.halfspaces import halfspaces_on, in_general_position, separable_labellings
from lecture_code.theory.margin_shattering import shattering_margin
from lecture_code.theory.networks import relu_complexity
from lecture_code.theory.no_free_lunch import Extension
from lecture_code.theory.rademacher import ball_complexity, signed_lengths, trace_bounds

X = np.array([[1.1, 2.3], [2.2, -0.7], [3.1, 1.3], [-1.7, 0.6], [-2.3, -1.9], [-1.4, -0.3]])
Q = np.array([[1.0, 1.0], [-2.0, 1.5], [0.25, -1.0]])
y = np.array([1.0, 1.0, 1.0, -1.0, -1.0, -1.0])
mixed = np.array([1.0, 1.0, -1.0, 1.0, -1.0, 1.0])
heights = np.array([1.0, 3.0, 2.0, -1.0, -4.0, 0.5])
W = np.array([2.0, -0.75])

#: What is invariant: each function takes the data in a unit c, and gives its answer in the old one.
INVARIANT = {
    "radius": lambda c: radius(X * c) / c,
    "geometric margin": lambda c: geometric_margin(W * c, X * c, y) / c,
    "geometric margin, w": lambda c: geometric_margin(W * c, X, y),
    "signed margin": lambda c: signed_margin(W / c, 0.5, X * c, y) / c,
    "functional margin": lambda c: functional_margin(W / c, X * c, y),
    "distances": lambda c: distances(W, 0.5 * c, X * c) / c,
    "neighbours": lambda c: neighbours(X * c, Q * c, 3),
    "nearest neighbour": lambda c: nearest_neighbour(X * c, y)(Q * c),
    "neighbour mean": lambda c: neighbour_mean(X * c, heights * c, k=2)(Q * c) / c,
    "disc": lambda c: smallest_disc(X * c, (y + 1) / 2)(Q * c),
    "rectangle": lambda c: smallest_rectangle(X * c, (y + 1) / 2)(X * c),
    "standardise": lambda c: standardise(X * c, by=Q * c),
    "unit rows": lambda c: unit_rows(X * c),
    "project": lambda c: project(X * c, 1.5 * c) / c,
    "extension": lambda c: Extension(X * c, (y + 1) / 2, 9 / c)(Q * c),
    "gaussian": lambda c: Gaussian(1.5 * c)(X * c, Q * c),
    "linear": lambda c: Linear()(X * c, Q * c) / c / c,
    "normalised": lambda c: normalised(Linear())(X * c, Q * c),
    "kernel norm": lambda c: KernelPredictor(y, X * c, Linear()).norm / c,
    "features": lambda c: abs(finite_features(gram(Linear(), X * c))) / c,
    "pivots": lambda c: [float(p) / c / c for p in eliminate(gram(Linear(), X[:2] * c)).pivots],
    "batch perceptron": lambda c: batch_perceptron(X * c, y).w / c,
    "batch, worst": lambda c: batch_perceptron(X * c, y, choose="worst").chosen,
    "predictions": lambda c: batch_perceptron(X * c, y)(Q * c),
    "cyclic perceptron": lambda c: cyclic_perceptron(X * c, y).w / c,
    "normalising": lambda c: cyclic_perceptron(X * c, y, normalise=True).w,
    "pocket": lambda c: pocket(X * c, mixed, T=30, rng=np.random.default_rng(0)).w / c,
    "online": lambda c: online_perceptron(X * c, y).w / c,
    "averaged": lambda c: averaged_perceptron(X * c, mixed).w / c,
    "mistake bound": lambda c: mistake_bound(X * c, y),
    "mistake bound, w": lambda c: mistake_bound(X * c, y, minimum_norm_separator(X, y).w),
    "kernel perceptron": lambda c: kernel_perceptron(X * c, y, K=Linear()).h.alpha,
    "shortest": lambda c: minimum_norm_separator(X * c, y).w * c,
    "hard svm": lambda c: hard_svm(X * c, y).w * c,
    "hard svm, bias": lambda c: hard_svm(X * c, y).b,
    "hard svm, margin": lambda c: hard_svm(X * c, y, bias=False).gamma / c,
    "soft svm": lambda c: soft_svm(X * c, mixed, lam=0.1 * c * c).w * c,
    "soft svm, no bias": lambda c: soft_svm(X * c, mixed, lam=0.1 * c * c, bias=False).w * c,
    "kernel svm": lambda c: kernel_svm(X * c, mixed, K=Linear(), lam=c * c, tol=1e-9).score(Q * c),
    "svm sgd": lambda c: (
        svm_sgd(X * c, mixed, T=50, lam=0.1 * c * c, rng=np.random.default_rng(0)).w * c
    ),
    "kernel sgd": lambda c: kernel_sgd(
        X * c, mixed, K=Linear(), T=50, lam=0.1 * c * c, rng=np.random.default_rng(0)
    ).score(Q * c),
    "logistic": lambda c: logistic_regression(X * c, mixed).w * c,
    "attained": lambda c: minimum_attained(X * c, y).escaping,
    "direction": lambda c: np.sign(X @ minimum_attained(X * c, y).direction),
    "lp erm": lambda c: lp_erm(X * c, y, objective=-X[0]).w * c,
    "separable": lambda c: separating_halfspace(X * c, y).separable,
    "inseparable": lambda c: separating_halfspace(X * c, mixed).certificate @ (mixed[:, None] * X),
    "maximise": lambda c: maximise(W, -X * c, -np.ones(6)).w * c,
    "maximise, u": lambda c: maximise(W * c, -X, -np.ones(6)).w,
    "maximise, v": lambda c: maximise(W, -X, -np.ones(6) * c).w / c,
    "minimum disagreement": lambda c: minimum_disagreement(X * c, mixed).mistakes,
    "greedy deletion": lambda c: greedy_deletion(X * c, mixed).deleted,
    "fewest mistakes": lambda c: fewest_mistakes(mixed[:, None] * X * c)[1],
    "least hinge": lambda c: least_hinge(X * c, mixed) * c,
    "least squares": lambda c: least_squares(X * c, heights).w * c,
    "least squares, y": lambda c: least_squares(X, heights * c).w / c,
    "normal equations": lambda c: normal_equations(X * c, heights) * c,
    "normal equations, columns": lambda c: normal_equations(X * [1, c], heights) * [1, c],
    "qr": lambda c: qr_least_squares(X * c, heights) * c,
    "least absolute": lambda c: least_absolute(X * c, heights).w * c,
    "least absolute, y": lambda c: least_absolute(X, heights * c).w / c,
    "ridge path": lambda c: ridge_path(X * c, heights, [0.1 * c * c, c * c]) * c,
    "ridge system": lambda c: ridge_system(X * c, heights, lam=0.1 * c * c) * c,
    "rlm": lambda c: rlm(X * c, mixed, lam=0.1 * c * c).w * c,
    "rlm, half squared": lambda c: rlm(X * c, heights, lam=c * c, loss="half squared").w * c,
    "rlm, y": lambda c: rlm(X, heights * c, lam=0.1, loss="half squared").w / c,
    "leave one out": lambda c: leave_one_out(X * c, heights).residuals,
    "leave one out, columns": lambda c: leave_one_out(X * [1, c], heights).residuals,
    "leave one out, lam": lambda c: leave_one_out(X * c, heights, lam=0.1 * c * c).residuals,
    "leave one out, y": lambda c: leave_one_out(X, heights * c, lam=0.1).residuals / c,
    "kernel ridge": lambda c: kernel_ridge(X * c, heights, K=Linear(), lam=c * c).score(Q * c),
    "kernel ridge path": lambda c: kernel_ridge_path(X * c, heights, [c * c], K=Linear()) * c * c,
    "polynomial": lambda c: fit_polynomial(X[:, 0] / 4, heights * c, degree=2)(Q[:, 0] / 4) / c,
    "compression": lambda c: compress_separator(X * c, y),
    "halfspaces": lambda c: halfspaces_on(X * c, strict=True),
    "separable labellings": lambda c: separable_labellings(X * c),
    "general position": lambda c: in_general_position(X * c),
    "shattering margin": lambda c: shattering_margin(X[:2] * c) / c,
    "relu complexity": lambda c: relu_complexity(X * c) / c,
    "ball complexity": lambda c: ball_complexity(gram(Linear(), X * c)) / c,
    "signed lengths": lambda c: signed_lengths(gram(Linear(), X * c)) / c,
    "trace bounds": lambda c: np.array(trace_bounds(gram(Linear(), X * c))) / c,
    "max affine": lambda c: minimise_max_affine(MaxAffine(np.r_[X, -X] * c, np.ones(12))).value,
    "max affine, b": lambda c: (
        minimise_max_affine(MaxAffine(np.r_[X, -X], np.r_[y, y] * c)).value / c
    ),
    "big m": lambda c: big_m(X * c, mixed, box=50 / c).mistakes,
    "lipschitz": lambda c: MaxAffine(X * c, heights * c).lipschitz / c,
}


@pytest.mark.parametrize("c", [1e-150, 1e-10, 1e10, 1e150])
@pytest.mark.parametrize("name", INVARIANT)
def test_an_answer_does_not_depend_on_the_unit(name, c):
    answer = INVARIANT[name]
    assert answer(c) == pytest.approx(answer(1.0), rel=1e-6, abs=1e-12)
