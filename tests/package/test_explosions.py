"""What enumerates knows beforehand how much that would be, and refuses at once what is too much."""

import time
import tracemalloc
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from lecture_code.chapters.c05_vertex_cover import smallest_cover
from lecture_code.chapters.c07_chaining import separated
from lecture_code.core.classes import all_functions, answers, intervals, thresholds
from lecture_code.core.distributions import FiniteDistribution, uniform_on
from lecture_code.core.enumeration import (
    COUNTED,
    all_sequences,
    all_signs,
    choose,
    count_vectors,
    power,
    probability_some_consistent,
)
from lecture_code.core.hypotheses import Constant, memorise
from lecture_code.data.synthetic import exponential_family, orthonormal
from lecture_code.kernels.features import exponents, gaussian_features, monomials, multiplicities
from lecture_code.model_selection.curves import mean_training_error
from lecture_code.model_selection.grid_search import refine_grid
from lecture_code.model_selection.holdout import expected_least, memoriser_errors
from lecture_code.svm.pegasos import all_averages
from lecture_code.theory.error_decomposition import bias_variance, erm_errors
from lecture_code.theory.halfspaces import halfspaces_on, in_general_position, separable_labellings
from lecture_code.theory.hard_distributions import (
    coin_excess,
    draws_until,
    unseen_distribution,
    worst_coins,
)
from lecture_code.theory.labellings import (
    combine,
    interval_unions_on,
    intervals_on,
    rectangles_on,
    stumps_on,
    thresholds_on,
)
from lecture_code.theory.margin_shattering import shattering_margin, simplex
from lecture_code.theory.networks import two_layer_labellings
from lecture_code.theory.no_free_lunch import (
    average_bound,
    failure_value,
    play,
    unseen_probabilities,
)
from lecture_code.theory.pac import agnostic_failure, failure_probability
from lecture_code.theory.rademacher import ball_complexity, prefix_rademacher, rademacher
from lecture_code.theory.stability import completions, replace_one, replaced
from lecture_code.theory.vc import growth, sauer, shattered_sets, vc_dimension

LINE = [float(i) for i in range(10**5)]
COIN = FiniteDistribution([0, 1], [0, 1], [Fraction(1, 3), Fraction(2, 3)])
MANY = uniform_on(range(40), [0, 1] * 20)
CLOUD = np.random.default_rng(0).normal(size=(40, 8))
TABLE = np.random.default_rng(0).integers(0, 2, (5000, 40))

