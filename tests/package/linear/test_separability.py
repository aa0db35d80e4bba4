"""Separable or not: exact geometry, brute force, data on the border; LP-ERM on all labellings."""

import copy
import itertools
import pickle
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import partial
from inspect import signature

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import nnls
from sklearn.svm import SVC

from lecture_code.data import synthetic
from lecture_code.linear import separability
from lecture_code.linear.disagreement import greedy_deletion, minimum_disagreement
from lecture_code.linear.logistic import NoMinimum, logistic_regression, minimum_attained
from lecture_code.linear.margins import geometric_margin, minimum_norm_separator
from lecture_code.linear.online import averaged_perceptron, online_perceptron
from lecture_code.linear.perceptron import batch_perceptron, pocket
from lecture_code.linear.polynomials import PolynomialFit
from lecture_code.linear.regression import least_squares, leave_one_out
from lecture_code.linear.regularised import rlm
from lecture_code.linear.separability import Inseparable, homogenise, lp_erm, separating_halfspace
from lecture_code.linear.smooth_losses import SMOOTH
from lecture_code.linear.surrogates import SURROGATES
from lecture_code.solvers.lp import Unbounded


def hull_holds_origin(Z):
    """Tell by least squares whether 0 is a convex combination: for small integers only."""
    m = len(Z)
    return nnls(np.vstack([Z.T, np.ones(m)]), np.r_[np.zeros(Z.shape[1]), 1.0])[1] < 1e-9


def plane_holds_origin(Z):
    """Tell exactly whether 0 is in the hull of points of the plane: Carathéodory, in rationals."""
    points = [(Fraction(a), Fraction(b)) for a, b in Z.tolist()]

    def cross(p, q):
        return p[0] * q[1] - p[1] * q[0]

    if (0, 0) in points:
        return True
    for p, q in itertools.combinations(points, 2):
        if cross(p, q) == 0 and p[0] * q[0] + p[1] * q[1] < 0:
            return True
    return any(
        cross(p, q) > 0 and cross(q, r) > 0 and cross(r, p) > 0
        for p, q, r in itertools.permutations(points, 3)
    )


def exact_margin(answer, X, y):
    w = [Fraction(a) for a in answer.w.tolist()]
    rows = [[Fraction(a) for a in row] for row in X.tolist()]
    return min(
        int(label) * sum(a * b for a, b in zip(row, w, strict=True))
        for row, label in zip(rows, y, strict=True)
    )


def assert_proved(answer, X, y):
    """Evaluate the proof that an answer carries."""
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    if answer.separable:
        assert answer.certificate is None
        assert answer.margin == pytest.approx((y * (X @ answer.w)).min())
        assert exact_margin(answer, X, y) > 0
        assert answer(X).tolist() == y.tolist()
    else:
        alpha = answer.certificate
        assert alpha.shape == y.shape
        assert alpha.min() >= 0
        assert alpha.sum() == pytest.approx(1, abs=1e-12)
        assert np.abs((alpha * y) @ X).max() <= 1e-13 * max(np.abs(X).max(), 1e-300)
        assert answer.support.tolist() == np.flatnonzero(alpha).tolist()
        assert len(answer.support) <= X.shape[1] + 1
        assert (answer.margin, answer.w.any()) == (0, False)


def exponential_family(d):
    Z = np.eye(d) - np.tril(np.ones((d, d)), -1)
    y = (-1.0) ** np.arange(1, d + 1)
    return y[:, None] * Z, y


def test_every_labelling_of_random_integer_points():
    rng = np.random.default_rng(1)
    for _ in range(25):
        m, d, K = rng.integers(1, 6), rng.integers(1, 4), rng.integers(1, 4)
        X = rng.integers(-K, K + 1, size=(m, d)).astype(float)
        for y in itertools.product([-1.0, 1.0], repeat=m):
            answer = separating_halfspace(X, y)
            assert answer.separable is not hull_holds_origin(np.array(y)[:, None] * X)
            assert_proved(answer, X, y)


