"""Training against its literal loop, its distributions, and scikit-learn from the same start."""

import warnings

import numpy as np
import pytest
from scipy import stats
from sklearn.neural_network import MLPClassifier

from lecture_code.networks.backprop import backpropagate, flatten, unflatten
from lecture_code.networks.losses import LOGISTIC, SOFTMAX, SQUARED
from lecture_code.networks.network import IDENTITY, RELU, TANH, Network
from lecture_code.networks.training import initial_network, train
from lecture_code.optimise.optimisers import adam, fixed_step, momentum


def sample(m=23):
    rng = np.random.default_rng(5)
    X = rng.normal(size=(m, 2))
    return X, (X[:, 0] * X[:, 1] > 0).astype(float)


def literal(net, X, y, loss, rule, epochs, batch, rng, lam):
    """Descent with a new network each step, where ``train`` moves views of one vector in place."""
    w, t = flatten(net.weights), 0
    memory, trace = rule.init(w), [w]
    for _ in range(epochs):
        order = rng.permutation(len(X))
        for start in range(0, len(X), batch):
            rows, t = order[start : start + batch], t + 1
            here = Network(unflatten(w, net.sizes), net.activation, net.output)
            v = backpropagate(here, X[rows], y[rows], loss).gradients
            v = flatten([g + lam * np.r_[0 * a[:1], a[1:]]
                         for g, a in zip(v, here.weights, strict=True)])  # fmt: skip
            step, memory = rule.update(v, memory, t)
            w = w - step
        trace.append(w)
    return np.array(trace)


@pytest.mark.parametrize("rule", [fixed_step(0.3), momentum(0.05), adam(0.02)])
@pytest.mark.parametrize("loss", [SOFTMAX, LOGISTIC, SQUARED])
@pytest.mark.parametrize("lam", [0.0, 0.1])
def test_the_trace_is_that_of_the_literal_loop(rule, loss, lam):
    X, y = sample()
    y = 2 * y - 1 if loss is LOGISTIC else y
    sizes = (2, 5, 4, 2 if loss is SOFTMAX else 1)
    net = initial_network(sizes, TANH, gain=1.0, rng=np.random.default_rng(1))
    before = flatten(net.weights)
    keys = {"rule": rule, "epochs": 4, "batch": 8, "lam": lam}
    run = train(net, X, y, loss, rng=np.random.default_rng(2), **keys)
    trace = literal(net, X, y, loss, rng=np.random.default_rng(2), **keys)
    assert np.allclose(run.trace, trace, rtol=1e-10, atol=1e-12)
    assert np.array_equal(flatten(net.weights), before)
    assert np.array_equal(flatten(run.network.weights), run.trace[-1])
    assert run.at(2).epochs == 2
    assert np.array_equal(flatten(run.at(2).network.weights), run.trace[2])


def test_scikit_learn_takes_the_same_step():
    X, y = sample()
    peer = MLPClassifier((6,), "relu", solver="sgd", momentum=0, alpha=0, batch_size=len(X),
                         learning_rate_init=0.1, random_state=0)  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        peer.partial_fit(X, y, classes=[0, 1])
    stacked = [np.r_[b[None], w] for w, b in zip(peer.coefs_, peer.intercepts_, strict=True)]
    net = Network(tuple(stacked), RELU)
    peer.partial_fit(X, y)
    after = [np.r_[b[None], w] for w, b in zip(peer.coefs_, peer.intercepts_, strict=True)]
    rng = np.random.default_rng(0)
    run = train(net, X, 2 * y - 1, LOGISTIC, rule=fixed_step(0.1), epochs=1, batch=99, rng=rng)
    assert np.allclose(run.trace[-1], flatten(after), rtol=1e-10, atol=1e-13)


def test_it_learns_and_predicts():
    X, y = sample(200)
    rng = np.random.default_rng(0)
    for loss, labels, d in ((SOFTMAX, y, 2), (LOGISTIC, 2 * y - 1, 1)):
        net = initial_network((2, 16, d), RELU, gain=2.0, rng=rng)
        run = train(net, X, labels, loss, rule=adam(0.02), epochs=60, batch=20, rng=rng)
        assert (run(X) == labels).mean() > 0.95
        assert set(run(X)) <= set(labels)


def test_dropout_of_the_hidden_values():
    X, y = np.ones((1, 1)), np.array([0.0])
    net = Network((np.array([[0.0, 0, 0, 0], [1, 1, 1, 1]]), np.array([[0.0], [1], [1], [1], [1]])),
                  IDENTITY)  # fmt: skip
    kept = set()
    for seed in range(60):
        rng = np.random.default_rng(seed)
        run = train(net, X, y, SQUARED, rule=fixed_step(0.01), epochs=1, batch=1, keep=0.5, rng=rng)
        output = -(run.trace[1] - run.trace[0])[8] / 0.02  # the error is twice the output
        kept.add(round(output))
    assert kept == {0, 2, 4, 6, 8}


def test_initial_variances():
    net = initial_network((50, 400, 300), RELU, gain=2.0, rng=np.random.default_rng(0))
    for w, below in zip(net.weights, (50, 400), strict=True):
        assert (w[0] == 0).all()
        assert abs(w[1:].var() * below / 2 - 1) < 0.05


def test_the_first_weights_are_normal():
    net = initial_network((30, 40, 20), TANH, gain=3.0, rng=np.random.default_rng(0))
    for w, below in zip(net.weights, (30, 40), strict=True):
        normal = stats.norm(scale=np.sqrt(3 / below))
        assert stats.kstest(w[1:].ravel(), normal.cdf).pvalue > 1e-4


def test_bad_input():
    X, y = sample()
    rng = np.random.default_rng(0)
    net = initial_network((2, 3, 1), RELU, gain=2.0, rng=rng)
    good = {"rule": fixed_step(0.1), "epochs": 1, "batch": 5, "rng": rng}
    for wrong in ({"epochs": 0}, {"batch": 0}, {"rng": 3}, {"keep": 1.5}, {"lam": -1.0}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            train(net, X, y, SQUARED, **(good | wrong))
    for wrong in ({"lam": "two"}, {"keep": np.nan}):
        with pytest.raises(ValueError, match=next(iter(wrong)) + " must be"):
            train(net, X, y, SQUARED, **(good | wrong))
    with pytest.raises(ValueError, match=r"X must have shape \(m, 2\)"):
        train(net, X[:, :1], y, SQUARED, **good)
    with pytest.raises(OverflowError, match="step size"):
        train(net, X, 1e6 * y, SQUARED, **(good | {"rule": fixed_step(1e3), "epochs": 50}))
    run = train(net, X, y, SQUARED, **good)
    for epoch in (2, -1, 0.5):
        with pytest.raises(ValueError, match="epoch"):
            run.at(epoch)
    with pytest.raises(ValueError, match="gain"):
        initial_network((2, 1), RELU, gain=0.0, rng=rng)
    with pytest.raises(ValueError, match="sizes"):
        initial_network((2,), RELU, gain=1.0, rng=rng)
