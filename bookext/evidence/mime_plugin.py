"""Turn the JSON that a check writes for programs into a node, which panel.py draws."""

from typing import Any

from docutils import nodes

from bookext.evidence.record import MIME


class findings_node(nodes.General, nodes.Element):
    """The findings of one output of a cell: ``fields`` is the list of what each wrote."""


class Findings:
    """A renderer for MyST-NB (entry point ``myst_nb.mime_renderers``) of the record of a check."""

    mime_priority_overrides = ()

    @staticmethod
    def handle_mime(renderer: Any, data: Any, inline: bool) -> list[nodes.Element] | None:
        """Return the node of the record of a check; anything else is for other renderers."""
        if data.mime_type != MIME:
            return None
        content = data.content
        return [findings_node(fields=content if isinstance(content, list) else [content])]
