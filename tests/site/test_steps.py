"""A proof that its reader steps through, in the browser; without a script it is the proof."""

import numpy as np
import pytest

from lecture_code.theory.concentration import binomial_above, binomial_below, hoeffding

pytestmark = pytest.mark.browser
PROOF = "06-perceptron-proof"
GROWTH, FUNDAMENTAL = "07-vc-dimension-growth", "07-vc-dimension-fundamental"
PAJOR = "2 = 2 + 0 ≤ 2 + 0 ≤ 3 shattered sets (dashed: not counted before)"
LIT = """() => [...document.querySelectorAll(".lit")].map((each) => each.dataset.step)"""
STEPS = (
    """(proof) => new Set([...proof.querySelectorAll(".step")].map((e) => e.dataset.step)).size"""
)
WORDS = """() => [...document.querySelectorAll(".the-proof p")].map((each) => each.textContent)"""


def begin(page, walk="novikoff"):
    button = page.locator(f'.the-proof:has([data-step^="{walk}"]) > .steps-start').first
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
@pytest.mark.parametrize(
    ("name", "walk", "steps"),
    [
        (PROOF, "novikoff", 13),
        ("04-bias-complexity", "pairing", 10),
        (GROWTH, "pajor", 11),
        (GROWTH, "sauer", 4),
        (FUNDAMENTAL, "ghost", 7),
        (FUNDAMENTAL, "swap", 8),
        ("03-uniform-convergence-hoeffding", "tilting", 7),
        ("03-uniform-convergence-hoeffding", "hoeffding", 8),
        ("12-kernels-representer", "shadow", 9),
    ],
)
def test_a_step_is_never_under_the_panel(name, walk, steps, width, browser, below):
    page = browser.new_page(viewport={"width": width, "height": 844}, reduced_motion="reduce")
    page.goto(f"{below}book/{name}.html")
    begin(page, walk)
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
    ("name", "walk", "choice", "line"),
    [
        (GROWTH, "pajor", "00, 11", PAJOR),
        (GROWTH, "sauer", "thresholds", "d = 1, for 0, 1, …, 6 points: 1, 2, 3, 4, 5, 6, 7"),
        (FUNDAMENTAL, "ghost", "ghost 3", "1 − 1/(mε²) = 1 − 1/3.54 = 0.72 ≥ ½, because mε² ≥ 2"),
        (FUNDAMENTAL, "swap", "− −", "bad throws: 2/4 ≤ 1/4 + 1/4 + 0/4 ≤ 3·2⁻² = 0.75"),
    ],
)
def test_the_last_step_has_the_numbers_of_the_choice(name, walk, choice, line, browser, below):
    page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page.goto(f"{below}book/{name}.html")
    button = begin(page, walk)
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


def walked(page, walk, value):
    """Return the line of each step, at one value of the control, to the end and out."""
    begin(page, walk)
    page.locator(".steps-acts input").fill(str(value))
    page.locator('[aria-label="Next step"]').focus()  # the slider keeps its arrow keys
    lines = {}
    for _ in range(page.locator(".the-proof.in-steps").evaluate(STEPS)):
        lines[page.evaluate(LIT)[0].split("/")[1]] = page.locator(".steps-line").inner_text()
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    assert page.locator(".steps-panel").count() == 0
    return lines


def test_hoeffding_says_the_tail_the_bound_and_the_least_bound(browser, below):
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(f"{below}book/03-uniform-convergence-hoeffding.html")
    tilting, lines = walked(page, "tilting", -3), walked(page, "hoeffding", 4)
    assert "≤ ⅛·9·1² = 1.12" in tilting["taylor"]
    above, below = binomial_above(10, 0.2, 0.2), binomial_below(10, 0.2, 0.2)
    at, least = np.exp(-4 * 0.2 + 4**2 / 80), hoeffding(10, 0.2)
    assert f"probability {above:.3g}" in lines["given"]
    assert f"{above:.3g} ≤ " in lines["bound"]
    assert lines["bound"].endswith(f"= {at:.3g}")
    assert lines["best"].endswith(f"= {least:.3g}")
    assert f"{above + below:.3g} ≤ 2·{least:.3g}" in lines["both"]
    page.close()


def test_the_shadow_is_shorter_and_has_the_same_scores(browser, below):
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(f"{below}book/12-kernels-representer.html")
    lines = walked(page, "shadow", 0.5)
    images, foot = np.array([[1.6, 0.2], [0.4, 1.5]]), np.array([1.3, 0.9])
    both = " and ".join(f"{each:.3g}" for each in images @ foot)
    assert lines["scores"] == f"scores of w: {both}; of its shadow: {both}"
    assert lines["lengths"].startswith(f"‖w‖² = {foot @ foot + 0.25:.3g} = {foot @ foot:.3g} + ")
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


def test_what_lies_over_the_page_has_its_keys_and_its_place(browser, below):
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(f"{below}book/{PROOF}.html")
    begin(page)
    panel = page.locator(".steps-panel")
    page.keyboard.press("Control+k")
    page.keyboard.press("Escape")
    page.click(".view-menu > summary")
    colours = page.locator("[data-colours='dark']")
    colours.click(timeout=3000)  # the panel lies under the menu
    page.keyboard.press("Escape")
    assert panel.count() == 1
    left = panel.bounding_box()["x"]
    page.locator(".primary-toggle").click()
    page.wait_for_function(
        f"document.querySelector('.steps-panel').getBoundingClientRect().left < {left - 50}"
    )
    page.close()


def test_a_line_is_read_as_it_is_meant(browser, below):
    page = browser.new_page()
    page.goto(f"{below}book/{PROOF}.html")
    aloud = "async (line) => (await import('../_static/steps/walk.js')).aloud(line)"
    lines = {
        "(R‖u‖)² = 10": "(R times the length of u) squared equals 10",
        "‖u‖ and ‖w‖ ≤ 2": "the length of u and the length of w is at most 2",
        "∣U∣/2n": "the size of U/2n",
    }
    assert {line: page.evaluate(aloud, line) for line in lines} == lines
    page.close()
