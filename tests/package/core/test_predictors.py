"""The linear predictors; signs, with 0 as an error for either label, and bits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lecture_code.core.predictors import sign, to_bits, to_signs


def test_the_sign_of_zero_is_nobodys_label():
    assert sign([-1e-300, -0.0, 0.0, 1e-300]).tolist() == [-1, 0, 0, 1]


@given(st.floats(-1e6, 1e6), st.sampled_from([-1.0, 1.0]))
def test_a_wrong_sign_is_a_margin_of_at_most_zero(score, y):
    assert (sign([score])[0] != y) == (y * score <= 0)


@given(st.lists(st.sampled_from([0, 1]), min_size=1))
def test_signs_and_bits_translate_back_and_forth(b):
    y = to_signs(b)
    assert set(y) <= {-1.0, 1.0}
    assert to_bits(y).tolist() == b


@pytest.mark.parametrize("bad", [[2], [-1], [], [np.nan], [[0]]])
def test_only_bits_become_signs(bad):
    with pytest.raises(ValueError, match="^b must"):
        to_signs(bad)


@pytest.mark.parametrize("bad", [[2], [0], [], [np.nan], [[1]]])
def test_only_signs_become_bits(bad):
    with pytest.raises(ValueError, match="^y must"):
        to_bits(bad)
