"""Long lists: a field hides the rows without its words and says how many are left; letters lead."""

import pytest
from playwright.sync_api import expect
from site_html import parse_page

pytest_plugins = ["site_fixtures"]
browser_test = pytest.mark.browser

#: Of each page, words, a row that has them, one that has not, and how the count is called.
LISTS = {
    "book/notation": (
        "Geometric MARGIN",
        "tr:has-text('geometric margin')",
        "tr:has-text('number of examples')",
        "symbol",
    ),
    "book/errata": ("e-002-25", "#e-002-25", "#e-001-03", "entr"),
    "book/concordance": ("002-t5.1", "#item-002-t5-1", "#item-000-a1", "item"),
    "book/theorem-map": ("novikoff", "#map-thm-novikoff", "#map-lem-growth", "statement"),
}


@browser_test
@pytest.mark.parametrize("name", LISTS)
def test_a_field_hides_the_rows_without_its_words_and_counts_the_others(visit, name):
    words, has, has_not, called = LISTS[name]
    with visit(name) as seen:
        page = seen.page
        form = page.locator(".row-filter")
        field, said = form.get_by_label("Filter"), form.get_by_role("status")
        rows = page.locator(f".bd-article :is({form.get_attribute('data-rows')})")
        every = rows.count()
        assert said.inner_text() == ""
        field.fill(words)
        expect(said).to_contain_text(called)
        expect(page.locator(has).first).to_be_visible()
        assert not page.locator(has_not).first.is_visible()
        shown = rows.locator("visible=true").count()
        assert said.inner_text().split()[0] == str(shown)
        assert 0 < shown < every
        headings = page.locator(".bd-article section section > :is(h2, .rubric):visible")
        assert headings.count() <= 2 * shown
        field.fill("no such words")
        expect(said).to_contain_text("contains these words")
        assert rows.locator("visible=true").count() == 0
        page.emulate_media(media="print")
        assert rows.locator("visible=true").count() == every
        assert not form.is_visible()
        page.emulate_media(media="screen")
        field.fill("")
        expect(said).to_have_text("")
        assert page.locator(".filtered-out").count() == 0
        assert page.locator("details.theorem-map-fold[open]").count() == 0
        assert seen.complaints == []


@browser_test
def test_a_letter_of_a_formula_is_found_as_itself(visit):
    with visit("book/notation") as seen:
        form = seen.page.locator(".row-filter")
        form.get_by_label("Filter").fill("ℓ")
        expect(form.get_by_role("status")).not_to_have_text("")
        shown = seen.page.locator(f".bd-article :is({form.get_attribute('data-rows')}):visible")
        assert 0 < shown.count() == shown.filter(has_text="ℓ").count()


@browser_test
def test_without_a_script_there_is_no_field_and_all_rows_are_there(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    for name, (_, has, has_not, _) in LISTS.items():
        page.goto(f"{address}{name}.html")
        assert not page.locator(".row-filter").is_visible()
        if name != "book/theorem-map":  # whose chapters open by themselves
            assert page.locator(has).first.is_visible()
            assert page.locator(has_not).first.is_visible()
    context.close()


def test_the_letters_of_the_index_lead_to_their_first_entries(site):
    page = parse_page("book/terms")
    for which in ("terms", "people"):
        letters = page.select_one(f"nav.letters[aria-label='Letters of the {which}']").select("a")
        words = [a.get_text() for a in letters]
        assert words == sorted(set(words))
        assert len(words) > 20
        for letter in letters:
            entry = page.find(id=letter["href"].removeprefix("#"))
            assert entry.name == "li"
            assert entry.get_text().strip()[0].upper() == letter.get_text()


@browser_test
@pytest.mark.parametrize("width", [390, 1280])
def test_an_entry_of_a_letter_stands_below_the_letters(visit, width):
    with visit("book/terms", width=width) as seen:
        seen.page.locator(".letters").first.get_by_role("link", name="M", exact=True).click()
        entry = seen.page.locator("#terms-m")
        expect(entry).to_be_in_viewport()
        edges = seen.page.evaluate(
            """() => [document.querySelector(".letters").getBoundingClientRect().bottom,
                      document.querySelector("#terms-m").getBoundingClientRect().top]"""
        )
        assert 0 <= edges[1] - edges[0] < 60
