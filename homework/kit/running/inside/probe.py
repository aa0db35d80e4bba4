"""Try to get out of the sandbox; run as a cell before a class is graded."""

import ctypes
import errno
import os
import re
import resource
from collections.abc import Iterator

DEVICES = ("devtmpfs", "devpts")
ODD = (-1,) * 6  # arguments that no call accepts, so that none does anything
WRITE = ("/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/dev/shm/x", "/x", "/inside/x")


def probe(
    calls: dict[str, int], secrets: list[str], memory: int, disk: int, root: str
) -> list[str]:
    """Return what is possible here and must not be.

    ``calls`` are refused calls with their numbers, ``secrets`` files that must not be visible,
    ``memory`` and ``disk`` limits in bytes, ``root`` the system's map of users if root grades.
    """
    found = [f"the call {name} is permitted" for name in calls if _permitted(name, calls[name])]
    found += [f"it sees {path}" for path in secrets if os.path.lexists(path)]
    return [*found, *_rights(root), *_writable(disk), *_neighbours(), *_memory(memory)]


def _permitted(name: str, number: int) -> bool:
    if name in ("fork", "vfork"):  # tried below, in a way that does no harm
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    ctypes.set_errno(0)
    refused = libc.syscall(number, *ODD) == -1 and ctypes.get_errno() == errno.ENOSYS
    return not refused


def _rights(root: str) -> Iterator[str]:
    status = dict(line.split(":", 1) for line in _lines("/proc/self/status"))
    for name in ("CapInh", "CapPrm", "CapEff", "CapAmb"):
        if int(status[name], 16):
            yield f"it has rights ({name})"
    if status["NoNewPrivs"].strip() != "1":
        yield "it can get new rights"
    renamed = root and root.split() != " ".join(_lines("/proc/self/uid_map")).split()
    if os.getuid() == 0 or renamed:
        yield "it is root, or root under another name"


def _writable(disk: int) -> Iterator[str]:
    for line in _lines("/proc/self/mounts"):
        _, place, kind, options, *_ = line.split()
        device = place.startswith("/dev/") and kind in DEVICES
        if options.startswith("rw") and place not in ("/tmp", "/proc") and not device:
            yield f"{place} can be written"
    for place in WRITE:
        try:
            made = 0 if place.startswith("/proc") else os.O_CREAT
            os.close(os.open(place, os.O_WRONLY | made))
            yield f"{place} can be written"
        except OSError:
            pass
    room = os.statvfs("/tmp")
    if room.f_blocks * room.f_frsize > disk:
        yield "its files have no limit"


def _neighbours() -> Iterator[str]:
    try:
        if os.fork() == 0:
            os._exit(0)
        yield "processes can be started"
    except OSError:
        pass
    if sum(name.isdigit() for name in os.listdir("/proc")) > 2:
        yield "it sees other processes"
    names = {re.split(r"\s*:", line.strip())[0] for line in _lines("/proc/net/dev") if ":" in line}
    if names - {"lo"}:
        yield "it has a network"


def _memory(memory: int) -> Iterator[str]:
    if resource.getrlimit(resource.RLIMIT_AS) != (memory, memory):
        yield "its memory has no limit"
    try:
        bytearray(memory)
        yield "its memory has no limit that holds"
    except MemoryError:
        pass


def _lines(path: str) -> list[str]:
    with open(path) as file:
        return file.read().splitlines()
