"""The first course on the site: what is folded opens, the path leads on, ticks are kept."""

import pytest
from playwright.sync_api import expect
from site_html import parse_page
from site_pages import ROOT
from site_walk import switch

from bookext.course import marks, weeks

pytest_plugins = ["site_fixtures"]
pytestmark = pytest.mark.browser

COURSE = weeks.read(ROOT)
FOLDED = [
    page
    for page in COURSE.path
    if list(marks.further_sections((ROOT / f"{page}.md").read_text("utf-8"), page))
]
ARE_OPEN = "[...document.querySelectorAll('details.further-part')].map(fold => fold.open)"


@pytest.mark.parametrize("page", COURSE.path)
def test_the_pages_before_and_after_are_those_of_the_path(site, page):
    html = parse_page(page)
    for link, wanted in zip(("left-prev", "right-next"), COURSE.beside(page), strict=True):
        found = html.select_one(f".prev-next-area .{link}")
        assert (found["href"] if found else "") == (wanted and f"{wanted[5:]}.html")


def test_what_is_folded_says_its_minutes(site):
    for page in FOLDED:
        source = (ROOT / f"{page}.md").read_text("utf-8")
        said = [s.get_text() for s in parse_page(page).select(".further-part > summary")]
        wanted = [marks.minutes(blocks) for _, blocks in marks.further_sections(source, page)]
        assert [int(words.split()[1]) for words in said] == wanted


def test_what_is_folded_opens_by_a_link_and_by_the_switch(visit):
    with visit(FOLDED[0]) as seen:
        page = seen.page
        folds = page.evaluate(ARE_OPEN)
        assert folds
        assert not any(folds)
        inside = page.locator("details.further-part [id]").first.get_attribute("id")
        page.evaluate("id => { location.hash = id; }", inside)
        page.wait_for_function(f"{ARE_OPEN}[0]")
        switch(page, "further")
        assert all(page.evaluate(ARE_OPEN))
        page.reload()
        assert all(page.evaluate(ARE_OPEN))
        switch(page, "further")
        assert not any(page.evaluate(ARE_OPEN))
        assert seen.complaints == []


def test_what_is_folded_is_printed(visit):
    with visit(FOLDED[0]) as seen:
        seen.page.emulate_media(media="print")
        inside = seen.page.locator("details.further-part > :not(summary)").first
        assert inside.evaluate("e => e.getBoundingClientRect().height") > 0


def test_ticks_are_kept_and_lead_on(visit):
    with visit("book/first-course") as seen:
        page = seen.page
        rows = page.locator(".course-weeks li[data-page]")
        assert rows.evaluate_all("all => all.map(row => row.dataset.page)") == list(COURSE.path)
        go_on = page.locator(".go-on")
        assert go_on.inner_text().startswith("Begin with")
        rows.nth(0).locator("input").check()
        assert go_on.inner_text().startswith("Continue with")
        go_on.click()
        page.wait_for_url(f"**/{COURSE.path[1]}.html")
        page.get_by_label("I have read this page").check()
        page.goto(page.url.replace(COURSE.path[1], "book/first-course"))
        assert "2 of" in page.locator(".course-sum").inner_text()
        assert rows.nth(1).locator("input").is_checked()
        assert page.locator(".bd-docs-nav a.read").count() == 2
        assert seen.complaints == []


def test_each_week_leads_to_its_homework_and_that_is_there(site):
    """To run, to download, and solved; and on its page the sentence how to know."""
    weeks_of = parse_page("book/first-course").select(".course-weeks > li")
    for week, shown in zip(COURSE.weeks, weeks_of, strict=True):
        wanted = [number for choice in week.homework for number in choice]
        links = [a["href"] for a in shown.select("a[href*='#homework-']")]
        assert [int(link.rpartition("-")[2]) for link in links] == wanted
        for page, anchor in (link.split(".html#") for link in links):
            line = parse_page(f"book/{page}").find(id=anchor)
            assert "grader.check" in line.get_text()
            given, solved = (site / "book" / a["href"] for a in line.select("a[download]"))
            assert line.button["data-notebook"] == given.name
            for notebook in (given, solved):
                assert notebook.exists()
                assert (site / "lite" / "files" / notebook.name).exists()


def test_the_last_page_of_a_chapter_on_the_path_offers_its_homework(site):
    last = {page[5:7]: page for page in COURSE.path}
    for chapter, page in last.items():
        assert parse_page(page).find(id=f"homework-{int(chapter)}"), page


def test_the_homework_opens_in_the_browser(visit):
    with visit("book/06-perceptron-exercises") as seen:
        page = seen.page
        with page.context.expect_page() as opening:
            page.click(".homework button")
            page.get_by_role("button", name="Open the notebook").click()
        heading = opening.value.get_by_role("heading", name="Homework 6: a cautious perceptron")
        expect(heading).to_be_visible(timeout=120_000)
        with page.context.expect_page() as opening:
            page.get_by_role("link", name="Solution", exact=True).click()
        heading = opening.value.get_by_role("heading", name="Solution of homework 6")
        expect(heading).to_be_visible(timeout=120_000)
        assert seen.complaints == []


def test_pages_of_a_chapter_have_no_number_of_a_section(site):
    for page in COURSE.path:
        html = parse_page(page)
        numbers = [n.get_text(strip=True) for n in html.select("article .section-number")]
        assert all(number.isdigit() for number in numbers)
        contents = [a.get_text(strip=True) for a in html.select("#pst-page-toc-nav a")]
        assert not any(words[0].isdigit() and "." in words.split()[0] for words in contents)
