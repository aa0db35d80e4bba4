"""The book on paper, printed from the built site: outline, links, tags, fonts, nothing cut."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pdf as tool
import pikepdf
import pytest
import yaml
from join_pages import ELSEWHERE, chapters_of, pages_of
from merge_pdf import is_element
from print_pages import Printed
from site_pages import CHROMIUM, PAGES, ROOT, SITE, need

pytestmark = [pytest.mark.slow, pytest.mark.browser]
CHAPTERS = chapters_of(pages_of(yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))))
CONFIG = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
MARGIN = 60.0  # points; those of print.css are 62 and more
STATEMENT = re.compile(
    r'<div class="proof [^"]*" id="([^"]*)">\s*'
    r'<p class="admonition-title"><span class="caption-number">([^<]*)</span>'
)
EVERY = 15  # of so many pages one is looked into mark by mark


def pdftotext(paper: Path, *options: str) -> str:
    need(shutil.which("pdftotext"), "pdftotext is missing: apt-get install poppler-utils")
    command = ["pdftotext", *options, str(paper), "-"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def bare(text: str) -> str:
    return re.sub(r"\s", "", text)


@pytest.fixture(scope="module")
def printed(tmp_path_factory) -> tuple[Path, list[Printed]]:
    """The printed book and its parts."""
    need(CHROMIUM, "Chromium is missing: apt-get install chromium")
    folder = tmp_path_factory.mktemp("paper")
    pages = tool.join_site(SITE, folder / "pages")
    paper = folder / "book.pdf"
    _, parts = tool.print_book(pages, CHROMIUM, paper)
    return paper, parts


@pytest.fixture(scope="module")
def book(printed) -> Iterator[pikepdf.Pdf]:
    with pikepdf.open(printed[0]) as opened:
        yield opened


@pytest.fixture(scope="module")
def objects(book) -> list[pikepdf.Dictionary]:
    return [thing for thing in book.objects if isinstance(thing, pikepdf.Dictionary)]


@pytest.fixture(scope="module")
def texts(printed) -> list[str]:
    """The text of every page; the first is page 1."""
    return ["", *pdftotext(printed[0], "-layout").split("\f")[:-1]]


@pytest.fixture(scope="module")
def at(book) -> dict[tuple[int, int], int]:
    """The number of every page."""
    return {page.obj.objgen: number for number, page in enumerate(book.pages, start=1)}


@pytest.fixture(scope="module")
def outline(book, at) -> list[tuple[int, str, int]]:
    """Depth, title and page of the entries."""

    def entries(items, depth):
        for item in items:
            place = item.destination
            place = book.Root.Dests[place] if isinstance(place, pikepdf.Name) else place
            yield depth, item.title, at[place[0].objgen]
            yield from entries(item.children, depth + 1)

    with book.open_outline() as shown:
        return list(entries(shown.root, 0))


@pytest.fixture(scope="module")
def starts(outline) -> list[int]:
    """On which page each chapter starts, and one after the last page of the book."""
    return [page for depth, title, page in outline if depth == 0 and title != "Contents"]


def links_inside(book: pikepdf.Pdf) -> Iterator[tuple[pikepdf.Page, pikepdf.Object]]:
    for page in book.pages:
        for note in page.obj.get("/Annots", []):
            if note.Subtype == "/Link" and not ("/A" in note and note.A.S == "/URI"):
                yield page, note


def test_it_is_a_sound_file(book):
    assert book.check_pdf_syntax() == []


def test_the_outline_has_every_page_and_its_sections_in_order(outline):
    titles = [re.sub(r"^[\d.]+ ", "", title).replace("’", "'") for _, title, _ in outline]
    last = 0
    for page in PAGES:
        source = (ROOT / f"{page}.md").read_text()
        title = re.search(r"^# (.+)$", source, re.M)[1]
        last = titles.index(re.sub(r"[$\\`{}]", "", title), last)
    assert [title for depth, title, _ in outline if depth == 0][0] == "Contents"
    assert sum(depth == 0 for depth, _, _ in outline) == 1 + len(CHAPTERS)
    assert {depth for depth, _, _ in outline} >= {0, 1, 2}
    assert all(one <= two for (_, _, one), (_, _, two) in pairwise(outline))


def test_every_page_has_its_number_and_the_words_of_its_chapter(texts, outline, starts):
    heads = [title for depth, title, _ in outline if depth == 0 and title != "Contents"]
    assert texts[1].strip().splitlines()[-1].strip() != "1"  # the title page
    for number, text in enumerate(texts[2:], start=2):
        lines = text.strip().splitlines()
        assert lines[-1].strip() == str(number)
        chapter = sum(start <= number for start in starts)
        if chapter:
            assert bare(lines[0]) == bare(heads[chapter - 1]), number


def test_every_link_leads_somewhere(book, at):
    count = 0
    for _, note in links_inside(book):
        assert isinstance(note.Dest, pikepdf.Name)
        assert book.Root.Dests[note.Dest][0].objgen in at
        count += 1
    assert count > 10 * len(PAGES)
    for page in book.pages:
        for note in page.obj.get("/Annots", []):
            assert not str(note.get("/A", {}).get("/URI", "")).startswith((ELSEWHERE, "file:"))


def test_places_are_in_their_chapter_and_many_links_cross_chapters(book, at, starts):
    chapter_of = {Path(n).name: i for i, pages in enumerate(CHAPTERS, start=1) for _, n in pages}
    here = {page: sum(start <= page for start in starts) for page in range(1, len(book.pages) + 1)}
    for name, place in book.Root.Dests.items():
        owner = name[1:].partition("--")[0]
        assert here[at[place[0].objgen]] == chapter_of[owner], name
    crossing = [
        note.Dest
        for page, note in links_inside(book)
        if here[at[page.obj.objgen]] != here[at[book.Root.Dests[note.Dest][0].objgen]]
    ]
    assert len(crossing) > 1000


def test_places_of_statements_show_them(book, at, texts):
    seen = 0
    for page in PAGES:
        built = (SITE / f"{page}.html").read_text("utf-8")
        for name, number in STATEMENT.findall(built):
            place = book.Root.Dests.get(f"/{Path(page).name}--{name}")
            if place is not None:
                assert bare(number) in bare(texts[at[place[0].objgen]]), name
                seen += 1
    assert seen > 100


def test_the_table_of_contents_gives_the_right_pages(texts, outline, starts):
    rows = "\n".join(texts[2 : starts[0]])
    # the line of a chapter or section ends with its page, that of the footer has nothing else
    listed = [int(number) for number in re.findall(r"^ *\S.* (\d+)$", rows, re.M)]
    assert listed == [page for depth, title, page in outline if depth < 2 and title != "Contents"]
    for depth, title, number in outline:
        if depth == 0 and title != "Contents":
            assert re.search(rf"^ *{re.escape(title)} +{number}$", rows, re.M), title


def test_references_to_pages_are_right(texts):
    seen = 0
    for text in texts:
        for kind, number in re.findall(r"(hint|solution): page +(\d+|\?)", text, re.I):
            assert f"{kind.capitalize()} to Exercise" in texts[int(number)]
            seen += 1
    assert seen > 100


def test_it_is_tagged_and_says_what_it_is(book, objects):
    assert book.Root.MarkInfo.Marked
    assert book.Root.Lang == "en"
    assert book.docinfo.Title == CONFIG["title"]
    assert book.docinfo.Author == CONFIG["author"]
    kinds = {str(e.S) for e in objects if is_element(e)}
    assert {"/H1", "/H2", "/H3", "/P", "/Figure", "/Formula", "/Table", "/Link"} <= kinds


def parents(book: pikepdf.Pdf) -> dict[int, pikepdf.Object]:
    """The tree of parents: what belongs to the number of a page or a link."""
    numbers = list(book.Root.StructTreeRoot.ParentTree.Nums)
    keys = [int(number) for number in numbers[::2]]
    assert keys == sorted(set(keys))
    assert book.Root.StructTreeRoot.ParentTreeNextKey > keys[-1]
    return dict(zip(keys, numbers[1::2], strict=True))


def kids_of(element: pikepdf.Object) -> list:
    """What an element holds: elements, numbers of marks, marks and links on a page."""
    kids = element.get("/K", pikepdf.Array())
    return list(kids) if isinstance(kids, pikepdf.Array) else [kids]


def marks_of(element: pikepdf.Object) -> Iterator[tuple[int, tuple[int, int]]]:
    """The marks of an element, and the pages they are on."""
    for kid in kids_of(element):
        if isinstance(kid, int):
            yield kid, element.Pg.objgen
        elif "/MCID" in kid:
            yield int(kid.MCID), kid.get("/Pg", element.get("/Pg")).objgen


def test_every_mark_belongs_to_an_element_that_names_it(book):
    owners, marks = parents(book), 0
    for page in list(book.pages)[::EVERY]:
        elements = owners.get(int(page.obj.get("/StructParents", -1)), [])
        for operands, _ in pikepdf.parse_content_stream(page, "BDC"):
            if "/MCID" in operands[-1]:
                mark = int(operands[-1].MCID)
                assert (mark, page.obj.objgen) in marks_of(elements[mark]), (page.index, mark)
                marks += 1
    assert marks > 20 * len(book.pages) / EVERY


def test_every_link_belongs_to_an_element_that_names_it(book):
    owners = parents(book)
    for page in book.pages:
        for note in page.obj.get("/Annots", []):
            if "/StructParent" in note:
                kids = kids_of(owners[int(note.StructParent)])
                links = [kid.Obj.objgen for kid in kids if "/Obj" in kid]
                assert note.objgen in links


def test_the_tags_are_one_tree(book):
    root = book.Root.StructTreeRoot
    assert [str(e.S) for e in kids_of(root)] == ["/Document"]
    assert len(kids_of(root.K[0])) == 1 + len(CHAPTERS)
    count, waiting = 0, [(root, kid) for kid in kids_of(root)]
    while waiting:
        parent, element = waiting.pop()
        assert element.P.objgen == parent.objgen
        waiting += [(element, kid) for kid in kids_of(element) if is_element(kid)]
        count += 1
    assert count > 100 * len(PAGES)


def test_cells_of_tables_name_their_headers(book):
    names = list(book.Root.StructTreeRoot.IDTree.Names)
    known = {str(name): element for name, element in zip(names[::2], names[1::2], strict=True)}
    assert list(known) == sorted(known)
    assert len(known) == len(names) // 2
    for name, element in known.items():
        assert str(element.ID) == name
    asked = {
        str(name)
        for e in book.objects
        if is_element(e)
        for attribute in e.get("/A", [])
        for name in attribute.get("/Headers", [])
    }
    assert asked == set(known)


def test_figures_and_formulas_have_a_text(objects):
    images = [e for e in objects if e.get("/S") in ("/Figure", "/Formula") and "/P" in e]
    assert [e.S for e in images if not str(e.get("/Alt", ""))] == []
    explorable = sum((SITE / f"{page}.html").read_text().count('class="explore"') for page in PAGES)
    assert sum(e.S == "/Figure" for e in images) >= explorable > 200
    assert sum(e.S == "/Formula" for e in images) > 10_000


def test_fonts_are_embedded(objects):
    fonts = [e for e in objects if e.get("/Type") == "/Font" and "/FontDescriptor" in e]
    fonts = [e for e in fonts if e.Subtype != "/Type3"]  # whose glyphs are drawings in the file
    names = {str(font.BaseFont).partition("+")[2] for font in fonts}
    assert {"KaTeX_Main-Regular", "KaTeX_Math-Italic"} <= names
    for font in fonts:
        files = {"/FontFile", "/FontFile2", "/FontFile3"}
        assert files & set(font.FontDescriptor.keys()), font.BaseFont


def test_nothing_is_wider_than_its_column(printed):
    assert [text for part in printed[1] for text in part.wide] == []


def test_no_word_leaves_the_page(printed):
    shown = pdftotext(printed[0], "-bbox")
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
    shown = bare(pdftotext(printed[0], "-raw"))
    missing = []
    for page in PAGES:
        for cell in re.findall(
            r"^```\{code-cell\}.*?^```", (ROOT / f"{page}.md").read_text(), re.M | re.S
        ):
            if "remove-input" in cell:
                continue
            lines = re.sub(r"^---\n.*?^---\n", "", cell, flags=re.M | re.S).splitlines()[1:-1]
            lines = [line for line in lines if line and not line.startswith(":")]
            missing += [line for line in lines if bare(line) not in shown]
    assert missing == []


def test_the_settings_name_the_book():
    assert CONFIG["title"] in tool.front_page(CONFIG, "")
