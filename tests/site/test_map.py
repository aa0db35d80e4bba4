"""The theorem map on the built site: what it says of chapter 6, and how it is used."""

import re
from functools import cache
from urllib.parse import urldefrag

import pytest
from map_pages import BADLY_PLACED, table_of
from playwright.sync_api import expect
from site_html import by_id, parse
from site_pages import CHAPTER_PAGES

pytest_plugins = ["site_fixtures"]

browser_test = pytest.mark.browser
MAP, PROOFS = "book/theorem-map", "book/06-perceptron-proof"

# Read off the statements and proofs of chapter 6 by hand.
CHAPTER_6 = {
    "Theorem 6.7": ["Algorithm 6.4", "Lemma 6.8", "Lemma 6.9", "Proposition 6.10"],
    "Corollary 6.11": ["Theorem 6.7"],
    "Proposition 6.12": ["Algorithm 6.4", "Lemma 6.8", "Lemma 6.9"],
    "Corollary 6.13": ["Theorem 6.7", "Lemma 6.8", "Lemma 6.9"],
    "Proposition 6.16": ["Lemma 6.9"],
    "Lemma 6.17": ["Lemma 6.8"],
    "Proposition 6.18": ["Lemma 6.17"],
    "Theorem 6.19": ["Theorem 6.7", "Lemma 6.17"],
    "Theorem 6.20": ["Theorem 6.7"],
    "Theorem 6.21": ["Lemma 6.8", "Lemma 6.9"],
    "Corollary 6.22": ["Algorithm 6.4", "Theorem 6.7"],
    "Corollary 6.24": ["Theorem 6.23"],
    "Theorem 6.26": ["Proposition 6.12", "Theorem 6.23", "Algorithm 6.25"],
    "Theorem 6.29": ["Theorem 6.28"],
    "Corollary 6.31": ["Theorem 6.28"],
}


def opened(page, name):
    """Open a fold of the map, such as map-chapter-6 or map-book, and return it."""
    fold = page.locator(f"#{name}")
    fold.locator("summary").click()
    page.mouse.move(0, 0)  # the pointer lights what comes to lie under it
    return fold


@cache
def names_on(path):
    """Return the name of every statement on a page, by its anchor."""
    titles = parse(path).select("div.proof[id] > .admonition-title > .caption-number")
    return {title.find_parent("div")["id"]: title.get_text().strip() for title in titles}


def test_the_uses_of_chapter_6_are_those_a_reader_finds(site):
    table = table_of(site / f"{MAP}.html")
    assert {name: uses for name, (uses, _) in table.items() if uses and " 6." in name} == CHAPTER_6
    for name, (uses, _) in table.items():
        for used in uses:
            assert name in table[used][1]
    assert sum(len(u) for u, _ in table.values()) == sum(len(v) for _, v in table.values())


def test_every_statement_is_in_the_table_and_its_line_says_the_same(site):
    table, found = table_of(site / f"{MAP}.html"), 0
    for name in CHAPTER_PAGES:
        path = site / f"{name}.html"
        for label, statement in names_on(path).items():
            if statement.split()[0] in ("Remark", "Example"):
                continue
            line = by_id(path)[label].select_one(":scope > .under-box > .used-by")
            said = [a.get_text() for a in line.select("a:not(.on-the-map)")] if line else []
            users = table[statement][1]
            assert said == users or said[:-1] == users[: len(said) - 1] and "more" in said[-1]
            found += 1
    assert found == len(table)


def test_every_box_leads_to_the_statement_it_names(site):
    boxes = parse(site / f"{MAP}.html").select("svg.theorem-map a")
    assert len(boxes) > 37
    for box in boxes:
        target, label = urldefrag(box["href"])
        name = names_on(site / "book" / target)[label]
        assert box.title.get_text().split(" (")[0] == name
        assert box.select_one(".name").get_text().removeprefix("● ") == name
        assert name.split()[0].lower() in box["class"]


def test_previews_of_statements_have_no_links_of_the_line(site):
    for name in CHAPTER_PAGES:
        preview = (site / "_static" / "previews" / f"{name}.js").read_text("utf-8")
        assert "<a " not in preview, name
        assert "used by" not in preview, name


@browser_test
@pytest.mark.parametrize("width", [320, 1280])
def test_words_stay_in_their_boxes(visit, width):
    with visit(MAP, width=width) as seen:
        assert seen.page.evaluate(BADLY_PLACED) == []
        wide = "e => [e.scrollWidth > e.clientWidth, getComputedStyle(e).overflowX]"
        scrolls = seen.page.locator(".theorem-map-box").first.evaluate(wide)
        assert scrolls == [width == 320, "auto"]


def names(page, selector):
    return {
        title.split(" (")[0]
        for title in page.locator(f"#map-book {selector} > title").all_text_contents()
    }


