"""Activations against scipy, and their derivatives against the complex step."""

import numpy as np
import pytest
from scipy.special import expit

from lecture_code.networks.network import ACTIVATIONS, IDENTITY, RELU, SIGMOID, SIGN, TANH

A = np.r_[np.linspace(-6, 6, 121), -800.0, 800.0]


def test_values():
    assert np.allclose(SIGMOID(A), expit(A), rtol=1e-14, atol=0)
    assert SIGMOID([-800.0, 800.0]).tolist() == [0, 1]
    assert TANH(A).tolist() == np.tanh(A).tolist()
    assert RELU(A).tolist() == [max(a, 0) for a in A]
    assert SIGN([-2, 0, 5]).tolist() == [-1, 0, 1]
    assert IDENTITY(A).tolist() == A.tolist()
    assert list(ACTIVATIONS) == ["sign", "sigmoid", "tanh", "relu", "identity"]


@pytest.mark.parametrize("name", ["sigmoid", "tanh", "relu", "identity"])
def test_derivatives_by_the_complex_step(name):
    sigma, a = ACTIVATIONS[name], A[A != 0]
    step = sigma(a + 1e-200j).imag / 1e-200
    assert np.allclose(sigma.derivative(a), step, rtol=1e-12, atol=1e-300)
    assert np.allclose(sigma(a + 1e-200j).real, sigma(a), rtol=1e-14)


def test_sign_and_relu_at_zero_and_off_the_line():
    assert SIGN.derivative(A).tolist() == [0] * len(A)
    assert RELU.derivative([0.0, 1e-300]).tolist() == [0, 1]
    assert SIGN([-1 + 5j, 2 - 3j]).tolist() == [-1, 1]
    assert IDENTITY.derivative([[1, 2]]).tolist() == [[1, 1]]


def test_shapes_and_types():
    for sigma in ACTIVATIONS.values():
        for a in (np.ones((2, 3)), np.float64(1), 3, [1, 2]):
            assert np.shape(sigma(a)) == np.shape(sigma.derivative(a)) == np.shape(a)
            assert np.asarray(sigma(a)).dtype == np.float64
