"""make bench: the rule that fails a run, the table, missing peers, wrong results; no time here."""

import json
import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import benchmarks.case
from benchmarks import recorded, table
from benchmarks.__main__ import GROUPS, chosen, run, summary
from benchmarks.case import Case, Line, WrongResult, measure, optional, sample
from benchmarks.descents import RULES

LINE = Line("sort", ("a.b",), "numpy", target=0.5, ours=0.001, theirs=0.004)
ALONE = Line("count", target=2.0, ours=3.0, product=1.5)


@pytest.fixture
def clock(monkeypatch):
    """A clock that an action turns itself, instead of the processor's."""
    now = [0.0]
    monkeypatch.setattr(benchmarks.case.time, "process_time", lambda: now[0])

    def lasting(*seconds, result=1):
        left = list(seconds)

        def action():
            now[0] += left.pop(0) if len(left) > 1 else left[0]
            return result

        return action

    return lasting


def case(ours, peer=None, **rest):
    against = "peer" if peer else ""
    return Case("fake", ("a.b",), ours, lambda a, b: b in (a, None), peer, against, **rest)


def test_medians_in_turns(clock):
    line = measure(case(clock(9, 1, 5, 2), clock(9, 4)), budget=0)
    assert (line.ours, line.theirs, line.ratio) == (2, 4, 0.5)


def test_a_slow_peer_runs_once(clock):
    peer = clock(7.0, 1e9)
    line = measure(case(clock(1.0), peer, slow=True), budget=0)
    assert line.theirs == 7.0


def test_a_loop_is_measured_in_products(clock, monkeypatch):
    monkeypatch.setattr(benchmarks.case, "partial", lambda f, *given: clock(0.5))
    X = np.ones((3, 2))
    line = measure(case(clock(6.0), clock(6.0), loops=(X, lambda found: 4)), budget=0)
    assert (line.product, line.loops, line.passes) == (0.5, 4, 3.0)


def test_without_a_peer_the_ratio_is_to_one_product(clock, monkeypatch):
    monkeypatch.setattr(benchmarks.case, "sample", lambda size: (np.ones((3, 2)), None))
    monkeypatch.setattr(benchmarks.case, "partial", lambda f, *given: clock(0.5))
    line = measure(case(clock(6.0), target=6.5), budget=0)
    assert (line.theirs, line.ratio, line.verdict) == (None, 12.0, "met")


def test_a_wrong_result_ends_the_run(clock, tmp_path):
    wrong = case(clock(1.0, result=1), clock(1.0, result=2))
    said = []
    with pytest.raises(WrongResult, match="fake"):
        run([wrong], {}, tmp_path, say=said.append)
    assert said == []
    assert list(tmp_path.iterdir()) == []


def test_a_missing_peer_is_told_and_nothing_runs(tmp_path):
    def never():
        raise AssertionError("it ran")

    said = []
    lines, slower = run(
        [case(never, never, missing="numba")], {"fake": 0.1}, tmp_path, say=said.append
    )
    assert "not run: numba is missing" in said[0]
    assert "not run: numba is missing" in (tmp_path / "bench.md").read_text()
    assert (lines[0].ratio, slower) == (None, [])
    assert "not run: 1 of 1\n  fake" in list(summary(lines, {"fake": 0.1}, whole=True))


def test_an_optional_package():
    assert optional("json") is json
    assert optional("no_such_package_here") is None


@pytest.mark.parametrize(
    ("first", "second", "fails"),
    [(0.41, 0.41, True), (0.41, 0.40, False), (0.40, 9.0, False), (0.39, 0.41, False)],
)
def test_twice_the_recorded_ratio_twice_in_a_row(first, second, fails):
    asked = []

    def again(name):
        asked.append(name)
        return replace(LINE, ours=second, theirs=1.0)

    slower = recorded.slower_twice([replace(LINE, ours=first, theirs=1.0)], {"sort": 0.2}, again)
    assert bool(slower) == fails
    assert asked == (["sort"] if first > 0.4 else [])
    assert all("sort 0.41, again 0.41, was 0.2" in text for text in slower)


def test_a_line_without_a_recorded_ratio_cannot_fail():
    assert not recorded.is_slower(LINE, {"another": 0.001})


