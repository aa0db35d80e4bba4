"""No silent zero and no free point: what students type counts, wherever and however they do."""

import base64
import json
import sys
from dataclasses import replace

import nbformat
import pytest
from homework_samples import perceptron, submission, write

from homework.kit.grading.one import mark
from homework.kit.grading.submission import Submission
from homework.kit.marking.feedback import feedback_page
from homework.kit.marking.marks import merge_marks
from homework.kit.running.sandbox import Limits, Sandbox
from homework.kit.writing.notebooks import rules
from homework.kit.writing.settings import Course

PROOF = "By induction, the **claim** holds: $t\\gamma\\le\\lVert w_t\\rVert$."
PICTURE = base64.b64encode(b"\x89PNG\r\n\x1a\n rest").decode()
FAST = Limits(seconds=1, grace=1, waiting=8, in_all=30)


def text(source):
    return nbformat.v4.new_markdown_cell(source)


def code(source):
    return nbformat.v4.new_code_cell(source)


def heading(cells):
    return next(i for i, cell in enumerate(cells) if "## Question 4" in cell.source)


def insert(cells, offset, cell):
    cells.insert(heading(cells) + offset, cell)


def change(cells, offset, function):
    cell = cells[heading(cells) + offset]
    cell.source = function(cell.source)


def attach(cells):
    """Drop a photo into the cell."""
    change(cells, 1, lambda source: "![scan](attachment:scan.png)")
    cells[heading(cells) + 1]["attachments"] = {"scan.png": {"image/png": PICTURE}}


def attach_without_a_word(cells):
    cells[heading(cells) + 1]["attachments"] = {"scan.png": {"image/png": PICTURE}}


WAYS = {
    "in the place": lambda c: change(c, 1, lambda source: PROOF),
    "below the prompt": lambda c: change(c, 1, lambda source: f"{source}\n\n{PROOF}"),
    "behind the prompt, same line": lambda c: change(c, 1, lambda source: f"{source} {PROOF}"),
    "instead of the prompt's words": lambda c: change(
        c, 1, lambda source: source.replace("Write your answer here", PROOF)),
    "a new cell below": lambda c: insert(c, 2, text(PROOF)),
    "a new cell above": lambda c: insert(c, 1, text(PROOF)),
    "a code cell below": lambda c: insert(c, 2, code(f"# {PROOF}")),
    "a raw cell": lambda c: insert(c, 2, nbformat.v4.new_raw_cell(PROOF)),
    "below the statement": lambda c: change(c, 0, lambda source: f"{source}\n\n{PROOF}"),
    "into the statement": lambda c: change(
        c, 0, lambda source: source.replace("1. Prove", f"{PROOF}\n1. Prove")),
    "the cell copied, the copy answered": lambda c: insert(c, 2, text(PROOF)),
    "the statement copied": lambda c: insert(c, 2, text(f"{c[heading(c)].source}\n\n{PROOF}")),
    "many cells": lambda c: [insert(c, 2, text(word)) for word in (PROOF, "First.", "Second.")],
}  # fmt: skip


def written(ways, folder, **rest):
    """Grade the blank notebook with one change; return the result and the pictures."""
    notebook = submission(solved=False)
    ways(notebook.cells)
    path = write(notebook, folder / "ada.ipynb")
    assignment = perceptron()[1]
    one = replace(assignment, questions=assignment.questions[3:4])
    result, files = mark(Submission("ada", path, **rest), one, Sandbox(FAST, trusted=True))
    merge_marks(folder / "marks", one, [result])
    return result, files


@pytest.mark.parametrize("way", WAYS)
def test_a_proof_counts_wherever_it_was_typed(way, tmp_path):
    result, _ = written(WAYS[way], tmp_path)
    answer = result.answers["q4"]
    assert PROOF in answer.text
    assert answer.blank is False
    assert result.questions["q4"].score is None  # it waits for a person
    assert "Write your answer here" not in answer.text.replace(PROOF, "")
    assert "$\\gamma(w)>" not in answer.text  # a line of the statement


def test_only_the_untouched_text_is_a_zero(tmp_path):
    result, _ = written(lambda cells: None, tmp_path)
    assert result.answers["q4"].blank
    assert result.questions["q4"].score == 0
    assert result.questions["q4"].comment == "no answer"


