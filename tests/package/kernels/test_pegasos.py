"""SGD with a kernel against its literal box, and against the recursion on explicit features."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lecture_code.kernels.kernel import Gaussian, Linear, Polynomial, gram
from lecture_code.kernels.pegasos import kernel_objective, kernel_sgd
from lecture_code.svm.pegasos import svm_objective, svm_sgd


def literal(G, y, chosen, lam, shift):
    """The box: counters, and their coefficients after each step."""
    beta, alpha = np.zeros(len(y)), np.zeros(len(y))
    counters, trace = [beta], [alpha]
    for t, i in enumerate(chosen, start=1):
        if y[i] * (alpha @ G[i]) < 1:
            beta = beta + y[i] * (np.arange(len(y)) == i)
        alpha = beta / (lam * (t + shift))
        counters.append(beta)
        trace.append(alpha)
    return np.array(counters), np.array(trace)


@given(
    st.integers(0, 10**6),
    st.sampled_from([Linear(), Polynomial(3), Gaussian(0.5)]),
    st.sampled_from([0.07, 0.7, 3.0]),
    st.sampled_from([0, 1]),
)
@settings(max_examples=40, deadline=None)
def test_the_trace_is_that_of_the_box(seed, K, lam, shift):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(6, 2)), rng.choice([-1.0, 1.0], 6)
    run = kernel_sgd(X, y, K, 70, lam=lam, rng=rng, shift=shift)
    counters, trace = literal(gram(K, X), y, run.chosen, lam, shift)
    for t in (0, 1, 2, 69, 70):
        assert run.beta(t).tolist() == counters[t].tolist()
        assert np.allclose(run.current(t), trace[t])
    for t in (1, 2, 69, 70, 71):  # 70 steps make 71 vectors
        assert np.allclose(run.average(t), trace[:t].mean(axis=0), rtol=1e-8)
    assert np.array_equal(run.alpha, run.average(70))


@pytest.mark.parametrize("shift", [0, 1])
def test_the_linear_kernel_is_the_linear_machine(shift):
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(20, 3)), rng.choice([-1.0, 1.0], 20)
    one, two = (np.random.default_rng(5) for _ in range(2))
    run = kernel_sgd(X, y, Linear(), 400, lam=0.1, rng=one, shift=shift)
    explicit = svm_sgd(X, y, 400, lam=0.1, rng=two, shift=shift)
    assert np.array_equal(run.chosen, explicit.chosen)
    assert np.array_equal(run.updated, explicit.updated)
    assert np.allclose(run.alpha @ X, explicit.w, atol=1e-10)
    assert np.allclose(run.score(X), explicit.score(X), atol=1e-10)
    assert np.array_equal(run(X), explicit(X))
    found = kernel_objective(run.alpha, gram(Linear(), X), y, lam=0.1)
    assert found == pytest.approx(svm_objective(explicit.w, X, y, lam=0.1))


def test_bad_input():
    rng = np.random.default_rng(0)
    for wrong in ({"T": 0}, {"lam": 0.0}, {"shift": 2}, {"rng": 3}):
        given = {"T": 3, "lam": 1.0, "rng": rng} | wrong
        with pytest.raises((ValueError, TypeError), match=next(iter(wrong))):
            kernel_sgd([[1.0]], [1], Linear(), given.pop("T"), **given)
    with pytest.raises(ValueError, match="y must"):
        kernel_sgd([[1.0]], [2], Linear(), 3, lam=1.0, rng=rng)
    run = kernel_sgd([[1.0]], [1], Linear(), 3, lam=1.0, rng=rng)
    with pytest.raises(ValueError, match="t must"):
        run.average(0)
    for method, most in ((run.beta, 3), (run.current, 3), (run.average, 4)):
        method(most)
        with pytest.raises(ValueError, match="t must be at most"):
            method(most + 1)
        with pytest.raises(ValueError, match="t must"):
            method(-1)
