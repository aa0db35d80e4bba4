"""Kernels that are spoken to through files: none can find its port taken."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from kernel_sockets import KernelOfTests  # noqa: E402

LOOK = """
from pathlib import Path
from ipykernel.kernelapp import IPKernelApp
app = IPKernelApp.instance()
app.transport, sum(file.is_socket() for file in Path(app.ip).parent.iterdir())
"""
SAYS = "raise SystemExit('no room for a kernel')\n"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="zmq knows ports only")


def nbval(folder: Path, source: str, output: str) -> subprocess.CompletedProcess[str]:
    """What nbval says of a notebook with one cell, under our conftest."""
    shown = new_output("execute_result", {"text/plain": output}, execution_count=1)
    cell = new_code_cell(source, outputs=[shown], execution_count=1)
    nbformat.write(new_notebook(cells=[cell]), folder / "page.ipynb")
    tools = str(ROOT / "tools")
    conftest = (ROOT / "book" / "conftest.py").read_text("utf-8")
    here = 'str(Path(__file__).parent.parent / "tools")'
    assert here in conftest
    (folder / "conftest.py").write_text(conftest.replace(here, repr(tools)), "utf-8")
    command = [sys.executable, "-m", "pytest", "--nbval", "--nbval-current-env", "page.ipynb"]
    env = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)


@POSIX
def test_a_kernel_of_nbval_listens_to_five_files(tmp_path):
    said = nbval(tmp_path, LOOK, "('ipc', 5)")
    assert said.returncode == 0, said.stdout


@POSIX
def test_a_kernel_that_dies_at_its_start_tells_why(tmp_path):
    (tmp_path / "ipykernel_launcher.py").write_text(SAYS, "utf-8")
    said = nbval(tmp_path, "1", "1")
    assert said.returncode == 1
    assert "Kernel died before replying" in said.stdout
    assert "no room for a kernel" in said.stdout


def test_two_kernels_have_two_folders_that_end_with_them():
    first, second = KernelOfTests(), KernelOfTests()
    folders = {first.own.name, second.own.name}
    assert len(folders) == 2
    for manager in (first, second):
        assert Path(manager.connection_file).parent == Path(manager.own.name)
        manager.cleanup_connection_file()
    assert not any(Path(folder).exists() for folder in folders)
