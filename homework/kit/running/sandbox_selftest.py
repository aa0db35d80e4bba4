"""Test the sandbox before each run: a probe tries from inside what no student may do."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from homework.kit.running.refused_calls import NoFilter, call_numbers
from homework.kit.running.sandbox import INSIDE, TEMPORARY, Sandbox
from homework.kit.running.student import NoSandbox, Student, StudentError

PROBE = INSIDE / "probe.py"


def selftest(sandbox: Sandbox, secrets: Iterable[Path]) -> list[str]:
    """Return what code in this sandbox can do and must not; the probe runs like a student's cell.

    ``secrets`` are files that must not be visible inside.
    """
    try:
        calls = call_numbers()
        student = Student(sandbox)
    except (NoFilter, NoSandbox) as error:
        return [str(error)]
    root = "" if os.geteuid() else Path("/proc/self/uid_map").read_text()
    places = sorted({str(p) for path in secrets for p in (path.absolute(), path.resolve())})
    try:
        student.run(PROBE.read_text(encoding="utf-8"))
        known = (calls, places, sandbox.limits.memory, TEMPORARY, root)
        student.run(f"missing = probe(*{known!r})")
        found = student.object("missing")
    except StudentError as error:
        return [f"the probe could not finish: {error}"]
    finally:
        student.close()
    return list(map(str, found)) if isinstance(found, list) else ["the probe said nothing"]
