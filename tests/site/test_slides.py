"""The decks in Chromium: nothing runs over the edge, few words, figures move, links lead back."""

import json
import re
from itertools import takewhile

import pytest
from playwright.sync_api import Page, expect
from site_html import parse
from site_pages import ROOT
from site_walk import AXE, THIN, listen, run_axe

from bookext.course import weeks
from tools.site.slides import chosen, print_deck

pytest_plugins = ["site_fixtures"]
pytestmark = pytest.mark.browser

COURSE = weeks.read(ROOT)
WEEKS = [f"slides/{week.deck}" for week in COURSE.weeks]
SHAPES = [(1024, 768), (1280, 720)]
MOST_WORDS = 40
MOST_IN_A_SENTENCE = 64  # which is not cut; and what builds up is read in parts
SMALLEST = 0.6  # of the size of the letters: 25 pixels of 720
LETTERS = 16.5  # pixels of 720: the letters of a picture, which is drawn with twelve points
#: What is wrong with each slide: over the edge, too small, too many words.
LOOK = """async ([most, sentence, smallest, letters]) => {
  const frame = () => new Promise((tell) => requestAnimationFrame(tell));
  const SILENT = ".katex, pre, code, .explore, img, .case, .run, [aria-hidden='true']";
  const words = (element) => {
    const copy = element.cloneNode(true);
    copy.querySelectorAll(SILENT).forEach((part) => part.remove());
    return (copy.textContent.match(/[\\p{L}\\p{N}][\\p{L}\\p{N}'’.,/-]*/gu) || []).length;
  };
  const found = [];
  for (let k = 0; k < Reveal.getTotalSlides(); k++) {
    Reveal.slide(k);
    await frame();
    await frame();
    const slide = Reveal.getCurrentSlide(), inside = slide.querySelector(".inside");
    const note = (text) => found.push(`${slide.id}: ${text}`);
    const [room, edge] = [inside.getBoundingClientRect(), slide.getBoundingClientRect()];
    for (const part of inside.querySelectorAll(":not(svg *, .katex *, option, .visually-hidden)")) {
      const box = part.getBoundingClientRect();
      if (!part.checkVisibility() || !box.width || part.closest(".katex-mathml")) continue;
      const low = part.closest(".by-hand, .play") ? edge : room;  // these stand at the foot
      if (box.right > edge.right + 1 || box.bottom > low.bottom + 2 || box.left < edge.left - 1)
        note(`${part.tagName} is over the edge: ${part.textContent.slice(0, 40)}`);
    }
    for (const title of slide.querySelectorAll("header *"))
      if (title.getBoundingClientRect().right > edge.right + 1) note("its title is over the edge");
    const off = [edge.left, edge.right - innerWidth, edge.top, edge.bottom - innerHeight];
    if (off.some((far) => Math.abs(far) > 3)) note(`it does not fill the screen: ${off}`);
    const size = +getComputedStyle(inside).getPropertyValue("--fit") || 1;
    if (size <= smallest) note(`its letters are too small: ${size}`);
    const picture = inside.querySelector(".explore-frame svg, .picture img");
    if (picture) {
      const own = picture.viewBox?.baseVal, box = picture.getBoundingClientRect();
      const [wide, tall] = own ? [own.width, own.height]
        : [picture.naturalWidth * 0.75, picture.naturalHeight * 0.75];
      const high = 12 * Math.min(box.width / wide, box.height / tall) / Reveal.getScale();
      if (high < letters) note(`the letters of its picture have ${high.toFixed(1)} pixels`);
    }
    const parts = [...inside.children].filter((part) => words(part));
    const count = words(inside);
    const whole = parts.length > 1 && !inside.querySelector(".fragment");
    if (count > (whole ? most : sentence)) note(`it has ${count} words`);
    if (!slide.querySelector("h1, h2").textContent.trim()) note("it has no title");
  }
  return found;
}"""
AT = "name => Reveal.slide(Reveal.getSlides().findIndex(slide => slide.id === name))"
AWAY = re.compile(r"\b(past|future)\b")


def at(page: Page, name: str):
    """Go to a slide, and find it."""
    page.evaluate(AT, name)
    return page.locator(f"section[id='{name}']")


