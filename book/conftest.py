"""The notebooks' test starts kernels of our own: see tools/kernel_sockets.py."""

import sys
from pathlib import Path

import pytest


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("nbval", default=False):
        sys.path.append(str(Path(__file__).parent.parent / "tools"))
        import kernel_sockets
        import nbval.kernel

        nbval.kernel.KernelManager = kernel_sockets.KernelOfTests
