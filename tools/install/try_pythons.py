"""Say for every Python that pyproject.toml names whether all pinned versions have a wheel for it.

    python tools/install/try_pythons.py

Nothing is installed: uv resolves each requirements file with the pins and takes wheels alone.
"""

import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLASSIFIER = re.compile(r"Programming Language :: Python :: (3\.\d+)")
#: A tool of the weekly run depends on these, which are plain Python and come as source alone.
WITHOUT_WHEELS = ["yattag"]


def pythons(root: Path = ROOT) -> list[str]:
    """Return the versions of Python that the project says it serves."""
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    return [found[1] for line in project["classifiers"] if (found := CLASSIFIER.fullmatch(line))]


def missing(python: str, requirements: Path, constraints: Path) -> str:
    """Return, in uv's words, what cannot be installed as pinned with this Python, or nothing."""
    lines = requirements.read_text().splitlines(keepends=True)
    with tempfile.TemporaryDirectory() as folder:
        libraries = Path(folder, "requirements.in")
        libraries.write_text("".join(line for line in lines if not line.startswith("-e")))
        sources = [f"--no-binary={name}" for name in WITHOUT_WHEELS]
        done = subprocess.run(
            [Path(sys.executable).with_name("uv"), "pip", "compile", "--quiet"]
            + ["--python-version", python, "--only-binary", ":all:", *sources]
            + ["--constraints", constraints, libraries, "--output-file", Path(folder, "out")],
            capture_output=True,
            text=True,
        )
    return done.stderr if done.returncode else ""


def main() -> int:
    faults = 0
    for python in pythons():
        for requirements in sorted(ROOT.glob("requirements*.txt")):
            reason = missing(python, requirements, ROOT / "constraints.txt")
            faults += bool(reason)
            print(f"Python {python}, {requirements.name}: {reason or 'every pin has a wheel'}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
