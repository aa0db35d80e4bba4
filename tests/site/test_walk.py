"""Faults planted in a copy of a page: the walk through it finds each of them."""

import re
import shutil
from contextlib import closing
from pathlib import Path

import pytest
from site_pages import CHAPTER_PAGES, served
from site_walk import open_page, run_axe_in_both_themes, walk

pytest_plugins = ["site_fixtures"]
pytestmark = pytest.mark.browser

FAULTS = """
<link rel="stylesheet" href="/_static/book.css">
<style>
  .planted { width: 900px }
  html[data-theme=light] .faint-by-day, html[data-theme=dark] .faint-at-night {
    color: #ccc; background: #fff }
</style>
<p class="planted">wide</p>
<p style="width: 3em"><span class="kept" style="white-space: normal"><span class="base"
  style="display: inline-block; width: 2.9em">torn</span>, off</span></p>
<p class="faint-by-day">by day</p>
<p class="faint-at-night">at night</p>
<img src="../_images/gone.png" alt="A picture that is not there">
<img src="https://elsewhere.example/planted.png">
<script>
  const late = document.createElement("div");
  late.style.height = "500px";
  document.fonts.ready.then(
    () => setTimeout(() => document.querySelector("article").prepend(late), 50));
  console.error("planted early");
  setTimeout(() => { throw Error("planted late"); }, 400);
  addEventListener("load", () => document.querySelectorAll(".explore input").forEach(
    (slider) => slider.disabled = true));
</script>
"""

FAINT_FORMULAS_AND_WORDS = """
<style>
  html[data-theme=light] article p .katex { color: #bbb }
  html[data-theme=light] article pre .n { color: #ccc !important }
</style>
"""
FAINT_SIGNS = "<style>html[data-theme=dark] article .katex .mathnormal { color: #444 }</style>"
MANY = '<p class="at-the-end" style="color: #888; background: #777">The same.</p>' * 20
ON_ANOTHER_GROUND = f"""
<div style="background: #777"><div><p class="like-the-others">As all the others.</p></div></div>
<div style="opacity: 0.4"><p class="half-there">As all the others.</p></div>
{MANY}
"""
ONLY_AT_NIGHT = """
<style>html[data-theme=light] .only-at-night { display: none }</style>
<img class="only-at-night" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">
"""


def lightest_page(site: Path) -> str:
    """Return the page with formulas and a slider that is soonest looked at."""
    texts = {name: (site / f"{name}.html").read_text("utf-8") for name in CHAPTER_PAGES}
    parts = ('class="katex"', 'class="explore"', "<input")
    return min(
        (name for name, text in texts.items() if all(part in text for part in parts)),
        key=lambda name: len(texts[name]),
    )


def copy_page(site: Path, name: str, folder: Path, faults: str) -> None:
    """Return the page with its style, script, pictures and fonts, spoilt when there are faults."""
    text = (site / f"{name}.html").read_text("utf-8")
    assert text.count("</article>") == 1
    (folder / "book").mkdir(parents=True)
    (folder / f"{name}.html").write_text(text.replace("</article>", f"{faults}</article>"), "utf-8")
    without = shutil.ignore_patterns("KaTeX_Main-Regular*") if faults else None
    shutil.copytree(site / "_static", folder / "_static", ignore=without)
    (folder / "_images").symlink_to(site / "_images")


@pytest.fixture(scope="module", params=[FAULTS, ""], ids=["spoilt", "whole"])
def planted(request, browser, site, tmp_path_factory):
    """Whether the copy is spoilt, and what the walk finds on it."""
    host = tmp_path_factory.mktemp("planted")
    page = lightest_page(site)
    copy_page(site, page, host / "below", request.param)
    with served(host) as address:
        found = walk(browser, page, f"{address}below/", f"{(host / 'below').as_uri()}/")
    return bool(request.param), found


@pytest.mark.parametrize("way", ["served", "filed"])
@pytest.mark.parametrize(
    "complaint",
    [
        "outside: https://elsewhere.example/planted.png",
        "/_images/gone.png",
        "console: planted early",
        "script error: planted late",
        "KaTeX_Main-Regular",
    ],
)
def test_what_goes_wrong_is_heard(planted, way, complaint):
    spoilt, found = planted
    assert any(complaint in line for line in getattr(found, way)) == spoilt