@pytest.mark.parametrize("way", [attach, attach_without_a_word])
def test_a_photo_is_an_answer(way, tmp_path):
    result, files = written(way, tmp_path)
    (place,) = files
    assert place.startswith("handed-in/")
    assert place.endswith(".png")
    assert f"]({place})" in result.answers["q4"].text
    assert base64.b64decode(files[place]) == base64.b64decode(PICTURE)
    assert result.questions["q4"].score is None


def test_a_file_beside_the_notebook_is_no_zero(tmp_path):
    scan, page = tmp_path / "scan.pdf", tmp_path / "evil.html"
    scan.write_bytes(b"%PDF-1.4 ...")
    page.write_text("<script>")
    link = tmp_path / "link.pdf"
    link.symlink_to("/etc/passwd")
    result, files = written(lambda cells: None, tmp_path, files=(scan, page, link))
    assert [name for name, _ in result.files] == ["scan.pdf", "evil.html", "link.pdf"]
    kept = [place.startswith("handed-in/") for _, place in result.files]
    assert kept == [True, True, False]
    assert result.files[1][1].endswith(".bin")  # which no page and no server shows
    assert len(files) == 2
    assert "beside the notebook there is: scan.pdf, evil.html, link.pdf" in result.notes
    assert result.questions["q4"].score is None


def test_a_text_in_the_wrong_place_is_no_zero(tmp_path):
    """Typed above the heading of the question: nobody but a person knows what it belongs to."""
    result, _ = written(lambda cells: insert(cells, 0, text(PROOF)), tmp_path)
    assert result.answers["q4"].blank
    assert result.elsewhere == PROOF
    assert result.questions["q4"].score is None


def test_where_the_heading_is_gone_a_person_sees_everything(tmp_path):
    def remove(cells):
        cells[heading(cells) + 1].source = PROOF
        del cells[heading(cells)]

    result, _ = written(remove, tmp_path)
    assert result.answers["q4"].blank is None
    assert PROOF in result.answers["q4"].text
    assert result.questions["q4"].score is None


def test_a_mark_knows_the_text_it_was_given_for(tmp_path):
    texts = (PROOF, f"{PROOF} Indeed.", PROOF)
    one, two, again = (
        written(lambda cells, t=t: change(cells, 1, lambda s: t), tmp_path)[0].mark_belongs_to(
            "q4", manual=True
        )
        for t in texts
    )
    assert one == again != two


# ---- another course, another homework ----


@pytest.mark.parametrize(("key", "theirs"), [("course", "autumn 2027"), ("name", "07-vc")])
def test_another_course_or_homework_is_not_graded(key, theirs, tmp_path):
    notebook = submission()
    notebook.metadata["homework"][key] = theirs
    path = write(notebook, tmp_path / "ada.ipynb")
    result, _ = mark(Submission("ada", path), perceptron()[1], Sandbox(trusted=True))
    assert not result.graded
    assert theirs in result.reason


def test_a_notebook_that_has_lost_its_name_is_graded_and_it_is_told(tmp_path):
    notebook = submission(solved=False)
    del notebook.metadata["homework"]
    path = write(notebook, tmp_path / "ada.ipynb")
    result, _ = mark(Submission("ada", path), perceptron()[1], Sandbox(trusted=True))
    assert result.graded
    assert "does not say which homework" in result.notes[0]


# ---- code that runs in Jupyter ----