@browser_test
@pytest.mark.parametrize("how", ["pointer", "keyboard"])
def test_what_a_result_rests_on_and_what_rests_on_it_light_up(visit, how):
    with visit(MAP) as seen:
        box = opened(seen.page, "map-book").get_by_role("link", name="Lemma 6.17")
        box.hover() if how == "pointer" else box.focus()
        assert names(seen.page, "a.self") == {"Lemma 6.17"}
        assert names(seen.page, "a.up") == {"Lemma 6.8"}
        above = {"Proposition 6.18", "Theorem 6.19", "Proposition 11.22"}
        assert names(seen.page, "a.down") == above
        thick = seen.page.locator("svg.theorem-map.lit .uses > :is(.up, .down)")
        assert thick.count() == 4
        broken = thick.evaluate_all("all => all.map(p => getComputedStyle(p).strokeDasharray)")
        assert sorted(dash != "none" for dash in broken) == [False, True, True, True]
        seen.page.mouse.move(0, 0) if how == "pointer" else box.evaluate("e => e.blur()")
        assert seen.page.locator(".theorem-map.lit, a.up, a.down, a.self").count() == 0
    assert seen.complaints == []


@browser_test
def test_the_keyboard_passes_the_maps_or_goes_through_them(visit):
    with visit(MAP) as seen:
        page = seen.page
        page.get_by_role("button", name="Open all").focus()
        for chapter in range(1, 7):
            page.keyboard.press("Tab")
            assert page.locator("summary:focus").inner_text().startswith(f"{chapter} ")
        page.keyboard.press("Enter")
        for _ in range(4):  # the tools of the map
            page.keyboard.press("Tab")
        focused = page.locator("svg.theorem-map :focus")
        band = focused.locator("xpath=ancestor::*[@role='group'][1]")
        assert band.get_attribute("aria-label") == "6 The perceptron"
        outline = "e => [getComputedStyle(e).outlineStyle, getComputedStyle(e).outlineWidth]"
        assert focused.evaluate(outline) == ["solid", "3px"]
        label = focused.get_attribute("href").split("#")[1]
        page.keyboard.press("Enter")
        page.wait_for_url(f"**#{label}")
        assert page.locator(f"[id='{label}']").is_visible()
    assert seen.complaints == []


@browser_test
def test_a_box_is_called_by_the_full_name_of_its_statement(visit):
    with visit(MAP) as seen:
        course = opened(seen.page, "map-course")
        chapter = course.get_by_role("group", name="6 The perceptron", exact=True)
        full = chapter.get_by_role("link", name="Theorem 6.7 (Novikoff)", exact=True)
        assert full.count() == 1


