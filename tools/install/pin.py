"""Write constraints.txt anew: the exact versions of what is installed in all environments.

    python tools/install/pin.py

A pin with a marker, for a Python whose wheels another version has, stays unless it is for this one.
"""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.files import write

ROOT = Path(__file__).resolve().parents[2]
PINS = ROOT / "constraints.txt"
ENVIRONMENTS = [".venv", ".venv-lite", ".venv-bench", ".venv-mutation"]


def installed(environment: Path) -> list[str]:
    """Return a line for each package of an environment, but for ours."""
    uv = [Path(sys.executable).with_name("uv"), "pip", "freeze", "--quiet", "--exclude-editable"]
    command = [*uv, "--python", environment / "bin" / "python"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def pinned(lines: Iterable[str], before: str) -> str:
    """Return the text of the pins, with the comments and the markers of before.

    >>> print(pinned(["b==2", "a==1"], 'a==0; python_version >= "3"\\na==9; python_version < "3"'))
    a==1; python_version >= "3"
    a==9; python_version < "3"
    b==2
    """
    comments = [line for line in before.splitlines() if line.startswith("#")]
    old = [Requirement(line) for line in before.splitlines() if line not in comments]
    markers = {canonicalize_name(pin.name): pin.marker for pin in old if applies(pin)}
    new = [Requirement(line) for line in lines]
    for pin in new:
        pin.marker = markers.get(canonicalize_name(pin.name))
    rows = {pin_line(pin) for pin in [*new, *(pin for pin in old if not applies(pin))]}
    return "\n".join([*comments, *sorted(rows, key=str.lower)])


def applies(pin: Requirement) -> bool:
    return pin.marker is None or pin.marker.evaluate()


def pin_line(pin: Requirement) -> str:
    return f"{pin.name}{pin.specifier}" + (f"; {pin.marker}" if pin.marker else "")


def main() -> None:
    lines = [line for name in ENVIRONMENTS for line in installed(ROOT / name)]
    write(PINS, pinned(lines, PINS.read_text("utf-8")) + "\n")


if __name__ == "__main__":
    main()
