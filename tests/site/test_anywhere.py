"""The built site in other places: under a sub-path, from a file; and how calmly its pages stand."""

import pytest
from site_pages import CHAPTER_PAGES
from site_walk import MOST_SHIFT, WATCH, listen

pytest_plugins = ["site_fixtures"]
pytestmark = pytest.mark.browser


@pytest.fixture
def opened(browser):
    """`page, complaints = opened(address, width)`; what lies outside `home` is a complaint."""
    contexts = []

    def at(url, home, width=1280):
        context = browser.new_context(viewport={"width": width, "height": 900})
        context.add_init_script(WATCH)
        contexts.append(context)
        page, complaints = context.new_page(), []
        listen(page, home, complaints.append)
        page.goto(url, wait_until="networkidle")
        page.wait_for_load_state("load")  # the theme listens to keys from then on
        return page, complaints

    yield at
    for context in contexts:
        context.close()


def test_search_works_under_a_sub_path(opened, below):
    page, complaints = opened(f"{below}book/intro.html", below)
    page.keyboard.press("Control+k")
    page.keyboard.type("Novikoff")
    page.keyboard.press("Shift+Enter")  # Enter alone opens what is called so
    page.wait_for_selector("#search-results ul.search li a")
    assert complaints == []


def test_from_a_file_references_show_what_they_mean(opened, site):
    page, complaints = opened((site / "book" / "intro.html").as_uri(), site.as_uri())
    page.locator("article a[href$='#thm-novikoff'] >> visible=true").first.hover()
    page.wait_for_selector("#preview:not([hidden]) .katex")
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
