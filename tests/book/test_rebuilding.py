"""After any edit a build gives the site that a build of everything gives, and writes what differs."""

import json
from collections.abc import Callable
from pathlib import Path

import yaml
from whole_book import TOC

SITE = "site"


def edit(name: str, old: str, new: str) -> Callable[[Path], None]:
    """Return an edit of a file: a text that stands there once is replaced."""

    def change(folder: Path) -> None:
        file = folder / name
        text = file.read_text("utf-8")
        assert text.count(old) == 1, (name, old)
        file.write_text(text.replace(old, new), "utf-8")

    return change


def edits(*several: Callable[[Path], None]) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        for each in several:
            each(folder)

    return change


def everywhere(old: str, new: str) -> Callable[[Path], None]:
    """Return an edit of all pages, records and data."""

    def change(folder: Path) -> None:
        for file in folder.glob("book/**/*.*"):
            if file.suffix in (".md", ".ipynb", ".yml") and old in (
                text := file.read_text("utf-8")
            ):
                file.write_text(text.replace(old, new), "utf-8")

    return change


def with_pages(change: Callable[[list], object]) -> Callable[[Path], None]:
    """Return an edit of the pages below the first chapter in _toc.yml."""

    def apply(folder: Path) -> None:
        toc = json.loads(json.dumps(TOC))
        change(toc["parts"][0]["chapters"][0]["sections"])
        (folder / "_toc.yml").write_text(yaml.safe_dump(toc))

    return apply


ONE, MORE, TWO = "book/01-one.md", "book/01-one-more.md", "book/02-two.md"
REMARK = ":::{prf:remark} Aside\n:label: rem-aside\nBy the way.\n:::\n\n:::{prf:lemma} Small"
NEW = "---\ncourse: further\n---\n# A new page\n\nBy {prf:ref}`lem-small`.\n"
EDITS = {
    "a sentence": edit(TWO, "which is wrong", "which is quite wrong"),
    "a title": edit(MORE, "# More of it", "# Much more of it"),
    "a heading": edit(MORE, "## A deep section", "## A deeper section"),
    "a statement before others": edit(ONE, ":::{prf:lemma} Small", REMARK),
    "the title of a statement": edit(MORE, "{prf:theorem} Great", "{prf:theorem} Greater"),
    "a caption": edit(ONE, "A line.", "A straight line."),
    "a picture": edit("book/one.svg", "9 9", "8 8"),
    "a figure before others": edit(
        ONE, "```{figure} one.svg", "```{figure} one.svg\n:name: fig-first\n\nFirst.\n```\n\n"
        "```{figure} one.svg",
    ),
    "an equation before others": edit(ONE, "A *dot* is", "$$ y = y $$ (eq-new)\n\nA *dot* is"),
    "an entry of the index": edit(ONE, "A *dot*", "A *spot*"),
    "a citation": edit(TWO, ", and {cite:t}`bob1970`", ""),
    "a proof that uses something else": edit(TWO, "By {prf:ref}`thm-great`", "By {prf:ref}`lem-small`"),
    "a page off the course": edits(
        edit(MORE, "course: core", "course: further"),
        edit("book/data/course.yml", "  - 01-one-more\n", ""),
    ),
    "a label": everywhere("thm-great", "thm-grand"),
    "course.yml": edit("book/data/course.yml", "about: All", "about: Everything"),
    "errata.yml": edit("book/data/errata.yml", "It fails.", "It fails always."),
    "ledger.yml": edit("book/data/ledger.yml", "title: Great", "title: Grand"),
    "concordance.yml": edit("book/data/concordance.yml", "001-T1:\n    - thm-grand", "001-T1:\n    - lem-small"),
    "hypotheses.yml": edit("book/data/hypotheses.yml", "x is a point", "x is some point"),
    "index.yml": edit("book/data/index.yml", "point; many", "many points"),
    "a page is added": edits(
        lambda folder: (folder / "book/01-one-new.md").write_text(NEW) and None,
        with_pages(lambda pages: pages.append({"file": "book/01-one-new"})),
    ),
    "a page is renamed": edits(
        lambda folder: (folder / "book/01-one-new.md").rename(folder / "book/01-one-old.md") and None,
        with_pages(lambda pages: pages.append({"file": "book/01-one-old"})),
    ),
    "a page is removed": edits(
        lambda folder: (folder / "book/01-one-old.md").unlink(), with_pages(list)
    ),
}  # fmt: skip


def files_of(site: Path) -> dict[str, bytes]:
    """Return the files of a site."""
    files = (path for path in site.rglob("*") if path.is_file())
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in files}
