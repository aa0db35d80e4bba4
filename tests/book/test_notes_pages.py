"""The pages of errata and of the concordance, on a small book built for real."""

import os

import pytest
from bs4 import BeautifulSoup
from small_book import CONF, PAGES, build, check, refute, write_book

EXTENSIONS = [f"bookext.notes.{name}" for name in ("coverage", "errata", "concordance")]
ONE_COUNTER = """
kinds = ["definition", "lemma", "proposition", "remark"]
prf_realtyp_to_countertyp = dict.fromkeys(kinds, "theorem")
"""
LEDGER = """\
kinds: {D: definition, T: theorem, P: proof, B: companion}
chapters: {"06": The chapter, "07": Later}
notes:
  "002":
    - section: 1 The start
      items:
        - {id: 002-D1.1, chapter: "07", title: a word}
        - {id: 002-T1.1, chapter: "06", title: a bound of $m$}
    - section: 1.1 The end
      items:
        - {id: 002-P1.1, chapter: "06", title: its proof}
beyond:
  - {id: B6.1, chapter: "06", title: a little more}
"""
ERRATA = """\
"002":
  - {id: E-002-01, severity: M, chapter: "06", where: Theorem 1.1, printed: $m<2$, correct: $m>2$,
     why: The sign is wrong.}
  - {id: E-002-02, severity: T, chapter: "07", where: the end, printed: hat, correct: cat,
     why: A misprint.}
"all":
  - {id: X-01, severity: X, chapter: notation, where: letters, printed: $n$, correct: $m$,
     why: "One is enough, see E-002-01."}
"""
CONCORDANCE = """\
"06":
  finished: true
  items:
    002-T1.1: [thm-first, sec-here]
    002-P1.1: [test_in_the_small_book]
    B6.1: [prop-borrowed]
  errata: {E-002-01: [lem-help]}
"07": {finished: false, items: {}, errata: {}}
"""
TOC = "format: jb-book\nroot: intro\nchapters: [{file: 06-one}, {file: 06-one-more}]\n"
ERRATA_PAGE = (
    "# Errata\n\n```{errata-in-short}\n```\n\n```{errata} 002\n```\n\n```{errata} all\n```\n"
)
CONCORDANCE_PAGE = """\
# Concordance

```{reading-order} 002
```

```{concordance} 002
```

```{concordance-by-chapter}
```
"""
MORE = (
    PAGES["06-one-more.md"] + "(sec-here)=\n## A *place*\n\nThe note is wrong (E-002-01; X-01).\n"
)
NAMED = [[check("thm-first"), refute("lem-help", because="as printed (E-002-01)")]]


def write(folder, *, evidence=NAMED, data=None, **pages):
    """Write the small book with the two pages and its data."""
    intro = PAGES["intro.md"].replace("works\n", "works\nnotation\nbook/errata\nbook/concordance\n")
    texts = {"intro.md": intro, "06-one-more.md": MORE, "notation.md": "# Notation\n", **pages}
    (folder / "book/data").mkdir(parents=True, exist_ok=True)
    (folder / "tests").mkdir(exist_ok=True)
    (folder / "tests/test_small.py").write_text("def test_in_the_small_book():\n    pass\n")
    texts = {"book/errata.md": ERRATA_PAGE, "book/concordance.md": CONCORDANCE_PAGE, **texts}
    write_book(folder, {"06-one-more.md": evidence}, **texts)
    (folder / "conf.py").write_text(CONF + f"extensions += {EXTENSIONS}\n" + ONE_COUNTER)
    files = {"ledger.yml": LEDGER, "errata.yml": ERRATA, "concordance.yml": CONCORDANCE}
    for name, text in {**files, **(data or {})}.items():
        (folder / "book/data" / name).write_text(text)
    (folder / "_toc.yml").write_text(TOC)
    return folder


def page(folder, name):
    return BeautifulSoup((folder / "_build/html" / f"{name}.html").read_text(), "html.parser")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = write(tmp_path_factory.mktemp("notes"))
    status, said = build(folder)
    assert (status, said) == (0, "")
    return folder


