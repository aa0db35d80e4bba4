"""PAC-Bayes: borders, and the inverse of kl."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.chapters.c08_pac_bayes import gibbs, kl_upper, relative_entropy
from lecture_code.theory.concentration import kl


def test_relative_entropy_at_the_border():
    assert relative_entropy([1, 0], [1, 0]) == 0
    assert relative_entropy([0.5, 0.5], [1, 0]) == np.inf


def test_a_hypothesis_without_prior_weight_stays_out():
    assert gibbs([0.5, 0.5, 0], [1, 1, 0], 10_000.0).tolist() == [0.5, 0.5, 0]
    assert gibbs([0, 1], [0, 1], 10_000.0).tolist() == [0, 1]


@given(st.floats(0, 1), st.floats(0, 3))
def test_the_inverse_of_kl(q, c):
    p = kl_upper(q, c)
    assert q <= p <= 1
    if p < 1:
        assert kl(q, p) >= c - 1e-9
        assert p - q <= np.sqrt(c / 2) + 1e-9
