r"""The nouns of the book, as types.

A *predictor* is a function ``h(X) -> labels``, a *learner* a function ``A(X, y) -> h`` and a
*loss* a function ``loss(prediction, y) -> (m,) array >= 0``.  So the code reads like the notes:
``h = A(X, y)`` and then ``empirical_risk(h, X, y)``.

What an argument may be stands in its type below, and its letter means the same everywhere: ``X, y``
a sample of ``m`` examples with ``d`` coordinates, ``w, b`` weights and bias, ``h`` a predictor,
``A`` a learner, ``H`` a class, ``D`` a distribution, ``K`` a kernel, ``rng`` a generator of numpy;
``eps`` an accuracy and ``delta`` a probability of failure in (0, 1); ``lam, eta, sigma`` above 0;
``T`` a number of steps.  Counts are whole numbers from 1 on.  Data may have any unit: answers are
right for numbers from 1e-150 to 1e150, and beyond they are right or refused.  Anything else is
refused with a ValueError that names the argument; where a function is expected, Python's own
TypeError says so.

:Source: chapter 01; the conventions are listed in the book's page on notation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

#: An array of real numbers.
Array: TypeAlias = NDArray[np.float64]
#: An array of truth values.
Booleans: TypeAlias = NDArray[np.bool_]
#: An array of integers.
Integers: TypeAlias = NDArray[np.int64]

#: Points of space, ``(m, d)``, one per row.
Points: TypeAlias = ArrayLike
#: Points of space, ``(m, d)``, or of the line, ``(m,)``.
Inputs: TypeAlias = ArrayLike
#: Labels -1 and +1, ``(m,)``.
Signs: TypeAlias = ArrayLike
#: Labels 0 and 1, ``(m,)``.
Bits: TypeAlias = ArrayLike
#: Real numbers, one for each point, ``(m,)``.
Reals: TypeAlias = ArrayLike
#: A number, or an array of numbers that is broadcast.
Numbers: TypeAlias = ArrayLike
#: A vector, ``(d,)``.
Vector: TypeAlias = ArrayLike
#: A square matrix, ``(m, m)``.
Matrix: TypeAlias = ArrayLike

#: A function from points ``(m, d)`` to labels ``(m,)``.
Predictor: TypeAlias = Callable[[Array], Array]
#: A class: finitely many predictors.
Class: TypeAlias = Sequence[Predictor]
#: A function from a sample to a predictor.
Learner: TypeAlias = Callable[[Array, Array], Predictor]
#: A function from what was predicted and what is true to ``(m,)`` numbers, at least 0.
Loss: TypeAlias = Callable[[Array, Array], Array]

#: The labels where margins appear.
SIGNS = (-1, 1)
#: The labels of indicator functions.
BITS = (0, 1)
