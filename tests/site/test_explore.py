"""Explorable figures in Chromium, from a file: by keyboard, mouse and touch, wide and narrow."""

from importlib.util import find_spec
from pathlib import Path

import matplotlib.pyplot as plt
import pytest
from site_pages import ROOT

from lecture_code.explore import explore

pytest_plugins = ["site_fixtures"]
pytestmark = pytest.mark.browser

STYLE = ROOT / "book" / "assets" / "explore.css"
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
N, RULES = [10, 20, 50, 100], ["first", "worst"]


def theme_styles() -> list[Path]:
    folder = Path(find_spec("sphinx_book_theme").origin).parent
    pydata = Path(find_spec("pydata_sphinx_theme").origin).parent
    return [*pydata.rglob("static/styles/pydata-sphinx-theme.css"),
            *folder.rglob("static/styles/sphinx-book-theme.css")]  # fmt: skip


@pytest.fixture(scope="module")
def outputs():
    def draw(n, rule):
        plt.figure(figsize=(4.4, 3.1))
        plt.plot(range(n), label=rule)
        plt.gca().set(xlim=(0, 100), ylim=(0, 100))
        plt.legend()

    def describe(n, rule):
        return f"{n} points, {rule}"

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LECTURE_CODE_EXPLORE", "site")
        shown = [
            explore(draw, title=title, describe=describe, n=N, rule=RULES)
            for title in ("One", "Two")
        ]
    return [each._repr_mimebundle_()["text/html"] for each in shown]


@pytest.fixture
def opened(browser, outputs, tmp_path):
    """Open both figures in a file, equivalent_forms as on the site unless `styled` is false."""
    contexts = []

    def open_page(*, styled=True, theme="light", **options):
        sheets = [*theme_styles(), STYLE] if styled else []
        links = "".join(f'<link rel="stylesheet" href="{sheet.as_uri()}">' for sheet in sheets)
        cells = "".join(
            f'<div class="cell_output"><figure><div class="output text_html">{output}</div>'
            "<figcaption>Figure</figcaption></figure></div>"
            for output in outputs
        )
        file = tmp_path / "page.html"
        file.write_text(
            f'<!DOCTYPE html><html lang="en" data-theme="{theme}"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width"><title>Figures</title>{links}'
            f'</head><body><main class="bd-content"><h1>Figures</h1><div style="min-width:0;'
            f'width:100%">{cells}</div></main></body></html>',
            encoding="utf-8",
        )
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}} | options)
        contexts.append(context)
        page = context.new_page()
        page.complaints = []
        page.on("console", lambda m: m.type == "error" and page.complaints.append(m.text))
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.goto(file.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()


def parts(page, which=0):
    figure = page.locator(".explore").nth(which)
    return (
        figure.locator("input"),
        figure.locator("select"),
        figure.locator(".explore-frame"),
        figure.locator("output"),
    )


@pytest.mark.parametrize("styled", [True, False])
def test_every_setting_is_reached_by_keyboard(opened, styled):
    page = opened(styled=styled)
    slider, menu, frame, readout = parts(page)
    seen = set()
    for rule in RULES:
        menu.select_option(rule)
        slider.focus()
        page.keyboard.press("Home")
        for n in N:
            assert readout.inner_text() == f"{n} points, {rule}"
            assert frame.get_attribute("aria-label") == readout.inner_text()
            assert slider.get_attribute("aria-valuetext") == str(n)
            seen.add(frame.inner_html())
            page.keyboard.press("ArrowRight")
    assert len(seen) == len(N) * len(RULES)
    assert page.complaints == []


def test_it_opens_on_the_first_setting_and_tab_leads_to_the_controls(opened):
    page = opened()
    slider, menu, _, readout = parts(page)
    assert readout.inner_text() == "10 points, first"
    page.keyboard.press("Tab")
    assert slider.evaluate("e => e === document.activeElement")
    page.keyboard.press("Tab")
    assert menu.evaluate("e => e === document.activeElement")


def test_the_figures_of_a_page_move_alone(opened):
    page = opened()
    parts(page, 1)[0].fill("3")
    assert parts(page, 0)[3].inner_text() == "10 points, first"
    assert parts(page, 1)[3].inner_text() == "100 points, first"


def test_a_click_and_a_tap_move_the_slider(opened):
    for options in ({}, {"has_touch": True, "viewport": {"width": 360, "height": 740}}):
        page = opened(**options)
        slider, _, _, readout = parts(page)
        box = slider.bounding_box()
        point = (box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
        (page.touchscreen.tap if options else page.mouse.click)(*point)
        assert readout.inner_text() == "100 points, first"


def test_all_ids_of_the_page_are_different(opened):
    page = opened()
    for slider, _, _, _ in (parts(page, 0), parts(page, 1)):
        slider.fill("2")
        ids = page.eval_on_selector_all("[id]", "all => all.map(e => e.id)")
        assert ids
        assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("styled", [True, False])
def test_it_fits_a_narrow_screen(opened, styled):
    page = opened(styled=styled, viewport={"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for locator in parts(page)[:2]:
        assert locator.bounding_box()["height"] >= (24 if styled else 10)


def test_nothing_jumps_while_the_slider_moves(opened):
    page = opened(viewport={"width": 320, "height": 700})
    slider = parts(page)[0]
    places = set()
    for k in range(len(N)):
        slider.fill(str(k))
        box = page.locator("figcaption").first.bounding_box()
        places.add((box["x"], box["y"], box["width"]))
    assert len(places) == 1


def test_in_the_dark_frames_are_inverted_and_no_slab_lies_under_them(opened):
    style = "e => [getComputedStyle(e).filter, getComputedStyle(e).backgroundColor]"
    page = opened(theme="dark")
    assert page.locator("svg").first.evaluate(style)[0] == "invert(1) hue-rotate(180deg)"
    assert page.locator(".text_html").first.evaluate(style)[1] == "rgba(0, 0, 0, 0)"
    page = opened()
    assert page.locator("svg").first.evaluate(style)[0] == "none"


def test_paper_shows_one_frame_and_no_slider(opened):
    page = opened()
    slider, menu, frame, readout = parts(page)
    slider.fill("1")
    page.emulate_media(media="print")
    assert not slider.is_visible()
    assert not menu.is_visible()
    assert page.locator(".explore-frame svg:visible").count() == 2  # one a figure
    assert readout.inner_text() == "20 points, first"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(opened, theme):
    page = opened(theme=theme)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    assert [(each["id"], each["nodes"][0]["failureSummary"]) for each in found] == []


def test_without_script_the_first_frame_stands(opened):
    page = opened(java_script_enabled=False)
    _, _, frame, readout = parts(page)
    assert frame.locator("svg").is_visible()
    assert readout.text_content() == "10 points, first"