def test_decimal_grids_are_decided_exactly_or_not_at_all():
    # Tenths are not tenths in binary: many of these samples lie on the border within rounding.
    rng = np.random.default_rng(3)
    decided = 0
    for _ in range(250):
        X = 0.1 * rng.integers(-4, 5, size=(rng.integers(2, 8), 2))
        y = rng.choice([-1.0, 1.0], len(X))
        try:
            answer = separating_halfspace(X, y)
        except RuntimeError as error:
            assert "could not be decided" in str(error)  # noqa: PT017
            continue
        decided += 1
        assert answer.separable is not plane_holds_origin(y[:, None] * X)
        assert_proved(answer, X, y)
    assert decided >= 240


@pytest.mark.parametrize("d", [1, 2, 5, 12, 20, 30])
def test_tiny_margins_are_found(d):
    X, y = exponential_family(d)
    answer = separating_halfspace(X, y)
    assert answer.separable
    assert_proved(answer, X, y)


def test_a_margin_below_rounding_is_never_called_inseparable():
    X, y = exponential_family(60)
    try:
        answer = separating_halfspace(X, y)
    except RuntimeError as error:
        assert "border" in str(error)  # noqa: PT017
    else:
        assert answer.separable


@pytest.mark.parametrize("columns", [[1e-6, 1.0, 1e6], [1e150, 1.0, 1e-150]])
def test_units_of_the_columns_do_not_matter(columns):
    rng = np.random.default_rng(4)
    X = rng.standard_normal((60, 3))
    y = np.sign(X @ [1.0, -2.0, 0.5])
    answer = separating_halfspace(X * columns, y)
    assert answer.separable
    assert answer(X * columns).tolist() == y.tolist()
    mixed = rng.choice([-1.0, 1.0], 60)
    answer = separating_halfspace(X * columns, mixed)
    assert not answer.separable
    residual = np.abs((answer.certificate * mixed) @ (X * columns))
    assert (residual <= 1e-12 * np.array(columns)).all()


def test_lengths_of_the_rows_do_not_matter():
    rng = np.random.default_rng(5)
    X, sizes = rng.standard_normal((60, 3)), 10.0 ** rng.uniform(-8, 8, 60)
    y = np.sign(X @ [1.0, -2.0, 0.5])
    assert_proved(separating_halfspace(sizes[:, None] * X, y), sizes[:, None] * X, y)
    y[:9] *= -1
    answer = separating_halfspace(sizes[:, None] * X, y)
    assert not answer.separable
    weights = answer.certificate * sizes
    assert np.abs((weights * y) @ X).max() <= 1e-12 * weights.max()


def test_far_from_the_origin_with_a_bias():
    rng = np.random.default_rng(6)
    P = rng.standard_normal((80, 2))
    y = np.where(P[:, 0] + P[:, 1] > 0.1, 1.0, -1.0)
    X = homogenise(P + 1e5)
    assert_proved(separating_halfspace(X, y), X, y)
    y[:20] *= -1
    answer = separating_halfspace(X, y)
    assert not answer.separable
    assert np.abs((answer.certificate * y) @ X).max() <= 1e-9


def test_a_left_out_example_that_is_orthogonal_up_to_rounding_joins(monkeypatch):
    true, first = separability._program, [True]

    def nearly(Z):  # a first answer: 3 * 0.1 - 0.3 is 6e-17 in floats
        w, alpha = true(Z)
        return (np.array([0.4, 0.6]), 0 * alpha) if first and first.pop() else (w, alpha)

    monkeypatch.setattr(separability, "_program", nearly)
    X = np.tile([0.0, 1.0], (60, 1))
    X[5] = 3, -1  # not among the 50 of the first working set
    assert_proved(separating_halfspace(X, np.ones(60)), X, np.ones(60))


