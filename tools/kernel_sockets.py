"""Kernels that are spoken to through files of their own, not through ports of the machine.

Who starts a kernel looks for free ports, lets them go, and tells the kernel to take them. Another
program, or another kernel that starts at the same moment, may take one first: the kernel dies.
"""

import os
import tempfile
from pathlib import Path
from typing import IO, Any

from jupyter_client.connect import ConnectionFileMixin
from jupyter_client.manager import KernelManager


class OwnSockets(ConnectionFileMixin):
    """A kernel's sockets and its connection file are in a folder that ends with it."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.own = tempfile.TemporaryDirectory(prefix="kernel-")
        self.connection_file = str(Path(self.own.name, "connection.json"))
        if os.name == "posix":  # elsewhere zmq knows ports only
            self.transport = "ipc"

    def cleanup_connection_file(self) -> None:
        super().cleanup_connection_file()
        self.own.cleanup()


class KernelOfTests(OwnSockets, KernelManager):
    """A kernel for nbval: what it says outside of cells is kept, and shown if it dies at once."""

    def start_kernel(self, *, stderr: IO[str], **settings: Any) -> None:
        stderr.close()  # the null device, which nbval would leave open
        self.said = Path(self.own.name, "said")
        with self.said.open("w") as said:
            super().start_kernel(stderr=said, **settings)

    def shutdown_kernel(self, now: bool = False, restart: bool = False) -> None:
        if not self.is_alive():
            self.log.error("The kernel ended, and said:\n%s", self.said.read_text(errors="replace"))
        super().shutdown_kernel(now=now, restart=restart)
