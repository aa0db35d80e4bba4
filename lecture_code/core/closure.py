r"""Learners that draw the smallest set around the positive examples.

Such a hypothesis lies inside the target and errs on one side only: it can miss points of the
target, never accept a stranger.  That is why a few examples near each border are enough, although
the classes are infinite.

:Source: chapter 02, infinite classes that can be learned.
"""

from __future__ import annotations

from dataclasses import dataclass

from lecture_code.core import validate
from lecture_code.core.hypotheses import Constant, Rectangle
from lecture_code.core.scale import lengths
from lecture_code.core.types import BITS, Array, Bits, Points


def smallest_rectangle(X: Points, y: Bits) -> Rectangle | Constant:
    r"""Return the smallest box with sides parallel to the axes around the positive examples.

    .. math:: low_j = \min_{i:\,y_i = 1} x_{ij}, \qquad high_j = \max_{i:\,y_i = 1} x_{ij}

    If some box is right about the whole sample, so is this one; otherwise it may err on examples
    labelled 0.  Without a positive example it is ``Constant(0)``.

    >>> box = smallest_rectangle([[0, 0], [2, 1], [5, 5]], [1, 1, 0])
    >>> box.low, box.high
    (array([0., 0.]), array([2., 1.]))

    :Implements: thm-rectangles.
    """
    X, y = validate.sample(X, y, BITS)
    inside = X[y == 1]
    if not len(inside):
        return Constant(0)
    return Rectangle(inside.min(axis=0), inside.max(axis=0))


@dataclass(frozen=True, slots=True, eq=False)
class Disc:
    r"""The indicator of a closed disc (ball) around the origin, of radius r >= 0.

    .. math:: h_r(x) = 1[\lVert x\rVert \le r]

    >>> Disc(1.0)([[0, 1], [1, 1]])
    array([1., 0.])

    :Source: chapter 02, discs.
    """

    r: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "r", validate.number(self.r, "r", at_least=0))

    def __call__(self, X: Points) -> Array:
        """Return 1 for each point in the disc, else 0."""
        inside: Array = (lengths(validate.points(X)) <= self.r).astype(float)
        return inside


def smallest_disc(X: Points, y: Bits) -> Disc | Constant:
    r"""Return the smallest disc around the origin that holds the positive examples.

    .. math:: r = \max_{i:\,y_i = 1} \lVert x_i\rVert

    Without a positive example it is ``Constant(0)``.

    >>> smallest_disc([[3, 4], [0, 1], [9, 9]], [1, 1, 0])
    Disc(r=5.0)

    :Implements: prop-discs.
    """
    X, y = validate.sample(X, y, BITS)
    inside = X[y == 1]
    if not len(inside):
        return Constant(0)
    return Disc(float(lengths(inside).max()))
