"""What the pages made of book/data share: their dependencies, and the records they quote."""

from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from bookext.evidence.record import Evidence, RecordError, read_book
from bookext.notes.coverage import data_folder
from bookext.notes.data import ERRATUM


@cache
def read_once(root: Path, changed: tuple[int, ...]) -> tuple[Evidence, ...]:
    return tuple(read_book(root))


def recorded(root: Path) -> tuple[Evidence, ...]:
    """All evidence of the book, read again when a file has changed; nothing without _toc.yml."""
    toc = root / "_toc.yml"
    if not toc.exists():
        return ()
    files = [toc, *sorted(root.glob("book/*.ipynb"))]
    return read_once(root, tuple(file.stat().st_mtime_ns for file in files))


def refutations(root: Path) -> dict[str, list[Evidence]]:
    """Erratum -> the refutations that name it."""
    found: dict[str, list[Evidence]] = {}
    for evidence in recorded(root):
        if evidence.kind == "refute":
            for name in ERRATUM.findall(evidence.words):
                found.setdefault(name, []).append(evidence)
    return found


class NotesDirective(SphinxDirective):
    """A directive made of book/data and the records."""

    def depend(self) -> Path:
        """Have the page read again when the data or a record changes; the folder of the data."""
        folder = data_folder(self.env.app)
        for file in [*folder.glob("*.yml"), *folder.parent.glob("*.ipynb")]:
            self.env.note_dependency(str(file))
        return folder

    def inline(self, text: str) -> list[nodes.Node]:
        """The nodes of a line of Markdown."""
        return self.state.inline_text(text, self.lineno)[0]

    def heading(self, *content: nodes.Node) -> nodes.rubric:
        """A heading that is not listed beside the page."""
        return nodes.rubric("", "", *content, level=3)

    def refutations(self) -> dict[str, list[Evidence]]:
        """Erratum -> the refutations that name it."""
        try:
            return refutations(Path(self.env.app.srcdir))
        except RecordError as error:
            raise self.error(str(error)) from error
