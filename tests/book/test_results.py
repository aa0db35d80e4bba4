"""The rules of proofs and evidence, and the page of results, on a small book built for real."""

import operator
import re
from collections import Counter
from fractions import Fraction

import book_source as book
import pytest
import small_book
from bs4 import BeautifulSoup
from small_book import PAGES, build, check, excuse, refute, write_book

from bookext.evidence import formatting, statements
from bookext.evidence.record import read_book
from bookext.evidence.results import results

ONE, MORE = PAGES["06-one.md"], PAGES["06-one-more.md"]


# A build that must fail: what is changed, the page complained of, and words of the complaint.
WITHOUT_PROOF = ONE.replace(":::{prf:proof}\nClear.\n:::\n", "")
WITHOUT_CITATION = ONE.replace("We quote this from {cite:t}`somebody1960`.", "We quote this.")
BAD = {
    "unproved": (
        {"06-one.md": WITHOUT_PROOF},
        {},
        r"06-one\.md:18: WARNING: lem-help is neither proved nor quoted: write a prf:proof after",
    ),
    "quoted without a citation": (
        {"06-one.md": WITHOUT_CITATION},
        {},
        r"06-one\.md:32: WARNING: prop-borrowed is neither proved nor quoted: .* cites \(\{cite",
    ),
    "cited, but not said to be quoted": (
        {"06-one.md": ONE.replace("We quote this from", "Compare")},
        {},
        r"06-one\.md:32: WARNING: prop-borrowed is neither proved nor quoted",
    ),
    "a proof of nothing": (
        {"06-one-more.md": MORE + ":::{prf:proof}\nOf what?\n:::\n"},
        {},
        r"06-one-more\.md:\d+: WARNING: this proof belongs to no statement: put it after",
    ),
    "not checked": (
        {},
        {"06-one.md": [[refute("lem-help"), check("thm-first")], [refute("thm-first")]]},
        r'06-one\.md:18: WARNING: lem-help has no check: add check\("lem-help", \.\.\.\) to a cell',
    ),
    "not broken": (
        {},
        {"06-one.md": [[check("lem-help"), check("thm-first")], [refute("thm-first")]]},
        r'06-one\.md:18: WARNING: lem-help has no refute: add refute\("lem-help", .*cannot_check\(',
    ),
    "neither": (
        {},
        {"06-one.md": [[check("thm-first"), refute("thm-first")], [excuse("lem-help")]]},
        r"06-one\.md:32: WARNING: prop-borrowed has no check and no refute: .*make record",
    ),
    "an unknown label": (
        {},
        {"06-one-more.md": [[check("thm-frist", note="elsewhere")]]},
        r"06-one-more\.md: WARNING: a check in cell 06-one-more-0 of the record names thm-frist, "
        r'which is the label of no statement: correct it .*make record`.*"elsewhere"',
    ),
    "a directive that is never closed": (
        {"06-one-more.md": MORE + ":::{prf:remark}\n:label: rem-open\nOn and on.\n"},
        {},
        r"06-one-more\.md:\d+: the fence :::{prf:remark} is not closed",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_the_build_fails_and_says_why(tmp_path, name):
    pages, evidence, complaint = BAD[name]
    status, said = build(write_book(tmp_path, evidence, **pages), "dummy")
    assert status != 0
    assert re.search(complaint, said), said


def test_the_build_fails_without_a_record(tmp_path):
    write_book(tmp_path)
    (tmp_path / "06-one-more.ipynb").unlink()
    status, said = build(tmp_path, "dummy")
    assert status != 0
    assert re.search(
        r"06-one-more\.md: WARNING: 06-one-more\.ipynb is missing: run `make record`", said
    )


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (ONE.replace("check(2)", "check(20)"), r"they differ first in cell 2, which begins 'check"),
        (ONE + small_book.CELL % "check(4)", r"they have 3 and 2 cells"),
    ],
)
def test_the_build_fails_if_the_record_is_older_than_the_source(tmp_path, source, words):
    write_book(tmp_path)
    (tmp_path / "06-one.md").write_text(source)
    status, said = build(tmp_path, "dummy")
    assert status != 0
    assert re.search(
        rf"06-one\.md: WARNING: the record is older than the source \({words}.*`make record`", said
    ), said


