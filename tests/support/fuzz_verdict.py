"""What a call with a bad argument may do: return something sound, or say clearly what is wrong."""

import dataclasses
import re
import signal
import traceback
import warnings
from contextlib import contextmanager

import numpy as np

SECONDS = 30  # far beyond what any of these calls needs, on a busy machine, too


class Endless(BaseException):
    """A call that does not come back."""


@contextmanager
def alarm(seconds):
    """Interrupt what takes too long."""

    def stop(*_):
        raise Endless

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def parts(value):
    """Return what a result holds: the fields of a record, the items of a collection."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, field.name, None) for field in dataclasses.fields(value)]
    if isinstance(value, dict):
        return list(value.values())
    if isinstance(value, np.ndarray) and value.dtype == object:
        return list(value.flat)
    return list(value) if isinstance(value, (list, tuple)) else []


def holds_nan(value, depth=4):
    """Say whether NaN stands somewhere in a result."""
    if isinstance(value, (float, complex, np.number)):
        return bool(value != value)
    if isinstance(value, np.ndarray) and value.dtype.kind in "fc":
        return bool(np.isnan(value).any())
    return depth > 0 and any(holds_nan(part, depth - 1) for part in parts(value))


def raised_here(error):
    """Say whether an error comes from a ``raise`` of the package, not from a library below it."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return "lecture_code" in frame.filename and (frame.line or "").startswith("raise ")


def beyond_floats(error):
    """Say whether an error says that a number left the floats, or that a solver gave up.

    Data of 1e308 are finite, but their squares are not: numpy says so, and that is clear enough.
    """
    numeric = isinstance(error, (RuntimeWarning, OverflowError))
    return numeric or (raised_here(error) and isinstance(error, RuntimeError))


def unclear(error, names):
    """Return what is unclear in an error, nothing of a clear one: it names an argument."""
    if not isinstance(error, ValueError) or not raised_here(error):
        return f"{type(error).__name__} out of the depths: {error}"
    if not any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", str(error)) for name in names):
        return f"the message names none of {', '.join(names)}: {error}"
    return ""


def fault(call, names, refused=False, extreme=False):
    """Return what is wrong with the way a call ends; empty if nothing is."""
    try:
        with alarm(SECONDS), warnings.catch_warnings():
            warnings.simplefilter("error")
            result = call()
    except Endless:
        return f"it did not come back within {SECONDS} seconds"
    except Exception as error:
        return "" if extreme and beyond_floats(error) else unclear(error, names)
    if refused:
        return f"accepted, with the result {result!r:.80}"
    return f"NaN in the result {result!r:.80}" if holds_nan(result) else ""
