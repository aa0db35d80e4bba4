"""Reading comfort: references that show what they mean, folded proofs, links to everything."""

import json
import re
import time
from functools import cache
from urllib.parse import urldefrag

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import expect
from site_html import by_id, light, parse
from site_pages import CHAPTER_PAGES, PAGES, ROOT
from site_walk import switch

pytest_plugins = ["site_fixtures"]

browser_test = pytest.mark.browser
slow = pytest.mark.slow
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
TO_CLICK = re.compile(r"<(?:a|button|script|input|summary)\b")
PREVIEW = "#preview:not([hidden])"
PROOFS, EXERCISES = "book/06-perceptron-proof", "book/06-perceptron-exercises"
FAR = "article a[href='06-perceptron-proof.html#thm-novikoff'] >> visible=true"
NEAR = "article a.reference[href='#equation-eq-squeeze']"
IS_SEEN = "e => e.checkVisibility({contentVisibilityProperty: true})"


@cache
def offered(path):
    """Return what a page offers to be shown beside references, by label."""
    return json.loads(re.fullmatch(r'bookPreview\("[^"]+", (.*)\);\n', path.read_text(), re.S)[1])


# References


def silent_references(site, name):
    """Return the references of a page that show nothing when pointed at."""
    page, silent = site / f"{name}.html", []
    for link in parse(page).select("article a.reference.internal[href*='#']"):
        target, label = urldefrag(link["href"])
        path = (page.parent / target).resolve() if target else page
        there = by_id(path).get(label)
        classes = set(there.get("class", [])) if there else set()
        if there and (there.name == "figure" or classes & {"proof", "exercise", "math"}):
            script = site / "_static" / "previews" / path.relative_to(site).with_suffix(".js")
            if not offered(script).get(label):
                silent.append(link["href"])
        elif "bibliography.html" in link["href"] and name != "book/bibliography":
            silent += [link["href"]] * (not link["title"])
    return silent


def test_every_reference_has_something_to_show(site):
    silent = {name: silent_references(site, name) for name in PAGES}
    assert {name: links for name, links in silent.items() if links} == {}


def test_what_is_shown_is_whole_and_has_nothing_to_click(site):
    for name in CHAPTER_PAGES:
        parts = offered(site / "_static" / "previews" / f"{name}.js")
        assert parts, name
        for label, html in parts.items():
            assert not TO_CLICK.search(html), label
            shown = BeautifulSoup(light(html), "html.parser")
            assert shown.get_text(strip=True), label
            assert not [tag for tag in shown.select("[id]") if not tag.find_parent("svg")], label


@browser_test
@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=slow)])
def test_pointing_at_a_reference_shows_the_statement_of_another_page(visit, theme):
    with visit(EXERCISES, theme=theme) as seen:
        link = seen.page.locator(FAR).first
        link.hover()
        box = seen.page.locator(PREVIEW)
        box.wait_for()
        assert box.get_attribute("role") == "tooltip"
        assert link.get_attribute("aria-describedby") == "preview"
        assert "Theorem 6.7 (Novikoff)" in box.inner_text()
        assert box.locator(".katex").count() > 3
        seen.page.evaluate(AXE.read_text())
        found = seen.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        assert [(v["id"], v["nodes"][0]["html"]) for v in found["violations"]] == []
        box.hover()  # the pointer may go there, to scroll or to select
        seen.page.wait_for_timeout(400)
        assert box.is_visible()
        seen.page.keyboard.press("Escape")
        assert not box.is_visible()
        assert link.get_attribute("aria-describedby") is None
    assert seen.complaints == []


@browser_test
def test_the_keyboard_shows_and_hides_a_formula(visit):
    with visit(PROOFS) as seen:
        seen.page.keyboard.press("Tab")  # so that focus is shown
        seen.page.locator(NEAR).first.focus()
        box = seen.page.locator(PREVIEW)
        box.wait_for()
        assert "(6.1)" in box.inner_text()
        seen.page.keyboard.press("Escape")
        assert not box.is_visible()
        seen.page.keyboard.press("Tab")
        seen.page.keyboard.press("Shift+Tab")
        box.wait_for()
        seen.page.keyboard.press("Tab")
        assert not box.is_visible()
    assert seen.complaints == []


