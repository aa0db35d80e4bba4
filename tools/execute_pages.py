"""Execute the pages whose cells are not in the cache yet, as many at once as there are processors.

    python tools/execute_pages.py CACHE

Sphinx would execute them one after the other while it reads, each in a Python that imports
everything anew (see warm_kernels.py). What is found in the cache it takes as it is; a page whose
cells fail is left to it, because its message names the cell.
"""

import asyncio
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import nbformat
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn, JupyterCacheAbstract
from jupyter_client.manager import AsyncKernelManager
from myst_nb.core.read import is_myst_markdown_notebook, myst_nb_reader_plugin
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from plain.notebook import read_sources
from warm_kernels import warm_kernels

ROOT = Path(__file__).resolve().parent.parent
CELL_LIMIT = 120  # seconds a cell may take at all
QUIET = "--log-level=ERROR"  # no remark of each kernel on how it is connected


def not_executed(cache: JupyterCacheAbstract, root: Path) -> Iterator[Path]:
    """The pages with cells of which the cache knows nothing."""
    for page, text in read_sources(root)[1].items():
        if is_myst_markdown_notebook(text):
            path = root / f"{page}.md"
            try:
                cache.match_cache_notebook(myst_nb_reader_plugin(str(path)))
            except KeyError:
                yield path


async def execute(path: Path, kernels: type[AsyncKernelManager]) -> nbformat.NotebookNode | None:
    """The executed cells of a page, or nothing if one fails."""
    notebook: nbformat.NotebookNode = myst_nb_reader_plugin(str(path))
    client = NotebookClient(
        notebook,
        timeout=CELL_LIMIT,
        record_timing=False,
        extra_arguments=[QUIET],
        kernel_manager_class=kernels,
        resources={"metadata": {"path": str(path.parent)}},
    )
    try:
        await client.async_execute()
    except (CellExecutionError, CellTimeoutError, DeadKernelError):
        return None
    return notebook


def keep(
    cache: JupyterCacheAbstract, path: Path, cells: nbformat.NotebookNode, took: float
) -> None:
    bundle = CacheBundleIn(cells, str(path), data={"execution_seconds": took})
    cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


async def execute_all(
    cache: JupyterCacheAbstract, pages: list[Path], kernels: type[AsyncKernelManager]
) -> None:
    """Execute these pages, keep what they say, and tell each that is done."""
    free = asyncio.Semaphore(os.cpu_count() or 1)
    done = 0

    async def one(page: Path) -> None:
        nonlocal done
        async with free:
            start = time.monotonic()
            cells = await execute(page, kernels)
            took = time.monotonic() - start
        if cells is not None:
            keep(cache, page, cells, took)
        done += 1
        said = "fails: see below" if cells is None else f"{took:.1f} s"
        print(f"executed {done} of {len(pages)}: {page.stem}, {said}", flush=True)

    await asyncio.gather(*map(one, pages))


def main(folder: str, root: Path = ROOT) -> None:
    """Execute what is missing in the cache of that folder, and tell how far it is."""
    start = time.monotonic()
    cache = get_cache(folder)
    pages = list(not_executed(cache, root))
    if pages:
        with warm_kernels(myst_nb_reader_plugin(str(page)) for page in pages) as kernels:
            asyncio.run(execute_all(cache, pages, kernels))
        print(f"{len(pages)} pages are executed, in {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
