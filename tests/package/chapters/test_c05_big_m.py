"""The integer program with a big M: right in a small box, deceived in a large one."""

import numpy as np
import pytest

from lecture_code.chapters.c05_big_m import big_m, integer_box
from lecture_code.data import synthetic
from lecture_code.linear.disagreement import minimum_disagreement


def test_the_box_by_hand():
    assert integer_box([[1.0, -1]]) == 2
    assert integer_box([[3.0, 0, 0, 0]]) == 27 * 16
    assert integer_box([[0.0]]) == 1


@pytest.mark.parametrize("d", [1, 2, 3, 4])
def test_right_on_small_integer_samples(d):
    rng = np.random.default_rng(d)
    for _ in range(15):
        X, y = synthetic.integer_sample(8, d, 1, rng=rng)
        answer = big_m(X, y)
        assert answer.claimed == answer.mistakes == minimum_disagreement(X, y).mistakes
        assert np.abs(answer.w).max() <= integer_box(X) * (1 + 1e-9)
        assert (answer(X) != y).sum() == answer.mistakes


def test_deceived_in_a_large_box():
    X, y = synthetic.integer_sample(12, 3, 2, rng=np.random.default_rng(0))
    answer = big_m(X, y, box=1e8)
    assert answer.claimed < minimum_disagreement(X, y).mistakes <= answer.mistakes


def test_a_box_that_is_too_small_costs_mistakes():
    X, y = np.array([[1.0, 0], [-3, 1]]), np.ones(2)
    assert big_m(X, y).mistakes == 0
    assert big_m(X, y, box=1.0).claimed == 1
