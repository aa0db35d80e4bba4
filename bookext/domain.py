"""Keep what is read of each page, and say which pages must be written again.

Sphinx keeps the data of a domain from one build to the next, and clears those of a page before it
reads the page again.  What the pages show of each other is kept beside that when a build has come
to its end: a build that was interrupted has perhaps not written what it has read.
"""

import os
import pickle
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sphinx.domains import Domain
from sphinx.environment import BuildEnvironment

#: What is kept of a page, by the part of the extension that reads it.
KINDS = (
    "outline", "code",  # evidence.collect: what it states and proves, the text of its cells
    "uses",  # theorems.reader: which result uses which
    "symbols", "formulas",  # reference.notation
    "index", "in index.yml",  # reference.index: its entries, and what index.yml may name
    "implements",  # reference.implements: the statements that its functions implement
    "errata",  # notes.errata: the entries that it shows
    "targets",  # html.others: what it refers to
    "minutes",  # course.page: how long it takes to read
    "stars",  # course.page: how hard its exercises are, by label
    "shows the course", "shows the index", "shows the results",  # whether it has such a directive
)  # fmt: skip
SAID = "said-{}.pickle"  # beside the doctrees, for each builder


class Book(Domain):
    """What was read of each page, by kind."""

    name = label = "book"
    data_version = 4  # raise it when the form of the data or of a node changes: all is read anew
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


def file_of(app) -> Path:
    return Path(app.doctreedir, SAID.format(app.builder.name))


def remember(app):
    if (file := file_of(app)).exists():
        app.env.domains["book"].before = pickle.loads(file.read_bytes())


def keep(app, error):
    """Keep what this build has said, now that all pages say it."""
    if error:
        return
    file = file_of(app)
    whole = file.with_suffix(".new")
    whole.write_bytes(pickle.dumps(app.env.domains["book"].said))
    os.replace(whole, file)


def setup(app):
    app.add_domain(Book)
    app.connect("builder-inited", remember)
    app.connect("env-updated", in_order)
    app.connect("build-finished", keep)
