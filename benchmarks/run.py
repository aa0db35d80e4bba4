"""Speed of the learning rules against their peers: run it with `make bench`.

Ours and the peer take turns in one process, A B A B, with one thread for linear algebra.  Time is
processor time, which one thread spends as it would on an idle machine.  The table shows medians,
their ratio ours/peer and the target.  Results are compared first: a wrong one ends the run with
exit code 1; a missed target is only reported.
"""

import os

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"  # before numpy is imported

import sys  # noqa: E402
import time  # noqa: E402
import warnings  # noqa: E402
from collections.abc import Callable, Iterator  # noqa: E402
from dataclasses import dataclass  # noqa: E402
from functools import partial  # noqa: E402
from statistics import median  # noqa: E402
from typing import Any  # noqa: E402

import numpy as np  # noqa: E402
from scipy.optimize import linprog, nnls  # noqa: E402
from sklearn.exceptions import ConvergenceWarning  # noqa: E402
from sklearn.linear_model import LogisticRegression, Perceptron, Ridge  # noqa: E402
from sklearn.neighbors import KNeighborsClassifier  # noqa: E402
from sklearn.neural_network import MLPClassifier  # noqa: E402
from sklearn.svm import SVC, LinearSVC  # noqa: E402

from lecture_code.activations import RELU  # noqa: E402
from lecture_code.big_m import big_m  # noqa: E402
from lecture_code.checks import frequency  # noqa: E402
from lecture_code.datasets import digits  # noqa: E402
from lecture_code.descent import sgd  # noqa: E402
from lecture_code.distributions import FiniteLaw  # noqa: E402
from lecture_code.finite_classes import errors  # noqa: E402
from lecture_code.halfspace_restrictions import halfspaces_on  # noqa: E402
from lecture_code.halfspaces import separating_halfspace  # noqa: E402
from lecture_code.hard_svm import hard_svm  # noqa: E402
from lecture_code.kernels import Gaussian, gram  # noqa: E402
from lecture_code.logistic import logistic_regression  # noqa: E402
from lecture_code.margins import minimum_norm_separator  # noqa: E402
from lecture_code.minimum_disagreement import minimum_disagreement  # noqa: E402
from lecture_code.nearest_neighbour import nearest_neighbour  # noqa: E402
from lecture_code.network_training import initial_network, train  # noqa: E402
from lecture_code.optimisers import Optimiser, adam, momentum  # noqa: E402
from lecture_code.optimisers import sgd as plain  # noqa: E402
from lecture_code.output_losses import SOFTMAX  # noqa: E402
from lecture_code.pac import bad_hypotheses, simulated_erm_failures  # noqa: E402
from lecture_code.paths import descend  # noqa: E402
from lecture_code.perceptron import cyclic_perceptron  # noqa: E402
from lecture_code.restrictions import rectangles_on  # noqa: E402
from lecture_code.ridge import ridge_path  # noqa: E402
from lecture_code.smo import smo  # noqa: E402
from lecture_code.soft_svm import soft_svm  # noqa: E402
from lecture_code.subgradients import hinge_direction  # noqa: E402
from lecture_code.tables import Table  # noqa: E402
from lecture_code.vc_dimension import encode, vc_dimension  # noqa: E402

SIZES = {"S": (100, 2, 0.05), "M": (5_000, 20, 0.1), "L": (200_000, 50, 0.3)}
BUDGET = 2.0  # seconds for one line of the table


class WrongResult(Exception):
    """Ours and the peer, or ours and the definition, disagree."""


@dataclass(frozen=True)
class Case:
    """One line: ``target`` bounds the ratio, or the seconds of ours when there is no peer."""

    name: str
    ours: Callable[[], Any]
    peer: Callable[[], Any] | None
    peer_name: str
    agree: Callable[[Any, Any], bool]
    target: float


