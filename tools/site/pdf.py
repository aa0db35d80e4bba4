"""Print the built site as one book: dist/learning-theory-you-can-run.pdf.

    python tools/site/pdf.py

Chromium prints each page of the site, which pdf.js makes ready for paper, and then the front with
the table of contents; pikepdf makes one file of them, with bookmarks and links inside it.
"""

import html
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urldefrag

import yaml
from pikepdf import (
    Dictionary,
    Name,
    Object,
    ObjectStreamMode,
    OutlineItem,
    Pdf,
    String,
    make_page_destination,
)
from playwright.sync_api import Browser, Page, sync_playwright

from tools.files import beside
from tools.progress import Line, interrupted

ROOT = Path(__file__).resolve().parents[2]
SITE = Path(os.environ.get("BOOK_SITE", ROOT / "_build" / "html"))
PAPER = ROOT / "dist" / "learning-theory-you-can-run.pdf"
CONFIG = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
READY = Path(__file__).with_suffix(".js").read_text("utf-8")
STYLES = ["pygments.css", "third-party/katex/katex.min.css", "theorem_map.css", "paper/print.css"]
#: What is there to filter, to follow and to look up on a screen; its words stand elsewhere, too.
ON_A_SCREEN = ("results", "theorem-map", "api-")
BROWSERS = ["chromium", "chromium-browser", "google-chrome", "chrome"]
FLAGS = ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND"]
WINDOW = {"width": 627, "height": 1000}  # as wide as the text: A4 less the margins of print.css


@dataclass
class Part:
    """A printed page of the site.

    `depth`: 1 for chapters; `headings`: level, id and words; `wide`: what is wider than the page;
    `places`: page, left and top of everything that links lead to; `first`: its page in the book.
    """

    address: str
    depth: int
    pdf: Pdf
    headings: Sequence[tuple[int, str, str]]
    wide: Sequence[str]
    places: Mapping[str, tuple[int, float, float]]
    first: int = 0

    def rows(self) -> Iterator[tuple[int, str, tuple[int, float, float]]]:
        """Yield depth, text and place in the book of each heading."""
        for level, name, words in self.headings:
            yield self.depth + level - 1, words, self.place(name)

    def place(self, name: str) -> tuple[int, float, float]:
        """Return where something stands in the book, by its id, or where the part starts."""
        page, left, top = self.places[name or self.headings[0][1]]
        return self.first + page, left, top


def pages_of(entry: Mapping[str, Any], depth: int = 1) -> Iterator[tuple[int, str]]:
    """Yield depth and name of each page of a _toc.yml in reading order; chapters have depth 1."""
    if name := entry.get("root") or entry.get("file"):
        yield depth, name
    for below in ("parts", "chapters", "sections"):
        for child in entry.get(below, []):
            yield from pages_of(child, depth + (below == "sections"))


def on_paper(toc: Mapping[str, Any]) -> list[tuple[int, str]]:
    """Return the pages that are printed."""
    return [row for row in pages_of(toc) if not Path(row[1]).name.startswith(ON_A_SCREEN)]


def print_page(window: Page, file: Path, depth: int, paper: Path, **given: Any) -> Part:
    """Print a page of the site; `given`: what tools/site/pdf.js must know."""
    missing: list[str] = []
    window.once("requestfailed", lambda request: missing.append(request.url))
    window.goto(file.as_uri(), wait_until="load")
    ready = window.evaluate(READY, given)
    if missing:
        raise FileNotFoundError(f"a file of the printed pages: {missing[0]}")
    window.pdf(path=paper, prefer_css_page_size=True, print_background=True, tagged=True)
    pdf = Pdf.open(paper)
    at = {page.obj.objgen: number for number, page in enumerate(pdf.pages)}
    places = {
        unquote(name[1:]): (at[place[0].objgen], float(place[2]), float(place[3]))
        for name, place in pdf.Root.Dests.items()
    }
    return Part(file.as_uri(), depth, pdf, ready["headings"], ready["wide"], places)


def print_site(
    window: Page, folder: Path, site: Path, pages: Sequence[tuple[int, str]], line: Line
) -> list[Part]:
    """Print every page, numbered on from the one before, and then the front."""
    live = (CONFIG.get("html", {}).get("baseurl") or "").rstrip("/")
    known = {
        "styles": [(site / "_static" / name).as_uri() for name in STYLES],
        "pages": [(site / f"{name}.html").as_uri() for _, name in pages],
    }
    parts: list[Part] = []
    first, chapter = 0, ""
    line.step("Pages printed", len(pages))
    for depth, name in pages:
        file, paper, start = site / f"{name}.html", folder / f"{len(parts)}.pdf", time.monotonic()
        given = known | {"first": first + 1, "live": live and f"{live}/{name}.html"}
        head = chapter if depth > 1 else ""  # "": its own title
        part = print_page(window, file, depth, paper, head=head, **given)
        part.first, chapter = first, head or part.headings[0][2]
        first += len(part.pdf.pages)
        parts.append(part)
        line.log(f"  {name}: {len(part.pdf.pages)} pages, {time.monotonic() - start:.0f} s")
        line.advance(name)
    line.step("The book put together")
    given = known | {"first": 1, "head": " ", "live": "", "body": front(parts)}
    return [print_page(window, file, 1, folder / "front.pdf", **given), *parts]