@pytest.mark.parametrize(("m", "d"), [(300, 2), (3000, 10), (20000, 20)])
def test_large_samples_by_constraint_generation(m, d):
    rng = np.random.default_rng(7)
    X, u = rng.standard_normal((m, d)), rng.standard_normal(d)
    y = np.sign(X @ u)
    X += 0.05 * y[:, None] * u / np.linalg.norm(u)
    assert (y * (X @ separating_halfspace(X, y).w) > 0).all()
    y[:: m // 50] *= -1
    answer = separating_halfspace(X, y)
    assert not answer.separable
    assert_proved(answer, X, y)


@pytest.mark.parametrize(
    ("X", "y", "certificate"),
    [
        ([[1, 0], [-1, 0]], [1, 1], [0.5, 0.5]),
        ([[1, 1], [1, 1]], [1, -1], [0.5, 0.5]),
        ([[1, 0], [0, 0], [2, 0]], [1, 1, 1], [0, 1, 0]),
        ([[3, 0], [-1, 0], [0, 1]], [1, 1, 1], [0.25, 0.75, 0]),
        ([[1, 0], [-1, 1], [0, -2]], [1, 1, 1], [0.4, 0.4, 0.2]),
    ],
)
def test_certificates_found_by_hand(X, y, certificate):
    answer = separating_halfspace(X, y)
    assert not answer.separable
    np.testing.assert_allclose(answer.certificate, certificate, atol=1e-15)


def test_a_separator_found_by_hand():
    answer = separating_halfspace([[2.0], [-3.0]], [1, -1])
    assert answer.separable
    assert answer.w[0] > 0
    assert answer.score([[2.0]]).tolist() == [2 * answer.w[0]]
    assert answer([[5.0], [0.0], [-1.0]]).tolist() == [1, 0, -1]


grids = arrays(
    np.int64, st.tuples(st.integers(1, 8), st.integers(1, 3)), elements=st.integers(-3, 3)
)


@given(X=grids, seed=st.integers(0, 999))
def test_symmetries(X, seed):
    rng = np.random.default_rng(seed)
    y, signs = rng.choice([-1, 1], len(X)), rng.choice([-1, 1], len(X))
    order, sizes = rng.permutation(len(X)), rng.integers(1, 9, len(X))
    verdict = separating_halfspace(X, y).separable
    assert separating_halfspace(X[order], y[order]).separable is verdict
    assert separating_halfspace(signs[:, None] * X, signs * y).separable is verdict
    assert separating_halfspace(sizes[:, None] * X, y).separable is verdict
    assert separating_halfspace(X, -y).separable is verdict
    assert separating_halfspace(np.r_[X, X], np.r_[y, y]).separable is verdict


def test_homogenise_puts_the_one_first():
    assert homogenise([[2, 3], [4, 5]]).tolist() == [[1, 2, 3], [1, 4, 5]]
    X, w, b = np.random.default_rng(8).standard_normal((9, 3)), np.array([1.0, -2.0, 0.5]), 0.7
    np.testing.assert_allclose(homogenise(X) @ np.r_[b, w], X @ w + b)


SAMPLE = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0]]), np.array([1.0, -1, 1, -1])
APART = np.array([[1.0, 0.0], [-3.0, 1.0]]), np.array([1.0, 1.0])
KEPT = {
    "separation": separating_halfspace(*SAMPLE),
    "lp_erm": lp_erm(*APART),
    "shortest": minimum_norm_separator(*APART),
    "batch": batch_perceptron(*APART),
    "pocket": pocket(*SAMPLE, T=9, rng=np.random.default_rng(0)),
    "online": online_perceptron(*SAMPLE),
    "averaged": averaged_perceptron(*SAMPLE),
    "fewest": minimum_disagreement(*SAMPLE),
    "deletion": greedy_deletion(*SAMPLE),
    "logistic": logistic_regression(*SAMPLE),
    "attained": minimum_attained(*SAMPLE),
    "polynomial": PolynomialFit(np.array([1.0, 2.0])),
    "least squares": least_squares(*SAMPLE),
    "left out": leave_one_out(*SAMPLE),
    "rlm": rlm(*SAMPLE, lam=0.1),
    "inseparable": Inseparable(np.array([0.5, 0.5, 0.0]), "hyperplane"),
    "no minimum": NoMinimum(np.array([1.0, 0.0]), np.array([True, False, True])),
    **{f"surrogate {name}": loss for name, loss in SURROGATES.items()},
    **{f"smooth {name}": loss for name, loss in SMOOTH.items()},
}


def content(value):
    """Return the text of an error and the fields of a record; functions by some of their values."""
    if is_dataclass(value):
        return {part.name: content(getattr(value, part.name)) for part in fields(value)}
    if isinstance(value, Exception):
        return str(value), {name: content(part) for name, part in vars(value).items()}
    if isinstance(value, tuple):
        return [content(part) for part in value]
    if callable(value):
        given = len(signature(value).parameters) - isinstance(value, partial)
        return value(*[np.linspace(0.1, 0.9, 5)] * given).tolist()
    return value.tolist() if isinstance(value, np.ndarray) else value


