"""What the site offers of the homework: what students get, the solutions, and nothing hidden."""

import json
import re

import nbformat
import pytest
import yaml
from homework_samples import PERCEPTRON, SOME_MASTERS, perceptron

from homework.kit.grading.answers import read_answers
from homework.kit.grading.submission import read_notebook
from homework.kit.proving.leaks import leaks, leaks_in, secrets, squeeze
from homework.kit.publish import ALONE, main, publish
from homework.kit.writing.master import read_master
from homework.kit.writing.notebooks import notebook_name, student_notebook, text_of

SEED = re.compile(r"default_rng\([^()]*\)")


def hidden_cases(master):
    return [case for question in master.questions for case in question.cases if case.hidden]


def rubric_words(path):
    """Return what only a marker reads."""
    rubric = yaml.safe_load(path.with_suffix(".rubric.yml").read_text("utf-8"))
    items = [item for question in rubric.values() for item in question]
    return [item[key] for item in items for key in ("look_for", "typical_gap")]


def seeds(sources):
    return {seed for source in sources for seed in SEED.findall(source)}


def given_away(path, folder, *, solved=False):
    """Return what the files in a folder tell that they must not, with the files' names."""
    master = read_master(path)
    cases = hidden_cases(master)
    visible = [c.source for q in master.questions for c in q.cases if not c.hidden]
    answers = [cell.source for q in master.questions for cell in q.cells if cell.answer]
    public = seeds([*visible, *answers * solved])
    lines = secrets(master, solved=solved) | (seeds(case.source for case in cases) - public)
    words = [case.name for case in cases] + [case.hint for case in cases] + rubric_words(path)
    if not solved:
        words += answers
    told = []
    for file in sorted(folder.iterdir()):
        text = file.read_text("utf-8")
        told += [(file.name, line) for line in leaks_in(text, lines)]
        told += [(file.name, word) for word in words if squeeze(word) in squeeze(text)]
    return told


@pytest.mark.parametrize("path", SOME_MASTERS)
def test_nothing_hidden_is_published(path, tmp_path):
    publish([path], tmp_path / "site", solutions=True)
    master, folder = read_master(path), tmp_path / "site"
    assert len(hidden_cases(master)) > 5
    given, solved = (folder / notebook_name(master.name, solved=s) for s in (False, True))
    assert sorted(folder.iterdir()) == sorted([given, solved])  # no key, no rubric
    assert given_away(path, folder, solved=True) == []
    solved.unlink()
    assert given_away(path, folder) == []
    assert leaks(folder, [master]) == []


@pytest.mark.parametrize("kind", ["a hidden test", "its hint", "its seed", "the rubric", "a proof"])
def test_what_is_hidden_is_found_if_it_is_published(kind, tmp_path):
    master = read_master(PERCEPTRON)
    case = hidden_cases(master)[0]
    proof = next(q for q in master.questions if q.kind == "proof")
    text = {
        "a hidden test": case.source,
        "its hint": case.hint,
        "its seed": f"rng = np.{SEED.search(case.source)[0]}",
        "the rubric": rubric_words(PERCEPTRON)[0],
        "a proof": "\n\n".join(cell.source for cell in proof.cells if cell.answer),
    }[kind]
    (tmp_path / "a.ipynb").write_text(json.dumps({"source": text}), "utf-8")
    assert given_away(PERCEPTRON, tmp_path)


def test_the_hidden_tests_in_a_published_solution_are_a_leak(tmp_path):
    """In its file the lines of the solution are none."""
    master = read_master(PERCEPTRON)
    publish([PERCEPTRON], tmp_path / "homework")
    assert leaks(tmp_path, [master]) == []
    solved = tmp_path / "homework" / notebook_name(master.name, solved=True)
    text = solved.read_text("utf-8")
    solved.write_text(text + json.dumps([case.source for case in hidden_cases(master)]), "utf-8")
    assert leaks(tmp_path, [master])
    solved.rename(tmp_path / "elsewhere.ipynb").write_text(text, "utf-8")
    assert leaks(tmp_path, [master])


def test_a_course_of_ones_own_is_not_published(tmp_path, monkeypatch):
    """Neither its masters nor its numbers, and no solution where none is wanted."""
    monkeypatch.setenv("HOMEWORK_MASTERS", str(tmp_path))
    monkeypatch.setenv("COURSE", "autumn 2027")
    main([str(tmp_path / "site"), "--without-solutions"])
    names = {file.name for file in (tmp_path / "site").iterdir()}
    assert names == {notebook_name(path.values[0].stem) for path in SOME_MASTERS}
    found = read_notebook(tmp_path / "site" / notebook_name(PERCEPTRON.stem))
    assert (found.homework, found.course) == (PERCEPTRON.stem, "sample")


def test_readers_get_what_students_get_except_who_grades(tmp_path):
    publish([PERCEPTRON], tmp_path / "site")
    read = nbformat.read(tmp_path / "site" / notebook_name(PERCEPTRON.stem), 4)
    wanted = nbformat.reads(text_of(student_notebook(read_master(PERCEPTRON))), 4)
    other = [(a, b) for a, b in zip(read.cells, wanted.cells, strict=True) if a != b]
    assert [(a.source, b.metadata.tags) for a, b in other] == [(ALONE, ["rules"])]


def test_what_a_reader_hands_in_after_all_can_be_graded(tmp_path):
    """The cell that says who grades is no answer, and every heading is found."""
    publish([PERCEPTRON], tmp_path / "site")
    notebook = read_notebook(tmp_path / "site" / notebook_name(PERCEPTRON.stem))
    _, assignment = perceptron()
    answers = read_answers(notebook, [assignment.given], assignment.manual)
    assert answers.elsewhere == ""
    assert assignment.manual
    assert all(answers.of[name].blank for name in assignment.manual)
