"""The start page: its figure is in hand at once, and its cards have pictures for their size."""

import gzip
import json
import re
from dataclasses import replace

import numpy as np
import pytest
from playwright.sync_api import expect
from site_html import parse_page

from bookext.course.cards import picture, walk
from lecture_code.linear.perceptron import batch_perceptron

pytest_plugins = ["site_fixtures"]

START = "book/intro"
SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value }) => value)))
    .observe({ type: "layout-shift", buffered: true });
}"""  # noqa: E501


@pytest.fixture
def opened(browser, address):
    """`opened(**options)` opens the start page and gives it with its figure."""
    contexts, wrong = [], []

    def open_page(**options):
        context = browser.new_context(**{"viewport": {"width": 1440, "height": 900}} | options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.add_init_script(f"({SHIFTS})()")
        page.goto(f"{address}{START}.html")
        return page, page.locator(".explore[data-touch=line]")

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def run():
    """Return the run of the package on the examples of the page."""
    figure = parse_page(START).select_one(".explore[data-touch=line]")
    start = json.loads(figure["data-start"])
    return batch_perceptron(start["X"], start["y"]), np.array(start["X"]), np.array(start["y"])


def told(figure):
    return figure.locator(".hand output")


def place(figure, degrees: float) -> tuple[float, float]:
    """Return where on the screen the end of the line is when it is turned so far."""
    box = figure.locator(".hand svg").bounding_box()
    view = figure.locator(".hand svg").evaluate("svg => svg.viewBox.baseVal.width")
    scale = box["width"] / view
    x, y = 2.9 * np.cos(np.radians(degrees)), 2.9 * np.sin(np.radians(degrees))
    unit = (view - 26 - 8) / 12
    return box["x"] + scale * (26 + unit * (x + 6)), box["y"] + scale * (8 + unit * (4 - y))


SOLVED = -18  # degrees; the tests below say whether it is
WELL_DONE = re.compile(r"^No example is wrong\. The perceptron needs (\d+) updates")


@pytest.mark.browser
def test_the_mouse_turns_the_line_until_no_example_is_wrong(opened, run):
    page, figure = opened()
    expect(told(figure)).to_have_text("4 of 10 examples are wrong")
    figure.locator(".hand svg").scroll_into_view_if_needed()
    x, y = place(figure, np.degrees(np.arctan2(1, 5)))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*place(figure, 0))
    page.mouse.move(*place(figure, SOLVED))
    page.mouse.up()
    expect(told(figure)).to_have_text(WELL_DONE)
    assert int(WELL_DONE.match(told(figure).inner_text())[1]) == run[0].updates


@pytest.mark.browser
def test_the_arrow_keys_turn_it(opened):
    page, figure = opened()
    expect(told(figure)).not_to_be_empty()
    figure.get_by_role("slider", name="end of the line").focus()
    for _ in range(6):
        page.keyboard.press("Shift+ArrowDown")
    expect(told(figure)).to_have_text(WELL_DONE)


@pytest.mark.browser
def test_a_finger_turns_it_and_the_page_stands_still(opened):
    page, figure = opened(viewport={"width": 390, "height": 844}, has_touch=True)
    expect(told(figure)).not_to_be_empty()
    figure.locator(".hand svg").scroll_into_view_if_needed()
    finger, where = page.context.new_cdp_session(page), page.evaluate("scrollY")
    way = [place(figure, degrees) for degrees in (11.3, 5, -5, SOLVED)]
    kinds = ["touchStart", *["touchMove"] * (len(way) - 1), "touchEnd"]
    for kind, at in zip(kinds, [*way, None], strict=True):
        points = [{"x": at[0], "y": at[1]}] if at else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(told(figure)).to_have_text(WELL_DONE)
    assert page.evaluate("scrollY") == where
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.browser
def test_the_perceptron_makes_the_updates_of_the_package(opened, run):
    """Where motion is reduced, each press is an update."""
    _, figure = opened(reduced_motion="reduce")
    expect(told(figure)).not_to_be_empty()
    press = figure.locator(".plays")
    expect(press).to_have_text("Let the perceptron try")
    made, X, y = run
    for t, w in enumerate(made.trace):
        press.click()
        wrong = int((np.sign(X @ w) != y).sum())
        said = f"after {t} update{'s' * (t != 1)}: {wrong} of {len(y)} wrong"
        expect(told(figure)).to_have_text(said if wrong else f"{said}, so it stops")
    assert wrong == 0
    expect(press).to_have_text("Let the perceptron try")


@pytest.mark.browser
def test_it_plays_to_the_end_can_be_paused_and_gives_way_to_the_reader(opened, run):
    page, figure = opened()
    page.clock.install()
    expect(told(figure)).not_to_be_empty()
    press = figure.locator(".plays")
    press.click()
    expect(press).to_have_text("Pause")
    page.clock.run_for(1500)
    press.click()
    expect(press).to_have_text("Go on")
    paused = told(figure).inner_text()
    page.clock.run_for(5000)
    assert told(figure).inner_text() == paused != "4 of 10 examples are wrong"
    press.click()
    page.clock.run_for(15_000)
    expect(told(figure)).to_have_text(f"after {run[0].updates} updates: 0 of 10 wrong, so it stops")
    press.click()
    figure.get_by_role("slider", name="end of the line").press("ArrowUp")
    expect(press).to_have_text("Let the perceptron try")
    expect(told(figure)).to_have_text(WELL_DONE)  # near the line of the perceptron


@pytest.mark.browser
@pytest.mark.parametrize("width", [1440, 390])
def test_nothing_moves_when_the_figure_comes_nor_while_it_is_used(opened, width):
    page, figure = opened(viewport={"width": width, "height": 900})
    expect(told(figure)).not_to_be_empty()
    height = figure.evaluate("e => e.getBoundingClientRect().height")
    figure.locator(".plays").click()
    expect(told(figure)).to_contain_text("after 2 updates")
    figure.locator(".plays").click()
    figure.get_by_role("slider", name="end of the line").focus()
    for _ in range(36):
        page.keyboard.press("Shift+ArrowDown")
        assert figure.evaluate("e => e.getBoundingClientRect().height") == height
    page.wait_for_timeout(300)
    assert page.evaluate("window.shifts.reduce((sum, each) => sum + each, 0)") < 0.01
    still, plain = opened(java_script_enabled=False, viewport={"width": width, "height": 900})
    expect(plain.locator(".explore-frame svg")).to_be_visible()
    expect(still.locator(".by-hand")).to_have_count(0)


@pytest.mark.browser
def test_only_this_page_takes_its_figure_in_hand_and_late(browser, address):
    def asked(name):
        page = browser.new_page()
        found = []
        page.on("request", lambda request: found.append(request.url.removeprefix(address)))
        page.goto(f"{address}{name}.html", wait_until="load")
        loaded = len(found)
        page.wait_for_timeout(1500)
        page.close()
        return found[:loaded], found[loaded:]

    at_first, later = asked(START)
    assert not [url for url in at_first if "_static/touch/" in url]
    assert {"line.js", "hand.js"} <= {url.rpartition("/")[2] for url in later}
    assert not [
        url for url in later if not re.search(r"_static/((touch|live|figures)/|favicon)", url)
    ]
    assert not [url for part in asked("book/06-perceptron") for url in part if "/touch/" in url]


def test_every_card_has_a_small_picture_of_its_own():
    assert len(parse_page(START).select(".course-cards > li > svg.picture")) == 13
    pictures = {picture(chapter) for chapter in range(1, 14)}
    assert len(pictures) == 13
    assert max(len(gzip.compress(each.encode())) for each in pictures) < 4000
    assert not [each for each in pictures if "nan" in each]


def test_the_walk_on_the_card_is_that_of_the_figure(run):
    drawn = walk()
    again = replace(drawn, shapes=[])
    again.path(run[0].trace, "plus")
    assert again.shapes[0] in drawn.shapes
