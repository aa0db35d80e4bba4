"""Print the decks of the built site into dist/slides, a page a slide, and say where they are.

python tools/site/slides.py [week N | chapter N]
"""

import json
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from pikepdf import Pdf
from playwright.sync_api import Browser, sync_playwright

from bookext.slides.deck import MADE_OF, PRINTED
from tools.files import beside, write
from tools.progress import Line, interrupted
from tools.site.pdf import BROWSERS, FLAGS, ROOT, SITE

PAPER = ROOT / PRINTED
WINDOW = {"width": 1280, "height": 720}  # 16:9
READY = "() => document.documentElement.dataset.printed === 'true'"  # says slides.js
PATIENCE = 120_000  # ms


def chosen(site: Path, words: Sequence[str]) -> list[Path]:
    """Return the decks "week 6" or "chapter 6", or all of them."""
    if not words:
        return sorted(site.glob("slides/*.html"))
    kind, number = words
    deck = site / "slides" / f"{kind}-{int(number):02}.html"
    if not deck.exists():
        there = ", ".join(path.stem for path in sorted(site.glob("slides/*.html"))) or "none"
        sys.exit(f"there is no deck {deck.stem}; there are: {there}")
    return [deck]


def print_deck(browser: Browser, deck: Path, target: Path) -> tuple[int, str]:
    """Print a deck; return the number of its pages, and of what it is made."""
    window = browser.new_page(viewport=WINDOW, color_scheme="light")
    window.goto(f"{deck.as_uri()}?view=print", wait_until="load")
    window.wait_for_function(READY, timeout=PATIENCE)
    target.parent.mkdir(parents=True, exist_ok=True)
    with beside(target) as new:
        window.pdf(path=new, prefer_css_page_size=True, print_background=True, tagged=True)
    made_of = window.evaluate("document.documentElement.dataset.madeOf")
    window.close()
    with Pdf.open(target) as printed:
        return len(printed.pages), made_of


def note(name: str, made_of: str) -> None:
    """Write down of what a PDF is made: the next build of the site asks."""
    notes = PAPER / MADE_OF
    known = json.loads(notes.read_text("utf-8")) if notes.exists() else {}
    write(notes, json.dumps({**known, name: made_of}, indent=1))


def main(words: Sequence[str]) -> None:
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    decks = chosen(SITE, words)
    if chromium is None:
        print("Chromium, which prints the slides, is missing (apt-get install chromium): no PDF.")
    else:
        with sync_playwright() as play, Line("slides") as line:
            line.step("Decks printed", len(decks))
            browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
            for deck in decks:
                start, target = time.monotonic(), PAPER / f"{deck.stem}.pdf"
                count, made_of = print_deck(browser, deck, target)
                note(deck.stem, made_of)
                took = time.monotonic() - start
                line.log(f"  {target.relative_to(ROOT)}: {count} slides, {took:.0f} s")
                line.advance(deck.stem)
            browser.close()
    print("\nOpen a deck in a browser (no network is needed):")
    for deck in decks:
        print(f"  {deck.as_uri()}")


if __name__ == "__main__":
    interrupted(lambda: main(sys.argv[1:]))
