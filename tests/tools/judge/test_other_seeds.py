"""The simulated checks of the book under other seeds: what is judged, what is told."""

from tools import run_tests
from tools.judge import other_seeds

SETUP = """\
import numpy as np
from lecture_code.checks import check, claim, frequency, refute, report
from lecture_code.explore import explore
rng = np.random.default_rng(7)
hits = int((rng.random(2000) < 0.1).sum())
"""


def runs(code, seeds, folder):
    return [other_seeds.run_page([SETUP, code], k, folder) for k in range(1, seeds + 1)]


def test_a_check_with_room_holds_under_all_seeds(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = 'check("thm-x", frequency(hits, 2000), "<=", 0.2, note="w")'
    assert runs(code, 6, tmp_path) == 6 * [(1, [], [])]


def test_a_check_that_leaves_the_seed_no_room_is_found(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = 'check("thm-x", frequency(hits, 2000), "==", 0.1, within=0.033, note="w")'
    failed = [line for _, found, _ in runs(code, 12, tmp_path) for line in found]
    assert 0 < len(failed) < 12  # half a standard deviation of room
    assert all("check: thm-x undecided" in line for line in failed)


def test_a_refutation_of_what_is_true_is_found(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = 'refute("thm-x", frequency(hits, 2000), "<=", 0.2, note="w", because="b")'
    assert [failed[0][:15] for _, failed, _ in runs(code, 2, tmp_path)] == 2 * ["refute: thm-x s"]


def test_the_findings_of_a_claim_are_noted_one_by_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = """\
report(
    claim("thm-x", "w").holds(hits, "==", -1, "drawn").holds(frequency(hits, 2000), "<=", 0.2)
    .breaks(frequency(hits, 2000), "<=", 0.2, "b", because="b")
)
"""
    for made, failed, told in runs(code, 2, tmp_path):
        assert made == 2
        assert [line[:15] for line in failed] == ["refute: thm-x s"]
        assert [line.split(":")[0] for line in told] == ["check"]


def test_what_holds_for_one_sample_only_is_told_and_the_page_goes_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = """\
seen = [check("ex-x", hits, "==", -1, note="drawn"), 5]
1 / 0
explore(None, title="t", n=[1, 2])
report(seen[0], check("thm-x", frequency(hits, 2000), "<=", 0.2, note="w"))
"""
    for made, failed, told in runs(code, 3, tmp_path):
        assert (made, failed) == (1, [])
        assert [line.split(":")[0] for line in told] == ["ZeroDivisionError", "check"]


def test_the_seed_changes_what_is_drawn(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = 'check("ex-x", hits, "==", -1, note="drawn")'
    drawn = [told[0] for _, _, told in runs(code, 4, tmp_path)]
    assert len(set(drawn)) > 1
    assert runs(code, 1, tmp_path)[0][2] == drawn[:1]


def test_the_weekly_run_includes_them():
    assert run_tests.WEEKLY["seeds"][:2] == ["python", "tools/judge/other_seeds.py"]
