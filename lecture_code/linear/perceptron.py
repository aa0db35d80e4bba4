r"""The perceptron in batch, cyclic and pocket form, and Novikoff's bound on its updates.

A perceptron starts at :math:`w_0 = 0` and adds a violated example until none is left:

.. math:: w_t = w_{t-1} + y_i x_i \quad\text{for some } i \text{ with }
          y_i \langle w_{t-1}, x_i \rangle \le 0 .

**Theorem (Novikoff 1962).**  If :math:`y_i \langle w^*, x_i \rangle \ge 1` for all i, then after at
most :math:`R^2 \lVert w^* \rVert^2` updates, with :math:`R = \max_i \lVert x_i \rVert`, no example
is violated, whichever violated example each update takes.

A point on the hyperplane counts as a mistake.  On integer data every number here is an integer, and
exact below 2**53.

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
from lecture_code.core.scale import in_units, lengths
from lecture_code.core.types import Array, Booleans, Integers, Points, Signs, Vector
from lecture_code.linear.margins import functional_margin, minimum_norm_separator


def batch_perceptron(
    X: Points,
    y: Signs,
    *,
    choose: Literal["first", "worst", "random"] = "first",
    max_updates: int = 100_000,
    rng: np.random.Generator | None = None,
) -> PerceptronRun:
    r"""Run the batch perceptron: while some example is violated, add one of them to ``w``.

    ``choose`` says which: the "first" by index, the "worst" by margin (the first in a tie), or a
    "random" one (uniform; needs ``rng``).  On inseparable data the run stops after ``max_updates``,
    not converged.

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
    given, (X, size) = X, in_units(X)
    w = np.zeros(X.shape[1])  # 1.
    chosen: list[int] = []
    while (i := pick(w, X, y)) is not None and len(chosen) < limit:  # 2.
        w += y[i] * X[i]  # 2.1
        chosen.append(i)
    history = np.array(chosen, dtype=np.int64)
    w *= size
    return PerceptronRun(w, len(chosen), i is None, history, len(chosen) + 1, given, y)  # 2.2


def cyclic_perceptron(
    X: Points,
    y: Signs,
    *,
    order: ArrayLike | None = None,
    normalise: bool = False,
    max_updates: int = 100_000,
) -> PerceptronRun:
    r"""Read the examples in a cycle, add each one that is violated, stop after a clean pass.

    ``order`` is a permutation of 0..m-1 such as ``rng.permutation(m)`` (default: as they stand);
    ``normalise`` scales the points to length 1 first, and raises a ValueError for a zero vector.
    On inseparable data the run stops after ``max_updates``, not converged.

    >>> run = cyclic_perceptron([[1, 0], [-3, 1]], [1, 1])
    >>> run.updates, run.passes, run.w
    (17, 14, array([1., 4.]))

    :Implements: alg-perceptron, prop-passes.
    """
    X, y = validate.sample(X, y)
    m, d = X.shape
    limit = validate.whole(max_updates, "max_updates", at_least=0)
    given = unit_rows(X) if normalise else X
    X, size = in_units(given)
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
    return PerceptronRun(w * size, len(chosen), i is None, history, passes, given, y)  # 2.2


@dataclass(frozen=True, slots=True, eq=False)
class PerceptronRun(LinearPredictor):
    """A finished run: its last ``w``, and which example caused each update.

    It is a predictor: ``run(X_new)`` gives signs.
    """

    w: Array
    updates: int
    #: False if ``max_updates`` was reached with a mistake left.
    converged: bool
    #: ``chosen[t - 1]`` is the example of update ``t``.
    chosen: Integers = field(repr=False)
    #: Passes begun, the last clean one included (a batch run begins one for each update).
    passes: int
    #: The sample of the updates, scaled to unit length if the run normalises.
    X: Array = field(repr=False)
    y: Array = field(repr=False)

    @property
    def trace(self) -> Array:
        """The vectors ``w_0, ..., w_T``, one per row."""
        return iterates(self.X, self.y, self.chosen)


@dataclass(frozen=True, slots=True, eq=False)
class PocketRun(LinearPredictor):
    """The best vector ``w`` of a perceptron run, the first in a tie, and how the run went."""

    w: Array
    best_mistakes: int
    updates: int
    #: Whether some vector made no mistake.
    converged: bool
    #: The mistakes of each of ``w_0, ..., w_T``.
    current_mistakes: Integers = field(repr=False)
    #: ``chosen[t - 1]`` is the example of update ``t``.
    chosen: Integers = field(repr=False)
    X: Array = field(repr=False)
    y: Array = field(repr=False)

    @property
    def pocket_mistakes(self) -> Integers:
        """The mistakes of the vector in the pocket after 0, ..., T updates."""
        return np.minimum.accumulate(self.current_mistakes)

    @property
    def trace(self) -> Array:
        """The vectors ``w_0, ..., w_T`` of the perceptron, one per row."""
        return iterates(self.X, self.y, self.chosen)


