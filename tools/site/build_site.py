"""Build the site in _build/html and say where it is.

    python tools/site/build_site.py [--all]

The chapters are executed once, as many at a time as there are processors, and kept in
_build/.jupyter_cache, where Sphinx finds them. This knows their cells and not the package they
import: when what lecture_code does or the pinned versions change, the cache goes. When the looks
change (assets, extensions, settings) every page is written again, as with --all; all else, words of
docstrings too, Sphinx and the extension follow from page to page.
"""

import ast
import hashlib
import json
import logging
import os
import shutil
import sys
import time
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from jupyter_cache import get_cache
from jupyter_cache.executors import load_executor
from myst_nb.core.read import is_myst_markdown_notebook

from bookext import FORM
from bookext.source import cells
from tools.files import write
from tools.pages.plain.notebook import read_sources
from tools.pages.run_cells import CELL_LIMIT, find_fonts
from tools.progress import Line, end_with_parent, interrupted
from tools.site import homework, light
from tools.site.following import Follower

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "_build"
STAMP = BUILD / "built-from.json"
WHAT_CELLS_USE = ["lecture_code", "constraints.txt"]
NAMES = "statements.json"  # numbers and titles: for notebooks, the site has its own
WHAT_PAGES_USE = ["book/assets", "book/_templates", "book/references.bib", "bookext"]
SETTINGS = ["_config.yml", "constraints.txt", "tools/site/build_site.py"]  # Sphinx knows _toc.yml
HAVE_DOCSTRINGS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
Digests = dict[str, dict[str, str]]
IPYTHON = BUILD / "ipython"  # not what a reader may have set for IPython
KERNELS = "profile_default/ipython_kernel_config.py"  # in that folder
EXECUTE = "--execute"  # the pages alone, in a program of its own
#: Each kernel would warn that other users of this machine might listen to it.  And a kernel that
#: lives for seconds need not look for garbage in all it has loaded after every few objects.
KERNEL_SETTINGS = """\
import gc

gc.set_threshold(50_000, 20, 100)
c.IPKernelApp.log_level = "ERROR"
"""


def files_in(names: Iterable[str]) -> Iterable[Path]:
    for path in (ROOT / name for name in names):
        yield from sorted(path.rglob("*")) if path.is_dir() else [path]


def fingerprint(names: Iterable[str]) -> str:
    """Hash the names and contents of files and of the folders of files."""
    total = hashlib.sha256(sys.version.encode())
    for path in files_in(names):
        if path.is_file() and "__pycache__" not in path.parts and path.name != NAMES:
            total.update(f"{path.relative_to(ROOT)}\0".encode())
            total.update(without_words(path) if path.suffix == ".py" else path.read_bytes())
    return total.hexdigest()


def without_words(path: Path) -> bytes:
    """Return what a module does: without docstrings and comments, which no cell shows."""
    tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, HAVE_DOCSTRINGS) and ast.get_docstring(node) is not None:
            del node.body[0]
    return ast.dump(tree).encode()


