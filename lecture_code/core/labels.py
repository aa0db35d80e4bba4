r"""Labels: signs where margins appear, bits for indicator functions, and the way between them.

:Source: chapter 01; the conventions are listed in the book's page on notation.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from lecture_code.core.types import BITS, SIGNS, Array
from lecture_code.core.validate import as_labels, as_numbers


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

    Examples
    --------
    >>> sign([-2.0, 0.0, 3.0])
    array([-1.,  0.,  1.])

    :Implements: prop-mistake.
    """
    return np.sign(as_numbers(scores, "scores"))


def to_signs(b: ArrayLike) -> Array:
    """Return the labels ``y = 2 b - 1`` in {-1, +1} of labels ``b`` in {0, 1}.

    Parameters
    ----------
    b : array (m,)

    Returns
    -------
    array (m,)

    Examples
    --------
    >>> to_signs([0, 1])
    array([-1.,  1.])
    """
    bits = as_numbers(b, "b", 1, "(m,)")
    return 2 * as_labels(bits, len(bits), BITS, "b") - 1


def to_bits(y: ArrayLike) -> Array:
    """Return the labels ``b = (y + 1) / 2`` in {0, 1} of labels ``y`` in {-1, +1}.

    Parameters
    ----------
    y : array (m,)

    Returns
    -------
    array (m,)

    Examples
    --------
    >>> to_bits([-1, 1])
    array([0., 1.])
    """
    signs = as_numbers(y, "y", 1, "(m,)")
    return (as_labels(signs, len(signs), SIGNS) + 1) / 2
