r"""Linear predictors: a score and its sign; labels as signs and as bits.

Every record with weights, be it a run of the perceptron or a support vector machine, predicts in
the same way; here that is written down.

:Source: chapter 05, halfspaces.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core import validate
from lecture_code.core.records import Record
from lecture_code.core.types import BITS, SIGNS, Array, Reals


class LinearFunction(Record):
    r"""What a fit with weights ``w``, shape ``(d,)``, can do: it maps x to a real number.

    .. math:: h(x) = \langle w, x \rangle

    >>> import numpy as np
    >>> class Sum(LinearFunction):
    ...     w = np.array([1.0, 1.0])
    >>> Sum()([[1, 2], [3, -3]])
    array([3., 0.])

    :Source: chapter 05, least squares.
    """

    __slots__ = ()
    w: Array

    def __call__(self, X: ArrayLike) -> Array:
        """Return the score of each row of ``X``."""
        return self.score(X)

    def score(self, X: ArrayLike) -> Array:
        r"""Return :math:`\langle w, x \rangle` for each row of ``X``."""
        return validate.points(X, d=len(self.w)) @ self.w


class LinearPredictor(LinearFunction):
    r"""What a record with weights ``w``, shape ``(d,)``, can do: score, and predict.

    .. math:: h(x) = \operatorname{sign}\langle w, x \rangle

    A score of 0 gives the label 0, an error for either label.

    >>> import numpy as np
    >>> class Diagonal(LinearPredictor):
    ...     w = np.array([1.0, 1.0])
    >>> Diagonal().score([[1, 2], [3, -3]]), Diagonal()([[1, 2], [3, -3]])
    (array([3., 0.]), array([1., 0.]))

    :Source: chapter 05, halfspaces.
    """

    __slots__ = ()

    def __call__(self, X: ArrayLike) -> Array:
        """Return the sign of the score of each row of ``X``."""
        return sign(self.score(X))


class AffinePredictor(LinearPredictor):
    r"""What a record with weights ``w``, shape ``(d,)``, and a bias ``b`` can do.

    .. math:: h(x) = \operatorname{sign}(\langle w, x \rangle + b)

    >>> import numpy as np
    >>> class Late(AffinePredictor):
    ...     w, b = np.array([1.0]), -2.0
    >>> Late()([[1], [3]])
    array([-1.,  1.])

    :Source: chapter 05, halfspaces.
    """

    __slots__ = ()
    b: float

    def score(self, X: ArrayLike) -> Array:
        r"""Return :math:`\langle w, x \rangle + b` for each row of ``X``."""
        return super().score(X) + self.b


def sign(scores: ArrayLike) -> Array:
    r"""Return the sign of each score, with sign(0) = 0.

    Zero is nobody's label: a point on the hyperplane counts as an error whatever its label,
    so that :math:`\operatorname{sign}(s) \ne y \iff y s \le 0` holds without exception.

    Parameters
    ----------
    scores : array

    Returns
    -------
    array

    >>> sign([-2.0, 0.0, 3.0])
    array([-1.,  0.,  1.])

    :Implements: prop-mistake.
    """
    return np.sign(validate.array(scores, "scores"))


def to_signs(b: Reals) -> Array:
    """Return the labels ``y = 2 b - 1`` in {-1, +1} of labels ``b`` in {0, 1}.

    Returns
    -------
    array (m,)

    >>> to_signs([0, 1])
    array([-1.,  1.])
    """
    bits = validate.array(b, "b", "(m,)")
    return 2 * validate.labels(bits, len(bits), BITS, "b") - 1


def to_bits(y: Reals) -> Array:
    """Return the labels ``b = (y + 1) / 2`` in {0, 1} of labels ``y`` in {-1, +1}.

    Returns
    -------
    array (m,)

    >>> to_bits([-1, 1])
    array([0., 1.])
    """
    signs = validate.array(y, "y", "(m,)")
    return (validate.labels(signs, len(signs), SIGNS) + 1) / 2
