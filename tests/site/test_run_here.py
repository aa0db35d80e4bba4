""" "Run here" in Chromium: the cells of a page run, are edited, stopped and taken back in place.

They need the form of the site that holds every wheel, as the notebooks of test_lite.py do.
"""

import io
import json
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from site_pages import CHAPTER_PAGES, ROOT, QuietHandler, served
from site_runs import (
    BUTTON,
    LIMIT,
    cell,
    found_on,
    idle,
    press,
    recorded,
    verdicts_of_record,
    write,
)

pytest_plugins = ["site_fixtures"]
pytestmark = pytest.mark.browser

PAGE = "book/06-perceptron"
TOLD = 5_000  # ms until the reader knows what is missing
STATUS = ".here-foot [role=status]"
SAID = f"{STATUS}, dialog.run-here p"
SINCE_THE_PRESS = f"""() => document.querySelector('{SAID}')?.textContent.includes(%s) &&
  performance.now() - performance.getEntriesByName('run-here')[0].startTime"""


def run_all(page: Page) -> None:
    press(page)
    page.get_by_role("button", name="Run all").click()
    idle(page)


def check_run(page: Page, name: str) -> None:
    run_all(page)
    assert found_on(page) == recorded(name)


def test_a_page_runs_to_its_end_and_its_figures_follow(reader):
    with reader() as page:
        check_run(page, PAGE)
        assert verdicts_of_record(PAGE)
        figure = page.locator(".explore[data-asks]").first
        readout = figure.locator("output")
        before, drawn = readout.inner_text(), figure.locator(".explore-frame").inner_html()
        figure.locator("input").first.focus()
        page.keyboard.press("ArrowRight")
        expect(readout).not_to_have_text(before)
        assert figure.locator(".explore-frame").inner_html() != drawn
        kept = page.locator("figure:has(.here-output) > [hidden] .explore output").first
        assert kept.text_content() == before  # both open at the same setting


@pytest.mark.slow
@pytest.mark.parametrize("name", CHAPTER_PAGES)
def test_every_page_runs_to_its_end(reader, name):
    with reader(name) as page:
        check_run(page, name)


def test_a_reader_edits_stops_and_takes_back(reader):
    with reader() as page:
        press(page)
        second, mark = cell(page, 2), cell(page, 2).locator(".here-mark")
        write(page, 2, "print('mine', 6 * 7)")
        expect(mark).to_have_text("your code, not run")
        page.keyboard.press("Control+Enter")
        expect(second.locator(".here-stdout")).to_have_text("mine 42", timeout=LIMIT)
        expect(mark).to_have_text("your version")

        page.reload()  # the edit stays, and a line says so before Python is asked for
        expect(page.locator(".here-own")).to_contain_text("You have edited one cell")
        page.locator(".here-own button").click()
        page.wait_for_function("window.runsHere?.cells[0].runs", timeout=LIMIT)
        expect(page.locator(".here-own")).to_have_count(0)
        expect(second.locator("pre").first).to_contain_text("print('mine', 6 * 7)")

        write(page, 2, "for i in range(10 ** 6):\n    print('line', i)")
        page.keyboard.press("Control+Enter")
        expect(second.locator(".here-cut")).to_contain_text("50,000 characters", timeout=LIMIT)
        assert len(second.locator(".here-stdout").inner_text()) <= 50_000

        write(page, 2, "def f(x):\n    return 1 / x\n\nf(0)")
        page.keyboard.press("Control+Enter")
        error = second.locator(".here-error")
        expect(error).to_contain_text("ZeroDivisionError", timeout=LIMIT)
        expect(error).to_contain_text("Cell 2, line 2: return 1 / x")
        expect(mark).to_have_text("your version: error")
        error.get_by_role("link", name="Cell 2, line 2").click()
        expect(second.locator(".cm-content")).to_be_focused()
        page.keyboard.press("End")
        page.keyboard.insert_text(" + 0")
        expect(second.locator("pre").first).to_contain_text("return 1 / x + 0\n\nf(0)")

        write(page, 2, "print('so far', flush=True)\nwhile True: pass")
        page.keyboard.press("Control+Enter")
        expect(page.locator(STATUS)).to_contain_text("Cell 2 runs")
        expect(second.locator(".here-stdout")).to_have_text("so far")
        page.get_by_role("button", name="Stop").click()
        expect(page.locator(STATUS)).to_contain_text("Stopped in Cell 2")
        expect(mark).to_have_text("your version: stopped")
        expect(second.locator(".here-stdout")).to_have_text("so far")

        page.get_by_role("button", name="Restore Cell 2").click()
        page.get_by_role("button", name="Undo").click()
        expect(second.locator("pre").first).to_contain_text("so far")
        page.get_by_role("button", name="Restore Cell 2").click()
        expect(second.locator(".here-output, .here-error")).to_have_count(0)
        expect(second.locator("pre").first).to_contain_text("customers = np.array")
        assert (
            page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('run-here'))")
            == []
        )
        page.evaluate("runsHere.upTo(runsHere.book[2])")  # with another Python, from the top
        expect(cell(page, 3).locator(".explore[data-asks]")).to_be_visible(timeout=LIMIT)


