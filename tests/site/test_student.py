"""The student's side of the homework, in a browser: the notebook is opened in JupyterLab and in
JupyterLite, under any name, and `check_all()` says what is right and what is not yet.
"""

import re
from contextlib import closing
from pathlib import Path

import pytest
from homework_samples import perceptron, submission, write
from live_lab import address_of, jupyterlab, run_all, said_last
from playwright.sync_api import Page

from homework.kit.grading.submission import read_notebook
from homework.kit.writing.notebooks import notebook_name

pytest_plugins = ["site_fixtures"]
pytestmark = [pytest.mark.browser, pytest.mark.slow]

BLANK, SOLVED = "homework-06-perceptron.ipynb", "my answers (2).ipynb"
FIRST_RUN = 480_000  # ms, with the start of Python in the browser


@pytest.fixture
def folder(tmp_path) -> Path:
    """Return a folder with the notebook that students get, and with one that is filled in."""
    made = tmp_path / "notebooks"
    made.mkdir()
    write(submission(solved=False), made / BLANK)
    write(submission(), made / SOLVED)
    return made


def counts(said: str) -> dict[str, tuple[int, int]]:
    """Of each question, how many of its visible tests passed, and how many there are."""
    found = re.findall(r"^(q\d+): (\d+) of (\d+) visible tests passed$", said, re.M)
    return {name: (int(good), int(all_)) for name, good, all_ in found}


def check_said(said: str, name: str) -> None:
    """Return what `check_all()` has said in the notebook of this name."""
    tested = [question for question in perceptron()[0].questions if question.cases]
    visible = {q.name: sum(not case.hidden for case in q.cases) for q in tested}
    passed = {q: most if name == SOLVED else 0 for q, most in visible.items()}
    assert counts(said) == {q: (passed[q], most) for q, most in visible.items()}, said
    missing = sum(visible.values()) - sum(passed.values())
    assert said.count("not yet") == said.count("Hint: ") == missing


def downloaded(page: Page) -> Path:
    """Return the file that a student gets, to hand it in, of the notebook that is open."""
    page.get_by_role("menuitem", name="File", exact=True).click()
    with page.expect_download() as coming:
        page.get_by_role("menuitem", name="Download", exact=True).click()
    return coming.value.path()


def test_in_jupyterlab(browser, folder, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    with jupyterlab(folder, home) as lab, closing(browser.new_context()) as context:
        for name in (BLANK, SOLVED):
            page = context.new_page()
            page.goto(address_of(lab, name))
            run_all(page)
            check_said(said_last(page), name)
            page.close()


@pytest.mark.parametrize("solved", [True, False])
def test_the_homework_of_the_site_runs_in_jupyterlite(browser, address, lite, solved):
    name = notebook_name("06-perceptron", solved=solved)
    with closing(browser.new_context()) as context:
        notebook = context.new_page()
        notebook.goto(f"{address}lite/notebooks/index.html?path={name}")
        run_all(notebook, "unknown", limit=FIRST_RUN)
        check_said(said_last(notebook), SOLVED if solved else BLANK)


@pytest.mark.parametrize("name", [SOLVED, BLANK])
def test_in_jupyterlite(browser, address, lite, folder, name):
    """Uploaded, run and handed in, as a student would do it; nothing is loaded from elsewhere."""
    outside = []
    with closing(browser.new_context()) as context:
        context.on(
            "request",
            lambda r: r.url.startswith((address, "data:", "blob:")) or outside.append(r.url),
        )
        files = context.new_page()
        files.goto(f"{address}lite/")
        with files.expect_file_chooser() as choosing:
            files.get_by_role("button", name="Upload", exact=True).click()
        choosing.value.set_files(folder / name)
        with context.expect_page() as opening:
            files.locator(".jp-DirListing-item", has_text=name).dblclick()
        notebook = opening.value
        run_all(notebook, "unknown", limit=FIRST_RUN)
        check_said(said_last(notebook), name)
        # the grader finds in it what was uploaded, the name of the homework included
        assert read_notebook(downloaded(notebook)) == read_notebook(folder / name)
    assert outside == []
