"""Print the built site as one book: dist/learning-theory-you-can-run.pdf.

    python tools/pdf.py

tools/join_pages.py makes one page of all; Chromium prints it, tagged and with an outline, once to
learn on which page everything stands, and again with those numbers in the table of contents.
"""

import html
import io
import os
import shutil
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pikepdf
import yaml
from join_pages import FORMULA, Site, join_pages, pages_of
from pikepdf import Dictionary, Name, ObjectStreamMode
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
SITE = Path(os.environ.get("BOOK_SITE", ROOT / "_build" / "html"))
JOINED = ROOT / "_build" / "paper" / "book.html"
PAPER = ROOT / "dist" / "learning-theory-you-can-run.pdf"
STYLES = ["pygments.css", "third-party/katex/katex.min.css", "theorem_map.css", "paper/print.css"]
COLUMN = 612  # the width of the text in CSS pixels: A4 less the margins of print.css
OFFLINE = "--host-resolver-rules=MAP * ~NOTFOUND"
BROWSERS = ["chromium", "chromium-browser", "google-chrome", "chrome"]

# What is wider than the column shrinks to it; the answer names what does not.
FIT = """(column) => {
  const wide = (e) => Math.max(e.scrollWidth, e.getBoundingClientRect().width);
  const blocks = [...document.querySelectorAll("div.math > .katex-display, table, pre")]
    .map((e) => ({ e, room: e.parentElement.clientWidth, size: 1 }));
  // All take a step at a time: every step lays out the whole book.
  for (let wider = blocks; wider.length; ) {
    wider = wider.filter((b) => b.size > 0.5 && wide(b.e) > b.room + 0.5);
    for (const b of wider) b.e.style.fontSize = `${100 * (b.size -= 0.02)}%`;
  }
  const left = document.querySelector("main").getBoundingClientRect().left;
  return [...document.querySelectorAll("main *:not(svg *)")]
    .filter((e) => e.getBoundingClientRect().right > left + column + 3 && e.textContent.trim())
    .map((e) => e.tagName + "." + e.className + ": " + e.textContent.slice(0, 60));
}"""
NUMBER = """(pages) => {
  for (const link of document.querySelectorAll("a.page"))
    link.textContent = pages[decodeURIComponent(link.hash.slice(1))] ?? "?";
}"""


def front_page(config: Mapping[str, Any], address: str) -> str:
    """The title page."""
    about = config["sphinx"]["config"]["myst_html_meta"]["description"]
    where = f'<p><a href="{address}">{address}</a></p>' if address else ""
    return f"""<header class="front"><p class="title">{html.escape(config["title"])}</p>
<p class="about">{html.escape(about)}</p>
<p class="author">{html.escape(config["author"])}</p>
<div class="legal">{where}<p>Printed from the website, where the figures move and the code runs.
Text and figures: CC BY 4.0. Code: MIT. © {config["copyright"]}</p></div></header>"""


def join_site(site_folder: Path = SITE, joined: Path = JOINED) -> Path:
    """Write the page that is printed."""
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    address = (config.get("html", {}).get("baseurl") or "").rstrip("/")
    joined.parent.mkdir(parents=True, exist_ok=True)
    static = os.path.relpath(site_folder / "_static", joined.parent)
    head = f"<title>{html.escape(config['title'])}</title>" + "".join(
        f'<link rel="stylesheet" href="{static}/{name}">' for name in STYLES
    )
    site = Site(site_folder, address, tuple(pages_of(toc)))
    front = front_page(config, address)
    joined.write_text(join_pages(site, front, head, joined.parent), "utf-8")
    return joined


def print_pages(joined: Path, chromium: str, complain: Callable[[str], Any] = print) -> bytes:
    """The PDF as Chromium makes it, with the numbers of the pages filled in."""
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu", OFFLINE]
        )
        page = browser.new_page(viewport={"width": COLUMN, "height": 1000}, color_scheme="light")
        missing: list[str] = []
        page.on("requestfailed", lambda request: missing.append(request.url))
        page.emulate_media(media="print")
        page.set_default_timeout(0)  # a long book takes its time
        page.goto(joined.as_uri(), wait_until="load")
        page.evaluate("document.fonts.ready.then(() => 0)")
        if missing:
            sys.exit(f"missing for the printed pages: {', '.join(sorted(set(missing)))}")
        for text in page.evaluate(FIT, COLUMN):
            complain(f"  wider than the page: {text}")
        return print_until_numbers_agree(page)


def print_until_numbers_agree(page: Page) -> bytes:
    numbers: dict[str, int] = {}
    for _ in range(4):
        start = time.monotonic()
        page.evaluate(NUMBER, numbers)
        pdf = page.pdf(prefer_css_page_size=True, print_background=True, tagged=True, outline=True)
        with pikepdf.open(io.BytesIO(pdf)) as read:
            before, numbers = numbers, numbers_of_pages(read)
            seconds = time.monotonic() - start
            print(f"  {len(read.pages)} pages printed, {seconds:.0f} s", flush=True)
        if numbers == before:
            return pdf
    sys.exit("the numbers of the pages do not settle")


def numbers_of_pages(pdf: pikepdf.Pdf) -> dict[str, int]:
    """The page, counted from 1, of everything that a link leads to."""
    at = {page.obj.objgen: number for number, page in enumerate(pdf.pages, start=1)}
    return {name[1:]: at[place[0].objgen] for name, place in pdf.Root.Dests.items()}


def finish(pdf: bytes, title: str, author: str, target: Path) -> int:
    """Name title and author, call formulas formulas, pack, write; the number of pages."""
    with pikepdf.open(io.BytesIO(pdf)) as book:
        for element in book.objects:
            is_image = isinstance(element, pikepdf.Dictionary) and element.get("/S") == "/Figure"
            if is_image and str(element.get("/Alt", "")).startswith(FORMULA):
                element.S, element.Alt = Name.Formula, str(element.Alt).removeprefix(FORMULA)
        # structure types of PDF 2.0, for readers that do not know them
        book.Root.StructTreeRoot.RoleMap = Dictionary(Strong=Name.Span, Em=Name.Span)
        book.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
        book.Root.PageMode = Name.UseOutlines
        with book.open_metadata(set_pikepdf_as_editor=False) as about:
            about["dc:title"], about["dc:creator"] = title, [author]
        target.parent.mkdir(exist_ok=True)
        book.save(target, object_stream_mode=ObjectStreamMode.generate)
        return len(book.pages)


def main() -> int:
    start = time.monotonic()
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None:
        sys.exit("Chromium prints the book and is missing: apt-get install chromium")
    if not (SITE / "index.html").exists():
        sys.exit(f"no site in {SITE}: run `make book` first")
    print("Joining the pages of the site", flush=True)
    joined = join_site()
    print(f"Printing them, {time.monotonic() - start:.0f} s so far", flush=True)
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    count = finish(print_pages(joined, chromium), config["title"], config["author"], PAPER)
    size, seconds = PAPER.stat().st_size / 1e6, time.monotonic() - start
    print(f"{PAPER.relative_to(ROOT)}: {count} pages, {size:.1f} MB, {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