@pytest.mark.parametrize(
    "deck", [*WEEKS[:2], *(pytest.param(deck, marks=pytest.mark.slow) for deck in WEEKS[2:])]
)
def test_a_deck_is_readable_from_the_last_row(visit, deck):
    with visit(deck) as seen:
        for width, height in SHAPES:
            seen.page.set_viewport_size({"width": width, "height": height})
            seen.page.wait_for_timeout(100)
            limits = [MOST_WORDS, MOST_IN_A_SENTENCE, SMALLEST, LETTERS]
            assert seen.page.evaluate(LOOK, limits) == [], f"{width} x {height}"
        assert seen.complaints == []


def test_a_formula_fits_after_a_jump(visit):
    with visit("slides/week-08") as seen:
        seen.page.set_viewport_size({"width": 1024, "height": 768})
        inside = at(seen.page, "lem-swap").locator(".inside")
        seen.page.wait_for_function("document.fonts.status === 'loaded'")
        over = "all => Math.max(...all.map((each) => each.scrollWidth - each.clientWidth))"
        assert inside.locator(".katex-display").evaluate_all(over) <= 1


STATED = {"theorem", "lemma", "proposition", "corollary", "definition", "algorithm"}
TOLD_BY_ITS_STEPS = {"thm-fundamental"}  # a picture has them


@pytest.mark.parametrize("deck", WEEKS)
def test_every_theorem_has_an_idea_of_its_proof(site, deck):
    """On a slide of its own, or on what its author says before the next statement, or the proof."""
    slides = parse(site / f"{deck}.html").find_all("section")
    odd = []
    for at, slide in enumerate(slides):
        name = slide["data-piece"]
        if slide["class"] != ["theorem"] or name != slide["id"] or name in TOLD_BY_ITS_STEPS:
            continue
        others = [each for each in slides[at + 1 :] if each["data-piece"] != name]
        near = takewhile(lambda each: not STATED & set(each["class"]), others)
        said = slide.select_one(".fragment") or any({"own", "step"} & set(e["class"]) for e in near)
        if not said and not any(each["id"] == f"idea-of-{name}" for each in slides):
            odd.append(name)
    assert odd == []


def test_a_task_stands_on_one_slide_and_a_statement_on_at_most_two(site):
    for deck in sorted((site / "slides").glob("*.html")):
        names = [
            slide["data-piece"] for slide in parse(deck).select("section:not(.own, .page, .step)")
        ]
        tasks = [slide["data-piece"] for slide in parse(deck).select("section.task")]
        assert len(tasks) == len(set(tasks)), deck.name
        assert max(map(names.count, names)) <= 2, deck.name


def test_a_week_fits_its_lecture(site):
    for deck in WEEKS:
        slides = parse(site / f"{deck}.html").find_all("section")
        minutes = sum(int(slide["data-timing"]) for slide in slides) / 60
        assert len(slides) <= 45, deck
        assert 60 <= minutes <= 90, deck
        said = (
            f"{len(slides)} slides, {f'{minutes:.1f}'.replace('.0', '').replace('.5', '½')} minutes"
        )
        assert said in slides[0].select_one(".notes p").get_text()


def test_a_proof_builds_up_a_step_at_a_key(visit):
    with visit("slides/week-06") as seen:
        at(seen.page, "proof-of-thm-novikoff")
        shown = "Reveal.getCurrentSlide().querySelectorAll('.fragment.visible').length"
        steps = seen.page.locator("section.present .fragment").count()
        assert steps == 5  # of six, the first stands there
        for key, count in [("ArrowRight", 1), ("PageDown", 2), ("ArrowLeft", 1), ("Space", 2)]:
            seen.page.keyboard.press(key)
            assert seen.page.evaluate(shown) == count
        for _ in range(steps - 1):
            seen.page.keyboard.press("ArrowRight")
        expect(seen.page).to_have_url(re.compile("#/proof-of-thm-novikoff-2$"))


def test_what_breaks_shows_something_broken(site):
    for deck in WEEKS:
        for slide in parse(site / f"{deck}.html").select("section.breaks"):
            assert slide.select(".verdict.refute"), slide["id"]


