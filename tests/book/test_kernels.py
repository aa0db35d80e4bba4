"""bookext/kernels.py: a kernel on files, which every part of the tests starts."""

import os
import subprocess
import sys
from pathlib import Path

from tools.run_tests import KERNELS

SCRIPT = """
from pathlib import Path
from jupyter_client.manager import start_new_kernel

def answer():
    reply = client.execute_interactive("print(6 * 7)", timeout=60, output_hook=said.append)
    return reply["content"]["status"]

said = []
manager, client = start_new_kernel()
folder = Path(manager.ip).parent
print(manager.transport, folder, len(list(folder.iterdir())), answer())
manager.restart_kernel(now=True)
client.wait_for_ready(60)
print(len(list(folder.iterdir())), answer())
client.stop_channels()
manager.shutdown_kernel()
"""


def test_a_kernel_answers_without_ports_starts_again_and_leaves_nothing(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True,
        env={**os.environ, **KERNELS, "TMPDIR": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    transport, folder, *first = done.stdout.splitlines()[0].split()
    assert (transport, Path(folder).parent, first) == ("ipc", tmp_path, ["5", "ok"])
    assert done.stdout.splitlines()[1] == "5 ok"
    assert list(tmp_path.iterdir()) == []
