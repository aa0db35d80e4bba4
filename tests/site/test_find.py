"""The search box: the right thing first, by name, number and label, by keyboard, from a file."""

import gzip
import re

import pytest
import yaml
from site_pages import ROOT

pytest_plugins = ["site_fixtures"]
pytestmark = pytest.mark.browser

PAGE = "book/06-perceptron"
#: Written by readers who had not seen the ranking: what they ask, and where the answer is.
ASKED = yaml.safe_load((ROOT / "tests/site/asked.yml").read_text("utf-8"))
MOST_KILOBYTES = 100


def ask(page, words):
    field = page.locator("#pst-search-dialog input[type=search]")
    field.fill(words)
    page.wait_for_function("document.querySelector('.found-count').textContent")
    return page.locator(".found a")


@pytest.fixture(scope="module")
def opened(visit):
    """Yield a page with its search box open, for all that is only asked."""
    with visit(PAGE) as seen:
        seen.page.keyboard.press("Control+k")
        yield seen.page
        assert seen.complaints == []


def test_most_readers_find_what_they_ask_for(opened):
    wrong = []
    for words, wanted in ASKED.items():
        first = ask(opened, words).first
        href = first.get_attribute("href") if ask(opened, words).count() else ""
        if not re.search(wanted, href):
            wrong.append((words, href.rpartition("/")[2]))
    assert len(ASKED) >= 50
    assert len(wrong) <= len(ASKED) // 10, wrong


@pytest.mark.parametrize("words", ["Theorem 6.8", "thm 6.8", "6.8", "thm-novikoff", "novikof"])
def test_a_theorem_is_found_by_name_number_label_and_with_a_slip(opened, words):
    assert "thm-novikoff" in ask(opened, words).first.get_attribute("href")


@pytest.mark.parametrize("words", ["hofding", "hoefding", "hoffding", "hoeffdings inequality"])
def test_a_slip_before_an_ending_is_forgiven(opened, words):
    assert "thm-hoeffding" in ask(opened, words).first.get_attribute("href")


@pytest.mark.parametrize("words", ["backprop", "relu", "vc bound"])
def test_modules_come_last(opened, words):
    found = ask(opened, words).evaluate_all("all => all.map(a => a.href.includes('#module-'))")
    assert found[0] is False
    assert found == sorted(found)


def test_the_keyboard_leads_to_a_result(visit):
    with visit(PAGE) as seen:
        page = seen.page
        page.keyboard.press("Control+k")
        ask(page, "thm-novikoff")
        page.keyboard.press("ArrowDown")
        page.wait_for_selector("#preview:not([hidden])")
        assert "Novikoff" in page.locator("#preview").inner_text()
        page.keyboard.press("Enter")
        page.wait_for_url("**/06-perceptron-proof.html#thm-novikoff")
        assert seen.complaints == []


def test_it_finds_from_a_file(browser, site):
    page = browser.new_page()
    page.goto(f"{(site / PAGE).as_uri()}.html")
    page.keyboard.press("Control+k")
    assert "thm-novikoff" in ask(page, "Novikoff").first.get_attribute("href")
    page.close()


def test_what_it_loads_is_small(site):
    files = ["find-data.js", "third-party/minisearch/index.js"]
    sizes = [len(gzip.compress((site / "_static" / name).read_bytes())) for name in files]
    assert sum(sizes) <= MOST_KILOBYTES * 1000, sizes
