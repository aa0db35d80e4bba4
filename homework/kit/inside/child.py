"""Runs a student's cells and functions inside the sandbox, on request.

Requests and answers are lines of JSON on two file descriptors of its own; what the student's code
prints goes nowhere, and what it asks for (``input()``) is never there.  No test and no solution
ever comes in here: only the student's cells, and the arguments of calls.
"""

import json
import os
import random
import re
import resource
import sys
import traceback
import types
from collections.abc import Callable
from typing import Any

import numpy as np
from values import decode, encode  # type: ignore[import-not-found]

LIMITS = json.loads(sys.argv[1])
FOR_JUPYTER = re.compile(r"^([ \t]*)[%!?].*$", re.MULTILINE)


class Ignored:
    """Stands for ``grader`` and whatever else notebooks have and grading does not need."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *arguments, **keywords: None


def limit() -> None:
    """Put limits on memory, files and processes; what is set here cannot be raised again."""
    for name, most in LIMITS["resources"].items():
        resource.setrlimit(getattr(resource, name), (most, most))


def allow(seconds: int) -> None:
    """Let the next request use so many seconds of computing; then the process is ended.

    Counting computing time, not waiting time, gives the same verdict on a busy machine.
    """
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = int(used.ru_utime + used.ru_stime) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (min(soft, hard) if hard >= 0 else soft, hard))


def fixed_randomness() -> None:
    """Chance without a seed is the same chance each time, so that a grade is the same twice."""
    np.random.seed(0)  # noqa: NPY002
    random.seed(0)
    seeded, calls = np.random.default_rng, iter(range(10**9))
    np.random.default_rng = lambda seed=None: seeded(next(calls) if seed is None else seed)


def python(code: str) -> types.CodeType:
    """The code of a cell as Python: lines with ``%``, ``!`` or ``?`` are for Jupyter only."""
    try:
        return compile(code, "<cell>", "exec")
    except SyntaxError:
        return compile(FOR_JUPYTER.sub(r"\1pass", code), "<cell>", "exec")


def answer(request: dict[str, Any], space: dict[str, Any]) -> dict[str, Any]:
    """Do what a request asks for and return what is to be said."""
    what = request["do"]
    if what == "run":
        exec(python(request["code"]), space)
        return {}
    name = request["name"]
    if what == "look":
        if name not in space or space[name] is ...:
            return {"kind": "missing"}
        if callable(space[name]):
            return {"kind": "function"}
        return {"kind": "value", "value": encode(space[name])}
    arguments = [decode(item) for item in request["arguments"]]
    keywords = {key: decode(item) for key, item in request["keywords"].items()}
    value = encode(space[name](*arguments, **keywords))
    shared = [
        encode(item) if isinstance(item, (np.ndarray, np.random.Generator)) else None
        for item in arguments
    ]
    return {"value": value, "arguments": shared}


def main() -> None:
    requests, answers = os.fdopen(os.dup(0), "r"), os.fdopen(os.dup(1), "w")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    limit()
    fixed_randomness()
    ignored = Ignored()
    space = {"__name__": "__main__", "grader": ignored, "get_ipython": lambda: ignored,
             "display": lambda *things, **options: None}  # fmt: skip
    dumps, loads = json.dumps, json.loads
    answers.write('{"ready": true}\n')
    answers.flush()
    for line in requests:
        allow(LIMITS["seconds"])
        try:
            said = {"ok": True, **answer(loads(line), space)}
        except BaseException as error:
            last = traceback.format_exception_only(type(error), error)
            said = {
                "ok": False,
                "error": "".join(last)[-500:].strip(),
                "type": type(error).__name__,
            }
        answers.write(dumps(said) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
