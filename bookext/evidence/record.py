"""Read from the recorded notebooks every check, refutation and excuse, and the cell that made it.

Does not import Sphinx, so that any page made from the record can use it:

    for found in read_book(root):
        found.label, found.kind, found.words, found.link_from("book/errata")
"""

import hashlib
import json
import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import yaml

from bookext.source import has_record, pages

MIME = "application/vnd.lecture-code.check+json"
INSTALL = "install"  # the tag of a cell that only the record has
WITHOUT_CODE = {"remove-input", "remove-cell"}  # the tags of cells without an anchor on the page


class RecordError(Exception):
    """A record that is missing, or that cannot be made or read."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One check, refutation or excuse.

    ``label`` is that of its statement; ``kind`` is "check", "refute" or "excuse"; ``page`` is the
    page as Sphinx calls it (book/06-perceptron-proof); ``cell`` the id of the cell in the
    notebook; ``anchor`` the fragment of its address on the page, empty if the page hides its code;
    ``fields`` all that lecture_code wrote (see lecture_code.checks and its module report)
    """

    label: str
    kind: str
    page: str
    cell: str
    anchor: str
    fields: Mapping[str, Any]

    @property
    def words(self) -> str:
        """What the author wrote: the world, and what was spoilt or why nothing can be computed."""
        written = (self.fields.get(name) for name in ("because", "note", "reason"))
        return " · ".join(text for text in written if text)

    def link_from(self, page: str) -> str:
        """Return the address of the cell as another page, or its own, links to it."""
        fragment = f"#{self.anchor}" if self.anchor else ""
        if page == self.page:
            return fragment or "#"
        return posixpath.relpath(f"{self.page}.html", posixpath.dirname(page)) + fragment


def cell_name(code: str, taken: set[str]) -> str:
    """Name a cell by a hash of its code, so that the name stays when cells are added before it.

    ``taken`` holds the names given on the page so far, and gets this one; a second cell with the
    same code gets a name of its own.

    >>> taken = set()
    >>> cell_name("x = 1", taken), cell_name("x = 1\\n", taken)
    ('cell-8ff436', 'cell-8ff436-again')
    """
    name = f"cell-{hashlib.sha256(code.strip().encode()).hexdigest()[:6]}"
    while name in taken:
        name += "-again"
    taken.add(name)
    return name


def number_of(kept: int | float | str) -> int | float | Fraction:
    """Return the number that a field keeps; one that JSON does not have is kept as a text.

    >>> number_of(21), number_of(0.6667), number_of("-2/3"), number_of("inf")
    (21, 0.6667, Fraction(-2, 3), inf)
    """
    if not isinstance(kept, str):
        return kept
    if "/" in kept:
        return Fraction(kept)
    return int(kept) if kept.lstrip("-").isdigit() else float(kept)


def read_notebook(path: Path) -> list[dict[str, Any]]:
    """Return the code cells that record and page have in common."""
    if not path.exists():
        raise RecordError(f"{path.name} is missing: run `make record`, and commit what it writes")
    try:
        cells = json.loads(path.read_text("utf-8"))["cells"]
    except (ValueError, KeyError) as error:
        raise RecordError(f"{path.name} is not a notebook: run `make record`") from error
    found = [cell for cell in cells if cell["cell_type"] == "code"]
    return [cell for cell in found if INSTALL not in cell["metadata"].get("tags", [])]


def code_of(cell: Mapping[str, Any]) -> str:
    """Return the code of a cell, which a notebook on disk has as a text or as a list of lines."""
    return "".join(cell["source"])


def read_page(path: Path, page: str) -> list[Evidence]:
    """Return all evidence in the notebook of one page, in order.

    Raises RecordError if there is no such notebook.
    """
    found: list[Evidence] = []
    taken: set[str] = set()
    for cell in read_notebook(path):
        hidden = WITHOUT_CODE.intersection(cell["metadata"].get("tags", []))
        anchor = "" if hidden else cell_name(code_of(cell), taken)
        for output in cell["outputs"]:
            data = output.get("data", {}).get(MIME, [])
            for fields in data if isinstance(data, list) else [data]:
                label, kind = fields["theorem"], fields["kind"]
                found.append(Evidence(label, kind, page, cell.get("id", ""), anchor, fields))
    return found


def read_book(root: Path) -> list[Evidence]:
    """Return all evidence of the book in reading order; ``root`` is the folder of _toc.yml.

    Raises RecordError if a page with cells has no record.
    """
    found = []
    for page in pages(yaml.safe_load((root / "_toc.yml").read_text("utf-8"))):
        source = root / f"{page}.md"
        if source.exists() and has_record(source.read_text("utf-8")):
            found += read_page(source.with_suffix(".ipynb"), page)
    return found
