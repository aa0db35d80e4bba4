"""Draw the pictures of the cards on the landing page: one idea a chapter, without ticks and words.

The package computes what they show; book/assets/start.css gives their colours.
"""

from collections.abc import Callable
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.polynomial.legendre import legvander
from scipy import stats

from bookext.course.sketch import SHAPE, Sketch
from lecture_code.core.classes import errors, thresholds
from lecture_code.core.losses import squared
from lecture_code.linear.perceptron import batch_perceptron
from lecture_code.linear.polynomials import fit_polynomial
from lecture_code.linear.regression import least_squares, ridge_path
from lecture_code.linear.separability import homogenise
from lecture_code.model_selection.selection import select_by_validation
from lecture_code.networks.losses import LOGISTIC
from lecture_code.networks.network import TANH
from lecture_code.networks.training import initial_network, train
from lecture_code.optimise.optimisers import descend, fixed_step
from lecture_code.optimise.problems import bowl, quadratic
from lecture_code.svm.hard import hard_svm
from lecture_code.theory.error_decomposition import smoother_errors


def threshold() -> Sketch:
    """Show the empirical risk of a threshold, wherever it is put."""
    x, labels = np.arange(1.0, 13), np.array([1, 1, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0])
    risks = errors(thresholds(x), x, labels).mean(axis=1)
    sketch = Sketch(0, 13, -0.2, risks.max())
    steps = np.repeat(np.r_[0, x, 13], 2)[1:-1]
    sketch.curve(steps, np.repeat(risks, 2), "line")
    best = risks.argmin()
    sketch.curve([best + 0.5, best + 0.5], [risks[best], -0.2], "dashed")
    sketch.dots([(best + 0.5, risks[best])], "large")
    sketch.signs(np.column_stack([x, np.full(12, -0.1)]), 2 * labels - 1, 5)
    return sketch


def probably() -> Sketch:
    """Show how the risk of the tightest interval is distributed, and the share above ε."""
    risk = stats.beta(2, 9)  # ten uniform points and the two ends that they miss
    x = np.linspace(0, 0.6, 90)
    eps = risk.isf(0.1)
    sketch = Sketch(0, 0.6, 0, risk.pdf(x).max())
    for look, part in (("shade", x[x < eps]), ("shade minus", x[x > eps])):
        part = np.r_[eps, part] if part[0] > eps else np.r_[part, eps]
        ends = [(part[-1], 0), (part[0], 0)]
        sketch.path([*zip(part, risk.pdf(part), strict=True), *ends], look, closed=True)
    sketch.curve(x, risk.pdf(x), "line")
    sketch.curve([eps, eps], [0, 0.6 * risk.pdf(x).max()], "dashed")
    return sketch


def funnel() -> Sketch:
    """Show five rules on one growing sample: empirical minus true risk, and the bound for all."""
    m = np.arange(4, 400)
    x = np.random.default_rng(1).random(m[-1])
    rules = np.linspace(0.1, 0.9, 5)  # h_a is wrong below a
    eps = np.sqrt(np.log(2 * len(rules) / 0.1) / (2 * m))
    shown = slice(8, None, 12)
    sketch = Sketch(0, m[-1], -0.4, 0.4)
    across, high = m[shown], eps[shown]
    sketch.path([*zip(across, high, strict=True), *zip(across[::-1], -high[::-1], strict=True)],
                "shade", closed=True)  # fmt: skip
    for a in rules:
        gaps = ((x < a).cumsum() / np.arange(1, len(x) + 1) - a)[m - 1]
        sketch.curve(across, gaps[shown], "thin")
    for side in (high, -high):
        sketch.curve(across, side, "plus")
    return sketch


def crossing() -> Sketch:
    """Show the two errors of a polynomial fit, degree by degree, and their sum."""
    x, line = np.linspace(-1, 1, 30), np.linspace(-1, 1, 101)
    degrees, parts = range(1, 14), []

    def f(x):
        return np.sign(x - 0.2)

    for k in degrees:
        S = legvander(line, k) @ np.linalg.pinv(legvander(x, k))
        split = smoother_errors(S, f(x), f(line), 0.9, np.full(101, 1 / 101))
        parts.append((split.bias2, split.variance))
    bias, variance = np.array(parts).T
    sketch = Sketch(1, 13, 0, (bias + variance).max())
    for y, look in ((bias, "plus"), (variance, "minus"), (bias + variance, "line")):
        sketch.curve(degrees, y, look)
    best = (bias + variance).argmin()
    sketch.dots([(degrees[best], (bias + variance)[best])], "large")
    return sketch


