"""Run all tests, part by part, and end with one line that sums them up.

    python tools/run_tests.py [--all] [part ...]

With --all the slow tests run too, as every week. A part that is not pytest counts as one test.
A part in which nothing ran counts as a failure.
"""

import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from run_cells import CHECKING

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = Path(sys.executable).parent
PYTEST = ["python", "-m", "pytest", "-q", "-n", "2"]
SHARING = ["--dist", "loadgroup", "--no-loadscope-reorder"]  # see tests/support/site_groups.py
NBVAL = ["--nbval", "--nbval-current-env", "--nbval-cell-timeout", "120", "--dist", "loadscope"]

PARTS: dict[str, list[str]] = {
    "lint": ["ruff", "check", "."],
    "format": ["ruff", "format", "--check", "."],
    "types": ["mypy"],
    "rooms": ["lint-imports"],
    "spelling": ["codespell"],
    "unit": [
        *PYTEST, "--doctest-modules", "-m", "not slow", "--ignore=tests/site",
        "--ignore=tests/homework", "--ignore=tests/support", "tests", "lecture_code",
    ],
    "homework": [
        *PYTEST, "--dist", "loadscope", "--doctest-modules", "-m", "not slow",
        "--ignore=homework/kit/inside/child.py",
        "tests/homework", "homework/kit",
    ],
    "notebooks": [*PYTEST, *NBVAL, "book"],
    "site": ["python", "tools/build_site.py"],
    "lite": ["python", "tools/lite.py", "--offline"],
    "pages": [*PYTEST, *SHARING, "-m", "not slow", "tests/site"],
}  # fmt: skip
BROWSER = "tests/site/test_lite.py"
WEEKLY: dict[str, list[str]] = {
    "slow": [
        *PYTEST, "--dist", "loadscope", "-m", "slow", f"--ignore={BROWSER}", "tests",
    ],
    "browser": [*PYTEST, "--dist", "load", "-m", "slow", BROWSER],  # every page, in two browsers
    "pythons": ["python", "tools/try_pythons.py"],
    "seeds": ["python", "tools/other_seeds.py"],
    "mutation": ["../../.venv-mutation/bin/python", "tools/mutate.py"],
}  # fmt: skip
NEEDS_SITE = ["pages", "slow", "browser"]

SETTINGS = {"notebooks": CHECKING}  # as they were recorded, on another BLAS kernel and hash seed


@dataclass
class Outcome:
    """What became of one part."""

    passed: int = 0
    failed: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    seconds: float = 0.0


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


def run(part: str) -> Outcome:
    """Run one part with its output shown, and count what happened."""
    program, *arguments = (PARTS | WEEKLY)[part]
    uses_pytest = "pytest" in arguments
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        extra = [f"--junit-xml={report}"] if uses_pytest else []
        command = [str(PROGRAMS / program), *arguments, *extra]
        env = {**os.environ, "OPENBLAS_NUM_THREADS": "1", **SETTINGS.get(part, {})}
        status = subprocess.run(command, cwd=ROOT, env=env).returncode
        outcome = read_report(report) if report.exists() else Outcome()
    outcome.seconds = time.monotonic() - start
    if not uses_pytest and status == 0:
        outcome.passed = 1
    elif status != 0 and not outcome.failed:
        outcome.failed.append(f"{part}: {program} ended with status {status}")
    elif not outcome.passed and not outcome.failed:
        outcome.failed.append(f"{part}: no test ran")
    return outcome


def main(arguments: list[str]) -> int:
    known = PARTS | WEEKLY
    chosen = [part for part in arguments if part != "--all"]
    unknown = set(chosen) - known.keys()
    if unknown:
        sys.exit(f"no such part: {', '.join(unknown)}; there are: {', '.join(known)}")
    outcomes: dict[str, Outcome] = {}
    for part in chosen or (known if "--all" in arguments else PARTS):
        print(f"\n== {part}: {' '.join(known[part][:6])} ...", flush=True)
        if part in NEEDS_SITE and "site" in outcomes and outcomes["site"].failed:
            outcomes[part] = Outcome(failed=[f"{part}: not run, because the site was not built"])
        else:
            outcomes[part] = run(part)

    failed = [line for outcome in outcomes.values() for line in outcome.failed]
    skipped = [line for outcome in outcomes.values() for line in outcome.skipped]
    passed = sum(outcome.passed for outcome in outcomes.values())
    print()
    for part, outcome in outcomes.items():
        counts = f"{outcome.passed} passed, {len(outcome.failed)} failed"
        print(f"{part:10} {counts}, {len(outcome.skipped)} skipped, {outcome.seconds:.0f} s")
    for line in failed:
        print(f"failed: {line}")
    for reason, times in Counter(skipped).items():
        print(f"skipped {times} of {reason}")
    print(f"{passed} passed, {len(failed)} failed, {len(skipped)} skipped")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
