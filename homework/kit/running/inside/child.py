"""Run a student's cells and functions inside the sandbox, on request.

Requests and answers are lines of JSON on two file descriptors of their own; what the student's code
prints is discarded, and ``input()`` finds nothing.  No test and no solution ever enters: only the
student's cells, and copies of the arguments of calls.
"""

import __future__

import ast
import asyncio
import builtins
import ctypes
import functools
import inspect
import json
import operator
import os
import re
import resource
import signal
import sys
import time
import traceback
import types
from collections.abc import Callable
from typing import Any

import numpy as np
from values import decode, encode  # type: ignore[import-not-found]

LIMITS = json.loads(sys.argv[1])
ALONG = {"mpl_toolkits": "matplotlib", "pylab": "matplotlib"}  # what comes with a package
FUTURE = functools.reduce(
    operator.or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
)
FLAGS = [ast.PyCF_ALLOW_TOP_LEVEL_AWAIT]  # with which the next cell is compiled
RUN = {"time", "capture", "prun"}  # magics that run the code after them


class TooLongError(BaseException):
    """The time is up; not an Exception, so that few programs catch it."""


class Ignored:
    """Stands in for ``grader`` and other objects that grading does not need."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *arguments, **keywords: None


class Jupyter(Ignored):
    """Stands in for IPython, as far as it matters for the names that a cell defines."""

    def __init__(self, space: dict[str, Any]) -> None:
        self.space = space

    def run_line_magic(self, name: str, line: str, *_: object, **__: object) -> Any:
        if name in RUN:
            run(line, self.space)
        if name == "timeit":
            return timed(line, "", self.space)
        if name == "pylab":
            run("import numpy as np, matplotlib.pyplot as plt\nfrom pylab import *", self.space)
        return None

    def run_cell_magic(self, name: str, line: str, cell: str) -> Any:
        if name in RUN:
            run(cell, self.space)
        if name == "timeit":
            return timed(line, cell, self.space)
        if name in ("writefile", "file"):
            *options, file = line.split()
            with open(file.strip("'\""), "a" if "-a" in options else "w") as written:
                written.write(cell)
        return None

    def getoutput(self, *_: object, **__: object) -> list[str]:
        return []


def timed(line: str, cell: str, space: dict[str, Any]) -> Any:
    """Run once what a student times; it defines no names.  With -o return the time, as Jupyter."""
    options = re.match(r"(-[a-z]+\s*\d*\s+)*", line + " ")
    code = line[options.end() :] if options else line
    start = time.perf_counter()
    run(f"{code}\n{cell}", dict(space))
    took = time.perf_counter() - start
    if "-o" not in line.split():
        return None
    return types.SimpleNamespace(
        average=took, best=took, worst=took, stdev=0.0, timings=[took], all_runs=[took],
        loops=1, repeat=1, compile_time=0.0,
    )  # fmt: skip


def limit() -> None:
    """Limit memory, files and processes; nothing set here can be raised again."""
    for name, most in LIMITS["resources"].items():
        resource.setrlimit(getattr(resource, name), (most, most))
    ctypes.CDLL(None).prctl(41, 1, 0, 0, 0)  # no huge pages: pipes could keep them, uncounted
    for number in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(number, too_long)


def too_long(*_: object) -> None:
    raise TooLongError(f"it took more than {LIMITS['seconds']} s")


def allow(seconds: int) -> None:
    """Let the next request compute for so many seconds; then it is interrupted.

    Counting computing time, not waiting time, gives the same verdict on a busy machine; code that
    only waits has three times as long.  Code that cannot be interrupted is ended a little later.
    """
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = int(used.ru_utime + used.ru_stime) + 1 + seconds + LIMITS["grace"]
    resource.setrlimit(resource.RLIMIT_CPU, (min(soft, hard) if hard >= 0 else soft, hard))
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, 3 * seconds)


def rest() -> None:
    """Switch the interruption off between two requests."""
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)


def known(name: str, *rest: Any, **more: Any) -> Any:
    """Import what a student's cell asks for, if the assignment permits it."""
    root = name.partition(".")[0]
    own = root == "__main__" or os.path.exists(f"{root}.py")
    if own or root in sys.stdlib_module_names or ALONG.get(root, root) in LIMITS["packages"]:
        return builtins.__import__(name, *rest, **more)
    raise ModuleNotFoundError(
        f"{root} cannot be imported; you can import the standard library, "
        f"{', '.join(LIMITS['packages'])}"
    )


def run(code: str, space: dict[str, Any]) -> None:
    """Run a cell as Jupyter does: with its magics, with ``await`` outside of functions.

    ``from __future__ import ...`` holds for the cells after it, too.
    """
    try:
        program = compile(code, "<cell>", "exec", FLAGS[0], dont_inherit=True)
    except SyntaxError:
        from IPython.core.inputtransformer2 import TransformerManager

        code = TransformerManager().transform_cell(code)  # type: ignore[no-untyped-call]
        program = compile(code, "<cell>", "exec", FLAGS[0], dont_inherit=True)
    FLAGS[0] |= program.co_flags & FUTURE
    waiting = eval(program, space)
    if inspect.iscoroutine(waiting):
        asyncio.run(waiting)


def answer(request: dict[str, Any], space: dict[str, Any]) -> dict[str, Any]:
    """Carry out a request and return the answer to it."""
    what = request["do"]
    if what == "run":
        try:
            run(request["code"], space)
        finally:
            space["grader"] = Ignored()  # in place of the true one: tests are run outside
        return {}
    name = request["name"]
    if what == "look":
        if name not in space or space[name] is ...:
            return {"kind": "missing"}
        if callable(space[name]):
            return {"kind": "function"}
        return {"kind": "value", "value": encode(space[name])}
    given = [*request["arguments"], *request["keywords"].values()]
    things = [decode(item) for item in given]
    positions = things[: len(request["arguments"])]
    keywords = dict(zip(request["keywords"], things[len(positions) :], strict=True))
    value = encode(space[name](*positions, **keywords))
    after = [encode(thing) for thing in things]
    chance = [isinstance(thing, np.random.Generator) for thing in things]
    changed = [
        json.dumps(before) != json.dumps(now)
        for before, now, random in zip(given, after, chance, strict=True)
        if not random
    ]
    states = [now if random else None for now, random in zip(after, chance, strict=True)]
    return {"value": value, "changed": any(changed), "generators": states}


def main() -> None:
    requests, answers = os.fdopen(os.dup(0), "r"), os.fdopen(os.dup(1), "w")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    limit()
    notebook = types.ModuleType("__main__")  # where pickle looks for a student's classes
    sys.modules["__main__"] = notebook
    sys.path.insert(0, os.getcwd())  # a module that the notebook writes
    space = notebook.__dict__
    space["grader"] = Ignored()
    space["get_ipython"] = lambda: Jupyter(space)
    space["display"] = lambda *things, **options: None
    space["__builtins__"] = {**vars(builtins), "__import__": known}
    dumps, loads = json.dumps, json.loads
    answers.write('{"ready": true}\n')
    answers.flush()
    for line in requests:
        try:
            try:
                allow(LIMITS["seconds"])
                said = {"ok": True, **answer(loads(line), space)}
            finally:
                rest()
        except BaseException as error:
            last = traceback.format_exception_only(type(error), error)
            said = {
                "ok": False,
                "error": "".join(last)[-500:].strip(),
                "late": isinstance(error, TooLongError),
            }
        answers.write(dumps(said) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