def squares() -> Sketch:
    """Show the line of least squares, and the squares."""
    x = np.array([1, 2.6, 4, 6.4, 8.4, 10])
    y = np.array([0.9, 3.3, 1.6, 5.1, 3.2, 5.9])
    fit = least_squares(homogenise(x[:, None]), y)
    sketch = Sketch(0, 12, 0.3, 6.5)
    sketch.curve([-1, 13], [fit.w[0] - fit.w[1], fit.w[0] + 13 * fit.w[1]], "line")
    for a, b, on in zip(x, y, fit.w[0] + fit.w[1] * x, strict=True):
        side = (b - on) * 12 / 6.2 / SHAPE  # as long on the screen
        to = a - side
        sketch.path([(a, b), (a, on), (to, on), (to, b)], "shade minus", closed=True)
    sketch.dots(zip(x, y, strict=True), "large")
    return sketch


def walk() -> Sketch:
    """Show the way of w in the run of the perceptron on the landing page."""
    X = [[1, 2], [3, 1], [4, -1], [-1, 3], [5, -2], [-1, -1], [-3, 0], [-4, 1], [2, -3], [-5, 1]]
    trace = batch_perceptron(X, [1] * 4 + [-1] * 6).trace
    sketch = Sketch.with_equal_scales(-7.6, 9.4, 4.5)
    sketch.path(trace, "plus")
    sketch.dots(trace[:-1], "")
    sketch.dots(trace[-1:], "large")
    return sketch


