"""Each algorithm of a box, handed nonsense, refuses it: never a crash inside, never a number.

One good call for each; then one argument at a time is exchanged for what a slip of the hand or a
damaged file would give.
"""

import datetime
import inspect
from functools import partial

import numpy as np
import pytest

from lecture_code.core.bayes import bayes_predictor, conditional
from lecture_code.core.classes import thresholds
from lecture_code.core.risk import erm, true_risk
from lecture_code.data.datasets import pair
from lecture_code.data.synthetic import noisy, separable
from lecture_code.kernels.kernel import Linear
from lecture_code.kernels.learners import kernel_perceptron, kernel_ridge
from lecture_code.kernels.pegasos import kernel_sgd
from lecture_code.kernels.positive import eliminate
from lecture_code.kernels.svm import kernel_svm
from lecture_code.linear.disagreement import greedy_deletion
from lecture_code.linear.logistic import logistic_regression
from lecture_code.linear.online import online_perceptron
from lecture_code.linear.perceptron import batch_perceptron, cyclic_perceptron, pocket
from lecture_code.linear.regression import least_squares
from lecture_code.linear.separability import lp_erm
from lecture_code.model_selection.cross_validation import folds, kfold_select
from lecture_code.model_selection.selection import select_by_validation
from lecture_code.optimise.optimisers import adagrad, adam, momentum, rmsprop
from lecture_code.svm.hard import hard_svm
from lecture_code.svm.pegasos import svm_sgd
from lecture_code.svm.soft import soft_svm

X = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.5], [2.0, 1.0]]
y = [1, 1, -1, 1]
LINE, NOISY = [[1.0, 0], [1, 1], [1, 2], [1, 3]], [1, -1, -1, 1]
RNG = partial(np.random.default_rng, 7)
A = {"near": lambda X, y: lambda Z: np.ones(len(Z))}

#: An algorithm, and arguments with which it runs.
CALLS = {
    "erm": (erm, {"H": thresholds([1, 2]), "X": [1.0, 2.0], "y": [1, 0]}),
    "batch_perceptron": (batch_perceptron, {"X": X, "y": y, "max_updates": 50}),
    "cyclic_perceptron": (cyclic_perceptron, {"X": X, "y": y, "max_updates": 50}),
    "pocket": (pocket, {"X": X, "y": y, "T": 9, "rng": RNG()}),
    "online_perceptron": (online_perceptron, {"X": X, "y": y}),
    "lp_erm": (lp_erm, {"X": X, "y": y}),
    "greedy_deletion": (greedy_deletion, {"X": X, "y": y}),
    "logistic_regression": (
        logistic_regression,
        {"X": LINE, "y": NOISY},
    ),
    "least_squares": (least_squares, {"X": X, "y": [0.5, 1.0, 2.0, 3.0]}),
    "hard_svm": (hard_svm, {"X": X, "y": y}),
    "soft_svm": (soft_svm, {"X": X, "y": y, "lam": 0.1}),
    "svm_sgd": (svm_sgd, {"X": X, "y": y, "lam": 0.1, "T": 9, "rng": RNG()}),
    "kernel_perceptron": (kernel_perceptron, {"X": X, "y": y, "K": Linear()}),
    "kernel_ridge": (kernel_ridge, {"X": X, "y": y, "K": Linear(), "lam": 0.1}),
    "kernel_sgd": (kernel_sgd, {"X": X, "y": y, "K": Linear(), "lam": 0.1, "T": 9, "rng": RNG()}),
    "kernel_svm": (kernel_svm, {"X": X, "y": y, "K": Linear(), "lam": 0.1}),
    "eliminate": (eliminate, {"G": [[2.0, 1.0], [1.0, 2.0]]}),
    "select_by_validation": (
        select_by_validation,
        {"learners": A, "train": (X, y), "validation": (X, y)},
    ),
    "kfold_select": (kfold_select, {"learners": A, "X": X, "y": y, "parts": folds(4, 2)}),
    "adam": (adam, {"eta": 0.1}),
    "adagrad": (adagrad, {"eta": 0.1}),
    "rmsprop": (rmsprop, {"eta": 0.1, "nu": 0.9, "eps": 1e-8}),
    "momentum": (momentum, {"eta": 0.1, "mu": 0.9}),
    "separable": (separable, {"m": 5, "d": 2, "margin": 0.1, "rng": RNG()}),
    "noisy": (noisy, {"m": 5, "d": 2, "flip": 0.1, "rng": RNG()}),
}

