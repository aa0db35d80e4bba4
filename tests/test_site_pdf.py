"""The book on paper, printed from the built site: outline, links, tags, fonts, nothing cut."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pikepdf
import pytest
import yaml
from site_pages import CHROMIUM, PAGES, ROOT, SITE

sys.path.insert(0, str(ROOT / "tools"))

import pdf as tool  # noqa: E402
from join_pages import pages_of  # noqa: E402

pytestmark = [pytest.mark.slow, pytest.mark.browser]
TOC = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
MARGIN = 60.0  # points; those of print.css are 62 and more


def need(program: str | None, how: str) -> None:
    if program is None and os.environ.get("CI") == "true":
        pytest.fail(how)
    elif program is None:
        pytest.skip(how)


@pytest.fixture(scope="module")
def printed(tmp_path_factory) -> tuple[Path, list[str]]:
    """The printed book, and what of it is wider than its column."""
    need(CHROMIUM, "Chromium is missing: apt-get install chromium")
    folder = tmp_path_factory.mktemp("paper")
    joined = tool.join_site(SITE, folder / "book.html")
    wide: list[str] = []
    paper = folder / "book.pdf"
    tool.finish(tool.print_pages(joined, CHROMIUM, wide.append), "Title", "Author", paper)
    return paper, wide


@pytest.fixture
def book(printed):
    with pikepdf.open(printed[0]) as opened:
        yield opened


def outline(items, depth=0):
    for item in items:
        yield depth, item.title
        yield from outline(item.children, depth + 1)


def test_the_outline_has_every_page_and_its_sections(book):
    with book.open_outline() as shown:
        entries = list(outline(shown.root))
    titles = {re.sub(r"^[\d.]+ ", "", title) for _, title in entries}
    for page in PAGES:
        source = (ROOT / f"{page}.md").read_text()
        title = re.search(r"^# (.+)$", source, re.M)[1]
        assert re.sub(r"[$\\`{}]", "", title) in titles, page
    assert {depth for depth, _ in entries} >= {0, 1, 2}


def test_every_link_leads_somewhere(book):
    names, inside = book.Root.Dests, 0
    for page in book.pages:
        for note in page.obj.get("/Annots", []):
            if note.Subtype != "/Link" or "/A" in note and note.A.S == "/URI":
                continue
            target = note.get("/Dest", note.A.D if "/A" in note else None)
            assert target in names if isinstance(target, pikepdf.Name) else target is not None
            inside += 1
    assert inside > 10 * len(PAGES)


def test_the_table_of_contents_gives_the_right_pages(book, printed):
    at = {page.obj.objgen: number for number, page in enumerate(book.pages, start=1)}
    with book.open_outline() as shown:
        chapters = [item for item in shown.root if item.title != "Contents"]
        starts = {}
        for item in chapters:
            place = item.destination
            place = book.Root.Dests[place] if isinstance(place, pikepdf.Name) else place
            starts[item.title] = at[place[0].objgen]
    need(shutil.which("pdftotext"), "pdftotext is missing: apt-get install poppler-utils")
    last = str(min(starts.values()) - 1)
    command = ["pdftotext", "-layout", "-l", last, str(printed[0]), "-"]
    contents = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for title, number in starts.items():
        assert re.search(rf"^ *{re.escape(title)} +{number}$", contents, re.M), (title, number)
    assert len(starts) == sum(depth == 1 for depth, _ in pages_of(TOC))


def test_it_is_tagged_and_says_what_it_is(book):
    assert book.Root.MarkInfo.Marked
    assert book.Root.Lang == "en"
    assert book.docinfo.Title == "Title"
    assert book.docinfo.Author == "Author"
    kinds = {str(e.S) for e in book.objects if isinstance(e, pikepdf.Dictionary) and "/S" in e}
    assert {"/H1", "/H2", "/H3", "/P", "/Figure", "/Formula", "/Table", "/Link"} <= kinds


def test_figures_and_formulas_have_a_text(book):
    elements = [e for e in book.objects if isinstance(e, pikepdf.Dictionary)]
    images = [e for e in elements if e.get("/S") in ("/Figure", "/Formula") and "/P" in e]
    assert len(images) > 50
    assert [e.S for e in images if e.S == "/Formula" and not str(e.get("/Alt", ""))] == []


def test_fonts_are_embedded(book):
    fonts = [e for e in book.objects if isinstance(e, pikepdf.Dictionary)]
    fonts = [e for e in fonts if e.get("/Type") == "/Font" and "/FontDescriptor" in e]
    fonts = [e for e in fonts if e.Subtype != "/Type3"]  # whose glyphs are drawings in the file
    names = {str(font.BaseFont).partition("+")[2] for font in fonts}
    assert {"KaTeX_Main-Regular", "KaTeX_Math-Italic"} <= names
    for font in fonts:
        files = {"/FontFile", "/FontFile2", "/FontFile3"}
        assert files & set(font.FontDescriptor.keys()), font.BaseFont


def test_nothing_is_wider_than_its_column(printed):
    assert printed[1] == []


def test_no_word_leaves_the_page(printed):
    need(shutil.which("pdftotext"), "pdftotext is missing: apt-get install poppler-utils")
    command = ["pdftotext", "-bbox", str(printed[0]), "-"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    boxes = re.findall(
        r'xMin="([\d.-]+)" yMin="[\d.-]+" xMax="([\d.-]+)" yMax="[^"]+">(.*?)<', shown
    )
    width = float(re.search(r'<page width="([\d.]+)"', shown)[1])
    outside = [w for a, b, w in boxes if float(a) < MARGIN or float(b) > width - MARGIN]
    assert len(boxes) > 1000
    assert outside == []


def test_the_number_of_pages_is_sane(book, printed):
    words = sum(len((ROOT / f"{page}.md").read_text().split()) for page in PAGES)
    assert words / 1000 < len(book.pages) < words / 100
    assert printed[0].stat().st_size < 100_000 * len(book.pages)


def test_every_line_of_code_is_on_paper(printed):
    need(shutil.which("pdftotext"), "pdftotext is missing: apt-get install poppler-utils")
    command = ["pdftotext", "-raw", str(printed[0]), "-"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    shown = re.sub(r"\s", "", shown)
    missing = []
    for page in PAGES:
        for cell in re.findall(
            r"^```\{code-cell\}.*?^```", (ROOT / f"{page}.md").read_text(), re.M | re.S
        ):
            lines = re.sub(r"^---\n.*?^---\n", "", cell, flags=re.M | re.S).splitlines()[1:-1]
            lines = [line for line in lines if line and not line.startswith(":")]
            missing += [line for line in lines if re.sub(r"\s", "", line) not in shown]
    assert missing == []


def test_the_settings_name_the_book():
    config = yaml.safe_load((ROOT / "_config.yml").read_text())
    assert config["title"] in tool.front_page(config, "")
