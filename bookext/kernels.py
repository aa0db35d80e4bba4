"""Kernels that listen on files: two that begin at once may choose the same free port, and one dies.

`JUPYTER_DEFAULT_PROVISIONER_NAME=files` has every kernel started so, whoever starts it.
"""

import shutil
import tempfile
from typing import Any

from jupyter_client.provisioning import LocalProvisioner


class OnFiles(LocalProvisioner):
    """Start a kernel of this machine whose channels are files of a folder of its own."""

    folder = ""

    async def pre_launch(self, **kwargs: Any) -> dict[str, Any]:
        """Choose the files, once: a kernel that starts again keeps them."""
        if not self.folder:
            self.folder = tempfile.mkdtemp(prefix="kernel-")
            self.parent.transport, self.parent.ip = "ipc", f"{self.folder}/channel"
        return await super().pre_launch(**kwargs)

    async def cleanup(self, restart: bool = False) -> None:
        """Remove the folder when the kernel has ended for good."""
        await super().cleanup(restart)
        if not restart:
            shutil.rmtree(self.folder, ignore_errors=True)
