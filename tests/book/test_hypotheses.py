"""Where it is said what drops a hypothesis, a refutation or a test does."""

import ast

import book_source as book
import pytest
from site_pages import ROOT

from bookext.evidence.results import hypotheses

FOUND = hypotheses(ROOT)


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


def test_hypotheses_are_of_statements_of_the_book():
    stated = {each.label for outline in book.outlines().values() for each in outline.statements}
    stale = sorted(FOUND.keys() - stated)
    assert not stale, f"no statements: take out of book/data/hypotheses.yml: {stale}"


@pytest.mark.parametrize("label", FOUND)
def test_what_drops_a_hypothesis_is_there(label, dropped, tests):
    for each in FOUND[label]:
        where = f"book/data/hypotheses.yml, {label}, {each.says}"
        if each.broken:
            said = f"no refutation of {each.of or label} says because={each.broken!r}"
            assert (each.of or label, each.broken) in dropped, f"{where}: {said}; copy its words"
        else:
            assert each.test in tests, f"{where}: there is no test {each.test!r} in tests/theorems"
