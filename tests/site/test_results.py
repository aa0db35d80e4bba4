"""The built page of results: its numbers, its links, its filter, and the marks that lead to it."""

import json
import re
from collections import Counter
from functools import cache
from itertools import groupby

import pytest
from book_source import outlines
from bs4 import Tag
from site_html import by_id, parse, parse_page
from site_pages import CHAPTER_PAGES, NOTEBOOKS, ROOT, SITE
from site_walk import NARROW, TOO_WIDE, WIDE, run_axe_in_both_themes

from bookext.evidence.formatting import typeset
from bookext.evidence.record import Evidence, read_book
from bookext.evidence.statements import CLAIMS

pytest_plugins = ["site_fixtures"]

PAGE = "book/results"
MIME = "application/vnd.lecture-code.check+json"
LINE = re.compile(r"(?:(proved|quoted)(?: · |$))?(?:all evidence \((\d+)\))?")


@cache
def recorded() -> tuple[dict, ...]:
    """All evidence, read here without the help of the extensions."""
    found = []
    for page in NOTEBOOKS:
        for cell in json.loads((ROOT / f"{page}.ipynb").read_text())["cells"]:
            for output in cell.get("outputs", []):
                data = output.get("data", {}).get(MIME, [])
                found += data if isinstance(data, list) else [data]
    return tuple(found)


def plain(text: str) -> str:
    """Return a text without what typography makes of it."""
    return re.sub(r"[\s'’‘\"“”.…−–-]", "", text)


@cache
def all_evidence() -> tuple[Evidence, ...]:
    return tuple(read_book(ROOT))


def element(name: str, anchor: str) -> Tag | None:
    """Return the element of a page with this id."""
    return by_id(SITE / f"{name}.html").get(anchor)


def words_of(tag) -> str:
    return " ".join(tag.get_text(" ").split())


def test_every_computation_has_a_row(site):
    rows = parse_page(PAGE).select("tr[data-basis]")
    kinds = Counter(each["kind"] for each in recorded())
    assert len(rows) == kinds["check"] + kinds["refute"] > 100
    assert Counter(row["data-basis"] for row in rows) == Counter(
        each["basis"] for each in recorded() if each["kind"] != "excuse"
    )
    for label in {each["theorem"] for each in recorded()}:
        own = [each for each in recorded() if each["theorem"] == label]
        place = element(PAGE, label)
        assert len(place.select("tr[data-basis]")) == sum(e["kind"] != "excuse" for e in own)
        for each in own:
            assert typeset(each.get("because", each.get("reason", ""))) in place.get_text()


def test_the_summary_counts_right(site):
    shown = words_of(parse_page(PAGE).select_one(".results-summary"))
    stated = [s for page in CHAPTER_PAGES for s in outlines()[page].statements]
    claims = sum(statement.kind in CLAIMS for statement in stated)
    kinds = Counter(each["kind"] for each in recorded())
    proved = {s.label for o in outlines().values() for s in o.statements if s.kind in CLAIMS}
    own = Counter(each["kind"] for each in recorded() if each["theorem"] in proved)
    bases = Counter(each.get("basis") for each in recorded())
    for words in [
        f"states {claims} theorems",
        f"{own['check']:,} checks of what is proved or quoted hold",
        f"{own['refute']:,} versions spoilt",
        f"have {kinds['check'] - own['check']:,} checks and",
        f"and {kinds['refute'] - own['refute']:,} such failures",
        f"Of all {kinds['check'] + kinds['refute']:,} computations",
        f"{bases['exact']:,} are exact",
        f"{bases['rounded']:,} use floating point",
        f"{bases['simulated']} are simulated",
        f"Of {kinds['excuse']} statement",
    ]:
        assert words in shown
    proved, quoted = (int(re.search(rf"(\d+) {word}", shown)[1]) for word in ("are proved", "quot"))
    assert proved + quoted == claims


