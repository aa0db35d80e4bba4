r"""Hypotheses: the predictors that the classes of the book are made of.

Each is a frozen record that is called on points and returns labels.  Thresholds, intervals and
rectangles are indicator functions with labels in {0, 1} (chapters 01-04, 07, 08); halfspaces
have labels in {-1, +1} (chapters 05, 06, 09-13).

**Predictors given by a table, and the learner that only fills one in.**  On a finite domain every
function is a table, so the class of *all* functions can be written down.  The memoriser repeats
what it saw and says ``default`` elsewhere: it never errs on a sample without contradictions, and
knows nothing about the rest.

:Source: chapters 01 and 04.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lecture_code.core import validate
from lecture_code.core.predictors import AffinePredictor
from lecture_code.core.types import BITS, Array, Bits, Inputs


def _line(X: ArrayLike) -> Array:
    """Return points of the line, given as (m,) or (m, 1), as an (m,) array."""
    x = validate.points(X, line=True)
    if x.ndim == 2 and x.shape[1] != 1:
        raise ValueError(f"X must hold points of the line, (m,) or (m, 1); got shape {x.shape}")
    return x.reshape(-1)


def _finite(record: object, name: str) -> None:
    value = getattr(record, name)
    try:
        number = float(value)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be a finite number; got {value!r}") from error
    if not math.isfinite(number):
        raise ValueError(f"{name} must be a finite number; got {value!r}")
    object.__setattr__(record, name, number)


@dataclass(frozen=True, slots=True, eq=False)
class Threshold:
    r"""The indicator of a left half-line.

    .. math:: h_a(x) = 1[x \le a]

    The convention matters: 1 *to the left*, the point a included.  Called on ``X`` of shape (m,) or
    (m, 1), it returns (m,) labels in {0, 1}.

    >>> Threshold(0.5)([0.2, 0.5, 0.7])
    array([1., 1., 0.])

    :Source: chapters 01 and 07, threshold functions.
    """

    #: Finite, in the unit of x.
    a: float

    def __post_init__(self) -> None:
        _finite(self, "a")

    def __call__(self, X: ArrayLike) -> Array:
        """Return 1 for each point of ``X`` up to a, else 0."""
        return (_line(X) <= self.a).astype(float)


@dataclass(frozen=True, slots=True, eq=False)
class Interval:
    r"""The indicator of a closed interval.

    .. math:: h_{a,b}(x) = 1[a \le x \le b]

    The empty set is ``Constant(0)``.  Called on ``X`` of shape (m,) or (m, 1), it returns (m,)
    labels in {0, 1}.

    >>> Interval(0, 1)([-0.5, 0.0, 0.5, 1.5])
    array([0., 1., 1., 0.])

    :Source: chapters 01 and 07, intervals.
    """

    #: Finite, in the unit of x, with ``a`` <= ``b``.
    a: float
    #: Finite, in the unit of x, with ``a`` <= ``b``.
    b: float

    def __post_init__(self) -> None:
        _finite(self, "a")
        _finite(self, "b")
        if self.a > self.b:
            raise ValueError(f"b must be at least a = {self.a!r}; got {self.b!r}")

    def __call__(self, X: ArrayLike) -> Array:
        """Return 1 for each point of ``X`` in the interval, else 0."""
        x = _line(X)
        return ((self.a <= x) & (x <= self.b)).astype(float)


@dataclass(frozen=True, slots=True, eq=False)
class Rectangle:
    r"""The indicator of a closed box with sides parallel to the axes.

    .. math:: h(x) = 1[\forall j:\ low_j \le x_j \le high_j]

    Called on ``X`` (m, d), it returns (m,) labels in {0, 1}.

    >>> Rectangle([0, 0], [1, 2])([[0.5, 1.5], [1.5, 0.5]])
    array([1., 0.])

    :Source: chapters 02 and 07, axis-aligned rectangles.
    """

    #: In the unit of x, with ``low`` <= ``high``, ``(d,)``.
    low: Array
    #: In the unit of x, with ``low`` <= ``high``, ``(d,)``.
    high: Array

    def __post_init__(self) -> None:
        low = validate.vector(self.low, name="low").copy()
        high = validate.vector(self.high, len(low), name="high").copy()
        if (low > high).any():
            j = int(np.argmax(low > high))
            raise ValueError(f"high[{j}] must be at least low[{j}] = {low[j]:g}; got {high[j]:g}")
        for name, value in (("low", low), ("high", high)):
            value.setflags(write=False)
            object.__setattr__(self, name, value)

    def __call__(self, X: ArrayLike) -> Array:
        """Return 1 for each row of ``X`` in the box, else 0."""
        X = validate.points(X, d=len(self.low))
        return ((self.low <= X) & (self.high >= X)).all(axis=1).astype(float)


@dataclass(frozen=True, slots=True, eq=False)
class Halfspace(AffinePredictor):
    r"""The two sides of a hyperplane.

    .. math:: h_{w,b}(x) = \operatorname{sign}(\langle w, x\rangle + b)

    Called on ``X`` (m, d), it returns (m,) labels in {-1, +1}, and 0, nobody's label, on the
    hyperplane itself.

    >>> h = Halfspace([1.0, -1.0], b=0.5)
    >>> h([[0, 0], [0, 1], [0, 0.5]])
    array([ 1., -1.,  0.])
    >>> h.score([[3, 1]])
    array([2.5])

    :Implements: def-hypothesis.
    """

    #: ``(d,)``.
    w: Array
    #: Finite, 0 for the homogeneous halfspaces of chapter 06.
    b: float = 0.0

    def __post_init__(self) -> None:
        w = validate.vector(self.w).copy()
        w.setflags(write=False)
        object.__setattr__(self, "w", w)
        _finite(self, "b")


@dataclass(frozen=True, slots=True, eq=False)
class Constant:
    r"""The predictor that always gives the same answer.

    .. math:: h(x) = label

    Called on ``X`` of shape (m,) or (m, d), it returns (m,) equal labels.

    >>> Constant(-1)([[1, 2], [3, 4]])
    array([-1., -1.])

    :Source: chapter 01, hypotheses.
    """

    #: Finite.
    label: float

    def __post_init__(self) -> None:
        _finite(self, "label")

    def __call__(self, X: ArrayLike) -> Array:
        """Return the label once for each point of ``X``."""
        return np.full(len(validate.points(X, line=True)), self.label)


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    r"""The predictor that looks its answer up.

    .. math:: h(x) = \begin{cases} labels_i & \text{if } x = points_i \\
              default & \text{otherwise} \end{cases}

    Called on ``X`` of shape (m,) or (m, d), it returns (m,) labels.

    >>> Table([1, 2], [1, 1])([1, 2, 3])
    array([1., 1., 0.])

    :Source: chapter 01, overfitting.
    """

    #: Distinct, (n,) on the line, ``(n,) or (n, d)``.
    points: Array
    #: Finite numbers, ``(n,)``.
    labels: Array
    #: Finite.
    default: float = 0.0
    #: The label of each point, found by the point's bytes.
    known: dict[bytes, float] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        points = validate.points(self.points, "points", line=True).copy()
        labels = validate.labels(self.labels, len(points), None, "labels").copy()
        default = float(validate.labels([self.default], 1, None, "default")[0])
        known = dict(zip(_keys(points), labels.tolist(), strict=True))
        if len(known) < len(points):
            raise ValueError(f"points must be distinct; got {len(points) - len(known)} repeated")
        for name, value in (("points", points), ("labels", labels)):
            value.setflags(write=False)
            object.__setattr__(self, name, value)
        object.__setattr__(self, "default", default)
        object.__setattr__(self, "known", known)

    def __call__(self, X: ArrayLike) -> Array:
        """Return the label of each point of ``X`` in the table, else ``default``."""
        points = validate.points(X, line=True)
        if points.shape[1:] != self.points.shape[1:]:
            raise ValueError(f"X must hold points like {self.points[0]}; got shape {points.shape}")
        return np.array([self.known.get(key, self.default) for key in _keys(points)])


def memorise(X: Inputs, y: Bits, *, default: float = 0.0) -> Table:
    r"""Return the table of what was seen: the majority label of each point, else ``default``.

    .. math:: h_S(x) = \begin{cases} 1 & \text{if } \#\{i : x_i = x,\ y_i = 1\} >
              \#\{i : x_i = x,\ y_i = 0\} \\ 0 & \text{if it is } < \\
              default & \text{if they are equal, as for every } x \text{ unseen} \end{cases}

    Parameters
    ----------
    default : float
        0 or 1.

    Returns
    -------
    Table
        Among all functions it errs least on the sample.

    >>> h = memorise([5, 5, 5, 7], [1, 1, 0, 0], default=1)
    >>> h([5, 7, 9])
    array([1., 0., 1.])

    :Implements: prop-memoriser, prop-swapped.
    """
    points = validate.points(X, line=True)
    bits = validate.labels(y, len(points), BITS)
    answer = float(validate.labels([default], 1, BITS, "default")[0])
    seen, which = np.unique(points, axis=0, return_inverse=True)
    votes = np.bincount(which.reshape(-1), weights=2 * bits - 1)
    labels = np.where(votes == 0, answer, (votes > 0).astype(float))
    return Table(seen, labels, answer)


def _keys(points: NDArray[np.float64]) -> list[bytes]:
    """Return each point as bytes, so that equal points have equal keys (0.0 and -0.0 too)."""
    return [row.tobytes() for row in points + 0.0]
