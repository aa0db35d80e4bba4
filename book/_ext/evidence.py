"""What a check tells programs, its JSON, is not for the page: leave it out without a warning."""

from myst_nb.core.render import NbElementRenderer

EVIDENCE = "application/vnd.lecture-code.check+json"
render_unhandled = NbElementRenderer.render_unhandled


def render_all_but_evidence(self, data):
    return [] if data.mime_type == EVIDENCE else render_unhandled(self, data)


def setup(app):
    NbElementRenderer.render_unhandled = render_all_but_evidence
    return {"parallel_read_safe": True, "parallel_write_safe": True}
