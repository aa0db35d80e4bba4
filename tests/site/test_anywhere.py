"""The built site in other places: under a sub-path, from a file, in browsers with other settings;
and how calmly its pages stand.
"""

import json

import pytest
from playwright.sync_api import expect
from site_pages import CHAPTER_PAGES, CHROMIUM
from site_walk import MOST_SHIFT, WATCH, listen

pytest_plugins = ["site_fixtures"]
pytestmark = pytest.mark.browser


@pytest.fixture
def opened(browser):
    """`page, complaints = opened(address, width)`; what lies outside `home` is a complaint."""
    contexts = []

    def at(url, home, width=1280):
        context = browser.new_context(viewport={"width": width, "height": 900})
        context.add_init_script(WATCH)
        contexts.append(context)
        page, complaints = context.new_page(), []
        listen(page, home, complaints.append)
        page.goto(url, wait_until="networkidle")
        page.wait_for_load_state("load")  # the theme listens to keys from then on
        return page, complaints

    yield at
    for context in contexts:
        context.close()


def test_search_works_under_a_sub_path(opened, below):
    page, complaints = opened(f"{below}book/intro.html", below)
    page.keyboard.press("Control+k")
    page.keyboard.type("Novikoff")
    page.keyboard.press("Shift+Enter")  # Enter alone opens what is called so
    page.wait_for_selector("#search-results li a")
    assert complaints == []


def test_from_a_file_references_show_what_they_mean(opened, site):
    page, complaints = opened((site / "book" / "intro.html").as_uri(), site.as_uri())
    page.locator("article a[href$='#thm-novikoff'] >> visible=true").first.hover()
    page.wait_for_selector("#preview:not([hidden]) .katex")
    assert complaints == []


BLOCKED = {"profile": {"default_content_setting_values": {"cookies": 2}}}


def test_a_browser_that_keeps_nothing_loses_memory_alone(browser, address, lite, tmp_path):
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default/Preferences").write_text(json.dumps(BLOCKED))
    context = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
    )
    page, wrong = context.new_page(), []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(f"{address}book/06-perceptron.html")
    assert not page.evaluate("localStorage instanceof Storage")
    page.click(".view-menu > summary")
    page.click("[data-colours='dark']")
    expect(page.locator("html")).to_have_attribute("data-mode", "dark")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    page.keyboard.type("novikoff")
    expect(page.locator(".found li").first).to_be_visible()
    page.keyboard.press("Escape")
    with context.expect_page() as opened:
        page.click(".download-menu > summary")
        page.locator(".btn-run-in-browser").click()
        page.get_by_role("button", name="Open the notebook").click()
    expect(opened.value.get_by_text("how soon.").first).to_be_attached(timeout=120_000)
    expect(opened.value.get_by_text("This browser stores nothing").first).to_be_visible()
    page.goto(f"{address}gone.html")
    page.goto(f"{address}404.html")
    page.goto(f"{address}slides/week-06.html")
    page.locator("#deck-light").click()
    context.close()
    assert wrong == []


FULL = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"


def test_a_full_memory_is_no_fault_of_the_page(browser, address):
    context = browser.new_context()
    context.add_init_script("localStorage.setItem('mode', 'dark')")
    context.add_init_script(FULL)
    page, wrong = context.new_page(), []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(f"{address}book/06-perceptron.html")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")  # what is kept is read
    page.click(".view-menu > summary")
    page.click("[data-colours='light']")
    expect(page.locator("html")).not_to_have_attribute("data-mode", "dark")
    context.close()
    assert wrong == []


COMPOSED = """(field, [key, more]) => {
  const event = new KeyboardEvent("keydown", {key, ...more, bubbles: true, cancelable: true});
  field.dispatchEvent(event);
  return !event.defaultPrevented && document.activeElement === field;
}"""


@pytest.mark.parametrize("sign", [{"isComposing": True}, {"keyCode": 229}])
def test_keys_of_an_input_method_are_left_to_it(visit, sign):
    with visit("book/06-perceptron") as seen:
        page = seen.page
        page.keyboard.press("Control+k")
        page.keyboard.type("novikoff")
        expect(page.locator(".found li").first).to_be_visible()
        field = page.locator("#pst-search-dialog input[type=search]")
        for key in ("ArrowDown", "Enter", "Escape", "ArrowUp"):
            assert field.evaluate(COMPOSED, [key, sign]), key
        expect(field).to_be_visible()
        page.keyboard.press("ArrowDown")  # without it the key is the page's
        expect(page.locator(".found a").first).to_be_focused()


