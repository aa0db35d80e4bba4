"""The numbers in the recorded notebooks are those of the built site."""

import os

import pytest
from plain.notebook import read_book
from site_html import parse_page
from site_pages import CHAPTER_PAGES, ROOT, SITE

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


@pytest.fixture(scope="module")
def targets():
    """What can be referred to, by label."""
    return read_book(ROOT)[0].numbers


@pytest.mark.parametrize("page", CHAPTER_PAGES)
def test_numbers_are_those_of_the_site(page, targets):
    built, source = SITE / f"{page}.html", ROOT / f"{page}.md"
    if not built.exists() or built.stat().st_mtime < source.stat().st_mtime:
        how = f"no {page}.html as new as its source: run `make book` first"
        if os.environ.get("CI") == "true":
            pytest.fail(how)
        pytest.skip(how)
    expected = {
        label: target.number
        if target.kind == "equation"
        else f"{target.kind.title()} {target.number}"
        for label, target in targets.items()
        if target.page == page and target.number
    }
    assert numbers_on_site(page) == expected, "is the site older than another page? `make book`"
