"""Every page of the built site, as a reader without a network meets it."""

import json

import pytest
from site_pages import ALL_PAGES, FROM_ALL_SIDES
from site_walk import NARROW, WIDE

pytest_plugins = ["site_fixtures"]
pytestmark = pytest.mark.browser


@pytest.mark.parametrize("name", FROM_ALL_SIDES)
def test_page_opens_without_network_or_complaint(walked_whole, name):
    """Below a sub-path, where an address that begins with / leads outside."""
    found = walked_whole(name)
    assert found.title
    assert found.served == [], f"{name}.html, served below /some/path/, {WIDE} pixels wide"


@pytest.mark.parametrize("name", ALL_PAGES)
def test_axe_finds_nothing(walked, name):
    found = "\n".join(walked(name).axe["light"])
    assert not found, f"{name}.html, {WIDE} pixels wide:\n{found}"


@pytest.mark.parametrize("name", FROM_ALL_SIDES)
def test_axe_finds_nothing_in_the_dark(walked_whole, name):
    found = "\n".join(walked_whole(name).axe["dark"])
    assert not found, f"{name}.html, dark, {WIDE} pixels wide:\n{found}"


@pytest.mark.parametrize("name", ALL_PAGES)
def test_narrow_screen_needs_no_sideways_scrolling(walked, name):
    where = f"{name}.html, {NARROW} pixels wide: let what is listed break or scroll in its own box"
    assert walked(name).too_wide == [], where


@pytest.mark.parametrize("name", ALL_PAGES)
def test_no_mark_stands_on_another_line_than_its_formula(walked, name):
    assert walked(name).torn == [], f"{name}.html, {NARROW} pixels wide"


def test_search_finds_a_theorem(visit):
    with visit("search") as seen:
        seen.page.goto(seen.page.url + "?q=Novikoff")
        seen.page.wait_for_selector("#search-results ul.search li a")
        links = seen.page.eval_on_selector_all(
            "#search-results ul.search li a", "all => all.map(a => a.getAttribute('href'))"
        )
    assert any("06-perceptron" in link for link in links), json.dumps(links)
    assert seen.complaints == []
