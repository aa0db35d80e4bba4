"""The active-set method behind the hard SVM against a general solver."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from lecture_code.solvers.max_margin import max_margin


@settings(max_examples=15, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.integers(1, 3), st.integers(4, 12))
def test_a_general_solver_finds_the_same(seed, d, m):
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(m) % 2, 1.0, -1.0)
    X = rng.normal(size=(m, d)) + 4 * y[:, None]
    w, b, alpha = max_margin(X, y)
    theirs = minimize(
        lambda v: v[:d] @ v[:d] / 2,
        np.append(np.ones(d), 0.0),
        jac=lambda v: np.append(v[:d], 0.0),
        constraints={"type": "ineq", "fun": lambda v: y * (X @ v[:d] + v[d]) - 1},
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 500},
    )
    assert np.allclose(np.append(w, b), theirs.x, atol=1e-5)
    assert np.allclose((alpha * y) @ X, w)


def test_overlapping_classes_have_no_margin():
    assert max_margin(np.array([[0.0], [2.0], [1.0]]), np.array([1.0, 1.0, -1.0])) is None


def test_one_example_of_a_label_among_thousands_is_in_the_working_set():
    x = np.r_[-1.0, np.linspace(1, 2, 1500)]
    w, b, alpha = max_margin(x[:, None], np.where(x > 0, 1.0, -1.0))
    assert np.allclose([*w, b], [1, 0], rtol=1e-9, atol=1e-9)
    assert np.allclose(alpha, np.r_[0.5, 0.5, np.zeros(1499)])
