"""What the directives of the pages made of book/data share."""

from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from bookext.notes.coverage import data_folder


class NotesDirective(SphinxDirective):
    """A directive made of book/data."""

    def depend(self) -> Path:
        """Have the page read again when the data change; the folder of the data."""
        folder = data_folder(self.env.app)
        for file in folder.glob("*.yml"):
            self.env.note_dependency(str(file))
        return folder

    def inline(self, text: str) -> list[nodes.Node]:
        """The nodes of a line of Markdown."""
        return self.state.inline_text(text, self.lineno)[0]

    def heading(self, *content: nodes.Node) -> nodes.rubric:
        """A heading that is not listed beside the page."""
        return nodes.rubric("", "", *content, level=3)
