"""Losses at the output: by hand, against the losses of the book, and by the complex step."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import log_softmax

from lecture_code.core import losses
from lecture_code.networks.losses import (
    HINGE,
    LOGISTIC,
    SOFTMAX,
    SQUARED,
    softmax,
)


def sample(name, rng, m=6):
    d = {"squared": 3, "softmax": 4}.get(name, 1)
    v = 3 * rng.normal(size=(m, d))
    y = {"squared": rng.normal(size=(m, d)), "softmax": rng.integers(0, d, m)}
    return v, y.get(name, rng.choice([-1.0, 1.0], m))


@given(st.integers(0, 10**6), st.sampled_from([SQUARED, LOGISTIC, HINGE, SOFTMAX]))
@settings(max_examples=40, deadline=None)
def test_the_gradient_is_that_of_a_complex_step(seed, loss):
    v, y = sample(loss.name, np.random.default_rng(seed))
    for j in range(v.shape[1]):
        step = v.astype(complex)
        step[:, j] += 1e-30j
        assert np.allclose(loss(step, y).imag / 1e-30, loss.gradient(v, y)[:, j], atol=1e-14)
    assert (loss(v, y) >= 0).all()


def test_they_are_the_losses_of_the_book():
    rng = np.random.default_rng(0)
    s, y = 5 * rng.normal(size=50), rng.choice([-1.0, 1.0], 50)
    assert np.allclose(LOGISTIC(s[:, None], y), losses.logistic(s, y))
    assert np.allclose(HINGE(s[:, None], y), losses.hinge(s, y))
    assert np.allclose(SQUARED(s[:, None], y), losses.squared(s, y))
    v, k = rng.normal(size=(50, 4)), rng.integers(0, 4, 50)
    assert np.allclose(SOFTMAX(v, k), -log_softmax(v, axis=1)[np.arange(50), k])


def test_far_out_nothing_overflows():
    with np.errstate(all="raise", under="ignore"):
        assert SOFTMAX([[1e4, 0.0]], [1]) == 1e4
        assert LOGISTIC([[1e4]], [-1]) == 1e4
        assert LOGISTIC.gradient([[-1e4]], [1]) == -1
        assert softmax(np.array([[1e4, -1e4]])).tolist() == [[1, 0]]


def test_by_hand():
    assert SQUARED([[1.0, 2.0]], [[0.0, 0.0]]) == 5
    assert SQUARED.gradient([[1.0, 2.0]], [[0.0, 3.0]]).tolist() == [[2, -2]]
    assert HINGE.gradient([[1.0], [0.5], [2.0]], [1, 1, -1]).ravel().tolist() == [0, -1, 1]
    assert SOFTMAX.decide(np.array([[0.0, 2.0, 1.0]])).tolist() == [1]
    assert LOGISTIC.decide(np.array([[-3.0]])).tolist() == [-1]
    assert SQUARED.decide(np.array([[-3.0]])).tolist() == [-3]


def test_softmax_of_whole_numbers():
    assert softmax(np.array([[0, 0], [7, 7]])).tolist() == [[0.5, 0.5], [0.5, 0.5]]
