"""How long the pages run: measured in a kernel, written down, and shown to lecturers."""

import json

import book_source as book
import pytest
import small_site
import yaml
from bs4 import BeautifulSoup

from bookext.source import cells
from tools.measure import times

ROOT = book.BOOK.parent

TIMES = """\
measured: 2026-11-22
machine: abacus, 2 processors, Python 3.11.7
pages:
  book/06-one: {browser: 31, cells: [0.2, 1.5], start: 0.7}
  book/06-one-more: {browser: 12, cells: [0.1], start: 0.6}
  book/07-two: {cells: [12.3], start: 0.5}
"""
PAGES = {
    "book/06-one.md": "# One\n",
    "book/06-one-more.md": "# More\n",
    "book/07-two.md": "# Two\n",
    "book/08-three.md": "# Three\n",
    "book/teaching.md": "# Teaching\n\n```{run-times} chapters\n```\n\n```{run-times} pages\n```\n",
    "book/data/times.yml": TIMES,
}
CODE = ["sum(range(5 * 10**7))", "import time\ntime.sleep(2)"]


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("book")
    status, said = small_site.build(folder, PAGES, ["bookext.reference.run_times"])
    assert (status, said) == (0, "")
    page = BeautifulSoup((folder / "out/book/teaching.html").read_text(), "html.parser")
    assert "Measured on 2026-11-22 (abacus, 2 processors, Python 3.11.7)." in page.get_text()
    return page.select("table")


def cells_of(table):
    return [[cell.get_text().strip() for cell in row.select("td")] for row in table.select("tr")]


def test_a_row_a_chapter_and_nothing_of_what_was_not_measured(tables):
    assert cells_of(tables[0])[1:] == [
        ["6", "3", "1.8 s", "1.5 s", "1.3 s", "43 s"],
        ["7", "1", "12 s", "12 s", "0.5 s", ""],
        ["8", "", "", "", "", ""],
        ["all", "", "", "", "", ""],
    ]


def test_a_row_a_page_with_a_link(tables):
    assert [row[:3] for row in cells_of(tables[1])[1:]] == [
        ["06-one", "2", "1.7 s"],
        ["06-one-more", "1", "0.1 s"],
        ["07-two", "1", "12 s"],
        ["08-three", "", ""],
    ]
    links = [link["href"] for link in tables[1].select("td a")]
    assert links == ["06-one.html", "06-one-more.html", "07-two.html", "08-three.html"]


def test_cells_are_measured_by_the_work_of_the_processor(tmp_path):
    source = "words\n\n" + "\n\n".join(f"```{{code-cell}}\n{code}\n```" for code in CODE)
    found = times.measured(cells(source, "page.md"), tmp_path / "page.md")
    assert found["start"] > 0
    work, sleep = found["cells"]
    assert work > 0
    assert sleep < 2  # to wait is no work


def test_what_the_browser_measured_is_taken_over(tmp_path):
    (tmp_path / "06-one.json").write_text(json.dumps({"seconds": 30.6}))
    assert times.in_the_browser(tmp_path) == {"book/06-one": 30.6}
    assert times.in_the_browser(tmp_path / "none") == {}


def test_the_file_keeps_the_order_of_the_book(tmp_path):
    path = tmp_path / "times.yml"
    found = {"b": {"cells": [1.0], "start": 0.5}, "a": {"cells": [], "start": 0.1}}
    times.write(path, found, ["a", "b", "c"])
    data = yaml.safe_load(path.read_text())
    assert (list(data["pages"]), data["pages"]) == (["a", "b"], found)
    assert data["machine"] == times.machine()


def test_the_times_of_the_book_are_of_its_pages():
    data = yaml.safe_load((book.BOOK / "data/times.yml").read_text())
    assert data["pages"]
    assert [page for page in data["pages"] if not (ROOT / f"{page}.md").exists()] == []
    assert {type(page["start"]) for page in data["pages"].values()} == {float}
