"""The system calls that no student's code may make, as a filter for ``bwrap --seccomp``.

A limit on processes does not bind root, and a new namespace would give back what the sandbox took.
libseccomp makes the filter.  A refused call "does not exist" (ENOSYS); no kernel says so of these
calls on its own, and therefore the self-test can tell a refusal from a call that failed.
"""

from __future__ import annotations

import errno
import os

THREAD = 0x10000  # the flag CLONE_THREAD: a thread may start, a process may not
REFUSED = {
    "processes": "fork vfork clone3",
    "namespaces and mounts": "unshare setns mount umount2 pivot_root chroot fsopen fsconfig fsmount"
    " fspick move_mount open_tree",
    "keyrings": "add_key request_key keyctl",
    "other processes": "ptrace process_vm_readv process_vm_writev kcmp pidfd_getfd",
    "io_uring": "io_uring_setup io_uring_enter io_uring_register",
    "memory that no limit counts": "memfd_create memfd_secret shmget semget msgget mq_open vmsplice"
    " tee io_setup",
    "signals between students": "flock inotify_init inotify_init1 inotify_add_watch fanotify_init",
    "network": "socket",
    "the kernel's own machines": "bpf perf_event_open userfaultfd",
    "randomness": "getrandom",  # /dev/urandom is a file of ours, the same each time
}
LOCKS = {"F_SETLK": 6, "F_SETLKW": 7, "F_OFD_SETLK": 37, "F_OFD_SETLKW": 38, "F_SETLEASE": 1024}
NAMES = tuple(name for names in REFUSED.values() for name in names.split())


class NoFilter(Exception):
    """The filter cannot be made here; the message says what to do."""


def filter_bytes() -> bytes:
    """Return the filter as a program for the kernel; raises NoFilter without libseccomp."""
    try:
        import pyseccomp as seccomp
    except (ImportError, OSError, RuntimeError) as error:
        raise NoFilter(f"libseccomp is missing (apt-get install libseccomp2): {error}") from error
    refusal = seccomp.ERRNO(errno.ENOSYS)
    rules = seccomp.SyscallFilter(seccomp.ALLOW)
    for name in call_numbers():
        rules.add_rule(refusal, name)
    rules.add_rule(refusal, "clone", seccomp.Arg(0, seccomp.MASKED_EQ, THREAD, 0))
    for command in LOCKS.values():
        rules.add_rule(refusal, "fcntl", seccomp.Arg(1, seccomp.EQ, command))
    file = os.memfd_create("filter")
    with os.fdopen(file, "w+b") as program:
        rules.export_bpf(program)
        program.seek(0)
        return program.read()


def call_numbers() -> dict[str, int]:
    """Return the refused calls that this machine has, with their numbers."""
    import pyseccomp as seccomp

    machine = seccomp.system_arch()
    numbers = {}
    for name in NAMES:
        try:
            numbers[name] = seccomp.resolve_syscall(machine, name)
        except ValueError:  # a call younger than this libseccomp
            continue
    return {name: number for name, number in numbers.items() if number >= 0}
