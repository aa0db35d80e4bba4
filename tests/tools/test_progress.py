"""tools/progress.py: one line that moves, plain lines without a terminal, all in the log."""

import io
import sys

import pytest
from rich.console import Console

from tools import progress
from tools.progress import Line
from tools.site.following import Follower

EXECUTES = """
import sys
print("2 pages to execute", file=sys.stderr)
for name in ("one", "two"):
    print(f"[REPORT/Fork-1] Executing: /a/{name}.md", file=sys.stderr)
    print(f"[REPORT/Fork-1] Execution Successful: /a/{name}.md", file=sys.stderr)
"""
BUILDS = """
import sys
print("updating environment: [new config] 3 added, 1 changed, 0 removed")
print("reading sources... [ 25%] book/06")
print("\\x1b[31mwriting output... [ 40%] book/06\\x1b[0m")
print("a.md:7: WARNING: undefined label", file=sys.stderr)
sys.exit(3)
"""


@pytest.fixture
def written() -> io.StringIO:
    return io.StringIO()


def test_a_program_is_followed_and_its_warnings_are_shown_in_full(tmp_path, written):
    steps = []
    with Line("book", Console(file=written), tmp_path) as line:
        follow = Follower(line)

        def noted(said: str) -> bool:
            known = follow(said)
            steps.append((line.what, line.count, line.total) if known else said)
            return known

        assert line.run([sys.executable, "-c", EXECUTES], noted) == 0
        assert line.run([sys.executable, "-c", BUILDS], noted) == 3
    assert ("Pages executed", 2, 2) in steps
    assert ("Pages read", 1, 4) in steps
    assert ("Pages written", 0.4, 1) in steps
    assert "a.md:7: WARNING: undefined label\n" in written.getvalue()
    assert "REPORT" not in written.getvalue()
    log = (tmp_path / "book.txt").read_text()
    assert "[REPORT/Fork-1] Executing: /a/one.md\n" in log
    assert "\nwriting output... [ 40%] book/06\n" in log
    assert "a.md:7: WARNING: undefined label\n" in log


def test_without_a_terminal_a_line_comes_seldom(tmp_path, written, monkeypatch):
    clock = iter(range(0, 10_000, 10))
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    with Line("record", Console(file=written, width=200), tmp_path) as line:
        line.step("Pages recorded", 8)
        for page in "abcdefgh":
            line.advance(page)
    assert written.getvalue().splitlines() == [
        "Pages recorded: 4 of 8, about 40 s left",
        "Pages recorded: 8 of 8, about 0 s left",
        "Pages recorded: 8 of 8, 1:30 min",
    ]


def test_on_a_terminal_the_line_moves_and_what_is_told_stands_above_it(tmp_path, written):
    console = Console(file=written, force_terminal=True, width=100)
    with Line("record", console, tmp_path) as line:
        line.step("Pages recorded", 3)
        line.advance("06-perceptron")
        line.tell("a warning")
        line.moving.refresh()
    said = written.getvalue()
    assert "a warning" in said
    assert "1 of 3" in said
    assert "06-perceptron" in said
    assert "\x1b[2K" in said


def test_what_is_interrupted_says_so(tmp_path, written, monkeypatch):
    monkeypatch.setattr(progress.signal, "signal", lambda *of_the_tests: None)

    def stop() -> None:
        with Line("record", Console(file=written), tmp_path):
            raise KeyboardInterrupt

    with pytest.raises(SystemExit) as ended:
        progress.interrupted(stop)
    assert ended.value.code == 130
    assert "The same command continues from here." in written.getvalue()
