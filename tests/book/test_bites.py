"""Nothing in the book says less than its evidence can tell: book/data/bites.yml."""

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


def checked():
    """The statements with a check on their own page, and whether that is of the first course."""
    found = {}
    for page in book.pages():
        core = marks.front_matter(page.read_text("utf-8")).get("course") == "core"
        for each in book.evidence(page):
            label = each["theorem"]
            if each["kind"] == "check" and STATED.get(label, "").split("/")[-1] == page.stem:
                found[label] = core
    return found


CHECKED = checked()


def test_only_statements_of_the_book_are_judged():
    stale = [label for label in FOUND if label not in STATED]
    assert not stale, f"no statements of the book: take out of book/data/bites.yml: {stale}"


def test_all_statements_with_checks_of_the_first_course_are_judged():
    pages = {STATED[label][5:] for label, core in CHECKED.items() if core and label not in FOUND}
    again = " ".join(sorted(pages))
    assert not pages, f"claims that nobody judged: run `python tools/judge/bites.py {again}`"


def test_nearly_all_of_the_book_is_judged():
    judged = sum(label in FOUND for label in CHECKED)
    assert judged >= LEAST * len(CHECKED) > 0, "run `python tools/judge/bites.py` on further pages"


def test_what_is_not_noticed_has_a_reason():
    wrong = {
        label: changes
        for label, bite in FOUND.items()
        if (changes := [change for change, reason in bite.unnoticed if not reason])
    }
    todo = "sharpen a claim, or give the change its reason in book/data/bites.yml"
    assert not wrong, f"statements that could say more unnoticed ({todo}): {wrong}"


def test_nearly_all_that_was_made_is_noticed():
    made = sum(bite.made for bite in FOUND.values())
    assert sum(bite.noticed for bite in FOUND.values()) >= LEAST * made > 0


@pytest.mark.parametrize("label", FOUND)
def test_the_numbers_fit_each_other(label):
    made, noticed, unnoticed = FOUND[label]
    again = f"run `python tools/judge/bites.py {STATED[label][5:]}`"
    assert noticed + len(unnoticed) == made, again
