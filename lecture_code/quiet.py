"""Silence for a solver that writes to the standard output of the process.

HiGHS prints a line of its own on some integer programs, below Python and against its options; in
a notebook that line would become an output of the cell.

Source: chapter 05, integer programs for minimum disagreement.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections.abc import Iterator


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Turn file descriptor 1 away while the block runs, and give it back afterwards.

    >>> with silence():
    ...     written = os.write(1, b"nobody reads this")
    >>> written
    17
    """
    # The C buffer is flushed before the descriptor is turned away and before it is turned back, so
    # each keeps what is its own.
    try:
        saved = os.dup(1)
    except OSError:
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    _flush()
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        _flush()
        os.dup2(saved, 1)
        os.close(saved)
        os.close(nowhere)


def _flush() -> None:
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).fflush(None)
