"""Lagrangian duality: hand-solved programs, weak duality, and certificates."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from lecture_code.svm.duality import QuadraticProgram, hard_svm_program
from lecture_code.svm.hard import hard_svm
from lecture_code.svm.pegasos import svm_sgd
from lecture_code.svm.soft import soft_svm


def random_program(rng, n=3, k=5):
    M = rng.standard_normal((n, n))
    inside = rng.standard_normal(n)
    A = rng.standard_normal((k, n))
    P = M @ M.T
    return QuadraticProgram((P + P.T) / 2, rng.standard_normal(n), A, A @ inside - 0.5), inside


def test_line_by_hand():
    line = QuadraticProgram([[1]], [0], [[1]], [2])
    for a in (0.0, 1.0, 2.0, 5.0):
        assert line.dual([a]) == pytest.approx(2 * a - a * a / 2)
        assert line.minimiser([a]).tolist() == pytest.approx([a])
    assert line.gap([2], [2]) == 0
    assert line.residuals([1], [-1]).feasibility == 1
    assert line.residuals([1], [-1]).sign == 1
    assert line.residuals([1], [-1]).stationarity == 2
    assert line.residuals([1], [-1]).slackness == 1


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10**6))
def test_weak_duality(seed):
    rng = np.random.default_rng(seed)
    program, inside = random_program(rng)
    alpha = rng.exponential(size=5)
    assert program.dual(alpha) <= program.objective(inside) + 1e-9
    v = program.minimiser(alpha)
    near = [program.lagrangian(v + rng.standard_normal(3), alpha) for _ in range(20)]
    assert min(near) >= program.dual(alpha) - 1e-9


def test_dual_maximum_is_the_primal_minimum_by_slsqp():
    rng = np.random.default_rng(3)
    for _ in range(5):
        program, inside = random_program(rng)
        primal = minimize(
            program.objective,
            inside,
            constraints={"type": "ineq", "fun": lambda v, p=program: p.A @ v - p.c},
            method="SLSQP",
        )
        dual = minimize(
            lambda a, p=program: -p.dual(np.maximum(a, 0)), np.ones(5), bounds=[(0, None)] * 5
        )
        assert -dual.fun == pytest.approx(primal.fun, abs=1e-4)


def test_hard_svm_is_certified():
    rng = np.random.default_rng(4)
    for bias in (True, False):
        X = rng.standard_normal((12, 2))
        y = np.where(X @ [1.0, -2.0] > 0, 1.0, -1.0)
        best, program = hard_svm(X, y, bias=bias), hard_svm_program(X, y, bias=bias)
        v = np.r_[best.w, best.b] if bias else best.w
        assert program.residuals(v, best.alpha).worst < 1e-8
        assert program.gap(v, best.alpha) == pytest.approx(0, abs=1e-8)
        assert program.dual(best.alpha) == pytest.approx(0.5 / best.gamma**2)


def test_unbounded_lagrangian():
    program = hard_svm_program([[3.0], [1.0]], [1, -1])
    assert program.dual([1, 0]) == -np.inf
    assert program.minimiser([1, 0]) is None


PAIR = np.array([[3.0], [1.0]]), np.array([1.0, -1.0])


@pytest.mark.parametrize(
    "one",
    [
        hard_svm(*PAIR),
        soft_svm(*PAIR, lam=0.1),
        svm_sgd(*PAIR, T=3, lam=0.1, rng=np.random.default_rng(0)),
        hard_svm_program(*PAIR),
        hard_svm_program(*PAIR).residuals([1.0, -2.0], [0.5, 0.5]),
    ],
    ids=lambda one: type(one).__name__,
)
def test_runs_and_programs_can_be_sent_and_copied(one):
    for other in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
        for name in one.__dataclass_fields__:
            np.testing.assert_array_equal(getattr(other, name), getattr(one, name))


def test_a_program_keeps_its_numbers():
    P, q = np.eye(1), np.zeros(1)
    line = QuadraticProgram(P, q, [[1]], [2])
    P[:], q[:] = 7, 7
    assert line.objective([3]) == 4.5
    with pytest.raises(ValueError, match="read-only"):
        line.P[0] = 7
