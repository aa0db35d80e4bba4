"""An assignment that is mended after it was graded: marks stay, points change where they must."""

import re
import shutil
from dataclasses import replace

import pytest
from homework_samples import PERCEPTRON, made_in, submission, write

from homework.kit.grade import grade
from homework.kit.grading.submission import find_submissions
from homework.kit.marking.marks import answer_of, save_mark
from homework.kit.results import results_of, write_all
from homework.kit.tables import read_table
from homework.kit.writing.assignment import assignment_of
from homework.kit.writing.master import read_master
from homework.kit.writing.notebooks import student_notebook
from homework.kit.writing.rubric import read_rubric

TEST = re.compile(r"```\{code-cell\} ipython3\n\"\"\" # BEGIN TEST CONFIG\n.*?\n```\n\n", re.DOTALL)
QUESTION = r"```\{raw-cell\}\n# BEGIN QUESTION\nname: %s\n.*?# END QUESTION\n```\n\n"
MORE = '''```{code-cell} ipython3
""" # BEGIN TEST CONFIG
points: 1
failure_message: A pair.
""" # END TEST CONFIG
def test_a_pair(cautious_perceptron):
    import numpy as np
    assert len(cautious_perceptron(np.eye(2), np.ones(2), 0)) == 2
```

'''


def swap(old, new):
    return lambda text: text.replace(old, new, 1)


def without_test(text, name="test_manners"):
    (there,) = (test for test in TEST.findall(text) if f"def {name}(" in test)
    return text.replace(there, "")


def with_one_more_test(text):
    at = TEST.search(text).start()
    return text[:at] + MORE + text[at:]


def without_question(text, name="q5"):
    return re.sub(QUESTION % name, "", text, flags=re.DOTALL)


def same(text):
    return text


WORD = swap("Let $u$ be a vector of length 1", "Let $u$ be a unit vector")
WRONG = swap('list(chosen) == @{rule["hand"]}', "len(chosen) == 99")
POINTS = swap("points: 2\nhidden: true", "points: 3\nhidden: true")
HEADING = swap("Question 4 (6 points): the proof", "Question 4 (7 points): prove it")
AND_ONE_MORE = swap("Question 6 (3 points)", "Question 6 (at most 3)")
WORDS = swap("item: progress", "item: progress at each step")
OTHERS = swap("item: squeeze", "item: the last inequality")
HIGHER = swap("item: growth\n    points: 2", "item: growth\n    points: 3")
LOWER = swap("item: growth\n    points: 2", "item: growth\n    points: 1")
#: What is changed in the master and in the rubric, and what ada's 27 points become.
CHANGES = {
    "a test is added": (with_one_more_test, same, "28"),
    "a test is taken away": (without_test, same, "26"),
    "a test is changed": (WRONG, same, "26"),
    "points of a test": (POINTS, same, "28"),
    "words of an item": (same, WORDS, "27"),
    "other words of an item": (same, OTHERS, "27"),
    "points of an item": (same, HIGHER, "27"),
    "a word of a statement": (WORD, same, "27"),
    "a heading": (HEADING, same, "27"),
    "a question is taken away": (without_question, same, "23"),
    "a statement and an item": (WORD, WORDS, "27"),
    "a test and a heading": (lambda t: AND_ONE_MORE(with_one_more_test(t)), same, "28"),
}


@pytest.fixture
def graded(tmp_path):
    """Return a place with the solution, all marks given, and a blank notebook with a correction."""
    place = made_in(tmp_path)
    folder = tmp_path / "handed in"
    folder.mkdir()
    write(submission(), folder / "ada.ipynb")
    write(submission(solved=False), folder / "bob.ipynb")
    grade(find_submissions(folder), place, trusted=True)
    ada, bob = write_all(place)
    for question in place.assignment.questions:
        if question.manual:
            full = {column: f"{points:g}" for column, points in question.columns}
            give(place, question, ada, full, "well argued")
    (q2,) = (q for q in place.assignment.questions if q.name == "q2")
    give(place, q2, bob, {q2.columns[0][0]: "0.5"}, "half a point for the idea")
    write_all(place)
    assert totals(place) == {"ada": "27", "bob": "0.5"}
    return place, folder


def give(place, question, result, marks, comment):
    answer = answer_of(result, question)
    save_mark(place.folder / "marks", place.assignment, question, result.id, answer, marks, comment)


def totals(place):
    return {row["student"]: row["total"] for row in read_table(place.folder / "grades.csv")}


def changed(place, tmp_path, master, rubric):
    """Return the place with the assignment that make homework makes of a changed master."""
    (tmp_path / "changed").mkdir()
    path = tmp_path / "changed" / PERCEPTRON.name
    text, asked = PERCEPTRON.read_text(), PERCEPTRON.with_suffix(".rubric.yml").read_text()
    assert (master(text), rubric(asked)) != (text, asked)
    path.write_text(master(text))
    path.with_suffix(".rubric.yml").write_text(rubric(asked))
    made = assignment_of(read_master(path, "sample"), read_rubric(path.with_suffix(".rubric.yml")))
    return replace(place, assignment=made.known(*place.assignment.versions))


