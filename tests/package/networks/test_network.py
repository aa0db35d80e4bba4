"""The layered network against edge by edge evaluation, halfspaces, and scikit-learn's."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.neural_network import MLPRegressor

from lecture_code.networks.network import (
    ACTIVATIONS,
    IDENTITY,
    RELU,
    SIGN,
    Network,
    forward,
    preactivations,
    random_network,
)


def literal(network, x):
    """One neuron after the other, one edge after the other."""
    v = [1.0, *x]
    for t, w in enumerate(network.weights, start=1):
        sigma = network.output if t == network.depth else network.activation
        o = [float(sigma(sum(w[r, j] * v[r] for r in range(len(v))))) for j in range(w.shape[1])]
        v = o if t == network.depth else [1.0, *o]
    return v


@given(
    st.integers(0, 10**6),
    st.lists(st.integers(1, 4), min_size=2, max_size=4),
    st.sampled_from(list(ACTIVATIONS.values())),
)
@settings(max_examples=40, deadline=None)
def test_forward_is_the_recursion(seed, sizes, sigma):
    rng = np.random.default_rng(seed)
    net, X = random_network(sizes, sigma, rng=rng), rng.normal(size=(5, sizes[0]))
    assert np.allclose(net(X), [literal(net, x) for x in X], rtol=1e-12, atol=1e-12)
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
    net = random_network((2, 3, 1), RELU, SIGN, rng=np.random.default_rng(4), scale=0.5)
    rng = np.random.default_rng(4)
    for w in net.weights:
        for entry in w.ravel():
            assert entry == 0.5 * rng.normal()
    assert (net.activation, net.output) == (RELU, SIGN)


def test_random_weights_are_normal():
    net = random_network((30, 40, 20), IDENTITY, rng=np.random.default_rng(0), scale=3.0)
    drawn = np.concatenate([w.ravel() for w in net.weights])
    assert stats.kstest(drawn, stats.norm(scale=3).cdf).pvalue > 1e-4


def test_exclusive_or_by_hand():
    net = Network(([[1.0, 1], [1, -1], [1, -1]], [[-1.0], [1], [1]]), SIGN, SIGN)
    X = [[1, 1], [1, -1], [-1, 1], [-1, -1]]
    assert net(X).ravel().tolist() == [-1, 1, 1, -1]


def test_complex_weights_and_inputs():
    w = np.array([[0.5], [2.0 + 1e-200j]])
    net = Network((w, np.array([[0.0], [3.0]])), RELU)
    assert net([[1.5]]).imag / 1e-200 == pytest.approx(4.5)
    assert Network((w.real,), IDENTITY)(np.array([[1 + 1e-200j]])).imag / 1e-200 == pytest.approx(2)


def test_bad_input():
    one = [[0.0], [1.0]]
    for weights, match in (
        ((), "at least one matrix"),
        (([[1.0]],), "at least 2 rows"),
        ((one, [[1.0], [2], [3]]), r"weights\[1\] must have 2 rows"),
        (([[np.nan], [1.0]],), "finite"),
        (([1.0, 2.0],), "shape"),
        ((np.array([1j, 2]),), "shape"),
    ):
        with pytest.raises(ValueError, match=match):
            Network(weights, IDENTITY)
    with pytest.raises(ValueError, match="activation"):
        Network((one,), np.tanh)
    with pytest.raises(ValueError, match="X must have shape"):
        Network((one,), IDENTITY)([[1.0, 2.0]])
    with pytest.raises(ValueError, match="sizes"):
        random_network((3,), IDENTITY, rng=np.random.default_rng(0))