RIGHT = "def tight_sample(k):\n    return 2 * np.eye(k), np.ones(k, dtype=int), np.ones(k)\n"
BROKEN_LINE = "n = (7\n% 4)\n%matplotlib inline\n"
IN_JUPYTER = {
    "help at the end": f"{RIGHT}tight_sample?",
    "help of two": f"{RIGHT}tight_sample??",
    "files of the shell": f"files = !ls\n{RIGHT}",
    "await": f"import asyncio\nawait asyncio.sleep(0.01)\n{RIGHT}",
    "a magic and a broken line": f"{BROKEN_LINE}assert n == 3\n{RIGHT}",
    "a timed cell": f"%%time\n{RIGHT}",
    "a captured cell": f"%%capture out\n{RIGHT}",
    "a timed line": f"%time k = 2\nassert k == 2\n{RIGHT}",
    "pip": f"%pip install numpy\n!pip install scipy\n{RIGHT}",
    "a display": f"from IPython.display import display\ndisplay(3)\n{RIGHT}",
    "a plot": f"import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\n{RIGHT}",
    "a long experiment below": f"{RIGHT}while True:\n    pass",
    "a long sleep below": f"{RIGHT}import time\ntime.sleep(1000)",
    "deque": RIGHT.replace("np.ones(k, dtype=int)", "__import__('collections').deque([1] * k)"),
    "Fraction": RIGHT.replace(
        "np.ones(k)\n", "[__import__('fractions').Fraction(1, 3)] * k\n"),
    "numpy integers": RIGHT.replace("np.ones(k, dtype=int)", "[np.int8(1)] * k"),
    "an iterator": RIGHT.replace("np.ones(k)\n", "range(1, 2) if k == 1 else [1] * k\n"),
    "a list": f"{RIGHT.rstrip()}".replace("return ", "return [").rstrip() + "]\n",
    "an array of unlike things": (
        "def tight_sample(k):\n    both = np.empty(3, dtype=object)\n"
        "    both[:] = [2 * np.eye(k), np.ones(k, dtype=int), np.ones(k)]\n    return both\n"
    ),
    "long floats": RIGHT.replace("np.ones(k)\n", "np.ones(k, dtype=np.longdouble)\n"),
    "a part of matplotlib": f"import mpl_toolkits.mplot3d\n{RIGHT}",
    "float32": RIGHT.replace("np.ones(k)\n", "np.ones(k, dtype=np.float32)\n"),
}  # fmt: skip


def points_of_q3(notebook, folder, limits=FAST, *, trusted=False):
    assignment = perceptron()[1]
    one = replace(assignment, questions=assignment.questions[2:3])
    path = write(notebook, folder / "ada.ipynb")
    result, _ = mark(Submission("ada", path), one, Sandbox(limits, trusted=trusted))
    assert result.graded, result.reason
    return result.questions["q3"].score, result


@pytest.mark.parametrize("way", IN_JUPYTER)
def test_what_runs_in_jupyter_runs_here(way, sandbox, tmp_path):
    points, result = points_of_q3(submission({3: IN_JUPYTER[way]}), tmp_path)
    assert points == 3, result.as_data()


def test_the_first_cell_merged_with_others(sandbox, tmp_path):
    notebook = submission()
    first = next(i for i, cell in enumerate(notebook.cells) if "class Grader" in cell.source)
    tight = next(cell for cell in notebook.cells if cell.source.startswith("def tight_sample"))
    notebook.cells[first].source += "\n\nimport numpy as np\nimport math\n" + tight.source
    notebook.cells.remove(tight)
    imports = next(i for i, c in enumerate(notebook.cells) if c.source.startswith("import math"))
    del notebook.cells[imports]
    points, result = points_of_q3(notebook, tmp_path)
    assert points == 3
    assert result.notes == []


def test_slow_cells_cost_themselves_and_not_their_neighbours(sandbox, tmp_path):
    notebook = submission()
    at = next(i for i, c in enumerate(notebook.cells) if c.source.startswith("def tight_sample"))
    for _ in range(4):
        notebook.cells.insert(at, code("while True:\n    pass"))
    points, result = points_of_q3(notebook, tmp_path)
    assert points == 3
    assert [note.count("it took more than 1 s") for note in result.notes] == [1] * 4


def test_a_cell_that_ends_the_process_costs_itself(sandbox, tmp_path):
    notebook = submission()
    at = next(i for i, c in enumerate(notebook.cells) if c.source.startswith("def tight_sample"))
    for _ in range(4):
        notebook.cells.insert(at, code("import os\nos._exit(1)"))
    points, result = points_of_q3(notebook, tmp_path)
    assert points == 3
    assert len(result.notes) == 4


def test_notes_count_cells_as_the_student_sees_them(sandbox, tmp_path):
    notebook = submission({3: "1 / 0"})
    number = [c.source for c in notebook.cells if c.cell_type == "code"].index("1 / 0") + 1
    _, result = points_of_q3(notebook, tmp_path)
    assert f"code cell {number} (1 / 0) stopped: ZeroDivisionError" in result.notes[0]


