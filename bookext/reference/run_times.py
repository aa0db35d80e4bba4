"""How long the pages run, from book/data/times.yml (tools/measure/times.py writes it).

```{run-times} chapters     a row for each chapter
```{run-times} pages        a row for each page
```
"""

from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import yaml
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.addnodes import pending_xref
from sphinx.util.docutils import SphinxDirective

from bookext.source import chapter_of

DATA = "book/data/times.yml"
PARTS = ("chapters", "pages")
HEAD = ["cells", "all cells", "slowest cell", "start", "in the browser"]


def seconds(number: float | None) -> str:
    """A time in words; nothing if it was not measured.

    >>> seconds(0.04), seconds(4.26), seconds(31.0), seconds(None)
    ('0.0 s', '4.3 s', '31 s', '')
    """
    if number is None:
        return ""
    return f"{number:.1f} s" if number < 10 else f"{number:.0f} s"


def row(pages: Iterable[Mapping[str, Any] | None]) -> list[str]:
    """The cells of one or several pages, their times, and the slowest of all.

    Nothing is said of pages of which one was not measured.

    >>> row([{"start": 0.5, "cells": [0.1, 2.0]}, {"start": 0.5, "cells": [1.5], "browser": 20}])
    ['3', '3.6 s', '2.0 s', '1.0 s', '']
    """
    given = list(pages)
    found = [page for page in given if page is not None]
    if len(found) < len(given):
        return [""] * len(HEAD)
    times = [time for page in found for time in page["cells"]]
    browser = [page.get("browser") for page in found]
    waited = None if None in browser else sum(time for time in browser if time is not None)
    start = sum(page["start"] for page in found)
    return [
        str(len(times)), seconds(sum(times)), seconds(max(times, default=0.0)), seconds(start),
        seconds(waited),
    ]  # fmt: skip


def table(head: list[str], rows: Iterable[list[nodes.Node]]) -> nodes.table:
    """A table, its first column in the text's width and numbers at the right of the others."""
    group = nodes.tgroup("", cols=len(head))
    group += [nodes.colspec(colwidth=3 if not k else 1) for k in range(len(head))]
    top = nodes.row("", *(entry(nodes.Text(words)) for words in head))
    body = nodes.tbody("", *(nodes.row("", *map(entry, cells)) for cells in rows))
    group += [nodes.thead("", top), body]
    return nodes.table("", group)


def entry(content: nodes.Node) -> nodes.entry:
    return nodes.entry("", nodes.paragraph("", "", content))


class RunTimes(SphinxDirective):
    """One of the two tables, and how it was measured."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        part = directives.choice(self.arguments[0], PARTS)
        path = Path(self.env.srcdir, DATA)
        self.env.note_dependency(str(path))
        data = yaml.safe_load(path.read_text("utf-8"))
        written = sorted(page for page in self.env.found_docs if chapter_of(page) is not None)
        times = {page: data["pages"].get(page) for page in written}
        if part == "pages":
            rows = [[self.link(page), *map(nodes.Text, row([t]))] for page, t in times.items()]
            return [table(["page", *HEAD], rows)]
        rows = [
            [nodes.Text(f"{chapter}"), *map(nodes.Text, row(times[page] for page in pages))]
            for chapter, pages in groupby(times, key=chapter_of)
        ]
        rows.append([nodes.Text("all"), *map(nodes.Text, row(times.values()))])
        said = f"Measured on {data['measured']} ({data['machine']})."
        return [table(["chapter", *HEAD], rows), nodes.paragraph("", said)]

    def link(self, page: str) -> nodes.Node:
        """The page with its name in the file system, as it is called with `make record`."""
        name = nodes.literal("", page.rpartition("/")[2])
        return pending_xref(
            "", name, refdomain="std", reftype="doc", reftarget=f"/{page}", refexplicit=True,
            refdoc=self.env.docname,
        )  # fmt: skip


def setup(app):
    app.add_directive("run-times", RunTimes)
