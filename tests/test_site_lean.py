"""Each page loads one style sheet and one script, and they hold what the pages use."""

import re
import sys

import pytest
import tinycss2
from site_html import parse_page
from site_pages import PAGES, ROOT

sys.path.insert(0, str(ROOT / "book" / "_ext"))

from lean import moved, pruned  # noqa: E402

pytest_plugins = ["site_fixtures"]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_loads_one_sheet_and_one_script(site, name):
    page = parse_page(name)
    sheets = [tag["href"].split("?")[0] for tag in page.select("link[rel=stylesheet]")]
    scripts = [tag["src"].split("?")[0] for tag in page.select("script[src]")]
    assert sheets == ["../_static/all.css"]
    assert scripts == ["../_static/all.js"]


@pytest.mark.parametrize("name", [*PAGES, "search"])
def test_every_icon_has_a_shape(site, name):
    sheet = (site / "_static" / "all.css").read_text()
    page = parse_page(name)
    used = {c for tag in page.select("i[class]") for c in tag["class"] if c.startswith("fa-")}
    for icon in used - {"fa-solid", "fa-lg"}:
        assert f".{icon}{{--icon:" in sheet, icon


def test_only_rules_that_can_match_are_kept():
    sheet = """
    .used, .unused { color: red }
    .used:not(.unused) > a { color: blue }
    .unused .used { color: green }
    p:is(.unused, .other) { color: grey }
    @media print { .unused { top: 0 } #here { top: 1px } }
    @media screen { .unused { top: 0 } }
    """
    kept = pruned(tinycss2.parse_stylesheet(sheet, True, True), {"used", "here"})
    assert re.sub(r"\s+", "", kept) == (
        ".used{color:red}.used:not(.unused)>a{color:blue}p:is(.unused,.other){color:grey}"
        "@mediaprint{#here{top:1px}}"
    )


def test_addresses_are_seen_from_the_folder_of_the_one_sheet():
    assert (
        moved("url(fonts/a.woff2)", "third-party/katex") == "url(third-party/katex/fonts/a.woff2)"
    )
    assert moved("url('../b.png')", "styles") == "url(b.png)"
    assert moved("url(data:x)", "styles") == "url(data:x)"