@pytest.mark.parametrize("change", ["bom", "outputs", "suffix"])
def test_harmless_oddities_of_files_are_tolerated(change, tmp_path):
    notebook = submission()
    path = tmp_path / ("ADA.IPYNB" if change == "suffix" else "ada.ipynb")
    if change == "outputs":
        cell = next(c for c in notebook.cells if c.cell_type == "code")
        cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "x" * 3 * 10**7}]
    path.write_text(json.dumps(notebook), encoding="utf-8-sig" if change == "bom" else "utf-8")
    found = Submission("ada", path)
    result, _ = mark(found, perceptron()[1], Sandbox(trusted=True))
    assert sum(case.score for q in result.questions.values() for case in q.cases) == 18


def test_a_crash_on_hidden_data_is_told(sandbox, tmp_path):
    crash = RIGHT.replace("return", "[][k > 5 and 1 or 0:][0] if k > 5 else 0\n    return")
    path = write(submission({3: crash}), tmp_path / "ada.ipynb")
    result, _ = mark(Submission("ada", path), perceptron()[1], Sandbox(FAST))
    assert result.questions["q3"].score == 1
    page = feedback_page(result, perceptron()[1])
    assert page.count("Your code stopped with an error.") == 2
    assert "IndexError" not in page


def test_what_was_not_tried_is_told(sandbox, tmp_path):
    path = write(submission({2: "def price_bound(*rest):\n    while True:\n        pass"}),
                 tmp_path / "ada.ipynb")  # fmt: skip
    result, _ = mark(Submission("ada", path), perceptron()[1], Sandbox(FAST))
    told = [case.may_be_told for case in result.questions["q2"].cases]
    assert told.count("Your code took too long.") == 3
    assert told[-1].startswith("Not tried: two earlier tests")


# ---- arguments ----

WORDS = """def test_words(count):
    assert count({"ab", "cd", "ef", "gh", "ij"}) == 5"""


def test_sets_are_data_too(tmp_path):
    """Their order differs from process to process; that is no change."""
    assignment = perceptron()[1]
    case = replace(assignment.questions[0].cases[0], name="test_words", arguments=("count",),
                   source=WORDS)  # fmt: skip
    question = replace(assignment.questions[0], cases=(case,))
    one = replace(assignment, questions=(question,))
    path = write(submission({1: "def count(words):\n    return len(words)"}), tmp_path / "a.ipynb")
    result, _ = mark(Submission("ada", path), one, Sandbox(FAST, trusted=True))
    assert result.questions["q1"].cases[0].passed, result.questions["q1"]


TAMPER = """
def tight_sample(k):
    return 2 * np.eye(k), np.ones(k), np.ones(k)
def price_bound(X, y, u, beta):
    for a in (X, y, u):
        a[...] = 0
    return 0
"""


def test_arguments_are_copies_and_who_changes_them_is_told(sandbox, tmp_path):
    path = write(submission({3: TAMPER}), tmp_path / "ada.ipynb")
    assignment = perceptron()[1]
    result, _ = mark(Submission("ada", path), assignment, Sandbox(FAST))
    question = result.questions["q2"]
    assert question.score == 0
    assert {case.may_be_told for case in question.cases} == {
        "Your function changes its arguments; let it work on copies."
    }
    assert "let it work on copies" in feedback_page(result, assignment)


def test_a_generator_goes_on_where_the_function_left_it(sandbox, tmp_path):
    """Question 5 compares what is drawn from rng in two calls, and draws from it itself."""
    path = write(submission(), tmp_path / "ada.ipynb")
    result, _ = mark(Submission("ada", path), perceptron()[1], Sandbox())
    assert result.questions["q5"].score == 4


# ---- the limits are told ----


def test_the_rules_are_in_the_notebook():
    settings = Course(seconds=7, memory=3, packages=("numpy", "sympy"), percent_a_day=5)
    said = rules(settings)
    for words in (
        f"Python {sys.version_info.major}.{sys.version_info.minor}", "7 seconds", "3 GB",
        "numpy, sympy", "must not change", "`rng`", "5 % of the points",
    ):  # fmt: skip
        assert words in said
    assert rules(Course()) in [cell.source for cell in submission(solved=False).cells]
    assert settings.limits().seconds == 7
    assert settings.limits().packages == ("numpy", "sympy")


def test_newer_pythons_than_the_graders_are_told(capsys):
    space = {"__name__": "__main__"}
    checker = next(c.source for c in submission(solved=False).cells if "class Grader" in c.source)
    exec(checker, space)
    space["grader"].python = (3, 1)
    space["grader"].check_all()
    assert "graded with Python 3.1" in capsys.readouterr().out
