"""The pages of errata and of the concordance as built: complete, in order, leading somewhere."""

import re
from urllib.parse import urldefrag

import pytest
import yaml
from site_html import by_id, parse_page, strings_outside
from site_pages import CHAPTER_PAGES, ROOT, SITE
from site_walk import switch

pytest_plugins = ["site_fixtures"]

ERRATUM = r"\b(?:E-\d{3}|X)-\d{2}\b"
WRITTEN = {page.removeprefix("book/")[:2] for page in CHAPTER_PAGES}


def data(name):
    return yaml.safe_load((ROOT / "book/data" / name).read_text("utf-8"))


@pytest.fixture(scope="module")
def errata(site):
    return parse_page("book/errata")


@pytest.fixture(scope="module")
def concordance(site):
    return parse_page("book/concordance")


def test_every_erratum_is_on_the_page_in_order(errata):
    shown = [tag["id"] for tag in errata.select(".erratum")]
    entries = [entry for note in data("errata.yml").values() for entry in note]
    assert shown == [e["id"].lower() for e in entries if e["severity"] != "T"]
    misprints = [tag["id"] for tag in errata.select(".misprints > li")]
    assert misprints == [e["id"].lower() for e in entries if e["severity"] == "T"]


def test_every_entry_has_its_four_parts_and_none_is_empty(errata):
    for entry in errata.select(".erratum"):
        parts = [tag.get_text().strip() for tag in entry.select("dd")]
        assert len(parts) == 4, entry["id"]
        assert all(parts), entry["id"]


def test_an_entry_leads_to_the_cell_that_names_it(site, errata):
    found = 0
    for entry in errata.select(".erratum, .misprints > li"):
        for link in entry.select(".treated a"):
            if not link.get_text().startswith("a cell"):
                continue
            page, anchor = urldefrag(link["href"])
            cell = by_id(SITE / "book" / page)[anchor]
            assert "cell" in cell["class"]
            assert entry["id"].upper() in cell.get_text(), f"{entry['id']}: {link['href']}"
            assert re.search(r"\b(refute|breaks)\(", cell.get_text())
            found += 1
    assert found >= 14


def test_every_refutation_that_names_an_erratum_is_linked(site, errata):
    named = set()
    for page in CHAPTER_PAGES:
        for row in parse_page(page).select(".ev-table tr.refute"):
            named |= set(re.findall(ERRATUM, row.get_text()))
    assert named
    for name in named:
        entry = errata.find(id=name.lower())
        assert "; broken by a cell" in entry.get_text(), name


def test_what_the_book_does_not_treat_yet_is_said(errata, concordance):
    places = {e["id"].lower(): e["chapter"] for note in data("errata.yml").values() for e in note}
    for entry in errata.select(".erratum, .misprints > li"):
        chapter = places[entry["id"]]
        if chapter.isdigit() and chapter not in WRITTEN:
            assert f"chapter {int(chapter)} is not written yet" in entry.get_text()
        else:
            assert entry.select_one(".treated a"), entry["id"]
    unwritten = {c for c in data("ledger.yml")["chapters"] if c not in WRITTEN}
    text = concordance.get_text()
    for chapter in unwritten:
        assert f"chapter {int(chapter)} is not written yet" in text


def test_every_item_is_on_the_page_in_the_order_of_its_note(concordance):
    ledger = data("ledger.yml")
    notes = [item for parts in ledger["notes"].values() for part in parts for item in part["items"]]
    wanted = [*notes, *ledger["beyond"]]
    rows = concordance.select("ul.concordance > li")
    shown = [row.select_one(".item-id").get_text().split()[-1] for row in rows]
    assert shown == [item["id"] for item in wanted]
    for row, item in zip(rows, wanted, strict=True):
        where = row.select_one(".treated")
        if item["chapter"] in WRITTEN:
            assert where.select("a, code"), item["id"]
        else:
            assert not where.select("a, code"), item["id"]


def test_the_reading_orders_name_every_item_of_the_notes(concordance):
    steps = [" ".join(li.get_text().split()) for li in concordance.select("ol.reading-order > li")]
    counted = [int(re.search(r"(\d+) items?$", step)[1]) for step in steps]
    assert sum(counted) == 399


def test_every_erratum_named_in_a_chapter_is_a_link_to_its_entry(site):
    for page in CHAPTER_PAGES:
        article = parse_page(page).select_one("article")
        found = article.select("a.erratum-link:not(pre *, code *)")
        links = [(a.get_text(), a["href"]) for a in found]
        assert all(href == f"errata.html#{name.lower()}" for name, href in links), page
        text = "".join(strings_outside(article, {"pre", "code", "script"}, classes={"headerlink"}))
        assert sorted(re.findall(ERRATUM, text)) == sorted(name for name, _ in links), page


@pytest.mark.browser
def test_pointing_at_the_number_of_an_erratum_shows_its_entry(visit):
    with visit("book/06-perceptron") as seen:
        switch(seen.page, "code")
        seen.page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        seen.page.locator("a.erratum-link", has_text="E-001-03").first.focus()
        box = seen.page.wait_for_selector("#preview:not([hidden])")
        assert "E-001-03 · wrong · when an update is made" in box.inner_text()
    assert seen.complaints == []


@pytest.mark.browser
@pytest.mark.parametrize("width", [320, 1280])
def test_formulas_of_the_errata_stay_in_their_box(visit, width):
    with visit("book/errata", width=width) as seen:
        over = seen.page.evaluate(
            """() => [...document.querySelectorAll('.erratum dd')]
               .filter(e => e.getBoundingClientRect().right > innerWidth)
               .map(e => e.closest('.erratum').id)"""
        )
    assert over == []