@pytest.mark.parametrize("change", CHANGES)
def test_an_assignment_is_mended(change, graded, tmp_path, monkeypatch):
    place, folder = graded
    master, rubric, total = CHANGES[change]
    first = place.assignment
    place = changed(place, tmp_path, master, rubric)
    before = replace(place, assignment=first.known(*place.assignment.versions))
    told = []
    write_all(place, told.append)  # make grade HW=, before the class is graded again
    monkeypatch.setattr("homework.kit.grade.check_solution", lambda *_: None)  # of the old master
    grade(find_submissions(folder), place, trusted=True)
    write_all(place, told.append)
    assert totals(place) == {"ada": total, "bob": "0.5"}
    ada = read_table(place.folder / "grades.csv")[0]
    assert ada["status"] == "graded"
    moved = [line for line in told if line.startswith("ada:")]
    assert bool(moved) == (total != "27")
    assert all("→" in line for line in moved)
    if rubric is not same:
        assert [line for line in told if "now count for" in line]
    # and back: the mistake was none
    write_all(before, told.append)
    grade(find_submissions(folder), before, trusted=True)
    write_all(before, told.append)
    assert totals(before) == {"ada": "27", "bob": "0.5"}


def test_a_mark_above_the_new_points_is_asked_for_again(graded, tmp_path):
    place, _ = graded
    lower = changed(place, tmp_path, same, LOWER)
    told = []
    write_all(lower, told.append)
    assert any("above the new maximum" in line for line in told)
    assert totals(lower) == {"ada": "", "bob": "0.5"}


def test_an_item_that_is_gone_counts_no_more_and_is_not_lost(graded, tmp_path):
    """It is told once; a new item later is no heir of it."""
    place, _ = graded
    without = changed(place, tmp_path, same, lambda r: re.sub(
        r"  - item: squeeze\n.*?(?=  - item)", "", r, flags=re.DOTALL))  # fmt: skip
    told = []
    write_all(without, told.append)
    assert totals(without) == {"ada": "26", "bob": "0.5"}
    assert any("'squeeze (of 1)' no longer count" in line for line in told)
    told.clear()
    write_all(without, told.append)
    assert told == []
    rows = read_table(without.folder / "marks" / "q4.csv")
    assert rows[0]["squeeze (of 1), no longer asked for"] == "1"
    new = without.assignment.questions
    items = tuple(replace(i, item="a new one") if i.item == "growth" else i for i in new[3].items)
    more = replace(new[3], items=(*new[3].items, replace(items[0], item="something else")))
    later = replace(without.assignment, questions=(*new[:3], more, *new[4:]))
    later = replace(without, assignment=later.known(*without.assignment.versions))
    write_all(later, told.append)
    assert totals(later)["ada"] == ""
    again = replace(place, assignment=place.assignment.known(*later.assignment.versions))
    write_all(again, told.append)
    assert totals(again)["ada"] == "27"


def test_results_of_earlier_tests_are_told(graded, tmp_path, monkeypatch, capsys):
    from homework.kit.grade import main

    place, _ = graded
    place = changed(place, tmp_path, with_one_more_test, same)
    monkeypatch.setattr("homework.kit.grade.find_place", lambda name: place)
    assert main(["--homework", "06-perceptron"]) == 0
    assert "2 results come from earlier tests" in capsys.readouterr().out


def test_every_version_that_was_handed_out_is_known(graded, tmp_path, monkeypatch):
    """Whoever has the first hand-out and whoever has the second one: no statement is an answer."""
    place, folder = graded
    master, rubric, _ = CHANGES["a word of a statement"]
    second = changed(place, tmp_path, master, rubric)
    blank = student_notebook(read_master(tmp_path / "changed" / PERCEPTRON.name, "sample"))
    write(blank, folder / "cem.ipynb")
    monkeypatch.setattr("homework.kit.grade.check_solution", lambda *_: None)
    grade(find_submissions(folder), second, trusted=True)
    write_all(second)
    assert totals(second) == {"ada": "27", "bob": "0.5", "cem": "0"}


def test_a_heading_that_a_student_changed_is_known_by_its_number(tmp_path):
    place = made_in(tmp_path)
    (tmp_path / "in").mkdir()
    notebook = submission()
    for cell in notebook.cells:
        cell.source = cell.source.replace("## Question 4 (6 points): the proof", "### Question 4")
    write(notebook, tmp_path / "in" / "ada.ipynb")
    write(submission(), tmp_path / "in" / "zoe.ipynb")
    grade(find_submissions(tmp_path / "in"), place, trusted=True)
    ada, zoe = write_all(place)
    assert ada.answers["q4"] == zoe.answers["q4"]


def test_the_newer_mark_wins_when_points_go_down_and_up(graded, tmp_path):
    place, _ = graded
    lower = changed(place, tmp_path, same, LOWER)
    write_all(lower, print)
    (q4,) = (q for q in lower.assignment.questions if q.name == "q4")
    ada = next(one for one in results_of(lower) if one.id == "ada")
    give(lower, q4, ada, {"growth (of 1)": "0"}, "second thoughts")
    back = replace(place, assignment=place.assignment.known(*lower.assignment.versions))
    told = []
    write_all(back, told.append)
    assert totals(back)["ada"] == "25"


def test_a_question_that_takes_the_name_of_another_is_refused(graded, tmp_path):
    place, _ = graded
    other = changed(
        place, tmp_path, lambda t: without_question(t).replace("name: q6\n", "name: q5\n"),
        lambda r: r.replace("q6:", "q5:"),
    )  # fmt: skip
    (fault,) = other.assignment.renamed()
    assert "q5 was q6 when it was handed out; leave its name q6" in fault
    for change in (without_question, WORD, HEADING):
        shutil.rmtree(tmp_path / "changed")
        assert not [*changed(place, tmp_path, change, same).assignment.renamed()]
