"""Make a notebook of a page and the outputs of its cells."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import nbformat
import yaml
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from bookext.evidence.cells import only_tests
from bookext.evidence.record import INSTALL
from bookext.source import (
    Block,
    Directive,
    MarkupError,
    Text,
    chapter_of,
    directives,
    has_record,
    is_cell,
    pages,
    parse,
)

from .inline import Book, Page, inline, read_citations
from .numbering import figure_of, numbers
from .render import render

Outputs = Sequence[Mapping[str, Any]]
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
FOLDED = {
    "hide-input": {"source_hidden": True},
    "remove-cell": {"source_hidden": True, "outputs_hidden": True},
    "solution": {"source_hidden": True, "outputs_hidden": True},
}


def read_sources(root: Path) -> tuple[dict[str, Any], dict[str, str]]:
    """Read the table of contents and the text of every page it names."""
    toc = yaml.safe_load((root / "_toc.yml").read_text("utf-8"))
    files = {page: root / f"{page}.md" for page in pages(toc)}
    return toc, {page: f.read_text("utf-8") for page, f in files.items() if f.exists()}


def is_notebook(page: str, text: str) -> bool:
    """Return whether a page has cells: every chapter, and others that say so at their head."""
    return chapter_of(page) is not None or has_record(text)


def read_book(root: Path) -> tuple[Book, dict[str, str]]:
    """Return what the pages know of each other, and the text of those that become notebooks."""
    toc, sources = read_sources(root)
    config = yaml.safe_load((root / "_config.yml").read_text("utf-8"))
    site = (config.get("html") or {}).get("baseurl") or ""
    citations = read_citations(root / "book/references.bib")
    book = Book(numbers(toc, sources), citations, site, package(config))
    return book, {page: text for page, text in sources.items() if is_notebook(page, text)}


def package(config: Mapping[str, Any]) -> str:
    """Return from where pip installs the package; empty while the repository has no address."""
    repository = config.get("repository") or {}
    url, branch = repository.get("url"), repository.get("branch") or "main"
    return f"git+{url.rstrip('/')}@{branch}" if url else ""


def glued(outputs: Sequence[Outputs]) -> dict[str, str]:
    """Return the values that the cells have glued, as text, by name."""
    found: dict[str, str] = {}
    for output in (output for cell in outputs for output in cell):
        record = output.get("metadata", {}).get("scrapbook")
        if record:
            found[record["name"]] = output["data"][record["mime_prefix"] + "text/plain"]
    return found


def build(
    name: str, text: str, book: Book, outputs: Sequence[Outputs], counts: Sequence[int | None]
) -> nbformat.NotebookNode:
    """Make the notebook of a page, given outputs and execution count of each of its code cells."""
    page = Page(name, book, glued(outputs))
    stem = name.rpartition("/")[2]
    note = f"*Generated from {stem}.md by `make record`; edit that file instead.*"
    cells = [new_markdown_cell(note)]
    runs = iter(zip(outputs, counts, strict=True))
    if book.package and "lecture_code" in text:
        cells.append(install(book.package))
    gate = ""  # the exercise whose solution is open
    for code, group in groupby(parse(text, page.file), is_cell):
        if not code:
            blocks, gate = fold(list(group), gate, page)
            if markdown := render(blocks, page):
                cells.append(new_markdown_cell(markdown))
            continue
        for cell in directives(list(group)):
            cells += code_cells(cell, *next(runs), gate, page)
    if gate:
        raise MarkupError(f"{page.file}: the solution of {gate} has no solution-end")
    for index, made in enumerate(cells):
        made["id"] = f"{stem}-{index:03d}"
    metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    return new_notebook(cells=cells, metadata=metadata)


def code_cells(
    cell: Directive, outputs: Outputs, count: int | None, gate: str, page: Page
) -> Iterator[nbformat.NotebookNode]:
    """Yield a code cell with its outputs, and the caption of its figure."""
    if bool(gate) != ("solution" in cell.options.get("tags", [])):
        raise MarkupError(
            f"{page.file}:{cell.line}: a code cell has the tag solution exactly if it stands "
            "between solution-start and solution-end"
        )
    made = new_code_cell(cell.text, execution_count=count, outputs=list(outputs))
    made.metadata.update(code_metadata(cell))
    yield made
    if figure := figure_of(cell):
        yield new_markdown_cell(caption(figure, cell, page))


def install(package: str) -> nbformat.NotebookNode:
    """Make a cell for Colab and its like, which have no lecture_code.

    Where there is one the cell does nothing.  So it has no place in the source, and counts as run
    before the first cell of it.
    """
    source = f"try:\n    import lecture_code\nexcept ImportError:\n    %pip install -q {package}"
    return new_code_cell(source, execution_count=0, metadata={"tags": [INSTALL]})


def fold(blocks: list[Block], gate: str, page: Page) -> tuple[list[Block], str]:
    """Fold the words of solutions; return the blocks, and the exercise whose solution is open."""
    out: list[Block] = []
    hidden: list[Block] = []

    def close() -> None:
        if any(not isinstance(block, Text) or "".join(block.lines).strip() for block in hidden):
            line = hidden[0].line
            out.append(Directive("dropdown", "In words", {}, hidden.copy(), "", line, line, ""))
        hidden.clear()

    for block in blocks:
        if not (isinstance(block, Directive) and block.name.startswith("solution-")):
            (hidden if gate else out).append(block)
            continue
        starts = block.name == "solution-start"
        if starts == bool(gate):
            raise MarkupError(f"{page.file}:{block.line}: {block.name} does not pair up")
        close()
        out.append(block)
        gate = block.title if starts else ""
    close()
    return out, gate


def code_metadata(cell: Directive) -> dict[str, Any]:
    """Return the tags, what Jupyter folds, and the label of a figure; nothing else of the page."""
    tags = list(cell.options.get("tags", []))
    folded = {key: value for tag in tags for key, value in FOLDED.get(tag, {}).items()}
    if only_tests(cell.text) and "teach" not in tags:
        folded["source_hidden"] = True
    figure = figure_of(cell).get("name")
    kept = {"tags": tags, "jupyter": folded, "figure": figure}
    return {key: value for key, value in kept.items() if value}


def caption(figure: Mapping[str, str], cell: Directive, page: Page) -> str:
    if not figure.get("caption"):
        raise MarkupError(f"{page.file}:{cell.line}: a figure needs a caption")
    number = page.book.numbers[figure["name"]].number
    return f"**Figure {number}.** " + inline(figure["caption"].strip(), page, cell.line)
