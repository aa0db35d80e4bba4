"""Run the cells of a student's notebook and call its functions, in another process."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import time
from typing import Any

import numpy as np

from homework.kit.running.inside.values import DataError, decode, encode
from homework.kit.running.sandbox import Sandbox, start

TOO_LONG = {152: "it computed for too long", 137: "it was stopped", 139: "it crashed"}


class StudentError(Exception):
    """The student's code failed, and so the test did.

    ``may_be_told`` is what the student may read of it even if the test is hidden: a fixed sentence,
    which cannot carry the arguments out.
    """

    may_be_told = "Your code stopped with an error."


class Late(StudentError):
    """The student's code took too long and was interrupted; the process still runs."""

    may_be_told = "Your code took too long."


class Gone(StudentError):
    """The student's process has ended, or had to be ended; it must be started anew."""

    may_be_told = "Your code ended its process, or took too long."


class Changed(StudentError):
    """The student's function changed an argument."""

    may_be_told = "Your function changes its arguments; let it work on copies."


class NoData(StudentError):
    """The student's function returned something that is not data."""

    may_be_told = "Your function returns something that is not a number, text, list, dict or array."


class NotTried(StudentError):
    """Earlier tests of the same question took too long."""

    may_be_told = "Not tried: two earlier tests took too long or ended the process."


class NotReached(StudentError):
    """The test needs another one, which was not passed."""

    may_be_told = "Not tried: it builds on a test that did not pass."


class Missing(StudentError):
    """The notebook does not define what a test needs."""

    may_be_told = "What the question asks for is not defined."


class NoSandbox(Exception):
    """The process did not start, which is never a student's fault and never a zero."""


class Student:
    """The process in which one notebook runs."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.limits = limits = sandbox.limits
        self.process = start(sandbox)
        self.buffer = b""
        try:
            ready = self._line(limits.starting)
        except Gone as error:
            raise NoSandbox(f"the process for the student's code did not start: {error}") from error
        if ready != b'{"ready": true}':
            raise NoSandbox("the process for the student's code did not start as it should")

    def run(self, code: str) -> None:
        """Run the code of one cell."""
        self._ask(do="run", code=code)

    def object(self, name: str) -> Any:
        """Return the value that the notebook gives a name, or a function to be called."""
        found = self._ask(do="look", name=name)
        if found.get("kind") == "function":
            return Function(self, name)
        if found.get("kind") != "value":
            raise Missing(f"{name} is not defined")
        return _value(found)

    def call(self, name: str, arguments: Any, keywords: Any) -> Any:
        """Call a function with copies; random generators continue where it left them."""
        said = self._ask(
            do="call",
            name=name,
            arguments=[encode(item) for item in arguments],
            keywords={key: encode(item) for key, item in keywords.items()},
        )
        if said.get("changed") is True:
            raise Changed(Changed.may_be_told)
        states = said.get("generators")
        given = [*arguments, *keywords.values()]
        for mine, theirs in zip(given, states if isinstance(states, list) else [], strict=False):
            after = None if theirs is None else _value({"value": theirs})
            if isinstance(mine, np.random.Generator) and isinstance(after, np.random.Generator):
                ours, new = mine.bit_generator.state, after.bit_generator.state
                if ours["state"]["inc"] == new["state"]["inc"]:  # still the same generator
                    mine.bit_generator.state = new
        return _value(said)

    def close(self) -> None:
        """End the process and whatever it started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()  # type: ignore[union-attr]

    def _ask(self, **request: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError) as error:
            raise self._gone() from error
        line = self._line(self.limits.waiting)
        try:
            said = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise StudentError("the answer is not data") from error
        if not isinstance(said, dict):
            raise StudentError("the answer is not data")
        if said.get("ok") is not True:
            reason = str(said.get("error", ""))[:500]
            if said.get("late") is True:
                raise Late(f"it took more than {self.limits.seconds} s")
            raise NoData(reason) if reason.startswith("values.DataError") else StudentError(reason)
        return said

    def _line(self, seconds: float) -> bytes:
        """Read the next line of the process; raises Gone if it is late or too long."""
        assert self.process.stdout is not None
        end = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while b"\n" not in self.buffer:
                left = end - time.monotonic()
                if left <= 0 or not selector.select(left):
                    self.close()
                    raise Gone(f"no answer within {seconds:g} s")
                chunk = os.read(self.process.stdout.fileno(), 1 << 20)
                if not chunk:
                    raise self._gone()
                self.buffer += chunk
                if len(self.buffer) > self.limits.answer:
                    self.close()
                    raise Gone("the answer is too large")
        line, _, self.buffer = self.buffer.partition(b"\n")
        return line

    def _gone(self) -> Gone:
        try:
            status = self.process.wait(timeout=5)
        except Exception:
            status = 0
        self.close()
        status = 128 - status if status < 0 else status
        return Gone(f"the code ended the process ({TOO_LONG.get(status, f'status {status}')})")


class Function:
    """A student's function as a test sees it."""

    def __init__(self, student: Student, name: str) -> None:
        self._student = student
        self._name = name

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return self._student.call(self._name, arguments, keywords)


def _value(said: dict[str, Any]) -> Any:
    try:
        return decode(said.get("value"))
    except DataError as error:
        raise NoData(f"the answer is {error}") from error
