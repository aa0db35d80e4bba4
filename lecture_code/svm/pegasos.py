r"""Stochastic gradient descent for the soft support vector machine: one example per step.

The objective, here with λ/2 and without a bias, is λ-strongly convex.  Steps
:math:`\eta_t=1/(\lambda t)` along :math:`\lambda w_{t-1}+v_t`, with :math:`v_t` a subgradient of
the hinge loss at one random example, telescope: :math:`w_t` is :math:`\theta_t/(\lambda t)`, where
:math:`\theta_t` is the plain sum of the examples that had a margin below 1.  The algorithm is also
known as Pegasos.

:Source: chapter 11, SGD for the soft SVM.  S. Shalev-Shwartz, Y. Singer, N. Srebro and A. Cotter,
    Pegasos, Mathematical Programming 127 (2011).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.enumeration import few, power
from lecture_code.core.losses import hinge
from lecture_code.core.predictors import LinearPredictor
from lecture_code.core.types import Array, Booleans, Integers, Points, Signs


def svm_sgd(
    X: Points,
    y: Signs,
    *,
    T: int,
    lam: float,
    rng: np.random.Generator,
    shift: int = 0,
) -> SGDRun:
    r"""Return a run of T steps on the objective with λ/2 and no bias.

    .. math:: \theta_t = \theta_{t-1} + \mathbf 1[y_i\langle w_{t-1},x_i\rangle<1]\,y_ix_i,\qquad
              w_t = \frac{\theta_t}{\lambda(t+\mathrm{shift})}

    The ``shift`` is 0 for steps 1/(λt), 1 for steps 1/(λ(t+1)).  The trace takes (T + 1) d numbers.

    >>> run = svm_sgd([[2.0]], [1], T=2, lam=1.0, rng=np.random.default_rng(0))
    >>> run.trace.ravel(), run.w
    (array([0., 2., 1.]), array([1.]))

    :Implements: alg-svm-sgd, thm-svm-sgd.
    """
    X, y = validate.sample(X, y)
    T, lam, shift = _settings(T, lam, shift)
    chosen = validate.generator(rng).integers(len(X), size=T)
    theta, w = np.zeros(X.shape[1]), np.zeros(X.shape[1])  # 1.
    trace, updated = [w], []
    for t, i in enumerate(chosen, start=1):  # 2.
        updated.append(falls_short(y[i] * (theta @ X[i]), lam, t - 1 + shift))
        if updated[-1]:
            theta = theta + y[i] * X[i]
        w = theta / (lam * (t + shift))
        trace.append(w)
    return SGDRun(np.mean(trace[:-1], axis=0), w, np.array(trace), chosen, np.array(updated))


@dataclass(frozen=True, slots=True, eq=False)
class SGDRun(LinearPredictor):
    r"""A run: ``w`` is the average :math:`\bar w` of :math:`w_0,\dots,w_{T-1}`."""

    w: Array
    #: :math:`w_T`.
    last: Array
    #: The vectors :math:`w_0,\dots,w_T`, one per row.
    trace: Array = field(repr=False)
    #: ``chosen[t - 1]`` is the example of step ``t``.
    chosen: Integers = field(repr=False)
    #: Whether the example changed θ.
    updated: Booleans = field(repr=False)


def all_averages(X: Points, y: Signs, *, T: int, lam: float, shift: int = 0) -> Array:
    r"""Return :math:`\bar w` of every one of the :math:`m^T` equally likely runs, one per row.

    Too many runs are refused.

    >>> all_averages([[1.0], [2.0]], [1, 1], T=2, lam=1.0).ravel()
    array([0.5, 0.5, 1. , 1. ])

    :Implements: thm-svm-sgd.
    """
    X, y = validate.sample(X, y)
    T, lam, shift = _settings(T, lam, shift)
    m, d = X.shape
    few(power(m, T), "T", "runs", each=max(32, 4 * d))
    Z = y[:, None] * X
    theta, total = np.zeros((1, d)), np.zeros((1, d))
    for t in range(T):  # every run so far goes on with every example
        w = theta / (lam * max(t + shift, 1))
        theta, total = (np.repeat(a, m, axis=0) for a in (theta, total + w))
        z = np.tile(Z, (len(theta) // m, 1))
        theta = theta + z * falls_short((z * theta).sum(axis=1), lam, t + shift)[:, None]
    return np.asarray(total / T)


def _settings(T: int, lam: float, shift: int) -> tuple[int, float, int]:
    return (
        validate.whole(T, "T"),
        validate.number(lam, "lam", above=0),
        validate.whole(shift, "shift", at_least=0, at_most=1),
    )


def falls_short(product: Array, lam: float, t: int) -> Booleans:
    r"""Return whether y⟨w, x⟩ < 1 for w = θ/(λt), or w = 0 at t = 0, from ``product``, y⟨θ, x⟩."""
    # Without a division: at a margin of 1 the answer is no, if θ, x and λt are exact.
    return (t == 0) | (product < lam * t)


def svm_objective(W: ArrayLike, X: Points, y: Signs, *, lam: float) -> Array:
    r"""Return the objective of the soft SVM, λ/2 form without bias, at each vector of (..., d).

    .. math:: f(w) = \frac\lambda2\lVert w\rVert^2
              + \frac1m\sum_i\max\{0, 1-y_i\langle w,x_i\rangle\}

    >>> svm_objective([[0.0], [1.0]], [[1.0], [-1.0]], [1, -1], lam=0.5)
    array([1.  , 0.25])

    :Source: chapter 11, SGD for the soft SVM.
    """
    X, y = validate.sample(X, y)
    w, lam = validate.array(W, "W", f"(..., {X.shape[1]})"), validate.number(lam, "lam", above=0)
    with np.errstate(over="ignore", invalid="ignore"):
        value = lam / 2 * (w**2).sum(-1) + hinge(w @ X.T, y).mean(-1)
    return validate.array(value, "the objective")
