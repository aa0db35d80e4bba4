"""Print the built site as one book: dist/learning-theory-you-can-run.pdf.

    python tools/pdf.py

tools/join_pages.py makes one page of every chapter, tools/print_pages.py prints them, and
tools/merge_pdf.py makes one tagged PDF of all, with an outline.
"""

import html
import os
import shutil
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from join_pages import chapters_of, front_part, join_chapter, join_pages, pages_of
from merge_pdf import merge
from paper_page import Site
from print_pages import Printed, print_parts

ROOT = Path(__file__).resolve().parent.parent
SITE = Path(os.environ.get("BOOK_SITE", ROOT / "_build" / "html"))
JOINED = ROOT / "_build" / "paper"
PAPER = ROOT / "dist" / "learning-theory-you-can-run.pdf"
STYLES = ["pygments.css", "third-party/katex/katex.min.css", "theorem_map.css", "paper/print.css"]
BROWSERS = ["chromium", "chromium-browser", "google-chrome", "chrome"]


def say(line: str) -> None:
    print(line, flush=True)


def front_page(config: Mapping[str, Any], address: str) -> str:
    """The title page."""
    about = config["sphinx"]["config"]["myst_html_meta"]["description"]
    where = f'<p><a href="{address}">{address}</a></p>' if address else ""
    return f"""<header class="front"><p class="title">{html.escape(config["title"])}</p>
<p class="about">{html.escape(about)}</p>
<p class="author">{html.escape(config["author"])}</p>
<div class="legal">{where}<p>Printed from the website, where the figures move and the code runs.
Text and figures: CC BY 4.0. Code: MIT. © {config["copyright"]}</p></div></header>"""


def join_site(
    site_folder: Path = SITE, folder: Path = JOINED, toc: Mapping[str, Any] | None = None
) -> list[Path]:
    """Write the pages that are printed, the front and one a chapter."""
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    toc = toc or yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    address = (config.get("html", {}).get("baseurl") or "").rstrip("/")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    static = os.path.relpath(site_folder / "_static", folder)
    head = f"<title>{html.escape(config['title'])}</title>" + "".join(
        f'<link rel="stylesheet" href="{static}/{name}">' for name in STYLES
    )
    site = Site(site_folder, address, tuple(pages_of(toc)))
    chapters = [join_chapter(site, pages, folder) for pages in chapters_of(site.pages)]
    parts = [front_part(front_page(config, address), chapters), *chapters]
    pages = []
    for name, text in join_pages(parts, head).items():
        pages.append(folder / f"{name}.html")
        pages[-1].write_text(text, "utf-8")
    return pages


def print_book(
    pages: Sequence[Path], chromium: str, target: Path, tell: Callable[[str], Any] = say
) -> tuple[int, list[Printed]]:
    """Print the pages and merge them; how many there are, and what became of each part."""
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    parts = print_parts(pages, chromium, tell)
    tell("Merging the chapters")
    papers = [part.paper for part in parts]
    headings = [words for part in parts for words in part.headings]
    return merge(papers, headings, config["title"], config["author"], target), parts


def main() -> int:
    start = time.monotonic()
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None:
        sys.exit("Chromium prints the book and is missing: apt-get install chromium")
    if not (SITE / "index.html").exists():
        sys.exit(f"no site in {SITE}: run `make book` first")
    say("Joining the pages of the site")
    pages = join_site()
    say(f"Printing {len(pages)} parts, {time.monotonic() - start:.0f} s so far")
    count, parts = print_book(pages, chromium, PAPER)
    for text in (text for part in parts for text in part.wide):
        say(f"  wider than the page: {text}")
    size, seconds = PAPER.stat().st_size / 1e6, time.monotonic() - start
    say(f"{PAPER.relative_to(ROOT)}: {count} pages, {size:.1f} MB, {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
