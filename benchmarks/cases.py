"""The table of what is measured against what."""

import warnings
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csc_matrix, diags_array
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression, Perceptron, Ridge
from sklearn.neural_network import MLPClassifier
from sklearn.svm import SVC, LinearSVC

from benchmarks.timer import Case
from lecture_code.data.datasets import digits
from lecture_code.kernels.kernel import Gaussian, gram
from lecture_code.kernels.svm import smo
from lecture_code.linear.logistic import logistic_regression
from lecture_code.linear.perceptron import cyclic_perceptron
from lecture_code.linear.regression import ridge_path
from lecture_code.linear.separability import separating_halfspace
from lecture_code.networks.losses import SOFTMAX
from lecture_code.networks.network import RELU
from lecture_code.networks.training import initial_network, train
from lecture_code.optimise.optimisers import fixed_step
from lecture_code.svm.hard import hard_svm
from lecture_code.svm.soft import soft_svm

SIZES = {"S": (100, 2, 0.05), "M": (5_000, 20, 0.1), "L": (200_000, 50, 0.3)}  # m, d, margin
LAMS = np.geomspace(1e-3, 1e3, 50)
Array = np.ndarray[Any, Any]


@cache
def sample(size: str, flips: float = 0.0) -> tuple[Array, Array]:
    """Gaussian points moved off a hyperplane by the margin of the size, labels by side."""
    m, d, margin = SIZES[size]
    rng = np.random.default_rng(0)
    X, u = rng.standard_normal((m, d)), rng.standard_normal(d)
    u /= np.linalg.norm(u)
    y = np.sign(X @ u)
    X += margin * y[:, None] * u
    y[rng.random(m) < flips] *= -1
    return X, y


def perceptrons() -> Iterator[Case]:
    for size, target in [("S", 0.2), ("M", 1.2), ("L", 1.0)]:
        X, y = sample(size)
        passes = cyclic_perceptron(X, y).passes
        peer = Perceptron(shuffle=False, fit_intercept=False, tol=None, max_iter=passes)
        yield Case(
            f"perceptron, cyclic, {size}",
            partial(cyclic_perceptron, X, y),
            "sklearn Perceptron",
            partial(peer.fit, X, y),
            target,
            lambda ours, theirs: ours.converged and np.array_equal(ours.w, theirs.coef_[0]),
        )


def separability_program(X: Array, y: Array) -> Any:
    """The largest margin t of a w in the unit cube, by one linear program; 0: not separable."""
    m, d = X.shape
    cost, rows = np.r_[np.zeros(d), -1.0], np.c_[-y[:, None] * X, np.ones(m)]
    return linprog(cost, rows, np.zeros(m), bounds=[(-1, 1)] * d + [(None, 1)])


def separability() -> Iterator[Case]:
    """At L the linear program takes minutes, and fifty products X @ w stand for it.

    At S the peer's answer is believed; ours is proved, and may take a second, larger program.
    """
    for size, target in [("S", 1.5), ("M", 0.25), ("L", 1.0)]:
        for flips in (0.0, 0.1):
            X, y = sample(size, flips)

            def proved(ours: Any, theirs: Any, X: Array = X, y: Array = y) -> bool:
                if ours.separable:
                    return bool((y * (X @ ours.w)).min() > 0)
                alpha = ours.certificate
                return bool(alpha.min() >= 0 and np.abs((alpha * y) @ X).max() < 1e-12)

            def products(X: Array = X) -> None:
                for _ in range(50):
                    X @ np.ones(X.shape[1])

            yield Case(
                f"separability, {'not ' if flips else ''}separable, {size}",
                partial(separating_halfspace, X, y),
                {"S": "scipy linprog, unproved", "M": "scipy linprog"}.get(
                    size, "50 products X @ w"
                ),
                products if size == "L" else partial(separability_program, X, y),
                target,
                proved,
            )


def by_clarabel(X: Array, y: Array, bias: bool) -> Array:
    """w of the shortest (w, b) with margins 1, by an interior point method."""
    import clarabel  # of requirements-bench.txt alone

    m, d = X.shape
    Z = y[:, None] * (np.c_[X, np.ones(m)] if bias else X)
    n = Z.shape[1]
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    P = csc_matrix(diags_array(np.r_[np.ones(d), np.zeros(n - d)]))
    cones = [clarabel.NonnegativeConeT(m)]
    solver = clarabel.DefaultSolver(P, np.zeros(n), csc_matrix(-Z), -np.ones(m), cones, settings)
    return np.array(solver.solve().x)[:d]


def is_shortest(X: Array, y: Array, ours: Any, w: Array) -> bool:
    """Our margins and duality gap are right, and the peer's w is near ours."""
    margins, dual = y * (X @ ours.w + getattr(ours, "b", 0.0)), ours.alpha.sum()
    optimal = margins.min() > 1 - 1e-9 and abs(dual - ours.w @ ours.w) < 1e-10 * dual
    return bool(optimal and np.linalg.norm(w - ours.w) < 1e-6 * np.linalg.norm(w))


def hard_svms() -> Iterator[Case]:
    for bias, size, target in [(False, "S", 0.75), (False, "M", 0.1), (True, "S", 0.75),
                               (True, "M", 0.1), (True, "L", 0.02)]:  # fmt: skip
        X, y = sample(size)
        yield Case(
            f"hard SVM, {'a' if bias else 'no'} bias, {size}",
            partial(hard_svm, X, y, bias=bias),
            "clarabel",
            partial(by_clarabel, X, y, bias),
            target,
            partial(is_shortest, X, y),
            slow=size == "L",
        )


