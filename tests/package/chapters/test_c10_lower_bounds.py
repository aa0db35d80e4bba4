"""The resisting oracle tells the truth afterwards; the error of the majority by counting."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.chapters.c10_lower_bounds import resist


def wander(seed, T):
    """A method that asks anywhere, also at points with ties, and answers anywhere."""

    def method(oracle, d):
        rng = np.random.default_rng(seed)
        w = np.zeros(d)
        for _ in range(T):
            value, v = oracle(w)
            w = w - v * rng.integers(0, 3) + value * rng.integers(-2, 3, size=d)
        return w

    return method


@given(st.integers(0, 10_000), st.integers(1, 8))
def test_what_was_told_is_true_of_the_function_in_the_end(seed, T):
    end = resist(wander(seed, T), T=T, rho=2.0, B=3.0)
    assert end(end.asked) == pytest.approx(end.told)
    assert (end.told >= 0).all()
    assert end.excess >= 6 / (T + 1) ** 0.5 - 1e-12
    least = -3 / (T + 1) ** 0.5 * end.signs
    assert float(end(least)) == pytest.approx(end.minimum)


def test_a_question_too_many():
    with pytest.raises(ValueError, match="at most T = 1"):
        resist(wander(0, 2), T=1, rho=1.0, B=1.0)