def test_a_finger_on_a_picture_turns_the_page_unless_it_holds_a_handle(browser, site):
    page = browser.new_page(viewport={"width": 1280, "height": 720}, has_touch=True)
    page.goto((site / "slides/week-06.html").as_uri(), wait_until="load")
    slide = at(page, "fig-run")
    slider = slide.locator("input[type=range]")
    swipe(page, slider.bounding_box(), 120)
    expect(slide).not_to_have_class(AWAY)
    swipe(page, slide.locator(".explore-frame").bounding_box(), -300)
    expect(slide).to_have_class(AWAY)
    page.close()


def test_a_finger_in_a_figure_in_hand_moves_a_handle_or_turns_the_page(browser, address):
    page = browser.new_page(viewport={"width": 1280, "height": 720}, has_touch=True)
    page.goto(f"{address}slides/week-06.html", wait_until="load")
    label = page.locator("section.figure:has([data-touch])").first.get_attribute("id")
    slide = at(page, label)
    slide.locator(".by-hand").click()
    said = slide.locator(".hand output")
    before = said.inner_text()
    swipe(page, slide.locator(".handle").first.bounding_box(), -120)
    expect(said).not_to_have_text(before)
    expect(slide).not_to_have_class(AWAY)
    corner = {**slide.locator(".hand svg").bounding_box(), "width": 40, "height": 40}
    swipe(page, corner, 300)
    expect(slide).to_have_class(AWAY)
    page.close()


def swipe(page: Page, box: dict, far: float) -> None:
    """Draw a finger across the middle of a box."""
    fingers = page.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for kind, moved in [("touchStart", 0), *(("touchMove", far * k / 6) for k in range(1, 7))]:
        point = {"x": x + moved, "y": y}
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_slider_moves_the_picture_and_a_clicker_turns_the_page(visit):
    with visit("slides/week-06") as seen:
        slide = at(seen.page, "fig-run")
        slider, said = slide.locator("input[type=range]"), slide.locator("output")
        before, drawn = said.inner_text(), slide.locator("svg").inner_html()
        slider.focus()
        seen.page.keyboard.press("ArrowRight")
        expect(said).not_to_have_text(before)
        assert slide.locator("svg").inner_html() != drawn
        expect(slide).not_to_have_class(AWAY)
        seen.page.keyboard.press("PageDown")
        expect(slide).to_have_class(AWAY)
        seen.page.keyboard.press("PageUp")
        slider.focus()
        seen.page.keyboard.press("Escape")
        seen.page.keyboard.press("ArrowRight")
        expect(slide).to_have_class(AWAY)
        assert seen.complaints == []


def test_a_figure_in_hand_answers_on_a_slide(visit):
    with visit("slides/week-06") as seen:
        seen.page.set_viewport_size({"width": 1280, "height": 720})
        label = seen.page.locator("section.figure:has([data-touch])").first.get_attribute("id")
        slide = at(seen.page, label)
        slide.locator(".by-hand").click()
        handle, said = slide.locator(".handle").first, slide.locator(".hand output")
        before = said.inner_text()
        handle.focus()
        for _ in range(5):
            seen.page.keyboard.press("Shift+ArrowLeft")
        expect(said).not_to_have_text(before)
        expect(slide).not_to_have_class(AWAY)
        picture, sheet = slide.locator(".hand svg").bounding_box(), slide.bounding_box()
        assert picture["height"] > 300
        assert picture["y"] + picture["height"] < sheet["y"] + sheet["height"]
        seen.page.keyboard.press("PageDown")
        expect(slide).to_have_class(AWAY)
        assert seen.complaints == []


def test_notes_hold_the_proof_and_the_answer(visit):
    with visit("slides/week-06") as seen:
        notes = {
            name: seen.page.locator(f"section[id='{name}'] .notes").text_content()
            for name in ("idea-of-thm-novikoff", "lem-growth", "ex-line-by-line", "fig-run")
        }
    assert "Divide by" in notes["idea-of-thm-novikoff"]
    assert "take the square root" in notes["lem-growth"]
    assert "both products are" in notes["ex-line-by-line"]
    assert "All three runs end without a mistake" in notes["fig-run"]


