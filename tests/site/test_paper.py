"""tools/print_pages.py and tools/merge_pdf.py: a book of a front and two chapters on paper."""

import shutil
import subprocess

import pikepdf
import pytest
from bs4 import BeautifulSoup
from join_pages import front_part, join_pages, lines, part_of
from merge_pdf import is_element, merge
from paper_page import FORMULA, Aside
from print_pages import print_parts
from site_pages import CHROMIUM, need

pytestmark = pytest.mark.browser
FOOTER = (
    "<style>@page { size: A4; margin: 22mm; @bottom-center { content: counter(page); } }</style>"
)
LONG = "".join(f"<p style='height:300px'>line {n}</p>" for n in range(12))
CHAPTERS = {
    "one": f"""<article id="one"><h1>One</h1><p><a href="#two--y">y</a> on page
<a class="page" href="#two--y"></a>, <a href="#one--x">x</a> on page
<a class="page" href="#one--x"></a></p>{LONG}<h2 id="one--x">Aim x</h2></article>""",
    "two": f"""<article id="two"><h1>Two</h1>
<h2 style="width: 5em">Of two lines</h2>
<p><span role="img" aria-label="{FORMULA}w">w</span></p>
<figure id="fig"><div><svg role="img" aria-label="a square" width="9" height="9"><path
d="M0 0h9v9z"/></svg></div><figcaption>Caption</figcaption></figure>{LONG}<h2 id="two--y">Aim y</h2>
<table><thead><tr><th>a</th><th>b</th></tr></thead>
<tbody><tr><th>c</th><td>d</td></tr></tbody></table>
<p style="width:900px">wide</p></article>""",
}


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """The file of the book, its text page by page, what was said, and the printed parts."""
    need(CHROMIUM, "Chromium is missing: apt-get install chromium")
    need(shutil.which("pdftotext"), "pdftotext is missing: apt-get install poppler-utils")
    folder = tmp_path_factory.mktemp("paper")
    parts = []
    for name, text in CHAPTERS.items():
        soup = BeautifulSoup(text, "html.parser")
        parts.append(part_of(name, soup, tuple(lines(soup, Aside())), Aside()))
    pages = []
    for name, text in join_pages([front_part("<p>Front</p>", parts), *parts], FOOTER).items():
        pages.append(folder / f"{name}.html")
        pages[-1].write_text(text, "utf-8")
    told: list[str] = []
    done = print_parts(pages, CHROMIUM, told.append)
    target = folder / "book.pdf"
    headings = [words for part in done for words in part.headings]
    count = merge([part.paper for part in done], headings, "Title", "Author", target)
    command = ["pdftotext", "-layout", str(target), "-"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    texts = ["", *shown.split("\f")[:-1]]
    assert count == len(texts) - 1 == sum(part.count for part in done)
    return target, texts, told, done


@pytest.fixture(scope="module")
def book(printed):
    with pikepdf.open(printed[0]) as opened:
        yield opened


def page_with(texts, words):
    """The first page whose text has these words in a line of their own, not counting its head."""
    lines = ([line.strip() for line in text.strip().split("\n")[1:]] for text in texts)
    return next(number for number, page in enumerate(lines) if words in page)


def test_every_page_has_its_number(printed):
    for number, text in enumerate(printed[1][1:], start=1):
        assert text.split()[-1] == str(number)


def test_references_and_contents_give_the_right_pages(printed):
    texts = printed[1]
    one, two = page_with(texts, "One"), page_with(texts, "Two")
    x, y = page_with(texts, "Aim x"), page_with(texts, "Aim y")
    assert one < x < two < y
    assert f"y on page {y}, x on page {x}" in " ".join(texts[one].split())
    rows = ["".join(line.split()) for line in texts[1].split("\n")]
    assert {f"One{one}", f"Aimx{x}", f"Two{two}", f"Aimy{y}"} <= set(rows)


def test_links_lead_to_their_places(printed, book):
    texts = printed[1]
    at = {page.obj.objgen: number for number, page in enumerate(book.pages, start=1)}
    aims = {
        str(note.Dest): at[book.Root.Dests[note.Dest][0].objgen]
        for page in book.pages
        for note in page.obj.get("/Annots", [])
    }
    assert aims == {
        "/one": page_with(texts, "One"),
        "/one--x": page_with(texts, "Aim x"),
        "/two": page_with(texts, "Two"),
        "/two--y": page_with(texts, "Aim y"),
    }


def test_the_outline_is_one(printed, book):
    assert book.Root.Outlines.Count == 3
    assert [int(book.Root.Outlines[end].Count) for end in ("/First", "/Last")] == [0, -2]
    with book.open_outline() as shown:
        entries = [(item.title, [child.title for child in item.children]) for item in shown.root]
    assert entries == [("Contents", []), ("One", ["Aim x"]), ("Two", ["Of two lines", "Aim y"])]


def test_the_tags_are_one_tree(book):
    root = book.Root.StructTreeRoot
    assert [str(part.S) for part in root.K[0].K] == ["/Part"] * 3
    keys = [int(key) for key in list(root.ParentTree.Nums)[::2]]
    assert keys == list(range(len(keys)))
    holders = [page.obj for page in book.pages]
    holders += [note for page in holders for note in page.get("/Annots", [])]
    used = [int(h.get("/StructParents", h.get("/StructParent", -1))) for h in holders]
    assert sorted(used) == keys


def test_a_formula_is_one_and_a_table_names_its_headers(book):
    elements = [thing for thing in book.objects if is_element(thing)]
    assert [str(e.Alt) for e in elements if e.S == "/Formula"] == ["w"]
    named = {str(e.ID): e for e in elements if "/ID" in e}
    asked = [
        str(name)
        for e in elements
        for attribute in e.get("/A", [])
        for name in attribute.get("/Headers", [])
    ]
    assert asked
    assert set(asked) == set(named)
    names = list(book.Root.StructTreeRoot.IDTree.Names)
    assert [str(name) for name in names[::2]] == sorted(named)
    assert [e.objgen for e in names[1::2]] == [named[name].objgen for name in sorted(named)]
    assert {str(e.S) for e in named.values()} == {"/TH"}


def test_a_picture_says_what_is_seen_and_what_frames_it_is_none(book):
    elements = [thing for thing in book.objects if is_element(thing)]
    assert [str(e.Alt) for e in elements if e.S == "/Figure"] == ["a square"]
    caption = next(e for e in elements if e.S == "/Caption")
    assert caption.P.S == "/Div"


def test_what_is_too_wide_is_told(printed):
    wide = {part.paper.stem: part.wide for part in printed[3]}
    assert wide == {"front": [], "one": [], "two": ["P.: wide"]}


def test_progress_is_told(printed):
    kinds = [line.split()[0] for line in printed[2]]
    assert kinds == ["measured"] * 3 + ["printed"] * 3


def test_a_missing_picture_is_an_error(tmp_path):
    need(CHROMIUM, "Chromium is missing: apt-get install chromium")
    page = tmp_path / "a.html"
    page.write_text("<img src='none.svg' alt='none'>", "utf-8")
    with pytest.raises(FileNotFoundError, match="none.svg"):
        print_parts([page], CHROMIUM, str)