def test_links_lead_to_the_cell_that_made_the_row(site):
    for row in parse_page(PAGE).select("tr[data-basis]"):
        name, _, anchor = row.a["href"].partition("#")
        cell = element(f"book/{name.removesuffix('.html')}", anchor)
        assert "cell" in cell["class"]
        assert cell.select(".cell_input pre")
    for link in parse_page(PAGE).select("a[href*='#proof-of-']"):
        name, _, anchor = link["href"].partition("#")
        assert element(f"book/{name.removesuffix('.html')}", anchor)["class"] == ["the-proof"]


def test_strips_show_what_the_record_says(site):
    """Every finding stands in the strip of its statement, or in that of the cell."""
    for name in NOTEBOOKS:
        look_at_strips(name, [each for each in all_evidence() if each.page == name])


def look_at_strips(name, found):
    boxes = {box["id"]: box for box in parse_page(name).select(".proof.admonition[id]")}
    here = " ".join(words_of(strip) for strip in parse_page(name).select(".evidence.here"))
    for label, own in groupby(sorted(found, key=lambda e: e.label), key=lambda e: e.label):
        said = [each.fields.get("because", each.fields.get("reason", "")) for each in own]
        strip = boxes[label].select_one(".evidence") if label in boxes else None
        if strip:
            assert len(strip.select("tbody tr:not(.world)")) == len(said)
        shown = plain(words_of(strip)) if strip else plain(here)
        assert all(plain(" ".join(typeset(words).split())) in shown for words in said)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_row_of_a_strip_says_what_is_claimed_and_every_table_how_it_is_read(site, name):
    tables = parse(site / f"{name}.html").select(".ev-table")
    for table in tables:
        for cell in table.select("td.ev-claim"):
            assert cell.find(lambda tag: "ev-of" not in tag.get("class", [])), table.get_text()
        line = table.find_next_sibling()
        shown = {sign for sign in "✓≈✗" if f">{sign}<" in str(table)}
        assert shown == {sign for sign in "✓≈✗" if sign in line.get_text()}
        assert line.a["href"] == "results.html#how-to-read-a-row"


def test_the_evidence_record_names_the_cells_of_the_page(site):
    found = all_evidence()
    assert len(found) == len(recorded())
    for each in found:
        cell = element(each.page, each.anchor)
        assert cell, f"no cell {each.anchor} on {each.page}: is the site older than the record?"


def test_marks_say_what_the_record_says(site):
    for name in CHAPTER_PAGES:
        look_at_marks(name)


def look_at_marks(name):
    marked = 0
    for box in parse_page(name).select(".proof.admonition[id]"):
        own = Counter(e["kind"] for e in recorded() if e["theorem"] == box["id"])
        claim = bool({"theorem", "lemma", "proposition", "corollary"}.intersection(box["class"]))
        mark = box.select_one(".result-mark a")
        assert bool(mark) == bool(claim or own), box["id"]
        if mark is None:
            continue
        marked += 1
        assert mark["href"].endswith(f"results.html#{box['id']}")
        assert element(PAGE, box["id"])
        line = words_of(mark)
        if own["excuse"]:
            assert line.endswith("cannot be checked")
            continue
        standing, found = LINE.fullmatch(line).groups()
        assert int(found or 0) == own["check"] + own["refute"]
        assert bool(standing) == claim
    assert marked or not parse_page(name).select(".proof.theorem")


def test_a_mark_is_not_part_of_what_a_reference_shows(site):
    for script in (site / "_static" / "previews").rglob("*.js"):
        assert "result-mark" not in script.read_text()


def shown(page) -> tuple[int, int, str]:
    """Return the statements and rows in sight (folded or not), and what the form says."""
    page.wait_for_timeout(300)
    statements, rows = page.evaluate(
        """() => [".result", "tr[data-basis]"].map(name =>
             [...document.querySelectorAll(name)].filter(e => !e.closest("[hidden]")).length)"""
    )
    return statements, rows, page.locator(".results-filter output").inner_text()


def says(statements: int, rows: int, total: int) -> str:
    plural = ["" if n == 1 else "s" for n in (statements, rows)]
    return f"{statements} statement{plural[0]} of {total}, with {rows} computation{plural[1]}"


