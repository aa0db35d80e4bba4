r"""Linear predictors: a score, and its sign.

Every record with weights, be it a run of the perceptron or a support vector machine, predicts in
the same way; here that is written down.

:Source: chapter 05, halfspaces.
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from lecture_code.core.labels import sign
from lecture_code.core.types import Array
from lecture_code.core.validate import as_points


class LinearFunction:
    r"""What a fit with weights ``w``, shape ``(d,)``, can do: it maps x to a real number.

    .. math:: h(x) = \langle w, x \rangle

    Examples
    --------
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
        return as_points(X, d=len(self.w)) @ self.w


class LinearPredictor(LinearFunction):
    r"""What a record with weights ``w``, shape ``(d,)``, can do: score, and predict.

    .. math:: h(x) = \operatorname{sign}\langle w, x \rangle

    A score of 0 gives the label 0, an error for either label.

    Examples
    --------
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

    Examples
    --------
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
