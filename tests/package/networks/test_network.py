"""Networks by hand and against scikit-learn; activations against scipy and their slopes."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.special import expit
from sklearn.neural_network import MLPRegressor

from lecture_code.networks.backprop import backpropagate
from lecture_code.networks.graph import GraphNetwork, graph_of
from lecture_code.networks.losses import HINGE, LOGISTIC, SOFTMAX, SQUARED
from lecture_code.networks.network import (
    ACTIVATIONS,
    IDENTITY,
    RELU,
    SIGMOID,
    SIGN,
    TANH,
    Network,
    forward,
    preactivations,
    random_network,
)
from lecture_code.networks.training import train
from lecture_code.optimise.optimisers import adam


@given(
    st.integers(0, 10**6),
    st.lists(st.integers(1, 4), min_size=2, max_size=4),
    st.sampled_from(list(ACTIVATIONS.values())),
)
@settings(max_examples=40, deadline=None)
def test_each_layer_begins_with_a_one_and_has_its_size(seed, sizes, sigma):
    rng = np.random.default_rng(seed)
    net, X = random_network(sizes, sigma, rng=rng), rng.normal(size=(5, sizes[0]))
    v, a = forward(net, X), preactivations(net, X)
    assert [part.shape for part in v[:-1]] == [(5, d + 1) for d in sizes[:-1]]
    assert all((part[:, 0] == 1).all() for part in v[:-1])
    assert v[-1].shape == (5, sizes[-1])
    assert [part.shape for part in a] == [(5, d) for d in sizes[1:]]
    assert np.array_equal(net.output(a[-1]), v[-1])
    assert net.sizes == tuple(sizes)
    assert net.depth == len(sizes) - 1
    assert net.edges == sum((a + 1) * b for a, b in zip(sizes, sizes[1:], strict=False))


def test_scikit_learn_computes_the_same():
    rng = np.random.default_rng(1)
    net, X = random_network((3, 4, 2, 1), RELU, rng=rng), rng.normal(size=(9, 3))
    theirs = MLPRegressor(hidden_layer_sizes=(4, 2), max_iter=1, solver="lbfgs")
    with pytest.warns(Warning, match="converge"):
        theirs.fit(X, X[:, 0])
    theirs.coefs_ = [w[1:] for w in net.weights]
    theirs.intercepts_ = [w[0] for w in net.weights]
    assert np.allclose(theirs.predict(X), forward(net, X)[-1][:, 0])


def test_the_weights_are_drawn_layer_by_layer():
    net = random_network((2, 3, 1), RELU, SIGN, rng=np.random.default_rng(4))
    rng = np.random.default_rng(4)
    for w in net.weights:
        for entry in w.ravel():
            assert entry == rng.normal()
    assert (net.activation, net.output) == (RELU, SIGN)


def test_random_weights_are_normal():
    net = random_network((30, 40, 20), IDENTITY, rng=np.random.default_rng(0))
    drawn = np.concatenate([w.ravel() for w in net.weights])
    assert stats.kstest(drawn, stats.norm.cdf).pvalue > 1e-4


def test_exclusive_or_by_hand():
    net = Network(([[1.0, 1], [1, -1], [1, -1]], [[-1.0], [1], [1]]), SIGN, SIGN)
    X = [[1, 1], [1, -1], [-1, 1], [-1, -1]]
    assert net(X).ravel().tolist() == [-1, 1, 1, -1]


def test_complex_weights_and_inputs():
    w = np.array([[0.5], [2.0 + 1e-200j]])
    net = Network((w, np.array([[0.0], [3.0]])), RELU)
    assert net([[1.5]]).imag / 1e-200 == pytest.approx(4.5)
    assert Network((w.real,), IDENTITY)(np.array([[1 + 1e-200j]])).imag / 1e-200 == pytest.approx(2)


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


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda h: pickle.loads(pickle.dumps(h))]
)
@pytest.mark.parametrize("loss", [SQUARED, LOGISTIC, HINGE, SOFTMAX])
@pytest.mark.parametrize("sigma", ACTIVATIONS.values(), ids=lambda sigma: sigma.name)
def test_networks_their_parts_and_runs_survive_a_copy(sigma, loss, again):
    rng = np.random.default_rng(0)
    net, X = random_network((2, 3, 1), sigma, rng=rng), rng.normal(size=(4, 2))
    y = np.zeros(4) if loss is SOFTMAX else np.array([1.0, -1.0, 1.0, 1.0])
    run = train(net, X, y, loss, rule=adam(), epochs=2, batch=2, rng=rng)
    for h in (net, graph_of(net), run):
        assert repr(again(h)) == repr(h)
        assert again(h)(X).tolist() == h(X).tolist()
    assert again(sigma).derivative(X).tolist() == sigma.derivative(X).tolist()
    slopes = backpropagate(net, X, y, loss), again(backpropagate(net, X, y, again(loss)))
    assert slopes[0].gradients[0].tolist() == slopes[1].gradients[0].tolist()


def test_a_network_owns_its_weights():
    w = np.array([[0.0], [1.0]])
    net, edges = Network((w,), IDENTITY), {("x", "y"): 1.0}
    graph = GraphNetwork(edges, ("x",), IDENTITY)
    w[:], edges["x", "y"] = 9, 9
    assert net([[2.0]]).tolist() == graph([[2.0]]).tolist() == [[2.0]]
    with pytest.raises(ValueError, match="read-only"):
        net.weights[0][0] = 9
