"""The soft SVM, on points and on a Gram matrix, and SGD with a kernel."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from sklearn.svm import SVC, LinearSVC

from benchmarks.case import Case, sample
from lecture_code.kernels.kernel import Gaussian, gram
from lecture_code.kernels.pegasos import kernel_sgd
from lecture_code.kernels.svm import smo
from lecture_code.svm.soft import soft_svm


def reached(X: np.ndarray, y: np.ndarray, lam: float, peer: Any) -> float:
    """Return the objective at the peer's w and b."""
    w, b = peer.coef_[0], peer.intercept_
    return float(lam * w @ w + np.maximum(0, 1 - y * (X @ w + b)).mean())


def linear_machines() -> Iterator[Case]:
    """Ours to a relative gap of 1e-9; the peers stop at their own tolerance, a little above."""
    without = LinearSVC(loss="hinge", fit_intercept=False, max_iter=10**6)
    peers = [
        (without, False, size, C, target)
        for size, C, target in [
            ("S", 1, 1.5),
            ("S", 0.01, 1.5),
            ("M", 1, 2.5),
            ("M", 0.01, 2.5),
            ("L", 0.01, 2.0),
        ]
    ]
    peers += [(SVC(kernel="linear"), True, size, C, target) for size, C, target in
              [("S", 1, 1.5), ("M", 1, 2.5), ("M", 0.01, 2.5)]]  # fmt: skip
    for peer, bias, size, C, target in peers:
        X, y = sample(size, 0.1)
        lam, kind = 1 / (2 * C * len(y)), type(peer).__name__

        def agree(ours: Any, theirs: Any, X: Any = X, y: Any = y, lam: float = lam) -> bool:
            other = reached(X, y, lam, theirs)
            close = ours.objective <= other * (1 + 1e-9) <= 1.001 * ours.objective
            return bool(close and ours.gap <= 1e-9 * ours.objective)

        yield Case(
            f"soft SVM {size}, C = {C}, {'with a' if bias else 'no'} bias",
            ("svm.soft.soft_svm",),
            partial(soft_svm, X, y, lam=lam, bias=bias),
            agree,
            partial(peer.__class__(**{**peer.get_params(), "C": C}).fit, X, y),
            f"sklearn {kind}",
            target,
            loops=(X, lambda run: 1) if size == "L" else None,
            note="the loop is the whole run, some twenty Newton steps" * (size == "L"),
        )


def kernel_machines() -> Iterator[Case]:
    """The soft SVM with a bias on a Gaussian Gram matrix, C = 10 of the libraries' form, both to
    the same tolerance 1e-3, so that either objective may be 1e-3 / 2 above the minimum."""
    for m in (100, 1_000, 3_000):
        rng = np.random.default_rng(0)
        X = rng.normal(size=(m, 2))
        y = np.where((X**2).sum(axis=1) + 0.5 * rng.normal(size=m) > 1.4, 1.0, -1.0)
        G, lam = gram(Gaussian(1.0), X), 1 / (2 * 10 * m)

        def agree(ours: Any, theirs: Any, G: Any = G, y: Any = y, lam: float = lam) -> bool:
            score, w = theirs.decision_function(G), theirs.dual_coef_[0]
            norm = w @ G[np.ix_(theirs.support_, theirs.support_)] @ w
            other = lam * norm + np.maximum(0, 1 - y * score).mean()
            return bool(abs(ours.objective - other) <= 1e-3 / 2)

        yield Case(
            f"kernel SVM, m = {m}",
            ("kernels.svm.smo",),
            partial(smo, G, y, lam=lam),
            agree,
            partial(SVC(kernel="precomputed", C=10, tol=1e-3).fit, G, y),
            "sklearn SVC(precomputed)",
            2.5,
            note="about as many steps as libsvm, each of a dozen calls of numpy or more"
            * (m == 1000),
        )


def naive_kernel_sgd(
    X: np.ndarray, y: np.ndarray, T: int, lam: float, chosen: np.ndarray
) -> np.ndarray:
    """Return the mean of alpha_0, ..., alpha_{T-1}, step by step as the box says."""
    G = gram(Gaussian(1.0), X)
    alpha, beta, total = np.zeros((3, len(X)))
    for t, i in enumerate(chosen, start=1):
        total += alpha
        if y[i] * (alpha @ G[:, i]) < 1:
            beta[i] += y[i]
        alpha = beta / (lam * t)
    return total / T


def kernel_descents() -> Iterator[Case]:
    rng, T, lam = np.random.default_rng(0), 20_000, 1e-3
    X = rng.normal(size=(1000, 2))
    y = np.where((X**2).sum(axis=1) > 1.4, 1.0, -1.0)
    chosen = np.random.default_rng(1).integers(len(X), size=T)
    yield Case(
        "SGD with a kernel, m = 1000, 20,000 steps",
        ("kernels.pegasos.kernel_sgd",),
        lambda: kernel_sgd(X, y, Gaussian(1.0), T, lam=lam, rng=np.random.default_rng(1)),
        lambda ours, theirs: np.allclose(ours.alpha, theirs, rtol=1e-8, atol=1e-12),
        partial(naive_kernel_sgd, X, y, T, lam, chosen),
        "a literal loop",
        0.4,
    )


def cases() -> Iterator[Case]:
    yield from linear_machines()
    yield from kernel_machines()
    yield from kernel_descents()
