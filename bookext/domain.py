"""Keep what is read of each page, and say which pages must be written again.

Sphinx keeps the data of a domain from one build to the next, and clears those of a page before it
reads the page again.
"""

from collections.abc import Mapping, Sequence
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
    "shows the course", "shows the index", "shows the results",  # whether it has such a directive
)  # fmt: skip


class Book(Domain):
    """What was read of each page, by kind, and what the last build said of it, by part."""

    name = label = "book"
    data_version = 2  # raise it when the form of the data or of a node changes: all is read anew
    initial_data = {"read": {kind: {} for kind in KINDS}, "said": {}}
    results: Sequence[Any] = ()  # of evidence.results, found anew in every build

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
    every = env.domaindata["book"]["said"]
    before, every[part] = every.get(part, {}), said
    pages = {*before, *said} & env.found_docs
    return sorted(page for page in pages if before.get(page) != said.get(page))


def setup(app):
    app.add_domain(Book)
