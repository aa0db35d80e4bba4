"""Every assignment: made and verified, and not to be answered with last year's answers."""

import html
import itertools
import json
import os
import re
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from homework_samples import PERCEPTRON, SOME_MASTERS

from bookext.course import weeks as first_course
from homework.kit.grading.batch import grade_all
from homework.kit.grading.submission import Submission
from homework.kit.make import Report, main, make, masters_in, table
from homework.kit.paths import DIST, MASTERS
from homework.kit.running.sandbox import Sandbox
from homework.kit.writing.assignment import assignment_of
from homework.kit.writing.master import read_master
from homework.kit.writing.notebooks import solution_notebook, text_of
from homework.kit.writing.rubric import read_rubric

ROOT = Path(__file__).resolve().parents[2]
NEXT = "autumn 2027"


@pytest.mark.parametrize("path", SOME_MASTERS)
def test_it_is_made_and_verified(path, tmp_path):
    report = make(path, "sample", tmp_path / "dist")
    assert report.faults == []
    solution, most = report.columns["solution"].split("/")
    assert solution == most
    made = sorted(str(p.relative_to(tmp_path / "dist")) for p in (tmp_path / "dist").rglob("*.*"))
    assert made == [
        "autograder/assignment.json",
        "autograder/solution.ipynb",
        f"student/homework-{path.stem}.ipynb",
    ]
    assert path.stem in table([report])


def graded(path, course, answers, folder):
    """Grade the answers of one course with the tests of another; return points by question."""
    master = read_master(path, course)
    assignment = assignment_of(master, read_rubric(path.with_suffix(".rubric.yml")))
    tested = replace(assignment, questions=tuple(q for q in assignment.questions if q.cases))
    file = folder / f"{path.stem}.ipynb"
    notebook = solution_notebook(read_master(path, answers))
    del notebook.metadata["homework"]  # it would not even be graded
    file.write_text(text_of(notebook))
    (result,) = grade_all([Submission(answers, file)], tested, Sandbox(trusted=True))
    return {name: question.score for name, question in result.questions.items()}, tested


def code_of(path, course):
    """Return the code of each question with tests: what a student is given, and the solution."""
    questions = (q for q in read_master(path, course).questions if not q.manual)
    return {q.name: [c.source for c in q.cells if c.type == "code"] for q in questions}


@pytest.mark.parametrize("path", SOME_MASTERS)
@pytest.mark.parametrize(
    ("course", "answers"),
    [
        (NEXT, "sample"),
        pytest.param("spring 2028", NEXT, marks=pytest.mark.slow),
        pytest.param("autumn 2028", "spring 2028", marks=pytest.mark.slow),
        pytest.param("a private course", "autumn 2028", marks=pytest.mark.slow),
        pytest.param("sample", "a private course", marks=pytest.mark.slow),
    ],
)
def test_last_years_answers_do_not_fit(path, course, answers, tmp_path):
    fresh, assignment = graded(path, course, course, tmp_path)
    full = {question.name: question.points for question in assignment.questions}
    assert fresh == full
    old, _ = graded(path, course, answers, tmp_path)
    assert sum(old.values()) <= 0.8 * sum(full.values()), (old, full)
    now, then = code_of(path, course), code_of(path, answers)
    unseen = [name for name in now if now[name] != then[name] and old[name] == full[name]]
    assert len(unseen) <= 1, f"the tests of {unseen} do not see that the answers differ"


@pytest.mark.parametrize("path", SOME_MASTERS)
def test_two_courses_seldom_share_a_question(path):
    codes = [code_of(path, f"course {number}") for number in range(12)]
    for name in codes[0]:
        same = [one[name] == other[name] for one, other in itertools.combinations(codes, 2)]
        assert sum(same) <= 0.35 * len(same), name


@pytest.mark.parametrize("path", SOME_MASTERS)
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


def test_the_plan_of_twelve_weeks_hands_out_every_assignment():
    weeks = first_course.read(ROOT).weeks
    planned = [n for week in weeks for choice in week.homework for n in choice]
    assert len(weeks) == 12
    there = [int(path.stem[:2]) for path in masters_in(MASTERS)]
    assert sorted(set(planned)) == there, "book/data/course.yml and homework/masters disagree"


