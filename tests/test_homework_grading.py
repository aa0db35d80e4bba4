"""Grading: every attack gets what it deserves, nothing stops the batch, nothing is told."""

import csv
import json
import os
import warnings
from dataclasses import replace

import pytest
from homework_hostile import ANSWERS, FILES
from homework_samples import perceptron, submission, write

from homework.kit import batch
from homework.kit.assignment import write_assignment
from homework.kit.batch import grade_all
from homework.kit.feedback import feedback_page
from homework.kit.grade import CannotGrade, grade, prove, write_all
from homework.kit.marking import mark
from homework.kit.notebooks import solution_notebook, text_of
from homework.kit.proofs import MarkError
from homework.kit.result import QuestionResult, Result
from homework.kit.sandbox import HOW_TO, Limits, sandbox_works
from homework.kit.student import Gone, NoSandbox, Student
from homework.kit.submission import find_submissions
from homework.kit.tables import read_table

SHORT = Limits(seconds=1, waiting=8, in_all=10)  # an honest answer takes milliseconds


def two_questions():
    """Questions 2 and 3 of the assignment, which are quick."""
    assignment = perceptron()[1]
    return replace(assignment, questions=assignment.questions[1:3])


@pytest.fixture(scope="module")
def sandbox():
    if not sandbox_works():
        if os.environ.get("CI"):
            pytest.fail(HOW_TO)
        pytest.skip(HOW_TO)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The folder that make homework writes for grading."""
    folder = tmp_path_factory.mktemp("autograder")
    master, assignment = perceptron()
    write_assignment(assignment, folder / "assignment.json")
    (folder / "solution.ipynb").write_text(text_of(solution_notebook(master)))
    return folder


@pytest.fixture(scope="module")
def results(sandbox, tmp_path_factory):
    """The whole hostile class, graded in one batch."""
    folder = tmp_path_factory.mktemp("class")
    for name, (answer, _) in ANSWERS.items():
        write(submission({3: answer}), folder / f"{name}.ipynb")
    for name, content in FILES.items():
        (folder / f"{name}.ipynb").write_bytes(content)
    os.mkfifo(folder / "pipe.ipynb")
    (folder / "link.ipynb").symlink_to(folder / "right.ipynb")
    (folder / "notes.pdf").write_bytes(b"%PDF")
    (folder / "nothing inside").mkdir()
    for name in ("one", "two"):
        (folder / "two inside").mkdir(exist_ok=True)
        write(submission(), folder / "two inside" / f"{name}.ipynb")
    (folder / "zoe").mkdir()
    write(submission(), folder / "zoe" / "homework (1).ipynb")
    found = find_submissions(folder)
    graded = grade_all(found, two_questions(), SHORT, trusted=False)
    return {result.student: result for result in graded}


def points(result):
    return sum(question.score or 0 for question in result.questions.values())


@pytest.mark.parametrize("name", ANSWERS)
def test_everybody_gets_what_they_deserve(name, results):
    result, (_, deserved) = results[name], ANSWERS[name]
    assert result.graded, result.reason
    if deserved is not None:
        assert points(result) == deserved, result.as_data()
    assert points(result) <= 9


@pytest.mark.parametrize("name", [*FILES, "pipe", "link", "notes", "nothing inside", "two inside"])
def test_what_cannot_be_graded_is_not_a_zero(name, results):
    result = results[name]
    assert not result.graded
    assert result.reason
    assert result.total is None
    assert result.status == "not graded"


def test_a_folder_of_a_learning_platform(results):
    assert points(results["zoe"]) == 9


def test_nothing_was_found_in_the_sandbox(results):
    (note,) = results["reads the tests"].notes
    assert "found []" in note, note
    assert "processes ['1', '2']" in note


def test_feedback_does_not_carry_arguments_out(results):
    result = results["tells the arguments"]
    hidden = [case.message for case in result.questions["q3"].cases if case.hidden]
    assert all("secret" in message for message in hidden)
    page = feedback_page(result, two_questions())
    assert page.count("secret") == 1  # of the visible test, whose arguments everybody knows
    assert "test_bound_is_k" not in page
    assert "test_bound_by_hand" in page


def test_the_same_submission_has_the_same_grade(sandbox, results, tmp_path):
    for name in ("chance", "wrong", "forges depth"):
        path = write(submission({3: ANSWERS[name][0]}), tmp_path / f"{name}.ipynb")
        again = mark(path, name, two_questions(), SHORT, trusted=False)
        assert again == results[name], name


def test_notebooks_that_were_edited(sandbox, tmp_path):
    deleted, stripped, doubled = submission(), submission(), submission()
    deleted.cells = [cell for cell in deleted.cells if "tight_sample" not in cell.source]
    stripped.metadata.clear()
    for cell in stripped.cells:
        cell.metadata.clear()
    doubled.cells = [cell for cell in doubled.cells for _ in range(2)]
    gone = submission()
    gone.cells = [cell for cell in gone.cells if "answer q4 begins" not in cell.source]
    found = {}
    for name, notebook in {"deleted": deleted, "stripped": stripped, "doubled": doubled,
                           "gone": gone}.items():  # fmt: skip
        path = write(notebook, tmp_path / f"{name}.ipynb")
        found[name] = mark(path, name, perceptron()[1], Limits(), trusted=False)
    assert [points(found[name]) for name in ("deleted", "stripped", "doubled")] == [15, 18, 18]
    assert "Progress" in found["stripped"].answers["q4"]
    assert found["gone"].answers["q4"] is None
    assert found["gone"].questions["q4"].score is None  # a person must look, it is no zero


def test_the_solution_is_graded_first(sandbox, made, tmp_path, capsys):
    folder = tmp_path / "class"
    folder.mkdir()
    write(submission(), folder / "ada.ipynb")
    (result,) = grade(find_submissions(folder), made)
    assert points(result) == 18
    assert "full marks" in capsys.readouterr().out
    broken = tmp_path / "autograder"
    broken.mkdir()
    (broken / "assignment.json").write_text((made / "assignment.json").read_text())
    write(submission({3: ANSWERS["wrong"][0]}), broken / "solution.ipynb")
    with pytest.raises(CannotGrade, match="q3, test_shapes"):
        grade(find_submissions(folder), broken)


def test_without_the_sandbox_it_refuses(made, tmp_path, monkeypatch):
    write(submission(), tmp_path / "ada.ipynb")
    monkeypatch.setattr("homework.kit.grade.sandbox_works", lambda: False)
    with pytest.raises(CannotGrade, match="bubblewrap"):
        grade(find_submissions(tmp_path), made)
    (result,) = grade(find_submissions(tmp_path), made, trusted=True)
    assert points(result) == 18


def test_a_fault_of_ours_is_not_a_zero(made, monkeypatch):
    monkeypatch.setattr("homework.kit.sandbox.INSIDE", made)  # where no child.py is
    with pytest.raises(CannotGrade, match="did not start"):
        prove(made, perceptron()[1], SHORT, trusted=True)


@pytest.mark.parametrize("way", ["dies", "hangs"])
def test_a_worker_that_dies_or_hangs_does_not_stop_the_batch(way, made, tmp_path, monkeypatch):
    def die(path, *arguments, **keywords):
        if path.stem == "b":
            os._exit(3) if way == "dies" else os.read(os.pipe()[0], 1)
        return mark(path, *arguments, **keywords)

    worker = batch._Worker

    def patient(process, pipe, submission, end):
        """Only the one that hangs has a short deadline: the others may wait for a busy machine."""
        return worker(process, pipe, submission, end + 600 * (submission.student != "b"))

    monkeypatch.setattr(batch, "mark", die)
    monkeypatch.setattr(batch, "_Worker", patient)
    if way == "hangs":
        monkeypatch.setattr(batch, "DEADLINE", 3.0)
    for name in "abc":
        write(submission({5: "..."}), tmp_path / f"{name}.ipynb")
    found = grade_all(find_submissions(tmp_path), perceptron()[1], SHORT, trusted=True)
    assert [result.graded for result in found] == [True, False, True]
    assert "look at this one" in found[1].reason
    assert ("stopped (3)" if way == "dies" else "took more than 3 s") in found[1].reason


def test_a_slow_start_is_no_fault_of_the_student():
    """The time until the process is ready does not count as waiting for an answer."""
    student = Student(replace(SHORT, waiting=0.0), trusted=True)
    with pytest.raises(Gone, match="no answer within 0 s"):
        student.run("pass")
    with pytest.raises(NoSandbox, match="no answer within 0 s"):
        Student(replace(SHORT, starting=0.0), trusted=True)


def test_marks_grades_and_feedback(tmp_path):
    assignment = perceptron()[1]
    folder = tmp_path / "class"
    folder.mkdir()
    blank = submission(solved=False)
    names = ["Ada Lovelace_4711_assignsubmission_file", "turingalan_12_99_hw6", "=cmd", "late"]
    for name in names[:3]:
        write(submission({4: "A <script>alert(1)</script> proof"}), folder / f"{name}.ipynb")
    write(blank, folder / "late.ipynb")
    (folder / "x.pdf").write_text("")
    found = find_submissions(folder)
    results = grade_all(found, assignment, Limits(), trusted=True)
    write_all(results, assignment, tmp_path)
    sheet = (tmp_path / "proofs" / "q4.html").read_text()
    assert "&lt;script&gt;" in sheet
    assert "<script" not in sheet
    rows = read_table(tmp_path / "grades.csv")
    assert [row["status"] for row in rows] == [
        "waiting for marks", "waiting for marks", "graded", "waiting for marks", "not graded",
    ]  # fmt: skip
    assert [row["total"] for row in rows] == ["", "", "0", "", ""]
    assert rows[1]["student"] == "Ada Lovelace_4711_assignsubmission_file"
    assert rows[0]["student"] == "'=cmd"

    for name in ("q4", "q6"):
        path = tmp_path / "proofs" / f"{name}.csv"
        marked = read_table(path)
        for row in marked:
            for column in row:
                if "(of" in column and not row[column]:
                    row[column] = "0,5"
            row["comment"] = row["comment"] or "well done"
        with path.open("w", newline="") as file:  # as a spreadsheet of another country writes it
            writer = csv.DictWriter(file, marked[0], delimiter=";")
            writer.writeheader()
            writer.writerows(marked)
    write_all(results, assignment, tmp_path)
    rows = read_table(tmp_path / "grades.csv")
    assert [row["total"] for row in rows] == ["21.5", "21.5", "0", "21.5", ""]
    moodle = read_table(tmp_path / "moodle.csv")
    assert list(moodle[0]) == [
        "Identifier", "Full name", "Grade", "Maximum Grade", "Last modified (grade)",
    ]  # fmt: skip
    assert moodle[1]["Identifier"] == "Participant 4711"
    assert moodle[1]["Grade"] == "21.5"
    assert len(moodle) == 4
    possible, *canvas = read_table(tmp_path / "canvas.csv")
    heads = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", assignment.title]
    assert list(possible) == heads
    assert possible["Student"] == "Points Possible"
    assert [row["ID"] for row in canvas] == ["", "", "", "12"]
    page = (tmp_path / "feedback" / "turingalan_12_99_hw6.html").read_text()
    assert "well done" in page
    assert "21.5" in page
    assert json.loads((tmp_path / "results.json").read_text())[0]["total"] == 21.5

    path = tmp_path / "proofs" / "q4.csv"
    path.write_text(path.read_text().replace("0,5", "5", 1))
    with pytest.raises(MarkError, match="q4.csv, .*progress.*between 0 and 1"):
        write_all(results, assignment, tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("student,", "name,", "line 1: the column 'student' is gone"),
        ("comment", "remark", "line 1: the column 'comment' is gone"),
        ("progress", "steps", r"line 1: the column 'progress.*\(of 1\)' is gone"),
        ("comment", "Prüfung", "not UTF-8"),
    ],
)
def test_a_table_whose_columns_were_changed_loses_no_mark(old, new, message, tmp_path):
    result = Result("ada", "ada.ipynb")
    assignment = perceptron()[1]
    for question in assignment.questions:
        marks = [(item.item, item.points, None) for item in question.items]
        result.questions[question.name] = QuestionResult(question.points, None, marks=marks)
        result.answers[question.name] = "a proof"
    write_all([result], assignment, tmp_path)
    path = tmp_path / "proofs" / "q4.csv"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1), encoding="latin-1")
    before = path.read_bytes()
    with pytest.raises(MarkError, match=f"q4.csv.*{message}"):
        write_all([result], assignment, tmp_path)
    assert path.read_bytes() == before


def test_what_numpy_thinks_of_a_wrong_answer_is_not_printed(tmp_path):
    question = two_questions().questions[0]
    loud = "def test_loud():\n    import numpy as np\n    assert np.log(-np.ones(1)) == 0"
    case = replace(question.cases[0], name="test_loud", arguments=(), source=loud)
    assignment = replace(two_questions(), questions=(replace(question, cases=(case,)),))
    file = write(submission(), tmp_path / "ada.ipynb")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = mark(file, "ada", assignment, Limits(), trusted=True)
    (said,) = result.questions["q2"].cases
    assert said.message.startswith("AssertionError")