def test_an_entry_says_what_is_printed_what_is_right_and_why(made):
    entry = page(made, "book/errata").select_one("#e-002-01")
    assert entry.p.get_text() == "E-002-01 · wrong · Theorem 1.1"
    terms = [tag.get_text() for tag in entry.select("dt")]
    assert terms == ["Printed", "Right", "Why", "In the book"]
    values = [tag.get_text().strip() for tag in entry.select("dd")]
    assert values[2:] == ["The sign is wrong.", "Lemma 3; broken by a cell on Lemma 3"]
    assert ["m<2" in values[0], "m>2" in values[1]] == [True, True]


def test_an_entry_leads_to_the_passage_and_to_the_cell_that_breaks_it(made):
    passage, cell = page(made, "book/errata").select("#e-002-01 dd a")
    assert passage["href"] == "../06-one.html#lem-help"
    name, _, anchor = cell["href"].partition("#")
    assert name == "../06-one-more.html"
    target = page(made, "06-one-more").find(id=anchor)
    assert "cell" in target["class"]
    assert "check(3)" in target.get_text()


def test_misprints_are_one_list_and_can_be_linked_to(made):
    line = page(made, "book/errata").select_one("ul.misprints > li#e-002-02")
    text = " ".join(line.get_text().split())
    assert text == "E-002-02 · the end: hat · Right: cat (chapter 7 is not written yet)"


def test_conventions_lead_to_the_notation(made):
    entry = page(made, "book/errata").select_one("#x-01")
    assert entry.p.get_text() == "X-01 · letters"
    assert entry.select_one("dt").get_text() == "In the notes"


def test_the_sentence_counts(made):
    text = page(made, "book/errata").select_one("section > p").get_text()
    assert text.startswith("Of the 2 entries 1 are wrong as printed, 0 are imprecise")
    assert "So far 1 of the printed forms" in text


def test_an_id_in_any_text_is_a_link_to_its_entry(made):
    links = page(made, "06-one-more").select("a.erratum-link")
    assert [(a.get_text(), a["href"]) for a in links] == [
        ("E-002-01", "book/errata.html#e-002-01"),
        ("X-01", "book/errata.html#x-01"),
    ]
    own = page(made, "book/errata").select("a.erratum-link")
    assert [a["href"] for a in own] == ["#e-002-01"]
    assert page(made, "book/errata").select(".erratum-head a") == []


def test_items_stand_in_the_order_of_the_note_with_their_places(made):
    rows = page(made, "book/concordance").select("ul.concordance > li")
    assert [row["id"] for row in rows] == [
        "item-002-d1-1", "item-002-t1-1", "item-002-p1-1", "item-b6-1",
    ]  # fmt: skip
    places = [row.select_one(".treated").get_text() for row in rows]
    assert places == [
        "chapter 7 is not written yet",
        "Theorem 2, “A place”",
        "the test test_in_the_small_book",
        "Proposition 4",
    ]
    assert [a["href"] for a in rows[1].select("a")] == [
        "../06-one.html#thm-first",
        "../06-one-more.html#sec-here",
    ]


def test_the_reading_order_follows_the_note(made):
    steps = page(made, "book/concordance").select("ol > li")
    assert [" ".join(step.get_text().split()) for step in steps] == [
        "Chapter 7, Later (not written yet): “1 The start”, 1 item",
        "Chapter 6, The chapter: “1 The start” to “1.1 The end”, 2 items",
    ]
    assert [a["href"] for a in steps[1].select("a")] == ["../06-one.html"]


def test_each_chapter_says_what_it_takes(made):
    heads = [tag.get_text() for tag in page(made, "book/concordance").select("section h3")]
    assert heads[-2:] == ["6. The chapter", "7. Later (not written yet)"]
    text = page(made, "book/concordance").get_text()
    assert "Note 002: “1 The start”, “1.1 The end” (2 items)." in text
    assert "Mistakes corrected: E-002-02." in text


