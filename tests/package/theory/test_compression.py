"""Compression: the bound by hand, padding, copies, bad input."""

from math import comb, log

import numpy as np
import pytest

from lecture_code.linear.separability import Inseparable
from lecture_code.theory.bounds import compress_separator, compression_bound


@pytest.mark.parametrize(("m", "k"), [(1, 0), (5, 2), (620, 1), (100, 99)])
def test_the_bound_by_hand(m, k):
    assert compression_bound(m, k, 0.05) == pytest.approx((log(comb(m, k)) + log(20)) / (m - k))


def test_one_support_vector_is_padded():
    assert compress_separator([[1, 0], [5, 1], [5, -1]], [1, 1, 1]).tolist() == [0, 1]


def test_copies_and_integer_points():
    X = np.array([[1, 0], [1, 0], [-3, 1], [-3, 1], [5, 5]])
    assert len(compress_separator(X, np.ones(5))) == 2


@pytest.mark.parametrize(
    ("arguments", "name"),
    [((5, 5, 0.1), "k"), ((0, 0, 0.1), "m"), ((5, -1, 0.1), "k"), ((5, 1, 0.0), "delta")],
)
def test_bad_input_is_named(arguments, name):
    with pytest.raises(ValueError, match=f"^{name} must"):
        compression_bound(*arguments)


def test_too_few_rows_and_no_separator():
    with pytest.raises(ValueError, match="^X must"):
        compress_separator([[1, 0]], [1])
    with pytest.raises(Inseparable):
        compress_separator([[1, 0], [-1, 0]], [1, 1])
