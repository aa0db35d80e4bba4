r"""The perceptron: each mistake turns ``w`` a little, and that cannot happen often.

**Theorem (Novikoff 1962).**  Let :math:`S` be separable, :math:`R = \max_i \lVert x_i \rVert` and
:math:`B = \min\{\lVert w \rVert : y_i \langle w, x_i \rangle \ge 1 \text{ for all } i\}`.
Started at :math:`w_0 = 0`, the perceptron makes at most :math:`(RB)^2` updates, whichever violated
example each update takes, and then :math:`y_i \langle w, x_i \rangle > 0` for all :math:`i`.

Labels are -1 and +1; a point on the hyperplane, :math:`y \langle w, x \rangle = 0`, is a mistake.
After ``t`` updates the vector is ``w_t``.  On integer data every number here is an integer, and
exact as long as it stays below 2**53.

Source: chapter 06.  F. Rosenblatt, Psychological Review 65 (1958); A. B. J. Novikoff, Symposium on
the Mathematical Theory of Automata (1962).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.margins import functional_margin, minimum_norm_separator
from lecture_code.notation import (
    Array,
    Integers,
    as_generator,
    as_sample,
    as_vector,
    positive_integer,
)
from lecture_code.perceptron_run import PerceptronRun, next_mistake, unit_rows, violated

# A rule picks the example for the next update; None when no example is violated.
Rule: TypeAlias = Callable[[Array, Array, Array], int | None]


def _worst(X: Array, y: Array, w: Array) -> int | None:
    margins = y * (X @ w)
    i = int(margins.argmin())
    return None if margins[i] > 0 else i


def _random(rng: np.random.Generator, X: Array, y: Array, w: Array) -> int | None:
    wrong = np.flatnonzero(violated(X, y, w))
    return int(wrong[rng.integers(len(wrong))]) if len(wrong) else None


def batch_perceptron(
    X: ArrayLike,
    y: ArrayLike,
    *,
    choose: Literal["first", "worst", "random"] = "first",
    max_updates: int = 100_000,
    rng: np.random.Generator | None = None,
) -> PerceptronRun:
    r"""Run the batch perceptron: while some example is violated, add one of them to ``w``.

    .. math:: w_0 = 0, \qquad w_t = w_{t-1} + y_i x_i
              \quad\text{for some } i \text{ with } y_i \langle w_{t-1}, x_i \rangle \le 0.

    ``X`` is ``(m, d)``, ``y`` holds -1 and +1.  ``choose`` says which violated example is added:
    the "first" (smallest index), the "worst" (smallest margin, the first of equals) or a "random"
    one (uniform; needs ``rng``).  A ValueError is raised for bad input; inseparable data ends
    after ``max_updates`` updates with ``converged`` False.

    >>> run = batch_perceptron([[1, 0], [-3, 1]], [1, 1])
    >>> run.updates, run.w, run.chosen[:6]
    (17, array([1., 4.]), array([0, 1, 0, 0, 0, 1]))

    Implements: alg-perceptron.
    Source: chapter 06, the batch perceptron and Novikoff's theorem.
    """
    X, y = as_sample(X, y)
    limit = positive_integer(max_updates, "max_updates", least=0)
    rules: dict[str, Rule] = {"first": next_mistake, "worst": _worst}
    if choose == "random":
        rules["random"] = partial(_random, as_generator(rng))
    if choose not in rules:
        raise ValueError(f'choose must be "first", "worst" or "random"; got {choose!r}')
    pick = rules[choose]
    w = np.zeros(X.shape[1])
    chosen: list[int] = []
    while (i := pick(X, y, w)) is not None and len(chosen) < limit:
        w += y[i] * X[i]
        chosen.append(i)
    history = np.array(chosen, dtype=np.int64)
    return PerceptronRun(w, len(chosen), i is None, history, len(chosen) + 1, X, y)


def cyclic_perceptron(
    X: ArrayLike,
    y: ArrayLike,
    *,
    order: ArrayLike | None = None,
    normalise: bool = False,
    max_updates: int = 100_000,
) -> PerceptronRun:
    r"""Read the examples in a cycle, add each one that is violated, stop after a clean pass.

    .. math:: w_t = w_{t-1} + y_i x_i \quad\text{or, with normalise,}\quad
              w_t = w_{t-1} + y_i x_i / \lVert x_i \rVert.

    ``X`` is ``(m, d)``, ``y`` holds -1 and +1.  ``order`` is the cycle, a permutation of 0..m-1
    such as ``rng.permutation(m)`` (default: as they stand).  A ValueError is raised for bad input
    and, with ``normalise``, for a zero vector; inseparable data ends after ``max_updates`` updates
    with ``converged`` False.

    >>> run = cyclic_perceptron([[1, 0], [-3, 1]], [1, 1])
    >>> run.updates, run.passes, run.w
    (17, 14, array([1., 4.]))

    Implements: alg-perceptron, prop-passes.
    Source: chapter 06, the cyclic perceptron (order, normalise: the remarks after it).
    """
    X, y = as_sample(X, y)
    m, d = X.shape
    limit = positive_integer(max_updates, "max_updates", least=0)
    X = unit_rows(X) if normalise else X
    cycle = np.arange(m) if order is None else _permutation(order, m)
    A, b = (X, y) if order is None else (X[cycle], y[cycle])
    w = np.zeros(d)
    chosen: list[int] = []
    passes, mistaken, i = 0, True, None
    while mistaken and i is None:  # a pass; the last one is clean, or ends where the limit does
        passes, mistaken, i = passes + 1, False, next_mistake(A, b, w)
        while i is not None and len(chosen) < limit:
            w += b[i] * A[i]
            chosen.append(i)
            mistaken, i = True, next_mistake(A, b, w, i + 1)
    history = cycle[np.array(chosen, dtype=np.int64)]
    return PerceptronRun(w, len(chosen), i is None, history, passes, X, y)


def _permutation(order: ArrayLike, m: int) -> Integers:
    cycle = np.asarray(order)
    if cycle.shape != (m,) or not np.array_equal(np.sort(cycle), np.arange(m)):
        raise ValueError(f"order must be a permutation of 0..{m - 1}; got {order!r:.80}")
    return cycle.astype(np.int64)


def mistake_bound(X: ArrayLike, y: ArrayLike, w: ArrayLike | None = None) -> float:
    r"""Return Novikoff's bound on the number of updates, for the separator ``w`` or the best one.

    .. math:: \frac{R^2 \lVert w \rVert^2}{\gamma(w)^2}, \qquad
              \gamma(w) = \min_i y_i \langle w, x_i \rangle > 0.

    Without ``w`` it is :math:`(RB)^2`, the smallest of these numbers.  A ValueError is raised if
    ``w`` does not separate the sample, :class:`~lecture_code.halfspaces.Inseparable` if nothing
    does.

    >>> mistake_bound([[1, 0], [10, 1]], [1, 1], [1, 0])
    101.0

    Implements: thm-novikoff, cor-any.
    Source: chapter 06, Novikoff's theorem.
    """
    X, y = as_sample(X, y)
    v = minimum_norm_separator(X, y).w if w is None else as_vector(w, X.shape[1])
    gamma = functional_margin(v, X, y)
    if not gamma > 0:
        raise ValueError(f"w must separate the sample, with margin above 0; got margin {gamma:g}")
    return float((X * X).sum(axis=1).max() * (v @ v) / gamma**2)