def digests(sources: dict[str, str], before: Digests) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each page with hashes of its text and its cells, which are read if the text is new."""
    for page, source in sources.items():
        text = hashlib.sha256(source.encode()).hexdigest()
        if page in before and before[page]["text"] == text:
            yield page, before[page]
        else:
            code = repr([(cell.options, cell.text) for cell in cells(source, page)])
            yield page, {"text": text, "cells": hashlib.sha256(code.encode()).hexdigest()}


def forget_what_is_outdated(now: dict[str, str], everything: bool) -> Digests:
    """Remove the executed cells or written pages that the last build made of other files.

    Return the digests of the pages that it executed; none, if it did not come to its end.
    """
    before = json.loads(STAMP.read_text()) if STAMP.exists() else {}
    executed = before.pop("executed", {})
    if before.get("cells") != now["cells"]:
        STAMP.unlink(missing_ok=True)
        shutil.rmtree(BUILD / ".jupyter_cache", ignore_errors=True)
    elif before != now:  # the last build did not come to its end, or the pages must be written anew
        drop_halves(BUILD / ".jupyter_cache")
    BUILD.mkdir(exist_ok=True)
    write(STAMP, json.dumps({"cells": now["cells"]}))  # of these are all runs that are kept
    if everything or before != now:
        shutil.rmtree(BUILD / "html", ignore_errors=True)
        shutil.rmtree(BUILD / ".doctrees", ignore_errors=True)
    return executed if before == now else {}


def drop_halves(folder: Path) -> None:
    """Remove the runs of pages that were being written when a build was interrupted."""
    cache = get_cache(str(folder))
    for run in cache.list_cache_records():
        try:
            cache.get_cache_bundle(run.pk)
        except ValueError:  # half a file
            cache.remove_cache(run.pk)
        except KeyError:  # no file yet
            cache.clear_cache()
            break


def execute_pages(folder: Path, root: Path = ROOT, pages: Collection[str] = ()) -> None:
    """Execute these pages, or all, if they are not in the cache in that folder.

    A page that fails is left to Sphinx, which executes it again and says where.
    """
    settings = IPYTHON / KERNELS
    find_fonts()
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(KERNEL_SETTINGS)
    cache = get_cache(str(folder))
    sources = read_sources(root)[1]
    notebooks = [
        str(root / f"{page}.md")
        for page in pages or sources
        if is_myst_markdown_notebook(sources[page])
    ]
    for page in notebooks:
        cache.add_nb_to_project(page, read_data={"type": "plugin", "name": "myst_nb_md"})
    logger = logging.getLogger("execute")
    logger.setLevel(logging.INFO)
    executor = load_executor("local-parallel", cache, logger)
    missing = len(executor.get_records(notebooks))
    print(f"{missing} pages to execute", file=sys.stderr, flush=True)
    if missing:  # a pool that ends while its workers start can wait for ever
        executor.run_and_cache(filter_uris=notebooks, timeout=CELL_LIMIT)


def main(arguments: list[str]) -> int:
    if EXECUTE in arguments:
        end_with_parent()
        execute_pages(BUILD / ".jupyter_cache", pages=arguments[1:])
        return 0
    with Line("book") as line:
        return build(line, everything="--all" in arguments)


def build(line: Line, everything: bool) -> int:
    start = time.monotonic()
    now = {
        "cells": fingerprint(WHAT_CELLS_USE),
        "pages": fingerprint([*WHAT_PAGES_USE, *SETTINGS]),
    }
    ran = forget_what_is_outdated(now, everything)
    pages = dict(digests(read_sources(ROOT)[1], ran))
    changed = [page for page, of in pages.items() if ran.get(page, {}).get("cells") != of["cells"]]
    env = {**os.environ, **FORM, "IPYTHONDIR": str(IPYTHON), "PYTHONUNBUFFERED": "1"}
    book = [Path(sys.executable).with_name("jupyter-book"), "build", "-W", "-n", "--keep-going"]
    execute = [sys.executable, __file__, EXECUTE, *changed]
    for command in (execute, [*book, ROOT]) if changed else ([*book, ROOT],):
        if status := line.run(command, Follower(line), cwd=ROOT, env=env):
            line.tell("The site was not built: the warnings and errors above say why.")
            return status
    line.step("Homework for readers")
    line.log(f"{homework.offer(BUILD / 'html', BUILD / 'homework')} notebooks of the homework")
    line.step("Pages made light")
    line.log(f"{light.lighten(light.SITE, light.MEMORY)} pages were made light")
    line.end()
    write(STAMP, json.dumps(now | {"executed": pages}))
    line.tell(f"\nThe book is built, in {time.monotonic() - start:.0f} s. Open it in a browser:")
    line.tell(f"  {(BUILD / 'html' / 'index.html').as_uri()}")
    line.tell("or serve it with: make serve")
    return 0


if __name__ == "__main__":
    interrupted(lambda: main(sys.argv[1:]))
