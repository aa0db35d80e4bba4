"""tools/pages/dump_book.py: it sees what the book has, and says what is gone and what is new."""

import json
import sys

import pytest

from tools.pages import dump_book


@pytest.fixture(scope="module")
def book():
    return dump_book.dump()


def test_the_dump_knows_every_kind(book):
    assert any(line.startswith("book/06-perceptron") for line in book["verdicts"])
    assert {"06-perceptron lem-step", "06-perceptron sec-turn"} <= set(book["labels"])
    assert any(" fig-" in line for line in book["labels"])
    assert any(" ex-" in line for line in book["labels"])
    assert "book/06-perceptron.html" in book["pages"]
    assert "alg-perceptron batch_perceptron" in book["implements"]


def test_what_is_gone_and_what_is_new_is_said():
    before, now = {"labels": ["a", "b", "b"], "pages": []}, {"labels": ["b"], "pages": ["p"]}
    assert dump_book.differences(before, before) == []
    assert dump_book.differences(before, now) == ["- labels: a", "- labels: b", "+ pages: p"]


def test_the_command_compares(book, tmp_path, monkeypatch, capsys):
    earlier = tmp_path / "dump.json"
    monkeypatch.setattr(dump_book, "dump", lambda: book)
    monkeypatch.setattr(sys, "argv", ["dump_book.py", "--against", str(earlier)])
    earlier.write_text(json.dumps(book))
    assert dump_book.main() == 0
    earlier.write_text(json.dumps({**book, "pages": [*book["pages"], "book/lost.html"]}))
    assert dump_book.main() == 1
    assert capsys.readouterr().out.splitlines()[-1] == "- pages: book/lost.html"
