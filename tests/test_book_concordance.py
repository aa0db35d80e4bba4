"""Each item of the notes that belongs to a finished chapter is treated where the book says so."""

from __future__ import annotations

import re

import book_source as book
import pytest
import yaml

DATA = yaml.safe_load((book.BOOK / "data" / "concordance.yml").read_text())
LEDGER = yaml.safe_load((book.BOOK / "data" / "ledger.yml").read_text())


def known_labels():
    labels = set()
    for page in book.pages():
        text = page.read_text()
        labels |= {block.label for block in book.blocks(page) if block.label}
        labels |= {str(cell.figure.get("name")) for cell in book.cells(page)}
        labels |= set(re.findall(r"^\(([\w-]+)\)=$", text, flags=re.M))
        labels |= set(re.findall(r"^\$\$ \(([\w-]+)\)$", text, flags=re.M))
    for test in (book.ROOT / "tests").glob("test_*.py"):
        labels |= set(re.findall(r"^def (test_\w+)", test.read_text(), flags=re.M))
    return labels


def test_no_entry_dangles():
    known = known_labels()
    entries = [*DATA["items"].items(), *DATA["errata"].items()]
    dangling = [
        f"{item} -> {label}" for item, labels in entries for label in labels if label not in known
    ]
    assert not dangling, "these labels exist nowhere in the book or the tests:\n  " + "\n  ".join(
        dangling
    )


@pytest.mark.parametrize("chapter", DATA["finished"])
def test_nothing_of_a_finished_chapter_is_missing(chapter):
    missing = [
        item
        for kind in ("items", "errata")
        for item in LEDGER[chapter][kind]
        if not DATA[kind].get(item)
    ]
    assert not missing, f"say in concordance.yml where chapter {chapter} treats these: {missing}"


@pytest.mark.parametrize("chapter", DATA["finished"])
def test_each_erratum_is_named_in_its_chapter(chapter):
    text = "\n".join(page.read_text() for page in book.chapters()[chapter])
    silent = [item for item in LEDGER[chapter]["errata"] if item not in text]
    assert not silent, f"the chapter corrects these without naming them: {silent}"


def test_the_chapter_names_no_unknown_erratum():
    known = set(DATA["errata"])
    for page in book.pages():
        strange = sorted(set(re.findall(r"E-\d{3}-\d{2}", page.read_text())) - known)
        assert not strange, (
            f"{page.name} names errata that concordance.yml does not have: {strange}"
        )
