"""The fonts of the formulas: each page asks ahead for those it uses, and waits for them."""

import re
import sys

import pytest
from site_pages import CHAPTER_PAGES, PAGES, ROOT

sys.path.insert(0, str(ROOT / "book" / "_ext"))

from formula_fonts import used_fonts  # noqa: E402

pytest_plugins = ["site_fixtures"]

LOADED = """() => document.fonts.ready.then(() => performance.getEntriesByType("resource")
  .map((entry) => /KaTeX_([\\w-]+)\\.woff2/.exec(entry.name)).filter(Boolean).map((m) => m[1]))"""


def asked_for(site, name):
    head = (site / f"{name}.html").read_text().split("</head>")[0]
    return set(re.findall(r"KaTeX_([\w-]+)\.woff2", head))


def test_the_classes_tell_the_fonts():
    assert used_fonts("<p class='a'>no formula</p>") == []
    assert used_fonts('<b class="katex"><i class="mord mathbb">R</i></b>') == [
        "Main-Regular",
        "AMS-Regular",
    ]
    assert "Size3-Regular" not in used_fonts('<i class="sizing reset-size6 size3 mtight">x</i>')
    assert used_fonts('<i class="delimsizing size3">(</i>') == ["Size3-Regular"]


@pytest.mark.browser
def test_a_page_asks_ahead_for_exactly_the_fonts_it_loads(visit, site):
    varied = sorted(CHAPTER_PAGES, key=lambda name: len(asked_for(site, name)))
    for name in (varied[0], varied[len(varied) // 2], varied[-1], "book/notation"):
        with visit(name) as seen:
            assert set(seen.page.evaluate(LOADED)) == asked_for(site, name), name


@pytest.mark.browser
def test_a_page_shows_even_if_a_font_never_comes(browser, address):
    context = browser.new_context()
    page = context.new_page()
    page.route(re.compile(r"KaTeX_Main-Regular"), lambda route: None)  # hangs for ever
    page.goto(f"{address}{PAGES[1]}.html", wait_until="domcontentloaded")
    page.wait_for_selector("article h1", state="visible", timeout=10_000)
    context.close()