@browser_test
@pytest.mark.parametrize("width", [320, pytest.param(1280, marks=slow)])
def test_what_is_shown_stays_on_the_screen(visit, width):
    with visit(PROOFS, width=width) as seen:
        links = "article p:not(.in-code) a.reference[href*='#'] >> visible=true"
        for link in seen.page.locator(links).all()[:8]:
            link.hover()
            box = seen.page.locator(PREVIEW)
            box.wait_for()
            edges = box.bounding_box()
            assert edges["x"] >= 0
            assert edges["x"] + edges["width"] <= width
            assert edges["y"] >= 0
            assert edges["y"] + edges["height"] <= 900
            seen.page.keyboard.press("Escape")
            seen.page.mouse.move(0, 0)


@browser_test
@pytest.mark.parametrize(
    ("start", "target"),
    [
        pytest.param(PROOFS, "#fig-squeeze", marks=slow),
        pytest.param(PROOFS, "06-perceptron.html#fig-run", marks=slow),
        (EXERCISES, "06-perceptron-proof.html#fig-orders"),  # a picture that comes late
    ],
)
@pytest.mark.parametrize(("width", "height"), [(320, 640), (1280, 700)])
def test_a_figure_is_shown_whole_above_its_caption(browser, address, start, target, width, height):
    def refer(route):  # a page of this book that refers to a figure
        page = route.fetch()
        old = re.search(r'class="reference internal" href="([^"]*#(?:thm|eq)[^"]*)"', page.text())
        route.fulfill(response=page, body=page.text().replace(f'"{old[1]}"', f'"{target}"'))

    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    page = context.new_page()
    page.route(f"**/{start}.html", refer)
    page.route("**/_images/*", lambda route: (time.sleep(0.3), route.continue_()))
    page.goto(f"{address}{start}.html")
    page.keyboard.press("Tab")
    link = page.locator(f"article a.reference[href='{target}'] >> visible=true").first
    link.scroll_into_view_if_needed()
    page.wait_for_timeout(100)
    link.focus()
    box = page.locator(PREVIEW)
    box.wait_for()
    box.locator("img").evaluate_all("all => Promise.all(all.map(image => image.decode()))")
    page.wait_for_timeout(100)
    frame, picture = box.bounding_box(), box.locator(".explore-frame > svg, img").bounding_box()
    caption = box.locator("figcaption").bounding_box()
    assert frame["y"] >= 0
    assert frame["y"] + frame["height"] <= height
    assert frame["y"] <= picture["y"]
    assert 100 < picture["height"] < caption["y"] - picture["y"] + 1
    assert caption["y"] + 30 < frame["y"] + frame["height"]  # its first line is in sight
    assert picture["x"] >= 0
    assert picture["x"] + picture["width"] <= width
    context.close()


@browser_test
@pytest.mark.parametrize("width", [320, 1280])
def test_the_number_of_a_formula_does_not_lie_on_it(visit, width):
    with visit(PROOFS, width=width) as seen:
        seen.page.keyboard.press("Tab")
        seen.page.locator(NEAR).first.focus()
        box = seen.page.locator(PREVIEW)
        box.wait_for()
        number = box.locator(".eqno").bounding_box()
        formula = box.locator(".katex-html").bounding_box()
        beside = formula["x"] + formula["width"] <= number["x"]
        under = formula["y"] + formula["height"] <= number["y"]
        assert beside or under


@browser_test
def test_a_tap_follows_a_reference_and_a_long_press_shows_it(browser, address):
    context = browser.new_context(has_touch=True, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"{address}{EXERCISES}.html")
    link = page.locator(FAR).first
    link.scroll_into_view_if_needed()
    link.evaluate("e => e.dispatchEvent(new Event('touchstart', {bubbles: true}))")
    page.locator(PREVIEW).wait_for()
    link.evaluate("e => e.dispatchEvent(new Event('touchend', {bubbles: true, cancelable: true}))")
    assert page.locator(PREVIEW).is_visible()
    page.locator("article h1").tap()
    assert not page.locator(PREVIEW).is_visible()
    link.tap()
    page.wait_for_url("**/06-perceptron-proof.html#thm-novikoff")
    context.close()


