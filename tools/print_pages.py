"""Print the parts of the book with Chromium, until the numbers of their pages agree.

The first time every part is printed without tags, only to learn on which page everything stands.
"""

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pikepdf
from playwright.sync_api import Page, sync_playwright

COLUMN = 612  # the width of the text in CSS pixels: A4 less the margins of print.css
OFFLINE = "--host-resolver-rules=MAP * ~NOTFOUND"
AT_ONCE = min(2, os.cpu_count() or 1)
ROUNDS = 4  # two, unless the numbers themselves move a line to another page

# What is wider than the column shrinks to it; the answer names what does not.
FIT = """(column) => {
  const wide = (e) => Math.max(e.scrollWidth, e.getBoundingClientRect().width);
  const blocks = [...document.querySelectorAll("div.math > .katex-display, table, pre")]
    .map((e) => ({ e, room: e.parentElement.clientWidth, size: 1 }));
  // All take a step at a time: every step lays out the whole part.
  for (let wider = blocks; wider.length; ) {
    wider = wider.filter((b) => b.size > 0.5 && wide(b.e) > b.room + 0.5);
    for (const b of wider) b.e.style.fontSize = `${100 * (b.size -= 0.02)}%`;
  }
  const left = document.body.getBoundingClientRect().left;
  return [...document.querySelectorAll("body *:not(svg *)")]
    .filter((e) => e.getBoundingClientRect().right > left + column + 3 && e.textContent.trim())
    .map((e) => e.tagName + "." + e.className + ": " + e.textContent.slice(0, 60));
}"""
WANTED = """() => [...document.querySelectorAll("a.page")]
  .map((link) => decodeURIComponent(link.hash.slice(1)))"""
HEADINGS = """() => [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
  .map((heading) => heading.textContent)"""
NUMBER = """([first, pages]) => {
  document.documentElement.style.counterReset = `page ${first - 1}`;
  for (const link of document.querySelectorAll("a.page"))
    link.textContent = pages[decodeURIComponent(link.hash.slice(1))] ?? "?";
}"""


@dataclass(frozen=True)
class Setting:
    """What a part must know of the others: its first page, the numbers of the pages it names."""

    first: int = 1
    numbers: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Printed:
    """A printed part: its pages, where in them its places are, the places whose page it names,
    its headings, what is wider than its column."""

    paper: Path
    count: int
    places: Mapping[str, int]
    wanted: Sequence[str]
    headings: Sequence[str]
    wide: Sequence[str]
    seconds: float


def print_parts(pages: Sequence[Path], chromium: str, say: Callable[[str], Any]) -> list[Printed]:
    """Print HTML pages that are parts of one book, two at a time."""
    printed: dict[Path, Printed] = {}
    settings: dict[Path, Setting] = {}
    with ProcessPoolExecutor(AT_ONCE, mp_context=get_context("spawn")) as pool:
        for turn in range(ROUNDS):
            new = settings_of(pages, printed)
            todo = [page for page in pages if settings.get(page) != new[page] or turn == 1]
            if not todo:
                return [printed[page] for page in pages]
            todo.sort(key=lambda page: -page.stat().st_size)
            jobs = {
                pool.submit(print_part, page, chromium, new[page], tagged=turn > 0): page
                for page in todo
            }
            for number, job in enumerate(as_completed(jobs), start=1):
                page, part = jobs[job], job.result()
                printed[page] = part
                kind = "printed" if turn else "measured"
                progress = f"  {kind} {number} of {len(todo)}: {page.stem}"
                say(f"{progress}, {part.count} pages, {part.seconds:.0f} s")
            settings = new
    sys.exit("the numbers of the pages do not settle")


def settings_of(pages: Sequence[Path], printed: Mapping[Path, Printed]) -> dict[Path, Setting]:
    """What every part must know, from how they were printed last."""
    if not printed:
        return {page: Setting() for page in pages}
    first, firsts, numbers = 1, {}, {}
    for page in pages:
        firsts[page] = first
        numbers.update({name: first - 1 + at for name, at in printed[page].places.items()})
        first += printed[page].count
    return {
        page: Setting(firsts[page], {name: numbers[name] for name in printed[page].wanted})
        for page in pages
    }


def print_part(html: Path, chromium: str, setting: Setting, tagged: bool) -> Printed:
    """Print one part beside its HTML page."""
    start = time.monotonic()
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu", OFFLINE]
        )
        page = browser.new_page(viewport={"width": COLUMN, "height": 1000}, color_scheme="light")
        open_part(page, html)
        wide = page.evaluate(FIT, COLUMN)
        wanted, headings = page.evaluate(WANTED), page.evaluate(HEADINGS)
        page.evaluate(NUMBER, [setting.first, dict(setting.numbers)])
        paper = html.with_suffix(".pdf")
        page.pdf(
            path=paper,
            prefer_css_page_size=True,
            print_background=True,
            tagged=tagged,
            outline=tagged,
        )
        browser.close()
    with pikepdf.open(paper) as read:
        places, count = places_of(read), len(read.pages)
    return Printed(paper, count, places, wanted, headings, wide, time.monotonic() - start)


def open_part(page: Page, html: Path) -> None:
    missing: list[str] = []
    page.on("requestfailed", lambda request: missing.append(request.url))
    page.emulate_media(media="print")
    page.set_default_timeout(0)  # a long chapter takes its time
    page.goto(html.as_uri(), wait_until="load")
    page.evaluate("document.fonts.ready.then(() => 0)")
    if missing:
        raise FileNotFoundError(f"for the printed pages: {', '.join(sorted(set(missing)))}")


def places_of(pdf: pikepdf.Pdf) -> dict[str, int]:
    """The page, counted from 1, of everything that a link leads to."""
    at = {page.obj.objgen: number for number, page in enumerate(pdf.pages, start=1)}
    return {name[1:]: at[place[0].objgen] for name, place in pdf.Root.get("/Dests", {}).items()}
