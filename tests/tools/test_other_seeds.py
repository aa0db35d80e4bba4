"""The simulated checks of the book under other seeds: what runs, what is judged, what is told."""

import doctest
from pathlib import Path

import numpy as np
import other_seeds
import page_parts
import pytest
import run_tests
from page_parts import needed, split

ROOT = Path(__file__).resolve().parents[2]

SETUP = """\
import numpy as np
from lecture_code.checks import check, frequency, refute, report
from lecture_code.explore import explore
rng = np.random.default_rng(7)
hits = int((rng.random(2000) < 0.1).sum())
"""


def runs_of(code, seeds, folder, monkeypatch):
    monkeypatch.chdir(folder)
    return other_seeds.run_seeds(split(SETUP + code, 3, judged=True), seeds, folder)[0]


def test_a_check_with_room_holds_under_all_seeds(tmp_path, monkeypatch):
    code = 'check("thm-x", frequency(hits, 2000), "<=", 0.2, note="w")'
    runs = runs_of(code, 6, tmp_path, monkeypatch)
    assert [(run.simulated, run.judged, run.told) for run in runs] == 6 * [(1, [], [])]
    assert list(other_seeds.faults(runs, 1)) == []


def test_a_check_that_leaves_the_seed_no_room_is_found(tmp_path, monkeypatch):
    code = 'check("thm-x", frequency(hits, 2000), "==", 0.1, within=0.033, note="w")'
    failed = list(other_seeds.faults(runs_of(code, 12, tmp_path, monkeypatch), 1))
    assert 0 < len(failed) < 12  # half a standard deviation of room
    assert all("check: thm-x undecided" in line for line in failed)


def test_a_refutation_of_what_is_true_is_found(tmp_path, monkeypatch):
    code = 'refute("thm-x", frequency(hits, 2000), "<=", 0.2, note="w", because="b")'
    failed = list(other_seeds.faults(runs_of(code, 2, tmp_path, monkeypatch), 1))
    assert [line[:18] for line in failed] == ["seed 1: refute: th", "seed 2: refute: th"]


def test_what_holds_for_one_sample_only_is_told_and_the_cell_goes_on(tmp_path, monkeypatch):
    code = """\
seen = [check("ex-x", hits, "==", -1, note="drawn"), 5]
1 / 0
report(seen[0], check("thm-x", frequency(hits, 2000), "<=", 0.2, note="w"))
"""
    runs = runs_of(code, 3, tmp_path, monkeypatch)
    assert list(other_seeds.faults(runs, 1)) == []
    told = list(other_seeds.summed(runs))
    assert [line.partition(", for")[0] for line in told] == 2 * ["3 of 3 seeds"]
    assert "ex-x violated" in told[0]
    assert "line 3: ZeroDivisionError" in told[1]


def test_a_check_that_is_not_reached_is_a_fault(tmp_path, monkeypatch):
    code = 'check("thm-x", frequency(lost, 2000), "<=", 0.2, note="w")'
    runs = runs_of(code, 1, tmp_path, monkeypatch)
    assert list(other_seeds.faults(runs, 1)) == ["seed 1: 0 simulated verdicts, 1 in the record"]


def test_figures_are_left_out_and_everything_is_put_back(tmp_path, monkeypatch):
    from lecture_code import checks, explore

    before = np.random.default_rng, checks.check, checks.refute, explore.explore
    runs = runs_of("explore(None, title='t', n=[1, 2])", 1, tmp_path, monkeypatch)
    assert runs[0].told == []
    assert (np.random.default_rng, checks.check, checks.refute, explore.explore) == before


def test_equal_seeds_stay_equal_and_others_differ():
    one, again, two = (other_seeds.other_generator(np.random.default_rng, k) for k in (1, 1, 2))
    first = one(5).random(4).tolist()
    assert again(np.int64(5)).random(4).tolist() == first
    assert two(5).random(4).tolist() != first
    assert one(6).random(4).tolist() != first
    assert np.random.default_rng(5).random(4).tolist() != first
    generator = np.random.default_rng(0)
    assert one(generator) is generator


def kept(code):
    return [part.code for part in needed(split(code, 1, judged=True))]


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("a = 1\nb = 2\ncheck(a)", ["a = 1", "check(a)"]),
        ("a = 1\na = 2\ncheck(a)\na = 3", ["a = 2", "check(a)"]),
        ("a = [1]\na[0] = 2\ncheck(a)", ["a = [1]", "a[0] = 2", "check(a)"]),
        ("a = 1\na += 1\ncheck(a)", ["a = 1", "a += 1", "check(a)"]),
        ("a = 1\nif b:\n    a = 2\ncheck(a)", ["a = 1", "if b:\n    a = 2", "check(a)"]),
        ("f = lambda: a\na = 1\ncheck(f())", ["f = lambda: a", "a = 1", "check(f())"]),
        ("from m import a as b, c\nimport d.e\ncheck(b)", ["from m import a as b, c", "check(b)"]),
        ("a.append(1)\na.b = 2\nc.d = 3\ncheck(a)", ["a.append(1)", "a.b = 2", "check(a)"]),
        ("a = 1\nprint(a)", []),
    ],
)
def test_only_what_a_check_needs_is_run(code, wanted):
    assert kept(code) == wanted


def test_a_function_needs_all_that_ever_bind_its_names():
    code = "def f():\n    return a\na = 1\nb = f()\na = 2\nc = 3\ncheck(b)"
    assert kept(code) == ["def f():\n    return a", "a = 1", "b = f()", "a = 2", "check(b)"]


def test_claims_of_other_cells_are_not_judged():
    assert [part.judged for part in split("check(a)", 1, judged=False)] == [False]


def test_the_weekly_run_includes_them():
    assert run_tests.WEEKLY["seeds"] == ["python", "tools/other_seeds.py"]
    assert other_seeds.SEEDS >= 20


def test_examples_are_right():
    done = doctest.testmod(page_parts)
    assert done.attempted > 0
    assert done.failed == 0
