"""The numbers in the recorded notebooks are those of the built site."""

import os

import pytest
from site_html import parse_page
from site_pages import CHAPTER_PAGES, ROOT, SITE

from tools.pages.plain.notebook import read_book

pytest_plugins = ["site_fixtures"]

SHOWN = {
    "div.proof.admonition .caption-number": "",
    "div.exercise.admonition .caption-number": "",
    "figure .caption-number": "",
    "div.math .eqno": "equation-",
}


def numbers_on_site(page: str) -> dict[str, str]:
    """Label to number, as the built page shows it."""
    html = parse_page(page)
    shown = {}
    for selector, prefix in SHOWN.items():
        for found in html.select(f"article {selector}"):
            owner = found.find_parent(["div", "figure"], id=True)
            words = found.find(string=True).strip() if prefix else found.get_text().strip()
            shown[owner["id"].removeprefix(prefix)] = words.strip("()")
    return shown


def is_older(page: str) -> bool:
    """Whether the built page is older than its source."""
    return (SITE / f"{page}.html").stat().st_mtime < (ROOT / f"{page}.md").stat().st_mtime


def test_numbers_are_those_of_the_site(site):
    if older := [page for page in CHAPTER_PAGES if is_older(page)]:
        how = f"older than their sources, run `make book` first: {older}"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(how)
    targets = read_book(ROOT)[0].numbers
    for page in CHAPTER_PAGES:
        expected = {
            label: target.number
            if target.kind == "equation"
            else f"{target.kind.title()} {target.number}"
            for label, target in targets.items()
            if target.page == page and target.number
        }
        assert numbers_on_site(page) == expected, f"{page}: is the site older than another page?"
