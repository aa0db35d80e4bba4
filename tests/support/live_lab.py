"""JupyterLab as the tests open it: a server of its own, and a notebook in it that is run.

A notebook in JupyterLite is run in the same way.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import matplotlib
import pytest
from playwright.sync_api import Page
from site_pages import ROOT

START_LIMIT, RUN_LIMIT = 60, 120_000  # s; then ms
TOKEN = "of-this-test"
ERRORS = ", ".join(
    f'.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.{kind}"]'
    for kind in ("error", "stderr")
)
# The notebook is loaded and its kernel waits: JupyterLab forgets cells that are run earlier, in
# silence; JupyterLite keeps them until Python has started, and knows nothing of its state so long.
READY = """states => {
  const { context, sessionContext } = globalThis.jupyterapp?.shell.currentWidget ?? {};
  return context?.isReady && sessionContext?.isReady &&
    states.includes(sessionContext.session?.kernel?.status);
}"""
# A cell has its number when it begins; what it prints has come when the kernel is idle for a while.
DONE = """error => {
  const { content, sessionContext } = jupyterapp.shell.currentWidget;
  const ended = content.widgets.length && content.widgets.every(({ model }) =>
    model.type !== "code" || model.executionCount || !model.sharedModel.source.trim()) &&
    sessionContext.session?.kernel?.status === "idle";
  globalThis.idleSince = ended ? globalThis.idleSince ?? performance.now() : undefined;
  return document.querySelector(error) || ended && performance.now() - globalThis.idleSince > 500;
}"""


@contextmanager
def jupyterlab(folder: Path, home: Path) -> Iterator[str]:
    """Yield the address of JupyterLab on a folder of notebooks; its settings are in another one."""
    silence = home / "settings/@jupyterlab/apputils-extension/notification.jupyterlab-settings"
    silence.parent.mkdir(parents=True)
    silence.write_text('{"fetchNews": "false"}')  # no question in front of the notebook
    command = [
        sys.executable, "-m", "jupyterlab", str(folder), "--no-browser", "--allow-root",
        "--ip=127.0.0.1", "--port=0", f"--IdentityProvider.token={TOKEN}",
        "--LabApp.expose_app_in_browser=True", "--LabApp.extension_manager=readonly",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.news_url=None",
    ]  # fmt: skip
    with (
        (home / "log.txt").open("w") as log,
        running(command, env=settings_of_its_own(home), stdout=log, stderr=log) as process,
    ):
        end = time.monotonic() + START_LIMIT
        while not (address := address_in(home / "runtime")):
            if process.poll() is not None or time.monotonic() > end:
                pytest.fail(f"JupyterLab did not start:\n{(home / 'log.txt').read_text()}")
            time.sleep(0.2)
        yield address


@contextmanager
def running(command: list[str], **options) -> Iterator[subprocess.Popen]:
    """Yield a process that is gone afterwards, whatever happens."""
    process = subprocess.Popen(command, start_new_session=True, **options)
    try:
        yield process
    finally:
        process.terminate()  # JupyterLab ends its kernels itself
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=15)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def settings_of_its_own(home: Path) -> dict[str, str]:
    """Return the environment of `make lab`, with nothing of the user in it."""
    folders = {
        "HOME": home,
        "JUPYTER_CONFIG_DIR": home / "config",
        "JUPYTER_DATA_DIR": home / "data",
        "JUPYTER_RUNTIME_DIR": home / "runtime",
        "JUPYTERLAB_SETTINGS_DIR": home / "settings",
        "JUPYTERLAB_WORKSPACES_DIR": home / "workspaces",
        "IPYTHONDIR": home / "ipython",
        "MPLCONFIGDIR": Path(matplotlib.get_configdir()),  # its list of fonts takes long to make
        "PYTHONPATH": ROOT,
    }
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("JUPYTER", "JPY_", "MPL"))}
    return kept | {k: str(v) for k, v in folders.items()} | {"LECTURE_CODE_EXPLORE": "live"}


def address_in(runtime: Path) -> str | None:
    """Return the address that a server wrote down when it was ready, or None before that."""
    for file in runtime.glob("jpserver-*.json"):
        with suppress(json.JSONDecodeError):  # it is being written
            return json.loads(file.read_text())["url"]
    return None


def address_of(lab: str, notebook: str) -> str:
    """Where a notebook is opened, alone: what was open before would be run in its place."""
    return f"{lab}lab/tree/{quote(notebook)}?reset&token={TOKEN}"


def run_all(page: Page, *states: str, limit: int = RUN_LIMIT) -> None:
    """Run All Cells as soon as the kernel waits for them; none of them may complain."""
    page.wait_for_function(READY, arg=["idle", *states], timeout=limit)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    page.wait_for_function(DONE, arg=ERRORS, timeout=limit)
    assert page.locator(ERRORS).all_text_contents() == []


def said_last(page: Page) -> str:
    """Return what the last cell of the notebook has printed."""
    return page.evaluate(
        """() => jupyterapp.shell.currentWidget.content.widgets.at(-1).model.outputs.toJSON()
             .map((output) => [output.text ?? ""].flat().join("")).join("")"""
    )
