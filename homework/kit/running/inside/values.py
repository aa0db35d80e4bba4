"""Encode data as JSON, never as pickles, to cross between the tests and a student's code.

Data are numbers (fractions become floats), texts, None, lists, tuples, sets, dicts, arrays, and the
state of a random generator.  Both sides use this file; data from a student are checked here.
"""

import base64
import json
import math
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction

import numpy as np

DEEPEST = 8
HASHED = 10_000  # items of a set or dict: more could be made to be slow
LONGEST = 10**6  # items of something that is not a list and may never end
DTYPE = re.compile(r"[<>|=]?([biuf](1|2|4|8)|c(8|16))")
Data = object


class DataError(ValueError):
    """Something that is no data, or claims to be what it is not."""


def encode(value: Data, depth: int = 0) -> Data:
    """Return a value as JSON data; a subclass (with an equality of its own, say) becomes plain.

    >>> encode((1, [2.5, "a"]))
    {'tuple': [1, {'list': [2.5, 'a']}]}
    >>> encode(range(3)), encode(np.int64(3))
    ({'list': [0, 1, 2]}, 3)
    """
    if depth > DEEPEST:
        raise DataError("lists within lists within lists: too deep")
    if type(value) in (bool, int, float, str, type(None)):
        return value
    if isinstance(value, np.bool_ | np.integer):
        return value.item()
    if isinstance(value, np.ndarray | np.generic):
        array = np.array(value, subok=False)
        if array.dtype == object:  # of fractions, or of unlike things
            return encode(array.tolist(), depth)
        if array.dtype.kind in "fc" and array.dtype.itemsize > 8:
            array = array.astype(complex if array.dtype.kind == "c" else float)
        if not DTYPE.fullmatch(array.dtype.str):
            raise DataError(f"an array of {array.dtype}: it should hold numbers")
        content = base64.b64encode(array.tobytes()).decode()
        kind = "array" if isinstance(value, np.ndarray) else "number"
        return {kind: [array.dtype.str, list(array.shape), content]}
    for plain in (int, float, str):
        if isinstance(value, plain):
            return plain(value)
    if isinstance(value, Fraction | Decimal):  # numpy's functions do not know them
        whole = math.isfinite(value) and value == int(value)
        return int(value) if whole else float(value)
    if isinstance(value, complex):
        return {"complex": [value.real, value.imag]}
    if isinstance(value, Mapping):
        pairs = [[encode(key, depth + 1), encode(item, depth + 1)] for key, item in value.items()]
        return {"dict": pairs}
    if isinstance(value, np.random.Generator):
        return {"rng": json.loads(json.dumps(value.bit_generator.state, default=int))}
    if isinstance(value, Iterable):
        kinds = {"tuple": tuple, "set": set | frozenset}
        kind = next((name for name, known in kinds.items() if isinstance(value, known)), "list")
        items = [item for item, _ in zip(value, range(LONGEST), strict=False)]
        encoded = [encode(item, depth + 1) for item in items]
        return {kind: sorted(encoded, key=json.dumps) if kind == "set" else encoded}
    raise DataError(
        f"a value of type {type(value).__name__}, where numbers, texts, lists, tuples, dicts or "
        "arrays of numbers are expected"
    )


def decode(data: Data, depth: int = 0) -> Data:
    """Return the value of JSON data, whoever wrote it; raises DataError on anything odd.

    >>> decode({'tuple': [1, {'list': [2.5, 'a']}]})
    (1, [2.5, 'a'])
    """
    if depth > DEEPEST:
        raise DataError("too deep")
    if data is None or isinstance(data, bool | int | float | str):
        return data
    if not isinstance(data, dict) or len(data) != 1:
        raise DataError("not a value")
    ((kind, content),) = data.items()
    if kind in ("set", "dict") and isinstance(content, list) and len(content) > HASHED:
        raise DataError(f"a {kind} of more than {HASHED} items")
    try:
        if kind in ("array", "number"):
            return _array(kind, *content)
        if kind == "rng":
            return generator(content)
        if kind == "complex":
            return complex(*content)
        if kind == "dict":
            return {decode(key, depth + 1): decode(item, depth + 1) for key, item in content}
        items = [decode(item, depth + 1) for item in content]
        if kind in ("list", "tuple", "set"):
            return {"list": list, "tuple": tuple, "set": set}[kind](items)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise DataError(f"not a {kind}") from error
    raise DataError("not a value")


def generator(state: object) -> np.random.Generator:
    """Return a random generator in the given state."""
    rng = np.random.Generator(np.random.PCG64(0))
    rng.bit_generator.state = state  # type: ignore[assignment]
    return rng


def _array(kind: str, dtype: str, shape: list[int], content: str) -> Data:
    if not DTYPE.fullmatch(dtype) or not all(type(n) is int and n >= 0 for n in shape):
        raise DataError("not an array")
    flat = np.frombuffer(base64.b64decode(content, validate=True), dtype=dtype)
    array = flat.reshape(shape).copy()
    return array if kind == "array" else array[()]
