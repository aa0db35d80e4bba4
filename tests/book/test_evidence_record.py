"""The record as the generated pages read it, and the names of cells."""

import json

import book_source as book
import pytest
from site_pages import NOTEBOOKS, ROOT

from bookext.evidence import record
from bookext.evidence.record import MIME, RecordError, read_book, read_page


def notebook(path, *cells):
    """Return a notebook on disk: of each cell its code, its tags and its evidence."""
    made = [
        {
            "cell_type": "code",
            "id": f"c-{k}",
            "source": code,
            "metadata": {"tags": tags},
            "outputs": [{"output_type": "execute_result", "data": {MIME: evidence}}],
        }
        for k, (code, tags, evidence) in enumerate(cells)
    ]
    path.write_text(json.dumps({"cells": [{"cell_type": "markdown", "source": "Hi"}, *made]}))
    return path


def check(label="thm-a", **fields):
    return {"theorem": label, "kind": "check", "note": "a world"} | fields


def test_one_and_several_findings_of_a_cell(tmp_path):
    path = notebook(tmp_path / "n.ipynb", ("a", [], check()), ("b", [], [check("x-1"), check()]))
    found = read_page(path, "book/06-n")
    assert [(e.label, e.cell) for e in found] == [
        ("thm-a", "c-0"),
        ("x-1", "c-1"),
        ("thm-a", "c-1"),
    ]
    assert found[1].anchor == found[2].anchor != found[0].anchor


def test_names_are_those_of_the_page(tmp_path):
    cells = [
        ("a", ["install"], check("no")),
        ("a", ["remove-input"], check()),
        ("a", [], check()),
        (["a", "\n"], [], check()),
    ]
    found = read_page(notebook(tmp_path / "n.ipynb", *cells), "book/06-n")
    plain = found[1].anchor
    assert [e.anchor for e in found] == ["", plain, f"{plain}-again"]
    assert plain == record.cell_name("a", set())
    assert [e.link_from("book/06-n") for e in found] == ["#", f"#{plain}", f"#{plain}-again"]
    assert found[0].link_from("book/errata") == "06-n.html"
    assert found[1].link_from("book/errata") == f"06-n.html#{plain}"
    assert found[1].link_from("index") == f"book/06-n.html#{plain}"


def test_what_the_author_wrote(tmp_path):
    spoilt = {
        "theorem": "thm-a",
        "kind": "refute",
        "note": "m = 3",
        "because": "no root (E-001-05)",
    }
    path = notebook(tmp_path / "n.ipynb", ("a", [], spoilt))
    (found,) = read_page(path, "n")
    assert found.words == "no root (E-001-05) · m = 3"


def test_a_missing_or_broken_record_says_what_to_do(tmp_path):
    with pytest.raises(RecordError, match=r"n\.ipynb is missing: run `make record`"):
        read_page(tmp_path / "n.ipynb", "n")
    (tmp_path / "n.ipynb").write_text("{}")
    with pytest.raises(RecordError, match=r"n\.ipynb is not a notebook: run `make record`"):
        read_page(tmp_path / "n.ipynb", "n")


def test_the_evidence_of_the_book_is_all_there():
    found = read_book(ROOT)
    for page in book.pages():
        own = [dict(each.fields) for each in found if each.page == f"book/{page.stem}"]
        assert own == book.evidence(page)
    order = list(dict.fromkeys(each.page for each in found))
    assert order == [page for page in NOTEBOOKS if page in order]
    assert "book/intro" in order