@pytest.mark.browser
def test_the_filter_finds_and_counts(visit):
    total = len(parse_page(PAGE).select(".result"))
    everything = len(parse_page(PAGE).select("tr[data-basis]"))
    kinds = Counter(tag["data-kind"] for tag in parse_page(PAGE).select(".result"))
    with visit(PAGE) as seen:
        page = seen.page
        assert shown(page) == (total, everything, says(total, everything, total))
        page.select_option("[name=kind]", "lemma")
        statements, rows, words = shown(page)
        assert statements == kinds["lemma"] > 0
        assert words == says(statements, rows, total)

        page.select_option("[name=kind]", "")
        page.select_option("[name=basis]", "exact")
        statements, rows, words = shown(page)
        assert rows == sum(e.get("basis") == "exact" for e in recorded())
        assert 0 < statements < total
        assert words == says(statements, rows, total)

        page.get_by_role("button", name="Clear").click()
        page.select_option("[name=standing]", "quoted")
        assert shown(page)[0] == len(parse_page(PAGE).select(".result[data-standing^=quoted]")) > 0
        page.select_option("[name=standing]", "excused")
        assert shown(page)[0] == len({e["theorem"] for e in recorded() if e["kind"] == "excuse"})

        page.get_by_role("button", name="Clear").click()
        page.select_option("[name=chapter]", "6")
        own = parse_page(PAGE).select("[data-chapter='6'] .result")
        assert shown(page)[0] == len(own)

        page.get_by_role("button", name="Clear").click()
        assert shown(page)[:2] == (total, everything)
        page.fill("[name=words]", "zebra")
        assert shown(page) == (0, 0, "No statement fits. Clear the filter to see all of them.")
    assert seen.complaints == []


@pytest.mark.browser
def test_after_back_the_menu_and_the_list_agree(visit, address):
    with visit(PAGE) as seen:
        page = seen.page
        page.evaluate("addEventListener('unload', () => {})")  # so that no browser keeps it whole
        everything = shown(page)
        page.select_option("[name=kind]", "theorem")
        theorems = shown(page)
        assert theorems != everything
        page.goto(f"{address}book/intro.html")
        page.go_back()
        page.wait_for_load_state("load")
        chosen = page.input_value("[name=kind]")
        assert (chosen, shown(page)) in (("theorem", theorems), ("", everything))


@pytest.mark.browser
def test_words_found_in_a_row_open_its_statement(visit):
    with visit(PAGE) as seen:
        page = seen.page
        page.fill("[name=words]", "E-001-07")
        wanted = [e for e in recorded() if "E-001-07" in e.get("because", "") + e.get("note", "")]
        assert shown(page)[1] == len(wanted) > 0
        assert page.locator("tr[data-basis]:visible").count() == len(wanted)
        assert "E-001-07" in page.locator("tr[data-basis]:visible").first.inner_text()
        page.fill("[name=words]", "")
        shown(page)
        assert page.locator("details.result[open]").count() == 0
        page.fill("[name=words]", "novikoff")
        assert shown(page)[0] >= 1
        assert page.locator("details.result[open]").count() == 0


@pytest.mark.browser
def test_the_form_is_for_the_keyboard_and_for_ears(visit):
    with visit(PAGE) as seen:
        page = seen.page
        assert page.locator(".results-filter output").get_attribute("role") == "status"
        page.get_by_label("Words").focus()
        page.keyboard.type("novikoff")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.name") == "kind"
        for button in ("Open all", "Close all"):
            page.get_by_role("button", name=button).click()
        page.get_by_role("button", name="Open all").click()
        shown(page)
        assert page.locator("details.result[open]:visible").count() == shown(page)[0]


