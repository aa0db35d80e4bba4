"""Kernels that start at once: forks of one Python that has imported what the pages import.

Numpy, scipy, matplotlib and the package take a kernel more than a second, on every page anew.
The notebooks' test and the record start each kernel afresh all the same, so that a cell which
lives on what another page imported is found there.

Run as a program with the names of modules it is that one Python: it imports them, reads an order
a line, and answers each with the process number of a new kernel.
"""

import ast
import gc
import importlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import psutil
from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning import LocalProvisioner
from kernel_sockets import OwnSockets
from nbformat import NotebookNode

START = ["ipykernel.kernelapp", "matplotlib.pyplot"]
ARGV = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
INLINE = {"MPLBACKEND": "module://matplotlib_inline.backend_inline"}  # as ipykernel would set it
HERE = os.path.dirname(os.path.abspath(__file__))  # where Python looks for our tools, too


def imported(notebooks: Iterable[NotebookNode]) -> list[str]:
    """The modules which the cells of these notebooks import, in alphabetical order."""
    found: set[str] = set()
    for cell in (cell for notebook in notebooks for cell in notebook.cells):
        with suppress(SyntaxError):  # the page will fail, and say where
            for node in ast.walk(ast.parse(cell.source if cell.cell_type == "code" else "")):
                if isinstance(node, ast.Import):
                    found.update(alias.name for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    found.add(node.module)
    return sorted(found)


def become_kernel(arguments: Sequence[str], env: Mapping[str, str], folder: str) -> None:
    """In the fork: what ``python -m ipykernel_launcher`` does."""
    from ipykernel.kernelapp import launch_new_instance

    server = os.getppid()
    os.setsid()  # signals to one kernel must not reach the others
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(folder)
    launch_new_instance(argv=[*arguments, f"--IPKernelApp.parent_handle={server}"])


def serve(modules: Iterable[str]) -> None:
    """Import the modules, then fork a kernel for each order, until there are no more."""
    sys.path[:] = [folder for folder in sys.path if folder != HERE]
    for module in modules:
        with suppress(Exception):  # the cell that imports it will say what is wrong
            importlib.import_module(module)
    gc.collect()
    gc.freeze()  # what is imported stays; to search it for garbage took a sixth of the time
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # kernels that end are forgotten
    for line in sys.stdin:
        number = os.fork()
        if not number:
            become_kernel(**json.loads(line))
            os._exit(0)
        print(number, flush=True)


class Fork:
    """A fork as jupyter_client looks at a program it has started."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def poll(self) -> int | None:
        return None if psutil.pid_exists(self.pid) else 0

    def wait(self) -> int:
        with suppress(psutil.NoSuchProcess):
            psutil.Process(self.pid).wait()
        return 0

    def send_signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


@contextmanager
def warm_kernels(notebooks: Iterable[NotebookNode]) -> Iterator[type[AsyncKernelManager]]:
    """Managers of kernels that have imported what these notebooks do, until the block ends."""
    command = [sys.executable, __file__, *START, *imported(notebooks)]
    with subprocess.Popen(
        command, env={**os.environ, **INLINE}, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as server:  # fmt: skip
        orders, answers = server.stdin, server.stdout
        assert orders is not None
        assert answers is not None

        class Forking(LocalProvisioner):
            async def launch_kernel(
                self, cmd: list[str], *, env: dict[str, str], cwd: Any = None, **others: Any
            ) -> KernelConnectionInfo:
                order = {"arguments": cmd[ARGV.index("-f") :], "env": env, "folder": str(cwd)}
                print(json.dumps(order), file=orders, flush=True)
                self.process = Fork(int(answers.readline()))
                self.pid = self.process.pid
                return self.connection_info

        class Manager(OwnSockets, AsyncKernelManager):
            def __init__(self, **settings: Any) -> None:
                super().__init__(**settings)
                spec = KernelSpec(argv=ARGV)
                self.provisioner = Forking(kernel_id=self.kernel_id, kernel_spec=spec, parent=self)

        yield Manager


if __name__ == "__main__":
    serve(sys.argv[1:])
