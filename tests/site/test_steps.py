"""A proof that its reader steps through, in the browser; without a script it is the proof."""

import pytest

pytestmark = pytest.mark.browser
PROOF = "06-perceptron-proof"
GROWTH, FUNDAMENTAL = "07-vc-dimension-growth", "07-vc-dimension-fundamental"
ALL = [  # page, which of its buttons, steps of the walk
    *((PROOF, 0, 13), ("04-bias-complexity", 0, 10), (GROWTH, 0, 11), (GROWTH, 1, 4)),
    *((FUNDAMENTAL, 0, 7), (FUNDAMENTAL, 1, 8)),
]
LIT = """() => [...document.querySelectorAll(".lit")].map((each) => each.dataset.step)"""
WORDS = """() => [...document.querySelectorAll(".the-proof p")].map((each) => each.textContent)"""


def begin(page, number=0):
    button = page.locator(".steps-start").nth(number)
    button.click()
    page.wait_for_selector(".steps-panel")
    return button


def test_keys_walk_through_the_proof(browser, below):
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(f"{below}book/{PROOF}.html")
    before = page.evaluate(WORDS)
    begin(page)
    seen = [page.evaluate(LIT)[0]]
    for key in ["ArrowRight", "Space", "ArrowRight"]:
        page.keyboard.press(key)
        seen.append(page.evaluate(LIT)[0])
    assert seen == [f"novikoff/{name}" for name in ("adds-one", "add-up", "square", "mistake")]
    page.keyboard.press("ArrowLeft")
    assert set(page.evaluate(LIT)) == {"novikoff/square"}  # its words and its formula
    assert page.locator(".steps-picture svg").first.is_visible()
    line = page.locator(".steps-line").inner_text()
    assert line.startswith("‖w₂‖² = ")
    slider = page.locator(".steps-acts input")
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(".steps-line").inner_text() != line
    page.keyboard.press("Escape")
    assert page.locator(".steps-panel").count() == 0
    assert page.evaluate("document.activeElement.className").startswith("steps-start")
    assert page.evaluate(WORDS) == before  # no word of the proof has changed
    page.close()


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize(("name", "number", "steps"), ALL)
def test_a_step_is_never_under_the_panel(name, number, steps, width, browser, below):
    page = browser.new_page(viewport={"width": width, "height": 844}, reduced_motion="reduce")
    page.goto(f"{below}book/{name}.html")
    begin(page, number)
    while True:
        lit = page.locator(".lit").first.bounding_box()
        panel = page.locator(".steps-panel").bounding_box()
        aside = lit["x"] + lit["width"] <= panel["x"] + 1
        assert aside or lit["y"] >= panel["y"] + panel["height"] - 1
        assert 0 <= lit["y"] < 844
        told = page.locator(".steps-live").inner_text()
        if told.startswith(f"Step {steps} of {steps}."):
            break
        page.keyboard.press("ArrowRight")
        assert page.locator(".steps-live").inner_text() != told
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()


@pytest.mark.parametrize(
    ("name", "number", "choice", "line"),
    [
        (GROWTH, 0, "00, 11", "2 = 2 + 0 ≤ 2 + 0 ≤ 3 shattered sets (dashed: not counted before)"),
        (GROWTH, 1, "thresholds", "d = 1, for 0, 1, …, 6 points: 1, 2, 3, 4, 5, 6, 7"),
        (FUNDAMENTAL, 0, "ghost 3", "1 − 1/(mε²) = 1 − 1/3.54 = 0.72 ≥ ½, because mε² ≥ 2"),
        (FUNDAMENTAL, 1, "− −", "bad throws: 2/4 ≤ 1/4 + 1/4 + 0/4 ≤ 3·2⁻² = 0.75"),
    ],
)
def test_the_last_step_has_the_numbers_of_the_choice(name, number, choice, line, browser, below):
    page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page.goto(f"{below}book/{name}.html")
    button = begin(page, number)
    page.locator(".steps-acts select").select_option(choice)
    page.get_by_label("Next step").focus()
    seen = [page.locator(".steps-line").inner_text()]
    while page.get_by_label("Next step").get_attribute("aria-disabled") != "true":
        page.keyboard.press("ArrowRight")
        seen.append(page.locator(".steps-line").inner_text())
    assert seen[-1] == line
    assert len(set(seen)) == len(seen)
    page.keyboard.press("Escape")
    assert page.locator(".steps-panel").count() == 0
    assert button.evaluate("each => each === document.activeElement")
    page.close()


def test_a_press_on_a_sentence_goes_to_its_step(browser, below):
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(f"{below}book/{PROOF}.html")
    begin(page)
    page.locator('.step[data-step="novikoff/stops"]').first.click()
    assert page.evaluate(LIT) == ["novikoff/stops"]
    page.close()


def test_without_a_script_it_is_the_proof(browser, below):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{below}book/{PROOF}.html")
    assert page.locator(".steps-start").count() == 0
    assert not page.locator(".step-mark").first.is_visible()
    context.close()
