r"""Where bad input is turned away: numbers, points, labels, probabilities, functions.

Every public function of the package refuses bad input with a ValueError that names the argument,
what was expected and what came.  Its docstring tells what an argument may be, and names errors only
where they say more than that.  Symmetric matrices: :mod:`~lecture_code.core.matrices`.

:Source: chapter 01; the conventions are listed in the book's page on notation.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from fractions import Fraction
from numbers import Rational
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lecture_code.core.types import SIGNS, Array

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


def as_numbers(
    value: ArrayLike, name: str, ndim: int | None = None, shape: str = "(m,)"
) -> NDArray[np.float64]:
    """Return finite real numbers as a float array, with ``ndim`` axes and not empty if it is given.

    Parameters
    ----------
    value : array
    name : str
        The argument's name, for the message.
    ndim : int or None
    shape : str
        What the message asks for.

    Returns
    -------
    array

    Examples
    --------
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

    Parameters
    ----------
    value : array
    name : str
        The argument's name, for the message.
    ndim : int or None
    shape : str
        What the message asks for.

    Returns
    -------
    array

    Examples
    --------
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

    Parameters
    ----------
    value : array
    d : int
    name : str
        The argument's name, for the message.

    Returns
    -------
    array (..., d)

    Examples
    --------
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


def as_integers(value: ArrayLike, name: str, least: int) -> NDArray[np.int64]:
    """Return integers of at least ``least`` as an array with one axis.

    Parameters
    ----------
    value : array
    name : str
        The argument's name, for the message.
    least : int

    Returns
    -------
    array (n,)

    Examples
    --------
    >>> as_integers([0, 2], "codes", 0)
    array([0, 2])
    >>> as_integers([0, -3], "codes", 0)
    Traceback (most recent call last):
    ValueError: codes must hold integers of at least 0; got -3 at index (1,)
    """
    array = as_numbers(value, name)
    if array.ndim != 1:
        raise ValueError(f"{name} must have shape (n,); got shape {array.shape}")
    whole = np.asarray(value)
    if whole.dtype.kind not in "iu":  # integers of 64 bits need not be floats
        whole = np.where((array == np.floor(array)) & (np.abs(array) < 2**53), array, least - 1)
    bad = np.argwhere((whole < least) | (whole >= 2**63))
    if len(bad):
        i = tuple(bad[0].tolist())
        raise ValueError(
            f"{name} must hold integers of at least {least}; got {array[i]:g} at index {i}"
        )
    return whole.astype(np.int64)