def test_an_address_from_the_root_leads_outside(planted):
    spoilt, found = planted
    assert any(x.startswith("outside: http://127") for x in found.served) == spoilt
    assert any(x.startswith("outside: file:///_static/book.css") for x in found.filed) == spoilt


@pytest.mark.parametrize(("theme", "faint"), [("light", "by-day"), ("dark", "at-night")])
def test_axe_sees_the_colours_of_each_theme(planted, theme, faint):
    spoilt, found = planted
    other = {"by-day": "at-night", "at-night": "by-day"}[faint]
    contrast = [line for line in found.axe[theme] if line.startswith("color-contrast")]
    assert any(f".faint-{faint}" in line for line in contrast) == spoilt
    assert not any(f".faint-{other}" in line for line in contrast)
    if theme == "light":
        assert any(line.startswith("image-alt") for line in found.axe[theme]) == spoilt


def test_lines_that_move_are_measured(planted):
    spoilt, found = planted
    assert (found.shift > 0.05) == spoilt


def test_what_is_too_wide_is_named(planted):
    spoilt, found = planted
    assert ("P.planted wide" in found.too_wide) == spoilt


def test_a_mark_on_a_line_of_its_own_is_seen(planted):
    spoilt, found = planted
    assert found.torn == (["torn, off"] if spoilt else [])


def test_figures_that_do_not_move_and_missing_fonts_are_seen(planted):
    spoilt, found = planted
    assert found.figures > 0
    assert len(found.still) == (found.figures if spoilt else 0)
    assert found.fonts != spoilt


def test_all_that_is_found_is_a_fault(planted):
    spoilt, found = planted
    faults = "\n".join(found.faults())
    told = ["served, 1280", "from a file: ", "axe, light", "axe, dark", "320", "a mark", "an arrow",
            "fonts", "move while"]  # fmt: skip
    assert [part in faults for part in told] == [spoilt] * len(told)


@pytest.fixture
def axe_on_copy(browser, site, tmp_path):
    """Return what axe finds in both themes on a copy of the page with these faults."""

    def found(faults: str) -> dict[str, list[str]]:
        page = lightest_page(site)
        copy_page(site, page, tmp_path / "site", faults)
        home = f"{(tmp_path / 'site').as_uri()}/"
        with closing(browser.new_context(reduced_motion="reduce")) as context:
            opened = context.new_page()
            open_page(opened, f"{home}{page}.html", home, [])
            return run_axe_in_both_themes(opened)

    return found


def places(found: list[str]) -> list[str]:
    return [line.partition("['")[2].partition("']")[0] for line in found]


def test_faint_formulas_and_words_of_code_are_seen(axe_on_copy):
    found = axe_on_copy(FAINT_FORMULAS_AND_WORDS)
    assert any(".katex-html" in place for place in places(found["light"]))
    assert any(re.search(r"\.n\b", place) for place in places(found["light"]))
    assert found["dark"] == []


def test_a_text_like_all_others_is_seen_where_it_is_faint(axe_on_copy):
    found = axe_on_copy(ON_ANOTHER_GROUND)
    for theme in ("light", "dark"):
        there = places(found[theme])
        assert any(".like-the-others" in place for place in there)
        assert any(".half-there" in place for place in there)
        assert any(".at-the-end" in place for place in there)
        assert len(there) == 5  # of the many at the end three are told


def test_faint_signs_within_a_formula_are_seen(axe_on_copy):
    found = axe_on_copy(FAINT_SIGNS)
    assert any(".mathnormal" in place for place in places(found["dark"]))
    assert found["light"] == []


def test_what_is_in_sight_only_at_night_is_looked_at_by_all_rules(axe_on_copy):
    found = axe_on_copy(ONLY_AT_NIGHT)
    assert found["light"] == []
    assert [line.split(":")[0] for line in found["dark"]] == ["image-alt"]
