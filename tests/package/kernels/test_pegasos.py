"""SGD with a kernel against SGD on the explicit features."""

import numpy as np
import pytest

from lecture_code.kernels.kernel import Linear, gram
from lecture_code.kernels.pegasos import kernel_objective, kernel_sgd
from lecture_code.svm.pegasos import svm_objective, svm_sgd


@pytest.mark.parametrize("shift", [0, 1])
def test_the_linear_kernel_is_the_linear_machine(shift):
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(20, 3)), rng.choice([-1.0, 1.0], 20)
    one, two = (np.random.default_rng(5) for _ in range(2))
    run = kernel_sgd(X, y, T=400, K=Linear(), lam=0.1, rng=one, shift=shift)
    explicit = svm_sgd(X, y, T=400, lam=0.1, rng=two, shift=shift)
    assert np.array_equal(run.chosen, explicit.chosen)
    assert np.array_equal(run.updated, explicit.updated)
    for t in (0, 1, 2, 399, 400):
        assert np.allclose(run.current(t) @ X, explicit.trace[t], atol=1e-10)
    for t in (1, 2, 399, 400, 401):  # 400 steps make 401 vectors
        assert np.allclose(run.average(t) @ X, explicit.trace[:t].mean(axis=0), atol=1e-10)
    assert np.array_equal(run.alpha, run.average(400))
    assert np.allclose(run.score(X), explicit.score(X), atol=1e-10)
    assert np.array_equal(run(X), explicit(X))
    found = kernel_objective(run.alpha, gram(Linear(), X), y, lam=0.1)
    assert found == pytest.approx(svm_objective(explicit.w, X, y, lam=0.1))


def test_bad_input():
    rng = np.random.default_rng(0)
    for wrong in ({"T": 0}, {"lam": 0.0}, {"shift": 2}, {"rng": 3}):
        given = {"T": 3, "lam": 1.0, "rng": rng} | wrong
        with pytest.raises((ValueError, TypeError), match=next(iter(wrong))):
            kernel_sgd([[1.0]], [1], T=given.pop("T"), K=Linear(), **given)
    with pytest.raises(ValueError, match="y must"):
        kernel_sgd([[1.0]], [2], T=3, K=Linear(), lam=1.0, rng=rng)
    run = kernel_sgd([[1.0]], [1], T=3, K=Linear(), lam=1.0, rng=rng)
    with pytest.raises(ValueError, match="t must"):
        run.average(0)
    for method, most in ((run.beta, 3), (run.current, 3), (run.average, 4)):
        method(most)
        with pytest.raises(ValueError, match=f"t must be an integer, .* at most {most}"):
            method(most + 1)
        with pytest.raises(ValueError, match="t must"):
            method(-1)
