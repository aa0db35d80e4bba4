"""How much of each page is code: its open cells, and the share of its height that they fill.

    python tools/measure_pages.py [page ...]        of the built site; all chapters without names

A figure is not code, nor is what is folded. Pages are measured on a screen 1280 pixels wide.
"""

import shutil
import sys
from collections.abc import Sequence

import yaml
from pdf import BROWSERS, FLAGS, ROOT, SITE, pages_of
from playwright.sync_api import Page, sync_playwright

MEASURE = """() => {
  const article = document.querySelector("article");
  const open = [...article.querySelectorAll("div.cell")]
    .filter((cell) => !cell.closest("details") && !cell.querySelector("figure, .explore"));
  const strips = [...article.querySelectorAll("details.evidence, details.quiet")]
    .filter((fold) => !fold.parentElement.closest("details"));
  const height = (things) => things.reduce((sum, thing) => sum + thing.offsetHeight, 0);
  return [open.length, height(open), strips.length, height(strips), article.scrollHeight];
}"""


def measure(window: Page, name: str) -> str:
    """One line: open cells and their share of the height, folds and theirs."""
    window.goto((SITE / f"{name}.html").as_uri())
    window.evaluate("document.fonts.ready.then(() => 0)")
    cells, code, folds, lines, height = window.evaluate(MEASURE)
    return (
        f"{name:45} {height:6} px {cells:4} open cells {code / height:4.0%} "
        f"{folds:4} folds {lines / height:4.0%}"
    )


def main(names: Sequence[str]) -> None:
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    chosen = names or [name for _, name in pages_of(toc) if name.startswith(("book/0", "book/1"))]
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        window = browser.new_page(viewport={"width": 1280, "height": 900})
        for name in chosen:
            print(measure(window, name), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
