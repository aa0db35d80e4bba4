"""What a check tells programs, its JSON, is not for the page: leave it out without a warning."""

from typing import Any

EVIDENCE = "application/vnd.lecture-code.check+json"


class NothingToShow:
    """A renderer of MyST-NB (entry point ``myst_nb.mime_renderers``) for the record of a check."""

    mime_priority_overrides = ()

    @staticmethod
    def handle_mime(renderer: Any, data: Any, inline: bool) -> list[Any] | None:
        """No nodes for the record of a check; anything else is for the other renderers."""
        return [] if data.mime_type == EVIDENCE else None
