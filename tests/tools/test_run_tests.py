"""tools/run_tests.py: what it counts, and that it cannot pass by running nothing."""

from pathlib import Path

import pytest

from tools import run_tests

CASES = """
import pytest
def test_good(): pass
def test_bad(): assert False
@pytest.mark.skip(reason="no such machine")
def test_left_out(): pass
"""


@pytest.fixture(autouse=True)
def log(tmp_path, monkeypatch):
    """Leave the log of the tests in which this runs alone."""
    monkeypatch.setattr(run_tests, "LOG", tmp_path / "log")


def pytest_part(folder: Path) -> list[str]:
    return [
        "python",
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-c",
        "/dev/null",
        str(folder),
    ]


def test_counts_and_reasons(tmp_path, monkeypatch):
    (tmp_path / "test_three.py").write_text(CASES)
    monkeypatch.setitem(run_tests.PARTS, "sample", pytest_part(tmp_path))
    outcome = run_tests.run("sample")
    assert outcome.passed == 1
    assert [line.endswith("test_bad") for line in outcome.failed] == [True]
    assert ["no such machine" in line for line in outcome.skipped] == [True]


def test_a_part_without_tests_fails(tmp_path, monkeypatch):
    monkeypatch.setitem(run_tests.PARTS, "sample", pytest_part(tmp_path))
    assert run_tests.run("sample").failed


def test_a_part_that_only_skips_fails(tmp_path, monkeypatch):
    (tmp_path / "test_none.py").write_text(
        CASES.replace("def test_good(): pass", "").replace("def test_bad(): assert False", "")
    )
    monkeypatch.setitem(run_tests.PARTS, "sample", pytest_part(tmp_path))
    assert run_tests.run("sample").failed == ["sample: no test ran"]


@pytest.mark.parametrize(("code", "failures"), [("", 0), ("raise SystemExit(3)", 1)])
def test_a_part_that_is_no_pytest_counts_as_one(monkeypatch, code, failures):
    monkeypatch.setitem(run_tests.PARTS, "sample", ["python", "-c", code])
    outcome = run_tests.run("sample")
    assert (outcome.passed, len(outcome.failed)) == (1 - failures, failures)


def test_the_last_line_sums_up(monkeypatch, capsys):
    parts = {"one": ["python", "-c", ""], "two": ["python", "-c", "raise SystemExit(1)"]}
    monkeypatch.setattr(run_tests, "PARTS", parts)
    assert run_tests.main([]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 1 failed, 0 skipped"


def test_slow_parts_run_only_when_asked_for(monkeypatch, capsys):
    monkeypatch.setattr(run_tests, "PARTS", {"one": ["python", "-c", ""]})
    monkeypatch.setattr(run_tests, "WEEKLY", {"slow": ["python", "-c", ""]})
    assert run_tests.main([]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("1 passed")
    assert run_tests.main(["--all"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("2 passed")
    assert run_tests.main(["slow"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("1 passed")


def test_each_daily_part_runs_with_the_site_or_without_it(monkeypatch):
    chosen = []
    monkeypatch.setattr(run_tests, "run_all", lambda parts: chosen.append(list(parts)) or {})
    for options in ([], ["--site"], ["--daily"], ["--all"], ["--site", "lint"]):
        assert run_tests.main(options) == 0
    without, on_site, daily, everything, one = chosen
    assert set(on_site) == run_tests.ON_SITE
    assert sorted(without + on_site) == sorted(daily)
    assert [*daily, *run_tests.WEEKLY] == everything
    assert one == ["lint"]
    needed = {name for part in without for name in run_tests.NEEDS.get(part, [])}
    assert needed == set()


@pytest.mark.parametrize("part", ["browser", "pages", "slow", "slow-pages"])
def test_without_a_site_its_tests_fail_at_once(monkeypatch, capsys, part):
    fails = ["python", "-c", "raise SystemExit(1)"]
    monkeypatch.setattr(run_tests, "PARTS", {"site": fails, part: ["python", "-c", ""]})
    assert run_tests.main(["--daily"]) == 1
    said = capsys.readouterr().out
    assert f"failed: {part}: not run, because site failed" in said
    assert said.splitlines()[-1] == "0 passed, 2 failed, 0 skipped"


def test_no_part_waits_for_one_behind_it():
    order = list(run_tests.PARTS | run_tests.WEEKLY)
    waits = [(earlier, part) for part, names in run_tests.NEEDS.items() for earlier in names]
    assert waits
    assert [pair for pair in waits if order.index(pair[0]) >= order.index(pair[1])] == []


WAIT = "import pathlib, time; me, other = map(pathlib.Path, {!r}); me.touch()\n"
WAIT += "while not other.exists(): time.sleep(0.01)\nprint('met', other.name)"


def test_two_parts_run_at_a_time_and_what_each_says_stands_together(monkeypatch, tmp_path):
    """Each waits for the other to begin."""
    names = [str(tmp_path / name) for name in ("one", "two")]
    parts = {
        "one": ["python", "-c", WAIT.format(names)],
        "two": ["python", "-c", WAIT.format(names[::-1])],
    }
    monkeypatch.setattr(run_tests, "PARTS", parts)
    assert run_tests.main(["two", "one"]) == 0
    said = (tmp_path / "log/test.txt").read_text("utf-8")
    for name, other in (("one", "two"), ("two", "one")):
        assert f"met {other}\n" in said.partition(f"== {name}:")[2].partition("\n==")[0]