TOO_MUCH = {
    "all_functions": lambda: all_functions(LINE),
    "intervals": lambda: intervals(LINE),
    "answers": lambda: answers(thresholds(LINE[:10_000]), LINE),
    "all_sequences": lambda: all_sequences(2, 10**9),
    "all_signs": lambda: all_signs(10**9),
    "count_vectors": lambda: count_vectors(10**6, 10**6),
    "some_consistent": lambda: probability_some_consistent([[1, 0]], COIN.p, 10**12),
    "sequences": lambda: COIN.sequences(10**9),
    "expectation": lambda: COIN.expectation(lambda X, y: 0, 40),
    "agnostic_failure": lambda: agnostic_failure([Constant(0)], MANY, 0, 40),
    "failure_probability": lambda: failure_probability([Constant(0)], MANY, 0, 40),
    "mean_training_error": lambda: mean_training_error([Constant(0)], MANY, 40),
    "erm_errors": lambda: erm_errors([Constant(0)], MANY, 40),
    "bias_variance": lambda: bias_variance(memorise, COIN, 40),
    "replace_one": lambda: replace_one(memorise, COIN, 24),
    "replaced": lambda: replaced(40, 5, 0),
    "completions": lambda: completions([0.25] * 4, 10**4),
    "play": lambda: play(memorise, range(12), 12),
    "average_bound": lambda: average_bound(10**6, 10**12),
    "unseen_probabilities": lambda: unseen_probabilities(10**4, 10**4),
    "failure_value": lambda: failure_value(10**4, 10**4, Fraction(1, 8)),
    "thresholds_on": lambda: thresholds_on(LINE),
    "stumps_on": lambda: stumps_on(LINE),
    "intervals_on": lambda: intervals_on(LINE),
    "interval_unions_on": lambda: interval_unions_on(range(60), 10**9),
    "rectangles_on": lambda: rectangles_on(CLOUD),
    "combine": lambda: combine(intervals_on(range(60)), 6, "union"),
    "vc_dimension": lambda: vc_dimension(TABLE),
    "shattered_sets": lambda: shattered_sets(TABLE, 12),
    "growth": lambda: growth(TABLE, 20),
    "sauer": lambda: sauer(10**9, 10**8),
    "halfspaces_on": lambda: halfspaces_on(np.eye(40)),
    "halfspaces_on, few points": lambda: halfspaces_on(np.eye(40)[:30]),
    "separable_labellings": lambda: separable_labellings(CLOUD),
    "general position": lambda: in_general_position(CLOUD),
    "two_layer_labellings": lambda: two_layer_labellings(CLOUD[:, :2], 4),
    "shattering_margin": lambda: shattering_margin(CLOUD),
    "simplex": lambda: simplex(10**6),
    "rademacher": lambda: rademacher(TABLE),
    "prefix_rademacher": lambda: prefix_rademacher(10**9),
    "ball_complexity": lambda: ball_complexity(np.eye(40)),
    "draws_until": lambda: draws_until(10**12, 1, 1e-9),
    "draws_until, slow": lambda: draws_until(10**5, 1, 0.01),
    "unseen_distribution": lambda: unseen_distribution(10**5, 10**9),
    "coin_excess": lambda: coin_excess(2, 10**12, 0.1),
    "worst_coins": lambda: worst_coins(2, 10**12),
    "expected_least": lambda: expected_least(10**12, 2),
    "memoriser_errors": lambda: memoriser_errors(10**5, 10),
    "refine_grid": lambda: refine_grid(sum, [(0, 1)] * 8, points=10),
    "exponents": lambda: exponents(10**3, 10**3),
    "multiplicities": lambda: multiplicities(20, 20),
    "monomials": lambda: monomials(np.ones((10**4, 20)), 5),
    "gaussian_features": lambda: gaussian_features(np.ones((10**4, 20)), sigma=1.0, N=5),
    "all_averages": lambda: all_averages([[1.0], [2.0]], [1, 1], T=10**9, lam=1.0),
    "smallest_cover": lambda: smallest_cover(60, [(i, i + 1) for i in range(59)]),
    "separated": lambda: separated(np.random.default_rng(0).integers(0, 2, (30_000, 20)), 0.1),
    "exponential_family": lambda: exponential_family(10**6),
    "orthonormal": lambda: orthonormal(10**6),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_too_much_is_refused_before_it_is_enumerated(name):
    tracemalloc.start()
    start = time.perf_counter()
    with pytest.raises(ValueError, match=r"to enumerate; got|must hold at most 62 points"):
        TOO_MUCH[name]()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2**29
    assert time.perf_counter() - start < 60  # most take milliseconds


def test_what_is_small_is_enumerated():
    points = np.arange(40.0)
    assert len(separable_labellings(np.c_[np.ones(40), points])) == 80
    assert len(halfspaces_on(np.eye(16)[:12])) == 2**12
    assert sauer(10**5, 2) == 1 + 10**5 + comb(10**5, 2)
    assert len(combine(intervals_on(range(12)), 10**9, "union")) == 2**12
    assert draws_until(100, 1, 0.5) < 1000


def test_numbers_of_subsets_and_sequences():
    assert [choose(6, k) for k in range(8)] == [comb(6, k) for k in range(8)]
    assert choose(62, *range(63)) == COUNTED
    assert choose(50, 25) == comb(50, 25)
    assert [power(3, m) for m in (0, 1, 5)] == [1, 3, 243]
    assert power(1, 10**12) == 1
    assert power(10**9, 10**9) == COUNTED


def test_the_same_points_have_the_same_labellings_in_both_forms():
    X = [[0.1, 0.3], [0.2, 0.6], [0.3, 0.9], [0.5, 0.1]]
    assert separable_labellings(X).tolist() == (2 * halfspaces_on(X, strict=True) - 1).tolist()
