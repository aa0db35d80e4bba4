"""Start the process in which a student's code runs, without network, files or other processes.

With bubblewrap it has a file system of its own that holds Python and the files in ``inside``, no
network, no other processes, no capabilities, the same random bytes each time, and limits on
computing time, memory and files.  Without bubblewrap (``trusted``) there are only the limits: good
enough for our own solutions, not for a class.
"""

from __future__ import annotations

import functools
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from homework.kit.running.refused_calls import NoFilter, filter_bytes

INSIDE = Path(__file__).with_name("inside").resolve()
LIBRARIES = ("/lib", "/lib64", "/lib32", "/bin", "/sbin")
TEMPORARY = 64 * 2**20  # bytes for files of the student's own
NOBODY = 2**20  # above every user's number; each process of root's has one of its own
CHANCE = random.Random(0).randbytes(2**23)  # what /dev/urandom says, enough for any notebook
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin", "HOME": "/tmp", "PYTHONHASHSEED": "0", "MPLBACKEND": "agg",
    "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
}  # fmt: skip
WHAT_TO_DO = {  # an error of bubblewrap's: what to do
    "No such file.*bwrap": "Install bubblewrap (Debian, Ubuntu: apt-get install bubblewrap).",
    "uid map|RTM_NEWADDR": "Since 23.10, Ubuntu forbids it through AppArmor, but a profile "
    "permits it for bubblewrap alone: apt-get install apparmor-profiles; cp /usr/share/apparmor/"
    "extra-profiles/bwrap-userns-restrict /etc/apparmor.d/; apparmor_parser -r "
    "/etc/apparmor.d/bwrap-userns-restrict.  Do not use sudo for grading instead.",
    "Creating new namespace|new namespace|pivot|mount": "In a container it needs the right to make "
    "namespaces and mounts (docker: --privileged); outside, grade as an ordinary user.",
    "setpriv": "Grading as root needs setpriv (util-linux); or grade as an ordinary user.",
}


@dataclass(frozen=True)
class Limits:
    """What one submission may use."""

    seconds: int = 10  # of computing, for one cell or one call
    grace: int = 3  # more seconds until a cell that cannot be interrupted is ended
    waiting: float = 40.0  # seconds until an answer must be there, computing or not
    starting: float = 120.0  # seconds until the process is ready, before anything of a student's
    in_all: int = 300  # seconds of computing for one process
    memory: int = 2 * 2**30  # bytes
    answer: int = 8 * 2**20  # bytes of one answer
    threads: int = 256
    packages: tuple[str, ...] = ("numpy", "scipy", "matplotlib", "IPython")  # to be imported

    def arguments(self, *, trusted: bool) -> str:
        """Return the limits that the process inside must know, as JSON."""
        resources = {
            "RLIMIT_AS": self.memory, "RLIMIT_CPU": self.in_all, "RLIMIT_FSIZE": TEMPORARY,
            "RLIMIT_NOFILE": 64, "RLIMIT_CORE": 1,
        }  # fmt: skip
        if not trusted:  # else the user's own processes would count
            resources["RLIMIT_NPROC"] = self.threads
        return json.dumps({
            "resources": resources, "seconds": self.seconds, "grace": self.grace,
            "packages": self.packages,
        })  # fmt: skip


@dataclass(frozen=True)
class Sandbox:
    """How students' code is run: within limits, and in bubblewrap unless it is trusted."""

    limits: Limits = field(default_factory=Limits)
    hidden: tuple[Path, ...] = ()  # folders that nobody inside may see, wherever they lie
    trusted: bool = False


def start(sandbox: Sandbox) -> subprocess.Popen[bytes]:
    """Start a process that waits for cells: ``inside/child.py``."""
    limits = sandbox.limits.arguments(trusted=sandbox.trusted)
    if sandbox.trusted:
        return _popen([sys.executable, "-s", str(INSIDE / "child.py"), limits])
    return _start_sandboxed(sandbox, [sys.executable, "-s", "/inside/child.py", limits])


def why_no_sandbox(sandbox: Sandbox | None = None) -> str:
    """Return why Python does not start in the sandbox, and what to do; "" if it does."""
    try:
        command = [sys.executable, "-s", "-c", "import numpy"]
        trial = _start_sandboxed(sandbox or Sandbox(), command, stderr=subprocess.PIPE)
        _, said = trial.communicate(timeout=60)
    except (OSError, NoFilter, subprocess.TimeoutExpired) as error:
        return _advice(str(error))
    return _advice(said.decode("utf-8", "replace").strip()) if trial.returncode else ""


def _advice(said: str) -> str:
    todo = [text for words, text in WHAT_TO_DO.items() if re.search(words, said)]
    return " ".join([f"The sandbox does not work here; it says: {said}.", *todo[:1]])


