"""Nothing in the first course says less than its evidence can tell: book/data/bites.yml."""

import book_source as book
import pytest
from site_pages import ROOT

from bookext.course import marks
from bookext.evidence.bites import bites
from bookext.evidence.statements import CLAIMS

FOUND = bites(ROOT)
OUTLINES = book.outlines()
STATED = {s.label: page for page, o in OUTLINES.items() for s in o.statements if s.kind in CLAIMS}
LEAST = 0.9


def core_pages():
    marked = {p.stem: marks.front_matter(p.read_text("utf-8")).get("course") for p in book.pages()}
    return {name for name, mark in marked.items() if mark == "core"}


def test_only_statements_of_the_book_are_judged():
    stale = [label for label in FOUND if label not in STATED]
    assert not stale, f"no statements of the book: take out of book/data/bites.yml: {stale}"


def test_all_statements_with_checks_of_the_first_course_are_judged():
    core = core_pages()
    unjudged = {
        page.stem
        for page in book.pages()
        if page.stem in core
        for each in book.evidence(page)
        if each["kind"] == "check"
        and each["theorem"] not in FOUND
        and STATED.get(each["theorem"], "").split("/")[-1] == page.stem
    }
    again = " ".join(sorted(unjudged))
    assert not unjudged, f"claims that nobody judged: run `python tools/bites.py {again}`"


def test_what_is_not_noticed_in_the_first_course_has_a_reason():
    core = core_pages()
    wrong = {
        label: [change for change, reason in bite.unnoticed if not reason]
        for label, bite in FOUND.items()
        if STATED[label].split("/")[-1] in core and bite.accounted < bite.made
    }
    todo = "sharpen a claim, or give the change its reason in book/data/bites.yml"
    assert not wrong, f"statements that could say more unnoticed ({todo}): {wrong}"


def test_nearly_all_of_what_was_judged_bites():
    """That is the first course: statements of further pages were not tried."""
    made = sum(bite.made for bite in FOUND.values())
    assert sum(bite.accounted for bite in FOUND.values()) >= LEAST * made > 0


@pytest.mark.parametrize("label", FOUND)
def test_the_numbers_fit_each_other(label):
    made, noticed, unnoticed = FOUND[label]
    assert noticed + len(unnoticed) == made, f"run `python tools/bites.py {STATED[label][5:]}`"
