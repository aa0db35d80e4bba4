"""Every statement over data has its property test, and every false formula of the notes falls.

A chapter NN with a file ``test_chapter_NN.py`` has for each theorem, lemma, proposition and
corollary either a hypothesis test ``test_LABEL`` (``thm-novikoff``: ``test_thm_novikoff``) or a
reason in the dictionary ``NOT_OVER_DATA``; for each mistake of the notes (``E-002-25``) either
``test_misprint_E_002_25``, in which the printed form is found false, or a reason in
``NO_MISPRINT``.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
import yaml
from book_source import BOOK, chapters, outlines

from bookext.evidence.statements import CLAIMS

TESTS = Path(__file__).parent
WRITTEN = sorted(path.stem[-2:] for path in TESTS.glob("test_chapter_[0-9][0-9].py"))
REASON = re.compile(r"\w+(\W+\w+){2,}")  # at least three words


@cache
def functions(chapter: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse((TESTS / f"test_chapter_{chapter}.py").read_text())
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


@cache
def excuses(chapter: str, name: str) -> dict[str, str]:
    tree = ast.parse((TESTS / f"test_chapter_{chapter}.py").read_text())
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return ast.literal_eval(node.value)
    return {}


def labels(chapter: str) -> list[str]:
    return [
        statement.label
        for page, outline in outlines().items()
        if page.split("/")[-1][:2] == chapter
        for statement in outline.statements
        if statement.kind in CLAIMS
    ]


def mistakes(chapter: str) -> list[str]:
    notes = yaml.safe_load((BOOK / "data" / "errata.yml").read_text()).values()
    return [each["id"] for note in notes for each in note if each["chapter"] == chapter]


def name_of(label: str) -> str:
    return "test_" + label.replace("-", "_")


def uncovered(wanted: list[str], tests: set[str], excused: dict[str, str]) -> list[str]:
    """Return what is wrong: a label with neither test nor reason, with both, or unknown."""
    wrong = [label for label in wanted if (name_of(label) in tests) == (label in excused)]
    wrong += [label for label in excused if label not in wanted]
    return wrong + [label for label, reason in excused.items() if not REASON.match(reason)]


def test_what_is_wrong_is_told():
    tests, excused = {"test_a", "test_b"}, {"b": "it is so", "c": "why", "d": "not a label"}
    assert uncovered(["a", "b", "c", "e"], tests, excused) == ["b", "e", "d", "c"]


def test_every_chapter_has_its_file():
    assert sorted(chapters()) == WRITTEN


@pytest.mark.parametrize("chapter", WRITTEN)
def test_every_statement_over_data_has_a_property(chapter):
    tests = {
        name
        for name, node in functions(chapter).items()
        if any(ast.unparse(mark).startswith("given(") for mark in node.decorator_list)
    }
    assert uncovered(labels(chapter), tests, excuses(chapter, "NOT_OVER_DATA")) == []


@pytest.mark.parametrize("chapter", WRITTEN)
def test_every_false_formula_of_the_notes_is_found_false(chapter):
    finds = re.compile(r"\b(counterexample|find|raises)\(")
    tests = {name for name, node in functions(chapter).items() if finds.search(ast.unparse(node))}
    wanted = [f"misprint-{each}" for each in mistakes(chapter)]
    excused = {f"misprint-{key}": why for key, why in excuses(chapter, "NO_MISPRINT").items()}
    assert uncovered(wanted, tests, excused) == []


@pytest.mark.parametrize("chapter", WRITTEN)
def test_a_test_of_a_statement_names_one(chapter):
    known = {name_of(label) for label in labels(chapter)}
    known |= {name_of(f"misprint-{each}") for each in mistakes(chapter)}
    named = re.compile(r"test_(thm|lem|prop|cor|misprint)_")
    assert {name for name in functions(chapter) if named.match(name)} <= known
