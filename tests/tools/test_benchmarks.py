"""make bench: turns, wrong answers, verdicts and the table; no real time here."""

import numpy as np
import pytest

from benchmarks.__main__ import run
from benchmarks.cases import SIZES, all_cases, sample
from benchmarks.timer import Case, Line, WrongResult, measure, time


@pytest.fixture
def clock(monkeypatch):
    """Return a clock that an action turns itself, instead of the processor's."""
    now = [0.0]
    monkeypatch.setattr(time, "process_time", lambda: now[0])

    def lasting(*seconds, result=1):
        left = list(seconds)

        def action():
            now[0] += left.pop(0) if len(left) > 1 else left[0]
            return result

        return action

    return lasting


def case(ours, peer, target=1.0, slow=False):
    return Case("fake", ours, "a peer", peer, target, np.array_equal, slow)


def test_medians_in_turns(clock):
    line = measure(case(clock(9, 1, 5, 2), clock(9, 4)), budget=0)
    assert (line.ours, line.theirs, line.ratio) == (2, 4, 0.5)


def test_a_slow_peer_runs_once(clock):
    assert measure(case(clock(1.0), clock(7.0, 1e9), slow=True), budget=0).theirs == 7.0


def test_a_wrong_answer_ends_the_run(clock, tmp_path):
    wrong = case(clock(1.0, result=1), clock(1.0, result=2))
    with pytest.raises(WrongResult, match="fake"):
        run([wrong], tmp_path / "bench.md")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("target", "verdict"), [(0.5, "met"), (0.2, "MISSED"), (0.15, "FAR")])
def test_verdicts(target, verdict):
    assert Line(case(None, None, target), ours=1.0, theirs=2.0).verdict == verdict


def test_the_table(clock, tmp_path):
    cases = [case(clock(2.0), clock(4.0)), case(clock(1.5), clock(1.0))]
    assert run(cases, tmp_path / "bench.md") == ["met", "MISSED"]
    rows = (tmp_path / "bench.md").read_text().splitlines()[-2:]
    assert [[word.strip() for word in row.split("|")[3:7]] for row in rows] == [
        ["4e+03", "0.5", "1", "met"],
        ["1e+03", "1.5", "1", "MISSED"],
    ]


def test_far_above_the_target_twice(clock, tmp_path):
    once = case(clock(9.0, 9.0, 9.0, 9.0, 1.0), clock(1.0))
    assert run([once, case(clock(9.0), clock(1.0))], tmp_path / "bench.md") == ["met", "FAR"]


@pytest.mark.slow
def test_every_line_has_its_own_name():
    names = [case.name for case in all_cases()]
    assert len(set(names)) == len(names) > 30


def test_samples_are_separable_until_labels_are_turned():
    X, y = sample("S")
    assert X.shape == SIZES["S"][:2]
    assert not np.array_equal(y, sample("S", 0.1)[1])