MASKED = np.ma.masked_array([[1.0, 2.0], [3.0, 4.0]], mask=[[0, 0], [0, 1]])
ARRAYS = {
    "none": None,
    "text": "abc",
    "numbers as texts": [["1", "2"], ["3", "4"]],
    "dates": np.array([["2020-01-01"], ["2020-01-02"]], dtype="datetime64[D]"),
    "days": [[datetime.date(2020, 1, 1)], [datetime.date(2020, 1, 2)]],
    "masked": MASKED,
    "complex": [[1j, 2], [3, 4]],
    "ragged": [[1.0, 2.0], [3.0]],
    "nan": [[np.nan, 1.0], [1.0, 2.0]],
    "infinite": [[np.inf, 1.0], [1.0, 2.0]],
    "empty": np.empty((0, 2)),
    "deep": np.ones((2, 2, 2)),
    "dictionary": {"a": 1},
}
NUMBERS = {
    "none": None, "text": "0.1", "nan": np.nan, "infinite": np.inf, "list": [0.1], "negative": -1.0,
    "complex": 1j, "masked": np.ma.masked, "days": np.timedelta64(1, "D"),
}  # fmt: skip
FUNCTIONS = {"none": None, "number": 3.0, "text": "abc"}


def kinds(value):
    """Return the nonsense for an argument of this kind."""
    if isinstance(value, (int, float)):
        return NUMBERS
    if callable(value) or isinstance(value, (dict, np.random.Generator)):
        return FUNCTIONS
    if isinstance(value[0], np.ndarray) or callable(value[0]):  # parts of a sample, hypotheses
        return FUNCTIONS
    return ARRAYS


CASES = [
    pytest.param(name, argument, nonsense, id=f"{name}-{argument}-{kind}")
    for name, (_, call) in CALLS.items()
    for argument, value in call.items()
    for kind, nonsense in kinds(value).items()
]


@pytest.mark.parametrize("name", CALLS)
def test_the_calls_are_good(name):
    function, call = CALLS[name]
    function(**call)
    assert set(call) <= set(inspect.signature(function).parameters)


@pytest.mark.parametrize(("name", "argument", "nonsense"), CASES)
def test_nonsense_is_refused(name, argument, nonsense):
    function, call = CALLS[name]
    if kinds(call[argument]) is FUNCTIONS:  # Python itself says so, without the argument's name
        with pytest.raises((ValueError, TypeError, AttributeError)):
            function(**call | {argument: nonsense})
    else:
        with pytest.raises(ValueError, match=rf"\b{argument}\b"):
            function(**call | {argument: nonsense})


def test_two_columns_do_not_pass_for_labels():
    for function, call in CALLS.values():
        if "y" in call:
            with pytest.raises(ValueError, match=r"\by\b"):
                function(**call | {"y": [[label] for label in call["y"]]})


def test_a_data_set_is_refused_that_is_none():
    for bad in (None, "digits"):
        with pytest.raises(TypeError, match=r"^data must be a Dataset"):
            pair(bad, 3, 8)


def test_a_distribution_is_refused_that_is_none():
    for function in (conditional, bayes_predictor, partial(true_risk, np.abs)):
        with pytest.raises(TypeError, match=r"^D must be a FiniteDistribution"):
            function(None)
