"""tools/new_chapter.py: the page that it writes can be recorded at once, and holds its evidence."""

import ast
from pathlib import Path

import pytest
from book_source import cells, evidence

from tools import new_chapter
from tools.pages import record
from tools.pages.plain.notebook import read_book

ROOT = Path(__file__).resolve().parents[2]
CONTENTS = """\
format: jb-book
root: book/intro  # the entrance
parts:
  - caption: Chapters
    numbered: true
    chapters:
      - file: book/01-luck
        sections:
          - file: book/01-luck-more  # to be divided
          - file: book/01-luck-exercises
      - file: book/02-skill
  - caption: Reference
    chapters:
      - file: book/terms
"""


@pytest.fixture
def small(tmp_path):
    for folder in ("book/data/words", "tests/theorems"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "_toc.yml").write_text(CONTENTS)
    (tmp_path / "_config.yml").write_text("title: A small book\n")
    for name in ("intro", "01-luck", "01-luck-more", "01-luck-exercises", "02-skill", "terms"):
        (tmp_path / f"book/{name}.md").write_text(f"# {name}\n")
    (tmp_path / "book/02-skill.md").write_text("# Skill\n\n$$ a $$ (eq-bandits)\n")
    for number in ("01", "02"):
        text = new_chapter.IMPORTS.format(number=number)
        (tmp_path / f"tests/theorems/test_chapter_{number}.py").write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "after", "title", "label"),
    [
        ("03-two-games", "      - file: book/02-skill\n", "Two games", "two-games"),
        (
            "01-luck-of-many",
            "          - file: book/01-luck-more  # to be divided\n",
            "Of many",
            "of-many",
        ),
        ("02-skill-tests", "      - file: book/02-skill\n        sections:\n", "Tests", "tests"),
        (
            "01-luck-bandits",  # another page has eq-bandits
            "          - file: book/01-luck-more  # to be divided\n",
            "Bandits",
            "luck-bandits",
        ),
    ],
)
def test_a_new_page_holds_its_evidence(small, name, after, title, label):
    said = new_chapter.main([name], small)
    assert f"make page NAME={name} " in said
    assert f"Written: book/{name}.md, _toc.yml, tests/theorems/test_chapter_{name[:2]}.py" in said
    contents = (small / "_toc.yml").read_text()
    indent = "      " if name.startswith("03") else "          "
    assert f"{after}{indent}- file: book/{name}\n" in contents
    assert set(CONTENTS.splitlines()) < set(contents.splitlines())
    assert f"book/{name}" in read_book(small)[1]
    assert record.main([name], small) == 0
    page = small / f"book/{name}.md"
    assert f"# {title}\n" in page.read_text()
    assert "\ncourse: further\n" in page.read_text()  # a mark, without which no page passes
    assert max(len(row) for cell in cells(page) for row in cell.source.splitlines()) <= 92
    found = [(entry["theorem"], entry["kind"], entry["verdict"]) for entry in evidence(page)]
    theorem, exercise = f"thm-{label}", f"ex-{label}"
    assert found == [
        (theorem, "check", "holds"), (theorem, "refute", "broken"), (exercise, "check", "holds")
    ]  # fmt: skip
    written = (small / f"tests/theorems/test_chapter_{name[:2]}.py").read_text()
    assert written.count("import given") == 1
    space: dict = {}
    exec(compile(ast.parse(written), name, "exec"), space)
    space[f"test_{theorem.replace('-', '_')}"]()


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("", "'' is not a valid name of a page"),
        ("3-Games", "'3-Games' is not a valid name of a page"),
        ("03-two games", "'03-two games' is not a valid name of a page"),
        ("04-games", r"there is no chapter 04; the next is 03-"),
        ("02-games", r"a further page of chapter 02 is named 02-skill-games"),
        ("02-skill", r"a further page of chapter 02 is named 02-skill-"),
        ("01-luck-more", "01-luck-more is already in _toc.yml"),
        ("03-bandits", r"book/02-skill.md has the labels"),
    ],
)
def test_a_bad_name_is_turned_away_and_nothing_written(small, name, complaint):
    before = sorted(small.rglob("*"))
    with pytest.raises(ValueError, match=complaint):
        new_chapter.main([name], small)
    assert sorted(small.rglob("*")) == before
    assert (small / "_toc.yml").read_text() == CONTENTS


def test_the_contents_of_the_book_have_the_form_that_is_read():
    contents = (ROOT / "_toc.yml").read_text().split("\n")
    at, _, _ = new_chapter.place("06-perceptron-luck", contents)
    assert contents[at] == "          - file: book/06-perceptron-exercises"
