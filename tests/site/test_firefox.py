"""The site in Firefox, every week: a page runs in place, a figure is in hand, the search finds."""

import pytest
from firefox import FIREFOX, firefox
from site_pages import need
from site_runs import LIMIT, found_on, idle, press, recorded

pytest_plugins = ["site_fixtures"]
pytestmark = pytest.mark.slow

PAGE = "book/06-perceptron"
FIGURE = ".explore[data-touch=perceptron]"


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    need(FIREFOX, "Firefox is missing: apt-get install firefox-esr")
    with firefox(tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture
def page(program, address):
    program.goto(f"{address}{PAGE}.html")
    yield program
    assert program.errors == []


def test_a_page_runs_to_its_end_and_an_edited_cell_too(page, lite):
    press(page)
    page.click(".here-foot button", "Run all")
    idle(page)
    assert found_on(page) == recorded(PAGE)
    page.evaluate("runsHere.book[1].edit()")
    page.press("Control", "a")
    page.type("print('mine', 6 * 7)")
    page.press("Control", "Enter")
    said = "runsHere.book[1].node.querySelector('.here-stdout')?.textContent"
    assert page.wait_for_function(said, timeout=LIMIT).strip() == "mine 42"


def test_a_figure_in_hand_answers_to_mouse_and_keyboard(page):
    readout = f"document.querySelector('{FIGURE} .hand output')?.textContent"
    page.click(f"{FIGURE} .by-hand")
    begins = page.wait_for_function(readout)
    page.drag(f"{FIGURE} .handle .hit", (25, -20), (50, -40))
    page.wait_for_function(f"{readout} !== {begins!r}")
    page.click(f"{FIGURE} button", "Start again")
    page.wait_for_function(f"{readout} === {begins!r}")
    page.evaluate(f"document.querySelector('{FIGURE} .handle').focus()")
    page.press("Right")
    page.wait_for_function(f"{readout} !== {begins!r}")


def test_the_search_box_finds_a_theorem(page):
    page.press("Control", "k")
    page.type("Novikoff")
    page.wait_for_function("document.querySelector('.found a')?.href.endsWith('#thm-novikoff')")
