"""Where the built site is and which pages it has."""

import http.server
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
SITE = Path(os.environ.get("BOOK_SITE", ROOT / "_build" / "html"))
CHROMIUM = next(filter(None, map(shutil.which, ["chromium", "chromium-browser"])), None)


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """A server of files that keeps the requests out of the test output."""

    def log_message(self, *args: object) -> None:
        """Say nothing."""


def pages_of(entry: dict) -> Iterator[str]:
    """The pages of the table of contents, in reading order, without their suffix."""
    if name := entry.get("root") or entry.get("file"):
        yield name
    for below in ("parts", "chapters", "sections"):
        for child in entry.get(below, []):
            yield from pages_of(child)


PAGES = list(pages_of(yaml.safe_load((ROOT / "_toc.yml").read_text())))
CHAPTER_PAGES = [page for page in PAGES if Path(page).name[:2].isdigit()]
NOTEBOOKS = [p for p in PAGES if (ROOT / f"{p}.md").read_text("utf-8").startswith("---\njupytext:")]
