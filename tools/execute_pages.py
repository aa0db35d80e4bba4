"""Execute the pages whose cells are not in the cache yet, as many at once as there are processors.

    python tools/execute_pages.py CACHE

Sphinx would execute them one after the other while it reads. What is found in the cache it takes
as it is; a page whose cells fail is left to it, because its message names the cell.
"""

import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import nbformat
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn, JupyterCacheAbstract
from jupyter_cache.executors.utils import ExecutionResult, single_nb_execution
from myst_nb.core.read import is_myst_markdown_notebook, myst_nb_reader_plugin
from plain.notebook import read_sources

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


def execute(path: Path) -> ExecutionResult:
    notebook = myst_nb_reader_plugin(str(path))
    return single_nb_execution(
        notebook, str(path.parent), CELL_LIMIT, allow_errors=False, extra_arguments=[QUIET]
    )


def keep(
    cache: JupyterCacheAbstract, path: Path, cells: nbformat.NotebookNode, took: float
) -> None:
    bundle = CacheBundleIn(cells, str(path), data={"execution_seconds": took})
    cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


def main(folder: str, root: Path = ROOT) -> None:
    """Execute what is missing in the cache of that folder, and tell how far it is."""
    start = time.monotonic()
    cache = get_cache(folder)
    pages = list(not_executed(cache, root))
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        running = {processes.submit(execute, page): page for page in pages}
        for count, done in enumerate(as_completed(running), start=1):
            page, result = running[done], done.result()
            if result.err is None:
                keep(cache, page, result.nb, result.time)
            said = "fails: see below" if result.err else f"{result.time:.1f} s"
            print(f"executed {count} of {len(pages)}: {page.stem}, {said}", flush=True)
    if pages:
        print(f"{len(pages)} pages are executed, in {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
