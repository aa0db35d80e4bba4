r"""Cross-validation, and the grid searches that ask it.

Cut the indices into k folds; train on all folds but one, test on that one, and average:

.. math:: \mathrm{CV}_k(A) = \frac1k\sum_{i=1}^k L_{S_i}\bigl(A(S\setminus S_i)\bigr) .

With folds of equal size that is the average over the examples; in general each fold counts once,
as in the algorithm box.

**Grid search that zooms: a rough grid, then a finer one around the best point, and so on.**  The
box shrinks to the neighbours of the best grid point.  If there is one valley, the minimum never
leaves the box; if there are several, the first grid decides which one is searched.

:Source: chapter 08, cross-validation and grid search.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.losses import zero_one
from lecture_code.core.risk import empirical_risk
from lecture_code.core.types import Array, Inputs, Integers, Learner, Loss, Predictor, Reals
from lecture_code.model_selection.selection import Key, as_learners


def folds(m: int, k: int, *, rng: np.random.Generator | None = None) -> tuple[Integers, ...]:
    r"""Return k folds of the indices 0, ..., m - 1, whose sizes differ by at most one.

    .. math:: S_1\cup\dots\cup S_k = \{0, \dots, m-1\}, \qquad S_i\cap S_j=\emptyset

    Parameters
    ----------
    m : int
        At least 2.
    k : int
        2 to m, with k = m one example a fold.
    rng : Generator or None
        Shuffles the indices first, without it the folds are runs of neighbours.

    Returns
    -------
    k sorted arrays

    >>> [fold.tolist() for fold in folds(5, 2)]
    [[0, 1, 2], [3, 4]]

    :Implements: def-cross-validation.
    """
    if validate.whole(k, "k", at_least=2) > validate.whole(m, "m", at_least=2):
        raise ValueError(f"k must be at most the number of examples, {m}; got {k}")
    order = np.arange(m) if rng is None else validate.generator(rng).permutation(m)
    return tuple(np.sort(part) for part in np.array_split(order, k))


@dataclass(frozen=True, slots=True, eq=False)
class CrossValidation:
    r"""The errors of one learner on the folds it was not trained on.

    ``naive_error`` is the standard error that one would quote if the folds were independent, which
    they are not.
    """

    #: The mean of ``errors``.
    estimate: float
    #: One a fold, ``(k,)``.
    errors: Array = field(repr=False)
    #: The loss of each example when it was held out, ``(m,)``.
    held_out: Array = field(repr=False)

    @property
    def naive_error(self) -> float:
        r"""The root of :math:`s^2/k` with the sample variance of the k errors (divisor k - 1)."""
        return float(np.sqrt(self.errors.var(ddof=1) / len(self.errors)))


def cross_validate(
    learner: Learner,
    X: Inputs,
    y: Reals,
    parts: Sequence[ArrayLike],
    *,
    loss: Loss = zero_one,
) -> CrossValidation:
    r"""Return the cross-validation error of a learner.

    .. math:: \frac1k\sum_{i=1}^k L_{S_i}\bigl(A(S\setminus S_i)\bigr)

    Parameters
    ----------
    learner : learner
        A(X, y) -> h.
    parts : k arrays of indices
        At least two arrays, which together hold every index once, such as ``folds`` returns.
    loss : callable
        The 0-1 loss unless another is given.

    >>> from lecture_code.core.hypotheses import Constant
    >>> def majority(X, y):
    ...     return Constant(int(y.mean() > 0.5))
    >>> cross_validate(majority, [1, 2, 3, 4], [1, 1, 1, 0], folds(4, 4)).errors
    array([0., 0., 0., 1.])

    :Implements: def-cross-validation.
    """
    points = validate.points(X, line=True)
    truth = validate.labels(y, len(points), None)
    held_out, errors = np.empty(len(points)), []
    for part in _partition(parts, len(points)):
        rest = np.delete(np.arange(len(points)), part)  # in the order of the sample
        h = learner(points[rest], truth[rest])  # 1.1
        held_out[part] = loss(np.asarray(h(points[part]), dtype=float), truth[part])
        errors.append(empirical_risk(h, points[part], truth[part], loss))
    return CrossValidation(math.fsum(errors) / len(errors), np.array(errors), held_out)  # 1.2


@dataclass(frozen=True, slots=True, eq=False)
class CrossSelection(Generic[Key]):
    """The value with the smallest cross-validation error, and its predictor from all examples.

    The record is a predictor.
    """

    #: The key of the winner.
    choice: Key
    #: That of the winner.
    h: Predictor = field(repr=False)
    #: The cross-validations by key.
    records: dict[Key, CrossValidation] = field(repr=False)

    def __call__(self, X: ArrayLike) -> Array:
        """Return what the chosen predictor says of ``X``."""
        return self.h(np.asarray(X, dtype=float))


def kfold_select(
    learners: Mapping[Key, Learner],
    X: ArrayLike,
    y: ArrayLike,
    parts: Sequence[ArrayLike],
    *,
    loss: Loss = zero_one,
) -> CrossSelection[Key]:
    r"""Return the learner of least cross-validation error, trained on the whole sample.

    .. math:: \theta^*\in\operatorname{argmin}_\theta
              \frac1k\sum_{i=1}^k L_{S_i}(A(S\setminus S_i;\theta)), \qquad
              h_{\theta^*} = A(S;\theta^*)

    All learners see the same folds; of equals the first
    wins.

    Parameters
    ----------
    learners : dictionary of learners
        By the value of their hyper-parameter.
    X, y, parts, loss
        As in ``cross_validate``.

    Raises
    ------
    ValueError
        If there is no learner.

    >>> from lecture_code.core.hypotheses import Constant
    >>> learners = {c: lambda X, y, c=c: Constant(c) for c in (0, 1)}
    >>> kfold_select(learners, [1, 2, 3], [1, 1, 0], folds(3, 3)).choice
    1

    :Implements: alg-cross-validation.
    """
    learners = as_learners(learners)
    found = {key: cross_validate(A, X, y, parts, loss=loss) for key, A in learners.items()}  # 1.
    choice = min(found, key=lambda key: found[key].estimate)  # 2.
    points = validate.points(X, line=True)
    h = learners[choice](points, validate.labels(y, len(points), None))  # 3.
    return CrossSelection(choice, h, found)


def _partition(parts: Sequence[ArrayLike], m: int) -> list[Integers]:
    """Return the folds as arrays of indices, or say why they are no partition."""
    listed = [np.asarray(part) for part in list(parts)]
    whole = all(part.ndim == 1 and np.issubdtype(part.dtype, np.integer) for part in listed)
    if len(listed) < 2 or not whole or not all(part.size for part in listed):
        raise ValueError("parts must be at least two arrays of indices, none of them empty")
    seen = np.sort(np.concatenate(listed))
    if not np.array_equal(seen, np.arange(m)):
        raise ValueError(f"parts must hold each index from 0 to {m - 1} once; got {seen.tolist()}")
    return [part.astype(np.int64) for part in listed]


@dataclass(frozen=True, slots=True, eq=False)
class GridRun:
    r"""The best point that a search found, and the grids on the way.

    ``calls`` counts the evaluations.
    """

    #: The parameters, ``(q,)``.
    best: Array
    #: The error there.
    error: float
    #: The box of each round and, last, the one that would come next, ``(T + 1, q, 2)``.
    boxes: Array = field(repr=False)
    #: For each round the points, (g^q, q), and their errors, (g^q,).
    grids: tuple[tuple[Array, Array], ...] = field(repr=False)

    @property
    def calls(self) -> int:
        """How often the error was evaluated."""
        return sum(len(errors) for _, errors in self.grids)


def refine_grid(
    error: Callable[[Array], float],
    box: Sequence[tuple[float, float]],
    *,
    points: int = 5,
    rounds: int = 4,
) -> GridRun:
    r"""Return the best point of grids that zoom in on the best point so far.

    In each round the box :math:`[a_1, b_1]\times\dots\times[a_q, b_q]` gets a grid of g points a
    side, u is the best of them, and the next box reaches in each direction from u to its
    neighbours in the grid, cut off at the old box.

    Of equals the first in lexicographic order wins, and a later round wins only if it is better.

    Parameters
    ----------
    error : callable
        Takes (q,) parameters, returns a finite number (for a λ, let the parameter be its
        logarithm).
    box : q intervals (a, b)
        With a < b.
    points : int
        g >= 4, for fewer would not shrink the box.
    rounds : int
        T >= 1.

    Raises
    ------
    ValueError
        If an error is not finite.

    >>> refine_grid(lambda u: (u[0] - 0.3) ** 2, [(0, 1)], points=5, rounds=6).best.round(2)
    array([0.3])

    :Implements: alg-grid, prop-grid.
    """
    whole = validate.array(box, "box").copy()
    if whole.ndim != 2 or whole.shape[1] != 2 or not len(whole):
        raise ValueError(f"box must be intervals (a, b), at least one; got {box!r:.80}")
    if not (whole[:, 0] < whole[:, 1]).all():
        raise ValueError(f"box must have a < b in each direction; got {box!r:.80}")
    g, T = validate.whole(points, "points", at_least=4), validate.whole(rounds, "rounds")
    boxes: list[Array] = [whole]
    grids: list[tuple[Array, Array]] = []
    for _ in range(T):  # 1.
        axes = [np.linspace(a, b, g) for a, b in boxes[-1]]
        grid = np.array(list(itertools.product(*axes)))  # 1.1
        errors = np.array([float(error(u)) for u in grid])
        if not np.isfinite(errors).all():
            bad = grid[~np.isfinite(errors)][0]
            raise ValueError(f"error must return finite numbers; it does not at {bad.tolist()}")
        at = np.unravel_index(errors.argmin(), (g,) * len(axes))  # 1.2: u lies there on each axis
        beside = [np.clip([i - 1, i + 1], 0, g - 1) for i in at]
        boxes.append(np.array([axis[i] for axis, i in zip(axes, beside, strict=True)]))  # 1.3
        grids.append((grid, errors))
    grid, errors = min(grids, key=lambda laid: laid[1].min())  # 2.: of equals the first
    j = errors.argmin()
    return GridRun(grid[j], float(errors[j]), np.array(boxes), tuple(grids))
