"""Records own their arrays, and learners cannot write on the arrays of others.

:Source: chapter 01; the conventions are listed in the book's page on notation.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Record:
    """A frozen record whose arrays, also those in its tuples, are its own and cannot be changed.

    A record that checks its fields calls ``Record.__post_init__(self)`` afterwards.
    """

    __slots__ = ()

    def __post_init__(self) -> None:
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            kept = tuple(map(owned, value)) if type(value) is tuple else owned(value)
            object.__setattr__(self, field.name, kept)


def owned(value: Any) -> Any:
    """Return a copy of an array that cannot be written to; anything else unchanged.

    >>> X = np.zeros(2)
    >>> mine = owned(X)
    >>> X[0] = 7
    >>> mine, mine.flags.writeable
    (array([0., 0.]), False)
    """
    if not isinstance(value, np.ndarray):
        return value
    copy = value.copy()
    copy.setflags(write=False)
    return copy


def lent(array: NDArray[Any]) -> NDArray[Any]:
    """Return a view of an array that cannot be written to, to hand to somebody's learner.

    >>> lent(np.zeros(2)).flags.writeable
    False
    """
    view = array.view()
    view.setflags(write=False)
    return view
