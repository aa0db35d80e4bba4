"""What this extension reads of each page, and which pages must be written again.

Sphinx keeps the data of a domain from one build to the next, and lets go of what stood on a page
before it reads the page again.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sphinx.domains import Domain
from sphinx.environment import BuildEnvironment

from bookext.evidence.results import Result

#: What is kept of a page, by the part of the extension that reads it.
KINDS = (
    "outline", "code",  # evidence.collect: what it states and proves, the text of its cells
    "uses",  # theorems.reader: which result uses which
    "symbols", "formulas",  # reference.notation
    "index", "in index.yml",  # reference.index: its entries, and what index.yml may name
    "implements",  # reference.implements: the statements that its functions implement
    "errata",  # notes.errata: the entries that it shows
    "shows the course", "shows the index", "shows the results",  # has such a directive
)  # fmt: skip


class Book(Domain):
    """What is read of each page, by kind; what was said of the pages, by the part that said it."""

    name = label = "book"
    data_version = 1  # one more when what is kept, or a node, takes another form: all is read anew
    initial_data = {"read": {kind: {} for kind in KINDS}, "said": {}}
    results: Sequence[Result] = ()  # found anew in every build

    def clear_doc(self, docname: str) -> None:
        for pages in self.data["read"].values():
            pages.pop(docname, None)

    def resolve_any_xref(self, *args: Any) -> list:
        return []


def read_of(env: BuildEnvironment, kind: str) -> dict[str, Any]:
    """What is read of the pages: of each page that has such a thing."""
    return env.domaindata["book"]["read"][kind]


def results_of(env: BuildEnvironment) -> Sequence[Result]:
    """What the book states, with proofs and evidence: known when all pages are read."""
    return env.domains["book"].results


def to_write_again(env: BuildEnvironment, part: str, said: Mapping[str, Any]) -> list[str]:
    """The pages of which a part of the extension says something else than at the last build.

    ``said`` is what it says of each page now; it is kept for the next build.
    """
    every = env.domaindata["book"]["said"]
    before, every[part] = every.get(part, {}), said
    pages = {*before, *said} & env.found_docs
    return sorted(page for page in pages if before.get(page) != said.get(page))


def setup(app):
    app.add_domain(Book)
