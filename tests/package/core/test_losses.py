"""The losses: tables solved by hand, inequalities between them, scikit-learn, bad input."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from lecture_code.core import losses

SCORE_LOSSES = [losses.hinge, losses.logistic]
PREDICTION_LOSSES = [
    losses.zero_one,
    losses.squared,
    losses.absolute,
    losses.weighted_zero_one(2, 3),
]
scores = st.floats(-1e3, 1e3)
signs = st.sampled_from([-1.0, 1.0])


@pytest.mark.parametrize(
    ("loss", "prediction", "y", "value"),
    [
        (losses.zero_one, 1, 1, 0),
        (losses.zero_one, 0, 1, 1),
        (losses.zero_one, 2, 3, 1),
        (losses.squared, 3, 1, 4),
        (losses.squared, -1, 1, 4),
        (losses.absolute, 3, 1, 2),
        (losses.absolute, 0.5, 1, 0.5),
        (losses.hinge, 1, 1, 0),
        (losses.hinge, 0, -1, 1),
        (losses.hinge, 2, -1, 3),
        (losses.logistic, 0, 1, math.log(2)),
        (losses.logistic, math.log(3), 1, math.log(4 / 3)),
        (losses.logistic, math.log(3), -1, math.log(4)),
    ],
)
def test_values_solved_by_hand(loss, prediction, y, value):
    assert loss([prediction], [y]) == pytest.approx([value], abs=1e-15)


@pytest.mark.parametrize("bad_label", [0, -1])
def test_false_accepts_and_false_rejects_have_their_own_cost(bad_label):
    loss = losses.weighted_zero_one(false_accept=1000, false_reject=1)
    said, truth = [1, 1, bad_label, bad_label], [1, bad_label, 1, bad_label]
    assert loss(said, truth).tolist() == [0, 1000, 1, 0]


def test_a_prediction_on_the_fence_is_an_error_of_either_kind():
    loss = losses.weighted_zero_one(false_accept=2, false_reject=3)
    assert loss([0, 0], [-1, 1]).tolist() == [2, 3]


def test_equal_costs_give_the_zero_one_loss():
    rng = np.random.default_rng(1)
    said, y = rng.choice([-1, 1], (2, 50))
    assert (losses.weighted_zero_one(1, 1)(said, y) == losses.zero_one(said, y)).all()


@given(scores, signs)
def test_score_losses_depend_on_the_margin_alone(s, y):
    for loss in SCORE_LOSSES:
        assert loss([s], [y]) == loss([s * y], [1.0])


@given(scores, signs)
def test_surrogates_lie_above_the_zero_one_loss_of_the_sign(s, y):
    error = losses.zero_one(np.sign([s]), [y])[0]
    assert losses.hinge([s], [y])[0] >= error
    assert losses.logistic([s], [y])[0] / math.log(2) >= error


@given(scores, scores, st.floats(0, 1), signs)
def test_score_losses_are_convex_and_not_negative(s, t, a, y):
    for loss in SCORE_LOSSES:
        left, right, middle = loss([s, t, a * s + (1 - a) * t], [y, y, y])
        assert min(left, right, middle) >= 0
        assert middle <= a * left + (1 - a) * right + 1e-9


def test_the_logistic_loss_neither_overflows_nor_cancels():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        far = losses.logistic([-1e4, 1e4, 40.0], [1, 1, 1])
    assert far[0] == 1e4
    assert far[1] == 0
    assert far[2] == pytest.approx(math.exp(-40), rel=1e-12)


@pytest.mark.parametrize("loss", SCORE_LOSSES)
def test_the_scores_of_many_vectors_meet_the_labels_of_one_sample(loss):
    s, y = np.random.default_rng(4).normal(size=(2, 5, 3)), np.array([1.0, -1.0, 1.0])
    rows = [[loss(row, y).tolist() for row in table] for table in s]
    assert loss(s, y).tolist() == rows
    assert loss(0.5, y).tolist() == loss([0.5] * 3, y).tolist()
    for column in (s[0, :3, :1], s[:, :3, :1]):
        with pytest.raises(ValueError, match="one label for each score; got shape"):
            loss(column, y)


def test_means_agree_with_scikit_learn():
    rng = np.random.default_rng(2)
    s, y = rng.normal(size=200), rng.choice([-1.0, 1.0], 200)
    probability = 1 / (1 + np.exp(-s))
    assert losses.hinge(s, y).mean() == pytest.approx(metrics.hinge_loss(y, s))
    assert losses.logistic(s, y).mean() == pytest.approx(metrics.log_loss(y, probability))
    assert losses.zero_one(np.sign(s), y).mean() == metrics.zero_one_loss(y, np.sign(s))
    assert losses.squared(s, y).mean() == pytest.approx(metrics.mean_squared_error(y, s))
    assert losses.absolute(s, y).mean() == pytest.approx(metrics.mean_absolute_error(y, s))


@pytest.mark.parametrize("loss", PREDICTION_LOSSES)
@pytest.mark.parametrize(
    ("prediction", "y", "said"),
    [
        ([np.nan], [1], "^prediction must be finite"),
        ([np.inf], [1], "^prediction must be finite"),
        ([], [], "^prediction must not be empty"),
        ([[1]], [1], "^prediction must have shape"),
        ([1, 1], [1], "^y must have one label per point, 2 in all; got 1"),
        ([1], [np.nan], "^y must be finite"),
    ],
)
def test_bad_predictions_are_turned_away(loss, prediction, y, said):
    with pytest.raises(ValueError, match=said):
        loss(prediction, y)


def test_a_predictor_and_a_loss_cannot_write_on_the_sample():
    def centred(X):
        X -= X.mean()
        return X

    X, y = np.array([1.0, 2.0]), np.array([1.0, 1.0])
    with pytest.raises(ValueError, match="read-only"):
        losses.incurred(losses.absolute, centred, X, y)
    with pytest.raises(ValueError, match="read-only"):
        losses.incurred(lambda said, y: centred(y), lambda X: X, X, y)
    assert (X.tolist(), y.tolist()) == ([1, 2], [1, 1])


def test_incurred_checks_the_predictor_and_the_loss():
    X, y = np.array([[1.0], [2.0]]), np.array([1.0, 1.0])

    def first(X):
        return X[:, 0]

    assert losses.incurred(losses.absolute, first, X, y).tolist() == [0, 1]
    with pytest.raises(ValueError, match="^h must give one prediction per point, 2 in all; got 1"):
        losses.incurred(losses.absolute, lambda X: X[0], X, y)
    with pytest.raises(ValueError, match=r"^h\(X\) must be finite"):
        losses.incurred(losses.absolute, lambda X: X[:, 0] * np.nan, X, y)
    with pytest.raises(ValueError, match=r"^loss must have shape \(2,\); got shape \(1,\)"):
        losses.incurred(lambda s, y: s[:1], first, X, y)
    with pytest.raises(ValueError, match="^loss must give no negative number; got -1"):
        losses.incurred(lambda s, y: y - s, first, X, y)
