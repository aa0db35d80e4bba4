"""The notes in book/data: complete, in order, in words; and treated where the book says so."""

from __future__ import annotations

import re
from collections import Counter

import book_source as book
import pytest
import yaml


def data(name):
    return yaml.safe_load((book.BOOK / "data" / name).read_text("utf-8"))


LEDGER, ERRATA, CONCORDANCE = data("ledger.yml"), data("errata.yml"), data("concordance.yml")
SECTIONS = [(note, part) for note, parts in LEDGER["notes"].items() for part in parts]
ITEMS = [item for _, part in SECTIONS for item in part["items"]] + LEDGER["beyond"]
ENTRIES = [entry for entries in ERRATA.values() for entry in entries]
PARTS = {"items": ITEMS, "errata": ENTRIES}
FINISHED = [chapter for chapter, block in CONCORDANCE.items() if block["finished"]]
ERRATUM = r"\b(?:E-\d{3}|X)-\d{2}\b"

# counted in the notes, not in the data
ITEMS_OF_NOTE = {"000": 29, "001": 19, "002": 311, "003": 24, "004": 16}
OF_CHAPTER = {  # from the notes, beyond them
    "01": (35, 2), "02": (23, 3), "03": (14, 6), "04": (20, 2), "05": (59, 4), "06": (51, 6),
    "07": (29, 7), "08": (27, 6), "09": (26, 3), "10": (30, 6), "11": (42, 5), "12": (30, 5),
    "13": (13, 7),
}  # fmt: skip
MISTAKES = {
    "000": {"M": 9, "S": 6, "T": 4, "G": 1},
    "001": {"M": 7, "S": 4, "T": 2},
    "002": {"M": 38, "S": 26, "T": 17, "G": 3, "X": 2, "H": 1},
    "003": {"M": 4, "S": 6, "T": 1, "G": 1, "X": 1},
    "004": {"M": 2, "S": 4, "T": 2, "G": 1, "X": 1},
    "all": {"X": 15},
}


def belonging(chapter, part):
    return {entry["id"] for entry in PARTS[part] if entry["chapter"] == chapter}


def treated(part):
    """Each id with its labels, of all chapters."""
    return [
        (name, labels)
        for block in CONCORDANCE.values()
        for name, labels in (block[part] or {}).items()
    ]


@pytest.mark.parametrize("part", PARTS)
def test_each_id_occurs_once(part):
    twice = [name for name, n in Counter(entry["id"] for entry in PARTS[part]).items() if n > 1]
    assert not twice


def test_no_item_of_the_notes_is_missing():
    notes = Counter(item["id"][:3] for _, part in SECTIONS for item in part["items"])
    assert notes == ITEMS_OF_NOTE
    of_notes = Counter(item["chapter"] for _, part in SECTIONS for item in part["items"])
    beyond = Counter(item["chapter"] for item in LEDGER["beyond"])
    assert {chapter: (of_notes[chapter], beyond[chapter]) for chapter in of_notes} == OF_CHAPTER


def test_no_mistake_of_the_notes_is_missing():
    counted = {note: Counter(entry["severity"] for entry in ERRATA[note]) for note in ERRATA}
    assert counted == MISTAKES
    assert sum(map(len, ERRATA.values())) == 143 + 15
    for note, entries in ERRATA.items():
        prefix = "X" if note == "all" else f"E-{note}"
        numbers = [f"{prefix}-{k:02}" for k in range(1, len(entries) + 1)]
        assert [entry["id"] for entry in entries] == numbers


def test_items_stand_under_their_note_and_know_their_kind():
    for note, part in SECTIONS:
        assert all(item["id"].startswith(f"{note}-") for item in part["items"]), part["section"]
    for item in ITEMS:
        kind = re.match(r"(?:\d{3}-)?([A-Za-z]+)\d", item["id"])[1]
        assert kind in LEDGER["kinds"], item["id"]
        assert item["chapter"] in LEDGER["chapters"], item["id"]


@pytest.mark.parametrize("note", LEDGER["notes"])
def test_sections_and_numbered_results_are_in_the_order_of_the_note(note):
    parts = LEDGER["notes"][note]
    heads = [re.match(r"[\d.]+", part["section"]) for part in parts]
    numbers = [tuple(map(int, head[0].strip(".").split("."))) for head in heads if head]
    assert numbers == sorted(set(numbers))
    for kind in ("T", "L", "Prop", "C", "X", "F"):
        ids = [item["id"] for part in parts for item in part["items"]]
        found = [re.fullmatch(rf"{note}-{kind}([\d.]+)([a-z]?)", name) for name in ids]
        order = [(*map(int, m[1].split(".")), m[2]) for m in found if m]
        assert order == sorted(order), kind


