"""Figures in hand: they answer to mouse, finger and keyboard, and compute what the package does."""

import ast
import json
import re
from contextlib import suppress
from fractions import Fraction
from itertools import product

import book_source as book
import numpy as np
import pytest
from playwright.sync_api import Page, expect
from site_html import parse_page
from site_pages import ROOT

from lecture_code.core.hypotheses import Constant, memorise
from lecture_code.core.neighbours import nearest_neighbour, neighbours
from lecture_code.explore.labels import _number, readable
from lecture_code.kernels.kernel import Gaussian
from lecture_code.kernels.learners import kernel_ridge
from lecture_code.linear.perceptron import batch_perceptron, mistake_bound
from lecture_code.linear.regression import least_squares, ridge_path
from lecture_code.linear.separability import Inseparable, homogenise
from lecture_code.networks.backprop import backpropagate
from lecture_code.networks.losses import LOGISTIC
from lecture_code.networks.network import TANH, Network
from lecture_code.networks.training import train
from lecture_code.optimise.descent import sgd, subgradient_method
from lecture_code.optimise.optimisers import descend, fixed_step
from lecture_code.optimise.problems import bowl
from lecture_code.svm.duality import hard_svm_program
from lecture_code.svm.hard import hard_svm
from lecture_code.theory.concentration import binomial_above, binomial_below, chebyshev, hoeffding
from lecture_code.theory.error_decomposition import smoother_errors
from lecture_code.theory.halfspaces import halfspaces_on
from lecture_code.theory.labellings import rectangles_on
from lecture_code.theory.no_free_lunch import play

pytest_plugins = ["site_fixtures"]

MODULES = ROOT / "book" / "assets" / "touch"
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
SHARED = {
    *("algebra", "cells", "chance", "controls", "goal", "hand", "layer", "plane", "play"),
    *("learner", "words"),
}
TRIALS = 40
PLAYED = {"distribution", "network", "walk"}  # the reader begins with something that no frame shows
OF_THE_START_PAGE = {"line"}  # test_start.py
GOALS = {
    *("adversary", "descent", "distribution", "ghost", "perceptron"),
    *("ridge", "shatter", "squares", "street"),
}


def in_hand() -> list[tuple[str, str]]:
    """Return the page and the module of every figure that can be taken in hand."""
    return [
        (f"book/{page.stem}", key.value)
        for page in book.pages()
        for cell in book.cells(page)
        if "touch=" in cell.source
        for each in ast.walk(ast.parse(cell.source))
        if isinstance(each, ast.keyword) and each.arg == "touch"
        for key in each.value.keys
    ]


FIGURES = in_hand()
each_figure = pytest.mark.parametrize(("page", "module"), FIGURES, ids=[m for _, m in FIGURES])
some = {"perceptron", "neighbours", "adversary"}  # the others weekly: they move on the same plane
some_figures = pytest.mark.parametrize(
    ("page", "module"),
    [pytest.param(p, m, id=m, marks=[pytest.mark.slow] * (m not in some)) for p, m in FIGURES],
)
browser_test = pytest.mark.browser


def test_every_figure_has_its_module_and_every_module_its_figure():
    files = {path.stem for path in MODULES.glob("*.js")}
    assert {module for _, module in FIGURES} | SHARED | OF_THE_START_PAGE == files


@pytest.fixture
def opened(browser, address):
    """`opened(page, module)` opens a page and gives it with that figure; all must go well."""
    contexts, wrong = [], []

    def open_page(page, module, **options):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}} | options)
        contexts.append(context)
        tab = context.new_page()
        tab.on("pageerror", lambda error: wrong.append(str(error)))
        tab.on("response", lambda r: r.status >= 400 and wrong.append(f"{r.status}: {r.url}"))
        tab.goto(f"{address}{page}.html")
        return tab, tab.locator(f".explore[data-touch={module}]")

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def taken(opened):
    """Return the same, taken in hand."""

    def take(page, module, **options):
        tab, figure = opened(page, module, **options)
        figure.locator(".by-hand").click()
        expect(figure.locator(".hand output")).not_to_be_empty()
        figure.locator(".hand svg").scroll_into_view_if_needed()
        return tab, figure

    return take


def seen(figure) -> tuple[str, str]:
    """Return what the figure says and shows, but for the record, which outlives a new start."""
    said, shown = figure.locator(".hand").inner_text(), figure.locator(".hand svg").inner_html()
    if (goal := figure.locator(".hand-goal")).count():
        said = said.replace(goal.inner_text(), "")
    return said, shown.replace(" held", "")


def centre(handle) -> tuple[float, float]:
    box = handle.locator(".hit").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def changes(figure, act) -> bool:
    """Whether an act with one of the handles changes the readout."""
    readout = figure.locator(".hand output")
    before = readout.inner_text()
    handles = figure.locator(".handle:not([aria-disabled=true])")
    for k in range(min(handles.count(), 6)):
        act(handles.nth(k))
        with suppress(AssertionError):  # a finger's events come a little later
            expect(readout).not_to_have_text(before, timeout=1500)
            return True
    return False


