r"""Hypotheses: the predictors that the classes of the book are made of.

Each is a frozen record that is called on points and returns labels.  Thresholds, intervals and
rectangles are indicator functions with labels in {0, 1} (chapters 01-04, 07, 08); halfspaces
have labels in {-1, +1} (chapters 05, 06, 09-13).

On a finite domain every function is a table, so that the class of *all* functions can be written
down.  The memoriser is the learner that only fills one in: it repeats what it saw, so that it
never errs on a sample without contradictions, and gives a default elsewhere.

:Source: chapters 01 and 04.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from lecture_code.core import validate
from lecture_code.core.predictors import AffinePredictor
from lecture_code.core.records import Record
from lecture_code.core.types import BITS, Array, Bits, Inputs, Points


@dataclass(frozen=True, slots=True, eq=False)
class Threshold:
    r"""The indicator of a left half-line: 1 *to the left*, the point a included.

    .. math:: h_a(x) = 1[x \le a]

    >>> Threshold(0.5)([0.2, 0.5, 0.7])
    array([1., 1., 0.])

    :Source: chapters 01 and 07, threshold functions.
    """

    a: float

    def __post_init__(self) -> None:
        _set(self, a=validate.number(self.a, "a"))

    def __call__(self, X: Inputs) -> Array:
        """Return 1 for each point of the line up to a, else 0."""
        return (_line(X) <= self.a).astype(float)


@dataclass(frozen=True, slots=True, eq=False)
class Interval:
    r"""The indicator of a closed interval, a <= b; that of the empty set is ``Constant(0)``.

    .. math:: h_{a,b}(x) = 1[a \le x \le b]

    >>> Interval(0, 1)([-0.5, 0.0, 0.5, 1.5])
    array([0., 1., 1., 0.])

    :Source: chapters 01 and 07, intervals.
    """

    a: float
    b: float

    def __post_init__(self) -> None:
        a, b = validate.number(self.a, "a"), validate.number(self.b, "b")
        if a > b:
            raise ValueError(f"b must be at least a = {a!r}; got {b!r}")
        _set(self, a=a, b=b)

    def __call__(self, X: Inputs) -> Array:
        """Return 1 for each point of the line in the interval, else 0."""
        x = _line(X)
        return ((self.a <= x) & (x <= self.b)).astype(float)


@dataclass(frozen=True, slots=True, eq=False)
class Rectangle(Record):
    r"""The indicator of a closed box with sides parallel to the axes.

    .. math:: h(x) = 1[\forall j:\ low_j \le x_j \le high_j]

    >>> Rectangle([0, 0], [1, 2])([[0.5, 1.5], [1.5, 0.5]])
    array([1., 0.])

    :Source: chapters 02 and 07, axis-aligned rectangles.
    """

    low: Array
    high: Array

    def __post_init__(self) -> None:
        low = validate.vector(self.low, name="low")
        high = validate.vector(self.high, len(low), name="high")
        if (low > high).any():
            j = int(np.argmax(low > high))
            raise ValueError(f"high[{j}] must be at least low[{j}] = {low[j]:g}; got {high[j]:g}")
        _set(self, low=low, high=high)
        Record.__post_init__(self)

    def __call__(self, X: Points) -> Array:
        """Return 1 for each point in the box, else 0."""
        X = validate.points(X, d=len(self.low))
        return ((self.low <= X) & (self.high >= X)).all(axis=1).astype(float)


@dataclass(frozen=True, slots=True, eq=False)
class Halfspace(AffinePredictor):
    r"""The two sides of a hyperplane; a point on it gets 0, an error for either label.

    .. math:: h_{w,b}(x) = \operatorname{sign}(\langle w, x\rangle + b)

    >>> h = Halfspace([1.0, -1.0], b=0.5)
    >>> h([[0, 0], [0, 1], [0, 0.5]])
    array([ 1., -1.,  0.])
    >>> h.score([[3, 1]])
    array([2.5])

    :Implements: def-hypothesis.
    """

    w: Array
    #: 0 for the homogeneous halfspaces of chapter 06.
    b: float = 0.0

    def __post_init__(self) -> None:
        _set(self, w=validate.vector(self.w), b=validate.number(self.b, "b"))
        Record.__post_init__(self)


@dataclass(frozen=True, slots=True, eq=False)
class Constant:
    r"""The predictor that always gives the same answer.

    .. math:: h(x) = label

    >>> Constant(-1)([[1, 2], [3, 4]])
    array([-1., -1.])

    :Source: chapter 01, hypotheses.
    """

    label: float

    def __post_init__(self) -> None:
        _set(self, label=validate.number(self.label, "label"))

    def __call__(self, X: Inputs) -> Array:
        """Return the label once for each point."""
        return np.full(len(validate.points(X, line=True)), self.label)


@dataclass(frozen=True, slots=True, eq=False)
class Table(Record):
    r"""The predictor that looks its answer up.

    .. math:: h(x) = \begin{cases} labels_i & \text{if } x = points_i \\
              default & \text{otherwise} \end{cases}

    >>> Table([1, 2], [1, 1])([1, 2, 3])
    array([1., 1., 0.])

    :Source: chapter 01, overfitting.
    """

    #: Distinct, ``(n, d)``, or ``(n,)`` on the line.
    points: Array
    #: One for each point, ``(n,)``.
    labels: Array
    default: float = 0.0
    #: The label of each point, found by the point's bytes.
    known: dict[bytes, float] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        points = validate.points(self.points, "points", line=True)
        labels = validate.labels(self.labels, len(points), None, "labels")
        default = validate.number(self.default, "default")
        known = dict(zip(_keys(points), labels.tolist(), strict=True))
        if len(known) < len(points):
            raise ValueError(f"points must be distinct; got {len(points) - len(known)} repeated")
        _set(self, points=points, labels=labels, default=default, known=known)
        Record.__post_init__(self)

    def __call__(self, X: Inputs) -> Array:
        """Return the label of each point in the table, else ``default``."""
        points = validate.points(X, line=True)
        if points.shape[1:] != self.points.shape[1:]:
            raise ValueError(f"X must hold points like {self.points[0]}; got shape {points.shape}")
        return np.array([self.known.get(key, self.default) for key in _keys(points)])


def memorise(X: Inputs, y: Bits, *, default: float = 0.0) -> Table:
    r"""Return the table of what was seen: the majority label of each point, else ``default``.

    .. math:: h_S(x) = \begin{cases} 1 & \text{if } \#\{i : x_i = x,\ y_i = 1\} >
              \#\{i : x_i = x,\ y_i = 0\} \\ 0 & \text{if it is } < \\
              default & \text{if they are equal, as for every } x \text{ unseen} \end{cases}

    Among all functions it errs least on the sample.  The default is 0 or 1.

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


def _set(record: object, **values: object) -> None:
    """Give a frozen record its checked fields."""
    for name, value in values.items():
        object.__setattr__(record, name, value)


def _line(X: Inputs) -> Array:
    """Return points of the line, given as (m,) or (m, 1), as an (m,) array."""
    x = validate.points(X, line=True)
    if x.ndim == 2 and x.shape[1] != 1:
        raise ValueError(f"X must hold points of the line, (m,) or (m, 1); got shape {x.shape}")
    return x.reshape(-1)


def _keys(points: Array) -> list[bytes]:
    """Return each point as bytes, so that equal points have equal keys (0.0 and -0.0 too)."""
    return [row.tobytes() for row in points + 0.0]
