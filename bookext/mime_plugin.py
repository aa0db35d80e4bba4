"""What a check tells programs, its JSON, becomes a node: bookext.evidence.strips draws it."""

from typing import Any

from docutils import nodes

from bookext.evidence.record import MIME


class findings_node(nodes.General, nodes.Element):
    """The findings of one output of a cell: ``fields`` is the list of what each wrote."""


class Findings:
    """A renderer of MyST-NB (entry point ``myst_nb.mime_renderers``) for the record of a check."""

    mime_priority_overrides = ()

    @staticmethod
    def handle_mime(renderer: Any, data: Any, inline: bool) -> list[nodes.Element] | None:
        """The node of the record of a check; anything else is for the other renderers."""
        if data.mime_type != MIME:
            return None
        content = data.content
        return [findings_node(fields=content if isinstance(content, list) else [content])]