def outside(figure) -> list[str]:
    """Return the words that leave the picture after its first handles have gone to the corners."""
    handles = figure.locator(".handle[role=slider]")
    for k in range(min(handles.count(), 3)):
        handles.nth(k).focus()
        for key in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"):
            for _ in range(9):
                figure.page.keyboard.press(f"Shift+{key}")
            if found := figure.locator(".hand svg").evaluate(WORDS_OUTSIDE):
                return found
    return []


WORDS_OUTSIDE = """svg => {
  const frame = svg.getBoundingClientRect();
  return [...svg.querySelectorAll("text")].filter((word) => {
    const { left, right, top, bottom } = word.getBoundingClientRect();
    return left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1;
  }).map((word) => word.textContent);
}"""  # noqa: E501


@browser_test
def test_a_figure_is_one_stop_and_the_arrows_go_between_its_handles(taken):
    tab, figure = taken("book/06-perceptron", "perceptron")
    svg, handles, readout = (
        figure.locator(f".hand {part}") for part in ("svg", ".handle", "output")
    )
    said = svg.get_attribute("aria-describedby")
    expect(figure.locator(f"#{said}")).to_contain_text("arrow keys go from handle to handle")
    figure.locator(".hand input").last.focus()
    tab.keyboard.press("Tab")
    expect(handles.first).to_be_focused()
    before = readout.inner_text()
    tab.keyboard.press("ArrowRight")
    expect(handles.nth(1)).to_be_focused()
    for key, k in (
        ("End", handles.count() - 1),
        ("ArrowDown", handles.count() - 1),
        ("ArrowUp", -2),
    ):
        tab.keyboard.press(key)
        expect(handles.nth(k)).to_be_focused()
    tab.keyboard.press("Home")
    assert readout.inner_text() == before
    at = handles.first.get_attribute("aria-valuetext")
    tab.keyboard.press("Enter")  # holds it
    expect(handles.first).to_have_attribute("aria-valuetext", f"held, {at}")
    tab.keyboard.press("ArrowLeft")
    expect(handles.first).to_be_focused()
    expect(handles.first).not_to_have_attribute("aria-valuetext", f"held, {at}")
    tab.keyboard.press("Escape")  # lets go
    expect(handles.first).to_be_focused()
    tab.keyboard.press("ArrowRight")
    expect(handles.nth(1)).to_be_focused()
    tab.keyboard.press("Tab")  # one press leaves them all
    assert handles.evaluate_all("all => all.includes(document.activeElement)") is False
    tab.keyboard.press("Shift+Tab")
    expect(handles.nth(1)).to_be_focused()


@browser_test
@each_figure
def test_a_figure_answers_to_mouse_keyboard_and_back_to_its_beginning(taken, page, module):
    tab, figure = taken(page, module)
    first = seen(figure)
    frames = json.loads(figure.locator("script[type='application/json']").text_content())
    told = figure.locator(".hand output").inner_text()
    begins = told.startswith(tuple(frames["readouts"]))
    setting = told.split(":")[0] in {line.split(":")[0] for line in frames["readouts"]}
    assert begins or (module in PLAYED and setting), "it begins as a frame does, in the same words"

    def drag(handle):
        x, y = centre(handle)
        tab.mouse.move(x, y)
        tab.mouse.down()
        tab.mouse.move(x + 25, y - 20)
        tab.mouse.move(x + 50, y - 40)
        tab.mouse.up()

    def key(handle):
        handle.focus()
        for name in ("Shift+ArrowUp", "ArrowRight", "Enter"):
            tab.keyboard.press(name)

    assert figure.locator(".handle[tabindex='0']").count() == 1, "one stop of the Tab key"
    for act in (drag, key):
        assert changes(figure, act), act.__name__
        figure.get_by_role("button", name="Start again").click()
        assert seen(figure) == first
    assert outside(figure) == []
    figure.locator(".handle").first.focus()
    tab.keyboard.press("Escape")
    expect(figure.locator(".by-hand")).to_be_focused()
    tab.keyboard.press("Enter")
    expect(figure.locator(".explore-frame")).to_be_visible()
    expect(figure.locator(".hand")).to_be_hidden()


@browser_test
@some_figures
def test_a_finger_moves_a_handle_and_elsewhere_the_page(taken, page, module):
    tab, figure = taken(page, module, viewport={"width": 390, "height": 700}, has_touch=True)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    finger = tab.context.new_cdp_session(tab)

    def swipe(x, y, right, down):
        def send(kind, *points):
            found = [{"x": a, "y": b} for a, b in points]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})

        send("touchStart", (x, y))
        for k in range(1, 6):
            send("touchMove", (x + right * k / 5, y + down * k / 5))
        send("touchEnd")

    def drag(handle):
        where = tab.evaluate("scrollY")
        swipe(*centre(handle), 40, -30)
        assert tab.evaluate("scrollY") == where

    assert changes(figure, drag)
    box = figure.locator(".hand-asks").bounding_box()
    before = tab.evaluate("scrollY")
    swipe(box["x"] + 20, box["y"] + box["height"] / 2, 0, -60)
    tab.wait_for_function("y => scrollY !== y", arg=before)


