r"""The perceptron: each mistake turns ``w`` a little, and that cannot happen often.

**What a perceptron leaves behind: its vector, and the list of the mistakes that made it.**  Every
perceptron of chapter 06 changes ``w`` only by adding examples it got wrong, so the run is known
from the list of their indices:

.. math:: w_t = \sum_{s=1}^{t} y_{i_s} x_{i_s}, \qquad w_0 = 0.

**Theorem (Novikoff 1962).**  Let :math:`S` be separable, :math:`R = \max_i \lVert x_i \rVert` and
:math:`B = \min\{\lVert w \rVert : y_i \langle w, x_i \rangle \ge 1 \text{ for all } i\}`.
Started at :math:`w_0 = 0`, the perceptron makes at most :math:`(RB)^2` updates, whichever violated
example each update takes, and then :math:`y_i \langle w, x_i \rangle > 0` for all :math:`i`.

**The pocket.**  On inseparable data the perceptron never stops, and its last vector can be bad.
The pocket holds the vector that made the fewest mistakes so far; its count never rises.  Sooner or
later it is a minimum: from every vector, a run of updates on the examples that some best vector
gets right leads to one that gets them all right.  Nobody knows in advance how many that takes.

Labels are -1 and +1; a point on the hyperplane, :math:`y \langle w, x \rangle = 0`, is a mistake.
After ``t`` updates the vector is ``w_t``.  On integer data every number here is an integer, and
exact as long as it stays below 2**53.

:Source: chapter 06.  F. Rosenblatt, Psychological Review 65 (1958); A. B. J. Novikoff, Symposium on
    the Mathematical Theory of Automata (1962); S. I. Gallant, IEEE Transactions on Neural Networks
    1 (1990).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.predictors import LinearPredictor
from lecture_code.core.types import Array, Booleans, Integers, Points, Signs
from lecture_code.linear.margins import functional_margin, minimum_norm_separator


@dataclass(frozen=True, slots=True, eq=False)
class PerceptronRun(LinearPredictor):
    r"""The final ``w`` of a perceptron, and which example caused each update.

    A run is a predictor: ``run(X_new)`` are signs.
    """

    #: ``(d,)``.
    w: Array
    updates: int
    #: False when ``max_updates`` were made and a mistake is still left.
    converged: bool
    #: ``chosen[t - 1]`` is the index of the example of update ``t``, ``(updates,)``.
    chosen: Integers = field(repr=False)
    #: The number of passes over the sample that were begun, the last clean one included (a batch
    #: perceptron begins one for every update).
    passes: int
    #: The sample the updates are made of, with rows of unit length if the run normalises, ``(m,
    #: d)``.
    X: Array = field(repr=False)
    #: Its labels, ``(m,)``.
    y: Array = field(repr=False)

    @property
    def trace(self) -> Array:
        """The vectors ``w_0, ..., w_T``, one a row: shape ``(updates + 1, d)``."""
        return iterates(self.X, self.y, self.chosen)


def iterates(X: Array, y: Array, chosen: Integers) -> Array:
    r"""Return :math:`w_t = \sum_{s \le t} y_{i_s} x_{i_s}` for t = 0..T, shape ``(T + 1, d)``."""
    w = np.zeros((len(chosen) + 1, X.shape[1]))
    np.cumsum(y[chosen, None] * X[chosen], axis=0, out=w[1:])
    return w


def violated(w: Array, X: Array, y: Array) -> Booleans:
    r"""Return for each example whether ``w`` errs on it, :math:`y \langle w, x \rangle \le 0`.

    :Implements: def-mistake.
    """
    # "not > 0" instead of "<= 0": after an overflow NaN counts as a mistake, never as a success.
    return ~(y * (X @ w) > 0)  # (m,) * (m, d) @ (d,)


def next_mistake(w: Array, X: Array, y: Array, start: int = 0) -> int | None:
    r"""Return the first mistake of ``w`` from ``start`` on, or None if there is none.

    :Implements: def-mistake.
    """
    look = 256  # one product scores a block of examples; the blocks grow while all is right
    while start < len(X):
        wrong = violated(w, X[start : start + look], y[start : start + look])
        j = int(wrong.argmax())
        if wrong[j]:
            return start + j
        start, look = start + look, min(1024, 2 * look)
    return None


def unit_rows(X: Array) -> Array:
    r"""Return the points as :math:`x / \lVert x \rVert`; a ValueError says where one is zero.

    :Implements: thm-normalised.
    """
    norms = np.linalg.norm(X, axis=1)
    if not norms.all():
        i = int(np.argmin(norms))
        raise ValueError(f"X must hold no zero vector to be normalised; got one at index {i}")
    return np.asarray(X / norms[:, None])


# A rule picks the example for the next update; None when no example is violated.
Rule: TypeAlias = Callable[[Array, Array, Array], int | None]


def _worst(w: Array, X: Array, y: Array) -> int | None:
    margins = y * (X @ w)
    i = int(margins.argmin())
    return None if margins[i] > 0 else i


def _random(rng: np.random.Generator, w: Array, X: Array, y: Array) -> int | None:
    wrong = np.flatnonzero(violated(w, X, y))
    return int(wrong[rng.integers(len(wrong))]) if len(wrong) else None


def batch_perceptron(
    X: Points,
    y: Signs,
    *,
    choose: Literal["first", "worst", "random"] = "first",
    max_updates: int = 100_000,
    rng: np.random.Generator | None = None,
) -> PerceptronRun:
    r"""Run the batch perceptron: while some example is violated, add one of them to ``w``.

    .. math:: w_0 = 0, \qquad w_t = w_{t-1} + y_i x_i
              \quad\text{for some } i \text{ with } y_i \langle w_{t-1}, x_i \rangle \le 0.

    Parameters
    ----------
    choose : str
        Which violated example is added: the "first" (smallest index), the "worst" (smallest margin,
        the first of equals) or a "random" one (uniform; needs ``rng``).
    max_updates : int
        Inseparable data ends after so many updates with ``converged`` False.

    >>> run = batch_perceptron([[1, 0], [-3, 1]], [1, 1])
    >>> run.updates, run.w, run.chosen[:6]
    (17, array([1., 4.]), array([0, 1, 0, 0, 0, 1]))

    :Implements: alg-perceptron.
    """
    X, y = validate.sample(X, y)
    limit = validate.whole(max_updates, "max_updates", at_least=0)
    rules: dict[str, Rule] = {"first": next_mistake, "worst": _worst}
    if choose == "random":
        rules["random"] = partial(_random, validate.generator(rng))
    if choose not in rules:
        raise ValueError(f'choose must be "first", "worst" or "random"; got {choose!r}')
    pick = rules[choose]
    w = np.zeros(X.shape[1])  # 1.
    chosen: list[int] = []
    while (i := pick(w, X, y)) is not None and len(chosen) < limit:  # 2.
        w += y[i] * X[i]  # 2.1
        chosen.append(i)
    history = np.array(chosen, dtype=np.int64)
    return PerceptronRun(w, len(chosen), i is None, history, len(chosen) + 1, X, y)  # 2.2


def cyclic_perceptron(
    X: Points,
    y: Signs,
    *,
    order: ArrayLike | None = None,
    normalise: bool = False,
    max_updates: int = 100_000,
) -> PerceptronRun:
    r"""Read the examples in a cycle, add each one that is violated, stop after a clean pass.

    .. math:: w_t = w_{t-1} + y_i x_i \quad\text{or, with normalise,}\quad
              w_t = w_{t-1} + y_i x_i / \lVert x_i \rVert.

    Parameters
    ----------
    order : array (m,) of int or None
        The cycle, a permutation of 0..m-1 such as ``rng.permutation(m)`` (default: as they stand).
    normalise : bool
        Whether the points are scaled to length 1.
    max_updates : int
        Inseparable data ends after so many updates with ``converged`` False.

    Raises
    ------
    ValueError
        With ``normalise``, for a zero vector.

    >>> run = cyclic_perceptron([[1, 0], [-3, 1]], [1, 1])
    >>> run.updates, run.passes, run.w
    (17, 14, array([1., 4.]))

    :Implements: alg-perceptron, prop-passes.
    """
    X, y = validate.sample(X, y)
    m, d = X.shape
    limit = validate.whole(max_updates, "max_updates", at_least=0)
    X = unit_rows(X) if normalise else X
    cycle = np.arange(m) if order is None else _permutation(order, m)
    points, labels = (X, y) if order is None else (X[cycle], y[cycle])
    w, passes = np.zeros(d), 0  # 1.
    chosen: list[int] = []
    while True:  # 2. in passes
        passes, before = passes + 1, len(chosen)
        i = next_mistake(w, points, labels)
        while i is not None and len(chosen) < limit:
            w += labels[i] * points[i]  # 2.1
            chosen.append(i)
            i = next_mistake(w, points, labels, i + 1)
        if i is not None or len(chosen) == before:  # the limit is reached, or the pass was clean
            break
    history = cycle[np.array(chosen, dtype=np.int64)]
    return PerceptronRun(w, len(chosen), i is None, history, passes, X, y)  # 2.2


def _permutation(order: ArrayLike, m: int) -> Integers:
    cycle = np.asarray(order)
    if cycle.shape != (m,) or not np.array_equal(np.sort(cycle), np.arange(m)):
        raise ValueError(f"order must be a permutation of 0..{m - 1}; got {order!r:.80}")
    return cycle.astype(np.int64)


def mistake_bound(X: Points, y: Signs, w: ArrayLike | None = None) -> float:
    r"""Return Novikoff's bound on the number of updates, for the separator ``w`` or the best one.

    .. math:: \frac{R^2 \lVert w \rVert^2}{\gamma(w)^2}, \qquad
              \gamma(w) = \min_i y_i \langle w, x_i \rangle > 0.

    Parameters
    ----------
    w : array (d,) or None
        Without ``w`` the bound is :math:`(RB)^2`, the smallest of these numbers.

    Raises
    ------
    ValueError
        If ``w`` does not separate the sample.
    Inseparable
        If there is no ``w`` and nothing separates the sample.

    >>> mistake_bound([[1, 0], [10, 1]], [1, 1], [1, 0])
    101.0

    :Implements: thm-novikoff, cor-any.
    """
    X, y = validate.sample(X, y)
    v = minimum_norm_separator(X, y).w if w is None else validate.vector(w, X.shape[1])
    gamma = functional_margin(v, X, y)
    if not gamma > 0:
        raise ValueError(f"w must separate the sample, with margin above 0; got margin {gamma:g}")
    return float((X * X).sum(axis=1).max() * (v @ v) / gamma**2)


@dataclass(frozen=True, slots=True, eq=False)
class PocketRun(LinearPredictor):
    r"""The best vector ``w`` of a perceptron run, the first of equals, and how the run went.

    The run is a predictor: ``run(X_new)`` are signs.
    """

    #: ``(d,)``.
    w: Array
    #: The number of mistakes of ``w`` on the sample.
    best_mistakes: int
    #: The number T of updates made.
    updates: int
    #: Whether a vector without mistakes was found.
    converged: bool
    #: The number of mistakes of each of :math:`w_0, ..., w_T`, ``(T + 1,)``.
    current_mistakes: Integers = field(repr=False)
    #: ``chosen[t - 1]`` is the example of update ``t``, ``(T,)``.
    chosen: Integers = field(repr=False)
    #: ``(m, d)``.
    X: Array = field(repr=False)
    #: ``(m,)``.
    y: Array = field(repr=False)

    @property
    def pocket_mistakes(self) -> Integers:
        """The mistakes of the vector in the pocket after 0..T updates: shape ``(T + 1,)``."""
        return np.minimum.accumulate(self.current_mistakes)

    @property
    def trace(self) -> Array:
        """The vectors ``w_0, ..., w_T`` of the perceptron, one a row: shape ``(T + 1, d)``."""
        return iterates(self.X, self.y, self.chosen)


def pocket(X: Points, y: Signs, *, T: int, rng: np.random.Generator) -> PocketRun:
    r"""Run the perceptron on random mistakes for ``T`` updates, and keep the best vector.

    .. math:: \hat w \in \operatorname{argmin}_{w \in \{w_0, ..., w_T\}}
              |\{i : y_i \langle w, x_i \rangle \le 0\}|.

    Each update takes a mistake uniformly at random; the run ends early when there is none.

    Parameters
    ----------
    T : int
        At most so many updates.
    rng : Generator
        Picks the mistakes.

    >>> rng = np.random.default_rng(1)
    >>> run = pocket([[1, 0], [1, 1], [1, 2], [1, 3]], [1, -1, 1, 1], T=200, rng=rng)
    >>> run.best_mistakes, run.updates, run.converged
    (1, 200, False)

    :Implements: alg-pocket.
    """
    X, y = validate.sample(X, y)
    T = validate.whole(T, "T", at_least=0)
    rng = validate.generator(rng)
    w = best = np.zeros(X.shape[1])  # 1.
    wrong = violated(w, X, y).nonzero()[0]  # counts the mistakes, and offers the next one
    fewest, counts, chosen = len(wrong), [len(wrong)], list[int]()
    for _ in range(T):  # 2.
        if not len(wrong):  # 2.1
            break
        i = int(wrong[rng.integers(len(wrong))])  # 2.2
        w = w + y[i] * X[i]
        wrong = violated(w, X, y).nonzero()[0]
        if len(wrong) < fewest:  # 2.3
            best, fewest = w, len(wrong)
        counts.append(len(wrong))
        chosen.append(i)
    history = np.array(chosen, dtype=np.int64)
    return PocketRun(best, fewest, len(chosen), fewest == 0, np.array(counts), history, X, y)  # 3.
