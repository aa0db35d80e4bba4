"""The built site in other places: under a sub-path, from a file; and how calmly its pages stand."""

import functools
import http.server
import threading

import pytest
from site_pages import CHAPTER_PAGES, PAGES, QuietHandler

pytest_plugins = ["site_fixtures"]
pytestmark = pytest.mark.browser

MOST_SHIFT = 0.02
READY = "document.fonts.ready.then(() => document.fonts.check('1em KaTeX_Main'))"
WATCH = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({type: "layout-shift", buffered: true});
"""


@pytest.fixture(scope="module")
def below(site, tmp_path_factory):
    """The site as a part of another one, at /some/path/."""
    root = tmp_path_factory.mktemp("host")
    (root / "some").mkdir()
    (root / "some" / "path").symlink_to(site)
    handler = functools.partial(QuietHandler, directory=root)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/some/path/"
        server.shutdown()


@pytest.fixture
def opened(browser):
    """`page, complaints = opened(address, width)`; what lies outside `home` is a complaint."""
    contexts = []

    def at(url, home, width=1280):
        context = browser.new_context(viewport={"width": width, "height": 900})
        context.add_init_script(WATCH)
        contexts.append(context)
        page, complaints = context.new_page(), []
        page.on("console", lambda m: m.type == "error" and complaints.append(m.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("response", lambda r: r.status >= 400 and complaints.append(r.url))
        page.on(
            "requestfailed",  # what a page that leads to another one gives up is not missing
            lambda r: r.failure == "net::ERR_ABORTED" or complaints.append(r.url),
        )
        page.on(
            "request",
            lambda r: r.url.startswith((home, "data:", "blob:")) or complaints.append(r.url),
        )
        page.goto(url, wait_until="networkidle")
        return page, complaints

    yield at
    for context in contexts:
        context.close()


@pytest.mark.parametrize("name", [*PAGES, "index", "search"])
def test_under_a_sub_path_nothing_is_missing(opened, below, name):
    page, complaints = opened(f"{below}{name}.html", below)
    assert page.title()
    assert complaints == []


def test_search_works_under_a_sub_path(opened, below):
    page, complaints = opened(f"{below}book/intro.html", below)
    page.keyboard.press("Control+k")
    page.keyboard.type("Novikoff")
    page.keyboard.press("Enter")
    page.wait_for_selector("#search-results ul.search li a")
    assert complaints == []


@pytest.mark.parametrize("name", PAGES)
def test_from_a_file_a_page_reads_as_from_a_server(opened, site, name):
    page, complaints = opened((site / f"{name}.html").as_uri(), site.as_uri())
    if page.locator("article .katex").count():
        assert page.evaluate(READY), "the fonts of the formulas are not there"
    for figure in page.locator(".explore:has(input)").all():
        before = figure.locator("output").inner_text()
        figure.locator("input").first.focus()
        page.keyboard.press("ArrowRight")
        assert figure.locator("output").inner_text() != before
        assert figure.locator("svg").count()
    assert complaints == []


def test_from_a_file_references_show_what_they_mean(opened, site):
    page, complaints = opened((site / "book" / "intro.html").as_uri(), site.as_uri())
    page.locator("article a[href$='#thm-novikoff'] >> visible=true").first.hover()
    page.wait_for_selector("#peek:not([hidden]) .katex")
    assert complaints == []


@pytest.mark.parametrize("width", [360, 1280])
def test_the_heaviest_page_does_not_jump(opened, site, address, width):
    heaviest = max(CHAPTER_PAGES, key=lambda name: (site / f"{name}.html").stat().st_size)
    page, _ = opened(f"{address}{heaviest}.html", address, width)
    page.evaluate("document.fonts.ready")
    for _ in range(60):
        page.evaluate("window.scrollBy({top: 800, behavior: 'instant'})")
        page.wait_for_timeout(20)
    assert page.evaluate("window.shift") <= MOST_SHIFT


def test_who_wants_no_motion_gets_none(visit):
    with visit("book/06-perceptron-proof") as seen:
        moving = seen.page.evaluate(
            """() => [...document.querySelectorAll("*")].filter((e) => {
                 const s = getComputedStyle(e);
                 return s.scrollBehavior === "smooth" || s.animationName !== "none"
                   || s.transitionDuration.split(",").some((t) => parseFloat(t) > 0);
               }).map((e) => e.outerHTML.slice(0, 80))"""
        )
    assert moving == []
