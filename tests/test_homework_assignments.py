"""Every assignment: made and verified, and not to be answered with last year's answers."""

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from homework_samples import ALL_MASTERS

from homework.kit.assignment import assignment_of
from homework.kit.batch import grade_all
from homework.kit.make import MASTERS, make, masters_in, table
from homework.kit.master import read_master
from homework.kit.notebooks import solution_notebook, text_of
from homework.kit.otter_peer import differences
from homework.kit.rubric import read_rubric
from homework.kit.sandbox import Limits
from homework.kit.submission import Submission

ROOT = Path(__file__).resolve().parent.parent
OTTER = ROOT / ".venv-homework" / "bin" / "otter"
NEXT = "autumn 2027"


@pytest.mark.parametrize("path", ALL_MASTERS)
def test_it_is_made_and_verified(path, tmp_path):
    report = make(path, "sample", tmp_path / "dist")
    assert report.faults == []
    solution, most = report.columns["solution"].split("/")
    assert solution == most
    made = sorted(str(p.relative_to(tmp_path / "dist")) for p in (tmp_path / "dist").rglob("*.*"))
    assert made == [
        "autograder/assignment.json",
        "autograder/solution.ipynb",
        f"student/{path.stem}.ipynb",
    ]
    assert path.stem in table([report])


def graded(path, course, answers, folder):
    """The points of each question if the answers of one course meet the tests of another."""
    master = read_master(path, course)
    assignment = assignment_of(master, read_rubric(path.with_suffix(".rubric.yml")))
    tested = replace(assignment, questions=tuple(q for q in assignment.questions if q.cases))
    file = folder / f"{path.stem}.ipynb"
    file.write_text(text_of(solution_notebook(read_master(path, answers))))
    (result,) = grade_all([Submission(answers, file)], tested, Limits(), trusted=True)
    return {name: question.score for name, question in result.questions.items()}, tested


@pytest.mark.parametrize("path", ALL_MASTERS)
def test_last_years_answers_do_not_fit(path, tmp_path):
    fresh, assignment = graded(path, NEXT, NEXT, tmp_path)
    full = {question.name: question.points for question in assignment.questions}
    assert fresh == full
    old, _ = graded(path, NEXT, "sample", tmp_path)
    assert sum(old.values()) <= 0.8 * sum(full.values()), (old, full)


@pytest.mark.parametrize("path", ALL_MASTERS)
def test_a_design_of_two_samples_is_never_enough(path):
    """Two samples that happen to be alike show nothing: luck must not earn the point."""
    for course in ("sample", *range(2027, 2031)):
        master = read_master(path, str(course))
        cells = (cell.source for q in master.questions for cell in q.cells if cell.type == "code")
        cases = (case for question in master.questions for case in question.cases)
        (case,) = (case for case in cases if case.name == "test_design")
        first = [part.source for part in master.parts if getattr(part, "type", "") == "code"]
        space = {}
        exec("\n".join([*first, *cells]), space)
        few = space["design"] | {next(iter(space["design"])): 2}
        with pytest.raises(AssertionError):
            case.function()(few, space["run"])


@pytest.mark.slow
@pytest.mark.parametrize("path", ALL_MASTERS)
@pytest.mark.parametrize("course", ["spring 2028", "autumn 2028", "a private course"])
def test_other_courses_are_sound(path, course, tmp_path):
    assert make(path, course, tmp_path / "dist").faults == []


@pytest.mark.slow
@pytest.mark.parametrize("path", ALL_MASTERS)
def test_otter_makes_the_same(path):
    if not OTTER.exists():
        pytest.skip("otter-grader is not installed: make .venv-homework/.installed")
    assert differences(read_master(path), OTTER) == []


def test_the_plan_of_twelve_weeks_hands_out_every_assignment():
    rows = re.findall(r"^\|(?: *\d+ *\|.*)$", (ROOT / "book" / "teaching.md").read_text(), re.M)
    planned = [int(n) for row in rows for n in re.findall(r"\d+", row.split("|")[4])]
    assert len(rows) == 12
    there = [int(path.stem[:2]) for path in masters_in(MASTERS)]
    assert planned == there, "book/teaching.md and homework/masters disagree"


def test_the_command_says_what_is_wrong(tmp_path, monkeypatch):
    monkeypatch.setenv("HOMEWORK_MASTERS", str(tmp_path))
    command = [sys.executable, "-m", "homework.kit.make"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 1
    assert "no masters" in run.stdout
    run = subprocess.run([*command, "99-none"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 1
    assert "99-none" in run.stdout
