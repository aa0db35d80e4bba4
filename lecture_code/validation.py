r"""Train, validate, select, test: the loop that every experiment goes through.

Each candidate is trained on the training set and judged on the validation set; the best one is
judged once more, on a test set that nobody has looked at before.  Source: chapter 04, the six-step
loop; chapter 08.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.arguments import as_function
from lecture_code.losses import zero_one
from lecture_code.notation import (
    Array,
    Integers,
    Learner,
    Loss,
    Predictor,
    as_generator,
    as_inputs,
    as_labels,
    positive_integer,
)
from lecture_code.risk import empirical_risk

Key = TypeVar("Key", bound=Hashable)
Sample = tuple[ArrayLike, ArrayLike]


@dataclass(frozen=True, slots=True, eq=False)
class Selection(Generic[Key]):
    """What the loop found: the choice, its predictor, and the errors on the way.

    ``choice``: the key of the winner; ``h``: its predictor; ``training`` and ``validation``: the
    errors of all candidates by key; ``test``: the error of h on the test set.  The record is a
    predictor.
    """

    choice: Key
    test: float
    h: Predictor = field(repr=False)
    training: dict[Key, float] = field(repr=False)
    validation: dict[Key, float] = field(repr=False)

    def __call__(self, X: ArrayLike) -> Array:
        return self.h(np.asarray(X, dtype=float))


def split(m: int, *sizes: int, rng: np.random.Generator) -> tuple[Integers, ...]:
    """Return disjoint random parts of the indices 0, ..., m - 1, of the given sizes.

    ``sizes``: at least 1 each, together at most m.  Returns one array of indices a size.  Raises
    ValueError outside.

    >>> train, test = split(10, 6, 4, rng=np.random.default_rng(0))
    >>> sorted([*train, *test]) == list(range(10))
    True

    Source: chapter 04, test set.
    """
    m = positive_integer(m, "m")
    wanted = [positive_integer(size, "sizes") for size in sizes]
    if not wanted or sum(wanted) > m:
        raise ValueError(f"sizes must be at least one number, together at most {m}; got {sizes}")
    order = as_generator(rng).permutation(m)
    ends = np.cumsum(wanted)
    return tuple(np.split(order, ends)[: len(wanted)])


def select(
    learners: Mapping[Key, Learner],
    train: Sample,
    validation: Sample,
    test: Callable[[], Sample],
    *,
    loss: Loss = zero_one,
) -> Selection[Key]:
    r"""Return the candidate with the smallest validation error, and its error on the test set.

    .. math:: \hat k \in \operatorname{argmin}_k L_V(A_k(S)), \qquad L_T(A_{\hat k}(S))

    ``learners``: by the value of their hyper-parameter; ``train``, ``validation``: samples
    (X, y); ``test``: a function that hands over the test sample, called once, after the choice is
    made; ``loss``: the 0-1 loss unless another is given.  Of equals the first wins.  Raises
    ValueError if there is no candidate, or a sample is bad.

    >>> from lecture_code.hypotheses import Constant
    >>> candidates = {c: lambda X, y, c=c: Constant(c) for c in (0, 1)}
    >>> sample = ([1, 2, 3], [1, 1, 0])
    >>> select(candidates, sample, sample, lambda: ([4], [1]))
    Selection(choice=1, test=0.0)

    Implements: alg-select, alg-validation-selection.
    Source: chapter 04, the six-step loop.
    """
    if not isinstance(learners, Mapping) or not learners:
        raise ValueError(
            f"learners must be a dictionary of at least one candidate; got {learners!r:.80}"
        )
    (X, y), (XV, yV) = _sample(train, "train"), _sample(validation, "validation")
    trained = {key: learner(X, y) for key, learner in learners.items()}
    training = {key: empirical_risk(h, X, y, loss) for key, h in trained.items()}
    judged = {key: empirical_risk(h, XV, yV, loss) for key, h in trained.items()}
    choice = min(judged, key=judged.__getitem__)
    h = trained[choice]
    return Selection(
        choice,
        empirical_risk(h, *_sample(as_function(test, "test")(), "test()"), loss),
        h,
        training,
        judged,
    )


def _sample(sample: Sample, name: str) -> tuple[Array, Array]:
    if not isinstance(sample, (tuple, list)) or len(sample) != 2:
        raise ValueError(f"{name} must be a sample (X, y); got {sample!r:.80}")
    points = as_inputs(sample[0], f"X of {name}")
    return points, as_labels(sample[1], len(points), None, f"y of {name}")