COLOURS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const solid = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const map = document.querySelector(".theorem-map-box svg");
  const page = solid(getComputedStyle(map).getPropertyValue("--paper"));
  const found = [];
  for (const link of map.querySelectorAll("a")) {
    const box = getComputedStyle(link.querySelector("path"));
    const text = getComputedStyle(link.querySelector("text")).fill;
    found.push(["text", solid(text), solid(box.fill)], ["edge", solid(box.stroke), page]);
  }
  for (const line of map.querySelectorAll(".uses > path"))
    found.push(["line", solid(getComputedStyle(line).stroke), page]);
  return found;
}"""


def contrast(one, other):
    """Return the contrast of two colours as WCAG defines it."""

    def luminance(colour):
        parts = (c / 255 for c in colour[:3])
        linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@browser_test
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_edges_and_lines_can_be_told_from_the_page(visit, theme):
    with visit(MAP, theme=theme) as seen:
        opened(seen.page, "map-chapter-1")
        found = seen.page.evaluate(COLOURS)
    assert {kind for kind, _, _ in found} == {"text", "edge", "line"}
    for kind, one, other in found:
        assert one[3] == other[3] == 255
        assert contrast(one, other) >= (4.5 if kind == "text" else 3), (kind, one, other)


@browser_test
def test_every_kind_has_a_shape_of_its_own(visit):
    with visit(MAP) as seen:
        shapes = seen.page.locator(".theorem-map-key path").evaluate_all(
            "all => all.map(p => p.getAttribute('d'))"
        )
        words = seen.page.locator(".theorem-map-key li").all_inner_texts()
    assert len(set(shapes)) == len(shapes) == len({word.strip() for word in words}) == 6


@browser_test
def test_without_script_the_map_is_seen_and_leads_to_statements(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}{MAP}.html")
    assert not page.locator(".row-filter").is_visible()
    fold = page.locator("#map-chapter-6")
    assert not fold.locator("svg").is_visible()
    fold.locator("summary").click()
    assert fold.locator("svg").is_visible()
    fold.locator("svg a[href$='#thm-novikoff']").click()
    page.wait_for_url("**/06-perceptron-proof.html#thm-novikoff")
    context.close()


@browser_test
def test_the_preview_of_a_statement_leaves_out_what_uses_it(visit):
    with visit(MAP) as seen:
        opened(seen.page, "map-chapter-6").locator("table a[href$='#lem-growth']").first.hover()
        shown = seen.page.locator("#preview:not([hidden])")
        shown.wait_for()
        assert "Lemma 6.9 (Growth)" in shown.inner_text()
        assert not re.search("used by", shown.inner_text())
    assert seen.complaints == []


def test_what_is_known_of_a_statement_stands_on_one_line_in_order(site):
    order = ["result-mark", "in-code", "used-by"]
    apart = ", ".join(f"p.{kind}:not(.under-box > p)" for kind in order)
    for name in CHAPTER_PAGES:
        page = parse(site / f"{name}.html")
        assert not page.select(apart), name
        for line in page.select(".under-box"):
            after = line.find_next_sibling()
            assert after is None or after["class"] == ["answers"], name
            kinds = [part["class"][0] for part in line.select("p")]
            assert kinds == sorted(set(kinds), key=order.index), name


def all_above(table, name, way):
    """Return what a result rests on (way 0) or what rests on it (1), near and far."""
    found, todo = set(), [name]
    while todo:
        new = set(table[todo.pop()][way]) - found
        found |= new
        todo += new
    return found


OVERLAPS = """all => all.map(a => a.querySelector("path").getBoundingClientRect())
  .filter((a, n, list) => list.some((b, m) => m < n && a.left < b.right && b.left < a.right
    && a.top < b.bottom && b.top < a.bottom)).length"""


@browser_test
def test_a_statement_has_a_small_map_of_its_own(visit, site):
    table = table_of(site / f"{MAP}.html")
    about = {"Theorem 6.7", *(n for way in (0, 1) for n in all_above(table, "Theorem 6.7", way))}
    wanted = {name for name in about if name.split()[0] not in ("Algorithm", "Definition")}
    with visit(PROOFS) as seen:
        page = seen.page
        page.locator("#thm-novikoff > .evidence > summary").focus()
        page.keyboard.press("Enter")  # what is known of it, with what it is used by
        page.locator("#thm-novikoff > .under-box").get_by_role("link", name="on the map").focus()
        page.keyboard.press("Enter")
        page.wait_for_url("**/theorem-map.html#of-thm-novikoff")
        svg = page.locator("svg.theorem-map.alone")
        shown = svg.locator("a:visible")
        assert {t.split(" (")[0] for t in shown.locator("title").all_text_contents()} == wanted
        assert shown.evaluate_all(OVERLAPS) == 0
        assert svg.evaluate("svg => document.activeElement.id") == "of-thm-novikoff"
        small = svg.evaluate("svg => svg.clientHeight")
        svg.locator("xpath=ancestor::*[1]/preceding-sibling::*[1]").get_by_role(
            "button"
        ).first.focus()
        page.keyboard.press("Enter")
        expect(svg).to_have_count(0)
        whole = page.locator("#of-thm-novikoff").evaluate("a => a.ownerSVGElement.clientHeight")
        assert small < whole / 2
    assert seen.complaints == []


@browser_test
def test_the_map_finds_holds_and_grows(visit):
    with visit(MAP) as seen:
        page = seen.page
        fold = opened(page, "map-course")
        tools, svg = fold.locator(".theorem-map-tools"), fold.locator("svg.theorem-map")
        tools.get_by_label("Find").fill("novikoff")
        assert tools.locator("output").inner_text() == "1 result"
        lit = "svg => svg.querySelectorAll('.up, .self').length"
        held = svg.evaluate(lit)
        assert held > 3
        svg.locator("a").last.hover()
        assert svg.evaluate(lit) == held
        page.keyboard.press("Escape")
        tools.get_by_label("Find").fill("")
        wide = svg.evaluate("svg => svg.clientWidth")
        tools.get_by_label("Larger map").click()
        assert svg.evaluate("svg => svg.clientWidth") > wide
        assert seen.complaints == []


@browser_test
def test_the_page_opens_as_thirteen_chapters_with_their_counts(visit):
    with visit(MAP) as seen:
        chapters = seen.page.locator("details[id^='map-chapter-']")
        assert chapters.count() == 13
        assert seen.page.locator("details.theorem-map-fold[open]").count() == 0
        said = chapters.locator("summary > span").all_inner_texts()
        rows = [chapters.nth(k).locator("tbody > tr").count() for k in range(13)]
        assert said == [f"{count} statements" for count in rows]
        seen.page.get_by_role("button", name="Open all").click()
        assert chapters.locator("xpath=self::*[@open]").count() == 13
        seen.page.get_by_role("button", name="Close all").click()
        assert chapters.locator("xpath=self::*[@open]").count() == 0


@browser_test
def test_a_link_opens_the_chapter_of_its_statement(visit):
    """As "9 more" under a statement does; and where the filter hides it, the filter is cleared."""
    with visit(MAP) as seen:
        page = seen.page
        page.goto(f"{page.url}#map-thm-novikoff")
        row = page.locator("#map-thm-novikoff")
        expect(row).to_be_in_viewport()
        assert page.locator("details[open]").evaluate_all("all => all.map(d => d.id)") == [
            "map-chapter-6"
        ]
        page.get_by_role("searchbox", name="Filter").fill("no such thing")
        expect(row).to_be_hidden()
        page.evaluate("location.hash = 'map-lem-growth'")
        expect(page.locator("#map-lem-growth")).to_be_in_viewport()
        assert page.get_by_role("searchbox", name="Filter").input_value() == ""
        assert seen.complaints == []
