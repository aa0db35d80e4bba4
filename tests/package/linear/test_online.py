"""The online perceptron and its average against their sentences and scikit-learn."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.linear_model import Perceptron, SGDClassifier

from lecture_code.linear.online import averaged_perceptron, online_perceptron
from lecture_code.linear.perceptron import cyclic_perceptron, unit_rows


def streams(rng, count, longest=90, gaussian=False):
    for _ in range(count):
        m, d = rng.integers(1, longest), rng.integers(1, 5)
        # Integers are exact; unit vectors are not, and ties between integers would be broken by
        # rounding, so those streams are Gaussian.
        yield rng.standard_normal((m, d)) if gaussian else rng.integers(-3, 4, (m, d)) + 0.0, rng


@pytest.mark.parametrize("unit", [False, True])
def test_it_errs_where_the_vector_before_errs(unit):
    for X, rng in streams(np.random.default_rng(1), 80, gaussian=unit):
        X = unit_rows(X) if unit else X
        y = np.where(rng.random(len(X)) < 0.1, -1, 1) * np.where(X[:, 0] > 0, 1.0, -1.0)
        run = online_perceptron(X, y)
        wrong = [bool(t * np.dot(w, x) <= 0) for t, w, x in zip(y, run.hypotheses, X, strict=False)]
        assert run.mistakes.tolist() == np.flatnonzero(wrong).tolist()
        steps = np.where(np.array(wrong)[:, None], y[:, None] * X, 0.0)
        np.testing.assert_allclose(run.hypotheses, np.vstack([0 * X[:1], steps.cumsum(axis=0)]))
        assert run.hypotheses[-1].tolist() == run.trace[-1].tolist() == run.w.tolist()


def test_one_pass_of_the_cyclic_perceptron():
    rng = np.random.default_rng(3)
    X, y = rng.standard_normal((50, 3)), rng.choice([-1.0, 1.0], 50)
    run = online_perceptron(X, y)
    cyclic = cyclic_perceptron(X, y, max_updates=len(run.mistakes))
    assert run.mistakes.tolist() == cyclic.chosen.tolist()
    assert run.w.tolist() == cyclic.w.tolist()


def test_the_average_is_that_of_all_hypotheses():
    for X, rng in streams(np.random.default_rng(4), 40):
        y = rng.choice([-1.0, 1.0], len(X))
        run = online_perceptron(X, y)
        new = rng.integers(-3, 4, size=(20, X.shape[1])).astype(float)
        averaged = averaged_perceptron(X, y)
        np.testing.assert_allclose(averaged.w, run.hypotheses.mean(axis=0), atol=1e-13)
        np.testing.assert_allclose(averaged.score(new), new @ averaged.w)
        assert averaged(new).tolist() == np.sign(new @ averaged.w).tolist()
        assert run.survival.sum() == len(X) + 1
        assert np.repeat(run.trace, run.survival, axis=0).tolist() == run.hypotheses.tolist()


def test_run_by_hand():
    run = online_perceptron([[1, 0], [2, 1], [1, -1]], [1, 1, -1])
    assert run.hypotheses.tolist() == [[0, 0], [1, 0], [1, 0], [0, 1]]
    assert run([[5, 1], [0, -2], [1, 0]]).tolist() == [1, -1, 0]
    assert run.score([[5, 3]]).tolist() == [3]


def test_one_epoch_of_scikit_learn():
    for X, rng in streams(np.random.default_rng(7), 30):
        y = np.r_[1.0, rng.choice([-1.0, 1.0], len(X)), -1.0]  # both labels must occur
        X = np.r_[X[:1], X, X[:1]]
        peer = Perceptron(fit_intercept=False).partial_fit(X[:1], y[:1], classes=[-1, 1])
        vectors = [0 * X[0], peer.coef_[0].copy()]
        for x, label in zip(X[1:], y[1:], strict=True):
            vectors.append(peer.partial_fit([x], [label]).coef_[0].copy())
        assert online_perceptron(X, y).hypotheses.tolist() == np.array(vectors).tolist()


@pytest.mark.filterwarnings("ignore:Maximum number of iteration reached")
def test_the_average_is_that_of_scikit_learns_descent():
    # The peer averages the vectors after each example, ours also the zero vector before the first.
    for X, rng in streams(np.random.default_rng(8), 30):
        y = np.r_[1.0, rng.choice([-1.0, 1.0], len(X)), -1.0]
        X = np.r_[X[:1], X, X[:1]]
        peer = SGDClassifier(
            loss="perceptron",
            learning_rate="constant",
            eta0=1.0,
            penalty=None,
            average=True,
            shuffle=False,
            fit_intercept=False,
            max_iter=1,
            tol=None,
        ).fit(X, y)
        m = len(X)
        np.testing.assert_allclose(averaged_perceptron(X, y).w, peer.coef_[0] * m / (m + 1))


def test_without_the_slack_the_bound_is_false():
    X, y = np.array([[1.0], [1.0]] * 20), np.array([1.0, -1.0] * 20)
    made = len(online_perceptron(X, y).mistakes)
    assert made == 40
    assert made > (1 / 1) ** 2
    # D^2 = 20 (1 + 1)^2: half of the examples lack 2.
    assert made <= (1 + np.sqrt(80)) ** 2


grids = arrays(
    np.int64, st.tuples(st.integers(1, 12), st.integers(1, 3)), elements=st.integers(-4, 4)
)


@given(X=grids, seed=st.integers(0, 999))
def test_symmetries(X, seed):
    assume(X.any(axis=1).all())
    rng = np.random.default_rng(seed)
    y, signs = rng.choice([-1, 1], len(X)), rng.choice([-1, 1], len(X))
    c = 2.0 ** rng.integers(-4, 5, len(X))
    run = online_perceptron(X, y)
    assert online_perceptron(signs[:, None] * X, signs * y).w.tolist() == run.w.tolist()
    assert online_perceptron(3 * X, y).mistakes.tolist() == run.mistakes.tolist()
    assert online_perceptron(X, -y).w.tolist() == (-run.w).tolist()
    unit, scaled = (online_perceptron(unit_rows(P), y) for P in (X, c[:, None] * X))
    assert unit.mistakes.tolist() == scaled.mistakes.tolist()
