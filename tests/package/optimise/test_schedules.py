"""Schedules by hand, their sums, and many runs against each alone."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import digamma

from lecture_code.optimise.schedules import (
    constant,
    inverse,
    inverse_root,
    plateau,
    predefined,
    step_sizes,
)


def test_schedules_by_hand():
    values = np.zeros(4)
    assert step_sizes(constant(2), values).tolist() == [2, 2, 2, 2]
    assert step_sizes(inverse(2), values).tolist() == [2, 1, 2 / 3, 0.5]
    assert step_sizes(inverse_root(2), values)[3] == 1
    assert step_sizes(predefined(lambda t: t), values).tolist() == [1, 2, 3, 4]


def test_sums_of_rates_are_known():
    T = 500
    harmonic = digamma(T + 1) + np.euler_gamma
    none = np.zeros(T)
    assert step_sizes(inverse(3), none).sum() == pytest.approx(3 * harmonic)
    assert (step_sizes(inverse_root(3), none) ** 2).sum() == pytest.approx(9 * harmonic)
    assert step_sizes(constant(0.25), none).sum() == T / 4
    assert step_sizes(predefined(lambda t: 2.0**-t), none[:40]).sum() == 1 - 2.0**-40


@settings(max_examples=50, deadline=None)
@given(
    values=st.lists(st.lists(st.floats(-5, 5), min_size=3, max_size=3), min_size=1, max_size=20),
    patience=st.integers(1, 4),
)
def test_a_plateau_of_one_run_does_not_touch_the_others(values, patience):
    table, schedule = np.array(values), plateau(1, factor=0.5, patience=patience, least=0.1)
    got = step_sizes(schedule, table)
    for r in range(3):
        assert got[:, r].tolist() == step_sizes(schedule, table[:, r]).tolist()