def _start_sandboxed(
    sandbox: Sandbox, command: list[str], stderr: int = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    files = [_file(content) for content in (filter_bytes(), CHANCE, CHANCE)]
    try:
        calls, *chance = map(str, files)
        options = [*_options(sandbox.hidden), "--seccomp", calls]
        for number, place in zip(chance, ("/dev/urandom", "/dev/random"), strict=True):
            options += ["--perms", "0444", "--ro-bind-data", number, place]
        for place in ("/proc/sys", "/dev", "/"):
            options += ["--remount-ro", place]
        whole = [*_group(sandbox.limits), "bwrap", *options, "--", *_user(), *command]
        return _popen(whole, tuple(files), stderr)
    finally:
        for file in files:
            os.close(file)


def _file(content: bytes) -> int:
    """Open a file in memory, at its beginning."""
    file = os.memfd_create("sandbox")
    os.write(file, content)
    os.lseek(file, 0, os.SEEK_SET)
    return file


def _popen(
    command: list[str], descriptors: tuple[int, ...] = (), stderr: int = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    known = ("PATH", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS")  # where systemd is spoken to
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        env={**ENVIRONMENT, **{name: os.environ[name] for name in known if name in os.environ}},
        pass_fds=descriptors,
        start_new_session=True,
        cwd="/",
    )


def _user() -> list[str]:
    """Return the command by which root becomes nobody before anything else is run."""
    if os.geteuid():
        return []
    number = str(NOBODY + os.getpid())
    rights = [f"--{kind}=-all" for kind in ("inh-caps", "ambient-caps", "bounding-set")]
    return ["/usr/bin/setpriv", "--reuid", number, "--regid", number, "--clear-groups", *rights]


def _options(hidden: tuple[Path, ...]) -> Iterator[str]:
    """Yield the arguments that build the sandbox; what is not named here is not there."""
    yield from ("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts")
    yield from ("--unshare-cgroup-try", "--hostname", "sandbox", "--die-with-parent")
    yield from ("--new-session", "--clearenv", "--chdir", "/tmp")
    if os.geteuid():
        yield from ("--unshare-user", "--uid", "65534", "--gid", "65534", "--cap-drop", "ALL")
    for name, value in ENVIRONMENT.items():
        yield from ("--setenv", name, value)
    yield from ("--perms", "1777", "--size", str(TEMPORARY), "--tmpfs", "/tmp")
    yield from _places(hidden)  # a clone may lie in /tmp
    for library in map(Path, LIBRARIES):
        if library.is_symlink():
            yield from ("--symlink", os.readlink(library), str(library))
        elif library.exists():
            yield from ("--ro-bind", str(library), str(library))
    yield from ("--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache")
    yield from ("--ro-bind", str(INSIDE), "/inside", "--proc", "/proc", "--tmpfs", "/proc/sys")
    yield from ("--dev", "/dev")


def _places(hidden: tuple[Path, ...]) -> Iterator[str]:
    """Show Python and its libraries and cover hidden folders in them, the outermost first."""
    prefixes = (sys.base_prefix, os.path.realpath(sys.base_prefix), sys.prefix)
    shown = {Path("/usr"), *map(Path, prefixes), Path(os.path.realpath(sys.prefix))}
    covered = {place for path in hidden for place in (path.absolute(), path.resolve())}
    covered = {p for p in covered if p.exists() and any(p.is_relative_to(s) for s in shown)}
    for place in sorted(shown | covered, key=lambda place: (len(place.parts), place)):
        if place in covered:
            yield from ("--tmpfs", str(place))
        else:
            for folder in list(reversed(place.parents))[1:]:
                yield from ("--perms", "0755", "--dir", str(folder))
            yield from ("--ro-bind", str(place), str(place))
    for place in covered:
        yield from ("--remount-ro", str(place))
    link = Path(sys.executable)  # Python may be found through links that lie elsewhere
    while link.is_symlink():
        if not any(link.is_relative_to(place) for place in [*shown, *map(Path, LIBRARIES)]):
            yield from ("--symlink", os.readlink(link), str(link))
        link = link.parent / os.readlink(link)


@functools.cache
def _group(limits: Limits) -> tuple[str, ...]:
    """Return the start of a command that runs in a group of its own, if systemd makes one."""
    command = ("systemd-run", *(["--user"] if os.geteuid() else []), "--scope", "--quiet")
    bounds = {"MemoryMax": limits.memory, "MemorySwapMax": 0, "TasksMax": limits.threads}
    command += tuple(f"--property={name}={bound}" for name, bound in bounds.items())
    try:
        trial = subprocess.run([*command, "true"], capture_output=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return command if trial.returncode == 0 else ()


def has_group(limits: Limits) -> bool:
    """Return whether the kernel bounds all processes of a student as a group."""
    return bool(_group(limits))