@pytest.mark.browser
def test_a_mark_leads_to_its_open_row(visit):
    with visit("book/06-perceptron-proof") as seen:
        seen.page.locator("#thm-novikoff > details.evidence > summary").click()
        seen.page.locator("#thm-novikoff .result-mark a").click()
        seen.page.wait_for_url("**/results.html#thm-novikoff")
        seen.page.wait_for_timeout(300)
        row = seen.page.locator("#thm-novikoff tr[data-basis]").first
        assert row.is_visible()
        top = seen.page.locator("details.result", has=row).locator("summary").bounding_box()["y"]
        assert 0 < top < 500
    assert seen.complaints == []


@pytest.mark.browser
def test_a_link_to_what_the_filter_hides_shows_it(visit):
    with visit(PAGE) as seen:
        seen.page.fill("[name=words]", "zebra")
        shown(seen.page)
        seen.page.evaluate("location.hash = '#thm-novikoff'")
        shown(seen.page)
        assert seen.page.locator("#thm-novikoff tr[data-basis]").first.is_visible()


@pytest.mark.browser
def test_it_is_all_there_without_scripts(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}{PAGE}.html#thm-hard")
    assert not page.locator(".results-filter").is_visible()
    assert page.locator(".result:visible").count() == len(parse_page(PAGE).select(".result"))
    first = page.locator("details.result").first
    first.locator("summary").click()
    assert first.locator("tr[data-basis]").first.is_visible()
    context.close()


# Leaves the heading alone of each statement in which no element is new in kind, place or look.
THIN_OUT = """() => {
  const known = new Set();
  const kind = (e) => {
    const told = e.getAttributeNames().map((name) =>
      /^(id|href|title|data-.*)$/.test(name) ? name : `${name}=${e.getAttribute(name)}`);
    return [e.tagName, e.parentElement.tagName, e.parentElement.className, ...told].join(" ");
  };
  const look = (e) => {
    const s = getComputedStyle(e);
    return [s.color, s.backgroundColor, s.opacity, s.display, s.fontSize, s.fontWeight].join(" ");
  };
  const alike = [...document.querySelectorAll("details.result[open]")].filter((result) => {
    const inside = [...result.querySelectorAll("*")].filter((e) => !e.closest(".katex > *"))
      .map((e) => [kind(e), look(e), !e.textContent.trim(), e.children.length > 0].join("|"));
    const before = known.size;
    inside.forEach((each) => known.add(each));
    return known.size === before;
  });
  for (const result of alike) result.replaceChildren(result.querySelector("summary"));
  return document.querySelectorAll("details.result tr[data-basis]").length;
}"""
FAINT_ROW = """() => {
  const rows = document.querySelectorAll("details.result tr[data-basis]");
  rows[rows.length - 1].lastElementChild.style.color = "#777";
  rows[rows.length - 1].lastElementChild.style.background = "#888";
}"""


@pytest.mark.browser
@pytest.mark.parametrize("width", [NARROW, pytest.param(WIDE, marks=pytest.mark.slow)])
def test_open_rows_pass_axe_and_fit(visit, width):
    with visit(PAGE, width=width) as seen:
        seen.page.get_by_role("button", name="Open all").click()
        assert seen.page.evaluate(TOO_WIDE, width) == []
        assert seen.page.evaluate(THIN_OUT) > 1
        for theme, found in run_axe_in_both_themes(seen.page).items():
            lines = "\n".join(found)
            assert not found, f"{PAGE}.html, rows open, {theme}, {width} pixels wide:\n{lines}"


@pytest.mark.browser
def test_one_row_that_is_faint_is_found(visit):
    with visit(PAGE) as seen:
        seen.page.get_by_role("button", name="Open all").click()
        seen.page.evaluate(FAINT_ROW)
        seen.page.evaluate(THIN_OUT)
        for found in run_axe_in_both_themes(seen.page).values():
            assert [line.split(":")[0] for line in found] == ["color-contrast"]


def test_the_page_stays_light(site):
    """A row costs 400 bytes, so 1500 of them 600 kB before compression."""
    size = (SITE / f"{PAGE}.html").stat().st_size
    rows, statements = len(recorded()), len(parse_page(PAGE).select(".result"))
    assert size < 30_000 + 400 * rows + 600 * statements