@browser_test
def test_a_work_of_the_bibliography_is_shown_too(visit):
    with visit(PROOFS) as seen:
        seen.page.locator("article a[href^='bibliography.html'] >> visible=true").first.hover()
        seen.page.locator(PREVIEW).wait_for()
        assert re.search(r"\d{4}", seen.page.locator(PREVIEW).inner_text())


# Proofs, hints and solutions


@browser_test
def test_all_proofs_fold_at_once_and_the_browser_remembers(visit):
    with visit(PROOFS) as seen:
        proofs = seen.page.locator("details.the-proof")
        opened = "all => all.filter(proof => proof.open).length"
        count = proofs.count()
        assert count > 3
        assert proofs.evaluate_all(opened) == count
        control = switch(seen.page, "proofs")
        assert control.get_attribute("aria-pressed") == "false"
        assert proofs.evaluate_all(opened) == 0
        seen.page.reload()
        assert control.get_attribute("aria-pressed") == "false"
        assert proofs.evaluate_all(opened) == 0
        seen.page.emulate_media(media="print")
        assert proofs.locator("p").first.evaluate(IS_SEEN)
        seen.page.emulate_media(media="screen")
        assert not proofs.locator("p").first.evaluate(IS_SEEN)
        proofs.first.locator("summary").click()
        assert proofs.evaluate_all(opened) == 1
        switch(seen.page, "proofs")
        assert proofs.evaluate_all(opened) == count
        seen.page.goto(seen.page.url.replace(PROOFS, "book/07-vc-dimension-growth"))  # knows it too
        assert control.get_attribute("aria-pressed") == "true"
    assert seen.complaints == []


@browser_test
def test_a_link_into_a_folded_proof_opens_it(visit):
    with visit(PROOFS) as seen:
        switch(seen.page, "proofs")
        seen.page.locator(NEAR).first.click()
        assert seen.page.locator("#equation-eq-squeeze").evaluate(IS_SEEN)
        assert seen.page.locator("details.the-proof[open]").count() == 1


@browser_test
def test_solutions_stay_folded_on_paper_unless_opened(visit):
    with visit(EXERCISES) as seen:
        folds = seen.page.locator("details.solution")
        assert folds.count() > 9
        folds.nth(1).locator("summary").first.click(position={"x": 3, "y": 10})
        seen.page.emulate_media(media="print")
        words = "details => details.querySelector('section, p:not(summary p)')"
        shown = folds.evaluate_all(
            f"all => all.map(d => ({IS_SEEN})(({words})(d) || d.lastElementChild))"
        )
        assert shown[:3] == [False, True, False]


@browser_test
def test_without_script_proofs_are_open_and_solutions_fold(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}{PROOFS}.html")
    assert page.locator("details.the-proof p").first.is_visible()
    assert not page.locator(".view-menu").is_visible()
    page.goto(f"{address}{EXERCISES}.html")
    fold = page.locator("details.solution").first
    assert not fold.locator("p").first.is_visible()
    fold.locator("summary").first.click(position={"x": 3, "y": 10})
    assert fold.locator("p").first.is_visible()
    context.close()


# Links and buttons


def test_everything_has_a_link_to_itself(site):
    kinds = "article div.proof[id], article div.exercise[id], article figure, article .cell"
    without = []
    for name in CHAPTER_PAGES:
        things = parse(site / f"{name}.html").select(kinds)
        assert things, name
        without += [
            f"{name}: {thing.get('id') or thing.get_text()[:60]}"
            for thing in things
            if not (thing.get("id") and thing.select(f"a.headerlink[href='#{thing['id']}']"))
            and (thing.name == "figure" or thing.get("id") or thing.select(".cell_input"))
        ]
    assert without == []


@browser_test
@pytest.mark.parametrize(
    ("page", "things"),
    [(PROOFS, ["div.theorem", "figure", "div.cell", "h2"]), (EXERCISES, ["div.exercise"])],
)
def test_the_link_shows_when_pointed_at_or_focused(visit, page, things):
    with visit(page) as seen:
        switch(seen.page, "code")
        seen.page.keyboard.press("Tab")
        for thing in things:
            owner = seen.page.locator(f"article {thing}").first
            link = owner.locator("a.headerlink").first
            owner.scroll_into_view_if_needed()
            seen.page.mouse.move(0, 0)
            opacity = "e => getComputedStyle(e).opacity"
            assert link.evaluate(opacity) == "0", thing
            link.focus()
            assert link.evaluate(opacity) == "1", thing
            link.evaluate("e => e.blur()")
            link.locator("xpath=..").hover()
            assert link.evaluate(opacity) == "1", thing