def sample(size: str, flips: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Return Gaussian points moved off a hyperplane by the margin of the size, labels by side."""
    m, d, margin = SIZES[size]
    rng = np.random.default_rng(0)
    X, u = rng.standard_normal((m, d)), rng.standard_normal(d)
    u /= np.linalg.norm(u)
    y = np.sign(X @ u)
    X += margin * y[:, None] * u
    y[rng.random(m) < flips] *= -1
    return X, y


def separates(answer: Any, X: np.ndarray, y: np.ndarray) -> bool:
    return bool(answer.separable and (y * (X @ answer.w)).min() > 0)


def is_certified(answer: Any, X: np.ndarray, y: np.ndarray) -> bool:
    if answer.separable:
        return False
    alpha = answer.certificate
    return bool(alpha.min() >= 0 and np.abs((alpha * y) @ X).max() < 1e-12)


def dense_program(X: np.ndarray, y: np.ndarray) -> Any:
    """Solve the linear program of separability on the whole sample."""
    m, d = X.shape
    return linprog(
        np.r_[np.zeros(d), -1.0],
        A_ub=np.c_[-y[:, None] * X, np.ones(m)],
        b_ub=np.zeros(m),
        bounds=[(-1, 1)] * d + [(None, 1)],
    )


def least_distance_by_nnls(X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the shortest separator through Lawson and Hanson's least-distance program."""
    m, d = X.shape
    u, _ = nnls(np.vstack([(y[:, None] * X).T, np.ones(m)]), np.r_[np.zeros(d), 1.0])
    return ((u * y) @ X) / (1 - u.sum())


def literal_updates(X: np.ndarray, y: np.ndarray, passes: int) -> list[int]:
    """Return the updates of the cyclic perceptron read off its definition."""
    w, chosen = np.zeros(X.shape[1]), []
    for _ in range(passes):
        for i in range(len(X)):
            if y[i] * X[i].dot(w) <= 0:
                w += y[i] * X[i]
                chosen.append(i)
    return chosen


def perceptrons() -> Iterator[Case]:
    for size, target in [("S", 0.2), ("M", 1.2), ("L", 1.0)]:
        X, y = sample(size)
        run = cyclic_perceptron(X, y)
        if run.chosen.tolist() != literal_updates(X, y, run.passes):
            raise WrongResult(f"updates of the cyclic perceptron {size}")
        peer = Perceptron(shuffle=False, fit_intercept=False, tol=None, max_iter=run.passes)
        yield Case(
            f"cyclic perceptron {size} ({run.updates} updates, {run.passes} passes)",
            partial(cyclic_perceptron, X, y),
            partial(peer.fit, X, y),
            "sklearn Perceptron",
            lambda ours, theirs: ours.converged and np.array_equal(ours.w, theirs.coef_[0]),
            target,
        )


def separations() -> Iterator[Case]:
    for size, target in [("S", 1.5), ("M", 0.25), ("L", 0.5)]:
        for flips, proved in [(0.0, separates), (0.1, is_certified)]:
            X, y = sample(size, flips)
            yield Case(
                f"separability {size}, {'not ' if flips else ''}separable",
                partial(separating_halfspace, X, y),
                None if size == "L" else partial(dense_program, X, y),
                "dense linprog",
                lambda ours, theirs, X=X, y=y, proved=proved: proved(ours, X, y),
                target,
            )


def fewest_mistakes() -> Iterator[Case]:
    rng = np.random.default_rng(0)
    for m, d in [(60, 2), (40, 3)]:
        X, y = rng.integers(-3, 4, (m, d)).astype(float), rng.choice([-1.0, 1.0], m)
        y = np.where(rng.random(m) < 0.1, y, np.where(X[:, 0] > 0, 1.0, -1.0))
        yield Case(
            f"minimum disagreement m = {m}, d = {d}",
            partial(minimum_disagreement, X, y),
            partial(big_m, X, y),
            "milp with a big M",
            lambda ours, theirs: bool(ours.optimal and ours.mistakes == theirs.mistakes),
            1.0,
        )


def shortest_separators() -> Iterator[Case]:
    for size, target in [("S", 12.0), ("M", 0.8), ("L", 0.5)]:
        X, y = sample(size)

        def agree(ours: Any, theirs: Any, X: np.ndarray = X, y: np.ndarray = y) -> bool:
            margins, dual = y * (X @ ours.w), ours.alpha.sum()
            optimal = margins.min() > 1 - 1e-9 and abs(dual - ours.B**2) < 1e-8 * dual
            return bool(optimal and (theirs is None or np.allclose(ours.w, theirs, rtol=1e-6)))

        yield Case(
            f"shortest separator {size}",
            partial(minimum_norm_separator, X, y),
            None if size == "L" else partial(least_distance_by_nnls, X, y),
            "scipy nnls",
            agree,
            target,
        )


def widest_streets() -> Iterator[Case]:
    """Hard SVM with a bias.  The peer's margin has a few right digits only; at L it needs 26 s."""
    for size, target in [("S", 0.5), ("M", 0.2), ("L", 0.5)]:
        X, y = sample(size)

        def agree(ours: Any, theirs: Any, X: np.ndarray = X, y: np.ndarray = y) -> bool:
            margins, dual = y * ours.score(X), ours.alpha.sum()
            optimal = margins.min() > 1 - 1e-9 and abs(dual - ours.w @ ours.w) < 1e-8 * dual
            if theirs is None:
                return bool(optimal)
            w = theirs.coef_[0]
            return bool(optimal and np.linalg.norm(w - ours.w) < 1e-2 * np.linalg.norm(w))

        yield Case(
            f"hard SVM with a bias {size}",
            partial(hard_svm, X, y),
            None if size == "L" else partial(SVC(C=1e10, kernel="linear").fit, X, y),
            "sklearn SVC(C=1e10)",
            agree,
            target,
        )


def one_sample_at_a_time(
    wrong: np.ndarray, bad: np.ndarray, p: np.ndarray, m: int, trials: int
) -> int:
    """Return how often some minimiser of the empirical risk is bad, read off the definition."""
    rng, failures = np.random.default_rng(1), 0
    for _ in range(trials):
        mistakes = wrong[:, rng.choice(len(p), size=m, p=p)].sum(axis=1)
        failures += mistakes[bad].min() == mistakes.min()
    return failures


def simulations() -> Iterator[Case]:
    """The failures of ERM: 200 functions on 64 points, one of them the target, m = 83."""
    rng, eps, m = np.random.default_rng(0), 0.1, 83
    x, p = np.arange(64.0), rng.dirichlet(np.ones(64))
    rows = rng.integers(0, 2, size=(200, 64))
    near = np.where(rng.random((100, 64)) < 0.1, 1 - rows[0], rows[0])  # half are near the target
    H = [Table(x, row) for row in np.vstack([rows[:100], near])]
    law = FiniteLaw(x, rows[0], p)
    wrong, bad = errors(H, law.X, law.y), bad_hypotheses(H, law, eps)
    bound = float(((1 - (wrong[bad] @ p)) ** m).sum())  # the union bound, without 1 - x <= e^-x

    def simulate(trials: int) -> int:
        return simulated_erm_failures(H, law, eps, m, trials, rng=np.random.default_rng(2))

    def agree(ours: Any, theirs: Any) -> bool:
        counts = [frequency(ours, 20_000)] + ([frequency(theirs, 20_000)] if theirs else [])
        lowest = min(count.high for count in counts)
        return max(count.low for count in counts) <= min(lowest, bound)

    yield Case(
        "Monte Carlo, |H| = 200, 64 atoms, 20,000 trials",
        partial(simulate, 20_000),
        partial(one_sample_at_a_time, wrong, bad, p, m, 20_000),
        "a loop over the trials",
        agree,
        0.12,
    )
    yield Case(
        "Monte Carlo, |H| = 200, 64 atoms, 100,000 trials",
        partial(simulate, 100_000),
        None,
        "",
        lambda ours, theirs: frequency(ours, 100_000).low <= bound,
        0.5,
    )


def nearest_neighbours() -> Iterator[Case]:
    for size, k, target in [("S", 1, 1.2), ("M", 1, 1.2), ("M", 15, 1.2), ("L", 5, 4.0)]:
        X, y = sample(size)
        queries = np.random.default_rng(1).standard_normal((200, X.shape[1]))
        yield Case(
            f"{k} nearest neighbours {size}",
            partial(lambda X, y, k, Q: nearest_neighbour(X, y, k=k)(Q), X, y, k, queries),
            partial(
                lambda X, y, k, Q: KNeighborsClassifier(k).fit(X, y).predict(Q), X, y, k, queries
            ),
            "sklearn KNeighborsClassifier",
            np.array_equal,
            target,
        )


def codes_by_linear_programs(X: np.ndarray) -> np.ndarray:
    """Return the labellings by halfspaces, one linear program for each candidate."""
    n, d = X.shape
    labels = np.arange(1 << n)[:, None] >> np.arange(n) & 1

    def possible(row: np.ndarray) -> bool:
        # <w, x> >= 1 for the ones and <= 0 for the others
        rows, bound = np.where(row, -1.0, 1.0)[:, None] * X, np.where(row, -1.0, 0.0)
        return linprog(np.zeros(d), rows, bound, bounds=[(None, None)] * d).status == 0

    return encode([row for row in labels if possible(row)])


def labellings() -> Iterator[Case]:
    rng = np.random.default_rng(0)
    for name, X in [
        ("random points", rng.standard_normal((8, 3))),
        ("grid points", rng.integers(-2, 3, (8, 3))),
    ]:
        yield Case(
            f"halfspaces on 8 {name}, d = 3",
            lambda X=X: encode(halfspaces_on(X)),
            partial(codes_by_linear_programs, X),
            "a linprog for each labelling",
            np.array_equal,
            0.05,
        )
    cloud = rng.standard_normal((16, 2))
    yield Case(
        "VC dimension of rectangles on 16 points",
        lambda: vc_dimension(rectangles_on(cloud)),
        None,
        "",
        lambda ours, theirs: ours == 4,
        0.5,
    )


def logistic_regressions() -> Iterator[Case]:
    """Newton's method on labels of which a tenth is turned: the minimum is attained."""
    for size in SIZES:
        X, y = sample(size, 0.1)
        peer = LogisticRegression(
            C=np.inf, solver="newton-cholesky", fit_intercept=False, tol=1e-8, max_iter=1000
        )
        yield Case(
            f"logistic regression {size}",
            partial(logistic_regression, X, y),
            partial(peer.fit, X, y),
            "sklearn newton-cholesky",
            lambda ours, theirs: np.allclose(ours.w, theirs.coef_[0], rtol=1e-5, atol=1e-6),
            1.0,
        )


def soft_machines() -> Iterator[Case]:
    """The homogeneous soft SVM, C = 1/100 of the libraries' form, to a gap of 1e-9; the peer stops
    at its own tolerance, so its objective may be a little larger."""
    for size, target in [("S", 1.5), ("M", 2.5), ("L", 2.0)]:
        X, y = sample(size, 0.1)
        lam = 1 / (2 * 0.01 * len(y))

        def agree(ours: Any, theirs: Any, X: Any = X, y: Any = y, lam: float = lam) -> bool:
            w = theirs.coef_[0]
            reached = lam * w @ w + np.maximum(0, 1 - y * (X @ w)).mean()
            return bool(ours.objective <= reached * (1 + 1e-9) <= 1.001 * ours.objective)

        yield Case(
            f"soft SVM {size}",
            partial(soft_svm, X, y, lam=lam, bias=False),
            partial(LinearSVC(loss="hinge", C=0.01, fit_intercept=False, max_iter=10**6).fit, X, y),
            "sklearn LinearSVC",
            agree,
            target,
        )


def kernel_machines() -> Iterator[Case]:
    """The soft SVM with a bias on a Gaussian Gram matrix, C = 10 of the libraries' form, both to
    the same tolerance 1e-3, so that either objective may be 1e-3 / 2 above the minimum."""
    for m in (1_000, 3_000):
        rng = np.random.default_rng(0)
        X = rng.normal(size=(m, 2))
        y = np.where((X**2).sum(axis=1) + 0.5 * rng.normal(size=m) > 1.4, 1.0, -1.0)
        G, lam = gram(Gaussian(1.0), X), 1 / (2 * 10 * m)

        def agree(ours: Any, theirs: Any, G: Any = G, y: Any = y, lam: float = lam) -> bool:
            score = theirs.decision_function(G)
            w = theirs.dual_coef_[0]
            norm = w @ G[np.ix_(theirs.support_, theirs.support_)] @ w
            reached = lam * norm + np.maximum(0, 1 - y * score).mean()
            return bool(abs(ours.objective - reached) <= 1e-3 / 2)

        yield Case(
            f"kernel SVM, m = {m}",
            partial(smo, G, y, lam=lam),
            partial(SVC(kernel="precomputed", C=10, tol=1e-3).fit, G, y),
            "sklearn SVC(precomputed)",
            agree,
            2.5,
        )


def ridge_paths() -> Iterator[Case]:
    lams = np.geomspace(1e-3, 1e3, 50)
    for size in SIZES:
        X, y = sample(size, 0.1)

        def one_by_one(X: np.ndarray = X, y: np.ndarray = y) -> np.ndarray:
            return np.array([Ridge(alpha=a, fit_intercept=False).fit(X, y).coef_ for a in lams])

        yield Case(
            f"ridge path of 50 lambdas {size}",
            partial(ridge_path, X, y, lams),
            one_by_one,
            "sklearn Ridge, 50 times",
            lambda ours, theirs: np.allclose(ours, theirs, rtol=1e-8, atol=1e-10),
            0.15,
        )


def descents() -> Iterator[Case]:
    X, y = sample("M")
    direction = hinge_direction(X, y)
    draws = np.random.default_rng(1).integers(0, len(X), size=(100, 300))
    start = np.zeros(X.shape[1])

    def one_by_one() -> np.ndarray:
        last = []
        for row in draws:
            w = start
            for i in row:
                w = w + 0.1 * (y[i] * (X[i] @ w) < 1) * y[i] * X[i]
            last.append(w)
        return np.array(last)

    yield Case(
        "SGD, hinge loss, 100 runs of 300 steps, with traces",
        partial(sgd, direction, draws, start, eta=0.1),
        one_by_one,
        "a literal loop",
        lambda ours, theirs: np.allclose(ours.last, theirs, rtol=1e-9, atol=1e-12),
        0.15,
    )


def stochastic_runs() -> Iterator[Case]:
    """A hundred noisy runs of 300 steps on one quadratic in dimension ten."""
    rng, R, T = np.random.default_rng(0), 100, 300
    curvature = np.geomspace(0.1, 1.0, 10)
    start, noise = rng.standard_normal((R, 10)), rng.standard_normal((T + 1, R, 10))

    def together(rule: Optimiser) -> np.ndarray:
        return descend(rule, lambda w, t: curvature * w + noise[t], start, T, keep=False).w

    def one_by_one(rule: Optimiser) -> np.ndarray:
        def alone(r: int) -> np.ndarray:
            gradient = lambda w, t: curvature * w + noise[t, r]  # noqa: E731
            return descend(rule, gradient, start[r], T, keep=False).w

        return np.array([alone(r) for r in range(R)])

    for rule in (plain(0.1), momentum(0.1), adam(0.01)):
        yield Case(
            f"100 runs of {rule.name}, 300 steps, d = 10",
            partial(together, rule),
            partial(one_by_one, rule),
            "a loop over the runs",
            np.allclose,
            0.12,
        )


def networks() -> Iterator[Case]:
    """Twenty epochs of plain SGD on 1400 digits, batches of 32; both then know nearly all of the
    others, from different random starts."""
    X, y = digits().X / 16, digits().y
    order = np.random.default_rng(0).permutation(len(X))
    old, new = order[:1400], order[1400:]

    def ours(hidden: int) -> Any:
        rng = np.random.default_rng(1)
        start = initial_network((64, hidden, 10), RELU, gain=2.0, rng=rng)
        return train(start, X[old], y[old], SOFTMAX, rule=plain(0.1), epochs=20, batch=32, rng=rng)

    def theirs(hidden: int) -> Any:
        peer = MLPClassifier((hidden,), solver="sgd", momentum=0, learning_rate_init=0.1, alpha=0,
                             batch_size=32, max_iter=20, tol=0, n_iter_no_change=100)  # fmt: skip
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            return peer.fit(X[old], y[old])

    for hidden in (32, 100):
        yield Case(
            f"network of {hidden} hidden units, 20 epochs",
            partial(ours, hidden),
            partial(theirs, hidden),
            "sklearn MLPClassifier",
            lambda a, b: min((a(X[new]) == y[new]).mean(), b.score(X[new], y[new])) > 0.93,
            0.3,
        )


def seconds(action: Callable[[], Any]) -> float:
    start = time.process_time()
    action()
    return time.process_time() - start


def measure(case: Case) -> tuple[float, float | None]:
    """Return the median seconds of ours and of the peer, in turns, after comparing results."""
    if not case.agree(case.ours(), case.peer() if case.peer else None):
        raise WrongResult(case.name)
    ours, theirs = [], []
    start = time.perf_counter()
    while len(ours) < 3 or (time.perf_counter() - start < BUDGET and len(ours) < 200):
        ours.append(seconds(case.ours))
        if case.peer:
            theirs.append(seconds(case.peer))
    return median(ours), median(theirs) if theirs else None


def line(case: Case, ours: float, theirs: float | None) -> tuple[str, bool]:
    if theirs is None:
        met = ours <= case.target
        rest = f"{'-':>10} {'-':>7} {case.target:6.2f} s"
    else:
        met = ours / theirs <= case.target
        rest = f"{theirs * 1e3:10.2f} {ours / theirs:7.2f} {case.target:8.2f}"
    peer = case.peer_name if case.peer else "(seconds alone)"
    verdict = "met" if met else "TARGET MISSED"
    return f"{case.name:52} {ours * 1e3:10.2f} {rest}  {verdict:14} {peer}", met


def one_pass() -> str:
    """Compare a pass of the perceptron with the machine's limit, one product of X and w."""
    X, y = sample("L")
    run, w = cyclic_perceptron(X, y), np.ones(X.shape[1])
    limit = median(seconds(lambda: X @ w) for _ in range(20))
    ours = median(seconds(partial(cyclic_perceptron, X, y)) for _ in range(5)) / run.passes
    return (
        f"one pass of the perceptron L = {ours / limit:.1f} products X @ w ({limit * 1e3:.1f} ms)"
    )


def one_step() -> str:
    """Compare a step of Adam on the logistic risk with one product of X and w."""
    X, y = sample("L", 0.1)
    w = np.ones(X.shape[1])

    def gradient(w: np.ndarray, t: int) -> np.ndarray:
        return -(y / (1 + np.exp(y * (X @ w)))) @ X / len(X)

    limit = median(seconds(lambda: X @ w) for _ in range(20))
    ours = median(seconds(lambda: descend(adam(), gradient, w, 5)) for _ in range(5)) / 5
    return f"one step of Adam L = {ours / limit:.1f} products X @ w ({limit * 1e3:.1f} ms)"


def main() -> int:
    print(f"{'':52} {'ours ms':>10} {'peer ms':>10} {'ratio':>7} {'target':>8}")
    missed = 0
    for cases in (
        perceptrons,
        separations,
        fewest_mistakes,
        shortest_separators,
        widest_streets,
        simulations,
        nearest_neighbours,
        labellings,
        logistic_regressions,
        soft_machines,
        kernel_machines,
        ridge_paths,
        descents,
        stochastic_runs,
        networks,
    ):
        for case in cases():
            text, met = line(case, *measure(case))
            print(text, flush=True)
            missed += not met
    print(one_pass())
    print(one_step())
    print(f"{missed} target(s) missed" if missed else "every target met")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except WrongResult as error:
        sys.exit(f"WRONG RESULT: {error}")