def test_titles_are_short_and_plain():
    odd = [
        item["id"]
        for item in ITEMS
        if not 1 <= len(item["title"].split()) <= 12 or item["title"].endswith(".")
    ]
    assert not odd, f"up to twelve words and no full stop: {odd}"


def words(text):
    """Return the text without its formulas and code."""
    return re.sub(r"\$[^$]*\$|`[^`]*`", "X", text)


@pytest.mark.parametrize("field", ["where", "printed", "correct", "why"])
def test_errata_are_full_sentences_without_shorthand(field):
    shorthand = (
        r"[^\x00-\x7fé–öüä]|\biff\b|\bs\.t\.|\bw\.p\.|\bSSBD\b|\bERM\b(?! )|\bcf\.|\bNB\b|\bch\."
        r"|\b[TDLPX]\d+\.\d+\b|->|=>|\\[a-z]+|\^|_"
    )
    odd = []
    for entry in ENTRIES:
        text = entry[field]
        assert text.count("$") % 2 == 0, entry["id"]
        if len(re.sub(r"\W", "", text)) < 1:
            odd.append(f"{entry['id']} is empty")
        found = re.findall(shorthand, words(text))
        odd += [f"{entry['id']}: {mark!r}" for mark in found]
        if field == "why" and not (text[0].isupper() or text[0] in '"$' or text[0] == "`"):
            odd.append(f"{entry['id']}: begin with a capital letter")
        if field == "why" and not text.endswith((".", '."')):
            odd.append(f"{entry['id']}: end with a full stop")
    assert not odd, f"write {field} in words, formulas in $...$:\n  " + "\n  ".join(odd)


def test_errata_quote_little():
    odd = [e["id"] for e in ENTRIES if e["id"][0] == "E" and len(words(e["printed"]).split()) > 40]
    assert not odd, f"quote only the wrong formula or phrase: {odd}"


def test_each_erratum_has_a_chapter():
    known = {*LEDGER["chapters"], "notation"}
    assert {entry["chapter"] for entry in ENTRIES} <= known
    assert {e["chapter"] for e in ENTRIES if e["id"][0] == "E"} <= set(LEDGER["chapters"])


def test_the_concordance_has_a_block_for_each_chapter():
    assert list(CONCORDANCE) == list(LEDGER["chapters"])
    for chapter, block in CONCORDANCE.items():
        assert set(block) == {"finished", "items", "errata"}, chapter
        for part in PARTS:
            strange = set(block[part] or {}) - belonging(chapter, part)
            assert not strange, f"these are {part} of another chapter than {chapter}: {strange}"
            empty = [name for name, labels in (block[part] or {}).items() if not labels]
            assert not empty, f"say by a label or the name of a test where these are: {empty}"


def known_labels():
    labels = set()
    for page in book.pages():
        labels |= {label for _, label in book.labels(book.tree(page))}
        labels |= {str(cell.figure.get("name")) for cell in book.cells(page)}
    for test in (book.ROOT / "tests").rglob("test_*.py"):
        labels |= set(re.findall(r"^def (test_\w+)", test.read_text(), flags=re.M))
    return labels


def test_no_entry_dangles():
    known = known_labels()
    entries = [*treated("items"), *treated("errata")]
    assert entries
    dangling = [
        f"{name} -> {label}" for name, labels in entries for label in labels if label not in known
    ]
    assert not dangling, "these labels exist nowhere in the book or the tests:\n  " + "\n  ".join(
        dangling
    )


def test_some_chapter_is_finished():
    assert FINISHED


@pytest.mark.parametrize("chapter", FINISHED)
@pytest.mark.parametrize("part", PARTS)
def test_nothing_of_a_finished_chapter_is_missing(chapter, part):
    missing = sorted(belonging(chapter, part) - set(CONCORDANCE[chapter][part] or {}))
    assert not missing, f"say in concordance.yml where chapter {chapter} treats these: {missing}"


@pytest.mark.parametrize("chapter", FINISHED)
def test_each_erratum_is_named_in_its_chapter(chapter):
    text = "\n".join(page.read_text() for page in book.chapters()[chapter])
    silent = sorted(name for name in belonging(chapter, "errata") if name not in text)
    assert not silent, f"the chapter corrects these without naming them: {silent}"


def test_no_page_names_an_unknown_erratum():
    known = {entry["id"] for entry in ENTRIES}
    for page in [*book.BOOK.glob("*.md"), book.BOOK / "data" / "errata.yml"]:
        strange = sorted(set(re.findall(ERRATUM, page.read_text("utf-8"))) - known)
        assert not strange, f"{page.name} names errata that errata.yml does not have: {strange}"
