"""Run the cells of a page in a fresh kernel, and find what a record must not hold."""

import asyncio
import importlib
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import nbformat
import yaml
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat.v4 import new_code_cell, new_notebook

from bookext.evidence.record import RecordError
from bookext.source import Directive
from tools.progress import aside

ROOT = Path(__file__).resolve().parents[2]
EXECUTE = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["execute"]
CELL_LIMIT: int = EXECUTE["timeout"]  # seconds a cell may take at all, on the site too
RECORDING = {"LECTURE_CODE_EXPLORE": "record", "OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
CHECKING = {**RECORDING, "OPENBLAS_CORETYPE": "Haswell", "PYTHONHASHSEED": "1"}
PICTURE = "image/png"
LARGEST_PICTURE = 60_000  # bytes of text
COLOUR = r"\x1b\[[0-9;]*m"
WIDGET = "application/vnd.jupyter.widget-view+json"
Run = tuple[list[list[nbformat.NotebookNode]], list[int | None]]  # outputs and counts of the cells


class ThisPython(KernelSpecManager):
    """A manager of one kernel: the Python that runs this script, whatever else is installed."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        return KernelSpec(argv=argv, display_name="Python 3", language="python")


def find_fonts() -> None:
    """Let Matplotlib list the fonts: a kernel that had to, once a machine, would say so."""
    importlib.import_module("matplotlib.font_manager")


def environment(settings: Mapping[str, str], scratch: str) -> dict[str, str]:
    """Return the environment without what a reader may have set for figures or for IPython."""
    env = {key: value for key, value in os.environ.items() if key != "LECTURE_CODE_FIGURES"}
    env.pop("OPENBLAS_CORETYPE", None)
    inline_figures = "module://matplotlib_inline.backend_inline"
    return {**env, "MPLBACKEND": inline_figures, "IPYTHONDIR": scratch, **settings}


def execute(
    code: Sequence[Directive], file: Path, settings: Mapping[str, str]
) -> tuple[Run, list[tuple[float, int]]]:
    """Return outputs and counts of the code cells, and the seconds and line of each."""
    if not code:
        return ([], []), []
    notebook = new_notebook(cells=[new_code_cell(cell.text) for cell in code])
    begun: list[float] = []
    times: list[tuple[float, int]] = []

    def start(cell: nbformat.NotebookNode, cell_index: int) -> None:
        begun.append(time.perf_counter())

    def end(cell: nbformat.NotebookNode, cell_index: int, **reply: object) -> None:
        times.append((time.perf_counter() - begun[-1], code[cell_index].line))

    with tempfile.TemporaryDirectory() as scratch, open(f"{scratch}/kernel", "w+") as said:
        manager = AsyncKernelManager(kernel_name="python3", kernel_spec_manager=ThisPython())
        client = NotebookClient(
            notebook,
            km=manager,
            timeout=CELL_LIMIT,
            record_timing=False,
            shutdown_kernel="immediate",
            coalesce_streams=True,
            resources={"metadata": {"path": str(file.parent)}},
            on_cell_start=start,
            on_cell_executed=end,
        )
        env = environment(settings, scratch)
        try:
            running = client.async_execute(env=env, stdout=said, stderr=said, cleanup_kc=True)
            aside(lambda: asyncio.run(running))
        except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
            failed = code[len(begun) - 1]
            raise RecordError(explain(error, notebook, failed, file, Path(said.name))) from error
    outputs = [[clean(output) for output in cell.outputs] for cell in notebook.cells]
    return (outputs, [cell.execution_count for cell in notebook.cells]), times


def explain(
    error: Exception, notebook: nbformat.NotebookNode, failed: Directive, file: Path, said: Path
) -> str:
    """Say what went wrong in which cell, and what to do."""
    if isinstance(error, CellTimeoutError):
        what = f"took longer than {CELL_LIMIT} s. Make it smaller, or move it to a slow test."
    elif isinstance(error, DeadKernelError):
        what = "ended the kernel, which printed:\n" + said.read_text(errors="replace")[-2000:]
    else:
        failing = [o for cell in notebook.cells for o in cell.outputs if o.output_type == "error"]
        trace = "\n".join(failing[-1].traceback[1:]) if failing else str(error)
        what = f"failed. Correct it (or lecture_code):\n{re.sub(COLOUR, '', trace).rstrip()}"
    first = failed.text.split("\n", 1)[0]
    return f"{os.path.relpath(file)}:{failed.line}: the cell that begins with `{first}` {what}"


def clean(output: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Return the output without random ids."""
    if WIDGET in output.get("data", {}):
        output["data"][WIDGET]["model_id"] = "x"
    return output


def without_pictures(text: str) -> str:
    """Return the text of a notebook without its pictures, which differ between machines."""
    return re.sub(rf'("{PICTURE}": )"[^"]*"', r'\1""', text)


def faults(notebook: nbformat.NotebookNode) -> Iterator[str]:
    """Yield what a record must not hold.

    That is errors, warnings, addresses, cells that did not run, and pictures other than one small
    PNG a cell.
    """
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        if cell.source.strip() and cell.execution_count is None:
            yield f"cell {cell.id} did not run"
        pictures = [
            (key, len(content))
            for output in cell.outputs
            for key, content in output.get("data", {}).items()
            if key.startswith("image/")
        ]
        if len(pictures) > 1:
            yield f"cell {cell.id} holds {len(pictures)} pictures, which is more than one"
        for key, size in pictures:
            if key != PICTURE or size > LARGEST_PICTURE:
                yield f"cell {cell.id} holds {key} of {size} bytes, not a small {PICTURE}"
        for output in cell.outputs:
            if output.output_type == "error":
                yield f"cell {cell.id} fails: {output.ename}"
            elif output.get("name") == "stderr":
                yield f"cell {cell.id} warns: {output.text.strip()}"
            told = without_pictures(json.dumps(output))
            if found := re.search(r"\b0x[0-9a-f]{6,}", told):
                yield f"cell {cell.id} prints an address, {found[0]}, which differs in every run"
