"""The first course: what is marked, how long it takes, and that it needs nothing from outside."""

from itertools import pairwise
from types import SimpleNamespace

import book_source as book
import pytest
import small_site
from site_pages import ROOT

from bookext.course import marks, weeks
from bookext.course.navigation import in_contents
from bookext.source import directives

COURSE = weeks.read(ROOT)
SOURCES = {f"book/{page.stem}": page.read_text("utf-8") for page in book.pages()}
MARKED = {page: marks.front_matter(source).get("course") for page, source in SOURCES.items()}
CORE = [page for page, mark in MARKED.items() if mark == "core"]
MOST_WORDS, MOST_MINUTES, MOST_TO_OPEN = 50_000, 65, 60
MOST_HOURS = 8


def test_every_page_of_a_chapter_has_a_mark():
    without = [page for page, mark in MARKED.items() if mark not in ("core", "further")]
    assert not without, "say `course: core` or `course: further` in the front matter of these"


def test_the_course_is_the_pages_marked_as_core():
    assert sorted(COURSE.path) == sorted(CORE)
    assert len(set(COURSE.path)) == len(COURSE.path)
    assert 27 <= len(CORE) <= 31
    assert len(COURSE.weeks) == 12


def test_every_chapter_has_a_card_and_is_taught():
    chapters = list(range(1, 14))
    assert [card.chapter for card in COURSE.cards] == chapters
    assert sorted({int(page[5:7]) for page in COURSE.path}) == chapters


@pytest.mark.parametrize("page", CORE)
def test_a_page_of_the_course_is_read_in_one_sitting(page):
    found = marks.minutes(marks.path(SOURCES[page], page))
    assert found <= MOST_MINUTES, f"{page}: fold a section ({marks.FURTHER}), or say it shorter"


def test_a_week_leaves_room_for_other_lectures():
    stars = {
        block.label: block.title.count("★")
        for page in book.pages()
        for block in directives(book.tree(page))
        if block.name == "exercise"
    }
    for week in COURSE.weeks:
        read = sum(marks.minutes(marks.path(SOURCES[page], page)) for page in week.pages)
        solved = sum(5 << stars[label] for label in week.exercises)
        assert read + solved + COURSE.minutes_of_homework(week, ROOT) <= 60 * MOST_HOURS, week.about


def test_the_course_is_not_longer_than_a_course():
    assert sum(marks.words(marks.path(SOURCES[page], page)) for page in CORE) <= MOST_WORDS


@pytest.mark.parametrize("page", CORE)
def test_a_page_opens_with_few_words(page):
    """Before its first cell, section or statement stand at most sixty."""
    first = marks.parts(SOURCES[page], page)[0].blocks
    read = []
    for block in first:
        if getattr(block, "name", "text") != "text":
            break
        read.append(block)
    assert marks.words(read) <= MOST_TO_OPEN


@pytest.mark.parametrize("page", CORE)
def test_a_page_of_the_course_has_something_to_do(page):
    tasks = [
        block
        for block in directives(marks.path(SOURCES[page], page))
        if block.name == "exercise" and "your-turn" in str(block.options.get("class"))
    ]
    assert tasks, f"{page}: an exercise of the class your-turn, in the middle of the page"


def test_the_exercises_of_a_week_are_those_of_its_chapters():
    where = {
        block.label: f"book/{page.stem}"
        for page in book.pages()
        for block in directives(book.tree(page))
        if block.name == "exercise"
    }
    for week in COURSE.weeks:
        chapters = {page[:7] for page in week.pages}
        assert week.exercises
        assert {where[label][:7] for label in week.exercises} <= chapters, week.about


def test_what_is_below_a_further_heading_is_further():
    page = (
        "# A\n\nOne two.\n\n{.further}\n## B\n\nThree.\n\n### C\n\nFour $x+1$.\n\n## D\n\nFive.\n"
    )
    assert marks.words(marks.path(page, "a.md")) == 3
    ((part, blocks),) = marks.further_sections(page, "a.md")
    assert (part.title, marks.words(blocks)) == ("B", 3)


def test_code_and_what_is_folded_are_not_read():
    page = "# A\n\n```{code-cell}\nx = 1\n```\n\n```{dropdown} More\nMany words.\n```\n\nOne.\n"
    assert marks.words(marks.path(page, "a.md")) == 1


def test_the_pages_before_and_after():
    path = COURSE.path
    assert COURSE.beside(path[0]) == ("", path[1])
    assert COURSE.beside(path[-1]) == (path[-2], "")
    for before, page in pairwise(path):
        assert COURSE.beside(page)[0] == before


def test_the_pages_of_a_chapter_stand_in_one_order_and_the_path_comes_first():
    marks_of = {"a": "core", "a-long": "further", "a-more": "core", "a-tasks": ""}
    env = SimpleNamespace(
        toctree_includes={"a": ["a-long", "a-more", "a-tasks"]},
        metadata={page: {"course": mark} for page, mark in marks_of.items()},
    )
    assert in_contents(env, "a") == ["a", "a-more", "a-long", "a-tasks"]
    assert in_contents(env, "a-long") == ["a-long"]


PROVED = "---\ncourse: core\n---\n# A\n\n:::{prf:theorem} One\n:label: thm-one\nIt is.\n:::\n\n"
PROVED += ":::{prf:proof}\nBy {prf:%s}`lem-two`.\n:::\n\n{.further}\n## More\n\n"
PROVED += ":::{prf:lemma} Two\n:label: lem-two\nIt is.\n:::\n\n:::{prf:proof}\nClear.\n:::\n"


@pytest.mark.parametrize(("role", "complaints"), [("ref", 1), ("borrow", 0), ("cf", 0)])
def test_what_is_used_on_the_path_stands_on_it(tmp_path, role, complaints):
    _, said = small_site.build(
        tmp_path,
        {"book/06-one.md": PROVED % role},
        ["bookext.domain", "bookext.theorems.closed"],
    )
    assert said.count("is on the path of the first course, and uses lem-two") == complaints