def soft_svms() -> Iterator[Case]:
    """Ours to a relative gap of 1e-9; the peers stop at their own tolerance, a little above."""
    for bias, size, C, target in [
        (False, "S", 1, 1.5), (False, "S", 0.01, 1.5), (False, "M", 1, 2.5),
        (False, "M", 0.01, 2.5), (False, "L", 0.01, 2.0),
        (True, "S", 1, 1.5), (True, "M", 1, 2.5), (True, "M", 0.01, 2.5),
    ]:  # fmt: skip
        X, y = sample(size, 0.1)
        lam = 1 / (2 * C * len(y))
        without = LinearSVC(C=C, loss="hinge", fit_intercept=False, max_iter=10**6)
        peer = SVC(C=C, kernel="linear") if bias else without

        def agree(ours: Any, theirs: Any, X: Any = X, y: Any = y, lam: float = lam) -> bool:
            w, b = theirs.coef_[0], theirs.intercept_
            other = lam * w @ w + np.maximum(0, 1 - y * (X @ w + b)).mean()
            close = ours.objective <= other * (1 + 1e-9) <= 1.001 * ours.objective
            return bool(close and ours.gap <= 1e-9 * ours.objective)

        yield Case(
            f"soft SVM, {'a' if bias else 'no'} bias, C = {C}, {size}",
            partial(soft_svm, X, y, lam=lam, bias=bias),
            f"sklearn {type(peer).__name__}",
            partial(peer.fit, X, y),
            target,
            agree,
        )


def kernel_svms() -> Iterator[Case]:
    """A Gaussian Gram matrix and a bias, both to the tolerance 1e-3: either objective may be
    1e-3 / 2 above the minimum."""
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
            partial(smo, G, y, lam=lam),
            "sklearn SVC(precomputed)",
            partial(SVC(kernel="precomputed", C=10, tol=1e-3).fit, G, y),
            3.2,
            agree,
        )


def logistic() -> Iterator[Case]:
    """A tenth of the labels is turned, so that the minimum is attained."""
    peer = LogisticRegression(C=np.inf, solver="newton-cholesky", fit_intercept=False, tol=1e-8)
    for size in SIZES:
        X, y = sample(size, 0.1)
        yield Case(
            f"logistic regression, {size}",
            partial(logistic_regression, X, y),
            "sklearn newton-cholesky",
            partial(peer.fit, X, y),
            1.0,
            lambda ours, theirs: np.allclose(ours.w, theirs.coef_[0], rtol=1e-5, atol=1e-5),
        )


def ridges() -> Iterator[Case]:
    """Ours is by QR; the peer's X'X squares the condition number.

    QR takes twice the products, and where m is large and λ is one, nothing else counts.
    """
    for lams, targets in [(LAMS, (0.15, 0.15, 0.15)), (np.ones(1), (1.0, 1.25, 3.0))]:
        for size, target in zip(SIZES, targets, strict=True):
            X, y = sample(size, 0.1)
            yield Case(
                f"ridge{' path' * (len(lams) > 1)}, {len(lams)} lambda, {size}",
                partial(ridge_path, X, y, lams),
                "sklearn Ridge, one by one" + ", by X'X" * (target > 1),
                lambda X=X, y=y, lams=lams: [
                    Ridge(alpha=a, fit_intercept=False).fit(X, y).coef_ for a in lams
                ],
                target,
                partial(np.allclose, rtol=1e-8, atol=1e-10),
            )


def networks() -> Iterator[Case]:
    """Twenty epochs of plain SGD on 1400 digits, batches of 32: both know most of the others.

    Of a small network a step is twenty calls of numpy, which the sweep of the book needs.
    """
    X, y = digits().X / 16, digits().y
    order = np.random.default_rng(0).permutation(len(X))
    old, new = order[:1400], order[1400:]

    def ours(*hidden: int) -> Any:
        rng = np.random.default_rng(1)
        start = initial_network((64, *hidden, 10), RELU, gain=2.0, rng=rng)
        rule = fixed_step(0.1)
        return train(start, X[old], y[old], SOFTMAX, rule=rule, epochs=20, batch=32, rng=rng)

    def theirs(*hidden: int) -> Any:
        peer = MLPClassifier(hidden, solver="sgd", momentum=0, learning_rate_init=0.1, alpha=0,
                             batch_size=32, max_iter=20, tol=0, n_iter_no_change=100)  # fmt: skip
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            return peer.fit(X[old], y[old])

    for hidden, target in [((32,), 0.4), ((100,), 0.5), ((256, 128), 0.7)]:
        yield Case(
            f"network, {'-'.join(map(str, hidden))} hidden units",
            partial(ours, *hidden),
            "sklearn MLPClassifier",
            partial(theirs, *hidden),
            target,
            lambda a, b: min((a(X[new]) == y[new]).mean(), b.score(X[new], y[new])) > 0.93,
        )


def all_cases() -> Iterator[Case]:
    groups = (
        perceptrons,
        separability,
        hard_svms,
        soft_svms,
        kernel_svms,
        logistic,
        ridges,
        networks,
    )
    for cases in groups:
        yield from cases()
