"""Every page of the built site, as a reader without a network meets it."""

import json

import pytest
from site_pages import PAGES, ROOT

pytest_plugins = ["site_fixtures"]
pytestmark = pytest.mark.browser

SOURCES = ["_modules/index", "_modules/lecture_code/perceptron"]
ALL_PAGES = [*PAGES, "index", "search", *SOURCES]
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"


@pytest.mark.parametrize("name", ALL_PAGES)
def test_page_opens_without_network_or_complaint(visit, name):
    with visit(name) as seen:
        assert seen.page.title()
    assert seen.complaints == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ALL_PAGES)
def test_axe_finds_nothing(visit, name, theme):
    with visit(name, theme=theme) as seen:
        seen.page.evaluate(AXE.read_text())
        result = seen.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    found = [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in result["violations"]
        for node in violation["nodes"]
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", ALL_PAGES)
def test_narrow_screen_needs_no_sideways_scrolling(visit, name):
    with visit(name, width=320) as seen:
        too_wide = seen.page.evaluate(
            """() => document.documentElement.scrollWidth <= 320 ? [] :
               [...document.querySelectorAll('main *')]
               .filter(e => e.getBoundingClientRect().right > 321)
               .map(e => e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 60))"""
        )
    assert too_wide == []


def test_search_finds_a_theorem(visit):
    with visit("search") as seen:
        seen.page.goto(seen.page.url + "?q=Novikoff")
        seen.page.wait_for_selector("#search-results ul.search li a")
        links = seen.page.eval_on_selector_all(
            "#search-results ul.search li a", "all => all.map(a => a.getAttribute('href'))"
        )
    assert any("06-perceptron" in link for link in links), json.dumps(links)
    assert seen.complaints == []
