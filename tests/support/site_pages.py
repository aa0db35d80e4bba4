"""Where the built site is and which pages it has."""

import functools
import http.server
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
SITE = Path(os.environ.get("BOOK_SITE", ROOT / "_build" / "html"))
CHROMIUM = next(filter(None, map(shutil.which, ["chromium", "chromium-browser"])), None)


def need(program: str | None, how: str) -> None:
    """Skip the test without a program; on the machine that runs all tests, fail."""
    if program is None and os.environ.get("CI") == "true":
        pytest.fail(how)
    elif program is None:
        pytest.skip(how)


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """A server of files that keeps the requests out of the test output."""

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path, kind: type[QuietHandler] = QuietHandler) -> Iterator[str]:
    """Yield the address of a folder, served on a free port of this machine."""
    handler = functools.partial(kind, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def pages_of(entry: dict) -> Iterator[str]:
    """Yield the pages of the table of contents, in reading order, without their suffix."""
    if name := entry.get("root") or entry.get("file"):
        yield name
    for below in ("parts", "chapters", "sections"):
        for child in entry.get(below, []):
            yield from pages_of(child)


PAGES = list(pages_of(yaml.safe_load((ROOT / "_toc.yml").read_text())))
CHAPTER_PAGES = [page for page in PAGES if Path(page).name[:2].isdigit()]
NOTEBOOKS = [p for p in PAGES if (ROOT / f"{p}.md").read_text("utf-8").startswith("---\njupytext:")]
SOURCES = ["_modules/index", "_modules/lecture_code/linear/perceptron"]
ALL_PAGES = [*PAGES, "index", "search", "my-cells", *SOURCES]
# Those that are looked at in every run: the kinds of pages there are, and of each chapter's pages
# those with the most of something: formulas, figures, tables, exercises. The others are made of
# the same parts, and are looked at every week.
KINDS = {
    *("index", "search", "my-cells", "_modules/lecture_code/linear/perceptron", "book/intro"),
    *("book/06-perceptron", "book/06-perceptron-proof", "book/11-svm-exercises"),
    *("book/05-linear-predictors-approximation", "book/results", "book/theorem-map"),
    *("book/errata", "book/concordance", "book/notation", "book/terms", "book/bibliography"),
    *("book/teaching", "book/first-course", "book/api-face"),
}
FROM_ALL_SIDES = [
    page if page in KINDS else pytest.param(page, marks=pytest.mark.slow) for page in ALL_PAGES
]
