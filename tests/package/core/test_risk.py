"""Risks and their minimisers: counted by hand, by scikit-learn, and by a distribution."""

from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score

from lecture_code.core.classes import intervals
from lecture_code.core.distributions import FiniteDistribution, uniform_on
from lecture_code.core.hypotheses import Constant, Halfspace, Threshold
from lecture_code.core.losses import absolute, hinge, squared
from lecture_code.core.risk import empirical_risk, erm, mistakes, true_risk

samples = st.lists(
    st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.sampled_from([-1, 1])), min_size=1
)


def test_counts_solved_by_hand():
    x, y = [1, 2, 3, 4], [1, 0, 0, 1]
    assert mistakes(Threshold(2), x, y).tolist() == [False, True, False, True]
    assert empirical_risk(Threshold(2), x, y) == 0.5
    assert empirical_risk(Constant(2), x, y, squared) == (1 + 4 + 4 + 1) / 4
    assert empirical_risk(Constant(2), x, y, absolute) == (1 + 2 + 2 + 1) / 4


@given(samples, st.integers(-2, 2), st.integers(-2, 2))
def test_a_halfspace_errs_exactly_where_the_margin_is_not_positive(sample, a, b):
    X, y = np.array(sample)[:, :2], np.array(sample)[:, 2]
    h = Halfspace([a, b])
    wrong = mistakes(h, X, y)
    assert wrong.dtype == np.bool_
    assert (wrong == (y * (X @ [a, b]) <= 0)).all()
    assert empirical_risk(h, X, y) == pytest.approx(1 - accuracy_score(y, h(X)))
    assert empirical_risk(h, X, y) <= empirical_risk(h.score, X, y, hinge)


@given(samples)
def test_the_empirical_risk_is_the_true_risk_under_the_uniform_distribution(sample):
    X, y = np.array(sample)[:, :2], np.array(sample)[:, 2]
    h = Halfspace([1, 2])
    exact = true_risk(h, uniform_on(X, y))
    assert exact == Fraction(int(mistakes(h, X, y).sum()), len(y))
    assert empirical_risk(h, X, y) == float(exact)


def test_the_true_risk_takes_any_loss():
    D = FiniteDistribution([0, 1], [0, 1], [Fraction(1, 4), Fraction(3, 4)])
    assert true_risk(Constant(0), D) == Fraction(3, 4)
    assert true_risk(Constant(3), D, squared) == Fraction(1, 4) * 9 + Fraction(3, 4) * 4


@pytest.mark.parametrize("function", [mistakes, empirical_risk])
@pytest.mark.parametrize(
    ("h", "X", "y", "said"),
    [
        (Constant(1), [[np.nan]], [1], "^X must be finite"),
        (Constant(1), [], [], "^X must not be empty"),
        (Constant(1), [[1], [2]], [1], "^y must have one label per point, 2 in all; got 1"),
        (Constant(1), [[1]], [np.inf], "^y must be finite"),
        (Threshold(0), [[1, 2]], [1], "^X must hold points of the line"),
        (lambda X: [1.0], [[1], [2]], [1, 1], "^h must give one prediction per point"),
        (lambda X: X, [[1], [2]], [1, 1], r"^h\(X\) must have shape"),
        (lambda X: X[:, 0] / 0, [[1], [2]], [1, 1], r"^h\(X\) must be finite"),
    ],
)
def test_bad_samples_and_predictors_are_turned_away(function, h, X, y, said):
    with np.errstate(divide="ignore"), pytest.raises(ValueError, match=said):
        function(h, X, y)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 1)), min_size=1, max_size=10))
def test_erm_is_the_set_of_all_minimisers(sample):
    X, y = np.array(sample, dtype=float).T
    H = intervals(range(6))
    run = erm(H, X, y)
    risks = [empirical_risk(h, X, y) for h in H]
    assert run.ties.tolist() == [j for j, risk in enumerate(risks) if risk == min(risks)]
    assert (run.risk, run.h) == (min(risks), H[run.ties[0]])
    assert (run(X) == run.h(X)).all()


def test_a_repeated_example_is_a_second_vote():
    H = [Constant(0), Constant(1)]
    assert erm(H, [7, 7, 7], [1, 1, 0]).ties.tolist() == [1]
    assert erm(H, [7, 7], [1, 0]).ties.tolist() == [0, 1]


def test_erm_is_a_learner_for_other_losses_too():
    H, y = [Constant(c) for c in range(11)], [0, 0, 10]
    by_square, by_distance = (partial(erm, H, loss=loss) for loss in (squared, absolute))
    assert by_square([1, 2, 3], y).h.label == 3  # next to the mean 10/3
    assert by_distance([1, 2, 3], y).h.label == 0  # the median