@pytest.mark.parametrize("name", KEPT)
def test_runs_losses_and_errors_can_be_sent_and_copied(name):
    one = KEPT[name]
    for other in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
        assert type(other) is type(one)
        assert content(other) == content(one)


def test_a_run_keeps_its_arrays_whatever_becomes_of_the_sample():
    X, y = SAMPLE[0].copy(), SAMPLE[1].copy()
    run = pocket(X, y, T=9, rng=np.random.default_rng(0))
    before = run.trace.tolist()
    X[:], y[:] = 7, 1
    assert run.trace.tolist() == before
    for array in (run.w, run.X, *greedy_deletion(*SAMPLE).groups):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_inseparable_carries_its_certificate():
    error = Inseparable(np.array([0.5, 0.5, 0.0]))
    assert error.certificate.tolist() == [0.5, 0.5, 0]
    assert "2 of its examples" in str(error)
    assert isinstance(error, ValueError)


@pytest.mark.parametrize(
    ("X", "y", "match"),
    [
        ([], [], "X must"),
        ([1, 2], [1, 1], "X must have shape"),
        ([[np.nan]], [1], "X must be finite"),
        ([[1.0]], [0], "y must hold only"),
        ([[1.0]], [1, 1], "y must have one label"),
    ],
)
def test_bad_input(X, y, match):
    with pytest.raises(ValueError, match=match):
        separating_halfspace(X, y)
    if match.startswith("X"):
        with pytest.raises(ValueError, match=match):
            homogenise(X)


def test_all_labellings_of_six_points():
    X = np.random.default_rng(0).standard_normal((6, 3))
    count = 0
    for y in map(np.array, itertools.product([-1, 1], repeat=6)):
        answer = lp_erm(X, y)
        if answer.separable:
            count += 1
            assert (y * (X @ answer.w)).min() >= 1 - 1e-9
            assert answer(X).tolist() == y.tolist()
        else:
            assert np.abs((answer.certificate * y) @ X).max() < 1e-12
    assert count == 32  # Cover


@pytest.mark.parametrize("scale", [1e-8, 1.0, 1e8])
def test_scale_changes_nothing(scale):
    X, y = synthetic.separable(40, 3, rng=np.random.default_rng(1))[:2]
    assert lp_erm(scale * X, y).margin >= 1 - 1e-9
    flipped = np.r_[-y[:10], y[10:]]
    assert not lp_erm(scale * X, flipped).separable


@pytest.mark.parametrize("d", [5, 12, 20])
def test_tiny_margins(d):
    X, y = synthetic.exponential_family(d)
    assert lp_erm(X, y).separable


def test_objectives_choose_and_none_beats_the_largest_margin():
    rng = np.random.default_rng(2)
    X, y = synthetic.separable(30, 2, margin=0.2, rng=rng)[:2]
    best = minimum_norm_separator(X, y).gamma
    found = []
    for _ in range(10):
        u = -(rng.pareto(0.3, 30) * y) @ X
        found.append(geometric_margin(lp_erm(X, y, objective=u).w, X, y))
    assert max(found) <= best * (1 + 1e-9)
    assert len(set(np.round(found, 6))) >= 2


def test_scikit_learn_separates_what_we_separate():
    rng = np.random.default_rng(3)
    found = 0
    for _ in range(30):
        X, y = rng.standard_normal((8, 2)), rng.permutation([1, 1, 1, 1, -1, -1, -1, -1])
        if lp_erm(homogenise(X), y).separable:  # otherwise libsvm may run for ever
            found += 1
            assert (SVC(kernel="linear", C=1e6).fit(X, y).predict(X) == y).all()
    assert found >= 3


def test_bad_input_of_lp_erm():
    with pytest.raises(ValueError, match="y must hold only"):
        lp_erm([[1.0]], [0])
    with pytest.raises(ValueError, match=r"objective must have shape \(1,\)"):
        lp_erm([[1.0]], [1], objective=[1.0, 2.0])
    with pytest.raises(Unbounded):
        lp_erm([[1.0, 0.0]], [1], objective=[1.0, 0.0])
