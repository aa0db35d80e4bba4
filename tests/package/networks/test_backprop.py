"""Back-propagation against the complex step, edge by edge, in integers, and by counting."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from literal_sweeps import Counted, backward, forward, of

from lecture_code.networks.backprop import (
    backpropagate,
    flatten,
    operations,
    sweep,
    unflatten,
)
from lecture_code.networks.losses import HINGE, LOGISTIC, SOFTMAX, SQUARED
from lecture_code.networks.network import IDENTITY, RELU, SIGMOID, TANH, Network, random_network

SHAPES = [(2, 1), (3, 4, 1), (2, 3, 4, 1), (1, 2, 1, 3, 1)]


@pytest.mark.parametrize("sizes", [*SHAPES, (1, 1, 7), (4, 1, 4, 2)])
def test_the_count_is_that_of_the_literal_sweeps(sizes):
    net = random_network(sizes, TANH, TANH, rng=np.random.default_rng(0))
    w = [[[Counted(e) for e in row] for row in m.tolist()] for m in net.weights]
    x = [Counted(float(i)) for i in range(sizes[0])]
    Counted.done = 0
    values, sums = forward(w, x, of(np.tanh))
    first, Counted.done = Counted.done, 0
    ones = [Counted(1.0) for _ in range(sizes[-1])]
    gradients = backward(w, values, sums, of(lambda a: 1 - np.tanh(a) ** 2), ones)
    assert (first, Counted.done) == operations(sizes)
    # the loss whose gradient by every output is 1: squared, with targets half below
    y = net([[float(i) for i in range(sizes[0])]]) - 0.5
    found = backpropagate(net, [[float(i) for i in range(sizes[0])]], y, SQUARED).gradients
    for ours, theirs in zip(found, gradients, strict=True):
        assert np.allclose(ours, [[e.value for e in row] for row in theirs])


def complex_step(net, X, y, loss, h=1e-30):
    """Return the derivative by each weight alone."""
    w = flatten(net.weights)
    slopes = []
    for k in range(len(w)):
        moved = w + 1j * h * (np.arange(len(w)) == k)
        other = Network(unflatten(moved, net.sizes), net.activation, net.output)
        slopes.append(loss(other(X), y).mean().imag / h)
    return np.array(slopes)


@given(
    st.integers(0, 10**6),
    st.sampled_from(SHAPES),
    st.sampled_from([SIGMOID, TANH, RELU]),
    st.sampled_from([IDENTITY, TANH]),
    st.sampled_from([SQUARED, LOGISTIC, HINGE, SOFTMAX]),
)
@settings(max_examples=40, deadline=None)
def test_the_gradient_is_that_of_the_complex_step(seed, sizes, sigma, output, loss):
    rng = np.random.default_rng(seed)
    if loss is SOFTMAX:
        sizes = (*sizes[:-1], 3)
    net, X = random_network(sizes, sigma, output, rng=rng), rng.normal(size=(4, sizes[0]))
    y = rng.integers(0, 3, 4) if loss is SOFTMAX else rng.choice([-1.0, 1.0], 4)
    found = backpropagate(net, X, y, loss)
    assert np.isclose(found.risk, loss(net(X), y).mean())
    slopes = complex_step(net, X, y, loss)
    assert np.allclose(flatten(found.gradients), slopes, rtol=1e-12, atol=1e-13)
    # the errors are the gradients of the constants' weights
    for delta, gradient in zip(found.deltas, found.gradients, strict=True):
        assert np.allclose(delta.mean(axis=0), gradient[0])


def test_integers_stay_integers():
    net = Network(([[1, -2], [2, 1], [-1, 3]], [[1], [2], [-3]]), RELU)
    found = backpropagate(net, [[3.0, 1.0]], [4.0], SQUARED)
    # a = (6, 4), v = (6, 4), output 1 + 12 - 12 = 1, loss 9, delta = -6 and (-12, 18)
    assert found.risk == 9
    assert found.gradients[1].ravel().tolist() == [-6, -36, -24]
    assert found.gradients[0].tolist() == [[-12, 18], [-36, 54], [-12, 18]]
    assert flatten([[[1, 2]], [[3]]]).dtype.kind == "i"


def test_a_sweep_with_a_silent_neuron_by_hand():
    net = Network(([[1.0, -2], [2, 1], [-1, 3]], [[1.0], [2], [-3]]), RELU)
    masks = [np.array([[2.0, 0.0]])]  # the first hidden value is doubled, the second one dropped
    X, Y = np.array([[3.0, 1.0]]), np.array([[20.0]])
    outputs, deltas, gradients = sweep(net.weights, RELU, IDENTITY, X, Y, SQUARED, masks)
    # a = (6, 4), v = (12, 0), output 1 + 24 = 25, delta = 10 and 2 * 2 * 10 = 40, 0
    assert outputs.tolist() == [[25]]
    assert [delta.tolist() for delta in deltas] == [[[40, 0]], [[10]]]
    assert gradients[1].ravel().tolist() == [10, 120, 0]
    assert gradients[0].tolist() == [[40, 0], [120, 0], [40, 0]]


def test_complex_weights_give_second_derivatives():
    rng = np.random.default_rng(3)
    net, X, y = random_network((2, 3, 1), TANH, rng=rng), rng.normal(size=(5, 2)), np.ones(5)
    w, n = flatten(net.weights), net.edges

    def gradient(w):
        other = Network(unflatten(w, net.sizes), TANH)
        return flatten(backpropagate(other, X, y, LOGISTIC).gradients)

    H = np.array([gradient(w + 1e-30j * (np.arange(n) == k)).imag / 1e-30 for k in range(n)])
    assert np.allclose(H, H.T, atol=1e-14)


def test_flat_and_back():
    net = random_network((2, 3, 1), TANH, rng=np.random.default_rng(0))
    w = flatten(net.weights)
    again = unflatten(w, net.sizes)
    assert all(np.array_equal(a, b) for a, b in zip(again, net.weights, strict=True))
    again[0][0, 0] = 9
    assert w[0] == 9  # views


def test_bad_input():
    net = random_network((2, 3, 1), TANH, rng=np.random.default_rng(0))
    with pytest.raises(ValueError, match="X must have shape"):
        backpropagate(net, [[1.0]], [1.0], SQUARED)
    with pytest.raises(ValueError, match="y must"):
        backpropagate(net, [[1.0, 2.0]], [0.0], LOGISTIC)
    with pytest.raises(ValueError, match="sizes"):
        operations((3,))
    with pytest.raises(ValueError, match="w must have 13 entries"):
        unflatten(np.zeros(5), (2, 3, 1))
    with pytest.raises(ValueError, match="matrices must hold at least one matrix"):
        flatten([])