@browser_test
@some_figures
def test_axe_finds_nothing_on_a_figure_in_hand(taken, page, module):
    tab, figure = taken(page, module)
    for button in figure.locator(".hand-acts button[aria-pressed]").all():
        button.click()
    tab.evaluate(AXE.read_text("utf-8"))
    for theme in ("light", "dark"):
        tab.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        violations = figure.evaluate("node => axe.run(node).then(found => found.violations)")
        nodes = [(theme, v["id"], node) for v in violations for node in v["nodes"]]
        assert [(*v, n["target"], n["failureSummary"]) for *v, n in nodes] == []


@each_figure
def test_the_frames_are_on_the_page(page, module):
    figure = parse_page(page).select_one(f".explore[data-touch={module}]")
    assert figure.select_one(".explore-frame svg")
    assert figure.select_one("output").get_text()
    assert not figure.select("button")


@browser_test
def test_without_a_script_they_are_seen(opened):
    _, figure = opened(*FIGURES[0], java_script_enabled=False)
    expect(figure.locator(".explore-frame svg")).to_be_visible()
    expect(figure.locator("output")).not_to_be_empty()
    assert figure.locator("button").count() == 0


@browser_test
def test_nothing_is_loaded_before_the_press(opened):
    tab, figure = opened(*FIGURES[0])
    expect(figure.locator(".by-hand")).to_be_visible()
    loaded = tab.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    assert [name for name in loaded if "/touch/" in name] == []


@browser_test
def test_a_figure_that_cannot_be_loaded_says_so(opened):
    tab, figure = opened(*FIGURES[0])
    tab.context.set_offline(True)
    figure.locator(".by-hand").click()
    expect(figure.locator(".by-hand")).to_contain_text("could not be loaded")
    expect(figure.locator(".explore-frame")).to_be_visible()


@browser_test
def test_the_longest_slider_plays_until_its_end_or_a_second_press(opened):
    tab, figure = opened("book/06-perceptron", "perceptron")
    play, slider = figure.get_by_role("button", name="Play updates t"), figure.locator("input")
    play.click()
    tab.wait_for_function("slider => Number(slider.value) >= 5", arg=slider.element_handle())
    play.click()
    stopped = slider.input_value()
    tab.wait_for_timeout(700)
    assert slider.input_value() == stopped
    slider.fill("18")
    play.click()
    expect(slider).to_have_value("20")
    expect(play).to_have_attribute("aria-pressed", "false")
    assert figure.locator("output").inner_text().startswith("first mistake, t = 11")
    play.click()  # from the beginning
    tab.wait_for_function("slider => Number(slider.value) < 18", arg=slider.element_handle())


@browser_test
def test_the_buttons_move_nothing(opened):
    boxes = []
    for script in (True, False):
        _, figure = opened("book/06-perceptron", "perceptron", java_script_enabled=script)
        assert figure.locator("button").count() == 2 * script
        boxes.append([figure.locator(part).bounding_box() for part in (".explore-title", "output")])
    between = [output["y"] - title["y"] for title, output in boxes]
    assert between[0] == pytest.approx(between[1], abs=0.5)


# What is computed in the browser is what the package computes.


@pytest.fixture(scope="module")
def js(browser, address):
    """`js("perceptron", "mistakeBound", X, y)`: what a function of a module returns."""
    context = browser.new_context()
    tab: Page = context.new_page()
    tab.goto(f"{address}{FIGURES[0][0]}.html")
    call = """async ([url, name, given]) => (await import(url))[name](...given)"""

    def returned(module, name, *given):
        plain = [each if isinstance(each, dict) else np.asarray(each).tolist() for each in given]
        return tab.evaluate(call, [f"{address}_static/touch/{module}.js", name, plain])

    yield returned
    context.close()


@pytest.fixture
def rng():
    return np.random.default_rng(25)


close = pytest.approx


def signs(rng, m):
    return rng.permutation(np.r_[1, -1, rng.choice([-1, 1], m - 2)])


@browser_test
def test_numbers_are_printed_as_in_the_frames(js, rng):
    values = [*rng.normal(size=60) * 10.0 ** rng.integers(-9, 9, 60), 0.125, 2.5, 0.265, 3.125, 0.0]
    values += [-0.0, 1e-6, 12345.0, 1e6, float("inf"), -0.004, 99999.5, 1e5, -1.0, 4095.0]
    for value in map(float, values):
        three, six = (js("words", "number", value, n).replace("\u00a0", " ") for n in (3, 6))
        assert (three, six) == (_number(value), readable(f"{value + 0.0:g}"))
        if abs(value) < 1e4:
            assert js("words", "fixed", value, 2) == readable(f"{value:.2f}")
    for value in map(int, rng.integers(0, 10**6, 20)):
        assert js("words", "count", value) == readable(str(value))


@browser_test
def test_the_perceptron_runs_as_in_the_package(js, rng):
    for trial in range(TRIALS):
        X, y = rng.integers(-20, 21, (10, 2)) / 4, signs(rng, 10)
        if trial % 2:
            y = np.where(X @ rng.normal(size=2) > 0, 1, -1)
        for rule in ("first", "worst"):
            run = batch_perceptron(X, y, choose=rule, max_updates=300)
            ours = js("perceptron", "batchPerceptron", X, y, rule, 300)
            assert ours["chosen"] == run.chosen.tolist()
            assert ours["trace"] == run.trace.tolist()
            assert ours["converged"] == run.converged
        try:
            bound = mistake_bound(X, y)
        except Inseparable:
            bound = np.inf
        assert js("perceptron", "mistakeBound", X, y) == close(bound, rel=1e-9)


