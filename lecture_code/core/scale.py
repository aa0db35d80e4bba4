r"""Lengths and units: no square on the way to an answer leaves the range of floats.

To divide by a power of two is exact.  So what is computed in such a unit has the digits of the
plain formula, and is right where a square there would overflow or vanish.

:Source: chapter 01; the conventions are listed in the book's page on notation.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import cdist

from lecture_code.core import validate
from lecture_code.core.types import Array

LEAST, MOST = 2.0**-332, 2.0**332  # 1e±100: products of three such numbers are floats
SERVED = 1e-304, 1e304  # products that still have all their digits


def power_of_two(values: Array) -> Array:
    """Return a power of two near each value (2 for 0): dividing by it is exact."""
    return np.ldexp(1.0, np.minimum(np.frexp(np.where(values > 0, values, 1.0))[1], 1023))


def unit(*arrays: Array) -> float:
    """Return a power of two in which the largest number is neither tiny nor huge: mostly 1.

    >>> unit(np.array([3.0, -5.0])), unit(np.array([2.0**-432])) == 2.0**-99
    (1.0, True)
    """
    largest = max(map(_largest, arrays))
    if largest == 0 or LEAST <= largest <= MOST:
        return 1.0
    return float(power_of_two(np.array(largest))) / (LEAST if largest < LEAST else MOST)


def in_units(values: Array) -> tuple[Array, float]:
    """Return the numbers in units of their ``unit``, and the unit.

    >>> in_units(np.array([0.5, -2.0]))
    (array([ 0.5, -2. ]), 1.0)
    """
    with np.errstate(over="ignore"):
        square = float(np.vdot(values, values))  # in one pass; mostly it says enough
    if values.size * LEAST**2 <= square <= MOST**2:
        return values, 1.0
    one = unit(values)
    return (values if one == 1 else values / one), one


def squares(X: Array, Z: Array, size: float) -> Array:
    """Return the squared distances of all rows x and z in units of ``size``, (m, n).

    >>> squares(np.array([[3e200, 0.0]]), np.array([[0.0, 4e200]]), 1e200).round(9)
    array([[25.]])
    """
    with np.errstate(over="ignore"):
        X, Z = (validate.array(points / size, "X in units of sigma") for points in (X, Z))
    # From differences, not from <x,x> - 2<x,z> + <z,z>: far from 0 that would cancel.
    return np.asarray(cdist(X, Z, "sqeuclidean"))


def served(X: Array, Z: Array, said: str = "X and Z") -> None:
    """Refuse arrays whose products leave the range of floats.

    >>> served(np.array([1e-170]), np.array([1e-170]))
    Traceback (most recent call last):
    ValueError: X and Z must have products between 1e-304 and 1e+304; got entries up to 1e-170
    and 1e-170
    """
    one, other = _largest(X), _largest(Z)
    if one and other and not SERVED[0] <= one * other <= SERVED[1]:
        raise ValueError(
            f"{said} must have products between {SERVED[0]:g} and {SERVED[1]:g}; "
            f"got entries up to {one:g} and {other:g}"
        )


def _largest(values: Array) -> float:
    return float(max(values.max(), -values.min()))


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