def pocket(X: Points, y: Signs, *, T: int, rng: np.random.Generator) -> PocketRun:
    r"""Run the perceptron on random mistakes for at most ``T`` updates, and keep the best vector.

    .. math:: \hat w \in \operatorname{argmin}_{w \in \{w_0, ..., w_T\}}
              |\{i : y_i \langle w, x_i \rangle \le 0\}|

    On inseparable data the last vector can be bad, but the count of the pocket never rises, and
    sooner or later it is a minimum.  Nobody knows in advance how many updates that takes.

    >>> rng = np.random.default_rng(1)
    >>> run = pocket([[1, 0], [1, 1], [1, 2], [1, 3]], [1, -1, 1, 1], T=200, rng=rng)
    >>> run.best_mistakes, run.updates, run.converged
    (1, 200, False)

    :Implements: alg-pocket.
    """
    X, y = validate.sample(X, y)
    T, rng = validate.whole(T, "T", at_least=0), validate.generator(rng)
    given, (X, size) = X, in_units(X)
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
    best, counted = best * size, np.array(counts)
    return PocketRun(best, fewest, len(chosen), fewest == 0, counted, history, given, y)  # 3.


def mistake_bound(X: Points, y: Signs, w: Vector | None = None) -> float:
    r"""Return Novikoff's bound for the separator ``w``, or :math:`(RB)^2` for the shortest one.

    .. math:: \frac{R^2 \lVert w \rVert^2}{\gamma(w)^2}, \qquad
              \gamma(w) = \min_i y_i \langle w, x_i \rangle > 0

    Raises ValueError if ``w`` does not separate the sample, Inseparable if nothing does.

    >>> mistake_bound([[1, 0], [10, 1]], [1, 1], [1, 0])
    101.0

    :Implements: thm-novikoff, cor-any.
    """
    X, y = validate.sample(X, y)
    v = minimum_norm_separator(X, y).w if w is None else validate.vector(w, X.shape[1])
    X, v = in_units(X)[0], in_units(v)[0]  # of the ratio no unit is left
    gamma = functional_margin(v, X, y)
    if not gamma > 0:
        raise ValueError(f"w must separate the sample, with margin above 0; got margin {gamma:g}")
    return float((X * X).sum(axis=1).max() * (v @ v) / gamma**2)


def violated(w: Array, X: Array, y: Array) -> Booleans:
    r"""Return which examples ``w`` gets wrong, :math:`y \langle w, x \rangle \le 0`.

    :Implements: def-mistake.
    """
    # "not > 0" rather than "<= 0": after an overflow, NaN counts as a mistake.
    return ~(y * (X @ w) > 0)


def next_mistake(w: Array, X: Array, y: Array, start: int = 0) -> int | None:
    """Return the first violated example from ``start`` on, or None.

    :Implements: def-mistake.
    """
    look = 256  # score a block of examples at once; blocks grow while none is violated
    while start < len(X):
        wrong = violated(w, X[start : start + look], y[start : start + look])
        j = int(wrong.argmax())
        if wrong[j]:
            return start + j
        start, look = start + look, min(1024, 2 * look)
    return None


def iterates(X: Array, y: Array, chosen: Integers) -> Array:
    r"""Return :math:`w_t = \sum_{s \le t} y_{i_s} x_{i_s}` for t = 0, ..., T, shape (T + 1, d)."""
    w = np.zeros((len(chosen) + 1, X.shape[1]))
    np.cumsum(y[chosen, None] * X[chosen], axis=0, out=w[1:])
    return w


def unit_rows(X: Array) -> Array:
    """Return each point divided by its length.

    :Implements: thm-normalised.
    """
    norms = lengths(X)
    if not norms.all():
        i = int(np.argmin(norms))
        raise ValueError(f"X must hold no zero vector to be normalised; got one at index {i}")
    return np.asarray(X / norms[:, None])


#: Picks the example of the next update; None when no example is violated.
Rule: TypeAlias = Callable[[Array, Array, Array], int | None]


def _worst(w: Array, X: Array, y: Array) -> int | None:
    """Return the violated example of smallest margin, the first in a tie."""
    margins = y * (X @ w)
    i = int(margins.argmin())
    return None if margins[i] > 0 else i


def _random(rng: np.random.Generator, w: Array, X: Array, y: Array) -> int | None:
    """Return a violated example, each equally likely."""
    wrong = np.flatnonzero(violated(w, X, y))
    return int(wrong[rng.integers(len(wrong))]) if len(wrong) else None


def _permutation(order: ArrayLike, m: int) -> Integers:
    """Return the order in which a cycle reads the examples."""
    cycle = np.asarray(order)
    if (
        np.ma.is_masked(order)
        or cycle.shape != (m,)
        or not np.array_equal(np.sort(cycle), np.arange(m))
    ):
        raise ValueError(f"order must be a permutation of 0..{m - 1}; got {order!r:.80}")
    return cycle.astype(np.int64)
