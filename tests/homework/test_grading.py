"""Grading: every attack gets what it deserves, nothing stops the batch, nothing is told."""

import os
import warnings
from dataclasses import replace

import pytest
from homework_hostile import ANSWERS, FILES
from homework_samples import perceptron, submission, write

from homework.kit.grade import check_solution, grade
from homework.kit.grading import batch
from homework.kit.grading.batch import grade_all
from homework.kit.grading.one import mark
from homework.kit.grading.submission import Submission, find_submissions
from homework.kit.marking.feedback import feedback_page
from homework.kit.paths import CannotGrade
from homework.kit.running.sandbox import Limits, Sandbox
from homework.kit.running.student import Gone, NoSandbox, Student

SHORT = Limits(seconds=1, grace=1, waiting=8, in_all=20)  # an honest answer takes milliseconds
TRUSTED = Sandbox(SHORT, trusted=True)


def two_questions():
    """Questions 2 and 3 of the assignment, which are quick."""
    assignment = perceptron()[1]
    return replace(assignment, questions=assignment.questions[1:3])


@pytest.fixture(scope="module")
def results(sandbox, tmp_path_factory):
    """Grade the whole hostile class in one batch."""
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
    graded = grade_all(found, two_questions(), Sandbox(SHORT))
    return {result.student: result for result in graded}


def points(result):
    return sum(case.score for q in result.questions.values() for case in q.cases)


def marked(path, assignment, sandbox):
    """Grade one notebook."""
    return mark(Submission(path.stem, path), assignment, sandbox)[0]


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
        again = marked(path, two_questions(), Sandbox(SHORT))
        assert replace(again, dated=results[name].dated) == results[name], name


def test_notebooks_that_were_edited(sandbox, tmp_path):
    deleted, stripped, doubled = submission(), submission(), submission()
    deleted.cells = [cell for cell in deleted.cells if "tight_sample" not in cell.source]
    stripped.metadata.clear()
    for cell in stripped.cells:
        cell.metadata.clear()
    doubled.cells = [cell for cell in doubled.cells for _ in range(2)]
    gone = submission()
    gone.cells = [cell for cell in gone.cells if "## Question 4" not in cell.source]
    found = {}
    for name, notebook in {"deleted": deleted, "stripped": stripped, "doubled": doubled,
                           "gone": gone}.items():  # fmt: skip
        path = write(notebook, tmp_path / f"{name}.ipynb")
        found[name] = marked(path, perceptron()[1], Sandbox())
    assert [points(found[name]) for name in ("deleted", "stripped", "doubled")] == [15, 18, 18]
    assert "Progress" in found["stripped"].answers["q4"].text
    assert found["gone"].answers["q4"].blank is None
    assert "Progress" in found["gone"].answers["q4"].text
    assert found["gone"].questions["q4"].score is None  # a person must look, it is no zero


def test_the_solution_is_graded_first(sandbox, place, tmp_path, capsys):
    folder = tmp_path / "class"
    folder.mkdir()
    write(submission(), folder / "ada.ipynb")
    (result,) = grade(find_submissions(folder), place)
    assert points(result) == 18
    said = capsys.readouterr().out
    assert said.index("The sandbox holds") < said.index("full marks") < said.index("ada")
    write(submission({3: ANSWERS["wrong"][0]}), place.made / "solution.ipynb")
    with pytest.raises(CannotGrade, match="q3, test_shapes"):
        grade(find_submissions(folder), place)


def test_a_fault_of_ours_is_not_a_zero(place, monkeypatch):
    monkeypatch.setattr("homework.kit.running.sandbox.INSIDE", place.made)  # where no child.py is
    with pytest.raises(CannotGrade, match="did not start"):
        check_solution(place, TRUSTED)


@pytest.mark.parametrize("way", ["dies", "hangs"])
def test_a_worker_that_dies_or_hangs_does_not_stop_the_batch(way, tmp_path, monkeypatch):
    def die(one, *arguments):
        if one.student == "b":
            os._exit(3) if way == "dies" else os.read(os.pipe()[0], 1)
        return mark(one, *arguments)

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
    found = grade_all(find_submissions(tmp_path), perceptron()[1], TRUSTED)
    assert [result.graded for result in found] == [True, False, True]
    assert "look at this one" in found[1].reason
    assert ("stopped (3)" if way == "dies" else "took more than 3 s") in found[1].reason


def test_a_slow_start_is_no_fault_of_the_student():
    """The time until the process is ready does not count as waiting for an answer."""
    student = Student(replace(TRUSTED, limits=replace(SHORT, waiting=0.0)))
    with pytest.raises(Gone, match="no answer within 0 s"):
        student.run("pass")
    with pytest.raises(NoSandbox, match="no answer within 0 s"):
        Student(replace(TRUSTED, limits=replace(SHORT, starting=0.0)))


def test_what_numpy_thinks_of_a_wrong_answer_is_not_printed(tmp_path):
    question = two_questions().questions[0]
    loud = "def test_loud():\n    import numpy as np\n    assert np.log(-np.ones(1)) == 0"
    case = replace(question.cases[0], name="test_loud", arguments=(), source=loud)
    assignment = replace(two_questions(), questions=(replace(question, cases=(case,)),))
    file = write(submission(), tmp_path / "ada.ipynb")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = marked(file, assignment, TRUSTED)
    (said,) = result.questions["q2"].cases
    assert said.message.startswith("AssertionError")