def test_the_window_of_the_speaker_shows_them(visit):
    with visit("slides/week-06") as seen:
        at(seen.page, "idea-of-thm-novikoff")
        with seen.page.expect_popup() as opened:
            seen.page.click("#deck-notes")
        notes = opened.value.locator(".speaker-controls-notes .value")
        expect(notes).to_contain_text("Divide by")
        assert notes.locator("math").count() > 3
        assert notes.locator(".katex-html").count() == 0


def test_links_lead_to_the_place_and_back(visit):
    with visit("slides/week-06") as seen:
        at(seen.page, "thm-novikoff").locator(".place a").click()
        seen.page.wait_for_url(re.compile(r"book/06-perceptron-proof\.html#thm-novikoff$"))
        seen.page.click(".page-facts a:text('slides')")
        seen.page.wait_for_url(re.compile(r"slides/week-06\.html#/06-perceptron-proof$"))
        expect(seen.page.locator("section.present h2")).to_contain_text("convergence theorem")
        assert seen.complaints == []


@pytest.mark.parametrize("page", ["book/first-course", "book/teaching"])
def test_the_weeks_lead_to_their_slides(visit, page):
    with visit(page) as seen:
        links = seen.page.locator("article a[href*='slides/week-']")
        found = [link.get_attribute("href") for link in links.all()]
    assert found == [f"../{deck}.html" for deck in WEEKS]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_slides_are_accessible(visit, theme):
    with visit("slides/week-06", theme=theme) as seen:
        for script in (AXE, THIN):
            seen.page.evaluate(script.read_text("utf-8"))
        for name in ("title", "def-hypothesis", "fig-run", "alg-perceptron", "ex-drop-square"):
            at(seen.page, name)
            seen.page.wait_for_timeout(50)
            assert run_axe(seen.page) == [], name


def test_a_deck_is_kept_in_its_chosen_light_and_works_from_a_file(browser, site):
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    complaints: list[str] = []
    listen(page, site.as_uri(), complaints.append)
    page.goto((site / "slides/week-06.html").as_uri(), wait_until="load")
    page.click("#deck-light")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.keyboard.press("ArrowRight")
    expect(page.locator("section.present h2")).to_have_text("Logistic regression")
    assert complaints == []
    page.close()


def test_on_paper_a_slide_is_a_page(browser, site, tmp_path):
    deck, target = site / "slides/week-06.html", tmp_path / "week-06.pdf"
    count, made_of = print_deck(browser, deck, target)
    assert count == deck.read_text("utf-8").count("<section ")
    assert f'data-made-of="{made_of}"' in deck.read_text("utf-8")
    assert chosen(site, ["week", "6"]) == [deck]
    with pytest.raises(SystemExit, match="there is no deck week-77; there are: chapter-"):
        chosen(site, ["week", "77"])


def test_code_of_a_slide_runs(visit, lite):
    assert json.loads((lite / "about.json").read_text())
    with visit("slides/week-06") as seen:
        at(seen.page, seen.page.locator("section.code").first.get_attribute("id"))
        seen.page.click("section.present .run")
        mark = seen.page.locator("section.present .here-mark")
        expect(mark).to_contain_text("your version", timeout=240_000)
        assert seen.complaints == []


@pytest.mark.parametrize("shape", SHAPES)
def test_a_figure_is_taken_in_hand_and_all_of_it_is_on_the_slide(browser, address, site, shape):
    width, height = shape
    page = browser.new_page(viewport={"width": width, "height": height})
    touched = "section.figure:has([data-touch])"
    found = [
        (deck, s["id"]) for deck in WEEKS for s in parse(site / f"{deck}.html").select(touched)
    ]
    assert found
    for deck, label in found:
        page.goto(f"{address}{deck}.html", wait_until="load")
        slide = at(page, label)
        by_hand = slide.locator(".by-hand")
        box = by_hand.bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 0.9 * box["height"])
        expect(slide.locator(".hand output")).not_to_be_empty()
        expect(slide).not_to_have_class(AWAY)
        page.wait_for_timeout(100)
        bottoms = "all => all.map(each => each.getBoundingClientRect().bottom)"
        assert max(slide.locator(".hand > :not(.hand-keys)").evaluate_all(bottoms)) <= height
        by_hand.focus()
        page.keyboard.press("Space")
        expect(slide.locator(".in-hand")).to_have_count(0)
        expect(slide).not_to_have_class(AWAY)
    page.close()
