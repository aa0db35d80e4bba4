"""The book on paper, printed from the built site: pages, bookmarks, numbers, links, nothing cut."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest
import yaml
from site_html import parse_page
from site_pages import ROOT, SITE, need

from tools.site import pdf as tool

pytest_plugins = ["site_fixtures"]
pytestmark = [pytest.mark.browser, pytest.mark.slow]  # to print takes minutes
ALL = tool.on_paper(yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8")))
MARGIN = 60.0  # points; those of print.css are 62 and more
STATEMENT = re.compile(
    r'<div class="proof [^"]*" id="([^"]*)">\s*'
    r'<p class="admonition-title"><span class="caption-number">([^<]*)</span>'
)


def bare(text: str) -> str:
    return re.sub(r"\s", "", text)


@dataclass
class Printed:
    """A printed book: its pages in the site, its parts, the front first, and its file."""

    pages: list[tuple[int, str]]
    parts: list[tool.Part]
    file: Path
    pdf: pikepdf.Pdf

    def text(self, *options: str) -> str:
        command = ["pdftotext", *options, str(self.file), "-"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    @cached_property
    def texts(self) -> list[str]:
        """The text of every page."""
        return self.text("-layout").split("\f")[:-1]

    @cached_property
    def at(self) -> dict[tuple[int, int], int]:
        """The number of every page of the file, from 0."""
        return {page.obj.objgen: number for number, page in enumerate(self.pdf.pages)}

    @cached_property
    def outline(self) -> list[tuple[int, str, int]]:
        """Depth, title and page of the bookmarks."""

        def entries(items, depth):
            for item in items:
                yield depth, item.title, self.at[item.destination[0].objgen]
                yield from entries(item.children, depth + 1)

        with self.pdf.open_outline() as outline:
            return list(entries(outline.root, 1))

    def links(self) -> Iterator[tuple[int, pikepdf.Object]]:
        for number, page in enumerate(self.pdf.pages):
            yield from ((number, note) for note in page.obj.get("/Annots", []))

    def target(self, note: pikepdf.Object) -> int:
        """Return the page that a link inside the book leads to."""
        place = note.Dest
        if isinstance(place, pikepdf.Name):  # inside a page of the site
            place = self.pdf.Root.Dests[place]
            place = place.D if isinstance(place, pikepdf.Dictionary) else place
        return self.at[place[0].objgen]


@pytest.fixture(scope="module")
def book(browser, tmp_path_factory) -> Iterator[Printed]:
    need(shutil.which("pdftotext"), "pdftotext is missing: apt-get install poppler-utils")
    file = tmp_path_factory.mktemp("paper") / "book.pdf"
    parts = tool.make_book(SITE, ALL, file, browser)
    with pikepdf.open(file) as pdf:
        yield Printed(ALL, parts, file, pdf)


def test_it_is_a_sound_file_that_says_what_it_is(book):
    assert book.pdf.check_pdf_syntax() == []
    assert book.pdf.docinfo.Title == tool.CONFIG["title"]
    assert book.file.stat().st_size < 100_000 * len(book.pdf.pages)


def test_bookmarks_have_every_page_and_its_sections_in_order(book):
    assert book.outline[0][:2] == (1, "Contents")
    titles = [(depth, re.sub(r"^[\d.]+ ", "", title)) for depth, title, _ in book.outline]
    last = 0
    for depth, page in book.pages:
        title = re.search(r"^# (.+)$", (ROOT / f"{page}.md").read_text(), re.M)[1]
        title = re.sub(r"[$\\`{}]", "", title).replace("'", "’")
        last = titles.index((depth, title), last + 1)
    assert sum(depth == 1 for depth, _ in titles) == 1 + sum(depth == 1 for depth, _ in book.pages)
    assert max(depth for depth, _ in titles) == 3
    assert all(one <= two for (_, _, one), (_, _, two) in pairwise(book.outline))


def test_every_page_has_its_number_and_the_words_of_its_chapter(book):
    front = book.parts[1].first
    starts = [(page, title) for depth, title, page in book.outline if depth == 1][1:]
    for number, text in enumerate(book.texts[front:], start=front):
        lines = text.strip().splitlines()
        assert lines[-1].strip() == str(number - front + 1)
        assert bare(lines[0]) == bare([title for page, title in starts if page <= number][-1])


def test_no_page_is_empty(book):
    """Besides the words over it and its number, a page has something; the first has no number."""
    lines = [len(re.findall(r"\S.*", text)) for text in book.texts]
    assert [number for number, count in enumerate(lines, start=1) if count < 3] == []


def test_the_table_of_contents_gives_the_right_pages(book):
    front = book.parts[1].first
    rows = re.findall(r"^ *\S.* (\d+)$", "\n".join(book.texts[1:front]), re.M)
    expected = [page - front + 1 for depth, _, page in book.outline[1:] if depth <= 2]
    assert [int(number) for number in rows] == expected


def test_links_to_pages_of_the_book_stay_inside_it(book):
    inside = [(page, book.target(note)) for page, note in book.links() if "/A" not in note]
    assert len(inside) > 10 * len(book.pages)
    starts = sorted(part.first for part in book.parts)
    part_of = [sum(start <= page for start in starts) for page in range(len(book.pdf.pages))]
    assert sum(part_of[here] != part_of[there] for here, there in inside) > 3 * len(book.pages)
    outside = [str(note.A.URI) for _, note in book.links() if "/A" in note]
    assert [address for address in outside if address.startswith("file:")] == []


def test_links_lead_to_what_they_name(book):
    seen = 0
    for part in book.parts[1:]:
        built = (SITE / f"{part.address.partition(f'{SITE.as_uri()}/')[2]}").read_text("utf-8")
        for name, number in STATEMENT.findall(built):
            assert bare(number) in bare(book.texts[part.place(name)[0]]), name
            seen += 1
    assert seen > 2 * len(book.pages)


def test_answers_stand_at_the_end_of_their_page(book):
    seen = 0
    for part in book.parts[1:]:
        last = part.first + len(part.pdf.pages)
        text = "".join(book.texts[part.first : last])
        exercises, _, answers = text.partition("Hints and solutions")
        assert not re.search("^ *(Hint|Solution) to Exercise", exercises, re.M)
        seen += len(re.findall("^ *Solution to Exercise", answers, re.M))
    assert seen >= 10


def test_no_formula_is_raw(book):
    shown = re.sub(r"[\"'].*?[\"']", "", book.text("-layout"))  # strings of code may have some
    assert re.findall(r"\\(?:frac|le|langle|mathbb|sum)\b|\$[^$\n]*\\[^$\n]*\$", shown) == []


def test_nothing_is_cut(book):
    assert [text for part in book.parts for text in part.wide] == []
    shown = book.text("-bbox")
    words = re.findall(r'xMin="([\d.-]+)" yMin="[^"]+" xMax="([\d.-]+)" yMax="[^"]+">(.*?)<', shown)
    width = float(re.search(r'<page width="([\d.]+)"', shown)[1])
    assert len(words) > 1000
    assert [w for a, b, w in words if float(a) < MARGIN or float(b) > width - MARGIN] == []


def test_code_that_teaches_is_on_paper_and_folded_code_is_not(book):
    shown, missing, folded = bare(book.text("-raw")), [], 0
    assert "Code of this figure" not in book.text()
    for _, page in book.pages:
        for code in parse_page(page).select(".cell_input pre"):
            if code.find_parent("details", class_=["quiet", "evidence"]):
                folded += 1
            else:
                missing += [row for row in code.get_text().splitlines() if bare(row) not in shown]
    assert missing == []
    assert folded


def test_it_is_tagged_and_pictures_have_a_text(book):
    tree = book.pdf.Root.StructTreeRoot
    assert len(tree.K) == len(book.parts)
    keys = [int(key) for key in list(tree.ParentTree.Nums)[::2]]
    assert keys == sorted(set(keys))
    tagged = {int(page.obj.StructParents) for page in book.pdf.pages}
    assert len(tagged) == len(book.pdf.pages)
    assert tagged <= set(keys)
    elements = [thing for thing in book.pdf.objects if isinstance(thing, pikepdf.Dictionary)]
    elements = [thing for thing in elements if "/S" in thing and "/P" in thing]
    assert {"/H1", "/H2", "/P", "/Figure", "/Table", "/Link"} <= {str(e.S) for e in elements}
    pictures = [str(e.get("/Alt", "")) for e in elements if e.S == "/Figure" and "/K" in e]
    assert sum(map(bool, pictures)) > 20 * len(book.pages)
