r"""Refuse bad input: a ValueError names the argument, what was expected and what came.

Modules write ``validate.points(X)``; what an argument may be, its type says
(:mod:`~lecture_code.core.types`).

:Source: chapter 01; the conventions are listed in the book's page on notation.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from fractions import Fraction
from functools import lru_cache
from numbers import Rational
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lecture_code.core.types import SIGNS, Array, Inputs, Matrix, Points, Vector

NO_NUMBER = (str, bytes, np.datetime64, np.timedelta64)
ROUNDING = 1e-9  # what two entries, or an eigenvalue and 0, may differ by, relative to their size


def array(
    value: ArrayLike,
    name: str,
    shape: str = "",
    *,
    above: float = -math.inf,
    at_least: float = -math.inf,
    at_most: float = math.inf,
    whole: bool = False,
    complex: bool = False,
) -> Array:
    """Return finite real numbers as a float array, of the shape and within the limits asked for.

    ``shape`` reads as in the text: letters are free, numbers fixed, "..." any axes before.  With a
    shape or a limit the array must not be empty.  ``complex`` lets complex numbers through.

    >>> array([[1, 2]], "scores", "(m, 2)")
    array([[1., 2.]])
    >>> array([0.5, -1], "eps", above=0)
    Traceback (most recent call last):
    ValueError: eps must be finite, above 0; got -1.0 at index (1,)
    """
    given = _numeric(value, name, complex)
    if shape and not _has_shape(given.shape, shape):
        raise ValueError(f"{name} must have shape {shape}; got shape {given.shape}")
    limited = max(above, at_least) > -math.inf or at_most < math.inf
    if given.size == 0 and (shape or limited or whole):
        raise ValueError(f"{name} must not be empty; got shape {given.shape}")
    finite = np.isfinite(given)
    if not finite.all():
        _refuse(given, ~finite, f"{name} must be finite")
    if limited:
        outside = (given <= above) | (given < at_least) | (given > at_most)
        _refuse(
            given, outside, f"{name} must be finite, {_limits(above, at_least, math.inf, at_most)}"
        )
    if whole:
        _refuse(given, given != np.floor(given), f"{name} must hold whole numbers")
    return given


def points(X: Inputs, name: str = "X", d: int | None = None, *, line: bool = False) -> Array:
    """Return points of space as an ``(m, d)`` float array; on the line also as ``(m,)``.

    >>> points([1, 2])
    Traceback (most recent call last):
    ValueError: X must have shape (m, d); got shape (2,)
    >>> points([1, 2], line=True)
    array([1., 2.])
    """
    if not line:
        return array(X, name, f"(m, {'d' if d is None else d})")
    given = array(X, name)
    if given.ndim not in (1, 2):
        raise ValueError(f"{name} must have shape (m, d) or (m,); got shape {given.shape}")
    return array(given, name, "(m,)" if given.ndim == 1 else "(m, d)")


def vector(w: Vector, d: int | None = None, name: str = "w") -> Array:
    """Return a vector as a ``(d,)`` float array.

    >>> vector([1, 2], d=3)
    Traceback (most recent call last):
    ValueError: w must have shape (3,); got shape (2,)
    """
    return array(w, name, "(d,)" if d is None else f"({d},)")


def labels(
    y: ArrayLike, m: int | None = None, allowed: Collection[float] | None = SIGNS, name: str = "y"
) -> Array:
    """Return labels, ``m`` of them if that is given, as a float array; None allows every number.

    >>> labels([1, 0], 2)
    Traceback (most recent call last):
    ValueError: y must hold only the labels (-1, 1); got 0 at index 1
    """
    given = array(y, name, "(m,)")
    if m is not None and len(given) != m:
        raise ValueError(f"{name} must have one label per point, {m} in all; got {len(given)}")
    odd = np.zeros(len(given), bool) if allowed is None else ~np.isin(given, list(allowed))
    if odd.any():
        i = int(odd.argmax())
        wanted = tuple(sorted(allowed or ()))
        raise ValueError(
            f"{name} must hold only the labels {wanted}; got {given[i]:g} at index {i}"
        )
    return given


def sample(
    X: Points, y: ArrayLike, allowed: Collection[float] | None = SIGNS
) -> tuple[Array, Array]:
    """Return a sample as arrays of shapes ``(m, d)`` and ``(m,)``.

    >>> X, y = sample([[0.0, 1.0]], [1])
    >>> y
    array([1.])
    """
    given = points(X)
    return given, labels(y, len(given), allowed)


def number(
    value: Any,
    name: str,
    *,
    above: float = -math.inf,
    at_least: float = -math.inf,
    below: float = math.inf,
    at_most: float = math.inf,
) -> float:
    """Return a finite number within the limits as a float.

    >>> number(1.0, "delta", above=0, below=1)
    Traceback (most recent call last):
    ValueError: delta must be a finite number, above 0 and below 1; got 1.0
    """
    cause = None
    try:
        if type(value) not in (float, int) and _is_no_number(value):
            raise TypeError
        given = float(value)
    except (TypeError, ValueError) as error:
        given, cause = math.nan, error
    except OverflowError:  # an integer or a fraction beyond the floats
        given = math.inf
    if not (above < given < below and at_least <= given <= at_most and math.isfinite(given)):
        limits = _limits(above, at_least, below, at_most)
        wanted = "a finite number" + (f", {limits}" if limits else "")
        raise ValueError(f"{name} must be {wanted}; got {value!r:.80}") from cause
    return given


def whole(value: Any, name: str, *, at_least: int = 1, at_most: int | None = None) -> int:
    """Return an integer within the limits.

    >>> whole(2.5, "m")
    Traceback (most recent call last):
    ValueError: m must be an integer, at least 1; got 2.5
    """
    integer = isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.timedelta64))
    if not integer or value < at_least or (at_most is not None and value > at_most):
        limits = f"at least {at_least}" + ("" if at_most is None else f" and at most {at_most}")
        raise ValueError(f"{name} must be an integer, {limits}; got {value!r:.80}")
    return int(value)


def probabilities(p: ArrayLike, name: str = "p") -> NDArray[Any]:
    """Return probabilities as an array: of Fractions if all are rational, else of floats.

    Rational entries must sum to 1 exactly, floats up to 1e-9.

    >>> probabilities([Fraction(1, 3), Fraction(2, 3)])
    array([Fraction(1, 3), Fraction(2, 3)], dtype=object)
    >>> probabilities([0.5, 0.6])
    Traceback (most recent call last):
    ValueError: p must sum to 1; got the sum 1.1
    """
    floats = array(p, name, "(n,)")
    _refuse(floats, floats < 0, f"{name} must hold no negative number")
    entries = list(np.asarray(p, dtype=object))
    if not all(isinstance(entry, Rational) for entry in entries):
        if abs(math.fsum(floats) - 1) > 1e-9:
            raise ValueError(f"{name} must sum to 1; got the sum {math.fsum(floats):.12g}")
        return floats
    exact = np.array([Fraction(entry) for entry in entries], dtype=object)
    if exact.sum() != 1:
        raise ValueError(f"{name} must sum to 1; got the sum {exact.sum()}")
    return exact


def generator(rng: Any) -> np.random.Generator:
    """Return the source of randomness, or say how to make one.

    >>> generator(7)
    Traceback (most recent call last):
    ValueError: rng must be a numpy Generator such as numpy.random.default_rng(7); got 7
    """
    if not isinstance(rng, np.random.Generator):
        wanted = "a numpy Generator such as numpy.random.default_rng(7)"
        raise ValueError(f"rng must be {wanted}; got {rng!r:.80}")
    return rng


def symmetric(G: Matrix, name: str = "G", *, semidefinite: float | None = None) -> Array:
    r"""Return a symmetric matrix as a float array, exactly symmetric.

    Entries that differ from their mirror images by rounding are replaced by the means of both: at
    most 1e-9 of the larger one, or of :math:`\sqrt{\lvert G_{ii}G_{jj}\rvert}`.  ``semidefinite``
    says by how much the least eigenvalue may be negative, relative to the largest.

    >>> symmetric([[1, 2], [3, 1]])
    Traceback (most recent call last):
    ValueError: G must be symmetric; got 2 at index (0, 1) and 3 at index (1, 0)
    >>> symmetric([[1, 2], [2, 1]], semidefinite=ROUNDING)
    Traceback (most recent call last):
    ValueError: G must be positive semidefinite; got the eigenvalue -1
    """
    from scipy.linalg import issymmetric  # pages without kernels need not wait for it

    matrix = array(G, name, "(m, m)")
    if len(matrix) != matrix.shape[1]:
        raise ValueError(f"{name} must be square; got shape {matrix.shape}")
    if not issymmetric(matrix):
        halves = matrix / 2  # the sum or the difference of two entries might overflow
        apart, sizes = np.abs(halves - halves.T), np.abs(halves)
        roots = np.sqrt(sizes.diagonal())
        odd = apart > ROUNDING * np.maximum(np.maximum(sizes, sizes.T), np.outer(roots, roots))
        if odd.any():
            i, j = divmod(int(odd.argmax()), len(matrix))
            raise ValueError(
                f"{name} must be symmetric; got {matrix[i, j]:g} at index ({i}, {j}) "
                f"and {matrix[j, i]:g} at index ({j}, {i})"
            )
        matrix = halves + halves.T
    if semidefinite is not None:
        values = np.linalg.eigvalsh(matrix)
        tol = number(semidefinite, "tol", above=0)
        if (least := values[0]) < -tol * np.abs(values).max():
            said = f"{name} must be positive semidefinite"
            raise ValueError(f"{said}; got the eigenvalue {least:.3g}")
    return matrix


def _is_no_number(value: Any) -> bool:
    return np.ma.is_masked(value) or np.ndim(value) > 0 or np.asarray(value).dtype.kind in "SUMmc"


def _numeric(value: ArrayLike, name: str, complex: bool) -> Array:
    """Return real numbers as floats; texts, dates and masked entries are no numbers."""
    if type(value) is np.ndarray and value.dtype == np.float64:
        return value
    parts = value if isinstance(value, (list, tuple)) else [value]
    if any(isinstance(part, np.ma.MaskedArray) and np.ma.is_masked(part) for part in parts):
        raise ValueError(f"{name} must hold no masked entry; got {value!r:.80}")
    try:
        given = np.asarray(value)
        words = given.dtype == object and any(isinstance(v, NO_NUMBER) for v in given.flat)
        if given.dtype.kind in "SUMmV" or words:
            raise TypeError
        if given.dtype.kind == "c" and complex:
            return given
        if np.iscomplexobj(given):  # numpy would drop the imaginary parts
            raise TypeError
        return np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name} must be an array of real numbers; got {value!r:.80}") from error


@lru_cache(1024)
def _has_shape(given: tuple[int, ...], shape: str) -> bool:
    """Tell whether a shape is as written: ``(m, 2)``, ``(..., 3)``."""
    wanted = [axis.strip() for axis in shape.strip("()").split(",") if axis.strip()]
    if wanted[0] == "...":
        wanted = wanted[1:]
        given = given[-len(wanted) :] if len(given) >= len(wanted) else ()
    fits = len(given) == len(wanted)
    return fits and all(not w.isdigit() or int(w) == n for w, n in zip(wanted, given, strict=True))


def _limits(above: float, at_least: float, below: float, at_most: float) -> str:
    """Return the limits in words, as in "at least 0 and below 1"."""
    low = {"above": above, "at least": at_least}
    high = {"below": below, "at most": at_most}
    said = [f"{word} {end:g}" for word, end in (low | high).items() if math.isfinite(end)]
    return " and ".join(said)


def _refuse(given: NDArray[Any], odd: NDArray[np.bool_], wanted: str) -> None:
    """Raise if an entry is odd, and name the first one."""
    if odd.any():
        i = tuple(int(axis) for axis in np.argwhere(odd)[0])
        raise ValueError(f"{wanted}; got {given[i]}" + (f" at index {i}" if i else ""))