@browser_test
def test_the_least_squares_are_those_of_the_package(js, rng):
    for _ in range(TRIALS):
        x, y = rng.normal(size=(2, 12))
        rows = homogenise(x[:, None])
        w = least_squares(rows, y).w
        assert js("squares", "leastSquares", x, y) == close(w, rel=1e-9, abs=1e-9)
        assert js("squares", "meanSquare", x, y, w) == close(((rows @ w - y) ** 2).mean(), rel=1e-9)


@browser_test
def test_the_widest_street_is_that_of_the_package(js, rng):
    for trial in range(TRIALS):
        X, y = rng.integers(-8, 9, (11, 2)) / 4, signs(rng, 11)
        X[y > 0] += (trial % 3) * 2
        ours, w = js("street", "hardSvm", X, y), rng.normal(size=2)
        width = js("street", "sweep", X, y, w)
        assert (X @ w + width["b"])[y > 0].min() == close(width["gamma"])
        assert (X @ w + width["b"])[y < 0].max() == close(-width["gamma"])
        try:
            street = hard_svm(X, y)
        except Inseparable:
            assert ours is None
            continue
        assert ours["gamma"] == close(street.gamma, rel=1e-9)
        assert ours["w"] == close(street.w / np.linalg.norm(street.w), abs=1e-7)


@browser_test
def test_the_labellings_are_those_of_the_package(js, rng):
    classes = {
        "rectangles": rectangles_on,
        "halfspaces": lambda X: halfspaces_on(X, bias=True),
    }
    for trial in range(2 * TRIALS):
        X = rng.integers(-8, 9, (3 + trial % 2, 2)) / 4
        X = np.round(X * (0.4 if trial % 5 else 1) * 4) / 4  # many on a line, or equal
        for name, rows in classes.items():
            found = sorted({int(row @ (1 << np.arange(len(X)))) for row in rows(X)})
            assert js("shatter", "labellings", name, X) == found, (name, X.tolist())


@browser_test
def test_the_descent_goes_the_way_of_the_package(js, rng):
    for _ in range(TRIALS):
        kappa, speed, start = int(rng.integers(1, 51)), rng.uniform(0.02, 2.2), rng.normal(size=2)
        f = bowl(kappa)
        trace = descend(fixed_step(speed / kappa), f.gradient, start, T=30).trace
        ours = np.array(js("descent", "descend", kappa, speed, start))
        assert ours == close(trace, rel=1e-9, abs=1e-12)
        assert js("descent", "value", kappa, start) == close(f(start), rel=1e-9)
        worst = abs(1 - speed / kappa * np.linspace(1, kappa, 99)).max()
        assert js("descent", "factor", kappa, speed) == close(worst, rel=1e-9)


@browser_test
def test_the_bumps_are_those_of_kernel_ridge_regression(js, rng):
    for _ in range(TRIALS):
        x, y = np.sort(rng.uniform(-3, 3, 10)), rng.normal(size=10)
        sigma, lam = rng.uniform(0.1, 3), 10 ** rng.uniform(-4, 0)
        alpha = kernel_ridge(x[:, None], y, K=Gaussian(sigma), lam=lam).h.alpha
        assert js("bumps", "kernelRidge", x, y, sigma, lam) == close(alpha, rel=1e-9, abs=1e-9)


@browser_test
def test_the_ridge_path_is_that_of_the_package(js, rng):
    for _ in range(TRIALS):
        X, y, lam = rng.normal(size=(20, 3)), rng.normal(size=20), 10 ** rng.uniform(-2, 5)
        w = ridge_path(X, y, [lam])[0]
        assert js("ridge", "ridge", X.T @ X, X.T @ y, lam) == close(w, rel=1e-9, abs=1e-12)
        sample = {"A": (X.T @ X).tolist(), "b": (X.T @ y).tolist(), "yy": y @ y, "m": 20}
        risk = ((X @ w - y) ** 2).mean()
        assert js("ridge", "risk", sample, w) == close(risk, rel=1e-9)


@browser_test
def test_the_adversary_finds_the_longest_and_the_shortest_run(js, rng):
    def extremes(Z, w=(0.0, 0.0)):
        ways = [extremes(Z, tuple(z + w)) for z in Z if z @ w <= 0]
        if not ways:
            return 0, 0
        return 1 + max(most for most, _ in ways), 1 + min(least for _, least in ways)

    for _ in range(8):
        X, w = rng.integers(-2, 3, (4, 2)), np.array([1, 3])
        y = np.where(X @ w > 0, 1, -1)
        X = X + np.outer(y, np.sign(w))  # some way from the line
        assert js("adversary", "extremes", X, y) == list(extremes(y[:, None] * X))


@browser_test
def test_the_game_of_no_free_lunch_is_that_of_the_package(js):
    def majority(X, y):
        return memorise(X, y, default=float(2 * y.sum() > len(y)))

    def parity(X, y):
        return memorise(X, y, default=float(y.sum() % 2))

    learners = {"memorise": memorise, "majority": majority, "parity": parity}
    learners |= {"nearest point": nearest_neighbour, "always 1": lambda X, y: Constant(1)}
    for (name, learner), m in product(learners.items(), (1, 2, 3)):
        game, ours = play(learner, range(2 * m), m), js("distribution", "play", name, m)
        assert ours["expected"] == close(game.expected().astype(float), rel=1e-9)
        assert ours["fails"] == close(game.failure(Fraction(1, 8)).astype(float), rel=1e-9)


