"""After any edit a build gives the site that a build of all gives, and writes what differs."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from whole_book import SITE, builder, write_book

Edit = Callable[[Path], None]
ONE, MORE, TWO = "book/01-one.md", "book/01-one-more.md", "book/02-two.md"
OWN, DATA = "lecture_code/own.py", "book/data"
ABOUT = '<p class="about">'
LEMMA, FIGURE = ":::{prf:lemma} Small", "```{figure} one.svg\n:name: fig-line"
REMARK = ":::{prf:remark} New\n:label: rem-new\nIt is new.\n:::\n\n"
IN_TOC = "- file: book/02-two-more\n"


def edit(name: str, old: str, new: str) -> Edit:
    """Return an edit of a file, in which a text stands once."""

    def change(folder: Path) -> None:
        file = folder / name
        text = file.read_text("utf-8")
        assert text.count(old) == 1, (name, old)
        file.write_text(text.replace(old, new), "utf-8")

    return change


def edits(*several: Edit) -> Edit:
    def change(folder: Path) -> None:
        for each in several:
            each(folder)

    return change


def everywhere(old: str, new: str) -> Edit:
    """Return an edit of all sources, records and data."""

    def change(folder: Path) -> None:
        for file in [folder / "_toc.yml", folder / OWN, *folder.glob("book/**/*.*")]:
            text = file.read_text("utf-8")
            if old in text:
                file.write_text(text.replace(old, new), "utf-8")

    return change


def rename(old: str, new: str) -> Edit:
    """Return an edit that gives files of the book another name."""

    def change(folder: Path) -> None:
        for file in list(folder.glob(f"book/{old}.*")):
            file.rename(file.with_stem(new))

    return change


def add(name: str, text: str) -> Edit:
    def change(folder: Path) -> None:
        (folder / name).write_text(text, "utf-8")

    return change


def remove(name: str) -> Edit:
    def change(folder: Path) -> None:
        (folder / name).unlink()

    return change


OFTEN = {
    "a title": edit(MORE, "# More of it", "# Much more of it"),
    "a statement before others": edit(ONE, LEMMA, REMARK + LEMMA),
    "a label": everywhere("thm-great", "thm-grand"),
    "a page is renamed": edits(
        rename("01-one-more", "01-one-further"), everywhere("01-one-more", "01-one-further")
    ),
    "errata.yml": edit(f"{DATA}/errata.yml", "It fails.", "It fails always."),
    "index.yml": edit(f"{DATA}/index.yml", "point; many", "many points"),
    "a docstring": edit(OWN, "Return one.", "Return the number one."),
}
SELDOM = {
    "a heading": edit(MORE, "## A deep section", "## A deeper section"),
    "the title of a statement": edit(MORE, "{prf:theorem} Great", "{prf:theorem} Greater"),
    "a caption": edit(ONE, "A line.", "A straight line."),
    "a picture": edit("book/one.svg", "9 9", "8 8"),
    "a figure before others": edit(ONE, FIGURE, f"```{{figure}} one.svg\n```\n\n{FIGURE}"),
    "another picture": edits(
        rename("one", "only"), edit(ONE, "```{figure} one.svg", "```{figure} only.svg")
    ),
    "a formula before others": edit(ONE, "A *dot* is", "$$ y = y $$ (eq-new)\n\nA *dot* is"),
    "a term": edit(ONE, "A *dot*", "A *spot*"),
    "a citation": edit(TWO, ", and {cite:t}`bob1970`", ""),
    "a use": edit(TWO, "By {prf:ref}`thm-great`", "By {prf:ref}`lem-small`"),
    "evidence of another page": everywhere('"note": "a world"', '"note": "another world"'),
    "the course is shorter": edits(
        edit(MORE, "course: core", "course: further"),
        edit(f"{DATA}/course.yml", "  - 01-one-more\n", ""),
    ),
    "course.yml": edit(f"{DATA}/course.yml", "about: All", "about: Everything"),
    "a homework": edit("homework/masters/01-one.md", "two hours", "three hours"),
    "the solutions of the homework": edit(
        f"{DATA}/course.yml", "weeks:", "solutions: false\nweeks:"
    ),
    "ledger.yml": edit(f"{DATA}/ledger.yml", "title: Great", "title: Grand"),
    "concordance.yml": edit(
        f"{DATA}/concordance.yml", "001-T1:\n    - thm-great", "001-T1:\n    - lem-small"
    ),
    "hypotheses.yml": edit(f"{DATA}/hypotheses.yml", "x is a point", "x is some point"),
    "a page is added": edits(
        add("book/02-two-new.md", "---\ncourse: further\n---\n# New\n\nBy {prf:ref}`lem-small`.\n"),
        edit("_toc.yml", IN_TOC, f"{IN_TOC}    {IN_TOC.replace('more', 'new')}"),
    ),
    "a page is removed": edits(
        remove("book/02-two-more.md"), edit("_toc.yml", f"    sections:\n    {IN_TOC}", "")
    ),
    "a template": edit("book/_templates/about.html", ABOUT, f"{ABOUT}Well: "),
    "what a function implements": edit(OWN, "thm-great", "lem-small"),
    "a function": edit(OWN, "def one", "def only"),
    "the list of works": edit("book/references.bib", "{More}", "{More and more}"),
}


class Book:
    """The book in a folder, which can go back to what it was when it was built first."""

    def __init__(self, top: Path, build: Callable[[Path], tuple[int, str]]) -> None:
        self.folder, self.first, self.other = top / "book", top / "first", top / "other"
        self.of = build
        write_book(self.folder)
        self.build(self.folder)
        shutil.copytree(self.folder, self.first)

    def build(self, folder: Path) -> None:
        status, said = self.of(folder)
        assert status == 0, said

    def start(self) -> None:
        shutil.rmtree(self.folder)
        shutil.copytree(self.first, self.folder)

    def built_anew(self) -> dict[str, bytes]:
        """Return the site that is built of the sources alone, in another folder."""
        shutil.rmtree(self.other, ignore_errors=True)
        built = shutil.ignore_patterns("_build", SITE, "__pycache__")
        shutil.copytree(self.folder, self.other, ignore=built)
        self.build(self.other)
        return files_of(self.other / SITE)


def files_of(site: Path) -> dict[str, bytes]:
    files = (path for path in site.rglob("*") if path.is_file())
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in files}


def times_of(site: Path) -> dict[str, int]:
    """Return when each page of the book was written."""
    return {path.stem: path.stat().st_mtime_ns for path in site.glob("book/*.html")}


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    with builder() as build:
        yield Book(tmp_path_factory.mktemp("rebuilding"), build)


def test_a_sentence_is_written_on_its_page_alone(book):
    book.start()
    before = times_of(book.folder / SITE)
    edit(TWO, "which is wrong", "which is quite wrong")(book.folder)
    book.build(book.folder)
    after = times_of(book.folder / SITE)
    assert {name for name in after if after[name] != before[name]} == {"02-two", "intro"}
    assert files_of(book.folder / SITE) == book.built_anew()


@pytest.mark.parametrize(
    "change",
    [
        *(pytest.param(change, id=name) for name, change in OFTEN.items()),
        *(pytest.param(c, id=name, marks=pytest.mark.slow) for name, c in SELDOM.items()),
    ],
)
def test_a_build_after_an_edit_gives_what_a_build_of_all_gives(book, change):
    book.start()
    before = files_of(book.folder / SITE)
    change(book.folder)
    book.build(book.folder)
    found, wanted = files_of(book.folder / SITE), book.built_anew()
    assert wanted != before
    assert sorted(found) == sorted(wanted)
    assert [name for name in wanted if found[name] != wanted[name]] == []


def test_a_build_goes_on_where_one_was_interrupted(book):
    """One file cannot be written: the build ends there, and of a page half is written."""
    book.start()
    edit(ONE, LEMMA, REMARK + LEMMA)(book.folder)
    in_the_way = book.folder / SITE / "_static/previews/book/01-one-more.js"
    in_the_way.unlink()
    in_the_way.mkdir()
    status, said = book.of(book.folder)
    assert (status, "Is a directory" in said) == (2, True)
    in_the_way.rmdir()
    page = book.folder / SITE / "book/01-one.html"
    page.write_bytes(page.read_bytes()[:1000])
    book.build(book.folder)
    assert files_of(book.folder / SITE) == book.built_anew()


def test_what_is_wrong_is_said_until_it_is_mended(book):
    book.start()
    edit("book/one.svg", "9 9", "8 8")(book.folder)
    edit(TWO, "{ref}`sec-deep`", "{nothing}`sec-deep`")(book.folder)
    for _ in range(2):
        status, said = book.of(book.folder)
        assert (status, "nothing" in said) == (1, True)
    edit(TWO, "{nothing}`sec-deep`", "{ref}`sec-deep`")(book.folder)
    book.build(book.folder)
    assert files_of(book.folder / SITE) == book.built_anew()