def test_the_second_measurement_is_in_the_same_run(clock, tmp_path):
    said = []
    _, slower = run([case(clock(3.0), clock(1.0))], {"fake": 1.0}, tmp_path, say=said.append)
    assert [text.startswith("again: fake") for text in said] == [False, True]
    assert slower == ["fake 3, again 3, was 1"]
    assert json.loads((tmp_path / "bench.json").read_text())["slower"] == slower


def test_recording_does_not_compare(clock, tmp_path):
    cases = [case(clock(3.0), clock(1.0))]
    assert run(cases, {"fake": 1.0}, tmp_path, compare=False, say=len)[1] == []


def test_what_is_recorded(tmp_path):
    file = tmp_path / "recorded.json"
    assert recorded.load(file) == {}
    recorded.save([LINE, replace(LINE, name="unmeasured", ours=None)], file, whole=True)
    assert recorded.load(file) == {"sort": 0.25}
    recorded.save([ALONE], file, whole=False)
    assert recorded.load(file) == {"sort": 0.25, "count": 2.0}
    recorded.save([ALONE], file, whole=True)
    assert recorded.load(file) == {"count": 2.0}


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        (LINE, "met"),
        (replace(LINE, ours=0.0021), "MISSED"),
        (replace(LINE, target=None), "no target"),
        (ALONE, "MISSED"),
        (replace(ALONE, ours=2.0), "met"),
    ],
)
def test_verdicts(line, verdict):
    assert line.verdict == verdict
    assert verdict in table.row(line, None)


def test_the_table(tmp_path):
    noted = replace(LINE, note="why so", product=0.0001, loops=5)
    table.write([noted, ALONE], {"sort": 0.2}, ["x"], tmp_path, known=["a.b", "c.d"])
    text = (tmp_path / "bench.md").read_text()
    assert "| sort | 1.00 | 4.00 | 0.25 | 0.50 | 0.20 | met | 2.0 X @ w | numpy |" in text
    assert "| count | 3000.00 | - | 2.00 X @ w | 2.00 s | - | MISSED |  | (seconds alone) |" in text
    assert "- sort: why so" in text
    assert "No peer: c.d." in text
    data = json.loads((tmp_path / "bench.json").read_text())
    assert data["no peer"] == ["c.d"]
    assert [(line["name"], line["ratio"], line["recorded"]) for line in data["lines"]] == [
        ("sort", 0.25, 0.2),
        ("count", 2.0, None),
    ]


def test_what_changed_is_told():
    text = "\n".join(summary([LINE], {"gone": 1.0}, whole=True))
    assert "['sort']" in text
    assert "['gone']" in text
    assert "gone" not in "\n".join(summary([LINE], {"gone": 1.0, "sort": 1}, whole=False))


def test_only_selects_by_line_and_by_group():
    groups = {"soft": lambda: [replace(fake, name="soft SVM")], "hard": lambda: [fake]}
    assert [c.name for c in chosen(groups, "")] == ["soft SVM", "fake"]
    assert [c.name for c in chosen(groups, "hard")] == ["fake"]
    assert [c.name for c in chosen(groups, "SVM")] == ["soft SVM"]


fake = case(lambda: 1)


def test_algorithms_are_read_off_the_docstrings(tmp_path):
    known = table.algorithms()
    expected = {"linear.pocket.pocket", "kernels.svm.smo", "networks.backprop.backpropagate"}
    assert expected <= set(known)
    assert not [name for name in known if name.startswith("checks")]


def test_what_the_lines_measure_exists():
    """A name that nobody defines would leave the function it means among those without a peer."""
    folder = Path(benchmarks.case.__file__).parent
    sources = [(folder / f"{group}.py").read_text() for group in GROUPS]
    named = set(re.findall(r'"([a-z_0-9]+(?:\.[a-z_0-9]+)+)"', "".join(sources)))
    named |= {f"optimise.optimisers.{name}" for name in RULES}
    assert len(named) > 25
    for name in named:
        module, _, function = name.rpartition(".")
        assert callable(getattr(import_module(f"lecture_code.{module}"), function))


@pytest.mark.parametrize("group", ["descents", "networks", "soft"])
def test_every_line_has_its_own_name(group):
    names = [line.name for line in GROUPS[group]()]
    assert len(set(names)) == len(names) > 2


def test_samples_are_separable_until_labels_are_turned():
    X, y = sample("S")
    assert X.shape == (100, 2)
    assert not np.array_equal(y, sample("S", 0.1)[1])