def test_a_chapter_that_is_written_later_is_linked(tmp_path):
    intro = "# A book\n\n```{toctree}\n06-one\n06-one-more\n07-later\nresults\nworks\nnotation\n"
    intro += "book/errata\nbook/concordance\n```\n"
    later = "# Later\n\nNothing has a number here.\n"
    folder = write(tmp_path, **{"intro.md": intro, "07-later.md": later})
    assert build(folder) == (0, "")
    row = page(folder, "book/concordance").select_one("#item-002-d1-1 .treated")
    assert row.get_text() == "chapter 7 is being written"
    assert row.a["href"] == "../07-later.html"


def test_the_address_of_the_repository_makes_tests_links(tmp_path):
    folder = write(tmp_path)
    (folder / "_config.yml").write_text("repository: {url: https://host.example/us/notes}\n")
    assert build(folder) == (0, "")
    link = page(folder, "book/concordance").select_one("#item-002-p1-1 a")
    address = "https://host.example/us/notes/blob/main/tests/test_small.py"
    assert (link["href"], link.get_text()) == (address, "test_in_the_small_book")


def test_pages_follow_their_data(tmp_path):
    folder = write(tmp_path)
    assert build(folder) == (0, "")
    changed = ERRATA.replace("The sign is wrong.", "The sign is the other one.")
    file = folder / "book/data/errata.yml"
    file.write_text(changed)
    os.utime(file, (file.stat().st_atime, file.stat().st_mtime + 5))
    assert build(folder) == (0, "")
    assert "the other one" in page(folder, "book/errata").get_text()


def test_pages_follow_the_numbers_of_other_pages(tmp_path):
    folder = write(tmp_path)
    assert build(folder) == (0, "")
    before = ":::{prf:remark}\n:label: rem-new\nNew.\n:::\n\n"
    source = PAGES["06-one.md"].replace(
        ":::{prf:theorem} The first", before + ":::{prf:theorem} The first"
    )
    (folder / "06-one.md").write_text(source)
    file = folder / "06-one.md"
    os.utime(file, (file.stat().st_atime, file.stat().st_mtime + 5))
    assert build(folder) == (0, "")
    row = page(folder, "book/concordance").select_one("#item-002-t1-1 .treated")
    assert row.get_text().startswith("Theorem 3, ")


# A build that must fail: what is changed, and words of the complaint.
BAD = {
    "an unknown id in the text": (
        {"06-one-more.md": MORE + "\nAnd (E-002-77).\n"},
        r"E-002-77 is not on the page of errata: correct the id, or add the entry to book/data",
    ),
    "an unknown id in a check": (
        {"evidence": [[check("thm-first", note="see E-009-01")]]},
        "06-one-more.md: a check of thm-first names E-009-01, which book/data/errata.yml does not "
        "have: correct the id",
    ),
    "an entry that no page shows": (
        {"book/errata.md": "# Errata\n\n```{errata} 002\n```\n"},
        "X-01 is not on the page of errata: put its note on the page errata",
    ),
    "a label that does not exist": (
        {"data": {"concordance.yml": CONCORDANCE.replace("thm-first", "thm-frist")}},
        "book/data/concordance.yml: 002-T1.1 -> thm-frist: no statement, exercise, figure, "
        "formula, section or test has this name; correct the label, or remove it",
    ),
    "an item that does not exist": (
        {"data": {"concordance.yml": CONCORDANCE.replace("002-P1.1", "002-P1.7")}},
        "concordance.yml: 002-P1.7 is neither in ledger.yml nor in errata.yml; correct the id",
    ),
    "errata of no note": (
        {"book/errata.md": ERRATA_PAGE + "\n```{errata} 009\n```\n"},
        "errata.yml has no note '009'",
    ),
    "a concordance of no note": (
        {"book/concordance.md": CONCORDANCE_PAGE + "\n```{concordance} 009\n```\n"},
        "ledger.yml has no note '009'",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_what_leads_nowhere_fails_the_build(tmp_path, case):
    changes, complaint = BAD[case]
    status, said = build(write(tmp_path, **changes))
    assert status != 0
    assert complaint in said


def test_a_missing_record_fails_the_build(tmp_path):
    folder = write(tmp_path)
    (folder / "06-one-more.ipynb").unlink()
    status, said = build(folder)
    assert status != 0
    assert "06-one-more.ipynb is missing: run `make record`" in said
