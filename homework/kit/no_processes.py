"""A filter for the kernel: a student's code may start threads, but no other processes.

A limit on the number of processes does not bind root, and a course may well be graded by root in
a container.  This filter binds everybody: fork and vfork fail, clone fails unless it makes a
thread, clone3 "does not exist" (so that the C library falls back on clone).
"""

from __future__ import annotations

import platform
import struct

LOAD, EQUAL, BITS, RETURN = 0x20, 0x15, 0x45, 0x06  # of classic BPF, on 32-bit words
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16  # where they stand in struct seccomp_data
ALLOW, REFUSE = 0x7FFF0000, 0x00050000  # a refusal carries the number of the error
NOT_PERMITTED, NO_SUCH_CALL = 1, 38
THREAD = 0x10000  # the flag CLONE_THREAD
CLONE3 = 435
# machine: its name for the kernel, its numbers of clone, fork and vfork (0: it has none)
MACHINES = {"x86_64": (0xC000003E, 56, 57, 58), "aarch64": (0xC00000B7, 220, 0, 0)}


def filter_bytes(machine: str = platform.machine()) -> bytes | None:
    """Return the filter for ``bwrap --seccomp``, or None for a machine we do not know."""
    if machine not in MACHINES:
        return None
    architecture, clone, fork, vfork = MACHINES[machine]
    missing = 0xFFFFFFFF
    program = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, architecture),
        (RETURN, 0, 0, REFUSE | NOT_PERMITTED),  # a call in the way of another machine
        (LOAD, 0, 0, NUMBER),
        (EQUAL, 0, 1, CLONE3),
        (RETURN, 0, 0, REFUSE | NO_SUCH_CALL),
        (EQUAL, 4, 0, fork or missing),  # to the refusal below
        (EQUAL, 3, 0, vfork or missing),
        (EQUAL, 0, 3, clone),  # anything else: to the permission
        (LOAD, 0, 0, FIRST_ARGUMENT),
        (BITS, 1, 0, THREAD),
        (RETURN, 0, 0, REFUSE | NOT_PERMITTED),
        (RETURN, 0, 0, ALLOW),
    ]
    return b"".join(struct.pack("HBBI", code, yes, no, k) for code, yes, no, k in program)
