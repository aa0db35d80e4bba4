r"""Linear predictors, a score and its sign; labels as signs and as bits.

Every record with weights, a run of the perceptron or a support vector machine, predicts in the same
way, which is written down here.

:Source: chapter 05, halfspaces.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.records import Record
from lecture_code.core.scale import in_units, power_of_two
from lecture_code.core.types import BITS, Array, Bits, Points, Signs


class LinearFunction(Record):
    r"""A record with weights ``w``, which maps a point to a real number.

    .. math:: h(x) = \langle w, x \rangle

    >>> class Sum(LinearFunction):
    ...     w = np.array([1.0, 1.0])
    >>> Sum()([[1, 2], [3, -3]])
    array([3., 0.])

    :Source: chapter 05, least squares.
    """

    __slots__ = ()
    w: Array

    def __call__(self, X: Points) -> Array:
        """Return the score of each point."""
        return self.score(X)

    def score(self, X: Points) -> Array:
        r"""Return :math:`\langle w, x \rangle` for each point."""
        return validate.array(validate.points(X, d=len(self.w)) @ self.w, "the scores")


class LinearPredictor(LinearFunction):
    r"""A record with weights ``w``, which predicts a sign; the label 0 is an error for either sign.

    .. math:: h(x) = \operatorname{sign}\langle w, x \rangle

    >>> class Diagonal(LinearPredictor):
    ...     w = np.array([1.0, 1.0])
    >>> Diagonal().score([[1, 2], [3, -3]]), Diagonal()([[1, 2], [3, -3]])
    (array([3., 0.]), array([1., 0.]))

    :Source: chapter 05, halfspaces.
    """

    __slots__ = ()

    def __call__(self, X: Points) -> Array:
        """Return the sign of the score of each point."""
        w = self.w / power_of_two(np.abs(self.w).max())  # so that no score vanishes
        return sign(validate.points(X, d=len(w)) @ w)


class AffinePredictor(LinearPredictor):
    r"""A record with weights ``w`` and a bias ``b``, which predicts a sign.

    .. math:: h(x) = \operatorname{sign}(\langle w, x \rangle + b)

    >>> class Late(AffinePredictor):
    ...     w, b = np.array([1.0]), -2.0
    >>> Late()([[1], [3]])
    array([-1.,  1.])

    :Source: chapter 05, halfspaces.
    """

    __slots__ = ()
    b: float

    def __call__(self, X: Points) -> Array:
        """Return the sign of the score of each point."""
        w, size = in_units(self.w)
        return sign(validate.points(X, d=len(w)) @ w + self.b / size)

    def score(self, X: Points) -> Array:
        r"""Return :math:`\langle w, x \rangle + b` for each point."""
        return super().score(X) + self.b


def sign(scores: ArrayLike) -> Array:
    r"""Return the sign of each score, with sign(0) = 0.

    A point on the hyperplane counts as an error whatever its label, so that
    :math:`\operatorname{sign}(s) \ne y \iff y s \le 0` holds without exception.

    >>> sign([-2.0, 0.0, 3.0])
    array([-1.,  0.,  1.])

    :Implements: prop-mistake.
    """
    return np.sign(validate.array(scores, "scores"))


def to_signs(b: Bits) -> Array:
    """Return the labels ``y = 2 b - 1`` in {-1, +1} of labels ``b`` in {0, 1}.

    >>> to_signs([0, 1])
    array([-1.,  1.])
    """
    return 2 * validate.labels(b, None, BITS, "b") - 1


def to_bits(y: Signs) -> Array:
    """Return the labels ``b = (y + 1) / 2`` in {0, 1} of labels ``y`` in {-1, +1}.

    >>> to_bits([-1, 1])
    array([0., 1.])
    """
    return (validate.labels(y) + 1) / 2
