r"""The nouns of the book, as types, and the one place where bad input is turned away.

A *predictor* is a function ``h(X) -> labels``, a *learner* a function ``A(X, y) -> h`` and a
*loss* a function ``loss(prediction, y) -> (m,) array >= 0``.  So the code reads like the notes:
``h = A(X, y)`` and then ``empirical_risk(h, X, y)``.

Shapes: ``X`` is ``(m, d)``, one example a row; ``y`` is ``(m,)``; ``w`` is ``(d,)``.
Source: chapter 01; the conventions are listed in the book's page on notation.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from fractions import Fraction
from numbers import Rational
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lecture_code.arguments import as_numbers, as_real

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


def as_points(X: ArrayLike, name: str = "X", d: int | None = None) -> Array:
    """Return the points as an ``(m, d)`` float array; ``d`` is checked when given.

    >>> as_points([[1, 2], [3, 4]]).shape
    (2, 2)
    >>> as_points([1, 2])
    Traceback (most recent call last):
    ValueError: X must have shape (m, d); got shape (2,)
    """
    points = as_numbers(X, name, 2, "(m, d)")
    if d is not None and points.shape[1] != d:
        raise ValueError(f"{name} must have {d} columns; got shape {points.shape}")
    return points


def as_inputs(X: ArrayLike, name: str = "X") -> Array:
    """Return points of space, ``(m, d)``, or points of the line, ``(m,)``, as a float array.

    >>> as_inputs([1, 2]).shape, as_inputs([[1], [2]]).shape
    ((2,), (2, 1))
    """
    points = as_numbers(X, name)
    return as_numbers(points, name, 1 if points.ndim == 1 else 2, "(m, d) or (m,)")


def as_vector(w: ArrayLike, d: int | None = None, name: str = "w") -> Array:
    """Return a vector as a ``(d,)`` float array; ``d`` is checked when given.

    >>> as_vector([1, 2], d=3)
    Traceback (most recent call last):
    ValueError: w must have 3 entries; got 2
    """
    vector = as_numbers(w, name, 1, "(d,)")
    if d is not None and len(vector) != d:
        raise ValueError(f"{name} must have {d} entries; got {len(vector)}")
    return vector


def as_labels(
    y: ArrayLike, m: int, allowed: Collection[float] | None = SIGNS, name: str = "y"
) -> Array:
    """Return ``m`` labels as an ``(m,)`` float array; ``allowed=None`` admits every real number.

    >>> as_labels([1, 0], 2)
    Traceback (most recent call last):
    ValueError: y must hold only the labels (-1, 1); got 0 at index 1
    """
    labels = as_numbers(y, name, 1, "(m,)")
    if len(labels) != m:
        raise ValueError(f"{name} must have one label per point, {m} in all; got {len(labels)}")
    if allowed is not None:
        strange = np.flatnonzero(~np.isin(labels, list(allowed)))
        if len(strange):
            i = int(strange[0])
            raise ValueError(
                f"{name} must hold only the labels {tuple(sorted(allowed))}; "
                f"got {labels[i]:g} at index {i}"
            )
    return labels


def as_sample(
    X: ArrayLike, y: ArrayLike, labels: Collection[float] | None = SIGNS
) -> tuple[Array, Array]:
    """Return the sample ``(X, y)`` as arrays of shapes ``(m, d)`` and ``(m,)``.

    >>> X, y = as_sample([[0.0, 1.0]], [1])
    >>> y
    array([1.])
    """
    points = as_points(X)
    return points, as_labels(y, len(points), labels)


def in_unit_interval(value: float, name: str) -> float:
    """Return a number of the open interval (0, 1), as ε and δ must be.

    >>> in_unit_interval(1.0, "delta")
    Traceback (most recent call last):
    ValueError: delta must lie strictly between 0 and 1; got 1.0
    """
    number = as_real(value, name, "a number strictly between 0 and 1")
    if not 0 < number < 1:
        raise ValueError(f"{name} must lie strictly between 0 and 1; got {value!r}")
    return number


def positive(value: float, name: str) -> float:
    """Return a finite number above 0, as λ and a bandwidth must be.

    >>> positive(-1, "lam")
    Traceback (most recent call last):
    ValueError: lam must be a finite number above 0; got -1
    """
    number = as_real(value, name, "a finite number above 0")
    if not (number > 0 and math.isfinite(number)):
        raise ValueError(f"{name} must be a finite number above 0; got {value!r}")
    return number


def positive_integer(value: Any, name: str, least: int = 1) -> int:
    """Return an integer of at least ``least``.

    >>> positive_integer(2.5, "m")
    Traceback (most recent call last):
    ValueError: m must be an integer, at least 1; got 2.5
    """
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise ValueError(f"{name} must be an integer, at least {least}; got {value!r}")
    if value < least:
        raise ValueError(f"{name} must be an integer, at least {least}; got {value!r}")
    return int(value)


def probability_vector(p: ArrayLike, name: str = "p") -> NDArray[Any]:
    """Return probabilities as an ``(n,)`` array: of Fractions if all are rational, else of floats.

    Rational entries must sum to 1 exactly, floats up to 1e-9.

    >>> probability_vector([Fraction(1, 3), Fraction(2, 3)])
    array([Fraction(1, 3), Fraction(2, 3)], dtype=object)
    >>> probability_vector([0.5, 0.6])
    Traceback (most recent call last):
    ValueError: p must sum to 1; got the sum 1.1
    """
    floats = as_numbers(p, name, 1, "(n,)")
    if (floats < 0).any():
        i = int(np.argmax(floats < 0))
        raise ValueError(f"{name} must hold no negative number; got {floats[i]:g} at index {i}")
    entries = list(np.asarray(p, dtype=object))
    if not all(isinstance(entry, Rational) for entry in entries):
        if abs(math.fsum(floats) - 1) > 1e-9:
            raise ValueError(f"{name} must sum to 1; got the sum {math.fsum(floats):.12g}")
        return floats
    exact = np.array([Fraction(entry) for entry in entries], dtype=object)
    if exact.sum() != 1:
        raise ValueError(f"{name} must sum to 1; got the sum {exact.sum()}")
    return exact


def as_generator(rng: Any, name: str = "rng") -> np.random.Generator:
    """Return the source of randomness, or say how to make one.

    >>> as_generator(7)
    Traceback (most recent call last):
    ValueError: rng must be a numpy Generator such as numpy.random.default_rng(7); got 7
    """
    if not isinstance(rng, np.random.Generator):
        raise ValueError(
            f"{name} must be a numpy Generator such as numpy.random.default_rng(7); got {rng!r}"
        )
    return rng


def sign(scores: ArrayLike) -> Array:
    r"""Return the sign of each score, with sign(0) = 0.

    Zero is nobody's label: a point on the hyperplane counts as an error whatever its label,
    so that :math:`\operatorname{sign}(s) \ne y \iff y s \le 0` holds without exception.

    >>> sign([-2.0, 0.0, 3.0])
    array([-1.,  0.,  1.])

    Implements: prop-mistake.
    """
    return np.sign(as_numbers(scores, "scores"))


def to_signs(b: ArrayLike) -> Array:
    """Return the labels ``y = 2 b - 1`` in {-1, +1} of labels ``b`` in {0, 1}.

    >>> to_signs([0, 1])
    array([-1.,  1.])
    """
    bits = as_numbers(b, "b", 1, "(m,)")
    return 2 * as_labels(bits, len(bits), BITS, "b") - 1


def to_bits(y: ArrayLike) -> Array:
    """Return the labels ``b = (y + 1) / 2`` in {0, 1} of labels ``y`` in {-1, +1}.

    >>> to_bits([-1, 1])
    array([0., 1.])
    """
    signs = as_numbers(y, "y", 1, "(m,)")
    return (as_labels(signs, len(signs), SIGNS) + 1) / 2
