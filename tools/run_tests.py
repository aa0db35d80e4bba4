"""Run the tests, two parts at a time, and end with one line that sums them up.

    python tools/run_tests.py [--site | --daily | --all] [part ...]

Without an option the parts run that need no site, with --site the others, with --daily both; with
--all the slow tests run too, as every week. A part that is not pytest counts as one test. A part
in which nothing ran counts as a failure. What a part says is shown if it failed; all of it is in
_build/log/test.txt.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import IO

from tools.pages.run_cells import CELL_LIMIT, CHECKING, find_fonts
from tools.progress import LOG, Line, interrupted

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = Path(sys.executable).parent
LANES = 2
PYTEST = ["python", "-m", "pytest", "-q"]
SLOW = [*PYTEST, "-m", "slow"]
LITE = "tests/site/test_lite.py"

# They begin in this order: what others wait for stands first.
PARTS: dict[str, list[str]] = {
    "site": ["python", "tools/site/build_site.py"],
    "unit": [
        *PYTEST, "--doctest-modules", "--ignore=tests/site", "--ignore=tests/homework",
        "--ignore=tests/support", "tests", "lecture_code",
    ],
    "types": ["mypy"],
    "lint": ["ruff", "check", "."],
    "format": ["ruff", "format", "--check", "."],
    "layers": ["lint-imports"],
    "spelling": ["codespell"],
    "notebooks": [
        *PYTEST, "--nbval", "--nbval-current-env", "--nbval-cell-timeout", str(CELL_LIMIT), "book",
    ],
    "lite": ["python", "tools/browser/lite.py", "--offline"],
    "browser": [*PYTEST, "-m", "browser and not slow", "tests/site"],
    "pages": [*PYTEST, "-m", "not browser and not slow", "tests/site"],
    "homework": [
        *PYTEST, "--doctest-modules", "--ignore=homework/kit/running/inside/child.py",
        "tests/homework", "homework/kit",
    ],
}  # fmt: skip
WEEKLY: dict[str, list[str]] = {
    "slow-lite": [*SLOW, LITE],
    "slow": [*SLOW, "--ignore=tests/site", "tests"],
    "mutation": ["../../.venv-mutation/bin/python", "tools/judge/mutate.py", "--sample", "25"],
    "slow-pages": [*SLOW, f"--ignore={LITE}", "tests/site"],
    "seeds": ["python", "tools/judge/other_seeds.py", "--seeds", "8"],
    "pythons": ["python", "tools/install/try_pythons.py"],
}  # fmt: skip
ON_SITE = {"site", "lite", "browser", "pages", "homework"}
NEEDS = {
    "lite": ["site"],
    "homework": ["site"],  # which is searched for solutions
    **dict.fromkeys(["browser", "pages", "slow", "slow-lite", "slow-pages"], ["site", "lite"]),
}
# Kernels on ports that were free may take each other's; on files two parts can start them at once.
KERNELS = {"JUPYTER_DEFAULT_PROVISIONER_NAME": "files"}  # bookext/kernels.py
SETTINGS = {"notebooks": CHECKING}  # as they were recorded, on another BLAS kernel and hash seed


@dataclass
class Outcome:
    """What became of a part."""

    passed: int = 0
    failed: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    seconds: float = 0.0
    work: float = 0.0


def name_of(case: ET.Element) -> str:
    return "::".join(filter(None, [case.get("classname"), case.get("name")]))


def read_report(report: Path) -> Outcome:
    """Count the cases of a JUnit report."""
    outcome = Outcome()
    for case in ET.parse(report).iter("testcase"):
        bad = [case.find("failure"), case.find("error")]
        skip = case.find("skipped")
        if any(element is not None for element in bad):
            outcome.failed.append(name_of(case))
        elif skip is not None:
            outcome.skipped.append(f"{case.get('classname')}: {skip.get('message')}")
        else:
            outcome.passed += 1
    return outcome


def start_and_wait(command: Sequence[str], env: Mapping[str, str], said: IO) -> tuple[int, float]:
    """Run a command; return its status, and the seconds for which processors worked for it."""
    process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=said, stderr=said)
    _, ended, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(ended)
    return process.returncode, used.ru_utime + used.ru_stime


#: Seconds that a part usually takes, for the time left; of a part without a number 2.
USUALLY = {"unit": 310, "notebooks": 280, "types": 5, "site": 330, "lite": 40, "browser": 400,
           "pages": 200, "homework": 150, "slow": 1200, "slow-pages": 900, "seeds": 900,
           "mutation": 900, "pythons": 600}  # fmt: skip


class Parts:
    """Shows how far all parts are: those that ran, and the shares of those that run."""

    def __init__(self, line: Line, parts: Sequence[str]) -> None:
        self.line, self.running, self.ran = line, dict[str, Path](), 0.0
        self.all = sum(USUALLY.get(part, 2) for part in parts)
        line.step("Tests", 1)

    def watch(self, end: Event) -> None:
        """Look once a second at what pytest says: `..... [ 34%]`."""
        while not end.wait(1.0):
            done = self.ran
            for part, said in list(self.running.items()):
                with suppress(FileNotFoundError):
                    shares = re.findall(r"\[ *(\d+)%\]", said.read_text(errors="replace"))
                    done += USUALLY.get(part, 2) * float(shares[-1] if shares else 0) / 100
            self.line.reach(done / self.all, ", ".join(list(self.running)))

    def end(self, part: str, text: str, outcome: Outcome) -> None:
        """Show what a part said if it failed, and log it in any case."""
        del self.running[part]
        self.ran += USUALLY.get(part, 2)
        self.line.reach(self.ran / self.all, part)
        (self.line.tell if outcome.failed else self.line.log)(text)


def run(part: str, parts: Parts | None = None) -> Outcome:
    """Run one part and count what happened."""
    program, *arguments = (PARTS | WEEKLY)[part]
    uses_pytest = "pytest" in arguments
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, Path(folder, "said").open("w+") as said:
        report = Path(folder, "report.xml")
        extra = [f"--junit-xml={report}"] if uses_pytest else []
        command = [str(PROGRAMS / program), *arguments, *extra]
        if parts:
            parts.running[part] = Path(folder, "said")
        env = {**os.environ, "OPENBLAS_NUM_THREADS": "1", **KERNELS, **SETTINGS.get(part, {})}
        status, work = start_and_wait(command, env, said)
        outcome = read_report(report) if report.exists() else Outcome()
        said.seek(0)
        shown = f"\n== {part}: {' '.join([program, *arguments][:6])} ...\n{said.read()}"
    outcome.seconds, outcome.work = time.monotonic() - start, work
    if not uses_pytest and status == 0:
        outcome.passed = 1
    elif status != 0 and not outcome.failed:
        outcome.failed.append(f"{part}: {program} ended with status {status}")
    elif not outcome.passed and not outcome.failed:
        outcome.failed.append(f"{part}: no test ran")
    if parts:
        parts.end(part, shown, outcome)
    return outcome


def run_after(part: str, before: Mapping[str, Future[Outcome]], parts: Parts) -> Outcome:
    """Run a part when those that it needs have ended, unless one failed."""
    for name, other in before.items():
        if other.result().failed:
            return Outcome(failed=[f"{part}: not run, because {name} failed"])
    return run(part, parts)


def run_all(parts: Iterable[str]) -> dict[str, Outcome]:
    """Run the parts, LANES at a time; none waits for one behind it, so they come to an end."""
    ends: dict[str, Future[Outcome]] = {}
    chosen, done = list(parts), Event()
    with (
        Line("test", folder=LOG) as line,
        ThreadPoolExecutor(1) as eye,
        ThreadPoolExecutor(LANES) as lanes,
    ):
        shown = Parts(line, chosen)
        eye.submit(shown.watch, done)
        for part in chosen:
            before = {name: ends[name] for name in NEEDS.get(part, []) if name in ends}
            ends[part] = lanes.submit(run_after, part, before, shown)
        try:
            wait(ends.values())
        finally:  # after Ctrl+C no further part begins
            lanes.shutdown(cancel_futures=True)
            done.set()
    return {part: end.result() for part, end in ends.items()}


def main(arguments: list[str]) -> int:
    known = PARTS | WEEKLY
    groups = {"--site": ON_SITE, "--daily": PARTS, "--all": known}
    options = [groups[argument] for argument in arguments if argument in groups]
    chosen = [part for part in arguments if part not in groups]
    unknown = set(chosen) - known.keys()
    if unknown:
        sys.exit(f"no such part: {', '.join(unknown)}; there are: {', '.join(known)}")
    start = time.monotonic()
    find_fonts()
    (group,) = options or [PARTS.keys() - ON_SITE]
    outcomes = run_all(part for part in known if part in (chosen or group))

    failed = [line for outcome in outcomes.values() for line in outcome.failed]
    skipped = [line for outcome in outcomes.values() for line in outcome.skipped]
    passed = sum(outcome.passed for outcome in outcomes.values())
    print()
    for part, outcome in outcomes.items():
        counts = f"{outcome.passed} passed, {len(outcome.failed)} failed"
        times = f"{outcome.seconds:.0f} s, {outcome.work:.0f} s of processor time"
        print(f"{part:10} {counts}, {len(outcome.skipped)} skipped, {times}")
    for line in failed:
        print(f"failed: {line}")
    for reason, often in Counter(skipped).items():
        print(f"skipped {often}: {reason}")
    work = sum(outcome.work for outcome in outcomes.values())
    print(f"{time.monotonic() - start:.0f} s, {work:.0f} s of processor time")
    print(f"{passed} passed, {len(failed)} failed, {len(skipped)} skipped")
    return bool(failed)


if __name__ == "__main__":
    interrupted(lambda: main(sys.argv[1:]))
