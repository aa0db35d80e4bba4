"""The weighted Gram matrix against its sum."""

import numpy as np
import pytest

from lecture_code.solvers.interior_point import weighted_gram


def test_the_weighted_matrix_is_the_sum():
    rng = np.random.default_rng(5)
    X, v = rng.normal(size=(5000, 3)), rng.uniform(size=5000)
    assert weighted_gram(X, v) == pytest.approx((X.T * v) @ X)