def front(parts: Sequence[Part]) -> str:
    """Return the title page and the table of contents as HTML."""
    about = CONFIG["sphinx"]["config"]["myst_html_meta"]["description"]
    rows = "".join(
        f'<li class="h{part.depth + level - 1}">'
        f'<a href="{part.address}#{quote(name)}">{html.escape(words)}</a>'
        f'<span class="dots"></span><span class="page">{part.place(name)[0] + 1}</span></li>'
        for part in parts
        for level, name, words in part.headings
        if part.depth + level <= 3
    )
    return f"""<header class="front"><p class="title">{html.escape(CONFIG["title"])}</p>
<p class="about">{html.escape(about)}</p><p class="author">{html.escape(CONFIG["author"])}</p>
<div class="legal"><p>Printed from the website, where the figures move and the code runs.
Text and figures: CC BY 4.0. Code: MIT. © {CONFIG["copyright"]}</p></div></header>
<nav class="contents"><h1 id="contents">Contents</h1><ul>{rows}</ul></nav>"""


def join(parts: Sequence[Part], target: Path) -> None:
    """Make one file of the parts, the front with Roman numbers, the others numbered from 1."""
    known = {part.address: part for part in parts[1:]}
    with Pdf.new() as book:
        tree = book.make_indirect(Dictionary(Type=Name.StructTreeRoot, K=[], ParentTreeNextKey=0))
        tree.ParentTree = book.make_indirect(Dictionary(Nums=[]))
        for part in parts:
            part.first = len(book.pages)
            book.add_pages_from(part.pdf)
            add_tags(book, part, tree)
        for note in (note for page in book.pages for note in page.obj.get("/Annots", [])):
            address, name = urldefrag(str(note.get("/A", Dictionary()).get("/URI", "")))
            if address in known:  # a link to another page of the site
                page, left, top = known[address].place(unquote(name))
                note.Dest = make_page_destination(book, page, "XYZ", left=left, top=top)
                del note.A
        with book.open_outline() as outline:
            lists = [outline.root]
            for depth, words, (page, left, top) in (row for part in parts for row in part.rows()):
                item = OutlineItem(words, page, "XYZ", left=left, top=top)
                del lists[depth:]
                lists[-1].append(item)
                lists.append(item.children)
        numbers = [0, Dictionary(S=Name.r), parts[1].first, Dictionary(S=Name.D)]
        book.Root.PageLabels = Dictionary(Nums=numbers)
        book.Root.PageMode, book.Root.Lang = Name.UseOutlines, String("en")
        book.Root.StructTreeRoot, book.Root.MarkInfo = tree, Dictionary(Marked=True)
        with book.open_metadata(set_pikepdf_as_editor=False) as about:
            about["dc:title"], about["dc:creator"] = CONFIG["title"], [CONFIG["author"]]
        target.parent.mkdir(exist_ok=True)
        with beside(target) as new:
            book.save(new, object_stream_mode=ObjectStreamMode.generate)


def add_tags(book: Pdf, part: Part, tree: Object) -> None:
    """Put the tags of a part, which screen readers read, under those of the book."""
    tags, start = book.copy_foreign(part.pdf.Root.StructTreeRoot), int(tree.ParentTreeNextKey)
    for page in list(book.pages)[part.first :]:
        for holder in [page.obj, *page.obj.get("/Annots", [])]:
            for key in {"/StructParents", "/StructParent"}.intersection(holder.keys()):
                holder[key] += start
    numbers = list(tags.ParentTree.Nums)
    for number, owner in zip(numbers[::2], numbers[1::2], strict=True):
        tree.ParentTree.Nums.extend([number + start, owner])
    tags.K.P = tree
    tree.K.append(tags.K)
    tree.ParentTreeNextKey = start + int(tags.ParentTreeNextKey)


def make_book(
    site: Path, pages: Sequence[tuple[int, str]], target: Path, browser: Browser
) -> list[Part]:
    """Print pages of a site into one file."""
    window = browser.new_page(viewport=WINDOW, color_scheme="light")
    window.set_default_timeout(0)  # a long page takes its time
    window.emulate_media(media="print")
    with tempfile.TemporaryDirectory() as folder, Line("pdf") as line:
        parts = print_site(window, Path(folder), site, pages, line)
        join(parts, target)
    window.close()
    return parts


def main() -> None:
    start = time.monotonic()
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None:
        sys.exit("Chromium, which prints the book, is missing: apt-get install chromium")
    if not (SITE / "index.html").exists():
        sys.exit(f"no site in {SITE}: run `make book` first")
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        parts = make_book(SITE, on_paper(toc), PAPER, browser)
        browser.close()
    for text in (text for part in parts for text in part.wide):
        print(f"  wider than the page: {text}")
    count, size = sum(len(part.pdf.pages) for part in parts), PAPER.stat().st_size / 1e6
    print(f"{PAPER.name}: {count} pages, {size:.1f} MB, {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    interrupted(main)