def planted(kind, master):
    """Return a place in a website, and the solutions in the form that they would have there."""
    cells = [cell.source for q in master.questions for cell in q.cells if cell.answer]
    text = "\n".join(cells)
    return {
        "a page": ("book/page.html", f"<pre>{html.escape(text)}</pre>"),
        "the search index": ("_static/find-text.js", f"bookText({json.dumps([text])});"),
        "a source": ("_sources/book/page.md.txt", text),
        "a listing": ("_modules/homework/masters.html", f"<p>{html.escape(text)}</p>"),
        "a notebook in the browser": ("lite/files/page.ipynb", json.dumps({"cells": cells})),
        "the contents in the browser": ("lite/api/contents/all.json", json.dumps(cells)),
        "a script": ("_static/page.js", f"const page = {json.dumps(text)};"),
        "a wheel": ("lite/static/pyodide/book-0-py3-none-any.whl", text),
    }[kind]


@pytest.fixture
def tried(monkeypatch, tmp_path, capsys):
    """Run the command, with making replaced by reading the master; return status and output."""

    def command(*names, **settings):
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(
            "homework.kit.make.make",
            lambda path, course, _: Report(path.stem, master=read_master(path, course)),
        )
        monkeypatch.setattr("homework.kit.make.SITE", tmp_path / "html")
        monkeypatch.setattr("homework.kit.make.DIST", tmp_path / "dist")
        return main(list(names)), capsys.readouterr().out

    return command


KINDS = ["a page", "the search index", "a source", "a listing", "a notebook in the browser",
         "the contents in the browser", "a script", "a wheel"]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_a_leak_in_the_website_is_found_by_the_command(kind, tried, tmp_path):
    place, text = planted(kind, read_master(PERCEPTRON))
    path = tmp_path / "html" / place
    path.parent.mkdir(parents=True)
    if kind == "a wheel":
        with zipfile.ZipFile(path, "w") as wheel:
            wheel.writestr("book/page.py", text)
    else:
        path.write_text(text)
    status, said = tried(PERCEPTRON.stem)
    assert status == 1
    assert "website: searched" in said
    assert re.search(f"WRONG: .*{re.escape(place)}", said), said
    path.unlink()
    status, said = tried(PERCEPTRON.stem)
    assert status == 0, said
    assert "All is well" in said


def test_a_website_that_is_not_there_is_said_to_be_not_searched(tried):
    status, said = tried(PERCEPTRON.stem)
    assert status == 0
    assert "website: not built, so not searched (make book)" in said


@pytest.mark.slow
def test_several_courses_are_tried_and_nothing_is_written(tmp_path):
    settings = {**os.environ, "COURSES": "spring 2028, autumn 2028"}
    before = {path: path.stat().st_mtime_ns for path in DIST.rglob("*")}
    run = subprocess.run(
        [sys.executable, "-m", "homework.kit.make", PERCEPTRON.stem],
        cwd=ROOT, capture_output=True, text=True, env=settings,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    assert re.findall("course '(.*)'", run.stdout) == ["spring 2028", "autumn 2028"]
    assert run.stdout.count("All is well.") == 2
    assert "2 of 2 courses pass all checks" in run.stdout
    assert {path: path.stat().st_mtime_ns for path in DIST.rglob("*")} == before


def test_one_course_that_is_not_sound_is_enough(tried, monkeypatch):
    def spoilt(path, course, _):
        return Report(path.stem, faults=["no seed would do"] if course == "b" else [])

    tried(PERCEPTRON.stem)
    monkeypatch.setattr("homework.kit.make.make", spoilt)
    monkeypatch.setenv("COURSES", "a, b,c")
    assert main([PERCEPTRON.stem]) == 1


def test_the_command_says_what_is_wrong(tmp_path, monkeypatch):
    monkeypatch.setenv("HOMEWORK_MASTERS", str(tmp_path))
    command = [sys.executable, "-m", "homework.kit.make"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 1
    assert "no masters" in run.stdout
    run = subprocess.run([*command, "99-none"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 1
    assert "99-none" in run.stdout
