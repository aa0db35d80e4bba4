"""The student's side of the homework, in a browser: the notebook is opened in JupyterLab under any
name, and `check_all()` says what is right and what is not yet.
"""

import re
from contextlib import closing
from pathlib import Path

import pytest
from homework_samples import perceptron, submission, write
from live_lab import address_of, jupyterlab, run_all, said_last

pytest_plugins = ["site_fixtures"]
pytestmark = pytest.mark.browser

BLANK, SOLVED = "homework-06-perceptron.ipynb", "my answers (2).ipynb"


@pytest.fixture
def folder(tmp_path) -> Path:
    """A folder with the notebook that students get, and with one that is filled in."""
    made = tmp_path / "notebooks"
    made.mkdir()
    write(submission(solved=False), made / BLANK)
    write(submission(), made / SOLVED)
    return made


def counts(said: str) -> dict[str, tuple[int, int]]:
    """Of each question, how many of its visible tests passed, and how many there are."""
    found = re.findall(r"^(q\d+): (\d+) of (\d+) visible tests passed$", said, re.M)
    return {name: (int(good), int(all_)) for name, good, all_ in found}


def check_both(blank: str, solved: str) -> None:
    """What `check_all()` has said in the one and in the other notebook."""
    tested = [question for question in perceptron()[0].questions if question.cases]
    visible = {q.name: sum(not case.hidden for case in q.cases) for q in tested}
    assert counts(solved) == {name: (most, most) for name, most in visible.items()}, solved
    assert "not yet" not in solved
    assert counts(blank) == {name: (0, most) for name, most in visible.items()}, blank
    assert blank.count("not yet") == blank.count("Hint: ") == sum(visible.values())


def test_in_jupyterlab(browser, folder, tmp_path):
    home, said = tmp_path / "home", {}
    home.mkdir()
    with jupyterlab(folder, home) as lab, closing(browser.new_context()) as context:
        for name in (BLANK, SOLVED):
            page = context.new_page()
            page.goto(address_of(lab, name))
            run_all(page)
            said[name] = said_last(page)
            page.close()
    check_both(said[BLANK], said[SOLVED])