def test_an_exercise_has_a_cell_of_the_readers_own(reader):
    with reader() as page:
        press(page)
        own = page.locator("#ex-line-by-line")
        own.get_by_role("button", name="Run", exact=False).click()
        expect(own.locator(".here-output")).to_contain_text("Not yet", timeout=LIMIT)
        own.get_by_role("button", name="Edit").click()
        page.keyboard.press("Control+Home")
        page.keyboard.press("Shift+End")
        right = "[(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)]"
        page.keyboard.insert_text(f"X, mine = None, {right}")
        page.keyboard.press("Control+Enter")
        expect(own.locator(".here-output")).to_contain_text("Yes", timeout=LIMIT)
        page.get_by_role("button", name="Run all").click()
        idle(page)
        expect(page.locator(".here-error")).to_have_count(0)  # the names below are the book's


def test_edits_of_a_cell_that_is_gone_are_shown(reader):
    place = f"run-here:{Path(PAGE).name}"
    with reader() as page:
        kept = json.dumps({"cell-gone": "x = 1"})
        page.evaluate("([place, kept]) => localStorage.setItem(place, kept)", [place, kept])
        press(page)
        left = page.locator(".here-orphans")
        left.locator("summary").click()
        expect(left.locator("pre")).to_have_text("x = 1")
        left.get_by_role("button").click()
        assert page.evaluate("place => localStorage.getItem(place)", place) is None


def test_nothing_of_it_is_loaded_before_the_press(reader):
    with reader() as page:
        loaded = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
        assert [name for name in loaded if "/live/" in name or "/lite/" in name] == []


def tells(page: Page, words: str) -> None:
    """Check that the page says these words within the limit after the press, and what to do."""
    page.click(BUTTON)
    told = page.wait_for_function(SINCE_THE_PRESS % json.dumps(words), timeout=2 * TOLD)
    assert told.json_value() < TOLD
    expect(page.locator(SAID)).to_contain_text("reload the page")


@pytest.mark.parametrize(
    "file", ["scipy-*", "numpy-*", "pyodide.asm.wasm", "python_stdlib.zip", "lecture_code-*"]
)
def test_a_missing_file_is_named(reader, file):
    with reader() as page:
        page.route(f"**/static/pyodide/{file}", lambda route: route.fulfill(status=404))
        tells(page, f"has no {file.partition('*')[0]}")


@pytest.mark.parametrize(
    ("silent", "words"),
    [
        ("**/*", "has not loaded yet"),  # the network is gone, and nothing says so
        ("**/live/cell.js", "has not loaded yet"),
        ("**/files/*.ipynb", "has not loaded yet"),
        ("**/live/{worker.js,page_session.py}", "does not answer"),
        ("**/about.json", "does not provide it"),
        ("**/static/pyodide/**", "does not answer"),
    ],
)
def test_what_is_silent_is_told(reader, silent, words):
    with reader() as page:
        page.route(silent, lambda _route: None)
        tells(page, words)


