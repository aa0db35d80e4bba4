"""Bad values in the place of a good one: what a slip of the hand or a damaged file would give.

Each is a name, a value and whether the call must be refused; otherwise the value may be good.
"""

from numbers import Integral, Real

import numpy as np

REFUSED, EITHER = True, False
EXTREME = ("huge", "tiny")  # finite, but their squares are not


def as_array(value):
    """Return an array-like of real numbers as an array of floats, anything else as None."""
    if not isinstance(value, (list, tuple, np.ndarray)):
        return None
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        return None
    return array if array.size and array.ndim else None


def spoilt(array, bad):
    """Return a copy with a bad value in its last place."""
    copy = array.copy()
    copy.flat[-1] = bad
    return copy


def of_array(array):
    yield "nan", spoilt(array, np.nan), REFUSED
    yield "ragged", [[1.0, 2.0], [3.0]], REFUSED
    yield "strings", np.full(array.shape, "a", dtype=object), REFUSED
    yield "nones", np.full(array.shape, None), REFUSED
    yield "complex", array + 1j, REFUSED
    yield "empty", array[:0], EITHER
    yield "inf", spoilt(array, np.inf), EITHER
    yield "minus inf", spoilt(array, -np.inf), EITHER
    yield "one too many", np.concatenate([array, array[-1:]]), EITHER
    yield "one too few", array[:-1], EITHER
    yield "a column too many", np.concatenate([array, array[..., -1:]], axis=-1), EITHER
    yield "extra axis", array[..., None], EITHER
    yield "0-d", np.float64(1.0), EITHER
    yield "none", None, EITHER
    yield "label 7", spoilt(array, 7.0), EITHER
    yield "zero", spoilt(array, 0.0), EITHER
    yield "negative", spoilt(array, -1.0), EITHER
    yield "huge", spoilt(array, 1e308), EITHER
    yield "bool", array > 0, EITHER


def of_number(whole, many):
    """Bad numbers; ``many`` says that an array of numbers would be as good."""
    yield "nan", float("nan"), REFUSED
    yield "text", "two", REFUSED
    yield "complex", 1j, REFUSED
    yield "inf", float("inf"), EITHER
    yield "minus inf", float("-inf"), EITHER
    yield "zero", 0 if whole else 0.0, EITHER
    yield "negative", -1 if whole else -1.5, EITHER
    yield "one", 1 if whole else 1.0, EITHER
    yield "fraction", 2.5, EITHER
    yield "huge", 1e308, EITHER
    yield "tiny", 1e-100, EITHER
    yield "bool", True, EITHER
    yield "none", None, EITHER
    if not many:
        yield "array", np.array([1.0, 2.0]), EITHER


def of_generator():
    yield "integer", 7, REFUSED
    yield "old generator", np.random.RandomState(7), REFUSED
    yield "none", None, EITHER


def of_text():
    yield "unknown", "no such", EITHER
    yield "integer", 3, EITHER
    yield "none", None, EITHER


def of_other(value):
    yield "none", None, EITHER
    yield "number", 3.5, REFUSED if callable(value) else EITHER
    if isinstance(value, (list, tuple)):
        yield "empty", [], EITHER
        yield "of none", [None], EITHER


def mutations(value, annotation=""):
    """Return the bad values for a good one; a flag has none."""
    if isinstance(value, (bool, np.bool_)):
        return []
    if isinstance(value, Real):
        return list(of_number(isinstance(value, Integral), "ArrayLike" in annotation))
    if isinstance(value, np.random.Generator):
        return list(of_generator())
    if isinstance(value, str):
        return list(of_text())
    array = as_array(value)
    return list(of_other(value) if array is None else of_array(array))