def test_a_failed_build_fails_again(tmp_path):
    pages, evidence, complaint = BAD["not broken"]
    write_book(tmp_path, evidence, **pages)
    for _ in range(2):
        status, said = build(tmp_path, "dummy")
        assert status != 0
        assert re.search(complaint, said)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return the small book as it should be, built."""
    made = write_book(tmp_path_factory.mktemp("book"))
    assert build(made) == (0, "")
    return made


def page_of(folder, name):
    return BeautifulSoup((folder / f"_build/html/{name}.html").read_text(), "html.parser")


def words_of(tag):
    return " ".join(tag.get_text(" ").split())


def marks_of(folder, name):
    return {
        box["id"]: words_of(box.select_one(".result-mark a"))
        for box in page_of(folder, name).select(".proof[id]")
        if box.select_one(".result-mark")
    }


def test_every_statement_has_its_evidence(folder):
    page = page_of(folder, "results")
    assert [tag["id"] for tag in page.select(".result[id], .result [id]")] == [
        "def-agreed", "thm-first", "lem-help", "prop-borrowed",
    ]  # fmt: skip
    rows = [
        [words_of(cell) for cell in row.select("td")]
        for row in page.select_one("#thm-first").select("tr[data-basis]")
    ]
    assert rows == [
        ["a world", "1 ≤ 2", "slack 1", "exact"],
        ["a world: its size", "1 ≤ 2", "slack 1", "exact"],
        ["elsewhere", "1 [0.5, 1.5] ≤ 2", "slack 1", "simulated, 400 trials, error 10⁻⁶"],
        ["it was spoilt: a world", "3 > 2", "fails by 1", "exact"],
    ]
    borrowed = words_of(page.select_one("#prop-borrowed"))
    assert re.search(r"quoted from Other \[ ?1960 ?\] It cannot be checked: no run", borrowed)
    assert words_of(page.select_one(".results-summary")).startswith(
        "The book states 3 theorems, lemmas, propositions and corollaries: 2 are proved here, "
        "1 quoted from the literature."
    )


def test_links_lead_to_statements_proofs_and_cells(folder):
    for link in page_of(folder, "results").select(".result a[href]"):
        name, _, anchor = link["href"].partition("#")
        assert page_of(folder, name.removesuffix(".html")).find(id=anchor), link["href"]
    proof = page_of(folder, "06-one").find(id="proof-of-thm-first")
    assert words_of(proof).endswith("By Lemma 1 .")


def test_statements_carry_their_mark(folder):
    assert marks_of(folder, "06-one") == {
        "thm-first": "proved · all evidence (4)",
        "lem-help": "proved · all evidence (2)",
        "prop-borrowed": "quoted · cannot be checked",
    }


def test_a_new_record_is_noticed_everywhere(tmp_path):
    write_book(tmp_path)
    assert build(tmp_path) == (0, "")
    assert build(tmp_path) == (0, "")
    small_book.write_record(tmp_path, "06-one-more.md", [[check("def-agreed", note="a new one")]])
    assert build(tmp_path) == (0, "")
    assert marks_of(tmp_path, "06-one")["thm-first"] == "proved · all evidence (3)"
    assert marks_of(tmp_path, "06-one")["def-agreed"] == "all evidence (1)"
    assert "a new one" in words_of(page_of(tmp_path, "results").find(id="def-agreed"))
    assert "elsewhere" not in page_of(tmp_path, "results").get_text()


ROUNDED = {"basis": "rounded", "rounding": True, "slack": 0}
ROWS = [
    (check("x", **ROUNDED), "slack 0, up to rounding", "floating point"),
    (check("x", relation="=="), "equal", "exact"),
    (check("x", relation="==", **ROUNDED), "equal up to rounding", "floating point"),
    (check("x", relation="==", within=0.01, slack=-0.001), "off by 0.001, 0.01 allowed", "exact"),
    (check("x", relation=">=", slack=0.0005, entries=7), "slack 0.0005", "exact, tightest of 7"),
    (refute("x", slack=-13.06, entries=7, failing=3), "fails by 13.06", "exact, 3 of 7 fail"),
    (refute("x", slack="-1/3"), "fails by 1/3", "exact"),
    (check("x", slack="-12345/67891", relation="=="), "equal", "exact"),
    (check("x", slack="1234/67891", within="1/7"), "slack 0.01818", "exact"),
    (check("x", relation="==", within="1/7", slack="-1/9"), "off by 1/9, 1/7 allowed", "exact"),
    (refute("x", measured=False, bound=True, relation="=="), "fails", "exact"),
]


@pytest.mark.parametrize(("fields", "room", "numbers"), ROWS)
def test_the_words_of_a_row(fields, room, numbers):
    assert formatting.room(fields["kind"], fields) == room
    assert formatting.numbers(fields["kind"], fields) == numbers


LOWERED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def value(text):
    """Return the number that a page or a line says."""
    power = re.fullmatch(r"(?:(-?[\d.]+) × )?(-?)10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", text.replace("−", "-"))
    if power:
        return float(f"{power[2]}{power[1] or 1}e{power[3].translate(LOWERED)}")
    text = text.replace("−", "-").replace(",", "").replace("∞", "inf").lower()
    if text in ("true", "false"):
        return text == "true"
    return Fraction(text) if "/" in text else float(text)


def test_the_page_says_the_numbers_of_the_closest_case():
    """Exact numbers too: where the line of the chapter says 1/3, the page says 1/3."""
    compared = 0
    for each in read_book(book.ROOT):
        case = each.fields.get("case", "").partition(", ")[0]
        sides = re.split(" ([<>≤≥=≠]) ", case)
        if len(sides) == 3:  # and not "equal in all 100 cases"
            numbers = [formatting.number(each.fields[name]) for name in ("measured", "bound")]
            assert numbers == [sides[0], sides[2]]
            told = re.sub(r" \[.*?\]", "", formatting.row(each)["case"])
            assert told.partition(", ")[0] == case
            compared += 1
    assert compared > 1500


def test_every_case_that_is_printed_is_true():
    told = {"=": operator.eq, "≠": operator.ne, "<": operator.lt, ">": operator.gt}
    told |= {"≤": operator.le, "≥": operator.ge}
    for each in read_book(book.ROOT):
        case = each.fields.get("case", "")
        found = re.fullmatch(r"(\S+(?: × \S+)?) ([<>≤≥=≠]) (\S+(?: × \S+)?)", case)
        if found:
            assert told[found[2]](value(found[1]), value(found[3])), case


def test_all_evidence_of_the_book_is_in_the_list():
    outlines = {"book/intro": statements.Outline((), ()), **book.outlines()}
    found = read_book(book.ROOT)
    listed = [each for result in results(outlines, found) for each in result.evidence]
    assert Counter(e.label for e in listed) == Counter(e.label for e in found)
    listed = {result.statement.label for result in results(outlines, found)}
    kinds = [f"prf:{kind}" for kind in statements.LISTED]
    stated = {b.label for page in book.pages() for b in book.blocks(page) if b.name in kinds}
    assert listed == stated | {each.label for each in found}
    assert len(kinds) == 6
