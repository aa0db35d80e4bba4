r"""The nouns of the book, as types.

A *predictor* is a function ``h(X) -> labels``, a *learner* a function ``A(X, y) -> h`` and a
*loss* a function ``loss(prediction, y) -> (m,) array >= 0``.  So the code reads like the notes:
``h = A(X, y)`` and then ``empirical_risk(h, X, y)``.

Shapes: ``X`` is ``(m, d)``, one example a row; ``y`` is ``(m,)``; ``w`` is ``(d,)``.

:Source: chapter 01; the conventions are listed in the book's page on notation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

#: An array of real numbers.
Array: TypeAlias = NDArray[np.float64]
#: An array of truth values.
Booleans: TypeAlias = NDArray[np.bool_]
#: An array of integers.
Integers: TypeAlias = NDArray[np.int64]

#: A function from points ``(m, d)`` to labels ``(m,)``.
Predictor: TypeAlias = Callable[[Array], Array]
#: A function from a sample to a predictor.
Learner: TypeAlias = Callable[[Array, Array], Predictor]
#: A function from what was predicted and what is true to ``(m,)`` numbers, at least 0.
Loss: TypeAlias = Callable[[Array, Array], Array]

#: The labels where margins appear.
SIGNS = (-1, 1)
#: The labels of indicator functions.
BITS = (0, 1)
