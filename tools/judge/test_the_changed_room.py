"""Run the tests of the modules that differ from the commit: their room's first, then the theorems.

tools/judge/mutate.py asks this about each change; by hand it is a quick look at what one is doing.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def changed_rooms() -> list[str]:
    """The folders of lecture_code with changes that are not committed."""
    command = ["git", "diff", "--name-only", "HEAD", "--", "lecture_code"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return sorted({Path(name).parts[1].removesuffix(".py") for name in told.split()})


def main() -> int:
    rooms = [ROOT / "tests" / "package" / name for name in changed_rooms()]
    folders = [folder for folder in rooms if folder.is_dir()] or [ROOT / "tests" / "package"]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-m",
        "not slow",
        "-p",
        "no:cacheprovider",
    ]
    return subprocess.run([*command, *folders, ROOT / "tests" / "theorems"], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
