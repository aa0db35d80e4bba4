r"""Train, validate, select, test: the loop that every experiment goes through.

Each candidate is trained on the training set and judged on the validation set, and the best one is
chosen; ``select`` judges it once more, on a test set that nobody has looked at before.  ``split``
makes the three sets of one.  Learners get views of the samples that they cannot write to.

:Source: chapter 04, the six-step loop; chapter 08, validation.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

import numpy as np

from lecture_code.core import validate
from lecture_code.core.losses import zero_one
from lecture_code.core.records import Record, lent
from lecture_code.core.risk import empirical_risk
from lecture_code.core.types import Array, Inputs, Integers, Learner, Loss, Predictor, Reals

Key = TypeVar("Key", bound=Hashable)
# A sample ``(X, y)``.
Sample: TypeAlias = tuple[Inputs, Reals]


def select_by_validation(
    learners: Mapping[Key, Learner], train: Sample, validation: Sample, *, loss: Loss = zero_one
) -> Selection[Key]:
    r"""Return the candidate with the smallest validation error, the first in a tie.

    .. math:: \hat\imath \in \operatorname{argmin}_i L_V(A_i(S))

    ``learners`` is a dictionary, by the value of the hyper-parameter.

    >>> from lecture_code.core.hypotheses import Constant
    >>> candidates = {c: lambda X, y, c=c: Constant(c) for c in (0, 1)}
    >>> sample = ([1, 2, 3], [1, 1, 0])
    >>> select_by_validation(candidates, sample, sample)
    Selection(choice=1)

    :Implements: alg-validation-selection.
    """
    learners = as_learners(learners)
    S, V = as_pair(train, "train"), as_pair(validation, "validation")
    h = {i: A(*S) for i, A in learners.items()}  # 1.
    training = {i: empirical_risk(h[i], *S, loss) for i in h}
    validated = {i: empirical_risk(h[i], *V, loss) for i in h}
    best = min(validated, key=validated.__getitem__)  # 2.
    return Selection(best, h[best], training, validated)  # 3.


def select(
    learners: Mapping[Key, Learner],
    train: Sample,
    validation: Sample,
    test: Callable[[], Sample],
    *,
    loss: Loss = zero_one,
) -> JudgedSelection[Key]:
    r"""Return the candidate with the smallest validation error, and its error on the test set.

    .. math:: \hat\imath \in \operatorname{argmin}_i L_V(A_i(S)), \qquad L_T(A_{\hat\imath}(S))

    Of equals the first wins.  ``test`` is called once, after the choice, and hands over the sample.

    >>> from lecture_code.core.hypotheses import Constant
    >>> candidates = {c: lambda X, y, c=c: Constant(c) for c in (0, 1)}
    >>> sample = ([1, 2, 3], [1, 1, 0])
    >>> select(candidates, sample, sample, lambda: ([4], [1]))
    JudgedSelection(choice=1, test=0.0)

    :Implements: alg-select.
    """
    run = select_by_validation(learners, train, validation, loss=loss)  # 1. to 5.
    error = empirical_risk(run.h, *as_pair(test(), "test()"), loss)  # 6.
    return JudgedSelection(run.choice, run.h, run.training, run.validation, error)


@dataclass(frozen=True, slots=True, eq=False)
class Selection(Record, Generic[Key]):
    """The key of the chosen learner, its predictor ``h``, and the errors of all by their keys.

    The record is a predictor.
    """

    choice: Key
    h: Predictor = field(repr=False)
    training: dict[Key, float] = field(repr=False)
    validation: dict[Key, float] = field(repr=False)

    def __call__(self, X: Inputs) -> Array:
        """Return what the chosen predictor says of ``X``."""
        return self.h(np.asarray(X, dtype=float))


@dataclass(frozen=True, slots=True, eq=False)
class JudgedSelection(Selection[Key]):
    """A selection, and the error ``test`` of its predictor on the test set."""

    test: float


def split(m: int, *sizes: int, rng: np.random.Generator) -> tuple[Integers, ...]:
    """Return disjoint random parts of the indices 0, ..., m - 1, of the given sizes.

    >>> train, test = split(10, 6, 4, rng=np.random.default_rng(0))
    >>> sorted([*train, *test]) == list(range(10))
    True

    :Source: chapter 04, test set.
    """
    m = validate.whole(m, "m")
    wanted = [validate.whole(size, "sizes") for size in sizes]
    if not wanted or sum(wanted) > m:
        raise ValueError(f"sizes must be at least one number, together at most {m}; got {sizes}")
    order = validate.generator(rng).permutation(m)
    return tuple(np.split(order, np.cumsum(wanted))[: len(wanted)])


def as_learners(learners: Mapping[Key, Learner]) -> Mapping[Key, Learner]:
    """Return a dictionary of learners, at least one."""
    if not isinstance(learners, Mapping) or not learners:
        raise ValueError(
            f"learners must be a dictionary of at least one learner; got {learners!r:.80}"
        )
    return learners


def as_pair(sample: Sample, name: str) -> tuple[Array, Array]:
    """Return the pair (X, y) as in :func:`lent_sample`; errors call it by its name."""
    if not isinstance(sample, (tuple, list)) or len(sample) != 2:
        raise ValueError(f"{name} must be a sample (X, y); got {sample!r:.80}")
    return lent_sample(*sample, f" of {name}")


def lent_sample(X: Inputs, y: Reals, of: str = "") -> tuple[Array, Array]:
    """Return points of space or of the line, and real labels, as arrays not to be written to.

    >>> X, y = lent_sample([1, 2], [0.5, 3])
    >>> X -= X.mean()
    Traceback (most recent call last):
    ValueError: output array is read-only
    """
    points = validate.points(X, f"X{of}", line=True)
    return lent(points), lent(validate.labels(y, len(points), None, f"y{of}"))
