r"""Cross-validation, and the choice of a learner by it.

Cut the indices into k folds; train on all folds but one, test on that one, and average:

.. math:: \mathrm{CV}_k(A) = \frac1k\sum_{i=1}^k L_{S_i}\bigl(A(S\setminus S_i)\bigr) .

With folds of equal size that is the average over the examples; in general each fold counts once,
as in the algorithm box.

:Source: chapter 08, cross-validation.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.losses import incurred, zero_one
from lecture_code.core.records import Record, lent
from lecture_code.core.types import Array, Inputs, Integers, Learner, Loss, Predictor, Reals
from lecture_code.model_selection.selection import Key, as_learners, lent_sample


def kfold_select(
    learners: Mapping[Key, Learner],
    X: Inputs,
    y: Reals,
    parts: Sequence[ArrayLike],
    *,
    loss: Loss = zero_one,
) -> CrossSelection[Key]:
    r"""Return the learner of least cross-validation error, trained on the whole sample.

    .. math:: \theta^*\in\operatorname{argmin}_\theta
              \frac1k\sum_{i=1}^k L_{S_i}(A(S\setminus S_i;\theta)), \qquad
              h_{\theta^*} = A(S;\theta^*)

    ``learners`` is a dictionary, by the value of the hyper-parameter.  All see the same folds; of
    equals the first wins.

    >>> from lecture_code.core.hypotheses import Constant
    >>> learners = {c: lambda X, y, c=c: Constant(c) for c in (0, 1)}
    >>> kfold_select(learners, [1, 2, 3], [1, 1, 0], folds(3, 3)).choice
    1

    :Implements: alg-cross-validation.
    """
    learners = as_learners(learners)
    found = {key: cross_validate(A, X, y, parts, loss=loss) for key, A in learners.items()}  # 1.
    choice = min(found, key=lambda key: found[key].estimate)  # 2.
    return CrossSelection(choice, learners[choice](*lent_sample(X, y)), found)  # 3.


@dataclass(frozen=True, slots=True, eq=False)
class CrossSelection(Record, Generic[Key]):
    """The key of the chosen learner, what it learned from all examples, and all cross-validations.

    The record is a predictor.
    """

    choice: Key
    h: Predictor = field(repr=False)
    records: dict[Key, CrossValidation] = field(repr=False)

    def __call__(self, X: Inputs) -> Array:
        """Return what the chosen predictor says of ``X``."""
        return self.h(np.asarray(X, dtype=float))


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

    ``parts`` are at least two arrays of indices that together hold every index once, such as
    ``folds`` returns.

    >>> from lecture_code.core.hypotheses import Constant
    >>> def majority(X, y):
    ...     return Constant(int(y.mean() > 0.5))
    >>> cross_validate(majority, [1, 2, 3, 4], [1, 1, 1, 0], folds(4, 4)).errors
    array([0., 0., 0., 1.])

    :Implements: def-cross-validation.
    """
    X, y = lent_sample(X, y)
    held_out, errors = np.empty(len(y)), []
    for part in _partition(parts, len(y)):
        rest = np.delete(np.arange(len(y)), part)  # in the order of the sample
        h = learner(lent(X[rest]), lent(y[rest]))  # 1.1
        held_out[part] = incurred(loss, h, lent(X[part]), lent(y[part]))
        errors.append(math.fsum(held_out[part]) / len(part))
    return CrossValidation(math.fsum(errors) / len(errors), np.array(errors), held_out)  # 1.2


@dataclass(frozen=True, slots=True, eq=False)
class CrossValidation(Record):
    """The errors of one learner on the folds that it was not trained on, and their mean."""

    estimate: float
    #: One a fold, ``(k,)``.
    errors: Array = field(repr=False)
    #: The loss of each example when it was held out, ``(m,)``.
    held_out: Array = field(repr=False)

    @property
    def naive_error(self) -> float:
        r"""The root of :math:`s^2/k`, with the sample variance of the k errors (divisor k - 1).

        One would quote this standard error if the folds were independent, which they are not.
        """
        return float(np.sqrt(self.errors.var(ddof=1) / len(self.errors)))


def folds(m: int, k: int, *, rng: np.random.Generator | None = None) -> tuple[Integers, ...]:
    r"""Return k folds of the indices 0, ..., m - 1, sorted, whose sizes differ by at most one.

    .. math:: S_1\cup\dots\cup S_k = \{0, \dots, m-1\}, \qquad S_i\cap S_j=\emptyset, \quad
              2\le k\le m

    With ``rng`` the indices are shuffled first; without it the folds are runs of neighbours.

    >>> [fold.tolist() for fold in folds(5, 2)]
    [[0, 1, 2], [3, 4]]

    :Implements: def-cross-validation.
    """
    if validate.whole(k, "k", at_least=2) > validate.whole(m, "m", at_least=2):
        raise ValueError(f"k must be at most the number of examples, {m}; got {k}")
    order = np.arange(m) if rng is None else validate.generator(rng).permutation(m)
    return tuple(np.sort(part) for part in np.array_split(order, k))


def _partition(parts: Sequence[ArrayLike], m: int) -> list[Integers]:
    """Return the folds as arrays of indices, or say why they are no partition."""
    if any(np.ma.is_masked(part) for part in parts):
        raise ValueError("parts must hold no masked entry")
    listed = [np.asarray(part) for part in parts]
    whole = all(part.ndim == 1 and np.issubdtype(part.dtype, np.integer) for part in listed)
    if len(listed) < 2 or not whole or not all(part.size for part in listed):
        raise ValueError("parts must be at least two arrays of indices, none of them empty")
    seen = np.sort(np.concatenate(listed))
    if not np.array_equal(seen, np.arange(m)):
        raise ValueError(f"parts must hold each index from 0 to {m - 1} once; got {seen.tolist()}")
    return [part.astype(np.int64) for part in listed]
