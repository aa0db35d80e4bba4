"""Each hypothesis of the first course is dropped somewhere, or has its reason."""

import ast

import book_source as book
import pytest
from site_pages import ROOT

from bookext.course import marks
from bookext.evidence.results import hypotheses
from bookext.evidence.statements import CLAIMS

FOUND = hypotheses(ROOT)
CORE = [p for p in book.pages() if marks.front_matter(p.read_text("utf-8")).get("course") == "core"]
STATED = {
    s.label: s
    for p in CORE
    for s in book.outlines()[f"book/{p.stem}"].statements
    if s.kind in CLAIMS
}


@pytest.fixture(scope="module")
def dropped():
    return {
        (each["theorem"], each["because"])
        for page in book.pages()
        for each in book.evidence(page)
        if each["kind"] == "refute"
    }


@pytest.fixture(scope="module")
def tests():
    files = sorted((ROOT / "tests/theorems").glob("test_*.py"))
    trees = [ast.parse(file.read_text("utf-8")) for file in files]
    return {n.name for tree in trees for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}


def test_each_statement_of_the_first_course_has_its_hypotheses():
    stated = {label for label, made in STATED.items() if not made.quoted}
    missing, stale = sorted(stated - set(FOUND)), sorted(set(FOUND) - stated)
    assert not missing, f"say what these suppose, in book/data/hypotheses.yml: {missing}"
    assert not stale, f"not in the first course: take out of book/data/hypotheses.yml: {stale}"


@pytest.mark.parametrize("label", FOUND)
def test_a_hypothesis_is_dropped_or_has_its_reason(label, dropped, tests):
    for each in FOUND[label]:
        ways = [bool(each.broken), bool(each.test), bool(each.reason)]
        where = f"book/data/hypotheses.yml, {label}, {each.says}"
        assert sum(ways) == 1, f"{where}: give one of broken, test and reason"
        if each.broken:
            said = f"no refutation of {each.of or label} says because={each.broken!r}"
            assert (each.of or label, each.broken) in dropped, f"{where}: {said}; copy its words"
        if each.test:
            assert each.test in tests, f"{where}: write {each.test} in tests/theorems"
