"""The notebooks that run in the reader's browser: opened by the button, run, edited, renewed.

They need the form of the site that holds every wheel (make book OFFLINE=1), because Chromium has
no network here. Only in this folder of the site, lite/, may another address be written: that of
Pyodide in the light form. The other tests of the site look at the pages of the book alone.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Page, expect
from site_pages import CHAPTER_PAGES, PAGES, ROOT

pytest_plugins = ["site_fixtures"]
pytestmark = pytest.mark.browser

PAGE = "book/06-perceptron"
RECORDED = [page for page in PAGES if (ROOT / f"{page}.ipynb").exists()]
CHAPTERS = sorted({Path(page).name[:2] for page in CHAPTER_PAGES})
FIRST_PAGES = [next(p for p in CHAPTER_PAGES if Path(p).name.startswith(n)) for n in CHAPTERS]
RUN_LIMIT = 240_000  # ms, for a page with the start of Python
TOLD = 5_000  # ms until the reader knows what is missing
NOTE = "dialog.run-in-browser"
VERDICT = re.compile(r"^.*[✓≈✗] .*", re.M)
ERRORS = [
    f'.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.{kind}"]'
    for kind in ("error", "stderr")
]


@pytest.fixture
def reader(browser, address, lite):
    """`with reader("book/06-perceptron") as page:` opens a page as a new reader."""

    @contextmanager
    def opened(name: str, **options) -> Iterator[Page]:
        context = browser.new_context(viewport={"width": 1280, "height": 900}, **options)
        outside = []
        context.on(
            "request",
            lambda r: r.url.startswith((address, "data:", "blob:")) or outside.append(r.url),
        )
        try:
            page = context.new_page()
            page.goto(f"{address}{name}.html")
            yield page
        finally:
            context.close()
        assert outside == []

    return opened


def wheels_of(lite: Path) -> dict[str, dict]:
    return json.loads((lite / "static" / "pyodide" / "pyodide-lock.json").read_text())["packages"]


def test_every_wheel_of_the_site_is_the_official_or_a_pinned_one(lite):
    """Or the compiled form of one, file by file."""
    from tools.browser.pyodide_files import (
        CACHE,
        LIBRARY,
        OFFICIAL,
        official_lock,
        pinned_wheels,
        sha256,
    )

    official = official_lock()["packages"]
    pinned = {digest for _, digest in pinned_wheels().values()}
    folder = (lite / "static" / "pyodide").relative_to(ROOT)
    pairs = [f"node_modules/pyodide/{LIBRARY}={folder / LIBRARY}"]
    hosted = 0
    for name, entry in wheels_of(lite).items():
        if "://" in entry["file_name"]:
            assert entry["file_name"] == OFFICIAL + official[name]["file_name"]
            assert entry["sha256"] == official[name]["sha256"]
            continue
        hosted += 1
        assert sha256(ROOT / folder / entry["file_name"]) == entry["sha256"]
        if name in official:
            made_of = CACHE / entry["file_name"]
            assert sha256(made_of) in {official[name]["sha256"], *pinned}, name
            pairs.append(f"{made_of.relative_to(ROOT)}={folder / entry['file_name']}")
    assert hosted > 30
    node, check = Path(sys.executable).with_name("node"), "tests/support/compiled_check.py"
    command = [node, "tools/browser/in_pyodide.mjs", check, str(ROOT), *pairs]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr[-2000:]


def test_the_note_gives_about_the_size_of_a_first_visit(lite):
    pyodide = lite / "static" / "pyodide"
    late = ("scikit_learn", "joblib", "threadpoolctl")  # only where a cell imports scikit-learn
    files = [path for path in pyodide.iterdir() if not path.name.startswith(late)]
    told = json.loads((lite / "about.json").read_text())["megabytes"]
    application = 8  # of JupyterLite, measured
    size = sum(path.stat().st_size for path in files) / 1e6 + application
    assert told * 0.9 < size < told * 1.15


@pytest.mark.parametrize(
    ("name", "kind"), [("pyodide.mjs", "text/javascript"), ("pyodide.asm.wasm", "application/wasm")]
)
def test_make_serve_gives_the_types_that_browsers_insist_on(lite, name, kind):
    from tools.site.serve import Handler

    assert (lite / "static" / "pyodide" / name).exists()
    handler = Handler.__new__(Handler)
    assert handler.guess_type(name) == kind


def ask(page: Page) -> None:
    page.click(".download-menu > summary")
    page.click(".btn-run-in-browser")


def press(page: Page, *choices: str) -> Page:
    """Press the button, then these choices of its note; returns the tab of the notebook."""
    with page.context.expect_page() as opening:
        ask(page)
        for choice in choices:
            page.get_by_role("button", name=choice).click()
    notebook = opening.value
    notebook.wait_for_selector(".jp-CodeCell", timeout=60_000)
    return notebook


def has_a_kernel(notebook: Page) -> None:
    notebook.wait_for_function(
        """() => {
          const { context, sessionContext } = jupyterapp.shell.currentWidget;
          return context.isReady && sessionContext.isReady && sessionContext.session?.kernel;
        }""",
        timeout=RUN_LIMIT,
    )


def run_all(notebook: Page) -> None:
    """Run All Cells once there is a kernel to run them; wait until all have run or one failed."""
    has_a_kernel(notebook)
    notebook.get_by_role("menuitem", name="Run", exact=True).click()
    notebook.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    notebook.wait_for_function(
        """error => document.querySelector(error) ||
           jupyterapp.shell.currentWidget.content.widgets.every(({ model }) =>
             model.type !== "code" || model.executionCount || !model.sharedModel.source.trim())""",
        arg=", ".join(ERRORS),
        timeout=RUN_LIMIT,
    )


def verdicts_of_record(name: str) -> list[str]:
    cells = nbformat.read(ROOT / f"{name}.ipynb", as_version=4).cells
    shown = [
        output.get("text") or output.data["text/plain"]
        for cell in cells
        if cell.cell_type == "code"
        for output in cell.outputs
    ]
    return [line for text in shown for line in VERDICT.findall(text)]


def verdicts_of(notebook: Page) -> list[str]:
    texts = notebook.locator(".jp-CodeCell .jp-OutputArea-output pre").all_text_contents()
    return [line for text in texts for line in VERDICT.findall(text)]


def check_run(notebook: Page, name: str) -> None:
    run_all(notebook)
    assert [notebook.locator(kind).all_text_contents() for kind in ERRORS] == [[], []]
    assert verdicts_of(notebook) == verdicts_of_record(name)


def test_a_page_runs_to_the_end_and_its_sliders_move(reader):
    with reader(PAGE) as page:
        notebook = press(page, "Open the notebook")
        check_run(notebook, PAGE)
        assert verdicts_of_record(PAGE)
        figure = notebook.locator(".jp-CodeCell", has=notebook.locator(".noUi-handle")).first
        readout = figure.locator("output")
        before = readout.inner_text()
        figure.locator(".noUi-handle").first.focus()
        notebook.keyboard.press("ArrowRight")
        expect(readout).not_to_have_text(before, timeout=20_000)
        assert figure.locator(".explore-frame svg").count() == 1
        assert notebook.locator(".jp-CodeCell img, .jp-CodeCell .explore-frame svg").count() > 1


@pytest.mark.slow  # test_run_here.py runs all pages in the same Python
@pytest.mark.parametrize("name", FIRST_PAGES)
def test_a_page_of_each_chapter_runs_to_the_end(reader, name):
    with reader(name) as page:
        check_run(press(page, "Open the notebook"), name)


def edit(notebook: Page, text: str) -> None:
    """Write into the first code cell, and save."""
    notebook.locator(".jp-CodeCell .cm-content").first.click()
    notebook.keyboard.press("Control+End")
    notebook.keyboard.type(f"\n{text}")
    expect(notebook.locator(".jp-Notebook")).to_contain_text(text)
    notebook.keyboard.press("Control+s")
    expect(notebook.get_by_text("Last Checkpoint")).to_be_visible()
    notebook.wait_for_timeout(1500)


REMARK = "# my own remark"


@pytest.mark.slow
def test_an_edit_stays_and_a_fresh_copy_comes_back(reader):
    with reader(PAGE) as page:
        notebook = press(page, "Open the notebook")
        edit(notebook, REMARK)
        notebook.reload()
        expect(notebook.locator(".jp-Notebook")).to_contain_text(REMARK)  # waits: cells fill late
        notebook.close()

        notebook = press(page, "Continue with my copy")
        expect(notebook.locator(".jp-Notebook")).to_contain_text(REMARK)
        notebook.close()

        notebook = press(page, "Fresh copy")
        expect(notebook.locator(".jp-CodeCell .cm-content").first).to_contain_text("import")
        expect(notebook.locator(".jp-Notebook")).not_to_contain_text(REMARK)
        files = notebook.evaluate("fetch('../about.json').then(answer => answer.json())")
        assert Path(f"{PAGE}.ipynb").name in files["versions"]
        notebook.close()

        tree = page.context.new_page()
        tree.goto(page.url.split("book/")[0] + "lite/tree/index.html")
        kept = tree.get_by_text(re.compile(r"06-perceptron \(kept .*\)\.ipynb"))
        expect(kept.first).to_be_visible(timeout=30_000)


@pytest.mark.slow
def test_the_reader_hears_that_the_book_was_updated(reader):
    name = Path(PAGE).name + ".ipynb"

    def newer(route):
        about = route.fetch().json()
        about["versions"][name] = "a later one"
        route.fulfill(json=about)

    with reader(PAGE) as page:
        notebook = press(page, "Open the notebook")
        edit(notebook, "# my own remark")
        notebook.close()
        ask(page)
        expect(page.locator(NOTE)).not_to_contain_text("updated since")
        page.get_by_role("button", name="Cancel").click()
        page.route("**/about.json", newer)
        ask(page)
        expect(page.locator(NOTE)).to_contain_text("updated since")


def test_the_note_is_shown_once_and_can_be_left(reader):
    with reader(PAGE) as page:
        ask(page)
        dialog = page.locator(NOTE)
        expect(dialog).to_contain_text("comes from this site")
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        press(page, "Open the notebook").close()
        press(page).close()  # the second time there is no note


def test_axe_finds_nothing_in_the_note(reader):
    axe = (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text()
    for theme in ("light", "dark"):
        with reader(PAGE, color_scheme=theme) as page:
            ask(page)
            page.wait_for_selector(f"{NOTE}[open]")
            page.evaluate(axe)
            found = page.evaluate(f"axe.run('{NOTE}', {{resultTypes: ['violations']}})")[
                "violations"
            ]
            assert [(each["id"], each["nodes"][0]["failureSummary"]) for each in found] == []


def test_a_page_read_from_a_file_says_why_the_notebook_does_not_open(browser, site):
    context = browser.new_context()
    page = context.new_page()
    page.goto((site / f"{PAGE}.html").as_uri())
    ask(page)
    expect(page.locator(NOTE)).to_contain_text("needs a web address")
    context.close()


def test_without_the_notebooks_the_button_says_so(reader):
    with reader(PAGE) as page:
        page.route("**/about.json", lambda route: route.fulfill(status=404))
        ask(page)
        expect(page.locator(NOTE)).to_contain_text("cannot be found")


MARK_THE_PRESS = "addEventListener('click', () => performance.mark('press'), true)"
TOLD_AFTER = f"""() => document.querySelector("{NOTE}[open]") &&
  performance.now() - performance.getEntriesByName("press")[0].startTime"""


@pytest.mark.parametrize("presses", ["first", "second"])
@pytest.mark.parametrize(
    ("file", "answer"),
    [
        ("**/*", lambda _route: None),
        ("**/notebooks/index.html*", lambda route: route.fulfill(status=404)),
    ],
)
def test_the_button_opens_no_empty_tab(reader, presses, file, answer):
    with reader(PAGE) as page:
        if presses == "second":
            page.evaluate("localStorage.setItem('run-in-browser-note', 'yes')")
        page.context.route(file, answer)
        page.evaluate(MARK_THE_PRESS)
        ask(page)
        told = page.wait_for_function(TOLD_AFTER, timeout=2 * TOLD)
        assert told.json_value() < TOLD
        expect(page.locator(NOTE)).to_contain_text("cannot be found")
        expect(page.locator(NOTE)).to_contain_text("press again")
        assert len(page.context.pages) == 1


def opened_notebook(page: Page) -> Page:
    """Return the tab of the notebook, with what is told at its top."""
    file = Path(PAGE).name
    place = page.url.split("book/")[0]
    page.goto(f"{place}lite/notebooks/index.html?path={file}.ipynb", wait_until="commit")
    return page.get_by_role("alert")


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("**/static/pyodide/numpy-*", "has no numpy"),
        ("**/lite/build/jlab_core*", "has no jlab_core"),
        ("**/*.js*", "still on its way"),
        pytest.param(
            "**/pyodide-kernel-extension/static/remoteEntry*",
            "has no remoteEntry",
            marks=pytest.mark.slow,
        ),
    ],
)
@pytest.mark.parametrize("how", ["missing", "silent"])
def test_a_notebook_that_lacks_a_file_says_so(reader, how, file, words):
    with reader(PAGE) as page:
        answer = (lambda route: route.fulfill(status=404)) if how == "missing" else lambda _: None
        page.context.route(file, answer)
        told = opened_notebook(page)
        if how == "silent" and words.startswith("has no"):
            words = "does not answer"
        expect(told).to_contain_text(words, timeout=TOLD)
        expect(told).to_contain_text("reload this tab")


@pytest.mark.parametrize(
    "answer",
    [lambda route: route.fulfill(status=404), pytest.param(lambda _: None, marks=pytest.mark.slow)],
    ids=["missing", "silent"],
)
def test_a_package_that_a_cell_imports_and_that_does_not_come_is_told(reader, answer):
    with reader(PAGE) as page:
        page.context.route("**/static/pyodide/scikit_learn-*", answer)
        notebook = press(page, "Open the notebook")
        has_a_kernel(notebook)
        edit(notebook, "import sklearn")
        notebook.keyboard.press("Control+Enter")
        told = notebook.get_by_role("alert")
        expect(told).to_contain_text("does not provide scikit-learn", timeout=RUN_LIMIT)
        expect(told).to_contain_text("reload this tab")


@pytest.mark.slow
def test_a_notebook_whose_python_stalls_says_so_until_it_comes(reader):
    with reader(PAGE) as page:
        held = []

        def hold(route):
            route.fallback() if route.request.method == "HEAD" else held.append(route)

        page.context.route("**/pyodide.asm.wasm", hold)
        told = opened_notebook(page)
        expect(told).to_contain_text("Python is still on its way", timeout=120_000)
        while not held:
            page.wait_for_timeout(500)
        held[0].continue_()
        expect(told).to_have_count(0, timeout=RUN_LIMIT)


def test_every_chapter_page_is_there():
    assert set(CHAPTER_PAGES) <= set(RECORDED)


def test_each_page_with_cells_has_one_button_to_its_own_notebook(site, lite):
    for name in RECORDED:
        html = (site / f"{name}.html").read_text("utf-8")
        record = f"{Path(name).name}.ipynb"
        assert html.count("btn-run-in-browser") == 1, name
        assert re.search(rf'data-notebook="{re.escape(record)}"', html), name
        assert (lite / "files" / record).exists(), name
