"""Where a student's code runs: a process without network, files, neighbours or much memory.

With bubblewrap it has a file system of its own that holds Python and two files of ours, no
network, no other processes, no rights, and limits on computing time, memory and file sizes.
Without it (``trusted``) there are only the limits: good enough for our own solutions, not for a
class.
"""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from homework.kit.no_processes import filter_bytes

INSIDE = Path(__file__).with_name("inside").resolve()
LIBRARIES = ("/lib", "/lib64", "/lib32", "/bin", "/sbin")
TEMPORARY = 64 * 2**20  # bytes for files of the student's own
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin", "HOME": "/tmp", "PYTHONHASHSEED": "0", "MPLBACKEND": "agg",
    "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
}  # fmt: skip
HOW_TO = (
    "bubblewrap does not run here. On Linux install it (on Debian and Ubuntu: apt-get install "
    "bubblewrap); in a container it needs the right to make namespaces (docker: --privileged)."
)


@dataclass(frozen=True)
class Limits:
    """What one submission may use."""

    seconds: int = 5  # of computing, for one cell or one call
    waiting: float = 20.0  # seconds until an answer must be there, computing or not
    starting: float = 120.0  # seconds until the process is ready, before anything of a student's
    in_all: int = 60  # seconds of computing for one process
    memory: int = 2 * 2**30  # bytes
    answer: int = 8 * 2**20  # bytes of one answer

    def arguments(self) -> str:
        """What the process inside must know."""
        resources = {
            "RLIMIT_AS": self.memory, "RLIMIT_CPU": self.in_all, "RLIMIT_FSIZE": TEMPORARY,
            "RLIMIT_NOFILE": 64, "RLIMIT_CORE": 0,
        }  # fmt: skip
        return json.dumps({"resources": resources, "seconds": self.seconds})


def start(limits: Limits, *, trusted: bool) -> subprocess.Popen[bytes]:
    """Start a process that waits for cells: ``inside/child.py``."""
    python = [sys.executable, "-s"]
    if trusted:
        return _popen([*python, str(INSIDE / "child.py"), limits.arguments()], ())
    inside = [*python, "/inside/child.py", limits.arguments()]
    refusal = filter_bytes()
    if refusal is None:
        return _popen(["bwrap", *_walls(), *inside], ())
    reading, writing = os.pipe()
    try:
        os.write(writing, refusal)
        os.close(writing)
        command = ["bwrap", *_walls(), "--seccomp", str(reading), *inside]
        return _popen(command, (reading,))
    finally:
        os.close(reading)


@functools.cache
def sandbox_works() -> bool:
    """Whether bubblewrap is there and may do its work."""
    try:
        test = subprocess.run(
            ["bwrap", *_walls(), "/usr/bin/true"], capture_output=True, timeout=30
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return test.returncode == 0


def _popen(command: list[str], descriptors: tuple[int, ...]) -> subprocess.Popen[bytes]:
    path = os.environ.get("PATH", "/usr/bin:/bin")
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**ENVIRONMENT, "PATH": path},
        pass_fds=descriptors,
        start_new_session=True,
        cwd="/",
    )


@functools.cache
def _walls() -> tuple[str, ...]:
    """The arguments that build the sandbox; what is not named here is not there."""
    walls = ["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    walls += ["--uid", "65534", "--gid", "65534", "--hostname", "sandbox", "--clearenv"]
    for name, value in ENVIRONMENT.items():
        walls += ["--setenv", name, value]
    walls += ["--ro-bind", "/usr", "/usr", "--proc", "/proc", "--dev", "/dev"]
    walls += ["--size", str(TEMPORARY), "--tmpfs", "/tmp"]
    for library in map(Path, LIBRARIES):
        if library.is_symlink():
            walls += ["--symlink", os.readlink(library), str(library)]
        elif library.exists():
            walls += ["--ro-bind", str(library), str(library)]
    walls += ["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    for prefix in dict.fromkeys((sys.base_prefix, os.path.realpath(sys.prefix), sys.prefix)):
        if not Path(prefix).is_relative_to("/usr"):
            walls += ["--ro-bind", prefix, prefix]
    walls += ["--ro-bind", str(INSIDE), "/inside", "--chdir", "/tmp"]
    return (*walls, "--remount-ro", "/dev", "--remount-ro", "/")
