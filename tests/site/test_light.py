"""How light the pages are, that they lost no rule, and that what comes late comes."""

import functools
import gzip
import json
import re
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from site_pages import KINDS

from tools.site.light import RECORD, is_own, sources_of

pytest_plugins = ["site_fixtures"]

PAGE = "book/06-perceptron"
PACKED = {".woff", ".woff2", ".png"}
NOT_MEANT_YET = """([before, after, kept]) => {
  const selectors = (css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    const rules = (list) => [...list].flatMap((rule) => [...(rule.style?.length && rule.selectorText?.split(/,(?![^(]*\\))/)) || [], ...rules(rule.cssRules ?? [])]);
    return new Set(rules(sheet.cssRules).map((each) => each.trim().replace(/::?(before|after|backdrop|placeholder|marker|-[\\w-]+)$/, "")));
  };
  const there = selectors(after);
  return [...selectors(before)].filter((each) => each && !there.has(each) && document.querySelector(each));
}"""  # noqa: E501


def weight(site: Path, file: str) -> int:
    """Bytes on the wire, as every host compresses what is text."""
    data = (site / file).read_bytes()
    return len(data if Path(file).suffix in PACKED else gzip.compress(data, 6))


@pytest.fixture(scope="module")
def loads(browser, address, site):
    """Return the bytes and requests of a page, opened on a telephone for the first time."""

    @functools.cache
    def of(name: str) -> tuple[int, int]:
        context = browser.new_context(viewport={"width": 390, "height": 844})
        page, asked = context.new_page(), []
        page.on("request", lambda request: asked.append(urlsplit(request.url).path[1:]))
        page.goto(f"{address}{name}.html", wait_until="load")
        page.evaluate("document.fonts.ready.then(() => 0)")
        context.close()
        files = [file for file in asked if not file.startswith("blob:")]
        return sum(weight(site, file) for file in files), len(files)

    return of


@pytest.mark.browser
def test_pages_are_light(loads):
    """The start page leads on; the reference of the package is one long page."""
    found = {name: loads(name) for name in sorted(KINDS - {"index", "book/api-face"})}
    assert median(size for size, _ in found.values()) <= 285_000, found
    assert median(requests for _, requests in found.values()) <= 16, found
    assert [(name, size) for name, (size, _) in found.items() if size > 400_000] == []


@pytest.mark.browser
@pytest.mark.parametrize("name", [PAGE, "book/results", "book/api-face", "book/notation", "search"])
def test_no_rule_of_others_that_a_page_needs_is_lost(visit, site, name):
    record = json.loads((site / "_static" / RECORD).read_text("utf-8"))
    sources = sources_of(site / "_static", record["lists"]["pages.css"])
    before = "".join(text.decode() for file, text in sources.items() if not is_own(file))
    after = site / "_static" / record["made"]["pages.css"]
    with visit(name) as seen:
        text = after.read_text("utf-8")
        assert seen.page.evaluate(NOT_MEANT_YET, [before, text]) == []
        cut = re.sub(r"\.bd-article\b", ".gone", text)
        assert seen.page.evaluate(NOT_MEANT_YET, [before, cut]) != []


def test_no_page_has_what_is_left_out(site):
    """The script of tabs, and of Bootstrap what is not in tools/install/bootstrap.js."""
    wanted = re.compile(r'class="sd-tab-set|data-bs-toggle="(?!dropdown"|tooltip")')
    pages = [path for path in site.rglob("*.html") if "lite" not in path.relative_to(site).parts]
    assert [path.name for path in pages if wanted.search(path.read_text("utf-8"))] == []


SLIDER = ".explore[data-frames] input[type=range]"


@pytest.fixture
def figure(browser, address):
    """Yield a page with a figure, whose frames are held back until they are let go."""
    context = browser.new_context()
    page, held = context.new_page(), []
    page.route("**/figures/*.js", lambda route: held.append(route))  # not a built-in
    page.goto(f"{address}{PAGE}.html")
    yield page, held
    context.close()


def move(page) -> list[str]:
    """Return what the readout said before and says after the slider has moved."""
    readout, slider = page.locator(".explore[data-frames] output").first, page.locator(SLIDER).first
    before = readout.inner_text()
    slider.focus()
    page.keyboard.press("ArrowRight" if slider.evaluate("e => e.value < e.max") else "ArrowLeft")
    return before


@pytest.mark.browser
def test_a_figure_moved_before_its_frames_are_there_shows_them_when_they_come(figure):
    page, held = figure
    readout, before = page.locator(".explore[data-frames] output").first, move(page)
    expect(readout).to_have_text(before)
    for each in held:
        each.continue_()
    expect(readout).not_to_have_text(before)
    assert page.locator(".explore[data-frames] .explore-frame svg").first.is_visible()


@pytest.mark.browser
def test_frames_that_do_not_come_are_asked_for_again(figure):
    page, held = figure
    readout = page.locator(".explore[data-frames] output").first
    move(page)
    for each in held:
        each.abort()
    page.unroute("**/figures/*.js")
    expect(readout).to_contain_text("could not be loaded")
    move(page)
    expect(readout).not_to_contain_text("could not be loaded")
