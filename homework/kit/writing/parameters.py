"""The parameters of a course: numbers, seeds and data that its name decides.

A master lists in its first cell what can vary,

    parameters:
      beta: [2, 3, 5]        # one of these
      seed: 1000..9999       # a whole number in this range

and uses it as ``@{beta}``, or in any expression: ``@{2 * beta + 1}``.  The same name of a course
and the same key give the same assignment on every machine, other ones another.  The name is in the
students' notebook and the key is not: whoever has notebook and kit cannot draw the hidden tests.
The course "sample" takes the first of each and has no key.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any

SAMPLE = "sample"
PLACE = re.compile(r"@\{([^{}\n]+)\}")
RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")


class ParameterError(ValueError):
    """A parameter that cannot be drawn, or an expression that cannot be evaluated."""


def draw(choices: Mapping[str, Any], course: str, assignment: str, key: str = "") -> dict[str, Any]:
    """Draw one value for each parameter, decided by key and names of course and assignment.

    >>> draw({"beta": [2, 3, 5], "seed": "10..99"}, "sample", "06-perceptron")
    {'beta': 2, 'seed': 10}
    >>> draw({"beta": [2, 3, 5], "seed": "10..99"}, "autumn 2027", "06-perceptron")
    {'beta': 2, 'seed': 73}
    """
    if not isinstance(choices, Mapping):
        raise ParameterError(f"parameters: give lines of the form name: [values]; got {choices!r}")
    secret = f"{key}\n" if key else ""
    return {
        name: _one(name, choice, course, f"{secret}{course}\n{assignment}\n{name}")
        for name, choice in choices.items()
    }


def fill(text: str, values: Mapping[str, Any], where: str = "the text") -> str:
    """Replace every ``@{expression}`` in a text by its value; ``where`` is its file.

    >>> fill("at least @{n + 1} of @{name}", {"n": 4, "name": "them"})
    'at least 5 of them'
    """

    def value(place: re.Match[str]) -> str:
        try:
            return str(eval(place[1], {}, dict(values)))
        except Exception as error:
            line = text.count("\n", 0, place.start()) + 1
            raise ParameterError(
                f"{where}, line {line}: {place[0]} cannot be evaluated: {error}"
            ) from error

    return PLACE.sub(value, text)


def _one(name: str, choice: object, course: str, decided_by: str) -> Any:
    options: Any
    if isinstance(choice, list) and len(choice) > 1:
        options = choice
    elif isinstance(choice, str) and (ends := RANGE.fullmatch(choice.strip())):
        options = range(int(ends[1]), int(ends[2]) + 1)
    else:
        options = ()
    if len(options) < 2:
        raise ParameterError(
            f"parameter {name}: give a list of at least two values, or a range such as 10..99; "
            f"got {choice!r}"
        )
    if course == SAMPLE:
        return options[0]
    digest = hashlib.sha256(decided_by.encode()).digest()
    return options[int.from_bytes(digest[:8], "big") % len(options)]
