"""One walk through a page of the site, on which many tests look at what was found.

On a whole walk the page is opened twice: from a server, below a sub-path, on a wide screen, where
axe looks at it by daylight and in the dark; and from its file on a narrow one, which becomes wide
before the figures are moved. A glance opens it once, from its file, and leaves out the dark.
"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field

from playwright.sync_api import Browser, BrowserContext, Page, Response
from site_pages import PAGES, ROOT

WIDE, NARROW, HEIGHT = 1280, 320, 900
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
THIN = ROOT / "tests" / "site_thin.js"
ABOUT_COLOURS = ["color-contrast", "link-in-text-block"]
LEAVES = {"index"}  # leads to another page by itself
FONTS = "document.fonts.ready.then(() => document.fonts.check('1em KaTeX_Main'))"
IN_THEME = "theme => document.documentElement.dataset.theme === theme"
WATCH = """window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({type: "layout-shift", buffered: true});"""
SHIFT = """new Promise((tell) => {
  const shown = setInterval(() => {
    if (document.documentElement.classList.contains("fonts-on-their-way")) return;
    clearInterval(shown);
    setTimeout(() => tell(window.shift), 200);
  }, 10);
})"""
TOO_WIDE = """width => document.documentElement.scrollWidth <= width ? [] :
  [`the page is ${document.documentElement.scrollWidth} pixels wide`,
   ...[...document.querySelectorAll('main *')]
     .filter(e => e.getBoundingClientRect().right > width + 1)
     .map(e => e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 60))]"""


@dataclass
class Findings:
    """What a walk found; on a good page the lists are empty, `fonts` is true, `shift` near 0."""

    title: str = ""
    shift: float = 0.0
    served: list[str] = field(default_factory=list)
    filed: list[str] = field(default_factory=list)
    axe: dict[str, list[str]] = field(default_factory=dict)
    too_wide: list[str] = field(default_factory=list)
    fonts: bool = True
    figures: int = 0
    still: list[str] = field(default_factory=list)


def listen(page: Page, home: str, note: Callable[[str], object]) -> None:
    """Note errors, and everything that is missing or comes from outside `home`."""

    def status(response: Response) -> None:
        if response.status >= 400:
            note(f"{response.status}: {response.url}")

    page.on("console", lambda m: m.type == "error" and note(f"console: {m.text}"))
    page.on("pageerror", lambda error: note(f"script error: {error}"))
    page.on("response", status)
    page.on(
        "requestfailed",  # what a page that leads to another one gives up is not missing
        lambda r: r.failure == "net::ERR_ABORTED" or note(f"missing: {r.url}"),
    )
    page.on(
        "request", lambda r: r.url.startswith((home, "data:", "blob:")) or note(f"outside: {r.url}")
    )


def run_axe(page: Page, rules: list[str] | None = None) -> list[str]:
    """What axe finds on the page as it stands, by all rules or by some."""
    options = {"resultTypes": ["violations"], "preload": False} | (
        {"runOnly": rules} if rules else {}
    )
    result = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in result["violations"]
        for node in violation["nodes"]
    ]


def set_theme(page: Page, theme: str) -> None:
    page.emulate_media(color_scheme=theme)
    page.wait_for_function(IN_THEME, arg=theme)


def run_axe_in_both_themes(page: Page) -> dict[str, list[str]]:
    """What axe finds; in the dark by the rules about colours, when the same things are in sight."""
    page.evaluate(AXE.read_text("utf-8"))
    page.evaluate(THIN.read_text("utf-8"))
    in_sight = page.evaluate("thinning.note()")
    set_theme(page, "dark")
    same = page.evaluate("thinning.note()") == in_sight
    page.evaluate("thinning.thin()")
    dark = run_axe(page, ABOUT_COLOURS if same else None)
    set_theme(page, "light")
    return {"light": run_axe(page), "dark": dark}


def open_page(context: BrowserContext, url: str, home: str, complaints: list[str]) -> Page:
    page = context.new_page()
    listen(page, home, complaints.append)
    leaves = url.rpartition("/")[2].removesuffix(".html") in LEAVES
    page.goto(url, wait_until="networkidle" if leaves else "load")
    page.evaluate("document.fonts.ready.then(() => 0)")
    return page


def still_figures(page: Page) -> tuple[int, list[str]]:
    """How many figures have a slider, and those in which an arrow key changes nothing."""
    still = []
    figures = page.locator(".explore:has(input)").all()
    for number, figure in enumerate(figures, start=1):
        readout = figure.locator("output")
        before = readout.inner_text()
        figure.locator("input").first.focus()
        page.keyboard.press("ArrowRight")
        if readout.inner_text() == before or not figure.locator("svg").count():
            still.append(f"figure {number} with a slider, at {before!r}")
    return len(figures), still


def walk(browser: Browser, name: str, served: str, filed: str) -> Findings:
    """Open a page at both addresses and look at it."""
    found = Findings()
    size, narrow = {"width": WIDE, "height": HEIGHT}, {"width": NARROW, "height": HEIGHT}
    with (
        closing(browser.new_context(viewport=size, reduced_motion="reduce")) as calm,
        closing(browser.new_context(viewport=narrow)) as plain,
    ):
        # the first stays open while the other is looked at: what goes wrong late is heard too
        file = open_page(plain, f"{filed}{name}.html", filed, found.filed)
        found.too_wide = file.evaluate(TOO_WIDE, NARROW)
        file.set_viewport_size(size)
        if name in PAGES:
            found.fonts = not file.locator("article .katex").count() or file.evaluate(FONTS)
            found.figures, found.still = still_figures(file)
        calm.add_init_script(WATCH)
        page = open_page(calm, f"{served}{name}.html", served, found.served)
        found.title, found.shift = page.title(), page.evaluate(SHIFT)
        found.axe = run_axe_in_both_themes(page)
    return found


def glance(browser: Browser, name: str, filed: str) -> Findings:
    """Open a page from its file and look at it by daylight; `served` stays empty."""
    found = Findings()
    size = {"width": WIDE, "height": HEIGHT}
    with closing(browser.new_context(viewport=size, reduced_motion="reduce")) as calm:
        calm.add_init_script(WATCH)
        page = open_page(calm, f"{filed}{name}.html", filed, found.filed)
        found.title, found.shift = page.title(), page.evaluate(SHIFT)
        if name in PAGES:
            found.fonts = not page.locator("article .katex").count() or page.evaluate(FONTS)
            found.figures, found.still = still_figures(page)
        page.set_viewport_size({"width": NARROW, "height": HEIGHT})
        found.too_wide = page.evaluate(TOO_WIDE, NARROW)
        page.set_viewport_size(size)
        page.evaluate(AXE.read_text("utf-8"))
        page.evaluate(THIN.read_text("utf-8"))
        page.evaluate("thinning.note()")
        page.evaluate("thinning.thin()")
        found.axe = {"light": run_axe(page)}
    return found