@browser_test
def test_the_neighbours_are_those_of_the_package(js, rng):
    for trial in range(10):
        X = rng.integers(0, 9, (30, 2)) if trial % 2 else rng.normal(size=(30, 2))
        y, k, q = rng.integers(0, 2, 30), int(2 * rng.integers(0, 14) + 1), rng.normal(size=2)
        near = sorted(js("neighbours", "nearest", X, q, k))
        assert near == sorted(neighbours(X, [q], k)[0].tolist())
        said = nearest_neighbour(X, y, k=k)(X)
        others = [np.delete(np.arange(30), i) for i in range(30)]
        left = [nearest_neighbour(X[o], y[o], k=k)(X[[i]])[0] for i, o in enumerate(others)]
        wrong = [np.mean(said != y), np.mean(np.array(left) != y)]
        assert js("neighbours", "errors", X, y, k) == close(wrong)


@browser_test
def test_the_tails_of_coins_are_those_of_the_package(js, rng):
    for _ in range(TRIALS):
        m, p = 10 * int(rng.integers(1, 21)), int(rng.integers(1, 100)) / 100
        j = int(rng.integers(1, m // 2 + 1))
        tail = binomial_above(m, p, j / m) + binomial_below(m, p, j / m)
        assert js("coins", "exact", p, m, j) == close(tail, rel=1e-9)
        assert js("coins", "hoeffding", m, j / m) == close(2 * hoeffding(m, j / m), rel=1e-9)
        assert js("coins", "chebyshev", m, j / m, 0.2) == close(chebyshev(m, j / m, 0.2), rel=1e-9)


@browser_test
def test_the_ghost_counts_what_lies_below(js, rng):
    for _ in range(TRIALS):
        own_x, ghosts, a = rng.random(20), rng.random((12, 20)), rng.random()
        own, others = (own_x <= a).mean(), (ghosts <= a).mean(axis=1)
        assert js("ghost", "share", own_x, a) == own
        far = int((abs(others - own) >= abs(own - a) / 2).sum())
        assert js("ghost", "betray", own_x, ghosts, a) == far


@browser_test
@pytest.mark.parametrize("degree", range(19))
def test_bias_and_variance_are_those_of_the_package(js, degree):
    x, line = np.linspace(-1, 1, 30), np.linspace(-1, 1, 101)
    powers = [np.polynomial.legendre.legvander(each, degree) for each in (x, line)]
    S = powers[1] @ np.linalg.pinv(powers[0])
    ours = js("shots", "smoother", x, degree, line)
    assert np.array(ours) == close(S, abs=1e-9)
    true = smoother_errors(S, np.sin(np.pi * x), np.sin(np.pi * line), 0.7, np.full(101, 1 / 101))
    found = js("shots", "parts", ours, x, line, 0.7)
    assert found["bias2"] == close(true.bias2, rel=1e-9, abs=1e-15)
    assert found["variance"] == close(true.variance, rel=1e-9)


@browser_test
def test_the_network_and_its_gradient_are_those_of_the_package(js, rng):
    for _ in range(20):
        k = int(rng.integers(1, 9))
        net = Network((rng.normal(size=(3, k)), rng.normal(size=(k + 1, 1))), TANH)
        X, y = rng.normal(size=(15, 2)), signs(rng, 15)
        ours = {"hidden": net.weights[0].T.tolist(), "out": net.weights[1][:, 0].tolist()}
        assert js("network", "network", ours, X[0]) == close(net(X[:1])[0, 0], rel=1e-9)
        hidden, out = backpropagate(net, X, y, LOGISTIC).gradients
        found = js("network", "gradient", ours, X, y)
        assert np.array(found["hidden"]) == close(hidden.T, rel=1e-9, abs=1e-12)
        assert found["out"] == close(out[:, 0], rel=1e-9, abs=1e-12)


# What learns in the browser takes the steps of the package, and plays.

LEARNERS = {
    "network": "book/13-neural-networks",
    "walk": "book/10-sgd-risk",
    "ascent": "book/11-svm-duality",
}
LEARNED = """async ([url, start, n, change]) => {
  const { begin, learns } = (await import(url)).default;
  const state = Object.assign(begin(start), change), seen = [];
  for (let k = 0; k < n; k++) { learns.step(state); seen.push(structuredClone({ ...state, random: 0 })); }
  return seen;
}"""  # noqa: E501


@pytest.fixture
def learned(opened, address):
    """`learned(module, n, change)`: the states of a figure in hand after 1, ..., n steps."""

    def states(module, n, change):
        tab, figure = opened(LEARNERS[module], module)
        start = json.loads(figure.get_attribute("data-start"))
        url = f"{address}_static/touch/{module}.js"
        return start, tab.evaluate(LEARNED, [url, start, n, change])

    return states


@browser_test
def test_the_network_is_trained_as_by_the_package(js, learned, rng):
    net = Network((rng.normal(size=(3, 3)), rng.normal(size=(4, 1))), TANH)
    ours = {"hidden": net.weights[0].T.tolist(), "out": net.weights[1][:, 0].tolist()}
    start, states = learned("network", 24, {"net": ours})
    X, y = np.array(start["X"]), np.array(start["y"])
    orders = [states[k]["order"] for k in (0, 12)]
    assert [sorted(order) for order in orders] == [[*range(120)]] * 2
    assert orders[0] != orders[1]

    class Shuffles(np.random.Generator):
        """Shuffles as the browser did."""

        def permutation(self, n):
            return np.array(orders.pop(0))

    shuffles = Shuffles(np.random.PCG64())
    run = train(net, X, y, LOGISTIC, rule=fixed_step(0.3), epochs=2, batch=10, rng=shuffles)
    for epoch, state in ((1, states[11]), (2, states[23])):
        hidden, out = run.at(epoch).network.weights
        assert state["epoch"] == epoch
        assert np.array(state["net"]["hidden"]) == close(hidden.T, rel=1e-9, abs=1e-12)
        assert state["net"]["out"] == close(out[:, 0], rel=1e-9, abs=1e-12)
    risk = LOGISTIC(run.network(X), y).mean()
    assert js("network", "loss", states[-1]["net"], X, y) == close(risk, rel=1e-9)


@browser_test
@pytest.mark.parametrize("setting", [{}, {"c": 25, "eta": 0.01, "noise": 30}])
def test_the_walk_is_that_of_the_package(learned, setting):
    start, states = learned("walk", 40, setting)
    setting = {"c": 1.25, "eta": 0.03, "noise": 10} | setting
    c, eta, noise = setting.values()
    shocks = np.array(start["shocks"])

    def slope(w, t=None):
        return 2 * np.array([c, 1]) * (w - start["minimum"]) + (
            0 if t is None else noise * shocks[t]
        )

    walk = sgd(slope, np.arange(40), [0.0, 0], eta=eta).trace
    calm = subgradient_method(slope, [0.0, 0], T=40, eta=eta).trace
    average = np.cumsum(walk, axis=0) / np.arange(1, 42)[:, None]
    for name, trace in (("sgd", walk), ("gd", calm), ("average", average)):
        assert np.array(states[-1][name]) == close(trace, rel=1e-9, abs=1e-12)


@browser_test
def test_each_step_of_dual_ascent_is_the_best_for_its_multiplier(js, learned):
    start, states = learned("ascent", 1100, {})
    X, y = np.array(start["X"]), np.array(start["y"])
    dual = hard_svm_program(y[:, None] * X, np.ones(11), bias=False).dual
    goal = hard_svm(y[:, None] * X, np.ones(11), bias=False)
    for t, state in enumerate(states[:55]):
        i, alpha = t % 11, np.array(state["alpha"])
        found = js("ascent", "values", X, y, alpha)
        assert found["dual"] == close(dual(alpha), rel=1e-9)
        assert found["dual"] <= 1 / (2 * goal.gamma**2) * (1 + 1e-9) <= (found["primal"] or np.inf)
        others = [np.where(np.arange(11) == i, a, alpha) for a in np.linspace(0, 2, 201)]
        assert max(dual(other) for other in others) <= dual(alpha) + 1e-12
    alpha = states[-1]["alpha"]
    w = np.array(js("ascent", "vector", X, y, alpha))
    assert w == close(goal.w / np.linalg.norm(goal.w) / goal.gamma, rel=1e-6)


def steps_of(figure) -> int:
    return int(
        re.search(r"t = ([\d,]+)", figure.locator(".hand output").inner_text())[1].replace(",", "")
    )


@browser_test
def test_a_learner_plays_and_pauses_at_the_speed_that_is_chosen(taken):
    tab, figure = taken(LEARNERS["walk"], "walk")
    readout, play = figure.locator(".hand output"), figure.locator(".hand-play")
    tab.clock.install()
    speed = figure.get_by_role("slider", name="steps a second")
    taken_in_a_second = []
    for presses in ("Home", "End"):
        speed.press(presses)
        play.press(" ")
        expect(play).to_have_text("Pause")
        expect(readout).to_have_attribute("aria-live", "off")
        before = steps_of(figure)
        tab.clock.run_for(1000)
        play.press(" ")
        expect(readout).to_have_attribute("aria-live", "polite")
        taken_in_a_second.append(steps_of(figure) - before)
    slow, fast = taken_in_a_second
    assert 0 <= slow <= 3 < 10 <= fast
    stopped = steps_of(figure)
    tab.clock.run_for(300)
    assert steps_of(figure) == stopped
    figure.get_by_role("button", name="Step", exact=True).click()
    assert steps_of(figure) == stopped + 1


@browser_test
def test_a_learner_goes_on_from_what_the_reader_moves_and_stops_with_the_hand(taken):
    tab, figure = taken(LEARNERS["walk"], "walk")
    play, by_hand = figure.locator(".hand-play"), figure.locator(".by-hand")
    tab.keyboard.press("Tab")
    play.click()
    tab.wait_for_function(
        "() => /t = [1-9]/.test(document.querySelector('.in-hand output').textContent)"
    )
    handle = figure.get_by_role("slider", name="minimum")
    handle.press("Shift+ArrowLeft")
    assert steps_of(figure) > 0
    expect(play).to_have_text("Pause")
    by_hand.click()
    by_hand.click()
    expect(play).to_have_text("Play")
    expect(handle).to_have_attribute("aria-valuetext", re.compile("−8.5, 8"))
    play.click()
    figure.get_by_role("button", name="Start again").click()
    expect(play).to_have_text("Play")
    tab.wait_for_timeout(300)
    assert steps_of(figure) == 0


@browser_test
def test_a_learner_stops_where_nothing_is_left_to_do(taken):
    _, figure = taken(LEARNERS["ascent"], "ascent")
    figure.get_by_role("slider", name="steps a second").press("End")
    figure.locator(".hand-play").click()
    expect(figure.locator(".hand-play")).to_have_text("Play")
    low, high = re.search(
        "between (.*) and ([^;]*)", figure.locator(".hand output").inner_text()
    ).groups()
    assert low == high


@browser_test
def test_where_motion_is_reduced_a_press_takes_steps(taken):
    _, figure = taken(LEARNERS["walk"], "walk", reduced_motion="reduce")
    frames = json.loads(figure.locator("script[type='application/json']").text_content())
    assert figure.locator(".hand-play").count() == 0
    for _ in range(4):  # ten steps each: the forty of the frames
        figure.get_by_role("button", name="Step", exact=True).click()
    said = figure.locator(".hand output").inner_text()
    (frame,) = (line for line in frames["readouts"] if line.startswith(said.split(":")[0]))
    numbers = "gradient descent ([\\d.]+), SGD ([\\d.]+)"
    assert re.search(numbers, said).groups() == re.search(numbers, frame).groups()


# Goals, and the reader's best.

ADVERSARY = ("book/06-perceptron-proof", "adversary")
MAY_PRESS = ".handle:not([aria-disabled=true])"


@browser_test
def test_the_best_is_kept_until_it_is_forgotten(taken):
    tab, figure = taken(*ADVERSARY)
    line, forget = figure.locator(".hand-goal"), figure.get_by_role("button", name="forget")
    expect(line).to_contain_text("none yet")
    expect(forget).to_be_hidden()
    for k in (1, 2):
        figure.locator(MAY_PRESS).first.press("Enter")
        expect(line).to_contain_text(f"so far: {k};")
    figure.get_by_role("button", name="Start again").click()
    figure.locator(MAY_PRESS).first.press("Enter")
    expect(line).to_contain_text("so far: 2;")  # one is less
    tab.reload()
    figure.locator(".by-hand").click()
    expect(line).to_contain_text("so far: 2;")
    forget.click()
    expect(line).to_contain_text("none yet")
    expect(figure.get_by_role("button", name="Show me")).to_be_focused()
    tab.reload()
    figure.locator(".by-hand").click()
    expect(line).to_contain_text("none yet")


@browser_test
def test_where_nothing_can_be_kept_the_best_lives_for_the_visit(opened):
    tab, figure = opened(*ADVERSARY)
    tab.evaluate("""() => {
      for (const name of ["getItem", "setItem", "removeItem"]) {
        Storage.prototype[name] = () => { throw new DOMException("no", "SecurityError"); };
      }
    }""")
    line, press = figure.locator(".hand-goal"), figure.locator(MAY_PRESS).first
    figure.locator(".by-hand").click()
    press.press("Enter")
    figure.get_by_role("button", name="Start again").click()
    expect(line).to_contain_text("so far: 1;")
    figure.get_by_role("button", name="forget").click()
    expect(line).to_contain_text("none yet")


@browser_test
def test_show_me_plays_until_a_move_and_does_not_count(taken):
    tab, figure = taken(*ADVERSARY)
    line, readout = figure.locator(".hand-goal"), figure.locator(".hand output")
    tab.clock.install()
    figure.get_by_role("button", name="Show me").click()
    tab.clock.run_for(250)
    expect(readout).to_contain_text("t = 3:")
    expect(readout).to_have_attribute("aria-live", "off")
    figure.locator(MAY_PRESS).first.press("Enter")
    expect(readout).to_have_attribute("aria-live", "polite")
    stopped = readout.inner_text()
    tab.clock.run_for(700)
    assert readout.inner_text() == stopped
    expect(line).to_contain_text("none yet")
    figure.get_by_role("button", name="Start again").click()
    figure.locator(MAY_PRESS).first.press("Enter")
    expect(line).to_contain_text("so far: 1;")


@browser_test
def test_a_press_on_an_example_that_is_right_plays_no_other(taken):
    tab, figure = taken(*ADVERSARY)
    figure.locator(MAY_PRESS).first.press("Enter")
    said = figure.locator(".hand output").inner_text()
    live = [centre(each) for each in figure.locator(MAY_PRESS).all()]
    dead = [centre(each) for each in figure.locator(".handle[aria-disabled=true]").all()]
    alone = [(x, y) for x, y in dead if min(np.hypot(x - u, y - v) for u, v in live) > 60]
    assert alone
    for x, y in alone:
        tab.mouse.click(x, y)
        assert figure.locator(".hand output").inner_text() == said


@browser_test
def test_a_learner_that_is_done_says_so_and_goes_on_after_a_move(taken):
    tab, figure = taken(LEARNERS["network"], "network")
    tab.clock.install()
    play, output = figure.locator(".hand-play"), figure.locator(".hand output")
    figure.get_by_role("slider", name="steps a second").press("End")
    play.click()
    tab.clock.run_for(60_000)
    expect(output).to_contain_text("epoch 1000:")
    expect(output).to_contain_text("it stops here")
    expect(play).to_have_attribute("aria-disabled", "true")
    figure.locator(".handle").last.press("Shift+ArrowLeft")
    expect(play).to_have_attribute("aria-disabled", "false")
    figure.get_by_role("button", name="Step", exact=True).click()
    expect(output).not_to_contain_text("it stops here")


@browser_test
def test_show_me_jumps_to_the_end_where_motion_is_reduced(taken):
    _, figure = taken(*ADVERSARY, reduced_motion="reduce")
    play = figure.get_by_role("button", name="Show me")
    limit = figure.locator(".hand-goal").inner_text().split()[-1]
    said = play.evaluate("""button => {
      button.click();
      return button.closest(".hand").querySelector("output").textContent;
    }""")
    assert said.startswith(f"t = {limit}:")
    assert said.endswith("no mistake, stopped")


SHOWN = """async ([url, start]) => {
  const { begin, goal } = (await import(url)).default;
  const all = [];
  const state = begin(start);
  for (const step of goal?.show(state) ?? []) { step(); all.push(goal.value(state) ?? null); }
  return goal ? { all, less: Boolean(goal.less), limit: goal.limit(state), says: goal.says(all.at(-1), goal.limit(state), state) } : null;
}"""  # noqa: E501


@browser_test
@each_figure
def test_show_me_reaches_the_goal_and_nothing_passes_the_limit(opened, address, page, module):
    tab, figure = opened(page, module)
    start = json.loads(figure.get_attribute("data-start"))
    shown = tab.evaluate(SHOWN, [f"{address}_static/touch/{module}.js", start])
    assert bool(shown) == (module in GOALS)
    if shown is None:
        return
    *_, end = all_values = [each for each in shown["all"] if each is not None]
    sign = -1 if shown["less"] else 1
    if module != "perceptron":  # there each sample has a limit of its own
        assert all(sign * each <= sign * shown["limit"] + 1e-12 for each in all_values)
    reached = {"perceptron": 0, "street": 0.99}.get(module, 1 - 1e-12)  # whole degrees
    assert reached * shown["limit"] <= end * (1 + 1e-12)
    assert _number(shown["limit"], 3)[:3] in shown["says"] or module == "perceptron"


@browser_test
def test_the_limits_are_true(js, rng):
    """Nothing that the package finds passes a limit, and something comes to it."""
    for _ in range(8):
        X, w = rng.integers(-2, 3, (4, 2)), np.array([1, 3])
        y = np.where(X @ w > 0, 1, -1)
        X = X + np.outer(y, np.sign(w))
        way, v = js("adversary", "longest", X, y), np.zeros(2)
        for i in way:
            assert y[i] * (X[i] @ v) <= 0
            v = v + y[i] * X[i]
        assert (y * (X @ v) > 0).all()
        assert len(way) == js("adversary", "extremes", X, y)[0] <= mistake_bound(X, y)

    classes = {"rectangles": rectangles_on, "halfspaces": lambda X: halfspaces_on(X, bias=True)}
    for (name, rows), m in product(classes.items(), (3, 4)):
        found = [len(rows(rng.integers(-8, 9, (m, 2)) / 4)) for _ in range(TRIALS)]
        assert max(found) == js("shatter", "most", name, m), (name, m)

    for kappa in (1, 2, 10, 50):
        f, eta = bowl(kappa), js("descent", "longestStep", kappa)
        assert js("descent", "factor", kappa, kappa * eta) <= 1 + 1e-12
        ends = [
            f(descend(fixed_step(speed * eta), f.gradient, [0.0, 1.0], T=200).trace[-1])
            for speed in (0.99, 1.01)
        ]
        assert ends[0] < f(np.array([0.0, 1.0])) < ends[1]

    x, y = rng.normal(size=(2, 6))
    flat = js("squares", "flattest", x, y, np.linspace(-2, 2, 41), [-1, 2])
    places = [
        least_squares(homogenise(np.r_[np.delete(x, i), a][:, None]), np.r_[np.delete(y, i), b])
        for i, a, b in product(range(6), np.linspace(-2, 2, 41), (-1, 0.3, 2))
    ]
    assert flat["slope"] == close(min(place.w[1] for place in places), rel=1e-9)

    ghosts, bars = rng.random((12, 20)), np.linspace(0, 1, 101)
    gaps = np.abs((ghosts[:, :, None] <= bars).mean(axis=1) - bars)
    far = js("ghost", "farthest", ghosts, bars)
    assert far["gap"] == close(gaps.max(), abs=1e-12)
    assert gaps[far["ghost"], round(100 * far["a"])] == close(gaps.max(), abs=1e-12)

    X, y = rng.normal(size=(20, 3)), rng.normal(size=20)
    lams = np.logspace(-2, 5, 351)
    sizes = np.abs(ridge_path(X, y, lams)[:, 0])
    top = js("ridge", "largest", X.T @ X, X.T @ y, 0)
    assert top["size"] == close(sizes.max(), rel=1e-9)
