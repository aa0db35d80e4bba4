r"""Lengths and units: no square on the way to an answer leaves the range of floats.

To divide by a power of two is exact.  So what is computed in such a unit has the digits of the
plain formula, and is right where a square there would overflow or vanish.

:Source: chapter 01; the conventions are listed in the book's page on notation.
"""

from __future__ import annotations

import numpy as np

from lecture_code.core.types import Array

LEAST, MOST = 1e-100, 1e100  # between them products of three numbers are in the range of floats


def power_of_two(values: Array) -> Array:
    """Return a power of two near each value (2 for 0): dividing by it is exact."""
    return np.ldexp(1.0, np.minimum(np.frexp(np.where(values > 0, values, 1.0))[1], 1023))


def unit(*arrays: Array) -> float:
    """Return a power of two near the largest number: 1 if that is neither tiny nor huge, or 0.

    >>> unit(np.array([3.0, -5.0])), unit(np.array([1e200])) > 1e199
    (1.0, True)
    """
    largest = max(float(max(values.max(), -values.min())) for values in arrays)
    ordinary = largest == 0 or LEAST <= largest <= MOST
    return 1.0 if ordinary else float(power_of_two(np.array(largest)))


def in_units(values: Array) -> tuple[Array, float]:
    """Return the numbers in units of their ``unit``, and the unit.

    >>> in_units(np.array([2.0**-900, -(2.0**-901)]))[0]
    array([ 0.5 , -0.25])
    """
    one = unit(values)
    return (values if one == 1 else values / one), one


def length(w: Array) -> float:
    """Return the length of a vector.

    >>> length(np.array([3e-200, 4e-200]))
    5e-200
    """
    v, one = in_units(w)
    return float(np.linalg.norm(v)) * one


def lengths(X: Array) -> Array:
    """Return the lengths of the vectors along the last axis.

    >>> lengths(np.array([[3e200, 4e200], [0.0, 1e-200]]))
    array([5.e+200, 1.e-200])
    """
    size = power_of_two(np.abs(X).max(axis=-1, initial=0.0))
    found: Array = np.linalg.norm(X / size[..., None], axis=-1) * size
    return found