def shattered() -> Sketch:
    """Show three points of the plane with all their labels, each with a line."""
    sketch = Sketch(0, 24, 0, 14)
    points = np.array([[1.4, 1.7], [4.4, 1.9], [2.8, 4.9]])
    for k in range(8):
        X, y = points + [6 * (k % 4), 7 * (k // 4)], 2 * (k >> np.arange(3) & 1) - 1
        if abs(y.sum()) < 3:
            h = hard_svm(X, y)
            w = h.w / np.hypot(*h.w)
            foot = X.mean(axis=0) - (X.mean(axis=0) @ h.w + h.b) / np.hypot(*h.w) * w
            along = 2.6 * np.array([-w[1], w[0]])
            sketch.path([foot - along, foot + along], "line")
        sketch.signs(X, y, 5)
    return sketch


def validation() -> Sketch:
    """Show the training and the validation error of polynomials, and the degree of choice."""
    rng = np.random.default_rng(5)

    def sample(m):
        x = rng.uniform(-1, 1, m)
        return x, np.sin(np.pi * x) + 0.5 * rng.standard_normal(m)

    fits = {k: lambda X, y, k=k: fit_polynomial(X, y, degree=k) for k in range(10)}
    run = select_by_validation(fits, sample(24), sample(24), loss=squared)
    training, validated = (list(each.values()) for each in (run.training, run.validation))
    sketch = Sketch(0, 9, 0, 1.1 * max(validated[:3]))
    for y, look in ((training, "plus"), (validated, "minus")):
        sketch.curve(fits, y, look)
        sketch.dots(zip(fits, y, strict=True), look)
    sketch.rings([(run.choice, validated[run.choice])])
    return sketch


def penalty() -> Sketch:
    """Show the bowl of a risk, and how its minimum comes home as the penalty grows."""
    A, best = np.array([[1.0, -0.55], [-0.55, 1.0]]), np.array([3.6, 1.5])
    X = np.linalg.cholesky(A).T
    risk = quadratic(2 * A, best)  # of which X w - X best is the residual
    path = ridge_path(X, X @ best, np.logspace(-3, 3, 40))
    sketch = Sketch.with_equal_scales(-3.1, 7.3, 0.5)
    chosen = path[18]
    for share in (0.35, 0.7, 1):
        sketch.level(risk, best + share * (chosen - best), "plus")
    sketch.level(quadratic(np.eye(2)), chosen, "minus")
    sketch.path([best, *path, (0, 0)], "dashed")
    sketch.dots([best, (0, 0)], "")
    sketch.dots([chosen], "large")
    return sketch


def zigzag() -> Sketch:
    """Show the descent into a narrow bowl with steps that are nearly too long."""
    f = bowl(9, 12)
    trace = descend(fixed_step(1.8 / 9), f.gradient, [-5.4, 0.2], T=14).trace
    sketch = Sketch.with_equal_scales(-6.3, 6.3)
    for w in trace[[0, 2, 5, 9]]:
        sketch.level(f, w, "soft")
    sketch.path(trace, "plus")
    sketch.dots(trace[:-1], "plus")
    sketch.dots([f.minimiser], "large")
    return sketch


def street() -> Sketch:
    """Show the line of largest margin, its street, and the examples on its boundaries."""
    X = np.array([[-4.6, -0.6], [-3, -2], [-2.4, 0.4], [-1.4, 2.2], [-4.2, 1.9], [-0.2, -2.2],
                  [1.2, 0.6], [2.8, -1.6], [3, 1.5], [4.6, 0.2], [2, 2.4], [4.5, 2.3]])  # fmt: skip
    y = np.repeat([-1, 1], 6)
    h = hard_svm(X, y)
    sketch = Sketch.with_equal_scales(-6, 6)
    ends = [sketch.line(h.w, h.b + side, "dashed") for side in (-1, 1)]
    sketch.path([*ends[0], *ends[1][::-1]], "shade", closed=True)
    sketch.line(h.w, h.b, "line")
    sketch.signs(X, y)
    sketch.rings(X[h.support])
    return sketch


def lift() -> Sketch:
    """Show points of a line, lifted onto a parabola, where a line separates them."""
    x = np.array([-2.5, -2.0, -1.5, -0.8, -0.2, 0.5, 1.0, 1.8, 2.3])
    lifted, y = np.column_stack([x, x**2]), np.where(np.abs(x) > 1.2, 1, -1)
    h = hard_svm(lifted, y)
    sketch = Sketch(-3.4, 3.4, -1.2, 6.6)
    sketch.half(h.w, h.b)
    across = np.linspace(-2.6, 2.6, 40)
    sketch.curve(across, across**2, "soft")
    sketch.curve([-3.4, 3.4], [-0.9, -0.9], "soft")
    for a in x:
        sketch.path([(a, -0.9), (a, a * a)], "thin dashed")
    sketch.dots(np.column_stack([x, np.full(9, -0.9)])[y > 0], "plus")
    sketch.dots(np.column_stack([x, np.full(9, -0.9)])[y < 0], "minus")
    sketch.signs(lifted, y)
    return sketch


def network() -> Sketch:
    """Show a trained network: the thicker an edge, the larger its weight."""
    rng = np.random.default_rng(3)
    X = rng.uniform(-1, 1, (60, 2))
    y = np.where(X[:, 0] * X[:, 1] > 0, 1, -1)
    start = initial_network((2, 4, 4, 1), TANH, gain=1.0, rng=rng)
    run = train(start, X, y, LOGISTIC, rule=fixed_step(0.3), epochs=60, batch=5, rng=rng)
    sketch = Sketch(0, 3, -2, 2)
    places = [[(t, k - (d - 1) / 2) for k in range(d)] for t, d in enumerate(run.network.sizes)]
    for layer, (below, above) in zip(run.network.weights, pairwise(places), strict=True):
        sizes = np.abs(layer[1:]) / np.abs(layer[1:]).max()
        for (r, j), size in np.ndenumerate(sizes):
            look = "plus" if layer[1 + r, j] > 0 else "minus"
            sketch.path([below[r], above[j]], f"{look} edge-{1 + int(3.99 * size)}")
    for layer in places:
        sketch.dots(layer, "neuron")
    return sketch


DRAWN: dict[int, Callable[[], Sketch]] = dict(enumerate((
    threshold, probably, funnel, crossing, squares, walk, shattered, validation, penalty, zigzag,
    street, lift, network), start=1))  # fmt: skip


@cache
def picture(chapter: int) -> str:
    """Return the picture of a chapter as SVG, or nothing where there is none."""
    return DRAWN[chapter]().svg if chapter in DRAWN else ""
