"""Run the tests of the package, those of subpackages that differ from the commit first.

tools/judge/mutate.py calls this for each change; by hand it is a quick look at what one is doing.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"


def changed_packages() -> list[str]:
    """Return the folders of lecture_code with changes that are not committed."""
    command = ["git", "diff", "--name-only", "HEAD", "--", "lecture_code"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return sorted({Path(name).parts[1].removesuffix(".py") for name in told.split()})


def main() -> int:
    options = ["-q", "-x", "-p", "no:cacheprovider", "-m", "not slow"]
    pytest = [sys.executable, "-m", "pytest", *options]
    named = (TESTS / "package" / name for name in changed_packages())
    changed = [folder for folder in named if folder.is_dir()]
    every = ["--doctest-modules", ROOT / "lecture_code", TESTS / "package", TESTS / "theorems"]
    status = subprocess.run([*pytest, *changed], cwd=ROOT).returncode if changed else 0
    return status or subprocess.run([*pytest, *every], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
