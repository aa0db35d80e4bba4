"""A test named after a statement, or after a mistake of the notes, names one of its chapter.

``test_thm_novikoff`` in ``test_chapter_06.py`` tries ``thm-novikoff``; in
``test_misprint_E_002_25`` the form that the notes print is found false.
"""

import re
from pathlib import Path

import pytest
import yaml
from book_source import BOOK, outlines

from bookext.evidence.statements import CLAIMS

FILES = sorted(Path(__file__).parent.glob("test_chapter_*.py"))
TEST = re.compile(r"^def test_((?:thm|lem|prop|cor|misprint)_\w+)\(", re.M)


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
    return [f"misprint-{e['id']}" for note in notes for e in note if e["chapter"] == chapter]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem[-2:])
def test_a_test_of_a_statement_names_one(file):
    chapter = file.stem[-2:]
    named = set(TEST.findall(file.read_text("utf-8")))
    known = {name.replace("-", "_") for name in [*labels(chapter), *mistakes(chapter)]}
    assert named - known == set()
