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

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, slots=True, eq=False)
    ... class Run(Record):
    ...     w: NDArray[Any]
    >>> w = np.zeros(2)
    >>> run = Run(w)
    >>> w[0] = 7
    >>> run.w, run.w.flags.writeable
    (array([0., 0.]), False)
    """

    __slots__ = ()

    def __post_init__(self) -> None:
        for name in (field.name for field in fields(self)):  # type: ignore[arg-type]
            object.__setattr__(self, name, owned(getattr(self, name)))

    def __reduce__(self) -> tuple[Any, ...]:
        """Make the copy of a pickle anew from the fields: its arrays cannot be changed either."""
        given = [field.name for field in fields(self) if field.init]  # type: ignore[arg-type]
        return type(self), tuple(getattr(self, name) for name in given)


def owned(value: Any) -> Any:
    """Return a copy of an array, or of those in a tuple, that cannot be written to."""
    if type(value) is tuple:
        return tuple(map(owned, value))
    if not isinstance(value, np.ndarray):
        return value
    copy = np.array(value, order="K")
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