COPIED = """() => new Promise((done) => {
  const sentence = [...document.querySelectorAll(".bd-article p")].find((p) => p.querySelectorAll(".katex").length > 2);
  const range = document.createRange();
  range.selectNodeContents(sentence);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
  addEventListener("copy", ({ clipboardData: given }) => done({
    formulas: [...sentence.querySelectorAll("annotation")].map((tex) => tex.textContent),
    text: given.getData("text/plain"), html: given.getData("text/html"),
  }));
  document.execCommand("copy");
})"""  # noqa: E501


def test_a_copied_sentence_carries_each_formula_once(visit):
    with visit("book/06-perceptron") as seen:
        copied = seen.page.evaluate(COPIED)
    parts = copied["text"].split("$")
    assert parts[1::2] == copied["formulas"]
    assert not any(sign in "".join(parts[::2]) for sign in "⟨⟩θ′\\")
    assert copied["html"].count("<math") == len(copied["formulas"])
    assert "katex-html" not in copied["html"]
    assert "annotation" not in copied["html"]


OFF_THE_SCREEN = """width => [
  ...[...document.querySelectorAll("body *")].filter((e) => {
    const { left, right, width: own } = e.getBoundingClientRect();
    if (!own || (right <= width + 1 && left >= -1)) return false;
    const words = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!(words || e.matches("button, input, select")) || e.closest("svg, .katex-html, .katex-mathml")) return false;
    if (!e.checkVisibility({contentVisibilityProperty: true})) return false;
    for (let box = e; box; box = box.parentElement) if (["auto", "scroll", "hidden"].includes(getComputedStyle(box).overflowX)) return false;
    return !e.closest(".skip-link, .visually-hidden");
  }).map((e) => `${e.tagName} ${e.className} ${e.textContent.trim().slice(0, 40)}`),
  ...(document.documentElement.scrollWidth > width ? [`the page is ${document.documentElement.scrollWidth} pixels wide`] : []),
]"""  # noqa: E501
LARGE = ["book/06-perceptron", "book/intro", "book/results", "book/theorem-map", "book/teaching"]


@pytest.mark.parametrize("name", LARGE)
def test_large_letters_leave_nothing_off_the_screen(browser, address, name):
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}{name}.html", timeout=120_000)
    found = {}
    settings = context.new_cdp_session(page)  # the letters that a reader has set in the browser
    for percent in (150, 200):
        sizes = {"standard": 16 * percent // 100, "fixed": 13 * percent // 100}
        settings.send("Page.setFontSizes", {"fontSizes": sizes})
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 900})
            page.wait_for_timeout(300)  # until what is wide has been marked
            found[percent, width] = page.evaluate(OFF_THE_SCREEN, width)
    context.close()
    assert {setting: off for setting, off in found.items() if off} == {}


@pytest.mark.parametrize("width", [360, 1280])
def test_the_heaviest_page_does_not_jump(opened, site, address, width):
    heaviest = max(CHAPTER_PAGES, key=lambda name: (site / f"{name}.html").stat().st_size)
    page, _ = opened(f"{address}{heaviest}.html", address, width)
    page.evaluate("document.fonts.ready")
    for _ in range(60):
        page.evaluate("window.scrollBy({top: 800, behavior: 'instant'})")
        page.wait_for_timeout(20)
    assert page.evaluate("window.shift") <= MOST_SHIFT


def test_who_wants_no_motion_gets_none(visit):
    with visit("book/06-perceptron-proof") as seen:
        moving = seen.page.evaluate(
            """() => [...document.querySelectorAll("*")].filter((e) => {
                 const s = getComputedStyle(e);
                 return s.scrollBehavior === "smooth" || s.animationName !== "none"
                   || s.transitionDuration.split(",").some((t) => parseFloat(t) > 0);
               }).map((e) => e.outerHTML.slice(0, 80))"""
        )
    assert moving == []
