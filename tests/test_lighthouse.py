"""tools/lighthouse.py: how it judges a page, and what it does when Lighthouse stalls."""

import importlib.util
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "tools" / "lighthouse.py"


@pytest.fixture
def tool(monkeypatch):
    spec = importlib.util.spec_from_file_location("the_lighthouse_tool", SOURCE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "browser", lambda: "no browser")
    return module


def report(tool, performance=1.0, accessibility=1.0):
    scores = dict.fromkeys(tool.CATEGORIES, 1.0)
    scores |= {"performance": performance, "accessibility": accessibility}
    names = [*tool.TIMES, "cumulative-layout-shift", "total-byte-weight"]
    return {
        "audits": {name: {"numericValue": 1.0} for name in names},
        "categories": {name: {"score": score, "auditRefs": []} for name, score in scores.items()},
    }


@pytest.fixture
def judged(tool, monkeypatch):
    def judge(screen, performances, **options):
        runs = iter(performances)
        monkeypatch.setattr(tool, "measure", lambda *_: report(tool, next(runs), **options))
        found, below = tool.judge("address", screen)
        return found["scores"]["performance"], below, len(list(runs))

    return judge


def test_a_fast_page_is_measured_once(judged):
    assert judged("desktop", [0.97, 0.1]) == (0.97, [], 1)


def test_one_slow_run_is_outvoted(judged):
    assert judged("desktop", [0.5, 0.96, 0.97, 0.94, 0.99]) == (0.96, [], 0)


def test_a_slow_page_is_slow_five_times(judged):
    score, below, left = judged("desktop", [0.5, 0.99, 0.94, 0.93, 0.99])
    assert (score, left) == (0.94, 0)
    (line,) = below
    assert "desktop performance 0.94 (median of 5), promised 0.95" in line


def test_on_a_telephone_speed_is_reported_only(judged):
    assert judged("mobile", [0.3, 1.0]) == (0.3, [], 1)


@pytest.mark.parametrize("screen", ["desktop", "mobile"])
def test_accessibility_needs_no_quiet_machine(judged, screen):
    _, below, _ = judged(screen, [0.97], accessibility=0.99)
    assert ["accessibility 0.99" in line for line in below] == [True]


def test_lighthouse_is_asked_again_and_then_given_up(tool, monkeypatch):
    empty = "{}"
    answers = iter([("", "no answer"), ('{"categories": {}}', ""), (empty, "a"), (empty, "b")])
    monkeypatch.setattr(tool, "ask", lambda *_: next(answers))
    monkeypatch.setattr(tool, "CATEGORIES", ())
    assert tool.measure("address", "mobile") == {"categories": {}}
    with pytest.raises(tool.NoReport, match=r"failed twice on address \(mobile\): b"):
        tool.measure("address", "mobile")


def test_a_report_without_a_score_is_no_report(tool, monkeypatch):
    text = '{"categories": {"seo": {"score": null}}, "runtimeError": {"code": "NO_FCP"}}'
    monkeypatch.setattr(tool, "ask", lambda *_: (text, ""))
    monkeypatch.setattr(tool, "CATEGORIES", ["seo"])
    with pytest.raises(tool.NoReport, match="NO_FCP"):
        tool.measure("address", "desktop")


def test_a_stalled_program_is_ended(tool, monkeypatch):
    monkeypatch.setattr(tool, "TIME_LIMIT", 0.5)
    command = [sys.executable, "-c", "import time; time.sleep(60)"]
    assert tool.ask(command, {}) == ("", "no answer within 0.5 s")


def test_what_a_program_says_when_it_fails(tool):
    assert tool.ask([sys.executable, "-c", "raise SystemExit('no page')"], {})[1] == "no page\n"
    assert tool.ask([sys.executable, "-c", "print(1)"], {}) == ("1\n", "")
