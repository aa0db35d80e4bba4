"""Pages of the built site, as a reader without a network meets them."""

import gzip
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


FETCHED = "() => [location.href, ...performance.getEntriesByType('resource').map(e => e.name)]"


@pytest.mark.parametrize(("name", "most"), [("book/06-perceptron-proof", 530), ("book/intro", 360)])
def test_a_page_is_light(visit, site, address, name, most):
    """All that it fetches, compressed as servers do, in kB."""
    with visit(name) as seen:
        fetched = {url.partition("?")[0] for url in seen.page.evaluate(FETCHED)}
    files = [site / url.removeprefix(address) for url in fetched]
    weights = {file.name: len(gzip.compress(file.read_bytes())) for file in files}
    assert sum(weights.values()) <= 1000 * most, sorted(weights.items(), key=lambda w: -w[1])


def test_search_finds_a_theorem(visit):
    with visit("search") as seen:
        seen.page.goto(seen.page.url + "?q=Novikoff")
        seen.page.wait_for_selector("#search-results li a")
        links = seen.page.eval_on_selector_all(
            "#search-results li a", "all => all.map(a => a.getAttribute('href'))"
        )
    assert any("06-perceptron" in link for link in links), json.dumps(links)
    assert seen.complaints == []