def as_real(value: Any, name: str, wanted: str) -> float:
    """Return a real number as a float, or say that ``wanted`` was expected.

    Parameters
    ----------
    value : number
    name : str
        The argument's name, for the message.
    wanted : str

    Returns
    -------
    float

    Examples
    --------
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

    Parameters
    ----------
    value : number
    name : str
        The argument's name, for the message.
    least, most : float

    Returns
    -------
    number
        A Fraction stays a Fraction.

    Examples
    --------
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


def numbers_above(value: ArrayLike, name: str) -> NDArray[np.float64]:
    """Return finite numbers above 0 as a float array, not empty, of any shape.

    Parameters
    ----------
    value : array
    name : str
        The argument's name, for the message.

    Returns
    -------
    array

    Examples
    --------
    >>> numbers_above([0.5, 0], "eps")
    Traceback (most recent call last):
    ValueError: eps must be finite, above 0; got 0.0
    """
    x = as_numbers(value, name)
    if x.size == 0 or not (x > 0).all():
        raise ValueError(f"{name} must be finite, above 0; got {_first(x, x <= 0)}")
    return x


def numbers_from(
    value: ArrayLike, name: str, least: float = 0.0, most: float = math.inf, whole: bool = False
) -> NDArray[np.float64]:
    """Return finite numbers from ``least`` to ``most`` as a float array, not empty, of any shape.

    Parameters
    ----------
    value : array
    name : str
        The argument's name, for the message.
    least, most : float
    whole : bool
        Whole numbers only.

    Returns
    -------
    array

    Examples
    --------
    >>> numbers_from([0.5, 1.5], "q", 0, 1)
    Traceback (most recent call last):
    ValueError: q must be finite, at least 0 and at most 1; got 1.5
    """
    x = as_numbers(value, name)
    odd = (x < least) | (x > most)
    if x.size == 0 or odd.any():
        limits = f"at least {least:g}" + (f" and at most {most:g}" if most < math.inf else "")
        raise ValueError(f"{name} must be finite, {limits}; got {_first(x, odd)}")
    if whole and (x != np.floor(x)).any():
        raise ValueError(f"{name} must hold whole numbers; got {_first(x, x != np.floor(x))}")
    return x


def _first(x: Array, odd: NDArray[np.bool_]) -> str:
    return str(x[odd].ravel()[0]) if odd.any() else "none"


def one_of(value: Any, name: str, choices: tuple[T, ...]) -> T:
    """Return the one of the ``choices`` that was given.

    Parameters
    ----------
    value : one of the choices
    name : str
        The argument's name, for the message.
    choices : tuple

    Returns
    -------
    one of the choices

    Examples
    --------
    >>> one_of("last", "ties", ("first", "worst"))
    Traceback (most recent call last):
    ValueError: ties must be 'first' or 'worst'; got 'last'
    """
    if isinstance(value, np.ndarray) or value not in choices:
        wanted = ", ".join(map(repr, choices[:-1])) + f" or {choices[-1]!r}"
        raise ValueError(f"{name} must be {wanted}; got {value!r:.80}")
    return choices[choices.index(value)]


def as_function(value: F, name: str) -> F:
    """Return a function unchanged.

    Parameters
    ----------
    value : callable
    name : str
        The argument's name, for the message.

    Returns
    -------
    callable

    Examples
    --------
    >>> as_function(None, "h")
    Traceback (most recent call last):
    ValueError: h must be a function; got None
    """
    if not callable(value):
        raise ValueError(f"{name} must be a function; got {value!r:.80}")
    return value


def of_kind(value: Any, kind: type[T], name: str) -> T:
    """Return a record unchanged that is of the class ``kind``.

    Parameters
    ----------
    value : record
    kind : class
    name : str
        The argument's name, for the message.

    Returns
    -------
    record

    Examples
    --------
    >>> of_kind(3, np.ndarray, "table")
    Traceback (most recent call last):
    ValueError: table must be of the class ndarray; got 3
    """
    if not isinstance(value, kind):
        raise ValueError(f"{name} must be of the class {kind.__name__}; got {value!r:.80}")
    return value


def as_list(values: Iterable[T], name: str) -> list[T]:
    """Return what a list, a tuple, an array or another sequence holds, as a list.

    Parameters
    ----------
    values : sequence
    name : str
        The argument's name, for the message.

    Returns
    -------
    list

    Examples
    --------
    >>> as_list(3, "sizes")
    Traceback (most recent call last):
    ValueError: sizes must be a sequence; got 3
    """
    try:
        return list(values)
    except TypeError as error:
        raise ValueError(f"{name} must be a sequence; got {values!r:.80}") from error


def as_points(X: ArrayLike, name: str = "X", d: int | None = None) -> Array:
    """Return the points as an ``(m, d)`` float array; ``d`` is checked when given.

    Parameters
    ----------
    X : array (m, d)
    name : str
        The argument's name, for the message.
    d : int or None

    Returns
    -------
    array (m, d)

    Examples
    --------
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

    Parameters
    ----------
    X : array (m, d) or (m,)
    name : str
        The argument's name, for the message.

    Returns
    -------
    array (m, d) or (m,)

    Examples
    --------
    >>> as_inputs([1, 2]).shape, as_inputs([[1], [2]]).shape
    ((2,), (2, 1))
    """
    points = as_numbers(X, name)
    return as_numbers(points, name, 1 if points.ndim == 1 else 2, "(m, d) or (m,)")


def as_vector(w: ArrayLike, d: int | None = None, name: str = "w") -> Array:
    """Return a vector as a ``(d,)`` float array; ``d`` is checked when given.

    Parameters
    ----------
    w : array (d,)
    d : int or None
    name : str
        The argument's name, for the message.

    Returns
    -------
    array (d,)

    Examples
    --------
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

    Parameters
    ----------
    y : array (m,)
    m : int
    allowed : numbers or None
    name : str
        The argument's name, for the message.

    Returns
    -------
    array (m,)

    Examples
    --------
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

    Parameters
    ----------
    X : array (m, d)
    y : array (m,)
    labels : numbers or None
        Those allowed, as in ``as_labels``.

    Returns
    -------
    X : array (m, d)
    y : array (m,)

    Examples
    --------
    >>> X, y = as_sample([[0.0, 1.0]], [1])
    >>> y
    array([1.])
    """
    points = as_points(X)
    return points, as_labels(y, len(points), labels)


def in_unit_interval(value: float, name: str, most: float = 1.0) -> float:
    """Return a number of the open interval (0, 1), as ε and δ must be, and at most ``most``.

    Parameters
    ----------
    value : number
    name : str
        The argument's name, for the message.
    most : float

    Returns
    -------
    float

    Examples
    --------
    >>> in_unit_interval(1.0, "delta")
    Traceback (most recent call last):
    ValueError: delta must lie strictly between 0 and 1; got 1.0
    """
    number = as_real(value, name, "a number strictly between 0 and 1")
    if not 0 < number < 1:
        raise ValueError(f"{name} must lie strictly between 0 and 1; got {value!r}")
    if number > most:
        raise ValueError(f"{name} must be at most {most:g}; got {value!r}")
    return number


def below_one(value: float, name: str) -> float:
    """Return a number of [0, 1), as the share that is kept of a memory must be.

    Parameters
    ----------
    value : number
    name : str
        The argument's name, for the message.

    Returns
    -------
    float

    Examples
    --------
    >>> below_one(1, "mu")
    Traceback (most recent call last):
    ValueError: mu must be a number from 0 to below 1; got 1
    """
    number = as_real(value, name, "a number from 0 to below 1")
    if not 0 <= number < 1:
        raise ValueError(f"{name} must be a number from 0 to below 1; got {value!r}")
    return number


def positive(value: float, name: str) -> float:
    """Return a finite number above 0, as λ and a bandwidth must be.

    Parameters
    ----------
    value : number
    name : str
        The argument's name, for the message.

    Returns
    -------
    float

    Examples
    --------
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

    Parameters
    ----------
    value : int
    name : str
        The argument's name, for the message.
    least : int

    Returns
    -------
    int

    Examples
    --------
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

    Parameters
    ----------
    p : array (n,)
    name : str
        The argument's name, for the message.

    Returns
    -------
    array (n,)

    Examples
    --------
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


def as_generator(rng: Any) -> np.random.Generator:
    """Return the source of randomness, or say how to make one.

    Parameters
    ----------
    rng : Generator

    Returns
    -------
    Generator

    Examples
    --------
    >>> as_generator(7)
    Traceback (most recent call last):
    ValueError: rng must be a numpy Generator such as numpy.random.default_rng(7); got 7
    """
    if not isinstance(rng, np.random.Generator):
        raise ValueError(
            f"rng must be a numpy Generator such as numpy.random.default_rng(7); got {rng!r}"
        )
    return rng
