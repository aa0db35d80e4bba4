"""Explorable figures in live JupyterLab, as `make lab` opens it: a chapter's notebook is run, its
sliders are moved by keyboard and take values in between, and only the present frame is drawn.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import nbformat
import pytest
from live_lab import ERRORS, address_of, jupyterlab, run_all
from playwright.sync_api import Locator, Page, expect
from site_pages import ROOT

pytest_plugins = ["site_fixtures"]
pytestmark = pytest.mark.browser

NOTEBOOK = ROOT / "book" / "06-perceptron.ipynb"
STEP_LIMIT = 20_000  # ms
# In every kernel: each frame that is drawn leaves a line in the file `drawn`.
COUNT = """\
from importlib import import_module

explore = import_module("lecture_code.explore.explore")

def noted(figure, *, svg=explore.svg, **options):
    with open("drawn", "a") as file:
        file.write("one\\n")
    return svg(figure, **options)

explore.svg = noted
"""


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab: its folder of notebooks and its address."""

    folder: Path
    address: str

    def drawn(self) -> int:
        """How many frames the kernel has drawn until now."""
        file = self.folder / "drawn"
        return len(file.read_text().splitlines()) if file.exists() else 0


def write_unrun(notebook: Path, folder: Path) -> None:
    """Copy a notebook without what its cells printed when it was recorded."""
    book = nbformat.read(notebook, as_version=4)
    for cell in book.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    nbformat.write(book, folder / notebook.name)


@pytest.fixture
def lab(browser, tmp_path_factory) -> Iterator[Lab]:
    """JupyterLab on a copy of the notebook; asks for Chromium first."""
    home, folder = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("notebooks")
    write_unrun(NOTEBOOK, folder)
    startup = home / "ipython" / "profile_default" / "startup"
    startup.mkdir(parents=True)
    (startup / "count.py").write_text(COUNT)
    with jupyterlab(folder, home) as address:
        yield Lab(folder, address)


@dataclass(frozen=True)
class Panel:
    """One explorable figure on the screen."""

    box: Locator

    @property
    def readout(self) -> Locator:
        return self.box.locator("output")

    def handle(self, which: int = 0) -> Locator:
        return self.box.get_by_role("slider").nth(which)

    def number(self, which: int = 0) -> Locator:
        """Return the value beside a slider, which also takes what is typed."""
        return self.box.locator(".widget-readout").nth(which)

    def seen(self) -> tuple[str, str]:
        """Return the frame and its readout, once they are on the screen and say the same."""
        frame = self.box.locator(".explore-frame")
        expect(frame.locator("svg")).to_be_visible()
        told = frame.get_attribute("aria-label") or "no readout"
        expect(self.readout).to_have_text(told, use_inner_text=True)
        return frame.inner_html(), told


@dataclass(frozen=True)
class Notebook:
    """The notebook in JupyterLab, all its cells run, and the complaints of the browser."""

    lab: Lab
    page: Page
    complaints: list[str]

    def panel(self, title: str) -> Panel:
        """Return the figure of this title, scrolled into sight."""
        named = self.page.locator(".widget-html-content b", has_text=re.compile(f"^{title}$"))
        box = self.page.locator(".jp-OutputArea-output .widget-vbox", has=named)
        expect(box).to_have_count(1)
        box.scroll_into_view_if_needed()
        return Panel(box)

    def write(self, place: Locator, value: str) -> None:
        place.click()
        for key in ("Control+a", *value, "Enter"):
            self.page.keyboard.press(key)

    def draws(self, panel: Panel, act: Callable[[], object], told: str) -> None:
        """`act` changes the frame and its readout, which then begins so; one figure is drawn."""
        (frame, readout), drawn = panel.seen(), self.lab.drawn()
        act()
        beginning = re.compile(f"^{re.escape(told)}")
        expect(panel.readout).to_have_text(beginning, timeout=STEP_LIMIT)
        now = panel.seen()
        assert now[0] != frame
        assert now[1] != readout
        assert self.lab.drawn() == drawn + 1


@pytest.fixture
def notebook(lab, browser) -> Iterator[Notebook]:
    with closing(browser.new_context(viewport={"width": 1280, "height": 1000})) as context:
        page = context.new_page()
        opened = Notebook(lab, page, [])
        page.on("console", lambda m: m.type == "error" and opened.complaints.append(m.text))
        page.on("pageerror", lambda error: opened.complaints.append(str(error)))
        page.goto(address_of(lab.address, NOTEBOOK.name))
        run_all(page)
        yield opened


def test_the_figures_of_a_chapter_are_alive(notebook):
    """One test: a second worker of pytest would start JupyterLab a second time."""
    lab, press, draws = notebook.lab, notebook.page.keyboard.press, notebook.draws
    cells = nbformat.read(NOTEBOOK, as_version=4).cells
    figures = sum(cell.source.count("\nexplore(") for cell in cells)
    expect(notebook.page.locator(".explore-frame > svg")).to_have_count(figures, timeout=STEP_LIMIT)
    assert lab.drawn() == figures >= 3  # the first frame of each and no other

    # by keyboard, in steps smaller than those of the static page
    line = notebook.panel("A line is a hypothesis")
    assert line.seen()[1].startswith("w at 0 degrees, threshold −1:")
    line.handle(0).focus()
    draws(line, lambda: press("ArrowRight"), "w at 1 degrees, threshold −1:")
    draws(line, lambda: press("ArrowRight"), "w at 2 degrees, threshold −1:")
    draws(line, lambda: press("ArrowLeft"), "w at 1 degrees, threshold −1:")
    line.handle(1).focus()
    draws(line, lambda: press("ArrowRight"), "w at 1 degrees, threshold −0.95:")

    # a value between the listed ones, typed
    draws(line, lambda: notebook.write(line.number(0), "37"), "w at 37 degrees, threshold −0.95:")
    draws(line, lambda: notebook.write(line.number(1), "0.25"), "w at 37 degrees, threshold 0.25:")
    expect(line.handle(0)).to_have_attribute("aria-valuetext", "37")
    left = line.seen()

    # a menu and a slider; the other figures stay as they are
    run = notebook.panel("A run")
    run.handle().focus()
    draws(run, lambda: press("ArrowRight"), "first mistake, t = 4:")
    draws(run, lambda: press("ArrowRight"), "first mistake, t = 5:")
    menu = run.box.get_by_role("combobox")
    draws(
        run,
        lambda: menu.select_option("worst"),
        "worst mistake, t = 3: w = (1, 3), no mistake, stopped",
    )
    assert notebook.panel("A line is a hypothesis").seen() == left

    assert notebook.page.locator(ERRORS).all_text_contents() == []
    assert notebook.complaints == []
