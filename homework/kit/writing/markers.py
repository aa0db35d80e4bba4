"""The marks inside a cell that hide a solution; none may be left where students read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

BEGIN, END, LINE = "# BEGIN SOLUTION", "# END SOLUTION", "# SOLUTION"
LOOKS_LIKE_MARK = re.compile(
    r"#\s*(BEGIN|END)\s+\w+|#\s*(begin|end)?\s*solutions?\s*$|(^|\s)hidden\s*:\s*true",
    re.IGNORECASE | re.MULTILINE,
)


class MasterError(ValueError):
    """A master that cannot be used; the message says where and why."""


def read_text(path: Path) -> str:
    """Read a text file; raises MasterError with the line that is not UTF-8."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise MasterError(f"{path.name}, line {line}: not UTF-8; save it as UTF-8") from error


def read_settings(text: str, where: str) -> dict[str, Any]:
    """Read settings written as YAML; raises MasterError for anything else."""
    try:
        found = yaml.safe_load(text) or {}
    except yaml.YAMLError as error:
        why = str(error).replace("\n", " ")
        raise MasterError(
            f"{where}: not YAML (put a text with a colon into quotation marks): {why}"
        ) from error
    if not isinstance(found, dict):
        raise MasterError(f"{where}: settings are lines of the form name: value")
    return found


def hide_solution(code: str, where: str) -> str:
    """Return the code of an answer as students get it: ``...`` where the solution was.

    A block stands between the lines ``# BEGIN SOLUTION`` and ``# END SOLUTION``; a single
    assignment ends in ``# SOLUTION``.

    >>> print(hide_solution("n = 3  # SOLUTION\\ndef f():\\n    # BEGIN SOLUTION\\n"
    ...                     "    return 1\\n    # END SOLUTION", "q1"))
    n = ...
    def f():
        ...
    """
    lines: list[str] = []
    inside = False
    for line in code.split("\n"):
        bare = line.strip()
        if bare == (END if inside else BEGIN):
            inside = not inside
            if inside:
                lines.append(line[: len(line) - len(line.lstrip())] + "...")
        elif inside:
            no_marker_left(line, where)
        elif bare.endswith(LINE):
            name, equals, _ = line.partition(" = ")
            if not equals:
                raise MasterError(f"{where}: {LINE} is allowed only after NAME = VALUE: {bare}")
            lines.append(f"{name} = ...")
        else:
            lines.append(line)
    if inside:
        raise MasterError(f"{where}: {END} is missing inside a cell")
    public = "\n".join(lines)
    if public == code:
        raise MasterError(f"{where}: a solution that hides nothing; mark it with {BEGIN}")
    no_marker_left(public, where)
    return public


def no_marker_left(text: str, where: str) -> None:
    """Raise MasterError if something in the text looks like a mark, perhaps misspelt."""
    if found := LOOKS_LIKE_MARK.search(text):
        raise MasterError(
            f"{where}: {found[0].strip()!r} in a place that students read; is it misspelt, or "
            "outside its # BEGIN SOLUTION or # BEGIN TESTS cell?"
        )
