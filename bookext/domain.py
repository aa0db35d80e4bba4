"""Keep what is read of each page, and say which pages must be written again.

Sphinx keeps the data of a domain from one build to the next, and clears those of a page before it
reads the page again.  What the pages show of each other is kept beside that when a build has come
to its end without a warning.  What was read or written since is read or written again: perhaps
half of it was written, and what was wrong is still wrong.
"""

import logging
import os
import pickle
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sphinx.domains import Domain
from sphinx.environment import BuildEnvironment
from sphinx.util.logging import NAMESPACE

#: What is kept of a page, by the part of the extension that reads it.
KINDS = (
    "outline", "code",  # evidence.collect: what it states and proves, the text of its cells
    "uses",  # theorems.reader: which result uses which
    "symbols", "formulas",  # reference.notation
    "said",  # html.passages: what it says, place by place
    "index", "in index.yml",  # reference.index: its entries, and what index.yml may name
    "implements",  # reference.implements: the statements that its functions implement
    "errata",  # notes.errata: the entries that it shows
    "targets",  # html.others: what it refers to
    "minutes",  # course.page: how long it takes to read
    "stars",  # course.page: how hard its exercises are, by label
    "shows the course", "shows the index", "shows the results",  # whether it has such a directive
)  # fmt: skip
SAID = "said-{}.pickle"  # beside the doctrees, for each builder
BEGUN = "begun-{}"  # there, too, while pages are written
READ = "when it was read"  # the name of what is said of that


class Book(Domain):
    """What was read of each page, by kind."""

    name = label = "book"
    data_version = 5  # raise it when the form of the data or of a node changes: all is read anew
    initial_data = {"read": {kind: {} for kind in KINDS}}
    results: Sequence[Any] = ()  # of evidence.results, found anew in every build

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(env)
        self.before: dict[str, Mapping[str, Any]] = {}  # what the last build said, by part
        self.said: dict[str, Mapping[str, Any]] = {}  # what this build says

    def clear_doc(self, docname: str) -> None:
        for pages in self.data["read"].values():
            pages.pop(docname, None)

    def resolve_any_xref(self, *args: Any) -> list:
        return []


def read_of(env: BuildEnvironment, kind: str) -> dict[str, Any]:
    """Return what was read of one kind, by page; a page without it is absent."""
    return env.domaindata["book"]["read"][kind]


def to_write_again(env: BuildEnvironment, part: str, said: Mapping[str, Any]) -> list[str]:
    """Return the pages of which a part of the extension says something new.

    ``said`` is what it says of each page now; it is kept for the next build.
    """
    book = env.domains["book"]
    before, book.said[part] = book.before.get(part, {}), said
    pages = {*before, *said} & env.found_docs
    return sorted(page for page in pages if before.get(page) != said.get(page))


def in_order(app, env):
    """Put the pages into the order in which a build of everything reads them."""
    for kind, pages in env.domaindata["book"]["read"].items():
        env.domaindata["book"]["read"][kind] = dict(sorted(pages.items()))


def file_of(app, name: str) -> Path:
    return Path(app.doctreedir, name.format(app.builder.name))


def remember(app):
    if (file := file_of(app, SAID)).exists():
        app.env.domains["book"].before = pickle.loads(file.read_bytes())


def to_read_again(app, env, added, changed, removed):
    """Return the pages that were read since the last build that came to its end."""
    read = env.domains["book"].before.get(READ, {})
    return [page for page, when in env.all_docs.items() if when != read.get(page)]


def numbers_and_times(app, env):
    """Return the pages that have other numbers, were read again, or were perhaps half written."""
    said = {
        page: (when, env.toc_secnumbers.get(page), env.toc_fignumbers.get(page))
        for page, when in env.all_docs.items()
    }
    env.domains["book"].said[READ] = dict(env.all_docs)
    return {*to_write_again(env, "numbers", said), *written_since(app, file_of(app, BEGUN))}


def written_since(app, mark: Path) -> list[str]:
    """Return the pages that are not older than a mark, if it is there."""
    if not mark.exists() or app.builder.format != "html":
        return []
    files = {page: Path(app.builder.get_outfilename(page)) for page in app.env.found_docs}
    begun = changed_at(mark)
    return [page for page, file in files.items() if file.exists() and changed_at(file) >= begun]


def changed_at(file: Path) -> int:
    return file.stat().st_mtime_ns


def begin(app, builder):
    """Note when pages began to be written."""
    if not (mark := file_of(app, BEGUN)).exists():
        mark.touch()


class Keeper(logging.Handler):
    """What keeps what a build has said, when all pages say it and nothing was wrong."""

    warned = False

    def emit(self, record):
        self.warned = True

    def keep(self, app, error):
        if error or self.warned:
            return
        file = file_of(app, SAID)
        whole = file.with_suffix(".new")
        whole.write_bytes(pickle.dumps(app.env.domains["book"].said))
        os.replace(whole, file)
        file_of(app, BEGUN).unlink(missing_ok=True)


def setup(app):
    app.add_domain(Book)
    app.connect("builder-inited", remember)
    app.connect("env-get-outdated", to_read_again)
    app.connect("env-updated", in_order)
    app.connect("env-get-updated", numbers_and_times, priority=900)  # when all is numbered
    app.connect("write-started", begin)
    keeper = Keeper(logging.WARNING)
    logging.getLogger(NAMESPACE).addHandler(keeper)
    app.connect("build-finished", keeper.keep, priority=1000)  # when nothing is left to do