class Host(QuietHandler):
    """A host as some are: other types, a policy, a damaged file, or slow."""

    types: Mapping[str, str] = {}
    policy = ""
    damaged = ""
    wait = 0.0  # seconds before it answers

    def guess_type(self, path):
        return self.types.get(Path(path).suffix) or super().guess_type(path)

    def end_headers(self):
        if self.policy:
            self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def send_head(self):
        if "/lite/" in self.path or "/live/" in self.path:
            time.sleep(self.wait)
        whole = super().send_head()
        if whole and self.damaged and self.path.endswith(self.damaged) and self.command == "GET":
            with whole:
                content = whole.read()
            return io.BytesIO(content[: len(content) // 2].ljust(len(content), b"\0"))
        return whole


POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; script-src 'self' 'unsafe-inline'"  # noqa: E501
BY_THE_HOST = "whoever runs the site"


@pytest.mark.parametrize(
    ("host", "words"),
    [
        ({"types": {".wasm": "application/octet-stream"}}, "asm.wasm as application/octet-stream"),
        ({"types": {".mjs": "text/plain"}}, "pyodide.mjs as text/plain"),
        ({"types": {".js": "text/plain"}}, "page.js as text/plain"),
        ({"types": {".whl": "text/html"}}, "sends a page in place of"),
        ({"policy": POLICY}, "wasm-unsafe-eval"),
        ({"policy": f"{POLICY} 'wasm-unsafe-eval'; worker-src 'none'"}, "forbids worker.js"),
        ({"damaged": "pyodide.asm.wasm"}, "pyodide.asm.wasm"),
        ({"damaged": "python_stdlib.zip"}, "not a complete ZIP file"),
    ],
    ids=lambda given: str(given)[:40],
)
def test_what_a_host_does_wrong_is_named_in_time_and_left_to_the_host(reader, site, host, words):
    with served(site, type("AHost", (Host,), host)) as at, reader(at=at) as page:
        page.click(BUTTON)
        told = page.wait_for_function(SINCE_THE_PRESS % json.dumps(BY_THE_HOST), timeout=40_000)
        assert told.json_value() < 20_000
        said = page.locator(SAID)
        expect(said).to_contain_text(words)
        expect(said).to_contain_text("not be loaded" if "page.js" in words else "cannot start")
        expect(said).not_to_contain_text("online")


def test_a_policy_that_allows_what_is_needed_is_kept(reader, site):
    allowed = f"{POLICY} 'wasm-unsafe-eval'"
    with served(site, type("AHost", (Host,), {"policy": allowed})) as at, reader(at=at) as page:
        press(page)
        write(page, 1, "print(6 * 7)")
        page.keyboard.press("Control+Enter")
        expect(cell(page, 1).locator(".here-stdout")).to_have_text("42", timeout=LIMIT)


LISTEN = f"""() => {{
  window.said = [];
  new MutationObserver(() => said.push(document.querySelector("{STATUS}")?.textContent))
    .observe(document.body, {{subtree: true, childList: true, characterData: true}});
}}"""


def test_a_slow_host_is_waited_for_and_never_called_dead(reader, site):
    with served(site, type("AHost", (Host,), {"wait": 3.0})) as at, reader(at=at) as page:
        page.evaluate(LISTEN)
        press(page)
        idle(page)
        said = "\n".join(filter(None, page.evaluate("said")))
    assert "does not answer yet" in said
    assert "starts by itself" in said
    assert "cannot" not in said


def test_a_program_that_ends_python_is_told_from_one_that_cannot_start(reader):
    with reader() as page:
        press(page)
        write(page, 1, "import os\nprint('before', flush=True)\nos._exit(1)")
        page.keyboard.press("Control+Enter")
        expect(page.locator(STATUS)).to_contain_text("Python has ended in Cell 1", timeout=LIMIT)
        expect(cell(page, 1).locator(".here-stdout")).to_have_text("before")
        expect(cell(page, 1).locator(".here-mark")).to_have_text("your version: Python has ended")
        write(page, 1, "6 * 7")
        page.keyboard.press("Control+Enter")  # another Python
        expect(cell(page, 1).locator(".here-output")).to_have_text("42", timeout=LIMIT)


SHOWN = """
from IPython.display import HTML, display
from ipywidgets import interact
display(HTML("<b id='mine'>shown</b>"))
interact(lambda x: print(2 * x), x=(1, 5))
"""


def test_what_ipython_displays_is_shown_and_what_needs_a_notebook_says_so(reader):
    with reader() as page:
        press(page)
        write(page, 1, SHOWN)
        page.keyboard.press("Control+Enter")
        shown = cell(page, 1).locator(".here-output")
        expect(shown.locator("b#mine")).to_have_text("shown", timeout=LIMIT)
        expect(shown.locator(".here-cut")).to_contain_text("needs a notebook", timeout=LIMIT)
        write(page, 1, "%timeit 1 + 1")
        page.keyboard.press("Control+Enter")
        expect(cell(page, 1).locator(".here-hint")).to_contain_text("a notebook command")
        write(page, 1, "input('Name? ')")
        page.keyboard.press("Control+Enter")
        expect(cell(page, 1).locator(".here-error")).to_contain_text("cannot read input")


def silent_but_for_its_head(route) -> None:
    if route.request.method == "HEAD":
        route.fallback()


def test_a_file_that_stalls_is_told(reader):
    with reader() as page:
        page.context.route("**/pyodide.asm.wasm", silent_but_for_its_head)
        page.click(BUTTON)
        expect(page.locator(STATUS)).to_contain_text("nothing has arrived for 8 seconds")
        expect(page.locator(STATUS)).to_contain_text("reload the page")


def test_what_comes_late_is_welcome(reader):
    with reader() as page:
        held = []
        page.route("**/live/page.js", lambda route: held.append(route))
        page.click(BUTTON)
        expect(page.locator("dialog.run-here")).to_contain_text("starts by itself")
        held[0].continue_()
        expect(page.locator(STATUS)).to_contain_text("Python")
        expect(page.locator("dialog.run-here")).to_have_count(0)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda route: route.fulfill(status=404), "stopped: the site did not provide scikit-learn"),
        (lambda _route: None, "waits for joblib, scikit-learn, threadpoolctl: 127.0.0.1"),
    ],
)
def test_a_package_that_a_cell_imports_and_that_does_not_come_is_told(reader, answer, words):
    with reader() as page:
        page.context.route("**/static/pyodide/scikit_learn-*", answer)
        press(page)
        write(page, 1, "import sklearn")
        page.keyboard.press("Control+Enter")
        expect(page.locator(STATUS)).to_contain_text(words, timeout=LIMIT)
        expect(page.locator(STATUS)).to_contain_text("reload the page")


def test_a_site_without_its_python_says_so(reader):
    with reader() as page:
        page.route("**/lite/**", lambda route: route.fulfill(status=404))
        tells(page, "is not available from the site")


def test_a_page_read_from_a_file_says_why_nothing_runs(browser, site):
    context = browser.new_context()
    page = context.new_page()
    page.goto((site / f"{PAGE}.html").as_uri())
    page.click(BUTTON)
    expect(page.locator("dialog.run-here")).to_contain_text("needs a web address")
    context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_a_page_that_runs(reader, theme):
    axe = (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text()
    with reader(color_scheme=theme) as page:
        press(page)
        write(page, 2, "customers = 3\n1 / 0")
        page.keyboard.press("Control+Enter")
        page.wait_for_selector(".here-error", timeout=LIMIT)
        page.evaluate(axe)
        found = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        assert [(each["id"], each["nodes"][0]["failureSummary"]) for each in found] == []


def test_a_narrow_page_does_not_scroll_sideways(reader):
    with reader() as page:
        page.set_viewport_size({"width": 320, "height": 640})
        press(page)
        page.evaluate("runsHere.book[8].edit()")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
