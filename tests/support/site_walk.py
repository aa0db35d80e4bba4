"""One walk through a page of the site, and what is wrong with it.

The page is opened twice: from a server, below a sub-path, on a wide screen, where
axe looks at it by daylight and in the dark; and from its file on a narrow one, which becomes wide
before its figures are moved.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Locator, Page, Response
from site_pages import PAGES, ROOT

WIDE, NARROW, HEIGHT = 1280, 320, 900
MOST_SHIFT = 0.01
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
THIN = ROOT / "tests" / "support" / "site_thin.js"
ABOUT_COLOURS = ["color-contrast", "link-in-text-block"]
LEAVES = {"index"}  # leads to another page by itself
FONTS = """!document.querySelector("article .katex") ||
  document.fonts.ready.then(() => document.fonts.check("1em KaTeX_Main"))"""
UNFOLD = "document.querySelectorAll('article details').forEach((fold) => { fold.open = true; })"
SAID = """() => [...document.querySelectorAll(".explore")].filter(e => e.querySelector("input"))
  .map(e => [e.querySelector("output").innerText, e.querySelector("svg") !== null])"""
FOCUS = """number => {
  const input = [...document.querySelectorAll(".explore input")]
    .filter((e) => e === e.closest(".explore").querySelector("input")).at(number);
  input.focus({preventScroll: true});
  return input.value === input.max;
}"""
FORGET = "localStorage.clear(); sessionStorage.clear()"
IN_THEME = "theme => document.documentElement.dataset.theme === theme"
WATCH = """window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({type: "layout-shift", buffered: true});"""
SHIFT = "document.fonts.ready.then(() => new Promise((tell) => "
SHIFT += "setTimeout(() => tell(window.shift), 200)))"
TOO_WIDE = """width => document.documentElement.scrollWidth <= width ? [] :
  [`the page is ${document.documentElement.scrollWidth} pixels wide`,
   ...[...document.querySelectorAll('main *')]
     .filter(e => e.getBoundingClientRect().right > width + 1)
     .map(e => e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 60))]"""

TORN = """() => [...document.querySelectorAll('main .kept')].filter((kept) => {
  const end = [...kept.querySelectorAll('.base')].pop(), mark = document.createRange();
  if (kept.lastChild.nodeType !== 3 || !kept.checkVisibility() || !end) return false;
  mark.selectNodeContents(kept.lastChild);
  return mark.getBoundingClientRect().left < [...end.getClientRects()].pop().right - 3;
}).map((kept) => kept.textContent.slice(-40))"""


@dataclass
class Findings:
    """What a walk found; on a good page the lists are empty, `fonts` is true, `shift` near 0."""

    title: str = ""
    shift: float = 0.0
    served: list[str] = field(default_factory=list)
    filed: list[str] = field(default_factory=list)
    axe: dict[str, list[str]] = field(default_factory=dict)
    too_wide: list[str] = field(default_factory=list)
    torn: list[str] = field(default_factory=list)
    fonts: bool = True
    figures: int = 0
    still: list[str] = field(default_factory=list)

    def faults(self) -> Iterator[str]:
        yield from (f"served, {WIDE} pixels wide: {complaint}" for complaint in self.served)
        yield from (f"from a file: {complaint}" for complaint in self.filed)
        yield from (f"axe, {theme}: {line}" for theme, found in self.axe.items() for line in found)
        wide = f"{NARROW} pixels wide, let it break or scroll in its own box"
        yield from (f"{wide}: {line}" for line in self.too_wide)
        torn = f"{NARROW} pixels wide, a mark stands on another line than its formula"
        yield from (f"{torn}: {line}" for line in self.torn)
        yield from (f"from a file, an arrow key does not move {line}" for line in self.still)
        if not self.fonts:
            yield "from a file, the fonts of the formulas are not there"
        if self.shift > MOST_SHIFT:
            yield f"its lines move while it loads, by {self.shift}"


def listen(page: Page, home: str, note: Callable[[str], object]) -> Callable[[], None]:
    """Note errors, what is missing and what comes from outside `home`, until told to stop."""

    def status(response: Response) -> None:
        if response.status >= 400:
            note(f"{response.status}: {response.url}")

    handlers = {
        "console": lambda m: m.type == "error" and note(f"console: {m.text}"),
        "pageerror": lambda error: note(f"script error: {error}"),
        "response": status,
        # what a page that leads to another one gives up is not missing
        "requestfailed": lambda r: r.failure == "net::ERR_ABORTED" or note(f"missing: {r.url}"),
        "request": lambda r: (
            r.url.startswith((home, "data:", "blob:")) or note(f"outside: {r.url}")
        ),
    }
    for event, handler in handlers.items():
        page.on(event, handler)

    def stop() -> None:
        for event, handler in handlers.items():
            page.remove_listener(event, handler)

    return stop


def run_axe(page: Page, rules: list[str] | None = None) -> list[str]:
    """Return what axe finds on a thin page as it looks now, by all rules or by some."""
    page.evaluate("thinning.mark()")
    options = {"resultTypes": ["violations"], "preload": False} | (
        {"runOnly": rules} if rules else {}
    )
    run = "options => axe.run(document, options).then(found => found.violations)"
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in page.evaluate(run, options)
        for node in violation["nodes"]
    ]


def set_theme(page: Page, theme: str) -> None:
    page.emulate_media(color_scheme=theme)
    page.wait_for_function(IN_THEME, arg=theme)


def run_axe_in_both_themes(page: Page) -> dict[str, list[str]]:
    """Return what axe finds; in the dark by the rules about colours, if the same is in sight."""
    page.evaluate(UNFOLD)
    page.evaluate(AXE.read_text("utf-8"))
    page.evaluate(THIN.read_text("utf-8"))
    in_sight = page.evaluate("thinning.note()")
    set_theme(page, "dark")
    same = page.evaluate("thinning.note()") == in_sight
    page.evaluate("thinning.thin()")
    dark = run_axe(page, ABOUT_COLOURS if same else None)
    set_theme(page, "light")
    return {"light": run_axe(page), "dark": dark}


def open_page(page: Page, url: str, home: str, complaints: list[str]) -> Callable[[], None]:
    """Open a page of the site; what is returned ends that its complaints are written down."""
    stop = listen(page, home, complaints.append)
    leaves = url.rpartition("/")[2].removesuffix(".html") in LEAVES
    page.goto(url, wait_until="networkidle" if leaves else "load")
    page.evaluate("document.fonts.ready.then(() => 0)")
    return stop


WIDE_WINDOW = {"viewport": {"width": WIDE, "height": HEIGHT}, "reduced_motion": "reduce"}
NARROW_WINDOW = {"viewport": {"width": NARROW, "height": HEIGHT}}
waiting: dict[tuple[Browser, int], Page] = {}  # the windows that are open and used by nobody


@contextmanager
def window(
    browser: Browser, options: dict, url: str, home: str, heard: list[str]
) -> Iterator[Page]:
    """Yield a page of the site in a window that forgets it afterwards and is used again.

    In a new window, with a process of its own, a page takes a second more.  One in which something
    went wrong with the walk itself is not used again.
    """
    key = browser, options["viewport"]["width"]
    page = waiting.pop(key, None)
    if page is None:
        context = browser.new_context(**options)
        context.add_init_script(WATCH)
        page = context.new_page()
    try:
        stop = open_page(page, url, home, heard)
        yield page
        page.evaluate(FORGET)
        page.goto("about:blank")
        stop()
        page.set_viewport_size(options["viewport"])
    except BaseException:
        page.context.close()
        raise
    waiting[key] = page


def still_figures(page: Page) -> tuple[int, list[str]]:
    """How many figures have a slider, and those in which an arrow key changes nothing.

    Nothing is scrolled: to draw each figure takes longer than all the rest.
    """
    page.evaluate("bringFrames()")
    before = page.evaluate(SAID)
    for number in range(len(before)):
        at_its_end = page.evaluate(FOCUS, number)
        page.keyboard.press("ArrowLeft" if at_its_end else "ArrowRight")
    still = [
        f"figure {number} with a slider, at {said!r}"
        for number, ((said, _), (now, drawn)) in enumerate(
            zip(before, page.evaluate(SAID), strict=True), start=1
        )
        if now == said or not drawn
    ]
    return len(before), still


def walk(browser: Browser, name: str, served: str, filed: str) -> Findings:
    """Open a page at both addresses and look at it."""
    found = Findings()
    file_url, url = f"{filed}{name}.html", f"{served}{name}.html"
    with window(browser, NARROW_WINDOW, file_url, filed, found.filed) as file:
        # it stays open while the other is looked at: what goes wrong late is heard too
        found.too_wide = file.evaluate(TOO_WIDE, NARROW)
        found.torn = file.evaluate(TORN)
        if name in PAGES:
            found.fonts = file.evaluate(FONTS)
        if name in PAGES and file.evaluate(SAID):
            file.set_viewport_size(WIDE_WINDOW["viewport"])
            file.evaluate(UNFOLD)
            found.figures, found.still = still_figures(file)
        with window(browser, WIDE_WINDOW, url, served, found.served) as page:
            found.title, found.shift = page.title(), page.evaluate(SHIFT)
            found.axe = run_axe_in_both_themes(page)
    return found


def switch(page: Page, name: str) -> Locator:
    """Press a switch of the menu "View" and close the menu; return the switch."""
    button = page.locator(f"[data-switch='{name}']")
    page.click(".view-menu > summary")
    button.click()
    page.keyboard.press("Escape")
    return button
