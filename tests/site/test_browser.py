"""Pages of the built site, as a reader without a network meets them."""

import json

import pytest
from site_pages import FROM_ALL_SIDES
from site_walk import walk

pytest_plugins = ["site_fixtures"]
pytestmark = pytest.mark.browser


@pytest.mark.parametrize("name", FROM_ALL_SIDES)
def test_nothing_is_wrong_with_a_page(browser, below, site, name):
    """Below a sub-path, where an address that begins with / leads outside; and from its file."""
    found = walk(browser, name, below, f"{site.as_uri()}/")
    assert found.title
    assert list(found.faults()) == [], f"{name}.html"


def test_search_finds_a_theorem(visit):
    with visit("search") as seen:
        seen.page.goto(seen.page.url + "?q=Novikoff")
        seen.page.wait_for_selector("#search-results ul.search li a")
        links = seen.page.eval_on_selector_all(
            "#search-results ul.search li a", "all => all.map(a => a.getAttribute('href'))"
        )
    assert any("06-perceptron" in link for link in links), json.dumps(links)
    assert seen.complaints == []
