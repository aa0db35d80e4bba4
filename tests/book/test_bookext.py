"""What the site finds by entry points: the renderer that keeps the record of a check."""

from importlib.metadata import entry_points
from types import SimpleNamespace

from bookext.evidence import record
from bookext.evidence.mime_plugin import Findings
from lecture_code.checks.report import MIME


def test_myst_nb_finds_the_renderer():
    found = entry_points(group="myst_nb.mime_renderers", name="checks")
    assert {entry.load() for entry in found} == {Findings}


def test_it_takes_the_record_of_a_check_and_nothing_else():
    assert record.MIME == MIME
    for content in ({"kind": "check"}, [{"kind": "check"}]):
        data = SimpleNamespace(mime_type=MIME, content=content)
        (node,) = Findings.handle_mime(None, data, False)
        assert node["fields"] == [{"kind": "check"}]
    for other in ("text/plain", "image/png", "application/json"):
        assert Findings.handle_mime(None, SimpleNamespace(mime_type=other), False) is None
