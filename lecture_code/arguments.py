r"""What one argument may be: numbers, functions, records, sequences; the rest is turned away.

Every refusal is a ValueError that names the argument, what was expected and what came.  The
validators of the book's own nouns (points, labels, probabilities) are in
:mod:`~lecture_code.notation` and rest on these.
Source: chapter 01; the conventions are listed in the book's page on notation.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


def as_numbers(
    value: ArrayLike, name: str, ndim: int | None = None, shape: str = "(m,)"
) -> NDArray[np.float64]:
    """Return finite real numbers as a float array, with ``ndim`` axes and not empty if it is given.

    ``shape`` is what the message asks for.

    >>> as_numbers([[1, 2]], "scores").shape
    (1, 2)
    >>> as_numbers([1, float("nan")], "scores")
    Traceback (most recent call last):
    ValueError: scores must be finite; got nan at index (1,)
    """
    try:
        if np.iscomplexobj(value):  # numpy would drop the imaginary parts
            raise TypeError
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name} must be an array of real numbers; got {value!r:.80}") from error
    if ndim is not None and array.ndim != ndim:
        raise ValueError(f"{name} must have shape {shape}; got shape {array.shape}")
    if ndim is not None and array.size == 0:
        raise ValueError(f"{name} must not be empty; got shape {array.shape}")
    if not np.isfinite(array).all():
        bad = np.argwhere(~np.isfinite(array))[0]
        raise ValueError(
            f"{name} must be finite; got {array[tuple(bad)]} at index {tuple(bad.tolist())}"
        )
    return array


def as_real_or_complex(
    value: ArrayLike, name: str, ndim: int | None = None, shape: str = "(m,)"
) -> NDArray[Any]:
    """Return finite numbers as :func:`as_numbers` does, but leave complex ones as they are.

    The complex step of chapter 13 sends them through a network and its loss.

    >>> as_real_or_complex([1, 2j], "v"), as_real_or_complex([1], "v")
    (array([1.+0.j, 0.+2.j]), array([1.]))
    """
    try:
        given = np.asarray(value)
    except ValueError:  # ragged
        return as_numbers(value, name, ndim, shape)
    if given.dtype.kind != "c":
        return as_numbers(value, name, ndim, shape)
    for part in (given.real, given.imag):
        as_numbers(part, name, ndim, shape)
    return given


def as_rows(value: ArrayLike, d: int, name: str = "w") -> NDArray[np.float64]:
    """Return vectors of ``d`` entries, one or any array of them, as a ``(..., d)`` float array.

    >>> as_rows([[1, 2], [3, 4]], 2).shape
    (2, 2)
    >>> as_rows(3, 2)
    Traceback (most recent call last):
    ValueError: w must have shape (..., 2); got shape ()
    """
    array = as_numbers(value, name)
    if array.ndim < 1 or array.shape[-1] != d:
        raise ValueError(f"{name} must have shape (..., {d}); got shape {array.shape}")
    return array


def as_integers(
    value: ArrayLike, name: str, least: int, below: int | None = None, ndim: int = 1
) -> NDArray[np.int64]:
    """Return integers of at least ``least`` (and below ``below``) as an array with ``ndim`` axes.

    >>> as_integers([0, 2], "draws", 0, 3)
    array([0, 2])
    >>> as_integers([0, 3], "draws", 0, 3)
    Traceback (most recent call last):
    ValueError: draws must hold integers from 0 to 2; got 3 at index (1,)
    """
    shape = "(n,)" if ndim == 1 else "(" + ", ".join("nkj"[:ndim]) + ")"
    wanted = f"from {least} to {below - 1}" if below is not None else f"of at least {least}"
    array = as_numbers(value, name)
    if array.ndim != ndim:
        raise ValueError(f"{name} must have shape {shape}; got shape {array.shape}")
    whole = np.asarray(value)
    if whole.dtype.kind not in "iu":  # integers of 64 bits need not be floats
        whole = np.where((array == np.floor(array)) & (np.abs(array) < 2**53), array, least - 1)
    bad = np.argwhere((whole < least) | (whole >= (2**63 if below is None else below)))
    if len(bad):
        i = tuple(bad[0].tolist())
        raise ValueError(f"{name} must hold integers {wanted}; got {array[i]:g} at index {i}")
    return whole.astype(np.int64)


def as_real(value: Any, name: str, wanted: str) -> float:
    """Return a real number as a float, or say that ``wanted`` was expected.

    >>> as_real("1", "b", "a finite number")
    Traceback (most recent call last):
    ValueError: b must be a finite number; got '1'
    """
    try:
        if isinstance(value, (str, bytes)) or np.ndim(value):
            raise TypeError
        return float(value)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be {wanted}; got {value!r:.80}") from error
    except OverflowError:  # an integer or a fraction beyond the floats
        return math.inf if value > 0 else -math.inf


def bounded(value: T, name: str, least: float = -math.inf, most: float = math.inf) -> T:
    """Return a number unchanged that is finite and neither below ``least`` nor above ``most``.

    A Fraction stays a Fraction.

    >>> bounded(0.5, "alpha", 0, 1)
    0.5
    >>> bounded(-1, "sigma", 0)
    Traceback (most recent call last):
    ValueError: sigma must be a finite number, at least 0; got -1
    """
    wanted = "a finite number"
    if most < math.inf:
        wanted = f"a number from {least:g} to {most:g}"
    elif least > -math.inf:
        wanted = f"a finite number, at least {least:g}"
    number = as_real(value, name, wanted)
    if not (least <= number <= most and math.isfinite(number)):
        raise ValueError(f"{name} must be {wanted}; got {value!r:.80}")
    return value


def as_function(value: F, name: str) -> F:
    """Return a function unchanged.

    >>> as_function(None, "h")
    Traceback (most recent call last):
    ValueError: h must be a function; got None
    """
    if not callable(value):
        raise ValueError(f"{name} must be a function; got {value!r:.80}")
    return value


def of_kind(value: Any, kind: type[T], name: str) -> T:
    """Return a record unchanged that is of the class ``kind``.

    >>> of_kind(3, np.ndarray, "table")
    Traceback (most recent call last):
    ValueError: table must be of the class ndarray; got 3
    """
    if not isinstance(value, kind):
        raise ValueError(f"{name} must be of the class {kind.__name__}; got {value!r:.80}")
    return value


def as_list(values: Iterable[T], name: str) -> list[T]:
    """Return what a list, a tuple, an array or another sequence holds, as a list.

    >>> as_list(3, "sizes")
    Traceback (most recent call last):
    ValueError: sizes must be a sequence; got 3
    """
    try:
        return list(values)
    except TypeError as error:
        raise ValueError(f"{name} must be a sequence; got {values!r:.80}") from error