@browser_test
def test_code_can_be_copied(browser, address):
    context = browser.new_context(
        permissions=["clipboard-read", "clipboard-write"], reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(f"{address}{PROOFS}.html")
    cells = page.locator("div.cell_input div.highlight")
    assert cells.locator("button.copybtn").count() == cells.count()
    switch(page, "code")
    button = cells.first.locator("button.copybtn")
    page.keyboard.press("Tab")
    button.focus()
    assert button.evaluate("e => getComputedStyle(e).opacity") == "1"
    page.keyboard.press("Enter")
    page.wait_for_selector("button.copybtn.success")
    code = page.evaluate("navigator.clipboard.readText()")
    assert code.strip() == cells.first.locator("pre").inner_text().strip()
    context.close()


def leads_to(page):
    """Where the foot of a page leads: along the course, or in the book's order."""
    return [(page.parent / a["href"]).resolve() for a in parse(page).select(".prev-next-footer a")]


def test_previous_and_next_follow_the_contents(site):
    for name, following in zip(PAGES, PAGES[1:], strict=False):
        page, after = site / f"{name}.html", site / f"{following}.html"
        assert after in leads_to(page)
        assert page in leads_to(after)


@browser_test
def test_the_first_tab_leads_to_the_text(visit):
    with visit(PROOFS) as seen:
        seen.page.keyboard.press("Tab")
        focused = "document.activeElement.textContent"
        assert seen.page.evaluate(focused).strip() == "Skip to main content"
        assert seen.page.locator("#pst-skip-link").bounding_box()["y"] >= 0
        seen.page.keyboard.press("Enter")
        seen.page.keyboard.press("Tab")
        assert seen.page.evaluate("document.activeElement.closest('main') !== null")


@browser_test
@pytest.mark.parametrize(
    ("width", "height", "seen"),
    [(1000, 900, True), (320, 700, False), pytest.param(740, 360, False, marks=slow)],
)
def test_no_button_lies_on_the_text_of_a_telephone(visit, width, height, seen):
    with visit(PROOFS) as opened:
        opened.page.set_viewport_size({"width": width, "height": height})
        button = opened.page.locator("#pst-back-to-top")
        # The theme shows it to who scrolls up again, and hides it when the page grows above.
        shown = """button => {
          if (scrollY > 1500 && scrollY < 2500 && button.style.display === "block") return true;
          scrollTo(0, scrollY > 2500 ? 2000 : 3000);
        }"""
        opened.page.wait_for_function(shown, arg=button.element_handle(), polling=200)
        assert button.is_visible() == seen


@browser_test
@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=slow)])
def test_focus_is_always_seen(visit, theme):
    look = """() => {
      const e = document.activeElement;
      if (e === document.body) return "";
      const own = (x) => { const s = getComputedStyle(x); return s.outlineStyle !== "none"
        && parseFloat(s.outlineWidth) > 0 || s.boxShadow !== "none"; };
      const seen = [e, ...e.querySelectorAll("*")].some(own) || own(e.parentElement);
      return seen ? "" : e.outerHTML.slice(0, 120);
    }"""
    with visit(PROOFS, theme=theme) as seen:
        unseen = []
        for _ in range(70):
            seen.page.keyboard.press("Tab")
            unseen.append(seen.page.evaluate(look))
    assert list(filter(None, unseen)) == []


@browser_test
def test_a_drawer_closes_at_a_section_and_gives_the_focus_back(visit):
    with visit("book/06-perceptron-proof", width=390) as seen:
        toggle = seen.page.locator(".secondary-toggle")
        drawer = seen.page.locator("#pst-secondary-sidebar-modal")
        toggle.press("Enter")
        drawer.get_by_role("link").nth(2).press("Enter")
        expect(drawer).not_to_be_visible()
        expect(toggle).to_be_focused()
        toggle.press("Enter")
        seen.page.keyboard.press("Escape")
        expect(toggle).to_be_focused()
        assert "#" in seen.page.url
